"""Skirmish combat: the whole table, screens, whose screen is beaten."""

import pytest

from grognard.kernel.checks import Thrown

COLUMNS = [(8, 14), (7, 7), (6, 6), (5, 5), (2, 4), (-5, 1)]
TABLE = {
    "elite": "NE NE Smk Smk SH(20) DO(40)",
    "line": "NE NE Smk SH(20) DO(40) DOR(40)",
    "conscript": "NE Smk SH(20) DO(40) DOR(40) DOR(40)",
}
MEANS = {
    "NE": ("none", 0, False),
    "Smk": ("none", 0, True),
    "SH(20)": ("shaken", 20, False),
    "DO(40)": ("disordered", 40, False),
    "DOR(40)": ("recoil", 40, False),
}


@pytest.mark.rule("CD-skirmish-table")
@pytest.mark.parametrize("troop_class", list(TABLE))
def test_every_cell_of_skirmish_combat(cd, troop_class):
    check = cd["skirmish"]
    facts = check.read({"troop_class": troop_class})
    for edges, cell in zip(COLUMNS, TABLE[troop_class].split(), strict=True):
        for total in edges:
            assert check.result(Thrown(total, 7, facts)) == (cell, *MEANS[cell]), total


@pytest.mark.rule("CD-skirmish-table")
@pytest.mark.parametrize(
    "facts, dice, total, cell",
    [
        ({"troop_class": "line"}, [2, 3], 5, "SH(20)"),
        ({"troop_class": "elite", "enemy_screen": 1}, [4, 2, 1], 5, "Smk"),
        ({"troop_class": "conscript", "enemy_screen": 2}, [3], 1, "DOR(40)"),
    ],
)
def test_ledger_skirmishes(roll, facts, dice, total, cell):
    result = roll("skirmish", dice, **facts)
    assert (result.total, result.outcome.cell) == (total, cell)


@pytest.mark.rule("CD-skirmish-modifiers")
@pytest.mark.parametrize(
    "facts, worth",
    [
        ({"screen": 1, "enemy_screen": 2, "enemy_rifles": True}, -2), ({"screen": 2, "cover": "light"}, 3),
        ({"screen": 1}, 1), ({"screen": 2}, 2), ({"enemy_screen": 1}, -1), ({"enemy_screen": 2}, -2),
        ({"screen": 2, "enemy_screen": 2}, 0), ({"cover": "sparse"}, 0), ({"cover": "heavy"}, 1),
        ({"enemy_rifles": True}, -1), ({"formation": "square"}, -1), ({"formation": "closed_column"}, -1),
        ({"branch": "cavalry"}, 1), ({"branch": "cavalry", "cover": "sparse"}, 0),
    ],
)  # fmt: skip
def test_what_counts_in_skirmish_combat(roll, facts, worth):
    assert roll("skirmish", [5], troop_class="conscript", **facts).total == 5 + worth


@pytest.mark.rule("CD-skirmish-modifiers")
def test_two_stands_are_the_most_that_count(cd):
    assert [cd.tables.row("CD-skirmish-modifiers", row).most for row in ("more", "fewer")] == [2, 2]


@pytest.mark.rule("CD-skirmish-screens")
@pytest.mark.parametrize(
    "facts, stands",
    [
        ({"troop_class": "line"}, 1), ({"troop_class": "conscript"}, 0), ({"troop_class": "elite"}, 2),
        ({"troop_class": "line", "light": True}, 2), ({"troop_class": "line", "rifles": True}, 2),
        ({"troop_class": "conscript", "light": True}, 0),
    ],
)  # fmt: skip
def test_screens(outcome, facts, stands):
    for formation in ("line", "column", "closed_column", "general"):
        assert outcome("screen", formation=formation, **facts) == (stands, 120)


@pytest.mark.rule("CD-skirmish-screens")
@pytest.mark.parametrize("formation", ["square", "road", "unlimbered"])
def test_formations_without_a_screen(refusal, formation):
    assert refusal("screen", troop_class="elite", formation=formation) == "CD-skirmish-screens"


@pytest.mark.rule("CD-skirmish-procedure")
@pytest.mark.parametrize(
    "facts, allowed",
    [({"distance": 420}, False), ({"distance": 360}, True), ({"distance": 361}, False),
     ({"distance": 60, "zone": "flank"}, False), ({"distance": 60, "screen": 0}, False),
     ({"distance": 60, "started": True}, False)],
)  # fmt: skip
def test_who_may_start_it(outcome, facts, allowed):
    assert outcome("skirmish-reach", **facts).allowed is allowed


@pytest.mark.rule("CD-skirmish-procedure")
def test_ledger_combat_of_two_screens(outcome):
    """A line unit with one stand more rolls 6 + 1, the other 6 - 1."""
    ours = outcome("skirmish", [3, 3], troop_class="line", screen=2, enemy_screen=1)
    theirs = outcome("skirmish", [3, 3], troop_class="line", screen=1, enemy_screen=2)
    assert (ours.cell, theirs.cell) == ("NE", "SH(20)")
    assert outcome("screen-beaten", ours=ours.cell, theirs=theirs.cell).beaten == "theirs"


@pytest.mark.rule("CD-skirmish-procedure")
def test_the_order_of_results(outcome):
    order = ["NE", "Smk", "SH(20)", "DO(40)", "DOR(40)"]
    for place, better in enumerate(order):
        assert outcome("screen-beaten", ours=better, theirs=better).beaten == "none"
        for worse in order[place + 1 :]:
            assert outcome("screen-beaten", ours=worse, theirs=better).beaten == "ours"
            assert outcome("screen-beaten", ours=better, theirs=worse).beaten == "theirs"
