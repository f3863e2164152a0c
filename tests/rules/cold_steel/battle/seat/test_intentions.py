"""What is drawn is what happens at Done: no chits that officers will take up, and what they mean to do instead."""

import msgspec
import pytest
from msgspec.structs import replace

from grognard.battle.decisions import Answer
from grognard.battle.events import Event
from grognard.miniatures.motion.nearness import between
from grognard.simulate.many import begin
from grognard.systems.cold_steel.events.command import LeftToMissions
from grognard.systems.cold_steel.game import GAME
from grognard.systems.cold_steel.maneuver import halts
from grognard.systems.cold_steel.orders import order_text
from grognard.systems.cold_steel.orders.groups import prepared
from grognard.systems.cold_steel.phases import command
from grognard.systems.cold_steel.phases.command.desk import Desk
from grognard.systems.cold_steel.seat.view import briefing, view
from grognard.systems.cold_steel.staging import BLUE, RED, run, stage, unit
from grognard.systems.cold_steel.table.state import Mission, Order, Straight

CHIEF = "general-blue"
LAST = Order(Straight(), by="mission")
DONE = Answer(BLUE, "command", "done", {})
encode = msgspec.json.Encoder(order="deterministic").encode


def field(*more, red=(1500, 1500), state=None, **how):
    """A battalion with an objective to its right, and chits of the last turn that lead straight on."""
    b = stage(
        unit("a", at=(500, 500)),
        unit("c", at=(800, 500)),
        unit("r", RED, at=red, facing=180),
        *more,
        phase="command",
        leaders={BLUE: (500, 480), RED: (2900, 2900)},
        state=state or {"a": {"order": LAST, "revealed": order_text.bare(LAST)}},
        **how,
    )
    b.world.turn = 2
    b.world.leaders[CHIEF] = replace(b.world.leaders[CHIEF], points=5)
    mission = Mission("m", BLUE, "attack", ("a",), objective=(1500, 700), leader=CHIEF, given=1)
    b.world.missions["m"] = prepared(b, mission)
    b.world.units["a"] = replace(b.unit("a"), mission="m")
    return b


def own(b, name="a"):
    shown = GAME.picture(view(b, BLUE), briefing(b, BLUE))
    return next(each for each in shown.units if each.id == name)


def meant(b, name="a"):
    found = GAME.preview(b, BLUE, DONE)
    return next((each for each in found.units if each.unit == name), None)


@pytest.mark.rule("CS-3.3.1a")
def test_chits_that_officers_will_take_up_are_not_shown_any_more():
    b = field()
    shown = own(b)
    assert (shown.order, shown.order_values, shown.target) == ("", {}, "")
    assert shown.left_to == "its officers, by its mission"
    assert own(b, "c").left_to == ""


@pytest.mark.rule("CS-3.3.2b")
def test_chits_of_a_unit_without_a_mission_still_stand():
    b = field(state={"c": {"order": Order(Straight(), by=CHIEF)}})
    assert own(b, "c").order == "forward at the march"
    assert meant(b, "c") is None


@pytest.mark.rule("CS-3.3.1a", "CS-3.3.1e")
def test_what_the_officers_mean_to_do_is_what_happens_at_done():
    b = field()
    found = meant(b)
    assert found.moves
    assert found.places[-1].formation == "column_of_divisions", "it forms for the march, and does not go straight on"
    before = b.unit("a")
    run(command.play(b))
    now = b.unit("a")
    assert before is not now
    assert found.order == order_text.said(now.order, lambda foe: b.name_to(BLUE, foe))
    assert now.order != LAST


@pytest.mark.rule("CS-3.3.1a")
@pytest.mark.parametrize("said", [("mark:a", {"movement": "forward"}), ("mission_marks", {})])
def test_what_was_marked_this_turn_is_shown_as_its_order(said):
    b = field()
    desk = Desk(b, BLUE)
    asked = desk.decision()
    answer = asked.answer(said[0], **said[1])
    assert asked.refusal(answer) is None
    desk.take(replace(answer, values=asked.completed(answer)))
    shown = own(b)
    assert (bool(shown.order), shown.left_to) == (True, "")
    assert meant(b) is None
    assert shown.order == order_text.said(b.unit("a").order)


@pytest.mark.rule("CS-3.3.1l")
def test_who_follows_a_leader_that_is_hurt_keeps_his_chits():
    b = field()
    follow = Mission("m", BLUE, "follow_me", ("a",), ward=CHIEF, leader=CHIEF, given=1)
    b.world.missions["m"] = prepared(b, follow)
    b.world.leaders[CHIEF] = replace(b.world.leaders[CHIEF], hurt="serious_wound", hurt_on=1)
    assert own(b).order == "forward at the march"
    assert meant(b) is None


