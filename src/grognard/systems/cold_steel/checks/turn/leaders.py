"""Chapter 10: leaders hit, and what they can do on the turns that follow."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple, get_args

from grognard.kernel.checks import Roll, Thrown, check, implements, reckoning
from grognard.kernel.dice import D10, TWO_D10
from grognard.kernel.facts import Facts, Paces, Range
from grognard.kernel.modifiers import flag, given, modifiers
from grognard.kernel.tables import Tables

from ...terms import Rating, Zone, zones
from ..command.points import Wound

LeaderEffect = Literal["horse_shot", "light", "serious", "killed"]
WOUNDS: tuple[Wound, ...] = get_args(Wound)


class LeaderHitFacts(Facts):
    """A leader figure, a player's or another, in the leader casualties phase."""

    nearest_enemy: Annotated[Paces, "paces to the nearest enemy unit, seen or not"]
    attached: Annotated[bool, "he touches a unit that is in P3"] = False


class LeaderHitResult(NamedTuple):
    """Whether he is hit, and the zone he rolled in."""

    hit: bool
    zone: Zone


@check("leader-hit", "CS-10.1", asks=LeaderHitFacts)
def leader_hit(t: Tables) -> Roll[LeaderHitFacts, LeaderHitResult]:
    """Whether a leader near the enemy is hit."""
    zone_at, hit_from = zones(t), t["CS-10.1.1a"]

    def zone(s: LeaderHitFacts) -> str:
        # with a unit in P3 he is in P3, wherever his figure stands (CS-10.1.1b)
        return "P3" if s.attached else zone_at[s.nearest_enemy]

    def result(throw: Thrown[LeaderHitFacts]) -> LeaderHitResult:
        where: Zone = zone(throw.s)  # type: ignore[assignment]  # others are barred
        return LeaderHitResult(throw.total >= hit_from[where], where)

    return Roll(
        dice=TWO_D10,
        modifiers=[
            *modifiers(t, "CS-10.1", given("safe", lambda s: zone(s) not in hit_from)),
            *modifiers(t, "CS-10.1.1b", flag("attached")),
        ],
        result=result,
        depends=("nearest_enemy", "attached"),
    )


class LeaderEffectFacts(Facts):
    """A leader who is hit."""

    earlier_wound: Annotated[Wound, "the worst wound he had before"] = "none"


class LeaderEffectResult(NamedTuple):
    """What the hit did, the worst wound he has now, and how near a friend must stand to check morale for it."""

    effect: LeaderEffect
    wound: str
    morale_checks_within: int


@check("leader-effect", "CS-10.1.2a", asks=LeaderEffectFacts)
def leader_effect(t: Tables) -> Roll[LeaderEffectFacts, LeaderEffectResult]:
    """What a hit does to a leader, and who checks morale for it."""
    effects = t.bands("CS-10.1.2a", "rows", lambda effect: effect)
    shocking, within = t.value("CS-10.1.2f", "effects"), t.number("CS-5.1", "leader_within")

    def result(throw: Thrown[LeaderEffectFacts]) -> LeaderEffectResult:
        effect: LeaderEffect = effects[throw.total]
        # a dead man has no worse wound
        wound = "killed" if effect == "killed" else worst(effect, throw.s.earlier_wound)
        return LeaderEffectResult(effect, wound, within if effect in shocking else 0)

    return Roll(dice=1 * D10, result=result, depends=("earlier_wound",))


@implements("CS-10.1.2c")
def worst(one: Wound, other: Wound) -> Wound:
    """Wounds do not add up: the worst one counts."""
    return max(one, other, key=WOUNDS.index)


class LeaderLaterFacts(Facts):
    """A leader some turns after he was hit."""

    effect: Annotated[LeaderEffect, "what the hit did"]
    earlier_wound: Annotated[Wound, "the worst wound he had before, a horse shot not counting any more"] = "none"
    turns_later: Annotated[int, Range(1, 500), "turns since; 1 is the turn after the hit"] = 1


class LeaderLaterResult(NamedTuple):
    """Who commands that turn and how he rolls for command points; `wound` is the fact that roll asks for."""

    commander: Literal["himself", "nobody", "successor"]
    command_points: bool
    modifier: int
    wound: Wound
    remark: str = ""


@reckoning("leader-later", "CS-10.1.2a", asks=LeaderLaterFacts)
def leader_later(t: Tables, s: LeaderLaterFacts) -> LeaderLaterResult:
    """What a leader who was hit can do on a later turn."""
    if s.effect == "killed":
        return _succession(t, s.turns_later)
    # a shot horse counts beside an older wound, not on top of it
    wound = worst(s.earlier_wound, _lasting(t, s.effect, s.turns_later))
    if s.effect == "serious" and s.turns_later <= t.number("CS-10.1.2a", "serious_bars"):
        return LeaderLaterResult("himself", False, 0, wound, t.row("CS-10.1.2d", "no_acquisition").label)
    return LeaderLaterResult("himself", True, _modifier(t, wound), wound)


@implements("CS-10.1.2b")
def _lasting(t: Tables, effect: Wound, turns_later: int) -> Wound:
    """A shot horse is soon replaced; wounds last."""
    return "none" if effect == "horse_shot" and turns_later > t.number("CS-10.1.2a", "horse_counts") else effect


def _modifier(t: Tables, wound: Wound) -> int:
    rows = {"horse_shot": "light_wound", "light": "light_wound", "serious": "serious_wound"}
    return t.row("CS-3.1.2a", rows[wound]).value if wound in rows else 0


def _succession(t: Tables, turns_later: int) -> LeaderLaterResult:
    """Nobody commands until the successor, named the turn before, takes over."""
    rating: Rating = t.value("CS-10.1.2a", "successor")
    if turns_later >= t.number("CS-10.1.2a", "successor_commands"):
        return LeaderLaterResult("successor", True, 0, "none", f"{rating} unless the scenario rates him")
    named = turns_later >= t.number("CS-10.1.2a", "successor_named")
    awaited = t.row("CS-10.1.2e", "successor_awaited").label
    return LeaderLaterResult("nobody", False, 0, "none", "his successor is named" if named else awaited)
