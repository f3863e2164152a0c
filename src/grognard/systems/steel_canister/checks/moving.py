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


class ActionCostFacts(Facts):
    """An action that enters no space."""

    action: Annotated[Action, "the action"]
    arm: Annotated[Arm, "arm of the unit"] = "infantry"
    ap_left: Annotated[Points, "action points left"] = 3
    unlimbered: Annotated[bool, "guns off their limbers"] = False
    heavy_guns: Annotated[bool, "a heavy battery"] = False


class ActionCostResult(NamedTuple):
    """Action points."""

    ap: int


@reckoning("action-cost", "SC-1.2d", asks=ActionCostFacts)
def action_cost(t: Tables, s: ActionCostFacts) -> ActionCostResult:
    """What an action costs in action points."""
    # unlimbered guns are heavy to bring round: any turn of theirs is priced as a pivot
    if s.action == "artillery_pivot" or (s.unlimbered and s.action in ("facing_change", "about_face")):
        return ActionCostResult(_pivot_cost(t, s.action == "about_face", s.arm, s.heavy_guns))
    cost = t.number(_RULES[s.action], s.action)
    # an emergency square is tried even with nothing left to pay with
    return ActionCostResult(min(cost, s.ap_left) if s.action == "emergency_square" else cost)


@implements("SC-1.2f", "SC-1.3g")
def _pivot_cost(t: Tables, about: bool, arm: Arm, heavy_guns: bool) -> int:
    """Unlimbered guns pay for each quarter turn."""
    # "base" is read as the price of the action; a variant reads it as the unit's whole allowance
    whole = heavy_guns and t.value("SC-1.3g", "base") == "unit"
    quarter = t.number("SC-1.8a", arm) if whole else t.number("SC-1.2f", "artillery_pivot")
    return quarter * (2 if about else 1)


class StepFacts(Facts):
    """A step into the next space."""

    step: Annotated[Step, "the way it goes, as the unit faces"] = "forward"
    arm: Annotated[Arm, "arm of the unit"] = "infantry"
    formation: Annotated[Formation, "its formation"] = "line"
    terrain: Annotated[Terrain, "ground of the space entered"] = "open"
    edge: Annotated[Edge, "what lies between the two spaces"] = "none"
    uphill: Annotated[bool, "the space lies on a higher level"] = False
    on_road: Annotated[bool, "in march column or limbered, from road space to road space"] = False
    road: Annotated[bool, "a road or bridge leads in, whatever its formation"] = False
    manned: Annotated[bool, "guns: the crew is with them; no: it walks without them"] = True
    blown: Annotated[bool, "blown cavalry"] = False
    heavy_guns: Annotated[bool, "a heavy battery"] = False
    moved: Annotated[bool, "it has entered a space before this turn"] = False
    ap_left: Annotated[Points, "action points left"] = 3


class StepResult(NamedTuple):
    """Whether the unit makes the step, what it pays, and what it has left."""

    enters: bool
    paid: int
    left: int

    def told(self) -> str:
        """In words: a step that fails is said as plainly as one that is made."""
        return f"{'enters' if self.enters else 'does not enter'}, paid {self.paid}, left {self.left}"


class PivotResult(NamedTuple):
    """Whether the guns come round, what the battery pays, and what it has left."""

    turned: bool
    paid: int
    left: int

    def told(self) -> str:
        """In words: guns that stay as they are are said as plainly as those that come round."""
        return f"{'turned' if self.turned else 'not turned'}, paid {self.paid}, left {self.left}"


def step_rule(step: str) -> str:
    """The rule that prices a step: straight ahead, aside or back, or on a diagonal."""
    if step == "forward":
        return "SC-1.2a"
    return "SC-1.2b" if step in ("left", "right", "back") else "SC-1.2c"


@implements("SC-1.2a", "SC-1.2b", "SC-1.2c")
def base_cost(t: Tables, step: str, formation: str) -> int:
    """What a step costs before terrain and dice."""
    rule = step_rule(step)
    if rule == "SC-1.2a":
        return t.number(rule, "forward")
    if rule == "SC-1.2b":
        return t.number(rule, "side_or_back_in_skirmish" if formation == "skirmish" else "side_or_back")
    return t.number(rule, "diagonal_forward" if step.startswith("forward") else "diagonal_backward")


def light_foot(t: Tables, s: StepFacts) -> bool:
    """Light infantry in loose order takes no notice of the ground (SC-1.3h)."""
    return s.arm == "light_infantry" and s.formation in t.value("SC-1.3h", "formations")


@implements("SC-1.3b", "SC-1.3d", "SC-1.3h")
def fixed_cost(t: Tables, s: StepFacts) -> int:
    """What a step costs before the dice. A road makes the going good whatever lies around."""
    whole = s.heavy_guns and not s.on_road and t.value("SC-1.3g", "base") == "unit"
    cost = t.number("SC-1.8a", s.arm) if whole else base_cost(t, s.step, s.formation)
    if not _ground_counts(t, s):
        return cost
    met = {"heavy": s.terrain in ("heavy", "swamp", "strong_point"), "wall": s.edge == "wall", "uphill": s.uphill}
    return cost + sum(t.row("SC-1.3b", row).value for row, holds in met.items() if holds)


