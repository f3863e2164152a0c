"""Initiative checks in play: how units are talked out of what they would do, and who learns of it."""

import pytest
from msgspec.structs import replace

from grognard.battle.events import Set
from grognard.battle.kinds import Noted
from grognard.systems.cold_steel.phases import initiative
from grognard.systems.cold_steel.phases.initiative.marking import mark_units
from grognard.systems.cold_steel.staging import RED, events, run, told
from grognard.systems.cold_steel.table.state import Order, PlainChit

from ..by_themselves import MARCH, battery, field, foot, horse, play, threatened_by_horse
from ..ground import area

# -- what the player does about it


@pytest.mark.rule("CS-4a")
def test_an_automatic_order_that_the_player_agrees_with_simply_happens():
    b = play(threatened_by_horse(dice=[], state={"a": {"order": MARCH}}))
    assert b.unit("a").order.form == "open_square"
    assert b.unit("a").ordered == MARCH
    assert not events(b, "initiative_check")


@pytest.mark.rule("CS-4.2b", "CS-4.3.1", "CS-4.3.2")
@pytest.mark.parametrize("dice, stands", [((6, 5), True), ((5, 5), False)])
def test_the_players_order_stands_if_the_unit_passes_an_initiative_check(dice, stands):
    b = play(threatened_by_horse(dice=dice, state={"a": {"order": MARCH}}), a="cancel")
    check = events(b, "initiative_check")[0].roll
    assert check.total == sum(dice) + 7 - 3
    assert (b.unit("a").order == MARCH) is stands
    assert b.unit("a").disorder == 0


@pytest.mark.rule("CS-4.2d", "CS-4.3.1")
@pytest.mark.parametrize("dice, disorder", [((1, 2), 2), ((1, 3), 0)])
def test_a_confused_unit_keeps_its_automatic_order_and_takes_two_disorder(dice, disorder):
    b = play(threatened_by_horse(dice=dice), a="cancel")
    assert b.unit("a").order.by == "automatic:form_square"
    assert b.unit("a").disorder == disorder


@pytest.mark.rule("CS-4.2c")
def test_a_unit_may_change_to_another_automatic_order_that_is_triggered_too_anywhere_on_the_table():
    b = threatened_by_horse(dice=[9, 9], state={"a": {"disorder": 7}}, leaders={"blue": (2900, 100)})
    asked = []

    def choose(decision):
        asked.append(decision)
        return decision.answer("change", to="reform") if decision.about["unit"] == "a" else decision.default

    run(initiative.play(b), choose)
    assert b.unit("a").order.chit == "reform"
    mine = next(each for each in asked if each.about["unit"] == "a")
    assert mine.option("change").fields["to"].values == ("reform",)
    assert mine.refusal(mine.answer("change", to="cavalry_advance")) is not None
    assert len([each for each in asked if each.about["unit"] == "a"]) == 1


@pytest.mark.rule("CS-4.2c")
def test_no_other_order_can_be_chosen_where_none_is_triggered():
    b = threatened_by_horse()
    seen = []
    run(initiative.play(b), lambda decision: seen.append(decision) or decision.default)
    assert [option.key for option in seen[0].options] == ["accept", "cancel"]


@pytest.mark.rule("CS-4.1j", "CS-4a")
def test_the_player_who_is_with_a_unit_is_obeyed_without_a_check():
    b = threatened_by_horse(dice=[], state={"a": {"order": MARCH}}, leaders={"blue": (1000, 998)})
    play(b, a="ignore")
    assert b.unit("a").order == MARCH
    assert not events(b, "initiative_check")
    b = threatened_by_horse(state={"a": {"disorder": 7}}, leaders={"blue": (1000, 998)}, dice=[])
    play(b, a=("change", {"to": "reform"}))
    assert b.unit("a").order.chit == "reform"


@pytest.mark.rule("CS-4.1j")
def test_a_player_five_paces_off_is_not_with_it():
    b = threatened_by_horse(leaders={"blue": (1000, 1005)})
    assert not next(mark for mark in mark_units(b) if mark.unit == "a").ignorable


