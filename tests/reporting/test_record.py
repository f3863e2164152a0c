"""What a report is made from: states that agree with the game's own account, and a seat's report from its own alone."""

from __future__ import annotations

from grognard import systems
from grognard.battle.events import Event
from grognard.reporting.record import pictures, read
from grognard.reporting.story.deeds import deeds
from grognard.reporting.story.episodes import cost, episodes, of_side, turning_points, weights
from grognard.reporting.verdicts import why


def test_there_is_a_state_for_each_turn_and_one_before(fought):
    record = fought.record
    assert record.over
    assert record.turns == fought.battle.turn
    assert len(record.states) == record.turns + 1


def test_men_lost_are_those_of_the_games_account(fought):
    record = fought.record
    account = fought.battle.game.outcome(fought.battle.fight)["sides"]
    for side in record.sides:
        whole = cost(record.states[0], record.states[-1], of_side(record, side))
        assert whole.men == account[side]["lost"]
    assert any(account[side]["lost"] for side in record.sides)


def test_losses_of_the_turns_add_up(fought):
    record = fought.record
    for side in record.sides:
        units = of_side(record, side)
        turns = [cost(a, b, units).men for a, b in zip(record.states, record.states[1:], strict=False)]
        assert sum(turns) == cost(record.states[0], record.states[-1], units).men
        assert min(turns) >= 0


def test_chapters_hold_every_turn_once(fought):
    for content in (fought.content, fought.unfinished):
        record = read(content, systems.game, "farm")
        chapters = episodes(record, deeds(record, fought.words))
        assert [turn for chapter in chapters for turn in chapter.turns] == list(range(1, record.turns + 1))


def test_the_crisis_cost_more_than_any_stretch_as_long_after_contact(fought):
    record = fought.record
    chapters = episodes(record, fought.deeds)
    crisis = next(one for one in chapters if "risis" in one.title)
    weighed = [sum(turn.values()) for turn in weights(record)]
    long = len(crisis.turns)
    first = min(deed.turn for deed in fought.deeds if deed.what in ("fire", "charge", "clash")) + 1
    starts = range(first, record.turns - long + 2)
    assert sum(weighed[crisis.first - 1 : crisis.last]) == max(sum(weighed[s - 1 : s - 1 + long]) for s in starts)


def test_turning_points_went_against_the_side_that_lost_more(fought):
    found = turning_points(fought.record)
    assert found
    for one in found:
        turn = weights(fought.record)[one.turn - 1]
        assert turn[one.against] == max(turn.values())
        assert one.swing == max(turn.values()) - min(turn.values())


def test_an_unfinished_battle_is_read_as_far_as_it_goes(fought):
    record = read(fought.unfinished, systems.game, "farm")
    assert not record.over
    assert not record.ending
    assert 1 < record.turns < fought.record.turns


def test_who_quit_the_field_is_said_with_what_it_cost_him(fought):
    gave_up = "The French quit the field and gave up what they held there"
    stayed, quit_it = fought.record._replace(quits=()), fought.record._replace(quits=("French",))
    assert fought.record.quits == tuple(fought.record.outcome.get("quits", ()))
    assert "quit the field" not in why(stayed)
    assert why(quit_it).endswith(f". {gave_up}")


def test_a_seat_has_only_its_own_units_and_what_it_was_told(fought):
    for seat in fought.battle.fight.seats:
        record = read(fought.content, systems.game, "farm", seat.id)
        assert set(record.states[-1].units) == set(of_side(fought.record, seat.side))
        assert record.outcome == {}
        assert all(state.points == {} == state.held for state in record.states)
        told = {one.number for one in record.told}
        hidden = [n for n, e in enumerate(fought.content.entries) if type(e) is Event and not e.known_to(seat.id)]
        assert hidden
        assert told.isdisjoint(hidden)


def test_pictures_show_what_stood_on_the_table(fought):
    turns = {0, fought.record.turns}
    for turn, shown in pictures(fought.record, turns).items():
        drawn = {unit.id for one in shown for unit in one.units if unit.own and unit.where == "table"}
        there = {unit.id for unit in fought.record.states[turn].units.values() if unit.place is not None}
        assert there <= drawn


def test_a_seats_map_shows_nobody_who_is_no_more(fought):
    """Also where the first map was drawn when he still stood: everybody looks about anew for each."""
    turns = set(range(fought.record.turns + 1))
    for seat in fought.battle.fight.seats:
        mine = read(fought.content, systems.game, "farm", seat.id)
        for turn, (shown,) in pictures(mine, turns).items():
            there = {unit.id for unit in fought.record.states[turn].units.values() if unit.place is not None}
            listed = set(fought.record.states[turn].units)
            drawn = {unit.id for unit in shown.units if not unit.own and unit.where == "table"}
            assert drawn & listed <= there, f"turn {turn}"
