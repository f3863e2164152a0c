"""Chapter 4: automatic orders, which of them is marked, and what becomes of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal, NamedTuple

from grognard.kernel.checks import implements, reckoning
from grognard.kernel.facts import Count, Facts, Paces
from grognard.kernel.tables import Tables

from ...terms import Arm, Discipline, Disorder, Nation, Percent, Side, zones
from ..command.missions import FAR, MissionName, mission_called
from ..command.orders import barred
from ..command.special_orders import disorder_after
from .initiative import Result

AutomaticFormation = Literal["line", "double_line", "column", "square", "open", "extended"]
NOWHERE: frozenset[Side] = frozenset()


class AutomaticOrderFacts(Facts):
    """A unit's situation in the initiative phase."""

    arm: Annotated[Arm, "the unit's arm"]
    irregular: Annotated[bool, "an irregular unit"] = False
    discipline: Annotated[Discipline, "its discipline; irregulars have none"] = "trained"
    formation: Annotated[AutomaticFormation, "its formation"] = "line"
    disorder: Disorder = 0
    casualties_percent: Percent = 0
    nearest_enemy: Annotated[Paces, "paces to the nearest enemy"] = 400
    cavalry_threat: Annotated[frozenset[Side], "from where cavalry threatens it"] = NOWHERE
    infantry_threat: Annotated[frozenset[Side], "from where infantry threatens it"] = NOWHERE
    flank_friend: Annotated[Paces, "paces from its flank to the nearest formed friend"] = FAR
    rear_friend: Annotated[Paces, "paces from its rear to the nearest formed friend"] = FAR
    threatens_enemy: Annotated[bool, "it threatens an enemy unit"] = False
    canter_reaches: Annotated[bool, "cavalry: a canter brings it into P3 of that enemy this turn"] = True
    sheltered: Annotated[bool, "inside a building, or behind works that face the threat"] = False
    firefight: Annotated[bool, "its last close combat came out as a firefight"] = False
    fall_back_ordered: Annotated[bool, "it has an order to fall back"] = False
    musketry_casualties: Annotated[Count, "casualties small arms cost it last turn"] = 0
    mission: Annotated[Literal[MissionName, "none"], "the mission it is on"] = "none"
    ward_threatened: Annotated[bool, "the unit it protects is threatened"] = False
    ward_enemy_seen: Annotated[bool, "the enemy who threatens that unit is in its line of sight"] = True
    limbered: Annotated[bool, "artillery: the guns are limbered"] = False
    heavy_guns: Annotated[bool, "artillery: guns that are slow to limber as heavy ones"] = False
    closed_at_once: Annotated[bool, "its drill forms closed square at once from this formation"] = False
    player_distance: Annotated[Paces, "paces from a player figure; 0 is in contact, attached"] = FAR
    nation: Annotated[Nation, "18th century: the unit's nation"] = "other"
    melee_minded: Annotated[bool, "18th century: irregulars who seek close combat"] = False
    close_combat_in_front: Annotated[bool, "18th century: in close combat with an enemy in front"] = False
    prefers_square: Annotated[bool, "18th century: the owner picks square over facing the cavalry"] = False


class Automatic(NamedTuple):
    """What a unit does by itself."""

    order: str
    rule: str
    formation: str = ""
    """The formation it takes up."""
    gait: str = ""
    quarters: int = 0
    """Quarters of the turn that are gone before it moves."""
    disorder: int = 0


class AutomaticOrderResult(NamedTuple):
    """The automatic order marked, and what may be done about it."""

    order: str
    rule: str
    formation: str
    gait: str
    quarters: int
    disorder: int
    also_triggered: str
    """Other automatic orders it may change to, if it passes an initiative check."""
    may_be_ignored: bool
    limbers_leave: bool


@reckoning("automatic-order", "CS-4.1k", asks=AutomaticOrderFacts)
def automatic_order(t: Tables, s: AutomaticOrderFacts) -> AutomaticOrderResult:
    """The automatic order that a unit's situation calls for, if any."""
    found = triggered(t, s)
    first = found[0] if found else Automatic("none", "CS-4.1k")
    others = dict.fromkeys(other.order for other in found if other.order != first.order)
    return AutomaticOrderResult(*first, ", ".join(others), _player_attached(s), _limbers_leave(t, s))


def triggered(t: Tables, s: AutomaticOrderFacts) -> list[Automatic]:
    """All automatic orders that a unit's situation calls for, the one to be marked first."""
    # in the order of priority that the ruling sets (CS-4.1k): the source gives none
    return [found for name in t.value("CS-4.1k", "priority") if (found := _TRIGGERS[name](t, s))]


