"""Routed units with the enemy upon them: a last rout, prisoners, the end (CS-5.4)."""

from __future__ import annotations

from typing import Literal, NamedTuple

from grognard.battle.decisions import Decision, Option
from grognard.battle.procedures import Steps, ask
from grognard.kernel.checks import implements

from ...checks.morale.aftermath import PrisonersFacts, RoutCaughtFacts
from ...checks.setting_up.measures import reach
from ...effects import units as effects
from ...effects.morale import check_about
from ...events.initiative_and_rally import RoutersChased
from ...maneuver import moves
from ...table.battlefield import Battlefield

Horse = Literal["light_cavalry", "other_cavalry"]


class Doomed(NamedTuple):
    """A routed unit that begins the phase in P3 of an enemy, and those enemies, cavalry first, then by nearness."""

    unit: str
    hunters: tuple[str, ...]


@implements("CS-5.4a")
def caught(b: Battlefield) -> list[Doomed]:
    """All routed units whom an enemy has caught as the phase begins."""
    routed = [unit.id for unit in b.on_table() if unit.status == "routed"]
    facts = {unit: RoutCaughtFacts(status="routed", nearest_enemy=b.survey.nearest_enemy(unit)[1]) for unit in routed}
    return [Doomed(unit, _hunters(b, unit)) for unit in routed if b.settle("rout-caught", facts[unit]).disperses]


def _hunters(b: Battlefield, unit: str) -> tuple[str, ...]:
    """Enemies upon it who may pursue: not guns or skirmishers who are out, nor those who waver, flee or are locked with
    somebody else."""
    near = b.survey.enemies_within(unit, reach(b.rules.tables, "P3"))
    able = [foe for foe in near if b.entry(foe).rated.arm != "artillery" and _free(b, foe, unit)]
    # the order by nearness is kept within each arm
    return tuple(sorted(able, key=lambda foe: b.entry(foe).rated.arm != "cavalry"))


def _free(b: Battlefield, foe: str, unit: str) -> bool:
    now = b.unit(foe)
    steady = now.where == "table" and now.status not in ("wavering", "broken", "routed")
    # locked with the router himself is no hindrance
    return steady and not now.parent and not set(now.melee) - {unit}


@implements("CS-5.4a")
def disperse(b: Battlefield, doomed: list[Doomed], checked: set[str]) -> Steps[None]:
    """Each makes its rout move, shakes those it passes, and is gone, one after the other."""
    for each in doomed:
        # who has rallied meanwhile is no longer doomed
        if b.unit(each.unit).where == "table" and b.unit(each.unit).status == "routed":
            yield from _last_rout(b, each, checked)


def _last_rout(b: Battlefield, doomed: Doomed, checked: set[str]) -> Steps[None]:
    unit = doomed.unit
    pursuer = yield from _pursuer(b, doomed)
    # nobody goes after it: it runs from whoever is nearest
    away_from = pursuer or b.survey.nearest_enemy(unit)[0]
    gait = b.rules.tables.value("CS-5.2.3c", "gait")
    moves.retreat(b, unit, gait=gait, away_from=away_from, rules=("CS-5.4a", "CS-5.2.3c"), cause="last rout")
    # off the edge of the table: there is nobody left to catch
    if b.unit(unit).where != "table":
        return
    # as it runs past, before it is gone: those it passes see it
    checked |= check_about(b, unit, checked)
    if pursuer and b.unit(pursuer).where == "table":
        pursue(b, pursuer, unit)
    if b.unit(unit).where == "table":
        effects.become(b, unit, "dispersed", rules=("CS-5.4a",), cause="caught in flight")


@implements("CS-5.4b")
def _pursuer(b: Battlefield, doomed: Doomed) -> Steps[str]:
    """Who goes after it. Cavalry that is still upon a routed enemy pursues: it could have been held back in the close
    combat (CS-9.2.2i). Foot goes only if its commander wants it to."""
    hunter = next((foe for foe in doomed.hunters if _free(b, foe, doomed.unit)), "")
    if not hunter or b.entry(hunter).rated.arm == "cavalry":
        return hunter
    quarry = b.name_to(b.seat_of(hunter), doomed.unit)
    options = [
        Option("stand", "Let them run", "CS-5.4b"),
        Option("pursue", f"Go after {quarry}", "CS-5.4b"),
    ]
    text = f"{quarry} runs from {b.name(hunter)}."
    about = {"unit": hunter, "quarry": doomed.unit}
    answer = yield from ask(
        Decision(b.seat_of(hunter), "pursue", text, options, rules=("CS-5.4b", "CS-5.4c"), about=about)
    )
    return hunter if answer.option == "pursue" else ""


@implements("CS-5.4b", "CS-5.4c")
def pursue(b: Battlefield, pursuer: str, unit: str) -> None:
    """The pursuer keeps up with those who run, and takes prisoners, which count as losses."""
    moves.follow_up(b, pursuer, unit, rules=("CS-5.4b",))
    rated = b.entry(pursuer).rated
    mounted: Horse = "light_cavalry" if rated.light_cavalry else "other_cavalry"
    facts = PrisonersFacts(
        pursuer=mounted if rated.arm == "cavalry" else "not_cavalry",
        pursuer_morale=rated.morale_rating,
        pursuer_figures=max(1, b.live(pursuer)),
        pursued_morale=b.entry(unit).rated.morale_rating,
        figures_left=b.live(unit),
    )
    result = b.roll("prisoners", facts, by=pursuer)
    taken = result.settled.prisoners
    told = RoutersChased(unit=pursuer, quarry=unit, prisoners=taken)
    b.report(told, rules=("CS-5.4b", "CS-5.4c"), roll=result)
    effects.lose(b, unit, taken, rules=("CS-5.4c",), cause="taken prisoner", by=pursuer)
