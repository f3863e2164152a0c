"""Phase 8: every melee on the board is fought, and those of breakthroughs in 9c."""

from __future__ import annotations

from grognard.battle.decisions import Decision, Option
from grognard.battle.events import Set
from grognard.battle.kinds import Noted, many
from grognard.battle.procedures import Steps, ask
from grognard.kernel.checks import implements

from ..checks.melee import MeleeResult
from ..effects import (
    OUT_OF_MELEE,
    away_from,
    drive_off_leaders,
    freed,
    go_back,
    homeward,
    lose,
    loss_move,
    relocated,
    worsen,
)
from ..events.combat import MeleeFought, StoodOff, Stormed
from ..facts.melee import Sides, charged_in, fought_over, pair_of, pools, sides_of
from ..table.board import Space
from ..table.field import Field
from ..terms import branch


@implements("SC-1.1h")
def play(b: Field) -> Steps[None]:
    """Phase 8."""
    for space in fought_over(b):
        yield from fight(b, space, breaks=True)
    settle_down(b)


@implements("SC-6.5")
def _lead(b: Field, sides: Sides, side: str, against: str) -> Steps[str]:
    """The unit that a side names to lead it; the one with most dice where nobody cares."""
    own = [unit.id for unit in b.in_space(sides.space, side)]
    if len(own) == 1:
        return own[0]
    # told with the question: who leads is the one thing that a player can still change about the odds
    dice = {unit: _dice(b, sides, side, unit, against) for unit in own}
    best = max(own, key=lambda unit: dice[unit])
    options = [Option(unit, f"{b.name(unit)}, {many(dice[unit], 'die', 'dice')}", "SC-6.5", about=unit) for unit in own]
    about = {"space": f"{sides.space[0]},{sides.space[1]}", "foe": against}
    rules = ("SC-6.5",)
    text = "Who leads in the melee?"
    answer = yield from ask(
        Decision(b.seat_of(own[0]), "lead", text, options, default=(best, {}), rules=rules, about=about)
    )
    return answer.option


def _dice(b: Field, sides: Sides, side: str, unit: str, against: str) -> int:
    charging = side == sides.charging
    dice = pools(b, sides, unit, against) if charging else pools(b, sides, against, unit)
    return dice[0 if charging else 1]


# -- the fight


@implements("SC-6.5")
def fight(b: Field, space: Space, *, breaks: bool) -> Steps[None]:
    """One round of a melee. `breaks`: the winner may break through afterwards."""
    yield from _round(b, space, breaks)
    come_apart(b, [space])


def _round(b: Field, space: Space, breaks: bool) -> Steps[None]:
    # before anybody can leave: a unit that is driven out has fought too
    _noted(b, space)
    sides = sides_of(b, space)
    # the charger names his lead first, and the charged answers knowing it
    ours = yield from _lead(b, sides, sides.charging, b.in_space(space, sides.charged)[0].id)
    theirs = yield from _lead(b, sides, sides.charged, ours)
    if not any(pools(b, sides, ours, theirs)):
        _stand_off(b, sides)
        return
    result, step = _crossed_steel(b, sides, ours, theirs), _last_step(b, ours)
    # both lose their figures first: who runs has suffered as much as who stays
    _fall(b, sides, sides.charging, ours, result.ours_lost, theirs)
    _fall(b, sides, sides.charged, theirs, result.theirs_lost, ours)
    if result.winner == "none":
        _engaged(b, space)
        return
    won = result.winner == "ours"
    _beaten(b, sides, sides.charged if won else sides.charging, result, step)
    _won(b, space, sides.charging if won else sides.charged, ours if won else theirs, result.margin if breaks else 0)


@implements("SC-5.8")
def _noted(b: Field, space: Space) -> None:
    """All who were in a melee, even if nobody is there to fight at the end of the turn: it was no rest."""
    sets = [b.change(unit.id, fought=True) for unit in b.in_space(space)]
    b.emit(Noted(), rules=("SC-5.8",), sets=sets, to=())


@implements("SC-4.3a", "SC-4.3b")
def _crossed_steel(b: Field, sides: Sides, ours: str, theirs: str) -> MeleeResult:
    """Both leads roll, and the hits are compared."""
    rolled = b.roll("melee", pair_of(b, sides, ours, theirs), by=ours, seen=(ours, theirs))
    result: MeleeResult = rolled.settled
    hits = [rolled.details[side]["hits"] for side in ("ours", "theirs")]
    b.report(
        MeleeFought(
            unit=ours, target=theirs, hits=hits, winner=result.winner, result=result.result, space=list(sides.space)
        ),
        rules=("SC-4.3a", "SC-4.3b", "SC-6.5"),
        roll=rolled,
    )
    return result


