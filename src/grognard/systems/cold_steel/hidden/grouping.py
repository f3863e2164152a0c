"""Which troops share a grand-tactical card: CS-1.6.2a to CS-1.6.2e."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from grognard.ground.shapes import distance
from grognard.kernel.checks import Refusal, implements

from ..checks.setting_up.cards import AdHocGroupFacts, CardCountFacts, MixedForceFacts, is_large, shared_by
from ..table.battlefield import Battlefield
from ..table.roster import Entry
from ..terms import Arm

ARMS: tuple[Arm, ...] = ("infantry", "cavalry", "artillery")
_BATTALION = re.compile(r"[\dIVX]+/(.+)")
"""`2/33e`: the second battalion of the 33e."""


class Group(NamedTuple):
    """Units that share a card."""

    name: str
    """Of the formation."""
    arm: Arm
    units: tuple[str, ...]


@implements("CS-1.6.2a", "CS-1.6.2b", "CS-1.6.2c", "CS-1.6.2d")
def groups(b: Battlefield, units: Sequence[str]) -> list[Group]:
    """The cards that these units of one side make up: regiments and brigades of foot, brigades of horse, grouped
    batteries; attached ones ride with the nearest troops of their brigade or division."""
    entries = [b.entry(unit) for unit in units]
    found: list[Group] = []
    for brigade in dict.fromkeys(map(brigade_of, entries)):
        found += _of_brigade(b, brigade, [each for each in entries if brigade_of(each) == brigade])
    # batteries last: they ride on cards that the others have made
    for battery in (each for each in entries if each.rated.arm == "artillery"):
        found = _with_battery(b, found, battery)
    return found


def brigade_of(entry: Entry) -> str:
    """The formation above its regiment."""
    return entry.regiment.rpartition(" / ")[0] if entry.regiment else entry.brigade


def regiment_of(entry: Entry) -> str:
    """Its regiment, by the order of battle or by its name; nothing where neither says."""
    found = _BATTALION.fullmatch(entry.name)
    # an order of battle may name battalions without naming regiments: 2/33e is of the 33e
    return entry.regiment or (f"{brigade_of(entry)} / {found[1]}" if found else "")


def regiments(entries: Iterable[Entry]) -> int:
    """Regiments of foot and horse; brigades where regiments have one battalion or squadron (CS-1.6.2.1a)."""
    troops = [each for each in entries if each.rated.arm != "artillery"]
    whole = [each for each in troops if each.rated.arm == "cavalry" and squadrons(each) > 1]
    fighting = [each for each in troops if each not in whole]
    sizes: dict[str, int] = {}
    for each in fighting:
        sizes[regiment_of(each)] = sizes.get(regiment_of(each), 0) + 1
    # a regiment of one battalion counts with its brigade (CS-1.6.2.1a)
    large = {name for name, size in sizes.items() if name and size > 1}
    brigades = {brigade_of(each) for each in fighting if regiment_of(each) not in large}
    return len(whole) + len(large) + len(brigades)


def _of_brigade(b: Battlefield, brigade: str, entries: Sequence[Entry]) -> list[Group]:
    foot, horse = ([each for each in entries if each.rated.arm == arm] for arm in ARMS[:2])
    if foot and horse and _mixed(b, [*foot, *horse]):
        # its face shows what most of it is
        arm: Arm = "infantry" if len(foot) >= len(horse) else "cavalry"
        return [Group(_name(brigade, entries), arm, _ids([*foot, *horse]))]
    mounted = [Group(_name(brigade, horse), "cavalry", _ids(horse))] if horse else []
    return [*_of_foot(b, brigade, foot), *mounted]


def _name(brigade: str, entries: Iterable[Entry]) -> str:
    """What stands on the back of a card: the brigade, or the regiments where none stands above them."""
    regiments = dict.fromkeys(regiment_of(each).rpartition(" / ")[2] or each.name for each in entries)
    return brigade.rpartition(" / ")[2] or ", ".join(regiments)


def _ids(entries: Iterable[Entry]) -> tuple[str, ...]:
    return tuple(each.id for each in entries)


@implements("CS-1.6.2b")
def _mixed(b: Battlefield, entries: Sequence[Entry]) -> bool:
    """Whether foot and horse of a brigade count as one mixed force."""
    named = [regiment for each in entries if (regiment := regiment_of(each))]
    # no two of one regiment: only single units make a mixed force
    single = len(set(named)) == len(named)
    return b.rules["mixed-force"].refusal(MixedForceFacts(units=min(20, len(entries)), single=single)) is None


@implements("CS-1.6.2a")
def _of_foot(b: Battlefield, brigade: str, entries: Sequence[Entry]) -> list[Group]:
    """Large regiments have a card each; the others of a brigade share one, as far as one reaches."""
    t = b.rules.tables
    by_regiment: dict[str, list[Entry]] = {}
    for each in entries:
        by_regiment.setdefault(regiment_of(each), []).append(each)
    alone = {regiment: them for regiment, them in by_regiment.items() if regiment and is_large(t, len(them))}
    rest = [each for each in entries if regiment_of(each) not in alone]
    return [
        *(Group(regiment.rpartition(" / ")[2], "infantry", _ids(them)) for regiment, them in alone.items()),
        *(Group(_name(brigade, share), "infantry", _ids(share)) for share in _shares(b, rest)),
    ]


def _shares(b: Battlefield, entries: Sequence[Entry]) -> list[list[Entry]]:
    """Battalions by cards, those of a regiment on one card where that takes no more cards."""
    most = shared_by(b.rules.tables)
    cards: int = b.settle("card-count", CardCountFacts(infantry_brigades=1, other_battalions=len(entries))).cards
    whole: list[list[Entry]] = []
    for regiment in dict.fromkeys(regiment_of(each) or each.id for each in entries):
        them = [each for each in entries if (regiment_of(each) or each.id) == regiment]
        if whole and len(whole[-1]) + len(them) <= most:
            # kept together while they fit; a regiment torn apart would take as many cards and tell less
            whole[-1] += them
        else:
            whole.append(them)
    cut = [list(entries[at : at + most]) for at in range(0, len(entries), most)]
    # never more cards than the rules allow, even if regiments have to be cut
    return whole if len(whole) <= cards else cut


@implements("CS-1.6.2d")
def _with_battery(b: Battlefield, found: list[Group], battery: Entry) -> list[Group]:
    """A battery on the nearest card of its brigade, or of its division; if they have none, on one of its group."""
    first = [b.entry(group.units[0]) for group in found]
    brigade = [at for at, each in enumerate(first) if brigade_of(each) == brigade_of(battery)]
    division = [at for at, each in enumerate(first) if battery.post.in_division and _same_division(each, battery)]
    for parents in (brigade, division):
        troops = [at for at in parents if found[at].arm != "artillery"]
        # the brigade's own card before the division's
        if troops:
            return _joined(found, min(troops, key=lambda at: (_away(b, found[at], battery.id), at)), battery.id)
    grouped = [at for at in brigade if found[at].arm == "artillery"]
    if grouped:
        return _joined(found, grouped[0], battery.id)
    return [*found, Group(_name(brigade_of(battery), [battery]), "artillery", (battery.id,))]


def _same_division(one: Entry, other: Entry) -> bool:
    return division_of(one) == division_of(other)


def division_of(entry: Entry) -> str:
    """Its division, or its largest formation where it stands in none."""
    return entry.post.division


def _joined(found: list[Group], at: int, unit: str) -> list[Group]:
    return [group._replace(units=(*group.units, unit)) if place == at else group for place, group in enumerate(found)]


def _away(b: Battlefield, group: Group, unit: str) -> int:
    here = b.unit(unit).position
    return min(distance(here, b.unit(each).position) for each in group.units)


@implements("CS-1.6.2e")
def judge_adhoc(b: Battlefield, units: Sequence[str]) -> Refusal | None:
    """Whether a division may form an ad hoc group of these units."""
    entries = [b.entry(unit) for unit in units]
    divisions = {division_of(each) for each in entries}
    if len(divisions) != 1:
        return Refusal("CS-1.6.2e", "an ad hoc group is made of units of one division")
    division = divisions.pop()
    facts = AdHocGroupFacts(
        battalions=sum(each.rated.arm == "infantry" for each in entries),
        squadrons=sum(squadrons(each) for each in entries if each.rated.arm == "cavalry"),
        batteries=sum(each.rated.arm == "artillery" for each in entries),
        brigades=max(1, min(10, _brigades(b, division))),
        # those already formed count against what a division may have
        groups=sum(card.adhoc == division for card in b.world.cards.values()),
    )
    return b.rules["ad-hoc-group"].refusal(facts)


def squadrons(entry: Entry) -> int:
    """Squadrons of a regiment of horse; one where the order of battle does not say."""
    return max(1, entry.unit.squadrons)


def _brigades(b: Battlefield, division: str) -> int:
    under = [each for each in b.roster.units.values() if division_of(each) == division]
    return len({brigade_of(each) for each in under if each.rated.arm != "artillery"})
