"""Chapter 9: the questions around a close combat that need no dice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal, NamedTuple

from grognard.kernel.checks import implements, reckoning, refuse
from grognard.kernel.facts import Facts, Paces, Range
from grognard.kernel.tables import Tables

from ...terms import STATUSES, Arm, Disorder, Side, Status, zones


class AttackDirectionFacts(Facts):
    """How an attacker comes at its enemy."""

    oblique: Annotated[int, Range(0, 180), "degrees between the attacker's front and the enemy's"] = 0
    stands_beyond: Annotated[int, Range(0, 20), "whole stands of it past the line of the enemy's front"] = 0
    behind: Annotated[int, Range(0, 180), "degrees from straight behind the enemy at the start of its move"] = 180
    attacking: Annotated[bool, "it came upon the enemy itself, now or when this combat began"] = True


class AttackDirectionResult(NamedTuple):
    """Where the attack strikes."""

    attacks: Side


@reckoning("attack-direction", "CS-9.2.1b", asks=AttackDirectionFacts)
def attack_direction(t: Tables, s: AttackDirectionFacts) -> AttackDirectionResult:
    """Whether an attack counts on the enemy's front, flank or rear."""
    # the defender gets no bonus for how he happens to stand; a variant may lift this
    if t.value("CS-9.2.1b", "attackers_only") and not s.attacking:
        return AttackDirectionResult("front")
    # rear before flank: who came from behind is also past the front line
    if s.behind <= t.number("CS-9.2.1b", "rear_within"):
        return AttackDirectionResult("rear")
    past = s.stands_beyond >= t.number("CS-9.2.1b", "stands_beyond")
    return AttackDirectionResult("flank" if past and s.oblique >= t.number("CS-9.2.1b", "flank_from") else "front")


Guard = Literal["none", "formed_friend", "impassable", "obstacle"]


class FlanksSecuredFacts(Facts):
    """What stands on a unit's flanks."""

    left: Annotated[Guard, "what covers the left; only what the attacker cannot pass"] = "none"
    left_distance: Annotated[Paces, "paces to it"] = 0
    right: Annotated[Guard, "what covers the right"] = "none"
    right_distance: Annotated[Paces, "paces to it"] = 0


class FlanksSecuredResult(NamedTuple):
    """Whether the unit gets the bonus."""

    flanks_secured: bool


@reckoning("flanks-secured", "CS-9.2.1d", asks=FlanksSecuredFacts)
def flanks_secured(t: Tables, s: FlanksSecuredFacts) -> FlanksSecuredResult:
    """Whether both flanks of a unit are secured."""
    within = t.number("CS-9.2.1d", "within")
    sides = ((s.left, s.left_distance), (s.right, s.right_distance))
    # both, or none: one open flank is open enough
    return FlanksSecuredResult(all(guard != "none" and distance <= within for guard, distance in sides))


class SurpriseFacts(Facts):
    """How an attacker came into P3."""

    seen_at_start: Annotated[bool, "the defender could see it at the start of the turn, other units aside"] = True
    smoke_crossed: Annotated[int, Range(0, 60), "balls in the largest smoke bank it came through"] = 0


class SurpriseResult(NamedTuple):
    """Whether the defender is surprised."""

    surprised: bool


@reckoning("surprise", "CS-9.2.1f", asks=SurpriseFacts)
def surprise(t: Tables, s: SurpriseFacts) -> SurpriseResult:
    """Whether a defender is surprised by an attack in clear weather."""
    return SurpriseResult(not s.seen_at_start or s.smoke_crossed >= t.number("CS-9.2.1f", "smoke_bank"))


class ReinforcementFacts(Facts):
    """A unit that wants to join a close combat."""

    last_result: Annotated[Literal["melee", "firefight", "other"], "how the combat ended last turn"]
    arm: Annotated[Arm, "the joining unit's arm"] = "infantry"
    starts_in_p3: Annotated[bool, "it begins the movement phase in P3 of an enemy"] = False
    wheel: Annotated[int, Range(0, 180), "degrees it must wheel to reach its enemy"] = 0
    through_friend: Annotated[bool, "it comes up behind a friend that is in the melee"] = False
    friend_arm: Annotated[Arm, "that friend's arm"] = "cavalry"


class ReinforcementResult(NamedTuple):
    """How it fights: as if in contact itself, or touching the enemy."""

    joins: bool
    fights: str


@reckoning("reinforcement", "CS-9.2.3a", asks=ReinforcementFacts)
def reinforcement(t: Tables, s: ReinforcementFacts) -> ReinforcementResult:
    """Whether a unit may reinforce a close combat."""
    if s.last_result != "melee":
        raise refuse("CS-9.2.3a", "only a combat that ended as a melee may be reinforced")
    if s.starts_in_p3:
        # who was in P3 of somebody has his own fight (CS-9.2.3b)
        raise refuse("CS-9.2.3b", "the unit must begin the movement phase outside P3")
    if s.arm == "cavalry" and s.wheel > t.number("CS-9.2.3d", "most_wheel"):
        raise refuse("CS-9.2.3d", f"cavalry may wheel at most {t.number('CS-9.2.3d', 'most_wheel')} degrees to join")
    if s.through_friend and not s.arm == s.friend_arm == "cavalry":
        raise refuse("CS-9.2.3e", "only cavalry may reinforce through a friend, and only through cavalry")
    return ReinforcementResult(True, _contact(s))


