"""Morale: when it is checked, the check, crash through."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from grognard.kernel.checks import Roll, Thrown, check, implements, reckoning
from grognard.kernel.facts import Facts, Paces, Range
from grognard.kernel.modifiers import Modifier, amount, by, flag, given, modifiers
from grognard.kernel.tables import Tables

from ..terms import Attached, Cover, Cw, Effect, Level, Status, Steps, TroopClass, Zone
from .charts import Suffered, at_least, by_class, column, decoded, paces


class Ordeal(Facts):
    """What morale and crash through both ask of a unit."""

    troop_class: Annotated[TroopClass, "class of the unit"]
    status: Annotated[Status, "its status"] = "steady"
    integrity: Annotated[bool, "it has division integrity"] = True
    half_lost: Annotated[bool, "it has lost 50 percent or more"] = False
    out_of_ammo: Annotated[bool, "it has no ammunition points left"] = False
    division_leader: Annotated[Attached, "rating of a division leader attached to it or its brigade"] = "none"
    corps_leader: Annotated[Attached, "rating of a corps leader attached to it or its brigade"] = "none"
    corps_at_regiment: Annotated[bool, "the corps leader is with this very regiment"] = False
    army_leader: Annotated[Attached, "rating of the army leader, attached to it or its brigade"] = "none"
    army_at_regiment: Annotated[bool, "the army leader is with this very regiment"] = False


class MoraleFacts(Ordeal):
    """A unit that checks morale."""

    cw: Annotated[Cw, "its combat worth"]
    fired_on_flank: Annotated[bool, "the check comes from fire at its flank or rear"] = False
    in_firefight: Annotated[bool, "it is in a firefight"] = False
    secure_flanks: Annotated[int, Range(0, 2), "its secure flanks"] = 0
    cover: Annotated[Cover, "the best cover it is in"] = "none"
    downhill: Annotated[bool, "it stands lower than the enemy who caused the check"] = False
    captor_near: Annotated[bool, "an enemy infantry or cavalry unit in good order is near enough to take it"] = False


class MoraleResult(NamedTuple):
    """What the unit suffers."""

    effect: Effect


@check("morale", "CD-morale-check", asks=MoraleFacts)
def morale(t: Tables) -> Roll[MoraleFacts, MoraleResult]:
    """Whether a unit stands."""
    rows = [[MoraleResult(decoded(t, cell).effect) for cell in row] for row in t.value("CD-morale-table", "rows")]
    column_of, row_of = column(t.value("CD-morale-table", "columns")), column(t.value("CD-morale-table", "worth"))
    least, most = t.number("CD-combat-worth", "least"), t.number("CD-combat-worth", "most")
    on_dice = t.value("CD-morale-check", "on") == "dice"

    def result(throw: Thrown[MoraleFacts]) -> MoraleResult:
        if on_dice:
            found = rows[row_of(throw.s.cw)][column_of(throw.total)]
        else:
            # the other reading: modifiers shift the worth of the unit, and the bare dice are read
            worth = min(max(throw.s.cw + throw.total - throw.natural, least), most)
            found = rows[row_of(worth)][column_of(throw.natural)]
        return _surrendered(found, throw.s.captor_near)

    return Roll(
        dice=by_class(t),
        modifiers=[*_standing(t), *_pressed(t), *_sheltered(t), *_led(t)],
        result=result,
        depends=("cw", "captor_near"),
    )


@implements("CD-morale-surrender")
def _surrendered(found: MoraleResult, captor_near: bool) -> MoraleResult:
    """Nobody surrenders to an enemy who is not there; he runs."""
    return MoraleResult("rout") if found.effect == "surrender" and not captor_near else found


class CaptorFacts(Facts):
    """The nearest enemy infantry or cavalry in good order."""

    distance: Annotated[Paces, "paces to it"]


class CaptorResult(NamedTuple):
    """Whether it is near enough to take a unit that surrenders."""

    near: bool


@reckoning("captor", "CD-morale-surrender", asks=CaptorFacts)
def captor(t: Tables, s: CaptorFacts) -> CaptorResult:
    """Whether an enemy is near enough for a unit to surrender to him."""
    return CaptorResult(s.distance <= paces(t, t.number("CD-morale-surrender", "within")))


def _standing(t: Tables) -> list[Modifier]:
    """What the unit's own state is worth."""
    return modifiers(
        t,
        "CD-morale-mods-status",
        given("no_integrity", lambda s: not s.integrity),
        by("status"),
        flag("half_lost"),
        flag("out_of_ammo"),
    )


