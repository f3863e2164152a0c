"""What a seat is asked, in lines that can be typed back: options with their numbers, and what their fields may hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from grognard.kernel.domains import Choice, Domain, Number, Several, Spot, Spots

from ..decisions import Decision, Named, Option
from ..forms import PLAIN, Form, FormField, measured, shown
from .agreeing import agreeing, is_plural
from .numbering import AskedIn, Numbering
from .situation import WordLine, WordSection, readable

MOST_LISTED = 24
"""Values of a field that are told one by one."""
SPOT_FORMS = "900,400; or 200@1 for 200 paces at one o'clock; or the name of a unit or place"


class Offer(NamedTuple):
    """An option of one of the open decisions, with the number and the words by which it can be typed."""

    number: int
    decision: Decision
    option: Option
    phrase: str
    form: Form


def offers(
    decisions: Sequence[Decision], forms: Mapping[str, Form], named: Named, numbering: Numbering, moment: AskedIn
) -> list[Offer]:
    """Everything that may be answered now, with the numbers that it had when it was last shown. Options of one phrase
    are told apart by what they answer."""
    found = [
        (decision, _agreeing(option, named), phrase_of(option, named))
        for decision in decisions
        for option in decision.options
    ]
    numbers = numbering.go_on(moment, found)
    return [
        Offer(number, decision, option, phrase, forms.get(option.form, PLAIN))
        for number, (decision, option, phrase) in zip(numbers, found, strict=True)
    ]


def _agreeing(option: Option, named: Named) -> Option:
    """An option whose sentence agrees with the name of whom it is about."""
    name = named(option.about) if option.about else ""
    return replace(option, text=agreeing(option.text, name)) if name and is_plural(name) else option


def phrase_of(option: Option, named: Named) -> str:
    """The words of an option: whom it is about, then what is left of its key: `march:2-33e` is `2/33e march`."""
    parts = option.key.split(":")
    name = named(option.about) if option.about else ""
    rest = [readable(named(part)) for part in parts if part != option.about]
    return " ".join(part for part in (name if option.about in parts else "", *rest) if part) or name


def asked(decisions: Sequence[Decision], every: Sequence[Offer], named: Named) -> tuple[WordSection, ...]:
    """All questions with their options."""
    return tuple(_section(decision, every, named) for decision in decisions)


def _section(decision: Decision, every: Sequence[Offer], named: Named) -> WordSection:
    own = [offer for offer in every if offer.decision is decision]
    lines = [line(offer) for offer in own]
    chances = [
        WordLine(f"{named(who)}: {', '.join(f'{each.text} {each.percent:.0f}%' for each in each_of)}", who)
        for who, each_of in decision.chances.items()
    ]
    return WordSection(decision.text, (*lines, *chances))


def line(offer: Offer) -> WordLine:
    """An option with what has to be said with it."""
    option, decision = offer.option, offer.decision
    notes = [_needs(offer)]
    if option.key == decision.default.option:
        notes.append("usual: an empty line")
    if option.key == decision.done and option.key != decision.default.option:
        notes.append("done")
    note = f" ({'; '.join(each for each in notes if each)})" if any(notes) else ""
    return WordLine(f"{told_of(offer, gap='  ')}{note}", option.about)


def told_of(offer: Offer, gap: str = " ") -> str:
    """An option by its number, its words and its sentence."""
    said = offer.option.text if _same(offer.option.text, offer.phrase) else f"{offer.phrase}: {offer.option.text}"
    return f"{offer.number}{gap}{said}"


def _same(text: str, phrase: str) -> bool:
    return text.lower().rstrip(".") == phrase.lower()


def needed(offer: Offer) -> list[str]:
    """The fields that have to be said."""
    given = unasked(offer)
    return [name for name in offer.option.fields if name not in offer.option.optional and name not in given]


def _needs(offer: Offer) -> str:
    return f"say {', '.join(field_words(offer, name) for name in needed(offer))}" if needed(offer) else ""


def still_open(offer: Offer) -> list[str]:
    """The fields of which something may still be said, where only the option has been named."""
    given = unasked(offer)
    every = shown(offer.form, offer.option, given)
    return [name for name in every if name not in given and _field_form(offer, name).seldom is None]


def _field_form(offer: Offer, name: str) -> FormField:
    return offer.form.fields.get(name, FormField())


def field_words(offer: Offer, name: str) -> str:
    """A field as it is typed: by its name, or by its label where the name is made of several words."""
    label = _field_form(offer, name).label
    return (label.lower() if label and "_" in name else readable(name)).replace(" ", "-")


def unasked(offer: Offer) -> dict[str, Any]:
    """What need not be asked for: a field that has to be said and can hold one word only, who gives the word, who may
    be taken unasked, and in a question of yes or no all those who are asked about: yes is not said for nobody."""
    found: dict[str, Any] = _all_of(offer)
    for name, domain in offer.option.fields.items():
        values = [value for value in domain.values if value] if isinstance(domain, Choice) else []
        giver = offer.form.fields.get(name, FormField()).role == "giver"
        if name not in offer.option.optional and values and (giver or len(values) == 1):
            found[name] = values[0]
    return found


def _all_of(offer: Offer) -> dict[str, tuple[str, ...]]:
    """Whom the yes of a yes or no is said for: those who are suggested, else all."""
    decision, option = offer.decision, offer.option
    who = _who_of(option)
    if not who or len(decision.options) != 2 or all(each.fields for each in decision.options):
        return {}
    name, domain = who
    usual = decision.default
    suggested = usual.values.get(name) if usual.option == option.key else None
    return {name: tuple(suggested or domain.values)}


def nothing_more(offer: Offer) -> str:
    """The word that says an option with nothing more: its own word for that, where its form has one."""
    return (offer.form.blank or "usual").lower()


def tells_nobody(offer: Offer, name: str) -> bool:
    """Whether a field names those who are told something, and names nobody where it is left out."""
    option, field = offer.option, offer.form.fields.get(name, FormField())
    tells = isinstance(option.fields[name], Several) and field.role == "told" and field.shown is None
    return tells and name in option.optional and not option.optional[name]


def _who_of(option: Option) -> tuple[str, Several] | None:
    """The field of an option that says only who of several, and nothing else."""
    if len(option.fields) != 1:
        return None
    ((name, domain),) = option.fields.items()
    return (name, domain) if isinstance(domain, Several) and domain.values else None


def explained(offer: Offer, named: Named) -> WordSection:
    """An option with all that its fields may hold."""
    lines = [_field(offer, name, domain, named) for name, domain in offer.option.fields.items()]
    if not lines:
        lines = [WordLine("nothing more has to be said")]
    return WordSection(f"{offer.number}  {offer.phrase}: {offer.option.text}", tuple(lines))


def _field(offer: Offer, name: str, domain: Domain, named: Named) -> WordLine:
    field = offer.form.fields.get(name, FormField())
    label = (
        f" ({field.label})"
        if field.label and field.label.lower() not in (readable(name), field_words(offer, name).replace("-", " "))
        else ""
    )
    unsaid = _unsaid(offer.option, name, field, named)
    called = field_words(offer, name)
    return WordLine(f"{called}={'|'.join(_sorts(domain))}{label}: {_allowed(domain, field, named)}{unsaid}")


def _sorts(domain: Domain) -> Iterator[str]:
    yield {"choice": "word", "several": "words", "number": "number", "spot": "place", "spots": "places"}.get(
        domain.type, domain.type.replace("_", "|")
    )


def _allowed(domain: Domain, field: FormField, named: Named) -> str:
    if isinstance(domain, (Spot, Spots)):
        more = f"; up to {domain.most}, with ; between them" if isinstance(domain, Spots) else ""
        return f"{SPOT_FORMS}{more}"
    if isinstance(domain, (Choice, Several)):
        told = [value_words(field, value, named) for value in domain.values if value]
        more = f" and {len(told) - MOST_LISTED} more" if len(told) > MOST_LISTED else ""
        commas = ", with commas between them" if isinstance(domain, Several) else ""
        return ", ".join(told[:MOST_LISTED]) + more + commas
    if isinstance(domain, Number):
        zero = f"0 for {field.zero}" if field.zero and domain.accepts(0) else ""
        return "; ".join(part for part in (f"{domain.allowed}{field.unit}", zero) if part)
    return domain.allowed


def value_words(field: FormField, value: str, named: Named) -> str:
    """A value of a field as people call it."""
    term = field.terms.get(value)
    return term.label if term and term.label else (name if (name := named(value)) != value else readable(value))


def _unsaid(option: Option, name: str, field: FormField, named: Named) -> str:
    if name not in option.optional:
        return ""
    value = option.optional[name]
    if field.unsaid:
        return f"; {field.unsaid} unless told"
    if isinstance(value, str) and value:
        return f"; {value_words(field, value, named)} unless told"
    return f"; {measured(field, value)} unless told" if type(value) is int else "; may be left out"
