"""The set-up before the first turn: order, zones, sketches, ad hoc groups and dummies (CS-1.5b, CS-1.6)."""

import pytest
from msgspec.structs import replace

from grognard.battle.battles import Battle
from grognard.ground.units import SUB, point
from grognard.kernel.sources import ScriptedDice, SeededDice
from grognard.scenarios.loading import load
from grognard.scenarios.model import SetUpZone
from grognard.systems.cold_steel import setup, staging
from grognard.systems.cold_steel.game import GAME
from grognard.systems.cold_steel.phases import deployment
from grognard.systems.cold_steel.phases.deployment import zones
from grognard.systems.cold_steel.phases.deployment.desk import DeploymentTable
from grognard.systems.cold_steel.staging import BLUE, RED, run, unit

from ..hiding import army, asked, begun, card_of, seen


def table(*units, size=(3000, 3000), engagement="attack_defence", attacker=BLUE, zone=(), cards=False, **more):
    """A battlefield whose players set up themselves."""
    made = staging.scenario(
        *(units or (unit("b", at=(1500, 300)), unit("r", RED, at=(1500, 2700), facing=180))), size=size, **more
    )
    header = replace(made.header, engagement=engagement, attacker=attacker, zone=zone)
    b = setup.begin(replace(made, header=header), setup.Options(placing="players", cards=cards))
    b.use_dice(dict.fromkeys(("", BLUE, RED), SeededDice(1)))
    b.knowledge.look()
    return b


def refusal(b, option, seat=RED, **values) -> str:
    decision = DeploymentTable(b, seat).decision()
    found = decision.refusal(decision.answer(option, **values))
    return found.rule if found else ""


def take(b, option, seat=RED, desk=None, **values):
    desk = desk or DeploymentTable(b, seat)
    decision = desk.decision()
    answer = decision.answer(option, **values)
    assert decision.refusal(answer) is None, decision.refusal(answer)
    desk.take(replace(answer, values=decision.completed(answer)))


# -- the order of things


@pytest.mark.rule("CS-1.5b", "CS-1.6b")
def test_the_defender_sets_up_before_the_attacker():
    assert asked(table(attacker=BLUE)) == [("deploy", RED), ("deploy", BLUE)]
    assert asked(table(attacker=RED)) == [("deploy", BLUE), ("deploy", RED)]


@pytest.mark.rule("CS-1.5b")
def test_the_attacker_sees_the_cards_of_the_defender_who_saw_nothing():
    b = table(cards=True)
    known = {}

    def choose(decision):
        known[decision.seat] = len(seen(b, decision.seat).cards_seen)
        return decision.default

    run(deployment.play(b), choose)
    assert known == {RED: 0, BLUE: 1}


@pytest.mark.rule("CS-1.5b", "CS-1.6c")
def test_in_a_meeting_engagement_both_set_up_at_once_and_see_nothing():
    b = table(engagement="meeting", zone=zoned(), cards=True)
    steps = deployment.play(b)
    open_ = next(steps)
    assert {(each.kind, each.seat) for each in open_} == {("deploy", BLUE), ("deploy", RED)}
    assert not seen(b, BLUE).cards_seen
    assert not seen(b, RED).cards_seen


@pytest.mark.parametrize(
    "battle, attacks",
    [
        ("albuera", "French turning force"), ("cryslers-farm", "Americans"), ("farm-at-the-crossroads", "Prussians"),
        ("quatre-bras", "French"), ("too-few-orders", "French"), ("mollwitz", "Prussians"),
    ],
)  # fmt: skip
def test_who_attacks_follows_from_the_ground_there_is_to_win(battle, attacks):
    assert deployment.attacker(GAME.begin(load(battle), {"placing": "players"})) == attacks


# -- zones


def zoned():
    south = ((0, 0), (3000, 0), (3000, 600), (0, 600))
    north = ((0, 2400), (3000, 2400), (3000, 3000), (0, 3000))
    return SetUpZone(BLUE, south), SetUpZone(RED, north)


