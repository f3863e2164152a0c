"""Charges and close combats of one turn in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..wording import men
from .deeds import Actor, Deed
from .firing import lost_in
from .teller import Teller

FAILED = ("fell_short", "stopped")


def melees(teller: Teller, turn: int, found: Sequence[Deed], spoken: set[str]) -> Iterable[str]:
    """Each combat with what came of it, in the order of events; charges that led to none by themselves."""
    # charges that came to something are told with that, so alone they would be told twice
    met = {frozenset((deed.who.id, deed.whom.id)) for deed in found if deed.what in ("clash", "evaded", *FAILED)}
    told: set[tuple[str, str, str]] = set()
    for deed in found:
        pair = frozenset((deed.who.id, deed.whom.id))
        # several charges of one pair in a turn are one charge to a reader; each combat is one of its own
        if (same := (deed.what, deed.who.id, deed.whom.id)) in told and deed.what != "clash":
            continue
        told.add(same)
        if deed.what == "charge" and pair not in met:
            yield teller.pen.write("charge", who=deed.who.name, whom=deed.whom.name)
        elif deed.what in (*FAILED, "evaded", "stormed_on", "pursued", "overran", "trophy"):
            yield teller.pen.write(deed.what, who=deed.who.name, whom=deed.whom.name)
        elif deed.what == "clash":
            yield from _clash(teller, turn, deed, found, spoken)


def _clash(teller: Teller, turn: int, deed: Deed, found: Sequence[Deed], spoken: set[str]) -> Iterable[str]:
    words, result = teller.words, str(deed.facts.get("result", ""))
    names = {"who": deed.who.name, "whom": deed.whom.name}
    again = _met_before(deed, found)
    if deed.facts["winner"] and result in words.results:
        winner, loser = (deed.who, deed.whom) if deed.facts["winner"] == "who" else (deed.whom, deed.who)
        spoken.add(loser.id)
        if not again:
            yield from _surprise(teller, deed, found)
        kind, parts = ("clash_again", names) if again else _attack(deed, winner, found)
        yield teller.pen.write(kind, **parts, winner=winner.name, loser=loser.name, result=words.results[result])
    else:
        drawn = words.undecided.get(result, words.undecided.get("", "fought, and neither won"))
        # a combat that was locked when the last turn ended is the same combat
        goes_on = _met_before(deed, [*teller.by_turn.get(turn - 1, ()), *found])
        yield teller.pen.write("clash_drawn_again" if goes_on else "clash_drawn", **names, result=drawn)
    if not again:
        yield from _cost(teller, turn, deed)


def _attack(deed: Deed, winner: Actor, found: Sequence[Deed]) -> tuple[str, dict[str, str]]:
    """How a combat that was won is told: by who attacked, where one did this turn; else as a meeting."""
    pair = {deed.who.id, deed.whom.id}
    charge = next((one for one in found if one.what == "charge" and {one.who.id, one.whom.id} == pair), None)
    names = {"who": deed.who.name, "whom": deed.whom.name}
    if charge is None:
        return "clash_met", names
    names = {"who": charge.who.name, "whom": charge.whom.name}
    return ("clash_won" if charge.who.id == winner.id else "clash_lost"), names


def _cost(teller: Teller, turn: int, deed: Deed) -> Iterable[str]:
    """What the turn cost both; skirmishers are counted with their battalion."""
    both = deed.who, deed.whom
    lost = [lost_in(teller.record, turn, actor.unit) for actor in both]
    # the men of a part are not counted by themselves, and the whole battalion's would be too many
    if all(number > 0 for number in lost) and all(actor.id == actor.unit for actor in both):
        yield teller.pen.write("clash_cost", who=both[0].name, whom=both[1].name, a=men(lost[0]), b=men(lost[1]))


def _surprise(teller: Teller, deed: Deed, found: Sequence[Deed]) -> Iterable[str]:
    """Whether one of the two was surprised by the other."""
    pair = {deed.who.id, deed.whom.id}
    for one in found:
        if one.what == "surprised" and {one.who.id, one.whom.id} == pair:
            yield teller.pen.write("surprised", who=one.whom.name, whom=one.who.name)


def _met_before(deed: Deed, found: Sequence[Deed]) -> bool:
    """Whether the two have fought earlier among these."""
    pair, now = {deed.who.id, deed.whom.id}, (deed.turn, deed.number)
    return any(
        one.what == "clash" and (one.turn, one.number) < now and {one.who.id, one.whom.id} == pair for one in found
    )
