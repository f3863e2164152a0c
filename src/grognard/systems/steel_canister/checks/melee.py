"""Section 4: melee, loss moves, breakthrough and fatigue."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NamedTuple

from grognard.kernel.checks import Refusal, Roll, Thrown, check
from grognard.kernel.dice import D6
from grognard.kernel.facts import Facts, Range
from grognard.kernel.handful import Compared, Handfuls
from grognard.kernel.modifiers import amount, by, counted, flag, given, modifiers
from grognard.kernel.opposed import Pair
from grognard.kernel.tables import Tables

from ..terms import FLOOR, Arm, Cover, Figures, Formation, Grade, Leader, Side, Status, branch
from .fire import further_cover, losses, standing
from .measures import all_front, block, has_block

Result = Literal["engaged", "fallback", "retreat", "rout"]


class MeleeFacts(Facts):
    """The lead unit of one side of a melee."""

    arm: Annotated[Arm, "its arm"] = "infantry"
    formation: Annotated[Formation, "its formation"] = "line"
    attacked: Annotated[Side, "its side that the enemy attacks; a charger always fights to its front"] = "front"
    charged: Annotated[bool, "its side charged into this melee"] = False
    grade: Annotated[Grade, "its grade"] = "veteran"
    guard: Annotated[bool, "guard"] = False
    old_guard: Annotated[bool, "French Old Guard"] = False
    british: Annotated[bool, "British or King's German Legion"] = False
    status: Annotated[Status, "its status"] = "good_order"
    blown: Annotated[bool, "blown cavalry"] = False
    leader: Annotated[Leader, "highest leader attached"] = "none"
    killed: Annotated[Figures, "figures it has lost"] = 0
    units: Annotated[int, Range(0, 8), "battalions and regiments of its side in the melee"] = 1
    cover: Annotated[Cover, "what it stands in or behind; light is also a hill or a low wall"] = "none"
    more_cover: Annotated[int, Range(0, 6), "dice of its further covers, under the variant summed-cover"] = 0
    charged_through: Annotated[bool, "it charged through or from a wall, stream or swamp; first round"] = False
    lances: Annotated[bool, "armed with lances; first round"] = False
    sappers: Annotated[bool, "sappers, and the melee is in a strong point or heavy terrain"] = False


class MeleeResult(NamedTuple):
    """Who won, by how many hits, what the loser suffers, and the figures each side loses."""

    winner: str
    margin: int
    result: Result
    ours_lost: int
    theirs_lost: int


def melee_dice(t: Tables, s: Any) -> int | None:
    """Dice of a formation on the side attacked, against foot or horse; None for none at all."""
    if not has_block(s.arm, s.formation):
        return None
    # guns count as foot, limbered or not
    enemy = "cavalry" if branch(s.foe.arm) == "cavalry" else "foot"
    number: int | None = t[block(s.arm, s.formation)].get(s.attacked, {}).get(enemy)
    return number


@check("melee", "SC-4.3a", asks=MeleeFacts)
def melee(t: Tables) -> Handfuls[MeleeResult]:
    """A melee: both sides roll their dice, the hits are compared."""
    table = t.bands("SC-4.3b", "rows", lambda result: result)
    lost = t.number("SC-6.6", "figures_per_hit")

    def result(hits: Compared) -> MeleeResult:
        margin = abs(hits.ours_hits - hits.theirs_hits)
        winner = "none" if not margin else "ours" if hits.ours_hits > hits.theirs_hits else "theirs"
        # hits of the one are losses of the other
        return MeleeResult(winner, margin, table[margin], hits.theirs_hits * lost, hits.ours_hits * lost)

    return Handfuls(
        of=D6,
        target=t.number("SC-4.3a", "target"),
        modifiers=_modifiers(t),
        result=result,
        floor=("SC-4.1", FLOOR),
        none=lambda s: melee_dice(t, s) is None,
        forbids=_strange,
    )


def _strange(s: Pair) -> Refusal | None:
    """Refuses a formation that the unit's arm does not have."""
    for side in s:
        if not has_block(side.arm, side.formation):
            return Refusal("SC-0.13", f"{side.arm.replace('_', ' ')} has no {side.formation.replace('_', ' ')}")
    return None


