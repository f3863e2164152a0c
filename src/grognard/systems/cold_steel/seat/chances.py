"""The chances of a unit against an enemy in sight, exactly, as far as its own side can know them.

What cannot be known is taken for granted and said: the enemy's morale is taken to be as ours, and no leader of his is
counted. Everything else is what the fire and combat phases themselves would ask about the moment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from grognard.battle.previews import records as pre
from grognard.battle.previews.chances import whole_percents
from grognard.kernel.checks import Check, Refused
from grognard.kernel.errors import BadInput
from grognard.kernel.odds import Odds
from grognard.kernel.opposed import Pair
from grognard.kernel.sources import SeededDice

from ..checks.setting_up.measures import reach
from ..events.words import hits_in_words
from ..facts import situations
from ..facts import skirmishers as skirmishing
from ..facts.combat.combatants import combatant
from ..facts.combat.engagements import Pairing
from ..facts.fire import aiming, laying, ranks
from ..facts.fire.aiming import Wishes
from ..facts.fire.firing import in_sight, into_melee
from ..facts.fire.ranks import RankPlan
from ..phases.artillery.shooting import battery_facts, pools
from ..phases.small_arms.volleys import parts_of_volley, volley_facts
from ..table.battlefield import Battlefield
from ..table.ground.cover import cover_toward
from ..table.state import UnitState

COMBAT = "close-combat"


def odds(b: Battlefield, seat: str, unit: str, target: str) -> list[pre.OddsOf]:
    """All that the unit could do to the target as both stand now."""
    must_see(b, seat, unit, target)
    return _against(b, unit, target)


def must_see(b: Battlefield, seat: str, unit: str, target: str) -> None:
    """Refuse a unit that is not the seat's on the table, and a target that is no enemy in its sight."""
    own, foe = b.world.units.get(unit), b.world.units.get(target)
    # another's unit, or one that is gone: the same refusal, so that asking tells nothing
    if own is None or b.seat_of(unit) != seat or own.where != "table":
        raise BadInput(f"no unit {unit!r} of yours on the table")
    # not in sight: said as if there were no such unit, whether there is one or not
    if foe is None or target not in b.knowledge.seen_by(seat) or foe.where != "table" or foe.side == own.side:
        raise BadInput(f"no enemy {target!r} in sight")


def planned(b: Battlefield, seat: str, end: UnitState, target: str, after: str) -> list[pre.OddsOf]:
    """The same from where a unit would stand after a move, told in words; nothing where the target is no enemy in
    sight."""
    foe = b.world.units.get(target)
    if foe is None or target not in b.knowledge.seen_by(seat) or foe.where != "table" or foe.side == end.side:
        return []
    # the real unit stays where it is: only the questions of fire and combat are asked from the other place
    with b.survey.supposing(end):
        return [replace(each, after=after) for each in _against(b, end.id, target)]


def barred(found: pre.OddsOf, why: str) -> pre.OddsOf:
    """The same odds, or why there are none of hand to hand: somebody else is met first."""
    return found if found.check != COMBAT else denied(found, why, "CS-1.2.2a")


def denied(found: pre.OddsOf, why: str, rule: str) -> pre.OddsOf:
    """Why there are no such odds."""
    return replace(found, chances=(), modifiers=(), facts=(), refusal=why, refusal_rule=rule)


def _against(b: Battlefield, unit: str, target: str) -> list[pre.OddsOf]:
    # as the guns stand: whether they are to be swung round is the general's to say
    own, laid = b.unit(unit), laying.Laid(unit, target, 0, False)
    if b.entry(unit).rated.arm == "artillery":
        return list(_cannonade(b, laid))
    guns = _cannonade(b, laid) if own.battalion_guns and laying.may_fire(b, own) else ()
    return [*guns, *_musketry(b, unit, target), *combat(b, unit, target)]


def past_friends(b: Battlefield, unit: str, target: str, *, spares: bool) -> Iterable[pre.OddsOf]:
    """Fire with friends in the way, of guns or of small arms as the phase has it. Guns that are told to spare their
    friends fire with the pieces that have nobody before them; a volley is fired whole or not at all."""
    if b.world.phase != "artillery_fire":
        yield from () if spares else _musketry(b, unit, target)
        return
    laid = laying.Laid(unit, target, 0, False, spares)
    # only guns that have to are swung round, and they were told to before this is asked
    if not pools(b, laid._replace(spares=False)):
        laid = laid._replace(pivots=True)
    if pools(b, laid):
        yield from _cannonade(b, laid)


# -- fire


def _musketry(b: Battlefield, unit: str, target: str) -> Iterable[pre.OddsOf]:
    """Small arms, if it has any."""
    if b.entry(unit).rated.weapon == "none":
        return
    if not ranks.may_fire(b, b.unit(unit)):
        yield _refused(b, unit, target, "small-arms", "Volley", "CS-8.1a", "it may not fire this turn")
        return
    view = aiming.look(b, unit)
    chance = [each for each in view.chances if each.target == target]
    if not chance:
        words = _out_of_aim(b, unit, target, ranks.effective_range(b, unit))
        yield _refused(b, unit, target, "small-arms", "Volley", "CS-8.1d", words)
        return
    # only this target, as if nobody else were there: the list would choose for itself
    plans = aiming.plan(b, view._replace(chances=chance, reaches={target: view.reaches[target]}), Wishes())
    for plan in plans:
        if plan.target == target:
            yield volley(b, plan)


