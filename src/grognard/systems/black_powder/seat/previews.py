"""What an answer would do, before it is given: an order as it is spoken, where it leads by one, two or three moves and
how likely each is; what fire, charges and the answers to charges promise. All of it is worked out on the field as the
seat knows it (`known.py`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from grognard.battle import pictures as pic
from grognard.battle.decisions import Answer, Decision
from grognard.battle.kinds import many
from grognard.battle.previews import records as pre
from grognard.battle.previews.chances import Shares, figure, told, worths
from grognard.battle.special.staying import held_by
from grognard.kernel.checks import Refused, implements
from grognard.kernel.domains import Number
from grognard.kernel.errors import BadInput
from grognard.kernel.opposed import Pair
from grognard.miniatures.drawing import at, parts_of

from ..acts.answers import MOST, group_orders, order_of
from ..checks.fighting.charging import EvadeFacts
from ..checks.moving.rates import rate_of
from ..events.command import sentence
from ..facts import fire
from ..facts.combat import fight_facts
from ..facts.command import command_facts
from ..facts.moving import MoveStep, lay, moves_to_contact
from ..facts.wording import words
from ..table import bodies
from ..table.field import PowderField
from ..table.orders import Order
from ..terms import Giving, Response
from ..turn.command import spoken
from . import chances
from .chances import BLUNDER, FREE, MOVES, UNHEARD, home, order_shares
from .charge_odds import answer_shares
from .known import GUESSES, known

_STOPS = {
    "foe": "up to the enemy",
    "friend": "up to a friend",
    "ground": "up to impassable ground",
    "edge": "off the table",
}
_FAILS: dict[str, tuple[str, str, pic.Tone]] = {
    MOVES[0]: ("he falls silent", "BP-CMD-4", "notice"),
    FREE: ("he falls silent", "BP-CMD-12", "notice"),
    UNHEARD: ("he falls silent", "BP-CMD-4", "notice"),
    BLUNDER: ("they do something else", "BP-CMD-5", "bad"),
}
"""What comes of an order that fails."""
_RALLIES: tuple[Giving, ...] = ("rally", "brigade_rally")


def preview(b: PowderField, decision: Decision, answer: Answer) -> pre.Preview:
    """What an answer would do, as far as the seat can know."""
    weighs = _WEIGHED.get(decision.kind)
    return weighs(b, decision, answer) if weighs is not None else pre.Preview()


def _of(unit: str, odds: Iterable[pre.OddsOf], rows: Iterable[pic.Row] = ()) -> pre.Preview:
    return pre.Preview(units=(pre.UnitPreview(unit=unit, odds=tuple(odds), rows=tuple(rows)),))


def _seen(b: PowderField, target: str) -> str:
    if target not in b.world.units or not b.here(target):
        raise BadInput(f"no enemy {target!r} in sight")
    return target


# -- orders


def _ordered(b: PowderField, decision: Decision, answer: Answer) -> pre.Preview:
    """An order: its words, what it is rolled against, and what each number of moves would lead to."""
    word, _, who = answer.option.partition(":")
    if not who or (word.startswith("brigade") and not answer.values.get("units")):
        return pre.Preview()
    units, order, giving = spoken(b, answer.option, answer.values)
    # nothing below may look at the real field, or the preview would tell what is hidden
    field, leader = known(b, decision.seat), decision.about["leader"]
    if not all(field.here(unit) for unit in units):
        return pre.Preview()
    shares = order_shares(field, leader, units, order, giving)
    led = _led(field, units, order, giving, shares)
    first = _rolled(field, leader, units, order, giving, led[0])
    return pre.Preview(said=_said(b, decision.seat, leader, units, order, giving), units=(first, *led[1:]))


def _said(b: PowderField, seat: str, leader: str, units: Sequence[str], order: Order, giving: Giving) -> str:
    """An order as it will be spoken."""
    # as the seat calls him: it may not know whom it sees
    foe = b.name_to(seat, order.target) if order.target else ""
    what = [] if giving in _RALLIES else [word.replace("*", foe) for word in words(b, units[0], order)]
    names = [b.name(unit) for unit in units]
    whom = f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]
    return sentence(b.name(leader), whom, what, giving)


def _rolled(
    b: PowderField,
    leader: str,
    units: Sequence[str],
    order: Order,
    giving: Giving,
    led: pre.UnitPreview,
) -> pre.UnitPreview:
    """The same with what the dice are rolled against, and why."""
    facts = command_facts(b, leader, units, order, giving)
    found = worths(b.rules["command"], facts)
    rating = sum(each.value for each in found)
    why = ", ".join(
        f"{each.label} {each.value:+}" if i else f"{each.label} {each.value}" for i, each in enumerate(found)
    )
    row = pic.Row(label=f"Two dice: {why}".replace("-", "−"), value=f"{rating} or less", rule="BP-CMD-3")
    return pre.UnitPreview(
        unit=led.unit, places=led.places, moves=led.moves, rows=(row, *led.rows), rules=led.rules, odds=led.odds
    )


def _led(
    b: PowderField, units: tuple[str, ...], order: Order, giving: Giving, shares: Shares
) -> tuple[pre.UnitPreview, ...]:
    """What each of those told would do with its moves."""
    if giving in _RALLIES:
        return tuple(
            pre.UnitPreview(unit=unit, rows=tuple(_row(word, shares, "") for word in shares)) for unit in units
        )
    if order.word == "charge":
        return tuple(_charging(b, unit, _seen(b, order.target), shares) for unit in units)
    return tuple(_going(b, unit, own, shares) for unit, own in group_orders(b, units, order).items())


def _row(word: str, shares: Shares, does: str, rule: str = "BP-CMD-2") -> pic.Row:
    silent, why, tone = _FAILS.get(word, ("", rule, "ink"))
    value = ", ".join(each for each in (does, silent) if each)
    return pic.Row(label=word.capitalize(), value=value, note=figure(shares[word]), rule=why, tone=tone)


def _going(b: PowderField, unit: str, order: Order, shares: Shares) -> pre.UnitPreview:
    """Where a unit would get to with each number of moves."""
    steps = _laid(b, unit, order, MOST)
    rows = []
    for word in shares:
        # a free move is one move, whatever the order asked for
        moves = 1 if word == FREE else next((n for n, each in MOVES.items() if each == word), 0)
        rows.append(_row(word, shares, _does(b, unit, steps[:moves]), "BP-MOVE-1") if moves else _row(word, shares, ""))
    # places that no roll can reach are not drawn
    most = max((n for n, word in MOVES.items() if word in shares), default=1)
    places = tuple(
        _place(b, unit, step, figure(home(shares, number))) for number, step in enumerate(steps[: max(1, most)], 1)
    )
    rules = ("BP-CMD-2", "BP-MOVE-1")
    return pre.UnitPreview(unit=unit, places=places, moves=bool(places), rows=tuple(rows), rules=rules)


def _charging(b: PowderField, unit: str, target: str, shares: Shares) -> pre.UnitPreview:
    """Whether a charge gets home by an order, and what it comes to then."""
    moves = moves_to_contact(b, unit, target)
    # all numbers of moves that bring it home are told as one
    enough = {MOVES[n] for n in range(moves, MOST + 1)} | ({FREE} if moves == 1 else set()) if moves else set()
    rows = [_row(word, shares, "" if word in _FAILS else "not home yet") for word in shares if word not in enough]
    value = f"with {many(moves, 'move')}" + ("" if moves == MOST else " or more") if moves else "out of reach"
    share = figure(home(shares, moves)) if moves else ""
    tone: pic.Tone = "good" if moves else "bad"
    rows.insert(0, pic.Row(label="It gets home", value=value, note=share, rule="BP-CHG-1", tone=tone))
    kept = None if moves else b.kept_from(unit, b.survey.middle(target))
    if kept is not None:
        rows.append(pic.Row(label="It may not go out to them", value=kept.reason, rule=kept.rule, tone="bad"))
    odds = (chances.struck(b, unit, target),) if moves else ()
    return pre.UnitPreview(unit=unit, rows=tuple(rows), odds=odds, rules=("BP-CMD-2", "BP-CHG-1"))


def _alone(b: PowderField, decision: Decision, answer: Answer) -> pre.Preview:
    """A move by a unit's own initiative, for which nobody rolls."""
    word, _, unit = answer.option.partition(":")
    field = known(b, decision.seat)
    if not unit or not field.here(unit):
        return pre.Preview()
    order = order_of(field, word, unit, answer.values)
    if order.word == "charge":
        return _of(unit, [chances.struck(field, unit, _seen(field, order.target))])
    steps = _laid(field, unit, order, 1)
    rows = (pic.Row(label="Of itself", value=_does(field, unit, steps), rule="BP-CMD-7"),) if steps else ()
    places = tuple(_place(field, unit, step, "") for step in steps)
    return pre.Preview(units=(pre.UnitPreview(unit=unit, places=places, moves=bool(places), rows=rows),))


