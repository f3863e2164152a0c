"""Off-board combat: forces that met beyond the table fight a round of close combat each turn on a table of their own,
until one of them breaks (CS-C.4f)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from grognard.battle.kinds import Noted
from grognard.kernel.checks import Result, implements
from grognard.kernel.opposed import Pair

from ..checks.close_combat.combat import (
    CloseCombatCasualtiesFacts,
    CloseCombatCasualtiesResult,
    CloseCombatFacts,
    CloseCombatResult,
    aftermath,
)
from ..effects import units as effects
from ..effects.combat_dice import OnceForAll
from ..events.beyond import FoughtBeyond
from ..events.troops import FellIntoDisorder
from ..table import forms
from ..table.battlefield import Battlefield
from ..table.state import Force, UnitState
from .forces import FIGHTERS, changed, fighters
from .meeting import out_for_the_day

RULES = ("CS-C.4f", "CS-9.2")
BEATEN = ("broken", "routed", "dispersed")


class Bout(NamedTuple):
    """Two units that fought, and how it came out."""

    one: str
    other: str
    result: Result[CloseCombatResult]

    def fates(self, unit: str) -> tuple[int, int, str]:
        """The percent that a unit's enemy inflicts on it, its disorder and its level."""
        mine, theirs = self.result.settled.ours, self.result.settled.theirs
        own, foe = (mine, theirs) if unit == self.one else (theirs, mine)
        return foe.inflicts_percent, own.disorder, own.status

    def foe(self, unit: str) -> str:
        """The other of the two."""
        return self.other if unit == self.one else self.one


@implements("CS-C.4f")
def fight_a_round(b: Battlefield, force: Force) -> Literal["attackers_broke", "defenders_broke", "none"]:
    """One round; then says who has broken. If both have, the attackers have: they do not get through."""
    foes = [found for foe in force.foes if (found := b.world.forces.get(foe)) is not None]
    ours, theirs = fighters(b, force), [unit for foe in foes for unit in fighters(b, foe)]
    if ours and theirs:
        _round(b, force.seat, ours, theirs)
    if breaks(b, [force]):
        _driven_off(b, [force], "it was beaten beyond the table")
        return "attackers_broke"
    if breaks(b, foes):
        _driven_off(b, foes, "it was beaten beyond the table")
        return "defenders_broke"
    again = changed(force, due=b.world.turn + b.rules.tables.number("CS-C.4f", "turns"))
    b.emit(Noted(), rules=("CS-C.4f",), sets=[again], to=())
    return "none"


@implements("CS-C.4f")
def breaks(b: Battlefield, forces: Sequence[Force]) -> bool:
    """A side breaks when more than half of its units of foot and horse have, or when nobody is left."""
    units = [b.unit(unit) for force in forces for unit in force.units if b.entry(unit).rated.arm in FIGHTERS]
    stand = [unit for unit in units if unit.where == "beyond"]
    # more than half: at exactly half they still stand
    return not stand or (len(units) - len(stand)) * 2 > len(units)


def _driven_off(b: Battlefield, forces: Sequence[Force], why: str) -> None:
    for force in forces:
        if force.status != "out":
            out_for_the_day(b, force, why, ("CS-C.4f",))


def _round(b: Battlefield, seat: str, ours: Sequence[UnitState], theirs: Sequence[UnitState]) -> None:
    """Everybody meets somebody: those who are more stand two or three to one."""
    pairs = list(
        # the larger side stands several to one, and each pair meets once
        dict.fromkeys((ours[i % len(ours)].id, theirs[i % len(theirs)].id) for i in range(max(len(ours), len(theirs))))
    )
    bouts = _rolled(b, seat, pairs)
    for bout in bouts:
        _report(b, bout)
    # all worked out before anybody falls, as on the table
    wounds = [(unit, bout, _losses(b, seat, bout, unit)) for bout in bouts for unit in (bout.one, bout.other)]
    for unit, bout, losses in wounds:
        effects.lose(
            b,
            unit,
            losses.settled.casualties,
            rules=("CS-C.4f", "CS-9.2.2g"),
            cause="combat beyond the table",
            by=bout.foe(unit),
            roll=losses,
        )
    for unit in dict.fromkeys(unit for unit, _, _ in wounds):
        by_fire = sum(losses.settled.disorder for who, _, losses in wounds if who == unit)
        _shaken(b, unit, [bout for bout in bouts if unit in bout[:2]], by_fire)


