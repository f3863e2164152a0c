"""The artillery phase: who may fire, at whom, and what the fire does."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.cold_steel.game import GAME
from grognard.systems.cold_steel.phases import artillery
from grognard.systems.cold_steel.staging import events, run, stage, unit
from grognard.systems.cold_steel.table.state import Doings

from ..ground import area
from ..gunnery import battery, fire, line, per_gun, pools

MARCHED = Doings(moved="march", paces=60)


# -- the worked example


@pytest.mark.rule(
    "CS-7.2.6a", "CS-7.2.6b", "CS-7.2.4a", "CS-7.2.4b", "CS-7.2.4c", "CS-7.2.5a", "CS-7.2.2m", "CS-7.2.2n"
)
def test_a_french_battery_fires_at_the_landwehr() -> None:
    b = fire(
        battery(),
        line("landwehr", at=(500, 800)),
        dice=[38, 63],
        state={"landwehr": {"now": MARCHED}},
        ratings={"g": {"discipline": "disciplined"}},
    )
    assert pools(b) == {("g", "gun", "landwehr"): (15, 60), ("g", "howitzer", "landwehr"): (15, 30)}
    assert [(e.values["piece"], e.values["hits"]) for e in events(b, "cannonade")] == [("gun", 1), ("howitzer", 0)]
    target = b.unit("landwehr")
    assert (target.lost, target.disorder, target.now.cannon_hits, target.now.fire_hurt) == (1, 1, 1, True)
    assert b.unit("g").now.fired
    assert b.unit("g").now.fired_at == ("landwehr",)


@pytest.mark.rule("CS-7.2.4c", "CS-7.2.3a")
def test_a_closed_column_suffers_fourfold() -> None:
    closed = line("x", at=(500, 800), formation="column_of_divisions", interval="closed")
    b = fire(battery(), closed, dice=[38, 63], state={"x": {"now": MARCHED}})
    assert (b.unit("x").lost, b.unit("x").disorder) == (4, 4)


@pytest.mark.rule("CS-7.2", "CS-7.2.1a", "CS-7.1b")
@pytest.mark.parametrize(
    "paces, percent", [(20, 100), (21, 50), (120, 50), (121, 20), (600, 20), (601, 10), (1200, 10)]
)
def test_the_chance_by_range(paces: int, percent: int) -> None:
    b = fire(battery(howitzers=0), line(at=(500, 100 + paces)), state={"x": {"now": MARCHED}})
    assert per_gun(b) == percent


@pytest.mark.rule("CS-7.2.1b", "CS-7.1b")
def test_nothing_is_fired_beyond_1200_paces() -> None:
    assert not events(fire(battery(), line(at=(500, 1301))), "cannonade")


# -- who may fire


@pytest.mark.rule("CS-7.1f", "CS-7.1e", "CS-7.1d", "CS-7.2.2i")
@pytest.mark.parametrize(
    "doings, percent",
    [
        (Doings(moved="march", paces=20), 10),  # half of the 40 that guns are prolonged
        (Doings(moved="march", paces=25), None),
        (Doings(quarters=2), 10),  # unlimbered this turn
        (Doings(quarters=4), None),  # a 12-pounder battery that unlimbered
        (Doings(turned=True), 10),
        (Doings(), 20),
    ],
)
def test_half_of_the_movement_must_be_left(doings: Doings, percent: int | None) -> None:
    b = fire(battery(howitzers=0), line(), state={"g": {"now": doings}, "x": {"now": MARCHED}})
    assert (per_gun(b) if percent else len(events(b, "cannonade"))) == (percent or 0)


@pytest.mark.rule("CS-9.1b", "CS-7.2.2i")
@pytest.mark.parametrize(
    "state",
    [{"now": Doings(engaged=True)}, {"status": "broken"}, {"status": "routed"}, {"formation": "limbered"}],
)
def test_who_is_engaged_broken_or_limbered_does_not_fire(state: Any) -> None:
    assert not events(fire(battery(), line(), state={"g": state}), "cannonade")


@pytest.mark.rule("CS-7.2.2i")
def test_a_wavering_battery_that_moved_has_a_quarter_of_its_chance() -> None:
    b = fire(
        battery(howitzers=0),
        line(),
        state={"g": {"status": "wavering", "now": Doings(turned=True)}, "x": {"now": MARCHED}},
    )
    assert per_gun(b) == 5


# -- arcs and pivots


@pytest.mark.rule("CS-7.1c", "CS-7.1d")
def test_guns_swing_round_only_if_nobody_else_is_in_their_arc() -> None:
    aside = unit("aside", "red", at=(1000, 200), facing=270)
    b = fire(battery(howitzers=0), aside, state={"aside": {"now": MARCHED}})
    assert per_gun(b) == 10  # the pivot is movement
    assert b.unit("g").now.turned
    assert b.unit("g").heading == 79  # to the middle of its ground, which lies behind its front
    ahead = fire(battery(howitzers=0), aside, line())
    assert ahead.unit("g").heading == 0
    assert list(pools(ahead)) == [("g", "gun", "x")]


@pytest.mark.rule("CS-7.1d", "CS-7.1f")
def test_guns_that_used_their_movement_cannot_swing_round() -> None:
    aside = unit("aside", "red", at=(1000, 200), facing=270)
    b = fire(battery(), aside, state={"g": {"now": Doings(moved="march", paces=40)}})
    assert not events(b, "cannonade")
    assert b.unit("g").heading == 0


@pytest.mark.rule("CS-7.1d", "CS-7.5a")
def test_guns_swing_round_for_an_enemy_within_musketry_range() -> None:
    near = unit("near", "red", at=(700, 100), facing=270, men=240)
    b = fire(battery(), line(), near)
    assert {target for _, _, target in pools(b)} == {"near"}


@pytest.mark.rule("CS-7.1c", "CS-7.2.4b")
def test_only_pieces_with_the_target_in_their_arc_fire() -> None:
    """120 paces ahead the arc opens 48 to each side; the pieces stand 7, 22 and 37 paces off the middle."""
    narrow = unit("x", "red", at=(560, 220), facing=0, formation="march_column")
    b = fire(battery(), narrow)
    fired = {event.values["piece"]: event.values["pieces"] for event in events(b, "cannonade")}
    assert fired == {"gun": 2}
    assert len(b.world.smoke) == 2


# -- the list of targets


@pytest.mark.rule("CS-7.5a", "CS-7.5b")
def test_infantry_in_musketry_range_comes_before_threatening_cavalry() -> None:
    horse = unit("horse", "red", at=(500, 420), facing=180, arm="heavy_cavalry", men=600)
    b = fire(battery(), horse, line("foot", at=(500, 200)))
    assert {target for _, _, target in pools(b)} == {"foot"}


@pytest.mark.rule("CS-7.5a")
def test_cavalry_comes_before_infantry_that_is_nearer() -> None:
    horse = unit("horse", "red", at=(500, 1100), facing=180, arm="heavy_cavalry", men=600)
    b = fire(battery(), horse, line("foot", at=(500, 750)))
    assert {target for _, _, target in pools(b)} == {"horse"}


@pytest.mark.rule("CS-7.5a", "CS-7.5b", "CS-7.2.2k")
def test_a_battery_that_fires_on_us_comes_before_cavalry() -> None:
    """The enemy's guns have our infantry close before them; then nobody has: they fired at us last turn."""
    horse = unit("horse", "red", at=(500, 800), facing=180, arm="heavy_cavalry", men=600)
    guns = battery("theirs", "red", at=(600, 1000), facing=180)
    quiet = fire(battery(), horse, guns)
    assert ("g", "gun", "horse") in pools(quiet)
    before = {"theirs": {"before": Doings(fired=True, fired_at=("g",))}}
    answered = fire(battery(), horse, guns, state=before)
    assert ("g", "gun", "theirs") in pools(answered)


