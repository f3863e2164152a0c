"""Orders in play: what a unit may be told as it stands, and why not."""

import pytest
from msgspec import convert, json
from msgspec.structs import replace

from grognard.army.footprints import formations
from grognard.systems.cold_steel.game import GAME
from grognard.systems.cold_steel.maneuver.forming import change_of
from grognard.systems.cold_steel.orders import answers, drill, judging, options, order_text
from grognard.systems.cold_steel.staging import BLUE, RED, events, run, stage, unit
from grognard.systems.cold_steel.table.state import (
    Abandoned,
    Attack,
    Brigade,
    Command,
    Converge,
    Detach,
    FallBack,
    FireAt,
    FormationChit,
    Forming,
    Halted,
    Marching,
    MoveBoat,
    Oblique,
    Order,
    PlainChit,
    Rider,
    Straight,
    TakePlace,
    UnitState,
    WalkingFire,
    Wheel,
    Withdraw,
)
from grognard.systems.cold_steel.table.state.earlier import UNSAID


def field(*units, foe=(500, 1500), **more):
    troops = units or (unit("a", at=(500, 500)),)
    return stage(*troops, unit("r", RED, at=foe, facing=180), phase="command", **more)


def why(b, order, who="a"):
    """The rule by which an order is refused; nothing if it is not."""
    found = judging.judge_order(b, who, order)
    return found.rule if found else ""


GUNS = unit("a", at=(500, 500), arm="foot_artillery", men=120)
HORSE = unit("a", at=(500, 500), arm="light_cavalry", men=300)


@pytest.mark.rule("CS-3.2m")
@pytest.mark.parametrize(
    "order, rule",
    [
        (Order(Straight(gait="double"), formation=FormationChit("column_of_divisions"), combat=Attack()), ""),
        (Order(Straight()), ""),
        (Order(formation=FormationChit("open_square")), ""),
        (Order(combat=Attack()), ""),
        (Order(), ""),
        (Order(Straight(), special=PlainChit("reform")), "CS-3.2m"),
        (Order(combat=Attack(), special=PlainChit("reform")), "CS-3.2m"),
    ],
)
def test_chits_that_make_one_order(order, rule):
    assert why(field(), order) == rule


@pytest.mark.rule("CS-3.3.2.1a")
@pytest.mark.parametrize(
    "troops, order, rule",
    [
        (None, Order(Oblique(20, gait="double")), "CS-3.3.2.1a"),
        (None, Order(Oblique(22, gait="quick")), ""),
        (None, Order(Oblique(-23, gait="quick")), "CS-3.3.2.1b"),
        (None, Order(Straight("backward", gait="quick")), "CS-3.3.2.1a"),
        (None, Order(Straight("prolong")), "CS-3.3.2.1a"),
        (None, Order(Wheel()), "CS-3.3.2.1a"),
        (None, Order(Wheel(-45)), ""),
        (HORSE, Order(Straight("backward")), "CS-3.3.2.1a"),
        (HORSE, Order(Straight(gait="double")), ""),
        (GUNS, Order(Straight()), "CS-6.1a"),
        (GUNS, Order(Straight("prolong")), ""),
        (GUNS, Order(Wheel(20)), ""),
        (GUNS, Order(Straight(), formation=FormationChit("limbered")), ""),
        (GUNS, Order(formation=FormationChit("column_of_companies")), "CS-3.3.2.2"),
    ],
)
def test_what_each_arm_can_be_told(troops, order, rule):
    b = field(troops) if troops else field()
    assert why(b, order) == rule


@pytest.mark.rule("CS-3.3.2.1a")
def test_nobody_is_ordered_to_fall_back_but_by_automatic_order():
    b = field()
    assert why(b, Order(FallBack())) == "CS-3.3.2.1a"
    assert why(b, Order(FallBack(), by="automatic:fall_back")) == ""


@pytest.mark.rule("CS-5.2.3b", "CS-5.2.3c")
@pytest.mark.parametrize("status, rule", [("broken", "CS-5.2.3b"), ("routed", "CS-5.2.3c"), ("determined", "")])
def test_those_who_run_obey_nobody(status, rule):
    assert why(field(state={"a": {"status": status}}), Order(Straight())) == rule


