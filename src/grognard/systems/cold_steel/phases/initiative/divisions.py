"""Division effectiveness tests: whoever has seen too many of his comrades go retires to P1 (CS-4.4)."""

from __future__ import annotations

from typing import Any

from grognard.battle.events import Set
from grognard.battle.kinds import Noted
from grognard.kernel.checks import implements

from ...checks.initiative.initiative import DivisionEffectivenessFacts as Test
from ...checks.initiative.initiative import DivisionLossesFacts, DivisionLossesResult
from ...checks.setting_up.measures import reach
from ...effects.initiative import confusion, get_up
from ...events.initiative_and_rally import DivisionShaken, EffectivenessTested, UnitRetires
from ...facts import situations
from ...facts.initiative import checks, objectives
from ...facts.initiative.threats import nearest_known
from ...table.battlefield import Battlefield
from ...table.state import Division, Order, UnitState, Withdraw
from .settling import ordered_this_turn

GOES_BACK = ("backward", "fall_back", "withdraw")
"""Movement chits that do not contradict an order to retire."""


@implements("CS-2c", "CS-4.4a")
def test_divisions(b: Battlefield) -> None:
    """Units that are still retiring go on; then every division whose losses have reached a new step tests."""
    # before the tests: one that fails a test now begins to retire, and is not looked at twice
    for unit in b.on_table():
        if unit.retire:
            _still_retiring(b, unit)
    if not b.rules.tables.value("CS-M2-4.4a", "test_made"):
        return
    members = _members(b)
    for division in list(b.world.divisions.values()):
        due = losses(b, division, members.get(division.id, []))
        if due.due:
            _test(b, division, members[division.id], due)


def _members(b: Battlefield) -> dict[str, list[UnitState]]:
    """The units of each division, on the table or not; skirmishers are their parent's, and brigades and batteries in no
    division nobody's."""
    members: dict[str, list[UnitState]] = {}
    for unit in b.world.units.values():
        if not unit.parent and (name := b.division(unit.id)):
            members.setdefault(name, []).append(unit)
    return members


# -- losses


@implements("CS-4.4a", "CS-M2-4.4b")
def losses(b: Battlefield, division: Division, members: list[UnitState]) -> DivisionLossesResult:
    """Whether a division's losses have reached a step that it has not tested at yet."""
    parts = [(_parts(b, unit), _parts_lost(b, unit)) for unit in members]
    whole, lost = sum(each for each, _ in parts), sum(each for _, each in parts)
    tested: Any = str(division.tested) if division.tested else "none"
    body = b.entry(members[0].id).tested_as(b.rules.tables) if members else None
    facts = DivisionLossesFacts(
        units=DivisionLossesFacts.nearest("units", whole),
        lost=DivisionLossesFacts.nearest("lost", lost),
        tested_at=tested,
        body=body or "division",
    )
    due: DivisionLossesResult = b.settle("division-losses", facts)
    return due


def _parts(b: Battlefield, unit: UnitState) -> int:
    """Battalions, squadrons, sections of guns: what a division's strength is counted in."""
    entry = b.entry(unit.id)
    if entry.rated.arm == "artillery":
        return _sections(b, unit.figures)
    return max(1, entry.unit.squadrons) if entry.rated.arm == "cavalry" else 1


def _parts_lost(b: Battlefield, unit: UnitState) -> int:
    """Of these, destroyed, routed or dispersed; a battery that still fights has lost the sections it has lost."""
    # who left the table beaten is lost to the division; who marched off is not
    gone = unit.where == "lost" or (unit.where == "left" and unit.status in ("broken", "routed"))
    if gone or (unit.where == "table" and unit.status == "routed"):
        return _parts(b, unit)
    # rounded down: half a section still fires
    return unit.lost // b.rules.tables.number("CS-7.1h", "guns_in_section") if unit.guns or unit.howitzers else 0


