"""The staff commander at Black Powder: what he reads from a view, what he orders, and that he never errs."""

from __future__ import annotations

import pytest

from grognard.battle.battles import Battle
from grognard.battle.commanding import Chair, fight_out
from grognard.battle.decisions import Decision, Option
from grognard.commanders.duties import Duty
from grognard.ground.units import point
from grognard.scenarios.loading import load
from grognard.simulate.many import staffed
from grognard.systems import game
from grognard.systems.black_powder.facts.moving import next_step
from grognard.systems.black_powder.seat import view as views
from grognard.systems.black_powder.seat.charge_odds import charge_shares
from grognard.systems.black_powder.seat.known import known
from grognard.systems.black_powder.staff import reacting
from grognard.systems.black_powder.staff.assault import best_charge
from grognard.systems.black_powder.staff.conduct import Conduct
from grognard.systems.black_powder.staff.leading import SAFE, ride
from grognard.systems.black_powder.staff.odds import Reckoner
from grognard.systems.black_powder.staff.reading import Reader, grouped
from grognard.systems.black_powder.staff.routes import Going
from grognard.systems.black_powder.staff.speaking import Speaking, SpokenWord
from grognard.systems.black_powder.staff.table import KnownTable
from grognard.systems.black_powder.staging import INCH, RED, stage, unit
from grognard.systems.black_powder.table.orders import Order
from grognard.systems.black_powder.turn.command import decision as orders
from grognard.systems.black_powder.turn.commanders import _decision as rides

ATTACK = Duty("attack", (20.0 * INCH, 60.0 * INCH), 0.0)
HOLD = Duty("hold", (20.0 * INCH, 20.0 * INCH), 0.0, stays=True)
BRIGADIER = "brigadier-blue-1"


def look(b) -> Reckoner:
    """The table as blue knows it."""
    table = KnownTable(views.briefing(b, "blue"))
    table.look(views.view(b, "blue"))
    return Reckoner(table)


def conduct(odds: Reckoner, **duties: Duty) -> Conduct:
    ground, tables = odds.b.ground, odds.b.t
    return Conduct(odds, duties, {arm: Going(ground, tables, arm) for arm in ("infantry", "cavalry", "artillery")})


def first(b, name: str, duty: Duty, *, alone: bool = False):
    return next(iter(conduct(look(b), **{name: duty}).wishes(name, alone=alone)), None)


# -- whole battles


def test_it_fights_a_battle_to_its_end_without_an_illegal_answer():
    battle = Battle.begin(game("black-powder"), load("farm-at-the-crossroads"), seed=4)
    commanders = staffed(battle, "staff")
    chairs = {seat.id: Chair(battle, seat.id) for seat in battle.fight.seats}
    kinds = set()
    while battle.open:
        decision = battle.open[0]
        answer = commanders[decision.seat].decide(chairs[decision.seat], decision)
        assert decision.refusal(answer) is None
        kinds.add(decision.kind)
        battle.answer(answer)
    assert battle.fight.world.over
    assert {"counsel", "orders", "ride", "shoot"} <= kinds


def test_the_same_seed_gives_the_same_battle():
    def fought() -> list[object]:
        battle = Battle.begin(game("black-powder"), load("farm-at-the-crossroads"), seed=9, options={"turns": 3})
        fight_out(battle, staffed(battle, "staff"))
        return list(battle.entries)

    assert fought() == fought()


@pytest.mark.parametrize("variant", ["friction-brigade-orders", "turn-sequence-v2", "support-charge"])
def test_it_fights_with_the_drafts(variant):
    battle = Battle.begin(
        game("black-powder"), load("farm-at-the-crossroads"), seed=2, options={"turns": 4, "variants": [variant]}
    )
    fight_out(battle, staffed(battle, "staff"))
    assert battle.fight.world.over


# -- the table that it knows


