"""Brigade morale in play."""

import pytest
from msgspec.structs import replace

from grognard.systems.steel_canister.phases import morale, movement
from grognard.systems.steel_canister.staging import events, run, says, stage, told, unit


def brigade(dice, *statuses, began=(), **more):
    """A blue brigade of units in these statuses, with the red far away."""
    units = [unit(f"u{i}", at=(2 + 2 * i, 5), status=status) for i, status in enumerate(statuses)]
    b = stage(*units, unit("r", side="red", at=(2, 10), facing="S"), dice=dice, phase="11", **more)
    for i, status in enumerate(began):
        b.world.units[f"u{i}"] = replace(b.unit(f"u{i}"), began=status)
    return b


def blue(b):
    return next(each for each in b.world.brigades.values() if each.side == "blue")


def steady(count):
    return ["good_order"] * count


FAR = {"blue": (15, 0), "blue-1": (1, 0)}


@pytest.mark.rule("SC-5.6")
def test_a_quarter_gone_is_no_test():
    b = brigade([], "rout", *steady(3), began=steady(4))
    run(morale.play(b))
    assert not events(b, "brigade_morale")


@pytest.mark.rule("SC-5.6")
def test_nothing_new_is_no_test():
    b = brigade([], "rout", "retreat", *steady(2), began=("rout", "retreat"))
    run(morale.play(b))
    assert not events(b, "brigade_morale")


@pytest.mark.rule("SC-5.6", "SC-5.7")
def test_half_gone_and_it_falters():
    b = brigade([3], "rout", "retreat", "good_order", "disordered", began=steady(4), leaders=FAR)
    run(morale.play(b))
    assert [b.unit(f"u{i}").status for i in range(4)] == ["rout", "retreat", "halted", "disordered"]
    assert (blue(b).order, blue(b).failed, blue(b).broken) == ("withdraw", True, False)
    assert any("falters: it halts, and its order is to withdraw" in line for line in told(b))


@pytest.mark.rule("SC-5.7")
def test_faltering_twice_is_breaking():
    b = brigade([3, 2, 5], "rout", "rout", "halted", "disordered", began=steady(4), leaders=FAR)
    b.world.brigades[blue(b).id] = replace(blue(b), failed=True)
    run(morale.play(b))
    assert [b.unit(f"u{i}").status for i in (2, 3)] == ["retreat", "retreat"]
    assert [b.unit(f"u{i}").space[1] for i in (2, 3)] == [2, 1]
    assert (blue(b).broken, blue(b).order) == (True, "withdraw")


@pytest.mark.rule("SC-5.6")
def test_a_steady_brigade_forgets_that_it_failed():
    b = brigade([6], "rout", "rout", *steady(2), began=steady(4), leaders=FAR)
    b.world.brigades[blue(b).id] = replace(blue(b), failed=True)
    run(morale.play(b))
    assert (blue(b).failed, blue(b).order) == (False, "attack")


@pytest.mark.rule("SC-5.6")
def test_facts_of_a_brigade():
    b = brigade([], "rout", "good_order", "good_order", began=steady(3))
    facts = morale.situation(b, blue(b))
    assert (facts.units, facts.bad, facts.hurt_now, facts.leader, facts.superior_near) == (3, 1, True, True, True)
    leader = b.world.leaders[blue(b).leader]
    b.world.leaders[leader.id] = replace(leader, attached="u0")
    assert not morale.situation(b, blue(b)).leader
    b.world.units["u1"] = replace(b.unit("u1"), grade="elite")
    b.world.units["u2"] = replace(b.unit("u2"), guard=True)
    assert morale.situation(b, blue(b)).good_troops


@pytest.mark.rule("SC-5.6")
def test_a_loss_counts_once():
    b = brigade([6], *steady(2), leaders=FAR)
    b.world.units["u0"] = replace(b.unit("u0"), where="lost")
    run(morale.play(b))
    assert len(events(b, "brigade_morale")) == 1
    run(morale.play(b))
    assert len(events(b, "brigade_morale")) == 1


@pytest.mark.rule("SC-5.7")
def test_those_in_melee_leave_it_when_the_brigade_breaks():
    b = stage(
        unit("u0", at=(4, 5), status="rout"),
        unit("u1", at=(6, 5), melee=True, attacker=True, came_from=(6, 4)),
        unit("r", side="red", at=(6, 5), facing="S", melee=True),
        dice=[1, 2],
        phase="11",
        leaders=FAR,
    )
    b.world.units["u0"] = replace(b.unit("u0"), began="good_order")
    b.world.brigades[blue(b).id] = replace(blue(b), failed=True)
    run(morale.play(b))
    assert (b.unit("u1").status, b.unit("u1").space) == ("retreat", (6, 2))
    assert not b.unit("r").melee


@pytest.mark.rule("SC-5.6", "SC-5.3")
def test_who_rallied_and_runs_again_runs_anew():
    b = stage(
        unit("a", at=(2, 5), status="retreat", cube="rally"), unit("r", side="red", at=(2, 10)), dice=[6], phase="5e"
    )
    run(movement.play(b), says(("action", "a:rally", {"facing": "N"})))
    assert b.unit("a").status == "disordered"
    assert not morale.situation(b, blue(b)).hurt_now
    b.world.units["a"] = replace(b.unit("a"), status="retreat")
    assert morale.situation(b, blue(b)).hurt_now