def _sections(b: Battlefield, pieces: int) -> int:
    return max(1, -(-pieces // b.rules.tables.number("CS-7.1h", "guns_in_section")))


# -- the test


def _test(b: Battlefield, division: Division, members: list[UnitState], due: DivisionLossesResult) -> None:
    """Every unit still there makes an initiative check; those in flight have failed already."""
    seats = b.owners(*(unit.id for unit in members))
    b.emit(
        DivisionShaken(division=division.id, percent=due.percent),
        rules=("CS-4.4a",),
        to=seats,
        # noted before the rolls: a step is tested once, however the units come out of it
        sets=[Set("divisions", division.id, {"tested": due.step})],
    )
    facts = _division_facts(b, division, members, due)
    for unit in members:
        # who flees counts among the losses already
        if unit.where == "table" and unit.status not in ("broken", "routed"):
            _unit_test(b, unit.id, facts)


@implements("CS-4.4.1a")
def _division_facts(
    b: Battlefield, division: Division, members: list[UnitState], due: DivisionLossesResult
) -> dict[str, Any]:
    """What counts for all units of the division alike."""
    return {
        "lost_percent": min(100, due.percent),
        "commanders_lost": Test.nearest("commanders_lost", division.commanders_lost),
        "enemies_broken": Test.nearest("enemies_broken", division.enemies_beaten),
        **objectives.taken_and_lost(b, division.side, [unit.id for unit in members if unit.where == "table"]),
    }


@implements("CS-4.4b", "CS-4.4.2")
def _unit_test(b: Battlefield, unit: str, division: dict[str, Any]) -> None:
    near = b.rules.tables.row("CS-4.4.1a", "leader_average").columns["within"]
    leader = situations.best_leader(b, unit, near) or "none"
    told = _told_otherwise(b, unit)
    facts = checks.initiative_facts(b, unit, Test, leader=leader, contradicting_order=told, **division)
    seat = b.seat_of(unit)
    result = b.roll("division-effectiveness", facts, secret=seat)
    stands = result.settled.result == "succeeded"
    b.privately(EffectivenessTested(unit=unit, stands=stands), seat, rules=("CS-4.4a", "CS-4.4.2"), roll=result)
    confusion(b, unit, result.settled.disorder)
    if not stands:
        _retire(b, b.unit(unit))


@implements("CS-4.3.2", "CS-4.4b")
def _told_otherwise(b: Battlefield, unit: str) -> bool:
    """Whether a leader gave it an order this turn that contradicts a retreat: any but to go back."""
    now = b.unit(unit)
    own = now.ordered if now.ordered is not None else now.order
    goes_back = own is not None and own.way in GOES_BACK
    # orders of this turn only: old chits are no general's word against it
    return not goes_back and unit in ordered_this_turn(b)


# -- retiring


@implements("CS-4.4.2")
def _retire(b: Battlefield, unit: UnitState) -> None:
    """It retires until it is out of P2 of everybody; one that is stays where it is this turn. Who lies down must get up
    for it."""
    order = _way_back(b, unit)
    if order.way:
        get_up(b, unit.id)
    # the player's order is kept aside, and comes back when it has retired
    own = unit.ordered if unit.ordered is not None else unit.order
    b.privately(
        UnitRetires(unit=unit.id, moves=bool(order.way)),
        b.seat_of(unit.id),
        rules=("CS-4.4.2",),
        sets=[b.change(unit.id, retire=True, order=order, ordered=own)],
    )


def _way_back(b: Battlefield, unit: UnitState) -> Order:
    """Away from the nearest enemy, as far as it takes; none where it is far enough already."""
    nearest, paces = nearest_known(b, unit.id)
    # one pace beyond musket range is enough
    to_go = reach(b.rules.tables, "P2") + 1 - paces
    by, rule = "automatic:retire", "CS-4.4.2"
    if to_go <= 0:
        return Order(by=by, rule=rule)
    return Order(Withdraw("quick", nearest, to_go), by=by, rule=rule)


def _still_retiring(b: Battlefield, unit: UnitState) -> None:
    """Next turn: it goes on until it is there, and is then free again."""
    if unit.status not in ("broken", "routed") and _way_back(b, unit).way:
        _retire(b, unit)
    else:
        b.emit(Noted(unit=unit.id), rules=("CS-4.4.2",), sets=[b.change(unit.id, retire=False)], to=())
