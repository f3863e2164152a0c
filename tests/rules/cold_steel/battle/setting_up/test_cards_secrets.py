"""Secrets of a hidden battle: pairs that differ only in what a seat cannot know are the same to it, byte for byte."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from grognard.battle.battles import Battle
from grognard.battle.commanding import Chair
from grognard.commanders.yardsticks.reckless import Reckless
from grognard.scenarios.loading import load
from grognard.simulate.many import staffed
from grognard.systems.cold_steel import staging
from grognard.systems.cold_steel.game import GAME
from grognard.systems.cold_steel.staging import BLUE, RED, unit

from ..hiding import WIDE

HIDDEN = {"cards": True, "placing": "players"}


def known(battle: Battle, seat: str) -> bytes:
    """All that a seat gets: view, picture, events, their sentences, decisions."""
    view = battle.view(seat)
    events = battle.events(seat)
    return msgspec.json.encode(
        [
            view,
            GAME.picture(view, GAME.briefing(battle.fight, seat)),
            events,
            [GAME.tell(battle.fight, event) for event in events],
            [decision.data() for decision in battle.decisions(seat)],
        ]
    )


def field(*red: Any, blue: Any = None, engagement: str = "attack_defence", **options: Any) -> Battle:
    made = staging.scenario(
        blue or unit("b", at=(1500, 600)),
        *red,
        size=WIDE,
        leaders={BLUE: (1500.0, 500.0), RED: (1500.0, 3900.0)},
        turns=4,
    )
    header = replace(made.header, engagement=engagement, attacker=BLUE)
    return Battle.begin(GAME, replace(made, header=header), seed=7, options={**HIDDEN, **options})


def play_to(battle: Battle, phase: str, choose: Any = None) -> None:
    while battle.open and battle.fight.world.phase != phase:
        decision = battle.open[0]
        battle.answer((choose or (lambda each: each.default))(decision))


def test_a_dummy_looks_like_a_card_with_troops():
    """In one battle a second battalion stands far off, in the other a dummy lies where its card would."""
    r = unit("r", RED, at=(2200, 3400), facing=180)
    real = field(r, unit("r2", RED, at=(700, 3400), facing=180))
    sham = field(r)
    while real.fight.world.phase == "deployment":
        real.answer(real.open[0].default)
    place = real.fight.world.cards[real.fight.unit("r2").card]
    sham.fight.world.dummies = {RED: 1, BLUE: sham.fight.world.dummies[BLUE]}
    x, y = (each // 16 for each in place.position)
    decision = sham.open[0]
    sham.answer(decision.answer("dummy", arm="cavalry", spot=[x, y], heading=180))
    while sham.fight.world.phase == "deployment":
        sham.answer(sham.open[0].default)
    assert len(real.view(BLUE).cards_seen) == 2
    assert known(sham, BLUE) == known(real, BLUE)


def test_how_many_and_who_are_behind_a_covered_card_nobody_can_tell():
    pair = field(unit("r1", RED, at=(1200, 3400), facing=180), unit("r2", RED, at=(1800, 3400), facing=180))
    lone = field(unit("r1", RED, at=(1500, 3400), facing=180, experience="elite"))
    for battle in (pair, lone):
        play_to(battle, "command")
    assert known(pair, BLUE) == known(lone, BLUE)


@pytest.mark.parametrize("paces", [450, 400, 100])
def test_the_name_of_a_battalion_is_not_known_before_it_is_near(paces):
    def begun(name: str) -> Battle:
        side, made = unit("r", RED, at=(1500, 600 + paces), facing=180)
        return field((side, replace(made, name=name)), cards=True, placing="scenario")

    one, other = begun("Grenadiers of the Guard"), begun("Raw Levies")
    told = []
    while one.open and one.turn < 4:
        near = any(each.identified for each in one.fight.world.units.values() if each.side == RED)
        assert (known(one, BLUE) != known(other, BLUE)) is near
        told.append(near)
        for battle in (one, other):
            battle.answer(battle.open[0].default)
    assert told[-1], "they have come to musket range"
    assert told[0] is False or paces == 100


def test_a_message_is_read_by_nobody_else():
    def written(text: str) -> Battle:
        battle = Battle.begin(GAME, load("too-few-orders"), seed=3, options={"seats": "commands", "cards": True})
        play_to(battle, "command")
        sent = False
        for _ in range(60):
            if battle.turn > 3 or not battle.open:
                break
            decision = battle.open[0]
            option = decision.option("message") if decision.kind == "command" and not sent else None
            if option is not None and decision.seat == battle.fight.seats[0].id:
                leader = option.fields["leader"].values[0]
                to = next(each for each in option.fields["to"].values if battle.fight.seat_of(each) != decision.seat)
                answer = decision.answer("message", leader=leader, to=to, text=text)
                if battle.refusal(answer) is None:
                    battle.answer(answer)
                    sent = True
                    continue
            battle.answer(decision.default)
        assert sent
        return battle

    one, other = written("hold the bridge"), written("all forward at once")
    assert len(one.fight.seats) > 3
    fights = one.fight
    addressee = next(rider for event in one.events() if event.kind == "message_sent" for rider in [event.units["to"]])
    party = {one.fight.seats[0].id, fights.seat_of(addressee)}
    for seat in one.fight.seats:
        assert (known(one, seat.id) == known(other, seat.id)) is (seat.id not in party)


@pytest.mark.parametrize("battle", ["maida", "too-few-orders"])
@pytest.mark.parametrize("seats", ["sides", "commands"])
def test_what_others_set_up_in_secret_cannot_be_told_from_any_byte(battle, seats):
    options = {**HIDDEN, "seats": seats, "council": True}
    quiet = Battle.begin(GAME, load(battle), seed=2, options=options)
    compared = 0
    while quiet.fight.world.phase == "deployment":
        for blind in [seat.id for seat in quiet.fight.seats]:
            busy, player = quiet.branch(), Reckless(5, done=0.0)
            for _ in range(8):
                theirs = [each for each in busy.open if each.seat != blind and each.kind == "deploy"]
                waiting = [each for each in busy.open if each.seat == blind]
                if not theirs or not (waiting or len(theirs) == len(busy.open)):
                    break
                answer = player.decide(Chair(busy, theirs[0].seat), theirs[0])
                if answer.option == "done":
                    break
                busy.answer(answer)
                assert known(busy, blind) == known(quiet, blind)
                compared += 1
        quiet.answer(quiet.open[0].default)
    assert compared > 3


@pytest.mark.parametrize("battle", ["too-few-orders", "cryslers-farm"])
def test_nothing_that_a_seat_gets_names_troops_that_were_always_on_cards(battle):
    """Every word is searched for enemies that never stood on the table as figures."""
    fought = Battle.begin(GAME, load(battle), seed=4, options={"cards": True, "turns": 8})
    chairs, staffs = {seat.id: Chair(fought, seat.id) for seat in fought.fight.seats}, staffed(fought, "staff")
    ever: dict[str, set[str]] = {seat.id: set() for seat in fought.fight.seats}
    looked = 0
    while fought.open:
        for seat in fought.fight.seats:
            units = fought.fight.world.units.values()
            ever[seat.id] |= {each.id for each in units if each.side == seat.side or not each.card}
            hidden = [each.id for each in units if each.id not in ever[seat.id]]
            got = known(fought, seat.id).decode()
            assert not [each for each in hidden if f'"{each}"' in got]
            looked += len(hidden)
        decision = fought.open[0]
        fought.answer(staffs[decision.seat].decide(chairs[decision.seat], decision))
    assert looked > 20
