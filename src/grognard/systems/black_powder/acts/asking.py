"""Questions with two answers."""

from __future__ import annotations

from grognard.battle.decisions import Decision, Option
from grognard.battle.procedures import Steps, ask

from ..table.field import PowderField


def asked(
    b: PowderField,
    unit: str,
    kind: str,
    text: str,
    yes: tuple[str, str],
    no: tuple[str, str],
    rule: str,
    *,
    usual: bool,
    foe: str = "",
) -> Steps[bool]:
    """Ask the seat of a unit: each answer by its key and its words; whether it says yes. `usual` is what it does that
    nobody tells."""
    options = [Option(*yes, rule, about=unit), Option(*no, rule, about=unit)]
    answer = yield from ask(
        Decision(
            b.seat_of(unit),
            kind,
            text,
            options,
            default=((yes if usual else no)[0], {}),
            rules=(rule,),
            about={"unit": unit, **({"foe": foe} if foe else {})},
        )
    )
    return bool(answer.option == yes[0])
