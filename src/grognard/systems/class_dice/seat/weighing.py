"""What the answers to questions promise, before they are given: the initiative and its contests, local initiative
against a charge, defensive fire. All of it on the field as the seat knows it (`known.py`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from grognard.battle.previews import records as pre
from grognard.battle.previews.chances import Shares, added, told
from grognard.kernel.checks import implements
from grognard.kernel.opposed import Pair
from grognard.miniatures.motion.placements import bearing_to

from ..acts.firing import plan_of
from ..acts.local import initiative_facts
from ..checks.sequence.initiative import GrandTacFacts, InitiativeFacts
from ..checks.sequence.local_initiative import LocalActionFacts, Wish
from ..facts.bearings import zone
from ..facts.charge import onset
from ..facts.command import draws_points, initiative_of
from ..facts.moving import charge_way
from ..table.field import ClassField
from ..table.state import UnitState
from .chances import fired, rolled
from .known import known

_STRANGER = "their commander taken to be average, with none of the leaders above him there"
_WINS = ("we have it", "they have it", "the turn ends")
_DOES = ("it does", "it does not")
_OPENS = (*_WINS, "both roll again")


# -- the initiative


@implements("CD-initiative-roll", "CD-turn-end-17")
def opening(b: ClassField, seat: str, points: int) -> Iterator[pre.OddsOf]:
    """The opening roll with so many points, if the enemy stakes nothing and if he stakes what an average commander
    has."""
    side = b.seating.side_of(seat)
    own = b.world.leaders[b.army_leader(side)]
    ours = InitiativeFacts(points=points, own=own.rating)
    for title, theirs in _stakes(b):
        pair = Pair(ours, InitiativeFacts(points=theirs))
        shares = _in_order(_OPENS, added(b.rules["opening-initiative"].odds(pair), _opens))
        yield told(b.rules["opening-initiative"], title, pair, shares, taken=(_STRANGER,), kept=True)


def _opens(found: Any) -> str:
    if found.turn_ends:
        return "the turn ends"
    return {"ours": "we have it", "theirs": "they have it"}.get(found.winner, "both roll again")


def contest(b: ClassField, division: str, points: int, *, challenges: bool, title: str = "") -> Iterator[pre.OddsOf]:
    """A contest with so many points for a division of ours, which challenges or is challenged."""
    now = b.world.divisions[division]
    ours = initiative_of(b, now, points)
    for words, theirs in _stakes(b):
        other = InitiativeFacts(points=theirs)
        # the check asks for the active one first
        pair = Pair(other, ours) if challenges else Pair(ours, other)

        def wins(found: Any) -> str:
            if found.turn_ends:
                return "the turn ends"
            return "we have it" if (found.winner == "challenger") == challenges else "they have it"

        shares = _in_order(_WINS, added(b.rules["contest-initiative"].odds(pair), wins))
        yield told(b.rules["contest-initiative"], f"{title}{words}", pair, shares, taken=(_STRANGER,), kept=True)


def _in_order(words: Sequence[str], shares: Shares) -> Shares:
    """The same in the order in which they are best compared."""
    return {text: shares[text] for text in words if text in shares}


def _stakes(b: ClassField) -> list[tuple[str, int]]:
    most = b.settle("grand-tac-pool", GrandTacFacts(rating="average")).points
    return [("If they stake none", 0), (f"If they stake {most}", most)]


def contested(b: ClassField, seat: str, division: str) -> list[pre.OddsOf]:
    """A contest with nothing staked, and with all that is left."""
    side = b.seating.side_of(seat)
    # without points the second case says little, so only the first is told
    found = list(contest(b, division, 0, challenges=True, title="With no points. "))[:1]
    left = b.world.points.get(side, 0) if draws_points(b, division) else 0
    if left:
        found += list(contest(b, division, left, challenges=True, title=f"With all {left}. "))
    return found


# -- local initiative


def reacted(
    b: ClassField, seat: str, unit: str, mover: str, wish: Wish, formation: str, *, charged: bool
) -> list[pre.OddsOf]:
    """How likely a unit is to do what it wishes against a mover; and, if it is charged, what comes of the charge
    then."""
    field = known(b, seat)
    facts = initiative_facts(field, unit, mover, charge=charged)

    def does(found: Any) -> str:
        asked = LocalActionFacts(wish=wish, action=found.action, moved=field.unit(unit).moved)
        return "it does" if field.rules["local-action"].refusal(asked) is None else "it does not"

    shares = added(field.rules["local-initiative"].odds(facts), does)
    odds = [told(field.rules["local-initiative"], "Local initiative", facts, _in_order(_DOES, shares), kept=True)]
    if charged:
        # as if it had succeeded: the roll before it is told apart
        then = _supposed(field, unit, mover, wish, formation)
        odds += come_upon(known(b, seat, {unit: then}), unit, mover, wish == "countercharge", "Their charge then")
    return odds


def stood(b: ClassField, seat: str, unit: str, mover: str) -> list[pre.OddsOf]:
    """What comes of a charge upon a unit that stays as it is."""
    return come_upon(known(b, seat), unit, mover, False, f"Their charge upon {b.name(unit)} as it stands")


def come_upon(b: ClassField, unit: str, mover: str, rides_out: bool, title: str) -> list[pre.OddsOf]:
    """The roll of a charge upon one of ours, if it gets so far."""
    way = charge_way(b, mover, unit)
    if not way.reaches:
        return []
    began = onset(b, (mover,), unit, zone(b, unit, mover, charge=True), way.length)
    taken = ("theirs taken to be of the line and of its usual combat worth",)
    return [rolled(b, began._replace(countercharges=rides_out), title, taken=taken)]


def _supposed(b: ClassField, unit: str, mover: str, wish: Wish, formation: str) -> UnitState:
    now = b.unit(unit)
    if wish == "form_square":
        return replace(now, formation="square", screen=0)
    if wish == "change_formation" and formation:
        return replace(now, formation=formation)
    if wish in ("face", "countercharge"):
        return replace(now, heading=round(bearing_to(b.survey.middle(unit), b.survey.middle(mover))) % 360)
    return now


# -- defensive fire


def given(b: ClassField, unit: str, foe: str, values: Mapping[str, Any]) -> list[pre.OddsOf]:
    """Fire at an enemy who comes up, at the distance that is chosen."""
    at = b.paces(int(values["inches"])) if "inches" in values else None
    plan = plan_of(b, unit, foe, dict(values), at)
    return [fired(b, unit, foe, plan, at=at, own_turn=False)]
