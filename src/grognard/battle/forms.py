"""Forms: how a rule system describes the fields of its options to people.

What may be answered is in the options; a form says how it is asked for: labels and drawings, units and steps, which
fields belong together, which one need not look at. A system declares its forms once, beside its orders, and lists them
in `Game.forms`; an option names its form. They are sent to a page once, not with every option. An option without a form
works as well: its fields are shown plainly, by their names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from .decisions import Option, Value

# -- conditions on other fields


class When(Struct, frozen=True, tag="when"):
    """A field has been said: any value that means something, or one of these."""

    field: str
    among: tuple[str, ...] = ()


class Every(Struct, frozen=True, tag="every"):
    """All of these hold; always, where there are none."""

    of: tuple[FieldCondition, ...] = ()


class Either(Struct, frozen=True, tag="either"):
    """One of these holds at least."""

    of: tuple[FieldCondition, ...]


class Neither(Struct, frozen=True, tag="neither"):
    """None of these holds: something is not said yet."""

    of: tuple[FieldCondition, ...]


FieldCondition = When | Every | Either | Neither
ALWAYS = Every()


def holds(condition: FieldCondition, values: Mapping[str, Value]) -> bool:
    """Whether a condition holds for an answer's values, completed with those that go without saying."""
    if isinstance(condition, When):
        value = values.get(condition.field)
        return value in condition.among if condition.among else is_said(value)
    each = (holds(one, values) for one in condition.of)
    return all(each) if isinstance(condition, Every) else any(each) is isinstance(condition, Either)


def is_said(value: Value) -> bool:
    """Whether a value means anything: a word, a place, a number, but not `no` or an empty list."""
    # nought is equal to False, but a number that is given has been said
    return value not in (None, "", "no", False, (), []) or type(value) is int


# -- fields


class Term(Struct, frozen=True, omit_defaults=True):
    """One of a field's values to people: what it is called, what it means, how it is drawn."""

    label: str = ""
    help: str = ""
    icon: str = ""
    """The name of a drawing of the page, or paths (docs/adding-a-system.md)."""


class Need(Struct, frozen=True, omit_defaults=True):
    """When a field that could be left out has to be said after all, and how it is asked for then."""

    when: FieldCondition
    asks: str = ""


FieldRole = Literal["", "giver", "told", "target"]
"""Who is named in a field: whoever gives the word and pays for it, those who are told it, the enemy it is aimed at."""


