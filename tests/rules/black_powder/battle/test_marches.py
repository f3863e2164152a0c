"""Moves on the table: initiative, formations, guns, friends in the way, drafts that bind a move."""

import pytest
from msgspec.structs import replace

from grognard.systems.black_powder.acts.marching import march
from grognard.systems.black_powder.acts.orders import give
from grognard.systems.black_powder.facts import fire
from grognard.systems.black_powder.staging import INCH, RED, events, run, stage, unit
from grognard.systems.black_powder.table.orders import Order
from grognard.systems.black_powder.turn import command, initiative, standing

from .inches import at, paces, where

CHIEF = "brigadier-blue-1"
FAR = unit("r", RED, at=(66, 46), facing=180)


def go(b, name, order, moves=1, by="order", **more):
    return run(march(b, name, order, moves, by, **more))


# -- initiative


@pytest.mark.rule("BP-CMD-7")
def test_initiative_is_one_move_of_those_near_the_enemy():
    b = stage(
        unit("a", at=(20, 20)), unit("far", at=(50, 4)), unit("r", RED, at=(20, 31), facing=180), phase="initiative"
    )
    seen = []

    def choose(decision):
        seen.append([option.key for option in decision.options])
        if b.unit("a").moved_by:
            return decision.default
        return decision.answer("move:a", to=paces(20, 26))

    run(initiative.initiative_moves(b), choose)
    assert where(b, "a") == (20, 26)
    assert b.unit("a").moved_by == "initiative"
    assert not any(key.endswith(":far") for key in seen[0])
    assert command.decision(b, CHIEF).option("move:a") is None  # and no order any more


@pytest.mark.rule("BP-DISM-1", "BP-CMD-7")
def test_the_disordered_can_only_retire():
    b = stage(unit("a", at=(20, 20), disordered=True), unit("r", RED, at=(20, 30), facing=180), phase="initiative")

    def choose(decision):
        words = {option.key for option in decision.options}
        assert words == {"done", "retire:a"}
        return decision.answer("retire:a")

    run(initiative.initiative_moves(b), choose)
    assert where(b, "a") == (20, 8)
    assert (b.unit("a").heading, b.unit("a").disordered) == (0, True)


# -- formations


@pytest.mark.rule("BP-MOVE-2", "BP-FORM-1")
@pytest.mark.parametrize("formation", ["attack_column", "march_column", "square", "mixed_line"])
def test_formations_keep_their_middle(formation):
    b = stage(unit("a", at=(20, 20)), FAR)
    before = b.survey.middle("a")
    assert go(b, "a", Order("form", formation=formation)) == 1
    after = b.survey.middle("a")
    assert b.unit("a").formation == formation
    assert abs(before[0] - after[0]) + abs(before[1] - after[1]) <= 2


@pytest.mark.rule("BP-GRANDE-6", "BP-GRANDE-7")
@pytest.mark.parametrize("dice, casualties, formation", [([4], 0, "line"), ([3], 1, "line"), ([1, 1], 2, "line")])
def test_a_grande_bande_reforms(dice, casualties, formation):
    b = stage(unit("a", at=(20, 20), formation="grande_bande", special=("light_infantry",)), FAR, dice=dice)
    go(b, "a", Order("form", formation="line"))
    assert (b.unit("a").formation, b.unit("a").casualties) == (formation, casualties)


@pytest.mark.rule("BP-GRANDE-1", "BP-GRANDE-6")
def test_only_light_infantry_becomes_a_grande_bande():
    b = stage(unit("a", at=(20, 20)), unit("l", at=(40, 20), special=("light_infantry",)), FAR)
    told = command.decision(b, CHIEF)
    assert "grande_bande" not in told.option("form:a").fields["formation"].values
    assert go(b, "l", Order("form", formation="grande_bande")) == 1
    assert b.unit("l").formation == "grande_bande"


@pytest.mark.rule("BP-CAVF-1", "BP-CAVF-2")
def test_cavalry_forms_echelon_in_the_draft():
    horse = (
        unit("c", at=(20, 20), arm="light_cavalry"),
        unit("s", at=(45, 20), arm="light_cavalry", size="small"),
        FAR,
    )

    def may_form(*variants):
        told = command.decision(stage(*horse, variants=variants), CHIEF)
        return ["echelon" in told.option(f"form:{each}").fields["formation"].values for each in "cs"]

    assert may_form() == [False, False]
    assert may_form("cavalry-formations") == [True, False]