def volley(b: Battlefield, plan: RankPlan, at: str = "") -> pre.OddsOf:
    """The chances of a volley, with how many figures shoot at how much: those at close range do so at more."""
    facts, figures = volley_facts(b, plan, 0), sum(each for each, _ in plan.shots)
    title = f"Volley{f' at {at}' if at else ''}, {figures} figure{'s' * (figures != 1)}"
    if b.rules["small-arms"].refusal(facts) is None:
        parts = parts_of_volley(b, plan, facts)
        alike = len(parts) == 1 and parts[0][0] == figures
        title += f" at {parts[0][1]} %" if alike else f": {', '.join(f'{many} at {each} %' for many, each in parts)}"
    return _worked_out(b, plan.unit, plan.target, "small-arms", title, facts)


def _out_of_aim(b: Battlefield, unit: str, target: str, far: int) -> str:
    """Which of all that keeps a unit from firing at a target it is: too far, unseen, in a melee, screened, off its
    front."""
    # in the order in which a gunner would find out: the first reason is the one that counts
    paces = b.survey.distance(unit, target)
    if paces > far:
        return f"out of range: {paces} paces, its fire carries {far}"
    if b.unit(target).melee and not into_melee(b):
        return "locked with our own men: no officer gives fire into a melee"
    if not b.survey.sees(unit, target):
        return "hidden from it by the ground"
    if skirmishing.screened(b, unit, target):
        return "screened by its skirmishers"
    return f"out of its arc: it must turn to face it; {paces} paces, in range"


def _cannonade(b: Battlefield, laid: laying.Laid) -> Iterable[pre.OddsOf]:
    """Guns, pool by pool."""
    unit, target = laid.unit, laid.target
    if not laying.may_fire(b, b.unit(unit)):
        yield _refused(b, unit, target, "artillery", "Cannonade", "CS-7.1f", "it may not fire this turn")
        return
    far = laying.reach_of(b, b.unit(unit))
    if not any(each.target == target for each in in_sight(b, unit, far)):
        words = _out_of_aim(b, unit, target, far)
        yield _refused(b, unit, target, "artillery", "Cannonade", "CS-7.2.1b", words)
        return
    if not laying.allowed(b, unit, target):
        yield _refused(b, unit, target, "artillery", "Cannonade", "CS-7.2.2e", "a steep slope or heavy cover hides it")
        return
    found = pools(b, laid)
    if not found:
        yield _refused(b, unit, target, "artillery", "Cannonade", "CS-7.1d", laid_wrong(b, unit))
    if len(found) > 1:
        shots = [(pool, battery_facts(b, laid, pool, friend, 0)) for pool, friend in found]
        yield from _in_all(b, laid, shots)
    for pool, friend in found:
        pieces = f"{len(pool)} {pool[0].piece}{'s' * (len(pool) != 1)}"
        astray = f", over {b.name(friend)}" if friend else ""
        facts = battery_facts(b, laid, pool, friend, 0)
        yield _worked_out(b, unit, target, "artillery", f"Cannonade, {pieces}{astray}{_swung(laid)}", facts)


def laid_wrong(b: Battlefield, unit: str) -> str:
    """Why guns cannot fire as they stand at whom they see in range."""
    out = "out of its arc"
    return f"{out}: it must swing round first, which halves its chance" if laying.may_pivot(b, unit) else out


def _swung(laid: laying.Laid) -> str:
    return ", swung round first (chance halved)" if laid.pivots else ""


def _in_all(b: Battlefield, laid: laying.Laid, shots: list[tuple[list[laying.Bearing], Any]]) -> Iterable[pre.OddsOf]:
    """What all its pools do together: each throws for itself, so that their odds are folded into one another."""
    made: Check[Any, Any] = b.rules["artillery"]
    total, pieces = {(0, 0): 1}, 0
    for pool, facts in shots:
        if made.refusal(facts) is None:
            total, pieces = _folded(total, made.odds(facts).map(_struck).weights), pieces + len(pool)
    if pieces:
        whole = Odds(total.items())
        hits = whole.map(lambda found: found[0])
        yield pre.OddsOf(
            title=f"Cannonade, {pieces} pieces in all{_swung(laid)}",
            check="artillery",
            rule=made.rule,
            mean=float(hits.mean(int)),
            chances=tuple(
                pre.Chance(text=hits_in_words(number), percent=round(100 * float(chance), 2), value=number)
                for number, chance in sorted(hits)
            ),
            shares=shares_of(whole),
            **_apart(b, laid.unit, laid.target),
        )


Struck = tuple[int, int]
"""Hits on the target, and harm to a friend in the arc."""


