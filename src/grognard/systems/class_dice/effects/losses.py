"""Losses, and the end of a unit."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from grognard.battle.events import Set
from grognard.battle.kinds import Noted
from grognard.kernel.checks import implements

from ..checks.command import LeaderCasualtyFacts
from ..checks.status import PercentLossFacts
from ..checks.units import CasualtiesFacts, castings_in
from ..events.troops import Gone, LeaderFell, StepsLost
from ..table.field import ClassField
from ..table.state import Fate
from ..terms import branch


@implements("CD-casualty-step", "CD-artillery-losses")
def lose(b: ClassField, unit: str, steps: int, cause: str, by: str = "", rule: str = "CD-casualty-step") -> bool:
    """A unit loses steps; one that has none left is gone. Whether it is still there."""
    now = b.unit(unit)
    taken = min(steps, now.steps)
    if now.where != "table" or not taken:
        return now.where == "table"
    left = b.settle("casualties", CasualtiesFacts(branch=branch(now.arm), strength=now.steps, steps=taken))
    fields = _fewer(b, unit, left.castings) if left.left else spent(0, "destroyed")
    b.report(
        StepsLost(unit=unit, figures=taken, cause=cause, left=left.left, by=by or UNSET),
        rules=(rule,),
        # in the same event, so that no leader is for a moment with a unit that is gone
        sets=[b.change(unit, steps=left.left, **fields), *([] if left.left else leaders_off(b, unit))],
    )
    if left.removed:
        remove(b, unit, "destroyed", rules=(rule,))
    return not left.removed


def spent(left: int, fate: Fate) -> dict[str, Any]:
    """Who has nobody left is gone in the same moment."""
    return {} if left else {"where": "lost", "fate": fate, "firefight": False, "screen": 0}


def _fewer(b: ClassField, unit: str, castings: int) -> dict[str, Any]:
    """A unit with fewer castings than its screen has calls it in."""
    now = b.unit(unit)
    return {"screen": 0} if now.screen and castings <= now.screen * b.t.number("CD-infantry-stand", "castings") else {}


@implements("CD-percent-results")
def lose_percent(b: ClassField, unit: str, percent: int, cause: str, by: str = "") -> bool:
    """A loss that a bracket sets: of the unit for terrain, of its screen for skirmish combat. It calls for no check."""
    if not percent:
        return b.here(unit)
    now = b.unit(unit)
    stand = b.t.number("CD-infantry-stand", "castings")
    facts = PercentLossFacts.of(
        {
            "percent": percent,
            "cause": "skirmish" if cause == "skirmishers" else "terrain",
            "branch": branch(now.arm),
            "strength": now.steps,
            "screen": now.screen * stand if not now.screen_beaten else 0,
        }
    )
    return lose(b, unit, b.settle("percent-loss", facts).steps, cause, by, "CD-percent-results")


@implements("CD-leader-casualty")
def endanger_leaders(b: ClassField, unit: str, steps: int) -> None:
    """Leaders with a unit that has lost so many steps at one blow may fall, where the option says so."""
    if not b.t.value("CD-leader-casualty", "on"):
        return
    for leader in list(b.world.leaders.values()):
        if leader.attached_to != "regiment" or leader.attached != unit:
            continue
        facts = LeaderCasualtyFacts(steps=min(100, steps))
        if b.rules["leader-casualty"].refusal(facts) is not None:
            continue
        roll = b.roll("leader-casualty", facts, by=leader.id, seen=(unit,))
        if roll.settled.falls:
            fields = {"attached": "", "attached_to": "", "fell_on": b.world.turn, "fallen": leader.fallen + 1}
            b.report(
                LeaderFell(leader=leader.id, unit=unit),
                rules=("CD-leader-casualty",),
                roll=roll,
                sets=[b.change_leader(leader.id, **fields)],
            )
        else:
            b.privately(Noted(), b.seat_of(leader.id), rules=("CD-leader-casualty",), roll=roll)


def remove(b: ClassField, unit: str, how: str, *, rules: tuple[str, ...], edge: str = "", prisoners: int = 0) -> None:
    """A unit leaves the battle; leaders with it go to the nearest friends."""
    now = b.unit(unit)
    fate: Fate = "routed" if how == "left" else how  # type: ignore[assignment]
    fields: dict[str, Any] = {
        "where": "left" if how == "left" else "lost",
        "fate": fate,
        "left_by": edge,
        "firefight": False,
        "smoke": False,
        "screen": 0,
        "prisoners": now.prisoners + prisoners,
    }
    b.report(Gone(unit=unit, how=how, edge=edge), rules=rules, sets=[b.change(unit, **fields), *leaders_off(b, unit)])


@implements("CD-leader-movement")
def leaders_off(b: ClassField, unit: str) -> list[Set]:
    """Leaders of a unit that is removed, or of a brigade of which it was the last, are placed with the nearest friendly
    unit."""
    now, sets = b.unit(unit), []
    friends = [each for each in b.on_table(now.side) if each.id != unit]
    # with its last unit a brigade is gone as well
    gone = [unit] if any(each.brigade == now.brigade for each in friends) else [unit, now.brigade]
    for leader in b.world.leaders.values():
        if leader.attached not in gone:
            continue
        fields: dict[str, Any] = {"attached": "", "attached_to": ""}
        if friends:
            near = min(friends, key=lambda each: (b.paces_between(each.position, leader.position), each.id))
            fields["position"] = near.position
        sets.append(b.change_leader(leader.id, **fields))
    return sets


def surrender_whole(b: ClassField, unit: str, *, rules: tuple[str, ...]) -> None:
    """All that is left of a unit is taken."""
    now = b.unit(unit)
    taken = 0 if branch(now.arm) == "artillery" else castings_in(b.t, branch(now.arm), now.steps)
    remove(b, unit, "surrendered", rules=rules, prisoners=taken)
