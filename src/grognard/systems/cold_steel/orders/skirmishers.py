"""Skirmishers sent out in front of their unit (CS-3.3.2.3j to r).

While they are out they are a unit of their own. Their figures are taken off their parent's strength and come back to it
with what they have lost, so that nobody is counted twice and nobody is forgotten.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, cast, get_args

from grognard.army.layouts import battalion, layout_for
from grognard.army.nations import nation
from grognard.army.oob import FormationName
from grognard.battle.events import Set
from grognard.ground.relations import Body
from grognard.ground.shapes import distance_of_quads, placed
from grognard.ground.units import SUB, Point, to_sub
from grognard.kernel.checks import Refusal, implements

from ..checks.command.skirmishers import Detaching, ScreenedFire, Skirmishing
from ..checks.formations.infantry import doctrine_of
from ..effects.units import doing
from ..facts.situations import threats
from ..table import bodies
from ..table.battlefield import FAR, Battlefield
from ..table.log_text import Tell
from ..table.state import UnitState
from ..terms import Nation
from . import making_way

USUAL = 100
"""Paces ahead of their parent at which skirmishers like to be."""
KEPT = 45
"""Paces they keep from the enemy if they can, and still be in front."""
FLANK_GAP = 2
"""Paces between the parent's flank and skirmishers beside it."""
NEIGHBOURS = 300
"""Paces within which friends are looked for who leave no room beside the parent."""
IN_FRONT = ("open_order", "extended_order")
RUNNING = ("broken", "routed")


class Station(NamedTuple):
    """Where skirmishers belong now."""

    place: str
    """In front, at the sides, or with the parent."""
    rule: str
    position: Point = (0, 0)
    formation: FormationName = "open_order"


# -- sending out


def third_rank(b: Battlefield, unit: str) -> bool:
    """Whether its army skirmishes with the third rank rather than with a light company."""
    since: dict[str, int] = b.rules.tables.value("CS-3.3.2.3r", "doctrines")
    doctrine = doctrine_of(b.rules.tables, b.entry(unit).rated.nation)
    return doctrine in since and b.year >= since[doctrine]


def light_companies(b: Battlefield, unit: str) -> int:
    """How many of a battalion's companies skirmish: its light company; of light infantry one as well."""
    entry = b.entry(unit)
    if entry.unit.arm == "light_infantry":
        return 1
    patron, year = nation(entry.unit.nation).layout_of(b.year)
    usual = layout_for(patron, year, guard=False)
    labels = b.rules.tables.value("CS-3.3.2.3j", "light_companies")
    return sum(label in labels for label in usual.line) if usual and entry.unit.arm == "infantry" else 0


@implements("CS-3.3.2.3j", "CS-3.3.2.3r")
def detaching(b: Battlefield, unit: str) -> Detaching:
    """The facts by which it is settled how many may go out; a company is a stand."""
    rated, now = b.entry(unit).rated, b.unit(unit)
    light, third = light_companies(b, unit), third_rank(b, unit)
    stands = len(battalion(b.entry(unit).unit, b.year).by_company())
    return Detaching(
        has_skirmishers=rated.arm == "infantry" and not rated.irregular and bool(light or third) and not now.parent,
        stands=max(1, min(60, stands)),
        light_stands=light,
        third_rank=third and not light,
        always_open=b.entry(unit).unit.formation in ("open_order", "extended_order"),
        nation=cast(Nation, rated.nation) if rated.nation in get_args(Nation) else "other",
        year=max(1690, min(1850, b.year)),
    )


def may_send(b: Battlefield, unit: str) -> Refusal | None:
    """Why a unit cannot send out skirmishers now, if it cannot."""
    now = b.unit(unit)
    refused = b.rules["send-out-skirmishers"].refusal(detaching(b, unit))
    if refused is not None:
        return refused
    if now.skirmishers or now.parent:
        return Refusal("CS-3.3.2.3j", "its skirmishers are out already")
    if now.formation in IN_FRONT or now.formation in ("garrison", "skirmish_squares"):
        return Refusal("CS-3.3.2.3j", "it must stand in close order to have skirmishers before it")
    if not _going_out(b, unit):
        return Refusal("CS-3.3.2.3j", "it has too few men left")
    return None


