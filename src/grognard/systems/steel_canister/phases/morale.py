"""Phase 11: brigades that have suffered test whether they go on."""

from __future__ import annotations

from grognard.battle.events import Set
from grognard.battle.kinds import Noted
from grognard.battle.procedures import Steps
from grognard.kernel.checks import implements

from ..checks.morale import BrigadeMoraleFacts
from ..effects import FLEEING, away_from, homeward, loss_move, worsen
from ..events.command import BrigadeMorale
from ..table.board import Space
from ..table.distances import commands, near_superior
from ..table.field import Field
from ..table.state import BrigadeState, UnitState
from ..terms import GOOD, POOR
from .melee import settle_down


@implements("SC-1.1k")
def play(b: Field) -> Steps[None]:
    """Phase 11."""
    # all that a test leads to happens before the next brigade is tested
    for brigade in list(b.world.brigades.values()):
        _tested(b, brigade)
    settle_down(b)
    _felt(b)
    yield from ()


def gone(unit: UnitState) -> bool:
    """Destroyed, dispersed, taken or run off the field."""
    return unit.where in ("lost", "left")


def bad(unit: UnitState) -> bool:
    """Gone, retreating or routing."""
    return gone(unit) or (unit.where == "board" and unit.status in FLEEING)


# -- the test


@implements("SC-5.6")
def _tested(b: Field, brigade: BrigadeState) -> None:
    """A brigade tests when something happened to it this turn and a third of it is gone or running."""
    left = [unit for unit in _units(b, brigade) if not gone(unit)]
    facts = situation(b, brigade)
    if not left or b.rules["brigade-morale"].refusal(facts) is not None:
        return
    roll = b.roll("brigade-morale", facts, by=left[0].id)
    result = roll.settled.result
    fields: dict[str, object] = {"failed": result != "steady"}
    if result != "steady":
        fields |= {"order": b.rules.tables.value("SC-5.7", "order"), "written": ""}
    if result == "breaks":
        fields["broken"] = True
    b.report(
        BrigadeMorale(unit=left[0].id, brigade=brigade.id, result=result),
        rules=("SC-5.6", "SC-5.7"),
        roll=roll,
        sets=[Set("brigades", brigade.id, fields)],
    )
    _suffers(b, left, result)


def _units(b: Field, brigade: BrigadeState) -> list[UnitState]:
    return [b.unit(unit) for unit in brigade.units]


def situation(b: Field, brigade: BrigadeState) -> BrigadeMoraleFacts:
    """A brigade as the check asks for it."""
    units = _units(b, brigade)
    left = [unit for unit in units if not gone(unit)]
    facts = BrigadeMoraleFacts(
        units=BrigadeMoraleFacts.nearest("units", len(units)),
        bad=BrigadeMoraleFacts.nearest("bad", sum(bad(unit) for unit in units)),
        hurt_now=any(_newly_bad(b, unit) for unit in units),
        leader=_led(b, brigade),
        superior_near=_led(b, brigade) and near_superior(b, brigade),
        good_troops=2 * sum(unit.guard or unit.grade in GOOD for unit in left) > len(left),
        poor_troops=2 * sum(unit.grade in POOR for unit in left) > len(left),
        failed_before=brigade.failed,
    )
    return b.specially("morale", facts, unit=brigade.units[0])


def _newly_bad(b: Field, unit: UnitState) -> bool:
    """Lost since the last test, or running where it did not when the turn began, or worse."""
    if gone(unit):
        return not unit.counted
    levels = b.rules.tables.value("SC-5.1", "levels")
    return bad(unit) and levels[unit.status] > levels[unit.began]


def _led(b: Field, brigade: BrigadeState) -> bool:
    """Its leader lives and is not with a unit that runs."""
    leader = b.world.leaders[brigade.leader]
    return commands(leader) and not (leader.attached and bad(b.unit(leader.attached)))


# -- what comes of it


@implements("SC-5.7")
def _suffers(b: Field, left: list[UnitState], result: str) -> None:
    """Faltering brigades halt; broken ones run, those in melee too."""
    here = [unit.id for unit in left if unit.where == "board"]
    if result == "falters":
        for unit in here:
            if b.unit(unit).status == "good_order":
                worsen(b, unit, "halted", "other", rules=("SC-5.7",))
    elif result == "breaks":
        for unit in here:
            _runs(b, unit)


def _runs(b: Field, unit: str) -> None:
    if b.unit(unit).status in FLEEING:
        return
    away = _away(b, unit)
    worsen(b, unit, "retreat", "other", rules=("SC-5.7",))
    loss_move(b, unit, "retreat", away, rules=("SC-5.7",))


def _away(b: Field, unit: str) -> Space:
    """Away from the nearest enemy in sight, or to its own edge if there is none, or if it is locked with him."""
    now, foes = b.unit(unit), b.visible_enemies(unit)
    if not foes or b.unit(foes[0]).space == now.space:
        return homeward(b, now.side)
    return away_from(b.unit(foes[0]).space, now.space)


def _felt(b: Field) -> None:
    """Losses of this turn make no brigade test again."""
    sets = [b.change(unit.id, counted=True) for unit in b.world.units.values() if gone(unit) and not unit.counted]
    if sets:
        b.emit(Noted(), rules=("SC-5.6",), sets=sets, to=())
