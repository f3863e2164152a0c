"""A seat's table in Class Dice, made from its view and its briefing alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from grognard.army.footprints import drawn_shape
from grognard.army.nations import nation
from grognard.battle import pictures as pic
from grognard.battle.kinds import many
from grognard.kernel.checks import implements
from grognard.kernel.tables import Tables
from grognard.miniatures.drawing import BARS, at, flag_of, nearest_of, parts_of, reach_of, seen_leader

from ..checks.charts import paces
from ..checks.command import radius
from ..checks.status import last_turn
from ..checks.units import castings_in
from ..table import bodies
from ..table.state import DivisionState, LeaderState, UnitState
from ..terms import Arm, Formation, branch
from .view import Briefing, Seen, View

_STATUSES = ("steady", "shaken", "disordered", "broken")
_STEADINESS = {
    status: pic.Steadiness(step=step, of=len(_STATUSES), word=status) for step, status in enumerate(_STATUSES)
}
MEASURES = (
    pic.Measure(key="ammunition", name="Ammunition", first="least"),
    pic.Measure(key="worth", name="Combat worth", first="most"),
)
_ASTRAY = pic.Row(
    label="Command", value="out of reach", brief="out of command", tone="bad", rule="CD-command-radius-effect"
)
SMALL_ARMS: tuple[pic.DrawnArm, ...] = ("infantry", "irregular")
GUNS: tuple[pic.DrawnArm, ...] = ("artillery",)
_SHOWN_GUN = "6pdr"


def picture(view: View, briefing: Briefing) -> pic.Picture:
    """All of it."""
    return pic.Picture(
        turn=view.turn,
        phase=view.phase,
        units=(
            *(_own(view, briefing, unit) for unit in view.units.values()),
            *(_seen(briefing, unit) for unit in view.seen.values()),
        ),
        leaders=(
            *(_leader(briefing, leader) for leader in view.leaders.values() if not leader.fell_on),
            *(seen_leader(leader) for leader in view.leaders_seen.values()),
        ),
        areas=tuple(_reaches(view, briefing)),
        formations=_tree(view, briefing),
        rings=_rings(briefing.rules.tables),
        chips=tuple(_chips(view)),
        measures=MEASURES,
        ladder="Morale",
    )


@cache
def _parts(t: Tables, arm: Arm, formation: Formation, castings: int) -> tuple[pic.DrawnPart, ...]:
    return parts_of(bodies.footprint(t, arm, formation, max(1, castings)).parts)


def _own(view: View, briefing: Briefing, now: UnitState) -> pic.UnitPicture:
    t, post = briefing.rules.tables, briefing.posts[now.id]
    of = branch(now.arm)
    castings = castings_in(t, of, now.steps)
    share = now.steps / max(1, now.starting)
    guns = of == "artillery"
    return pic.UnitPicture(
        id=now.id,
        name=post.unit.name,
        side=now.side,
        nation=nation(post.unit.nation).id,
        arm=of,
        own=True,
        **at(now.position),
        heading=now.heading,
        formation=now.formation.replace("_", " "),
        parts=_parts(t, now.arm, now.formation, castings),
        where=now.where,
        men=round(post.unit.men * share),
        men_of=post.unit.men,
        guns=castings if guns else 0,
        guns_of=now.starting if guns else 0,
        shape=drawn_shape(now.formation),
        strength=round(share, 3),
        steadiness=_STEADINESS[now.status],
        # called in: there is nobody out before the front
        badges=_badges(now.smoke, now.firefight, 0 if now.screen_beaten else now.screen, now.activated),
        rows=(
            _class_row(now.troop_class, now.cw),
            _castings_row(castings, guns),
            *_ammunition_row(now.ammunition, bool(now.weapon) or guns),
            *_status_row(t, now),
            *((_ASTRAY,) if now.id in view.astray else ()),
        ),
        marks=_marks(now),
        brigade=post.brigade,
        leaders=post.leaders,
        arrives=post.unit.arrival.turn if now.where == "waiting" and post.unit.arrival else 0,
        **_held(view, now),
        nearest=nearest_of(now, view.seen.values()),
    )


@cache
def _badges(smoke: bool, firefight: bool, screen: int, activated: bool) -> tuple[pic.Badge, ...]:
    found = []
    if screen:
        found.append(
            pic.Badge(words=f"skirmishers out: {many(screen, 'stand')}", shape="pips", glyph="dot", count=screen)
        )
    if smoke:
        found.append(pic.Badge(words="in smoke", shape="disc", glyph="dot", tone="faint"))
    if firefight:
        found.append(pic.Badge(words="in a firefight", shape="disc", glyph="cross", tone="notice"))
    if activated:
        found.append(pic.Badge(words="activated this turn", shape="tail", letters="✓", tone="faint"))
    return tuple(found)


@cache
def _class_row(troop_class: str, cw: int) -> pic.Row:
    return pic.Row(
        label="Class", value=f"{troop_class}, CW {cw}", brief=f"CW {cw}", rule="CD-combat-worth", key="worth", number=cw
    )


@cache
def _castings_row(castings: int, guns: bool) -> pic.Row:
    return pic.Row(label="Tubes" if guns else "Castings", value=str(castings), rule="CD-casualty-step")


@cache
def _ammunition_row(points: int, fires: bool) -> tuple[pic.Row, ...]:
    if not fires:
        return ()
    tone: pic.Tone = "bad" if not points else "notice" if points < 3 else "ink"
    return (
        pic.Row(
            label="Ammunition",
            value=f"{points} AP" if points else "none",
            brief=f"{points} AP",
            tone=tone,
            rule="CD-ap-supply",
            key="ammunition",
            number=points,
        ),
    )


def _status_row(t: Tables, now: UnitState) -> tuple[pic.Row, ...]:
    """A status and the turn in whose end phase it ends."""
    if now.status == "steady":
        return ()
    ends = last_turn(t, now.status, now.since)
    return (
        pic.Row(
            label=now.status.capitalize(),
            value=f"till end of turn {ends}",
            brief=f"{now.status} till turn {ends}",
            tone="bad",
            rule="CD-morale-duration",
        ),
    )


def _marks(now: UnitState) -> tuple[str, ...]:
    told = {
        "initial volley in hand": not now.volleyed and (bool(now.weapon) or branch(now.arm) == "artillery"),
        "moved last turn": now.moved_last_turn,
        "skirmishers beaten": now.screen_beaten and now.screen > 0,
        "guns silenced": now.silenced,
        "acted on local initiative": now.local_acts > 0,
    }
    return tuple(mark for mark, true in told.items() if true)


def _held(view: View, now: UnitState) -> dict[str, Any]:
    """Why it cannot be told anything, if it cannot."""
    if now.activated:
        return {"held": "it has been activated this turn", "held_rule": "CD-division-activation"}
    if now.id in view.astray:
        return {
            "held": "it is out of its division commander's reach, and stays where it is",
            "held_rule": "CD-command-radius-effect",
        }
    return {}


def _seen(briefing: Briefing, seen: Seen) -> pic.UnitPicture:
    t, guns = briefing.rules.tables, branch(seen.arm) == "artillery"
    # by the figures on the table, since the real number is not known
    men = 0 if guns else seen.castings * t.number("CD-scale", "men_per_casting")
    return pic.UnitPicture(
        id=seen.id,
        name=seen.name,
        side=seen.side,
        nation=nation(seen.nation).id,
        arm=branch(seen.arm),
        own=False,
        **at(seen.position),
        heading=seen.heading,
        formation=seen.formation.replace("_", " "),
        parts=_parts(t, seen.arm, seen.formation, seen.castings),
        shape=drawn_shape(seen.formation),
        men=men,
        guns=seen.castings if guns else 0,
        # what it began with is not known, so no loss is shown
        strength=1.0,
        steadiness=_STEADINESS[seen.status],
        badges=_badges(seen.smoke, seen.firefight, seen.screen, seen.activated),
        rows=(_castings_row(seen.castings, guns),),
    )


def _leader(briefing: Briefing, now: LeaderState) -> pic.LeaderPicture:
    post = briefing.leaders[now.id]
    return pic.LeaderPicture(
        id=now.id,
        name=post.name,
        side=now.side,
        nation=flag_of(post, briefing.posts, briefing.nation),
        own=True,
        **at(now.position),
        level=BARS[now.level],
        attached=now.attached if now.attached_to == "regiment" else "",
        rating=now.rating,
        units=post.units,
        where=now.where,
    )


@implements("CD-command-radius")
def _reaches(view: View, briefing: Briefing) -> Iterator[pic.Area]:
    """How far each leader's word carries."""
    for now in view.leaders.values():
        if now.where != "table" or now.fell_on:
            continue
        far, name = radius(briefing.rules.tables, now.level), briefing.leaders[now.id].name
        yield reach_of(now, far, f"the word of {name} carries {far} paces")


