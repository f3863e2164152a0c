"""What an answer would do, before it is given: action points with their dice, places, and who could answer it.

All of it is worked out on the field as the seat knows it (`known.py`), and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from grognard.battle.decisions import Answer, Decision
from grognard.battle.kinds import many
from grognard.battle.previews import records as pre
from grognard.ground.arcs import halfway
from grognard.ground.units import SUB, point
from grognard.kernel.checks import implements
from grognard.kernel.handful import Handful
from grognard.kernel.odds import Odds

from ..checks.command import OrderChangeFacts
from ..facts.charges import charges
from ..facts.fire import shot_cost, targets
from ..facts.marches import march_odds, march_to, stepped
from ..facts.staying import kept_from
from ..facts.steps import MOST_AP, Way, left, step_rules, ways
from ..knowledge.known import known
from ..phases import movement_actions as actions
from ..phases.fire import LATE
from ..table.distances import reaches, ways_from
from ..table.field import Field
from ..table.state import LeaderState, UnitState
from ..terms import FACINGS, Facing
from . import chances
from .placing import own_unit, place
from .previews_charges import charger_of, charging, responding
from .spreads import Spent, action_spread, march_spread, percent, price_of, tallies, way_spread
from .threats import threats

REACTIONS = ("5g", "5h")


def preview(b: Field, seat: str, answer: Answer) -> pre.Preview:
    """What an answer would do, as far as the seat can know."""
    kind, _, about = answer.decision.partition(":")
    # nothing below may look at the real field, or the preview would tell what is hidden
    field, option, values = known(b, seat), answer.option, answer.values
    if kind in ("action", "reaction"):
        return _acting(field, seat, option, values)
    if kind == "charge" and option.startswith("charge:"):
        return _with_odds(field, charging(field, seat, about, option.removeprefix("charge:")), option[len("charge:") :])
    if kind == "cubes" and option.startswith("cube:"):
        return _cube(field, seat, option.removeprefix("cube:"), str(values.get("cube", "")))
    if kind in ("fire", "opportunity_fire") and option != "hold":
        return _shot(field, seat, about)
    if kind == "breakthrough" and option == "roll":
        return _after_them(field, seat, about)
    if kind == "way":
        return _onward(field, seat, about, option)
    if kind == "respond":
        return responding(field, seat, about, charger_of(b, seat, about), option)
    if kind == "orders" and option == "order":
        return _order(field, str(values.get("brigade", "")))
    return pre.Preview()


def weigh(b: Field, decision: Decision, answer: Answer) -> pre.Preview:
    """The same for questions that say more than whom they are about: a charge at somebody who comes by, the lead in a
    melee."""
    if decision.kind == "opportunity_charge" and answer.option == "charge":
        field, unit, target = known(b, decision.seat), decision.about["unit"], decision.about["target"]
        return _with_odds(field, charging(field, decision.seat, unit, target), target)
    if decision.kind == "lead":
        odds = tuple(chances.led(known(b, decision.seat), answer.option, decision.about["foe"]))
        return pre.Preview(units=(pre.UnitPreview(unit=answer.option, odds=odds, rules=("SC-6.5",)),) if odds else ())
    return preview(b, decision.seat, answer)


def _with_odds(b: Field, made: pre.Preview, target: str) -> pre.Preview:
    """A charge with how it may end."""
    if target not in b.world.units:
        return made
    units = (replace(each, odds=tuple(chances.charged(b, each.unit, target))) for each in made.units)
    return replace(made, units=tuple(units))


@implements("SC-4.5a", "SC-6.8")
def _after_them(b: Field, seat: str, unit: str) -> pre.Preview:
    """How far the winner of a melee goes on, or back."""
    now = own_unit(b, seat, unit)
    if now is None:
        return pre.Preview()
    odds = chances.broken_through(b, now)
    return pre.Preview(units=(pre.UnitPreview(unit=unit, odds=(odds,), rules=("SC-6.8",)),))


# -- movement, turns, formations, guns, rallies, fire


def _acting(b: Field, seat: str, option: str, values: Mapping[str, Any]) -> pre.Preview:
    if option.startswith("leader:"):
        leader = b.world.leaders.get(option.removeprefix("leader:"))
        return _ride(b, leader, str(values.get("to", ""))) if leader is not None else pre.Preview()
    unit, _, kind = option.rpartition(":")
    now = own_unit(b, seat, unit)
    made = _ACTIONS.get(kind)
    return made(b, now, values) if made is not None and now is not None else pre.Preview()


def _points(b: Field, now: UnitState) -> int:
    return actions.budget(b, now, b.world.phase in REACTIONS)


def _step(b: Field, now: UnitState, values: Mapping[str, Any]) -> pre.Preview:
    """A step: its price, its dice, where it leads, and who has the unit before him there."""
    points = _points(b, now)
    way = ways(b, now.id, points, reaction=b.world.phase in REACTIONS).get(str(values.get("to", "")))
    if way is None:
        return pre.Preview()
    # counted in: who has moved fires and reacts otherwise
    there = replace(now, space=way.to, facing=way.facing, formation=way.formation, entered=now.entered + len(way.steps))
    return _done(
        b,
        now,
        there,
        way_spread(b, way),
        places=_places(b, now, way),
        points=way.steps[0].ap_left,
        penalties=_step_penalties(b, way),
        rules=step_rules(way),
    )


def _march(b: Field, now: UnitState, values: Mapping[str, Any]) -> pre.Preview:
    """A march: every space on its way with what it has cost by then, and how likely the unit gets so far."""
    reaction, spot = b.world.phase in REACTIONS, values.get("place")
    to = b.board.space_at(point(*spot)) if spot else now.space
    march = march_to(b, now.id, to, _points(b, now), reaction=reaction)
    if march is None:
        kept = kept_from(b, now, to)
        return pre.Preview(notes=(kept.reason,)) if kept is not None else pre.Preview()
    here, fixed, dice, places = now, 0, 0, []
    for way in march.ways:
        cost, more = map(sum, zip(*(price_of(b, step) for step in way.steps), strict=True))
        here, fixed, dice = stepped(here, way, cost, reaction=reaction), fixed + cost, dice + more
        places.append(place(b, here, cost=fixed, dice=dice))
    odds = march_odds(b, march)
    made = _done(
        b,
        now,
        here,
        march_spread(odds[-1], march.points[0]),
        places=tuple(places),
        points=march.points[0],
        penalties=tuple(each for way in march.ways for each in _step_penalties(b, way)),
        rules=tuple(dict.fromkeys(rule for way in march.ways for rule in step_rules(way))),
    )
    price = " and ".join((many(fixed, "action point"), *((many(dice, "die", "dice"),) if dice else ())))
    reached = ", ".join(percent(sum(each.values(), Fraction(0))) for each in odds)
    doubt = (f"gets so far, space by space: {reached}",) if dice else ()
    notes = (f"{many(len(march.ways), 'space')}: {price}", *doubt)
    return replace(made, notes=notes)


def _places(b: Field, now: UnitState, way: Way) -> tuple[pre.Place, ...]:
    """Each space of the way, with its price before dice and the dice."""
    # two steps lead through friends in the space between into the next
    spaces = [way.to] if len(way.steps) == 1 else [halfway(now.space, way.to), way.to]
    found: list[pre.Place] = []
    for space, step in zip(spaces, way.steps, strict=True):
        there = replace(now, space=space, facing=way.facing, formation=way.formation)
        cost, dice = price_of(b, step)
        found.append(place(b, there, cost=cost, dice=dice))
    return tuple(found)


def _step_penalties(b: Field, way: Way) -> tuple[pre.Penalty, ...]:
    """What the ground and the formation add: points for certain, and dice."""
    t, found = b.rules.tables, []
    for step in way.steps:
        # the same step over open ground: the rest is what the ground adds
        plain = step.replace(terrain="open", edge="none", uphill=False)
        more = price_of(b, step)[0] - price_of(b, plain)[0]
        if more:
            found.append(pre.Penalty(rule="SC-1.3b", label=t.row("SC-1.3b", "heavy").label, value=more, of="points"))
        check = b.rules["step"]
        assert isinstance(check, Handful)
        found += [pre.Penalty(rule=m.rule, label=m.label, value=m.value, of="dice") for m in check.applied(step)]
    return tuple(found)


def _turn(b: Field, now: UnitState, values: Mapping[str, Any]) -> pre.Preview:
    facing: Facing = values.get("facing", now.facing)
    if facing not in FACINGS or facing == now.facing:
        return pre.Preview()
    guns = now.formation == "unlimbered" and now.manned
    cost = actions.turn_cost(b, now, facing)
    # guns that have the points pivot by a roll; others pay, if they can
    if guns and cost <= left(now):
        spread = b.rules["pivot"].odds(actions.pivoting(now, facing)).map(lambda out: Spent(out.turned, out.paid))
    else:
        spread = action_spread(cost, _points(b, now))
    there = replace(now, facing=facing)
    return _done(b, now, there, spread, rules=("SC-1.2f", "SC-1.3g") if guns else ("SC-1.2e",))


def _form(b: Field, now: UnitState, values: Mapping[str, Any]) -> pre.Preview:
    formation = values.get("formation", now.formation)
    there = replace(now, formation=formation, facing=values.get("facing", now.facing))
    cost = actions.cost_of(b, now, "formation_change")
    return _done(b, now, there, action_spread(cost, _points(b, now)), rules=("SC-1.2d",))


def _limber(b: Field, now: UnitState, values: Mapping[str, Any]) -> pre.Preview:
    formation: Any = "limbered" if now.formation == "unlimbered" else "unlimbered"
    there = replace(now, formation=formation, facing=values.get("facing", now.facing))
    cost = actions.cost_of(b, now, "limber_or_unlimber")
    return _done(b, now, there, action_spread(cost, _points(b, now)), rules=("SC-1.2h",))


def _re_man(b: Field, now: UnitState, values: Mapping[str, Any]) -> pre.Preview:
    cost = actions.cost_of(b, now, "re_man_guns")
    there = replace(now, manned=True, guns_at=None)
    return _done(b, now, there, action_spread(cost, _points(b, now)), rules=("SC-1.2h",))


def _rally(b: Field, now: UnitState, values: Mapping[str, Any]) -> pre.Preview:
    """What it costs, and how likely it helps."""
    facts = actions.rallying(b, now)
    made = _done(b, now, now, action_spread(actions.cost_of(b, now, "rally"), left(now)), rules=("SC-5.3",))
    if b.rules["rally"].refusal(facts) is not None:
        return made
    better = b.rules["rally"].odds(facts).chance(lambda out: out.rallied)
    return replace(made, notes=(f"rallies by a step: {percent(better)}",))


def _shot(b: Field, seat: str, unit: str) -> pre.Preview:
    """A shot in the fire phases, or at somebody who comes on."""
    now = own_unit(b, seat, unit)
    return _fire(b, now, {}) if now is not None else pre.Preview()


def _onward(b: Field, seat: str, unit: str, step: str) -> pre.Preview:
    """A breakthrough goes on: no dice, and its points are not those of the turn."""
    now = own_unit(b, seat, unit)
    if now is None:
        return pre.Preview()
    to = b.board.stepped(now.space, now.facing, step)
    cost, _ = price_of(b, b.stepping(unit, to, MOST_AP))
    made = pre.UnitPreview(
        unit=unit, places=(place(b, replace(now, space=to), cost=cost),), moves=True, rules=("SC-6.8",)
    )
    return pre.Preview(units=(made,))


def _fire(b: Field, now: UnitState, values: Mapping[str, Any]) -> pre.Preview:
    cost = shot_cost(b, now, early=b.world.phase not in LATE)
    return _done(b, now, now, action_spread(cost, left(now)), rules=("SC-1.2g",))


_ACTIONS: dict[str, Callable[[Field, UnitState, Mapping[str, Any]], pre.Preview]] = {
    "march": _march, "step": _step, "turn": _turn, "form": _form, "limber": _limber, "unlimber": _limber,
    "re_man": _re_man, "rally": _rally, "fire": _fire,
}  # fmt: skip


def _done(
    b: Field,
    now: UnitState,
    there: UnitState,
    spread: Odds[Spent],
    *,
    places: tuple[pre.Place, ...] = (),
    points: int | None = None,
    penalties: tuple[pre.Penalty, ...] = (),
    rules: tuple[str, ...] = (),
) -> pre.Preview:
    """One unit's preview: what it spends, where and how it stands then, who could answer."""
    had = _points(b, now) if points is None else points
    moved, least = there.space != now.space, min(spent.paid for spent, _ in spread)
    unit = pre.UnitPreview(
        unit=now.id,
        places=places or (place(b, there, cost=least),),
        moves=True,
        penalties=penalties,
        rules=rules,
        tallies=tallies(spread, had),
        # only a move brings it before others who could answer
        threats=threats(b, there) if moved else (),
    )
    return pre.Preview(units=(unit,))


