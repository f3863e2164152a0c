"""Morale: the whole table, its modifiers, triggers, moves, durations, statuses, crash through."""

import pytest

from grognard.kernel.checks import Thrown

CODES = {"NE": "none", "SH": "shaken", "DO": "disordered", "DOR": "recoil", "Brok": "broken", "Rout": "rout"}
CODES["Surr"] = "surrender"
COLUMNS = [(13, 30), (11, 12), (9, 10), (7, 8), (5, 6), (3, 4), (1, 2), (-20, 0)]
TABLE = {
    (18, 19): "NE NE NE NE NE NE NE SH",
    (16, 17): "NE NE NE NE NE NE SH SH",
    (14, 15): "NE NE NE NE NE NE SH DO",
    (12, 13): "NE NE NE NE NE SH DO DOR",
    (9, 11): "NE NE NE NE SH DO DOR Brok",
    (6, 8): "NE NE NE SH DO DOR Brok Rout",
    (3, 5): "NE DO DOR Brok Brok Rout Rout Surr",
    (0, 2): "NE DOR Brok Brok Rout Rout Surr Surr",
}


@pytest.mark.rule("CD-morale-table")
@pytest.mark.parametrize("rows", list(TABLE))
def test_every_cell_and_edge_of_the_morale_table(cd, rows):
    check = cd["morale"]
    for (low, high), cell in zip(COLUMNS, TABLE[rows].split(), strict=True):
        for cw in rows:
            for total in (low, high):
                facts = check.read({"troop_class": "line", "cw": cw, "captor_near": True})
                assert check.result(Thrown(total, 7, facts)).effect == CODES[cell], (cw, total)


@pytest.mark.rule("CD-morale-table", "CD-morale-check")
@pytest.mark.parametrize(
    "facts, dice, total, effect",
    [
        ({"troop_class": "line", "cw": 11, "status": "shaken"}, [4, 3], 5, "shaken"),
        ({"troop_class": "conscript", "cw": 5, "half_lost": True, "captor_near": True}, [5], 0, "surrender"),
        ({"troop_class": "elite", "cw": 18, "half_lost": True, "status": "disordered"}, [2, 3, 5], 0, "shaken"),
        ({"troop_class": "line", "cw": 11, "status": "shaken", "half_lost": True, "cover": "light"}, [6, 5], 6,
         "shaken"),
    ],
)  # fmt: skip
def test_ledger_morale_checks(roll, facts, dice, total, effect):
    result = roll("morale", dice, **facts)
    assert (result.total, result.outcome.effect) == (total, effect)


@pytest.mark.rule("CD-morale-mods-status", "CD-morale-mods-cover")
@pytest.mark.parametrize(
    "facts, worth",
    [
        ({"integrity": False}, -2), ({"status": "shaken"}, -2), ({"status": "disordered"}, -3),
        ({"status": "broken"}, -4), ({"half_lost": True}, -5), ({"out_of_ammo": True}, -3),
        ({"fired_on_flank": True}, -5), ({"in_firefight": True}, 1), ({"secure_flanks": 2}, 1),
        ({"secure_flanks": 1}, 0), ({"cover": "sparse"}, 1), ({"cover": "light"}, 2), ({"cover": "medium"}, 3),
        ({"cover": "heavy"}, 4), ({"cover": "entrenched"}, 5), ({"downhill": True}, -1),
        ({"status": "disordered", "out_of_ammo": True, "in_firefight": True}, -5),
        ({"half_lost": True, "integrity": False}, -7), ({"cover": "medium", "secure_flanks": 2}, 4),
    ],
)  # fmt: skip
def test_what_counts_in_a_morale_check(roll, facts, worth):
    assert roll("morale", [5], troop_class="conscript", cw=11, **facts).total == 5 + worth


@pytest.mark.rule("CD-morale-mods-command", "CD-leader-il")
@pytest.mark.parametrize(
    "facts, worth",
    [
        ({"corps_leader": "excellent", "corps_at_regiment": True}, 3),
        ({"division_leader": "good", "army_leader": "superior"}, 4),
        ({"division_leader": "superior"}, 3), ({"division_leader": "poor"}, -1), ({"division_leader": "average"}, 0),
        ({"corps_leader": "average", "corps_at_regiment": True}, 1), ({"corps_leader": "average"}, 0),
        ({"army_leader": "average", "army_at_regiment": True}, 1), ({"army_leader": "average"}, 0),
        ({"corps_at_regiment": True}, 0),
    ],
)  # fmt: skip
def test_what_leaders_are_worth(roll, facts, worth):
    assert roll("morale", [5], troop_class="conscript", cw=11, **facts).total == 5 + worth


