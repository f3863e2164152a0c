"""The chances of a unit against an enemy in sight, exactly, as far as its own side can know them: fire, and the charge
step by step, from fire discipline and the movement roll over the enemy's answers to the rounds of a melee."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from grognard.battle.kinds import many, said
from grognard.battle.previews import records as pre
from grognard.battle.previews.chances import Shares, added, denied, told
from grognard.kernel.checks import Refusal, Refused
from grognard.kernel.errors import BadInput

from ..acts.local import initiative_facts, may_charge, may_roll, wishes
from ..acts.screens import screened_by, skirmish_facts
from ..checks.fire_discipline import FireDisciplineFacts
from ..checks.morale import Ordeal
from ..checks.movement import AllowanceFacts
from ..checks.sequence.local_initiative import LocalActionFacts
from ..facts import fire
from ..facts.activation import activation_facts
from ..facts.bearings import sees, zone
from ..facts.charge import Onset, charge_facts, melee_facts, onset
from ..facts.command import ordeal
from ..facts.moving import charge_way, movement_facts
from ..table import ground
from ..table.field import ClassField
from ..terms import branch
from ..turn.orders import is_charge_target
from .known import GUESSES, known
from .melee_odds import melee_ends

SHARES = {
    0: "no movement",
    2: "half its rate",
    3: "three quarters of its rate",
    4: "its full rate",
    5: "5/4 of its rate",
}
_EFFECTS = {"none": "unharmed", "recoil": "recoils in disorder", "rout": "routs", "surrender": "surrenders"}
_ORDERS = {
    "free": "free to do as it is told",
    "fire": "must fire instead",
    "firefight": "fires, and is locked in a firefight",
}
_WISHES = {"form_square": "forms square", "countercharge": "countercharges", "face": "turns to face"}
_SHORT, _FIREFIGHT = "it does not get home", "a firefight"
_ENDS = {"attacker": "the charge fails", "defender": "they give way before it"}
_LEADERS = "leaders taken to come through a melee"
_TOO_FAR = Refusal("CD-charge-sequence", "it cannot charge it from here")
_APPROACH = 2
"""Inches at which approach fire is reckoned: short range, from which most of it is given."""


def odds(b: ClassField, seat: str, unit: str, target: str) -> list[pre.OddsOf]:
    """All that the unit could do to the target as both stand now."""
    own, foe = b.world.units.get(unit), b.world.units.get(target)
    if own is None or b.seat_of(unit) != seat or own.where != "table":
        raise BadInput(f"no unit {unit!r} of yours on the table")
    if foe is None or target not in b.knowledge.seen_by(seat) or foe.where != "table" or foe.side == own.side:
        raise BadInput(f"no enemy {target!r} in sight")
    field = known(b, seat)
    # nothing below may look at the real field, or the odds would tell what is hidden
    return [fired(field, unit, target), *charged(field, unit, target)]


# -- fire


def fired(
    b: ClassField,
    unit: str,
    target: str,
    plan: fire.FirePlan | None = None,
    *,
    at: int | None = None,
    own_turn: bool = True,
    title: str = "",
    taken: tuple[str, ...] = (),
) -> pre.OddsOf:
    """Steps that a unit's fire takes off the target."""
    guns = branch(b.unit(unit).arm) == "artillery"
    plan = plan or fire.usual_plan(b, unit, target, at)
    title = title or (f"Fire, {plan.shot}" if guns else "Fire")
    place = _apart(b, unit, target) if at is None else {}
    refusal = fire.why_not(b, unit, target, plan, at=at, own_turn=own_turn)
    if refusal is not None:
        return denied(b.rules["artillery" if guns else "small-arms"], title, refusal, **place)
    check, facts = fire.fire_facts(b, unit, target, plan, at=at, own_turn=own_turn)
    values: dict[str, int] = {}
    for shot, _ in b.rules[check].odds(facts):
        values[_steps(shot.steps)] = shot.steps
    shares = added(b.rules[check].odds(facts), lambda shot: _steps(shot.steps))
    return told(b.rules[check], title, facts, shares, values, taken=taken, **place)


def _steps(steps: int) -> str:
    return many(steps, "step") if steps else "nobody falls"