def _ground_counts(t: Tables, s: StepFacts) -> bool:
    # light infantry in loose order and marches on a road take no notice of the ground
    return not light_foot(t, s) and not (s.on_road and t.value("SC-1.3d", "cancels"))


def _dearer(points: int) -> str:
    return f"costs {points} AP more"


@check("step", "SC-1.3a", asks=StepFacts)
def step(t: Tables) -> Handful[StepFacts, StepResult]:
    """Whether a unit makes a step, with its terrain or move dice, and what it pays."""
    each, target = t.number("SC-1.3a", "adds"), t.number("SC-1.3a", "target")

    def off_road(s: StepFacts) -> bool:
        return not s.on_road

    def ground(s: StepFacts) -> bool:
        return _ground_counts(t, s)

    def dressed(s: StepFacts, formation: str) -> bool:
        # our reading: the dice for line and square are thrown for every space, not once for a move
        again = s.moved and not t.value("SC-1.3a", "every_space")
        return off_road(s) and branch(s.arm) == "infantry" and s.formation == formation and not again

    dice = [
        *modifiers(
            t,
            "SC-1.3c",
            given("light", lambda s: ground(s) and s.terrain == "light"),
            given("stream", lambda s: ground(s) and s.edge == "stream"),
            given("low_wall", lambda s: ground(s) and s.edge == "low_wall"),
            given("wall", lambda s: ground(s) and s.edge == "wall"),
            given("uphill", lambda s: ground(s) and s.uphill),
        ),
        *modifiers(
            t,
            "SC-1.3e",
            given("line", lambda s: dressed(s, "line")),
            given("square", lambda s: dressed(s, "square")),
        ),
        *modifiers(t, "SC-1.3f", flag("blown", when=off_road)),
        *modifiers(t, "SC-1.3g", flag("heavy_guns", when=off_road)),
    ]

    def result(hits: Hits[StepFacts]) -> StepResult:
        cost = fixed_cost(t, hits.s) + hits.hits * each
        left = hits.s.ap_left
        # too dear by the dice: it stays, and all its points are gone (SC-1.3i)
        return StepResult(True, cost, left - cost) if cost <= left else StepResult(False, left, 0)

    bars = [
        *modifiers(t, "SC-1.3i", given("too_dear", lambda s: fixed_cost(t, s) > s.ap_left)),
        *modifiers(t, "SC-2.3", given("in_battery", lambda s: s.formation == "unlimbered" and s.manned)),
        *modifiers(
            t,
            "SC-0.11",
            given("no_bridge", lambda s: s.edge == "river" and not (s.road or s.on_road)),
            given("no_road", lambda s: s.terrain not in ("open", "light") and _shut(_entering(s))),
        ),
        *modifiers(
            t,
            "SC-4.1h",
            given("no_road", lambda s: s.terrain not in ("open", "light") and _strays(t, _entering(s))),
        ),
    ]
    return Handful(
        of=D6,
        target=target,
        modifiers=[*bars, *dice],
        result=result,
        floor=("SC-1.3a", FLOOR),
        depends=StepFacts.names,
        does=_dearer(each),
    )


def _entering(s: StepFacts) -> EntryFacts:
    """The unit as it enters the space of its step."""
    road = s.road or s.on_road
    return EntryFacts(arm=s.arm, formation=s.formation, terrain=s.terrain, edge=s.edge, road=road)


class PivotFacts(Facts):
    """An unlimbered battery that is to be turned."""

    about: Annotated[bool, "right about; no: a quarter turn"] = False
    arm: Annotated[Arm, "arm of the battery"] = "foot_artillery"
    heavy_guns: Annotated[bool, "a heavy battery"] = False
    ap_left: Annotated[Points, "action points left"] = 3


@check("pivot", "SC-1.2f", asks=PivotFacts)
def pivot(t: Tables) -> Handful[PivotFacts, PivotResult]:
    """Whether a battery brings its guns round; heavy guns roll a die for it."""
    each, target = t.number("SC-1.3a", "adds"), t.number("SC-1.3a", "target")

    def price(s: PivotFacts) -> int:
        return _pivot_cost(t, s.about, s.arm, s.heavy_guns)

    def result(hits: Hits[PivotFacts]) -> PivotResult:
        cost, left = price(hits.s) + hits.hits * each, hits.s.ap_left
        return PivotResult(True, cost, left - cost) if cost <= left else PivotResult(False, left, 0)

    bars = [
        *modifiers(t, "SC-1.2f", given("no_guns", lambda s: branch(s.arm) != "artillery")),
        *modifiers(t, "SC-1.3i", given("pivot_too_dear", lambda s: price(s) > s.ap_left)),
    ]
    return Handful(
        of=D6,
        target=target,
        modifiers=[*bars, *modifiers(t, "SC-1.3g", flag("heavy_guns"))],
        result=result,
        floor=("SC-1.3a", FLOOR),
        depends=PivotFacts.names,
        does=_dearer(each),
    )