# -- guns


@pytest.mark.rule("BP-ARTM-1", "BP-ARTM-3")
@pytest.mark.parametrize("dice", [[4, 4], [5, 4]])
def test_a_battery_moves_and_unlimbers_even_on_a_failed_order(dice):
    b = stage(
        unit("g", at=(20, 4), arm="foot_artillery", formation="limbered"), FAR, dice=dice, states={CHIEF: {"staff": 7}}
    )
    run(give(b, CHIEF, ("g",), Order("move", to=at(20, 12), formation="unlimbered", facing=90), "order"))
    assert (b.unit("g").formation, b.unit("g").heading, b.unit("g").moves) == ("unlimbered", 90, 1)


@pytest.mark.rule("BP-ARTM-4")
def test_limbering_costs_a_move():
    b = stage(unit("g", at=(20, 10), arm="foot_artillery"), FAR)
    assert go(b, "g", Order("move", to=at(20, 40), formation="limbered"), 1) == 1
    assert b.unit("g").formation == "limbered"
    limbered = b.survey.middle("g")
    b = stage(unit("g", at=(20, 10), arm="foot_artillery"), FAR)
    assert go(b, "g", Order("move", to=at(20, 40), formation="limbered"), 2) == 2
    assert b.survey.middle("g")[1] - limbered[1] == 12 * INCH * 16


@pytest.mark.rule("BP-ARTM-5", "BP-ARTM-6")
@pytest.mark.parametrize("gun, far", [("6_pounder", 6), ("4_pounder", 12), ("12_pounder", 6)])
def test_guns_on_the_prolong(gun, far):
    b = stage(unit("g", at=(20, 4), arm="foot_artillery", gun=gun), FAR)
    assert go(b, "g", Order("prolong", to=at(20, 44)), 3) == 3
    assert where(b, "g") == (20, 4 + 3 * far)
    assert b.unit("g").gun_move == "prolong"


@pytest.mark.rule("BP-ARTM-6")
@pytest.mark.parametrize(
    "word, most, dice, fires, prolonged",
    [
        ("prolong", 1, [4, 4], True, True),
        ("prolong", 3, [4, 4], False, True),
        ("prolong", 3, [6, 5], True, False),
        ("hand_haul", 1, [4, 4], True, False),
    ],
)
def test_fire_after_guns_were_dragged(word, most, dice, fires, prolonged):
    b = stage(unit("g", at=(20, 10), arm="foot_artillery"), unit("r", RED, at=(20, 34), facing=180), dice=dice)
    run(give(b, CHIEF, ("g",), Order(word, to=at(20, 15), most=most, keep_front=True), "order"))
    assert (fire.why_not(b, "g", "r") is None) is fires
    assert fire.fire_facts(b, "g", "r").ours.prolonged is prolonged


@pytest.mark.rule("BP-ARTM-8")
def test_guns_hauled_by_hand():
    b = stage(unit("g", at=(20, 20), arm="foot_artillery"), FAR)
    told = command.decision(b, CHIEF)

    def rule(**values):
        found = told.refusal(told.answer("hand_haul:g", **values))
        return found.rule if found else ""

    assert rule(to=paces(20, 26)) == ""
    assert rule(to=paces(20, 14)) == ""
    assert rule(to=paces(20, 27)) == "BP-ARTM-8"
    assert rule(to=paces(26, 20)) == "BP-ARTM-8"
    assert rule(to=paces(20, 23), facing=45) == ""
    assert rule(to=paces(20, 23), facing=50) == "BP-ARTM-8"
    assert go(b, "g", Order("hand_haul", to=at(20, 14), keep_front=True), 1) == 1
    assert (where(b, "g"), b.unit("g").heading) == ((20, 14), 0)