def disciplined(b: ClassField, unit: str, *, approach: bool = False, whose: str = "Fire discipline") -> pre.OddsOf:
    """Whether infantry holds its fire; with the enemy coming on, at which distance it gives it."""
    now = b.unit(unit)
    facts = FireDisciplineFacts(troop_class=now.troop_class, in_smoke=now.smoke, in_firefight=now.firefight)

    def words(found: Any) -> str:
        if not approach:
            return _ORDERS[found.order]
        return "free to choose" if found.order == "free" else f"fires at {found.at or b.paces(4)} paces"

    return told(b.rules["fire-discipline"], whose, facts, added(b.rules["fire-discipline"].odds(facts), words))


def rolls_discipline(b: ClassField, unit: str) -> bool:
    """Whether a unit rolls fire discipline before it acts."""
    facts = activation_facts(b, unit)
    return b.unit(unit).status != "broken" and bool(b.settle("unit-activation", facts).rolls_discipline)


def skirmished(b: ClassField, unit: str, foe: str) -> Iterator[pre.OddsOf]:
    """What a skirmish of the screens does to either side."""
    for title, one, other in (("Skirmish: ours", unit, foe), ("Skirmish: theirs", foe, unit)):
        facts = skirmish_facts(b, one, other)

        def words(found: Any) -> str:
            lost = f"{found.percent} % lost" if found.percent else ""
            return ", ".join(filter(None, (lost, _EFFECTS.get(found.effect, found.effect)))) or "nothing"

        yield told(b.rules["skirmish"], title, facts, added(b.rules["skirmish"].odds(facts), words))


# -- a charge, step by step


def charged(b: ClassField, unit: str, target: str, *, beside: tuple[str, ...] = ()) -> Iterator[pre.OddsOf]:
    """Whether a charge gets home, how it may be met on the way, what it comes to, and the rounds of a melee."""
    now, place = b.unit(unit), _apart(b, unit, target)
    # guns do not charge: there is nothing to say
    if branch(now.arm) == "artillery":
        return
    if not may_charge(b, unit, target) or not is_charge_target(b, unit, target):
        yield denied(b.rules["charge"], "Charge", _no_charge(b, unit, target), **place)
        return
    way = charge_way(b, unit, target)
    vacating = ground.sheltered(ground.cover_at(b.ground, b.survey.middle(unit)))
    facts = movement_facts(b, unit, vacating=vacating)
    shares: Shares = {"it gets home": Fraction(0), "it falls short": Fraction(0), "it does not move": Fraction(0)}
    for rolled, chance in b.rules["movement"].odds(facts):
        allowance = AllowanceFacts(arm=now.arm, formation=now.formation, quarters=rolled.quarters, charging=True)
        reach = b.settle("allowance", allowance).paces if rolled.quarters else 0
        words = "it gets home" if reach >= way.cost else "it falls short" if rolled.quarters else "it does not move"
        shares[words] += chance
    yield told(b.rules["movement"], f"Charge: {way.cost} paces of allowance to go", facts, shares, **place)
    home = shares["it gets home"]
    for found in struck(b, (unit, *beside), target, way.length, home):
        yield found if home else replace(found, beyond=True)


def _no_charge(b: ClassField, unit: str, target: str) -> Refusal:
    """Why it cannot charge a target; the reason told must be one that the seat can see for itself."""
    if not sees(b, unit, target):
        return Refusal("CD-line-of-sight", "it has no clear line")
    barred_by = charge_way(b, unit, target).barred_by
    return Refusal(_TOO_FAR.rule, f"in its way: {b.name_to(b.seat_of(unit), barred_by)}") if barred_by else _TOO_FAR


def struck(
    b: ClassField, chargers: tuple[str, ...], target: str, length: int, home: Fraction = Fraction(1)
) -> Iterator[pre.OddsOf]:
    """A charge that can reach its target, and is so likely to: what the enemy may do against it, the roll, the rounds
    of a melee, and all of it together."""
    unit, foe = chargers[0], b.unit(target)
    place = _apart(b, unit, target)
    yield from met(b, target, unit)
    if screened_by(b, target, unit):
        facts = Ordeal(**ordeal(b, unit))
        shares = added(b.rules["crash-through"].odds(facts), lambda found: _EFFECTS.get(found.effect, found.effect))
        yield told(b.rules["crash-through"], "Crash through their skirmishers", facts, shares)
    if foe.status != "broken" and zone(b, target, unit) == "front":
        at = min(b.paces(_APPROACH), b.survey.distance(unit, target))
        title = f"Their approach fire at {at} paces"
        found = fired(b, target, unit, at=at, own_turn=False, title=title, taken=GUESSES)
        if not found.refusal:
            yield found
    began = onset(b, chargers, target, zone(b, target, unit, charge=True), length)
    yield rolled(b, began, "Charge, if nobody has fired at it", taken=GUESSES, **place)
    yield from rounds(b, began)
    if b.rules["charge"].refusal(charge_facts(b, began)) is None:
        yield all_told(b, began, home)


