"""Whether an occasion has come, by what a seat has seen and done. The page of the table judges by the same rules
(web/src/lesson/occasions.ts); tests/battle/occasions.json holds cases for both."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from grognard.scenarios.lessons import LessonStep, Occasion, WantedAnswer, WantedEvent, WantedQuestion, WantedUnit


class Learnt(Protocol):
    """An event as a seat learnt of it."""

    @property
    def kind(self) -> str: ...
    @property
    def units(self) -> Mapping[str, str]: ...
    @property
    def values(self) -> Mapping[str, Any]: ...
    @property
    def secret(self) -> Mapping[str, Any]: ...


class GivenWord(NamedTuple):
    """An answer, with how many events the seat knew when it gave it."""

    option: str
    values: Mapping[str, Any]
    after: int


class OpenQuestion(NamedTuple):
    """A decision that a seat is asked."""

    kind: str
    unit: str


class Witness(NamedTuple):
    """What a seat has seen and done, as far as a step may look at it."""

    events: Sequence[Learnt] = ()
    """All that it learnt."""
    mark: int = 0
    """How many of these belong to steps before."""
    given: Sequence[GivenWord] = ()
    """Answers since the step began."""
    asked: Sequence[OpenQuestion] = ()
    units: Mapping[str, Mapping[str, Any]] = {}
    """The picture: fields of units by their ids."""
    selected: Sequence[str] = ()
    laid: tuple[str, Mapping[str, Any]] | None = None
    turn: int = 0
    phase: str = ""


def met(occasion: Occasion, seen: Witness) -> int | None:
    """None while it has not come; else how many events belong to it and to what was before: the mark of the next step.
    Only events and answers move the mark on."""
    if occasion.all:
        return _every(occasion.all, seen)
    if occasion.any:
        return min((at for each in occasion.any if (at := met(each, seen)) is not None), default=None)
    if occasion.none:
        return None if any(met(each, seen) is not None for each in occasion.none) else seen.mark
    if occasion.event is not None:
        return _event(occasion.event, seen)
    if occasion.answered is not None:
        return _answered(occasion.answered, seen)
    return seen.mark if _stands(occasion, seen) else None


def is_gone(step: LessonStep, seen: Witness) -> bool:
    """Whether a step can be done no more: its occasion is past, or somebody whom it lights up is no longer there."""
    if step.gone is not None and met(step.gone, seen) is not None:
        return True
    lit = [each.removeprefix("unit:") for each in step.light if each.startswith("unit:")]
    return any(seen.units[who].get("where") in ("left", "lost") for who in lit if who in seen.units)


def _every(parts: Iterable[Occasion], seen: Witness) -> int | None:
    marks = [met(each, seen) for each in parts]
    found = [at for at in marks if at is not None]
    return max(found) if len(found) == len(marks) else None


def _event(wanted: WantedEvent, seen: Witness) -> int | None:
    for at in range(seen.mark, len(seen.events)):
        event = seen.events[at]
        roles = [event.units.get(wanted.role)] if wanted.role else event.units.values()
        if (
            event.kind == wanted.kind
            and (not wanted.unit or wanted.unit in roles)
            and has(wanted.values, {**event.secret, **event.values})
        ):
            return at + 1
    return None


def _answered(wanted: WantedAnswer, seen: Witness) -> int | None:
    found = (each for each in seen.given if each.option == wanted.option and has(wanted.values, each.values))
    return next((max(each.after, seen.mark) for each in found), None)


def _stands(occasion: Occasion, seen: Witness) -> bool:
    """What is so now, whatever was before."""
    match occasion:
        case Occasion(selected=str(who)) if who:
            return who in seen.selected
        case Occasion(laid=WantedAnswer() as wanted):
            return seen.laid is not None and seen.laid[0] == wanted.option and has(wanted.values, seen.laid[1])
        case Occasion(unit=WantedUnit() as wanted):
            return wanted.id in seen.units and has(wanted.shows, seen.units[wanted.id])
        case Occasion(asked=WantedQuestion() as wanted):
            return any(each.kind == wanted.kind and wanted.unit in ("", each.unit) for each in seen.asked)
        case Occasion(phase=str(phase)) if phase:
            return seen.phase == phase
        case Occasion(turn=int(turn)) if turn:
            return seen.turn >= turn
    return False


def has(wanted: Mapping[str, Any], values: Mapping[str, Any]) -> bool:
    """Whether values are as wanted, where anything is wanted."""
    return all(name in values and _fits(want, values[name]) for name, want in wanted.items())


def _fits(want: Any, value: Any) -> bool:
    """A list of words takes any of them; where several are said, all that are wanted must be among them. A number may
    be wanted of a span, both ends of which fit."""
    if isinstance(want, Mapping):
        return isinstance(value, int | float) and want.get("least", value) <= value <= want.get("most", value)
    wanted = want if isinstance(want, list | tuple) else [want]
    if isinstance(value, list | tuple):
        return list(value) == list(wanted) or all(each in value for each in wanted)
    return value in wanted