@pytest.mark.rule("BP-MOVE-3")
@pytest.mark.parametrize("kind, reached", [("building", 26), ("field", 32)])
def test_who_goes_into_a_building_has_so_much_less_of_his_move(kind, reached):
    """Six inches for the door, out of twelve; open fields ask for none."""
    corners = [paces(*each) for each in ((10, 24), (30, 24), (30, 36), (10, 36), (10, 24))]
    geometry = {"type": "Polygon", "coordinates": [corners]}
    house = {"type": "Feature", "properties": {"kind": kind}, "geometry": geometry}
    b = stage(unit("a", at=(20, 20)), FAR, features=[house])
    go(b, "a", Order("move", to=at(20, 40)))
    assert where(b, "a") == (20, reached)


@pytest.mark.rule("BP-MOVE-3", "BP-WOODS-4")
def test_woods_slow_cavalry():
    wood = {
        "type": "Feature",
        "geometry": {"type": "Polygon", "coordinates": [[[0, 150], [600, 150], [600, 700], [0, 700], [0, 150]]]},
        "properties": {"kind": "heavy_woods", "name": "a wood"},
    }
    b = stage(unit("c", at=(20, 4), arm="light_cavalry"), FAR, features=[wood])
    go(b, "c", Order("move", to=at(20, 44)))
    assert where(b, "c") == (20, 16)


# -- friends


@pytest.mark.rule("BP-MOVE-4")
def test_passing_through_a_friend():
    b = stage(unit("a", at=(20, 10), formation="attack_column"), unit("f", at=(20, 16)), FAR, variants=())
    go(b, "a", Order("move", to=at(20, 22)))
    assert where(b, "a") == (20, 22)
    assert not b.unit("a").disordered


@pytest.mark.rule("BP-POL-1", "BP-POL-2")
@pytest.mark.parametrize(
    "order, group, dice, end, disordered",
    [
        ({}, False, [], 14, (False, False)),
        ({"passage": True}, False, [3, 4], 22, (True, False)),
        ({"passage": True}, False, [4, 3], 22, (False, True)),
        ({"passage": True}, True, [3, 2], 22, (False, True)),
    ],
)
def test_a_passage_of_lines(order, group, dice, end, disordered):
    b = stage(
        unit("a", at=(20, 10), formation="attack_column"),
        unit("f", at=(20, 16)),
        FAR,
        dice=dice,
        variants=("passage-of-lines",),
    )
    go(b, "a", Order("move", to=at(20, 22), **order), brigade_order=group)
    assert where(b, "a")[1] == pytest.approx(end, abs=1)
    assert (b.unit("a").disordered, b.unit("f").disordered) == disordered


@pytest.mark.rule("BP-POL-3")
def test_guns_are_passed_without_a_word():
    b = stage(
        unit("a", at=(20, 8), formation="attack_column"), unit("g", at=(20, 14), arm="foot_artillery"), FAR,
        dice=[], variants=("passage-of-lines",),
    )  # fmt: skip
    go(b, "a", Order("move", to=at(20, 20)))
    assert where(b, "a") == (20, 20)
    assert not events(b, "passage")


@pytest.mark.rule("BP-POL-4", "BP-MOVE-4")
@pytest.mark.parametrize(
    "passage, dice, goes, disordered",
    [(False, [], False, False), (True, [4, 4, 4], True, False), (True, [3, 4, 4], True, True)],
)
def test_a_charge_through_the_gap_between_two_friends(passage, dice, goes, disordered):
    b = stage(
        unit("a", at=(20, 10), formation="attack_column"),
        unit("f", at=(16.1, 14)),
        unit("g", at=(26.7, 14)),
        unit("r", RED, at=(34, 44), facing=180),
        dice=dice,
        variants=("passage-of-lines",),
    )
    go(b, "a", Order("charge", target="r", passage=passage), 1)
    assert (where(b, "a")[1] > 18) is goes
    assert b.unit("a").disordered is disordered


# -- drafts


