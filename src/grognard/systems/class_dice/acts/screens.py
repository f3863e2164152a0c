"""Skirmish screens: put out and called in, skirmish combat, breaking through."""

from __future__ import annotations

from grognard.kernel.checks import implements

from ..checks.morale import Ordeal
from ..checks.skirmish import ScreenBeatenFacts, ScreenFacts, SkirmishFacts, SkirmishReachFacts
from ..effects.losses import lose_percent
from ..effects.morale import MoraleCall, check_all, get_status, suffer
from ..events.combat import CrashedThrough, ScreenBeaten, Skirmished
from ..events.movement import ScreenSet
from ..facts.bearings import zone
from ..facts.command import ordeal
from ..facts.morale import own_cover
from ..table.field import ClassField
from ..table.state import UnitState
from ..terms import Effect, branch


def screen_facts(b: ClassField, unit: str) -> ScreenFacts:
    """What a screen asks of a unit."""
    now = b.unit(unit)
    return ScreenFacts(
        troop_class=now.troop_class, light=now.light, rifles=now.weapon == "rifle", formation=now.formation
    )


@implements("CD-skirmish-screens")
def most_stands(b: ClassField, unit: str) -> int:
    """Stands that a unit may have in its screen."""
    now = b.unit(unit)
    return b.memo.keep(("most stands", unit), now, lambda: _most_stands(b, unit, now))


def _most_stands(b: ClassField, unit: str, now: UnitState) -> int:
    if branch(now.arm) != "infantry":
        return 0
    kind = now.troop_class, now.light, now.weapon == "rifle", now.formation
    most = b.memo.keep(("screen of", *kind), b.rules, lambda: _by_the_rules(b, screen_facts(b, unit)))
    # one casting stays with the colours
    spare = (b.castings(unit) - 1) // b.t.number("CD-infantry-stand", "castings")
    return max(0, min(most, spare))


def _by_the_rules(b: ClassField, facts: ScreenFacts) -> int:
    if b.rules["screen"].refusal(facts) is not None:
        return 0
    stands: int = b.settle("screen", facts).stands
    return stands


def set_screen(b: ClassField, unit: str, stands: int) -> None:
    """Skirmishers go out or are called in, for nothing."""
    if stands < 0 or stands == b.unit(unit).screen or stands > most_stands(b, unit):
        return
    b.report(ScreenSet(unit=unit, stands=stands), rules=("CD-skirmish-screens",), sets=[b.change(unit, screen=stands)])


def stands_out(b: ClassField, unit: str) -> int:
    """Stands in a screen that is not beaten."""
    now = b.unit(unit)
    return 0 if now.screen_beaten else now.screen


@implements("CD-skirmish-procedure")
def may_skirmish(b: ClassField, unit: str, foe: str) -> bool:
    """Whether a unit may start skirmish combat with another."""
    facts = SkirmishReachFacts(
        distance=b.survey.distance(unit, foe),
        zone=zone(b, unit, foe),
        screen=stands_out(b, unit),
        started=b.unit(unit).skirmished,
    )
    return bool(b.settle("skirmish-reach", facts).allowed)


def skirmish_targets(b: ClassField, unit: str, screen: int) -> list[str]:
    """Enemies that a unit with so many stands out could skirmish with."""
    if not screen or b.unit(unit).skirmished:
        return []
    seat, within = b.seat_of(unit), b.paces(b.t.number("CD-skirmish-procedure", "within"))
    return [
        foe for foe in b.survey.enemies_within(unit, within) if b.knows(seat, foe) and zone(b, unit, foe) == "front"
    ]


def skirmish_facts(b: ClassField, unit: str, foe: str) -> SkirmishFacts:
    """What skirmish combat asks of a unit."""
    now, other = b.unit(unit), b.unit(foe)
    return SkirmishFacts(
        troop_class=now.troop_class,
        screen=stands_out(b, unit),
        enemy_screen=stands_out(b, foe),
        enemy_rifles=other.weapon == "rifle" and stands_out(b, foe) > 0,
        branch=branch(now.arm),
        formation=now.formation,
        cover=own_cover(b, unit),
    )


@implements("CD-skirmish-table", "CD-skirmish-procedure", "CD-percent-results")
def skirmish(b: ClassField, unit: str, foe: str) -> dict[str, Effect]:
    """Skirmish combat: both roll at the same time, each suffers on its own row, the worse one's screen is beaten."""
    # both roll before either suffers
    rolls = [
        (one, other, b.roll("skirmish", skirmish_facts(b, one, other), by=one, seen=(one, other)))
        for one, other in ((unit, foe), (foe, unit))
    ]
    calls: list[MoraleCall] = []
    for one, other, roll in rolls:
        found = roll.settled
        more = {"smoke": True, "smoked": True} if found.smoke else {}
        first = {"skirmished": True} if one == unit else {}
        b.report(
            Skirmished(unit=one, target=other, cell=found.cell),
            rules=("CD-skirmish-table",),
            roll=roll,
            sets=[b.change(one, **more, **first)] if more or first else (),
        )
    for one, other, roll in rolls:
        found = roll.settled
        if lose_percent(b, one, found.percent, "skirmishers", other):
            get_status(b, one, found.effect, "skirmishers", ("CD-skirmish-table",))
            calls += suffer(b, one, found.effect, other, told=True)
    ours, theirs = (roll.settled.cell for _, _, roll in rolls)
    beaten = b.settle("screen-beaten", ScreenBeatenFacts(ours=ours, theirs=theirs)).beaten
    if beaten != "none":
        drive_in(b, unit if beaten == "ours" else foe)
    return check_all(b, calls)


def drive_in(b: ClassField, unit: str) -> None:
    """A screen is beaten: called in until its unit's next activation."""
    if b.here(unit) and stands_out(b, unit):
        b.report(ScreenBeaten(unit=unit), rules=("CD-skirmish-procedure",), sets=[b.change(unit, screen_beaten=True)])


@implements("CD-skirmish-screens")
def screened_by(b: ClassField, unit: str, mover: str) -> bool:
    """Whether a unit's skirmishers lie before an enemy who comes at it."""
    return stands_out(b, unit) > 0 and zone(b, unit, mover) == "front" and b.unit(mover).formation != "general"


@implements("CD-crash-through")
def crash_through(b: ClassField, unit: str, screened: str) -> Effect:
    """A formed unit breaks through an enemy's screen; what it suffers."""
    roll = b.roll("crash-through", Ordeal(**ordeal(b, unit)), by=unit, seen=(unit, screened))
    found = roll.settled
    more = {"smoke": True, "smoked": True} if found.smoke else {}
    b.report(
        CrashedThrough(unit=unit, target=screened, effect=found.effect),
        rules=("CD-crash-through",),
        roll=roll,
        sets=[b.change(unit, **more)] if more else (),
    )
    get_status(b, unit, found.effect, "crash through", ("CD-crash-through",))
    drive_in(b, screened)
    effect: Effect = found.effect
    return effect
