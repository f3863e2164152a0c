"""The command test: what a commander's order comes to, blunders, and what each unit of a group makes of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal, NamedTuple

from grognard.kernel.checks import Chart, Roll, Thrown, check, implements, reckoning
from grognard.kernel.dice import D6, Followed, Under
from grognard.kernel.facts import Facts, Range
from grognard.kernel.modifiers import Modifier, amount, counted, given, modifiers
from grognard.kernel.tables import Bands, Tables

from ...terms import (
    Arm,
    Blunder,
    BrigadeState,
    Deed,
    Direction,
    Engagement,
    Formation,
    Giving,
    GunClass,
    Special,
    Staff,
)
from ..measures import FAR, TWO_D6, FullInches, Inches, switched
from ..moving.guns import gun_reliability

Standing = Literal["none", "assault", "maneuver", "withdrawal", "hold", "reserve", "rest"]
GunWay = Literal["none", "limbered", "prolong", "hand_haul"]


class OrderedUnitFacts(Facts):
    """What a unit, or each unit of a group, brings to an order."""

    formations: Annotated[frozenset[Formation], "the formation, or the formations of a group"] = frozenset({"line"})
    special: Annotated[frozenset[Special], "special rules that all of them have"] = frozenset()
    arm: Annotated[Arm, "its arm; of a group that of its first unit"] = "infantry"
    guns: Annotated[GunClass, "what guns a battery has"] = "medium"
    how: Annotated[GunWay, "how a battery is told to move"] = "none"
    first: Annotated[Deed, "what the order begins with"] = "move"
    unlimbers: Annotated[bool, "the order is to unlimber too"] = False
    in_woods: Annotated[bool, "it began the command phase in woods"] = False
    standing: Annotated[Standing, "the standing order of the brigade (draft)"] = "none"


class CommandFacts(OrderedUnitFacts):
    """An order that has been spoken."""

    staff: Annotated[Staff, "the commander's staff rating"] = 8
    giving: Annotated[Giving, "how he speaks to them"] = "order"
    distance: Annotated[FullInches, "full inches from him to the unit, or to the farthest of them"] = 0
    apart: Annotated[Inches, "the same where he must be near (follow me, rally), a fraction counting as the next"] = 0
    enemy: Annotated[Inches, "inches from the nearest enemy to the unit, or to any of them"] = FAR
    on_road: Annotated[bool, "all are on a road or track"] = False
    sideways: Annotated[bool, "a Grande Bande is to move into a flank zone"] = False
    charges: Annotated[bool, "the order is to charge"] = False
    engagement: Annotated[Engagement, "the worst state among them (draft)"] = "unengaged"
    brigade: Annotated[BrigadeState, "the morale of their brigade"] = "good"
    shaken: Annotated[bool, "one of those who are to rally is shaken"] = False


class CommandResult(NamedTuple):
    """The rating he rolled against, whether the order was passed, moves, whether these are a free move only, whether it
    was a blunder, inches that the enemy may move a unit that began in woods, and the rule by which an Unreliable unit
    gets nothing out of a roll equal to the rating."""

    staff: int
    passed: bool
    moves: int
    free: bool
    blunder: bool
    astray: int
    unreliable: str = ""

    def told(self) -> str:
        """In words."""
        moves = f"{self.moves} move{'s' * (self.moves != 1)}"
        said = [f"rating {self.staff}", "blunder" if self.blunder else "passed" if self.passed else "failed"]
        said.append(f"{moves}, free" if self.free else moves)
        if self.unreliable:
            said.append(f"unreliable: the roll is just equal ({self.unreliable})")
        if self.astray:
            said.append(f"the enemy may move it {self.astray} inches (BP-WOODS-3)")
        return ", ".join(said)


RALLYING: tuple[Giving, ...] = ("rally", "brigade_rally")
"""Words after which nobody moves."""


def command_charts(t: Tables) -> list[Chart]:
    """How the test is read."""
    rows = [(_below(row), _moves(row["moves"])) for row in reversed(t.value("BP-CMD-2", "rows"))]
    rows.append((f"a natural {t.number('BP-CMD-2', 'blunder')}", "no move, whatever the rating: a blunder"))
    return [Chart("2d6 against the modified staff rating", ("the dice are below it by", "it comes to"), rows)]


def _below(row: dict[str, int]) -> str:
    low, high = row.get("from"), row.get("to")
    if low is None:
        return "they are above it"
    if high is None:
        return f"{low} or more"
    said = str(low) if low == high else f"{low} or {high}"
    return f"{said} (0 is equal)" if low == 0 else said


def _moves(moves: int) -> str:
    return f"{moves} move{'s' * (moves != 1)}" if moves else "the order fails, no move (but free moves, BP-CMD-12)"


@check("command", "BP-CMD-2", asks=CommandFacts, charts=command_charts)
def command(t: Tables) -> Roll[CommandFacts, CommandResult]:
    """What an order comes to: moves, nothing, or a blunder."""

    def result(throw: Thrown[CommandFacts]) -> CommandResult:
        # dice under a rating are kept as negative numbers, so that a total is the margin
        s, rolled = throw.s, -throw.natural
        rating = held(t, throw.total + rolled)
        margin = rating - rolled
        blunder = rolled == t.number("BP-CMD-2", "blunder")
        # the worst roll fails however good the rating is
        passed = margin >= 0 and not blunder
        moves, free = moves_of(t, s, margin, blunder=blunder, giving=s.giving)
        astray = rolled in t.value("BP-WOODS-3", "rolls") and s.in_woods and not passed
        lost = t.number("BP-WOODS-3", "distance") if astray else 0
        barred = passed and s.giving not in RALLYING and equal_fails(t, s, margin)
        return CommandResult(rating, passed, moves, free, blunder, lost, unreliable_by(t, s) if barred else "")

    return Roll(
        dice=Under(TWO_D6),
        modifiers=[*rating_list(t), *_forbidden(t)],
        result=result,
        depends=("formations", "special", "arm", "guns", "how", "first", "unlimbers", "in_woods", "standing", "giving"),
        throws="2d6",
    )


@implements("BP-CMD-1")
def held(t: Tables, rating: int) -> int:
    """The modified rating; by another reading it keeps to the span of the printed one."""
    if not t.value("BP-CMD-1", "clamped"):
        return rating
    return max(t.number("BP-CMD-1", "least"), min(t.number("BP-CMD-1", "most"), rating))


@implements("BP-CMD-3")
def rating_list(t: Tables) -> list[Modifier]:
    """What makes up the rating that is rolled against."""
    step, near = t.number("BP-CMD-3", "step"), t.number("BP-CMD-3", "near")
    march = set(t.value("BP-CMD-12", "free"))
    columns = _columns(t)
    return [
        *modifiers(t, "BP-CMD-1", amount(t.row("BP-CMD-1", "staff").label, lambda s: s.staff)),
        *modifiers(
            t,
            "BP-CMD-3",
            counted("far", lambda s: 0 if _ignores_distance(t, s) else s.distance // step),
            given("enemy", lambda s: s.enemy <= near),
            given("attack_column", lambda s: bool(s.formations) and s.formations <= columns),
            # a road counts in place of the column's own bonus, not besides
            given("march", lambda s: bool(s.formations) and s.formations <= march and not s.on_road),
            given("road", lambda s: bool(s.formations) and s.formations <= march and s.on_road),
        ),
        *modifiers(t, "BP-SPEC-1", given("reliable", lambda s: reliability(t, s) == "reliable")),
        *modifiers(t, "BP-SPEC-2", given("unreliable", lambda s: reliability(t, s) == "unreliable")),
        *modifiers(t, "BP-GRANDE-3", given("sideways", lambda s: s.sideways and "grande_bande" in s.formations)),
        *_draft_list(t),
        *standing_list(t),
    ]


@implements("BP-CAVF-3", "BP-SUPC-4")
def _draft_list(t: Tables) -> list[Modifier]:
    """Rows of drafts, of those alone that are in force."""
    found: list[Modifier] = []
    if switched(t, "cavalry_formations"):
        found += modifiers(t, "BP-CAVF-3", given("staff", lambda s: s.formations == {"echelon"}))
    if switched(t, "support_charge"):
        found += modifiers(
            t, "BP-SUPC-4", given("ordered", lambda s: s.charges and "opportunist_chargers" in s.special)
        )
    return found


@implements("BP-FRIC-2", "BP-ORD-2", "BP-ORD-3", "BP-ORD-4", "BP-ORD-6")
def standing_list(t: Tables) -> list[Modifier]:
    """What a standing order adds to a word to the whole brigade: out of engagement range; for withdrawals, anywhere."""
    clear = t.value("BP-FRIC-2", "states")
    if not switched(t, "friction_brigade_orders"):
        return []

    def under(order: Standing, giving: Giving) -> Any:
        def holds(s: Any) -> bool:
            # who withdraws has the enemy near by nature, so the limit does not hold for him
            away = s.engagement in clear or order == "withdrawal"
            return bool(s.standing == order and s.giving == giving and away)

        return holds

    return [
        *modifiers(t, "BP-ORD-2", given("staff", under("assault", "brigade_order"))),
        *modifiers(t, "BP-ORD-3", given("staff", under("maneuver", "brigade_order"))),
        *modifiers(t, "BP-ORD-4", given("staff", under("withdrawal", "brigade_order"))),
        *modifiers(t, "BP-ORD-6", given("staff", under("rest", "brigade_rally"))),
    ]


@implements("BP-CMD-10", "BP-CMD-11", "BP-BRIG-4", "BP-BMOR-4")
def _forbidden(t: Tables) -> list[Modifier]:
    """Words that may not be spoken at all."""
    lead, rally = t.number("BP-CMD-10", "within"), t.number("BP-CMD-11", "within")

    def beyond(s: Any, reach: int) -> bool:
        return bool(max(s.apart, s.distance) > reach)  # the same distance, once rounded up and once down

    def lost(s: Any) -> bool:
        return s.giving in RALLYING and s.brigade == "broken"

    broken = (
        modifiers(t, "BP-BMOR-4", given("no_rally", lambda s: lost(s) and s.shaken))
        if switched(t, "brigade_morale_v2")
        else modifiers(t, "BP-BRIG-4", given("no_rally", lost))
    )
    return [
        *modifiers(t, "BP-CMD-10", given("too_far", lambda s: s.giving == "follow_me" and beyond(s, lead))),
        *modifiers(t, "BP-CMD-11", given("too_far", lambda s: s.giving == "rally" and beyond(s, rally))),
        *broken,
        *_to_brigades(t),
    ]


@implements("BP-ORD-5", "BP-ORD-6")
def _to_brigades(t: Tables) -> list[Modifier]:
    """What may not be said to a whole brigade: by the draft its standing order decides."""
    clear = t.value("BP-FRIC-2", "states")

    def rallies(s: Any) -> bool:
        return bool(s.giving == "brigade_rally")

    if not switched(t, "friction_brigade_orders"):
        return modifiers(t, "BP-ORD-6", given("no_rest", rallies))
    return [
        *modifiers(
            t, "BP-ORD-5", given("brigade_order", lambda s: s.giving == "brigade_order" and s.standing == "hold")
        ),
        *modifiers(
            t,
            "BP-ORD-6",
            given("not_rest", lambda s: rallies(s) and s.standing != "rest"),
            given("near", lambda s: rallies(s) and s.engagement not in clear),
        ),
    ]


@implements("BP-MIXED-2")
def _columns(t: Tables) -> set[str]:
    """Formations with the attack column's bonus: a Mixed Formation is one of its own."""
    return {"attack_column"} | ({"mixed_attack_column"} if t.value("BP-MIXED-2", "staff") else set())


