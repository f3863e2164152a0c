"""What a unit may do with its action points in 5e to 5h, and the doing of it: turns, formations, guns, rallies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from grognard.battle.decisions import Option
from grognard.battle.kinds import Noted
from grognard.ground.units import SUB
from grognard.kernel.checks import implements
from grognard.kernel.domains import Choice, Spot

from ..checks.fire import UnmannedGunsFacts
from ..checks.measures import formations
from ..checks.morale import RallyFacts
from ..checks.moving import Action, ActionCostFacts, ActionCostResult, ActionPointsResult, PivotFacts
from ..effects import become
from ..events.movement import Formed, Limbered, PointsPaid, RallyTried, ReManned, Turned, Unlimbered
from ..facts.fire import worth_it
from ..facts.staying import waits
from ..facts.steps import Way, left, paying, points_left, ways
from ..table.field import Field
from ..table.state import UnitState
from ..terms import FACINGS, Facing, branch

MOVES = ("march", "step", "turn", "form", "limber", "unlimber", "re_man")
_REACTIONS = ("march", "step", "turn", "form", "fire")
Began = dict[str, int | None]
"""How far the nearest enemy in sight was from each unit that is to withdraw when the phase began (SC-7.2)."""
_FIRST: dict[str, tuple[str, ...]] = {"move": MOVES, "fire": ("fire",), "rally": ("rally",)}
"""The first action that each cube allows (SC-7.3)."""


@implements("SC-1.1e", "SC-1.1f", "SC-7.3", "SC-5.2")
def allowed(b: Field, unit: UnitState, reaction: bool) -> tuple[str, ...]:
    """The kinds of action open to a unit: its cube's first, then any; one that runs only rallies."""
    if unit.where != "board" or unit.melee or unit.charged or unit.opportunity:
        return ()
    # even with nothing left a march on the road may have its bonus, a reaction points of its own
    if not left(unit) + (budget(b, unit, True) if reaction else _bonus(b, unit)):
        return ()
    running = b.rules.tables.value("SC-5.2", unit.status)["move"] == "compulsory"
    if reaction:
        return () if running else _REACTIONS
    kinds = (*MOVES, "fire", "rally") if unit.acted else _FIRST.get(unit.cube, ())
    # who waits by a special rule of the battle may still fire and rally
    still = waits(b, unit.id)
    return tuple(kind for kind in kinds if kind == "rally" or not (running or (still and kind != "fire")))


def _bonus(b: Field, unit: UnitState) -> int:
    """Points that only a march on the road can use (SC-1.3d)."""
    if not unit.on_road or unit.formation not in ("march_column", "limbered"):
        return 0
    march, plain = b.reckoned("action-points", arm=unit.arm, road_march=True).ap, _points(b, unit).ap
    return int(max(0, march - plain - max(0, unit.spent - unit.ap)))


def _points(b: Field, unit: UnitState) -> ActionPointsResult:
    found: ActionPointsResult = b.reckoned("action-points", arm=unit.arm)
    return found


@implements("SC-1.8c", "SC-1.1f")
def budget(b: Field, unit: UnitState, reaction: bool) -> int:
    """Action points that may go into movement now."""
    if not reaction:
        return left(unit)
    allowance = max(0, _points(b, unit).reaction - unit.reacted)
    return allowance if b.rules.tables.value("SC-1.1f", "extra") else min(allowance, left(unit))


class StepsOpen:
    """The steps that units may take now, by their names: worked out once while one question is open."""

    def __init__(self, b: Field, began: Began, reaction: bool) -> None:
        self.b, self.began, self.reaction = b, began, reaction
        self._found: dict[str, dict[str, Way]] = {}
        self._kinds: dict[str, tuple[UnitState, tuple[str, ...]]] = {}
        self.marches: dict[Any, Any] = {}
        """Ways to places, by unit and place, once somebody has asked."""

    def kinds(self, now: UnitState) -> tuple[str, ...]:
        """The kinds of action open to a unit: asked for the list of what may be answered, and for each of it again."""
        known = self._kinds.get(now.id)
        if known is None or known[0] is not now:
            known = self._kinds[now.id] = now, allowed(self.b, now, self.reaction)
        return known[1]

    def of(self, unit: str) -> dict[str, Way]:
        """Those of a unit."""
        found = self._found.get(unit)
        if found is None:
            points = budget(self.b, self.b.unit(unit), self.reaction)
            found = ways(self.b, unit, points, self.began.get(unit), reaction=self.reaction)
            self._found[unit] = found
        return found