@pytest.mark.rule("BP-FRIC-7", "BP-FRIC-6")
@pytest.mark.parametrize("arm, keeps", [("infantry", 6), ("foot_artillery", 12), ("light_cavalry", 12)])
def test_an_approach_stops_where_the_enemy_threatens(arm, keeps):
    b = stage(
        unit("a", at=(20, 10), engagement="engaged"),
        unit("r", RED, at=(20, 30), facing=180, arm=arm),
        variants=("friction-zones",),
    )
    go(b, "a", Order("move", to=at(20, 29)), 3)
    assert b.inches("a", "r") == keeps
    plain = stage(unit("a", at=(20, 10)), unit("r", RED, at=(20, 30), facing=180, arm=arm))
    go(plain, "a", Order("move", to=at(20, 29)), 3)
    assert plain.inches("a", "r") < keeps


@pytest.mark.rule("BP-FRIC-4")
def test_an_engaged_unit_faces_the_enemy_before_it_closes():
    b = stage(
        unit("a", at=(20, 10), engagement="engaged", formation="attack_column"),
        unit("r", RED, at=(34, 24), facing=180),
        variants=("friction-zones",),
    )
    told = command.decision(b, CHIEF)
    assert told.refusal(told.answer("move:a", to=paces(20, 16))).rule == "BP-FRIC-4"
    assert told.refusal(told.answer("move:a", to=paces(26, 16))) is None


@pytest.mark.rule("BP-FRIC-8")
def test_a_disordered_unit_is_told_to_reform():
    b = stage(
        unit("a", at=(20, 10), disordered=True, engagement="engaged"), unit("r", RED, at=(20, 24), facing=180),
        dice=[4, 3], variants=("friction-zones",),
    )  # fmt: skip
    keys = {option.key for option in command.decision(b, CHIEF).options}
    assert keys == {"done", "reform:a"}
    run(give(b, CHIEF, ("a",), Order("reform"), "order"))
    assert not b.unit("a").disordered


@pytest.mark.rule("BP-ORD-1", "BP-ORD-2")
def test_a_brigade_is_told_to_assault_and_turns_to_its_objective():
    b = stage(unit("a", at=(20, 20)), unit("b", at=(40, 20), facing=180), FAR, variants=("friction-brigade-orders",))
    brigade = b.unit("a").brigade

    def choose(decision):
        if b.world.brigades[brigade].order:
            return decision.default
        return decision.answer(f"assault:{brigade}", objective=paces(30, 44), formation="attack_column")

    run(standing.standing_orders(b), choose)
    assert (b.world.brigades[brigade].order, b.world.brigades[brigade].objective) == ("assault", at(30, 44))
    assert b.zone_of("b", at(30, 44)) == "front"
    assert [b.unit(each).formation for each in "ab"] == ["attack_column", "attack_column"]
    told = command.decision(b, CHIEF)

    def rule(key, **values):
        found = told.refusal(told.answer(key, **values))
        return found.rule if found else ""

    assert rule("move:a", to=paces(20, 8), keep_front="yes") == "BP-ORD-2"


@pytest.mark.rule("BP-ORD-2")
def test_an_assault_begins_with_a_brigade_order_toward_its_objective():
    b = stage(unit("a", at=(20, 10)), unit("b", at=(31, 10)), FAR, dice=[4, 4], variants=("friction-brigade-orders",))
    brigade = b.unit("a").brigade
    run(standing.standing_orders(b), lambda d: d.answer(f"assault:{brigade}", objective=paces(30, 44)))
    told = command.decision(b, CHIEF)

    def rule(key, **values):
        found = told.refusal(told.answer(key, **values))
        return found.rule if found else ""

    assert rule("move:a", to=paces(20, 20)) == "BP-ORD-2"
    assert rule(f"brigade:{CHIEF}", units=("a", "b"), to=paces(2, 2)) == "BP-ORD-2"
    assert rule(f"brigade:{CHIEF}", units=("a", "b"), to=paces(20, 20)) == ""
    run(give(b, CHIEF, ("a",), Order("move", to=at(20, 20)), "order"))
    assert rule("move:b", to=paces(31, 20)) == ""  # when somebody has been told


@pytest.mark.rule("BP-ORD-3")
def test_a_brigade_that_maneuvers_halts_and_comes_to_hold():
    b = stage(
        unit("a", at=(20, 4)),
        unit("r", RED, at=(20, 40), facing=180),
        variants=("friction-brigade-orders",),
        dice=[1, 2],
    )
    brigade = b.unit("a").brigade
    run(standing.standing_orders(b), lambda d: d.answer(f"maneuver:{brigade}"))
    go(b, "a", Order("move", to=at(20, 40)), 3)
    assert b.unit("a").moves == 2  # within eighteen inches it halts
    standing.note_halts(b)
    assert b.world.brigades[brigade].halted
    run(standing.standing_orders(b))
    assert b.world.brigades[brigade].order == "hold"


