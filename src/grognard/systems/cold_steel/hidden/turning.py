"""Figures replace a card: crowding, the hits noted on it, and the morale checks put off until then."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin
from typing import Any, NamedTuple

from grognard.battle.events import Set
from grognard.battle.kinds import Noted
from grognard.ground.units import to_sub
from grognard.kernel.checks import implements
from grognard.miniatures.motion.nearness import overlap, trimmed

from ..checks.fire.artillery import harm_done
from ..checks.setting_up.cards import CardHitsFacts, OvercrowdingFacts, OvercrowdingResult, Wave
from ..effects import units as effects
from ..effects.fire import FireHarm, suffer
from ..effects.morale import check_losses, check_morale
from ..events.hidden import CardHitsShared, CrowdedGround, FiguresReplaceCard
from ..facts.fire import firing
from ..table.battlefield import Battlefield
from ..table.bodies import shape, standing
from ..table.forms import LOOSE
from ..table.state import Card, Order, PlainChit, UnitState
from .seeing import units_of

WAVES: tuple[Wave, ...] = ("first", "second", "third")
LINE = to_sub(60)
"""Units whose fronts are no farther one behind the other than this stand in one line: our judgement."""
_LOOSE = (*LOOSE, "irregular", "garrison", "skirmish_squares")


class _Front(NamedTuple):
    """A unit as guns to its front see it."""

    target_arm: str
    target_formation: str
    target_irregular: bool
    target_aspect: int


@implements("CS-1.6.4b", "CS-1.6.1b", "CS-1.6.5e")
def to_figures(b: Battlefield, card: Card, *, news: int = 0) -> None:
    """Figures go down as sketched, in the space they have; what happened to the card is made good."""
    units = units_of(b, card.id)
    crowded = [unit.id for unit in units if neighbours(b, unit)]
    others = dict.fromkeys(each.card for unit in crowded for each in neighbours(b, b.unit(unit)) if each.card)
    fields: dict[str, Any] = {"card": "", "news": news}
    sets = [b.change(unit.id, **fields, packed=unit.id in crowded) for unit in units]
    # those they are crowded with pay too, when their own card is turned
    sets += [Set("cards", each, {"crowded": True}) for each in others if each in b.world.cards]
    b.emit(
        FiguresReplaceCard(card=card.label, number=len(units)),
        rules=("CS-1.6.4b",),
        sets=[*sets, Set("cards", card.id, None)],
    )
    # before anything else befalls them: the enemy now sees figures
    b.knowledge.look()
    _make_good(b, card, [unit.id for unit in units], crowded=bool(crowded) or card.crowded)


def _make_good(b: Battlefield, card: Card, units: list[str], *, crowded: bool) -> None:
    facts = OvercrowdingFacts(overlapping=crowded, hits=min(200, card.hits), shaken=card.shaken)
    found: OvercrowdingResult = b.settle("overcrowding", facts)
    if found.disorder_each:
        # first the disorder, for the checks below count it (CS-1.6.5c)
        for unit in units:
            _stop_and_reform(b, unit, found)
    if card.hits:
        share_hits(b, card, units, crowded=crowded)
    there = [unit for unit in units if b.unit(unit).where == "table"]
    # for the losses of the hits; overcrowding is another cause, and another check
    check_losses(b, there, artillery_check=True)
    if found.morale_check:
        for unit in there:
            if b.unit(unit).where == "table":
                check_morale(b, unit, cause="crowded together", rules=("CS-1.6.5c", "CS-5.2a"))


@implements("CS-1.6.5b")
def _stop_and_reform(b: Battlefield, unit: str, found: OvercrowdingResult) -> None:
    """It takes its markers, stops at once and reforms; irregulars have no order to recover."""
    order = Order(special=PlainChit("reform"), by="automatic:crowded", rule="CS-1.6.5b")
    halted = {} if b.entry(unit).rated.irregular else {"order": order, "ordered": None}
    b.report(
        CrowdedGround(unit=unit),
        rules=("CS-1.6.5b",),
        # a change under way is broken off: they stop at once
        sets=[b.change(unit, forming=None, **halted)] if found.must_reform else (),
    )
    effects.disorder(b, unit, found.disorder_each, rules=("CS-1.6.5b",), cause="crowded together")


@implements("CS-1.6.6b", "CS-1.6.5d")
def share_hits(b: Battlefield, card: Card, units: Sequence[str], *, crowded: bool) -> None:
    """The hits noted on a card fall on its waves, in each on one unit after the other from the right."""
    for wave, line in zip(WAVES, waves(b, card, units), strict=False):
        facts = CardHitsFacts(hits=min(200, card.hits), wave=wave, units=len(line), overcrowded=crowded)
        # in secret: how the hits are spread tells how many units there were
        result = b.roll("card-hits", facts, secret=b.owners(line[0])[0])
        found = result.settled
        b.emit(
            CardHitsShared(card=card.label, wave=wave, hits=found.hits),
            rules=("CS-1.6.6b",),
            roll=result,
            owners=b.owners(line[0]),
        )
        for place, unit in enumerate(line):
            # the odd hits go to units from the right, by the ruling
            _strike(b, unit, found.each + (place < found.one_more))


def waves(b: Battlefield, card: Card, units: Sequence[str]) -> list[list[str]]:
    """The lines in which units stand one behind the other, the leading one first; in each from right to left. What is
    behind the third belongs to it."""
    east, north = sin(radians(card.heading)), cos(radians(card.heading))
    spots = {unit: b.unit(unit).position for unit in units if b.unit(unit).where == "table"}
    ahead = {unit: x * east + y * north for unit, (x, y) in spots.items()}
    right = {unit: x * north - y * east for unit, (x, y) in spots.items()}
    lines: list[list[str]] = []
    last = 0.0
    for unit in sorted(spots, key=lambda each: -ahead[each]):
        # close behind is the same line; behind the third there is no wave of its own
        if lines and (last - ahead[unit] <= LINE or len(lines) == len(WAVES)):
            lines[-1].append(unit)
        else:
            lines.append([unit])
            last = ahead[unit]
    return [sorted(line, key=lambda each: -right[each]) for line in lines]


def _strike(b: Battlefield, unit: str, hits: int) -> None:
    if not hits:
        return
    now, rated = b.unit(unit), b.entry(unit).rated
    # from the front: which side the shot came from was not noted
    ranks = firing.ranks(b, _Front(rated.arm, firing.formation_of(b, unit), rated.irregular, 0))
    harm = harm_done(b.rules.tables, hits, ranks, rated.arm, now.now.cannon_hits)
    losses = harm.guns_destroyed if rated.arm == "artillery" else harm.casualties
    sets = [effects.doing(b, unit, cannon_hits=now.now.cannon_hits + hits * ranks, fire_hurt=True)]
    b.emit(Noted(unit=unit), sets=sets, to=())
    rules = ("CS-1.6.6b", "CS-7.2.5a")
    suffer(b, FireHarm(unit, losses, harm.disorder, "shelled on its card", rules), "")


# -- room


@implements("CS-1.6.5a")
def neighbours(b: Battlefield, unit: UnitState) -> list[UnitState]:
    """Friends of other groups on whose ground it stands. Loose troops make room for anybody."""
    if not solid(unit):
        return []
    own = trimmed(shape(b, unit), standing(unit))
    near = [b.unit(each) for each in b.survey.gaps(unit.id, 0)]
    others = [each for each in near if each.side == unit.side and solid(each) and not _same(unit, each)]
    return [each for each in others if overlap(own, trimmed(shape(b, each), standing(each)))]


def solid(unit: UnitState) -> bool:
    """In close order: nobody else can stand where it does."""
    return not unit.parent and unit.formation not in _LOOSE and unit.status not in ("broken", "routed")


def _same(unit: UnitState, other: UnitState) -> bool:
    # who shares a card was sketched together, so they know their places
    return bool(unit.card) and unit.card == other.card


def crowded(b: Battlefield, card: Card) -> bool:
    """Whether the troops of a card stand on ground that others have as well."""
    return not card.dummy and any(neighbours(b, unit) for unit in units_of(b, card.id))


__all__ = ["crowded", "neighbours", "share_hits", "solid", "to_figures", "waves"]
