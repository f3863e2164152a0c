"""Command friction, a draft: engagement, threat, point-blank range, and reforming."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from grognard.kernel.checks import Chart, implements, reckoning, refuse
from grognard.kernel.facts import Facts
from grognard.kernel.tables import Tables

from ...terms import Branch, Engagement, Formation, Moves, dispersed
from ..measures import Inches, draft_reason, must_be_on, switched


class EngagementFacts(Facts):
    """A unit and one enemy."""

    distance: Annotated[Inches, "inches between them"]
    seen: Annotated[bool, "there is a line of sight"] = True
    enemy: Annotated[Branch, "foot, horse or guns of the enemy"] = "infantry"
    enemy_formation: Annotated[Formation, "the enemy's formation"] = "line"
    arm: Annotated[Branch, "foot, horse or guns of the unit"] = "infantry"
    formation: Annotated[Formation, "the unit's formation"] = "line"
    in_front: Annotated[bool, "the unit is in the enemy's front zone"] = True


class EngagementResult(NamedTuple):
    """The state this enemy puts the unit in."""

    state: Engagement


@reckoning("engagement", "BP-FRIC-1", asks=EngagementFacts)
def engagement(t: Tables, s: EngagementFacts) -> EngagementResult:
    """Whether an enemy engages or threatens a unit; of several enemies the worst state holds."""
    must_be_on(t, "friction_zones", "BP-FRIC-1")
    # threat first: it outranks mere engagement
    if s.distance <= threat_range(t, s.enemy, s.enemy_formation, s.arm, s.formation) and s.in_front and s.seen:
        return EngagementResult("threatened")
    return EngagementResult(
        "engaged" if s.distance <= engaged_range(t, s.enemy_formation, seen=s.seen) else "unengaged"
    )


@implements("BP-FRIC-1")
def worst(t: Tables, found: list[Engagement]) -> Engagement:
    """The state of a unit that several enemies put into several."""
    order: list[Engagement] = t.value("BP-FRIC-1", "states")
    return max(found, key=order.index, default=order[0])


@implements("BP-FRIC-3")
def engaged_range(t: Tables, enemy: Formation, *, seen: bool) -> int:
    """Inches within which an enemy in this formation engages; -1 where he never does."""
    if enemy in t.value("BP-FRIC-3", "ignored"):
        return -1
    return t.number("BP-FRIC-3", "seen" if seen else "unseen")


@implements("BP-FRIC-6")
def threat_range(t: Tables, by: Branch, by_formation: Formation, on: Branch, on_formation: Formation) -> int:
    """Inches to which an enemy threatens; -1 where he does not."""
    table = t["BP-FRIC-6"]
    if by_formation == "limbered" or by_formation in t.value("BP-FRIC-3", "ignored"):
        return -1
    if by == "artillery":
        # the exception is read of targets: guns threaten skirmishers only at the short range (BP-FRIC-6)
        small = dispersed(on_formation) and table["as_targets"]
        return int(table["skirmishers" if small else "artillery"])
    if by == "cavalry" and on == "infantry":
        return int(table["cavalry_on_infantry"])
    small = dispersed(by_formation) and not table["as_targets"]
    return int(table["skirmishers" if small else "usual"])


class ApproachFacts(Facts):
    """A unit that moves towards an enemy whom it faces."""

    start: Annotated[Inches, "inches to the enemy when the move begins"]
    move: Annotated[Inches, "inches it would go towards him"]
    threat: Annotated[Inches, "inches to which he threatens it"] = 6
    charging: Annotated[bool, "it charges"] = False
    to_close_range: Annotated[bool, "a standing order lets it go to close range"] = False
    faces: Annotated[bool, "its centre line points at some enemy"] = True


class ApproachResult(NamedTuple):
    """Inches from the enemy at which it stops."""

    stops_at: int


def approach_charts(t: Tables) -> list[Chart]:
    """Where a unit stops that goes towards an enemy."""
    least = t.number("BP-FRIC-7", "nearest")
    rows = [
        ("charges", "at contact"),
        ("does not charge", f"where the enemy threatens it, but no nearer than {least} inches"),
        ("does not charge, but may go to close range", f"no nearer than {least} inches"),
        ("does not face an enemy", t.row("BP-FRIC-4", "facing").label),
    ]
    on = switched(t, "friction_zones")
    found = rows if on else [("any", f"as far as it goes: {draft_reason('friction_zones')}")]
    return [Chart("how near a unit goes", ("a unit that", "stops"), found)]


@reckoning("approach", "BP-FRIC-7", asks=ApproachFacts, charts=approach_charts)
def approach(t: Tables, s: ApproachFacts) -> ApproachResult:
    """How near to an enemy a unit may go that does not charge."""
    if s.charging or not switched(t, "friction_zones"):
        return ApproachResult(max(0, s.start - s.move))
    if not s.faces and s.move:
        raise refuse("BP-FRIC-4", t.row("BP-FRIC-4", "facing").label)
    halts = halts_at(t, s.threat, to_close_range=s.to_close_range)
    # who stands nearer already is not pushed back
    return ApproachResult(max(min(s.start, halts), s.start - s.move))


@implements("BP-FRIC-7")
def halts_at(t: Tables, threat: int, *, to_close_range: bool) -> int:
    """Inches from an enemy who threatens so far at which a unit halts that does not charge."""
    least = t.number("BP-FRIC-7", "nearest")
    return least if to_close_range else max(least, threat)


class PointBlankFacts(Facts):
    """A unit at the end of a move."""

    distance: Annotated[Inches, "inches to the nearest enemy"]
    charging: Annotated[bool, "it charges"] = False


class PointBlankResult(NamedTuple):
    """That it may stand there."""

    legal: bool


@reckoning("point-blank", "BP-FRIC-7", asks=PointBlankFacts)
def point_blank(t: Tables, s: PointBlankFacts) -> PointBlankResult:
    """Whether a unit may end a move so near to an enemy."""
    if switched(t, "friction_zones") and s.distance < t.number("BP-FRIC-7", "nearest") and not s.charging:
        raise refuse("BP-FRIC-7", t.row("BP-FRIC-7", "too_near").label)
    return PointBlankResult(True)


class IdleFacts(Facts):
    """An engaged or threatened unit that was given no order, or failed it."""

    state: Annotated[Engagement, "its state"] = "engaged"


class IdleResult(NamedTuple):
    """Moves that it makes of itself."""

    moves: int


@reckoning("idle", "BP-FRIC-5", asks=IdleFacts)
def idle(t: Tables, s: IdleFacts) -> IdleResult:
    """What a unit does that nobody moved: the draft's table was never written, so it stays where it is."""
    must_be_on(t, "friction_zones", "BP-FRIC-5")
    table: list[int] = t.value("BP-FRIC-5", "table")
    # an empty table is the rule as printed; a house rule may fill it
    return IdleResult(table[0] if table and s.state != "unengaged" else 0)


@implements("BP-FRIC-8")
def reforms_by_itself(t: Tables, state: Engagement) -> bool:
    """Whether a unit needs no order to be in order again."""
    return state in t.value("BP-FRIC-8", "states") or not switched(t, "friction_zones")


class ReformFacts(Facts):
    """A disordered unit at the end of its side's turn."""

    state: Annotated[Engagement, "its state"] = "engaged"
    in_combat: Annotated[bool, "it is in close combat"] = False
    reform_moves: Annotated[Moves, "moves that an order to reform gave it"] = 0


class ReformResult(NamedTuple):
    """Whether it is disordered still."""

    disordered: bool


@reckoning("reform", "BP-FRIC-8", asks=ReformFacts)
def reform(t: Tables, s: ReformFacts) -> ReformResult:
    """Whether a unit is in order again, in the draft by which that is not automatic."""
    done = reforms_by_itself(t, s.state) or s.reform_moves >= t.number("BP-FRIC-8", "moves")
    return ReformResult(s.in_combat or not done)