_BY = {"opening": "opening roll", "contest": "won in a contest", "passed": "the others have done"}


def _chips(view: View) -> Iterator[pic.Chip]:
    """Who has the initiative and why, which division acts, who contests it, the points that are left."""
    if view.holder:
        why = f" ({_BY[view.by]})" if view.by else ""
        yield pic.Chip(name="initiative", text=f"{view.holder}{why}")
    if view.active_side:
        yield pic.Chip(name="active", text=view.active or f"a division of {view.active_side}")
    if view.challenger:
        yield pic.Chip(name="contested by", text=view.challenger)
    if view.points:
        yield pic.Chip(name="Grand-Tac points", text=str(view.points))
    said = view.instructions
    told = [words for words in (_REACT.get(said.reactions, ""), _CONTEST.get(said.contests, "")) if words]
    if said.odds:
        told.append(f"ask from {said.odds} % on")
    if told:
        yield pic.Chip(name="standing", text=", ".join(told))


_REACT = {"ask": "ask at all moves", "always": "react always", "never": "react never"}
_CONTEST = {"ask": "ask at each contest", "always": "contest always", "never": "contest never"}


def _tree(view: View, briefing: Briefing) -> tuple[pic.BodyPicture, ...]:
    """The seat's divisions and their brigades, and whether they have been activated."""
    return tuple(
        pic.BodyPicture(
            name=division.name,
            leader=division.leader if division.leader in view.leaders else "",
            formations=tuple(_brigades(view, briefing, division)),
        )
        for division in view.divisions.values()
    )