@implements("CS-4.1j")
def _player_attached(s: AutomaticOrderFacts) -> bool:
    return s.player_distance == 0


def _limbers_leave(t: Tables, s: AutomaticOrderFacts) -> bool:
    return bool(t.value("CS-M2-4.1e", "in_force") and s.arm == "artillery" and _threats(s))


def _threats(s: AutomaticOrderFacts) -> frozenset[Side]:
    return s.cavalry_threat | s.infantry_threat


def _fall_back_spent(t: Tables, s: AutomaticOrderFacts) -> Automatic | None:
    lost, confused = t.number("CS-4.1i", "casualties_percent"), t.number("CS-4.1i", "disorder")
    # more than: at exactly 75 percent, or ten markers, it still stands (CS-4.1i)
    spent = s.casualties_percent > lost or s.disorder > confused
    return Automatic("fall_back", "CS-4.1i", gait="quick") if spent else None


def _fall_back_threatened(t: Tables, s: AutomaticOrderFacts) -> Automatic | None:
    turned = _threats(s) & {"flank", "rear"}
    return Automatic("fall_back", "CS-4.1i", gait="quick") if turned and not _supported(t, s) else None


def _supported(t: Tables, s: AutomaticOrderFacts) -> bool:
    """By the distances at which friends support a morale check."""
    flank = t.row("CS-5.2.2a", "flank_support").columns["within"]
    rear = t.row("CS-5.2.2a", "rear_support").columns["within"]
    # on any one side is enough: somebody is there to lean on
    return s.flank_friend <= flank or s.rear_friend <= rear


def _form_square(t: Tables, s: AutomaticOrderFacts) -> Automatic | None:
    formed_foot = s.arm == "infantry" and not s.irregular and s.formation != "square"
    # houses and works do what a square would
    if not (formed_foot and s.cavalry_threat) or s.sheltered:
        return None
    if t.value("CS-M2-4.1b", "in_force") and s.cavalry_threat & {"flank", "rear"}:
        return _face_cavalry(s)
    # a firefight binds it only while the enemy is in P3: otherwise last turn's shots are over
    in_firefight = s.firefight and zones(t)[s.nearest_enemy] == "P3"
    if in_firefight or t.value("CS-M2-4.1a", "in_force"):
        return None
    return Automatic("form_square", "CS-4.1d", _square(s))


def _square(s: AutomaticOrderFacts) -> str:
    if s.formation in ("open", "extended"):
        return "skirmish_squares"
    # closed where the drill forms it at once, else open, by the ruling (CS-4.1d)
    return "closed_square" if s.closed_at_once else "open_square"


def _face_cavalry(s: AutomaticOrderFacts) -> Automatic | None:
    if s.close_combat_in_front:
        return None
    if s.prefers_square:
        return Automatic("form_square", "CS-M2-4.1b", _square(s))
    return Automatic("face_cavalry", "CS-M2-4.1b")


def _withdraw(t: Tables, s: AutomaticOrderFacts) -> Automatic | None:
    # in the eighteenth century the limbers run and the guns stay (CS-M2-4.1e)
    if s.arm != "artillery" or not _threats(s) or t.value("CS-M2-4.1e", "in_force"):
        return None
    if s.limbered:
        return Automatic("withdraw", "CS-4.1c", gait="quick")
    quarters = t.row("CS-A.5a", "emergency_limber").value
    # heavy guns take twice the time to limber
    times = t.row("CS-A.5c", "heavy").columns["times"] if s.heavy_guns else 1
    return Automatic("withdraw", "CS-4.1c", "limbered", "quick", quarters * times, t.number("CS-A.5b", "disorder"))


def _reform(t: Tables, s: AutomaticOrderFacts) -> Automatic | None:
    return Automatic("reform", "CS-4.1e") if s.disorder >= t.number("CS-4.1e", "disorder") else None


def _return_fire(t: Tables, s: AutomaticOrderFacts) -> Automatic | None:
    exempt = t.value("CS-M2-4.1d", "in_force") and s.nation == t.value("CS-M2-4.1d", "nation")
    if s.arm != "infantry" or not s.musketry_casualties or exempt:
        return None
    # the one pair of automatic orders that may be combined (CS-4.1k)
    return Automatic("return_fire", "CS-4.1g", "line" if _form_line(t, s) else "")


def _form_line(t: Tables, s: AutomaticOrderFacts) -> Automatic | None:
    able = s.arm == "infantry" and not s.irregular and not s.sheltered
    near = zones(t)[s.nearest_enemy] == t.value("CS-4.1f", "zone")
    # a cavalry threat and an order to go back both come before the line (CS-4.1f)
    if not (able and near and s.formation in t.value("CS-4.1f", "from")) or s.fall_back_ordered or s.cavalry_threat:
        return None
    return Automatic("form_line", "CS-4.1f", "line")


