"""Wavering units may try to rally or let it be (CS-5.3c): their commander decides, by exact odds."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from typing import Any, NamedTuple

from grognard.battle.decisions import Decision, Option
from grognard.battle.previews.records import Chance
from grognard.battle.procedures import Steps, ask, together
from grognard.kernel.checks import Refused, implements
from grognard.kernel.domains import Several
from grognard.kernel.odds import Odds

from ...checks.morale.morale import MoraleResult, RallyFacts
from ...desk.others import RALLY
from ...events.initiative_and_rally import RallyByInstruction
from ...facts import situations
from ...facts.retreats import shaken_neighbours
from ...orders import standing
from ...table.battlefield import FAR, Battlefield
from ...table.state import Standing
from ...terms import Status

STEADY = ("resolute", "determined")


class Trial(NamedTuple):
    """What may become of a wavering unit that tries to rally, as far as its commander can know."""

    unit: str
    odds: Odds[MoraleResult]

    @property
    def better(self) -> Fraction:
        """That it gets over it."""
        return self.odds.chance(lambda found: found.status in STEADY)

    @property
    def worse(self) -> Fraction:
        """That it breaks, or worse."""
        return self.odds.chance(lambda found: _worth(found.status) < 0)


@implements("CS-5.3c")
def volunteers(b: Battlefield, checked: Collection[str]) -> Steps[list[str]]:
    """The wavering units that are to try, in the order of the roster: by word of their commanders, all asked together,
    or by their standing instructions. Who has to check in any case, for friends who flee, has no choice to make."""
    # a forced check and an attempt in one phase would be two checks (CS-5.1)
    bound = shaken_neighbours(b)
    free = [
        unit.id
        for unit in b.on_table()
        if unit.status == "wavering" and unit.id not in checked and unit.id not in bound
    ]
    trials = {seat.id: [made for unit in free if (made := trial(b, seat.id, unit)) is not None] for seat in b.seats}
    asked = [seat for seat, own in trials.items() if own and standing.of_seat(b, seat).rally == "ask"]
    answers = yield from together([ask(_decision(b, seat, trials[seat])) for seat in asked])
    chosen: set[str] = set()
    for seat, own in trials.items():
        if own and seat not in asked:
            chosen.update(_by_instruction(b, seat, own))
    for seat, answer in zip(asked, answers, strict=True):
        chosen.update(answer.values["units"])
        standing.instruct(b, seat, answer.values)
    return [unit for unit in free if unit in chosen]


def trial(b: Battlefield, seat: str, unit: str) -> Trial | None:
    """The odds of a seat's own unit; None where, as far as the seat can see, it may not try. Enemies whom the seat does
    not see are left out: neither the question nor the odds may betray them."""
    if b.seat_of(unit) != seat:
        return None
    facts = situations.morale_facts(
        b, unit, RallyFacts, fired_last_turn=b.unit(unit).before.fired, **_as_known(b, seat, unit)
    )
    try:
        return Trial(unit, b.rules["rally"].odds(facts))
    # the rules bar the attempt: then there is no question to ask
    except Refused:
        return None


def _as_known(b: Battlefield, seat: str, unit: str) -> dict[str, Any]:
    """What enemies in the seat's sight make of the facts that would ask about all."""
    side, known = b.unit(unit).side, b.knowledge.seen_by(seat)
    foes = [each for each in b.survey.around(unit) if each[1] in known and b.unit(each[1]).side != side]
    near, far = situations.within(b, "enemy_retreating"), situations.far_range(b)
    fleeing = [foe for paces, foe, _ in foes if paces <= near and situations.retreating(b.unit(foe))]
    return {
        "nearest_enemy": min((paces for paces, _, _ in foes), default=FAR),
        "enemy_retreating": RallyFacts.nearest("enemy_retreating", len(fleeing)),
        "enemy_seen": any(clear and paces <= far and b.survey.sees(unit, foe) for paces, foe, clear in foes),
    }


def _decision(b: Battlefield, seat: str, trials: list[Trial]) -> Decision:
    """One question for all of them; suggested are those who are likelier to get better than worse."""
    suggested = tuple(each.unit for each in trials if each.better > each.worse)
    units = Several(tuple(each.unit for each in trials))
    option = Option(
        "rally",
        "These try to rally",
        "CS-5.3c",
        {"units": units, **standing.FIELDS},
        {"units": suggested, **standing.unsaid(b, seat)},
        form=RALLY.id,
    )
    one = len(trials) == 1
    text = f"{b.name(trials[0].unit)} wavers. Is it to try to rally?" if one else "Which wavering units try to rally?"
    return Decision(
        seat,
        "rally",
        text,
        [option],
        default=("rally", {"units": suggested}),
        rules=("CS-5.3c", "CS-5.2b"),
        chances={each.unit: chances(b, each) for each in trials},
    )


def chances(b: Battlefield, made: Trial) -> tuple[Chance, ...]:
    """The odds in words, the best first; irregulars never rout, they scatter (CS-5.6)."""
    irregular = b.entry(made.unit).rated.irregular
    found = made.odds.map(lambda each: _told(each.status, irregular=irregular))
    return tuple(
        Chance(text=words, percent=round(100 * float(chance), 2), value=worth)
        for (worth, words), chance in sorted(found, key=lambda each: -each[0][0])
    )


def _told(status: Status, *, irregular: bool) -> tuple[int, str]:
    if irregular and status in ("routed", "dispersed"):
        return _worth("routed"), "scattered"
    return _worth(status), status


def _worth(status: Status) -> int:
    """Steps up or down from wavering."""
    steps: dict[Status, int] = {"resolute": 2, "determined": 1, "wavering": 0, "broken": -1, "routed": -2}
    return steps.get(status, -3)


def _wanted(now: Standing, made: Trial) -> bool:
    if now.rally == "odds":
        # the least chance is that it does not get worse: staying as it is counts as good
        return 1 - made.worse >= Fraction(now.least, 100)
    return now.rally == "always"


def _by_instruction(b: Battlefield, seat: str, trials: list[Trial]) -> list[str]:
    """Who tries without a question, and a line to the seat about it."""
    now = standing.of_seat(b, seat)
    tries = [each.unit for each in trials if _wanted(now, each)]
    stays = [each.unit for each in trials if each.unit not in tries]
    told = RallyByInstruction(rally=now.rally, least=now.least, tries=tries, stays=stays)
    b.privately(told, seat, rules=("CS-5.3c",))
    return tries
