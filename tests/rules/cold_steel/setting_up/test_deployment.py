"""Chapter 1: before the battle, sighting, and threats."""

import pytest


@pytest.mark.rule("CS-1.1a")
@pytest.mark.parametrize("source, terrain", [("historical", "historical"), ("hypothetical", "terrain generator")])
def test_invented_actions_use_the_terrain_generator(outcome, source, terrain):
    assert outcome("scenario-preparation", source=source).terrain == terrain


@pytest.mark.rule("CS-1.3")
@pytest.mark.parametrize("recorded, weather, rolls", [(True, "historical", 0), (False, "weather tables", 1)])
def test_weather_is_rolled_once_unless_history_tells(outcome, recorded, weather, rolls):
    prepared = outcome("scenario-preparation", source="historical", weather_recorded=recorded)
    assert (prepared.weather, prepared.weather_rolls) == (weather, rolls)


@pytest.mark.rule("CS-1.1b")
@pytest.mark.parametrize("off_board", [True, False])
def test_off_board_play_is_decided_for_each_scenario(outcome, off_board):
    prepared = outcome("scenario-preparation", source="historical", off_board=off_board)
    assert prepared.off_board_forces is off_board


@pytest.mark.rule("CS-1.5a")
@pytest.mark.parametrize(
    "century_18, commander, required",
    [(True, "average", True), (True, "poor", True), (True, "superior", False), (False, "average", False)],
)
def test_eighteenth_century_armies_hold_councils(outcome, century_18, commander, required):
    council = outcome("council-of-war", eighteenth_century=century_18, commander=commander)
    assert council.required is required


@pytest.mark.rule("CS-1.5b")
@pytest.mark.parametrize(
    "engagement, order",
    [
        ("attack_defence", "the defender's cards, the attacker's council, the attacker's cards"),
        ("meeting_engagement", "both councils, then any set-up"),
    ],
)
def test_when_the_council_sits(outcome, engagement, order):
    assert outcome("council-of-war", engagement=engagement).order == order


@pytest.mark.rule("CS-1.5c")
@pytest.mark.parametrize(
    "due_in, history, may", [(0, False, True), (10, False, True), (11, False, False), (11, True, True)]
)
def test_who_is_more_than_ten_turns_away_stays_away(outcome, due_in, history, may):
    assert outcome("council-of-war", due_in=due_in, as_in_history=history).may_attend is may


@pytest.mark.rule("CS-1.5d")
def test_council_lasts_a_quarter_of_an_hour(outcome):
    assert outcome("council-of-war").most_minutes == 15


@pytest.mark.rule("CS-1.5e")
@pytest.mark.parametrize("words, messages, points", [(1, 1, 1), (100, 1, 1), (101, 2, 2), (200, 2, 2), (201, 3, 3)])
def test_a_hundred_words_cost_a_command_point(outcome, words, messages, points):
    assert outcome("talk", words=words) == (messages, points, True)


@pytest.mark.rule("CS-1.5e")
def test_players_base_to_base_talk_freely(outcome):
    assert outcome("talk", words=500, touching=True) == (0, 0, False)


TABLE = {"table_width": 96, "table_depth": 72}


@pytest.mark.rule("CS-1.6b")
def test_defender_within_a_third_and_clear_of_the_ends(outcome):
    assert outcome("set-up-zone", **TABLE, from_own_edge=24, from_end=12) == (24, 12)


@pytest.mark.rule("CS-1.6b")
@pytest.mark.parametrize(
    "depth, end, reason",
    [
        (25, 12, "the defender stands no more than 24 from his own edge"),
        (24, 11, "the defender keeps 12 clear of either end of the table"),
    ],
)
def test_defender_too_far_forward_or_too_near_an_end(roll, depth, end, reason):
    assert roll("set-up-zone", **TABLE, from_own_edge=depth, from_end=end).refusal == ("CS-1.6b", reason)


@pytest.mark.rule("CS-1.6b")
def test_fractions_of_an_inch_keep_to_the_safe_side(outcome):
    assert outcome("set-up-zone", table_width=100, table_depth=50, from_own_edge=16, from_end=13) == (16, 13)


