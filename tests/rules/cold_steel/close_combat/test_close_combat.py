"""Chapter 9: the five results tables of close combat, and what each side inflicts."""

import pytest

from grognard import systems
from grognard.systems.cold_steel.checks.close_combat.combat import Fate, aftermath


def dice_for(difference):
    """Our dice and theirs, so that nothing but the difference is left between equals."""
    ours, theirs = (2 + difference, 2) if difference >= 0 else (2, 2 - difference)
    return [max(1, ours - 10), min(ours - 1, 10), max(1, theirs - 10), min(theirs - 1, 10)]


@pytest.fixture
def fight(roll):
    """`fight(6, "infantry", "cavalry")`: what comes of a difference in our favour."""

    def made(difference, ours, theirs, *variants, **facts):
        sides = {"ours.arm": ours, "theirs.arm": theirs, "morale_rating": 8, "weapons": "bayonet"}
        result = roll("close-combat", dice_for(difference), *variants, facts={**sides, **facts})
        assert result.total == difference
        return result.outcome

    return made


def turned(made):
    """The same combat as the other side sees it."""
    other = {"ours": "theirs", "theirs": "ours", "neither": "neither"}
    return made._replace(winner=other[made.winner], ours=made.theirs, theirs=made.ours)


BOTH_SIZES = {"ours.figures": 24, "theirs.figures": 20}

# differences, result; of winner and loser: percent, disorder, quick reference's disorder; loser's status, trophy
INFANTRY = [
    ((0, 1), "melee", (20, 20), (2, 2), (3, 3), "", False),
    ((2, 3, 4), "firefight", (10, 10), (0, 0), (0, 0), "", False),
    ((5, 8), "loser falls back broken", (10, 5), (1, 2), (2, 4), "broken", False),
    ((9, 14), "loser routs", (20, 3), (1, 3), (1, 6), "routed", True),
]
CAVALRY = [
    ((0, 3), "melee", (25, 25), (2, 2), (4, 4), "", False),
    ((4, 7), "loser falls back wavering", (20, 7), (2, 4), (4, 8), "wavering", False),
    ((8, 11), "loser falls back broken in open order", (30, 4), (2, 6), (4, 12), "broken", True),
    ((12, 18), "loser routs", (40, 2), (1, 8), (2, 16), "routed", True),
]
CAVALRY_BEATS_INFANTRY = [
    ((0, 3), "melee", (25, 25), (2, 1), (4, 2), "", False),
    ((4, 7), "loser falls back wavering", (20, 7), (2, 2), (4, 4), "wavering", False),
    ((8, 11), "loser falls back broken in open order", (30, 4), (2, 3), (4, 6), "broken", True),
    ((12, 18), "loser routs", (40, 2), (2, 4), (2, 8), "routed", True),
]
INFANTRY_BEATS_CAVALRY = [
    ((0, 3), "melee", (25, 25), (1, 2), (2, 4), "", False),
    ((4, 7), "loser falls back wavering", (20, 7), (1, 4), (2, 8), "wavering", False),
    ((8, 11), "loser falls back broken in open order", (30, 4), (1, 6), (2, 12), "broken", True),
    ((12, 18), "loser routs", (40, 2), (1, 8), (1, 16), "routed", True),
]


def cases(table):
    """One case for each difference of each row."""
    return [(difference, *row[1:]) for row in table for difference in row[0]]


def settles(fight, arms, difference, result, percents, disorder, quick, status, trophy):
    """Our side wins a combat of 24 figures against 20; then theirs does; then both by the quick reference."""
    winner, loser = arms
    won = fight(difference, winner, loser, **BOTH_SIZES)
    assert (won.result, won.trophy) == (result, trophy)
    assert won.winner == ("ours" if difference else "neither")
    assert won.ours == (24 * percents[0], disorder[0], "", False)
    assert won.theirs == (20 * percents[1], disorder[1], status, False)
    assert won.firefight is (result == "firefight")
    assert won.open_order is ("open order" in result)
    assert won.pursuit is (winner == "cavalry" and result == "loser routs")
    swapped = {"ours.figures": 20, "theirs.figures": 24}
    assert turned(fight(-difference, loser, winner, **swapped)) == won
    printed = fight(difference, winner, loser, "quick-reference", **BOTH_SIZES)
    assert printed == won._replace(
        ours=won.ours._replace(disorder=quick[0]), theirs=won.theirs._replace(disorder=quick[1])
    )


COLUMNS = "difference, result, percents, disorder, quick, status, trophy"