@implements("CS-9.2.3c")
def _contact(s: ReinforcementFacts) -> str:
    """Those who come up themselves may gain a flank, judged for them alone."""
    return "as if touching the friend's enemy" if s.through_friend else "in contact, on a flank if it gains one"


class TrophyFacts(Facts):
    """A unit that has just taken a trophy."""

    status: Annotated[Status, "its morale level before"]


class TrophyResult(NamedTuple):
    """Its morale level until its next check."""

    status: Status


@reckoning("trophy", "CS-9.2.2a", asks=TrophyFacts)
def trophy(t: Tables, s: TrophyFacts) -> TrophyResult:
    """What a captured trophy does for a unit's morale."""
    # resolute is the top of the ladder
    return TrophyResult(STATUSES[max(STATUSES.index(s.status) - 1, 0)])


class FallingBackFacts(Facts):
    """A unit beaten in close combat."""

    status: Annotated[Literal["wavering", "broken", "routed"], "the level the result gives it"]
    arm: Annotated[Literal["infantry", "cavalry"], "its arm; a beaten battery is overrun"] = "infantry"


class FallingBackResult(NamedTuple):
    """How it leaves the combat, at once and straight away from the victor."""

    gait: str
    paces: int


@reckoning("falling-back", "CS-9.2.2h", asks=FallingBackFacts)
def falling_back(t: Tables, s: FallingBackFacts) -> FallingBackResult:
    """How far a beaten unit moves out of the combat."""
    gait: str = t.value("CS-9.2.2h", "fallback_gait")[s.status]
    rates = t.row("CS-6.1a", "foot" if s.arm == "infantry" else "mounted").columns
    return FallingBackResult(gait, rates[gait])


class AbandonedGunsFacts(Facts):
    """Guns left by their crews."""

    turns_in_contact: Annotated[int, Range(0, 20), "full turns an enemy has been in contact with them"]


class AbandonedGunsResult(NamedTuple):
    """Whether they are out for the game."""

    spiked: bool


@reckoning("abandoned-guns", "CS-9.1e", asks=AbandonedGunsFacts)
def abandoned_guns(t: Tables, s: AbandonedGunsFacts) -> AbandonedGunsResult:
    """Whether abandoned guns are spiked without a roll."""
    return AbandonedGunsResult(s.turns_in_contact >= t.number("CS-9.1e", "turns_in_contact"))


class FireTrainedCavalryFacts(Facts):
    """Module 2: fire-trained cavalry that fires before it fights."""

    disorder: Disorder = 0
    attacking: Annotated[bool, "it advances; otherwise it receives the enemy"] = True


class FireTrainedCavalryResult(NamedTuple):
    """Its disorder when close combat is resolved."""

    disorder: int


@reckoning("fire-trained-cavalry", "CS-M2-8.3a", asks=FireTrainedCavalryFacts)
def fire_trained_cavalry(t: Tables, s: FireTrainedCavalryFacts) -> FireTrainedCavalryResult:
    """Module 2: the disorder of cavalry that fires before close combat."""
    rule = "CS-M2-8.3a" if s.attacking else "CS-M2-8.3b"
    if not t.value(rule, "in_force"):
        raise refuse(rule, "only in Module 2; use variant module-2")
    return FireTrainedCavalryResult(s.disorder + t.number("CS-M2-8.3a", "disorder"))


class GapaChargeFacts(Facts):
    """Module 2: Swedes who fire and charge in one turn."""

    rate: Annotated[Paces, "paces it may move this turn at its gait"]
    moved: Annotated[Paces, "paces it moved before it fired"]
    enemy_distance: Annotated[Paces, "paces to the enemy when it has fired"]


class GapaChargeResult(NamedTuple):
    """Whether it reaches close combat this turn, and the paces it had kept back."""

    reaches_p3: bool
    kept_back: int


@reckoning("gapa-charge", "CS-M2-8.1", asks=GapaChargeFacts)
def gapa_charge(t: Tables, s: GapaChargeFacts) -> GapaChargeResult:
    """Module 2: whether a Swedish GåPå charge fires, closes and fights in one turn."""
    if not t.value("CS-M2-8.1", "in_force"):
        raise refuse("CS-M2-8.1", "only in Module 2; use variant module-2")
    if s.moved > s.rate:
        raise refuse("CS-M2-8.1", f"it moves at most {s.rate} paces this turn")
    kept = s.rate - s.moved
    return GapaChargeResult(zones(t)[max(s.enemy_distance - kept, 0)] == t.value("CS-9", "zone"), kept)


class Engagement(NamedTuple):
    """A close combat on the table: whether cavalry is in it, and where its centre lies."""

    cavalry: bool
    north: int
    east: int


@implements("CS-9.1a")
def resolution_order(engagements: Iterable[Engagement]) -> list[Engagement]:
    """Combats with cavalry before all others, each sort from the north, ties from the east."""
    return sorted(engagements, key=lambda e: (not e.cavalry, -e.north, -e.east))


class EngagedFacts(Facts):
    """Two opposing units."""

    distance: Annotated[Paces, "paces between their nearest points"]


class EngagedResult(NamedTuple):
    """Whether they are in close combat."""

    close_combat: bool


@reckoning("engaged", "CS-9", asks=EngagedFacts)
def engaged(t: Tables, s: EngagedFacts) -> EngagedResult:
    """Whether two opposing units are in close combat."""
    return EngagedResult(zones(t)[s.distance] == t.value("CS-9", "zone"))
