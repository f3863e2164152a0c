"""Sections 1.2, 1.3, 1.8: action points, what actions cost, terrain or move dice."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from grognard.kernel.checks import check, implements, reckoning, refuse
from grognard.kernel.dice import D6
from grognard.kernel.facts import Facts, Range
from grognard.kernel.handful import Handful, Hits
from grognard.kernel.modifiers import flag, given, modifiers
from grognard.kernel.tables import Tables

from ..terms import FLOOR, Arm, Formation, Points, Status, branch, mounted

Step = Literal["forward", "forward_right", "right", "back_right", "back", "back_left", "left", "forward_left"]
Action = Literal[
    "formation_change", "facing_change", "about_face", "artillery_pivot", "fire_small_arms", "fire_artillery",
    "limber_or_unlimber", "re_man_guns", "rally", "emergency_square",
]  # fmt: skip
Terrain = Literal["open", "light", "heavy", "swamp", "strong_point"]
Edge = Literal["none", "low_wall", "wall", "stream", "river"]
_RULES: dict[str, str] = {
    "formation_change": "SC-1.2d", "facing_change": "SC-1.2e", "about_face": "SC-1.2e", "artillery_pivot": "SC-1.2f",
    "fire_small_arms": "SC-1.2g", "fire_artillery": "SC-1.2g", "limber_or_unlimber": "SC-1.2h",
    "re_man_guns": "SC-1.2h", "rally": "SC-1.2i", "emergency_square": "SC-1.2j",
}  # fmt: skip


class Doing(Facts):
    """An action that enters no space."""

    action: Annotated[Action, "the action"]
    arm: Annotated[Arm, "arm of the unit"] = "infantry"
    ap_left: Annotated[Points, "action points left"] = 3
    unlimbered: Annotated[bool, "guns off their limbers"] = False


class Cost(NamedTuple):
    """Action points."""

    ap: int


@reckoning("action-cost", "SC-1.2d", asks=Doing)
def action_cost(t: Tables, s: Doing) -> Cost:
    """What an action costs in action points."""
    if s.unlimbered and s.action in ("facing_change", "about_face"):
        return Cost(pivot_cost(t, s.action == "about_face", s.arm))
    cost = t.number(_RULES[s.action], s.action)
    return Cost(min(cost, s.ap_left) if s.action == "emergency_square" else cost)


@implements("SC-1.2f", "SC-1.3g")
def pivot_cost(t: Tables, about: bool, arm: Arm, heavy_guns: bool = False) -> int:
    """Unlimbered guns pay for each quarter turn."""
    whole = heavy_guns and t.value("SC-1.3g", "base") == "unit"
    quarter = t.number("SC-1.8a", arm) if whole else t.number("SC-1.2f", "artillery_pivot")
    return quarter * (2 if about else 1)


class Stepping(Facts):
    """A step into the next space."""

    step: Annotated[Step, "the way it goes, as the unit faces"] = "forward"
    arm: Annotated[Arm, "arm of the unit"] = "infantry"
    formation: Annotated[Formation, "its formation"] = "line"
    terrain: Annotated[Terrain, "ground of the space entered"] = "open"
    edge: Annotated[Edge, "what lies between the two spaces"] = "none"
    uphill: Annotated[bool, "the space lies on a higher level"] = False
    on_road: Annotated[bool, "in march column or limbered, from road space to road space"] = False
    blown: Annotated[bool, "blown cavalry"] = False
    heavy_guns: Annotated[bool, "a heavy battery"] = False
    moved: Annotated[bool, "it has entered a space before this turn"] = False
    ap_left: Annotated[Points, "action points left"] = 3


class Stepped(NamedTuple):
    """Whether the unit makes the step, what it pays, and what it has left."""

    enters: bool
    paid: int
    left: int


@implements("SC-1.2a", "SC-1.2b", "SC-1.2c")
def base_cost(t: Tables, step: str, formation: str) -> int:
    """What a step costs before terrain and dice."""
    if step == "forward":
        return t.number("SC-1.2a", "forward")
    if step in ("left", "right", "back"):
        return t.number("SC-1.2b", "side_or_back_in_skirmish" if formation == "skirmish" else "side_or_back")
    return t.number("SC-1.2c", "diagonal_forward" if step.startswith("forward") else "diagonal_backward")


def light_foot(t: Tables, s: Stepping) -> bool:
    """Light infantry in loose order takes no notice of the ground (SC-1.3h)."""
    return s.arm == "light_infantry" and s.formation in t.value("SC-1.3h", "formations")


@implements("SC-1.3b", "SC-1.3d", "SC-1.3h")
def fixed_cost(t: Tables, s: Stepping) -> int:
    """What a step costs before the dice. A road makes the going good whatever lies around."""
    whole = s.heavy_guns and not s.on_road and t.value("SC-1.3g", "base") == "unit"
    cost = t.number("SC-1.8a", s.arm) if whole else base_cost(t, s.step, s.formation)
    if not _ground_counts(t, s):
        return cost
    met = {"heavy": s.terrain in ("heavy", "swamp", "strong_point"), "wall": s.edge == "wall", "uphill": s.uphill}
    return cost + sum(t.row("SC-1.3b", row).value for row, holds in met.items() if holds)


def _ground_counts(t: Tables, s: Stepping) -> bool:
    return not light_foot(t, s) and not (s.on_road and t.value("SC-1.3d", "cancels"))


def _dearer(points: int) -> str:
    return f"costs {points} AP more"


@check("step", "SC-1.3a", asks=Stepping)
def step(t: Tables) -> Handful[Stepping, Stepped]:
    """Whether a unit makes a step, with its terrain or move dice, and what it pays."""
    each, target = t.number("SC-1.3a", "adds"), t.number("SC-1.3a", "target")

    def off_road(s: Stepping) -> bool:
        return not s.on_road

    def ground(s: Stepping) -> bool:
        return _ground_counts(t, s)

    def dressed(s: Stepping, formation: str) -> bool:
        again = s.moved and not t.value("SC-1.3a", "every_space")
        return off_road(s) and branch(s.arm) == "infantry" and s.formation == formation and not again

    dice = [
        *modifiers(
            t, "SC-1.3c",
            given("light", lambda s: ground(s) and s.terrain == "light"),
            given("stream", lambda s: ground(s) and s.edge == "stream"),
            given("low_wall", lambda s: ground(s) and s.edge == "low_wall"),
            given("wall", lambda s: ground(s) and s.edge == "wall"),
            given("uphill", lambda s: ground(s) and s.uphill),
        ),
        *modifiers(
            t, "SC-1.3e",
            given("line", lambda s: dressed(s, "line")),
            given("square", lambda s: dressed(s, "square")),
        ),
        *modifiers(t, "SC-1.3f", flag("blown", when=off_road)),
        *modifiers(t, "SC-1.3g", flag("heavy_guns", when=off_road)),
    ]  # fmt: skip

    def result(hits: Hits[Stepping]) -> Stepped:
        cost = fixed_cost(t, hits.s) + hits.hits * each
        left = hits.s.ap_left
        return Stepped(True, cost, left - cost) if cost <= left else Stepped(False, left, 0)

    bars = modifiers(t, "SC-1.3i", given("too_dear", lambda s: fixed_cost(t, s) > s.ap_left))
    return Handful(
        of=D6, target=target, modifiers=[*bars, *dice], result=result,
        floor=("SC-1.3a", FLOOR), depends=Stepping.names, does=_dearer(each),
    )  # fmt: skip


class Pivoting(Facts):
    """An unlimbered battery that is to be turned."""

    about: Annotated[bool, "right about; no: a quarter turn"] = False
    arm: Annotated[Arm, "arm of the battery"] = "foot_artillery"
    heavy_guns: Annotated[bool, "a heavy battery"] = False
    ap_left: Annotated[Points, "action points left"] = 3


@check("pivot", "SC-1.2f", asks=Pivoting)
def pivot(t: Tables) -> Handful[Pivoting, Stepped]:
    """Whether a battery brings its guns round; heavy guns roll a die for it."""
    each, target = t.number("SC-1.3a", "adds"), t.number("SC-1.3a", "target")

    def price(s: Pivoting) -> int:
        return pivot_cost(t, s.about, s.arm, s.heavy_guns)

    def result(hits: Hits[Pivoting]) -> Stepped:
        cost, left = price(hits.s) + hits.hits * each, hits.s.ap_left
        return Stepped(True, cost, left - cost) if cost <= left else Stepped(False, left, 0)

    bars = modifiers(t, "SC-1.3i", given("too_dear", lambda s: price(s) > s.ap_left))
    return Handful(
        of=D6, target=target, modifiers=[*bars, *modifiers(t, "SC-1.3g", flag("heavy_guns"))], result=result,
        floor=("SC-1.3a", FLOOR), depends=Pivoting.names, does=_dearer(each),
    )  # fmt: skip


class Fresh(Facts):
    """A unit at the start of the turn."""

    arm: Annotated[Arm, "its arm"]
    status: Annotated[Status, "its status"] = "good_order"
    in_command: Annotated[bool, "within its leader's radius, or with a leader attached"] = True
    road_march: Annotated[bool, "all its action points go into marching on a road in march column"] = False


class Account(NamedTuple):
    """Action points for the turn, for an opportunity charge and for a reaction move."""

    ap: int
    opportunity: int
    reaction: int


@reckoning("action-points", "SC-1.8a", asks=Fresh)
def action_points(t: Tables, s: Fresh) -> Account:
    """Action points of a unit this turn."""
    points = t.number("SC-1.8a", s.arm) + t.value("SC-5.2", s.status)["ap"]
    points += 0 if s.in_command else t.number("SC-7.1", "ap")
    points = max(points, t.number("SC-0.12", "least"))
    if s.road_march:
        points += t.number("SC-1.3d", "cavalry" if mounted(s.arm) else "infantry")
    return Account(points, t.number("SC-1.8b", s.arm), t.number("SC-1.8c", s.arm))


class Entering(Facts):
    """A unit that is to enter a space."""

    arm: Annotated[Arm, "its arm"]
    formation: Annotated[Formation, "its formation"] = "line"
    terrain: Annotated[Terrain, "ground of the space"] = "open"
    edge: Annotated[Edge, "what lies between"] = "none"
    road: Annotated[bool, "a road leads in"] = False


class Entered(NamedTuple):
    """The formation it has in the space."""

    formation: str


@reckoning("entry", "SC-0.11", asks=Entering)
def entry(t: Tables, s: Entering) -> Entered:
    """Whether a unit may enter a space, and what becomes of its formation there."""
    marching = s.road and s.formation in ("march_column", "limbered")
    if s.edge == "river" and not s.road:
        raise refuse("SC-0.11", "a river is crossed only by a road")
    if marching and s.terrain != "strong_point":
        return Entered(s.formation)
    if branch(s.arm) == "infantry":
        return Entered(_foot_in(t, s))
    if s.terrain == "strong_point":
        raise refuse("SC-0.11", "cavalry and guns never enter a strong point")
    if s.terrain in ("heavy", "swamp") and not (s.terrain == "heavy" and s.formation == "skirmish"):
        raise refuse("SC-0.11", "cavalry and guns enter heavy terrain or swamp only by road")
    return Entered(s.formation)


@implements("SC-4.1i")
def _foot_in(t: Tables, s: Entering) -> str:
    """Formed infantry comes apart in close country."""
    if s.terrain not in t.value("SC-4.1f", "ground"):
        return s.formation
    if s.formation in t.value("SC-4.1f", "from"):
        return "semi_formed"
    if s.formation in t.value("SC-4.1i", "on_road") and not s.road:
        raise refuse("SC-4.1h", "a march column enters heavy terrain only on a road")
    return s.formation


class Rest(Facts):
    """Blown cavalry at the end of a turn."""

    ap_spent: Annotated[int, Range(0, 12), "action points it spent this turn"] = 0
    in_melee: Annotated[bool, "it is in melee"] = False
    blown_now: Annotated[bool, "it became blown this very turn"] = False


class Rested(NamedTuple):
    """Whether the marker goes."""

    fresh: bool


@reckoning("blown-rest", "SC-5.8", asks=Rest)
def blown_rest(t: Tables, s: Rest) -> Rested:
    """Whether blown cavalry recovers its breath."""
    return Rested(s.ap_spent <= t.number("SC-5.8", "rests") and not s.in_melee and not s.blown_now)
