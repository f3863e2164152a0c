"""Skirmishers in the open who are charged: what the die says, one thing after the other."""

from __future__ import annotations

from typing import Any, NamedTuple

from grognard.battle.procedures import Steps
from grognard.ground.shapes import placed
from grognard.ground.units import Point
from grognard.kernel.checks import implements
from grognard.miniatures.motion.placements import Placement

from ..checks.troops.skirmishers import CompanyChargedFacts, GrandeBandeChargedFacts, ShelterFacts
from ..effects.losses import break_up, disorder
from ..effects.marches import carried
from ..effects.retreats import retire
from ..events.combat import SkirmishersReacted, TookShelter
from ..facts.moving import stacked_place
from ..table.field import MOST_INCHES, PowderField
from ..terms import Formation, Reaction
from .asking import asked
from .breaking import break_test, into
from .reforming import call_together
from .shooting import closing_fire, feel_fire, save, shoot, tally_of

_ROUND = range(0, 360, 30)


class Reacted(NamedTuple):
    """What came of it: whether they come to blows, with whom the skirmishers took shelter, whether cavalry rides on."""

    contact: bool
    shelter: str = ""
    overrun: bool = False
    company: bool = False


def react(b: PowderField, unit: str, charger: str) -> Steps[Reacted]:
    """A Skirmish Company or a Grande Bande in the open that is charged by formed troops."""
    if b.unit(unit).formation == "skirmish":
        found = yield from _company(b, unit, charger)
    else:
        found = yield from _grande_bande(b, unit, charger)
    return found


def _by(b: PowderField, charger: str) -> Any:
    return "cavalry" if b.branch(charger) == "cavalry" else "infantry"


def _special(b: PowderField, unit: str) -> dict[str, Any]:
    return {"reliable": b.has(unit, "reliable"), "unreliable": b.has(unit, "unreliable")}


# -- Skirmish Companies


@implements("BP-SKIRM-2", "BP-SKIRM-4", "BP-SKIRM-5", "BP-SKIRM-8")
def _company(b: PowderField, unit: str, charger: str) -> Steps[Reacted]:
    # looked for before the die, because the seat must choose before it
    friend, woods = refuge(b, unit)
    shelters = False
    # from foot they simply give way
    if (friend or woods) and b.branch(charger) == "cavalry":
        where = f"with {b.name(friend)}" if friend else "in the woods"
        text = f"{b.name(unit)} may take shelter {where} from {b.name_to(b.seat_of(unit), charger)}, if the die lets it"
        shelters = yield from asked(
            b,
            unit,
            "take_shelter",
            text,
            ("run", "Run there"),
            ("fight_on", "Fire"),
            "BP-SKIRM-5",
            usual=True,
            foe=charger,
        )
    facts = CompanyChargedFacts(charged_by=_by(b, charger), shelter=shelters, **_special(b, unit))
    roll = b.roll("company-charged", facts, by=unit, seen=(unit, charger))
    came = roll.settled
    # told before its consequences, which have events of their own
    b.report(SkirmishersReacted(unit=unit, charger=charger, result=came.result), rules=("BP-SKIRM-4",), roll=roll)
    if came.shelters:
        return _shelter(b, unit, friend, woods)
    contact = yield from _do(b, unit, charger, came.deeds, "BP-SKIRM-4")
    return Reacted(contact, overrun=came.victory_move, company=True)


@implements("BP-SKIRM-5")
def refuge(b: PowderField, unit: str) -> tuple[str, Point | None]:
    """A formed friend, or a place in woods, within support distance; the friend if there are both."""
    reach = b.t.number("BP-SKIRM-5", "within")
    friends = [each for each in b.survey.friends_within(unit, reach) if b.formed(each) and not b.in_combat(each)]
    spot, apart = _nearest_woods(b, unit, reach)
    facts = ShelterFacts(formed_friend=b.inches(unit, friends[0]) if friends else MOST_INCHES, woods=apart)
    found = b.settle("shelter", facts)
    return (friends[0] if found.friend else ""), (spot if found.woods and not found.friend else None)


def _nearest_woods(b: PowderField, unit: str, reach: int) -> tuple[Point | None, int]:
    here = b.unit(unit).position
    for inches in range(1, reach + 1):
        for bearing in _ROUND:
            spot = placed(here, bearing, 0, b.sub(inches))
            if b.woods_at(spot):
                return spot, inches
    return None, MOST_INCHES