@pytest.mark.rule("CS-1.6b", "CS-1.6c")
@pytest.mark.parametrize("engagement", ["attack_defence", "meeting_engagement"])
def test_scenario_may_place_troops_anywhere(outcome, engagement):
    spot = {"from_own_edge": 40, "from_end": 0, "scenario_says": True, "engagement": engagement}
    assert outcome("set-up-zone", **TABLE, **spot) == (24, 12)


@pytest.mark.rule("CS-1.6c")
def test_nothing_is_on_the_table_in_a_meeting_engagement(roll):
    spot = {"from_own_edge": 1, "from_end": 48, "engagement": "meeting_engagement"}
    assert roll("set-up-zone", **TABLE, **spot).refusal.rule == "CS-1.6c"


CAVALRY = {"enemy_arm": "cavalry"}
FLANK, REAR = {"side": "flank"}, {"side": "rear"}


@pytest.mark.rule("CS-1.8a")
@pytest.mark.parametrize(
    "figures, distance, facts, threatened",
    [
        (10, 400, CAVALRY, True),
        (9, 400, CAVALRY, False),
        (10, 401, CAVALRY, False),
        (12, 300, CAVALRY, True),
        (10, 240, {}, True),
        (9, 240, {}, False),
        (10, 241, {}, False),
        (5, 240, FLANK, True),
        (4, 240, FLANK, False),
        (5, 241, FLANK, False),
        (5, 400, CAVALRY | REAR, True),
        (4, 400, CAVALRY | REAR, False),
        (5, 240, REAR, True),
    ],
)
def test_half_the_figures_threaten_in_front_a_quarter_elsewhere(outcome, figures, distance, facts, threatened):
    side = facts.get("side", "front") if threatened else "none"
    found = outcome("threat", own_figures=20, enemy_figures=figures, distance=distance, **facts)
    assert (found.threatened, found.side) == (threatened, side)


@pytest.mark.rule("CS-1.8a")
def test_squares_and_irregulars_have_only_fronts(outcome):
    enemy = {"own_figures": 20, "distance": 100, "side": "rear", "only_fronts": True}
    assert not outcome("threat", enemy_figures=9, **enemy).threatened
    assert outcome("threat", enemy_figures=10, **enemy).side == "front"


@pytest.mark.rule("CS-1.8a")
@pytest.mark.parametrize(
    "facts, reason",
    [
        ({"enemy_arm": "artillery"}, "artillery never threatens"),
        ({"visible": False}, "not visible"),
        ({"enemy_status": "broken"}, "broken troops threaten nobody"),
        ({"enemy_status": "routed"}, "routed troops threaten nobody"),
        ({"enemy_status": "dispersed"}, "dispersed troops threaten nobody"),
        ({"distance": 241}, "infantry threatens up to 240 paces"),
    ],
)
def test_who_threatens_nobody(outcome, facts, reason):
    found = outcome("threat", **({"own_figures": 20, "enemy_figures": 40, "distance": 50} | facts))
    assert found == (False, "none", reason)


@pytest.mark.rule("CS-1.8a")
@pytest.mark.parametrize("status", ["wavering", "determined", "resolute"])
def test_troops_that_stand_threaten(outcome, status):
    assert outcome("threat", own_figures=20, enemy_figures=10, distance=50, enemy_status=status).threatened


@pytest.mark.rule("CS-1.8a")
def test_threat_tells_the_odds(outcome):
    found = outcome("threat", own_figures=20, enemy_figures=4, distance=50, side="flank")
    assert found.reason == "4 figures against 20, 1:4 needed"


@pytest.mark.rule("CS-1.8b")
@pytest.mark.parametrize("balls, paces, threatened", [(6, 80, False), (5, 80, True), (6, 100, False), (6, 101, True)])
def test_a_bank_of_smoke_takes_a_threat_away(outcome, balls, paces, threatened):
    enemy = {"own_figures": 20, "enemy_figures": 12, "distance": 300, "enemy_arm": "cavalry"}
    assert outcome("threat", **enemy, smoke_bank=balls, smoke_to_sight_line=paces).threatened is threatened