@pytest.mark.rule("CS-9.2.2b")
@pytest.mark.parametrize(COLUMNS, cases(INFANTRY))
def test_infantry_against_infantry(fight, difference, result, percents, disorder, quick, status, trophy):
    settles(fight, ("infantry", "infantry"), difference, result, percents, disorder, quick, status, trophy)


@pytest.mark.rule("CS-9.2.2d", "CS-9.2.2j", "CS-9.2.2i")
@pytest.mark.parametrize(COLUMNS, cases(CAVALRY))
def test_cavalry_against_cavalry(fight, difference, result, percents, disorder, quick, status, trophy):
    settles(fight, ("cavalry", "cavalry"), difference, result, percents, disorder, quick, status, trophy)


@pytest.mark.rule("CS-9.2.2e", "CS-9.2.2j", "CS-9.2.2i")
@pytest.mark.parametrize(COLUMNS, [case for case in cases(CAVALRY_BEATS_INFANTRY) if case[0]])
def test_cavalry_beats_infantry(fight, difference, result, percents, disorder, quick, status, trophy):
    settles(fight, ("cavalry", "infantry"), difference, result, percents, disorder, quick, status, trophy)


@pytest.mark.rule("CS-9.2.2e", "CS-9.2.2j", "CS-9.2.2i")
@pytest.mark.parametrize(COLUMNS, cases(INFANTRY_BEATS_CAVALRY))
def test_infantry_beats_cavalry(fight, difference, result, percents, disorder, quick, status, trophy):
    settles(fight, ("infantry", "cavalry"), difference, result, percents, disorder, quick, status, trophy)


# the guns' lead, result; of guns and enemy: percent, disorder, quick reference's disorder; enemy's status, overrun
GUNS_V_INFANTRY = [
    ((-3, 0, 3), "firefight", (100, 5), (0, 0), (0, 0), "", False),
    ((-4, -18), "battery overrun", (25, 0), (0, 0), (0, 0), "", True),
    ((4, 18), "infantry falls back broken", (100, 0), (1, 2), (2, 4), "broken", False),
]
GUNS_V_CAVALRY = [
    ((-3, 0, 3), "melee", (25, 25), (1, 2), (2, 4), "", False),
    ((-4, -18), "battery overrun", (25, 0), (0, 1), (0, 2), "", True),
    ((4, 18), "cavalry falls back broken", (100, 0), (1, 4), (2, 8), "broken", False),
]


def storms(fight, arm, lead, result, percents, disorder, quick, status, overrun):
    """Our six guns against 24 figures, 20 of them in front; then the same from the other side."""
    front = 20 if result == "firefight" else 24
    made = fight(lead, "artillery", arm, **{"ours.figures": 6, "theirs.figures": 24, "theirs.front_figures": 20})
    assert made.result == result
    assert made.winner == ("neither" if not lead else "ours" if lead > 0 else "theirs")
    assert made.ours == (6 * percents[0], disorder[0], "", overrun)
    assert made.theirs == (front * percents[1], disorder[1], status, False)
    assert (made.trophy, made.pursuit, made.firefight) == (False, False, result == "firefight")
    swapped = {"theirs.figures": 6, "ours.figures": 24, "ours.front_figures": 20}
    assert turned(fight(-lead, arm, "artillery", **swapped)) == made
    printed = fight(lead, "artillery", arm, "quick-reference")
    assert (printed.ours.disorder, printed.theirs.disorder) == quick


STORM = "lead, result, percents, disorder, quick, status, overrun"


@pytest.mark.rule("CS-9.2.2c", "CS-9.2.2k", "CS-9.2.2l")
@pytest.mark.parametrize(STORM, cases(GUNS_V_INFANTRY))
def test_artillery_against_infantry(fight, lead, result, percents, disorder, quick, status, overrun):
    storms(fight, "infantry", lead, result, percents, disorder, quick, status, overrun)


@pytest.mark.rule("CS-9.2.2f", "CS-9.2.2k", "CS-9.2.2j")
@pytest.mark.parametrize(STORM, cases(GUNS_V_CAVALRY))
def test_artillery_against_cavalry(fight, lead, result, percents, disorder, quick, status, overrun):
    storms(fight, "cavalry", lead, result, percents, disorder, quick, status, overrun)


@pytest.mark.rule("CS-9.2")
def test_batteries_do_not_close_with_each_other(roll):
    facts = {"ours.arm": "artillery", "theirs.arm": "artillery", "morale_rating": 8}
    result = roll("close-combat", [], facts=facts)
    assert (result.refusal.rule, result.outcome) == ("CS-9.2", None)


