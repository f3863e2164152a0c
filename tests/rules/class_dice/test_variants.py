"""Other readings: each changes what it says."""

from typing import Any

import pytest

from grognard import systems

SYSTEM = "class-dice"


@pytest.fixture
def pair(roll):
    """`pair("variant", "check", [dice], **facts)`: the result as the rules stand, and under the variant."""

    def make(variant: str, check: str, dice: list[int] | None = None, **facts: Any) -> tuple[Any, Any]:
        return roll(check, dice, facts=facts), roll(check, dice, facts=facts, variant=variant)

    return make


def outcomes(results: tuple[Any, Any]) -> list[Any]:
    return [result.outcome for result in results]


@pytest.mark.rule("CD-casualty-step")
def test_bloody_steps(pair):
    found = outcomes(pair("bloody-steps", "casualties", strength=24, steps=5))
    assert [each.castings for each in found] == [7, 19]


@pytest.mark.rule("CD-fire-zero")
def test_note_on_zero(pair):
    found = outcomes(pair("note-on-zero", "small-arms", [5], stands=6, distance=120, cover="medium"))
    assert [each.steps for each in found] == [4, 0]


@pytest.mark.rule("CD-leader-casualty")
def test_leader_casualties(refusal):
    assert refusal("leader-casualty", steps=3) == "CD-leader-casualty"
    assert refusal("leader-casualty", steps=3, variant="leader-casualties") == ""


@pytest.mark.rule("CD-charge-roll", "CD-class-dice")
def test_class_dice_charges(roll):
    facts = {"ours.troop_class": "elite", "theirs.troop_class": "conscript"}
    assert roll("charge", [7, 4], facts=facts).total == 3
    assert roll("charge", [6, 5, 1, 4], facts=facts, variant="class-dice-charges").total == 7
    check = systems.rules(SYSTEM, "class-dice-charges")["charge"]
    assert check.odds(check.read(facts)).total == 216 * 10


@pytest.mark.rule("CD-turn-end-17")
def test_opening_never_ends(pair):
    found = outcomes(pair("opening-never-ends", "opening-initiative", [9, 8]))
    assert [each.turn_ends for each in found] == [True, False]
    assert all(each.turn_ends for each in outcomes(pair("opening-never-ends", "contest-initiative", [9, 8])))


@pytest.mark.rule("CD-initiative-modifiers")
def test_own_rating_counts(pair):
    facts = {"ours.own": "excellent", "theirs.own": "superior", "theirs.attached": "poor"}
    found = pair("own-rating-counts", "contest-initiative", [4, 4], **facts)
    assert [(each.details["ours"]["total"], each.details["theirs"]["total"]) for each in found] == [(4, 3), (6, 3)]


@pytest.mark.rule("CD-fire-mods-cover")
@pytest.mark.parametrize(
    "variant, firer, target", [("smoke-of-firer", (3, 3), (3, 5)), ("smoke-of-target", (3, 5), (3, 3))]
)
def test_whose_smoke(pair, variant, firer, target):
    fire = {"stands": 6, "distance": 120}
    assert tuple(each.total for each in pair(variant, "small-arms", [5], firer_smoke=True, **fire)) == firer
    assert tuple(each.total for each in pair(variant, "small-arms", [5], target_smoke=True, **fire)) == target


@pytest.mark.rule("CD-move-apply")
def test_whole_charge_bonus(pair):
    facts = {"arm": "light_cavalry", "formation": "line", "charging": True, "quarters": 3}
    assert [each.paces for each in outcomes(pair("whole-charge-bonus", "allowance", **facts))] == [855, 975]
    assert outcomes(pair("whole-charge-bonus", "allowance", **{**facts, "quarters": 0})) == [(0,), (0,)]


@pytest.mark.rule("CD-artillery-move-fire-ap")
def test_foot_guns_uncapped(pair):
    foot = {"carriage": "6pdr", "action": "unlimber_fire"}
    horse = {"carriage": "6pdr_horse", "action": "unlimber_fire"}
    assert [each.highest_rate for each in outcomes(pair("foot-guns-uncapped", "battery-allowance", **foot))] == [2, 4]
    assert [each.highest_rate for each in outcomes(pair("foot-guns-uncapped", "battery-allowance", **horse))] == [2, 2]