def options(b: Field, unit: str, steps: StepsOpen) -> list[Option]:
    """All that a unit may do now."""
    kinds = steps.kinds(b.unit(unit))
    found = {kind: made for kind in kinds[::-1] if (made := _listed(b, unit, kind, steps)) is not None}
    if "march" in kinds and "step" in found:
        found["march"] = _march_option(b, unit)
    return [found[kind] for kind in kinds if kind in found]


def _listed(b: Field, unit: str, kind: str, steps: StepsOpen) -> Option | None:
    """A march is open to whoever may take a step: that need not be worked out twice."""
    return None if kind == "march" else option(b, unit, kind, steps)


def option(b: Field, unit: str, kind: str, steps: StepsOpen) -> Option | None:
    """One kind of action as an option, if it is open to the unit."""
    now = b.unit(unit)
    if kind not in steps.kinds(now):
        return None
    if kind == "march":
        return _march_option(b, unit) if steps.of(unit) else None
    if kind == "step":
        names = tuple(steps.of(unit))
        return _option(b, unit, kind, "a step", "SC-1.2a", to=names) if names else None
    if kind == "fire":
        found = tuple(worth_it(b, unit, early=True))
        return _option(b, unit, kind, "fire", "SC-1.1e", target=found) if found else None
    return _OPTIONS[kind](b, now, budget(b, now, steps.reaction))