@implements("BP-SPEC-8")
def _ignores_distance(t: Tables, s: CommandFacts) -> bool:
    return "marauders" in s.special and t.value("BP-SPEC-8", "ignores") == "distance"


_FORMED: dict[Deed, Formation] = {"form_line": "line", "form_attack_column": "attack_column"}
_NAMED: dict[Special, Formation] = {"reliable_line": "line", "reliable_attack_column": "attack_column"}


@implements("BP-SPEC-1", "BP-RELF-1")
def reliability(t: Tables, s: OrderedUnitFacts) -> Literal["reliable", "unreliable", ""]:
    """Whether those ordered are Reliable or Unreliable for this order; the two cancel each other."""
    guns = gun_reliability(t, s.arm, s.guns, s.how, unlimbers=s.unlimbers)
    named = any(rule in s.special and _in_formation(t, s, formation) for rule, formation in _NAMED.items())
    good = "reliable" in s.special or named or guns == "reliable"
    bad = "unreliable" in s.special or guns == "unreliable"
    # both or neither: nothing is added
    return "" if good == bad else "reliable" if good else "unreliable"


def _in_formation(t: Tables, s: OrderedUnitFacts, formation: Formation) -> bool:
    """Whether a unit is in the formation in which it is reliable, or by the draft goes into it first."""
    if s.formations == {formation}:
        return True
    return switched(t, "reliable_formations") and _FORMED.get(s.first) == formation