class FormField(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A field of an option to people."""

    label: str = ""
    """Its name made readable, where nothing is said."""
    help: str = ""
    icon: str = ""
    role: FieldRole = ""
    """The giver may be taken unasked, the first on the list, and naming him says nothing yet."""
    terms: dict[str, Term] = {}
    """Its values, where the plain words will not do."""
    unsaid: str = ""
    """What it means to choose nothing."""
    whole: bool = False
    """A long row of choices is folded where room is short; not this one."""

    unit: str = ""
    """After the figures of a number."""
    step: int = 1
    zero: str = ""
    """What a number of zero means."""
    below: str = ""
    above: str = ""
    """What a number below or above zero means: to the left, to the right."""
    reach: tuple[int, int] | None = None
    """Where a slider is of use; beyond it the figures have to be typed."""
    course: FieldCondition | None = None
    """When a number is a course clockwise from north, not a turn."""

    shown: FieldCondition | None = None
    """When it is shown; always, where nothing is said."""
    needed: tuple[Need, ...] = ()
    seldom: FieldCondition | None = None
    """When it is of use only now and then, and folded away."""
    brings: dict[str, dict[str, int]] = {}
    """Numbers that a value brings along where they are zero: a wheel of no degrees is none."""
    apart_from: str = ""
    """Another field: nobody who is named there can be named here."""


def measured(field: FormField, number: int) -> str:
    """A number of a field in its own words: `as far as it can`, `30° left`, `120 paces`."""
    if number == 0 and field.zero:
        return field.zero
    sign = field.below if number < 0 else field.above if number > 0 else ""
    size = abs(number) if number < 0 and field.below else number
    return " ".join(part for part in (f"{size}{field.unit}", sign) if part)


class Gesture(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What it means to point at a place, for bearings of more than and at most so many degrees off the front."""

    values: dict[str, str]
    over: int = -1
    most: int = 180
    turn: str = ""
    """The field that takes the bearing."""
    far: str = ""
    """The field that takes the distance."""


class Hand(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """How such an option is answered by hand on the map: a piece is taken up, carried, and put down. Names of the
    option's fields say where each part of the answer goes; nothing where it has no such field."""

    does: Literal["carry", "lay", "remove", "send"]
    """A piece on the table goes elsewhere; a new piece is laid; one is taken off; units are carried over an edge."""
    spot: str = ""
    front: str = ""
    """The way it looks: a course clockwise from north."""
    piece: str = ""
    """Which piece, by the word that decisions have for it; otherwise the one that the option is about."""
    kind: str = ""
    """Which of several kinds a new piece is of."""
    units: str = ""
    """Those who are carried over an edge."""
    edge: str = ""
    along: str = ""
    """Paces along the edge from its western or southern end."""


class Form(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The fields of some options, and what such an option is to people."""

    id: str
    name: str = ""
    """Beside the other things that a unit can be told."""
    heading: str = ""
    """Where there is nothing else that the unit can be told."""
    fields: dict[str, FormField] = {}
    blank: str = ""
    """What it means to say nothing at all, as a button has it: halt. Nothing where that is no answer."""
    offhand: bool = False
    """Whether that is worth a line of its own in a unit's menu."""
    gives: str = ""
    """What the button says that makes it sure: place order. A general word where nothing is said."""
    ways: tuple[Gesture, ...] = ()
    """How pointing at the ground fills it in, the likeliest first."""
    hand: Hand | None = None
    """How it is answered by carrying something on the map. Options that carry or lay pieces make a desk for setting
    up."""


PLAIN = Form(id="")


def missing(form: Form, option: Option, values: Mapping[str, Value]) -> list[str]:
    """The fields that have to be said in the light of what is said, and have not been."""
    now = {**option.optional, **values}

    def wanted(name: str) -> bool:
        needs = form.fields[name].needed if name in form.fields else ()
        return name not in option.optional or any(holds(need.when, now) for need in needs)

    return [name for name in option.fields if wanted(name) and not is_said(now.get(name))]


def shown(form: Form, option: Option, values: Mapping[str, Value]) -> list[str]:
    """The fields that a person sees in the light of what is said."""
    now = {**option.optional, **values}
    described = ((name, form.fields.get(name, FormField())) for name in option.fields)
    return [name for name, field in described if field.shown is None or holds(field.shown, now)]


# -- forms made of others


def only_when(condition: FieldCondition, fields: Mapping[str, FormField]) -> dict[str, FormField]:
    """The same fields, shown and needed only where the condition holds as well."""
    return {
        name: replace(
            field,
            shown=condition if field.shown is None else Every((condition, field.shown)),
            needed=tuple(replace(need, when=Every((condition, need.when))) for need in field.needed),
        )
        for name, field in fields.items()
    }


def prefixed(prefix: str, fields: Mapping[str, FormField]) -> dict[str, FormField]:
    """The same fields once more under other names, with conditions on each other: `other_paces` by `other_movement`."""

    def on(condition: FieldCondition | None) -> Any:
        if condition is None:
            return None
        if isinstance(condition, When):
            # a condition on a field that is not copied goes on looking at that field itself
            return replace(condition, field=prefix + condition.field) if condition.field in fields else condition
        return replace(condition, of=tuple(map(on, condition.of)))

    def moved(name: str) -> str:
        return prefix + name if name in fields else name

    return {
        prefix + name: replace(
            field,
            label=field.label or name.replace("_", " ").capitalize(),
            shown=on(field.shown),
            seldom=on(field.seldom),
            course=on(field.course),
            needed=tuple(replace(need, when=on(need.when)) for need in field.needed),
            brings={value: {moved(other): n for other, n in more.items()} for value, more in field.brings.items()},
            apart_from=moved(field.apart_from),
        )
        for name, field in fields.items()
    }


def by_id(forms: Iterable[Form]) -> dict[str, Form]:
    """Forms as a game lists them; two of one id are a mistake."""
    found: dict[str, Form] = {}
    for form in forms:
        if form.id in found:
            raise ValueError(f"two forms are called {form.id!r}")
        found[form.id] = form
    return found