@pytest.mark.rule("CS-6.7.1c", "CS-A.1d")
def test_a_change_of_formation_is_finished_first():
    b = field(state={"a": {"forming": Forming("line", quarters=1)}})
    assert why(b, Order(Straight())) == "CS-A.1d"
    assert why(b, Order()) == "CS-A.1d"


@pytest.mark.rule("CS-5.2.3a")
@pytest.mark.parametrize(
    "facing, order, rule",
    [
        (0, Order(Straight()), "CS-5.2.3a"),
        (0, Order(Oblique(22)), "CS-5.2.3a"),
        (0, Order(Straight("backward")), ""),
        (180, Order(Straight("backward")), "CS-5.2.3a"),
        (92, Order(Straight()), ""),
        (180, Order(Straight()), ""),
        (180, Order(Wheel(150)), "CS-5.2.3a"),
        (0, Order(Wheel(90)), ""),
        (0, Order(formation=FormationChit("column_of_divisions")), ""),
    ],
)
def test_wavering_troops_do_not_go_toward_the_enemy(facing, order, rule):
    b = field(unit("a", at=(500, 500), facing=facing), foe=(500, 900), state={"a": {"status": "wavering"}})
    assert why(b, order) == rule


@pytest.mark.rule("CS-5.2.3a")
def test_wavering_troops_fear_only_what_they_see():
    wood = {
        "type": "Feature",
        "properties": {"kind": "heavy_woods"},
        "geometry": {"type": "Polygon", "coordinates": [[[0, 600], [3000, 600], [3000, 1200], [0, 1200], [0, 600]]]},
    }
    b = field(foe=(500, 1900), features=[wood], state={"a": {"status": "wavering"}})
    assert why(b, Order(Straight())) == ""


@pytest.mark.rule("CS-9.1b")
@pytest.mark.parametrize("gap, rule", [(20, "CS-9.1b"), (21, "")])
def test_who_is_in_close_combat_fights_on(gap, rule):
    b = field(foe=(500, 500 + gap))
    assert why(b, Order(Straight("backward"))) == rule
    assert why(b, Order(formation=FormationChit("column_of_divisions"))) == rule
    assert why(b, Order(Straight(), combat=Attack())) == ""


@pytest.mark.rule("CS-9.1b")
def test_a_running_enemy_holds_nobody():
    b = field(foe=(500, 510), state={"r": {"status": "routed"}})
    assert why(b, Order(Straight("backward"))) == ""


@pytest.mark.rule("CS-3.3.2.3a")
@pytest.mark.parametrize("gap, rule", [(20, "CS-3.3.2.3a"), (21, "")])
def test_reforming_needs_room(gap, rule):
    b = field(foe=(500, 500 + gap), state={"r": {"status": "broken"}})
    assert why(b, Order(special=PlainChit("reform"))) == rule


@pytest.mark.rule("CS-3.3.2.3ab")
def test_lying_down_and_getting_up():
    b = field()
    assert why(b, Order(special=PlainChit("lie_down"))) == ""
    assert why(b, Order(special=PlainChit("stand_up"))) == "CS-3.3.2.3ab"
    b = field(state={"a": {"prone": True}})
    assert why(b, Order(Straight())) == "CS-3.3.2.3ab"
    assert why(b, Order(formation=FormationChit("open_square"))) == "CS-3.3.2.3ab"
    assert why(b, Order(special=PlainChit("stand_up"))) == ""
    assert why(field(HORSE), Order(special=PlainChit("lie_down"))) == "CS-3.3.2.3ab"


@pytest.mark.rule("CS-3.3.2.3ab")
def test_it_lies_down_at_once_when_the_chits_are_turned():
    from grognard.systems.cold_steel.phases import command

    b = field(state={"a": {"order": Order(special=PlainChit("lie_down"))}})
    b.world.turn = 2
    run(command.play(b))
    assert b.unit("a").prone
    assert GAME.tell(b, events(b, "lay_down")[0]) == "a lies down"


