"""What a seat is asked, in lines that can be typed back: options with their numbers, and what their fields may hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from grognard.kernel.domains import Choice, Domain, Number, Several, Spot, Spots

from ..decisions import Decision, Named, Option
from ..forms import PLAIN, Form, FormField
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


def offers(decisions: Sequence[Decision], forms: Mapping[str, Form], named: Named) -> list[Offer]:
    """Everything that may be answered now, numbered through from 1. Options of one phrase are told apart by what they
    answer."""
    found: list[Offer] = []
    for decision in decisions:
        for option in decision.options:
            phrase = phrase_of(option, named)
            found.append(Offer(len(found) + 1, decision, option, phrase, forms.get(option.form, PLAIN)))
    return found


def phrase_of(option: Option, named: Named) -> str:
    """The words of an option: whom it is about, then what is left of its key: `march:2-33e` is `2/33e march`."""
    parts = option.key.split(":")
    name = named(option.about) if option.about else ""
    rest = [readable(named(part)) for part in parts if part != option.about]
    return " ".join(part for part in (name if option.about in parts else "", *rest) if part) or name


def asked(decisions: Sequence[Decision], forms: Mapping[str, Form], named: Named) -> tuple[WordSection, ...]:
    """All questions with their options. Where a unit has several, they stand in one line."""
    every = offers(decisions, forms, named)
    return tuple(_section(decision, every, named) for decision in decisions)


def _section(decision: Decision, every: Sequence[Offer], named: Named) -> WordSection:
    own = [offer for offer in every if offer.decision is decision]
    lines = [_line(offer, decision) for offer in own]
    chances = [
        WordLine(f"{named(who)}: {', '.join(f'{each.text} {each.percent:.0f}%' for each in each_of)}", who)
        for who, each_of in decision.chances.items()
    ]
    return WordSection(decision.text, (*lines, *chances))


def _line(offer: Offer, decision: Decision) -> WordLine:
    option = offer.option
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


def _needs(offer: Offer) -> str:
    """The fields that have to be said."""
    given = unasked(offer)
    needed = [name for name in offer.option.fields if name not in offer.option.optional and name not in given]
    return f"say {', '.join(readable(name) for name in needed)}" if needed else ""


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
    label = f" ({field.label})" if field.label and field.label.lower() != readable(name) else ""
    unsaid = _unsaid(offer.option, name, field, named)
    return WordLine(f"{name}={'|'.join(_sorts(domain))}{label}: {_allowed(domain, field, named)}{unsaid}")


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
        return " ".join(part for part in (domain.allowed, field.unit) if part)
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
    return f"; {value} unless told" if type(value) is int else "; may be left out"
