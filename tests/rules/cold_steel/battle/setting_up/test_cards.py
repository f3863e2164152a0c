"""Grand-tactical cards in play: what each distance reveals, and when figures appear (CS-1.6.3, CS-1.6.4)."""

import msgspec
import pytest

from grognard.battle.decisions import Decision
from grognard.battle.kinds import Noted
from grognard.scenarios.model import Conditions
from grognard.systems.cold_steel import hidden as cards
from grognard.systems.cold_steel.game import GAME
from grognard.systems.cold_steel.orders import judging, options
from grognard.systems.cold_steel.phases import command, movement
from grognard.systems.cold_steel.staging import BLUE, RED, events, run, told, unit
from grognard.systems.cold_steel.table.state import Attack, Order, Straight

from ..hiding import card_of, facing, hidden, march, seen, wood


@pytest.mark.rule("CS-1.6a")
def test_of_troops_beyond_1200_paces_the_enemy_sees_a_card_and_nothing_else():
    b = hidden(*facing(1201))
    view = seen(b)
    assert [(card.uncovered, card.arm, card.infantry) for card in view.cards_seen.values()] == [(False, "", 0)]
    assert view.seen == {}
    assert b'"r"' not in msgspec.json.encode([view, GAME.picture(view, GAME.briefing(b, BLUE))])


@pytest.mark.rule("CS-1.6.3a", "CS-D.5")
@pytest.mark.parametrize(
    "paces, covered, figures, name",
    [
        (1300, True, False, ""),
        (1200, False, False, ""),
        (900, False, False, ""),
        (601, False, False, ""),
        (600, None, True, "line battalion"),
        (121, None, True, "line battalion"),
        (120, None, True, "r"),
    ],
)
def test_what_is_on_the_table_at_the_start_by_distance(paces, covered, figures, name):
    b = hidden(*facing(paces))
    view = seen(b)
    assert [not card.uncovered for card in view.cards_seen.values()] == ([covered] if covered is not None else [])
    assert [each.name for each in view.seen.values()] == ([name] if figures else [])
    if covered is False:
        (card,) = view.cards_seen.values()
        assert (card.arm, card.infantry, card.cavalry, card.batteries) == ("infantry", 1, 0, 0)


@pytest.mark.rule("CS-1.6.3a")
def test_strength_of_figures_is_seen_before_their_name():
    b = hidden(*facing(600, men=400))
    assert seen(b).seen["r"].figures == 20


@pytest.mark.rule("CS-1.6.3b")
@pytest.mark.parametrize(
    "paces, night, character, found",
    [
        (700, False, "rolling", "covered"),
        (600, False, "rolling", "uncovered"),
        (121, False, "rolling", "uncovered"),
        (120, False, "rolling", "line battalion"),
        (120, True, "hilly_wooded", "line battalion"),
        (20, True, "hilly_wooded", "r"),
        (600, True, "open", "uncovered"),
        (601, True, "open", "covered"),
    ],
)
def test_in_rolling_or_wooded_ground_and_at_night_all_comes_a_band_later(paces, night, character, found):
    b = hidden(*facing(paces), character=character, conditions=Conditions(night=night))
    view = seen(b)
    card = next((("uncovered" if each.uncovered else "covered") for each in view.cards_seen.values()), "")
    assert (card or view.seen["r"].name) == found


@pytest.mark.rule("CS-1.6.3c")
def test_option_cards_within_600_paces_become_figures_after_the_first_orders():
    b = hidden(*facing(500), variants=("cards-within-600",))
    assert card_of(b, "r").uncovered
    assert seen(b).seen == {}
    run(command.play(b))
    assert b.unit("r").card == b.unit("b").card == ""
    assert set(seen(b).seen) == {"r"}


@pytest.mark.rule("CS-1.6.3d")
@pytest.mark.parametrize("paces, figures", [(1100, True), (1201, False)])
def test_option_figures_out_to_1200_paces(paces, figures):
    b = hidden(*facing(paces), variants=("figures-to-1200",))
    assert (b.unit("r").card == "") is figures


