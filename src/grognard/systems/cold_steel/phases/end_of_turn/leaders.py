"""Step 8a: leaders hit, what it does to them, who loses heart over it, and who takes their place."""

from __future__ import annotations

from math import hypot
from typing import Any

from grognard.battle.events import Set
from grognard.battle.kinds import Noted
from grognard.ground.units import to_sub
from grognard.kernel.checks import implements

from ...checks.command.points import Wound
from ...checks.turn.leaders import LeaderEffect, LeaderEffectFacts, LeaderEffectResult, LeaderHitFacts
from ...effects.morale import check_morale
from ...events.ending import LeaderHit, LeaderStruck, LeaderUnhurt, SuccessorNamed
from ...facts.situations import zone_at
from ...table.battlefield import FAR, LONGEST, Battlefield
from ...table.state import Hurt, LeaderState

HURTS: dict[LeaderEffect, Hurt] = {
    "horse_shot": "horse_shot",
    "light": "light_wound",
    "serious": "serious_wound",
    "killed": "killed",
}
WOUNDS: dict[Hurt, Wound] = {
    "": "none",
    "horse_shot": "horse_shot",
    "light_wound": "light",
    "serious_wound": "serious",
}


@implements("CS-2i", "CS-10.1")
def leader_casualties(b: Battlefield) -> None:
    """Every leader near the enemy rolls; when all have rolled, those who saw one fall check their morale."""
    shaken: dict[str, None] = {}
    for leader in list(b.world.leaders.values()):
        if leader.where == "table" and leader.hurt != "killed":
            shaken |= dict.fromkeys(_under_fire(b, leader))
    # in the order of the roster, each once, whoever fell first: the dice must not hang on who rolled before
    for unit in (unit for unit in b.world.units if unit in shaken):
        if b.unit(unit).where == "table":
            check_morale(b, unit, cause="a leader hit", rules=("CS-10.1.2f", "CS-5.1"))


def _under_fire(b: Battlefield, leader: LeaderState) -> list[str]:
    """One leader's roll; returns who has to check morale for it."""
    facts = exposure(b, leader)
    if facts is None:
        return []
    seat = b.owners(leader.id)[0]
    result = b.roll("leader-hit", facts, secret=seat)
    if not result.settled.hit:
        b.privately(LeaderUnhurt(leader=leader.id), seat, rules=("CS-10.1.1a",), roll=result)
        return []
    b.privately(LeaderStruck(leader=leader.id), seat, rules=("CS-10.1.1a",), roll=result)
    return _hit(b, leader)


@implements("CS-10.1", "CS-10.1.1b")
def exposure(b: Battlefield, leader: LeaderState) -> LeaderHitFacts | None:
    """The facts of his roll; None if no enemy is within P1. An enemy need not be seen to hit him."""
    # the nearest enemy counts whether he is seen or not, by the ruling on this roll (CS-10.1)
    hit_from = b.rules.tables["CS-10.1.1a"]
    nearest = _nearest(b, leader)
    with_unit = leader.attached in b.world.units and b.unit(leader.attached).where == "table"
    # attached, he is as near to the enemy as his unit, wherever on its ground he stands
    attached = with_unit and zone_at(b, b.survey.nearest_enemy(leader.attached)[1]) == "P3"
    return (
        LeaderHitFacts(nearest_enemy=nearest, attached=attached)
        if attached or zone_at(b, nearest) in hit_from
        else None
    )


def _nearest(b: Battlefield, leader: LeaderState) -> int:
    """Paces to the nearest enemy unit; those who are far away by any measure are not measured."""
    x, y = leader.position
    reach = to_sub(max(row["to"] for row in b.rules.tables.value("CS-1.2.2a", "rows") if row["zone"] == "P1") + LONGEST)
    near = (
        b.survey.distance_to(foe.id, leader.position)
        for foe in b.enemies(leader.side)
        # measuring to a unit's ground is slow; no unit reaches farther than this from its own place
        if hypot(foe.position[0] - x, foe.position[1] - y) <= reach
    )
    return min((*near, FAR))


@implements("CS-10.1.2a", "CS-10.1.2b", "CS-10.1.2c", "CS-10.1.2d")
def _hit(b: Battlefield, leader: LeaderState) -> list[str]:
    """What the hit does. The enemy sees no more than that he is hit, or that he falls."""
    result = b.roll("leader-effect", LeaderEffectFacts(earlier_wound=WOUNDS[leader.worst]), by=leader.id)
    fate: LeaderEffectResult = result.settled
    killed = fate.effect == "killed"
    within = fate.morale_checks_within
    witnesses = _witnesses(b, leader, within) if within else []
    sets = _killed(b, leader) if killed else [_hurt(b, leader, fate)]
    sets += _mourned(b, leader, fate)
    rules = ("CS-10.1.2a", "CS-10.1.2e") if killed else ("CS-10.1.2a",)
    b.report(LeaderHit(leader=leader.id, falls=killed, effect=fate.effect), rules=rules, roll=result, sets=sets)
    return witnesses


