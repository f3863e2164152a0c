"""Section 0: spaces, range, arcs, figures, formations."""

import pytest

from grognard.systems.steel_canister.checks.measures import along, formations, halves


@pytest.mark.rule("SC-0.1", "SC-0.2")
def test_scale(sc):
    t = sc.tables
    assert t.value("SC-0.1", "space_inches") == {"6-10mm": 2, "15mm": 4, "25-28mm": 6}
    assert t.number("SC-0.1", "ground_yards") == 100
    assert 630 // t.number("SC-0.2", "men_per_figure") == 18


@pytest.mark.rule("SC-0.3")
@pytest.mark.parametrize(
    "facing, there, ahead, right",
    [("E", (1, 0), 1, 0), ("E", (0, 1), 0, -1), ("E", (0, -1), 0, 1), ("E", (-1, -1), -1, 1), ("N", (1, 1), 1, 1),
     ("S", (1, 0), 0, -1), ("W", (0, 1), 0, 1)],
)  # fmt: skip
def test_ahead_and_right(facing, there, ahead, right):
    assert along(facing, *there) == (ahead, right)


@pytest.mark.rule("SC-0.4")
@pytest.mark.parametrize(
    "dx, dy, side",
    [(1, 1, "front"), (-1, 1, "front"), (0, 1, "front"), (1, 0, "right"), (-1, 0, "left"), (3, 2, "right"),
     (-3, -2, "left"), (0, -1, "rear"), (1, -1, "rear"), (-2, -2, "rear")],
)  # fmt: skip
def test_arcs_of_a_unit_facing_north(outcome, dx, dy, side):
    assert outcome("facing-arc", dx=dx, dy=dy, faces="N").side == side


@pytest.mark.rule("SC-0.4")
def test_squares_and_strong_points_have_only_fronts(outcome):
    assert outcome("facing-arc", dx=0, dy=-1, formation="square").side == "front"
    assert outcome("facing-arc", dx=1, dy=0, strong_point=True).side == "front"


@pytest.mark.rule("SC-0.5")
@pytest.mark.parametrize(
    "dx, dy, spaces",
    [(0, 2, 2), (2, 2, 3), (6, 3, 7), (1, 1, 1), (0, 0, 0), (-3, 1, 3), (-5, -5, 7), (4, 2, 5)],
)
def test_range(outcome, dx, dy, spaces):
    assert outcome("range", dx=dx, dy=dy).spaces == spaces


@pytest.mark.rule("SC-0.7")
@pytest.mark.parametrize(
    "arm, men, size, figures",
    [("infantry", 630, "standard", 18), ("infantry", 300, "weak", 9), ("infantry", 114, "company", 3),
     ("infantry", 157, "company", 3), ("infantry", 158, "detachment", 6), ("infantry", 263, "weak", 9),
     ("infantry", 368, "small", 12), ("infantry", 525, "small", 12),
     ("infantry", 526, "standard", 18), ("infantry", 1200, "large", 24), ("heavy_cavalry", 420, "standard", 12),
     ("light_cavalry", 100, "company", 2), ("light_cavalry", 250, "small", 8), ("foot_artillery", 70, "company", 2),
     ("light_cavalry", 700, "large", 16), ("foot_artillery", 150, "detachment", 4), ("foot_artillery", 210, "small", 6),
     ("horse_artillery", 400, "large", 8), ("light_cavalry", 105, "company", 2),
     ("light_cavalry", 106, "detachment", 4),
     ("light_cavalry", 175, "detachment", 4), ("light_cavalry", 176, "weak", 6), ("light_cavalry", 245, "weak", 6)],
)  # fmt: skip
def test_figures_of_a_unit(outcome, arm, men, size, figures):
    made = outcome("composition", arm=arm, men=men)
    assert (made.size, made.figures) == (size, figures)