def _modifiers(t: Tables) -> list[Any]:
    return [
        *modifiers(t, "SC-4.1", amount("formation on the side attacked", lambda s: melee_dice(t, s) or 0)),
        *standing(t),
        *modifiers(
            t,
            "SC-4.4b",
            given("british_line", lambda s: s.british and s.formation == "line" and branch(s.arm) == "infantry"),
            flag("old_guard"),
        ),
        *modifiers(
            t,
            "SC-4.4c",
            # only who charged gains by a flank: who is charged fights where he is struck
            given("flank_or_rear", lambda s: s.charged and _open_flank(t, s.foe)),
            by(lambda s: s.foe.cover if s.charged else "", "versus_"),
            further_cover(t, lambda s: s.foe.more_cover if s.charged else 0),
            # once for the whole charge, however many walls and streams it went through
            flag("charged_through", when=lambda s: s.charged),
        ),
        *modifiers(t, "SC-4.4d", *_massed(t)),
        *modifiers(
            t,
            "SC-4.4e",
            flag("lances"),
            given("light_against_heavy", lambda s: s.arm == "light_cavalry" and s.foe.arm == "heavy_cavalry"),
            given("against_square", lambda s: branch(s.arm) == "cavalry" and s.foe.formation == "square"),
            flag("sappers"),
        ),
        *modifiers(t, "SC-4.4g", flag("blown")),
        *losses(t),
    ]


def _open_flank(t: Tables, foe: Any) -> bool:
    """Squares and strong points have no flanks."""
    return foe.attacked != "front" and not all_front(t, foe.formation, foe.cover)


def _massed(t: Tables) -> list[Any]:
    """The bonus of numbers, once for the side or for each of its battalions."""
    each = t.value("SC-4.4d", "per_battalion")

    def bonus(row: str) -> Any:
        return counted(row, lambda s: (s.units if each else 1) if _mass(t, s) == row else 0)

    return [bonus("double"), bonus("triple")]


def _mass(t: Tables, s: Any) -> str:
    """The bonus of numbers; a side with none but guns counts as one."""
    # guns do not count for numbers, and a side of guns alone still counts as one
    ours, theirs = max(1, s.units), max(1, s.foe.units)
    rows = t.rows("SC-4.4d")
    if ours >= rows["triple"].columns["ratio"] * theirs:
        return "triple"
    return "double" if ours >= rows["double"].columns["ratio"] * theirs else ""


class LossMoveFacts(Facts):
    """A unit that has to leave."""

    result: Annotated[Literal["fallback", "retreat", "rout"], "what it suffers"]


class LossMoveResult(NamedTuple):
    """How far it goes."""

    spaces: int


@check("loss-move", "SC-4.3c", asks=LossMoveFacts)
def loss_move(t: Tables) -> Roll[LossMoveFacts, LossMoveResult]:
    """How far a beaten unit goes back."""
    turn = t.number("SC-4.3c", "high_from")

    def result(throw: Thrown[LossMoveFacts]) -> LossMoveResult:
        return LossMoveResult(t.value("SC-4.3c", throw.s.result)["high" if throw.total >= turn else "low"])

    return Roll(dice=1 * D6, result=result, depends=("result",))


class BreakthroughFacts(Facts):
    """The winner of a melee."""

    margin: Annotated[int, Range(1, 12), "hits it won by"]
    cavalry: Annotated[bool, "cavalry; no: infantry"] = False


class BreakthroughResult(NamedTuple):
    """AP of the move, negative backwards, and whether it may turn after it."""

    ap: int
    may_turn: bool


@check("breakthrough", "SC-4.5a", asks=BreakthroughFacts)
def breakthrough(t: Tables) -> Roll[BreakthroughFacts, BreakthroughResult]:
    """How far the winner of a melee breaks through."""
    turns = t.value("SC-4.5b", "rolls")

    def result(throw: Thrown[BreakthroughFacts]) -> BreakthroughResult:
        rows = t.value("SC-4.5a", "cavalry" if throw.s.cavalry else "infantry")
        row = rows[throw.natural - 1]
        # greater margins than the table has use its last column
        return BreakthroughResult(row[min(throw.s.margin, len(row)) - 1], throw.natural in turns)

    return Roll(dice=1 * D6, result=result, depends=("margin", "cavalry"))


class FatigueFacts(Facts):
    """A unit that broke through."""

    cavalry: Annotated[bool, "cavalry; no: infantry"] = False
    line: Annotated[bool, "in line"] = False
    ap: Annotated[int, Range(-2, 12), "AP of its breakthrough move that it really spent"] = 1


class FatigueResult(NamedTuple):
    """What it is left with."""

    halted: bool
    blown: bool


@check("fatigue", "SC-4.6a", asks=FatigueFacts)
def fatigue(t: Tables) -> Roll[FatigueFacts, FatigueResult]:
    """Whether a breakthrough has tired a unit out."""
    foot = t.bands("SC-4.6a", "rows", lambda result: result)
    horse = t.bands("SC-4.6b", "rows", lambda result: result)

    def result(throw: Thrown[FatigueFacts]) -> FatigueResult:
        found = (horse if throw.s.cavalry else foot)[throw.total]
        return FatigueResult("halt" in found, "blown" in found)

    short = modifiers(t, "SC-4.6a", given("short", lambda s: s.ap < t.number("SC-4.6a", "least")))
    line = modifiers(t, "SC-4.6b", flag("line", when=lambda s: s.cavalry))
    return Roll(dice=2 * D6, modifiers=[*short, *line], result=result, depends=("cavalry",))