@pytest.mark.rule("CS-7.5a", "CS-7.5b")
def test_the_general_beside_the_guns_names_another_target() -> None:
    horse = unit("horse", "red", at=(500, 1100), facing=180, arm="heavy_cavalry", men=600)
    asked = []

    def name_the_foot(decision: Any) -> Any:
        asked.append((decision.seat, decision.kind, [option.key for option in decision.options]))
        return decision.answer("foot")

    b = stage(battery(), horse, line("foot", at=(500, 750)), phase="artillery_fire")
    leader = next(iter(b.world.leaders))
    attach(b, leader, "g")
    run(artillery.play(b), name_the_foot)
    assert asked == [("blue", "designate", ["by_the_list", "foot", "horse"])]
    assert {target for _, _, target in pools(b)} == {"foot"}


def attach(b: Any, leader: str, to: str) -> None:
    """Put a leader with a unit."""
    from msgspec.structs import replace

    b.world.leaders[leader] = replace(b.world.leaders[leader], attached=to)


@pytest.mark.rule("CS-7.5b", "CS-7.2.2e", "CS-7.1d")
def test_the_general_is_offered_only_whom_the_guns_may_fire_at() -> None:
    """Not him up a steep hill; but him aside, for whom the guns can still be swung round."""
    hill = area("hill", 250, 880, 450, 1000, height=1, slope="steep")
    units = [line("x"), line("steep", at=(350, 890), men=200), line("beyond", at=(560, 450), men=200)]
    units += [unit("aside", "red", at=(1000, 200), facing=270)]
    b = stage(battery(), *units, features=[hill], phase="artillery_fire", state={"g": {"now": Doings(quarters=2)}})
    offered: list[str] = []

    def look(decision: Any) -> Any:
        offered.extend(option.key for option in decision.options)
        return decision.default

    attach(b, next(iter(b.world.leaders)), "g")
    run(artillery.play(b), look)
    assert offered == ["by_the_list", "x", "beyond", "aside"]