def _pressed(t: Tables) -> list[Modifier]:
    return modifiers(t, "CD-morale-mods-status", flag("fired_on_flank"), flag("in_firefight"))


def _sheltered(t: Tables) -> list[Modifier]:
    both = t.number("CD-secure-flank", "both")
    return modifiers(
        t,
        "CD-morale-mods-cover",
        # one secure flank alone is worth nothing here
        given("flanks_covered", lambda s: s.secure_flanks == both),
        by("cover"),
        flag("downhill"),
    )


@implements("CD-leader-il")
def _led(t: Tables) -> list[Modifier]:
    """What attached leaders are worth: leaders of different levels are added up."""

    def bonus(level: Level, at: str) -> dict[str, int]:
        extra = t.value("CD-morale-mods-command", level)[at]
        return {"none": 0, **{rating: il + extra for rating, il in t["CD-leader-il"].items()}}

    division, corps, army = bonus("division", "brigade"), bonus("corps", "brigade"), bonus("army", "brigade")
    corps_near, army_near = bonus("corps", "regiment"), bonus("army", "regiment")
    return modifiers(
        t,
        "CD-morale-mods-command",
        amount("division leader", lambda s: division[s.division_leader]),
        amount("corps leader", lambda s: (corps_near if s.corps_at_regiment else corps)[s.corps_leader]),
        amount("army leader", lambda s: (army_near if s.army_at_regiment else army)[s.army_leader]),
    )


@check("crash-through", "CD-crash-through", asks=Ordeal)
def crash_through(t: Tables) -> Roll[Ordeal, Suffered]:
    """What happens to a unit that breaks through a skirmish screen."""
    # cover and flanks do not help: it goes through the screen in the open
    cells = [decoded(t, cell) for cell in t.value("CD-crash-through", "cells")]
    column_of = column(t.value("CD-crash-through", "columns"))
    return Roll(
        dice=by_class(t), modifiers=[*_standing(t), *_led(t)], result=lambda throw: cells[column_of(throw.total)]
    )


class MoraleTriggerFacts(Facts):
    """Something that has just happened to a unit."""

    event: Annotated[
        Literal["fired_on", "friend_lost", "passed_through", "melee_round"],
        "it was fired on, a friend broke, routed or surrendered, one disordered or worse passed through it, or it has"
        " fought a round of melee",
    ]
    troop_class: Annotated[TroopClass, "its class"] = "line"
    starting: Annotated[int, Range(1, 400), "steps it began with"] = 1
    lost: Annotated[Steps, "steps it has lost by now"] = 0
    hits: Annotated[Steps, "of these by this fire"] = 0
    zone: Annotated[Zone, "where the fire came from"] = "front"
    band: Annotated[Literal["close", "short", "canister", "medium", "long", "extreme"], "range of the fire"] = "medium"
    distance: Annotated[Paces, "paces to the friend"] = 0


class MoraleTriggerResult(NamedTuple):
    """Whether it checks morale; one check, however many causes the event gives."""

    check: bool


@reckoning("morale-trigger", "CD-morale-triggers", asks=MoraleTriggerFacts)
def morale_trigger(t: Tables, s: MoraleTriggerFacts) -> MoraleTriggerResult:
    """Whether a unit has to check its morale."""
    if s.event == "fired_on":
        half = at_least(s.lost, s.starting, t.number("CD-morale-triggers", "half"))
        flanked = s.zone != "front" and s.band in t.value("CD-morale-triggers", "bands")
        # to be fired on is enough in flank; the break point asks for a hit
        return MoraleTriggerResult(half or flanked or (s.hits > 0 and past_break_point(t, s)))
    if s.event == "friend_lost":
        return MoraleTriggerResult(s.distance <= paces(t, t.number("CD-morale-triggers", "friend_within")))
    return MoraleTriggerResult(True)


@implements("CD-break-point")
def past_break_point(t: Tables, s: MoraleTriggerFacts) -> bool:
    """Whether a unit's losses have reached the break point of its class; or passed it, under the variant."""
    percent = t.number("CD-break-point", s.troop_class)
    if t.value("CD-break-point", "reached"):
        return at_least(s.lost, s.starting, percent)
    return 100 * s.lost > percent * s.starting