def test_nothing_is_changed_by_asking():
    b = field()
    before, entries = dict(b.world.units), len(b.entries)
    GAME.preview(b, BLUE, DONE)
    assert b.world.units == before
    assert len(b.entries) == entries


WOOD = [[0, 900], [3000, 900], [3000, 1400], [0, 1400], [0, 900]]


@pytest.mark.rule("CS-1.6.3a")
@pytest.mark.parametrize("red", [(700, 1500), (2300, 2600)])
def test_an_intention_does_not_betray_whom_the_seat_does_not_see(red):
    wood = {"type": "Polygon", "coordinates": [WOOD]}
    ground = [{"type": "Feature", "properties": {"kind": "heavy_woods"}, "geometry": wood}]
    here, there = field(features=ground), field(red=red, features=ground)
    for b in (here, there):
        assert "r" not in b.knowledge.seen_by(BLUE)
    assert encode(GAME.preview(here, BLUE, DONE)) == encode(GAME.preview(there, BLUE, DONE))


def test_in_a_battle_every_unit_does_at_done_what_its_officers_meant():
    battle = begin("maida", seed=3)
    expected, fight = {}, battle.fight
    while battle.turn <= 3 and battle.open:
        decision = battle.open[0]
        if decision.kind == "command":
            found = GAME.weigh(fight, decision, decision.default)
            expected[decision.seat, battle.turn] = {each.unit: each.order for each in found.units}
        battle.answer(decision.default)
    happened = {}
    for event in fight.entries:
        if type(event) is Event and event.kind == LeftToMissions.kind and event.turn <= 3:
            (seat,) = event.to
            happened[seat, event.turn] = {
                each.key: order_text.said(each.fields["order"], lambda foe, seat=seat: fight.name_to(seat, foe))
                for each in event.sets
            }
    assert happened == expected
    assert len({order for orders in happened.values() for order in orders.values()}) > 5


# -- odds from where the shot will be made


def odds(b, name="a"):
    return GAME.odds(b, BLUE, name, "r")[0]


def test_the_odds_are_those_of_the_place_to_which_the_order_leads():
    b = field(red=(800, 720), state={"c": {"order": Order(Straight(), by=CHIEF)}})
    assert b.survey.distance("c", "r") == 220
    found = odds(b, "c")
    assert (found.after, found.paces, found.refusal) == ("after its move", 100, "")
    standing = field(red=(800, 720), state={})
    assert (odds(standing, "c").after, odds(standing, "c").paces) == ("", 220)
    assert "out of range" in odds(standing, "c").refusal


def test_panels_agree_an_order_that_lies_there_has_the_odds_that_its_preview_had():
    b = field(red=(800, 720), state={})
    values = {"leader": CHIEF, "movement": "forward", "target": "r"}
    asked = Desk(b, BLUE).decision()
    answer = asked.answer("order:c", **values)
    found = GAME.preview(b, BLUE, Answer(BLUE, "command", "order:c", asked.completed(answer)))
    desk = Desk(b, BLUE)
    desk.take(replace(answer, values=asked.completed(answer)))
    assert GAME.odds(b, BLUE, "c", "r") == list(found.units[0].odds)


def test_when_all_have_moved_odds_are_as_they_stand():
    b = field(red=(800, 720), state={"c": {"order": Order(Straight(), by=CHIEF)}})
    b.world.phase = "small_arms_fire"
    assert (odds(b, "c").after, odds(b, "c").paces) == ("", 220)


@pytest.mark.rule("CS-3.3.1a")
def test_the_odds_of_a_unit_on_a_mission_are_those_of_what_its_officers_mean_to_do():
    b = field(red=(500, 640))
    meaning = meant(b)
    found = odds(b)
    assert meaning.order
    assert bool(found.after) is meaning.moves


def test_how_far_enemies_are_is_measured_only_where_the_way_leads_past_them(monkeypatch):
    """A preview with many enemies about must answer at once; whoever is not near anywhere on the way is passed over."""
    asked = []
    monkeypatch.setattr(halts, "between", lambda one, other: asked.append(one) or between(one, other))
    b = field(*(unit(f"r{n}", RED, at=(360 + 130 * n, 665), facing=180) for n in range(3)))
    shown = meant(b)
    assert shown.moves
    assert len(asked) <= 2 * halts.STEPS, "the gap to every enemy at every step of the way is too dear"
