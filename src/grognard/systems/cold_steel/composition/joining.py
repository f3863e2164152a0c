"""Units thrown together into one, and elite companies converged (CS-3.3.2.3c, d, e)."""

from __future__ import annotations

from typing import Any, cast

from msgspec import UNSET
from msgspec.structs import replace

from grognard.army.layouts import battalion
from grognard.battle.events import Set
from grognard.kernel.checks import Refusal, implements

from ..checks.command.special_orders import BrigadeUnitsFacts, ConvergeElitesFacts
from ..events.composition import ElitesConverged, UnitsBrigaded
from ..table import raised
from ..table.battlefield import Battlefield
from ..table.state import Brigade, Converge, Order, Raised, Share, UnitState
from ..terms import DISCIPLINES, STATUSES, Status
from . import rolls

MOST_PARTS = 4
ELITE = ("grenadier", "carabinier", "voltigeur", "light", "flank")
"""Names of companies that can be converged."""


def joined_within(b: Battlefield) -> int:
    """Paces between units that can be thrown together: they have to be beside one another (CS-3.3.2.3c)."""
    return b.rules.tables.number("CS-3.3.2.3c", "within")


def partners(b: Battlefield, now: UnitState) -> tuple[str, ...]:
    """Units of the same arm and seat beside a unit that could be thrown together with it."""
    if not _free(b, now):
        return ()
    beside = (b.unit(each) for each in b.survey.friends_within(now.id, joined_within(b)))
    return tuple(each.id for each in beside if _free(b, each) and _alike(b, now, each))


def _free(b: Battlefield, now: UnitState) -> bool:
    """On its feet, in hand, and with no part of it elsewhere."""
    steady = now.where == "table" and now.status not in ("broken", "routed") and not now.melee
    # a unit in the middle of something, or with men elsewhere, has no clear ranks to join
    return steady and not (now.parent or now.skirmishers or now.forming or now.aboard or now.prone or now.card)


def _alike(b: Battlefield, one: UnitState, other: UnitState) -> bool:
    mine, theirs = b.entry(one.id).rated, b.entry(other.id).rated
    same = (mine.arm, mine.irregular) == (theirs.arm, theirs.irregular)
    return same and b.seat_of(one.id) == b.seat_of(other.id)


def with_whom(order: Order | None) -> tuple[str, ...]:
    """The others who are named in an order to brigade units or converge their elites."""
    special = order.special if order is not None else None
    return special.others if isinstance(special, (Brigade, Converge)) else ()


def judge_brigade(b: Battlefield, now: UnitState, order: Order) -> Refusal | None:
    """Whether these units can be thrown together."""
    return _judge(b, now, order, "CS-3.3.2.3d" if b.entry(now.id).rated.arm == "cavalry" else "CS-3.3.2.3c")


def _judge(b: Battlefield, now: UnitState, order: Order, rule: str) -> Refusal | None:
    beside = partners(b, now)
    if not beside:
        return Refusal(
            rule, f"no unit of its arm within {joined_within(b)} paces that could be joined with {b.name(now.id)}"
        )
    others = with_whom(order)
    if not others:
        return None  # with whom is still to be said
    stranger = next((unit for unit in others if unit not in beside), None)
    if stranger is not None:
        return Refusal(rule, f"{b.name(stranger)} is not beside {b.name(now.id)}, of its arm and free to join it")
    if len(others) >= MOST_PARTS:
        return Refusal(rule, f"at most {MOST_PARTS} units make one")
    return None


@implements("CS-3.3.2.3c", "CS-3.3.2.3d")
def brigade(b: Battlefield, unit: str) -> bool:
    """Several units become one: of the lowest morale, the worst level and discipline among them."""
    now = b.unit(unit)
    order = now.order
    others = with_whom(order)
    if order is None or not others or judge_brigade(b, now, order) is not None:
        return False
    them = [now, *(b.unit(each) for each in others)]
    cavalry = b.entry(unit).rated.arm == "cavalry"
    made = _together(b, them, squadrons=cavalry)
    new = _new_unit(b, made, them, order)
    rule = "CS-3.3.2.3d" if cavalry else "CS-3.3.2.3c"
    # a name made of names would tell the enemy whom he has not made out
    unknown = any(b.called(seat.id, each.id) for seat in b.seats for each in them)
    name, own_name = (UNSET, made.unit.name) if unknown else (made.unit.name, UNSET)
    b.report(
        UnitsBrigaded(unit=unit, other=others[0], number=len(them), name=name, own_name=own_name),
        rules=(rule,),
        sets=[rolls.entered(b, made), Set("units", new.id, rolls.fields(new)), *_gone_into(b, them, new.id)],
    )
    return True