def _hurt(b: Battlefield, leader: LeaderState, fate: LeaderEffectResult) -> Set:
    worst = next((hurt for hurt, wound in WOUNDS.items() if wound == fate.wound), "")
    # a shot horse is no wound: the worst that lasts stays what it was
    lasting = worst if worst != "horse_shot" else leader.worst
    return Set("leaders", leader.id, {"hurt": HURTS[fate.effect], "hurt_on": b.world.turn, "worst": lasting})


@implements("CS-10.1.2e")
def _killed(b: Battlefield, leader: LeaderState) -> list[Set]:
    """He is gone; his aides wait for his successor."""
    turn = b.world.turn
    successor = turn + b.rules.tables.number("CS-10.1.2a", "successor_commands")
    fields: dict[str, Any] = {
        "hurt": "killed", "hurt_on": turn, "worst": "killed", "where": "lost", "points": 0, "paces": 0,
        "attached": "", "successor_from": successor,
    }  # fmt: skip
    name = b.name(leader.id)
    return [Set("leaders", leader.id, fields), Set("", "", {"fallen": (*b.world.fallen, (leader.side, name))})]


@implements("CS-4.4.1a")
def _mourned(b: Battlefield, leader: LeaderState, fate: LeaderEffectResult) -> list[Set]:
    """The division whose commander, or one of whose commanders, is killed or seriously wounded remembers it: once for
    each man, though he be hit again."""
    entry = b.roster.leaders[leader.id]
    # a man already counted as seriously wounded is not mourned a second time when he dies
    lost = fate.effect in ("killed", "serious") and leader.worst != "serious_wound"
    if not lost or entry.level in ("army", "corps"):
        return []
    names = dict.fromkeys(name for unit in entry.units if (name := b.division(unit)))
    own = [b.world.divisions[each] for each in names]
    return [Set("divisions", each.id, {"commanders_lost": each.commanders_lost + 1}) for each in own]


@implements("CS-10.1.2f")
def _witnesses(b: Battlefield, leader: LeaderState, within: int) -> list[str]:
    """Friends near enough who see him fall; those who run already have no heart left to lose."""
    past_fright = b.rules.tables.value("CS-10.1.2f", "past_fright")
    return [
        unit.id
        for unit in b.on_table(leader.side)
        if unit.status not in past_fright
        and b.survey.distance_to(unit.id, leader.position) <= within
        # the unit he rides with sees him, whatever lies between
        and (leader.attached == unit.id or b.survey.point_sees(leader.position, unit.id))
    ]


@implements("CS-10.1.2b")
def fresh_horses(b: Battlefield) -> None:
    """A horse shot on an earlier turn has been replaced: the next roll for command points it spoilt is over."""
    counts = b.rules.tables.number("CS-10.1.2a", "horse_counts")
    mounted = [
        # back to the wound he had before the horse was shot, if any
        Set("leaders", leader.id, {"hurt": leader.worst})
        for leader in b.world.leaders.values()
        if leader.hurt == "horse_shot" and b.world.turn >= leader.hurt_on + counts
    ]
    if mounted:
        b.emit(Noted(), rules=("CS-10.1.2b",), sets=mounted, to=())


@implements("CS-10.1.2e")
def successions(b: Battlefield) -> None:
    """Two turns after a leader fell his successor is named; he commands from the next turn on, from the same place."""
    named = b.rules.tables.number("CS-10.1.2a", "successor_named")
    for leader in list(b.world.leaders.values()):
        if leader.hurt == "killed" and b.world.turn >= leader.hurt_on + named:
            name, rating = _successor(b, leader)
            fields: dict[str, Any] = {
                "hurt": "",
                "worst": "",
                "hurt_on": 0,
                "successor_from": 0,
                "where": "table",
                "rating": rating,
                "name": name,
                # the first succession only: from then on the man on the roster is gone
                "since": leader.since or b.world.turn + 1,
            }
            b.privately(
                SuccessorNamed(leader=leader.id, name=name, rating=rating, after=b.name(leader.id)),
                b.owners(leader.id)[0],
                rules=("CS-10.1.2e",),
                sets=[Set("leaders", leader.id, fields)],
            )


def _successor(b: Battlefield, leader: LeaderState) -> tuple[str, Any]:
    """Name and rating: the scenario's man for the army's commander, else the next in rank, who is average."""
    side, entry = b.roster.sides[leader.side], b.roster.leaders[leader.id]
    # the scenario's man has fallen too: then it is the next in rank
    if entry.level == "army" and side.successor is not None and b.name(leader.id) != side.successor.name:
        return side.successor.name, side.successor.rating
    heir = "the next officer after" if leader.name else "the successor of"
    return f"{heir} {entry.name}", b.rules.tables.value("CS-10.1.2a", "successor")
