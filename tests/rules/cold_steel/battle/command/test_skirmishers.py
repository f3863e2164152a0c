"""Skirmishers in front of their battalion (CS-3.3.2.3j to r)."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.battle.kinds import Noted
from grognard.ground.units import SUB, to_sub
from grognard.systems.cold_steel.effects import skirmishers
from grognard.systems.cold_steel.effects import units as effects
from grognard.systems.cold_steel.facts import skirmishers as skirmishing
from grognard.systems.cold_steel.staging import events, run, stage, told, unit
from grognard.systems.cold_steel.table.state import Mission, Order, PlainChit, Straight

OUT = "a/skirmishers"


def battalion(**more: Any) -> Any:
    """A French battalion at the foot of the table, facing north."""
    return unit("a", at=(1000, 1000), **more)


def with_screen(*others: Any, **more: Any) -> Any:
    """A battlefield on which battalion a has its skirmishers out."""
    b = stage(battalion(), *others, **more)
    assert skirmishers.send_out(b, "a")
    return b


@pytest.mark.rule("CS-3.3.2.3j")
def test_a_french_battalion_sends_out_its_voltigeurs() -> None:
    b = with_screen(unit("foe", "red", at=(1000, 2000), facing=180))
    assert b.unit("a").skirmishers == OUT
    assert b.unit(OUT).figures == 4
    assert b.unit("a").figures == 20
    assert "sends out skirmishers" in told(b)[-1]


@pytest.mark.rule("CS-3.3.2.3j")
@pytest.mark.parametrize(
    "arm, nation, may",
    [
        ("infantry", "French", True),
        ("infantry", "British", True),
        ("infantry", "Austrian", True),
        ("infantry", "Russian", False),
        ("light_infantry", "Russian", True),
        ("light_cavalry", "French", False),
    ],
)
def test_who_has_skirmishers(arm: str, nation: str, may: bool) -> None:
    formation = "line"
    b = stage(unit("a", at=(1000, 1000), arm=arm, nation=nation, formation=formation, men=600))
    assert (skirmishing.may_send(b, "a") is None) is may
    assert skirmishers.send_out(b, "a") is may


@pytest.mark.rule("CS-3.3.2.3j")
def test_nobody_sends_out_skirmishers_twice() -> None:
    b = with_screen()
    refusal = skirmishing.may_send(b, "a")
    assert refusal is not None
    assert refusal.rule == "CS-3.3.2.3j"
    assert not skirmishers.send_out(b, "a")


@pytest.mark.rule("CS-3.3.2.3k")
def test_they_stand_in_open_or_extended_order_a_hundred_paces_ahead() -> None:
    b = with_screen()
    assert b.unit(OUT).formation in ("open_order", "extended_order")
    assert b.survey.distance("a", OUT) == 100
    assert b.unit(OUT).heading == b.unit("a").heading


@pytest.mark.rule("CS-3.3.2.3k")
def test_they_move_with_their_battalion_without_an_order() -> None:
    b = with_screen()
    before = b.unit(OUT).position
    effects.move(b, "a", (to_sub(1000), to_sub(1120)), 0, rules=("CS-6.1a",), how="advances", paces=120)
    skirmishers.keep_station(b)
    assert b.unit(OUT).position == (before[0], before[1] + 120 * SUB)
    assert b.unit(OUT).order is None
    skirmishers.keep_station(b)
    assert len(events(b, "skirmishers_follow")) == 1  # nothing more happens while the parent stands


@pytest.mark.rule("CS-3.3.2.3k")
def test_near_the_enemy_they_keep_closer_but_never_nearer_than_sixty_paces() -> None:
    b = with_screen(unit("foe", "red", at=(1000, 1130), facing=180))
    assert 60 <= b.survey.distance("a", OUT) < 100
    near = stage(battalion(), unit("foe", "red", at=(1000, 1100), facing=180))
    assert not skirmishers.send_out(near, "a")


@pytest.mark.rule("CS-3.3.2.3l")
@pytest.mark.parametrize("x, y, facing, screened", [(1000, 1160, 180, True), (1200, 1000, 270, False)])
def test_they_screen_their_battalion_from_the_front_but_not_from_its_bare_flank(
    x: int, y: int, facing: int, screened: bool
) -> None:
    b = with_screen(unit("foe", "red", at=(x, y), facing=facing, men=100))
    assert skirmishing.screened(b, "foe", "a") is screened
    assert not skirmishing.screened(b, "foe", OUT)


@pytest.mark.rule("CS-3.3.2.3m")
def test_what_skirmishers_fire_leaves_the_battalion_its_first_volley() -> None:
    from grognard.systems.cold_steel.phases.small_arms.volleys import opening_volley

    b = with_screen(unit("foe", "red", at=(1000, 1160), facing=180))
    assert opening_volley(b, "a")
    assert not opening_volley(b, OUT)
    skirmishers.recall(b, "a", ("CS-3.3.2.3q",))
    assert opening_volley(b, "a")


@pytest.mark.rule("CS-3.3.2.3n")
def test_after_a_casualty_they_are_back_before_the_next_phase() -> None:
    b = with_screen()
    skirmishers.regroup_after_fire(b)
    assert b.unit("a").skirmishers == OUT  # nobody is hurt
    effects.lose(b, OUT, 1, rules=("CS-7.2.4a",), cause="artillery")
    skirmishers.regroup_after_fire(b)
    assert b.unit("a").skirmishers == ""
    assert b.unit(OUT).where != "table"
    assert (b.unit("a").figures, b.unit("a").lost) == (24, 1)
    assert "have lost men" in told(b)[-1]


@pytest.mark.rule("CS-3.3.2.3n")
def test_men_are_conserved_when_none_of_them_come_back() -> None:
    b = with_screen()
    effects.lose(b, OUT, 9, rules=("CS-7.2.4a",), cause="artillery")
    skirmishers.regroup_after_fire(b)
    assert (b.unit("a").figures, b.unit("a").lost, b.unit("a").skirmishers) == (24, 4, "")
    skirmishers.regroup_after_fire(b)
    assert (b.unit("a").figures, b.unit("a").lost) == (24, 4)


@pytest.mark.rule("CS-3.3.2.3o")
@pytest.mark.parametrize("gap, back", [(400, True), (401, False)])
def test_cavalry_within_four_hundred_paces_drives_them_in(gap: int, back: bool) -> None:
    b = with_screen(unit("horse", "red", at=(1000, 2200), facing=180, arm="light_cavalry"))
    y = b.unit(OUT).position[1] // SUB + gap
    effects.move(b, "horse", (to_sub(1000), to_sub(y)), 180, rules=("CS-6.1a",), how="advances", paces=1)
    skirmishers.regroup_from_cavalry(b)
    assert (b.unit("a").skirmishers == "") is back
    assert b.unit("a").now.moved == "no"
    assert b.unit("a").order is None


@pytest.mark.rule("CS-3.3.2.3p")
@pytest.mark.parametrize("gap, aside", [(20, True), (180, False)])
def test_at_close_quarters_they_fall_in_formed_on_a_flank(gap: int, aside: bool) -> None:
    b = with_screen(unit("foe", "red", at=(1000, 2000), facing=180))
    effects.move(b, "foe", (to_sub(1000), to_sub(1000 + gap)), 180, rules=("CS-6.1a",), how="advances", paces=1)
    skirmishers.step_aside(b)
    own = b.unit(OUT)
    assert b.formed(own) is aside
    if aside:
        assert own.position[1] == b.unit("a").position[1]
        assert b.survey.distance("a", OUT) <= 2
        assert not skirmishing.screened(b, "foe", "a")
        assert "clear the front" in told(b)[-1]


@pytest.mark.rule("CS-3.3.2.3p")
@pytest.mark.parametrize("status, keep", [("broken", False), ("determined", True)])
def test_who_breaks_beside_the_battalion_runs_in_open_order_and_keeps_no_station(status: str, keep: bool) -> None:
    from grognard.systems.cold_steel.phases import movement

    b = with_screen(unit("foe", "red", at=(1000, 2000), facing=180), phase="movement")
    effects.move(b, "foe", (to_sub(1000), to_sub(1020)), 180, rules=("CS-6.1a",), how="advances", paces=1)
    skirmishers.step_aside(b)
    assert b.unit(OUT).formation == "line"
    effects.become(b, OUT, status, rules=("CS-5.1",), cause="friends retreating")  # type: ignore[arg-type]
    start = b.unit(OUT).position
    run(movement.play(b))
    assert (b.unit(OUT).formation == "line") is keep
    assert (b.unit(OUT).position == start) is keep
    if not keep:
        assert b.survey.distance(OUT, "foe") > 120


@pytest.mark.rule("CS-3.3.2.3p")
def test_they_take_the_flank_where_there_is_room() -> None:
    b = with_screen(
        unit("neighbour", at=(1120, 1000)),
        unit("foe", "red", at=(1000, 2000), facing=180),
    )
    effects.move(b, "foe", (to_sub(1000), to_sub(1015)), 180, rules=("CS-6.1a",), how="advances", paces=1)
    skirmishers.step_aside(b)
    assert b.unit(OUT).position[0] < b.unit("a").position[0]


@pytest.mark.rule("CS-3.3.2.3q")
def test_recalled_they_are_one_unit_again() -> None:
    b = with_screen()
    skirmishers.recall(b, "a", ("CS-3.3.2.3q",))
    assert (b.unit("a").figures, b.unit("a").lost, b.unit("a").skirmishers) == (24, 0, "")
    assert b.unit(OUT).where == "left"
    assert skirmishers.send_out(b, "a")  # and may go out again
    assert b.unit(OUT).where == "table"
    assert b.unit(OUT).figures == 4


@pytest.mark.rule("CS-3.3.2.3r")
def test_the_third_rank_goes_out_and_still_counts_for_fire() -> None:
    b = stage(unit("a", at=(1000, 1000), nation="Austrian", men=720))
    stands = skirmishing.detaching(b, "a").stands
    assert skirmishers.send_out(b, "a")
    assert b.unit(OUT).figures == 36 * (stands // 3) // stands == 12
    assert skirmishing.still_in_the_ranks(b, "a") == 12
    effects.lose(b, OUT, 1, rules=("CS-8.1a",), cause="musketry")
    skirmishers.regroup_after_fire(b)
    assert (b.unit("a").figures, b.unit("a").lost) == (36, 1)


@pytest.mark.rule("CS-3.3.2.3r")
@pytest.mark.parametrize("date, may", [("1806-10-14", False), ("1813-08-26", True)])
def test_the_prussians_learnt_it_after_jena(date: str, may: bool) -> None:
    b = stage(unit("a", at=(1000, 1000), nation="Prussian", men=720), date=date)
    assert (skirmishing.may_send(b, "a") is None) is may


@pytest.mark.rule("CS-3.3.2.3j")
def test_a_light_company_that_is_out_does_not_fire_with_its_battalion() -> None:
    assert skirmishing.still_in_the_ranks(with_screen(), "a") == 0


@pytest.mark.rule("CS-3.3.2.3k")
def test_they_do_not_stay_out_before_a_battalion_that_runs() -> None:
    b = with_screen()
    effects.become(b, "a", "routed", rules=("CS-5.2a",), cause="losses")
    skirmishers.keep_station(b)
    assert b.unit("a").skirmishers == ""
    assert b.unit("a").figures == 24


@pytest.mark.rule("CS-3.3.2.3j", "CS-3.3.2.3q")
def test_special_chits_send_them_out_and_call_them_in_without_the_battalion_having_moved() -> None:
    from grognard.systems.cold_steel.phases import movement

    b = stage(battalion(), state={"a": {"order": Order(special=PlainChit("send_skirmishers"))}})
    run(movement.play(b))
    assert b.unit("a").skirmishers == OUT
    assert b.survey.distance("a", OUT) == 100
    b.emit(Noted(), sets=[b.change("a", order=Order(special=PlainChit("recall_skirmishers")))], to=())
    run(movement.play(b))
    assert b.unit("a").skirmishers == ""
    assert b.unit("a").now.moved == "no"


@pytest.mark.rule("CS-3.3.2.3k")
def test_in_the_movement_phase_they_advance_with_their_battalion() -> None:
    from grognard.systems.cold_steel.phases import movement

    b = with_screen(unit("foe", "red", at=(1000, 2500), facing=180))
    before = b.unit(OUT).position
    b.emit(Noted(), sets=[b.change("a", order=Order(Straight()))], to=())
    run(movement.play(b))
    assert b.unit(OUT).position == (before[0], before[1] + 120 * SUB)
    assert b.unit(OUT).now.moved == "march"


@pytest.mark.rule("CS-3.3.1j")
@pytest.mark.parametrize("formation, aside", [("column_of_divisions", True), ("open_order", False)])
def test_who_skirmishes_makes_way_for_a_column_that_comes_through(formation: str, aside: bool) -> None:
    from grognard.systems.cold_steel.phases import movement

    b = stage(
        unit("jaegers", at=(1000, 1000), arm="light_infantry", formation="open_order"),
        unit("column", at=(1010, 940), formation=formation),
    )
    b.world.missions["m"] = Mission("m", "blue", "skirmish", ("jaegers",))
    b.emit(Noted(), sets=[b.change("jaegers", mission="m"), b.change("column", order=Order(Straight()))], to=())
    run(movement.play(b))
    assert bool(events(b, "made_way")) is aside
    assert b.unit("jaegers").disorder == b.unit("column").disorder == 0
    if aside:
        assert b.survey.distance("jaegers", "column") > 0
        assert b.unit("jaegers").position[0] < b.unit("column").position[0]


@pytest.mark.rule("CS-3.3.2.3r")
@pytest.mark.parametrize(
    "nation, year, third",
    [("austrian", 1791, False), ("austrian", 1792, True), ("prussian", 1807, False), ("prussian", 1808, True),
     ("french", 1809, False)],
)  # fmt: skip
def test_whose_third_rank_skirmishes_and_since_when(nation: str, year: int, third: bool) -> None:
    b = stage(
        unit("a", at=(500, 500), nation=nation), unit("r", "red", at=(500, 2500), facing=180), date=f"{year}-05-01"
    )
    assert skirmishing.third_rank(b, "a") == third
