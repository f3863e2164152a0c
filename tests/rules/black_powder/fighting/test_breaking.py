"""Break tests: when, modifiers, every cell of the table, what results mean."""

from fractions import Fraction

import pytest

TABLE = """
10 infantry    | hold                                   | hold_locked
10 cavalry     | hold                                   | hold_locked
10 skirmishers | hold                                   | hold_locked
9  infantry    | hold                                   | hold_locked
9  cavalry     | hold                                   | fallback_through_disordered
9  skirmishers | retreat_good_order                     | retreat_through_disordered
8  infantry    | hold                                   | hold_locked
8  cavalry     | hold                                   | fallback_through_disordered
8  skirmishers | shaken retreat_disordered              | retreat_disordered
7  infantry    | hold                                   | fallback_through_disordered
7  cavalry     | retreat_good_order                     | retreat_with_rear_disordered
7  skirmishers | retreat_disordered                     | break
6  infantry    | hold_disordered or retreat_good_order  | fallback_through_disordered
6  cavalry     | retreat_disordered                     | retreat_with_rear_disordered
6  skirmishers | retreat_disordered                     | break
5  infantry    | hold_disordered or retreat_good_order  | fallback_with_all_disordered
5  cavalry     | retreat_disordered                     | shaken retreat_with_all_disordered
5  skirmishers | shaken retreat_disordered              | break
4  infantry    | retreat_disordered                     | shaken retreat_with_all_disordered
4  cavalry     | shaken retreat_disordered              | shaken retreat_with_all_disordered
4  skirmishers | casualties retreat_disordered          | break
3  infantry    | shaken retreat_disordered              | shaken retreat_with_all_disordered
3  cavalry     | shaken retreat_disordered              | break
3  skirmishers | break                                  | break
2  infantry    | casualties retreat_disordered          | break
2  cavalry     | casualties retreat_disordered          | break
2  skirmishers | break                                  | break
"""
"""A word before a result is what makes it a break; after `or` stands what the owner may do instead."""
ROWS = {
    "infantry": {"arm": "infantry", "formation": "line"},
    "cavalry": {"arm": "light_cavalry", "formation": "line"},
    "skirmishers": {"arm": "infantry", "formation": "skirmish"},
}
CELLS = [
    (int(head.split()[0]), head.split()[1], column, cell.strip())
    for head, *cells in (line.split("|") for line in TABLE.strip().splitlines())
    for column, cell in zip(("shooting", "lost"), cells, strict=True)
]


def two_dice(total):
    return [max(1, total - 6), min(6, total - 1)]


@pytest.mark.rule("BP-BREAK-4")
@pytest.mark.parametrize("score, row, cause, cell", CELLS)
def test_every_cell_of_the_table(outcome, score, row, cause, cell):
    words = cell.split()
    condition = words.pop(0) if words[0] in ("shaken", "casualties") else ""
    result, instead = words[0], words[2] if "or" in words else ""
    for state in ({}, {"shaken": True}, {"casualties": True}, {"shaken": True, "casualties": True}):
        expected = ("break", "", False) if state.get(condition) else (result, instead, False)
        assert outcome("break-test", two_dice(score), cause=cause, **ROWS[row], **state) == expected


@pytest.mark.rule("BP-BREAK-4")
@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize("cause", ["shooting", "lost"])
def test_the_ends_of_the_table_are_open(outcome, row, cause):
    for high in (11, 12):
        assert outcome("break-test", two_dice(high), cause=cause, **ROWS[row]) == outcome(
            "break-test", two_dice(10), cause=cause, **ROWS[row]
        )
    low = outcome("break-test", [1, 1], cause=cause, **ROWS[row])
    assert outcome("break-test", [1, 1], cause=cause, excess=6, **ROWS[row]) == low


@pytest.mark.rule("BP-BREAK-4")
def test_ledger_break_tests(roll):
    found = roll("break-test", [5, 4], cause="lost", excess=2, disordered=True, shaken=True)
    assert (found.total, found.outcome.result) == (6, "fallback_through_disordered")
    found = roll("break-test", [3, 3], cause="lost", arm="light_cavalry", disordered=True, shaken=True)
    assert (found.total, found.outcome.result) == (5, "break")
    found = roll("break-test", [3, 3], cause="shooting", excess=1, disordered=True, artillery=True)
    assert (found.total, found.outcome.result) == (3, "retreat_disordered")


@pytest.mark.rule("BP-BREAK-4")
def test_the_eight_of_shaken_skirmishers_may_be_taken_for_a_slip(outcome):
    shaken = {"cause": "shooting", "formation": "skirmish", "shaken": True}
    assert outcome("break-test", [4, 4], **shaken).result == "break"
    fixed = {**shaken, "variant": "skirmishers-eight-fixed"}
    assert outcome("break-test", [4, 4], **fixed).result == "retreat_disordered"
    assert outcome("break-test", [3, 2], **fixed).result == "break"