@pytest.mark.rule("BP-ORD-5", "BP-ORD-6")
def test_what_hold_and_reserve_forbid():
    b = stage(unit("a", at=(20, 4)), unit("b", at=(31, 4)), FAR, variants=("friction-brigade-orders",))
    brigade = b.unit("a").brigade
    run(standing.standing_orders(b), lambda d: d.answer(f"hold:{brigade}"))
    told = command.decision(b, CHIEF)
    assert told.refusal(told.answer(f"brigade:{CHIEF}", units=("a", "b"), to=paces(20, 10))).rule == "BP-ORD-5"
    assert told.refusal(told.answer("move:a", to=paces(20, 10))) is None
    run(standing.standing_orders(b), lambda d: d.answer(f"reserve:{brigade}"))
    assert told.refusal(told.answer("move:a", to=paces(20, 10))).rule == "BP-ORD-6"


@pytest.mark.rule("BP-ORD-6")
@pytest.mark.parametrize("first, after", [(3, 2), (2, 1)])
def test_a_brigade_at_rest_rallies(first, after):
    b = stage(
        unit("a", at=(20, 4), casualties=first),
        unit("b", at=(31, 4), casualties=1),
        FAR,
        dice=[5, 5],
        variants=("friction-brigade-orders",),
    )
    brigade = b.unit("a").brigade
    run(standing.standing_orders(b), lambda d: d.answer(f"rest:{brigade}"))
    run(give(b, CHIEF, ("a", "b"), Order("form"), "brigade_rally"))
    assert [b.unit(each).casualties for each in "ab"] == [after, 1]


@pytest.mark.rule("BP-ORD-7")
def test_a_brigade_command_takes_in_most_of_the_brigade():
    units = [unit(name, at=(8 + 11 * i, 4)) for i, name in enumerate("abcd")]
    b = stage(*units, FAR, variants=("friction-brigade-orders",))
    told = command.decision(b, CHIEF)

    def rule(*names):
        found = told.refusal(told.answer(f"brigade:{CHIEF}", units=names, to=paces(8, 10)))
        return found.rule if found else ""

    assert (rule("a", "b"), rule("a", "b", "c")) == ("BP-ORD-7", "")


@pytest.mark.rule("BP-BMOR-4")
@pytest.mark.parametrize("apart, rule", [(13, ""), (12, "BP-BMOR-4")])
def test_how_near_the_shaken_of_a_broken_brigade_go(apart, rule):
    b = stage(
        unit("a", at=(20, 10), casualties=3),
        unit("r", RED, at=(20, 40), facing=180),
        variants=("brigade-morale-v2",),
    )
    brigade = b.unit("a").brigade
    b.world.brigades[brigade] = replace(b.world.brigades[brigade], morale="broken")
    told = command.decision(b, CHIEF)
    found = told.refusal(told.answer("move:a", to=paces(20, 40 - apart)))
    assert (found.rule if found else "") == rule


@pytest.mark.rule("BP-BRIG-4", "BP-BMOR-3", "BP-BMOR-4")
def test_a_broken_brigade_goes_no_nearer():
    def refused(variants, **state):
        b = stage(unit("a", at=(20, 10), **state), unit("r", RED, at=(20, 40), facing=180), variants=variants)
        brigade = b.unit("a").brigade
        b.world.brigades[brigade] = replace(b.world.brigades[brigade], morale="broken")
        told = command.decision(b, CHIEF)
        found = [told.refusal(told.answer("move:a", to=paces(20, y), facing=0)) for y in (16, 34)]
        return [each.rule if each else "" for each in found]

    assert refused(()) == ["BP-BRIG-4", "BP-BRIG-4"]
    assert refused(("brigade-morale-v2",)) == ["", ""]
    assert refused(("brigade-morale-v2",), casualties=3) == ["", "BP-BMOR-4"]