def test_its_table_says_what_the_real_one_says_of_what_is_seen():
    b = stage(unit("a", at=(20, 20)), unit("r", RED, at=(20, 30), facing=180), unit("s", RED, at=(40, 30), facing=180))
    odds = look(b)
    seen = known(b, "blue")
    assert odds.b.inches("a", "r") == b.inches("a", "r") == 10
    assert odds.b.away("a") == (10, "r")
    assert charge_shares(odds.b, "a", "r", 1) == charge_shares(seen, "a", "r", 1)


def test_who_is_not_seen_is_not_there():
    woods = {
        "type": "Feature",
        "properties": {"kind": "heavy_woods"},
        "geometry": {
            "type": "Polygon",
            "coordinates": [[[150, 450], [750, 450], [750, 690], [150, 690], [150, 450]]],
        },
    }
    b = stage(unit("a", at=(20, 5)), unit("r", RED, at=(30, 40), facing=180), features=[woods])
    assert "r" not in look(b).b.world.units


def test_it_reads_strengths_and_steadiness_from_a_view():
    b = stage(unit("a", at=(20, 20)), unit("t", at=(30, 20), casualties=3), unit("r", RED, at=(20, 40), facing=180))
    briefing, odds = views.briefing(b, "blue"), look(b)
    situation = Reader(briefing, grouped(briefing), odds.b).situation(views.view(b, "blue"))
    (body,) = situation.bodies
    assert body.arm == "foot"
    assert body.strength == 600  # who is shaken is not counted on
    assert body.steadiness == pytest.approx(0.65)
    (foe,) = situation.foes
    assert (foe.arm, foe.strength, foe.guarded) == ("foot", 600, False)


# -- charges


def test_it_charges_guns_from_behind_and_not_from_before():
    behind = stage(unit("h", arm="heavy_cavalry", at=(20, 20)), unit("g", RED, arm="foot_artillery", at=(20, 32)))
    assert first(behind, "h", HOLD, alone=True).word == "charge"
    before = stage(
        unit("h", arm="light_cavalry", size="small", at=(20, 20)),
        unit("g", RED, arm="foot_artillery", at=(20, 36), facing=180),
        unit("i", RED, at=(26, 36), facing=180),
    )
    assert best_charge(look(before), before.unit("h"), HOLD, 3) is None


def test_foot_in_disorder_is_worth_a_charge_that_steady_foot_is_not():
    def promise(**more) -> float:
        b = stage(
            unit("a", at=(20, 20), formation="attack_column"),
            unit("r", RED, at=(20, 30), facing=180, **more),
        )
        return look(b).promise("a", "r")

    assert promise(disordered=True, casualties=2) > promise() + 0.1


def test_horse_does_not_ride_at_squares():
    b = stage(unit("h", arm="heavy_cavalry", at=(20, 20)), unit("r", RED, at=(20, 34), formation="square"))
    assert best_charge(look(b), b.unit("h"), ATTACK, 3) is None


# -- formations


def test_columns_deploy_to_fire_and_lines_form_column_to_go_far():
    near = stage(
        unit("a", at=(20, 20), formation="attack_column", casualties=2), unit("r", RED, at=(20, 31), facing=180)
    )
    wish = first(near, "a", HOLD, alone=True)
    assert (wish.word, wish.values["formation"]) == ("form", "line")
    far = stage(unit("a", at=(20, 5)), unit("r", RED, at=(20, 46), facing=180))
    wish = first(far, "a", ATTACK)
    assert (wish.word, wish.values["formation"]) == ("move", "attack_column")


def test_nearest_to_the_enemy_it_halts_where_it_can_charge_unbidden():
    b = stage(unit("a", at=(20, 5), formation="attack_column"), unit("r", RED, at=(20, 46), facing=180))
    wish = first(b, "a", ATTACK)
    assert 46 * INCH - wish.values["to"][1] >= 9 * INCH


