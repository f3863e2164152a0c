"""What an answer would do, and the exact chances of a toss: from what the seat can see, which is all that matters."""

from __future__ import annotations

from grognard.battle.decisions import Answer
from grognard.battle.previews import records as pre
from grognard.kernel.errors import BadInput
from grognard.kernel.sources import SeededDice
from grognard.kernel.uses.outcome_text import words

from ..checks.tossing import TossFacts, TossResult
from ..phases.pitching import pitch_of
from ..phases.tossing import facts_of
from ..table.field import Fairground
from ..table.state import Pitch
from ..terms import COIN_WORDS, COINS
from .picture import flight

_VALUES = {"heads": 1, "edge": 0, "tails": -1}


def preview(b: Fairground, seat: str, answer: Answer) -> pre.Preview:
    """The flight of the coin, and how it may fall."""
    unit, usual = answer.option.partition(":")[2], b.rules.tables.number("PT-2.2", "usual")
    target = answer.values.get("target", "")
    if unit not in b.world.units or target not in b.world.units or not b.knows(seat, target):
        return pre.Preview()
    pitch = pitch_of(answer.option, {"coin": COINS[0], "ells": usual, **answer.values})
    start, end = b.world.units[unit].place, b.world.units[target].place
    tally = pre.ChanceTally(label="It falls", chances=_chances(b, facts_of(b, pitch)))
    return pre.Preview(
        units=(pre.UnitPreview(unit=unit, tallies=(tally,), rules=("PT-3.1",)),),
        lines=(flight(f"preview:{unit}", start, end, pitch.coin, pitch.ells),),
        notes=(f"Everybody will see {COIN_WORDS[pitch.coin]} go up.",),
    )


def odds(b: Fairground, seat: str, unit: str, target: str) -> list[pre.OddsOf]:
    """The chances of each coin, tossed as high as is usual."""
    if unit not in b.world.units or b.seat_of(unit) != seat or b.world.units[unit].where != "table":
        raise BadInput(f"no unit {unit!r} of yours on the table")
    foe = b.world.units.get(target)
    if foe is None or foe.where != "table" or foe.side == b.world.units[unit].side:
        raise BadInput(f"no enemy {target!r} in sight")
    usual = b.rules.tables.number("PT-2.2", "usual")
    return [_odds(b, facts_of(b, Pitch(unit, target, coin, usual))) for coin in COINS]


def _odds(b: Fairground, facts: TossFacts) -> pre.OddsOf:
    applied = b.rules["toss"].roll(facts, SeededDice(1)).modifiers  # they do not depend on the die
    return pre.OddsOf(
        title=f"Toss {COIN_WORDS[facts.coin]}",
        check="toss",
        rule="PT-3.1",
        chances=_chances(b, facts),
        modifiers=tuple(pre.Worth(rule=m.rule, label=m.label, value=m.value) for m in applied),
    )


def _chances(b: Fairground, facts: TossFacts) -> tuple[pre.Chance, ...]:
    found: list[tuple[TossResult, float]] = [(outcome, float(100 * p)) for outcome, p in b.rules["toss"].odds(facts)]
    best = sorted(found, key=lambda each: -_VALUES[each[0].fell])
    return tuple(pre.Chance(text=words(outcome), percent=round(p, 1), value=None) for outcome, p in best)