def _march_option(b: Field, unit: str) -> Option:
    """Several steps with one word; where they lead is a place on the table."""
    width, height = (side // SUB for side in b.board.field.size)
    fields: dict[str, Any] = {"place": Spot(width, height)}
    return Option(f"{unit}:march", f"{b.name(unit)}: a march", "SC-1.2a", fields, about=unit, form="march")


def _option(b: Field, unit: str, kind: str, words: str, rule: str, **fields: tuple[str, ...]) -> Option:
    chosen = {name: Choice(values) for name, values in fields.items()}
    form = kind if fields else ""  # the forms are called by the actions
    return Option(f"{unit}:{kind}", f"{b.name(unit)}: {words}", rule, dict(chosen), about=unit, form=form)


def cost_of(b: Field, now: UnitState, action: Action) -> int:
    """What an action costs a unit."""
    cost: ActionCostResult = b.reckoned(
        "action-cost",
        action=action,
        arm=now.arm,
        ap_left=ActionCostFacts.nearest("ap_left", left(now)),
        heavy_guns=now.weight == "heavy",
        unlimbered=now.formation == "unlimbered" and now.manned,
    )
    return cost.ap


# -- turning


@implements("SC-1.2e", "SC-1.2f")
def turn_cost(b: Field, now: UnitState, facing: Facing) -> int:
    """What a turn costs: guns in battery are heavy to pivot."""
    return cost_of(b, now, "about_face" if _about(now, facing) else "facing_change")


def _about(now: UnitState, facing: Facing) -> bool:
    """Whether the new facing is the opposite one."""
    return (FACINGS.index(facing) - FACINGS.index(now.facing)) % len(FACINGS) == 2


def _turn_option(b: Field, now: UnitState, points: int) -> Option | None:
    if now.formation == "square":
        return None  # it has no facing until it moves or forms something else
    ways_ = tuple(each for each in FACINGS if each != now.facing and turn_cost(b, now, each) <= points)
    return _option(b, now.id, "turn", "face another way", "SC-1.2e", facing=ways_) if ways_ else None


def _turn(b: Field, now: UnitState, values: Mapping[str, Any]) -> int:
    if now.formation == "unlimbered" and now.manned:
        return _pivot(b, now, values["facing"])
    b.report(
        Turned(unit=now.id, facing=values["facing"]),
        rules=("SC-1.2e",),
        sets=[b.change(now.id, facing=values["facing"])],
    )
    return turn_cost(b, now, values["facing"])


def pivoting(now: UnitState, facing: Facing) -> PivotFacts:
    """Guns that are to be brought round, as the check asks for them."""
    return PivotFacts(
        about=_about(now, facing),
        arm=now.arm,
        heavy_guns=now.weight == "heavy",
        ap_left=PivotFacts.nearest("ap_left", left(now)),
    )


@implements("SC-1.2f", "SC-1.3g")
def _pivot(b: Field, now: UnitState, facing: Facing) -> int:
    """Guns in battery are brought round; if that proves too dear they stay as they are, with nothing left."""
    roll = b.roll("pivot", pivoting(now, facing), by=now.id)
    round_, paid = roll.settled.turned, int(roll.settled.paid)
    b.report(
        Turned(unit=now.id, facing=facing if round_ else now.facing),
        rules=("SC-1.2f", "SC-1.3g") if roll.dice else ("SC-1.2f",),
        roll=roll if roll.dice else None,
        sets=[b.change(now.id, facing=facing, turned_guns=True)] if round_ else [],
    )
    return paid


# -- formations


@implements("SC-1.2d", "SC-0.13", "SC-0.9")
def _form_option(b: Field, now: UnitState, points: int) -> Option | None:
    t = b.rules.tables
    if branch(now.arm) == "artillery" or cost_of(b, now, "formation_change") > points:
        return None
    close = b.board.terrain[now.space] in t.value("SC-4.1f", "ground")
    able = t.value("SC-4.1i", "allowed") if close else None
    found = tuple(
        each
        for each in formations(t, now.arm)
        if each != now.formation and (able is None or each in able) and b.fits(now, now.space, each)
    )
    if not found or (close and branch(now.arm) == "cavalry"):
        return None
    # a square has no facing, so it takes any as it forms something else
    facings = FACINGS if now.formation == "square" or t.value("SC-1.2d", "turns") else (now.facing,)
    made = _option(b, now.id, "form", "another formation", "SC-1.2d", formation=found, facing=facings)
    return replace(made, optional={"facing": now.facing})


def _form(b: Field, now: UnitState, values: Mapping[str, Any]) -> int:
    b.report(
        Formed(unit=now.id, formation=values["formation"]),
        rules=("SC-1.2d",),
        sets=[b.change(now.id, formation=values["formation"], facing=values["facing"], on_road=False)],
    )
    return cost_of(b, now, "formation_change")


# -- guns


@implements("SC-1.2h")
def _limber_option(b: Field, now: UnitState, points: int) -> Option | None:
    fit = branch(now.arm) == "artillery" and now.formation == "unlimbered" and now.manned
    if not fit or cost_of(b, now, "limber_or_unlimber") > points:
        return None
    made = _option(b, now.id, "limber", "limber up", "SC-1.2h", facing=FACINGS)
    return replace(made, optional={"facing": now.facing})


def _unlimber_option(b: Field, now: UnitState, points: int) -> Option | None:
    if now.formation != "limbered" or cost_of(b, now, "limber_or_unlimber") > points:
        return None
    return _option(b, now.id, "unlimber", "unlimber", "SC-1.2h")


def _limber(b: Field, now: UnitState, values: Mapping[str, Any]) -> int:
    sets = [b.change(now.id, formation="limbered", facing=values["facing"], on_road=False)]
    b.report(Limbered(unit=now.id), rules=("SC-1.2h",), sets=sets)
    return cost_of(b, now, "limber_or_unlimber")


def _unlimber(b: Field, now: UnitState, values: Mapping[str, Any]) -> int:
    sets = [b.change(now.id, formation="unlimbered", turned_guns=True, on_road=False)]
    b.report(Unlimbered(unit=now.id), rules=("SC-1.2h",), sets=sets)
    return cost_of(b, now, "limber_or_unlimber")


@implements("SC-2.5", "SC-1.2h")
def _re_man_option(b: Field, now: UnitState, points: int) -> Option | None:
    if now.manned or cost_of(b, now, "re_man_guns") > points:
        return None
    here = now.guns_at == now.space
    enemy = bool(b.in_space(now.space, b.seating.other(now.side)))
    facts = UnmannedGunsFacts(crew_status=now.status, crew_here=here, enemy_here=enemy)
    may = b.settle("unmanned-guns", facts).may_be_manned
    return _option(b, now.id, "re_man", "man the guns again", "SC-1.2h") if may else None


def _re_man(b: Field, now: UnitState, values: Mapping[str, Any]) -> int:
    sets = [b.change(now.id, manned=True, guns_at=None)]
    b.report(ReManned(unit=now.id), rules=("SC-2.5", "SC-1.2h"), sets=sets)
    return cost_of(b, now, "re_man_guns")


# -- rally


@implements("SC-5.3", "SC-1.2i")
def _rally_option(b: Field, now: UnitState, points: int) -> Option | None:
    if now.improved or now.status == "good_order" or cost_of(b, now, "rally") > points:
        return None
    made = _option(b, now.id, "rally", "rally", "SC-5.3", facing=FACINGS)
    return replace(made, optional={"facing": now.facing})


def rallying(b: Field, now: UnitState) -> RallyFacts:
    """A unit that tries to rally, as the check asks for it."""
    near = b.rules.tables.row("SC-5.3", "enemy_near").columns["within"]
    foes = (b.unit(foe) for foe in b.visible_enemies(now.id))
    close = any(b.board.range(now.space, foe.space) <= near for foe in foes if foe.status not in ("retreat", "rout"))
    facts = RallyFacts(
        status=now.status,
        grade=now.grade,
        guard=now.guard,
        leader=b.leader_with(now.id),
        out_of_command=not now.in_command,
        enemy_near=close,
    )
    return b.specially("rally", facts, unit=now.id)


def _rally(b: Field, now: UnitState, values: Mapping[str, Any]) -> int:
    roll = b.roll("rally", rallying(b, now), by=now.id)
    rallied = roll.settled.rallied
    b.report(RallyTried(unit=now.id, rallied=rallied), rules=("SC-5.3",), roll=roll)
    if rallied:
        become(b, now.id, roll.settled.status, rules=("SC-5.3",), cause="rallied")
        # running again later this turn is news to its brigade only if it is worse than this
        fields = {"improved": True, "began": roll.settled.status}
        fields |= {"facing": values["facing"]} if now.status in ("retreat", "rout") else {}
        b.emit(Noted(), rules=("SC-5.3",), sets=[b.change(now.id, **fields)], to=())
    return cost_of(b, now, "rally")


_OPTIONS = {
    "turn": _turn_option, "form": _form_option, "limber": _limber_option, "unlimber": _unlimber_option,
    "re_man": _re_man_option, "rally": _rally_option,
}  # fmt: skip
_DOINGS = {
    "turn": _turn, "form": _form, "limber": _limber, "unlimber": _unlimber, "re_man": _re_man, "rally": _rally,
}  # fmt: skip


@implements("SC-0.12", "SC-1.3d")
def do(b: Field, unit: str, kind: str, values: Mapping[str, Any], reaction: bool) -> None:
    """Do it, and pay for it; of all this only turns belong to a march on a road."""
    paid = _DOINGS[kind](b, b.unit(unit), values)
    now = b.unit(unit)
    fields = paying(b, now, paid, reaction) | ({} if kind == "turn" else {"on_road": False})
    b.privately(
        PointsPaid(unit=unit, what=kind, points=points_left(now, fields["spent"])),
        b.seat_of(unit),
        rules=("SC-0.12",),
        sets=[b.change(unit, **fields)],
    )