@pytest.mark.rule("CS-9.2", "CS-9.2.2g")
@pytest.mark.parametrize(
    "difference, arms, figures, inflicts",
    [
        (1, ("infantry", "infantry"), (24, 20), (480, 400)),
        (6, ("infantry", "infantry"), (24, 20), (240, 100)),
        (9, ("infantry", "infantry"), (24, 20), (480, 60)),
        (2, ("artillery", "infantry"), (6, 24), (600, 120)),
        (-4, ("artillery", "infantry"), (6, 24), (150, 0)),
        (5, ("artillery", "infantry"), (6, 24), (600, 0)),
        (2, ("cavalry", "cavalry"), (12, 12), (300, 300)),
        (11, ("cavalry", "cavalry"), (12, 12), (360, 48)),
        (12, ("cavalry", "cavalry"), (12, 12), (480, 24)),
        (6, ("cavalry", "infantry"), (12, 24), (240, 168)),
        (6, ("infantry", "cavalry"), (24, 12), (480, 84)),
        (12, ("cavalry", "infantry"), (12, 24), (480, 48)),
        (1, ("cavalry", "artillery"), (12, 6), (300, 150)),
        (4, ("cavalry", "artillery"), (12, 6), (0, 150)),
        (4, ("cavalry", "artillery"), (12, 8), (0, 200)),
        (-7, ("cavalry", "artillery"), (12, 6), (0, 600)),
    ],
)
def test_ledger_cases_of_what_is_inflicted(fight, difference, arms, figures, inflicts):
    made = fight(difference, *arms, **{"ours.figures": figures[0], "theirs.figures": figures[1]})
    assert (made.ours.inflicts_percent, made.theirs.inflicts_percent) == inflicts


@pytest.mark.rule("CS-9.2")
def test_worked_case_of_two_totals(roll):
    sides = {"ours.morale_rating": 8, "theirs.morale_rating": 7, "status": "resolute", "theirs.disorder": 2}
    result = roll("close-combat", [6, 6, 4, 5], facts=sides)
    assert (result.details["ours"]["total"], result.details["theirs"]["total"], result.total) == (24, 18, 6)
    assert (result.outcome.winner, result.outcome.result) == ("ours", "loser falls back broken")


@pytest.mark.rule("CS-9.2.2h")
@pytest.mark.parametrize(
    "before, difference, after",
    [
        ("resolute", 6, "broken"),
        ("routed", 6, "routed"),
        ("broken", 6, "broken"),
        ("broken", 9, "routed"),
        ("broken", 1, ""),
    ],
)
def test_a_loser_never_gains_by_losing(fight, before, difference, after):
    made = fight(difference, "infantry", "infantry", status=before)
    assert made.theirs.status == after


@pytest.mark.rule("CS-9.2.2i")
def test_infantry_that_routs_cavalry_does_not_pursue(fight):
    assert fight(12, "infantry", "cavalry").pursuit is False
    assert fight(12, "cavalry", "infantry").pursuit is True
    assert fight(-12, "infantry", "cavalry").pursuit is True
    assert fight(11, "cavalry", "infantry").pursuit is False


@pytest.mark.rule("CS-9.1c")
def test_figures_are_shared_out_over_the_enemies(fight):
    made = fight(0, "infantry", "infantry", **{"ours.figures": 24, "ours.pairings": 2, "theirs.figures": 20})
    assert (made.ours.inflicts_percent, made.theirs.inflicts_percent) == (240, 400)


@pytest.mark.rule("CS-9.1c")
def test_one_throw_counts_against_every_enemy_with_its_own_modifiers(roll):
    a, b_dice = [6, 6], [5, 5]
    against_b = roll("close-combat", a + b_dice, facts={"morale_rating": 8})
    against_c = roll("close-combat", a + b_dice, facts={"morale_rating": 8, "ours.attacks": "flank"})
    assert [made.details["ours"]["total"] for made in (against_b, against_c)] == [20, 25]


@pytest.mark.rule("CS-9.1c")
@pytest.mark.parametrize(
    "fates, together",
    [
        ([Fate(240, 1, ""), Fate(240, 2, "broken")], (3, "broken", False)),
        ([Fate(0, 2, "wavering"), Fate(0, 3, "routed"), Fate(0, 2, "broken")], (7, "routed", False)),
        ([Fate(0, 2, "wavering"), Fate(0, 2, "")], (4, "wavering", False)),
        ([Fate(0, 2, ""), Fate(0, 0, "")], (2, "", False)),
        ([Fate(150, 0, "", True), Fate(150, 1, "")], (1, "", True)),
    ],
)
def test_the_worst_of_several_results_and_all_the_disorder(fates, together):
    assert aftermath(fates) == together


