"""7.5: whom a unit fires at."""

import pytest

from grognard.systems.cold_steel.checks.fire.target_priority import TargetPriorityFacts, automatic_target

STEPS = [
    ({"range": 900, "designated": True}, 1, "designated by the attached player commander"),
    ({"range": 120}, 2, "closest within musketry range"),
    ({"range": 10, "arm": "cavalry", "threatening": True}, 2, "closest within musketry range"),
    ({"range": 121, "threatening": True}, 3, "threatening"),
    ({"range": 900, "arm": "artillery", "firing_on_us": True, "threatening": True}, 3, "threatening"),
    ({"range": 900, "arm": "artillery", "firing_on_us": True}, 4, "artillery firing on us, within effective range"),
    ({"range": 1100, "arm": "cavalry"}, 5, "cavalry"),
    ({"range": 1100, "arm": "cavalry", "formation": "open_order"}, 5, "cavalry"),
    ({"range": 700}, 6, "close-order infantry"),
    ({"range": 700, "formation": "closed_column"}, 6, "close-order infantry"),
    ({"range": 900, "arm": "artillery"}, 7, "other artillery within effective range"),
    ({"range": 700, "formation": "open_order"}, 8, "anything else"),
    ({"range": 700, "formation": "extended_order"}, 8, "anything else"),
    ({"range": 700, "formation": "skirmish_squares"}, 8, "anything else"),
    ({"range": 700, "irregular": True}, 8, "anything else"),
]


@pytest.mark.rule("CS-7.5a")
@pytest.mark.parametrize("facts, priority, target", STEPS)
def test_the_eight_steps(outcome, facts, priority, target):
    assert outcome("target-priority", **facts) == (priority, target)


@pytest.mark.rule("CS-7.5a")
@pytest.mark.parametrize(
    "terrain, paces, firing, quiet",
    [
        ("open", 1200, 4, 7),
        ("open", 1201, 8, 8),
        ("desert", 1200, 4, 7),
        ("hilly_wooded", 1200, 4, 7),
        ("rolling", 600, 4, 7),
        ("rolling", 601, 8, 8),
        ("mountainous", 600, 4, 7),
        ("mountainous", 601, 8, 8),
    ],
)
def test_effective_range_of_enemy_guns(outcome, terrain, paces, firing, quiet):
    facts = {"range": paces, "arm": "artillery", "formation": "unlimbered", "terrain": terrain}
    assert outcome("target-priority", firing_on_us=True, **facts).priority == firing
    assert outcome("target-priority", **facts).priority == quiet


@pytest.mark.rule("CS-7.5a")
def test_whom_the_unit_may_not_fire_at_is_no_target(roll, cs):
    assert roll("target-priority", range=300, may_fire=False).refusal.rule == "CS-7.5a"
    hidden, seen = TargetPriorityFacts(range=100, may_fire=False), TargetPriorityFacts(range=700)
    assert automatic_target(cs.tables, [hidden, seen]) == seen
    assert automatic_target(cs.tables, [hidden]) is None


LINE = TargetPriorityFacts(range=100)
THREAT = TargetPriorityFacts(range=300, arm="cavalry", threatening=True)
BATTERY = TargetPriorityFacts(range=900, arm="artillery", formation="unlimbered", firing_on_us=True)
HORSE = TargetPriorityFacts(range=700, arm="cavalry")
FAR_HORSE = TargetPriorityFacts(range=1100, arm="cavalry")
FOOT = TargetPriorityFacts(range=650)
NAMED = FOOT.replace(designated=True)
GUARDED = TargetPriorityFacts(range=1000, arm="cavalry", to_supported=200)


@pytest.mark.rule("CS-7.5a", "CS-7.5b")
@pytest.mark.parametrize(
    "candidates, chosen",
    [
        ([THREAT, LINE], LINE),
        ([HORSE, BATTERY], BATTERY),
        ([FOOT, TargetPriorityFacts(range=1000, arm="cavalry")], TargetPriorityFacts(range=1000, arm="cavalry")),
        ([TargetPriorityFacts(range=1000, arm="cavalry"), NAMED], NAMED),
        ([TargetPriorityFacts(range=1000), FAR_HORSE], FAR_HORSE),
        ([FAR_HORSE, HORSE], HORSE),
        ([HORSE, GUARDED], GUARDED),
        ([FOOT, FOOT.replace(range=651, to_supported=10)], FOOT),
        ([FOOT.replace(range=649), FOOT], FOOT.replace(range=649)),
        ([], None),
    ],
)
def test_the_choice_is_automatic(cs, candidates, chosen):
    assert automatic_target(cs.tables, candidates) == chosen
