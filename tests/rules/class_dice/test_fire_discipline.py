"""Fire discipline: the whole table, approach fire, firefights, smoke."""

import pytest

from grognard.kernel.checks import Thrown

TABLE = {
    "normal": "free free free 1-fire 2-fire 4-fire 1-FF 2-FF 4-FF",
    "smoke": "free 1-fire 2-fire 4-fire 1-FF 2-FF 4-FF 4-FF 4-FF",
    "firefight": "free fire FF FF FF FF FF FF FF",
}
FACTS = {"normal": {}, "smoke": {"in_smoke": True}, "firefight": {"in_firefight": True}}


def means(cell: str) -> tuple[str, int]:
    """What a cell as written above comes to: the order, and paces."""
    *inches, order = cell.split("-")
    return {"FF": "firefight"}.get(order, order), 60 * int(inches[0]) if inches else 0


@pytest.mark.rule("CD-fire-discipline-table")
@pytest.mark.parametrize("situation", list(TABLE))
def test_every_cell_of_fire_discipline(cd, situation):
    check = cd["fire-discipline"]
    facts = check.read({"troop_class": "line", **FACTS[situation]})
    for total, cell in zip(range(10, 1, -1), TABLE[situation].split(), strict=True):
        assert check.result(Thrown(total, total, facts)) == means(cell), total
    assert check.result(Thrown(12, 12, facts)).order == "free"
    assert check.result(Thrown(1, 1, facts)) == means(TABLE[situation].split()[-1])


@pytest.mark.rule("CD-fire-discipline-table")
@pytest.mark.parametrize(
    "facts, dice, result",
    [
        ({"troop_class": "line"}, [3, 4], ("fire", 60)),
        ({"troop_class": "elite", "in_smoke": True}, [3, 5, 1], ("fire", 120)),
        ({"troop_class": "conscript"}, [1], ("firefight", 240)),
        ({"troop_class": "line", "in_smoke": True, "in_firefight": True}, [4, 5], ("fire", 0)),
    ],
)
def test_ledger_fire_discipline(outcome, facts, dice, result):
    assert outcome("fire-discipline", dice, **facts) == result


@pytest.mark.rule("CD-fire-discipline-meaning")
@pytest.mark.parametrize(
    "facts, result",
    [
        ({"order": "fire"}, (True, False, False)), ({"order": "firefight"}, (True, False, True)),
        ({"order": "free"}, (False, True, False)), ({"order": "firefight", "target": False}, (False, False, False)),
        ({"order": "fire", "target": False}, (False, False, False)),
    ],
)  # fmt: skip
def test_what_fire_discipline_obliges_to(outcome, facts, result):
    assert outcome("fire-order", **facts) == result


@pytest.mark.rule("CD-fire-discipline-range")
@pytest.mark.parametrize(
    "facts, result",
    [
        ({"order": "fire", "at": 240, "reached": 0}, (True, 240)),
        ({"order": "fire", "at": 60, "reached": 120}, (False, 0)),
        ({"order": "firefight", "at": 120, "reached": 120}, (True, 120)),
        ({"order": "free", "at": 240}, (True, 240)), ({"order": "free", "at": 120}, (True, 120)),
        ({"order": "free", "at": 60}, (True, 60)),
    ],
)  # fmt: skip
def test_approach_fire(outcome, facts, result):
    assert outcome("approach-fire", **facts) == result


@pytest.mark.rule("CD-fire-discipline-range")
def test_free_fire_at_one_of_three_distances(refusal, roll):
    assert refusal("approach-fire", order="free", at=180) == "CD-fire-discipline-range"
    for at, worth in ((240, -3), (120, 0), (60, 2)):
        assert roll("small-arms", [5], stands=6, distance=at).total == 5 + worth


@pytest.mark.rule("CD-fire-discipline-when")
@pytest.mark.parametrize(
    "facts, rolls",
    [
        ({"enemy": 180}, True), ({"enemy": 300}, False), ({"branch": "artillery", "enemy": 180}, False),
        ({"branch": "cavalry", "enemy": 180}, False), ({"enemy": 240}, True), ({"enemy": 241}, False),
        ({"in_firefight": True}, True),
    ],
)  # fmt: skip
def test_when_fire_discipline_is_rolled(outcome, facts, rolls):
    assert outcome("unit-activation", **facts).rolls_discipline is rolls


@pytest.mark.rule("CD-firefight")
@pytest.mark.parametrize(
    "facts, goes_on",
    [
        ({}, True), ({"effect": "recoil"}, False), ({"effect": "broken"}, False), ({"effect": "disordered"}, True),
        ({"order": "free"}, False), ({"order": "fire"}, False), ({"enemy": 240}, True), ({"enemy": 241}, False),
    ],
)  # fmt: skip
def test_when_a_firefight_ends(outcome, facts, goes_on):
    assert outcome("firefight", **facts).goes_on is goes_on


@pytest.mark.rule("CD-firefight")
def test_a_charge_that_becomes_a_firefight(outcome):
    found = outcome("charge-effect", outcome="firefight")
    assert (found.halt, found.firefight, found.attacker, found.defender) == (120, True, "none", "none")


@pytest.mark.rule("CD-smoke")
@pytest.mark.parametrize(
    "facts, smoke",
    [
        ({"fired": True}, True), ({"smoke": True, "moved": 180}, False), ({"smoke": True, "moved": 120}, False),
        ({"smoke": True, "moved": 119}, True), ({"smoke": True}, True), ({}, False),
        ({"smoke": True, "moved": 180, "fired": True}, True),
    ],
)  # fmt: skip
def test_smoke(outcome, facts, smoke):
    assert outcome("smoke", **facts).smoke is smoke
