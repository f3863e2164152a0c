"""Sections 5 and 8: status, rally, brigade morale, victory."""

import pytest


@pytest.mark.rule("SC-5.1")
@pytest.mark.parametrize(
    "status, result, cause, then",
    [
        ("halted", "retreat", "fire", "retreat"),
        ("halted", "halted", "fire", "disordered"),
        ("halted", "halted", "melee", "fallback"),
        ("retreat", "halted", "fire", "rout"),
        ("retreat", "fallback", "melee", "retreat"),
        ("disordered", "fallback", "melee", "fallback"),
        ("retreat", "retreat", "melee", "retreat"),
        ("fallback", "disordered", "fire", "retreat"),
        ("rout", "rout", "melee", "rout"),
        ("good_order", "halted", "fire", "halted"),
        ("good_order", "rout", "melee", "rout"),
        ("halted", "halted", "other", "halted"),
        ("disordered", "halted", "other", "disordered"),
        ("halted", "retreat", "other", "retreat"),
    ],
)
def test_status_ladder(outcome, status, result, cause, then):
    assert outcome("status", status=status, result=result, cause=cause).status == then


@pytest.mark.rule("SC-5.2")
@pytest.mark.parametrize(
    "status, row",
    [("good_order", (0, True, True, "any", True)), ("halted", (0, False, True, "not_nearer", True)),
     ("disordered", (-1, False, True, "not_nearer", False)), ("fallback", (-1, False, True, "not_nearer", True)),
     ("retreat", (-1, False, False, "compulsory", False)), ("rout", (-2, False, False, "compulsory", False))],
)  # fmt: skip
def test_what_each_status_allows(sc, status, row):
    found = sc.tables.value("SC-5.2", status)
    assert tuple(found[key] for key in ("ap", "charge", "fire", "move", "square")) == row


@pytest.mark.rule("SC-5.3")
@pytest.mark.parametrize(
    "status, then",
    [("rout", "retreat"), ("retreat", "disordered"), ("disordered", "halted"), ("fallback", "halted"),
     ("halted", "good_order")],
)  # fmt: skip
def test_rally_is_a_step_at_a_time(outcome, status, then):
    assert outcome("rally", [5], status=status) == (True, then)
    assert outcome("rally", [2], status=status) == (False, status)


@pytest.mark.rule("SC-5.3")
@pytest.mark.parametrize(
    "facts, worth",
    [({"grade": "elite"}, 1), ({"grade": "grenadier", "guard": True}, 2), ({"grade": "militia"}, -1),
     ({"grade": "conscript"}, -1), ({"grade": "green"}, 0), ({"leader": "brigade"}, 1), ({"leader": "higher"}, 2),
     ({"out_of_command": True}, -1), ({"enemy_near": True}, -1)],
)  # fmt: skip
def test_what_helps_a_rally(roll, facts, worth):
    assert roll("rally", [3], status="halted", **facts).total == 3 + worth


@pytest.mark.rule("SC-5.3")
def test_ledger_rallies(roll):
    assert roll("rally", [3], status="disordered").outcome.rallied is False
    assert roll("rally", [4], status="disordered").outcome.status == "halted"
    militia = roll("rally", [5], status="rout", grade="militia")
    assert (militia.total, militia.outcome.status) == (3, "rout")
    assert roll("rally", [6], status="rout", grade="militia", out_of_command=True).outcome.status == "retreat"
    assert not roll("rally", [1], status="halted", grade="grenadier", guard=True, leader="higher").outcome.rallied


@pytest.mark.rule("SC-5.3")
def test_who_does_not_rally(refusal):
    assert refusal("rally", status="good_order") == "SC-5.3"
    assert refusal("rally", status="halted", in_melee=True) == "SC-5.3"


@pytest.mark.rule("SC-5.6")
@pytest.mark.parametrize(
    "units, bad, hurt, tests", [(4, 1, True, False), (4, 2, True, True), (3, 1, True, True), (4, 2, False, False)]
)
def test_when_a_brigade_tests(refusal, units, bad, hurt, tests):
    assert (refusal("brigade-morale", units=units, bad=bad, hurt_now=hurt) == "") is tests


@pytest.mark.rule("SC-5.6", "SC-5.7")
@pytest.mark.parametrize(
    "facts, die, total, result",
    [
        ({"units": 4, "bad": 2}, 3, 3, "falters"),
        ({"units": 4, "bad": 2}, 4, 4, "steady"),
        ({"units": 5, "bad": 3}, 3, 3, "falters"),
        ({"units": 4, "bad": 3, "leader": False}, 2, 0, "breaks"),
        ({"units": 4, "bad": 3, "leader": False}, 3, 1, "falters"),
        ({"units": 3, "bad": 1}, 3, 4, "steady"),
        ({"units": 3, "bad": 1, "superior_near": True}, 2, 4, "steady"),
        ({"units": 3, "bad": 1, "leader": False, "superior_near": True}, 3, 3, "falters"),
        ({"units": 3, "bad": 1, "good_troops": True}, 2, 4, "steady"),
        ({"units": 3, "bad": 1, "poor_troops": True}, 3, 3, "falters"),
        ({"units": 4, "bad": 2, "failed_before": True}, 3, 3, "breaks"),
        ({"units": 4, "bad": 2, "failed_before": True}, 4, 4, "steady"),
    ],
)
def test_brigade_morale(roll, facts, die, total, result):
    found = roll("brigade-morale", [die], **facts)
    assert (found.total, found.outcome.result) == (total, result)


@pytest.mark.rule("SC-8.1")
@pytest.mark.parametrize(
    "brigades, broken, breaks", [(3, 2, True), (3, 1, False), (4, 2, True), (1, 0, False), (1, 1, True)]
)
def test_army_breaks(outcome, brigades, broken, breaks):
    assert outcome("army-breaks", brigades=brigades, broken=broken).broken is breaks


@pytest.mark.rule("SC-8.1")
def test_points(outcome, sc):
    assert outcome("score", destroyed=2, routing=1, brigades=1).points == 8
    assert outcome("score", destroyed=3).points == 6
    assert sc.tables.number("SC-8.1", "lead") == 3


@pytest.mark.rule("SC-5.1", "SC-5.5", "SC-4.6a")
def test_levels_ways_back_and_bands_to_their_edges(sc):
    t = sc.tables
    assert t.value("SC-5.1", "levels") == {
        "good_order": 0, "halted": 1, "disordered": 2, "fallback": 2, "retreat": 3, "rout": 4,
    }  # fmt: skip
    assert t.value("SC-5.5", "turns") == [0, 45, -45, 90, -90]
    assert [(row["from"], row["to"]) for row in t.value("SC-4.6a", "rows")] == [(2, 9), (10, 12)]
