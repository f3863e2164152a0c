"""Boats: foot whose task lies across water that nobody can wade or walk round goes over in what boats there are.

It marches to a boat, goes aboard, is rowed to the bank from which its task can be reached, lands, and sends the boat
back for others. Whoever can go by land never goes by water."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from grognard.commanders.appreciation import TableSpot, bearing, gap, sideways
from grognard.ground import waters
from grognard.ground.field import Field
from grognard.ground.shapes import distance, placed
from grognard.ground.units import SUB, Point, spot, to_sub

from ...table.ground.ways import Net, Tide, leg
from ...table.state import Boat, UnitState
from ...works.boats import ASHORE, ROUND
from ..outlook import ChitFields, Outlook, Told, spot_of

SHORT, ASIDE = 8, 25.0
"""Paces short of a boat at which a unit stops, and to either side of it at which its front still touches it."""
HARD_BY = 100.0
"""Paces from a boat at which the last steps are ordered one by one."""
LONG = 2000
"""Paces that a course is followed to find the other bank."""
SAFE = 250.0
"""Paces from an enemy within which nobody goes aboard."""
COURSES = range(0, 360, 15)
COLUMNS = ("column_of_divisions", "column_of_companies", "column_of_zuege", "attack_column")
"""What one lands in to march on: who lands in line and forms column has its tail in the water."""
LINES = ("line", "open_order")
MET = 500.0
"""Paces from an enemy within which one lands fit to fight."""


class Crossing(NamedTuple):
    """A unit that has to cross, and the boat for it."""

    unit: str
    boat: Boat
    end: TableSpot
    """What its task is about."""


class Banks:
    """Which places of a field can be reached from each other by land."""

    def __init__(self, ground: Field) -> None:
        self.ground = ground
        self._net: Net | None = None
        self._tides: dict[int, Tide] = {}

    def joined(self, one: TableSpot, other: TableSpot) -> bool:
        """Whether there is a way by land."""
        # most places see each other over dry land: only then is the net built
        if leg(self.ground, one, other) is not None:
            return True
        net = self._net = self._net or Net(self.ground)
        ends = self._ends(net, other)
        if not ends:
            return False
        # one flood from the far end serves every unit that asks for the way there
        tide = self._tides.setdefault(ends[0], Tide(net, ends[0]))
        return any(tide.cost(place) is not None for place in self._ends(net, one))

    def parted(self, one: TableSpot, other: TableSpot) -> bool:
        """Whether both are on land, and water lies between them all the way round."""
        if self.joined(one, other):
            return False
        net = self._net or Net(self.ground)
        return bool(self._ends(net, one)) and bool(self._ends(net, other))

    def _ends(self, net: Net, spot: TableSpot) -> list[int]:
        """Places of the net to which one can go straight."""
        near = sorted(net.around(net.cell_of(spot)), key=lambda each: gap(net.spots[each], spot))
        return [each for each in near if leg(self.ground, spot, net.spots[each]) is not None]

    def ashore(self, boat: Point) -> TableSpot | None:
        """The first dry ground beside a boat, where those in it would land."""
        for paces in ASHORE:
            for heading in ROUND:
                spot = placed(boat, heading, 0, to_sub(paces))
                if self.ground.on_table(spot) and not waters.afloat(self.ground, spot):
                    return spot[0] / SUB, spot[1] / SUB
        return None

    def course(self, boat: Point, end: TableSpot) -> int | None:
        """The shortest course to a bank from which a place can be reached by land."""
        tried = [(each, waters.rowed(self.ground, boat, each, LONG)) for each in COURSES]
        # shortest first; a course that ends at once is the bank it lies at
        landed = sorted((way.paces, each, way.end) for each, way in tried if way.landed and way.paces)
        for _, course, bank in landed:
            shore = self.ashore(bank)
            if shore is not None and self.joined(shore, end):
                return course
        return None


class Ferry:
    """A seat's boats and who goes in them."""

    def __init__(self, ground: Field) -> None:
        self.banks = Banks(ground)

    def crossings(self, look: Outlook) -> list[Crossing]:
        """Foot on the wrong bank, each boat for the nearest of those whom it can carry."""
        boats = [boat for boat in look.view.boats.values() if boat.side == look.view.side]
        if not boats:
            return []
        found = [
            Crossing(unit.id, look.view.boats[unit.aboard], look.tasks[unit.id].place)
            for unit in look.able("infantry")
            if unit.aboard and unit.id in look.tasks
        ]
        waiting = self._waiting(look)
        taken = {each.boat.id for each in found}
        for boat in boats:
            # one boat, one battalion: who sits in it already goes first
            unit = self._passenger(look, boat, waiting) if boat.id not in taken else None
            if unit is not None:
                waiting.remove(unit)
                found.append(Crossing(unit.id, boat, look.tasks[unit.id].place))
        return found

    def _waiting(self, look: Outlook) -> list[UnitState]:
        """Foot on the wrong bank for whom there is a boat somewhere."""
        most = max((boat.men for boat in look.view.boats.values() if boat.side == look.view.side), default=0)
        return [
            unit
            for unit in look.able("infantry")
            if not unit.aboard and _men(look, unit) <= most and self._cut_off(look, unit)
        ]

    def _cut_off(self, look: Outlook, unit: UnitState) -> bool:
        task = look.tasks.get(unit.id)
        if task is None or task.kind not in ("attack", "hold", "reserve", "support"):
            return False
        return self.banks.parted(spot_of(unit), task.place)

    def _passenger(self, look: Outlook, boat: Boat, waiting: list[UnitState]) -> UnitState | None:
        shore = self.banks.ashore(boat.position)
        if shore is None:
            return None
        fit = [
            (gap(spot_of(unit), shore), unit.id, unit)
            for unit in waiting
            if _men(look, unit) <= boat.men and self.banks.joined(spot_of(unit), shore)
        ]
        return min(fit, key=lambda each: each[:2])[2] if fit else None

    def marches(self, look: Outlook) -> dict[str, TableSpot]:
        """Where those go who are to be taken over: the bank beside their boat; others wait for it where they are."""
        found = {unit.id: spot_of(unit) for unit in self._waiting(look)}
        for each in self.crossings(look):
            shore = self.banks.ashore(each.boat.position)
            if not look.view.units[each.unit].aboard and shore is not None:
                found[each.unit] = shore
        return found

    def chits(self, look: Outlook) -> Iterator[Told]:
        """Aboard, over, ashore; and the boat back."""
        crossings = self.crossings(look)
        for each in crossings:
            unit = look.view.units[each.unit]
            told = self._afloat(look, unit, each) if unit.aboard else self._embarks(look, unit, each.boat)
            if told:
                yield unit.id, told
        yield from self._sent_back(look, {each.boat.id for each in crossings})

    def _afloat(self, look: Outlook, unit: UnitState, crossing: Crossing) -> tuple[ChitFields, ...]:
        """Ashore if the task can be reached from here, else on toward where it can."""
        shore = self.banks.ashore(crossing.boat.position)
        if shore is not None and crossing.boat.put_off is None and self.banks.joined(shore, crossing.end):
            # near the enemy one lands ready to fight, else ready to march on
            formed = (*LINES, *COLUMNS) if look.nearest(unit) <= MET else (*COLUMNS, *LINES)
            return tuple({"special": "disembark", "formation": formation} for formation in formed)
        course = self.banks.course(crossing.boat.position, crossing.end)
        return _rowed(course) if course is not None else ()

    def _embarks(self, look: Outlook, unit: UnitState, boat: Boat) -> tuple[ChitFields, ...]:
        away = distance(unit.position, boat.position) / SUB
        if look.nearest(unit) <= SAFE or away > HARD_BY or unit.prone:
            return ()
        if unit.skirmishers:
            return ({"special": "recall_skirmishers"},)
        # aboard if it touches the boat, else a few steps nearer
        return {"special": "embark"}, *_steps(unit, boat)

    def _sent_back(self, look: Outlook, busy: set[str]) -> Iterator[Told]:
        """An empty boat on the far bank goes back for those who wait for one."""
        waiting = self._waiting(look)
        for boat in look.view.boats.values():
            if boat.side != look.view.side or boat.id in busy or not waiting:
                continue
            course = self.banks.course(boat.position, spot_of(waiting[0]))
            beside = [unit for unit in look.able("infantry") if _landed(unit, boat)]
            # a boat moves by order of a unit beside it: without one it stays
            if course is not None and beside:
                yield beside[0].id, _rowed(course)