@implements("BP-CMD-12", "BP-WOODS-5", "BP-SPEC-2", "BP-SPEC-11", "BP-ORD-5", "BP-ARTM-3")
def moves_of(t: Tables, s: OrderedUnitFacts, margin: int, *, blunder: bool, giving: Giving) -> tuple[int, bool]:
    """The moves of a unit when the dice were `margin` below the rating, and whether that is a free move only."""
    if blunder or giving in RALLYING:
        return 0, False
    rows: Bands[_Row] = t.bands("BP-CMD-2", "rows", _Row)
    moves = rows[margin].moves
    # no move by the order, but free moves apply, and the commander may speak on (BP-SPEC-2)
    if equal_fails(t, s, margin):
        moves = 0
    if moves and giving == "follow_me":
        moves = t.number("BP-CMD-10", "moves")
    # follow me is all or nothing: no free move when it fails
    free = 0 if moves or giving == "follow_me" else _free_moves(t, s)
    # caps hold for free moves too
    return min([moves or free, *_caps(t, s)]), bool(free)


@implements("BP-SPEC-2")
def equal_fails(t: Tables, s: OrderedUnitFacts, margin: int) -> bool:
    """Whether a roll that is just equal to the rating gives an Unreliable unit nothing."""
    return not margin and reliability(t, s) == "unreliable" and bool(t.value("BP-SPEC-2", "equal_fails"))


