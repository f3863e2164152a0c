"""Special rules in command, and other readings of shooting and combat: each changes what it says."""

import pytest


@pytest.mark.rule("BP-SPEC-1")
def test_reliable_units(outcome):
    found = outcome("command", [5, 4], staff=8, special=["reliable"])
    assert (found.staff, found.moves) == (9, 1)
    assert outcome("command", [5, 4], staff=8).moves == 0


@pytest.mark.rule("BP-SPEC-2")
def test_unreliable_units(outcome):
    unreliable = {"staff": 8, "special": ["unreliable"]}
    assert outcome("command", [4, 4], **unreliable).moves == 0
    assert outcome("command", [3, 4], **unreliable).moves == 1
    assert outcome("command", [4, 4], **unreliable).passed
    assert outcome("command", [4, 4], staff=8).moves == 1


@pytest.mark.rule("BP-SPEC-2")
def test_unreliable_units_by_other_play_aids(outcome):
    unreliable = {"staff": 8, "special": ["unreliable"], "variant": "unreliable-minus-one"}
    found = outcome("command", [4, 3], **unreliable)
    assert (found.staff, found.moves) == (7, 1)
    assert outcome("command", [4, 4], **unreliable).moves == 0


@pytest.mark.rule("BP-SPEC-8")
def test_marauders(outcome):
    found = outcome("command", [3, 4], staff=8, distance=40, enemy=12, special=["marauders"])
    assert (found.staff, found.moves) == (7, 1)
    assert outcome("command", [3, 4], staff=8, distance=40, enemy=12).staff == 4


@pytest.mark.rule("BP-SPEC-11")
def test_superbly_drilled_units_move_on_a_failed_order(outcome):
    drilled = {"staff": 8, "special": ["superbly_drilled"]}
    assert outcome("command", [5, 5], **drilled).moves == 1
    assert outcome("command", [6, 6], **drilled).moves == 0
    assert outcome("command", [5, 5], staff=8).moves == 0


@pytest.mark.rule("BP-ART-5", "BP-ART-2", "BP-ARTM-7")
def test_british_nine_pounders_may_be_medium(outcome):
    assert outcome("gun-class", gun="9_pounder", variant="nine-pounders-medium").gun_class == "medium"
    assert outcome("gun-class", gun="12_pounder", variant="nine-pounders-medium").gun_class == "heavy"
    long = {"nation": "britain", "gun": "9_pounder", "distance": 48}
    assert outcome("gun-range", variant="nine-pounders-medium", **long).to_hit == 0
    heave = {"staff": 8, "arm": "foot_artillery", "formations": ["unlimbered"], "guns": "heavy", "how": "prolong"}
    assert outcome("command", [4, 4], **heave).moves == 0


@pytest.mark.rule("BP-SHOOT-4")
def test_a_table_without_disorder_from_fire(both, tmp_path):
    """The flag stands in the tables, where a house rule reaches it."""
    overlay = tmp_path / "calm.toml"
    overlay.write_text('["BP-SHOOT-4"]\nnatural_six = false\n', "utf-8")
    assert both("musketry", [6, 1, 1, 4], {}, {}).outcome.disordered
    assert not both("musketry", [6, 1, 1, 4], {}, {}, str(overlay)).outcome.disordered