@pytest.mark.rule("CS-4.3.2")
def test_an_order_given_this_turn_against_the_automatic_one_helps_the_check():
    b = threatened_by_horse(dice=[3, 3])
    general = b.seats[0].leaders[0]
    b.world.phase = "command"
    b.privately(Noted(), "blue", rules=(), sets=[Set("units", "a", {"order": replace(MARCH, by=general)})])
    b.world.phase = "initiative"
    play(b, a="cancel")
    assert events(b, "initiative_check")[0].roll.total == 6 + 7 - 3 + 5
    assert b.unit("a").order.by == general


@pytest.mark.rule("CS-4.3.2")
def test_cavalry_is_drawn_on_by_infantry_out_of_square_and_by_an_open_flank():
    ratings = {"a": {"morale_rating": 12, "discipline": "disciplined"}}
    ahead = field(horse("a", at=(1000, 1000)), foot("r", RED, at=(1000, 1300), men=400), dice=[4, 5], ratings=ratings)
    play(ahead, a="cancel")
    assert events(ahead, "initiative_check")[0].roll.total == 9 + 12 + 3 - 3
    square = foot("r", RED, at=(1000, 1300), men=400, formation="open_square")
    b = play(field(horse("a", at=(1000, 1000)), square, dice=[4, 5], ratings=ratings), a="cancel")
    assert events(b, "initiative_check")[0].roll.total == 9 + 12 + 3
    for paces, flank in ((320, -5), (321, 0)):
        shown = foot("r", RED, at=(1043, 1000 + paces + 50), facing=90, men=400)
        b = field(horse("a", at=(1000, 1000)), shown, dice=[4, 5], ratings=ratings)
        assert b.survey.distance("a", "r") == paces
        play(b, a="cancel")
        assert events(b, "initiative_check")[0].roll.total == 9 + 12 + 3 - 3 + flank


@pytest.mark.rule("CS-4.3.2")
@pytest.mark.parametrize("kind, worth", [("light_woods", 3), ("medium_works", 5), ("heavy_works", 7)])
def test_cover_of_the_target_holds_cavalry_back(kind, worth):
    cover = area(kind, 900, 1295, 1100, 1320)
    b = field(
        horse("a", at=(1000, 1000)),
        foot("r", RED, at=(1000, 1300), men=400),
        dice=[4, 5],
        features=[cover],
        ratings={"a": {"morale_rating": 9, "discipline": "trained"}},
    )
    play(b, a="cancel")
    assert events(b, "initiative_check")[0].roll.total == 9 + 9 - 3 + worth


@pytest.mark.rule("CS-4.3.2")
@pytest.mark.parametrize("paces, total", [(60, 15), (61, 12)])
def test_guns_are_steadied_by_friends_within_60_paces_and_shaken_by_a_threat_to_their_flank(paces, total):
    guns = battery("a", at=(1000, 1000))
    friend = foot("f", at=(940 - paces - 60, 1000))
    enemy = foot("r", RED, at=(1200, 995), facing=270, men=200)
    b = field(guns, friend, enemy, dice=[4, 5], ratings={"a": {"morale_rating": 8, "discipline": "trained"}})
    assert b.survey.distance("a", "f") == paces
    play(b, a="cancel", f="accept", r="accept")
    assert events(b, "initiative_check")[0].roll.total == total


@pytest.mark.rule("CS-4.3.2")
def test_disorder_and_losses_weigh_on_an_initiative_check():
    b = field(
        foot("a", at=(1000, 1000)),
        state={"a": {"disorder": 3, "lost": 13}},
        dice=[5, 5],
        ratings={"a": {"morale_rating": 8, "discipline": "hardened"}},
    )
    assert initiative.initiative_check(b, "a").total == 10 + 8 + 5 - 3 - 8


# -- secrecy


@pytest.mark.rule("CS-4.2a")
def test_the_enemy_learns_neither_of_the_check_nor_of_its_reason():
    b = play(threatened_by_horse(dice=[1, 2]), a="cancel")
    theirs = [event.seen_by("red") for event in events(b) if event.known_to("red")]
    assert {event.kind for event in theirs} == {"disorder", "turned_over"}
    assert all("confusion" not in str(event) and event.roll is None for event in theirs)
    assert not any("CS-4.2b" in event.rules for event in theirs)


