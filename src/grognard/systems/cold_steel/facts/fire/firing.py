"""What guns and muskets have in common: whom one sees and may aim at, arcs, aspect, slope, cover, and what hits do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from math import ceil, floor
from typing import Any, NamedTuple, cast, get_args

from grognard.battle.decisions import Decision, Option
from grognard.battle.procedures import Steps, ask, together
from grognard.ground.relations import bearing
from grognard.ground.shapes import Quad
from grognard.ground.units import Point
from grognard.kernel.checks import implements
from grognard.kernel.domains import Several
from grognard.kernel.ruleset import Ruleset
from grognard.kernel.sources import NO_DICE

from ...checks.fire.artillery import Slope
from ...checks.fire.target_priority import Candidate
from ...checks.fire.targets import Formation, ranks_of
from ...checks.setting_up.measures import reach as zone_reach
from ...effects import units as effects
from ...orders import skirmishers
from ...table import forms
from ...table.battlefield import FAR, Battlefield
from ...table.ground.arcs import HAIR, may_bear
from ...table.ground.cover import cover_against
from ...table.ground.going import slope_class
from ...table.state import UnitState
from ...terms import Arm, Character, Discipline, Nation, Side, zones
from .. import situations

AUTOMATIC = "by_the_list"
"""The answer of a general who leaves the target to his gunners."""


class Chance(NamedTuple):
    """An enemy that is near enough and seen."""

    paces: int
    target: str


# -- who is there to be fired at


@implements("CS-8.1g")
def into_melee(b: Battlefield) -> bool:
    """Whether officers give fire at enemies who are locked with our own men."""
    so: bool = b.rules.tables.value("CS-8.1g", "into_melee")
    return so


@implements("CS-7.2.2e", "CS-9.1b")
def in_sight(b: Battlefield, unit: str, within: int) -> list[Chance]:
    """Enemies that a unit sees no farther off than that, nearest first. Those locked with our own men in close combat
    are none, but for a variant (CS-8.1g)."""
    side, units, far = b.unit(unit).side, b.world.units, b.far_sighted
    into = into_melee(b)
    found = [
        Chance(paces, foe)
        for paces, foe, seen in b.around(unit, within)
        if seen
        and units[foe].side != side
        and (into or not units[foe].melee)
        and not units[foe].card
        and (far or b.clear_enough(paces, unit, foe))
    ]
    return sorted(found)


def friends_before(b: Battlefield, unit: str, within: int, arc: int, frame: Quad | None = None) -> list[str]:
    """Friends nearer than that of whom some part may lie in the arc of some stand; `frame` is where the unit will
    stand, if not where it stands now."""
    side, units = b.unit(unit).side, b.world.units
    frame = frame or b.body(unit).frame
    return [
        other
        for paces, other, _ in b.around(unit, within)
        if paces < within and units[other].side == side and may_bear(frame, b.body(other).frame, arc)
    ]


def outline(b: Battlefield, unit: str) -> tuple[Quad, ...]:
    """What of a unit can be hit: its parts, or the box around them where that is the same."""
    body = b.body(unit)
    now = b.unit(unit)
    boxed = now.formation in ("line", "open_order", "extended_order", "unlimbered", *forms.SQUARES)
    return (body.frame,) if boxed and b.entry(unit).rated.arm != "cavalry" else body.parts


# -- what a target looks like


def has_moved(unit: UnitState) -> bool:
    """Whether it moved, wheeled, turned or changed formation this turn (CS-7.2.2h, CS-8.1b)."""
    doing = unit.now
    return doing.moved != "no" or doing.paces > 0 or doing.turned or doing.quarters > 0


def formation_of(b: Battlefield, unit: str) -> Formation:
    """The formation as a target, in a word that its arm has; guns caught limbering up stand as they stand."""
    now = b.unit(unit)
    seen = forms.as_target(b, now)
    arm = b.entry(unit).rated.arm
    known = b.rules.tables.value("CS-7.2.3a", "ranks")[arm]
    if seen in known or (seen == "line_in_four_ranks" and "double_line" in known):
        return seen
    usual: dict[Arm, Formation] = {"infantry": "line", "cavalry": "line", "artillery": "unlimbered"}
    return cast(Formation, now.formation) if now.formation in known else usual[arm]


@implements("CS-7.2.3c")
def aspect(b: Battlefield, target: str, firer: Point) -> int:
    """Degrees between a target's facing and the line from its middle to those who fire. A fraction counts away from
    the flank, so that what is short of 45 degrees stays short of it."""
    off = (bearing(b.middle(target), firer) - b.unit(target).heading) % 360
    off = min(off, 360 - off)
    return floor(off + HAIR) if off <= 90 else ceil(off - HAIR)


def as_target(b: Battlefield, target: str, firer: Point) -> dict[str, Any]:
    """What the fire checks ask about a target."""
    rated = b.entry(target).rated
    return {
        "target_arm": rated.arm,
        "target_formation": formation_of(b, target),
        "target_irregular": rated.irregular,
        "target_cover": cover_against(b, target, firer),
        "target_aspect": aspect(b, target, firer),
    }


def ranks(b: Battlefield, seen: Any) -> int:
    """How many ranks a target counts; `seen` are facts with its formation and aspect."""
    return _ranks(b.rules)(seen)


@lru_cache(8)
def _ranks(rules: Ruleset) -> Callable[[Any], int]:
    return ranks_of(rules.tables)


@implements("CS-1.2d", "CS-7.2.2d")
def slope(b: Battlefield, a: Point, c: Point) -> Slope:
    """The slope that a line of fire climbs or descends."""
    gradient = b.ground.slope_between(a, c)
    if not gradient.climb:
        return "level"
    grade = slope_class(b.rules, gradient, b.scale)
    if grade == "gentle":
        return "up_gentle" if gradient.climb > 0 else "down_gentle"
    return "level" if grade == "flat" else cast(Slope, grade)


def character(b: Battlefield) -> Character:
    """The character of the table, as the checks know it."""
    return cast(Character, b.ground.character)


def discipline(b: Battlefield, unit: str) -> Discipline:
    """Irregulars have none, which the tables read as trained."""
    found = b.entry(unit).rated.discipline
    return "trained" if found == "none" else found


def nation(b: Battlefield, unit: str) -> Nation:
    """The nation as the national modifiers know it."""
    found = b.entry(unit).rated.nation
    return cast(Nation, found) if found in get_args(Nation) else "other"


# -- whom one fires at (7.5)


class Choice(NamedTuple):
    """An enemy in his place on the list of targets."""

    step: int
    nearness: int
    target: str


@implements("CS-7.5a", "CS-7.5b")
def ranked(
    b: Battlefield, unit: str, chances: Iterable[Chance], *, named: str = "", firing_on_us: frozenset[str] = frozenset()
) -> list[Choice]:
    """Enemies by their place on the list, among equals the closest first."""
    chances = list(chances)
    threats = _threatening(b, unit, chances)
    horse = sum(b.entry(each.target).rated.arm == "cavalry" for each in chances)
    found = []
    for paces, target in chances:
        rated = b.entry(target).rated
        near = paces
        if rated.arm == "cavalry" and horse > 1:
            near = min(paces, _to_supported(b, unit, target))
        candidate = Candidate(
            range=_zone_end(b.rules, paces), arm=rated.arm, formation=formation_of(b, target),
            irregular=rated.irregular, designated=target == named, threatening=target in threats,
            firing_on_us=target in firing_on_us, terrain=character(b),
        )  # fmt: skip
        found.append(Choice(_step(b.rules, candidate), near, target))
    return sorted(found)


def _threatening(b: Battlefield, unit: str, chances: list[Chance]) -> frozenset[str]:
    """Those among them who threaten it; asked only where somebody may, and nobody is nearer on the list."""
    t = b.rules.tables
    farthest = max(t.number("CS-1.8a", arm) for arm in ("infantry", "cavalry"))
    if not chances or chances[0].paces > farthest:
        return frozenset()
    if zones(t)[chances[0].paces] in t.value("CS-7.5a", "musketry"):
        return frozenset()
    return frozenset(situations.threatening(b, unit))


def _to_supported(b: Battlefield, unit: str, cavalry: str) -> int:
    """Paces from cavalry to the nearest friend that a unit stands beside closely enough to support him."""
    beside = b.rules.tables.row("CS-5.2.2a", "flank_support").columns["within"]
    return min((b.paces(friend, cavalry) for friend in b.friends_within(unit, beside)), default=FAR)


@lru_cache(4096)
def _zone_end(rules: Ruleset, paces: int) -> int:
    """A distance that stands for all of its zone, so that few candidates differ."""
    zone = zones(rules.tables)[paces]
    return paces if zone == "PX" else zone_reach(rules.tables, zone)


@lru_cache(4096)
def _step(rules: Ruleset, candidate: Candidate) -> int:
    step: int = rules["target-priority"].roll(candidate, NO_DICE).settled.priority
    return step


def attended(b: Battlefield) -> list[str]:
    """Units that a player commander is attached to, in the order of the roster."""
    there = {leader.attached for leader in b.world.leaders.values() if _may_name(b, leader.id)}
    return [unit.id for unit in b.on_table() if unit.id in there]


@implements("CS-7.5b")
def designated(b: Battlefield, choices: Mapping[str, list[str]]) -> Steps[dict[str, str]]:
    """The commanders of attended units name their targets, all seats together: unit to target. Nobody is asked who has
    no choice."""
    asked = [_designation(b, unit, targets) for unit, targets in choices.items() if len(targets) > 1]
    answers = yield from together([ask(decision) for decision in asked])
    named = zip(asked, answers, strict=True)
    return {decision.about["unit"]: answer.option for decision, answer in named if answer.option != AUTOMATIC}


def _may_name(b: Battlefield, leader: str) -> bool:
    now = b.world.leaders[leader]
    return bool(now.attached) and now.where == "table" and now.hurt != "killed" and situations.is_player(b, leader)


def _designation(b: Battlefield, unit: str, targets: list[str]) -> Decision:
    seat = b.seat_of(unit)
    options = [Option(AUTOMATIC, "whom the list of targets names", "CS-7.5a")]
    options += [
        Option(target, f"{b.name_to(seat, target)}, {b.paces(unit, target)} paces", "CS-7.5b") for target in targets
    ]
    return Decision(
        seat, "designate", f"Whom is {b.name(unit)} to fire at?", options,
        rules=("CS-7.5b",), about={"unit": unit},
    )  # fmt: skip


# -- friends in the way


def musketry(b: Battlefield) -> int:
    """Paces within which muskets do their work: the end of P2."""
    return zone_reach(b.rules.tables, "P2")


class Masked(NamedTuple):
    """A unit that has friends in the way of its fire."""

    target: str
    friends: tuple[str, ...]
    pressed: bool = False
    """It fires all the same unless it is told not to."""


def restrained(b: Battlefield, masked: Mapping[str, Masked]) -> Steps[frozenset[str]]:
    """Commanders say which of these units, who have friends in the way, fire all the same; all seats together, one
    question to each. Unless told, those who are pressed do."""
    seats = dict.fromkeys(b.seat_of(unit) for unit in masked)
    asked = [
        _restraint(b, seat, {unit: so for unit, so in masked.items() if b.seat_of(unit) == seat}) for seat in seats
    ]
    answers = yield from together([ask(decision) for decision in asked])
    return frozenset(unit for answer in answers if answer.option == "fire" for unit in answer.values["units"])


@implements("CS-7.7a", "CS-8.1j")
def _restraint(b: Battlefield, seat: str, masked: Mapping[str, Masked]) -> Decision:
    pressed = tuple(unit for unit, so in masked.items() if so.pressed)
    lines = "; ".join(_line_of_fire(b, seat, unit, so) for unit, so in masked.items())
    options = [
        Option("hold", "none of them fires through our own men", "CS-7.7a"),
        Option(
            "fire", "those chosen fire all the same", "CS-7.7a", {"units": Several(tuple(masked))}, {"units": pressed}
        ),
    ]
    text = f"Friends are in the way: {lines}. Who fires all the same? The others hold their fire"
    return Decision(
        seat, "hold_fire", text, options,
        default=("fire", {"units": pressed}) if pressed else ("hold", {}), rules=("CS-7.7a", "CS-8.1j"),
    )  # fmt: skip


def _line_of_fire(b: Battlefield, seat: str, unit: str, masked: Masked) -> str:
    friends = " and ".join(b.name(friend) for friend in masked.friends)
    return f"{b.name(unit)} would fire at {b.name_to(seat, masked.target)} past {friends}"


def holds_fire(b: Battlefield, unit: str, friend: str, rule: str) -> None:
    """Its commander learns that a unit does not fire, and for whose sake."""
    b.privately("holds_fire", b.seat_of(unit), rules=(rule,), units={"unit": unit, "friend": friend})


# -- what hits do


class Harm(NamedTuple):
    """What a fire does to a unit."""

    unit: str
    losses: int
    disorder: int
    cause: str
    rules: tuple[str, ...]
    musketry: bool = False


def whence(b: Battlefield, struck: str, firer: str, losses: int) -> tuple[Side, ...]:
    """From where fire has cost a unit casualties in this phase (CS-5.2.2b), this fire included."""
    before = b.unit(struck).now.fire_from
    if not losses or b.unit(struck).where != "table" or b.unit(firer).where != "table":
        return before
    return tuple(dict.fromkeys((*before, b.zone(struck, firer))))


def suffer(b: Battlefield, harm: Harm, by: str) -> None:
    """Losses are marked, disorder markers are put down; frontages stay (CS-7.1i, CS-8.1l)."""
    effects.lose(
        b, harm.unit, harm.losses, rules=harm.rules, cause=harm.cause, by=by, musketry=harm.musketry
    )  # fmt: skip
    effects.disorder(b, harm.unit, harm.disorder, rules=harm.rules, cause=harm.cause)


@implements("CS-3.3.2.3n", "CS-5.1")
def after_fire(b: Battlefield, struck: Iterable[str], **due_to: bool) -> None:
    """The end of a fire phase: skirmishers who lost men go back to their parents, then all check morale who have lost
    another quarter of their strength."""
    struck = list(dict.fromkeys(struck))
    parents = [b.unit(unit).parent for unit in struck if b.unit(unit).parent]
    skirmishers.regroup_after_fire(b)
    there = [unit.id for unit in b.on_table() if unit.id in {*struck, *parents}]
    situations.check_losses(b, there, **due_to)


def hits_in_words(hits: int) -> str:
    """No hit, 1 hit, 2 hits."""
    return "no hit" if not hits else "1 hit" if hits == 1 else f"{hits} hits"
