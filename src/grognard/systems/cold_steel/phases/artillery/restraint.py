"""Pieces with friends in the way hold their fire, unless they are told otherwise: 7.7."""

from __future__ import annotations

from grognard.battle.procedures import Steps
from grognard.kernel.checks import implements

from ...facts.fire.laying import Laid, pivoted
from ...facts.fire.restraint import friends_in_the_way, masking, pressed
from ...table.battlefield import Battlefield
from .. import firing as decisions


@implements("CS-7.7a")
def _risk(b: Battlefield, laid: Laid, friends: list[str], *, hard: bool) -> str:
    """How many pieces could strike them, and how often a throw does."""
    pieces = sum(friend in friends for _, friend in friends_in_the_way(b, laid))
    have, arc = "piece has" if pieces == 1 else "pieces have", b.rules.tables.number("CS-7.1c", "arc")
    where = f"in the arc, {arc} degrees to each side"
    # the usual answer is to fire then: it has to say why
    why = "; the enemy is within musketry of the guns or of them: unless told, it fires" if hard else ""
    return f"{pieces} {have} them {where}: every double that is thrown, one throw in ten, strikes them{why}"


def hold_fire(b: Battlefield, laid: list[Laid]) -> Steps[list[Laid]]:
    """Pieces with friends in the way hold their fire, unless their commander has them fire all the same. The rules
    never make anybody fire; whom one fires at is all that they settle. Who is left without a piece is not laid."""
    friends = {each.unit: found for each in laid if (found := masking(b, each))}
    masked = {
        each.unit: decisions.Masked(
            each.target,
            tuple(them := friends[each.unit]),
            hard := pressed(b, each, them),
            _risk(b, each, them, hard=hard),
            pivoted(b, each.unit, each.target) if each.pivots else None,
        )
        for each in laid
        if each.unit in friends
    }
    regardless = yield from decisions.restrained(b, masked)
    kept = []
    for each in laid:
        if each.unit not in friends or each.unit in regardless:
            kept.append(each)
        # some of its pieces have nobody in the way: those fire, the others do not
        elif any(not friend for _, friend in friends_in_the_way(b, each)):
            kept.append(each._replace(spares=True))
        else:
            decisions.holds_fire(b, each.unit, friends[each.unit][0], "CS-7.7a")
    return kept