@pytest.mark.rule("CS-4.2a")
def test_all_players_are_asked_at_once_before_any_dice():
    b = field(foot("a", at=(1000, 1000)), horse("h", RED, at=(1000, 1300)), dice=[5, 5, 5, 5])
    opened = next(initiative.play(b))
    assert [(each.seat, each.id) for each in opened] == [("blue", "automatic:a"), ("red", "automatic:h")]


@pytest.mark.rule("CS-4.3")
def test_chits_lie_open_for_all_who_see_the_unit_when_the_checks_are_done():
    b = play(threatened_by_horse())
    assert b.unit("a").revealed == b.unit("a").order
    [shown] = [event for event in events(b, "turned_over") if event.units["unit"] == "a"]
    assert shown.values == {"chits": "form open square"}
    assert set(shown.to) == {"blue", "red"}
    assert not events(play(b), "turned_over")[2:]


@pytest.mark.rule("CS-4.3")
def test_the_phase_reads_like_a_report():
    b = play(threatened_by_horse(dice=[9, 9]), a="cancel")
    assert told(b)[0] == "a obeys and will not form square: your order stands"


# -- lying down


@pytest.mark.rule("CS-3.3.2.3ab")
@pytest.mark.parametrize("dice, prone, disorder", [((3, 3), False, 0), ((2, 3), True, 0), ((1, 1), True, 0)])
def test_a_unit_told_to_stand_up_needs_an_initiative_check(dice, prone, disorder):
    b = field(
        foot("a", at=(1000, 1000)),
        dice=dice,
        ratings={"a": {"morale_rating": 9, "discipline": "trained"}},
        state={"a": {"prone": True, "order": Order(special=PlainChit("stand_up"))}},
    )
    play(b)
    assert (b.unit("a").prone, b.unit("a").disorder) == (prone, disorder)


@pytest.mark.rule("CS-3.3.2.3ab")
def test_confused_men_stay_down_with_two_disorder():
    b = field(
        foot("a", at=(1000, 1000)),
        dice=(1, 1),
        ratings={"a": {"morale_rating": 5, "discipline": "trained"}},
        state={"a": {"prone": True, "order": Order(special=PlainChit("stand_up"))}},
    )
    play(b)
    assert b.unit("a").prone
    assert b.unit("a").disorder == 2


@pytest.mark.rule("CS-3.3.2.3ab")
@pytest.mark.parametrize("dice, up", [((9, 9), True), ((2, 2), False)])
def test_men_lying_down_form_square_only_if_they_get_up(dice, up):
    b = play(threatened_by_horse(dice=dice, state={"a": {"prone": True}}))
    assert b.unit("a").prone is not up
    assert (b.unit("a").order is not None) is up


@pytest.mark.rule("CS-3.3.2.3ab", "CS-4.2c")
def test_men_who_failed_to_get_up_as_told_do_not_try_again_for_their_officers():
    lying = {"prone": True, "order": Order(special=PlainChit("stand_up"))}
    b = play(threatened_by_horse(dice=(2, 2, 9, 9), state={"a": lying}))
    assert b.unit("a").prone
    assert len(events(b, "told_to_stand")) == 1


@pytest.mark.rule("CS-3.3.2.3ab", "CS-4.4.2")
@pytest.mark.parametrize("dice, up", [((9, 9), True), ((2, 2), False)])
def test_men_lying_down_who_have_to_retire_try_to_get_up(dice, up):
    b = field(
        foot("a", at=(1000, 1000)),
        foot("r", RED, at=(1000, 1080)),
        dice=dice,
        state={"a": {"prone": True, "retire": True}},
    )
    play(b)
    assert b.unit("a").prone is not up
    assert b.unit("a").order.rule == "CS-4.4.2"


@pytest.mark.rule("CS-4.1f", "CS-4.1i")
def test_an_enemy_in_hiding_is_not_betrayed_by_what_officers_do_about_him():
    wood = area("heavy_woods", 800, 1040, 1200, 1090)
    column = foot("a", at=(1000, 1000), formation="column_of_divisions")
    b = field(column, foot("r", RED, at=(1000, 1100), men=200), features=[wood], state={"a": {"disorder": 11}})
    assert not b.survey.sees("a", "r")
    assert play(b).unit("a").order == Order(special=PlainChit("reform"), by="automatic:reform", rule="CS-4.1e")
