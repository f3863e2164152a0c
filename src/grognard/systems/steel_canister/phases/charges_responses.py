"""What the target of a charge does: it stands, evades (SC-1.7d to g) or forms an emergency square (SC-1.7a to c)."""

from __future__ import annotations

from grognard.battle.decisions import Decision, Option
from grognard.battle.procedures import Steps, ask
from grognard.kernel.checks import implements

from ..checks.melee import LossMoveFacts
from ..checks.moving import ActionCostFacts
from ..effects import become, go_back, lose, worsen
from ..events.combat import Evades, PulledUp, SquareTried
from ..facts.responses import Approach, evasion_facts, possible, square_facts
from ..facts.steps import left, points_left
from ..table.board import Space
from ..table.field import Field

_WORDS = {
    "stand": ("stand and receive it", "SC-6.3"),
    "evade": ("evade", "SC-1.7d"),
    "square": ("form an emergency square", "SC-1.7a"),
}


@implements("SC-6.3")
def respond(b: Field, charger: str, target: str) -> Steps[str]:
    """The target's owner declares one response."""
    found = possible(b, charger, target)
    # nobody is asked where there is nothing to choose
    if len(found) == 1:
        return found[0]
    options = [Option(each, *_WORDS[each]) for each in found]
    answer = yield from ask(
        Decision(
            b.seat_of(target),
            "respond",
            f"{b.name(target)} is charged by {b.name(charger)}",
            options,
            default=("square" if "square" in found else "stand", {}),
            rules=("SC-6.3", "SC-1.7a", "SC-1.7d"),
            about={"unit": target, "charger": charger},
        )
    )
    return answer.option


@implements("SC-6.3")
def met(b: Field, charger: str, target: str, response: str, seen: Approach, space: Space) -> Steps[bool]:
    """The square or the evasion is rolled; whether the charger goes on into the space."""
    if response == "square" and _forms_square(b, target, seen.square):
        return (yield from _pressed(b, charger, target))
    if response == "evade":
        evade(b, charger, target, seen.paid)
    return True


@implements("SC-1.7b", "SC-1.7c", "SC-1.2j")
def _forms_square(b: Field, target: str, charge_ap: int) -> bool:
    """An emergency square: the longer the charge in its sight, the better."""
    now = b.unit(target)
    # paid whether it forms or not: the attempt itself takes the time
    cost = b.settle("action-cost", ActionCostFacts(action="emergency_square", arm=now.arm, ap_left=left(now))).ap
    roll = b.roll("emergency-square", square_facts(b, now, charge_ap), by=target)
    stands, disordered = bool(roll.settled.formed), roll.settled.disordered
    fields = {"formation": "square"} if stands else {}
    b.report(
        SquareTried(unit=target, formed=stands, from_=list(now.space), points=points_left(now, now.spent + cost)),
        rules=("SC-1.7b", "SC-1.2j"),
        roll=roll,
        sets=[b.change(target, spent=now.spent + cost, **fields)],
    )
    if disordered:
        worsen(b, target, "disordered", "other", rules=("SC-1.7b",))
    return stands


@implements("SC-1.7b")
def _pressed(b: Field, charger: str, target: str) -> Steps[bool]:
    """Before a square the charger presses home or pulls up."""
    answer = yield from ask(
        Decision(
            b.seat_of(charger),
            "press",
            f"{b.name(charger)} stands before the square of {b.name(target)}",
            [Option("press", "press home", "SC-4.4e"), Option("pull_up", "pull up, halted", "SC-1.7b")],
            default=("pull_up", {}),
            rules=("SC-1.7b",),
            about={"unit": charger, "target": target},
        )
    )
    if answer.option == "press":
        return True
    b.report(PulledUp(unit=charger, target=target), rules=("SC-1.7b",))
    become(b, charger, "halted", rules=("SC-1.7b",), cause="pulled up before a square")
    return False


@implements("SC-1.7e", "SC-1.7f")
def evade(b: Field, charger: str, target: str, charge_ap: int) -> None:
    """The target runs from the charge, and is caught or not."""
    rider, now = b.unit(charger), b.unit(target)
    roll = b.roll("evasion", evasion_facts(b, charger, target, charge_ap), by=target)
    # straight on from the charger: it stands in the neighbouring space by now
    caught, away = roll.settled, (now.space[0] - rider.space[0], now.space[1] - rider.space[1])
    b.report(
        Evades(unit=target, charger=charger, caught=caught.casualties),
        rules=("SC-1.7e", "SC-1.7f"),
        roll=roll,
        # what it had left of its turn is gone (our ruling on SC-1.7f)
        sets=[b.change(target, cube="", ap=min(now.ap, now.spent))],
    )
    if caught.casualties:
        lose(b, target, caught.casualties, rules=("SC-1.7f",), cause="cut down as it ran", by=charger, risk=False)
    _runs(b, target, away)
    if b.unit(target).where == "board":
        after = "retreat" if caught.retreats else "good_order"
        become(b, target, after, rules=("SC-1.7f",), cause="evasion")  # type: ignore[arg-type]


def _runs(b: Field, target: str, away: Space) -> None:
    """A retreat move, as far as a beaten unit goes."""
    if b.unit(target).where != "board":
        return
    far = b.roll("loss-move", LossMoveFacts(result="retreat"), by=target)
    go_back(b, target, far.settled.spaces, away, how="evade", rules=("SC-1.7f", "SC-4.3c", "SC-5.5"), roll=far)