def test_guns_unlimber_where_they_bear():
    b = stage(
        unit("g", arm="foot_artillery", at=(20, 10), formation="limbered"), unit("r", RED, at=(20, 30), facing=180)
    )
    wish = first(b, "g", Duty("bombard", (300.0, 150.0), 0.0, stays=True))
    assert (wish.word, wish.values["formation"]) == ("form", "unlimbered")
    assert abs((wish.values["facing"] + 180) % 360 - 180) < 10


def test_who_is_shaken_gets_out_of_the_fire():
    b = stage(unit("a", at=(20, 30), casualties=3), unit("r", RED, at=(20, 42), facing=180))
    wish = first(b, "a", ATTACK)
    assert wish.word == "move"
    assert wish.values["to"][1] < 20 * INCH


# -- orders


def test_of_orders_that_may_fail_the_likely_and_weighty_come_first():
    def word(worth: float, chance: float) -> SpokenWord:
        return SpokenWord(None, worth, chance, chance)  # type: ignore[arg-type]

    likely, unlikely = word(1.0, 0.9), word(1.2, 0.5)
    assert likely.rank > unlikely.rank
    assert word(2.0, 0.5).rank > word(0.2, 0.5).rank


def test_a_brigade_that_goes_one_way_is_told_at_once():
    b = stage(
        unit("a", at=(20, 5), formation="attack_column"),
        unit("c", at=(24, 5), formation="attack_column"),
        unit("r", RED, at=(20, 46), facing=180),
        leaders={"blue-1": (22, 4)},
        phase="command",
    )
    duties = {"a": Duty("attack", (300.0, 600.0), 0.0), "c": Duty("attack", (360.0, 600.0), 0.0)}
    answer = Speaking(conduct(look(b), **duties), orders(b, BRIGADIER), BRIGADIER).answer()
    assert answer.option == f"brigade:{BRIGADIER}"
    assert set(answer.values["units"]) == {"a", "c"}


def test_a_march_goes_round_friends_in_its_way():
    column, foe = {"formation": "march_column"}, unit("r", RED, at=(20, 76), facing=180)
    b = stage(unit("a", at=(20, 10), **column), unit("still", at=(20, 22), brigade=2, **column), foe)
    said = Speaking(conduct(look(b), a=ATTACK), orders(b, BRIGADIER), BRIGADIER).answer()
    assert said is not None
    assert said.option == "move:a"
    x, y = said.values["to"]
    assert abs(x - 20 * INCH) > 5 * INCH
    assert y > 10 * INCH
    alone = stage(unit("a", at=(20, 10), **column), foe)
    straight = Speaking(conduct(look(alone), a=ATTACK), orders(alone, BRIGADIER), BRIGADIER).answer()
    assert straight is not None
    assert straight.values["to"][0] == 20 * INCH


def test_out_of_a_press_a_unit_goes_with_its_front_kept():
    # columns on both sides and before it leave no room to wheel
    column, foe = {"formation": "march_column"}, unit("r", RED, at=(20, 76), facing=180)
    fence = [
        unit("ahead", at=(20, 25.5), brigade=2, **column),
        unit("left", at=(17.5, 16), brigade=2, **column),
        unit("right", at=(22.5, 16), brigade=2, **column),
    ]
    b = stage(unit("a", at=(20, 15.5), **column), *fence, foe)
    said = Speaking(conduct(look(b), a=ATTACK), orders(b, BRIGADIER), BRIGADIER).answer()
    assert said is not None
    assert said.values["keep_front"] == "yes"
    to = Order("move", to=point(*said.values["to"]), keep_front=True)
    assert next_step(b, "a", to).gone >= b.sub(7)
    straight = Order("move", to=point(20 * INCH, 60 * INCH))
    assert next_step(b, "a", straight).gone < b.sub(1)


def test_skirmishers_are_thrown_out_while_there_is_time():
    wishes = {}
    for away in (12, 13, 36, 37):
        b = stage(unit("a", at=(20, 20)), unit("r", RED, at=(20, 20 + away), facing=180))
        wishes[away] = [wish.values.get("formation") for wish in conduct(look(b), a=HOLD).wishes("a")]
    assert [away for away, found in wishes.items() if "mixed_line" in found] == [13, 36]


