"""The chances of a unit against an enemy in sight, exactly, as far as its own side can know them.

All is worked out on the field as the seat knows it (`known.py`); what is guessed is said with the odds.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from grognard.battle.kinds import many
from grognard.battle.previews import records as pre
from grognard.battle.previews.chances import Shares, denied, told
from grognard.ground.units import SUB
from grognard.kernel.checks import Refusal
from grognard.kernel.errors import BadInput
from grognard.kernel.odds import Odds

from ..checks.fire import ShotResult, band_at
from ..checks.morale import StatusFacts
from ..facts import charge_odds
from ..facts.charges import Path, charges, may_charge
from ..facts.fire import hurt, may_shoot, shot_at
from ..facts.melee import pair_of, sides_of
from ..facts.responses import evasion_facts, square_facts
from ..facts.steps import left
from ..knowledge.known import GUESSES, known
from ..phases.breakthrough import breakthrough_facts
from ..phases.fire import LATE
from ..table.field import Field
from ..table.state import UnitState
from ..terms import branch
from .spreads import dice_of

_RESPONSES = {
    "square": "they are taken to try a square, and we to pull up before it",
    "evade": "they have to evade, or are taken to",
    "stand": "they are taken to stand",
}


def odds(b: Field, seat: str, unit: str, target: str) -> list[pre.OddsOf]:
    """All that the unit could do to the target as both stand now."""
    own, foe = b.world.units.get(unit), b.world.units.get(target)
    if own is None or b.seat_of(unit) != seat or own.where != "board":
        raise BadInput(f"no unit {unit!r} of yours on the board")
    if foe is None or target not in b.seen_by(seat) or foe.where != "board" or foe.side == own.side:
        raise BadInput(f"no enemy {target!r} in sight")
    return list(_against(known(b, seat), unit, target))


def _against(b: Field, unit: str, target: str) -> Iterator[pre.OddsOf]:
    now, foe = b.unit(unit), b.unit(target)
    if now.melee and foe.melee and now.space == foe.space:
        yield _locked(b, now, foe)
        return
    path = charges(b, unit, left(now)).get(target)
    rides = branch(now.arm) == "cavalry" and now.formation != "skirmish"
    shot = [] if rides else list(_fire(b, now, foe))
    if path is not None:
        charge = list(_charge(b, now, path, target))
        yield from (*charge, *shot) if now.cube == "charge" else (*shot, *charge)  # what it is to do comes first
        return
    yield from shot
    if rides:
        fit = may_charge(b, now)
        why = "out of reach of a charge with its action points" if fit else "it cannot charge as it is"
        yield _refused(b, now, foe, "melee", "Charge", Refusal("SC-6.2" if fit else "SC-6.1", why))


# -- fire


def _fire(b: Field, now: UnitState, foe: UnitState) -> Iterator[pre.OddsOf]:
    """A shot, and what it may do to the order of those it hits."""
    check, facts = shot_at(b, now.id, foe.id)
    title = "Cannonade" if check == "artillery" else "Musketry"
    refusal = may_shoot(b, now.id, foe.id, early=b.world.phase not in LATE)
    if refusal is not None:
        yield _refused(b, now, foe, check, title, refusal)
        return
    yield _told(b, now, foe, check, f"{title}, {_thrown(b, check, facts)}", facts, *_hits(b.rules[check].odds(facts)))
    effect = _shaken(b, foe, check, facts)
    if len(effect) == 1:
        return
    yield _told(b, now, foe, "fire-effect", "What it does to their order", None, effect, taken=GUESSES[:1])


def _thrown(b: Field, check: str, facts: Any) -> str:
    """How many dice, and what each of them needs."""
    dice = dice_of(b, check, facts)
    return f"{many(dice, 'die', 'dice')}, {b.rules[check].needs}" if dice else "no dice"


def _hits(found: Odds[ShotResult]) -> tuple[Shares, dict[str, int]]:
    """Hits in words, how likely they are and what they amount to."""
    words = {shot.hits: many(shot.hits, "hit") if shot.hits else "no hit" for shot, _ in found}
    return {words[shot.hits]: chance for shot, chance in found}, {text: hits for hits, text in words.items()}


def _shaken(b: Field, foe: UnitState, check: str, facts: Any) -> Shares:
    """What a shot does to a unit of which only the outside is known."""
    shares: Shares = {}
    for shot, chance in b.rules[check].odds(facts):
        for effect, share in b.rules["fire-effect"].odds(hurt(b, foe, shot.hits, foe.killed)):
            words = _order_after(b, foe, effect.result)
            shares[words] = shares.get(words, Fraction(0)) + chance * share
    return shares


_STATES = {"good_order": "are steady", "fallback": "fall back", "retreat": "retreat", "rout": "rout"}


def _order_after(b: Field, foe: UnitState, result: Any) -> str:
    """What a result of fire makes of their order."""
    if result == "none":
        return "they stand"
    status = b.settle("status", StatusFacts(status=foe.status, result=result, cause="fire")).status
    return f"they {_STATES.get(status, f'are {status}')}"


# -- charges and melees


def charged(b: Field, unit: str, target: str) -> Iterator[pre.OddsOf]:
    """A charge by what the seat knows; nothing where it cannot come so far."""
    path = charges(b, unit, left(b.unit(unit))).get(target)
    if path is not None:
        yield from _charge(b, b.unit(unit), path, target)


def broken_through(b: Field, now: UnitState) -> pre.OddsOf:
    """How far the winner of a melee goes after the beaten, or back."""
    check, facts = b.rules["breakthrough"], breakthrough_facts(now)
    shares: dict[int, Fraction] = {}
    for out, chance in check.odds(facts):
        shares[out.ap] = shares.get(out.ap, Fraction(0)) + chance
    # from the farthest on to the farthest back
    words = {_onward(ap): shares[ap] for ap in sorted(shares, reverse=True)}
    return told(check, "Breakthrough", facts, words, kept=True)


def _onward(ap: int) -> str:
    if not ap:
        return "it stays where it is"
    return f"it goes on, {many(ap, 'action point')}" if ap > 0 else f"it falls back, {many(-ap, 'space')}"


def _charge(b: Field, now: UnitState, path: Path, target: str) -> Iterator[pre.OddsOf]:
    """The whole of a charge with what is taken for granted, and each part of it."""
    foe, answer = b.unit(target), charge_odds.response(b, now.id, target)
    taken = (*GUESSES, _RESPONSES[answer])
    title = f"Charge, {path.cost} of {left(now)} action points and what dice add"
    yield _told(b, now, foe, "melee", title, None, charge_odds.ends(b, now, path, target), taken=taken, rule="SC-6.3")
    if answer in ("stand", "square"):
        pair = charge_odds.met(b, now, path, target)
        shares = charge_odds.first_round(b, pair)
        yield _told(b, now, foe, "melee", "First round of the melee", pair, shares)
    yield from _answers(b, now, path, foe, answer)
    field, shooting = charge_odds.firers(b, now, path, target, answer)
    for firer in shooting:
        check, facts = shot_at(field, firer, now.id)
        title = f"Fire of {b.name(firer)} as we come on, {_thrown(field, check, facts)}"
        shots, hits = _hits(b.rules[check].odds(facts))
        yield _told(field, now, field.unit(firer), check, title, facts, shots, hits)


def _answers(b: Field, now: UnitState, path: Path, foe: UnitState, answer: str) -> Iterator[pre.OddsOf]:
    """The square or the evasion, if the way of the charge goes as dice most often let it."""
    arriving = [(chance, run) for run, chance in charge_odds.run_in(b, now, path) if run.arrives]
    if answer not in ("square", "evade") or not arriving:
        return
    likely = max(arriving, key=lambda each: each[0])[1]
    points = likely.seen.square if answer == "square" else likely.seen.paid
    taken = (f"the charge is taken to cost {points} AP in their sight",)
    if answer == "square":
        facts: Any = square_facts(b, foe, points)
        shares = {_squared(out): chance for out, chance in b.rules["emergency-square"].odds(facts)}
        yield _told(b, now, foe, "emergency-square", "Their emergency square", facts, shares, taken=taken)
    else:
        facts = evasion_facts(b, now.id, foe.id, points)
        caught = b.rules["evasion"].odds(facts).chance(lambda out: out.retreats)
        shares = {"they get away": 1 - caught, "they are caught and retreat": caught}
        yield _told(b, now, foe, "evasion", "Their evasion", facts, shares, taken=taken)


def _squared(out: Any) -> str:
    if out.formed:
        return "it forms in time"
    return "too late, and disordered" if out.disordered else "too late"


def led(b: Field, unit: str, foe: str) -> Iterator[pre.OddsOf]:
    """A round of a melee with these two in the lead."""
    now, other = b.world.units.get(unit), b.world.units.get(foe)
    if now is not None and other is not None and now.melee and other.melee and now.space == other.space:
        yield _locked(b, now, other)


def _locked(b: Field, now: UnitState, foe: UnitState) -> pre.OddsOf:
    """The next round of a melee that both are in."""
    sides = sides_of(b, now.space)
    charged = now.side == sides.charging
    pair = pair_of(b, sides, *((now.id, foe.id) if charged else (foe.id, now.id)))
    ours = "ours" if charged else "theirs"
    shares: Shares = {}
    for melee, chance in b.rules["melee"].odds(pair):
        words = charge_odds.in_words(melee, ours)
        shares[words] = shares.get(words, Fraction(0)) + chance
    made = _told(b, now, foe, "melee", "Next round of the melee", pair, shares, taken=GUESSES[:1])
    # modifiers are told from the asking side, whichever of the two charged
    swapped = {"ours": "theirs", "theirs": ""} if ours == "theirs" else {"ours": ""}
    worth = tuple(replace(each, side=swapped.get(each.side, each.side)) for each in made.modifiers)
    return replace(made, modifiers=worth)


# -- in numbers


def _told(
    b: Field,
    now: UnitState,
    foe: UnitState,
    check: str,
    title: str,
    facts: Any,
    shares: Shares,
    values: dict[str, int] | None = None,
    *,
    taken: tuple[str, ...] = (),
    rule: str = "",
) -> pre.OddsOf:
    """Chances of one who is so far from another."""
    return told(b.rules[check], title, facts, shares, values, taken=taken, rule=rule, **_apart(b, now, foe))


def _refused(b: Field, now: UnitState, foe: UnitState, check: str, title: str, refusal: Refusal) -> pre.OddsOf:
    return denied(b.rules[check], title, refusal, **_apart(b, now, foe))


def _apart(b: Field, now: UnitState, foe: UnitState) -> dict[str, Any]:
    spaces = b.board.range(now.space, foe.space)
    guns = branch(now.arm) == "artillery"
    band = band_at(b.rules.tables, now.weight, spaces) if guns else ""
    return {"paces": spaces * b.board.side // SUB, "band": band, "spaces": spaces}