def _together(b: Battlefield, them: list[UnitState], *, squadrons: bool) -> Raised:
    """Squadrons that are grouped are one unit and nothing else; other units suffer from being thrown together."""
    entries = [b.entry(each.id) for each in them]
    # grouped squadrons are one unit: only others suffer from being thrown together
    hurt = any(each.lost for each in them) and not squadrons
    known = frozenset(e.rated.discipline for e in entries if e.rated.discipline != "none")
    facts = BrigadeUnitsFacts(
        lowest_rating=min(e.rated.morale_rating for e in entries),
        statuses=frozenset(each.status for each in them),
        # irregulars have no discipline; the check wants one, and the lowest harms nobody
        disciplines=cast(Any, known) or frozenset(DISCIPLINES[-1:]),
        casualties=hurt,
    )
    worth = b.settle("brigade-units", facts)
    first = entries[0]
    men = min(3000, sum(e.unit.men for e in entries))
    total = {name: sum(getattr(e.unit, name) for e in entries) for name in ("guns", "howitzers", "squadrons")}
    companies = sum(battalion(e.unit, b.year, e.unit.men).companies for e in entries)
    name = " and ".join(e.name for e in entries)
    id = f"{them[0].id}+{b.world.serial + 1}"
    unit = replace(
        first.unit,
        id=id,
        name=name,
        men=men,
        arrival=None,
        off_board=None,
        companies=min(24, companies) if first.unit.kind == "infantry" else 0,
        squadrons=min(12, total["squadrons"]),
        guns=min(24, total["guns"]),
        howitzers=min(12, total["howitzers"]),
    )
    rated = replace(
        first.rated,
        id=id,
        name=name,
        morale_rating=worth.morale_rating,
        discipline="none" if first.rated.irregular else worth.discipline,
        figures=sum(each.figures for each in them),
        pikes=sum(e.rated.pikes for e in entries),
        guns=unit.guns,
        howitzers=unit.howitzers,
    )
    parts: dict[str, int] = {}
    for each in them:
        # down to units of the roster: it may have been made of made units
        for part, (figures, _) in raised.shares(b, each).items():
            parts[part] = parts.get(part, 0) + figures
    return Raised(
        id, unit, rated, raised.shares_of(b, them[0].id)[0].unit, tuple(Share(*part) for part in parts.items())
    )


def _new_unit(b: Battlefield, made: Raised, them: list[UnitState], order: Order) -> UnitState:
    """It stands in the middle of them as the first of them did, and forms from there."""
    first, count = them[0], len(them)
    spot = sum(each.position[0] for each in them) // count, sum(each.position[1] for each in them) // count
    # the worst of them sets the markers: they do not add up
    worst = _most_disordered(them)
    return UnitState(
        id=made.id,
        side=first.side,
        position=spot,
        heading=first.heading,
        formation=first.formation,
        interval=first.interval,
        figures=sum(each.figures for each in them),
        lost=sum(each.lost for each in them),
        status=_worst(them),
        disorder=worst.disorder,
        passing_disorder=worst.passing_disorder,
        passing_due=worst.passing_due,
        guns=sum(each.guns for each in them),
        battalion_guns=sum(each.battalion_guns for each in them),
        howitzers=sum(each.howitzers for each in them),
        mission=first.mission,
        placed=first.placed,
        order=replace(order, special=None),
        volley_spent=any(each.volley_spent for each in them),
        # the morale check asks for this later, when nobody remembers how it was made
        converged=any(each.lost for each in them) and b.entry(first.id).rated.arm != "cavalry",
        # that of the part checked least: its losses may still call for a check
        quarter_checked=min(each.quarter_checked for each in them),
        engineers=sum(each.engineers for each in them),
        identified=all(each.identified for each in them),
        before=first.before,
        held=max(each.held for each in them),
        retire=any(each.retire for each in them),
        retired=any(each.retired for each in them),
    )


def _worst(them: list[UnitState]) -> Status:
    """The worst morale level among them."""
    return max((each.status for each in them), key=STATUSES.index)


def _most_disordered(them: list[UnitState]) -> UnitState:
    return max(them, key=lambda each: each.disorder)


def _gone_into(b: Battlefield, them: list[UnitState], name: str) -> list[Set]:
    """Those who went into a new unit; leaders who were with them are with it."""
    gone = {
        "where": "joined", "within": name, "figures": 0, "lost": 0, "guns": 0, "howitzers": 0, "engineers": 0,
        "order": None, "ordered": None, "mission": "",
    }  # fmt: skip
    ids = [each.id for each in them]
    with_them = [leader.id for leader in b.world.leaders.values() if leader.attached in ids]
    serial = Set("", "", {"serial": b.world.serial + 1})
    return [
        *(b.change(each, **gone) for each in ids),
        *(Set("leaders", leader, {"attached": name}) for leader in with_them),
        # the new unit takes the first one's place in his mission
        *rolls.missions_without(b, ids, name if them[0].mission else ""),
        serial,
    ]


