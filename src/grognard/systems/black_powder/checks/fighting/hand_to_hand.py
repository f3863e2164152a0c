"""Hand-to-hand: a round of two units, blows of one upon another, the result of a side, and who tests."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple

from grognard.kernel.checks import Roll, Thrown, check, implements, reckoning
from grognard.kernel.dice import NO_DICE, Dice, Sum
from grognard.kernel.facts import Facts, Range
from grognard.kernel.modifiers import Modifier, amount, by, flag, given, modifiers
from grognard.kernel.tables import Tables

from ...terms import Arm, Building, Casualties, Special, Zone, branch
from ...terms import Dice as Count
from ..measures import switched
from ..troops.formations import fight_dice
from ..troops.squares import charge_rule_lost
from ..troops.units import side_struck
from .dice_pools import ALL
from .saves import BlowSeen, save_list, saves_again
from .units import UnitFacts, is_cavalry, unsteady
from .volleys import D3, Bout, Fought, PairVolley, Saves, Shot, Striking

CombatWinner = Literal["ours", "theirs", "draw"]


class HandToHandFacts(UnitFacts):
    """One side of a round hand-to-hand."""

    hand_to_hand: Annotated[Count, "its hand-to-hand value, size counted in"] = 6
    most: Annotated[Count, "dice that it throws at this enemy at most"] = 14
    faces: Annotated[int, Range(1, 4), "faces of a square that are engaged"] = 1
    charged: Annotated[bool, "it charged or counter-charged in this turn"] = False
    won: Annotated[bool, "it won the last round of this combat"] = False
    struck: Annotated[Zone, "the weakest side of it with which an enemy is in contact"] = "front"
    covered: Annotated[bool, "it was charged in its cover, and this is the first round"] = False
    as_square: Annotated[bool, "a Grande Bande that fights as if in a disordered square"] = False
    rear: Annotated[bool, "supported from behind"] = False
    left: Annotated[bool, "supported on its left"] = False
    right: Annotated[bool, "supported on its right"] = False
    building: Annotated[Building, "the building that it holds"] = "none"
    closing_fire: Annotated[Casualties, "casualties it caused by closing fire just before"] = 0


def in_square(s: Any) -> bool:
    """In square, or as good as."""
    return bool(s.formation == "square" or s.as_square)


@implements("BP-SPEC-10")
def charge_rule(t: Tables, s: Any, rule: Special) -> bool:
    """Whether a special rule of a charge works for a unit against its foe."""
    if rule not in s.special or not s.charged:
        return False
    return not charge_rule_lost(t, rule, s, square=is_cavalry(s.arm) and in_square(s.foe))


@implements("BP-HTH-1", "BP-HTH-2", "BP-FORM-2")
def blows(t: Tables) -> Striking:
    """How a unit strikes."""
    loose = t.value("BP-FORM-2", "hand_to_hand")

    off_list = modifiers(
        t, "BP-GRANDE-9", given("no_bande", lambda s: s.as_square and s.formation not in ("grande_bande", "square"))
    )

    def flanked(s: Any) -> bool:
        return not s.as_square and side_struck(t, s.formation, s.struck) != "front"

    return Striking(
        t.number("BP-HTH-1", "hits_on"),
        [
            *off_list,
            *modifiers(
                t,
                "BP-HTH-2",
                given("charged", lambda s: s.charged and _charge_counts(t, s)),
                flag("won", when=lambda s: not s.massed or t.number("BP-MASS-4", "won")),
                # who fights as if in a disordered square is disordered for it
                given("unsteady", lambda s: unsteady(s) or s.as_square),
                given("skirmishers", lambda s: s.formation in loose and not s.as_square),
                given("flanked", flanked),
            ),
            *_formations(t),
        ],
        lambda s: [0] * _dice(t, s),
        _again(t),
    )


@implements("BP-SQCAV-1", "BP-MASS-4", "BP-CAVF-3")
def _charge_counts(t: Tables, s: Any) -> bool:
    if s.massed and not t.number("BP-MASS-4", "charged"):
        return False
    if switched(t, "cavalry_formations") and s.formation == "echelon" and not t.number("BP-CAVF-3", "charged"):
        return False
    # horses do not charge home against bayonets all round
    return not (is_cavalry(s.arm) and in_square(s.foe))


@implements("BP-CAVF-4")
def _formations(t: Tables) -> list[Modifier]:
    """What the draft on cavalry formations takes from the dice."""
    if not switched(t, "cavalry_formations"):
        return []
    return modifiers(t, "BP-CAVF-4", given("against_line", lambda s: _against_line(t, s)))


def _against_line(t: Tables, s: Any) -> bool:
    table, foe = t["BP-CAVF-4"], s.foe
    if not is_cavalry(s.arm) or not is_cavalry(foe.arm):
        return False
    weak = s.size in table["small"] or s.formation in table["formations"]
    return weak and foe.formation == "line" and foe.size in table["sizes"]


@implements("BP-GRANDE-9")
def _dice(t: Tables, s: Any) -> int:
    squared = s.formation == "square" or (s.as_square and bool(t.value("BP-GRANDE-9", "square_dice")))
    one = fight_dice(t, "square" if squared else s.formation, s.hand_to_hand)
    # each face that is engaged fights, but together not with more than the unit has
    return int(min(s.most, s.hand_to_hand, one * s.faces if squared else one))


@implements("BP-SPEC-10", "BP-SPEC-11")
def _again(t: Tables) -> Callable[[Any], int]:
    """Dice that missed and are thrown again."""
    tough = t.number("BP-SPEC-11", "tough_fighters")

    def again(s: Any) -> int:
        if charge_rule(t, s, "ferocious_charge"):
            return ALL
        return tough if "tough_fighters" in s.special else 0

    return again


def blow_saves(t: Tables) -> Saves:
    """How blows are saved."""

    def lances(s: Any) -> bool:
        # seen from the other side: the one who strikes is the foe of him who saves
        foe = s.foe.facing(s)
        return charge_rule(t, foe, "lancers") and not in_square(s)

    def at_square(s: Any) -> bool:
        foe = s.foe
        woods = {foe.terrain, s.terrain} & set(t.value("BP-WOODS-10", "terrain"))
        # no room for lances in woods
        return "lancers" in foe.special and in_square(s) and not woods

    blow = BlowSeen(
        wound=lambda _: "hand_to_hand",
        by=lambda s: branch(s.foe.arm),
        covered=lambda s: s.covered,
        lances=lances,
        lances_at_square=at_square,
        wounds=("hand_to_hand",),
    )
    return Saves(save_list(t, blow), lambda s: s.morale, saves_again(t))


class BlowsResult(NamedTuple):
    """Casualties of the one who was struck."""

    casualties: int


@check("blows", "BP-HTH-2", asks=HandToHandFacts)
def one_way(t: Tables) -> PairVolley[BlowsResult]:
    """The blows of one unit (ours) upon another (theirs), where several fight."""

    def result(shot: Shot[Any]) -> BlowsResult:
        return BlowsResult(shot.casualties)

    return PairVolley(striking=blows(t), saves=blow_saves(t), result=result)


class RoundResult(NamedTuple):
    """Casualties of each side, the result of each, and who won the round."""

    ours_lost: int
    theirs_lost: int
    ours_result: int
    theirs_result: int
    winner: CombatWinner

    def headline(self) -> str:
        """What matters most of it."""
        return "draw" if self.winner == "draw" else f"{self.winner} wins"

    def told(self) -> str:
        """In words."""
        lost = f"ours loses {self.ours_lost}, theirs {self.theirs_lost}"
        return f"{self.headline()}, {self.ours_result} to {self.theirs_result}; {lost}"


@check("hand-to-hand", "BP-HTH-1", asks=HandToHandFacts)
def hand_to_hand(t: Tables) -> Bout[RoundResult]:
    """A round of two units: both strike at once, and their results are compared."""

    def result(fought: Fought) -> RoundResult:
        # what a side caused is what the other lost
        ours = bout.worth(fought.ours.facing(fought.theirs)) + fought.theirs_lost + fought.ours_bonus
        theirs = bout.worth(fought.theirs.facing(fought.ours)) + fought.ours_lost + fought.theirs_bonus
        return RoundResult(fought.ours_lost, fought.theirs_lost, ours, theirs, winner_of(ours, theirs))

    bout = Bout(
        striking=blows(t),
        saves=blow_saves(t),
        result=result,
        bonus=lambda s: charge_rule(t, s, "heavy_cavalry"),
        bonus_row=("BP-SPEC-4", "D3 of heavy cavalry"),
        added=side_list(t),
    )
    return bout


@implements("BP-HTH-4")
def winner_of(ours: int, theirs: int) -> CombatWinner:
    """Who has the higher result."""
    return "ours" if ours > theirs else "theirs" if theirs > ours else "draw"


def side_list(t: Tables) -> list[Modifier]:
    """What is added to the casualties that a side caused."""
    return [
        *modifiers(
            t,
            "BP-HTH-3",
            amount("casualties of its closing fire", lambda s: s.closing_fire),
            flag("rear"),
            flag("left"),
            flag("right"),
            # against foot a square is no advantage
            given("square", lambda s: in_square(s) and is_cavalry(s.foe.arm)),
            by("building"),
        )
    ]


class CombatResultFacts(Facts):
    """One side of a round in which several units may have fought."""

    caused: Annotated[Casualties, "casualties it caused in this round, by closing fire just before too"] = 0
    rear: Annotated[bool, "supported from behind"] = False
    left: Annotated[bool, "supported on its left"] = False
    right: Annotated[bool, "supported on its right"] = False
    square: Annotated[bool, "infantry in square against cavalry"] = False
    building: Annotated[Building, "the building that it holds"] = "none"
    heavy: Annotated[int, Range(0, 6), "units of heavy cavalry whose charge counts"] = 0


class CombatResultResult(NamedTuple):
    """The combat result of the side."""

    result: int


@check("combat-result", "BP-HTH-3", asks=CombatResultFacts)
def combat_result(t: Tables) -> Roll[CombatResultFacts, CombatResultResult]:
    """The result of a side in a round: what it caused, its supports and its place, and the weight of heavy cavalry."""

    def result(throw: Thrown[CombatResultFacts]) -> CombatResultResult:
        return CombatResultResult(throw.total)

    return Roll(
        dice=_heavy(t),
        modifiers=[
            *modifiers(
                t,
                "BP-HTH-3",
                amount("casualties caused", lambda s: s.caused),
                flag("rear"),
                flag("left"),
                flag("right"),
                flag("square"),
                by("building"),
            )
        ],
        result=result,
        throws="a D3 (a d6, halved up) for each unit of heavy cavalry whose charge counts",
    )


@implements("BP-SPEC-4")
def _heavy(t: Tables) -> Callable[[Any], Dice]:
    """A D3 for each unit of heavy cavalry that charged home."""
    assert t.number("BP-SPEC-4", "sides") == max(D3.worth.values())
    # made once for each number of units: odds are asked for far more often than the dice change
    together = cache(lambda units: Sum(units, D3) if units else NO_DICE)
    return lambda s: together(s.heavy)


class RoundOutcomeFacts(Facts):
    """Both sides of a combat after a round, each with its units."""

    ours: Annotated[int, Range(-10, 60), "the combat result of our side"] = 0
    theirs: Annotated[int, Range(-10, 60), "that of theirs"] = 0
    ours_shaken: Annotated[bool, "ours: the unit in question is shaken"] = False
    theirs_shaken: Annotated[bool, "theirs: the unit in question is shaken"] = False
    ours_arm: Annotated[Arm, "ours: its arm"] = "infantry"
    theirs_arm: Annotated[Arm, "theirs: its arm"] = "infantry"


class RoundOutcomeResult(NamedTuple):
    """Who won, who takes a break test, and who is disordered by a draw."""

    winner: CombatWinner
    ours_tests: bool
    theirs_tests: bool
    ours_disordered: bool
    theirs_disordered: bool


@reckoning("round-outcome", "BP-HTH-4", asks=RoundOutcomeFacts)
def round_outcome(t: Tables, s: RoundOutcomeFacts) -> RoundOutcomeResult:
    """Who has won a round and who takes a break test."""
    winner = winner_of(s.ours, s.theirs)
    draw = winner == "draw"
    # by another reading a draw tests nobody
    drawn = draw and t.value("BP-HTH-4", "draw") == "shaken"
    return RoundOutcomeResult(
        winner,
        winner == "theirs" or (drawn and s.ours_shaken),
        winner == "ours" or (drawn and s.theirs_shaken),
        draw and _pulls_up(t, s.ours_arm),
        draw and _pulls_up(t, s.theirs_arm),
    )


@implements("BP-CAVM-1")
def _pulls_up(t: Tables, arm: Arm) -> bool:
    """Whether a draw disorders a unit, by the draft on cavalry melees."""
    return switched(t, "cavalry_melees") and is_cavalry(arm)
