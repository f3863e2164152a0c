"""What commanders are told before and after they speak: refusals by name, prices, who gets what, what is under way."""

import pytest
from msgspec.structs import replace

from grognard.battle.decisions import Answer
from grognard.ground.units import SUB, spot
from grognard.systems.cold_steel.game import GAME
from grognard.systems.cold_steel.orders import answers, order_text
from grognard.systems.cold_steel.orders.groups import prepared
from grognard.systems.cold_steel.phases import command, movement
from grognard.systems.cold_steel.phases.command.desk import Desk
from grognard.systems.cold_steel.seat.view import briefing, view
from grognard.systems.cold_steel.staging import BLUE, RED, events, run, says, stage, told, unit
from grognard.systems.cold_steel.table.state import Attack, FireAt, Forming, Mission, Order, Straight

CHIEF = "general-blue"


def field(*units, turn=2, leader=(500, 480), red=(500, 2500), points=5, **more):
    troops = units or (unit("a", at=(500, 500)), unit("c", at=(800, 500)))
    b = stage(
        *troops, unit("r", RED, at=red, facing=180), phase="command", leaders={BLUE: leader, RED: (2900, 2900)}, **more
    )
    b.world.turn = turn
    b.world.leaders[CHIEF] = replace(b.world.leaders[CHIEF], points=points)
    return b


def decision(b):
    return Desk(b, BLUE).decision()


def refused(b, option, **values):
    asked = decision(b)
    found = asked.refusal(asked.answer(option, **values), lambda who: b.known_as(BLUE, who))
    return (found.rule, found.reason) if found else ("", "")


def preview(b, option, kind="command", **values):
    asked = decision(b)
    answer = asked.answer(option, **values)
    whole = asked.completed(answer) if kind == "command" else values
    return GAME.preview(b, BLUE, Answer(BLUE, kind, option, whole))


def own(b, name="a"):
    shown = GAME.picture(view(b, BLUE), briefing(b, BLUE))
    return next(each for each in shown.units if each.id == name)


# -- refusals


@pytest.mark.rule("CS-3.2k")
def test_a_leader_who_cannot_pay_is_refused_by_name_and_with_his_points():
    b = field(leader=(2500, 480), points=1)
    rule, reason = refused(b, "order:a", leader=CHIEF, movement="forward")
    assert rule == "CS-3.2k"
    assert "General blue has 1" in reason
    assert CHIEF not in reason
    assert decision(b).option("order:a") is None


@pytest.mark.rule("CS-A.1d")
def test_a_unit_that_is_forming_says_until_when():
    b = field(state={"a": {"forming": Forming("open_square", quarters=2)}})
    rule, reason = refused(b, "order:a", movement="forward")
    assert rule == "CS-A.1d"
    assert reason == "a must first finish its change of formation to open square: 2 quarters of a turn to go"
    shown = own(b)
    assert (shown.held, shown.held_rule) == (reason, "CS-A.1d")
    assert [row.value for row in shown.rows if row.label == "Forming"] == ["open square, ½ turn more"]
    assert own(b, "c").held == ""


def test_values_that_are_not_on_the_list_are_told_by_name():
    b = field(red=(500, 640))
    assert (
        refused(b, "mission", leader=CHIEF, units=["x"], kind="attack")[1]
        == "mission, units: 'x'; allowed: any of a, c"
    )
    assert refused(b, "ride", leader="nobody", to=[1, 1])[1] == "ride, leader: 'nobody'; allowed: General blue"
    assert "leader: General red; allowed: General blue" in refused(b, "ride", leader="general-red", to=[1, 1])[1]


def test_the_name_of_an_enemy_out_of_sight_is_not_told():
    ring = [[0, 1000], [3000, 1000], [3000, 1500], [0, 1500], [0, 1000]]
    wood = {"type": "Polygon", "coordinates": [ring]}
    far = field(features=[{"type": "Feature", "properties": {"kind": "heavy_woods"}, "geometry": wood}])
    assert "r" not in far.knowledge.seen_by(BLUE)
    assert far.known_as(BLUE, "r") == "r"
    assert far.known_as(BLUE, "general-red") == "general-red"
    assert far.known_as(BLUE, CHIEF) == "General blue"