# -- elite companies


def elite_companies(b: Battlefield, now: UnitState) -> int:
    """Companies of a battalion that can be converged with others' and have not gone yet."""
    entry = b.entry(now.id)
    # a unit already changed has given its elites, or is no battalion as listed
    if entry.rated.arm != "infantry" or entry.rated.irregular or now.id in b.world.raised:
        return 0
    labels = battalion(entry.unit, b.year, entry.unit.men).line
    elite = sum(label in ELITE for label in labels)
    return elite if elite < len(labels) and b.live(now.id) > 1 else 0  # somebody has to stay


def donors(b: Battlefield, now: UnitState) -> tuple[str, ...]:
    """Battalions beside one that have elite companies, as it has itself."""
    if not elite_companies(b, now):
        return ()
    return tuple(unit for unit in partners(b, now) if elite_companies(b, b.unit(unit)))


def judge_converge(b: Battlefield, now: UnitState, order: Order) -> Refusal | None:
    """Whether these battalions can give up their elite companies."""
    near = donors(b, now)
    if not near:
        return Refusal("CS-3.3.2.3e", f"{b.name(now.id)} and a battalion beside it both need elite companies")
    stranger = next((unit for unit in with_whom(order) if unit not in near), None)
    if stranger is None:
        return None
    return Refusal("CS-3.3.2.3e", f"{b.name(stranger)} has no elite companies to give, or is not beside it")


@implements("CS-3.3.2.3e")
def converge(b: Battlefield, unit: str) -> bool:
    """Elite companies of several battalions become a battalion of their own, on the right of the first; each parent is
    the worse for it."""
    now = b.unit(unit)
    order = now.order
    others = with_whom(order)
    if order is None or not others or judge_converge(b, now, order) is not None:
        return False
    parents = [now, *(b.unit(each) for each in others)]
    # before the parents drop for giving them up
    lowest = min(b.entry(each.id).rated.morale_rating for each in parents)
    sets: list[Set] = []
    given: list[tuple[str, int]] = []
    men = companies = 0
    for parent in parents:
        entry = b.entry(parent.id)
        whole, elite = battalion(entry.unit, b.year, entry.unit.men).companies, elite_companies(b, parent)
        figures = max(1, (parent.figures - parent.lost) * elite // whole)
        rating = b.settle(
            "converge-elites", ConvergeElitesFacts(lowest_parent=lowest, parent_rating=entry.rated.morale_rating)
        ).parent_rating
        left = replace(entry.unit, men=max(1, entry.unit.men * (whole - elite) // whole), companies=whole - elite)
        rated = replace(entry.rated, morale_rating=rating)
        sets.append(rolls.entered(b, rolls.changed(b, parent.id, left, rated)))
        sets.append(b.change(parent.id, figures=parent.figures - figures))
        given.append((parent.id, figures))
        men, companies = men + entry.unit.men - left.men, companies + elite
    made = _elites(b, now, lowest, given, men, companies)
    # room is looked for last: nothing has been changed yet if there is none
    place = rolls.beside(b, now, made.unit, "line")
    if place is None:
        return False
    new = UnitState(
        id=made.id,
        side=now.side,
        position=place,
        heading=now.heading,
        formation="line",
        figures=sum(figures for _, figures in given),
        status=_worst(parents),
        placed=now.placed,
        disorder=_most_disordered(parents).disorder,
        identified=now.identified,
        before=now.before,
        held=max(each.held for each in parents),
        retire=any(each.retire for each in parents),
        retired=any(each.retired for each in parents),
    )
    sets += [
        rolls.entered(b, made),
        Set("units", new.id, rolls.fields(new)),
        Set("", "", {"serial": b.world.serial + 1}),
    ]
    b.report(ElitesConverged(unit=unit, number=len(parents), figures=new.figures), rules=("CS-3.3.2.3e",), sets=sets)
    return True


def _elites(
    b: Battlefield, now: UnitState, lowest: int, given: list[tuple[str, int]], men: int, companies: int
) -> Raised:
    entry, id = b.entry(now.id), f"{now.id}+{b.world.serial + 1}"
    rating = b.settle(
        "converge-elites", ConvergeElitesFacts(lowest_parent=lowest, parent_rating=lowest)
    ).battalion_rating
    name = f"converged elites of {entry.name}"
    unit = replace(
        entry.unit,
        id=id,
        name=name,
        arm="grenadier",
        men=max(1, men),
        companies=min(24, companies),
        experience="elite",
        formation="line",
        arrival=None,
        off_board=None,
        battalion_guns=0,
    )
    rated = replace(
        entry.rated, id=id, name=name, morale_rating=rating, figures=sum(figures for _, figures in given), pikes=0
    )
    return Raised(id, unit, rated, now.id, tuple(Share(*part) for part in given))