def all_told(b: ClassField, began: Onset, home: Fraction) -> pre.OddsOf:
    """How a charge ends with all that may follow it: from the movement roll over its own roll to the last round of a
    melee, if nobody fires at it or acts against it."""
    pair, melee = charge_facts(b, began), melee_ends(b, began)
    shares: Shares = {_SHORT: 1 - home}
    for found, chance in b.rules["charge"].odds(pair):
        ends = melee if found.outcome == "melee" else {_ENDS.get(found.outcome.partition("_")[0], _FIREFIGHT): 1}
        for text, share in ends.items():
            shares[text] = shares.get(text, Fraction(0)) + home * chance * share
    title = "All told, if nobody fires at it or acts against it"
    return told(b.rules["charge"], title, pair, shares, taken=(*GUESSES, _LEADERS))


def met(b: ClassField, unit: str, mover: str) -> Iterator[pre.OddsOf]:
    """How likely a unit that is charged is to do what serves it best against that."""
    if not may_roll(b, unit, mover, charge=True):
        return
    may = wishes(b, unit, mover, charged=True)
    # against foot a square helps nobody
    if not may or may[0] not in _WISHES or (may[0] == "form_square" and b.branch(mover) != "cavalry"):
        return
    wish = may[0]
    facts = initiative_facts(b, unit, mover, charge=True)
    shares = added(b.rules["local-initiative"].odds(facts), lambda found: _does(b, unit, wish, found.action))
    yield told(b.rules["local-initiative"], "Their local initiative", facts, shares, taken=GUESSES)


def _does(b: ClassField, unit: str, wish: Any, action: Any) -> str:
    facts = LocalActionFacts(wish=wish, action=action, moved=b.unit(unit).moved)
    return _WISHES[wish] if b.rules["local-action"].refusal(facts) is None else "stands as it is"


def rolled(b: ClassField, began: Onset, title: str, *, taken: tuple[str, ...] = (), **place: Any) -> pre.OddsOf:
    """How the roll of a charge ends."""
    pair = charge_facts(b, began)
    refusal = b.rules["charge"].refusal(pair)
    if refusal is not None:
        return denied(b.rules["charge"], title, refusal, **place)
    shares = added(b.rules["charge"].odds(pair), lambda found: str(said(found.outcome)))
    return told(b.rules["charge"], title, pair, shares, taken=taken, **place)


def rounds(b: ClassField, began: Onset, *, ridden_down: bool = False) -> Iterator[pre.OddsOf]:
    """The first round of a melee, and those after it, in which both are in disorder and the shock is spent."""
    last = b.t.number("CD-melee", "rounds")
    # all later rounds have the same odds, so one of them is shown
    titles = {1: "First round of a melee", 2: f"Later rounds, {last} at most"}
    if ridden_down:
        titles = {1: "The round in which they are ridden down"}
    for each, title in titles.items():
        pair = melee_facts(b, began, each, ridden_down=ridden_down)
        yield told(b.rules["melee"], title, pair, added(b.rules["melee"].odds(pair), _winner), taken=GUESSES)


def _winner(found: Any) -> str:
    words = {"attacker": "the attacker wins it", "defender": "the defender wins it"}
    return words.get(found.winner, "nobody wins it")


def movement_shares(b: ClassField, unit: str, *, vacating: bool) -> dict[int, Fraction]:
    """How likely each share of its rate is, in quarters."""
    try:
        return {
            found.quarters: chance
            for found, chance in b.rules["movement"].odds(movement_facts(b, unit, vacating=vacating))
        }
    except Refused:
        return {}


def _apart(b: ClassField, unit: str, target: str) -> dict[str, Any]:
    """How far it is from one to the other."""
    return {"paces": b.survey.distance(unit, target)}
