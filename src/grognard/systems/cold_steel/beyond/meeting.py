"""On the perfect arrival turn: both sides look at the cards for that area, and see who bars the way (CS-C.4a)."""

from __future__ import annotations

from typing import Any

from grognard.battle.kinds import Noted
from grognard.kernel.checks import implements

from ..checks.movement.off_board import ArrivalFacts, OffBoardEncounterFacts
from ..events.beyond import EdgeCardRead, EdgeCardShown, MustFightBeyond, NotToday
from ..table.battlefield import Battlefield
from ..table.state import Force
from .forces import ForceCard, barrier, card_of, changed, in_the_area, peeked, size_of, there

_HALTS = {"halted": "CS-C.4c", "not_today": "CS-C.4d"}
_WHY = {
    "halted": "a handful of men who met the enemy wait for new orders",
    "not_today": "the enemy's horse is too strong",
}


@implements("CS-C.4a", "CS-C.4b")
def compare(b: Battlefield, force: Force) -> str:
    """A force is where it wanted to be: what it meets there. Says how it goes on: test, fight, halted, not_today."""
    foes = in_the_area(b, b.seating.other(force.side), force.edge)
    mine, theirs = card_of(b, [force]), card_of(b, foes)
    facts = meeting(b, force, foes, (mine.total, mine.cavalry, theirs.total, theirs.cavalry), b.world.turn)
    found = b.settle("off-board-encounter", facts)
    _look_at_the_card(b, force, theirs)
    # too small a post does not see who comes
    if found.enemy_sees_card:
        for seat in dict.fromkeys(foe.seat for foe in foes):
            _seen_coming(b, force, seat, mine)
    # kept as they were when they met: the test counts with these, whatever is lost before it
    met = {"foes": tuple(foe.id for foe in foes), "met": (mine.total, mine.cavalry, theirs.total, theirs.cavalry)}
    if found.next in _HALTS:
        out_for_the_day(b, force, _WHY[found.next], (_HALTS[found.next],), **met)
    elif found.next == "fight":
        _join_battle(b, force, found.fight_from_turn, met)
    else:
        b.emit(Noted(), rules=("CS-C.4a",), sets=[changed(force, **met)], to=())
    return str(found.next)


def meeting(
    b: Battlefield, force: Force, foes: list[Force], met: tuple[int, int, int, int], turn: int, **more: Any
) -> OffBoardEncounterFacts:
    """The facts of a meeting; `more` are those of the arrival test, which asks for all of it once more."""
    own, own_cavalry, theirs, their_cavalry = met
    kind = ArrivalFacts if more else OffBoardEncounterFacts
    return kind(
        attackers=kind.nearest("attackers", own),
        attacking_cavalry=kind.nearest("attacking_cavalry", own_cavalry),
        attacker_size=size_of(b, [unit.id for unit in there(b, force)]),
        player_commander=led_by_a_player(b, force),
        defenders=kind.nearest("defenders", theirs),
        defending_cavalry=kind.nearest("defending_cavalry", their_cavalry),
        defender_size=barrier(b, [unit.id for foe in foes for unit in there(b, foe)]),
        turn=turn,
        **more,
    )


@implements("CS-C.4c")
def led_by_a_player(b: Battlefield, force: Force) -> bool:
    """Whether a player's own figure is with the force: he rides beyond the table, and commands it."""
    own = next(seat.leaders[0] for seat in b.seats if seat.id == force.seat)
    # with the force, so off the table: a general who stayed behind does not lead it
    return force.leader == own and b.world.leaders[own].where == "waiting"


def _look_at_the_card(b: Battlefield, force: Force, theirs: ForceCard) -> None:
    b.privately(
        EdgeCardRead(unit=force.units[0], edge=force.edge, infantry=theirs.infantry, cavalry=theirs.cavalry),
        force.seat,
        rules=("CS-C.4a",),
        sets=[peeked(b, force.seat, force.edge, theirs)],
    )


def _seen_coming(b: Battlefield, force: Force, seat: str, mine: ForceCard) -> None:
    b.privately(
        EdgeCardShown(edge=force.edge, infantry=mine.infantry, cavalry=mine.cavalry),
        seat,
        rules=("CS-C.4a",),
        sets=[peeked(b, seat, force.edge, mine)],
    )


@implements("CS-C.4c", "CS-C.4d", "CS-C.4f", "CS-C.5d")
def out_for_the_day(b: Battlefield, force: Force, why: str, rules: tuple[str, ...], **more: Any) -> None:
    """It does not arrive today."""
    b.privately(
        NotToday(unit=force.units[0], edge=force.edge, why=why, number=len(force.units)),
        force.seat,
        rules=rules,
        sets=[changed(force, status="out", due=0, why=why, **more)],
    )


@implements("CS-C.4f")
def _join_battle(b: Battlefield, force: Force, turn: int, met: dict[str, Any]) -> None:
    """Equal enough to be fought over: a round a turn, from the next one on."""
    b.privately(
        MustFightBeyond(unit=force.units[0], edge=force.edge, turn=turn),
        force.seat,
        rules=("CS-C.4f",),
        sets=[changed(force, status="fighting", due=turn, **met)],
    )