@pytest.mark.rule("SC-0.8")
@pytest.mark.parametrize(
    "killed, status, gone",
    [(12, "retreat", True), (12, "rout", True), (12, "halted", False), (11, "rout", False), (18, "good_order", True),
     (12, "fallback", False)],
)  # fmt: skip
def test_dispersed_or_destroyed(outcome, killed, status, gone):
    assert outcome("staying-power", figures=18, killed=killed, status=status).gone is gone


SHARES = [
    ("infantry", "line", 2), ("infantry", "attack_column", 1), ("infantry", "closed_column", 1),
    ("infantry", "square", 1), ("infantry", "march_column", 1), ("light_infantry", "skirmish", 1),
    ("light_infantry", "semi_formed", 1), ("heavy_cavalry", "line", 2), ("heavy_cavalry", "double_line", 1),
    ("heavy_cavalry", "echelon_right", 2), ("heavy_cavalry", "echelon_left", 2), ("heavy_cavalry", "field_column", 1),
    ("heavy_cavalry", "march_column", 1), ("light_cavalry", "skirmish", 1), ("foot_artillery", "limbered", 1),
    ("horse_artillery", "unlimbered", 1),
]  # fmt: skip


@pytest.mark.rule("SC-0.9", "SC-4.1")
@pytest.mark.parametrize("arm, formation, share", SHARES)
def test_share_of_a_space(outcome, arm, formation, share):
    assert outcome("formation", arm=arm, formation=formation).halves == share


@pytest.mark.rule("SC-0.9")
def test_two_columns_fill_a_space_and_a_line_leaves_no_room(sc):
    t = sc.tables
    assert 2 * halves(t, "infantry", "attack_column") == t.number("SC-0.9", "halves")
    assert halves(t, "infantry", "line") + halves(t, "infantry", "attack_column") > t.number("SC-0.9", "halves")


@pytest.mark.rule("SC-0.13")
def test_only_light_troops_skirmish(refusal):
    assert refusal("formation", arm="infantry", formation="skirmish") == "SC-0.13"
    assert refusal("formation", arm="infantry", formation="semi_formed") == "SC-0.13"
    assert refusal("formation", arm="heavy_cavalry", formation="skirmish") == "SC-0.13"
    assert not refusal("formation", arm="light_infantry", formation="skirmish")
    assert not refusal("formation", arm="light_cavalry", formation="skirmish")


@pytest.mark.rule("SC-0.13")
def test_formations_of_each_arm(sc):
    t = sc.tables
    assert len(formations(t, "infantry")) == 5
    assert len(formations(t, "light_infantry")) == 7
    assert len(formations(t, "heavy_cavalry")) == 6
    assert formations(t, "volante") == ("limbered", "unlimbered")


@pytest.mark.rule("SC-0.11")
@pytest.mark.parametrize(
    "kind, extra, dice, cover, through",
    [("open", 0, 0, 0, False), ("light", 0, 1, -1, False), ("hill", 0, 1, -1, False), ("heavy", 1, 0, -2, False),
     ("swamp", 1, 0, 0, True), ("strong_point", 1, 0, -3, False), ("low_wall", 0, 1, -1, False),
     ("wall", 1, 0, -1, True), ("stream", 0, 1, 0, True), ("river", 0, 0, 0, False)],
)  # fmt: skip
def test_terrain_catalogue(sc, kind, extra, dice, cover, through):
    row = sc.tables.value("SC-0.11", kind)
    assert (row["extra"], row["dice"], row["cover"], row["charge_through"]) == (extra, dice, cover, through)


@pytest.mark.rule("SC-1.1a")
def test_twenty_one_steps_make_a_turn(sc):
    table = sc.tables["SC-1.1a"]
    phases = table["phases"]
    assert len(phases) == 21
    assert phases[phases.index("5d") + 1] == "5e"
    assert [table["players"][each] for each in ("5a", "5b", "5c", "5d", "5e", "5f", "5g", "5h", "9a", "9b")] == list(
        "ABABABABAB"
    )
    assert set(table["names"]) == set(phases)