@pytest.mark.rule("CS-1.6.3e")
@pytest.mark.parametrize("paces, uncovered", [(300, True), (1200, True), (1500, False)])
def test_who_is_out_of_sight_stays_a_card_however_near(paces, uncovered):
    b = hidden(*facing(paces), features=[wood(1060, 1260)])
    assert card_of(b, "r").uncovered is uncovered
    assert seen(b).seen == {}


@pytest.mark.rule("CS-1.6.3f")
def test_in_a_town_a_counter_stands_for_the_card():
    b = hidden(*facing(400), features=[wood(1350, 1600, "town")])
    (card,) = seen(b).cards_seen.values()
    assert (card.counter, card.uncovered) == (True, True)
    assert seen(b).seen == {}


@pytest.mark.rule("CS-1.6.3f")
@pytest.mark.parametrize("paces, figures", [(600, True), (601, False)])
def test_guns_on_the_edge_of_a_wood_go_down_as_figures_at_600_paces(paces, figures):
    """The wood begins behind the muzzles, so that the middle of the battery is in it and its front is not."""
    b = hidden(*facing(paces, "foot_artillery"), features=[wood(1000 + paces + 2, 2000, "light_woods")])
    assert (b.unit("r").card == "") is figures


@pytest.mark.rule("CS-1.6.4a")
@pytest.mark.parametrize("character, far, near", [("open", 1210, 1150), ("rolling", 700, 600)])
def test_a_card_that_comes_near_is_uncovered(character, far, near):
    b = hidden(*facing(far), character=character)
    assert not card_of(b, "r").uncovered
    march(b, "r", near - far)
    assert card_of(b, "r").uncovered
    assert "Card 1 of the red: 1 battalion" in told(b)


@pytest.mark.rule("CS-1.6.4b")
def test_figures_appear_after_the_command_phase_of_the_next_turn():
    b = hidden(*facing(900))
    b.world.turn, b.world.phase = 4, "movement"
    march(b, "r", -320)
    assert b.unit("r").card
    b.world.phase = "command"
    b.world.turn = 5
    cards.watch(b)
    assert b.unit("r").card, "not before the orders of the next turn are given"
    run(command.play(b))
    assert b.unit("r").card == ""
    assert set(seen(b).seen) == {"r"}


@pytest.mark.rule("CS-1.6.4b")
def test_who_is_gone_again_by_then_stays_hidden():
    b = hidden(*facing(900))
    march(b, "r", -320)
    march(b, "r", 320)
    b.world.turn = 2
    run(command.play(b))
    assert b.unit("r").card


@pytest.mark.rule("CS-1.6.4b")
@pytest.mark.parametrize("paces, at_once", [(121, False), (120, True)])
def test_before_muskets_are_fired_figures_appear_at_once(paces, at_once):
    b = hidden(*facing(900))
    march(b, "r", paces - 900)
    assert (b.unit("r").card == "") is at_once
    assert (b.unit("b").card == "") is at_once


@pytest.mark.rule("CS-1.6.4b")
def test_a_charge_out_of_hiding_meets_figures_in_the_middle_of_the_movement_phase():
    horse = unit("r", RED, at=(1500, 1420), facing=180, arm="light_cavalry", men=400)
    b = hidden(unit("b", at=(1500, 1000)), horse, character="rolling")
    assert b.unit("r").card
    charge = Order(Straight(gait="double"), combat=Attack("b"))
    b.emit(Noted(), sets=[b.change("r", order=charge)], to=())
    b.world.phase = "movement"
    run(movement.play(b))
    kinds = [event.kind for event in events(b) if event.kind in ("card_figures", "closed")]
    assert kinds.index("card_figures") < kinds.index("closed")
    (closed,) = events(b, "closed")
    assert closed.seen_by(BLUE).units["unit"] == "r", "so near that one knows who it is"


