"""Small arms fire worked out and felt: 8.2."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, NamedTuple, cast

from msgspec import UNSET
from msgspec.structs import replace

from grognard.kernel.checks import Result, implements
from grognard.kernel.pooled import Pooled

from ...checks.fire.artillery import CrewsShotDownFacts
from ...checks.fire.fire_rules import OpeningVolleyFacts
from ...checks.fire.small_arms import MovedBefore, SmallArmsFacts, SmallArmsResult, Weapon
from ...effects import smoke
from ...effects.fire import FireHarm, suffer, whence
from ...events.fire import VolleyFired
from ...facts.fire import firing
from ...facts.fire.ranks import RankPlan, close_range
from ...table.battlefield import Battlefield


class Fired(NamedTuple):
    """A volley worked out but not yet felt."""

    volley: RankPlan
    facts: SmallArmsFacts
    figures: int
    result: Result[SmallArmsResult]


@implements("CS-8.2.4b")
def fire(b: Battlefield, plans: Iterable[RankPlan]) -> list[Fired]:
    """All fire; hits on one target are counted together, for every third of them disorders it."""
    fired = []
    hits: dict[str, int] = {}
    for plan in plans:
        facts = volley_facts(b, plan, hits.get(plan.target, 0))
        result = b.roll("small-arms", facts, by=plan.unit)
        if result.outcome is not None:
            fired.append(Fired(plan, facts, sum(figures for figures, _ in plan.shots), result))
            hits[plan.target] = hits.get(plan.target, 0) + result.outcome.hits
    return fired


@implements("CS-8.2.3b")
def volley_facts(b: Battlefield, plan: RankPlan, hits: int) -> SmallArmsFacts:
    """The facts of a volley: figures at close range make one pool with those who are farther off."""
    close = close_range(b, plan.unit)
    # the close range bonus is per figure, so near and far stands have different chances
    near, far = (
        [(figures, paces) for figures, paces in plan.shots if (paces <= close) == wanted] for wanted in (True, False)
    )
    known = {**_of_firer(b, plan.unit), **_of_target(b, plan, hits)}
    main, rest = (near, far) if near else (far, [])
    further = 0
    if rest:
        # the far figures' percentage joins the pool of the near ones: one total and one die (CS-8.2.3b)
        check = cast("Pooled[SmallArmsFacts, SmallArmsResult]", b.rules["small-arms"])
        farther = SmallArmsFacts(**known, **_pool(b, plan.unit, rest))
        further = check.pool(b.specially("musketry", farther, unit=plan.unit)).percent
    facts = SmallArmsFacts(**known, **_pool(b, plan.unit, main), further_percent=further)
    return b.specially("musketry", facts, unit=plan.unit)


@implements("CS-M2-8.2.3")
def _pool(b: Battlefield, unit: str, shots: list[tuple[int, int]]) -> dict[str, Any]:
    """Figures that fire together, and how many of them have pikes: as many of these as of the whole unit."""
    figures, rated = sum(figures for figures, _ in shots), b.entry(unit).rated
    # pikes are spread evenly through the ranks
    pikes = round(figures * rated.pikes / rated.figures)
    return {"figures": figures, "range": min(paces for _, paces in shots), "pikes": pikes}


@implements("CS-8.2.3b")
def farther_off(b: Battlefield, unit: str, figures: int, shooters: int) -> int:
    """Of all the figures of a volley, those who shoot from farther off than the rest, of whom so many shoot."""

    def shoot(part: int) -> int:
        pikes = _pool(b, unit, [(part, 0)])["pikes"] if b.rules.tables.value("CS-M2-8.2.3", "in_force") else 0
        return max(part - int(pikes), 0)

    near = next((part for part in range(shooters, figures + 1) if shoot(part) == shooters), figures)
    return shoot(figures - near)


def parts_of_volley(b: Battlefield, plan: RankPlan, facts: SmallArmsFacts) -> list[tuple[int, int]]:
    """Who shoots, by percentage: so many at so much each."""
    check = cast("Pooled[SmallArmsFacts, SmallArmsResult]", b.rules["small-arms"])
    pool = check.pool(facts)
    others = farther_off(b, plan.unit, sum(figures for figures, _ in plan.shots), pool.shooters)
    return [(pool.shooters, pool.each), *([(others, facts.further_percent // others)] if others else [])]


def _of_firer(b: Battlefield, unit: str) -> dict[str, Any]:
    now, rated = b.unit(unit), b.entry(unit).rated
    return {
        "weapon": rated.weapon,
        "arm": rated.arm,
        "discipline": firing.discipline(b, unit),
        "status": now.status,
        "disorder": now.disorder,
        "opening_volley": opening_volley(b, unit),
        "aimed": rated.musketry == "trained_to_aim",
        "unaccustomed": rated.musketry == "unaccustomed",
        "moved": gait(b, unit),
        "skirmishers": bool(now.parent),
        "closed_square": now.formation == "closed_square",
        "walking_fire": now.now.walking,
        "weather": b.world.weather,
    }


@implements("CS-8.2.2c")
def gait(b: Battlefield, unit: str) -> MovedBefore:
    """The gait it moved at; a turn or formation change alone counts as march."""
    now = b.unit(unit)
    return now.now.moved if now.now.moved != "no" or not firing.has_moved(now) else "march"


@implements("CS-8.2.2b", "CS-3.3.2.3m")
def opening_volley(b: Battlefield, unit: str) -> bool:
    """Whether it has its first volley still in the barrels. What skirmishers fire is no volley, and spends none."""
    now = b.unit(unit)
    # skirmishers never fire a volley, so they have none to begin with
    if now.parent:
        return False
    shots = OpeningVolleyFacts(
        weapon=cast(Weapon, b.entry(unit).rated.weapon),
        fired=frozenset(("formed",)) if now.volley_spent else frozenset(),
    )
    found: bool = b.settle("opening-volley", shots).opening_volley
    return found


def _of_target(b: Battlefield, plan: RankPlan, hits: int) -> dict[str, Any]:
    target = plan.target
    return {
        **firing.as_target(b, target, plan.origin),
        "slope": slope(b, plan.unit, target),
        "smoke": smoke.in_the_way(b, plan.origin, b.survey.middle(target), "small_arms"),
        "hits_before": SmallArmsFacts.nearest("hits_before", b.unit(target).now.musket_hits + hits),
    }


@implements("CS-8.2.2h")
def slope(b: Battlefield, unit: str, target: str) -> Literal["level", "up_slope", "down_slope"]:
    """Whether the target stands higher or lower than those who fire."""
    climb = b.ground.height_at(b.survey.body(target).eye) - b.ground.height_at(b.survey.body(unit).eye)
    return "level" if not climb else "up_slope" if climb > 0 else "down_slope"


# -- what volleys do


@implements("CS-8.2.4a", "CS-7.6b", "CS-8.1l")
def strike(b: Battlefield, fired: Fired) -> None:
    """A volley is felt: every hit a figure, or a gun's crew."""
    target = fired.volley.target
    losses = _losses(b, target, fired.result.settled)
    _report(b, fired, losses)
    rules = ("CS-8.1j", "CS-8.2.4a", "CS-8.2.4b") if fired.volley.friendly else ("CS-8.2.4a", "CS-8.2.4b")
    cause = "friendly fire" if fired.volley.friendly else "small arms fire"
    harm = FireHarm(target, losses, fired.result.settled.disorder, cause, rules, musketry=True)
    suffer(b, harm, fired.volley.unit)