@pytest.mark.rule("CS-1.6b")
@pytest.mark.parametrize(
    "x, y, rule",
    [
        (600, 2400, ""),  # an inch is 50 paces: 24 deep, 12 from the end
        (600, 2350, "CS-1.6b"),
        (550, 2400, "CS-1.6b"),
        (4200, 2400, ""),
        (4250, 2400, "CS-1.6b"),
    ],
)
def test_the_defender_stands_in_a_third_of_the_table_and_clear_of_its_ends(x, y, rule):
    """A table of 96 by 72 inches."""
    b = table(size=(4800, 3600))
    found = zones.judge(b, RED, [point(x, y)])
    assert (found.rule if found else "") == rule


@pytest.mark.rule("CS-1.6b")
def test_the_attacker_may_use_the_ends_of_the_table():
    b = table(size=(4800, 3600))
    assert zones.judge(b, BLUE, [point(100, 1200)]) is None
    assert zones.judge(b, BLUE, [point(100, 1250)]).rule == "CS-1.6b"


@pytest.mark.rule("CS-1.6b")
def test_every_man_of_a_unit_must_be_in_the_zone():
    b = table(zone=zoned())
    assert refusal(b, "unit:r", spot=[1500, 2500], heading=180) == ""
    assert refusal(b, "unit:r", spot=[1500, 2399], heading=180) == "CS-1.6b"
    assert refusal(b, "unit:r", spot=[20, 2500], heading=180) == "CS-1.6b", "its flank is off the table"


@pytest.mark.rule("CS-1.6c")
def test_in_a_meeting_engagement_without_zones_nobody_is_moved():
    b = table(engagement="meeting")
    assert refusal(b, "unit:r", spot=[1500, 2800], heading=180) == "CS-1.6c"
    assert zones.drawn(b, RED) == ()


@pytest.mark.rule("CS-1.6b")
def test_the_zone_is_drawn_for_the_seat():
    (drawn,) = seen(table(size=(4800, 3600)), RED).zones
    assert set(drawn) == {(600.0, 3600.0), (4200.0, 3600.0), (4200.0, 2400.0), (600.0, 2400.0)}


# -- sketches


