"""The movement phase: all units at once, in quarters of a turn (CS-2e, CS-A.1e)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from grognard.battle.events import Set
from grognard.battle.kinds import Noted
from grognard.battle.procedures import Steps
from grognard.kernel.checks import implements

from ... import hidden as cards
from ...checks.setting_up.measures import reach
from ...composition import wings
from ...effects import fog, morale, sightings, skirmishers
from ...effects import units as effects
from ...events.movement import BeginsToForm
from ...maneuver.changes import face_the_enemy
from ...maneuver.forming import quarters_in_a_turn
from ...maneuver.movers import Mover
from ...maneuver.parting import part
from ...maneuver.plans import Plan, engaged, mover_of, plan
from ...orders import riders, specials
from ...table.battlefield import Battlefield
from ...table.state import Forming
from ..small_arms.onrush import keep_back
from .arrivals import arrive
from .costs import settle_up
from .quarters import quarter

__all__ = ["Plan", "plan", "play"]


@implements("CS-2e")
def play(b: Battlefield) -> Steps[None]:
    """The phase from beginning to end: arrivals, then everybody moves at once."""
    # who was left in the midst of friends by an earlier phase must not begin the move there
    part(b)
    there = {unit.id for unit in b.on_table()}
    if (yield from arrive(b)):
        cards.enrol(b, [unit.id for unit in b.on_table() if unit.id not in there])
        # newcomers see and are seen before anybody's course is laid
        b.knowledge.look()
    specials.carry_out(b, "boats_put_off")
    specials.carry_out(b, "landing")  # who lands does not row away again
    specials.carry_out(b, "boarding")  # and who has just embarked stays where he is this turn
    # wings and detachments first: they change the ground that a unit covers
    wings.carry_out(b)
    specials.carry_out(b, "making_up")
    specials.carry_out(b, "skirmishing")
    skirmishers.leave_the_flank(b)
    skirmishers.regroup_from_cavalry(b)
    # after the changes of this step, so that fire and combat know where the move really began
    take_note(b)
    lost_before = {unit.id: unit.lost for unit in b.on_table()}
    # all courses from the same moment: nobody reacts to a move of this turn
    movers = {unit.id: mover for unit in b.on_table() if (mover := mover_of(b, unit)) is not None}
    note_the_unseen(b, movers)
    begin_changes(b, movers)
    for number in range(quarters_in_a_turn(b.rules.tables)):
        quarter(b, movers, number)
        skirmishers.keep_station(b)
        skirmishers.step_aside(b)
        fog.place(b)
    # no longer within a quarter: what happens now is told of the whole phase
    b.quarter = 0
    # only now is it known which obstacles the last stand has cleared
    for mover in movers.values():
        settle_up(b, mover)
        keep_back(b, mover)
    part(b)
    # after they have parted: turning about needs the room that was just made
    for mover in movers.values():
        face_the_enemy(b, mover)
    wind_up(b)
    riders.ride(b)
    # only when everybody, riders too, has stopped
    cards.watch(b)
    sightings.update(b)
    check_losses(b, lost_before)
    yield from ()


@implements("CS-5.1")
def check_losses(b: Battlefield, before: Mapping[str, int]) -> None:
    """Who has lost men or guns in this phase is checked for it at its end."""
    morale.check_losses(b, [unit.id for unit in b.on_table() if unit.lost > before.get(unit.id, unit.lost)])


@implements("CS-9.1b")
def take_note(b: Battlefield) -> None:
    """Where everybody is when the phase begins, and who is in P3 of an enemy."""
    sets = [
        b.change(unit.id, now=replace(unit.now, from_where=b.survey.middle(unit.id), engaged=engaged(b, unit.id)))
        for unit in b.on_table()
    ]
    b.emit(Noted(), sets=sets, to=())


@implements("CS-9.2.1f")
def note_the_unseen(b: Battlefield, movers: dict[str, Mover]) -> None:
    """Who does not see those who are about to attack, or who are locked with the enemy and may go on against others:
    the unit itself, not its commander. As far as two at their fastest, and a second attack, bring them together.
    An attacker may not see those who march toward him either: two can come upon each other."""
    t = b.rules.tables
    fastest: int = t.row("CS-6.1a", "mounted").columns["double"]
    far = 2 * fastest + t.number("CS-9.2.3j", "reach") + reach(t, "P3")
    attackers = [
        unit.id
        for unit in b.on_table()
        if unit.now.engaged or ((mover := movers.get(unit.id)) is not None and mover.attack)
    ]
    near = [(foe, unit) for unit in attackers for foe in b.survey.enemies_within(unit, far)]
    # who marches may run upon an attacker whom he does not see; who stands still cannot
    meetings = near + [(unit, foe) for foe, unit in near if foe in movers]
    unaware = tuple(dict.fromkeys((unit, foe) for unit, foe in meetings if not b.survey.sees(unit, foe)))
    if unaware != b.world.unaware:
        b.emit(Noted(), rules=("CS-9.2.1f",), sets=[Set("", "", {"unaware": unaware})], to=())


@implements("CS-6.7.1a", "CS-A.5b")
def begin_changes(b: Battlefield, movers: dict[str, Mover]) -> None:
    """Changes of formation begin; guns that limber in a hurry lose their order at once."""
    for mover in movers.values():
        change = mover.change
        if change is None:
            continue
        now = b.unit(mover.unit)
        # a change that takes only movement is never half done, so there is nothing to remember
        if now.forming is None and change.quarters:
            forming = Forming(change.to, change.interval, change.quarters, change.heading)
            b.report(
                BeginsToForm(unit=mover.unit, formation=change.to, quarters=change.quarters),
                rules=change.rules,
                sets=[b.change(mover.unit, forming=forming)],
            )
        effects.disorder(b, mover.unit, change.disorder, rules=("CS-A.5b",), cause="limbering in a hurry")


@implements("CS-5.6", "CS-4.4.2")
def wind_up(b: Battlefield) -> None:
    """Those held have stayed put once more; those who had to retire are out of musket range, or go on next turn."""
    clear = reach(b.rules.tables, "P2")
    sets = []
    for unit in b.on_table():
        fields: dict[str, object] = {}
        if unit.held:
            fields["held"] = unit.held - 1
        if unit.retire and b.survey.nearest_enemy(unit.id)[1] > clear:
            fields["retire"] = False
        if fields:
            sets.append(b.change(unit.id, **fields))
    if sets:
        b.emit(Noted(), sets=sets, to=())
