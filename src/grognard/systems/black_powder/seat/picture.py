"""A seat's table in Black Powder, made from its view and its briefing alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from grognard.army.footprints import drawn_shape
from grognard.army.nations import nation
from grognard.battle import pictures as pic
from grognard.battle.kinds import many
from grognard.ground.units import SUB
from grognard.kernel.checks import implements
from grognard.kernel.tables import Tables
from grognard.miniatures.drawing import BARS, at, flag_of, nearest_of, parts_of, reach_of, seen_leader

from ..checks.measures import switched
from ..muster import judgement
from ..table import bodies
from ..table.state import Brigade, LeaderState, UnitState
from ..terms import Arm, Formation, Size, Special, branch
from ..turn.ending import men_left
from .view import Briefing, SeenUnit, View

_STATES = ("in good order", "disordered", "shaken", "shaken and disordered")
_STEADINESS = {word: pic.Steadiness(step=step, of=len(_STATES), word=word) for step, word in enumerate(_STATES)}
MEASURES = (
    pic.Measure(key="casualties", name="Casualties", first="most"),
    pic.Measure(key="save", name="Morale", first="least"),
)
SMALL_ARMS: tuple[pic.DrawnArm, ...] = ("infantry", "irregular")
GUNS: tuple[pic.DrawnArm, ...] = ("artillery",)
INCHES = {"de": ("Zoll", "Zoll"), "fr": ("pouce", "pouces")}
_SHOWN = ("france", "6_pounder")
_BANDS = ("close canister", "canister", "effective", "long range")


def picture(view: View, briefing: Briefing) -> pic.Picture:
    """All of it."""
    fighting = {unit for each in view.contacts.values() for unit in (each.charger, each.target)}
    return pic.Picture(
        turn=view.turn,
        phase=view.phase,
        units=(
            *(_own(view, briefing, unit, unit.id in fighting) for unit in view.units.values()),
            *(_seen(briefing, unit, unit.id in fighting) for unit in view.seen.values()),
        ),
        leaders=(
            *(_leader(briefing, leader) for leader in view.leaders.values() if not leader.fell_on),
            *(seen_leader(leader) for leader in view.leaders_seen.values()),
        ),
        areas=tuple(_reaches(view, briefing)),
        formations=_tree(view),
        rings=_rings(briefing.rules.tables),
        chips=tuple(_chips(view)),
        measures=MEASURES,
        yardstick=pic.Yardstick("inch", "inches", _inch(briefing.rules.tables) / SUB, INCHES),
        ladder="Morale",
    )


@cache
def _parts(t: Tables, arm: Arm, formation: Formation, size: Size) -> tuple[pic.DrawnPart, ...]:
    return parts_of((*bodies.footprint(t, arm, formation, size).parts, *bodies.screen(t, formation, size)))


def _state(*, shaken: bool, disordered: bool) -> pic.Steadiness:
    return _STEADINESS[_STATES[2 * shaken + disordered]]


def _own(view: View, briefing: Briefing, now: UnitState, fighting: bool) -> pic.UnitPicture:
    t, post = briefing.rules.tables, briefing.posts[now.id]
    of, unit = branch(now.arm), post.unit
    guns = unit.guns + unit.howitzers if of == "artillery" else 0
    brigade = view.brigades.get(now.brigade)
    broken = brigade is not None and brigade.morale == "broken"
    # in the draft a broken brigade does not make its units count as shaken
    shaken = now.casualties >= now.stamina or (broken and not switched(t, "brigade_morale_v2"))
    held = _held(view, now, fighting, post.leaders)
    return pic.UnitPicture(
        id=now.id,
        name=unit.name,
        side=now.side,
        nation=nation(unit.nation).id,
        arm=of,
        own=True,
        **at(now.position),
        heading=now.heading,
        formation=now.formation.replace("_", " "),
        parts=_parts(t, now.arm, now.formation, now.size),
        where=now.where,
        men=men_left(unit.men, now.casualties, now.stamina),
        men_of=unit.men,
        guns=guns,
        guns_of=guns,
        shape=drawn_shape(now.formation),
        strength=round(max(0, now.stamina - now.casualties) / now.stamina, 3),
        steadiness=_state(shaken=shaken, disordered=now.disordered),
        badges=_badges(now.casualties, now.disordered, fighting),
        rows=(
            _profile_row(now.hand_to_hand, now.shooting, now.size, of == "artillery"),
            _morale_row(now.morale),
            _casualties_row(now.casualties, now.stamina),
            *_gun_row(now.gun if of == "artillery" else ""),
            *_special_row(now.special),
        ),
        marks=_marks(now, broken=broken),
        brigade=post.brigade,
        leaders=post.leaders,
        arrives=unit.arrival.turn if now.where == "waiting" and unit.arrival else 0,
        held=held[0],
        held_rule=held[1],
        nearest=nearest_of(now, view.seen.values()),
    )


def _held(view: View, now: UnitState, fighting: bool, above: Sequence[str]) -> tuple[str, str]:
    """Why it can be given no order now."""
    if fighting:
        return "it fights hand-to-hand", "BP-HTH-1"
    if view.active != now.side:
        return "it is the enemy's turn", "BP-TURN-1"
    if now.moved_by == "initiative":
        return "it moved by its own initiative this turn", "BP-CMD-7"
    if now.ordered:
        return "it has had its order this turn", "BP-CMD-1"
    own = [leader for leader in view.leaders.values() if leader.id in above]
    # all above it have spoken: nobody is left who could order it
    if view.phase == "command" and own and all(leader.spoken or leader.fell_on for leader in own):
        return "its commander has spoken this turn", "BP-CMD-4"
    return ("it is disordered", "BP-STATE-3") if now.disordered else ("", "")


@cache
def _badges(casualties: int, disordered: bool, fighting: bool) -> tuple[pic.Badge, ...]:
    found = []
    if casualties:
        words = many(casualties, "casualty", "casualties")
        found.append(pic.Badge(words=words, shape="pips", glyph="dot", count=casualties))
    if disordered:
        found.append(pic.Badge(words="disordered", shape="disc", glyph="cross", tone="notice"))
    if fighting:
        found.append(pic.Badge(words="fights hand-to-hand", shape="tail", letters="⚔", tone="bad"))
    return tuple(found)


@cache
def _profile_row(hand_to_hand: int, shooting: int, size: str, guns: bool) -> pic.Row:
    return pic.Row(
        label="Dice",
        value=f"{hand_to_hand} fighting" + (f", {shooting} shooting" if shooting and not guns else ""),
        note=size,
        brief=f"{hand_to_hand}/{'-' if guns else shooting}",
        rule="BP-UNIT-1",
    )


@cache
def _morale_row(morale: int) -> pic.Row:
    return pic.Row(
        label="Morale save", value=f"{morale}+", brief=f"{morale}+", rule="BP-SAVE-1", key="save", number=morale
    )


@cache
def _casualties_row(casualties: int, stamina: int) -> pic.Row:
    tone: pic.Tone = "bad" if casualties >= stamina else "notice" if casualties else "ink"
    return pic.Row(
        label="Casualties",
        value=f"{casualties} of {stamina}",
        brief=f"{casualties}/{stamina}",
        tone=tone,
        rule="BP-STATE-1",
        key="casualties",
        number=casualties,
    )


@cache
def _gun_row(gun: str) -> tuple[pic.Row, ...]:
    return (pic.Row(label="Guns", value=gun.replace("_", "-"), rule="BP-ART-4"),) if gun else ()


@cache
def _special_row(special: tuple[Special, ...]) -> tuple[pic.Row, ...]:
    if not special:
        return ()
    words = ", ".join(f"elite {each[-1]}+" if each.startswith("elite") else each.replace("_", " ") for each in special)
    return (pic.Row(label="Special rules", value=words, rule="BP-SPEC-11"),)


def _marks(now: UnitState, *, broken: bool) -> tuple[str, ...]:
    told = {
        "its brigade is broken": broken,
        "first fire in hand": not now.volleyed and "first_fire" in now.special,
        "has fired this turn": now.fired,
        "its gunners have run to a friend": bool(now.shelters),
        now.engagement: now.engagement != "unengaged",
    }
    return tuple(mark for mark, true in told.items() if true)


def _seen(briefing: Briefing, seen: SeenUnit, fighting: bool) -> pic.UnitPicture:
    t = briefing.rules.tables
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
        parts=_parts(t, seen.arm, seen.formation, seen.size),
        shape=drawn_shape(seen.formation),
        men=_men(t, seen.arm, seen.size),
        # stamina is not seen, so no loss is shown
        strength=1.0,
        steadiness=_state(shaken=seen.shaken, disordered=seen.disordered),
        badges=_badges(seen.casualties, seen.disordered, fighting),
        rows=(pic.Row(label="Size", value=seen.size, rule="BP-UNIT-2"),),
    )


@cache
def _men(t: Tables, arm: Arm, size: Size) -> int:
    """About how many men a unit of this size has, by its bases; of a battery nobody counts them."""
    per_base = judgement()["men_to_a_base"].get(branch(arm), 0)
    return int(per_base * bodies.stands_of(t, arm, size))


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
        attached=now.attached,
        rating=f"staff rating {now.staff}" + (", has spoken this turn" if now.spoken else ""),
        units=post.units,
        where=now.where,
    )


@implements("BP-CMD-3")
def _reaches(view: View, briefing: Briefing) -> Iterator[pic.Area]:
    """How far each commander's word carries without a penalty."""
    t = briefing.rules.tables
    # the full inch, also on a reduced table: command distances are not scaled
    inches = t.number("BP-CMD-3", "step")
    far = inches * bodies.inch(t) // SUB
    for now in view.leaders.values():
        if now.where != "table" or now.fell_on:
            continue
        name = briefing.leaders[now.id].name
        yield reach_of(now, far, f"within {inches} inches of {name} orders are not harder to give")