@implements("CS-9.1c")
def _rolled(b: Battlefield, seat: str, pairs: Sequence[tuple[str, str]]) -> list[Bout]:
    """Every unit rolls once; the dice are the attacker's own, so that nobody else learns of the fight by them."""
    enemies = {unit: sum(unit in pair for pair in pairs) for pair in pairs for unit in pair}
    # all dice from one secret stream: the enemy's would show him a fight that he may not know of
    dice, check = OnceForAll(lambda _: b.secret_dice(seat)), b.rules["close-combat"]
    facts = {unit: _combatant(b, unit, number) for unit, number in enemies.items()}
    bouts = []
    for one, other in pairs:
        dice.next = [one, other]
        bouts.append(Bout(one, other, check.roll(Pair(facts[one], facts[other]), dice)))
    return bouts


def _combatant(b: Battlefield, unit: str, enemies: int) -> CloseCombatFacts:
    """A unit as it fights there: front to front, on open ground, its flanks and its general nowhere near."""
    now, rated = b.unit(unit), b.entry(unit).rated
    return CloseCombatFacts(
        morale_rating=rated.morale_rating,
        arm=rated.arm,
        figures=CloseCombatFacts.nearest("figures", b.live(unit)),
        pairings=CloseCombatFacts.nearest("pairings", enemies),
        status=now.status,
        disorder=now.disorder,
        casualties_percent=b.percent_lost(unit),
        formation=forms.as_target(b, now),
        irregular=rated.irregular,
        weapons=b.entry(unit).rated.hand_to_hand,
        weather=b.world.weather,
        trot_trained="trot" in rated.training,
    )


def _report(b: Battlefield, bout: Bout) -> None:
    """Each owner learns of his own unit, and that of the other no more than that it was there."""
    for unit, side in ((bout.one, "ours"), (bout.other, "theirs")):
        part = bout.result.details[side]
        roll = bout.result._replace(
            dice=part["dice"], natural=part["natural"], modifiers=part["modifiers"], total=part["total"], details={}
        )
        # what the other unit is called stays unsaid: only how it went
        lost, won = bout.fates(unit)[2] in BEATEN, bout.fates(bout.foe(unit))[2] in BEATEN
        b.privately(
            FoughtBeyond(unit=unit, result="lost" if lost else "won" if won else "undecided"),
            b.seat_of(unit),
            rules=RULES,
            roll=roll,
        )


def _losses(b: Battlefield, seat: str, bout: Bout, unit: str) -> Result[CloseCombatCasualtiesResult]:
    foe: Literal["infantry", "artillery"] = "infantry"
    facts = CloseCombatCasualtiesFacts(
        percent=bout.fates(unit)[0],
        firefight_by=foe if bout.result.settled.firefight else "none",
        hits_before=CloseCombatCasualtiesFacts.nearest("hits_before", b.unit(unit).now.musket_hits),
    )
    return b.roll("close-combat-casualties", facts, secret=seat)


@implements("CS-9.2.2h")
def _shaken(b: Battlefield, unit: str, bouts: Sequence[Bout], by_fire: int) -> None:
    """Disorder, that of a firefight's hits too, and levels; who breaks is out of it and out of the battle."""
    if b.unit(unit).where != "beyond":
        return
    fates = [bout.result.settled.ours if unit == bout.one else bout.result.settled.theirs for bout in bouts]
    after = aftermath(fates)
    disorder(b, unit, after.disorder + by_fire, ("CS-C.4f", "CS-9.1c"))
    if after.status:
        effects.become(b, unit, after.status, rules=RULES, cause="beaten beyond the table")  # type: ignore[arg-type]
    if b.unit(unit).where == "beyond" and b.unit(unit).status in BEATEN:
        effects.remove(b, unit, "left", how="broke beyond the table", rules=("CS-C.4f",))


def disorder(b: Battlefield, unit: str, markers: int, rules: tuple[str, ...]) -> None:
    """Markers for a unit that is not on the table."""
    now = b.unit(unit)
    total = min(now.disorder + markers, effects.MOST_DISORDER)
    # the effect for the table would not touch a unit beyond it
    if markers > 0 and now.where == "beyond":
        b.report(
            FellIntoDisorder(unit=unit, markers=markers, total=total, cause="combat beyond the table"),
            rules=rules,
            sets=[b.change(unit, disorder=total)],
        )