def _protect(t: Tables, s: AutomaticOrderFacts) -> Automatic | None:
    if s.mission == "none" or mission_called(t, s.mission) != "protect":
        return None
    return Automatic("protect", "CS-4.1b") if s.ward_threatened and s.ward_enemy_seen else None


def _irregulars_advance(t: Tables, s: AutomaticOrderFacts) -> Automatic | None:
    held = t.value("CS-M2-4.1c", "in_force") and not s.melee_minded
    if not (s.irregular and s.threatens_enemy) or held:
        return None
    return Automatic("irregulars_advance", "CS-4.1h", gait="double")


def _cavalry_advance(t: Tables, s: AutomaticOrderFacts) -> Automatic | None:
    # irregulars have no discipline class that could hold them back
    willing = s.irregular or s.discipline not in t.value("CS-4.1a", "never_charge")
    if not (s.arm == "cavalry" and s.threatens_enemy and willing):
        return None
    return Automatic("cavalry_advance", "CS-4.1a", gait="double" if s.canter_reaches else "quick")


_TRIGGERS: dict[str, Callable[[Tables, AutomaticOrderFacts], Automatic | None]] = {
    "fall_back_spent": _fall_back_spent,
    "form_square": _form_square,
    "withdraw": _withdraw,
    "fall_back_threatened": _fall_back_threatened,
    "reform": _reform,
    "return_fire": _return_fire,
    "form_line": _form_line,
    "protect": _protect,
    "irregulars_advance": _irregulars_advance,
    "cavalry_advance": _cavalry_advance,
}


class CancelAutomaticOrderFacts(Facts):
    """What the player wants of a unit that is marked with an automatic order."""

    wants: Annotated[
        Literal["automatic_order", "original_order", "other_automatic_order"], "which order should stand"
    ] = "original_order"
    player_attached: Annotated[bool, "a player figure is in contact with the unit"] = False
    initiative: Annotated[Literal[Result, "not_made"], "how its initiative check came out"] = "not_made"
    tried_before: Annotated[bool, "it has already made a check in this initiative phase"] = False
    other_triggered: Annotated[bool, "the other automatic order is triggered too"] = False


class CancelAutomaticOrderResult(NamedTuple):
    """The order that stands, and disorder taken at once."""

    order: str
    disorder: int


@reckoning("cancel-automatic-order", "CS-4.2b", asks=CancelAutomaticOrderFacts)
def cancel_automatic_order(t: Tables, s: CancelAutomaticOrderFacts) -> CancelAutomaticOrderResult:
    """Which order stands after the initiative phase: the automatic one or the player's."""
    # first: a wish for what is not triggered is no wish, whatever the dice would say
    if s.wants == "other_automatic_order" and not s.other_triggered:
        raise barred(t, "CS-4.2c", "not_triggered")
    if _needs_no_check(s):
        return CancelAutomaticOrderResult(s.wants, 0)
    if s.tried_before:
        raise barred(t, "CS-4.2c", "second_try")
    if s.initiative == "not_made":
        raise barred(t, "CS-4.2b", "no_check")
    stands = s.wants if s.initiative == "succeeded" else "automatic_order"
    return CancelAutomaticOrderResult(stands, disorder_after(t, s.initiative))


@implements("CS-4a", "CS-4.1j")
def _needs_no_check(s: CancelAutomaticOrderFacts) -> bool:
    """A player who agrees lets it happen; one who is with the unit is obeyed."""
    return s.wants == "automatic_order" or s.player_attached


class LimbersReturnFacts(Facts):
    """A battery of the 18th century whose limbers have run away."""

    leader_attached: Annotated[bool, "a leader is attached to the battery"] = False
    threatened: Annotated[bool, "an enemy threatens it"] = False
    initiative: Annotated[Result, "how its initiative check came out"]


class LimbersReturnResult(NamedTuple):
    """Whether the battery has limbers again; without them it can only prolong."""

    back: bool
    disorder: int


@reckoning("limbers-return", "CS-M2-4.1e", asks=LimbersReturnFacts)
def limbers_return(t: Tables, s: LimbersReturnFacts) -> LimbersReturnResult:
    """Whether limbers that deserted a battery come back (18th century)."""
    if s.threatened:
        raise barred(t, "CS-M2-4.1e", "threatened")
    if not s.leader_attached:
        raise barred(t, "CS-M2-4.1e", "no_leader")
    return LimbersReturnResult(s.initiative == "succeeded", disorder_after(t, s.initiative))
