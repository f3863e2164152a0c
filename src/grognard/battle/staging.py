"""For small staged situations under any rules: run a procedure, read what happened. For tests and experiments."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from grognard.army.oob import Side
from grognard.kernel.sources import ScriptedDice, SeededDice
from grognard.scenarios.model import Effect, Header, Scenario, SpecialRule, Victory

from .decisions import Answer, Decision
from .events import Event
from .fight import Fight
from .games import Game
from .procedures import Steps
from .special.effects import SpecialEffects

Choose = Callable[[Decision], Answer]
BLUE, RED = "blue", "red"
NATIONS = {BLUE: "French", RED: "Prussian"}


def bare(
    sides: Iterable[Side],
    paces: tuple[int, int],
    victory: Victory,
    *,
    features: Sequence[Mapping[str, Any]] = (),
    ratings: Mapping[str, Any] | None = None,
    date: str = "1809-05-01",
    **more: Any,
) -> Scenario:
    """A scenario on ground with nothing on it but the features given; what is more is the header's."""
    fields: dict[str, Any] = {"place": "bare ground", "character": "open", **more}
    header = Header(id="staged", title="Staged", date=date, summary="", table_paces=paces, victory=victory, **fields)
    field = {"type": "FeatureCollection", "paces": list(paces), "character": fields["character"]}
    return Scenario(header, tuple(sides), {**field, "features": list(features)}, dict(ratings or {}))


def throw(b: Fight[Any], dice: Iterable[int] | int) -> None:
    """Let everybody's dice come up with these faces, in order, or as a seed has them."""
    source: Any = SeededDice(dice) if isinstance(dice, int) else ScriptedDice(dice)
    b.use_dice(dict.fromkeys(("", *(seat.id for seat in b.seats)), source))


def bind(b: Fight[Any], *effects: Effect, title: str = "The garrison") -> None:
    """Let a special rule of the battle have these effects."""
    rule = SpecialRule(title, "As it says.", effect=effects)
    b.scenario = replace(b.scenario, header=replace(b.scenario.header, special_rule=(rule,)))
    b.special = SpecialEffects(b.scenario, b.special_worth)


def run(steps: Steps[Any], choose: Choose | None = None, limit: int = 10_000) -> Any:
    """Run a procedure to its end, answering with the defaults or as `choose` says; returns what it returns."""
    choose = choose or (lambda decision: decision.default)
    try:
        open_ = list(next(steps))
        for _ in range(limit):
            decision = open_[0]
            answer = choose(decision)
            refusal = decision.refusal(answer)
            if refusal is not None:
                raise AssertionError(f"{answer}: {refusal.reason} ({refusal.rule})")
            open_ = list(steps.send((decision, answer)))
    except StopIteration as finished:
        return finished.value
    raise AssertionError("it does not come to an end")


def says(*answers: tuple[str, str, Mapping[str, Any]]) -> Choose:
    """Answers to decisions by kind, or by kind and unit (`volley:a`), each given once in this order; all else by
    default."""
    left = list(answers)

    def choose(decision: Decision) -> Answer:
        for each in left:
            if each[0] in (decision.kind, decision.id):
                left.remove(each)
                return decision.answer(each[1], **each[2])
        return decision.default

    return choose


def lines(game: Game[Any], b: Fight[Any]) -> list[str]:
    """The log so far, a line an event."""
    return [line for event in events(b) if (line := game.tell(b, event))]


def events(b: Fight[Any], kind: str = "") -> list[Event]:
    """Events so far, of one kind or of all."""
    return [entry for entry in b.entries if type(entry) is Event and kind in ("", entry.kind)]