def test_a_march_column_halts_where_it_must_deploy():
    b = stage(unit("a", at=(20, 10), formation="march_column"), unit("r", RED, at=(20, 58), facing=180))
    column = first(b, "a", ATTACK)
    assert column.word == "move"
    assert "formation" not in column.values
    assert round((58 * INCH - column.goes[1]) / INCH) >= 36
    near = stage(unit("a", at=(20, 10), formation="march_column"), unit("r", RED, at=(20, 50), facing=180))
    assert first(near, "a", ATTACK).values["formation"] == "attack_column"


def test_nobody_is_sent_for_three_inches():
    b = stage(unit("a", at=(20, 20)), unit("r", RED, at=(20, 66), facing=180))
    assert first(b, "a", Duty("hold", (20.0 * INCH, 22.0 * INCH), 0.0)) is None
    assert first(b, "a", Duty("hold", (20.0 * INCH, 27.0 * INCH), 0.0)).word == "move"


def test_with_nothing_else_to_say_he_rallies_the_shaken():
    b = stage(
        unit("a", at=(20, 5), casualties=3),
        unit("c", at=(34, 5)),
        unit("r", RED, at=(20, 46), facing=180),
        leaders={"blue-1": (20, 3)},
        phase="command",
    )
    stay = {name: Duty("hold", (x * INCH, 5.0 * INCH), 0.0, stays=True) for name, x in (("a", 20), ("c", 34))}
    answer = Speaking(conduct(look(b), **stay), orders(b, BRIGADIER), BRIGADIER).answer()
    assert answer.option == "rally:a"


def test_a_commander_rides_to_his_troops_and_keeps_from_the_enemy():
    b = stage(
        unit("a", at=(20, 20)), unit("c", at=(32, 20)), unit("r", RED, at=(26, 26), facing=180),
        leaders={"blue-1": (60, 4)},
    )  # fmt: skip
    answer = ride(look(b).b, rides(b, BRIGADIER), BRIGADIER, ())
    x, y = answer.values["to"]
    assert abs(x - 26 * INCH) < 6 * INCH
    assert 26 * INCH - y >= SAFE - 2 * INCH


def test_a_commander_leaves_out_troops_of_whom_his_seat_knows_nothing():
    """With a seat for each command a unit under him may be in other hands, and out of sight."""
    b = stage(unit("a", at=(20, 20)), unit("c", at=(50, 40)), leaders={"blue-1": (60, 4)})
    table = look(b).b
    del table.world.units["c"]
    assert not table.here("c")
    x, y = ride(table, rides(b, BRIGADIER), BRIGADIER, ()).values["to"]
    assert (abs(x - 20 * INCH) < 3 * INCH, abs(y - 20 * INCH) < 3 * INCH) == (True, True)


# -- how charges are met, and fire


def test_light_horse_evades_what_it_cannot_stand(monkeypatch):
    b = stage(
        unit("l", arm="light_cavalry", size="small", casualties=2, at=(20, 20)),
        unit("h", RED, arm="heavy_cavalry", size="large", at=(20, 34), facing=180),
    )
    odds = look(b)

    keys = [Option(each, each) for each in ("counter_charge", "evade")]
    asked = Decision("blue", "respond", "how", keys, about={"unit": "l", "foe": "h"})
    monkeypatch.setattr(odds, "promise", lambda unit, foe: 0.5)
    assert reacting.respond(odds, asked).option == "evade"
    monkeypatch.setattr(odds, "promise", lambda unit, foe: 0.1)
    assert reacting.respond(odds, asked) is None


def test_fire_is_worth_more_upon_the_worn():
    b = stage(
        unit("a", at=(20, 20)),
        unit("r", RED, at=(20, 30), facing=180),
        unit("s", RED, at=(32, 30), facing=180, casualties=2),
    )
    odds = look(b)
    assert odds.fire("a", "s") != odds.fire("a", "r")
    assert odds.fire("a", "r") > 0.2