@pytest.mark.rule("CS-7.5b")
def test_without_a_general_nobody_is_asked() -> None:
    horse = unit("horse", "red", at=(500, 1100), facing=180, arm="heavy_cavalry", men=600)

    def never(decision: Any) -> Any:
        raise AssertionError(decision.kind)

    fire(battery(), horse, line("foot", at=(500, 750)), choose=never)


# -- all at once


@pytest.mark.rule("CS-7.1g", "CS-7.2.2k", "CS-7.6a", "CS-2f")
def test_two_batteries_wreck_each_others_guns_at_once() -> None:
    """P1, trained, target standing, under fire: 20+5-5 a gun; 600% makes no die: 4 x 20 + 2 x 20."""
    b = fire(
        battery("a"),
        battery("z", "red", at=(500, 500), facing=180),
        dice=[80, 40, 80, 40],
    )
    assert {each for each, _ in pools(b).values()} == {20}
    for name in ("a", "z"):
        now = b.unit(name)
        assert (now.lost, now.disorder, now.now.cannon_hits, now.now.named) == (1, 2, 2, True)
        assert (now.guns, now.howitzers) == (3, 2)
    kinds = [event.kind for event in events(b)]
    assert kinds.index("laid") < kinds.index("cannonade") < kinds.index("smoke")


@pytest.mark.rule("CS-7.6a", "CS-10.3c")
@pytest.mark.parametrize("dice, wrecked", [([99], 0), ([40], 1)])
def test_a_gun_needs_two_hits_in_one_turn(dice: list[int], wrecked: int) -> None:
    """A hit of the turn before counts for nothing: doings are cleared when a turn ends."""
    target = battery("z", "red", at=(500, 500), facing=180, formation="unlimbered")
    idle = {"z": {"now": Doings(engaged=True), "before": Doings(cannon_hits=1)}}
    b = fire(battery("a"), target, dice=dice, state=idle)
    assert b.unit("z").lost == wrecked
    assert b.unit("z").disorder == 1 + wrecked


@pytest.mark.rule("CS-7.6a", "CS-7.2.3a")
def test_one_hit_on_limbered_guns_counts_twice() -> None:
    b = fire(battery("a", howitzers=0), battery("z", "red", at=(500, 500), facing=180, formation="limbered"), dice=[80])
    assert (b.unit("z").lost, b.unit("z").disorder) == (1, 2)


