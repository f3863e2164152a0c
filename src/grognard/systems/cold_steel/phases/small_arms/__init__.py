"""The small arms phase (CS-2g): who stood still fires first, then who moved; smoke, morale."""

from __future__ import annotations

from grognard.battle.procedures import Steps
from grognard.kernel.checks import implements

from ...checks.fire.fire_rules import FireOrderFacts, FireOrderResult
from ...effects import smoke
from ...effects.fire import after_fire
from ...facts.fire import aiming, firing, ranks
from ...facts.fire.aiming import Wishes
from ...facts.fire.squares import attackers
from ...table.battlefield import Battlefield
from .. import firing as decisions
from . import choices, onrush, volleys
from .squares import fire_third

__all__ = ["fire_third", "play"]


@implements("CS-2g", "CS-8.1b")
def play(b: Battlefield) -> Steps[None]:
    """The phase from beginning to end: two steps, each of them simultaneous, the losses of the first felt before the
    second."""
    smoke.blown_away(b)
    firers = [unit.id for unit in b.on_table() if ranks.may_fire(b, unit)]
    # seen before anybody fires: the first step is simultaneous, and these views hold for it
    seen = {unit: aiming.look(b, unit) for unit in firers}
    views = {unit: view for unit, view in seen.items() if view.chances or attackers(b, unit)}
    wishes = yield from choices.ask_all(b, views)
    fired: list[volleys.Fired] = []
    turns = {unit: _in_order(b, unit) for unit in views}
    for turn in sorted(set(turns.values())):
        step = [unit for unit in views if turns[unit] == turn]
        # losses of the first step are felt: those who moved look again at who is left
        fired += _step(b, step, {} if turn.after_losses else views, wishes)
    volleys.lay_smoke(b, fired)
    after_fire(b, [each.volley.target for each in fired], small_arms_check=True)
    # after the morale checks, but before they close: the marker counts in the combat (CS-M2-8.3a)
    onrush.unsettle_riders(b, [each.volley.unit for each in fired])
    onrush.close(b)


def _in_order(b: Battlefield, unit: str) -> FireOrderResult:
    """When in the phase a unit fires."""
    facts = FireOrderFacts(fire="small_arms", moved=firing.has_moved(b.unit(unit)))
    found: FireOrderResult = b.settle("fire-order", facts)
    return found


def _step(b: Battlefield, units: list[str], known: dict[str, aiming.MusketView], wishes: Wishes) -> list[volleys.Fired]:
    """One of the two steps: all aim and fire, then all fire is felt. Those of the second look afresh at who is left."""
    plans = []
    for unit in units:
        # fire of the first step may have broken or destroyed it
        if b.unit(unit).where == "table" and ranks.may_fire(b, b.unit(unit)):
            view = known.get(unit) or aiming.look(b, unit)
            own = aiming.plan(b, view, wishes)
            if unit not in wishes.named:
                decisions.tell_overruled(b, unit, [each.target for each in own if not each.friendly], view.chances)
            plans += own
    fired = volleys.fire(b, plans)
    for each in fired:
        volleys.strike(b, each)
    return fired
