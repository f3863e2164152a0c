"""The dice of close combat: every unit rolls once, each pairing is read with its own modifiers, and men fall."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from grognard.battle.kinds import Noted
from grognard.kernel.checks import Result, implements
from grognard.kernel.opposed import Pair

from ...checks.close_combat.combat import (
    CloseCombatCasualtiesFacts,
    CloseCombatCasualtiesResult,
    CloseCombatResult,
    Fate,
    aftermath,
)
from ...effects import units as effects
from ...effects.combat_dice import OnceForAll
from ...events.close_combat import CombatDice, CombatFought
from ...facts.combat.combatants import combatant
from ...facts.combat.engagements import Pairing, fighters
from ...table.battlefield import Battlefield

SquadronShare = Mapping[str, Any]
"""What is different about a squadron that fights by itself: figures, disorder, frontage."""
Gain = Callable[[int], int]
"""How many markers more its regiment has when a squadron takes so many."""


class FoughtPairing(NamedTuple):
    """A pairing that was fought out."""

    pair: Pairing
    combat: CloseCombatResult

    def fate(self, unit: str) -> Fate:
        """What becomes of one of the two."""
        return self.combat.ours if unit == self.pair.one else self.combat.theirs

    def foe(self, unit: str) -> str:
        """The other of the two."""
        return self.pair.other if unit == self.pair.one else self.pair.one

    def lost_by(self, unit: str) -> bool:
        """Whether it is beaten: falls back, routs or is overrun."""
        fate = self.fate(unit)
        return bool(fate.status) or fate.eliminated

    def won_by(self, unit: str) -> bool:
        """Whether it drove the other off."""
        return self.lost_by(self.foe(unit))


def fight_out(
    b: Battlefield,
    pairings: Sequence[Pairing],
    shares: Mapping[str, SquadronShare] | None = None,
    gains: Mapping[str, Gain] | None = None,
) -> list[FoughtPairing]:
    """Roll for pairings that are fought at once: casualties and disorder are taken, levels are left to be settled."""
    by_itself = shares or {}
    rolled = _roll(b, pairings, by_itself)
    mets = [FoughtPairing(pair, result.settled) for pair, result in rolled]
    # all worked out before anybody falls: both sides use their strength of before (CS-9.2.2g)
    wounds = [(met, unit, _casualties(b, met, unit)) for met in mets for unit in met.pair[:2]]
    for pair, result in rolled:
        _report(b, pair, result)
    for met, unit, losses in wounds:
        _fall(b, met, unit, losses, by_itself.get(unit, {}).get("figures", b.live(unit)))
    # once a unit, with all its pairings: markers add up, and are told in one piece
    for unit in fighters(pairings):
        by_fire = sum(losses.settled.disorder for _, who, losses in wounds if who == unit)
        _lose_order(b, unit, mets, by_fire, (gains or {}).get(unit))
    return mets


@implements("CS-9.1c", "CS-9.2")
def _roll(
    b: Battlefield, pairings: Sequence[Pairing], shares: Mapping[str, SquadronShare]
) -> list[tuple[Pairing, Result[CloseCombatResult]]]:
    """The facts of all pairings are read before the first die falls: all fight with their strength of before."""
    enemies = {unit: sum(unit in pair[:2] for pair in pairings) for unit in fighters(pairings)}
    facts = [
        Pair(
            combatant(b, pair.one, pair.other, pairings=enemies[pair.one], pair=pair, **shares.get(pair.one, {})),
            combatant(b, pair.other, pair.one, pairings=enemies[pair.other], pair=pair, **shares.get(pair.other, {})),
        )
        for pair in pairings
    ]
    # each unit's dice come from its own seat's secret stream, thrown once for all its enemies
    dice, check = OnceForAll(lambda unit: b.secret_dice(b.seat_of(unit))), b.rules["close-combat"]
    rolled = []
    for pair, both in zip(pairings, facts, strict=True):
        # tells the dice whose turn it is, in the order in which the check throws
        dice.next = [pair.one, pair.other]
        rolled.append((pair, check.roll(both, dice)))
    return rolled


def _report(b: Battlefield, pair: Pairing, result: Result[CloseCombatResult]) -> None:
    """All who see it learn the totals and who gave way; dice and modifiers each owner learns of his own unit only."""
    combat = result.settled
    winner = {"ours": "unit", "theirs": "foe", "neither": ""}[combat.winner]
    totals = [result.details[side]["total"] for side in ("ours", "theirs")]
    rules = ("CS-9.2", "CS-9.2.1a", "CS-9.2.3e") if pair.through else ("CS-9.2", "CS-9.2.1a")
    b.report(
        CombatFought(
            unit=pair.one,
            foe=pair.other,
            totals=totals,
            difference=abs(result.total or 0),
            winner=winner,
            result=combat.result,
        ),
        rules=rules,
        roll=_of_one(result, "ours"),
    )
    b.privately(
        CombatDice(unit=pair.other, foe=pair.one), b.seat_of(pair.other), rules=rules, roll=_of_one(result, "theirs")
    )


def _of_one(result: Result[CloseCombatResult], side: str) -> Result[CloseCombatResult]:
    """The roll of one side."""
    part = result.details[side]
    return result._replace(
        dice=part["dice"], natural=part["natural"], modifiers=part["modifiers"], total=part["total"], details={}
    )


@implements("CS-9.2.2g", "CS-9.2.2l")
def _casualties(b: Battlefield, met: FoughtPairing, unit: str) -> Result[CloseCombatCasualtiesResult]:
    """What a unit suffers from one enemy."""
    foe = met.foe(unit)
    shooter: Literal["none", "infantry", "artillery"] = "none"
    if met.combat.firefight:
        shooter = "artillery" if b.entry(foe).rated.arm == "artillery" else "infantry"
    facts = CloseCombatCasualtiesFacts(
        percent=met.fate(foe).inflicts_percent,
        firefight_by=shooter,
        hits_before=CloseCombatCasualtiesFacts.nearest("hits_before", b.unit(unit).now.musket_hits),
    )
    return b.roll("close-combat-casualties", facts, by=unit)


@implements("CS-7.6b")
def _fall(
    b: Battlefield, met: FoughtPairing, unit: str, losses: Result[CloseCombatCasualtiesResult], most: int
) -> None:
    """Men fall, no more than fight; of a battery, each hit takes out a gun with its crew."""
    # of a squadron that fights by itself no more can fall than it has
    hits = min(losses.settled.casualties, most)
    if b.unit(unit).where != "table" or not hits:
        effects.spared(b, unit, losses, ("CS-9.2.2g",))
        return
    cause = "firefight" if met.combat.firefight else "close combat"
    # a battery's fire counts as artillery's, and is no musketry
    muskets = met.combat.firefight and b.entry(met.foe(unit)).rated.arm != "artillery"
    effects.lose(b, unit, hits, rules=("CS-9.2.2g",), cause=cause, by=met.foe(unit), musketry=muskets, roll=losses)
    if met.combat.firefight and b.unit(unit).where == "table":
        now = b.unit(unit).now
        b.emit(
            Noted(unit=unit),
            sets=[
                effects.doing(
                    b, unit, musket_hits=now.musket_hits + hits, musket_losses=now.musket_losses + hits, fire_hurt=True
                )
            ],
            to=(),
        )


def _lose_order(b: Battlefield, unit: str, mets: Sequence[FoughtPairing], by_fire: int, gain: Gain | None) -> None:
    """The disorder of all pairings together, and that of the hits in a firefight; of a squadron, what it makes for its
    regiment."""
    fates = aftermath([met.fate(unit) for met in mets if unit in met.pair[:2]])
    if not fates.eliminated:
        # the tables give cavalry its doubled markers already; the rule is only named here
        rules = ("CS-9.1c", "CS-9.2.2j") if b.entry(unit).rated.arm == "cavalry" else ("CS-9.1c",)
        cause = "firefight" if by_fire and not fates.disorder else "close combat"
        markers = fates.disorder + by_fire
        effects.disorder(b, unit, gain(markers) if gain else markers, rules=rules, cause=cause)