@pytest.mark.rule("CS-7.6a")
def test_variant_hits_fall_on_guns_at_random() -> None:
    target = battery("z", "red", at=(500, 500), facing=180)
    state = {"z": {"now": Doings(engaged=True)}}
    b = fire(battery("a"), target, dice=[40, 3, 3], state=state, variants=("random-allocation",))
    assert b.unit("z").lost == 1
    spread = fire(battery("a"), target, dice=[40, 3, 4], state=state, variants=("random-allocation",))
    assert spread.unit("z").lost == 0


@pytest.mark.rule("CS-7.2.2k")
def test_guns_that_were_shot_at_last_turn_are_under_fire() -> None:
    b = fire(battery(), line(), state={"g": {"before": Doings(shot_at=True)}, "x": {"now": MARCHED}})
    assert per_gun(b) == 15


@pytest.mark.rule("CS-7.1a")
def test_every_gun_is_an_element_at_1_to_20() -> None:
    b = fire(battery(), line())
    assert {e.values["piece"]: e.roll.details["shooters"] for e in events(b, "cannonade")} == {"gun": 4, "howitzer": 2}


@pytest.mark.rule("CS-7.1a", "CS-7.1h")
def test_guns_fire_by_sections_at_greater_scales() -> None:
    b = stage(battery(guns=5, howitzers=0), line(), dice=[99], phase="artillery_fire")
    b.scale = 40
    run(artillery.play(b))
    (event,) = events(b, "cannonade")
    assert (event.roll.details["shooters"], event.roll.details["pool_percent"]) == (2, 2 * 25 + 12)
    assert len(b.world.smoke) == 5


@pytest.mark.rule("CS-7.1i", "CS-7.1h", "CS-2f")
def test_losses_do_not_narrow_a_front_and_guns_leave_smoke() -> None:
    b = fire(battery(), line(), dice=[1])
    before = stage(battery(), line()).survey.body("x")
    assert b.unit("x").lost == 2
    assert b.survey.body("x") == before
    assert [(ball.x, ball.y) for ball in b.world.smoke] == [(x, 110) for x in (462, 478, 492, 508, 522, 538)]


@pytest.mark.rule("CS-7.2.5b")
def test_shells_on_a_building_are_counted() -> None:
    b = fire(battery(), line(formation="garrison"), dice=[99, 1], features=[area("building", 450, 400, 550, 480)])
    found = {event.values["piece"]: event.values.get("on_structure") for event in events(b, "cannonade")}
    assert found == {"gun": None, "howitzer": 1}


# -- morale


@pytest.mark.rule("CS-5.1", "CS-2f")
def test_the_quarter_is_lost_and_morale_checked_when_all_have_fired() -> None:
    b = fire(battery(), line(men=80), dice=[99, 10, 10])
    assert [event.kind for event in events(b)][-3:] == ["morale", "noted", "noted"]
    assert b.unit("x").quarter_checked == 1
    assert b.unit("x").now.fire_from == ()


@pytest.mark.rule("CS-5.2.2b")
def test_fire_from_the_flank_weighs_on_the_check() -> None:
    b = fire(battery(), line(men=80, at=(500, 400), facing=90), dice=[99, 10, 10])
    (morale,) = events(b, "morale")
    assert "CS-5.2.2a" in {rule for rule, _, _ in morale.roll.modifiers}
    assert any("flank" in label for _, label, _ in morale.roll.modifiers)


# -- words


@pytest.mark.rule("CS-7.2.4a")
def test_the_log_reads_like_a_report() -> None:
    b = fire(battery(), line(), dice=[99])
    said = [GAME.tell(b, event) for event in events(b, "cannonade")]
    assert said == ["g fires 4 guns at x at 300 paces: 1 hit", "g fires 2 howitzers at x at 300 paces: no hit"]


@pytest.mark.rule("CS-2f")
def test_the_enemy_counts_our_hits_but_does_not_see_our_dice() -> None:
    b = fire(battery(), line(), dice=[99])
    shown = events(b, "cannonade")[0].seen_by("red")
    assert shown.values["hits"] == 1
    assert shown.roll is None
    assert not shown.secret
