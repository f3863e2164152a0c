"""What comes of a close combat: guns overrun, units beaten who fall back at once, melees, firefights, trophies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec.structs import replace

from grognard.battle.events import Set
from grognard.battle.kinds import Noted
from grognard.kernel.checks import implements

from ...checks.close_combat.combat import aftermath
from ...checks.close_combat.combat_rules import FallingBackFacts, TrophyFacts
from ...checks.fire.fire_rules import OpeningVolleyFacts
from ...effects import guns, smoke
from ...effects import units as effects
from ...effects.scattering import scatter
from ...events.close_combat import DrivenOut, TrophyTaken
from ...events.troops import UnitLoosened
from ...facts.combat.combatants import front_figures
from ...facts.combat.engagements import attacks, fighters
from ...maneuver import moves
from ...table.battlefield import Battlefield
from ...terms import STATUSES
from ...works import occupying
from .contests import FoughtPairing


def settle(b: Battlefield, mets: Sequence[FoughtPairing]) -> None:
    """Apply what was rolled: the fate of a unit is the worst of its results (CS-9.1c)."""
    units = fighters(met.pair for met in mets)
    # judged for all before anything is applied, or the first to run would spare the next
    beaten = {unit: worst for unit in units if (worst := _worst_loss(b, unit, mets)) is not None}
    _storm_guns(b, beaten)
    # levels before moves: how fast one runs follows from the level he has taken
    for unit, met in beaten.items():
        _give_way(b, unit, met)
    noted = [note for unit in units if (note := _noted(b, unit, mets, beaten)) is not None]
    b.emit(Noted(), sets=noted, to=())  # at once: two that are locked know it of each other
    for unit, met in beaten.items():
        _fall_back(b, unit, met)
    for met in mets:
        _take_trophy(b, met, beaten)


def _worst_loss(b: Battlefield, unit: str, mets: Sequence[FoughtPairing]) -> FoughtPairing | None:
    """The pairing that a unit lost worst, if it lost any."""
    lost = [met for met in mets if unit in met.pair[:2] and met.lost_by(unit)]
    return max(lost, key=lambda met: _depth(met.fate(unit).status), default=None)


def _depth(status: str) -> int:
    return STATUSES.index(status) if status in STATUSES else len(STATUSES)


def _storm_guns(b: Battlefield, beaten: dict[str, FoughtPairing]) -> None:
    for unit, met in beaten.items():
        if met.fate(unit).eliminated:
            guns.overrun(b, unit, by=met.foe(unit), rules=("CS-9.2.2k",))


@implements("CS-9.2.2h", "CS-3.3.2.3ac")
def _give_way(b: Battlefield, unit: str, met: FoughtPairing) -> None:
    """The beaten take their level, never better than it was; some are scattered into open order, as is a garrison that
    is driven out of what it held."""
    if b.unit(unit).where != "table":
        return
    status = aftermath([met.fate(unit)]).status
    rules = (_table(b, met), "CS-9.2.2h")
    # irregulars never rout (CS-5.6): they scatter when the others fall back
    if b.entry(unit).rated.irregular and status == "routed":
        return
    effects.become(b, unit, status, rules=rules, cause="beaten in close combat")  # type: ignore[arg-type]
    loose = [b.change(unit, formation="open_order")]
    if b.unit(unit).formation == "garrison":
        doors = occupying.through_doors(b, b.unit(unit), "open_order")
        b.report(DrivenOut(unit=unit), rules=("CS-6.2h", "CS-3.3.2.3ac"), sets=loose)
        # compulsory or not, it comes out by the doors, and order is lost in them as in any leaving
        if doors:
            moves.through_doors(b, unit, "march")
    elif met.combat.open_order and b.entry(unit).rated.arm != "artillery" and b.unit(unit).formation not in _LOOSE:
        b.report(UnitLoosened(unit=unit), rules=rules, sets=loose)


_LOOSE = ("open_order", "extended_order", "irregular")
_TABLES = {
    ("infantry", "infantry"): "CS-9.2.2b",
    ("artillery", "infantry"): "CS-9.2.2c",
    ("cavalry", "cavalry"): "CS-9.2.2d",
    ("cavalry", "infantry"): "CS-9.2.2e",
    ("artillery", "cavalry"): "CS-9.2.2f",
}


def _table(b: Battlefield, met: FoughtPairing) -> str:
    """The results table of the arms that met."""
    one, other = sorted(b.entry(unit).rated.arm for unit in met.pair[:2])
    return _TABLES[one, other]


@implements("CS-8.2.2b")
def spends_volley(b: Battlefield, unit: str) -> bool:
    """Whether the fire of a firefight is its opening volley."""
    weapon = b.entry(unit).rated.weapon
    if weapon == "none":
        return False
    shots = OpeningVolleyFacts(weapon=weapon, fired=frozenset({"firefight"}))
    return not b.settle("opening-volley", shots).opening_volley


@implements("CS-8.1g")
def _noted(b: Battlefield, unit: str, mets: Sequence[FoughtPairing], beaten: dict[str, FoughtPairing]) -> Set | None:
    """Remember how it came out: whom it is locked with, and that thirds of a square's fire are lost in a melee."""
    # who was destroyed has nothing to remember
    now = b.unit(unit)
    if now.where != "table":
        return None
    mine = [met for met in mets if unit in met.pair[:2]]
    foes = tuple(met.foe(unit) for met in mine)
    # enemies of other bouts who still hold it; the beaten let go of all
    before = tuple(foe for foe in now.melee if foe not in foes and unit not in beaten)
    locked = [met for met in mine if unit not in beaten and _stay_locked(b, met, beaten)]
    held = tuple(dict.fromkeys((*before, *(met.foe(unit) for met in locked))))
    # a single melee among its combats and it is no firefight: only a melee can be reinforced
    firefight = bool(held) and all(met.combat.firefight for met in locked) and (not before or now.firefight)
    doing = replace(
        now.now,
        combat=_came_out(unit in beaten, bool(held), firefight),
        foes=tuple(dict.fromkeys((*now.now.foes, *foes))),
        thirds=0 if held and not firefight else now.now.thirds,
    )
    fallen_back = {"retired": True} if unit in beaten else {}
    # the dice of the next turn ask who was the attacker, though both have long been in contact
    set_upon = tuple(foe for foe in held if attacks(b, unit, foe))
    spent = now.volley_spent or (any(met.combat.firefight for met in mine) and spends_volley(b, unit))
    return b.change(
        unit, melee=held, set_upon=set_upon, firefight=firefight, volley_spent=spent, now=doing, **fallen_back
    )


