"""What an answer would do, before it is given: how far a march leads by each movement roll, and how likely that is;
what fire, charges, contests and reactions promise. All is worked out on the field as the seat knows it (`known.py`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from grognard.battle import pictures as pic
from grognard.battle.decisions import Answer, Decision
from grognard.battle.previews import records as pre
from grognard.battle.previews.chances import figure
from grognard.battle.special.staying import held_by
from grognard.kernel.checks import Refused
from grognard.kernel.errors import BadInput
from grognard.miniatures.drawing import at, parts_of

from ..acts.firing import plan_of
from ..checks.command import LeaderAttachmentFacts
from ..facts.bearings import zone
from ..facts.charge import onset
from ..facts.moving import MarchOrder, MoveLaid, charge_way, lay, vacates
from ..table import bodies
from ..table.field import ClassField
from ..table.state import UnitState
from ..turn.leaders import attachment_facts
from ..turn.orders import march_order, stands_ordered
from . import chances, weighing
from .chances import SHARES, movement_shares
from .known import known

_STOPS = {
    "foe": "up to the enemy",
    "friend": "up to a friend",
    "ground": "up to impassable ground",
    "edge": "off the table",
}


def preview(b: ClassField, decision: Decision, answer: Answer) -> pre.Preview:
    """What an answer would do, as far as the seat can know."""
    weighs = _WEIGHED.get(decision.kind)
    return weighs(b, decision, answer) if weighs is not None else pre.Preview()


# -- what a unit is told


def _acting(b: ClassField, decision: Decision, answer: Answer) -> pre.Preview:
    word, _, unit = answer.option.partition(":")
    values = answer.values
    if not unit or not b.here(unit):
        return pre.Preview()
    # with the screen as it is ordered: skirmishers who are out do not fire with the line
    field, target = known(b, decision.seat, _screened(b, unit, values)), str(values.get("target", ""))
    odds = [chances.disciplined(field, unit)] if chances.rolls_discipline(field, unit) else []
    if foe := str(values.get("skirmish", "")):
        odds += chances.skirmished(field, unit, foe)
    if word in ("march", "change") and (word == "change" or "to" in values):
        return pre.Preview(units=(_marching(field, unit, march_order(values), tuple(odds)),))
    if word == "fire" and target:
        odds.append(chances.fired(field, unit, _seen(field, target), plan_of(field, unit, target, values)))
    if word == "charge" and target:
        beside = tuple(each for each in values.get("beside", ()) if field.here(each))
        odds += chances.charged(field, unit, _seen(field, target), beside=beside)
    return _of(unit, odds)


def _screened(b: ClassField, unit: str, values: Mapping[str, Any]) -> dict[str, UnitState]:
    """A unit with its screen as it is ordered."""
    return {unit: replace(b.unit(unit), screen=stands_ordered(b, unit, values), screen_beaten=False)}


def _of(unit: str, odds: Iterable[pre.OddsOf]) -> pre.Preview:
    return pre.Preview(units=(pre.UnitPreview(unit=unit, odds=tuple(odds)),))


def _seen(b: ClassField, target: str) -> str:
    if target not in b.world.units or not b.here(target):
        # told in the same words whether it is hidden or does not exist
        raise BadInput(f"no enemy {target!r} in sight")
    return target


def _marching(b: ClassField, unit: str, order: MarchOrder, odds: tuple[pre.OddsOf, ...]) -> pre.UnitPreview:
    """Where it would get to by each roll, and how likely it is to get at least so far."""
    shares = movement_shares(b, unit, vacating=vacates(b, unit, order))
    places: dict[tuple[float, float, int], pre.Place] = {}
    rows, left = [], Fraction(1)
    for quarters in sorted(shares):
        laid, share = _laid(b, unit, order, quarters), figure(shares[quarters])
        if laid is None:
            rows.append(pic.Row(label=_roll(quarters), value="it stays", note=share, rule="CD-move-table"))
        else:
            place = _place(b, unit, laid, figure(left))
            # several rolls may end in one place: the label of the shortest says "at least so far"
            places.setdefault((place.x, place.y, place.heading), place)
            rows.append(pic.Row(label=_roll(quarters), value=_far(laid), note=share, rule="CD-move-table"))
        # after its place is labelled: a roll gets there with all higher ones
        left -= shares[quarters]
    return pre.UnitPreview(
        unit=unit,
        places=tuple(places.values()),
        moves=bool(places),
        rows=tuple(rows),
        rules=("CD-move-table", "CD-move-apply"),
        odds=odds,
    )


def _roll(quarters: int) -> str:
    return f"Roll for {SHARES[quarters]}"


def _far(laid: MoveLaid) -> str:
    stopped = _STOPS.get(laid.moved.stopped, "")
    return f"{laid.moved.straight // 16} paces" + (f", {stopped}" if stopped else held_by(laid.moved.held))


def _laid(b: ClassField, unit: str, order: MarchOrder, quarters: int) -> MoveLaid | None:
    try:
        return lay(b, unit, order, quarters) if quarters else None
    except Refused:
        return None


def _place(b: ClassField, unit: str, laid: MoveLaid, label: str) -> pre.Place:
    place, now = laid.moved.place, b.unit(unit)
    found = bodies.footprint(b.t, now.arm, laid.formation, b.castings(unit))
    return pre.Place(
        label=label,
        **at(place.position),
        heading=place.heading,
        formation=laid.formation.replace("_", " "),
        parts=parts_of(found.parts),
    )


# -- leaders and the initiative


def _led(b: ClassField, decision: Decision, answer: Answer) -> pre.Preview:
    word, _, leader = answer.option.partition(":")
    to = str(answer.values.get("unit" if word == "attach" else "brigade", ""))
    facts: LeaderAttachmentFacts | None = None
    if to and word in ("attach", "join"):
        field = known(b, decision.seat)
        facts = attachment_facts(field, field.world.leaders[leader], to, "regiment" if word == "attach" else "brigade")
    if facts is None or b.rules["leader-attachment"].refusal(facts) is not None:
        return pre.Preview()
    chance = b.rules["leader-attachment"].odds(facts).chance(lambda found: found.attached)
    return pre.Preview(notes=(f"he gets himself heard {float(100 * chance):.0f} times in a hundred",))


def _counselled(b: ClassField, decision: Decision, answer: Answer) -> pre.Preview:
    if answer.option != "done":
        return pre.Preview()
    return _of("", weighing.opening(known(b, decision.seat), decision.seat, int(answer.values.get("points", 0))))


def _contesting(b: ClassField, decision: Decision, answer: Answer) -> pre.Preview:
    word, _, division = answer.option.partition(":")
    if word != "contest":
        return pre.Preview()
    return _of("", weighing.contested(known(b, decision.seat), decision.seat, division))


def _staked(b: ClassField, decision: Decision, answer: Answer) -> pre.Preview:
    field, points = known(b, decision.seat), int(answer.values.get("points", 0))
    challenges = decision.about["challenger"] == "yes"
    return _of("", weighing.contest(field, decision.about["division"], points, challenges=challenges))


# -- questions out of turn


def _reacting(b: ClassField, decision: Decision, answer: Answer) -> pre.Preview:
    wish, _, unit = answer.option.partition(":")
    seat, mover, target = decision.seat, decision.about["foe"], decision.about["target"]
    if unit:
        formation = str(answer.values.get("formation", ""))
        return _of(unit, weighing.reacted(b, seat, unit, mover, wish, formation, charged=unit == target))  # type: ignore[arg-type]
    if answer.option == "done" and target and b.seat_of(target) == seat:
        return _of(target, weighing.stood(b, seat, target, mover))
    return pre.Preview()


def _firing(b: ClassField, decision: Decision, answer: Answer) -> pre.Preview:
    unit, target = decision.about["unit"], str(answer.values.get("target", ""))
    if answer.option != "fire" or not target:
        return pre.Preview()
    field = known(b, decision.seat)
    return _of(unit, [chances.fired(field, unit, _seen(field, target), plan_of(field, unit, target, answer.values))])


def _defending(b: ClassField, decision: Decision, answer: Answer) -> pre.Preview:
    if answer.option != "fire":
        return pre.Preview()
    unit, field = decision.about["unit"], known(b, decision.seat)
    return _of(unit, weighing.given(field, unit, decision.about["foe"], answer.values))


def _following(b: ClassField, decision: Decision, answer: Answer) -> pre.Preview:
    unit, target = decision.about["unit"], str(answer.values.get("target", ""))
    if answer.option != "continue" or not target:
        return pre.Preview()
    field = known(b, decision.seat)
    way = charge_way(field, unit, _seen(field, target))
    return _of(unit, chances.struck(field, (unit,), target, way.length))


def _riding(b: ClassField, decision: Decision, answer: Answer) -> pre.Preview:
    unit, target = decision.about["unit"], decision.about.get("foe", "")
    field = known(b, decision.seat)
    if answer.option != "ride_down" or not target or not field.here(target):
        return pre.Preview()
    began = onset(field, (unit,), target, zone(field, target, unit, charge=True), 0)
    return _of(unit, chances.rounds(field, began, ridden_down=True))


Weighs = Callable[[ClassField, Decision, Answer], pre.Preview]
_WEIGHED: Mapping[str, Weighs] = {
    "brigade": _acting,
    "leaders": _led,
    "counsel": _counselled,
    "contest": _contesting,
    "stake": _staked,
    "react": _reacting,
    "volley": _firing,
    "approach_fire": _defending,
    "follow_up": _following,
    "ride_down": _riding,
}