@pytest.mark.rule("CS-1.6.1b")
def test_a_group_is_carried_along_with_its_sketch():
    pair = [unit("r1", RED, at=(1400, 2700), facing=180), unit("r2", RED, at=(1700, 2700), facing=180)]
    b = table(unit("b", at=(1500, 300)), *pair, cards=True)
    before = b.unit("r1").position, b.unit("r2").position
    card = card_of(b, "r1")
    middle = card.position
    take(b, f"place:{card.id}", spot=[middle[0] // SUB + 300, middle[1] // SUB])
    for was, unit_ in zip(before, ("r1", "r2"), strict=True):
        assert b.unit(unit_).position == (was[0] + 300 * SUB, was[1])
    assert b.world.cards[card.id].position == (middle[0] + 300 * SUB, middle[1])


@pytest.mark.rule("CS-1.6.1b")
def test_a_group_turns_about_its_middle():
    pair = [unit("r1", RED, at=(1400, 2700), facing=180), unit("r2", RED, at=(1700, 2700), facing=180)]
    b = table(unit("b", at=(1500, 300)), *pair, cards=True)
    card = card_of(b, "r1")
    x, y = (each // SUB for each in card.position)
    take(b, f"place:{card.id}", spot=[x, y], heading=270)
    (x1, y1), (x2, y2) = b.unit("r1").position, b.unit("r2").position
    assert (b.unit("r1").heading, abs(x1 - x2) < SUB, abs(abs(y1 - y2) - 300 * SUB) < SUB) == (270, True, True)


@pytest.mark.rule("CS-1.6.1b")
def test_a_unit_is_put_down_in_a_formation():
    b = table()
    take(b, "unit:r", spot=[900, 2600], heading=170, formation="column_of_companies")
    now = b.unit("r")
    assert (now.position, now.heading, now.formation) == ((900 * SUB, 2600 * SUB), 170, "column_of_companies")


@pytest.mark.rule("CS-1.6b")
def test_nobody_sets_up_in_the_ranks_of_the_enemy():
    post = unit("post", RED, at=(1500, 500), facing=180)
    b = table(unit("b", at=(600, 300)), post, zone=zoned())
    b.world.deployed = (RED,)
    assert refusal(b, "unit:b", BLUE, spot=[1500, 479], heading=0) == ""
    assert refusal(b, "unit:b", BLUE, spot=[1500, 480], heading=0) == "CS-1.6b"


@pytest.mark.rule("CS-1.6.1a", "CS-D.6")
def test_the_back_of_a_card_names_the_formation_and_its_units():
    one = [unit("a", at=(600, 500)), unit("a2", at=(900, 500)), unit("guns", at=(750, 400), arm="foot_artillery")]
    b = begun(army(("one", one)))
    (card,) = GAME.picture(seen(b, BLUE), GAME.briefing(b, BLUE)).cards
    assert (card.name, card.units) == ("one", ("a", "a2", "guns"))
    assert [(sign.arm, sign.count) for sign in card.signs] == [("infantry", 2), ("artillery", 1)]
    assert all(b.world.units[each].card == card.key for each in card.units)


@pytest.mark.rule("CS-1.6.5a")
def test_figures_are_not_put_down_in_one_another_but_cards_may_be_crowded():
    pair = [unit("r1", RED, at=(900, 2700), facing=180), unit("r2", RED, at=(2000, 2700), facing=180)]
    plain = table(unit("b", at=(1500, 300)), *pair)
    assert refusal(plain, "unit:r2", spot=[930, 2700], heading=180) == "CS-1.6.5a"
    same = table(unit("b", at=(1500, 300)), *pair, cards=True)
    assert same.unit("r1").card == same.unit("r2").card
    assert refusal(same, "unit:r2", spot=[930, 2700], heading=180) == "CS-1.6.5a"


@pytest.mark.rule("CS-1.6.5a")
def test_a_crowded_card_is_flagged_and_its_text_says_so():
    one = [unit("a", at=(600, 500)), unit("a2", at=(900, 500))]
    two = [unit("c", at=(1500, 500)), unit("c2", at=(1800, 500))]
    b = begun(army(("one", one), ("two", two)), placing="players")
    first, second = card_of(b, "a"), card_of(b, "c")
    desk = DeploymentTable(b, BLUE)
    take(b, f"place:{second.id}", BLUE, desk, spot=[first.position[0] // SUB + 30, first.position[1] // SUB])
    assert b.world.cards[first.id].crowded
    assert b.world.cards[second.id].crowded
    assert "crowded" in desk.decision().option(f"place:{first.id}").text
    shown = GAME.picture(seen(b, BLUE), GAME.briefing(b, BLUE))
    assert [(card.tone, "crowded" in card.label) for card in shown.cards] == [("bad", True), ("bad", True)]


@pytest.mark.rule("CS-1.6.2e")
def test_an_ad_hoc_group_gets_a_card_of_its_own_and_there_is_only_one():
    one = [unit(name, at=(600 + 250 * at, 500)) for at, name in enumerate("abc")]
    two = [unit(name, at=(600 + 250 * at, 800)) for at, name in enumerate("def")]
    b = begun(army(("one", one), ("two", two), division="division"))
    desk = DeploymentTable(b, BLUE)
    take(b, "group", BLUE, desk, units=["a", "d"])
    assert b.unit("a").card == b.unit("d").card != b.unit("b").card
    assert refusal(b, "group", BLUE, units=["b", "e"]) == "CS-1.6.2e"


@pytest.mark.rule("CS-1.6.2f")
def test_dummies_are_laid_as_many_as_the_dice_gave_and_taken_away_again():
    b = table(cards=True)
    b.world.dummies = {RED: 1}
    desk = DeploymentTable(b, RED)
    assert refusal(b, "dummy", arm="cavalry", spot=[1500, 1500]) == "CS-1.6b", "outside the zone"
    take(b, "dummy", RED, desk, arm="cavalry", spot=[900, 2500])
    (dummy,) = [card for card in b.world.cards.values() if card.dummy]
    assert desk.decision().option("dummy") is None
    take(b, "undummy", RED, desk, card=dummy.id)
    assert desk.decision().option("dummy") is not None


@pytest.mark.rule("CS-1.6.2f")
def test_no_number_tells_a_dummy_from_a_card_with_troops():
    b = table(cards=True)
    b.world.leaders["general-red"] = replace(b.world.leaders["general-red"], rating="superior")
    b.use_dice(dict.fromkeys(("", BLUE, RED), ScriptedDice([1, 9])))  # 9 and 6 for the general: 2 dummies

    def choose(decision):
        if decision.seat == RED and decision.option("dummy") is not None:
            at = sum(card.dummy for card in b.world.cards.values())
            return decision.answer("dummy", arm="infantry", spot=[400 + 2000 * at, 2600])
        return decision.default

    run(deployment.play(b), choose)
    cards = sorted(seen(b, BLUE).cards_seen.values(), key=lambda card: card.position)
    assert [card.id for card in cards] == [f"red-card-{at + 1}" for at in range(len(cards))]
    assert [card.position[0] // SUB for card in cards] == [400, 1500, 2400]
    plain = {(card.uncovered, card.arm, card.infantry, card.cavalry, card.batteries) for card in cards}
    assert plain == {(False, "", 0, 0, 0)}


def test_generals_go_along_with_their_troops():
    b = table(zone=zoned(), leaders={BLUE: (1500.0, 200.0), RED: (1500.0, 2800.0)})

    def choose(decision):
        if decision.seat == RED and b.unit("r").position[0] == 1500 * SUB:
            return decision.answer("unit:r", spot=[900, 2700])
        return decision.default

    run(deployment.play(b), choose)
    assert b.world.leaders["general-red"].position == (900 * SUB, 2800 * SUB)
    assert b.world.riders["general-red/aide-1"].position == (900 * SUB, 2800 * SUB)


def test_a_preview_shows_where_the_troops_would_stand():
    b = table()
    decision = DeploymentTable(b, RED).decision()
    found = GAME.preview(b, RED, decision.answer("unit:r", spot=[900, 2600]))
    assert [(each.unit, each.places[0].x, each.places[0].y) for each in found.units] == [("r", 900.0, 2600.0)]
    assert b.unit("r").position == (1500 * SUB, 2700 * SUB)


def test_a_set_up_can_be_taken_back_saved_and_played_again(tmp_path):
    from grognard import systems
    from grognard.battle.record import saves

    battle = Battle.begin(GAME, load("too-few-orders"), seed=3, options={"placing": "players", "cards": True})
    decision = battle.open[0]
    card = next(each.key for each in decision.options if each.key.startswith("place:"))
    before = dict(battle.fight.world.units)
    spot = next(
        spot
        for spot in ((x, y) for x in range(300, 2400, 100) for y in range(900, 1800, 100))
        if battle.refusal(decision.answer(card, spot=list(spot))) is None
    )
    battle.answer(decision.answer(card, spot=list(spot)))
    assert battle.fight.world.units != before
    battle.undo(decision.seat)
    assert battle.fight.world.units == before
    battle.answer(battle.open[0].answer(card, spot=list(spot)))
    path = tmp_path / "b.grog.json"
    saves.save(battle, path)
    assert saves.load(path, systems.game).fight.world == battle.fight.world
    while battle.fight.world.phase == "deployment":
        battle.answer(battle.open[0].default)
    saves.save(battle, path)
    assert saves.verify(path, systems.game).answers == 3


def test_without_the_options_a_battle_begins_as_ever():
    assert GAME.begin(load("too-few-orders"), {}).world.phase == "command"