class ActionPointsFacts(Facts):
    """A unit at the start of the turn."""

    arm: Annotated[Arm, "its arm"]
    status: Annotated[Status, "its status"] = "good_order"
    in_command: Annotated[bool, "within its leader's radius, or with a leader attached"] = True
    road_march: Annotated[bool, "all its action points go into marching on a road in march column"] = False


class ActionPointsResult(NamedTuple):
    """Action points for the turn, for an opportunity charge and for a reaction move."""

    ap: int
    opportunity: int
    reaction: int


@reckoning("action-points", "SC-1.8a", asks=ActionPointsFacts)
def action_points(t: Tables, s: ActionPointsFacts) -> ActionPointsResult:
    """Action points of a unit this turn."""
    points = t.number("SC-1.8a", s.arm) + t.value("SC-5.2", s.status)["ap"]
    points += 0 if s.in_command else t.number("SC-7.1", "ap")
    # before the road's bonus: shaken or out of command, a unit keeps some points of its own
    points = max(points, t.number("SC-0.12", "least"))
    if s.road_march:
        points += road_bonus(t, s.arm)
    return ActionPointsResult(points, t.number("SC-1.8b", s.arm), t.number("SC-1.8c", s.arm))


@implements("SC-1.3d")
def road_bonus(t: Tables, arm: Arm) -> int:
    """Action points that a march on a road gives besides."""
    return t.number("SC-1.3d", "cavalry" if mounted(arm) else "infantry")


class EntryFacts(Facts):
    """A unit that is to enter a space."""

    arm: Annotated[Arm, "its arm"]
    formation: Annotated[Formation, "its formation"] = "line"
    terrain: Annotated[Terrain, "ground of the space"] = "open"
    edge: Annotated[Edge, "what lies between"] = "none"
    road: Annotated[bool, "a road leads in"] = False


class EntryResult(NamedTuple):
    """The formation it has in the space."""

    formation: str


@reckoning("entry", "SC-0.11", asks=EntryFacts)
def entry(t: Tables, s: EntryFacts) -> EntryResult:
    """Whether a unit may enter a space, and what becomes of its formation there."""
    if s.edge == "river" and not s.road:
        raise refuse("SC-0.11", t.row("SC-0.11", "no_bridge").label)
    if _shut(s):
        raise refuse("SC-0.11", t.row("SC-0.11", "no_road").label)
    if _strays(t, s):
        raise refuse("SC-4.1h", t.row("SC-4.1h", "no_road").label)
    return EntryResult(_foot_in(t, s) if branch(s.arm) == "infantry" else s.formation)


def _marching(s: EntryFacts) -> bool:
    return s.road and s.formation in ("march_column", "limbered")


def _shut(s: EntryFacts) -> bool:
    """Ground that horse and guns never enter: a strong point, close country off the road but for loose riders."""
    if branch(s.arm) == "infantry" or s.terrain not in ("heavy", "swamp", "strong_point"):
        return False
    if s.terrain == "strong_point":
        return True
    # loose riders may pass through woods, but neither swamp nor buildings
    return not _marching(s) and not (s.terrain == "heavy" and s.formation == "skirmish")


@implements("SC-4.1h", "SC-4.1i")
def _strays(t: Tables, s: EntryFacts) -> bool:
    """A march column of foot off the road in close country."""
    close = branch(s.arm) == "infantry" and s.terrain in t.value("SC-4.1f", "ground")
    return close and s.formation in t.value("SC-4.1i", "on_road") and not s.road


@implements("SC-4.1i")
def _foot_in(t: Tables, s: EntryFacts) -> str:
    """Formed infantry comes apart in close country."""
    apart = s.terrain in t.value("SC-4.1f", "ground") and s.formation in t.value("SC-4.1f", "from")
    return "semi_formed" if apart else s.formation


@implements("SC-4.1f")
def storms_as(t: Tables, formation: Formation, terrain: str) -> Formation:
    """The formation in which a charger fights for a space: that of its charge, as long as the space is not its own;
    or it comes apart in close country at the first contact."""
    apart = terrain in t.value("SC-4.1f", "ground") and formation in t.value("SC-4.1f", "from")
    return "semi_formed" if apart and t.value("SC-4.1f", "storming") == "contact" else formation


class BlownRestFacts(Facts):
    """Blown cavalry at the end of a turn."""

    ap_spent: Annotated[int, Range(0, 12), "action points it spent this turn"] = 0
    in_melee: Annotated[bool, "it is in melee"] = False
    blown_now: Annotated[bool, "it became blown this very turn"] = False


class BlownRestResult(NamedTuple):
    """Whether the marker goes."""

    fresh: bool


@reckoning("blown-rest", "SC-5.8", asks=BlownRestFacts)
def blown_rest(t: Tables, s: BlownRestFacts) -> BlownRestResult:
    """Whether blown cavalry recovers its breath."""
    return BlownRestResult(s.ap_spent <= t.number("SC-5.8", "rests") and not s.in_melee and not s.blown_now)
