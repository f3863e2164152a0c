"""Lying down under fire, as it comes about in a battle."""

from __future__ import annotations

import pytest

from grognard.systems.cold_steel.staging import RED, scenario, unit

from ..playing import command, council, events, play

LEADER = "general-blue"


def cannonaded():
    """A battalion told to hold its ground, and eight guns 800 paces before it."""
    return scenario(
        unit("a", at=(1000, 1000)),
        unit("g", RED, at=(1000, 1800), facing=180, arm="foot_artillery", men=150),
        leaders={"blue": (1000.0, 900.0)},
    )


HOLD = council("blue", "mission", units=["a"], kind="defense", objective=(1000, 1000))


def cover(battle):
    """What lying down took off each shot at the battalion, by turn."""
    shots = [event for event in events(battle, "cannonade", target="a") if event.roll is not None]
    worth = [{label: value for _, label, value in event.roll.modifiers}.get("target in light cover") for event in shots]
    return dict(zip((event.turn for event in shots), worth, strict=True))


@pytest.mark.rule("CS-3.3.2.3ab", "CS-7.2.2a")
def test_a_battalion_under_cannon_lies_down_at_once_and_is_the_harder_to_hit_until_it_is_up_again():
    battle = play(
        cannonaded(),
        HOLD,
        command(2, "blue", "mark:a", special="lie_down"),
        command(3, "blue", "mark:a"),
        command(4, "blue", "mark:a", special="stand_up"),
        turns=4,
    )
    assert [event.turn for event in events(battle, "lay_down", unit="a")] == [2]
    up = events(battle, "stood_up", unit="a")
    checked = [event.turn for event in events(battle, "told_to_stand", unit="a")]
    assert checked == [4]  # getting up takes a check, and a failed one leaves it where it is
    assert cover(battle) == {1: None, 2: -4, 3: -4, 4: None if up else -4}
    assert battle.fight.unit("a").prone is not bool(up)


@pytest.mark.rule("CS-3.3.2.3ab")
def test_who_lies_down_neither_moves_nor_forms():
    battle = play(cannonaded(), HOLD, command(2, "blue", "mark:a", special="lie_down"), turns=2)
    (decision,) = battle.decisions("blue")
    for told in ({"movement": "forward"}, {"formation": "attack_column"}):
        assert decision.refusal(decision.answer("order:a", leader=LEADER, **told)) is not None
        assert decision.refusal(decision.answer("mark:a", **told)) is not None