@pytest.mark.rule("CD-morale-surrender")
def test_who_cannot_surrender_runs(outcome, refusal):
    facts = {"troop_class": "conscript", "cw": 2, "half_lost": True}
    assert outcome("morale", [5], captor_near=True, **facts).effect == "surrender"
    assert outcome("morale", [5], captor_near=False, **facts).effect == "rout"


@pytest.mark.rule("CD-morale-surrender")
@pytest.mark.parametrize("distance, near", [(0, True), (120, True), (121, False), (150, False)])
def test_captors_stand_within_two_inches(outcome, distance, near):
    assert outcome("captor", distance=distance).near is near


@pytest.mark.rule("CD-morale-triggers", "CD-break-point")
@pytest.mark.parametrize(
    "facts, checks",
    [
        ({"event": "fired_on", "troop_class": "line", "starting": 24, "lost": 5, "hits": 2}, True),
        ({"event": "fired_on", "zone": "flank", "band": "medium"}, False),
        ({"event": "fired_on", "starting": 24, "lost": 12}, True),
        ({"event": "fired_on", "starting": 24, "lost": 11}, False),
        ({"event": "fired_on", "troop_class": "elite", "starting": 20, "lost": 6, "hits": 1}, True),
        ({"event": "fired_on", "troop_class": "elite", "starting": 20, "lost": 5, "hits": 1}, False),
        ({"event": "fired_on", "troop_class": "line", "starting": 24, "lost": 4, "hits": 4}, False),
        ({"event": "fired_on", "troop_class": "line", "starting": 20, "lost": 4, "hits": 4}, True),
        ({"event": "fired_on", "troop_class": "line", "starting": 20, "lost": 4, "hits": 0}, False),
        ({"event": "fired_on", "troop_class": "conscript", "starting": 24, "lost": 3, "hits": 1}, True),
        ({"event": "fired_on", "troop_class": "conscript", "starting": 30, "lost": 3, "hits": 1}, True),
        ({"event": "fired_on", "troop_class": "conscript", "starting": 30, "lost": 2, "hits": 1}, False),
        ({"event": "fired_on", "zone": "flank", "band": "short"}, True),
        ({"event": "fired_on", "zone": "rear", "band": "close"}, True),
        ({"event": "fired_on", "zone": "flank", "band": "canister"}, True),
        ({"event": "fired_on", "zone": "flank", "band": "long"}, False),
        ({"event": "fired_on", "zone": "front", "band": "close"}, False),
        ({"event": "friend_lost", "distance": 180}, True),
        ({"event": "friend_lost", "distance": 181}, False),
        ({"event": "passed_through"}, True),
        ({"event": "melee_round"}, True),
    ],
)
def test_when_morale_is_checked(outcome, facts, checks):
    assert outcome("morale-trigger", **{"starting": 24, **facts}).check is checks


@pytest.mark.rule("CD-morale-moves")
@pytest.mark.parametrize(
    "effect, move",
    [
        ("none", (0, "same", False)), ("shaken", (0, "same", False)), ("disordered", (0, "same", False)),
        ("recoil", (300, "enemy", False)), ("broken", (600, "away", False)), ("rout", (720, "away", True)),
    ],
)  # fmt: skip
def test_morale_moves(outcome, effect, move):
    assert outcome("morale-move", effect=effect) == (*move, False)


@pytest.mark.rule("CD-morale-moves")
@pytest.mark.parametrize(
    "facts, surrenders",
    [({"stopped": True, "enemy": 60}, True), ({"stopped": True, "enemy": 61}, False), ({"enemy": 60}, False)],
)
def test_who_cannot_get_away_surrenders(outcome, facts, surrenders):
    assert outcome("morale-move", effect="broken", **facts).surrenders is surrenders
    assert not outcome("morale-move", effect="shaken", stopped=True, enemy=0).surrenders


