"""Module 2: fire and charge in one turn, by Swedes in the GåPå drill and by cavalry trained to fire."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from grognard.battle.kinds import Noted
from grognard.ground.units import SUB
from grognard.kernel.checks import implements

from ...checks.close_combat.combat_rules import FireTrainedCavalryFacts, GapaChargeFacts
from ...effects import units as effects
from ...events.fire import WentInAfterFiring
from ...facts import eighteenth
from ...facts.fire.ranks import stand_off
from ...maneuver import moves
from ...maneuver.movers import Mover
from ...table.battlefield import Battlefield
from ...table.state import UnitState

RULES = ("CS-M2-8.1", "CS-M2-8.3a")


@implements("CS-M2-8.1")
def keep_back(b: Battlefield, mover: Mover) -> None:
    """After the movement phase: who halted to fire before he closes has the rest of his move still to go."""
    now = b.unit(mover.unit)
    # it met somebody else on the way: then it has closed, and fights without firing first
    if not mover.onrush or now.where != "table" or now.now.came_into:
        return
    foe = _before_it(b, now, mover.target)
    if foe:
        doing = replace(now.now, onrush=foe, rate=mover.time // SUB)
        b.emit(Noted(unit=now.id), rules=RULES, sets=[b.change(now.id, now=doing)], to=())


def _before_it(b: Battlefield, now: UnitState, target: str) -> str:
    """The enemy it means, else the nearest in front of it, no farther off than it halts to fire."""
    within = stand_off(b, now.id) // SUB
    near = [foe for foe in b.survey.enemies_within(now.id, within) if b.survey.zone(now.id, foe) == "front"]
    return target if target in near else next(iter(near), "")


@implements("CS-M2-8.3a", "CS-M2-8.3b")
def unsettle_riders(b: Battlefield, fired: Iterable[str]) -> None:
    """Cavalry trained to fire that has fired is the less in order for the close combat."""
    for unit in dict.fromkeys(fired):
        if not eighteenth.fire_trained(b, unit) or b.unit(unit).where != "table":
            continue
        now = b.unit(unit)
        attacking = bool(now.now.onrush)
        after = b.settle(
            "fire-trained-cavalry", FireTrainedCavalryFacts(disorder=now.disorder, attacking=attacking)
        ).disorder
        rule = "CS-M2-8.3a" if attacking else "CS-M2-8.3b"
        effects.disorder(b, unit, after - now.disorder, rules=(rule,), cause="firing from the saddle")


@implements("CS-M2-8.1", "CS-M2-8.3a")
def close(b: Battlefield) -> None:
    """They have fired: on into the enemy with the paces they kept back, before the close combats."""
    for unit in b.on_table():
        now = b.unit(unit.id)
        foe = now.now.onrush
        # the answer to its volley may have shaken it: who wavers does not go in
        if not foe or now.where != "table" or now.status not in ("resolute", "determined"):
            continue
        if b.unit(foe).where != "table":
            continue
        facts = GapaChargeFacts(
            rate=now.now.rate, moved=min(now.now.paces, now.now.rate), enemy_distance=b.survey.distance(now.id, foe)
        )
        charge = b.settle("gapa-charge", facts)
        if charge.reaches_p3 and moves.close_with(b, now.id, foe, paces=charge.kept_back, degrees=0, rules=RULES):
            b.report(WentInAfterFiring(unit=now.id, target=foe), rules=RULES)