@pytest.mark.rule("BP-BREAK-1", "BP-STATE-1")
@pytest.mark.parametrize(
    "facts, tests, column",
    [
        ({"cause": "shooting", "casualties": 1, "suffered": 2}, False, "shooting"),
        ({"cause": "shooting", "casualties": 1, "suffered": 3}, True, "shooting"),
        ({"cause": "shooting", "casualties": 3, "suffered": 0}, False, "shooting"),
        ({"cause": "closing_fire"}, False, "hth"),
        ({"cause": "closing_fire", "suffered": 1}, False, "hth"),
        ({"cause": "closing_fire", "suffered": 1, "artillery": True}, True, "hth"),
        ({"cause": "closing_fire", "artillery": True}, False, "hth"),
        ({"cause": "closing_fire", "casualties": 2, "suffered": 1}, True, "hth"),
        ({"cause": "lost"}, True, "hth"),
        ({"cause": "drawn"}, False, "hth"),
        ({"cause": "drawn", "casualties": 3}, True, "hth"),
        ({"cause": "support_broke"}, True, "hth"),
    ],
)
def test_when_a_unit_tests(outcome, facts, tests, column):
    assert outcome("break-needed", stamina=3, **facts) == (tests, column)


@pytest.mark.rule("BP-BREAK-1")
def test_closing_fire_may_be_read_in_the_other_column(outcome):
    variant = "closing-fire-shooting-column"
    assert outcome("break-needed", cause="closing_fire", suffered=3, variant=variant) == (True, "shooting")
    assert outcome("break-test", [4, 3], cause="closing_fire", variant=variant).result == "hold"
    assert outcome("break-test", [4, 3], cause="closing_fire").result == "fallback_through_disordered"


@pytest.mark.rule("BP-BREAK-3")
def test_one_test_a_phase_for_broken_friends(outcome):
    assert outcome("break-needed", cause="support_broke", tested=0).tests
    assert not outcome("break-needed", cause="support_broke", tested=1).tests


@pytest.mark.rule("BP-SPEC-11")
def test_wavering_units_test_for_any_casualty(outcome):
    waver = {"cause": "shooting", "special": ["wavering"]}
    assert outcome("break-needed", suffered=1, **waver).tests
    assert not outcome("break-needed", suffered=0, **waver).tests
    assert not outcome("break-needed", cause="shooting", suffered=1).tests


@pytest.mark.rule("BP-BREAK-2", "BP-FLANK-1", "BP-SQCAV-3")
@pytest.mark.parametrize(
    "facts, added",
    [
        ({}, 0),
        ({"excess": 1}, -1),
        ({"excess": 3}, -3),
        ({"disordered": True}, -1),
        ({"artillery": True}, 0),
        ({"artillery": True, "cause": "shooting"}, -1),
        ({"artillery": True, "cause": "closing_fire"}, -1),
        ({"artillery": True, "cause": "support_broke"}, 0),
        ({"struck": "left_flank"}, -1),
        ({"struck": "rear"}, -1),
        ({"struck": "rear", "cause": "shooting"}, 0),
        ({"struck": "rear", "formation": "square"}, 0),
        ({"struck": "rear", "formation": "skirmish"}, 0),
        ({"struck": "left_flank", "formation": "grande_bande"}, 0),
        ({"struck": "rear", "formation": "grande_bande"}, -1),
        ({"struck": "rear", "arm": "foot_artillery", "formation": "unlimbered"}, 0),
        ({"struck": "right_flank", "arm": "light_cavalry"}, -1),
        ({"squares": True, "arm": "light_cavalry"}, 2),
        ({"squares": True}, 0),
        ({"excess": 2, "disordered": True, "struck": "rear"}, -4),
    ],
)
def test_what_is_added(roll, facts, added):
    result = roll("break-test", [4, 3], **{"cause": "lost", **facts})
    assert result.total == 7 + added


@pytest.mark.rule("BP-BREAK-2", "BP-FLANK-1")
def test_ledger_modifiers(roll):
    assert roll("break-test", [5, 5], cause="shooting", excess=2, disordered=True, artillery=True).total == 6
    assert roll("break-test", [4, 3], cause="lost", artillery=True).total == 7
    assert roll("break-test", [5, 4], cause="lost", excess=1, disordered=True, struck="left_flank").total == 6
    assert roll("break-test", [5, 4], cause="lost", excess=1, disordered=True).total == 7


@pytest.mark.rule("BP-SQCAV-3", "BP-BREAK-4")
def test_cavalry_stands_off_from_squares(roll):
    found = roll("break-test", [4, 3], cause="lost", arm="light_cavalry", squares=True)
    assert (found.total, found.outcome.result) == (9, "fallback_through_disordered")


