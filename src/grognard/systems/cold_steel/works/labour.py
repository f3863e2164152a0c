"""Engineers at work: works thrown up, improved and pulled down, obstacles made and cleared.

Works of five turns and obstacles of one are reckoned when a turn ends, for whoever stood still at them all through it.
New works and obstacles grow along the front of those who make them, from its left end.
"""

from __future__ import annotations

from typing import Any

from grognard.battle.events import Set
from grognard.ground.shapes import distance, placed
from grognard.ground.units import SUB, Point, to_sub
from grognard.kernel.checks import Refusal, implements

from ..checks.command.engineers import BuildWorksFacts, DestroyWorksFacts, ObstacleFacts
from ..checks.command.orders import limit
from ..events.works import ObstacleCleared, ObstacleMade, WorkGoesOn, WorksBuilt, WorksPulledDown, WorkStopped
from ..table.battlefield import Battlefield
from ..table.ground import gaps, lines, structures
from ..table.state import Labour, PlainName, UnitState, Work

# -- who and where


def companies(b: Battlefield, unit: str) -> int:
    """Companies of engineers with a unit."""
    return b.unit(unit).engineers


def figures(b: Battlefield, unit: str) -> int:
    """Their figures, no more than the unit has left."""
    now = b.unit(unit)
    men = b.entry(unit).unit.sappers if now.engineers else 0
    # rounded up, but never more than are alive
    return ObstacleFacts.nearest("figures", min(b.live(unit), -(-men // b.scale)))


def building(b: Battlefield, now: UnitState, *, turns: int, moves: bool) -> BuildWorksFacts:
    """The facts of building where a unit stands."""
    return BuildWorksFacts(companies=now.engineers, structure=_standing(b, now), turns=turns, moved=moves)


def _standing(b: Battlefield, now: UnitState) -> Any:
    """What they would improve: what they are in, works they are behind, or bare ground."""
    name = _inside(b, now.id)
    if name:
        return structures.word(b, name)
    work = lines.before(b, now.id, "works")
    return b.rules.tables.value("CS-3.3.2.3u", "works")[work.level if work else 0]


def _inside(b: Battlefield, unit: str) -> str:
    return next(iter(structures.holds(b, b.survey.middle(unit))), "")


def _doomed(b: Battlefield, now: UnitState) -> tuple[str, Work | None]:
    """What they would pull down: what they are in or touch, house or works of the field first."""
    name = next((name for name in structures.in_touch(b, now.id) if structures.level_of(b, name)), "")
    return name, None if name else lines.before(b, now.id, "works")


def demolition(b: Battlefield, now: UnitState, *, turns: int, moves: bool) -> DestroyWorksFacts:
    """The facts of pulling down what is there; what engineers have made themselves is fascines and timber."""
    name, work = _doomed(b, now)
    there: Any = structures.word(b, name) if name else "nothing"
    if work is not None:
        # works half raised count as the higher: all of it has to come down
        there = b.rules.tables.value("CS-3.3.2.3u", "works")[obstacle_level(work)]
    burns = structures.flammable(b, name) if name else work is not None
    return DestroyWorksFacts(companies=now.engineers, structure=there, turns=turns, moved=moves, inflammable=burns)


def obstacle_level(work: Work) -> int:
    """The highest level that any of it has."""
    return work.level + bool(work.paces)


def _five(b: Battlefield) -> int:
    return limit(b.rules.tables, "CS-3.3.2.3u", "too_soon", "turns")


# -- what may be ordered


@implements("CS-3.3.2.3u")
def judge_build(b: Battlefield, now: UnitState, moves: bool) -> Refusal | None:
    """Why it cannot throw up or improve works here."""
    return b.rules["build-works"].refusal(building(b, now, turns=_five(b), moves=moves))


@implements("CS-3.3.2.3g")
def judge_destroy(b: Battlefield, now: UnitState, moves: bool) -> Refusal | None:
    """Why it cannot pull anything down here."""
    # the same refusal as for building: what is missing is the engineers
    if not now.engineers:
        return b.rules["build-works"].refusal(BuildWorksFacts(companies=0, structure="nothing", turns=_five(b)))
    name, work = _doomed(b, now)
    if not name and work is None:
        return Refusal("CS-3.3.2.3g", "it touches neither buildings nor works")
    return b.rules["destroy-works"].refusal(demolition(b, now, turns=_five(b), moves=moves))


@implements("CS-3.3.2.3f")
def judge_make(b: Battlefield, now: UnitState, moves: bool) -> Refusal | None:
    """Why it cannot make an obstacle before its front."""
    work = lines.before(b, now.id, "obstacle")
    if work is not None and work.paces >= lines.length(work):
        return Refusal("CS-3.3.2.3f", "there is an obstacle all along its front")
    return _digging(b, now, moves)


@implements("CS-3.3.2.3f")
def judge_clear(b: Battlefield, now: UnitState, moves: bool) -> Refusal | None:
    """Why it cannot clear an obstacle."""
    if now.engineers and gaps.goal(b, now.id) is None:
        within = structures.touch(b.rules.tables)
        return Refusal("CS-3.3.2.3f", f"no wall, fence, hedge or made obstacle within {within} paces is in its way")
    return _digging(b, now, moves)


def _digging(b: Battlefield, now: UnitState, moves: bool) -> Refusal | None:
    return b.rules["obstacle"].refusal(_diggers(b, now, moves))


def _diggers(b: Battlefield, now: UnitState, moves: bool) -> ObstacleFacts:
    return ObstacleFacts(figures=figures(b, now.id), scale=str(b.scale), moved=moves)  # type: ignore[arg-type]


# -- at the end of a turn


@implements("CS-3.3.2.3u")
def stop(b: Battlefield, unit: UnitState) -> None:
    """Work of several turns is broken off."""
    b.privately(
        WorkStopped(unit=unit.id), b.seat_of(unit.id), rules=("CS-3.3.2.3u",), sets=[b.change(unit.id, labour=None)]
    )


def undisturbed(unit: UnitState) -> bool:
    """Whether it stood still, and fought nobody hand to hand."""
    now = unit.now
    # lying down nobody digs
    still = now.moved == "no" and not (now.paces or now.turned or now.quarters or unit.forming or unit.prone)
    return still and not (unit.melee or now.combat) and unit.status not in ("broken", "routed")


def build(b: Battlefield, unit: UnitState) -> None:
    """Another turn at works; the fifth in a row is rolled for."""
    if judge_build(b, unit, False) is None and (turns := _another_turn(b, unit, "build_works")):
        _build(b, unit, turns)


def destroy(b: Battlefield, unit: UnitState) -> None:
    """Another turn of pulling down; the fifth in a row is rolled for."""
    if judge_destroy(b, unit, False) is None and (turns := _another_turn(b, unit, "destroy_structure")):
        _destroy(b, unit, turns)


def _another_turn(b: Battlefield, unit: UnitState, work: PlainName) -> int:
    """The turns in a row, once there are enough of them; 0 while it goes on."""
    # other work before does not count: five turns of the same
    turns = 1 + (unit.labour.turns if unit.labour is not None and unit.labour.at == work else 0)
    if turns >= _five(b):
        return turns
    b.privately(
        WorkGoesOn(unit=unit.id, turns=turns, of=_five(b)),
        b.seat_of(unit.id),
        rules=("CS-3.3.2.3u",),
        sets=[b.change(unit.id, labour=Labour(work, turns))],
    )
    return 0


@implements("CS-3.3.2.3u")
def _build(b: Battlefield, unit: UnitState, turns: int) -> None:
    """So many paces rise one level: of the house or works they are in, else of the line before their front."""
    result = b.roll("build-works", building(b, unit, turns=turns, moves=False), by=unit.id)
    paces, name = result.settled.paces, _inside(b, unit.id)
    sets = _shifted(b, name, paces) if name else _raised(b, unit, paces)
    b.report(
        WorksBuilt(unit=unit.id, paces=paces, place=structures.name_of(b, name) if name else "the line of its front"),
        rules=("CS-3.3.2.3u",),
        roll=result,
        # begun anew: the next five turns raise the next level
        sets=[b.change(unit.id, labour=Labour("build_works")), *sets],
    )


@implements("CS-3.3.2.3g")
def _destroy(b: Battlefield, unit: UnitState, turns: int) -> None:
    """So many paces fall one level."""
    result = b.roll("destroy-works", demolition(b, unit, turns=turns, moves=False), by=unit.id)
    paces, (name, work) = result.settled.paces, _doomed(b, unit)
    sets = _shifted(b, name, -paces) if name else []
    if work is not None and paces:
        sets = [lines.lowered(work, paces)]
    b.report(
        WorksPulledDown(unit=unit.id, paces=paces, place=structures.name_of(b, name)),
        rules=("CS-3.3.2.3g",),
        roll=result,
        sets=[b.change(unit.id, labour=Labour("destroy_structure")), *sets],
    )


def _shifted(b: Battlefield, name: str, paces: int) -> list[Set]:
    """A structure of the field with so many paces more, or less, on the way to the next level: it counts as a level up
    or down when all its length is."""
    now, long = structures.state(b, name), structures.length(b, name)
    # levels and paces in one number, so that a wall half raised and half pulled down is what it was
    total = now.raised * long + now.paces + paces
    # rounded toward nought both ways
    levels = abs(total) // long * (1 if total >= 0 else -1)
    return [structures.changed(b, name, raised=levels, paces=total - levels * long)] if paces else []


def _raised(b: Battlefield, unit: UnitState, paces: int) -> list[Set]:
    work = lines.before(b, unit.id, "works")
    if not paces:
        return []
    return [lines.raised(work, paces)] if work is not None else _new(b, unit, "works", _front(b, unit.id, 0), paces)


def _front(b: Battlefield, unit: str, ahead: int) -> tuple[Point, Point]:
    """A line along a unit's front, so many paces before it."""
    left, right = b.survey.body(unit).frame[:2]
    heading = b.unit(unit).heading
    return placed(left, heading, 0, to_sub(ahead)), placed(right, heading, 0, to_sub(ahead))


def _new(b: Battlefield, unit: UnitState, kind: str, line: tuple[Point, Point], paces: int) -> list[Set]:
    # over all kinds: two works must never have the same name
    number = 1 + max((int(work.rpartition("-")[2]) for work in b.world.works), default=0)
    name = f"{kind}-{number}"  # all see it: a number shared with what is hidden would tell of that
    # at most as long as the line it is made on
    done = min(paces, max(1, distance(*line) // SUB)) if kind != "gap" else paces
    fields = {"id": name, "side": unit.side, "kind": kind, "line": line, "paces": done, "by": unit.id}
    return [Set("works", name, fields)]


@implements("CS-3.3.2.3f")
def make(b: Battlefield, unit: UnitState) -> None:
    """A die for every engineer figure: so many paces of obstacle are made."""
    if judge_make(b, unit, False) is None:
        result = b.roll("obstacle", _diggers(b, unit, False), by=unit.id)
        paces = result.settled.paces
        sets = _blocked(b, unit, paces) if paces else ()
        b.report(ObstacleMade(unit=unit.id, paces=paces), rules=("CS-3.3.2.3f",), roll=result, sets=sets)


@implements("CS-3.3.2.3f")
def clear(b: Battlefield, unit: UnitState) -> None:
    """A die for every engineer figure: so many paces of obstacle are cleared."""
    if judge_clear(b, unit, False) is None:
        result = b.roll("obstacle", _diggers(b, unit, False), by=unit.id)
        paces = result.settled.paces
        sets = _cleared(b, unit, paces) if paces else ()
        b.report(ObstacleCleared(unit=unit.id, paces=paces), rules=("CS-3.3.2.3f",), roll=result, sets=sets)


def _blocked(b: Battlefield, unit: UnitState, paces: int) -> list[Set]:
    work = lines.before(b, unit.id, "obstacle")
    if work is not None:
        return [Set("works", work.id, {"paces": min(lines.length(work), work.paces + paces)})]
    return _new(b, unit, "obstacle", _front(b, unit.id, structures.touch(b.rules.tables)), paces)


def _cleared(b: Battlefield, unit: UnitState, paces: int) -> list[Set]:
    goal = gaps.goal(b, unit.id)
    if isinstance(goal, Work):
        if goal.kind == "gap":
            return [Set("works", goal.id, {"paces": goal.paces + paces})]
        left = goal.paces - paces
        # nothing left of it: it is gone from the table
        return [Set("works", goal.id, {"paces": left} if left > 0 else None)]
    return _new(b, unit, "gap", (goal, goal), paces) if goal is not None else []