# -- leaders, orders, cubes, charges


def _ride(b: Field, leader: LeaderState, to: str) -> pre.Preview:
    """Where he rides, and how many of his units hear him there."""
    try:
        x, y = map(int, to.split(","))
    except ValueError:
        return pre.Preview()
    if not b.board.on_board((x, y)):
        return pre.Preview()
    there, ways_ = replace(leader, space=(x, y)), ways_from(b, (x, y), leader.side)
    under = [b.unit(unit) for unit in b.chain.leaders[leader.id].units if unit in b.world.units]
    here = [unit for unit in under if unit.where == "board"]
    heard = sum(reaches(b, there, unit.arm, unit.space, ways_) for unit in here)
    way = tuple((px / SUB, py / SUB) for px, py in (b.board.middle(leader.space), b.board.middle((x, y))))
    return pre.Preview(points=way, notes=(f"{heard} of {len(here)} units of his hear him there",))


def _order(b: Field, brigade: str) -> pre.Preview:
    """How likely a new order takes effect this turn: it is written, then issued."""
    now = b.world.brigades.get(brigade)
    if now is None or b.world.turn == 1:
        return pre.Preview()
    check = b.rules["order-change"]
    issued = check.odds(OrderChangeFacts(step="issue")).chance(lambda out: out.succeeds)
    # an order that is written already has only its issue to fear
    written = 1 if now.written else check.odds(OrderChangeFacts(step="write")).chance(lambda out: out.succeeds)
    return pre.Preview(notes=(f"takes effect this turn: {percent(written * issued)}",))


def _cube(b: Field, seat: str, unit: str, cube: str) -> pre.Preview:
    """What a cube would let the unit do as all stand now."""
    now = own_unit(b, seat, unit)
    if now is None:
        return pre.Preview()
    notes: list[str] = []
    if cube == "charge":
        found = charges(b, unit, left(now))
        notes = [
            f"could charge {b.name(foe)}: {path.cost} of {left(now)} action points and what dice add"
            for foe, path in found.items()
        ]
        # whom it could reach but for a special rule is said to whoever wonders
        kept = (kept_from(b, now, b.unit(foe).space) for foe in b.visible_enemies(unit))
        notes += list(dict.fromkeys(each.reason for each in kept if each is not None))[:1]
        notes = notes or ["nobody within reach of a charge as all stand now; it may move instead"]
    elif cube == "fire":
        found_ = targets(b, unit, early=True)
        notes = [f"could fire at {b.name(foe)}" for foe in found_] or ["nobody before it to fire at as all stand now"]
    made = pre.UnitPreview(unit=unit, places=(place(b, now),), moves=True, threats=threats(b, now))
    return pre.Preview(units=(made,), notes=tuple(notes))
