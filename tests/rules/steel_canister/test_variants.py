"""Other readings of the charts: each changes what it says and nothing else, and all of them can be played."""

from typing import Any

import pytest

from grognard import systems
from grognard.battle.battles import Battle
from grognard.battle.commanding import fight_out
from grognard.kernel.sources import ScriptedDice
from grognard.scenarios.loading import load
from grognard.simulate.fuzz import fuzz
from grognard.simulate.many import staffed

SYSTEM = "steel-canister"
NAMES = list(systems.variants(SYSTEM))


def both(variant: str, check: str, dice: list[int] | None = None, **facts: Any) -> tuple[Any, Any]:
    """The outcome as the rules stand, and under the variant."""
    return made((), check, dice, facts), made((variant,), check, dice, facts)


def made(variants: tuple[str, ...], check: str, dice: list[int] | None, facts: dict[str, Any]) -> Any:
    bound = systems.rules(SYSTEM, *variants)[check]
    return bound.roll(bound.read(facts), ScriptedDice(dice or [])).settled


def pools(variant: str, check: str, **facts: Any) -> tuple[int, int]:
    """Dice as the rules stand, and under the variant."""
    found = []
    for variants in ((), (variant,)):
        bound: Any = systems.rules(SYSTEM, *variants)[check]
        situation = bound.read(facts)
        thrown = bound.pools(situation)[0] if hasattr(bound, "pools") else bound.dice(situation)
        found.append(len(thrown.dice))
    return found[0], found[1]


@pytest.mark.rule("SC-0.4")
@pytest.mark.parametrize(
    "dx, dy, sides", [(1, -1, ("rear", "right")), (-2, -2, ("rear", "left")), (1, -2, ("rear",) * 2)]
)
def test_flank_diagonals(dx, dy, sides):
    assert tuple(arc.side for arc in both("flank-diagonals", "facing-arc", dx=dx, dy=dy)) == sides


@pytest.mark.rule("SC-0.4", "SC-4.4c")
def test_strong_points_have_flanks():
    before, after = both("strong-points-have-flanks", "facing-arc", dx=1, dy=0, strong_point=True)
    assert (before.side, after.side) == ("front", "right")
    facts = {"ours.charged": True, "ours.formation": "attack_column", "theirs.formation": "semi_formed"}
    facts |= {"theirs.cover": "strong_point", "theirs.attacked": "right"}
    assert pools("strong-points-have-flanks", "melee", **facts) == (2, 4)


@pytest.mark.rule("SC-4.3b", "SC-5.1")
@pytest.mark.parametrize(
    "status, result, then",
    [
        ("disordered", "fallback", ("fallback", "retreat")),
        ("retreat", "fallback", ("retreat", "rout")),
        ("halted", "fallback", ("fallback", "fallback")),
        ("rout", "rout", ("rout", "rout")),
    ],
)
def test_beaten_again_worse(status, result, then):
    found = both("beaten-again-worse", "status", status=status, result=result, cause="melee")
    assert tuple(each.status for each in found) == then


@pytest.mark.rule("SC-3.5")
def test_losses_do_not_tell():
    before, after = both("losses-do-not-tell", "fire-effect", [1, 1], hits=1, killed=12)
    assert (before.result, after.result) == ("halted", "none")
    assert pools("losses-do-not-tell", "fire-effect", hits=3, killed=3) == (1, 2)


@pytest.mark.rule("SC-0.11")
@pytest.mark.parametrize("check", ["artillery", "musketry"])
def test_summed_cover_in_fire(check):
    before, after = pools("summed-cover", check, range=1, target_cover="light", more_cover=1)
    assert after == before - 1


@pytest.mark.rule("SC-0.11", "SC-4.4c")
def test_summed_cover_in_melee():
    facts = {"ours.charged": True, "theirs.cover": "light", "theirs.more_cover": 1}
    before, after = pools("summed-cover", "melee", **facts)
    assert after == before - 1


@pytest.mark.rule("SC-1.2j")
def test_free_square():
    before, after = both("free-square", "action-cost", action="emergency_square")
    assert (before.ap, after.ap) == (1, 0)


@pytest.mark.rule("SC-1.3a", "SC-1.3e")
@pytest.mark.parametrize(
    "formation, moved, dice", [("line", True, (1, 0)), ("line", False, (1, 1)), ("square", True, (2, 0))]
)
def test_dice_once_a_move(formation, moved, dice):
    assert pools("dice-once-a-move", "step", formation=formation, moved=moved) == dice


@pytest.mark.rule("SC-1.3b", "SC-1.3c")
def test_contours_cost_a_point_and_walls_a_die():
    uphill, wall = {"formation": "attack_column", "uphill": True}, {"formation": "attack_column", "edge": "wall"}
    assert [each.paid for each in both("contours-cost", "step", [1], **uphill)] == [1, 2]
    assert [each.paid for each in both("contours-cost", "step", [1], **wall)] == [2, 1]
    assert (pools("contours-cost", "step", **uphill), pools("contours-cost", "step", **wall)) == ((1, 0), (0, 1))


