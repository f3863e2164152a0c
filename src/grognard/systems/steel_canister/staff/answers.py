"""What is asked in the middle of a turn: charges and how they are met, fire, leads, breakthroughs."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from grognard.battle.decisions import Answer, Decision

from ..knowledge.view import Seen
from ..table.board import towards
from ..table.state import UnitState
from ..terms import FACINGS, branch
from .approach import straight
from .cubes import helpers, limit
from .duties import Duty
from .odds import Prospects
from .picture import Picture
from .shots import massed

HOPELESS = -0.3
"""Who would do worse than this gets out of the way if he can."""
OPPORTUNITY = 0.15
"""The edge that an opportunity charge must promise."""
FRESH = 3
"""Spaces within which fresh enemies stop a pursuit."""
Duties = Mapping[str, Duty]


def _unit(p: Picture, decision: Decision) -> UnitState:
    return p.view.units[decision.about["unit"]]


def _foe(p: Picture, decision: Decision, role: str = "target") -> Seen | None:
    return p.view.seen.get(decision.about.get(role, ""))


def initiative(p: Picture, decision: Decision, duties: Duties) -> Answer:
    """Attackers move first, defenders see what comes."""
    bold = sum(duty.kind == "attack" for duty in duties.values())
    return decision.answer("A" if 2 * bold >= len(duties) else "B")


def charge(p: Picture, decision: Decision, duties: Duties) -> Answer:
    """At the enemy with the best odds, if they are good enough."""
    unit, prospects = _unit(p, decision), Prospects(p)
    duty = duties.get(unit.id)
    best, target = limit(p, duty), ""
    for option in decision.options:
        foe = p.view.seen.get(option.key.removeprefix("charge:"))
        if foe is None:
            continue
        way = prospects.reach(unit, foe) or straight(unit, foe, p.range(unit, foe))
        edge = prospects.charge(unit, foe, way, helpers(p, prospects, unit, foe.id))
        if edge >= best:
            best, target = edge, option.key
    return decision.answer(target or "decline")


def respond(p: Picture, decision: Decision, duties: Duties) -> Answer | None:
    """Foot forms square against horse; who would be ridden down and can run, runs."""
    unit, charger = _unit(p, decision), _foe(p, decision, "charger")
    if charger is None:
        return None
    # always: what a square loses to guns is less than what horse does to a line that it reaches
    if decision.option("square") is not None:
        return decision.answer("square")
    hopeless = Prospects(p).standing(unit, charger) < HOPELESS
    return decision.answer("evade" if hopeless and decision.option("evade") is not None else "stand")


def opportunity_fire(p: Picture, decision: Decision, duties: Duties) -> Answer:
    """Fire; a battery does not waste it on what is far off while others are near."""
    unit, foe = _unit(p, decision), _foe(p, decision)
    if foe is not None and branch(unit.arm) == "artillery" and p.range(unit, foe) > p.gun_reach(unit, "effective"):
        return decision.answer("hold")
    return decision.answer("fire")


def opportunity_charge(p: Picture, decision: Decision, duties: Duties) -> Answer:
    """Only with good odds."""
    unit, foe = _unit(p, decision), _foe(p, decision)
    if foe is None or unit.formation == "square":
        return decision.answer("hold")
    edge = Prospects(p).charge(unit, foe, straight(unit, foe, p.range(unit, foe)))
    good = edge >= max(OPPORTUNITY, limit(p, duties.get(unit.id)))
    return decision.answer("charge" if good else "hold")


def press(p: Picture, decision: Decision, duties: Duties) -> Answer:
    """Not against steady bayonets."""
    unit, foe = _unit(p, decision), _foe(p, decision)
    good = foe is not None and Prospects(p).edge(unit, foe) > OPPORTUNITY
    return decision.answer("press" if good else "pull_up")


def breakthrough(p: Picture, decision: Decision, duties: Duties) -> Answer:
    """Horse goes after those who run unless fresh enemies are near; foot keeps its ground."""
    unit = _unit(p, decision)
    # horse is seldom fresh where a pursuit ends, and then has to stand whoever is there
    fresh = p.away(unit.space, p.nearest(unit.space)) <= FRESH
    return decision.answer("roll" if branch(unit.arm) == "cavalry" and not fresh and not unit.blown else "hold")


def way(p: Picture, decision: Decision, duties: Duties) -> Answer:
    """At an enemy who will be beaten, else where nobody is."""
    unit, prospects = _unit(p, decision), Prospects(p)

    def promise(step: str) -> float:
        there = p.board.stepped(unit.space, unit.facing, step)
        foes = p.held.get(there, [])
        return min((prospects.edge(unit, foe) for foe in foes), default=0.0)

    return decision.answer(max((option.key for option in decision.options), key=promise))


def turn(p: Picture, decision: Decision, duties: Duties) -> Answer | None:
    """Face the nearest enemy who stands."""
    unit = _unit(p, decision)
    foe = p.nearest(unit.space)
    facing = towards(unit.space, foe.space) if foe is not None else unit.facing
    return decision.answer(facing) if facing in FACINGS and decision.option(facing) is not None else None


def fire(p: Picture, decision: Decision, duties: Duties) -> Answer | None:
    """In the phases of fire all fire together, at whom that does most."""
    unit = _unit(p, decision)
    target = massed(p, branch(unit.arm) == "artillery").get(unit.id) if p.drilled else None
    return decision.answer(f"at:{target}") if target is not None else None


ANSWERS: dict[str, Callable[[Picture, Decision, Duties], Answer | None]] = {
    "initiative": initiative, "charge": charge, "respond": respond, "opportunity_fire": opportunity_fire,
    "opportunity_charge": opportunity_charge, "fire": fire, "press": press, "breakthrough": breakthrough, "way": way,
    "turn": turn,
}  # fmt: skip