def _chips(view: View) -> Iterator[pic.Chip]:
    yield pic.Chip(name="to move", text=view.active)
    for side in view.broken:
        yield pic.Chip(name="broken", text=side)


def _tree(view: View) -> tuple[pic.BodyPicture, ...]:
    """The seat's brigades, and how they stand."""
    return tuple(
        pic.BodyPicture(
            name=each.name,
            note=_note(view, each),
            leader=each.leader if each.leader in view.leaders else "",
            units=tuple(unit for unit in each.units if unit in view.units),
        )
        for each in view.brigades.values()
    )


_SPEAKING = ("initiative", "command")
"""Phases in which it matters who may still be told something."""


def _note(view: View, brigade: Brigade) -> str:
    """The morale of a brigade where it is not good, what it is about, and whether its commander may still speak."""
    found: list[str] = [brigade.morale] if brigade.morale != "good" else []
    found += [brigade.order] if brigade.order else []
    leader = view.leaders.get(brigade.leader)
    if leader is not None and view.active == view.side and view.phase in _SPEAKING:
        found.append(_voice(view, brigade, leader))
    return ", ".join(each for each in found if each)


def _voice(view: View, brigade: Brigade, leader: LeaderState) -> str:
    if leader.spoken or leader.fell_on:
        return "has spoken" if not leader.fell_on else "without a commander"
    here = [view.units[unit] for unit in brigade.units if unit in view.units and view.units[unit].where == "table"]
    left = sum(not (unit.ordered or unit.moved_by or unit.disordered) for unit in here)
    return f"orders to give: {left} of {len(here)}" if here else ""


def _inch(t: Tables) -> int:
    """Sixteenths of a pace in an inch: ranges are scaled where the table is."""
    return bodies.inch(t, reduced=switched(t, "measuring_66"))


@cache
def _rings(t: Tables) -> tuple[pic.RangeRing, ...]:
    """Ranges of muskets, and of field guns of the usual kind."""
    inch = _inch(t)
    nation_of, gun = _SHOWN
    small = {"close range": t.number("BP-SHOOT-3", "close"), "muskets": t.number("BP-SHOOT-2", "smoothbore_musket")}
    guns = dict(zip(_BANDS, t.value("BP-ART-4", nation_of)[gun], strict=True))
    return (
        *(pic.RangeRing(name=name, paces=far * inch // SUB, text=name, arms=SMALL_ARMS) for name, far in small.items()),
        *(
            pic.RangeRing(name=f"{name}, 6-pounders", paces=far * inch // SUB, text=name, arms=GUNS)
            for name, far in guns.items()
        ),
    )