# -- an attack that comes to nothing


@pytest.mark.rule("CS-3.2m")
@pytest.mark.parametrize(
    "red, more, rule",
    [
        ((500, 740), {}, "CS-3.2m"),
        ((500, 740), {"movement": "forward"}, ""),
        ((500, 600), {}, ""),
        ((500, 600), {"target": ""}, "CS-3.2m"),
        ((500, 600), {"target": "", "movement": "forward"}, ""),
        ((500, 740), {"attack": "no"}, "CS-3.2m"),
        ((500, 600), {"attack": "no"}, ""),
        ((500, 740), {"attack": "no", "formation": "column_of_divisions"}, ""),
    ],
)
def test_an_attack_without_a_movement_chit_needs_its_target_in_range(red, more, rule):
    b = field(red=red)
    said = {"leader": CHIEF, "attack": "yes", "target": "r", **more}
    found, reason = refused(b, "order:a", **said)
    assert found == rule
    assert ("paces off" in reason) is bool(rule and more.get("target", "r"))


# -- aides


@pytest.mark.rule("CS-3.2a", "CS-3.3.2.2")
def test_an_aides_form_holds_what_the_unit_can_do():
    b = field(unit("a", at=(500, 500), arm="heavy_cavalry", men=240), unit("c", at=(800, 500)))
    listed = {option.key: option for option in decision(b).options}
    assert {"aide:a", "aide:c"} <= set(listed)
    horse, foot = (set(listed[f"aide:{name}"].fields["formation"].values) for name in ("a", "c"))
    assert "open_square" in foot - horse
    assert "column_of_squadrons" in horse - foot
    assert not {"embark", "lie_down", "build_works"} & set(listed["aide:a"].fields["special"].values)
    assert refused(b, "aide", leader=CHIEF, what="order", unit="a", formation="open_square")[0] == "CS-3.3.2.2"
    assert listed["aide"].fields["what"].values == ("mission",)


@pytest.mark.rule("CS-3.2a", "CS-3.2e")
def test_a_command_by_aide_is_seen_on_its_way():
    b = field(unit("a", at=(500, 1500)), leader=(500, 480))
    desk = Desk(b, BLUE)
    asked = desk.decision()
    answer = asked.answer("aide:a", leader=CHIEF, movement="forward")
    assert asked.refusal(answer) is None
    desk.take(replace(answer, values=asked.completed(answer)))
    (awaited,) = own(b).awaits
    assert (awaited.leader, awaited.words) == (CHIEF, "order: forward at the march")
    assert awaited.turn == 2 + 2 + 1  # a thousand paces are three rides of 480; it is acted on in the turn after
    assert own(b).held == ""
    assert "aide:a" in {option.key for option in decision(b).options}, "the second aide is still free"


@pytest.mark.rule("CS-3.2a")
def test_no_form_for_an_aide_when_all_are_away():
    b = field()
    for _ in range(2):
        desk = Desk(b, BLUE)
        asked = desk.decision()
        desk.take(asked.answer("aide:a", **asked.completed(asked.answer("aide:a", leader=CHIEF))))
    assert not [each.key for each in decision(b).options if each.key.startswith("aide")]
    assert refused(b, "aide:a", leader=CHIEF)[0] == "CS-3.2a"


# -- what has been told already


@pytest.mark.rule("CS-3.3.2b")
def test_the_order_in_force_is_shown_with_its_target_and_how_long_it_runs():
    b = field(red=(500, 640), state={"a": {"order": Order(Straight(), combat=Attack("r"), by=CHIEF)}})
    shown = own(b)
    assert shown.order == "forward at the march, attack r"
    assert shown.order_values == {"movement": "forward", "attack": "yes", "target": "r"}
    assert shown.target == "r"
    assert shown.order_note == "by General blue; turn after turn, until it is told otherwise"
    assert answers.to_order(shown.order_values) == order_text.bare(b.unit("a").order)


def test_the_order_of_an_enemy_names_no_target():
    b = field(red=(500, 640), state={"r": {"revealed": Order(combat=Attack("a")), "order": Order(combat=FireAt("a"))}})
    shown = own(b, "r")
    assert (shown.order, shown.target, shown.order_values, shown.nearest) == ("attack", "", {}, None)


