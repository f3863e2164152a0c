"""The morale of brigades and armies."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from grognard.kernel.checks import implements, reckoning, refuse
from grognard.kernel.facts import Count, Facts
from grognard.kernel.tables import Tables

from ...terms import BrigadeState
from ..measures import FAR, Inches, switched


class BrigadeMoraleFacts(Facts):
    """A brigade as its side's turn begins, counted from the units it began with."""

    units: Annotated[Count, "ordinary units"]
    shaken: Annotated[Count, "of these shaken"] = 0
    routed: Annotated[Count, "of these routed"] = 0
    light: Annotated[Count, "batteries and Skirmish Companies (by the draft, tiny units)"] = 0
    light_shaken: Annotated[Count, "of these shaken"] = 0
    light_routed: Annotated[Count, "of these routed"] = 0
    was: Annotated[BrigadeState, "its state until now"] = "good"
    army_broken: Annotated[bool, "its army is broken"] = False


class BrigadeMoraleResult(NamedTuple):
    """Its state, units that count, and how many of these are shaken or routed."""

    state: BrigadeState
    counted: int
    down: int


@reckoning("brigade-morale", "BP-BRIG-1", asks=BrigadeMoraleFacts)
def brigade_morale(t: Tables, s: BrigadeMoraleFacts) -> BrigadeMoraleResult:
    """In which state a brigade begins its side's turn."""
    if s.shaken + s.routed > s.units or s.light_shaken + s.light_routed > s.light:
        raise refuse("BP-BRIG-1", t.row("BP-BRIG-1", "impossible").label)
    three = switched(t, "brigade_morale_v2")
    counts = light_counts(t, s, "BP-BMOR-2" if three else "BP-BRIG-2")
    units = s.units + (s.light if counts else 0)
    shaken = s.shaken + (s.light_shaken if counts else 0)
    routed = s.routed + (s.light_routed if counts else 0)
    if s.army_broken:
        state: BrigadeState = "broken"
    elif three:
        state = _one_of_three(t, s, units, shaken, routed)
    else:
        state = "broken" if _broken(t, units, shaken, routed) else "good"
    return BrigadeMoraleResult(state, units, shaken + routed)


@implements("BP-BRIG-2", "BP-BMOR-2")
def light_counts(t: Tables, s: BrigadeMoraleFacts, rule: Literal["BP-BRIG-2", "BP-BMOR-2"]) -> bool:
    """Whether batteries and skirmishers count: where they are half of the brigade or more."""
    return s.light * t.number(rule, "of") >= (s.units + s.light) * t.number(rule, "part")


@implements("BP-BRIG-3")
def _broken(t: Tables, units: int, shaken: int, routed: int) -> bool:
    if routed < t.number("BP-BRIG-3", "routed"):
        # without a single rout a brigade breaks only if nobody in it is steady any more
        return shaken >= units > 0
    # more than half, compared crosswise; exactly half is not enough
    return (shaken + routed) * t.number("BP-BRIG-1", "of") > units * t.number("BP-BRIG-1", "part")


@implements("BP-BMOR-1", "BP-BMOR-4")
def _one_of_three(t: Tables, s: BrigadeMoraleFacts, units: int, shaken: int, routed: int) -> BrigadeState:
    part, of = t.number("BP-BMOR-1", "part"), t.number("BP-BMOR-1", "of")
    # in the draft a broken brigade never comes back
    if s.was == "broken" or routed * of > units * part:
        return "broken"
    return "shaken" if (shaken + routed) * of > units * part else "good"


class BrigadeEffectsFacts(Facts):
    """A unit of a brigade in a state."""

    state: Annotated[BrigadeState, "the state of the brigade"]
    shaken: Annotated[bool, "the unit itself is shaken"] = False
    disordered: Annotated[bool, "the unit is disordered"] = False
    enemy: Annotated[Inches, "inches to the nearest enemy"] = FAR
    in_combat: Annotated[bool, "it is in close combat"] = False