def _stay_locked(b: Battlefield, met: FoughtPairing, beaten: dict[str, FoughtPairing]) -> bool:
    """Whether both are there still, and neither was driven off by anybody."""
    return all(b.unit(unit).where == "table" and unit not in beaten for unit in met.pair[:2])


def _came_out(beaten: bool, locked: bool, firefight: bool) -> Literal["won", "lost", "melee", "firefight"]:
    if beaten:
        return "lost"
    return "won" if not locked else "firefight" if firefight else "melee"


@implements("CS-9.2.2h", "CS-5.6")
def _fall_back(b: Battlefield, unit: str, met: FoughtPairing) -> None:
    """At once and straight away from the victor; irregulars who would rout scatter instead."""
    now = b.unit(unit)
    if now.where != "table":
        return
    if b.entry(unit).rated.irregular and met.fate(unit).status == "routed":
        scatter(b, unit)
        return
    arm: Literal["infantry", "cavalry"] = "cavalry" if b.entry(unit).rated.arm == "cavalry" else "infantry"
    flight = b.settle("falling-back", FallingBackFacts(status=now.status, arm=arm))  # type: ignore[arg-type]
    how = "flees" if now.status == "routed" else "falls back"
    moves.retreat(b, unit, gait=flight.gait, away_from=met.foe(unit), rules=("CS-9.2.2h",), cause=how)


@implements("CS-9.2.2a")
def _take_trophy(b: Battlefield, met: FoughtPairing, beaten: dict[str, FoughtPairing]) -> None:
    """A colour taken raises the captor a level, until its next check settles anew what it is."""
    if not met.combat.trophy:
        return
    # who won this pairing but lost another runs, and takes no colours along
    captor = next(unit for unit in met.pair[:2] if met.won_by(unit))
    now = b.unit(captor)
    if captor in beaten or now.where != "table":
        return
    b.report(
        TrophyTaken(unit=captor, foe=met.foe(captor)),
        rules=("CS-9.2.2a",),
        sets=[b.change(captor, trophies=now.trophies + 1)],
    )
    status = b.settle("trophy", TrophyFacts(status=now.status)).status
    effects.become(b, captor, status, rules=("CS-9.2.2a",), cause="took a trophy")


@implements("CS-B.11a", "CS-B.11b", "CS-9.2.2l")
def mark_smoke(b: Battlefield, firefights: Sequence[tuple[str, str]]) -> None:
    """The smoke of firefights, between those who stand and fire."""
    for one, other in firefights:
        if b.unit(one).where == b.unit(other).where == "table":
            smoke.between(b, one, other, _balls(b, one) + _balls(b, other), ("CS-B.11a", "CS-B.11b"))


def _balls(b: Battlefield, unit: str) -> int:
    front = front_figures(b, b.unit(unit))
    pieces = b.entry(unit).rated.arm == "artillery"
    return smoke.balls_of(b, firefight_guns=front) if pieces else smoke.balls_of(b, firefight=front)