def _losses(b: Battlefield, target: str, shot: SmallArmsResult) -> int:
    if b.entry(target).rated.arm != "artillery":
        return shot.casualties
    guns = max(1, min(24, b.live(target)))
    lost: int = b.settle(
        "crews-shot-down", CrewsShotDownFacts(hits=CrewsShotDownFacts.nearest("hits", shot.hits), guns=guns)
    ).guns_destroyed
    return lost


def _report(b: Battlefield, fired: Fired, losses: int) -> None:
    plan, facts, shot = fired.volley, fired.facts, fired.result.settled
    walking = facts.walking_fire and facts.moved == "march"
    told = VolleyFired(
        unit=plan.unit,
        target=plan.target,
        paces=facts.range,
        hits=shot.hits,
        opening=facts.opening_volley or UNSET,
        friendly=plan.friendly or UNSET,
        third=plan.third or UNSET,
        walking=walking or UNSET,
        figures=fired.figures,
    )
    why = [rule for rule, so in (("CS-8.1f", plan.third), ("CS-M2-8.2.2", walking)) if so]
    b.report(
        told,
        rules=(*why, fired.result.rule),
        roll=fired.result,
        sets=[_has_fired(b, plan), _was_hit(b, plan, shot, losses)],
    )


def _has_fired(b: Battlefield, plan: RankPlan) -> Any:
    now, t = b.unit(plan.unit), b.rules.tables
    doing = now.now
    # what hits a friend was aimed at nobody: it answers no enemy's fire
    if not plan.friendly:
        doing = replace(doing, fired=True, fired_at=tuple(dict.fromkeys((*doing.fired_at, plan.target))))
    if plan.third:
        # none set aside yet: this is the first of them, and the others are kept for later attackers
        left = doing.thirds - 1 if doing.thirds else t.number("CS-8.1f", "firings") - 1
        doing = replace(doing, thirds=left)
    # only formed figures spend it (CS-8.2.2b)
    return b.change(plan.unit, now=doing, volley_spent=now.volley_spent or not now.parent)


def _was_hit(b: Battlefield, plan: RankPlan, shot: SmallArmsResult, losses: int) -> Any:
    now = b.unit(plan.target).now
    return b.change(
        plan.target,
        now=replace(
            now,
            shot_at=True,
            musket_hits=now.musket_hits + shot.hits,
            musket_losses=now.musket_losses + losses,
            fire_hurt=now.fire_hurt or bool(losses or shot.disorder),
            fire_from=whence(b, plan.target, plan.unit, losses),
        ),
    )


@implements("CS-8.1k")
def lay_smoke(b: Battlefield, fired: Iterable[Fired]) -> None:
    """A ball for every hundred men who fired, before each unit."""
    figures: dict[str, int] = {}
    for each in fired:
        figures[each.volley.unit] = figures.get(each.volley.unit, 0) + each.figures
    for unit, firing_figures in figures.items():
        if b.unit(unit).where == "table":
            smoke.make(b, unit, smoke.balls_of(b, figures=min(200, firing_figures)), ("CS-8.1k", "CS-B.11a"))
