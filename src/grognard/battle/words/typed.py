"""Orders that are typed: a line is read against what may be answered now, and completed as far as it goes.

A line begins with an option: its number, or the first letters of its words (`i mus march` for I. Musketeers: march),
or words out of its sentence where they are of one only (`second` for "the second fires"). What says no is never chosen
by words that do not: `fire` never means "hold its fire". Where several may be meant, all of them are named.
Then come its fields: `name=value`, or a value alone where it can only belong to one field. Values are words of the
rules, names of units, numbers, and places: `900,400`, `200@1` for 200 paces at one o'clock from the unit's own front,
`200@ne` by the compass, or the name of a unit or of a piece of ground. Words with a space in them stand in quotation
marks after a sign, and may stand bare where they are unmistakable.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile
from math import cos, radians, sin
from typing import Any

from msgspec import Struct

from grognard.kernel.domains import Choice, Domain, Number, Several, Spot, Spots, YesNo
from grognard.kernel.domains import Words as FreeWords

from ..decisions import Answer, Decision, Named
from ..forms import Form, FormField, measured
from ..pictures import CardPicture, GhostPicture, LeaderPicture, Picture, UnitPicture
from . import asking, examples
from .agreeing import agreed
from .asking import Offer
from .clock import POINTS
from .matching import denied_unsaid, matched, meant, plain_words, quoted, split, stands_in
from .numbering import Numbering, ShownOption
from .situation import WordLine, WordSection, points_left, readable
from .weighing import Weigh, outlook

MOST_WORDS = 6
"""Of a value that stands bare."""
MOST_TOLD = 12
FEW = 6
"""Options that are listed whole whenever they are asked."""
_AT = re.compile(r"(\d+)@([a-z0-9-]+)", re.IGNORECASE)
_PLACE = re.compile(r"(\d+)\s*,\s*(\d+)")
_SHORT = {"".join(part[0] for part in point.split("-")): i * 45 for i, point in enumerate(POINTS)}
_LONG = {point: i * 45 for i, point in enumerate(POINTS)}


class Typed(Struct, frozen=True):
    """What a typed line means: an answer, or why it is none, or more words where it only asked for them."""

    answer: Answer | None = None
    said: str = ""
    """The answer, as it was understood."""
    problem: str = ""
    help: tuple[WordSection, ...] = ()


def _candidates(found: Sequence[Offer]) -> str:
    """Options to choose from, with their numbers and what they say."""
    more = f" and {len(found) - MOST_TOLD} more" if len(found) > MOST_TOLD else ""
    return "; ".join(asking.told_of(offer) for offer in found[:MOST_TOLD]) + more


class TypedProblem(Exception):
    """What is wrong with a line, in words for whoever typed it."""


class Reader:
    """Reads lines for one seat: the decisions that are open, and the names and places that its picture shows."""

    def __init__(
        self,
        decisions: Sequence[Decision],
        forms: Mapping[str, Form],
        picture: Picture,
        names: Mapping[str, str],
        grounds: Mapping[str, tuple[float, float]] | None = None,
        *,
        numbering: Numbering | None = None,
        given: Sequence[Answer] = (),
        weigh: Weigh | None = None,
    ) -> None:
        """`numbering` is what the seat has been shown, `given` what it has answered in this phase, `weigh` tells what
        would come of an answer."""
        self.decisions, self.forms, self.picture = list(decisions), forms, picture
        self.names = dict(names)
        known: list[UnitPicture | LeaderPicture | GhostPicture | CardPicture] = [*picture.ghosts, *picture.cards]
        known += [*picture.leaders, *picture.units]
        for each in known:
            self.names.setdefault(each.id, each.name)
        self.spots = {each.id: (each.x, each.y) for each in known}
        self.fronts = {unit.id: unit.heading for unit in picture.units}
        self.grounds = {name.lower(): spot for name, spot in (grounds or {}).items()}
        self.given = given
        self._weigh: Weigh = weigh or (lambda _: None)
        self._numbering = numbering or Numbering()
        moment = (picture.turn, picture.phase)
        self.offers = asking.offers(self.decisions, forms, self.named, self._numbering, moment)
        self.gone = self._numbering.gone()

    @property
    def named(self) -> Named:
        """What the seat calls somebody."""
        return lambda who: self.names.get(who, who)

    def asked(self) -> tuple[WordSection, ...]:
        """All questions with their options, and what there is to give orders with."""
        self._numbering.tell()
        return self._asked()

    def _asked(self) -> tuple[WordSection, ...]:
        whole = zip(self.decisions, asking.asked(self.decisions, self.offers, self.named), strict=True)
        first, *others = [self._with_odds(*each) for each in whole] or [WordSection("")]
        spends = len(self.offers) > FEW or self.gone
        told = WordSection(first.title, (*map(WordLine, self.purses() if spends else ()), *first.lines))
        return (told, *others) if self.decisions else ()

    def _with_odds(self, decision: Decision, told: WordSection) -> WordSection:
        """A short question with what each of its answers promises; orders, which are many, are weighed when asked."""
        if len(decision.options) > FEW:
            return told
        own = [offer for offer in self.offers if offer.decision is decision and not asking.needed(offer)]
        lines = []
        for offer in own:
            answer = decision.answer(offer.option.key, **self._as_usual(offer))
            lines += [WordLine(f"{offer.number}: {line}") for line in outlook(self._weigh(answer))]
        return WordSection(told.title, (*told.lines, *lines), told.depth)

    def asked_again(self) -> tuple[WordSection, ...]:
        """The same, but of a long question that goes on only what is new and what has gone."""
        fresh, lost = self._numbering.tell()
        whole = zip(self.decisions, self._asked(), strict=True)
        return tuple(self._changed(decision, each, fresh, lost) for decision, each in whole)

    def _changed(self, decision: Decision, whole: WordSection, fresh: set[int], lost: set[int]) -> WordSection:
        own = [offer for offer in self.offers if offer.decision is decision]
        new = [offer for offer in own if offer.number in fresh]
        if len(own) <= FEW or len(new) == len(own):
            return whole
        gone = [each for each in self.gone if each.number in lost and each.decision == decision.id]
        told = [asking.line(offer) for offer in new]
        told += [WordLine(f"no longer: {', '.join(f'{each.number} {each.phrase}' for each in gone)}")] if gone else []
        told.append(WordLine("all else as before: `options` lists it; an empty line: the usual answer"))
        return WordSection(whole.title, (*map(WordLine, self.purses()), *told))

    def purses(self) -> tuple[str, ...]:
        """What its leaders have left to give orders with, where the rules count that."""
        counted = [(leader.name, leader.points) for leader in self.picture.leaders if leader.own]
        return tuple(f"{name}: {points_left(points)}" for name, points in counted if points is not None)

    # -- reading

    def read(self, line: str) -> Typed:
        """What a line means."""
        try:
            return self._read(line)
        except TypedProblem as problem:
            return Typed(problem=str(problem))

    def usual(self) -> Typed:
        """The usual answer to the first question."""
        if not self.decisions:
            return Typed(problem="nothing is asked of you now")
        return self._answer(self.decisions[0], self.decisions[0].default)

    def done(self) -> Typed:
        """Nothing more to say to the first question."""
        if not self.decisions:
            return Typed(problem="nothing is asked of you now")
        decision = self.decisions[0]
        return self._answer(decision, decision.answer(decision.done))

    def _read(self, line: str) -> Typed:
        words = split(line)
        if not words:
            return self.usual()
        if not self.decisions:
            raise TypedProblem("nothing is asked of you now")
        if words == ["done"] and not any(plain_words(offer.phrase) == ["done"] for offer in self.offers):
            return self.done()
        found, rest = self._option(words)
        if not rest and len(found) > 1 and len({offer.option.about for offer in found}) == 1 and found[0].option.about:
            # a unit alone: what it may be told
            return Typed(help=tuple(asking.explained(offer, self.named) for offer in found))
        if rest == ["?"]:
            return Typed(help=tuple(asking.explained(offer, self.named) for offer in found))
        if rest[-1:] == ["?"]:
            return self._foretold(words[:-1])
        if len(found) > 1:
            raise TypedProblem(f"that may be several: {_candidates(found)}; say more of it, or its number")
        offer = found[0]
        values = {**asking.unasked(offer), **self._said_with(offer, words, rest)}
        self._not_for_nobody(offer, values)
        if not rest and asking.still_open(offer):
            raise TypedProblem(self._asks_back(offer))
        answer = Answer(offer.decision.seat, offer.decision.id, offer.option.key, values)
        self._not_again(offer, answer)
        return self._answer(offer.decision, answer)

    def _foretold(self, words: list[str]) -> Typed:
        """What would come of an order, which is not given by that."""
        found = self._read(" ".join(words))
        if found.answer is None:
            return found
        lines = outlook(self._weigh(found.answer)) or ("nothing is known of what would come of it",)
        return Typed(help=(WordSection(found.said, tuple(map(WordLine, lines))),))

    def _asks_back(self, offer: Offer) -> str:
        """What is asked of whoever names an option and says nothing with it: which fields, and how to say none."""
        open_fields = asking.needed(offer) or asking.still_open(offer)
        lead = "still to be said" if asking.needed(offer) else f"{offer.number} takes"
        told = [f"{offer.phrase}: {lead}: {', '.join(asking.field_words(offer, name) for name in open_fields)}"]
        if line := examples.of_option(offer, self.named, self._understands):
            told.append(f"as in `{line}`")
        plain = offer.decision.answer(offer.option.key, **self._as_usual(offer))
        if offer.decision.refusal(plain, self.named) is None:
            told.append(f"`{offer.number} {asking.nothing_more(offer)}` for {self._said(offer.decision, plain)}")
        return "; ".join([*told, f"`{offer.number} ?` says more"])

    def example(self) -> str:
        """A line that could be typed now."""
        return examples.example(self.offers, self.named, self._understands)

    def _understands(self, line: str) -> bool:
        return self.read(line).answer is not None

    def _as_usual(self, offer: Offer) -> dict[str, Any]:
        """What an option says where nobody says more: as suggested, if it is what is suggested."""
        default = offer.decision.default
        return {**asking.unasked(offer), **(default.values if default.option == offer.option.key else {})}

    def _not_again(self, offer: Offer, answer: Answer) -> None:
        """An order that somebody has and has not carried out yet is not given and paid for twice unawares."""
        unit = next((each for each in self.picture.units if each.id == offer.option.about), None)
        if unit is None or not (unit.order or unit.awaits) or not self.purses():
            return
        last = next((each for each in reversed(self.given) if unit.id in each.option.split(":")), None)
        if last is None or (last.decision, last.option) != (answer.decision, answer.option):
            return
        if offer.decision.completed(last) == offer.decision.completed(answer):
            raise TypedProblem(f"{unit.name} has been told just that: {unit.order or unit.awaits[-1].words}")

    def _said_with(self, offer: Offer, words: list[str], rest: list[str]) -> dict[str, Any]:
        """The values of an option; as usual where that is said, or the words of its sentence as it stands there."""
        if rest and plain_words(" ".join(rest)) == plain_words(asking.nothing_more(offer)):
            return self._as_usual(offer)
        try:
            return self._values(offer, rest)
        except TypedProblem:
            if stands_in(words, plain_words(offer.option.text)):
                return {}
            raise

    def _not_for_nobody(self, offer: Offer, values: Mapping[str, Any]) -> None:
        """Whoever says that some are to do it is asked who, where nobody goes without saying."""
        for name in offer.option.fields:
            if name not in values and asking.tells_nobody(offer, name):
                known = ", ".join(map(self.named, offer.option.fields[name].data()["values"]))
                raise TypedProblem(f"{offer.phrase}: who? write {name}= and one or more of {known}; or {name}=none")

    def _answer(self, decision: Decision, answer: Answer) -> Typed:
        refusal = decision.refusal(answer, self.named)
        if refusal is not None:
            rule = f" ({refusal.rule})" if refusal.rule else ""
            return Typed(problem=f"{refusal.reason}{rule}")
        return Typed(answer, self._said(decision, answer))

    def told(self, answer: Answer) -> str:
        """An answer in the words of its option, where it is among those that are asked."""
        decision = next((each for each in self.decisions if each.id == answer.decision), None)
        return self._said(decision, answer) if decision is not None else readable(answer.option.partition(":")[0])

    def _said(self, decision: Decision, answer: Answer) -> str:
        option = decision.option(answer.option)
        form = self.forms.get(option.form) if option else None
        values = ", ".join(self._said_of(form, name, value) for name, value in answer.values.items())
        text = agreed(option.text, [self.named(option.about)] if option.about else ()) if option else answer.option
        return f"{text}: {values}" if values else text

    def _said_of(self, form: Form | None, name: str, value: Any) -> str:
        label = form.fields[name].label if form and name in form.fields else ""
        called, shown = label.lower() if label and "_" in name else readable(name), self._shown(form, name, value)
        # of sixty paces it need not be said that they are paces
        return shown if called in shown.split() else f"{called} {shown}"

    def _shown(self, form: Form | None, name: str, value: Any) -> str:
        field = form.fields.get(name, FormField()) if form else FormField()
        if isinstance(value, (list, tuple)):
            joint = "," if all(type(each) is int for each in value) else " "
            return joint.join(self._shown(form, name, each) for each in value) or "none"
        if type(value) is int:
            return measured(field, value)
        return asking.value_words(field, value, self.named) if isinstance(value, str) else str(value)

    # -- options

    def _option(self, words: list[str]) -> tuple[list[Offer], list[str]]:
        """The options that the first words mean, and the words after them."""
        first = words[0].rstrip(".:")
        if first.isdecimal() and not self._begins(first):
            return self._numbered(int(first)), words[1:]
        best: list[Offer] = []
        score: tuple[int, int, int] = (0, 0, 0)
        for offer in self.offers:
            fit = matched(words, plain_words(offer.phrase))
            if denied_unsaid(words, plain_words(offer.option.key)):
                continue
            if fit > score:
                best, score = [offer], fit
            elif fit == score and any(fit):
                best.append(offer)
        if not best and first.isdecimal():
            return self._numbered(int(first)), words[1:]
        if gone := next(
            (each for each in self.gone if matched(words, plain_words(each.phrase)) > max(score, (1, 0, 0))), None
        ):
            raise TypedProblem(self._why_gone(gone))
        if best and words[score[0] :]:
            self._not_for_want_of(best, words, score)
        return (best, words[score[0] :]) if best else self._by_sentence(words)

    def _not_for_want_of(self, best: list[Offer], words: list[str], score: tuple[int, int, int]) -> None:
        """Words that meant another option as well, before that went, are not taken for the one that is left: an order
        that can no longer be given in person does not ride with an aide unasked."""
        about = best[0].option.about
        alike = (each for each in self.gone if each.option.about == about != "")
        gone = next((each for each in alike if matched(words, plain_words(each.phrase)) == score), None)
        if gone is not None:
            raise TypedProblem(f"{self._why_gone(gone)}; left is {_candidates(best)}: say more of it, or its number")

    def _by_sentence(self, words: list[str]) -> tuple[list[Offer], list[str]]:
        """The options in whose sentences the first words stand. One that says no is meant only by words that say no."""
        typed = list(takewhile(lambda word: "=" not in word, words))
        for taken in range(len(typed), 0, -1):
            said = typed[:taken]
            found = [offer for offer in self.offers if stands_in(said, plain_words(offer.option.text))]
            clear = [offer for offer in found if not denied_unsaid(said, plain_words(offer.option.text))]
            if len(clear) == 1 or (
                clear and len({offer.option.about for offer in clear}) == 1 and clear[0].option.about
            ):
                return clear, words[taken:]
            if found:
                told = f"{' '.join(said)!r} alone is not clear: {_candidates(clear or self.offers)}"
                raise TypedProblem(f"{told}; say more of it, or its number")
        if of_nobody := self._of_nobody_asked(words):
            raise TypedProblem(of_nobody)
        after = self._after_whom(words[0])
        raise TypedProblem(f"{words[0]!r} begins nothing that may be answered now{after}; `options` lists all of it")

    def _after_whom(self, word: str) -> str:
        """What a word may be said after, where it is one of the words of a field."""
        for offer in self.offers:
            choices = [domain for domain in offer.option.fields.values() if isinstance(domain, Choice)]
            if offer.option.about and any(word.lower() in map(readable, domain.values) for domain in choices):
                return f"; say first whom it is about, as in {offer.phrase} {word}"
        return ""

    def _begins(self, word: str) -> bool:
        """Whether a number is the first word of somebody's name."""
        return any(plain_words(offer.phrase)[:1] == [word] for offer in self.offers)

    def _numbered(self, number: int) -> list[Offer]:
        found = [offer for offer in self.offers if offer.number == number]
        if not found:
            gone = next((each for each in self.gone if each.number == number), None)
            raise TypedProblem(self._why_gone(gone) if gone else f"there is no number {number}; {self._numbers()}")
        return found

    def _numbers(self) -> str:
        numbers = [offer.number for offer in self.offers]
        every = list(range(1, len(numbers) + 1))
        return f"there are {'1 to ' + str(len(numbers)) if numbers == every else ', '.join(map(str, sorted(numbers)))}"

    def _why_gone(self, gone: ShownOption) -> str:
        """Why an option that was shown cannot be answered any more, as the rules say."""
        decision = next((each for each in self.decisions if each.id == gone.decision), None)
        refusal = decision.why(gone.option.key, "", "") if decision is not None else None
        why = f": {refusal.reason}{f' ({refusal.rule})' if refusal.rule else ''}" if refusal is not None else ""
        return f"{gone.number} {gone.phrase} cannot be answered any more{why or self._held(gone.option.about)}"

    def _held(self, who: str) -> str:
        """Why somebody cannot be told anything, as far as the table shows it, and what is left to pay with."""
        held = [unit.held for unit in self.picture.units if unit.id == who and unit.held]
        told = "; ".join([*held, *self.purses()])
        return f": {told}" if told else ""

    def _of_nobody_asked(self, words: list[str]) -> str:
        """What is said to somebody who can be told nothing now, if the words name him."""
        gone = [each for each in self.gone if matched(words, plain_words(each.phrase))[0]]
        if gone:
            return self._why_gone(max(gone, key=lambda each: matched(words, plain_words(each.phrase))))
        own = {unit.id: (unit.name,) for unit in self.picture.units if unit.own}
        known = meant(list(takewhile(lambda word: "=" not in word, words))[:1], own)
        if len(known) != 1:
            return ""
        return f"{self.named(known[0])} cannot be told anything now{self._held(known[0])}"

    # -- values

    def _values(self, offer: Offer, words: list[str]) -> dict[str, Any]:
        values: dict[str, Any] = {}
        at = 0
        while at < len(words):
            name, sign, text = words[at].partition("=")
            if sign:
                field = self._field(offer, name)
                if field in values:
                    raise TypedProblem(f"{field} is said twice")
                values[field], taken = self._run(offer, field, text, words[at + 1 :])
                at += taken
            else:
                field, value, taken = self._bare(offer, words[at:], values)
                values[field] = value
                at += taken
        return values

    def _run(self, offer: Offer, field: str, text: str, rest: list[str]) -> tuple[Any, int]:
        """The value of a field and how many words it takes: those of a name that was not quoted belong to it."""
        free = list(takewhile(lambda word: "=" not in word, rest))[: MOST_WORDS - 1]
        if isinstance(offer.option.fields[field], FreeWords):
            return self._value(offer, field, " ".join([text, *free])), 1 + len(free)
        for more in range(len(free), 0, -1):
            longer = self._tried(offer, field, " ".join([text, *free[:more]]))
            if longer:
                return longer[0], 1 + more
        return self._value(offer, field, text), 1

    def _field(self, offer: Offer, name: str) -> str:
        called = {
            each: (each, readable(each), offer.form.fields.get(each, FormField()).label) for each in offer.option.fields
        }
        wanted = name.strip().lower().replace(" ", "-")
        known = {
            each: tuple(word.lower().replace(" ", "-") for word in words if word) for each, words in called.items()
        }
        exact = [each for each, called in known.items() if wanted in called]
        found = exact or [
            each for each, called in known.items() if wanted and any(word.startswith(wanted) for word in called)
        ]
        if len(found) == 1:
            return found[0]
        told = self._fields(offer) or "no fields"
        raise TypedProblem(
            f"{offer.phrase}: {'several fields begin with' if found else 'no field'} {name!r}; it has {told}"
        )

    def _fields(self, offer: Offer) -> str:
        return ", ".join(asking.field_words(offer, each) for each in offer.option.fields)

    def _bare(self, offer: Offer, words: list[str], said: Mapping[str, Any]) -> tuple[str, Any, int]:
        """A value without its field: the longest run of words that only one field takes."""
        for taken in range(min(MOST_WORDS, len(words)), 0, -1):
            text = " ".join(words[:taken])
            fits = [
                (name, value)
                for name in offer.option.fields
                if name not in said
                for value in self._tried(offer, name, text)
            ]
            if len(fits) > 1:
                # a place is more likely meant by two figures or a name than anything else; words before numbers
                spots = [fit for fit in fits if isinstance(offer.option.fields[fit[0]], Spot)]
                fits = spots if len(spots) == 1 else fits
            if len(fits) == 1:
                return (*fits[0], taken)
            if fits:
                names = ", ".join(name for name, _ in fits)
                raise TypedProblem(f"{text!r} may be {names}; write {fits[0][0]}={text}")
        told = self._fields(offer) or "nothing more"
        raise TypedProblem(f"{words[0]!r} is no value of {offer.phrase}; it takes {told}; `{offer.number} ?` says more")

    def _tried(self, offer: Offer, name: str, text: str) -> list[Any]:
        domain = offer.option.fields[name]
        # free text takes everything, and must be named
        if isinstance(domain, FreeWords):
            return []
        try:
            value = self._value(offer, name, text)
        except TypedProblem:
            return []
        return [value] if domain.accepts(value) else []

    def _value(self, offer: Offer, name: str, text: str) -> Any:
        domain, field = offer.option.fields[name], offer.form.fields.get(name, FormField())
        if isinstance(domain, Spot):
            return self._spot(offer, text)
        if isinstance(domain, Spots):
            return [self._spot(offer, part) for part in text.split(";") if part.strip()]
        if isinstance(domain, Several):
            return [
                self._word(domain, field, part.strip()) for part in text.split(",") if part.strip() and text != "none"
            ]
        if isinstance(domain, Choice):
            return self._word(domain, field, text)
        if isinstance(domain, YesNo):
            value = domain.parse(text)
            if not isinstance(value, bool):
                raise TypedProblem(f"{readable(name)}: {text!r}; yes or no")
            return YesNo.WORDS[value]
        # a number of nought may have a word, and is told by it
        value = 0 if field.zero and text.lower() == field.zero else domain.parse(text)
        if isinstance(domain, Number) and type(value) is not int:
            raise TypedProblem(f"{readable(name)}: {text!r} is no number; {domain.allowed}")
        return value

    def _word(self, domain: Choice | Several, field: FormField, text: str) -> str:
        """One of a field's words, by itself, by its label or by the name of whoever it stands for."""
        wanted = plain_words(text)
        called = {value: (value, asking.value_words(field, value, self.named)) for value in domain.values if value}
        if text in domain.values:
            return text
        found = meant(wanted, called)
        if len(found) == 1:
            return found[0]
        told = ", ".join(words[1] for words in list(called.values())[:MOST_TOLD]) or "nothing"
        raise TypedProblem(f"{text!r} {'may be several of' if found else 'is not among'} {told}")

    def _spot(self, offer: Offer, text: str) -> list[int]:
        """A place: its paces from the south-west corner, or from the unit, or what lies there."""
        text = text.strip()
        if match := _PLACE.fullmatch(text):
            return [int(match[1]), int(match[2])]
        if match := _AT.fullmatch(text):
            return self._off(offer, int(match[1]), match[2].lower())
        wanted = plain_words(text)
        found = meant(wanted, {id: (self.names.get(id, id),) for id in self.spots})
        places = {self.spots[id] for id in found} or {
            self.grounds[name] for name in meant(wanted, {name: (name,) for name in self.grounds})
        }
        if len(places) == 1:
            x, y = places.pop()
            return [round(x), round(y)]
        raise TypedProblem(
            f"{text!r} {'may be several places' if places else 'is no place'}; write {asking.SPOT_FORMS}"
        )

    def _off(self, offer: Offer, paces: int, way: str) -> list[int]:
        start = self.spots.get(offer.option.about)
        if start is None:
            raise TypedProblem(f"{offer.phrase} does not say from where; write a place as 900,400")
        if way.isdecimal() and 1 <= int(way) <= 12:
            heading = self.fronts.get(offer.option.about, 0) + int(way) * 30
        elif way in _SHORT or way in _LONG:
            heading = _SHORT.get(way, _LONG.get(way, 0))
        else:
            raise TypedProblem(f"@{way}: an hour from 1 to 12, or a point of the compass as in ne")
        x = round(start[0] + paces * sin(radians(heading)))
        y = round(start[1] + paces * cos(radians(heading)))
        return [x, y]

    # -- completing

    def completions(self, line: str) -> list[str]:
        """Whole lines that begin as this one does, a word further on."""
        words = split(line)
        open_word = "" if not words or line.endswith(" ") else words.pop()
        kept = line[: len(line) - len(open_word)] if open_word else line
        found = dict.fromkeys((*self._next_options(words, open_word, kept), *self._next_values(words, open_word, kept)))
        return list(found)[: MOST_TOLD * 2]

    def _next_options(self, words: list[str], open_word: str, kept: str) -> Iterable[str]:
        begun = [*words, open_word] if open_word else words
        for offer in self.offers:
            own = plain_words(offer.phrase)
            if len(begun) <= len(own) and matched(begun, own)[0] == len(begun):
                yield offer.phrase

    def _next_values(self, words: list[str], open_word: str, kept: str) -> Iterable[str]:
        if not words:
            return
        try:
            found, rest = self._option(words)
        except TypedProblem:
            return
        if len(found) != 1:
            return
        offer = found[0]
        said = {word.partition("=")[0] for word in rest if "=" in word}
        name, sign, begun = open_word.partition("=")
        if sign and name in offer.option.fields:
            wanted = begun.strip('"').lower()
            values = (each for each in self._all_values(offer, name) if each.strip('"').lower().startswith(wanted))
            yield from (f"{kept}{name}={value}" for value in values)
            return
        yield from (f"{kept}{field}=" for field in offer.option.fields if field not in said and field.startswith(name))

    def _all_values(self, offer: Offer, name: str) -> list[str]:
        domain: Domain = offer.option.fields[name]
        field = offer.form.fields.get(name, FormField())
        if isinstance(domain, (Choice, Several)):
            return [quoted(asking.value_words(field, value, self.named)) for value in domain.values if value]
        if isinstance(domain, YesNo):
            return ["yes", "no"]
        if isinstance(domain, (Spot, Spots)):
            return [quoted(self.names.get(id, id)) for id in self.spots]
        return []