def _struck(shot: Any) -> Struck:
    return shot.hits, getattr(shot, "friend_disorder", 0)


def _folded(left: Mapping[Struck, int], right: Mapping[Struck, int]) -> dict[Struck, int]:
    found: dict[Struck, int] = {}
    for (hits, harm), weight in left.items():
        for (more_hits, more_harm), more in right.items():
            both = hits + more_hits, harm + more_harm
            found[both] = found.get(both, 0) + weight * more
    return found


WHOM = ("them", "them and ours", "ours", "nobody")


def shares_of(odds: Odds[Struck]) -> tuple[pre.Chance, ...]:
    """Whom fire strikes; nothing where no friend is in its way. In whole percents that come to a hundred."""
    exact = {
        "them": odds.chance(lambda found: found[0] > 0 and not found[1]),
        "them and ours": odds.chance(lambda found: found[0] > 0 and found[1] > 0),
        "ours": odds.chance(lambda found: not found[0] and found[1] > 0),
        "nobody": odds.chance(lambda found: not any(found)),
    }
    if not exact["ours"] + exact["them and ours"]:
        return ()
    shares = whole_percents([exact[each] for each in WHOM])
    found = zip(WHOM, shares, strict=True)
    return tuple(pre.Chance(text=f"hits {each}", percent=share) for each, share in found if exact[each])


# -- close combat


def combat(b: Battlefield, unit: str, target: str) -> Iterable[pre.OddsOf]:
    """Hand to hand, as if they met as they stand."""
    # farther off nobody closes within a turn: the odds would mean nothing
    far = reach(b.rules.tables, "P1" if b.entry(unit).rated.arm == "cavalry" else "P2")
    paces = b.survey.distance(unit, target)
    if paces > far:
        return
    pair, rating = Pairing(unit, target), b.entry(unit).rated.morale_rating
    ours = combatant(b, unit, target, pairings=1, pair=pair, attacking=True, surprised=False)
    theirs = combatant(
        b,
        target,
        unit,
        pairings=1,
        pair=pair,
        attacking=False,
        surprised=False,
        leader="none",
        # the enemy's rating is not to be seen; a leader and engineers neither
        morale_rating=rating,
        engineers=False,
        # by his cover against where we come from
        cover=cover_toward(b, target, b.survey.middle(unit)),
    )
    apart = (f"as if they met: they are {paces} paces apart",) if paces > reach(b.rules.tables, "P3") else ()
    facts = (*apart, f"their morale taken to be as ours, {rating}", "no leader of theirs counted", "nobody surprised")
    yield _worked_out(b, unit, target, COMBAT, "Close combat", Pair(ours, theirs), facts)


_WINNER = {"ours": "we win", "theirs": "they win", "neither": "undecided"}


def _combat_words(combat: Any) -> tuple[str, int | None]:
    return f"{_WINNER[combat.winner]}: {combat.result.replace('_', ' ')}", None


def _fire_words(shot: Any) -> tuple[str, int | None]:
    disorder = f", {shot.disorder} disorder" if shot.disorder else ""
    return f"{hits_in_words(shot.hits)}{disorder}", shot.hits


# -- in numbers


def _worked_out(
    b: Battlefield, unit: str, target: str, check: str, title: str, facts: Any, taken: tuple[str, ...] = ()
) -> pre.OddsOf:
    made: Check[Any, Any] = b.rules[check]
    try:
        found: Odds[Any] = made.odds(facts)
    except Refused as error:
        return _refused(b, unit, target, check, title, error.refusal.rule, error.refusal.reason)
    combat = check == COMBAT
    words: Callable[[Any], tuple[str, int | None]] = _combat_words if combat else _fire_words
    told = sorted(found.map(words), key=lambda each: -each[1])
    shown = made.roll(facts, SeededDice(0))  # the dice do not matter: only modifiers are read off it
    return pre.OddsOf(
        title=title,
        check=check,
        rule=made.rule,
        facts=taken,
        mean=None if combat else float(found.mean(_hits)),
        shares=() if combat else shares_of(found.map(_struck)),
        chances=tuple(
            pre.Chance(text=text, percent=round(100 * float(chance), 2), value=value) for (text, value), chance in told
        ),
        modifiers=tuple(
            pre.Worth(rule=each.rule, label=each.label, value=each.value, side=each.side) for each in shown.modifiers
        ),
        **_apart(b, unit, target),
    )


def _hits(shot: Any) -> int:
    hits: int = shot.hits
    return hits


def _refused(b: Battlefield, unit: str, target: str, check: str, title: str, rule: str, reason: str) -> pre.OddsOf:
    made = b.rules[check]
    return pre.OddsOf(
        title=title, check=check, rule=made.rule, refusal=reason, refusal_rule=rule, **_apart(b, unit, target)
    )


def _apart(b: Battlefield, unit: str, target: str) -> dict[str, Any]:
    paces = b.survey.distance(unit, target)
    return {"paces": paces, "band": situations.zone_at(b, paces)}