@pytest.mark.rule("CS-1.6.4c")
@pytest.mark.parametrize("away, turns", [(480, 1), (481, 2), (900, 2), (961, 3)])
def test_option_a_sighted_enemy_stays_a_card_until_the_news_has_come_up_the_chain(away, turns):
    """The general is so far from the card; nobody stands between him and the battalion that sees it."""
    b = hidden(
        *facing(900), variants=("news-up-the-chain",), leaders={BLUE: (1500.0 + away, 1480.0), RED: (1500.0, 3900.0)}
    )
    b.world.turn, b.world.phase = 3, "movement"
    at = b.survey.middle("r")
    general = b.world.leaders["general-blue"]
    place = (at[0] + away * 16, (at[1] // 16 - 320) * 16)
    b.world.leaders["general-blue"] = msgspec.structs.replace(general, position=place)
    march(b, "r", -320)
    assert card_of(b, "r").due == 3 + turns


@pytest.mark.rule("CS-1.6.4d")
def test_option_figures_are_down_but_orders_about_them_wait_for_the_news():
    b = hidden(*facing(900), variants=("figures-down-orders-late",))
    b.world.turn, b.world.phase = 3, "movement"
    march(b, "r", -320)
    assert b.unit("r").card == ""
    delay = b.unit("r").news - 3
    assert delay == 2, "some 500 paces to the general"
    for turn, allowed in ((3, False), (4, False), (5, True)):
        b.world.turn = turn
        assert ("r" in options.targets(b, BLUE)) is allowed
        refused = judging.judge_order(b, "b", Order(Straight(), combat=Attack("r")))
        assert (refused.rule if refused else "") == ("" if allowed else "CS-1.6.4d")


@pytest.mark.rule("CS-1.6a")
def test_nobody_fires_at_troops_on_a_card_with_muskets_or_names_them():
    from grognard.systems.cold_steel.facts.fire import firing

    b = hidden(*facing(600), character="rolling")
    assert firing.in_sight(b, "b", 1200) == []
    assert options.targets(b, BLUE) == ()


@pytest.mark.rule("CS-1.6a")
def test_who_comes_onto_the_table_comes_on_a_card():
    from grognard.army.oob import Arrival

    late = unit("late", RED, at=(1500, 3900), facing=180, formation="march_column", arrival=Arrival(1, "north"))
    b = hidden(unit("b", at=(1500, 1000)), unit("r", RED, at=(700, 3500), facing=180), late)
    b.world.phase = "movement"
    run(movement.play(b))
    assert b.unit("late").where == "table"
    assert card_of(b, "late").label == "red-card-2"
    assert "arrived" not in [event.kind for event in events(b) if event.known_to(BLUE)]
    assert len(seen(b).cards_seen) == 2


@pytest.mark.rule("CS-1.6.5a")
@pytest.mark.parametrize("paces, parts", [(600, False), (1300, True)])
def test_who_strays_from_his_group_gets_a_card_of_his_own(paces, parts):
    """Two battalions: the middle between them is half the way."""
    b = hidden(
        unit("b", at=(1500, 300)),
        unit("r1", RED, at=(400, 3500), facing=180),
        unit("r2", RED, at=(900, 3500), facing=180),
    )
    assert b.unit("r1").card == b.unit("r2").card
    _, y = b.unit("r2").position
    b.emit(Noted(), sets=[b.change("r2", position=((400 + paces) * 16, y))], to=())
    cards.watch(b)
    assert (b.unit("r1").card != b.unit("r2").card) is parts
    assert len(b.world.cards) == (3 if parts else 2)


def test_leaders_are_not_made_out_farther_than_figures():
    far = hidden(*facing(900), leaders={BLUE: (1500.0, 900.0), RED: (1500.0, 1700.0)})
    near = hidden(*facing(900), leaders={BLUE: (1500.0, 900.0), RED: (1500.0, 1600.0)})
    assert set(seen(far).leaders_seen) == set()
    assert set(seen(near).leaders_seen) == {"general-red"}


def test_the_desk_knows_nothing_of_troops_on_cards():
    b = hidden(*facing(900))
    steps = command.play(b)
    asked: list[Decision] = []

    def choose(decision: Decision):
        asked.append(decision)
        return decision.default

    run(steps, choose)
    blue = [decision.data() for decision in asked if decision.seat == BLUE]
    assert blue
    assert b'"r"' not in msgspec.json.encode(blue)
