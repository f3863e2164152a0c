"""Cover, arcs, line of sight, secure flanks, division integrity."""

import pytest


@pytest.mark.rule("CD-cover-classes")
@pytest.mark.parametrize(
    "cover, fire, charge, table",
    [("none", "none", "none", "open"), ("sparse", "sparse", "none", "open"), ("light", "light", "light", "cover"),
     ("medium", "medium", "medium", "cover"), ("heavy", "heavy", "heavy", "cover"),
     ("entrenched", "heavy", "heavy", "cover")],
)  # fmt: skip
def test_cover_classes(outcome, cover, fire, charge, table):
    assert outcome("cover", cover=cover) == (cover, fire, charge, table)


@pytest.mark.rule("CD-cover-classes")
@pytest.mark.parametrize(
    "crossed, lines, found", [(4, 8, "light"), (3, 8, "none"), (1, 1, "light"), (0, 1, "none"), (2, 3, "light")]
)
def test_half_the_lines_cross_the_cover(outcome, crossed, lines, found):
    assert outcome("cover", cover="light", crossed=crossed, lines=lines).cover == found


@pytest.mark.rule("CD-cover-classes")
@pytest.mark.parametrize(
    "cover, fire, morale, charge",
    [("sparse", -1, 1, 0), ("light", -3, 2, 1), ("medium", -5, 3, 3), ("heavy", -8, 4, 5), ("entrenched", -8, 5, 5)],
)
def test_what_cover_is_worth_on_every_list(roll, totals, cover, fire, morale, charge):
    assert roll("small-arms", [5], stands=6, distance=120, cover=cover).total == 5 + fire
    assert roll("morale", [5], troop_class="conscript", cw=11, cover=cover).total == 5 + morale
    assert totals("charge", {}, {"cover": cover}) == (0, charge)


@pytest.mark.rule("CD-arcs")
@pytest.mark.parametrize(
    "bearing, formation, charge, zone",
    [
        (40, "line", False, "front"), (100, "line", False, "flank"), (170, "square", False, "front"),
        (45, "line", False, "front"), (46, "line", False, "flank"), (135, "line", False, "flank"),
        (136, "line", False, "rear"), (180, "line", False, "rear"), (224, "line", False, "rear"),
        (225, "line", False, "flank"), (314, "line", False, "flank"), (315, "line", False, "front"),
        (170, "general", False, "front"), (170, "closed_column", False, "rear"),
        (170, "closed_column", True, "front"), (170, "column", True, "rear"),
    ],
)  # fmt: skip
def test_arcs(outcome, bearing, formation, charge, zone):
    assert outcome("arc", bearing=bearing, formation=formation, charge=charge).zone == zone


@pytest.mark.rule("CD-line-of-sight")
@pytest.mark.parametrize(
    "facts, visible",
    [
        ({"woods": 180}, False), ({"woods": 120}, True), ({"woods": 121}, False), ({"blocked": True}, False),
        ({"friend_between": True}, False),
        ({"friend_between": True, "above": True, "friend_from_gun": 240, "friend_from_target": 240}, True),
        ({"friend_between": True, "above": True, "friend_from_gun": 239, "friend_from_target": 240}, False),
        ({"friend_between": True, "above": True, "friend_from_gun": 240, "friend_from_target": 239}, False),
    ],
)  # fmt: skip
def test_line_of_sight(outcome, facts, visible):
    assert outcome("line-of-sight", **facts).visible is visible


@pytest.mark.rule("CD-secure-flank")
@pytest.mark.parametrize(
    "facts, secure",
    [
        ({}, False), ({"obstacle": True}, True), ({"friend": True, "distance": 180}, True),
        ({"friend": True, "distance": 181}, False), ({"friend": True, "status": "shaken"}, True),
        ({"friend": True, "status": "disordered"}, False), ({"friend": True, "status": "broken"}, False),
    ],
)  # fmt: skip
def test_secure_flank(outcome, facts, secure):
    assert outcome("secure-flank", **facts).secure is secure


@pytest.mark.rule("CD-secure-flank")
@pytest.mark.parametrize("flanks, morale, charge", [(0, 0, 0), (1, 0, 1), (2, 1, 2)])
def test_what_secure_flanks_are_worth(roll, totals, flanks, morale, charge):
    assert roll("morale", [5], troop_class="conscript", cw=11, secure_flanks=flanks).total == 5 + morale
    assert totals("charge", {}, {"secure_flanks": flanks}) == (0, charge)


@pytest.mark.rule("CD-division-integrity")
@pytest.mark.parametrize(
    "facts, integrity",
    [
        ({"distance": 960}, False), ({"distance": 600, "units": 8, "lost": 2}, True), ({"distance": 900}, True),
        ({"distance": 901}, False), ({"commander": False}, False), ({"units": 8, "lost": 4}, False),
        ({"units": 8, "lost": 3}, True), ({"units": 3, "lost": 1}, True), ({"units": 3, "lost": 2}, False),
    ],
)  # fmt: skip
def test_division_integrity(outcome, facts, integrity):
    assert outcome("division-integrity", **facts).integrity is integrity