@pytest.mark.rule("SC-1.3d")
def test_rough_roads():
    march = {"formation": "march_column", "on_road": True, "terrain": "heavy", "uphill": True}
    assert pools("rough-roads", "step", **march) == (0, 1)
    assert [each.paid for each in both("rough-roads", "step", [1], **march)] == [1, 2]


@pytest.mark.rule("SC-1.3g", "SC-1.2f")
def test_heavy_guns_pay_all_they_have():
    march = {"arm": "horse_artillery", "formation": "limbered", "heavy_guns": True, "ap_left": 4}
    assert [each.paid for each in both("heavy-guns-whole-ap", "step", [1], **march)] == [1, 4]
    turn = {"arm": "horse_artillery", "heavy_guns": True, "ap_left": 4}
    assert [each.paid for each in both("heavy-guns-whole-ap", "pivot", [1], **turn)] == [3, 4]
    light = {"arm": "horse_artillery", "formation": "limbered", "ap_left": 4}
    assert [each.paid for each in both("heavy-guns-whole-ap", "step", [], **light)] == [1, 1]


@pytest.mark.rule("SC-1.4a")
def test_radius_by_leader():
    before, after = both("radius-by-leader", "command-radius", arm="infantry", command="light_cavalry", distance=5)
    assert (before.radius, before.in_command, after.radius, after.in_command) == (3, False, 5, True)


@pytest.mark.rule("SC-1.7a")
def test_no_square_falling_back():
    checks = [systems.rules(SYSTEM, *variants)["emergency-square"] for variants in ((), ("no-square-falling-back",))]
    found = [check.refusal(check.read({"charge_ap": 4, "status": "fallback"})) for check in checks]
    assert found[0] is None
    assert found[1].rule == "SC-1.7a"


@pytest.mark.rule("SC-1.7c")
def test_square_modifier_on_die():
    column = {"charge_ap": 3, "formation": "closed_column"}
    before, after = both("square-modifier-on-die", "emergency-square", [3], **column)
    assert (before.formed, after.formed) == (True, False)


@pytest.mark.rule("SC-1.7d", "SC-1.7g")
@pytest.mark.parametrize(
    "variant, must, lost", [("footnote-on-duty", False, (3, 2)), ("footnote-on-bonus", True, (3, 3))]
)
def test_what_the_footnote_limits(variant, must, lost):
    skirmishers = {"arm": "light_infantry", "formation": "skirmish", "charger_formed": False}
    assert [each.must for each in both(variant, "may-evade", **skirmishers)] == [False, must]
    chase = {"theirs.evades": True, "theirs.arm": "light_infantry", "theirs.before_formed": False}
    caught = both(variant, "evasion", [5, 2], **chase)
    assert tuple(each.casualties for each in caught) == lost


@pytest.mark.rule("SC-4.4a")
@pytest.mark.parametrize("grade, dice", [("grenadier", (8, 8)), ("veteran", (5, 8)), ("crack", (6, 8))])
def test_guard_as_a_grade(grade, dice):
    assert pools("guard-four", "melee", **{"ours.guard": True, "ours.grade": grade}) == dice


@pytest.mark.rule("SC-4.4d")
@pytest.mark.parametrize("units, dice", [(2, (6, 8)), (3, (7, 13)), (1, (4, 4))])
def test_mass_per_battalion(units, dice):
    assert pools("mass-per-battalion", "melee", **{"ours.units": units}) == dice


@pytest.mark.rule("SC-4.4h")
@pytest.mark.parametrize(
    "arm, formation, dice", [("light_cavalry", "line", (7, 7)), ("foot_artillery", "limbered", (1, 0))]
)
def test_gunners_count_one_by_one(arm, formation, dice):
    facts = {"ours.arm": arm, "ours.formation": formation, "ours.grade": "grenadier", "ours.killed": 3}
    assert pools("gunners-count-one-by-one", "melee", **facts) == dice


# -- as they are named and played


def test_the_rulebook_names_every_variant_and_no_other():
    named = {name for rule in systems.rulebook(SYSTEM) for name in rule.variants}
    assert named == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_every_variant_changes_some_number(name):
    plain, varied = systems.rules(SYSTEM).tables, systems.rules(SYSTEM, name).tables
    assert [rule for rule in plain if plain[rule] != varied[rule]]


@pytest.mark.parametrize("variants", [*((name,) for name in NAMES), tuple(NAMES)], ids=[*NAMES, "all"])
def test_random_play_under_variants_breaks_nothing(variants):
    assert fuzz(SYSTEM, load("farm-at-the-crossroads"), 5, 2, {"variants": variants}).turns == 2


@pytest.mark.parametrize("variants", [(), tuple(NAMES)], ids=["plain", "all"])
def test_a_staffs_battle_is_in_order_after_every_event(variants):
    battle = Battle(systems.game(SYSTEM), load("farm-at-the-crossroads"), {"turns": 8, "variants": variants}, 5)
    fight, happen = battle.fight, battle.fight.happen
    melees = 0

    def watched(event):
        nonlocal melees
        happen(event)
        melees += event.kind == "melee"
        assert battle.game.invariants(fight) == [], event

    fight.happen = watched
    battle.go_on()
    fight_out(battle, staffed(battle, "staff"))
    assert melees
