"""Victorious cavalry: pursuit unless it is held, further attacks, and the end of them."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from grognard.battle.decisions import Decision, Option
from grognard.battle.kinds import Noted
from grognard.battle.procedures import Steps, ask
from grognard.ground.relations import bearing
from grognard.kernel.checks import implements

from ...checks.close_combat.cavalry_options import SecondaryAttackFacts, SecondaryAttacksEndFacts
from ...effects import units as effects
from ...effects.initiative import initiative_check
from ...effects.surprise import take_by_surprise
from ...events.close_combat import HeldBack, PursuitBegun, PursuitChecked, RecallSounded, RodeOn, RodeOnInVain
from ...facts import situations
from ...facts.combat.engagements import Pairing
from ...maneuver import moves
from ...table.battlefield import Battlefield
from .contests import FoughtPairing, fight_out
from .outcomes import settle


def exploit(b: Battlefield, mets: Sequence[FoughtPairing], firefights: list[tuple[str, str]]) -> Steps[None]:
    """All victors of a bout who may pursue do so or are held back; once, where several squadrons of one enemy have been
    routed."""
    won = [(unit, met.foe(unit)) for met in mets if met.combat.pursuit for unit in met.pair[:2] if met.won_by(unit)]
    # one pursuit for each pair, though each squadron of the enemy may have been routed by itself
    for victor, router in dict.fromkeys(won):
        # in another pairing the victor may have lost
        if b.unit(victor).where == "table" and b.unit(victor).now.combat == "won":
            yield from pursue(b, victor, router, firefights)


@implements("CS-9.2.2i", "CS-4.3.2")
def pursue(b: Battlefield, victor: str, router: str, firefights: list[tuple[str, str]]) -> Steps[None]:
    """Cavalry that has routed its enemy goes after him, unless it passes a check and its commander holds it; or it
    goes for another enemy in its way (CS-9.2.3j)."""
    quarry = router if router in situations.threatened_by(b, victor) else None
    result = initiative_check(b, victor, check="pursuit", target=quarry, unwilling=True)
    may_hold = result.settled.may_hold
    b.report(PursuitChecked(unit=victor, foe=router, held=may_hold), rules=("CS-9.2.2i", "CS-4.3.1"), roll=result)
    # confusion costs order whether it is held or not
    effects.disorder(b, victor, result.settled.disorder, rules=("CS-9.2.2i",), cause="confusion")
    options = [Option("pursue", f"pursue {b.name_to(b.seat_of(victor), router)}", "CS-9.2.2i")]
    options += [Option("hold", "hold it back", "CS-9.2.2i")] if may_hold else []
    choice = yield from _choose(b, victor, options)
    if choice == "hold":
        b.report(HeldBack(unit=victor), rules=("CS-9.2.2i",))
    elif choice == "pursue":
        _go_after(b, victor, router)
    else:
        yield from strike(b, victor, choice, firefights)


def _choose(b: Battlefield, unit: str, options: list[Option]) -> Steps[str]:
    """One of the options or an enemy in reach; nobody is asked where there is nothing to choose."""
    options = options + [
        Option(foe, f"attack {b.name_to(b.seat_of(unit), foe)}", "CS-9.2.3j", about=foe) for foe in in_reach(b, unit)
    ]
    if len(options) == 1:
        return options[0].key
    decision = Decision(
        b.seat_of(unit),
        "secondary",
        f"{b.name(unit)} has beaten its enemy",
        options,
        rules=("CS-9.2.2i", "CS-9.2.3j"),
        about={"unit": unit},
    )
    answer = yield from ask(decision)
    return answer.option


@implements("CS-5.4b")
def _go_after(b: Battlefield, victor: str, router: str) -> None:
    """The pursuer keeps up with the router, so that he disperses in the next rally phase."""
    b.report(PursuitBegun(unit=victor, foe=router), rules=("CS-9.2.2i", "CS-5.4b"))
    # he may have run off the table
    if b.unit(router).where == "table":
        moves.follow_up(b, victor, router, rules=("CS-9.2.2i", "CS-5.4b"))


@implements("CS-9.2.3j")
def in_reach(b: Battlefield, unit: str) -> list[str]:
    """Enemies whom victorious cavalry could attack as well, nearest first; nobody twice."""
    now = b.unit(unit)
    t = b.rules.tables
    near = b.survey.enemies_within(unit, t.number("CS-9.2.3j", "reach"))
    return [
        foe
        for foe in near
        # whom it has fought this phase it does not fight again
        if foe not in now.now.foes
        and b.survey.sees(unit, foe)
        and b.settle(
            "secondary-attack",
            SecondaryAttackFacts(eligible=True, distance=b.survey.distance(unit, foe), wheel=_wheel(b, unit, foe)),
        ).may_attack
    ]


def _wheel(b: Battlefield, unit: str, foe: str) -> int:
    """Degrees that a unit must wheel to have an enemy straight ahead."""
    now = b.unit(unit)
    turn = round(bearing(now.position, b.survey.middle(foe)) - now.heading) % 360
    return min(turn, 360 - turn)


def strike(b: Battlefield, unit: str, target: str, firefights: list[tuple[str, str]]) -> Steps[None]:
    """A second attack, settled at once with the disorder just gained."""
    t = b.rules.tables
    # where the charge began decides whether it struck flank or rear (CS-9.2.1b)
    start = b.survey.middle(unit)
    paces, degrees = t.number("CS-9.2.3j", "reach"), t.number("CS-9.2.3j", "most_wheel")
    b.report(RodeOn(unit=unit, foe=target), rules=("CS-9.2.3j",))
    if not moves.close_with(b, unit, target, paces=paces, degrees=degrees, rules=("CS-9.2.3j",)):
        b.report(RodeOnInVain(unit=unit, foe=target), rules=("CS-9.2.3j",))
        return
    now = b.unit(unit).now
    came = tuple(dict.fromkeys((*now.came_into, target)))
    doing = replace(now, from_where=start, came_into=came)
    b.emit(Noted(unit=unit), sets=[b.change(unit, now=doing)], to=())
    pair = Pairing(unit, target)
    take_by_surprise(b, [pair])
    mets = fight_out(b, [pair])
    settle(b, mets)
    firefights += [met.pair[:2] for met in mets if met.combat.firefight]
    # a rout is followed by a pursuit like the first; any other win only lets it go on
    yield from exploit(b, mets, firefights)
    if mets[0].won_by(unit) and not mets[0].combat.pursuit:
        yield from _again(b, unit, firefights)


@implements("CS-9.2.3k")
def _again(b: Battlefield, unit: str, firefights: list[tuple[str, str]]) -> Steps[None]:
    """After a second attack that was won: another one, unless none is in reach or the unit can be stopped."""
    if b.unit(unit).where != "table" or not in_reach(b, unit):
        return
    choice = yield from _choose(b, unit, [Option("stop", "stop here, if the unit obeys", "CS-9.2.3k")])
    nearest = in_reach(b, unit)[0]
    paces, degrees = b.survey.distance(unit, nearest), _wheel(b, unit, nearest)
    chain = SecondaryAttacksEndFacts(last_attack="won", goes_on=choice != "stop", distance=paces, wheel=degrees)
    if b.rules["secondary-attacks-end"].refusal(chain) is None:  # no need of a check: it goes on
        yield from strike(b, unit, choice, firefights)
        return
    result = initiative_check(b, unit, target=nearest, unwilling=True)
    stops = b.settle("secondary-attacks-end", chain.replace(initiative=result.settled.result)).next == "stops"
    b.report(RecallSounded(unit=unit, stops=stops), rules=("CS-9.2.3k", "CS-4.3.1"), roll=result)
    effects.disorder(b, unit, result.settled.disorder, rules=("CS-4.3.1",), cause="confusion")
    if not stops:
        yield from strike(b, unit, nearest, firefights)