COVERED = ("covered card", "nothing")
UNCOVERED = ("uncovered card", "number and type of units")
GENERAL = ("figures", "general identity and strength")
EXACT = ("figures", "exact identity")


@pytest.mark.rule("CS-1.6.3a", "CS-1.6a", "CS-1.6.4a")
@pytest.mark.parametrize(
    "distance, seen",
    [
        (1300, COVERED), (1210, COVERED), (1201, COVERED), (1200, UNCOVERED), (1150, UNCOVERED), (900, UNCOVERED),
        (601, UNCOVERED), (600, GENERAL), (121, GENERAL), (120, EXACT), (21, EXACT), (20, EXACT), (0, EXACT),
    ],
)  # fmt: skip
@pytest.mark.parametrize("terrain", ["open", "mountainous", "desert"])
def test_what_is_seen_at_each_range(outcome, distance, seen, terrain):
    assert outcome("sighting", distance=distance, terrain=terrain) == seen


@pytest.mark.rule("CS-1.6.3b", "CS-1.6.4a")
@pytest.mark.parametrize(
    "distance, seen",
    [
        (1300, COVERED), (1200, COVERED), (700, COVERED), (601, COVERED), (600, UNCOVERED), (121, UNCOVERED),
        (120, GENERAL), (21, GENERAL), (20, EXACT), (0, EXACT),
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    "view",
    [{"terrain": "rolling"}, {"terrain": "hilly_wooded"}, {"night": True}, {"terrain": "hilly_wooded", "night": True}],
)
def test_poor_view_is_one_band_worse_and_never_two(outcome, distance, seen, view):
    assert outcome("sighting", distance=distance, **view) == seen


@pytest.mark.rule("CS-1.6.3e")
@pytest.mark.parametrize(
    "distance, seen", [(1500, COVERED), (1201, COVERED), (1200, UNCOVERED), (300, UNCOVERED), (10, UNCOVERED)]
)
def test_behind_a_ridge_a_unit_stays_a_card(outcome, distance, seen):
    assert outcome("sighting", distance=distance, line_of_sight=False) == seen


@pytest.mark.rule("CS-1.6.3b", "CS-1.6.3e")
def test_pickets_see_no_farther_than_a_line_of_sight_would(outcome):
    assert outcome("sighting", distance=700, line_of_sight=False, night=True) == COVERED
    assert outcome("sighting", distance=600, line_of_sight=False, night=True) == UNCOVERED


COUNTER = ("counter", "number and type of units")


@pytest.mark.rule("CS-1.6.3f")
@pytest.mark.parametrize(
    "distance, arm, where, seen",
    [
        (400, "infantry", "inside", COUNTER),
        (400, "infantry", "edge", COUNTER),
        (400, "artillery", "inside", COUNTER),
        (121, "infantry", "edge", COUNTER),
        (1300, "infantry", "inside", ("counter", "nothing")),
        (600, "artillery", "edge", GENERAL),
        (601, "artillery", "edge", COUNTER),
        (120, "infantry", "inside", EXACT),
    ],
)
def test_counters_in_woods_and_towns(outcome, distance, arm, where, seen):
    assert outcome("sighting", distance=distance, arm=arm, in_woods_or_town=where) == seen


@pytest.mark.rule("CS-1.6.3f")
def test_unseen_troops_in_a_town_stay_a_counter_at_any_distance(outcome):
    assert outcome("sighting", distance=60, in_woods_or_town="inside", line_of_sight=False) == COUNTER
    assert outcome("sighting", distance=300, arm="artillery", in_woods_or_town="edge", line_of_sight=False) == COUNTER


@pytest.mark.rule("CS-1.6.3c")
@pytest.mark.parametrize(
    "facts, seen",
    [
        ({"distance": 500, "at_start": True}, UNCOVERED),
        ({"distance": 600, "at_start": True}, UNCOVERED),
        ({"distance": 50, "at_start": True}, UNCOVERED),
        ({"distance": 500}, GENERAL),
        ({"distance": 900, "at_start": True}, UNCOVERED),
        ({"distance": 1300, "at_start": True}, COVERED),
    ],
)
def test_option_cards_within_600_paces_until_the_first_orders(outcome, facts, seen):
    assert outcome("sighting", [], "cards-within-600", **facts) == seen


@pytest.mark.rule("CS-1.6.3c")
def test_without_the_option_figures_stand_there_from_the_start(outcome):
    assert outcome("sighting", distance=500, at_start=True) == GENERAL


@pytest.mark.rule("CS-1.6.3d")
@pytest.mark.parametrize(
    "facts, seen",
    [
        ({"distance": 1100}, ("figures", "number and type of units")),
        ({"distance": 1200}, ("figures", "number and type of units")),
        ({"distance": 1201}, COVERED),
        ({"distance": 1100, "night": True}, ("figures", "nothing")),
        ({"distance": 1100, "line_of_sight": False}, UNCOVERED),
        ({"distance": 300}, GENERAL),
    ],
)
def test_option_figures_out_to_1200_paces(outcome, facts, seen):
    assert outcome("sighting", [], "figures-to-1200", **facts) == seen


@pytest.mark.rule("CS-1.6.4b")
@pytest.mark.parametrize("distance", [580, 600, 121])
def test_figures_appear_after_the_next_command_phase(outcome, distance):
    assert outcome("figures-appear", distance=distance, turn=4) == (5, "after the command phase", 5)


@pytest.mark.rule("CS-1.6.4b")
@pytest.mark.parametrize("view", [{}, {"night": True}, {"terrain": "rolling"}])
def test_a_card_entering_musket_range_becomes_figures_at_once(outcome, view):
    assert outcome("figures-appear", distance=120, turn=4, **view) == (4, "at once", 4)


@pytest.mark.rule("CS-1.6.4b")
@pytest.mark.parametrize(
    "facts", [{"distance": 601}, {"distance": 121, "night": True}, {"distance": 500, "terrain": "rolling"}]
)
def test_farther_off_it_stays_a_card(roll, facts):
    assert roll("figures-appear", turn=4, **facts).refusal.rule == "CS-1.6.4b"


@pytest.mark.rule("CS-1.6.4c")
@pytest.mark.parametrize(
    "paces, stops, turns", [(480, 0, 1), (481, 0, 2), (900, 0, 2), (900, 1, 3), (960, 2, 4), (0, 0, 0)]
)
def test_news_takes_a_turn_for_480_paces_and_each_stop(outcome, paces, stops, turns):
    assert outcome("news", [], "news-up-the-chain", to_player=paces, stops=stops).turns == turns
    assert outcome("news", [], "figures-down-orders-late", to_player=paces, stops=stops).turns == turns


@pytest.mark.rule("CS-1.6.4c")
def test_news_is_an_option(roll):
    assert roll("news", to_player=900).refusal.rule == "CS-1.6.4c"


@pytest.mark.rule("CS-1.6.4c")
def test_enemy_stays_a_card_until_the_news_arrives(outcome):
    card = {"distance": 500, "turn": 3, "to_player": 900}
    assert outcome("figures-appear", [], "news-up-the-chain", **card) == (5, "when the news arrives", 5)
    assert outcome("figures-appear", [], "news-up-the-chain", **(card | {"distance": 100})) == (3, "at once", 3)
    assert outcome("figures-appear", **card) == (4, "after the command phase", 4)


@pytest.mark.rule("CS-1.6.4d")
@pytest.mark.parametrize("stops, orders_from", [(0, 5), (1, 6)])
def test_figures_down_but_orders_wait_for_the_news(outcome, stops, orders_from):
    seen = outcome("figures-appear", [], "figures-down-orders-late", distance=500, turn=3, to_player=900, stops=stops)
    assert seen == (3, "at once", orders_from)