@pytest.mark.rule("CS-9.2.2g")
@pytest.mark.parametrize(
    "percent, dice, casualties",
    [(220, [20], 3), (220, [21], 2), (60, [60], 1), (60, [61], 0), (200, [], 2), (0, [], 0), (20_000, [], 200)],
)
def test_casualties_of_close_combat(roll, percent, dice, casualties):
    result = roll("close-combat-casualties", dice, percent=percent)
    assert (result.details["pool_percent"], result.outcome) == (percent, (casualties, 0))


@pytest.mark.rule("CS-9.2.2g", "CS-9.2.2l", "CS-8.2.4b")
@pytest.mark.parametrize(
    "by, percent, before, disorder",
    [
        ("none", 600, 2, 0),
        ("infantry", 200, 0, 0),
        ("infantry", 300, 0, 1),
        ("infantry", 600, 0, 2),
        ("infantry", 100, 2, 1),
        ("infantry", 200, 3, 0),
        ("artillery", 100, 0, 1),
        ("artillery", 600, 2, 6),
    ],
)
def test_only_firefights_disorder_by_their_hits(outcome, by, percent, before, disorder):
    made = outcome("close-combat-casualties", percent=percent, firefight_by=by, hits_before=before)
    assert made == (percent // 100, disorder)


@pytest.mark.rule("CS-9.2.2l")
def test_a_firefight_of_front_ranks(fight, outcome):
    fronts = {"ours.figures": 30, "ours.front_figures": 24, "theirs.figures": 40, "theirs.front_figures": 20}
    made = fight(3, "infantry", "infantry", **fronts)
    assert made.firefight
    assert (made.ours.inflicts_percent, made.theirs.inflicts_percent) == (240, 200)
    assert [outcome("smoke", firefight_figures=figures).balls for figures in (24, 20)] == [4, 4]


@pytest.mark.rule("CS-M2-9.2.2")
@pytest.mark.parametrize(
    "difference, enemy, plain, trotting",
    [
        (6, "infantry", 2, 1),
        (9, "infantry", 2, 1),
        (12, "infantry", 2, 1),
        (5, "cavalry", 2, 1),
        (12, "cavalry", 1, 1),
        (2, "infantry", 2, 2),
        (2, "cavalry", 2, 2),
        (-6, "infantry", 4, 4),
        (-5, "cavalry", 4, 4),
        (4, "artillery", 1, 1),
        (-4, "artillery", 4, 4),
    ],
)
def test_cavalry_trained_to_charge_at_the_trot(fight, difference, enemy, plain, trotting):
    trot = {"ours.trot_trained": True}
    assert fight(difference, "cavalry", enemy, **trot).ours.disorder == plain
    assert fight(difference, "cavalry", enemy, "module-2").ours.disorder == plain
    assert fight(difference, "cavalry", enemy, "module-2", **trot).ours.disorder == trotting


@pytest.mark.rule("CS-M2-9.2.2")
def test_only_cavalry_is_spared_by_the_trot(fight):
    assert fight(6, "infantry", "cavalry", "module-2", trot_trained=True).ours.disorder == 1
    assert fight(4, "cavalry", "artillery", "module-2", "quick-reference", trot_trained=True).ours.disorder == 1
    assert fight(6, "infantry", "cavalry", "module-2", "quick-reference", trot_trained=True).ours.disorder == 2
    assert fight(6, "infantry", "infantry", "module-2", "quick-reference", trot_trained=True).ours.disorder == 2


@pytest.mark.rule("CS-9.2")
def test_odds_are_told_apart_by_all_that_the_result_looks_at(cs):
    check = cs["close-combat"]
    few, many = ({"morale_rating": 8, "figures": figures} for figures in (10, 20))
    assert check.odds(check.read(few)) != check.odds(check.read(many))
    steady, shaken = ({"morale_rating": 8, "theirs.status": status} for status in ("determined", "dispersed"))
    assert check.odds(check.read(steady)) != check.odds(check.read(shaken))
    for odds in (check.odds(check.read(few)), check.odds(check.read(shaken))):
        assert sum(chance for _, chance in odds) == 1


@pytest.mark.rule("CS-M2-9.2.2")
def test_odds_know_of_the_trot():
    check = systems.rules("cold-steel", "module-2")["close-combat"]
    horse = {"morale_rating": 8, "arm": "cavalry"}
    assert check.odds(check.read(horse)) != check.odds(check.read({**horse, "trot_trained": True}))
