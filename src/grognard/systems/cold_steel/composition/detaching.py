"""Companies, squadrons or sections detached from a unit, and regrouped with it (CS-3.3.2.3i)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from grognard.army.layouts import battalion
from grognard.army.oob import Unit
from grognard.battle.events import Set
from grognard.ground.shapes import placed
from grognard.ground.units import to_sub
from grognard.kernel.checks import Refusal, implements

from ..events.composition import DetachmentBack, PartedAgain, PartsDetached
from ..table import raised as shared
from ..table.battlefield import Battlefield
from ..table.bodies import shape
from ..table.state import Detach, Order, Raised, Share, UnitState
from . import rolls
from .joining import joined_within

Given = Mapping[str, tuple[int, int]]
"""Figures and losses by unit of the roster."""


def elements(b: Battlefield, unit: str) -> int:
    """Companies of a battalion, squadrons of a regiment, sections of two guns of a battery."""
    made = b.entry(unit).unit
    if made.kind == "artillery":
        # live pieces only: guns out of action are in no section
        return max(1, b.live(unit) // b.rules.tables.number("CS-7.1h", "guns_in_section"))
    return elements_of(b, made)


def elements_of(b: Battlefield, made: Unit) -> int:
    """Companies or squadrons of a unit as it was made up."""
    if made.kind == "cavalry":
        return max(1, made.squadrons)
    return battalion(made, b.year, made.men).companies


def judge_detach(b: Battlefield, now: UnitState, order: Order) -> Refusal | None:
    """Whether a unit can give up so many of its parts."""
    # parts of it elsewhere, or hidden: what stays behind could not be told from what goes
    if now.parent or now.skirmishers or now.formation == "garrison" or now.card or b.entry(now.id).rated.irregular:
        return Refusal("CS-3.3.2.3i", f"{b.name(now.id)} cannot be divided as it stands")
    most = elements(b, now.id) - 1
    if most < 1 or b.live(now.id) < 2:
        return Refusal("CS-3.3.2.3i", f"{b.name(now.id)} is of one piece: nothing can be detached from it")
    if isinstance(order.special, Detach) and order.special.companies > most:
        return Refusal("CS-3.3.2.3i", f"at most {most} of its companies, squadrons or sections can be detached")
    return None


@implements("CS-3.3.2.3i")
def detach(b: Battlefield, unit: str) -> bool:
    """Some of its parts become a unit of their own, on its right."""
    now = b.unit(unit)
    order = now.order
    if order is None or not isinstance(order.special, Detach) or judge_detach(b, now, order) is not None:
        return False
    if not order.special.companies:
        return False
    whole, entry = elements(b, unit), b.entry(unit)
    parts = min(order.special.companies, whole - 1)
    # somebody stays and somebody goes, however small it is
    figures = min(now.figures - now.lost - 1, max(1, (now.figures - now.lost) * parts // whole))
    # guns first: howitzers go only if there are not guns enough
    guns = min(now.guns, figures) if entry.rated.arm == "artillery" else 0
    pieces: dict[str, Any] = {"guns": guns, "howitzers": figures - guns} if entry.rated.arm == "artillery" else {}
    # whose men these are: a unit thrown together gives up some of each
    given = shared.shares(b, replace(now, figures=figures, lost=0))
    made = _detachment(b, now, parts, whole, figures, pieces, given)
    left = _less(entry.unit, parts, whole, pieces)
    place = rolls.beside(b, now, made.unit, now.formation)
    if place is None:
        return False
    new = UnitState(
        id=made.id,
        side=now.side,
        position=place,
        heading=now.heading,
        formation=now.formation,
        interval=now.interval,
        figures=figures,
        status=now.status,
        disorder=now.disorder,
        placed=now.placed,
        volley_spent=now.volley_spent,
        identified=now.identified,
        # what they did last turn they did with the others
        before=now.before,
        held=now.held,
        retire=now.retire,
        retired=now.retired,
        passing_disorder=now.passing_disorder,
        passing_due=now.passing_due,
        **pieces,
    )
    remaining = {
        "figures": now.figures - figures,
        **{name: getattr(now, name) - count for name, count in pieces.items()},
    }
    b.report(
        PartsDetached(unit=unit, parts=parts, figures=figures),
        rules=("CS-3.3.2.3i",),
        sets=[
            rolls.entered(b, made),
            rolls.entered(b, rolls.changed(b, unit, left, entry.rated, shared.less(shared.shares_of(b, unit), given))),
            Set("units", new.id, rolls.fields(new)),
            b.change(unit, **remaining),
            # ids must never come twice, or a new unit would be taken for an old one
            Set("", "", {"serial": b.world.serial + 1}),
        ],
    )
    return True


def _detachment(
    b: Battlefield, now: UnitState, parts: int, whole: int, figures: int, pieces: dict[str, Any], given: Given
) -> Raised:
    entry, id = b.entry(now.id), f"{now.id}-{b.world.serial + 1}"
    name = f"detachment of {entry.name}"
    unit = replace(
        entry.unit,
        id=id,
        name=name,
        men=max(1, entry.unit.men * parts // whole),
        arrival=None,
        off_board=None,
        battalion_guns=0,
        **_count(entry.unit, parts),
        **pieces,
    )
    # pikes and battalion guns stay with the colours
    rated = replace(entry.rated, id=id, name=name, figures=figures, pikes=0, battalion_guns=0)
    shares = tuple(Share(each, count) for each, (count, _) in given.items() if count)
    return Raised(id, unit, rated, shared.shares_of(b, now.id)[0].unit, shares, of=now.id)


def _less(unit: Unit, parts: int, whole: int, pieces: dict[str, Any]) -> Unit:
    """A unit without these parts."""
    fewer = {name: max(0, getattr(unit, name) - count) for name, count in pieces.items()}
    return replace(unit, men=max(1, unit.men * (whole - parts) // whole), **_count(unit, whole - parts), **fewer)


def _count(unit: Unit, parts: int) -> dict[str, Any]:
    if unit.kind == "artillery":
        return {}
    return {"squadrons": min(12, parts)} if unit.kind == "cavalry" else {"companies": min(24, parts)}


# -- coming back


def judge_regroup(b: Battlefield, now: UnitState, order: Order) -> Refusal | None:
    """Whether a detachment, or a unit thrown together, can be what it was again."""
    raised = b.world.raised.get(now.id)
    if raised is None or not (raised.of or len(raised.parts) > 1):
        return Refusal("CS-3.3.2.3i", f"{b.name(now.id)} is neither a detachment nor several units in one")
    if now.skirmishers:
        return Refusal("CS-3.3.2.3i", f"{b.name(now.id)} has skirmishers out; call them in first")
    # a detachment goes back to its unit, several in one go back each to his own
    takers = [raised.of] if raised.of else [part.unit for part in raised.parts]
    refused = next((wrong for each in takers if (wrong := _judge_taker(b, now, each)) is not None), None)
    return refused or _judge_distance(b, now, [each for each in takers if b.unit(each).where == "table"])


def _judge_taker(b: Battlefield, now: UnitState, name: str) -> Refusal | None:
    """Whether a unit can take back its men: it stands, or it is wholly among them and comes into being again."""
    taker = b.world.units.get(name)
    if taker is None or not (_inside(b, taker, now.id) or taker.where == "table"):
        return Refusal("CS-3.3.2.3i", f"{b.name(name)} is not there to take its men back")
    if b.entry(name).rated.arm != b.entry(now.id).rated.arm:
        return Refusal("CS-3.3.2.3i", f"{b.name(now.id)} has to be mounted or on foot as {b.name(name)} is")
    if taker.status in ("broken", "routed"):
        return Refusal("CS-3.3.2.3i", f"{b.name(name)} is {taker.status} and takes nobody back")
    return None


def _judge_distance(b: Battlefield, now: UnitState, takers: list[str]) -> Refusal | None:
    """They are beside it, or beside others that are: companies go along a row of battalions."""
    row, left = [now.id], takers
    # along the row as far as it hangs together
    while near := [each for each in left if any(b.survey.distance(each, other) <= joined_within(b) for other in row)]:
        row += near
        left = [each for each in left if each not in near]
    if not left:
        return None
    return Refusal("CS-3.3.2.3i", f"it has to be within {joined_within(b)} paces of {b.name(left[0])}")


def _inside(b: Battlefield, unit: UnitState, whole: str) -> bool:
    """Whether a unit has gone wholly into another, be it by way of a third."""
    while unit.where == "joined" and unit.within in b.world.units:
        if unit.within == whole:
            return True
        unit = b.unit(unit.within)
    return False


@implements("CS-3.3.2.3i")
def regroup(b: Battlefield, unit: str) -> bool:
    """A detachment falls in with its unit; units thrown together, and elites, go back to their own."""
    now = b.unit(unit)
    if now.order is None or judge_regroup(b, now, now.order) is not None:
        return False
    raised = b.world.raised[unit]
    # one or the other: a unit is never both
    _fall_in(b, now, raised) if raised.of else _part_company(b, now, raised)
    return True


def _fall_in(b: Battlefield, now: UnitState, raised: Raised) -> None:
    parent = b.unit(raised.of)
    whole, small = b.entry(parent.id).unit, raised.unit
    joined = replace(
        whole,
        men=min(3000, whole.men + small.men),
        companies=min(24, whole.companies + small.companies),
        squadrons=min(12, whole.squadrons + small.squadrons),
        guns=min(24, whole.guns + small.guns),
        howitzers=min(12, whole.howitzers + small.howitzers),
    )
    back = {
        "figures": parent.figures + now.figures,
        "lost": parent.lost + now.lost,
        "guns": parent.guns + now.guns,
        "howitzers": parent.howitzers + now.howitzers,
        # the worse of the two: order does not mix
        "disorder": max(parent.disorder, now.disorder),
    }
    others = _others_of(b, parent.id, now.id)
    before = rolls.changed(b, parent.id, whole, b.entry(parent.id).rated)
    # as the order of battle has it again: then it needs no entry of its own
    complete = not others and not before.parts and before.rated == b.roster.units[parent.id].rated
    parts = shared.more(before.parts, raised.parts) if before.parts else ()
    kept = rolls.struck(parent.id) if complete else rolls.entered(b, replace(before, unit=joined, parts=parts))
    b.report(
        DetachmentBack(unit=parent.id, other=now.id),
        rules=("CS-3.3.2.3i",),
        sets=[kept, b.change(parent.id, **back), *_dissolved(b, now, parent.id), *rolls.set_free(b, now, parent.id)],
    )


def _part_company(b: Battlefield, now: UnitState, raised: Raised) -> None:
    """Each of those who made it has its share of men and losses again; those whom it left whole take their companies
    back."""
    sets: list[Set] = []
    row, guns, sappers = _row(b, now, raised), now.guns, now.engineers
    for part, (figures, lost) in shared.shares(b, now).items():
        own = b.unit(part)
        back: dict[str, Any] = {"figures": own.figures + figures, "lost": own.lost + lost}
        if b.entry(part).rated.arm == "artillery":
            # guns served are shared out as far as they last, in the order of the parts
            served = min(guns, figures - lost)
            back |= {"guns": own.guns + served, "howitzers": own.howitzers + figures - lost - served}
            guns -= served
        # no more engineers than it came with
        with_it = max(0, min(sappers, b.roster.units[part].unit.engineers - own.engineers))
        back["engineers"] = own.engineers + with_it
        sappers -= with_it
        # wholly inside so far: it comes into being again where they stood
        if own.where == "joined":
            place = placed(now.position, now.heading, row[part], 0)
            back |= {
                "where": "table",
                "within": "",
                "position": place if b.ground.on_table(place) else now.position,
                "heading": now.heading,
                "formation": now.formation,
                "interval": now.interval,
                "status": now.status,
                "disorder": now.disorder,
                "volley_spent": now.volley_spent,
                "order": None,
            }
        elif part in b.world.raised:
            pieces: dict[str, Any] = {name: back[name] for name in ("guns", "howitzers") if name in back}
            sets.append(_made_up_again(b, part, now.id, own.figures + figures, pieces))
        sets.append(b.change(part, **back))
    first = raised.parts[0].unit
    b.report(
        PartedAgain(unit=now.id, number=len(raised.parts)),
        rules=("CS-3.3.2.3i",),
        sets=[*sets, *_dissolved(b, now, first), *rolls.set_free(b, now, first)],
    )


def _row(b: Battlefield, now: UnitState, raised: Raised) -> dict[str, int]:
    """How far to the right each unit stands that comes into being again: in a row where they stood as one."""
    within = [part.unit for part in raised.parts if b.unit(part.unit).where == "joined"]
    widths = [shape(b, replace(b.unit(each), formation=now.formation)).width for each in within]
    left, found = -(sum(widths) + to_sub(rolls.GAP) * (len(widths) - 1)) // 2, {}
    for each, width in zip(within, widths, strict=True):
        found[each] = left + width // 2
        left += width + to_sub(rolls.GAP)
    return found


def _made_up_again(b: Battlefield, unit: str, from_whom: str, figures: int, pieces: dict[str, Any]) -> Set:
    """A unit that has men back from another: as the order of battle has it, unless more of it is away still."""
    entry, now = b.roster.units[unit], b.world.raised[unit]
    rated = replace(now.rated, morale_rating=entry.rated.morale_rating)
    # nothing of it is away any more, and its rating is its own
    if rated == entry.rated and not now.parts and not _others_of(b, unit, from_whom):
        return rolls.struck(unit)
    whole = entry.unit.guns + entry.unit.howitzers if pieces else entry.rated.figures
    parts = _count(entry.unit, max(1, elements_of(b, entry.unit) * figures // whole))
    made = replace(now.unit, men=max(1, entry.unit.men * figures // whole), **parts, **pieces)
    return rolls.entered(b, replace(now, unit=made, rated=rated))


def _others_of(b: Battlefield, unit: str, besides: str) -> list[str]:
    """Units on the table with men of a unit in them."""
    return [
        each.id
        for each in b.world.raised.values()
        if each.id not in (unit, besides)
        and b.unit(each.id).where == "table"
        and (each.of == unit or any(part.unit == unit for part in each.parts))
    ]


def _dissolved(b: Battlefield, now: UnitState, into: str) -> list[Set]:
    gone = {
        "where": "joined", "within": into, "figures": 0, "lost": 0, "guns": 0, "howitzers": 0, "engineers": 0,
        "labour": None, "order": None, "ordered": None, "melee": (), "mission": "",
    }  # fmt: skip
    return [Set("units", now.id, gone), *rolls.missions_without(b, [now.id])]