@pytest.mark.rule("CS-6.7")
def test_irregulars_have_no_formations():
    b = field(unit("a", at=(500, 500), arm="irregular"))
    assert why(b, Order(formation=FormationChit("line"))) == "CS-6.7"
    assert options.order_option(b, "a").fields["formation"].values == ("",)
    assert why(b, Order(special=PlainChit("reform"))) == "CS-3.3.2.3a"


@pytest.mark.rule("CS-3.3.2.3q", "CS-3.3.2.3j")
def test_skirmishers_are_sent_out_once_and_recalled_once():
    b = field()
    assert why(b, Order(special=PlainChit("recall_skirmishers"))) == "CS-3.3.2.3q"
    b.world.units["a"] = replace(b.unit("a"), skirmishers="a/skirmishers")
    assert why(b, Order(special=PlainChit("send_skirmishers"))) == "CS-3.3.2.3j"
    assert why(b, Order(special=PlainChit("recall_skirmishers"))) == ""


@pytest.mark.rule("CS-3.3.2.3h")
@pytest.mark.parametrize("gap, rule", [(20, ""), (21, "CS-3.3.2.3h")])
def test_guns_are_spiked_within_reach(gap, rule):
    b = field()
    b.world.abandoned["g"] = Abandoned("g", RED, (500 * 16, (500 + gap) * 16), 4)
    assert why(b, Order(special=PlainChit("spike_guns"))) == rule


@pytest.mark.rule("CS-3.2m")
def test_one_points_out_only_what_one_sees():
    b = field()
    assert why(b, Order(Straight(), combat=FireAt("r"))) == ""
    assert why(b, Order(Straight(), combat=FireAt("a"))) == "CS-3.2m"
    assert why(b, Order(Straight(), combat=FireAt("nobody"))) == "CS-3.2m"


@pytest.mark.rule("CS-3.3.2.2")
@pytest.mark.parametrize(
    "side, formation, made, quarters",
    [
        (BLUE, "column_of_divisions", "column_of_divisions", 2),
        (BLUE, "attack_column", "attack_column", 2),
        (BLUE, "open_square", "open_square", 2),
        (BLUE, "march_column", "march_column", 5),
        (RED, "attack_column", "attack_column", 2),
        (RED, "open_square", "closed_square", 3),
    ],
)
def test_armies_name_formations_their_own_way(side, formation, made, quarters):
    b = stage(unit("a", side, at=(500, 500)), unit("z", RED if side == BLUE else BLUE, at=(500, 2500)))
    found = drill.formation_change(b, "a", formation)
    assert (found.formation, found.quarters) == (made, quarters)


@pytest.mark.rule("CS-3.3.2.2", "CS-A.4a", "CS-A.5a")
def test_horse_and_guns_have_their_own_times():
    b = field(HORSE, unit("g", at=(900, 500), arm="foot_artillery", men=120))
    assert drill.formation_change(b, "a", "column_of_squadrons").quarters == 3
    assert drill.formation_change(b, "a", "line").rule == "CS-A.4a"
    assert drill.formation_change(b, "g", "limbered").rule == "CS-A.5a"
    assert drill.formation_change(b, "g", "unlimbered_open").quarters == 2


@pytest.mark.rule("CS-3.3.2.3ac")
def test_foot_garrisons_only_what_it_stands_in():
    farm = {
        "type": "Feature",
        "properties": {"kind": "building"},
        "geometry": {"type": "Polygon", "coordinates": [[[400, 400], [600, 400], [600, 600], [400, 600], [400, 400]]]},
    }
    assert why(field(), Order(formation=FormationChit("garrison"))) == "CS-3.3.2.3ac"
    b = field(features=[farm])
    assert why(b, Order(formation=FormationChit("garrison"))) == ""
    b.world.units["a"] = replace(b.unit("a"), formation="garrison")
    assert why(b, Order(formation=FormationChit("line"))) == ""