def test_the_nearest_enemy_is_measured_between_the_nearest_parts():
    b = field(unit("a", at=(500, 500)), red=(640, 600))
    near = own(b).nearest
    assert (near.unit, near.paces) == ("r", b.survey.distance("a", "r"))
    assert near.band == "P2"


@pytest.mark.rule("CS-3.3.1a")
def test_an_order_in_person_tells_which_mission_it_ends():
    b = field(turn=1)
    run(command.play(b), says(BLUE, ("order:a", {"leader": CHIEF, "movement": "forward"})))
    assert any("; it leaves its mission (" in line for line in told(b))


# -- prices and prospects


@pytest.mark.rule("CS-3.2j", "CS-3.2k")
def test_a_preview_breaks_the_price_down():
    b = field(unit("a", at=(500, 1000)), leader=(500, 480))
    found = preview(b, "order:a", leader=CHIEF, movement="forward")
    assert (found.cost, found.left) == (3, 2)
    assert [(each.rule, each.value) for each in found.price] == [("CS-3.2k", 1), ("CS-3.2j", 2)]
    assert sum(each.value for each in found.price) == found.cost


@pytest.mark.rule("CS-3.2j", "CS-3.2o")
def test_the_generals_ride_is_told_and_drawn_before_the_order_is_placed():
    b = field(unit("a", at=(500, 1000)), unit("c", at=(500, 500)), leader=(500, 480))
    b.world.leaders[CHIEF] = replace(b.world.leaders[CHIEF], attached="c")
    found = preview(b, "order:a", leader=CHIEF, movement="forward")
    desk = Desk(b, BLUE)
    asked = desk.decision()
    answer = asked.answer("order:a", leader=CHIEF, movement="forward")
    before = b.world.leaders[CHIEF]
    desk.take(replace(answer, values=asked.completed(answer)))
    now = b.world.leaders[CHIEF]
    paces = -((before.position[1] - now.position[1]) // SUB)
    assert paces > 300
    assert found.notes[-1] == f"General blue rides {paces} paces to say it, and leaves c"
    (line,) = found.lines
    assert line.points == (spot(before.position), spot(now.position))
    assert now.attached == ""


@pytest.mark.rule("CS-3.2o")
def test_who_is_heard_where_he_stands_does_not_ride():
    found = preview(field(), "order:a", leader=CHIEF, movement="forward")
    assert not found.lines
    assert not any("rides" in note for note in found.notes)


@pytest.mark.rule("CS-3.2a", "CS-3.2e")
def test_an_aide_rides_instead_of_the_general():
    b = field(unit("a", at=(500, 1500)), leader=(500, 480))
    found = preview(b, "aide:a", leader=CHIEF, movement="forward")
    assert (found.lines, found.arrives) == ((), 4)
    assert (found.acts, found.acts_rule) == (5, "CS-3.2e"), "it is acted on in the turn after he is there"
    assert preview(b, "order:a", leader=CHIEF, movement="forward").acts == 0


@pytest.mark.rule("CS-6.1a", "CS-3.3.2b")
@pytest.mark.parametrize(
    "paces, goes, left", [(80, 80, ""), (120, 120, ""), (300, 120, "180 of 300 paces"), (0, 120, "")]
)
def test_a_preview_tells_how_far_it_goes_now_and_how_far_later(paces, goes, left):
    b = field()
    (seen,) = preview(b, "order:a", leader=CHIEF, movement="forward", paces=paces).units
    assert [span.text for span in seen.track if span.style == "full"] == [f"{goes} paces"]
    assert [row.value for row in seen.rows if row.label == "Still to go after this turn"] == ([left] if left else [])


def test_a_preview_gives_the_odds_at_the_end_of_the_planned_move():
    b = field(red=(500, 700))
    before = b.unit("a")
    far = preview(b, "order:a", leader=CHIEF, target="r")
    assert [each.refusal for each in far.units[0].odds] == ["out of range: 200 paces, its fire carries 120"]
    near = preview(b, "order:a", leader=CHIEF, movement="forward", target="r")
    volley = near.units[0].odds[0]
    assert volley.paces == b.survey.distance("a", "r") - 120
    assert volley.mean > 0
    assert "a would come to 80 paces from r" in near.notes
    close = preview(b, "order:a", leader=CHIEF, movement="forward", gait="double", attack="yes", target="r")
    assert [each.title for each in close.units[0].odds][-1] == "Close combat"
    assert "a would close with r, if it stays where it is" in close.notes
    assert b.unit("a") is before
    assert b.survey.distance("a", "r") == 200


@pytest.mark.rule("CS-3.2m")
def test_a_charge_that_falls_short_says_so_and_when_it_would_be_there():
    b = field(red=(500, 700))
    short = preview(b, "order:a", leader=CHIEF, movement="forward", attack="yes", target="r")
    (denied,) = [each for each in short.units[0].odds if each.check == "close-combat"]
    assert denied.refusal == "no contact this turn: a comes to 80 paces, at this gait 1 more turn off"
    assert (denied.chances, denied.modifiers) == ((), ())
    # who does not attack is told nothing of a fight
    fires = preview(b, "order:a", leader=CHIEF, movement="forward", target="r")
    assert not [each for each in fires.units[0].odds if each.check == "close-combat"]
    b.world.units["a"] = replace(b.unit("a"), order=answers.to_order(CHARGE | {"gait": "march"}))
    (hovered,) = [each for each in GAME.odds(b, BLUE, "a", "r") if each.check == "close-combat"]
    assert hovered.refusal == denied.refusal
    comes = preview(b, "order:a", **CHARGE)
    assert "the odds leave out what fire on the way may cost a" in comes.notes


CHARGE = {"leader": CHIEF, "movement": "forward", "gait": "double", "attack": "yes", "target": "r"}


def between_them(*, status="resolute", x=500):
    """A red unit q on the way from a to r, or beside it."""
    own = unit("a", at=(500, 500)), unit("c", at=(800, 500)), unit("q", RED, at=(x, 620), facing=180, men=200)
    return field(*own, red=(500, 700), state={"q": {"status": status}})


@pytest.mark.rule("CS-3.2m", "CS-1.2.2a")
@pytest.mark.parametrize("status", ["resolute", "broken"])
def test_a_preview_of_a_charge_tells_who_is_in_the_way_and_the_odds_against_him(status):
    b = between_them(status=status)
    found = preview(b, "order:a", **CHARGE)
    assert "q in the way: a would close with q, not with r, if nobody else moves" in found.notes
    (seen,) = found.units
    assert [each.title for each in seen.odds][-1] == "Close combat, against q"
    assert "r" not in {each.title.split()[-1] for each in seen.odds}
    front = seen.places[-1].y
    assert 590 < front < 620, "it is drawn where it stops, not beyond him"
    b.world.units["a"] = replace(b.unit("a"), order=answers.to_order(CHARGE))
    (hovered,) = [each for each in GAME.odds(b, BLUE, "a", "r") if each.check == "close-combat"]
    assert (hovered.refusal, hovered.chances) == ("q in the way: it would close with q", ())
    (met,) = [each for each in GAME.odds(b, BLUE, "a", "q") if each.check == "close-combat"]
    assert met.chances


@pytest.mark.rule("CS-3.2m", "CS-1.2.2a")
def test_the_charge_ends_where_its_preview_said():
    b = between_them()
    b.world.units["a"] = replace(b.unit("a"), order=answers.to_order(CHARGE))
    run(movement.play(b))
    (closed,) = [each for each in events(b, "closed") if each.units["unit"] == "a"]
    assert closed.units["enemy"] == "q"


@pytest.mark.rule("CS-6.2d", "CS-3.2m")
def test_a_preview_reckons_only_the_way_up_to_where_the_enemy_stops_it():
    """A wall lies between the place of contact and the place that it would come to if nobody stood there."""

    def walled():
        wall = {
            "type": "Feature",
            "properties": {"kind": "wall"},
            "geometry": {"type": "LineString", "coordinates": [[300, 575], [700, 575]]},
        }
        return field(red=(500, 590), features=[wall])

    b = walled()
    (seen,) = preview(b, "order:a", **CHARGE).units
    assert (seen.penalties, [row for row in seen.rows if "disorder" in row.label]) == ((), [])
    assert "disorder marker" not in {each.label for each in seen.odds[-1].modifiers if not each.side}
    (goes,) = [span.text for span in seen.track if span.style == "full"]
    b.world.units["a"] = replace(b.unit("a"), order=answers.to_order(CHARGE))
    before = b.unit("a").position
    assert "disorder marker" not in {each.label for each in GAME.odds(b, BLUE, "a", "r")[-1].modifiers if not each.side}
    run(movement.play(b))
    assert (events(b, "closed")[0].units["enemy"], b.unit("a").disorder) == ("r", 0)
    went = (b.unit("a").position[1] - before[1]) / SUB
    assert int(goes.split()[0]) == pytest.approx(went, abs=4)


def test_who_stands_beside_the_way_is_not_in_it():
    b = between_them(x=900)
    found = preview(b, "order:a", **CHARGE)
    assert "a would close with r, if it stays where it is" in found.notes
    assert [each.title for each in found.units[0].odds][-1] == "Close combat"


def test_an_advance_without_a_target_tells_before_whom_it_stops():
    b = between_them()
    found = preview(b, "order:a", leader=CHIEF, movement="forward", gait="double")
    assert "q in the way: a would stop short of it" in found.notes
    assert found.units[0].places[-1].y < 605


# -- the council


@pytest.mark.rule("CS-3.3.1a")
def test_who_says_hold_at_the_council_leaves_the_rest_without_a_mission():
    b = field(turn=1)
    mission = {"leader": CHIEF, "units": ["a"], "kind": "defense"}
    run(command.play(b), says(BLUE, ("mission", mission), ("hold", {}), kind="council"))
    assert b.unit("a").mission
    assert (b.unit("c").mission, b.unit("c").order) == ("", None)
    assert b.unit("r").mission, "the other side said nothing of the kind"


@pytest.mark.rule("CS-3.3.1a")
def test_the_council_tells_beforehand_who_would_get_what():
    b = field(turn=1)
    given = preview(b, "done", kind="council").lines
    held = preview(b, "hold", kind="council")
    assert [each.units for each in given] == [("a", "c")]
    assert not held.lines
    assert "2 units on the table without a mission" in held.notes[0]
    run(command.play(b))
    (made,) = events(b, "mission")[:1]
    assert given[0].words.startswith(made.values["kind"])
    assert [made.units[role] for role in ("unit", "unit_2")] == ["a", "c"]


def test_a_persons_done_at_the_council_is_hold_and_the_default_is_not():
    b = field(turn=1)
    asked = next(iter(next(command.play(b))))
    assert (asked.kind, asked.done, asked.default.option) == ("council", "hold", "done")
    assert asked.data()["done"] == "hold"


# -- missions


@pytest.mark.rule("CS-3.3.1a", "CS-3.3.1e")
@pytest.mark.parametrize("movement, fits", [("forward", True), ("backward", False)])
def test_who_is_to_attack_steps_back_only_by_order(movement, fits):
    b = field()
    mission = Mission("m", BLUE, "attack", ("a",), objective=(500, 1500), leader=CHIEF, given=2)
    b.world.missions["m"] = prepared(b, mission)
    b.world.units["a"] = replace(b.unit("a"), mission="m")
    assert (refused(b, "mark:a", movement=movement)[0] == "") is fits


@pytest.mark.rule("CS-3.3.1a")
def test_a_unit_on_a_mission_is_offered_first_what_is_free_and_keeps_it_to_it():
    b = field()
    b.world.missions["m"] = Mission("m", BLUE, "attack", ("a",), (500, 900), leader=CHIEF)
    b.world.units["a"] = replace(b.unit("a"), mission="m")
    keys = [option.key for option in decision(b).options if option.about == "a"]
    assert keys[:2] == ["mark:a", "order:a"]
    assert next(option.key for option in decision(b).options if option.about == "c") == "order:c"


@pytest.mark.rule("CS-3.3.1a")
def test_the_goal_of_a_mission_is_named():
    b = field()
    b.world.missions["m"] = Mission("m", BLUE, "attack", ("a",), (500, 900), leader=CHIEF)
    (way,) = GAME.picture(view(b, BLUE), briefing(b, BLUE)).lines
    assert way.words == "attack: square C11"