@implements("SC-6.6")
def _fall(b: Field, sides: Sides, side: str, lead: str, hits: int, by: str) -> None:
    """Figures fall, first of the lead, then of the others."""
    # in the order of the roster after the lead, so that who falls does not depend on who came in last
    others = [unit.id for unit in b.in_space(sides.space, side) if unit.id != lead]
    left = hits
    for unit in (lead, *others):
        left -= lose(b, unit, left, rules=("SC-6.6",), cause="melee", by=by) if left > 0 else 0


def _last_step(b: Field, charger: str) -> Space:
    """The direction in which a charger came in; from its own edge if nobody knows."""
    unit = b.unit(charger)
    dx, dy = away_from(unit.came_from or unit.space, unit.space)
    if (dx, dy) == (0, 0):
        back = homeward(b, unit.side)
        return -back[0], -back[1]
    return dx, dy


@implements("SC-4.3b", "SC-5.5", "SC-6.6", "SC-6.7")
def _beaten(b: Field, sides: Sides, loser: str, result: MeleeResult, step: Space) -> None:
    """All of the losing side take the result and leave: chargers the way they came, others the way they were pushed."""
    assert result.result != "engaged"
    for unit in [each.id for each in b.in_space(sides.space, loser)]:
        came = charged_in(b.unit(unit))
        # a charger goes back the way it came; others are pushed the way the enemy's lead came in
        own = _last_step(b, unit) if came else step
        away = (-own[0], -own[1]) if came or loser == sides.charging else own
        status = worsen(b, unit, result.result, "melee", rules=("SC-4.3b",))
        # the row as printed also where its status was worse already (our ruling on SC-4.3b)
        moves = status if b.rules.tables.value("SC-4.3b", "worsens") else result.result
        if moves == "fallback" or moves == "retreat" or moves == "rout":
            figures = b.rules.tables.number("SC-6.6", "figures_per_space")
            loss_move(b, unit, moves, away, rules=("SC-4.3b",), figures=figures)


@implements("SC-6.7", "SC-6.8")
def _won(b: Field, space: Space, winner: str, lead: str, margin: int) -> None:
    """The winner holds the space. Losers who found no way out are still locked with him: nobody breaks through."""
    if any(unit.side != winner for unit in b.in_space(space)):
        _engaged(b, space)
        return
    sets = [
        b.change(unit.id, melee=False, first_round=False, may_break=margin if unit.id == lead else 0)
        for unit in b.in_space(space)
    ]
    b.emit(Noted(), rules=("SC-6.7",), sets=sets, to=())


@implements("SC-4.3b")
def _engaged(b: Field, space: Space) -> None:
    """They stay in the space and fight again next turn, if there are two sides of them left."""
    here = b.in_space(space)
    locked = len({unit.side for unit in here}) > 1
    sets = [b.change(unit.id, melee=locked, first_round=False) for unit in here]
    b.emit(Noted(), rules=("SC-4.3b",), sets=sets, to=())


@implements("SC-6.7")
def _stand_off(b: Field, sides: Sides) -> None:
    """Nobody has a die to roll: those who charged go back to where they came from and halt."""
    becomes = b.rules.tables.value("SC-6.7", "without_dice")
    for unit in b.in_space(sides.space, sides.charging):
        back = unit.came_from
        open_ = back is not None and b.fits(unit, back) and not b.in_space(back, sides.charged)
        if back is not None and open_:
            sets = [*relocated(b, unit.id, back, **OUT_OF_MELEE), *freed(b, unit)]
            b.report(StoodOff(unit=unit.id, to=list(back)), rules=("SC-6.7",), sets=sets)
            drive_off_leaders(b, back, unit.side)
        else:
            step = _last_step(b, unit.id)
            go_back(b, unit.id, 1, (-step[0], -step[1]), how="fallback", rules=("SC-6.7",))
        if b.unit(unit.id).where == "board":
            worsen(b, unit.id, becomes, "other", rules=("SC-6.7",))
    settle_down(b)


def settle_down(b: Field) -> None:
    """Who is alone in his space is in melee no longer."""
    # over the whole board: a retreat out of one melee may have ended another
    locked = set(fought_over(b))
    sets: list[Set] = [
        b.change(unit.id, melee=False, first_round=False)
        for unit in b.on_board()
        if unit.melee and unit.space not in locked
    ]
    if sets:
        b.emit(Noted(), rules=("SC-6.7",), sets=sets, to=())
    come_apart(b, list(dict.fromkeys(unit.space for unit in b.on_board())))


@implements("SC-4.1f")
def come_apart(b: Field, spaces: list[Space]) -> None:
    """Who has fought his way into close country in formation is formed no longer once it is his."""
    ground, formed = b.rules.tables.value("SC-4.1f", "ground"), b.rules.tables.value("SC-4.1f", "from")
    for space in spaces:
        if b.board.terrain[space] not in ground:
            continue
        for unit in b.in_space(space):
            if not unit.melee and branch(unit.arm) == "infantry" and unit.formation in formed:
                sets = [b.change(unit.id, formation="semi_formed")]
                b.report(Stormed(unit=unit.id, to=list(space)), rules=("SC-4.1f",), sets=sets)
