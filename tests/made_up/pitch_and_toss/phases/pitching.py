"""The second phase: all players give out their coins, at once and in secret."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.battle.decisions import Decision, Option
from grognard.battle.events import Set
from grognard.battle.kinds import many
from grognard.battle.procedures import Steps, ask, together
from grognard.kernel.checks import Refusal, implements
from grognard.kernel.domains import Choice, Number
from grognard.kernel.tables import Tables

from .. import desk as forms
from ..events import CoinPitched
from ..table.field import Fairground
from ..table.state import Pitch, UnitState
from ..terms import CATCHES, COINS

_WITHOUT = (
    Option("keep_coin", "keep this coin", "PT-2.1"),
    Option("shut_purse", "shut the purse until the next turn", "PT-2.1"),
)


@implements("PT-2.1")
def play(b: Fairground) -> Steps[None]:
    """Each seat gives coins to its units until its purse is empty or it wants no more."""
    yield from together([_purse(b, seat.id) for seat in b.seats])


def _purse(b: Fairground, seat: str) -> Steps[None]:
    for left in range(b.rules.tables.number("PT-2.1", "purse"), 0, -1):
        options = _options(b, seat)
        if not options:
            return
        answer = yield from ask(
            Decision(
                seat,
                "pitch",
                f"Who pitches a coin? {many(left, 'coin')} left in the purse",
                [*options, *_WITHOUT],
                default=("keep_coin", {}),
                done="shut_purse",
                rules=("PT-2.1", "PT-2.2"),
                judge=lambda _, values: judged(b, values),
            )
        )
        if answer.option == "shut_purse":
            return
        if answer.option == "keep_coin":
            continue
        pitch = pitch_of(answer.option, answer.values)
        b.privately(
            CoinPitched(unit=pitch.unit, target=pitch.target, coin=pitch.coin, ells=pitch.ells),
            seat,
            rules=("PT-2.1", "PT-2.2"),
            sets=[Set("pitches", pitch.unit, {name: getattr(pitch, name) for name in pitch.__struct_fields__})],
        )


def _options(b: Fairground, seat: str) -> list[Option]:
    able = [unit for unit in b.own(seat) if unit.id not in b.world.pitches]
    return [_option(b, unit) for unit in able if b.enemies(unit.side)]


@implements("PT-2.2")
def _option(b: Fairground, unit: UnitState) -> Option:
    t = b.rules.tables
    return Option(
        f"toss:{unit.id}",
        f"{b.name(unit.id)} pitches a coin",
        "PT-2.2",
        {
            "target": Choice(tuple(foe.id for foe in b.enemies(unit.side, near=unit))),
            "coin": Choice(COINS),
            "ells": Number(t.number("PT-2.2", "lowest"), t.number("PT-2.2", "highest")),
            "caught": Choice(CATCHES),
        },
        optional={"coin": COINS[0], "ells": t.number("PT-2.2", "usual"), "caught": ""},
        about=unit.id,
        form=forms.PITCH.id,
    )


def pitch_of(option: str, values: Mapping[str, Any]) -> Pitch:
    """An answer as a pitch."""
    caught = values.get("caught") or CATCHES[0]
    return Pitch(option.partition(":")[2], values["target"], values["coin"], values["ells"], caught)


def judged(b: Fairground, values: Mapping[str, Any]) -> Refusal | None:
    """What the fields alone cannot say."""
    return catching(b.rules.tables, str(values.get("coin", "")), str(values.get("caught", "")))


@implements("PT-2.3")
def catching(t: Tables, coin: str, caught: str) -> Refusal | None:
    """A crown has to be caught in something, and nothing else is."""
    dear = coin in t.value("PT-2.3", "coins")
    if dear and not caught:
        return Refusal("PT-2.3", "a crown does not fall into the mud: what is it caught in?")
    if caught and not dear:
        return Refusal("PT-2.3", "only a crown is caught")
    return None
