"""Lines that could be typed now: an option of an open question with a field or two, as somebody would say it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice, product

from grognard.kernel.domains import Choice, Number, Several, Spot, Spots, YesNo

from ..decisions import Named
from ..forms import FormField
from . import asking
from .asking import Offer
from .matching import quoted

MOST_TRIED = 12
"""Lines for one option, and options."""
MOST_VALUES = 4
AHEAD = (200, 100, 50)
"""Paces straight ahead."""


def example(offers: Sequence[Offer], named: Named, understood: Callable[[str], bool]) -> str:
    """A line that would be taken: an option with fields if there is one, rather one that is about somebody."""
    spoken = sorted((each for each in offers if asking.still_open(each)), key=lambda each: not each.option.about)
    lines = (line for offer in spoken[:MOST_TRIED] for line in islice(_lines(offer, named), MOST_TRIED))
    plain = next((str(offer.number) for offer in offers if not asking.still_open(offer)), "")
    return next(filter(understood, lines), plain)


def of_option(offer: Offer, named: Named, understood: Callable[[str], bool]) -> str:
    """The same of one option; nothing where none is found."""
    return next(filter(understood, islice(_lines(offer, named), MOST_TRIED)), "")


def _lines(offer: Offer, named: Named) -> Iterator[str]:
    """What must be said, or else one thing that may be, by the number of the option."""
    needed = asking.needed(offer)
    for names in [needed] if needed else [[name] for name in asking.still_open(offer)]:
        said = [[f"{asking.field_words(offer, name)}={text}" for text in _values(offer, name, named)] for name in names]
        yield from (" ".join([str(offer.number), *values]) for values in product(*said))


def _values(offer: Offer, name: str, named: Named) -> list[str]:
    domain, field = offer.option.fields[name], offer.form.fields.get(name, FormField())
    if isinstance(domain, (Choice, Several)):
        values = [value for value in domain.values if value][:MOST_VALUES]
        return [quoted(asking.value_words(field, value, named)) for value in values]
    if isinstance(domain, YesNo):
        return ["yes"]
    if isinstance(domain, Number):
        low, high = field.reach or (domain.low, domain.high)
        return [str((low + high) // 2 or high)]
    if isinstance(domain, (Spot, Spots)):
        return [*(f"{paces}@12" for paces in AHEAD), f"{domain.width // 2},{domain.height // 2}"]
    return []