@pytest.mark.rule("CS-3.3.2a")
def test_an_order_and_an_answer_say_the_same():
    order = Order(Wheel(-30, gait="quick", paces=60, pays_frontage=True), combat=Attack("r"))
    assert answers.to_order(answers.from_order(order)) == order
    assert answers.to_order({}) == Order()
    assert order_text.said(order) == "wheel 30 degrees left at the quick, 60 paces, attack"
    assert order_text.said(Order()) == "halt"


@pytest.mark.rule("CS-3.2p")
def test_turned_over_chits_do_not_say_who_gave_them():
    assert order_text.bare(Order(Straight(), by="mission", rule="CS-3.3.1a")) == Order(Straight())
    assert order_text.bare(None) is None


@pytest.mark.rule("CS-3.3.2.2")
@pytest.mark.parametrize("arm, men", [("infantry", 600), ("light_cavalry", 400), ("foot_artillery", 120)])
@pytest.mark.parametrize("side", [BLUE, RED])
def test_what_may_be_ordered_is_what_will_be_formed(side, arm, men):
    """The command phase and the movement phase reckon alike."""
    b = stage(unit("a", side, at=(500, 500), arm=arm, men=men), unit("z", BLUE if side == RED else RED, at=(500, 2500)))
    for start in (each for each in formations(b.entry("a").unit) if each != "irregular"):
        b.world.units["a"] = replace(b.unit("a"), formation=start)
        b.restarted(b.world)
        for wanted in drill.changes(b, "a"):
            planned = drill.formation_change(b, "a", wanted)
            if isinstance(planned, drill.Change):
                done = change_of(b, "a", Order(formation=FormationChit(wanted)))
                assert (done.to, done.quarters) == (planned.formation, planned.quarters), (start, wanted)


TOLD = [
    Order(),
    Order(Straight("backward", paces=30), by="general-blue", rule="CS-3.2m"),
    Order(Straight(gait="quick", pays_frontage=True, through=True), FormationChit("line", "half", "left"), Attack("r")),
    Order(Straight(), combat=WalkingFire("r")),
    Order(Oblique(-20, gait="quick"), combat=FireAt("r")),
    Order(Wheel(45, "conversion", paces=1), combat=Attack(walking=True)),
    Order(FallBack("quick", "r"), by="automatic:fall_back", rule="CS-4.1i"),
    Order(Withdraw("quick", "r", 61), FormationChit("limbered"), by="automatic:withdraw"),
    Order(Halted(Oblique(13, gait="quick"))),
    Order(special=PlainChit("reform")),
    Order(special=MoveBoat(270, 40)),
    Order(special=Brigade(("b", "c")), formation=FormationChit("line")),
    Order(special=Converge(("b",))),
    Order(special=Detach(2)),
    Order(special=TakePlace(-20, 40)),
]


@pytest.mark.parametrize("order", TOLD, ids=lambda order: order_text.said(order))
def test_orders_of_battles_saved_before_they_had_parts_are_read(order):
    """Then an order was one record with nineteen fields, those that went without saying left out."""
    flat = {name: value for name, value in order.first_written().items() if value != UNSAID[name]}
    assert not flat.keys() & {"move", "combat"}
    read = UnitState.written_now({"order": json.decode(json.encode(flat)), "disorder": 2})
    assert read["disorder"] == 2
    assert convert(read["order"], Order) == order
    carried = Rider.written_now({"carries": {"kind": "order", "order": flat}})
    assert convert(carried["carries"], Command).order == order


@pytest.mark.parametrize("order", TOLD, ids=lambda order: order_text.said(order))
def test_orders_are_read_as_they_are_written_now(order):
    written = json.decode(json.encode(order))
    assert UnitState.written_now({"order": written}) == {"order": written}
    assert convert(written, Order) == order


@pytest.mark.parametrize("order", [each for each in TOLD if not each.by.startswith("automatic")])
def test_every_order_that_a_player_can_give_has_its_fields_in_an_answer(order):
    said = replace(order, by="", rule="")
    if isinstance(said.move, Marching):
        said = replace(said, move=replace(said.move, through=False))  # officers alone pass through friends
    assert answers.to_order(answers.from_order(said)) == said