@pytest.mark.rule("CD-prolong")
def test_prolonging_uses_ammunition(pair):
    facts = {"carriage": "6pdr", "rate": 2, "points": 2}
    assert outcomes(pair("prolonging-uses-ammunition", "prolong", **facts)) == [(180, 2), (180, 4)]


@pytest.mark.rule("CD-percent-results")
def test_skirmish_loss_of_unit(pair):
    facts = {"cause": "skirmish", "percent": 40, "strength": 72, "screen": 6}
    assert [each.steps for each in outcomes(pair("skirmish-loss-of-unit", "percent-loss", **facts))] == [7, 28]


@pytest.mark.rule("CD-combined-action")
def test_charges_not_combined(refusal):
    assert refusal("combined-action", action="charge") == ""
    assert refusal("combined-action", action="charge", variant="charges-not-combined") == "CD-combined-action"
    assert refusal("combined-action", variant="charges-not-combined") == ""


@pytest.mark.rule("CD-charge-attacker-mods")
def test_standing_attackers_only(totals):
    horse = {"arm": "light_cavalry", "path": 60}
    assert totals("charge", horse, horse) == (-3, -3)
    assert totals("charge", horse, horse, "standing-attackers-only") == (-3, 0)


@pytest.mark.rule("CD-charge-surrender")
def test_surrender_as_rolled(pair):
    assert outcomes(pair("surrender-as-rolled", "charge-surrender", [8], castings=50)) == [(40, 10), (4, 46)]


@pytest.mark.rule("CD-melee-disorder")
def test_disordered_from_the_first(pair):
    found = outcomes(pair("disordered-from-the-first", "melee-status", status="steady", round=1))
    assert [each.status for each in found] == ["steady", "disordered"]


@pytest.mark.rule("CD-morale-check")
@pytest.mark.parametrize(
    "cw, dice, facts, effects",
    [
        (11, [4, 3], {"status": "shaken"}, ["shaken", "none"]),
        (11, [1, 2], {"half_lost": True}, ["broken", "recoil"]),
        (2, [6, 6], {"half_lost": True}, ["broken", "recoil"]),
        (18, [1, 1], {"cover": "entrenched"}, ["none", "none"]),
        (18, [1, 1], {"half_lost": True}, ["shaken", "disordered"]),
    ],
)
def test_morale_on_worth(pair, cw, dice, facts, effects):
    found = outcomes(pair("morale-on-worth", "morale", dice, troop_class="line", cw=cw, **facts))
    assert [each.effect for each in found] == effects


@pytest.mark.rule("CD-break-point")
def test_break_point_passed(pair):
    def checks(lost: int) -> list[bool]:
        facts = {"event": "fired_on", "starting": 20, "lost": lost, "hits": 1}
        return [each.check for each in outcomes(pair("break-point-passed", "morale-trigger", **facts))]

    assert [checks(3), checks(4), checks(5)] == [[False, False], [True, False], [True, True]]


@pytest.mark.rule("CD-morale-duration")
def test_first_turn_counts(pair):
    found = outcomes(pair("first-turn-counts", "status-duration", status="broken", turn=3))
    assert [each.ends for each in found] == [5, 4]


@pytest.mark.rule("CD-fire-discipline-table")
def test_d10_fire_discipline(roll):
    assert roll("fire-discipline", [3, 4], troop_class="line").outcome == ("fire", 60)
    assert roll("fire-discipline", [10], variant="d10-fire-discipline", troop_class="line").outcome.order == "free"


@pytest.mark.parametrize("variant", list(systems.variants(SYSTEM)))
def test_every_variant_changes_the_tables_and_says_why(variant):
    base, other = systems.rules(SYSTEM).tables, systems.rules(SYSTEM, variant).tables
    assert any(base[rule] != other[rule] for rule in base)
    assert systems.variants(SYSTEM)[variant].read_text("utf-8").startswith('about = "')
    for name in systems.Declarations(SYSTEM):
        assert systems.rules(SYSTEM, variant)[name].title


def test_the_switches_of_the_ledger_are_variants():
    assert {"note-on-zero", "class-dice-charges", "bloody-steps", "leader-casualties"} <= set(systems.variants(SYSTEM))
