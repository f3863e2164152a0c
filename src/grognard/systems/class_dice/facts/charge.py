"""The facts of a charge and of a melee: both sides, as they come together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from grognard.kernel.checks import implements
from grognard.kernel.opposed import Pair

from ..checks.charge import ChargeFacts
from ..checks.melee import MeleeFacts, MeleeStatusFacts
from ..table import ground
from ..table.field import ClassField
from ..terms import Cover, Zone, branch
from .bearings import secure_flanks
from .command import il
from .fire import cover_from

MOST_CASTINGS = 130


class Onset(NamedTuple):
    """What is settled when a charge begins: where it strikes, how long its way is, who takes part."""

    chargers: tuple[str, ...]
    target: str
    strikes: Zone
    path: int
    castings: int
    """Steps of the chargers as they set out."""
    downhill: bool
    cover: Cover
    countercharges: bool = False


def onset(b: ClassField, chargers: Sequence[str], target: str, strikes: Zone, path: int) -> Onset:
    """The beginning of a charge."""
    first = chargers[0]
    here, there = b.survey.middle(first), b.survey.middle(target)
    return Onset(
        tuple(chargers),
        target,
        strikes,
        path,
        sum(b.unit(each).steps for each in chargers),
        ground.higher(b.ground, here, there),
        cover_from(b, first, target),
    )


@implements("CD-charge-mass", "CD-charge-attacker-mods", "CD-combined-action")
def _attacker(b: ClassField, onset: Onset) -> dict[str, Any]:
    here = [each for each in onset.chargers if b.here(each)]
    first = b.unit(here[0])
    # in steps, against what set out: the fire on the way is what closing losses are
    lost = onset.castings - sum(b.unit(each).steps for each in here)
    return {
        "arm": first.arm,
        "troop_class": first.troop_class,
        # the average, rounded down, where several charge as one
        "cw": sum(b.unit(each).cw for each in here) // len(here),
        "status": first.status,
        "formation": first.formation,
        "castings": min(MOST_CASTINGS, sum(b.castings(each) for each in here)),
        "leaders": max(-3, min(9, il(b, here[0]))),
        "downhill": onset.downhill,
        "path": min(20_000, onset.path),
        "closing": max(0, min(100, 100 * lost // max(1, onset.castings))),
        "strikes": onset.strikes,
    }


@implements("CD-charge-defender-mods", "CD-countercharge")
def _defender(b: ClassField, onset: Onset) -> dict[str, Any]:
    now = b.unit(onset.target)
    foot = branch(now.arm) != "cavalry"
    return {
        "arm": now.arm,
        "troop_class": now.troop_class,
        "cw": now.cw,
        "status": now.status,
        "formation": now.formation,
        "castings": min(MOST_CASTINGS, b.castings(onset.target)),
        "leaders": max(-3, min(9, il(b, onset.target))),
        # only cavalry that rides out to meet a charge has the slope for itself
        "downhill": onset.countercharges and not onset.downhill and _above(b, onset),
        "secure_flanks": secure_flanks(b, onset.target) if now.formation != "square" else 0,
        "cover": onset.cover if foot or not onset.countercharges else "none",
        "countercharges": onset.countercharges,
    }


def _above(b: ClassField, onset: Onset) -> bool:
    return ground.higher(b.ground, b.survey.middle(onset.target), b.survey.middle(onset.chargers[0]))


def charge_facts(b: ClassField, onset: Onset) -> Pair:
    """Both sides of a charge roll."""
    return Pair(ChargeFacts(**_attacker(b, onset)), ChargeFacts(**_defender(b, onset)))


@implements("CD-melee-modifiers", "CD-melee-disorder")
def melee_facts(b: ClassField, onset: Onset, round_: int, *, ridden_down: bool = False) -> Pair:
    """Both sides of a round of melee."""
    ours = {**_attacker(b, onset), "round": round_}
    theirs = {**_defender(b, onset), "round": round_, "ridden_down": ridden_down}
    for side in (ours, theirs):
        side["status"] = b.settle("melee-status", MeleeStatusFacts(status=side["status"], round=round_)).status
    # who broke in this very melee still fights its last round out
    if ours["status"] == "broken":
        ours["status"] = "disordered"
    return Pair(MeleeFacts(**ours), MeleeFacts(**theirs))
