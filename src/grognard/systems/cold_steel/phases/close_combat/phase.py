"""The close combat phase in its steps (CS-2h): combats with cavalry, all others, smoke, morale checks."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.battle.kinds import Noted
from grognard.battle.procedures import Steps
from grognard.kernel.checks import implements

from ...checks.close_combat.cavalry_options import ForcedRallyFacts
from ...effects.morale import check_losses
from ...effects.shifting import set_down
from ...effects.surprise import take_by_surprise
from ...events.close_combat import ForcedToRally
from ...facts import situations
from ...facts.combat.engagements import LinkedPairings, Pairing, bouts, combats, pairings, standing
from ...maneuver import moves
from ...orders import specials
from ...table import forms
from ...table.battlefield import Battlefield
from ...terms import zones
from ..small_arms import fire_third
from .contests import FoughtPairing, fight_out
from .outcomes import mark_smoke, settle
from .pursuits import exploit
from .squadrons import attack_in_turn, in_sequence

Firefights = list[tuple[str, str]]


@implements("CS-2h", "CS-9.1a")
def play(b: Battlefield) -> Steps[None]:
    """The phase from beginning to end."""
    found = pairings(b)
    firefights: Firefights = []
    _let_go(b, found)
    # judged for all before the first combat, by what they knew as they closed
    take_by_surprise(b, found)
    for combat in combats(b, found):
        yield from _resolve(b, combat, firefights)
    _part(b)
    mark_smoke(b, firefights)
    # after all combats: one check a unit and phase (CS-5.1)
    check_losses(b, [unit.id for unit in b.on_table()])
    specials.carry_out(b, "spiking")
    specials.carry_out(b, "fire_raising")
    _force_rallies(b)
    # the beaten and the pursuers may have ended in the midst of friends
    moves.part(b)


def _let_go(b: Battlefield, found: Sequence[Pairing]) -> None:
    """Whose enemies have left is free, and remembers no melee."""
    foes: dict[str, set[str]] = {}
    for pair in found:
        foes.setdefault(pair.one, set()).add(pair.other)
        foes.setdefault(pair.other, set()).add(pair.one)
    _hold_on_to(b, {unit.id: foes.get(unit.id, set()) for unit in b.on_table()})


def _part(b: Battlefield) -> None:
    """After all combats: an enemy who was driven off by somebody else no longer holds anybody."""
    _hold_on_to(b, {unit.id: {foe for foe in unit.melee if unit.id in b.unit(foe).melee} for unit in b.on_table()})


def _hold_on_to(b: Battlefield, foes: dict[str, set[str]]) -> None:
    """All at once: nobody is locked with one who is free."""
    sets = []
    for name, still in foes.items():
        unit = b.unit(name)
        held = tuple(foe for foe in unit.melee if foe in still)
        if held != unit.melee or (unit.firefight and not held):
            sets.append(b.change(name, melee=held, firefight=unit.firefight and bool(held)))
    if sets:
        b.emit(Noted(), rules=("CS-9.1b",), sets=sets, to=())


def _resolve(b: Battlefield, combat: LinkedPairings, firefights: Firefights) -> Steps[None]:
    """One combat, bout after bout; who is beaten in one is gone in the next."""
    fought = bouts(b, standing(b, combat))
    for number, bout in enumerate(fought):
        # an earlier bout may have driven off one of the two
        still = standing(b, bout)
        if still:
            yield from _fight(b, still, number, fought, firefights)


def _fight(
    b: Battlefield, bout: LinkedPairings, number: int, fought: Sequence[LinkedPairings], firefights: Firefights
) -> Steps[None]:
    # squadrons take turns only where one enemy faces one: with others about, all strike together
    plan = (yield from in_sequence(b, bout[0])) if len(bout) == 1 else None
    if plan is None:
        for pair in bout:
            # his volleys come before the dice: who is shot down by them fights with fewer
            _volleys(b, pair, number, _attackers(fought, pair))
        # again, for a volley may have destroyed the rider
        mets = fight_out(b, standing(b, bout))
    else:
        pair = bout[0]
        more = _attackers(fought, pair) - 1
        mets = attack_in_turn(b, pair, plan, lambda nth, of: _volleys(b, pair, number + nth, of + more))
    yield from _conclude(b, mets, firefights)


def _conclude(b: Battlefield, mets: list[FoughtPairing], firefights: Firefights) -> Steps[None]:
    settle(b, mets)
    firefights += [met.pair[:2] for met in mets if met.combat.firefight]
    yield from exploit(b, mets, firefights)


def _attackers(fought: Sequence[LinkedPairings], pair: Pairing) -> int:
    """Bouts in which the defender of a pairing has an enemy: so many attackers come at him."""
    return sum(any(pair.other in each[:2] for each in bout) for bout in fought)


@implements("CS-8.1f")
def _volleys(b: Battlefield, pair: Pairing, number: int, attackers: int) -> None:
    """A square's second and third volleys, before the dice of the second and third attackers; all that are left
    before those of the last."""
    # either of the two may be the square
    for square, rider in (pair[:2], pair[1::-1]):
        now = b.unit(square)
        if now.formation not in forms.SQUARES or not now.now.thirds or b.entry(rider).rated.arm != "cavalry":
            continue
        # with fewer attackers than thirds, all that are left go off before the last dice (CS-8.1f)
        last = number >= attackers - 1
        for _ in range(now.now.thirds if last else min(number, 1)):
            _fire_third(b, square, rider)


def _fire_third(b: Battlefield, square: str, rider: str) -> None:
    if b.unit(square).now.thirds and b.unit(rider).where == "table":
        fire_third(b, square, rider)


@implements("CS-9.2.3l")
def _force_rallies(b: Battlefield) -> None:
    """Cavalry in great disorder and out of P3 is taken back to P0, where it waits for new orders; who is there already
    stays where he is."""
    least = b.rules.tables.number("CS-9.2.3l", "disorder")
    for unit in b.on_table():
        if unit.disorder >= least and b.entry(unit.id).rated.arm == "cavalry":
            paces = b.survey.nearest_enemy(unit.id)[1]
            spent = ForcedRallyFacts(disorder=unit.disorder, in_p3=situations.zone_at(b, paces) == "P3")
            # who is at P0 already has nowhere to be sent back to
            if paces < _far_off(b) and b.settle("forced-rally", spent).forced_rally:
                _set_back(b, unit.id)


def _set_back(b: Battlefield, unit: str) -> None:
    waits = b.change(unit, order=None, ordered=None, forming=None)
    b.report(ForcedToRally(unit=unit), rules=("CS-9.2.3l",), sets=[waits])
    set_down(b, unit, paces=_far_off(b), rules=("CS-9.2.3l",), cause="goes back to rally")


def _far_off(b: Battlefield) -> int:
    """The near edge of P0."""
    bands = zones(b.rules.tables).bands
    return next(low or 0 for low, _, name in bands if name == b.rules.tables.value("CS-5.6", "zone"))
