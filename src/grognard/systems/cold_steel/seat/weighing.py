"""What answers to questions promise, before they are given: checks of initiative, volleys, close combat, prisoners.

Chances are those of the moment in which the question is asked; what the seat cannot know is taken for granted and said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from grognard.battle.decisions import Answer, Decision
from grognard.battle.kinds import many
from grognard.battle.previews import records as pre
from grognard.kernel.checks import implements
from grognard.kernel.sources import SeededDice

from ..checks.morale.aftermath import PrisonersFacts
from ..events.words import OFFICERS_REASON, OFFICERS_WISH
from ..facts.fire import aiming
from ..facts.fire.aiming import Wishes
from ..facts.initiative.checks import initiative_facts
from ..maneuver.plans import plan
from ..phases.initiative.marking import Mark, mark_of
from ..phases.initiative.settling import WANTS, moment, stands
from ..table.battlefield import Battlefield
from . import chances, foreseen, previews

Weigh = Callable[[Battlefield, Decision, Answer], Iterable[pre.OddsOf]]


def weigh(b: Battlefield, decision: Decision, answer: Answer) -> pre.Preview:
    """What an answer to a question may come to."""
    if decision.kind == HOLD_FIRE:
        return _past_friends(b, decision, answer)
    if decision.kind == AUTOMATIC and answer.option == "accept":
        return _of_itself(b, decision)
    found = tuple(WEIGHED[decision.kind](b, decision, answer))
    return pre.Preview(units=(pre.UnitPreview(unit=decision.about["unit"], odds=found),) if found else ())


# -- officers who act by themselves


AUTOMATIC = "automatic"


def _of_itself(b: Battlefield, decision: Decision) -> pre.Preview:
    """Why it would do what it is about to do, the way that it would go, what that costs it, and who is in its way."""
    mark = mark_of(b, decision.about["unit"])
    if mark is None:
        return pre.Preview()
    found = plan(b, mark.unit, mark.order)
    shown = previews.unit_preview(b, mark.unit, mark.order, found, now=True)
    notes = [f"{OFFICERS_REASON[mark.name]} ({mark.order.rule})"]
    friends = [b.name(friend) for friend in foreseen.friends_ridden_through(b, mark.unit, mark.order, found)]
    if friends:
        notes.append(f"on its way {' and '.join(friends)}: to pass through friends costs both order (CS-6.8)")
    return pre.Preview(units=(shown,), notes=tuple(notes))


@implements("CS-4.2b", "CS-4.2c", "CS-4.3.1")
def _initiative(b: Battlefield, decision: Decision, answer: Answer) -> Iterable[pre.OddsOf]:
    """The check by which another order than the automatic one may stand; where none is made there is nothing to say."""
    mark, wants = mark_of(b, decision.about["unit"]), WANTS[answer.option]
    to = str(answer.values.get("to", ""))
    if mark is None or mark.ignorable or wants == "automatic_order" or (mark.free and to == "form_square"):
        return
    check, facts = b.rules["initiative"], initiative_facts(b, mark.unit, **moment(b, mark, wants))
    shares: dict[str, float] = {}
    for outcome, chance in check.odds(facts):
        words = _comes(b, mark, to, stands(b, mark, wants, outcome.result))
        shares[words] = shares.get(words, 0.0) + float(chance)
    shown = check.roll(facts, SeededDice(0))  # the dice do not matter: only modifiers are read off it
    yield pre.OddsOf(
        title="Initiative check",
        check="initiative",
        rule=check.rule,
        chances=tuple(
            pre.Chance(text=words, percent=round(100 * share, 2))
            for words, share in sorted(shares.items(), key=lambda each: -each[1])
        ),
        modifiers=tuple(pre.Worth(rule=each.rule, label=each.label, value=each.value) for each in shown.modifiers),
    )


def _comes(b: Battlefield, mark: Mark, to: str, found: Any) -> str:
    """What stands, in words, and what the try costs."""
    orders: Mapping[str, str] = {
        "original_order": "it keeps your order",
        "other_automatic_order": f"it will {OFFICERS_WISH.get(to, to)}",
        "automatic_order": f"it will {OFFICERS_WISH[mark.name]} all the same",
    }
    cost = f", {many(found.disorder, 'marker')} of disorder" if found.disorder else ""
    return f"{orders[found.order]}{cost}"


# -- fire


def _target(b: Battlefield, decision: Decision, answer: Answer) -> Iterable[pre.OddsOf]:
    """Its chances against the one who is named."""
    unit, target = decision.about["unit"], answer.option
    if target in b.knowledge.seen_by(decision.seat):
        yield from chances.odds(b, decision.seat, unit, target)


@implements("CS-8.1e")
def _split(b: Battlefield, decision: Decision, answer: Answer) -> Iterable[pre.OddsOf]:
    """Each volley, by whom it is at."""
    unit, first = decision.about["unit"], decision.about["foe"]
    wishes = Wishes({unit: first}, frozenset([unit] if answer.option == "split" else []))
    for shots in aiming.plan(b, aiming.look(b, unit), wishes):
        yield chances.volley(b, shots, at=b.name_to(decision.seat, shots.target))


@implements("CS-8.1f")
def _square(b: Battlefield, decision: Decision, answer: Answer) -> Iterable[pre.OddsOf]:
    """What the square fires now."""
    unit = decision.about["unit"]
    wishes = Wishes(thirds=frozenset([unit] if answer.option == "thirds" else []))
    for shots in aiming.plan(b, aiming.look(b, unit), wishes):
        yield chances.volley(b, shots, at=b.name_to(decision.seat, shots.target))


HOLD_FIRE = "hold_fire"
"""The one question that is about several units at once."""


@implements("CS-7.7a", "CS-8.1j")
def _past_friends(b: Battlefield, decision: Decision, answer: Answer) -> pre.Preview:
    """What each of those asked about fires: all of it past its friends, or what has nobody in the way."""
    bold = answer.values.get("units", ()) if answer.option == "fire" else ()
    seen = b.knowledge.seen_by(decision.seat)
    found = {
        line.unit: tuple(chances.past_friends(b, line.unit, line.target, spares=line.unit not in bold))
        for line in decision.lines
        if line.target in seen
    }
    return pre.Preview(units=tuple(pre.UnitPreview(unit=unit, odds=odds) for unit, odds in found.items() if odds))


# -- close combat and what follows it


def _secondary(b: Battlefield, decision: Decision, answer: Answer) -> Iterable[pre.OddsOf]:
    """A second fight; to pursue or to hold back takes no dice."""
    if answer.option in b.knowledge.seen_by(decision.seat):
        yield from chances.combat(b, decision.about["unit"], answer.option)


def _squadrons(b: Battlefield, decision: Decision, answer: Answer) -> Iterable[pre.OddsOf]:
    """All of them at once; one after the other it hangs on how each before came off."""
    if answer.option == "together":
        yield from chances.combat(b, decision.about["unit"], decision.about["foe"])


@implements("CS-5.4c")
def _pursuit(b: Battlefield, decision: Decision, answer: Answer) -> Iterable[pre.OddsOf]:
    """Prisoners that foot takes of those who run."""
    if answer.option != "pursue":
        return
    hunter, quarry = decision.about["unit"], decision.about["quarry"]
    rating = b.entry(hunter).rated.morale_rating
    facts = PrisonersFacts(
        pursuer="not_cavalry",
        pursuer_morale=rating,
        pursuer_figures=max(1, b.live(hunter)),
        pursued_morale=rating,
        figures_left=b.live(quarry),
    )
    check = b.rules["prisoners"]
    found = sorted(check.odds(facts).map(lambda each: each.prisoners))
    yield pre.OddsOf(
        title="Prisoners",
        check="prisoners",
        rule=check.rule,
        facts=(f"their morale taken to be as ours, {rating}",),
        mean=float(sum(number * share for number, share in found)),
        chances=tuple(
            pre.Chance(text=many(number, "figure"), percent=round(100 * float(share), 2), value=number)
            for number, share in found
        ),
    )


WEIGHED: dict[str, Weigh] = {
    AUTOMATIC: _initiative, "designate": _target, "split": _split, "square_fire": _square, "secondary": _secondary,
    "squadrons": _squadrons, "pursue": _pursuit,
}  # fmt: skip
"""Questions that lead to dice, by their kind."""