def _laid(b: PowderField, unit: str, order: Order, most: int) -> Sequence[MoveStep]:
    try:
        return lay(b, unit, order, min(most, order.most))
    except Refused:
        return ()


def _does(b: PowderField, unit: str, steps: Sequence[MoveStep]) -> str:
    """What some moves come to in words: what it forms, how far it goes, what stops it."""
    formed = steps[-1].formation if steps else ""
    found = [formed.replace("_", " ")] if formed and formed != b.unit(unit).formation else []
    gone = sum(step.gone for step in steps)
    if gone:
        found.append(many(round(gone / b.inch), "inch", "inches"))
    moved = steps[-1].moved if steps else None
    if moved is not None and moved.stopped in _STOPS:
        found.append(_STOPS[moved.stopped])
    elif moved is not None and moved.held:
        found.append(held_by(moved.held).strip(", "))
    elif steps and steps[-1].arrived:
        found.append("there")
    return ", ".join(found) or "stays"


def _place(b: PowderField, unit: str, step: MoveStep, label: str) -> pre.Place:
    now = b.unit(unit)
    found = bodies.footprint(b.t, now.arm, step.formation, now.size)
    return pre.Place(
        label=label,
        **at(step.place.position),
        heading=step.place.heading,
        formation=step.formation.replace("_", " "),
        parts=parts_of(found.parts),
    )


