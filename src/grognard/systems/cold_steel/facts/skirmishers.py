"""Skirmishers: who can be sent out, where they belong, whom they screen (CS-3.3.2.3j to r)."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, radians, sin
from typing import NamedTuple, cast, get_args

from grognard.army.layouts import battalion, layout_for
from grognard.army.nations import nation
from grognard.army.oob import FormationName
from grognard.ground.relations import Body
from grognard.ground.shapes import distance_of_quads, placed
from grognard.ground.units import SUB, Point, to_sub
from grognard.kernel.checks import Refusal, implements

from ..checks.command.skirmishers import SendOutSkirmishersFacts, SkirmishersFacts, SkirmishScreenFacts
from ..checks.formations.infantry import doctrine_of
from ..table import bodies
from ..table.battlefield import FAR, Battlefield
from ..table.state import UnitState
from ..terms import Nation

USUAL = 100
"""Paces ahead of their parent at which skirmishers like to be."""
KEPT = 45
"""Paces they keep from the enemy if they can, and still be in front."""
FLANK_GAP = 2
"""Paces between the parent's flank and skirmishers beside it."""
NEIGHBOURS = 300
"""Paces within which friends are looked for who leave no room beside the parent."""
IN_FRONT = ("open_order", "extended_order")


class Station(NamedTuple):
    """Where skirmishers belong now."""

    place: str
    """In front, at the sides, or with the parent."""
    rule: str
    position: Point = (0, 0)
    formation: FormationName = "open_order"


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
def detaching(b: Battlefield, unit: str) -> SendOutSkirmishersFacts:
    """The facts by which it is settled how many may go out; a company is a stand."""
    rated, now = b.entry(unit).rated, b.unit(unit)
    light, third = light_companies(b, unit), third_rank(b, unit)
    stands = len(battalion(b.entry(unit).unit, b.year).by_company())
    return SendOutSkirmishersFacts(
        has_skirmishers=rated.arm == "infantry" and not rated.irregular and bool(light or third) and not now.parent,
        stands=max(1, min(60, stands)),
        light_stands=light,
        # a light company goes before the third rank, where an army has both
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
    if not going_out(b, unit):
        return Refusal("CS-3.3.2.3j", "it has too few men left")
    return None


def going_out(b: Battlefield, unit: str) -> int:
    """Figures that go: the share of what is left that their stands are of all stands."""
    facts = detaching(b, unit)
    stands = b.settle("send-out-skirmishers", facts).skirmish_stands
    live = b.live(unit)
    # somebody stays behind, and if anybody goes it is at least one
    return min(live - 1, max(1, live * stands // facts.stands)) if stands and live > 1 else 0


def out(b: Battlefield) -> Iterator[tuple[UnitState, UnitState]]:
    """Skirmishers on the table, each with its parent."""
    # a list of its own: recalls change the units while this runs
    for now in list(b.world.units.values()):
        if now.parent and now.where == "table":
            yield b.unit(now.id), b.unit(now.parent)


def _nearest(b: Battlefield, unit: str) -> int:
    return b.survey.nearest_enemy(unit)[1]


@implements("CS-3.3.2.3k", "CS-3.3.2.3p")
def station_of(b: Battlefield, parent: UnitState, own: UnitState, *, cavalry: bool = False) -> Station:
    """Where skirmishers belong: in front while there is room, else beside their parent."""
    t = b.rules.tables
    least, most = t.number("CS-3.3.2.3k", "from"), t.number("CS-3.3.2.3k", "to")
    enemy = _nearest(b, parent.id)
    depth = bodies.shape(b, own, "open_order", "open").depth
    room = min(USUAL, most, enemy - KEPT - depth // SUB)
    ahead = _ahead(b, parent, depth, max(least, room))
    facts = SkirmishersFacts(
        ahead=max(least, room),
        cavalry_threat=cavalry,
        parent_enemy=min(FAR, enemy),
        # no room, or no ground, ahead: then they go to the flanks
        aside_at_p2=room < least or ahead is None,
        parent_has_fired=parent.volley_spent,
    )
    screen = b.settle("skirmishers", facts)
    if screen.place == "with_the_parent":
        return Station(screen.place, screen.rule)
    if screen.place == "at_the_sides" or ahead is None:
        return _beside(b, parent, own)
    return Station("in_front", "CS-3.3.2.3k", ahead, _order(b, parent, own))


def _ahead(b: Battlefield, parent: UnitState, depth: int, paces: int) -> Point | None:
    """Their place so many paces before the parent's front, if troops can get there."""
    spot = placed(parent.position, parent.heading, 0, to_sub(paces) + depth)
    # the way there too: skirmishers do not cross what their battalion cannot
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
    # crowded on both sides: the right all the same, for somewhere they must be
    best = next((s for s in spots if _free(b, parent, own, line.at(s, parent.heading))), spots[0])
    return Station("at_the_sides", "CS-3.3.2.3p", best, "line")


def _free(b: Battlefield, parent: UnitState, own: UnitState, body: Body) -> bool:
    if not b.ground.on_table(body.eye):
        return False
    far = to_sub(NEIGHBOURS)
    for other in b.on_table():
        # a box test by one axis, then the other: few units are near
        if other.id in (parent.id, own.id) or abs(other.position[0] - body.eye[0]) > far:
            continue
        if abs(other.position[1] - body.eye[1]) <= far and not distance_of_quads(
            body.frame, b.survey.body(other.id).frame
        ):
            return False
    return True


@implements("CS-3.3.2.3l")
def screened(b: Battlefield, firer: str, target: str) -> bool:
    """Whether a unit's skirmishers keep small arms from firing at it: the line of fire passes through their front."""
    own = b.unit(b.unit(target).skirmishers) if b.unit(target).skirmishers else None
    if own is None or own.where != "table" or own.formation not in IN_FRONT or firer == own.id:
        return False
    facts = SkirmishScreenFacts(crosses_screen=_crosses(b, own, firer, target))
    return b.rules["skirmish-screen"].refusal(facts) is not None


def _crosses(b: Battlefield, own: UnitState, firer: str, target: str) -> bool:
    """Whether the line from the firer's front to the middle of the target passes the skirmish line within its front."""
    at = radians(own.heading)
    (fr, fa), (tr, ta) = (
        (
            (x - own.position[0]) * cos(at) - (y - own.position[1]) * sin(at),
            (x - own.position[0]) * sin(at) + (y - own.position[1]) * cos(at),
        )
        for x, y in (b.survey.body(firer).eye, b.survey.body(target).eye)
    )
    # firer and target on the same side of the skirmish line: it screens nothing between them
    if fa <= 0 or ta >= 0:
        return False
    # where the line of fire crosses the line they stand on
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
