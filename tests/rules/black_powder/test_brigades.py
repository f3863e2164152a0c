"""Brigades and armies: when they break and what that means, and the draft with three states."""

import pytest

V2 = {"variant": "brigade-morale-v2"}


@pytest.mark.rule("BP-BRIG-1", "BP-BRIG-3")
@pytest.mark.parametrize(
    "units, shaken, routed, state",
    [
        (4, 2, 1, "broken"), (4, 1, 1, "good"), (4, 1, 2, "broken"), (4, 0, 2, "good"), (4, 0, 3, "broken"),
        (4, 3, 0, "good"), (4, 4, 0, "broken"), (5, 2, 1, "broken"), (5, 1, 1, "good"), (1, 0, 1, "broken"),
        (1, 1, 0, "broken"), (3, 0, 0, "good"),
    ],
)  # fmt: skip
def test_when_a_brigade_is_broken(outcome, units, shaken, routed, state):
    assert outcome("brigade-morale", units=units, shaken=shaken, routed=routed) == (state, units, shaken + routed)


@pytest.mark.rule("BP-BRIG-2")
@pytest.mark.parametrize(
    "facts, found",
    [
        ({"units": 4, "light": 2, "shaken": 1, "routed": 1}, ("good", 4, 2)),
        ({"units": 2, "light": 2, "routed": 1, "light_shaken": 2}, ("broken", 4, 3)),
        ({"units": 3, "light": 2, "light_routed": 2, "shaken": 2}, ("good", 3, 2)),
        ({"units": 3, "light": 3, "light_routed": 2, "shaken": 2}, ("broken", 6, 4)),
        ({"units": 0, "light": 2, "light_routed": 2}, ("broken", 2, 2)),
    ],
)  # fmt: skip
def test_batteries_and_companies_count_where_they_are_half(outcome, facts, found):
    assert outcome("brigade-morale", **facts) == found


@pytest.mark.rule("BP-BRIG-1", "BP-ARMY-2")
def test_a_brigade_recovers_unless_the_army_is_broken(outcome):
    facts = {"units": 4, "shaken": 1, "routed": 1, "was": "broken"}
    assert outcome("brigade-morale", **facts).state == "good"
    assert outcome("brigade-morale", **facts, army_broken=True).state == "broken"


@pytest.mark.rule("BP-BRIG-4")
def test_what_a_broken_brigade_means(outcome, refusal):
    near = outcome("brigade-effects", state="broken", enemy=12)
    assert (near.must_retire, near.may_charge, near.may_rally, near.counts_shaken) == (True, False, False, True)
    assert not outcome("brigade-effects", state="broken", enemy=13).must_retire
    assert not outcome("brigade-effects", state="broken", enemy=11, in_combat=True).must_retire
    good = outcome("brigade-effects", state="good", enemy=5)
    assert good == (False, False, True, True, True, True, 0, False)
    assert refusal("command", giving="rally", brigade="broken") == "BP-BRIG-4"
    assert refusal("command", giving="rally", brigade="good") == ""


@pytest.mark.rule("BP-ARMY-1")
@pytest.mark.parametrize(
    "brigades, broken, found", [(4, 2, True), (5, 2, False), (5, 3, True), (4, 1, False), (1, 0, False), (0, 0, False)]
)
def test_when_an_army_is_broken(outcome, brigades, broken, found):
    assert outcome("army-morale", brigades=brigades, broken=broken).broken is found


@pytest.mark.rule("BP-ARMY-2")
def test_a_broken_army_ends_the_battle(outcome):
    assert outcome("army-morale", brigades=4, broken=0, was=True) == (True, False)
    assert outcome("army-morale", brigades=4, broken=2, variant="play-on") == (True, True)
    assert outcome("victory", ours=True).winner == "theirs"
    assert outcome("victory", ours=False, theirs=True).winner == "ours"
    assert outcome("victory", ours=True, theirs=True).winner == "nobody"
    assert outcome("victory", ours=False).winner == ""
    assert outcome("victory", ours=True, variant="play-on").winner == ""


@pytest.mark.rule("BP-BMOR-1")
@pytest.mark.parametrize(
    "shaken, routed, state", [(2, 1, "shaken"), (0, 3, "broken"), (1, 1, "good"), (3, 0, "shaken"), (0, 2, "good"),
    (4, 0, "shaken")]
)  # fmt: skip
def test_three_states(outcome, shaken, routed, state):
    assert outcome("brigade-morale", units=4, shaken=shaken, routed=routed, **V2).state == state


@pytest.mark.rule("BP-BMOR-2")
@pytest.mark.parametrize("units, light, counted", [(3, 2, 3), (2, 2, 4), (1, 2, 3)])
def test_who_counts_in_the_draft(outcome, units, light, counted):
    assert outcome("brigade-morale", units=units, light=light, **V2).counted == counted


@pytest.mark.rule("BP-BMOR-3")
def test_a_shaken_brigade(outcome):
    facts = {"state": "shaken", "shaken": True}
    assert outcome("brigade-effects", **facts, enemy=12, **V2).must_retire
    assert not outcome("brigade-effects", **facts, enemy=13, **V2).must_retire
    assert not outcome("brigade-effects", **facts, enemy=5, in_combat=True, **V2).must_retire
    assert not outcome("brigade-effects", state="shaken", enemy=5, **V2).must_retire
    assert outcome("brigade-effects", **facts, **V2).may_retire
    assert outcome("brigade-effects", state="shaken", disordered=True, **V2).may_retire
    assert not outcome("brigade-effects", state="shaken", **V2).may_retire
    assert outcome("brigade-effects", **facts, **V2).save == -1
    assert outcome("brigade-effects", state="good", shaken=True, **V2).save == 0
    assert outcome("brigade-effects", **facts, **V2).may_rally
    assert outcome("brigade-effects", state="shaken", **V2).may_charge


@pytest.mark.rule("BP-BMOR-4")
def test_a_broken_brigade_of_the_draft(outcome):
    found = outcome("brigade-effects", state="broken", shaken=True, disordered=True, **V2)
    assert (found.may_approach, found.may_rally, found.may_recover, found.save) == (False, False, False, -1)
    assert outcome("brigade-effects", state="broken", **V2).may_approach
    assert outcome("brigade-morale", units=4, was="broken", **V2).state == "broken"