# -- fire


def _shooting(b: PowderField, decision: Decision, answer: Answer) -> pre.Preview:
    word, _, unit = answer.option.partition(":")
    field = known(b, decision.seat)
    if answer.option == "at_will":
        return _of("", (), _volleys(b, decision))
    target = str(answer.values.get("target", ""))
    return _of(unit, chances.fired(field, unit, _seen(field, target))) if word == "fire" and target else pre.Preview()


def _volleys(b: PowderField, decision: Decision) -> list[pic.Row]:
    """Who fires at whom if all fire as is usual, and how many casualties may be expected."""
    field, rows = known(b, decision.seat), []
    for option in decision.options:
        unit = option.key.removeprefix("fire:")
        target = fire.usual_target(field, unit) if unit != option.key else ""
        found = next(iter(chances.fired(field, unit, target)), None) if target else None
        if found is not None and found.mean is not None:
            name = f"{b.name(unit)} at {b.name_to(decision.seat, target)}"
            rows.append(pic.Row(label=name, value=f"{found.mean:.1f} casualties", rule=found.rule))
    return rows


# -- questions out of turn


def _responding(b: PowderField, decision: Decision, answer: Answer) -> pre.Preview:
    """What comes of an enemy's charge if it is met so."""
    unit, foe = decision.about["unit"], decision.about["foe"]
    field: PowderField = known(b, decision.seat)
    response: Response = answer.option  # type: ignore[assignment]
    if not field.here(foe):
        return pre.Preview()
    if response == "evade":
        return pre.Preview(notes=(_evading(field, unit, foe, int(decision.about["reach"])),))
    pair = Pair(fight_facts(field, unit, charged=response == "counter_charge"), fight_facts(field, foe, charged=True))
    shares = answer_shares(field, unit, foe, response)
    return _of(unit, [told(field.rules["hand-to-hand"], "Their charge then", pair, shares, taken=GUESSES, kept=True)])


def _evading(b: PowderField, unit: str, foe: str, reach: int) -> str:
    now = b.unit(unit)
    facts = EvadeFacts(gap=b.inches(unit, foe), charger=reach, move=rate_of(b.t, now.arm, now.formation))
    caught = b.settle("evade", facts).caught
    return "they catch it, and strike it in the rear" if caught else "it gets away from them"


def _sweeping(b: PowderField, decision: Decision, answer: Answer) -> pre.Preview:
    """A move or charge of the victors, or of cavalry that may join in."""
    unit = decision.about["unit"]
    field: PowderField = known(b, decision.seat)
    values: Mapping[str, Any] = answer.values
    target = str(values.get("target", decision.about.get("foe", "")))
    if answer.option == "charge" and target:
        return _of(unit, [chances.struck(field, unit, _seen(field, target))])
    if answer.option != "move" or "to" not in values:
        return pre.Preview()
    steps = _laid(field, unit, order_of(field, "move", unit, values), 1)
    rows = (pic.Row(label="One move", value=_does(field, unit, steps), rule="BP-HTH-6"),) if steps else ()
    places = tuple(_place(field, unit, step, "") for step in steps)
    return pre.Preview(units=(pre.UnitPreview(unit=unit, places=places, moves=bool(places), rows=rows),))


@implements("BP-HTH-1")
def _dividing(b: PowderField, decision: Decision, answer: Answer) -> pre.Preview:
    """What its dice may do to each of the two it fights, as they are divided."""
    unit, first = decision.about["unit"], decision.about["foe"]
    given, whole = decision.completed(answer)["dice"], decision.options[0].fields["dice"]
    field: PowderField = known(b, decision.seat)
    foes = [foe for foe in field.opponents(unit) if field.here(foe)]
    if not isinstance(given, int) or not isinstance(whole, Number) or first not in foes:
        return pre.Preview()
    dice = {foe: given if foe == first else whole.high - given for foe in foes}
    odds = [chances.blows(field, unit, foe, dice[foe], b.name_to(decision.seat, foe)) for foe in foes if dice[foe]]
    return _of(unit, odds)


Weighs = Callable[[PowderField, Decision, Answer], pre.Preview]
_WEIGHED: Mapping[str, Weighs] = {
    "orders": _ordered,
    "initiative": _alone,
    "shoot": _shooting,
    "respond": _responding,
    "victory_move": _sweeping,
    "ride_around": _sweeping,
    "follow_through": _sweeping,
    "support_charge": _sweeping,
    "split": _dividing,
}
