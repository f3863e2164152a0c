"""What the players want of units that are marked with an automatic order: asked in secret, all together (CS-4.2)."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.battle.decisions import Answer, Decision, Option
from grognard.battle.procedures import Steps, ask, together
from grognard.kernel.checks import implements
from grognard.kernel.domains import Choice

from ...desk.others import WISH
from ...events.words import OFFICERS_WISH
from ...table.battlefield import Battlefield
from .marking import Mark


@implements("CS-4.2a", "CS-4.2c")
def wishes(b: Battlefield, marks: Iterable[Mark]) -> Steps[list[Answer]]:
    """One answer for each marked unit, wherever on the table it is."""
    answers: list[Answer] = yield from together([ask(_decision(b, mark)) for mark in marks])
    return answers


def _decision(b: Battlefield, mark: Mark) -> Decision:
    return Decision(
        b.seat_of(mark.unit),
        "automatic",
        f"{b.name(mark.unit)} is about to {OFFICERS_WISH[mark.name]}.",
        _options(mark),
        default=("accept", {}),
        rules=(mark.order.rule, "CS-4.2a"),
        about={"unit": mark.unit},
    )


def _options(mark: Mark) -> list[Option]:
    """Let it happen, or try to have another order stand; the player who is with the unit is simply obeyed."""
    words = OFFICERS_WISH[mark.name]
    options = [Option("accept", f"Let it {words}", "CS-4a")]
    if mark.ignorable:
        options.append(Option("ignore", "It follows your own order: you are with it", "CS-4.1j"))
    else:
        options.append(Option("cancel", "Keep your own order, if it passes an initiative check", "CS-4.2b"))
    others = tuple(name for name in mark.orders if name != mark.name)
    if mark.free:
        square = {"to": Choice(("form_square",))}
        options.append(Option("change", "Have it form square instead", "CS-M2-4.1b", dict(square), form=WISH.id))
        others = ()
    if others:
        how = "Have it do something else" if mark.ignorable else "Have it do something else, if it passes a check"
        options.append(Option("change", how, "CS-4.2c", {"to": Choice(others)}, form=WISH.id))
    return options