class BrigadeEffectsResult(NamedTuple):
    """Whether it must, or may, retire one move without a test; whether it may charge, go nearer than initiative range,
    rally and lose its disorder; what its saves lose; whether it counts as shaken."""

    must_retire: bool
    may_retire: bool
    may_charge: bool
    may_approach: bool
    may_rally: bool
    may_recover: bool
    save: int
    counts_shaken: bool


@reckoning("brigade-effects", "BP-BRIG-4", asks=BrigadeEffectsFacts)
def brigade_effects(t: Tables, s: BrigadeEffectsFacts) -> BrigadeEffectsResult:
    """What the state of its brigade means for a unit."""
    if switched(t, "brigade_morale_v2"):
        return _in_draft(t, s)
    broken = s.state == "broken"
    retires = broken and not s.in_combat and s.enemy <= t.number("BP-BRIG-4", "range")
    charges = may_charge(t, s) and not broken
    # a broken brigade shakes all its units, whatever their own casualties say
    return BrigadeEffectsResult(retires, retires, charges, not broken, not broken, True, 0, broken or s.shaken)


@implements("BP-STATE-2", "BP-STATE-3")
def may_charge(t: Tables, s: BrigadeEffectsFacts) -> bool:
    """Whether the unit's own state lets it charge, whatever that of its brigade."""
    shaken = s.shaken and not t.value("BP-STATE-2", "charge")
    return not shaken and not (s.disordered and not t.value("BP-STATE-3", "charge"))


@implements("BP-BMOR-3", "BP-BMOR-4")
def _in_draft(t: Tables, s: BrigadeEffectsFacts) -> BrigadeEffectsResult:
    worse, broken = s.state != "good", s.state == "broken"
    near = s.enemy <= t.number("BP-BMOR-3", "range") and not s.in_combat
    return BrigadeEffectsResult(
        must_retire=worse and s.shaken and near,
        may_retire=worse and (s.shaken or s.disordered) and not s.in_combat,
        may_charge=may_charge(t, s),
        may_approach=not (broken and s.shaken),
        may_rally=not (broken and s.shaken),
        may_recover=not broken,
        save=t.row("BP-BMOR-3", "morale").value if worse else 0,
        counts_shaken=s.shaken,
    )


class ArmyMoraleFacts(Facts):
    """An army as its turn begins."""

    brigades: Annotated[Count, "brigades it began with"]
    broken: Annotated[Count, "of these broken"] = 0
    was: Annotated[bool, "it is broken already"] = False


class ArmyMoraleResult(NamedTuple):
    """Whether it is broken, and whether the battle goes on."""

    broken: bool
    goes_on: bool


@reckoning("army-morale", "BP-ARMY-1", asks=ArmyMoraleFacts)
def army_morale(t: Tables, s: ArmyMoraleFacts) -> ArmyMoraleResult:
    """Whether an army is broken as its turn begins."""
    if s.broken > s.brigades:
        raise refuse("BP-ARMY-1", t.row("BP-ARMY-1", "impossible").label)
    # at half already, unlike a brigade
    half = s.broken * t.number("BP-ARMY-1", "of") >= s.brigades * t.number("BP-ARMY-1", "part")
    broken = s.was or (half and s.brigades > 0)
    return ArmyMoraleResult(broken, not broken or bool(t.value("BP-ARMY-2", "play_on")))


class VictoryFacts(Facts):
    """Both armies when one is broken."""

    ours: Annotated[bool, "our army is broken"]
    theirs: Annotated[bool, "their army is broken"] = False


class VictoryResult(NamedTuple):
    """Who has won."""

    winner: Literal["ours", "theirs", "nobody", ""]


@reckoning("victory", "BP-ARMY-2", asks=VictoryFacts)
def victory(t: Tables, s: VictoryFacts) -> VictoryResult:
    """Who wins when an army breaks; nothing while neither has, or while the battle is played on."""
    if t.value("BP-ARMY-2", "play_on") or not (s.ours or s.theirs):
        return VictoryResult("")
    return VictoryResult("nobody" if s.ours and s.theirs else "theirs" if s.ours else "ours")
