"""What the rules ask about a moment, read off the table."""

import pytest

from grognard.systems.black_powder.facts import combat, command, fire
from grognard.systems.black_powder.staging import RED, stage, unit
from grognard.systems.black_powder.table.orders import Order
from grognard.systems.black_powder.table.state import Contact

MOVE = Order("move", to=(0, 0))


def locked(b, charger, target, face="front"):
    each = Contact(f"{charger}>{target}", charger, target, face)
    b.world.contacts[each.id] = each
    return b


@pytest.mark.rule("BP-CMD-3")
def test_command_facts():
    b = stage(
        unit("a", at=(20, 20), formation="attack_column"),
        unit("b", at=(32, 20)),
        unit("r", RED, at=(20, 31), facing=180),
        leaders={"blue-1": (20, 2)},
    )
    one = command.command_facts(b, "brigadier-blue-1", ("a",), MOVE, "order")
    assert (one.staff, one.distance, one.enemy, one.formations) == (8, 13, 11, {"attack_column"})
    both = command.command_facts(b, "brigadier-blue-1", ("a", "b"), MOVE, "brigade_order")
    assert both.formations == {"attack_column", "line"}
    assert both.distance > one.distance


@pytest.mark.rule("BP-CMD-1", "BP-CMD-6", "BP-CMD-7")
def test_who_may_be_told():
    b = stage(
        unit("a", at=(10, 20)),
        unit("b", at=(25, 20)),
        unit("c", at=(60, 20), disordered=True),
        unit("r", RED, at=(10, 40), facing=180),
    )
    leader = "brigadier-blue-1"
    assert command.may_order(b, leader, "a") is None
    assert command.may_order(b, leader, "c").rule == "BP-STATE-3"
    assert command.may_order_group(b, ("a", "b")) is None
    assert command.may_order_group(b, ("a", "c")).rule == "BP-CMD-6"
    assert command.may_act_alone(b, "a", MOVE).rule == "BP-CMD-7"


@pytest.mark.rule("BP-FRIC-1", "BP-FRIC-3", "BP-FRIC-6")
def test_engagement():
    b = stage(
        unit("a", at=(10, 10)),
        unit("b", at=(40, 10)),
        unit("c", at=(65, 10)),
        unit("r", RED, at=(10, 15), facing=180),
        unit("s", RED, at=(40, 27), facing=180),
        variants=("friction-zones",),
        size=(100, 48),
    )
    assert [command.engagement(b, each) for each in "abc"] == ["threatened", "engaged", "unengaged"]


@pytest.mark.rule("BP-SHOOT-2", "BP-SHOOT-5")
def test_targets():
    b = stage(
        unit("a", at=(20, 20)),
        unit("g", at=(45, 20), arm="foot_artillery"),
        unit("near", RED, at=(20, 32), facing=180),
        unit("far", RED, at=(20, 45), facing=180),
        unit("side", RED, at=(2, 20), facing=90),
    )
    assert fire.targets(b, "a") == ["near"]
    assert fire.usual_target(b, "a") == "near"
    assert fire.why_not(b, "a", "far").rule == "BP-SHOOT-2"
    assert fire.why_not(b, "a", "side").rule == "BP-SHOOT-5"
    assert fire.band_of(b, "g", "near") == "effective"
    pair = fire.fire_facts(b, "a", "near")
    assert (pair.ours.distance, pair.ours.shooting, pair.theirs.zone) == (12, 3, "front")


@pytest.mark.rule("BP-HTH-5", "BP-HTH-3")
def test_supports_and_rounds():
    b = stage(
        unit("a", at=(30, 20)),
        unit("left", at=(19, 20)),
        unit("rear", at=(30, 15)),
        unit("far", at=(30, 6)),
        unit("r", RED, at=(30, 20.1), facing=180),
    )
    locked(b, "r", "a")
    assert combat.supports(b, "a") == {"rear": ["rear"], "left_flank": ["left"], "right_flank": []}
    facts = combat.fight_facts(b, "a")
    assert (facts.rear, facts.left, facts.right, facts.struck) == (True, True, False, "front")
    assert combat.combats(b) == [("a", "r")]


@pytest.mark.rule("BP-BREAK-2", "BP-FLANK-1", "BP-SQCAV-3")
def test_break_facts():
    b = stage(
        unit("c", at=(30, 20), arm="light_cavalry", disordered=True),
        unit("s", RED, at=(30, 20.1), facing=180, formation="square"),
        unit("d", at=(60, 20), casualties=3),
        unit("e", RED, at=(60, 20.1), facing=180, arm="heavy_cavalry"),
    )
    locked(locked(b, "c", "s"), "e", "d", "left_flank")
    ours = combat.break_facts(b, "c", "lost")
    assert (ours.squares, ours.disordered, ours.cavalry) == (True, True, False)
    theirs = combat.break_facts(b, "d", "lost", excess=1)
    assert (theirs.struck, theirs.all_cavalry, theirs.shaken, theirs.excess) == ("left_flank", True, True, 1)