@implements("BP-SPEC-2", "BP-ARTM-2", "BP-ARTM-7", "BP-ARTM-9")
def unreliable_by(t: Tables, s: OrderedUnitFacts) -> str:
    """The rule that makes a unit Unreliable for this order."""
    if "unreliable" in s.special:
        return "BP-SPEC-2"
    if s.unlimbers and s.arm in t.value("BP-ARTM-2", "unreliable"):
        return "BP-ARTM-2"
    # only guns are left: no other rule makes a unit unreliable
    return "BP-ARTM-7" if s.how == "prolong" else "BP-ARTM-9"


class _Row(NamedTuple):
    moves: int


def _free_moves(t: Tables, s: OrderedUnitFacts) -> int:
    """Moves on a failed order that is no blunder."""
    if s.formations and s.formations <= set(t.value("BP-CMD-12", "free")):
        return t.number("BP-CMD-12", "moves")
    if s.standing == "hold" and switched(t, "friction_brigade_orders"):
        return t.number("BP-ORD-5", "moves")
    return t.number("BP-SPEC-11", "superbly_drilled") if "superbly_drilled" in s.special else 0


def _caps(t: Tables, s: OrderedUnitFacts) -> Sequence[int]:
    """What holds a unit to fewer moves; of a group each unit for itself."""
    capped: dict[str, int] = t.value("BP-CMD-12", "capped")
    caps = [capped[formation] for formation in s.formations if formation in capped]
    spared = set(t.value("BP-WOODS-5", "free"))
    # one of a group that is no skirmisher is enough to hold it back
    if s.in_woods and not s.formations <= spared:
        caps.append(t.number("BP-WOODS-5", "moves"))
    if s.how == "hand_haul":
        caps.append(t.number("BP-ARTM-8", "moves"))
    return caps


class UnitMovesFacts(OrderedUnitFacts):
    """One unit of those to whom an order was given."""

    rating: Annotated[int, Range(-20, 30), "the rating that was rolled against"]
    rolled: Annotated[int, Range(2, 12), "what the dice showed"]
    giving: Annotated[Giving, "how the commander spoke"] = "brigade_order"


class UnitMovesResult(NamedTuple):
    """Its moves, whether they are a free move only, and inches that the enemy may move it."""

    moves: int
    free: bool
    astray: int


@reckoning("unit-moves", "BP-CMD-12", asks=UnitMovesFacts)
def unit_moves(t: Tables, s: UnitMovesFacts) -> UnitMovesResult:
    """What one unit of a group makes of an order that was rolled for."""
    blunder = s.rolled == t.number("BP-CMD-2", "blunder")
    moves, free = moves_of(t, s, s.rating - s.rolled, blunder=blunder, giving=s.giving)
    # a blunder is not in this list: it has its own table
    astray = s.in_woods and s.rolled > s.rating and s.rolled in t.value("BP-WOODS-3", "rolls")
    return UnitMovesResult(moves, free, t.number("BP-WOODS-3", "distance") if astray else 0)


class BlunderFacts(Facts):
    """A commander who has blundered."""


class BlunderResult(NamedTuple):
    """What the unit, or each unit of the group, does instead; of a headlong charge a second die says the moves."""

    result: Blunder
    direction: Direction
    moves: int = 0


@check("blunder", "BP-CMD-5", asks=BlunderFacts)
def blundered(t: Tables) -> Roll[BlunderFacts, BlunderResult]:
    """What comes of a blunder."""
    rows: Bands[BlunderResult] = t.bands("BP-CMD-5", "rows", BlunderResult)
    charge: Bands[_Row] = t.bands("BP-CMD-5", "charge", _Row)

    def result(throw: Thrown[BlunderFacts]) -> BlunderResult:
        # two dice in one number: the second is 0 where none was thrown
        first, second = throw.natural // 10, throw.natural % 10
        row = rows[first]
        return row._replace(moves=charge[second].moves) if second else row

    return Roll(dice=Followed(D6, [t.number("BP-CMD-5", "headlong")]), result=result)