def _shelter(b: PowderField, unit: str, friend: str, woods: Point | None) -> Reacted:
    """To or behind a friend, upon whom the charge then falls; or into woods, where they fight."""
    now = b.unit(unit)
    # behind the friend, so that the charge must come upon him
    place = stacked_place(b, unit, friend) if friend else Placement(woods or now.position, now.heading)
    event = TookShelter(unit=unit, friend=friend) if friend else TookShelter(unit=unit)
    b.report(
        event,
        rules=("BP-SKIRM-5",),
        sets=[b.change(unit, position=place.position, heading=place.heading), *carried(b, unit, place)],
    )
    return Reacted(contact=not friend, shelter=friend, company=True)


# -- Grande Bandes


@implements("BP-GRANDE-9", "BP-GRANDE-10", "BP-GRANDE-12", "BP-SKIRM-2")
def _grande_bande(b: PowderField, unit: str, charger: str) -> Steps[Reacted]:
    light, reforms = b.has(unit, "light_infantry"), False
    # before horse a square is no choice
    if light and b.branch(charger) != "cavalry":
        text = f"{b.name(unit)} may form line before {b.name_to(b.seat_of(unit), charger)}, if the die lets it"
        reforms = yield from asked(
            b,
            unit,
            "reform_in_line",
            text,
            ("reform", "Form line"),
            ("give_way", "Give way"),
            "BP-GRANDE-10",
            usual=False,
            foe=charger,
        )
    facts = GrandeBandeChargedFacts(
        charged_by=_by(b, charger), light_infantry=light, reforms=reforms, **_special(b, unit)
    )
    roll = b.roll("grande-bande-charged", facts, by=unit, seen=(unit, charger))
    came = roll.settled
    b.report(SkirmishersReacted(unit=unit, charger=charger, result=came.result), rules=("BP-GRANDE-9",), roll=roll)
    contact = yield from _do(b, unit, charger, came.deeds, "BP-GRANDE-9")
    if came.forms and b.here(unit):
        contact = yield from _reform(b, unit, came.forms)
    return Reacted(contact, overrun=came.victory_move)


@implements("BP-GRANDE-7", "BP-GRANDE-10")
def _reform(b: PowderField, unit: str, formation: Formation) -> Steps[bool]:
    """A Grande Bande closes up under the eyes of the enemy; whether it is still there to fight."""
    if not (yield from call_together(b, unit)):
        return False
    into(b, unit, formation, "BP-GRANDE-10")
    if formation == "square":
        disorder(b, unit, "formed in haste", "BP-GRANDE-10")
    return True


# -- one thing after the other


def _do(b: PowderField, unit: str, charger: str, deeds: tuple[Reaction, ...], rule: str) -> Steps[bool]:
    """What skirmishers do; whether it comes to blows."""
    contact = False
    for deed in deeds:
        # an earlier deed may have been its last
        if not b.here(unit):
            break
        match deed:
            case "retire":
                retire(b, unit, charger, disordered=False, from_combat=False, rules=(rule, "BP-HTH-7"))
            case "suffer_hit":
                yield from _hit(b, unit, charger)
            case "inflict_hit":
                yield from _hit(b, charger, unit)
            case "inflict_disordering_hit":
                yield from _hit(b, charger, unit)
                disorder(b, charger, "rapid fire", rule)
            case "break" | "overrun_break":
                break_up(b, unit, rules=(rule,))
            case "normal_fire":
                felt = tally_of(b, charger)
                shoot(b, unit, charger, felt)
                yield from feel_fire(b, charger, felt)
            case "closing_fire":
                coming = yield from closing_fire(b, unit, (charger,))
                # fire that stops the charger prevents blows, but it never brings them on
                contact = contact and bool(coming)
            case "break_in_combat":
                b.report(
                    SkirmishersReacted(unit=unit, charger=charger, result="lost if it comes to blows"),
                    rules=(rule,),
                    sets=[b.change(unit, doomed=True)],
                )
                contact = True
            case "fight_as_disordered_square":
                b.report(
                    SkirmishersReacted(unit=unit, charger=charger, result="huddles as in a square"),
                    rules=(rule,),
                    sets=[b.change(unit, as_square=True, disordered=True)],
                )
                contact = True
            case "fight_as_skirmishers":
                contact = True
    return contact and b.here(unit)


def _hit(b: PowderField, unit: str, by: str) -> Steps[None]:
    """One hit, saved as usual, and the test that it may call for."""
    before = b.unit(unit).casualties
    _, excess = save(b, unit, 1, by)
    # a hit that it can bear calls for no test here
    if excess and b.here(unit):
        yield from break_test(b, unit, "shooting", enemy=by, excess=excess, shaken=before >= b.unit(unit).stamina)
