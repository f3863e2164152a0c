"""A lesson as it stands in lessons/<name>.toml beside a battle: steps, what lights up, what counts as done.

A lesson waits for what somebody does and for what happens, never for a turn. It is data: whoever writes a battle can
write one, and neither server nor page knows the rules that it is about.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

REGIONS = ("done", "give", "blank", "hand", "roster", "log", "dice", "map")
"""Parts of the table that every battle has; `blank` gives an order with nothing in it, as to halt."""


class WantedAnswer(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An answer, by its option and by some of its values: of several words in a list, one is enough; a number may be
    wanted of a span, from `least` to `most`."""

    option: str
    values: dict[str, Any] = {}


class WantedEvent(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something that the seat learnt, by its kind; with somebody or something in it where that is said."""

    kind: str
    unit: str = ""
    """Had a part in it."""
    role: str = ""
    """That part; any where it is not said."""
    values: dict[str, Any] = {}


class WantedUnit(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A unit as the seat's picture shows it: the fields of `UnitPicture` that are words or numbers."""

    id: str
    shows: dict[str, Any] = {}


class WantedQuestion(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A decision that the seat is asked."""

    kind: str
    unit: str = ""


class Occasion(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something to wait for: one of these."""

    selected: str = ""
    """The unit or leader is in hand."""
    laid: WantedAnswer | None = None
    """It is laid out, and not given yet."""
    answered: WantedAnswer | None = None
    """It was given since the step began."""
    event: WantedEvent | None = None
    """It was learnt since the step before was done."""
    unit: WantedUnit | None = None
    asked: WantedQuestion | None = None
    phase: str = ""
    turn: Annotated[int, Meta(ge=0, le=200)] = 0
    """This turn, or a later one."""
    all: tuple[Occasion, ...] = ()
    any: tuple[Occasion, ...] = ()
    none: tuple[Occasion, ...] = ()


class LessonAct(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What one does: takes somebody in hand, lays something out, or gives an answer."""

    select: str = ""
    lay: str = ""
    """An option that is laid out and not given."""
    option: str = ""
    """An option that is given."""
    values: dict[str, Any] = {}


class LessonRemark(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A line about something else than what is asked for."""

    when: Occasion
    say: str


class LessonReturn(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The way back to an earlier step, where what it asked for did not last: an order that was replaced by another."""

    when: Occasion
    steps: Annotated[int, Meta(ge=1, le=99)]
    """So many steps back."""
    say: str


class LessonFigure(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Half of a picture that compares: a drawing by its name, and a line below it."""

    drawing: str
    text: str


class LessonStep(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One thing asked. In its words [brackets] box what is to be pressed, and {ids} lead to rules."""

    title: str
    """The act, in a few words."""
    done: Occasion
    why: str = ""
    light: tuple[str, ...] = ()
    """What lights up: `unit:ID`, `place:NAME`, `at:X,Y`, `option:KEY`, `field:NAME`, `field:NAME=VALUE`, a region."""
    then: str = ""
    """What came of it. With these words the step stays until it is read; without them the next follows at once."""
    came: tuple[LessonRemark, ...] = ()
    """The same where it could be one thing or another: the first that has come is said instead."""
    compare: tuple[LessonFigure, ...] = ()
    show: tuple[LessonAct, ...] = ()
    """How it is done: what "Show me" does, and what a rehearsal does."""
    wrong: tuple[LessonRemark, ...] = ()
    gone: Occasion | None = None
    """Then its occasion is past, and it is passed over."""
    passed: str = ""
    """What is said when it is."""
    missed: LessonReturn | None = None
    """Then what the step builds on is not there, and is asked for once more."""


class LessonAside(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something said once, beside the steps, when it happens: whenever that is."""

    title: str
    when: Occasion
    say: str


class StepWords(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The words of a step in another language; what is left out is told in the lesson's own."""

    title: str = ""
    why: str = ""
    then: str = ""
    passed: str = ""
    missed: str = ""
    compare: tuple[str, ...] = ()
    """Below the drawings, in their order."""
    came: tuple[str, ...] = ()
    """What it could come to, in their order."""
    wrong: tuple[str, ...] = ()
    """Its remarks, in their order."""


class AsideWords(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The words of an aside in another language."""

    title: str = ""
    say: str = ""


class LessonWords(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A lesson in another language: its steps and its asides in their order."""

    title: str = ""
    about: str = ""
    ending: str = ""
    step: tuple[StepWords, ...] = ()
    aside: tuple[AsideWords, ...] = ()


class WrittenOrder(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An order that the other commander left behind: given once a turn from one occasion until another."""

    option: str
    values: dict[str, Any] = {}
    when: Occasion | None = None
    until: Occasion | None = None


class Lesson(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A lesson for one side of a battle, under one rule system."""

    title: str
    about: str
    system: str
    side: str
    step: tuple[LessonStep, ...]
    minutes: Annotated[int, Meta(ge=1, le=120)] = 10
    place: Annotated[int, Meta(ge=0, le=99)] = 50
    """Where it stands among all lessons that are offered: the lowest comes first."""
    opponent: Literal["default", "staff", "random"] = "default"
    """Who has the other seats. The first of them gives the orders that are written below, and else leaves it all to the
    rules."""
    seed: Annotated[int, Meta(ge=0, lt=2**53)] = 1
    """Of the dice: so that what is told comes about."""
    options: dict[str, Any] = {}
    """Of the battle."""
    aside: tuple[LessonAside, ...] = ()
    ending: str = ""
    """Said when the last step is done."""
    written: tuple[WrittenOrder, ...] = ()
    """What the other side does."""
    words: dict[str, LessonWords] = {}
    """The same in other languages, by `de` and `fr`; ids, options and rules stay."""