@pytest.mark.rule("BP-SQUARE-5", "BP-SQUARE-6")
def test_infantry_against_cavalry(roll):
    horse = {"cause": "lost", "cavalry": True, "all_cavalry": True}
    held = roll("break-test", [4, 4], **horse)
    assert (held.total, held.outcome) == (8, ("hold_locked", "", True))
    assert roll("break-test", [4, 3], **horse).outcome.result == "break"
    assert roll("break-test", [4, 3], cause="lost").outcome.result == "fallback_through_disordered"
    assert roll("break-test", [4, 4], cause="lost", cavalry=True).outcome == ("hold_locked", "", False)
    assert roll("break-test", [4, 3], cause="lost", cavalry=True).outcome.result == "break"
    assert roll("break-test", [4, 3], formation="square", **horse).outcome.result == "fallback_through_disordered"
    assert roll("break-test", [4, 4], formation="square", **horse).outcome.forms_square is False
    assert roll("break-test", [4, 4], **{**horse, "cause": "drawn"}).outcome.forms_square is False


@pytest.mark.rule("BP-BREAK-5")
@pytest.mark.parametrize(
    "result, move, inches, disordered, supports",
    [
        ("hold", "none", 0, False, "unaffected"),
        ("hold_locked", "none", 0, False, "unaffected"),
        ("hold_disordered", "none", 0, True, "unaffected"),
        ("retreat_good_order", "retire", 12, False, "unaffected"),
        ("retreat_disordered", "retire", 12, True, "unaffected"),
        ("retreat_through_disordered", "retire", 12, True, "passed"),
        ("fallback_through_disordered", "fallback", 6, True, "passed"),
        ("retreat_with_rear_disordered", "retire", 12, True, "rear"),
        ("fallback_with_all_disordered", "fallback", 6, True, "all"),
        ("retreat_with_all_disordered", "retire", 12, True, "all"),
        ("break", "removed", 0, False, "tested"),
    ],
)
def test_what_results_mean(outcome, result, move, inches, disordered, supports):
    assert outcome("break-effect", result=result)[:4] == (move, inches, disordered, supports)


@pytest.mark.rule("BP-BREAK-5")
def test_ledger_effects(outcome):
    found = outcome("break-effect", result="fallback_through_disordered", move=12)
    assert (found.inches, found.disordered) == (6, True)
    found = outcome("break-effect", result="retreat_with_all_disordered", move=18, supports=2)
    assert (found.inches, found.moved) == (18, 3)
    assert outcome("break-effect", result="retreat_with_rear_disordered", supports=3, rear_supports=1).moved == 2
    behind = {"result": "fallback_through_disordered", "rear_support": True, "behind": 5}
    assert outcome("break-effect", **behind).inches == 5
    assert outcome("break-effect", result="hold").moved == 0


@pytest.mark.rule("BP-BREAK-5", "BP-CAVF-3")
def test_echelons_retreat_in_order_by_the_draft(outcome):
    for result in ("retreat_disordered", "fallback_through_disordered", "retreat_with_all_disordered"):
        assert not outcome("break-effect", result=result, echelon=True, variant="cavalry-formations").disordered
        assert outcome("break-effect", result=result, echelon=True).disordered
    assert outcome("break-effect", result="hold_disordered", echelon=True, variant="cavalry-formations").disordered


@pytest.mark.rule("BP-BREAK-6")
def test_batteries_use_the_infantry_row_and_do_not_go_back(roll):
    guns = {"arm": "foot_artillery", "formation": "unlimbered"}
    found = roll("break-test", [4, 3], cause="shooting", excess=1, shaken=True, **guns)
    assert (found.total, found.outcome) == (6, ("hold_disordered", "", False))
    found = roll("break-test", [4, 3], cause="lost", **guns)
    assert (found.total, found.outcome.result) == (7, "break")
    assert roll("break-test", [2, 2], cause="shooting", **guns).outcome.result == "break"
    limbered = {"arm": "foot_artillery", "formation": "limbered"}
    assert roll("break-test", [4, 3], cause="lost", **limbered).outcome.result == "fallback_through_disordered"
    assert roll("break-test", [3, 2], cause="shooting", **limbered).outcome.instead == "retreat_good_order"


@pytest.mark.rule("BP-SPEC-6")
def test_steady_units_pass_their_first_test(outcome, odds):
    steady = {"cause": "lost", "special": ["steady"]}
    assert outcome("break-test", [], **steady).result == "hold_locked"
    assert outcome("break-test", [], excess=3, disordered=True, **steady).result == "hold_locked"
    assert outcome("break-test", [], **{**steady, "cause": "shooting"}).result == "hold"
    assert outcome("break-test", [1, 1], taken=1, **steady).result == "break"
    assert len(odds("break-test", **steady)) == 1


@pytest.mark.rule("BP-SPEC-6")
def test_a_test_that_is_passed_counts_as_a_ten(bp):
    assert bp.tables.number("BP-SPEC-6", "score") == 10


@pytest.mark.rule("BP-SPEC-7")
def test_valiant_units_may_test_again(outcome):
    assert outcome("another-test", special=["valiant"]).allowed
    assert not outcome("another-test", special=["valiant"], used=1).allowed
    assert not outcome("another-test").allowed


@pytest.mark.rule("BP-BREAK-4")
def test_exact_odds(odds):
    found = odds("break-test", cause="lost")
    assert found.chance(lambda each: each.result == "hold_locked") == Fraction(15, 36)
    assert found.chance(lambda each: each.result == "break") == Fraction(1, 36)