@pytest.mark.rule("CD-abbreviations", "CD-percent-results")
@pytest.mark.parametrize(
    "cell, means",
    [
        ("NE", ("none", 0, False, 0, "same", False)), ("Smk", ("none", 0, True, 0, "same", False)),
        ("SH", ("shaken", 0, False, 0, "same", False)), ("DO", ("disordered", 0, False, 0, "same", False)),
        ("DOR", ("recoil", 0, False, 300, "enemy", False)), ("Brok", ("broken", 0, False, 600, "away", False)),
        ("Rout", ("rout", 0, False, 720, "away", True)), ("Surr", ("surrender", 0, False, 720, "away", True)),
        ("Smk/Shaken", ("shaken", 0, True, 0, "same", False)), ("Smk/DO", ("disordered", 0, True, 0, "same", False)),
        ("SH(20)", ("shaken", 20, False, 0, "same", False)), ("DO(20)", ("disordered", 20, False, 0, "same", False)),
        ("DO(40)", ("disordered", 40, False, 0, "same", False)),
        ("DOR(40)", ("recoil", 40, False, 300, "enemy", False)),
    ],
)  # fmt: skip
def test_codes_of_the_charts(outcome, cell, means):
    assert outcome("result-cell", cell=cell) == means


@pytest.mark.rule("CD-morale-duration")
@pytest.mark.parametrize("status, ends", [("shaken", 4), ("disordered", 4), ("broken", 5)])
def test_how_long_a_status_lasts(outcome, status, ends):
    assert outcome("status-duration", status=status, turn=3).ends == ends


@pytest.mark.rule("CD-status-combine")
@pytest.mark.parametrize(
    "status, effect, then",
    [
        ("disordered", "shaken", ("disordered", False)), ("shaken", "disordered", ("disordered", True)),
        ("broken", "recoil", ("broken", False)), ("steady", "none", ("steady", False)),
        ("shaken", "shaken", ("shaken", True)), ("steady", "recoil", ("disordered", True)),
        ("disordered", "broken", ("broken", True)), ("broken", "broken", ("broken", True)),
        ("shaken", "none", ("shaken", False)),
    ],
)  # fmt: skip
def test_getting_a_status_again(outcome, status, effect, then):
    assert outcome("new-status", status=status, effect=effect) == then


@pytest.mark.rule("CD-status-combine")
def test_a_broken_unit_still_recoils(outcome):
    assert outcome("morale-move", effect="recoil").back == 300


@pytest.mark.rule("CD-status-limits")
@pytest.mark.parametrize("status, acts", [("steady", True), ("shaken", True), ("disordered", True), ("broken", False)])
def test_what_each_status_allows(outcome, status, acts):
    assert outcome("status-limits", status=status).may_act is acts


@pytest.mark.rule("CD-status-limits")
def test_the_broken_do_nothing_by_choice(refusal):
    assert refusal("movement", troop_class="line", co="good", status="broken") == "CD-move-modifiers"
    assert refusal("small-arms", stands=6, distance=60, status="broken") == "CD-fire-mods-morale"
    assert refusal("local-initiative", troop_class="line", status="broken") == "CD-local-initiative-limits"
    assert refusal("charge", facts={"ours.status": "broken"}) == "CD-charge-attacker-mods"
    assert refusal("charge", facts={"ours.status": "disordered"}) == ""


@pytest.mark.rule("CD-crash-through")
@pytest.mark.parametrize(
    "facts, dice, total, effect, smoke",
    [
        ({"troop_class": "line"}, [6, 4], 10, "none", True),
        ({"troop_class": "elite", "division_leader": "excellent"}, [5, 5, 2], 12, "none", False),
        ({"troop_class": "conscript", "status": "shaken"}, [5], 3, "disordered", True),
        ({"troop_class": "line"}, [5, 6], 11, "none", True),
        ({"troop_class": "line"}, [3, 6], 9, "shaken", True),
        ({"troop_class": "line"}, [1, 3], 4, "shaken", True),
        ({"troop_class": "line"}, [1, 2], 3, "disordered", True),
        ({"troop_class": "line"}, [6, 6], 12, "none", False),
        ({"troop_class": "line", "integrity": False, "half_lost": True, "out_of_ammo": True}, [6, 6], 2, "disordered",
         True),
    ],
)  # fmt: skip
def test_crash_through(roll, facts, dice, total, effect, smoke):
    result = roll("crash-through", dice, **facts)
    assert (result.total, result.outcome.effect, result.outcome.smoke) == (total, effect, smoke)