def _steps(unit: UnitState, boat: Boat) -> tuple[ChitFields, ...]:
    """The last steps to a boat: straight on while it lies ahead, else a turn to it; columns wheel, lines convert."""
    at, to = spot_of(unit), spot(boat.position)
    right, ahead = sideways(at, unit.heading, to), sideways(at, unit.heading - 90, to)
    if ahead > SHORT and abs(right) <= ASIDE:
        return ({"movement": "forward", "paces": round(ahead - SHORT)},)
    turn = round((bearing(at, to) - unit.heading + 180) % 360 - 180)
    return tuple({"movement": movement, "degrees": turn, "paces": 1} for movement in ("conversion", "wheel"))


def _landed(unit: UnitState, boat: Boat) -> bool:
    return not unit.aboard and not unit.prone and distance(unit.position, boat.position) <= to_sub(HARD_BY)


def _rowed(course: int) -> tuple[ChitFields, ...]:
    return ({"special": "move_boat", "degrees": course if course <= 180 else course - 360},)


def _men(look: Outlook, unit: UnitState) -> int:
    # rounded up, as the rules' own count of men for a boat is
    return -(-look.listed(unit).men * (unit.figures - unit.lost) // max(1, unit.figures))


__all__ = ["Banks", "Crossing", "Ferry"]