def _brigades(view: View, briefing: Briefing, division: DivisionState) -> Iterator[pic.BodyPicture]:
    mine = [brigade for brigade in division.brigades if brigade in briefing.brigades]
    for brigade in mine:
        units = tuple(unit for unit in division.units if unit in view.units and view.units[unit].brigade == brigade)
        yield pic.BodyPicture(
            name=briefing.brigades[brigade],
            note=_note(view, division, units, named=len(mine) > 1),
            leader=division.leader if division.leader in view.leaders else "",
            units=units,
        )


def _note(view: View, division: DivisionState, units: Sequence[str], *, named: bool) -> str:
    """Whether a brigade is still to act, and whose it is."""
    here = [view.units[unit] for unit in units if view.units[unit].where == "table"]
    waiting = sum(not unit.activated for unit in here)
    acts = "acts now" if view.active == division.name and view.active_side == view.side else "waits"
    if not here:
        return ""
    does = "has acted" if not waiting else acts if waiting == len(here) else f"{acts}, {waiting} of {len(here)} left"
    return f"{division.name}: {does}" if named else does


@cache
def _rings(t: Tables) -> tuple[pic.RangeRing, ...]:
    """Bands of muskets, and of field guns of the usual kind."""
    small = [(band, t.row("CD-range-musket", band)) for band in ("close", "short", "medium", "extreme")]
    guns = [
        (band, t.row("CD-range-artillery", f"{_SHOWN_GUN}_{band}")) for band in ("canister", "short", "long", "extreme")
    ]
    return (
        *(
            pic.RangeRing(name=band, paces=paces(t, row.columns["to"]), text=row.label, arms=SMALL_ARMS)
            for band, row in small
        ),
        *(
            pic.RangeRing(name=f"{band}, 6-pounders", paces=paces(t, row.columns["to"]), text=row.label, arms=GUNS)
            for band, row in guns
        ),
    )