def _going_out(b: Battlefield, unit: str) -> int:
    """Figures that go: the share of what is left that their stands are of all stands."""
    facts = detaching(b, unit)
    stands = b.settle("send-out-skirmishers", facts).skirmish_stands
    live = b.live(unit)
    return min(live - 1, max(1, live * stands // facts.stands)) if stands and live > 1 else 0


@implements("CS-3.3.2.3j", "CS-3.3.2.3k", "CS-3.3.2.3r")
def send_out(b: Battlefield, unit: str) -> bool:
    """Skirmishers go out in front; returns whether they do. With the enemy too near there is no room for them."""
    if b.unit(unit).where != "table" or may_send(b, unit) is not None:
        return False
    now, figures = b.unit(unit), _going_out(b, unit)
    made = UnitState(
        id=f"{unit}/skirmishers", side=now.side, position=now.position, heading=now.heading, formation="open_order",
        figures=figures, status=now.status, parent=unit, placed=now.placed, volley_spent=True,
    )  # fmt: skip
    station = _station(b, now, made)
    if station.place != "in_front":
        return False
    b.report(
        "skirmishers_out", rules=("CS-3.3.2.3j", "CS-3.3.2.3k"), units={"unit": unit}, values={"figures": figures},
        sets=[
            b.change(unit, figures=now.figures - figures, skirmishers=made.id),
            Set("units", made.id, _fields(made, position=station.position, formation=station.formation)),
        ],
    )  # fmt: skip
    return True


@implements("CS-3.3.2.3j", "CS-3.3.2.3q")
def carry_out(b: Battlefield) -> None:
    """The special chits of this turn that send skirmishers out or call them in."""
    for unit in b.on_table():
        if unit.order is None or unit.status in ("broken", "routed"):
            continue
        if unit.order.special == "send_skirmishers":
            send_out(b, unit.id)
        elif unit.order.special == "recall_skirmishers":
            recall(b, unit.id, ("CS-3.3.2.3q",))


def _fields(made: UnitState, **changed: Any) -> dict[str, Any]:
    """All fields, so that skirmishers sent out again have nothing left of the last time."""
    return {name: getattr(made, name) for name in made.__struct_fields__} | changed


# -- where they belong


def out(b: Battlefield) -> Iterator[tuple[UnitState, UnitState]]:
    """Skirmishers on the table, each with its parent."""
    for now in list(b.world.units.values()):
        if now.parent and now.where == "table":
            yield b.unit(now.id), b.unit(now.parent)


def _nearest(b: Battlefield, unit: str) -> int:
    return b.nearest_enemy(unit)[1]


@implements("CS-3.3.2.3k", "CS-3.3.2.3p")
def _station(b: Battlefield, parent: UnitState, own: UnitState, *, cavalry: bool = False) -> Station:
    """Where skirmishers belong: in front while there is room, else beside their parent."""
    t = b.rules.tables
    least, most = t.number("CS-3.3.2.3k", "from"), t.number("CS-3.3.2.3k", "to")
    enemy = _nearest(b, parent.id)
    depth = bodies.shape(b, own, "open_order", "open").depth
    room = min(USUAL, most, enemy - KEPT - depth // SUB)
    ahead = _ahead(b, parent, depth, max(least, room))
    facts = Skirmishing(
        ahead=max(least, room), cavalry_threat=cavalry, parent_enemy=min(FAR, enemy),
        aside_at_p2=room < least or ahead is None, parent_has_fired=parent.volley_spent,
    )  # fmt: skip
    screen = b.settle("skirmishers", facts)
    if screen.place == "with_the_parent":
        return Station(screen.place, screen.rule)
    if screen.place == "at_the_sides" or ahead is None:
        return _beside(b, parent, own)
    return Station("in_front", "CS-3.3.2.3k", ahead, _order(b, parent, own))


def _ahead(b: Battlefield, parent: UnitState, depth: int, paces: int) -> Point | None:
    """Their place so many paces before the parent's front, if troops can get there."""
    spot = placed(parent.position, parent.heading, 0, to_sub(paces) + depth)
    if not b.ground.on_table(spot) or not b.ground.passable((parent.position, spot)):
        return None
    return spot


def _order(b: Battlefield, parent: UnitState, own: UnitState) -> FormationName:
    """Extended where that covers more of the parent's front, else open."""
    wide = bodies.shape(b, own, "open_order", "open").width
    return "extended_order" if bodies.shape(b, parent).width > wide else "open_order"


@implements("CS-3.3.2.3p")
def _beside(b: Battlefield, parent: UnitState, own: UnitState) -> Station:
    """In line on the flank where there is room, the right one first: they count as formed. The rules have them on both
    flanks; one unit stands in one place, so they all go to one of them."""
    line = bodies.shape(b, own, "line", "open")
    aside = (bodies.shape(b, parent).width + line.width) // 2 + to_sub(FLANK_GAP)
    spots = [placed(parent.position, parent.heading, side * aside, 0) for side in (1, -1)]
    best = next((s for s in spots if _free(b, parent, own, line.at(s, parent.heading))), spots[0])
    return Station("at_the_sides", "CS-3.3.2.3p", best, "line")


def _free(b: Battlefield, parent: UnitState, own: UnitState, body: Body) -> bool:
    if not b.ground.on_table(body.eye):
        return False
    far = to_sub(NEIGHBOURS)
    for other in b.on_table():
        if other.id in (parent.id, own.id) or abs(other.position[0] - body.eye[0]) > far:
            continue
        if abs(other.position[1] - body.eye[1]) <= far and not distance_of_quads(body.frame, b.body(other.id).frame):
            return False
    return True


@implements("CS-3.3.2.3k")
def keep_station(b: Battlefield) -> None:
    """Skirmishers go with their parent, without orders; they run with one that runs. Who runs himself keeps no station
    until he is rallied."""
    moves = []
    for own, parent in out(b):
        if own.status in RUNNING:
            continue
        if parent.where != "table" or parent.status in RUNNING:
            recall(b, own.id, ("CS-3.3.2.3k",), cause="their battalion is gone from behind them")
            continue
        station = _station(b, parent, own)
        if (station.position, station.formation, parent.heading) != (own.position, own.formation, own.heading):
            moves.append((own, parent, station))
    for own, parent, station in moves:
        _take(b, own, parent, station)


def _take(b: Battlefield, own: UnitState, parent: UnitState, station: Station) -> None:
    """Take up a station; who goes along has moved as the parent has."""
    aside = station.place == "at_the_sides" and own.formation in IN_FRONT
    b.report(
        "skirmishers_aside" if aside else "skirmishers_follow", rules=(station.rule,),
        units={"skirmishers": own.id, "unit": parent.id},
        sets=[
            b.change(
                own.id, position=station.position, heading=parent.heading, formation=station.formation,
                now=doing(b, own.id, moved=parent.now.moved, paces=parent.now.paces).fields["now"],  # type: ignore[index]
            )
        ],
    )  # fmt: skip


@implements("CS-3.3.2.3p")
def step_aside(b: Battlefield) -> None:
    """When a parent comes to close quarters its skirmishers go to its flanks, without orders."""
    for own, parent in out(b):
        if own.formation in IN_FRONT and parent.where == "table" and own.status not in RUNNING:
            station = _station(b, parent, own)
            if station.place == "at_the_sides":
                _take(b, own, parent, station)
    making_way.make_way(b)


@implements("CS-3.3.2.3p")
def leave_the_flank(b: Battlefield) -> None:
    """Skirmishers beside their parent count as formed while they stand there: who runs is in open order again."""
    for own, _ in out(b):
        if own.status in RUNNING and own.formation not in IN_FRONT:
            b.report(
                "loosened", rules=("CS-3.3.2.3k", "CS-3.3.2.3p"), units={"unit": own.id},
                sets=[b.change(own.id, formation="open_order")],
            )  # fmt: skip


# -- coming back


@implements("CS-3.3.2.3q")
def recall(b: Battlefield, unit: str, rules: tuple[str, ...], cause: str = "recalled") -> None:
    """The skirmishers of a unit, or these skirmishers, rejoin it: their figures and their losses are its own again."""
    now = b.unit(unit)
    own = now if now.parent else b.world.units.get(now.skirmishers)
    if own is None or not own.figures:
        return
    parent = b.unit(own.parent)
    b.report(
        "skirmishers_in", rules=rules, units={"unit": parent.id, "skirmishers": own.id}, values={"cause": cause},
        sets=[*_counted_in(b, parent, own), *_leave(b, own)],
    )  # fmt: skip


def _counted_in(b: Battlefield, parent: UnitState, own: UnitState) -> list[Set]:
    """Who was dispersed or taken out there is lost to the parent, all of them."""
    lost = own.figures if own.where == "lost" else own.lost
    return [b.change(parent.id, figures=parent.figures + own.figures, lost=parent.lost + lost, skirmishers="")]


def _leave(b: Battlefield, own: UnitState) -> list[Set]:
    """Nothing is left of the unit they were but its name in the log."""
    gone: dict[str, Any] = {"figures": 0, "lost": 0, "order": None, "ordered": None, "melee": ()}
    if own.where == "table":
        gone |= {"where": "left", "how": "rejoined"}
    locked = [b.change(foe, melee=tuple(x for x in b.unit(foe).melee if x != own.id)) for foe in own.melee]
    return [Set("units", own.id, gone), *locked]


@implements("CS-3.3.2.3n", "CS-3.3.2.3r")
def regroup_after_fire(b: Battlefield) -> None:
    """At the end of a fire phase: who has lost men out there goes back; so does the account of those all lost."""
    for own in list(b.world.units.values()):
        if own.parent and own.figures and (own.lost or own.where == "lost"):
            wiped = own.where == "lost"
            recall(b, own.id, ("CS-3.3.2.3n", "CS-3.3.2.3r"), cause="none left" if wiped else "casualties")


@implements("CS-3.3.2.3o")
def regroup_from_cavalry(b: Battlefield) -> None:
    """Skirmishers whom cavalry threatens are with their parent at once; neither has moved by that, or been ordered."""
    for own, parent in out(b):
        if parent.where == "table" and own.formation in IN_FRONT and threats(b, own.id)["cavalry"]:
            recall(b, own.id, ("CS-3.3.2.3o",), cause="cavalry")


# -- what they do for their parent


@implements("CS-3.3.2.3l")
def screened(b: Battlefield, firer: str, target: str) -> bool:
    """Whether a unit's skirmishers keep small arms from firing at it: the line of fire passes through their front."""
    own = b.unit(b.unit(target).skirmishers) if b.unit(target).skirmishers else None
    if own is None or own.where != "table" or own.formation not in IN_FRONT or firer == own.id:
        return False
    facts = ScreenedFire(crosses_screen=_crosses(b, own, firer, target))
    return b.rules["skirmish-screen"].refusal(facts) is not None


def _crosses(b: Battlefield, own: UnitState, firer: str, target: str) -> bool:
    """Whether the line from the firer's front to the middle of the target passes the skirmish line within its front."""
    from math import cos, radians, sin

    at = radians(own.heading)
    (fr, fa), (tr, ta) = (
        ((x - own.position[0]) * cos(at) - (y - own.position[1]) * sin(at),
         (x - own.position[0]) * sin(at) + (y - own.position[1]) * cos(at))
        for x, y in (b.body(firer).eye, b.body(target).eye)
    )  # fmt: skip
    if fa <= 0 or ta >= 0:
        return False
    across = fr + (tr - fr) * fa / (fa - ta)
    return abs(across) <= bodies.shape(b, own).width / 2


@implements("CS-3.3.2.3r")
def still_in_the_ranks(b: Battlefield, unit: str) -> int:
    """Figures that are out but still count for the parent's fire: the third rank, which does not fire from there."""
    now = b.unit(unit)
    own = b.world.units.get(now.skirmishers) if now.skirmishers else None
    if own is None or not detaching(b, unit).third_rank:
        return 0
    return own.figures - own.lost


def _in(b: Battlefield, event: Any) -> str:
    unit, cause = b.name(event.units["unit"]) if event.units["unit"] else "an unseen unit", event.values["cause"]
    words = {
        "recalled": f"The skirmishers of {unit} come in",
        "casualties": f"The skirmishers of {unit} have lost men and fall back on it",
        "cavalry": f"Cavalry! The skirmishers of {unit} run back to its ranks",
        "none left": f"None of the skirmishers of {unit} come back",
    }
    return words.get(cause, f"The skirmishers of {unit} come in: {cause}")


TELLS: dict[str, Tell] = {
    "skirmishers_out": "{unit} sends out skirmishers, {figures} figures",
    "skirmishers_in": _in,
    "skirmishers_aside": "The skirmishers clear the front of {unit} and fall in on its flank",
    "skirmishers_follow": "",
    **making_way.TELLS,
}
