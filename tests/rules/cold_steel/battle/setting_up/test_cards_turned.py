"""Figures replace cards: crowding, hits shared out, dummies; and which troops share a card (CS-1.6.2, 1.6.5, 1.6.6)."""

import pytest
from msgspec.structs import replace

from grognard.army.oob import Formation, Leader
from grognard.battle.events import Set
from grognard.battle.kinds import Noted
from grognard.ground.units import SUB
from grognard.kernel.sources import ScriptedDice
from grognard.systems.cold_steel import hidden as cards
from grognard.systems.cold_steel import staging
from grognard.systems.cold_steel.hidden import dummies, grouping, turning
from grognard.systems.cold_steel.phases import artillery, command, movement
from grognard.systems.cold_steel.phases.command.desk import Desk
from grognard.systems.cold_steel.staging import BLUE, RED, events, run, unit
from grognard.systems.cold_steel.table.state import Card, Order, Straight

from ..hiding import WIDE, army, begun, card_of, facing, hidden, march, seen

# -- which troops share a card


def foot(*names: str, arm: str = "infantry", y: int = 600):
    made = []
    for at, name in enumerate(names):
        side, one = unit(name.replace("/", "-"), at=(300 + 200 * at, y), arm=arm)
        made.append((side, replace(one, name=name)))
    return made


def groups(made) -> list[tuple[str, tuple[str, ...]]]:
    b = begun(made)
    found = grouping.groups(b, b.seating.mustered(BLUE))
    return [(group.arm, tuple(b.entry(unit).name for unit in group.units)) for group in found]


@pytest.mark.rule("CS-1.6.2a")
def test_a_french_division_of_four_regiments_of_three_battalions_has_four_cards():
    one = foot("1/1e", "2/1e", "3/1e", "1/2e", "2/2e", "3/2e")
    two = foot("1/3e", "2/3e", "3/3e", "1/4e", "2/4e", "3/4e", y=800)
    found = groups(army(("first", one), ("second", two), division="division"))
    assert [units for _, units in found] == [tuple(f"{at}/{n}e" for at in (1, 2, 3)) for n in (1, 2, 3, 4)]


@pytest.mark.rule("CS-1.6.2a")
@pytest.mark.parametrize("battalions, cards", [(4, 1), (5, 1), (6, 2)])
def test_a_british_brigade_of_single_battalions_has_one_card_as_far_as_it_reaches(battalions, cards):
    names = [f"{30 + at}th" for at in range(battalions)]
    assert len(groups(army(("brigade", foot(*names))))) == cards


@pytest.mark.rule("CS-1.6.2a")
def test_a_large_regiment_has_its_own_card_and_the_rest_of_the_brigade_shares_one():
    found = groups(army(("brigade", foot("1/5e", "2/5e", "3/5e", "6e", "1/7e", "2/7e"))))
    assert [units for _, units in found] == [("1/5e", "2/5e", "3/5e"), ("6e", "1/7e", "2/7e")]


@pytest.mark.rule("CS-1.6.2a")
def test_a_small_regiment_is_not_torn_apart_where_that_takes_no_more_cards():
    found = groups(army(("brigade", foot("1/5e", "2/5e", "1/6e", "2/6e", "1/7e", "2/7e"))))
    assert [units for _, units in found] == [("1/5e", "2/5e", "1/6e", "2/6e"), ("1/7e", "2/7e")]


@pytest.mark.rule("CS-1.6.2b")
def test_small_units_of_both_arms_are_a_mixed_force_of_three_to_five():
    horse = foot("hussars", arm="light_cavalry", y=900)
    assert groups(army(("force", [*foot("a", "b"), *horse]))) == [("infantry", ("a", "b", "hussars"))]
    many = groups(army(("force", [*foot("a", "b", "c", "d", "e"), *horse])))
    assert many == [("infantry", ("a", "b", "c", "d", "e")), ("cavalry", ("hussars",))]


@pytest.mark.rule("CS-1.6.2c", "CS-1.6.2d")
def test_a_cavalry_division_of_two_brigades_with_its_guns_has_two_cards():
    one = foot("1st", "2nd", arm="light_cavalry")
    two = [*foot("3rd", "4th", arm="dragoons", y=800), *foot("battery", arm="horse_artillery", y=820)]
    found = groups(army(("light", one), ("heavy", two), division="division"))
    assert found == [("cavalry", ("1st", "2nd")), ("cavalry", ("3rd", "4th", "battery"))]


@pytest.mark.rule("CS-1.6.2d")
def test_only_batteries_outside_all_brigades_have_an_artillery_card():
    reserve = foot("a", "b", "c", arm="foot_artillery", y=900)
    found = groups(army(("brigade", foot("1st", "2nd")), ("reserve", reserve)))
    assert found == [("infantry", ("1st", "2nd")), ("artillery", ("a", "b", "c"))]


def divided():
    horse = [
        (side, replace(one, squadrons=1)) for side, one in foot("h1", "h2", "h3", "h4", arm="light_cavalry", y=900)
    ]
    return army(("foot", foot("a", "b", "c")), ("horse", horse), division="division")


@pytest.mark.rule("CS-1.6.2e")
@pytest.mark.parametrize(
    "units, rule",
    [
        (("a", "h1", "h2", "h3"), ""),
        (("a",), ""),
        (("h1", "h2"), ""),
        (("h1",), "CS-1.6.2e"),
        (("a", "h1", "h2", "h3", "h4"), "CS-1.6.2e"),
        ((), "CS-1.6.2e"),
    ],
)
def test_an_ad_hoc_group_has_a_battalion_or_two_squadrons_and_four_units_at_most(units, rule):
    found = grouping.judge_adhoc(begun(divided()), units)
    assert (found.rule if found else "") == rule


# -- dummies


@pytest.mark.rule("CS-1.6.2f", "CS-1.6.2.1a", "CS-1.6.2.2")
def test_the_overall_commander_alone_decides_how_many_dummies_there_are():
    """4 regiments: column 2. A superior general rolls 6 more, a poor one 4 less; his brigadiers do not matter."""
    found = {}
    for rating in ("superior", "average", "poor"):
        one = foot("1/1e", "2/1e", "1/2e", "2/2e")
        two = foot("1/3e", "2/3e", "1/4e", "2/4e", y=800)
        made = army(("first", one), ("second", two))
        blue, red = made.sides
        weak = tuple(replace(each, commander=replace(each.commander, rating="poor")) for each in blue.formations)
        chief = replace(blue.commander, rating=rating)
        b = begun(replace(made, sides=(replace(blue, commander=chief, formations=weak), red)))
        b.use_dice({stream: ScriptedDice([7, 7]) for stream in ("", BLUE, RED)})
        dummies.count(b)
        found[rating] = b.world.dummies[BLUE]
        (mine,) = [event for event in events(b, "dummies") if event.known_to(BLUE)]
        assert mine.to == (BLUE,), "nobody else hears of it"
    assert found == {"superior": 2, "average": 1, "poor": 1}


def with_dummy(at=(700, 2500), **more):
    """A dummy of red's among its cards."""
    b = hidden(unit("b", at=(1500, 1000)), unit("r", RED, at=(1500, 2600), facing=180), **more)
    card = Card("d", RED, RED, "infantry", (at[0] * SUB, at[1] * SUB), 180, "dummy", "red-card-9", dummy=True)
    fields = {name: getattr(card, name) for name in card.__struct_fields__}
    b.emit(Noted(), sets=[Set("cards", "d", fields)], to=())
    return b


@pytest.mark.rule("CS-1.6.2f", "CS-1.6.4a")
def test_a_dummy_is_nothing_as_soon_as_the_enemy_would_learn_number_and_type():
    b = with_dummy()
    cards.watch(b)
    assert "d" in b.world.cards
    march(b, "b", 700)
    assert "d" not in b.world.cards
    assert "There was nothing behind card 9 of the red" in staging.told(b)


@pytest.mark.rule("CS-1.6.2f")
def test_a_dummy_marches_where_it_is_sent_as_fast_as_troops():
    b = with_dummy((700, 3000))
    decision = Desk(b, RED).decision()
    answer = decision.answer("dummy_card", card="d", to=[1100, 3000])
    assert decision.refusal(answer) is None
    assert decision.refusal(decision.answer("dummy_card", card="card-2", to=[1100, 3000])).rule == "CS-1.6.2f"
    assert Desk(b, BLUE).decision().option("dummy_card") is None
    run(command.play(b), staging.says(RED, ("dummy_card", {"card": "d", "to": [1100, 3000]})))
    b.world.phase = "movement"
    run(movement.play(b))
    assert b.world.cards["d"].position == (820 * SUB, 3000 * SUB), "120 paces, the march of foot"
    assert b.world.cards["d"].heading == 90


# -- crowding


def crowded(**more):
    """Two brigades of four battalions, the second on the ground of the first."""
    made = staging.scenario(
        *(unit(f"r{at}", RED, at=(300 + 250 * at, 3000), facing=180) for at in range(8)),
        unit("b", at=(600, 1000)),
        size=WIDE,
        leaders={BLUE: (1500.0, 900.0), RED: (1500.0, 3900.0)},
        **more,
    )
    blue, red = made.sides
    units = red.formations[0].units
    halves = tuple(
        Formation(name, Leader(f"General {name}", position=(900, 3300)), units=part)
        for name, part in (("one", units[:4]), ("two", units[4:]))
    )
    b = begun(replace(made, sides=(blue, replace(red, formations=halves))))
    for at in range(4):
        now = b.world.units[f"r{at}"]
        b.world.units[f"r{at + 4}"] = replace(b.world.units[f"r{at + 4}"], position=(now.position[0] + 320, 3000 * SUB))
    b.restarted(b.world)
    b.world.phase = "movement"
    for number, card in enumerate(b.world.cards.values()):
        b.world.cards[card.id] = replace(card, label=f"{card.side}-card-{number + 1}")
    return b


@pytest.mark.rule("CS-1.6.5a", "CS-1.6.5b", "CS-1.6.5e")
def test_brigades_on_the_same_ground_are_in_disorder_when_figures_replace_their_cards():
    b = crowded()
    before = {unit.id: unit.position for unit in b.on_table(RED)}
    one, two = card_of(b, "r0"), card_of(b, "r4")
    turning.to_figures(b, one)
    assert b.world.cards[two.id].crowded
    turning.to_figures(b, b.world.cards[two.id])
    for at in range(8):
        now = b.unit(f"r{at}")
        assert (now.disorder, now.order.chit, now.card) == (6, "reform", "")
    assert {unit.id: unit.position for unit in b.on_table(RED)} == before, "nobody is shifted out of the crowd"
    assert not events(b, "morale"), "never fired on, never threatened"


@pytest.mark.rule("CS-1.6.5b")
def test_who_is_found_crowded_on_the_march_stops_at_once():
    """They march south upon a battalion that stands 150 paces off: figures after a quarter, no step more."""
    b = crowded()
    flagged = [Set("cards", card.id, {"crowded": True}) for card in b.world.cards.values() if card.side == RED]
    b.emit(Noted(), sets=flagged, to=())
    b.emit(Noted(), sets=[b.change("b", position=(600 * SUB, 2850 * SUB))], to=())
    for at in range(8):
        b.emit(Noted(), sets=[b.change(f"r{at}", order=Order(Straight(gait="march")))], to=())
    b.knowledge.look()
    run(movement.play(b))
    assert events(b, "crowded")
    assert {b.unit(f"r{at}").now.paces for at in range(8)} == {30}


@pytest.mark.rule("CS-1.6.5c")
def test_who_was_shelled_in_a_crowd_checks_morale_with_the_new_disorder():
    b = crowded()
    card = card_of(b, "r0")
    turning.to_figures(b, replace(card, shaken=True))
    checks = events(b, "morale")
    assert [event.units["unit"] for event in checks] == ["r0", "r1", "r2", "r3"]
    (worth,) = [value for rule, label, value in checks[0].roll.modifiers if "disorder" in label.lower()]
    assert worth <= -6


@pytest.mark.rule("CS-1.6.5d", "CS-1.6.6b")
@pytest.mark.parametrize("together, first", [(True, 6), (False, 3)])
def test_hits_on_a_crowded_card_count_double(together, first):
    b = crowded() if together else alone(4)
    card = card_of(b, "r0")
    turning.to_figures(b, replace(card, hits=3))
    (shared,) = events(b, "card_hits")
    assert (shared.values["wave"], shared.values["hits"]) == ("first", first)


def alone(battalions: int, waves: int = 1, dice=1):
    """A red card of battalions in waves of so many, 200 paces apart."""
    line = [
        unit(f"r{at}", RED, at=(400 + 250 * (at // waves), 3000 + 200 * (at % waves)), facing=180)
        for at in range(battalions)
    ]
    return hidden(unit("b", at=(600, 500)), *line, dice=dice)


@pytest.mark.rule("CS-1.6.6b")
@pytest.mark.parametrize(
    "hits, waves, dice, expected",
    [
        (5, 1, [], [5]),
        (5, 2, [], [5, 2]),
        (5, 3, [], [5, 2, 1]),
        (3, 2, [20], [3, 2]),
        (3, 2, [21], [3, 1]),
    ],
)
def test_the_hits_on_a_card_are_shared_out_by_wave(hits, waves, dice, expected):
    b = alone(waves, waves)
    b.use_dice({stream: ScriptedDice(dice) for stream in ("", BLUE, RED)})
    turning.share_hits(b, replace(card_of(b, "r0"), hits=hits), ["r0", "r1", "r2"][:waves], crowded=False)
    assert [event.values["hits"] for event in events(b, "card_hits")] == expected


@pytest.mark.rule("CS-1.6.6b")
def test_odd_hits_go_to_units_from_the_right():
    """Facing south, the right is in the west."""
    b = alone(3)
    turning.share_hits(b, replace(card_of(b, "r0"), hits=4), ["r0", "r1", "r2"], crowded=False)
    lost = [b.unit(f"r{at}").lost for at in range(3)]
    assert lost[0] == 2 * lost[1] == 2 * lost[2] > 0


# -- guns


def shelled(paces: int, **more):
    guns = unit("guns", at=(1500, 1000), arm="foot_artillery", guns=8, howitzers=0)
    return hidden(guns, unit("r", RED, at=(1500, 1000 + paces), facing=180), **more)


@pytest.mark.rule("CS-1.6.6a")
def test_guns_shell_a_card_within_p0_and_nobody_checks_morale_before_figures_replace_it():
    b = shelled(900, dice=11)
    b.world.turn, b.world.phase = 3, "artillery_fire"
    b.emit(Noted(), sets=[Set("cards", b.unit("r").card, {"hits": 2, "shaken": True})], to=())
    run(artillery.play(b))
    shots = events(b, "card_shelled")
    assert [event.units["unit"] for event in shots] == ["guns"]
    assert card_of(b, "r").hits == 2 + shots[0].values["hits"]
    assert b.unit("r").lost == 0
    assert not events(b, "morale")
    assert b.world.smoke, "guns that fire make smoke"
    turning.to_figures(b, card_of(b, "r"))
    assert b.unit("r").lost > 0


@pytest.mark.rule("CS-1.6.6a")
@pytest.mark.parametrize("paces, fires", [(1150, True), (1300, False)])
def test_only_cards_within_p0_are_shelled(paces, fires):
    b = shelled(paces)
    b.world.phase = "artillery_fire"
    run(artillery.play(b))
    assert bool(events(b, "card_shelled")) is fires


@pytest.mark.rule("CS-1.6.6a")
def test_the_shelled_side_sees_where_the_shot_falls_but_not_who_fires():
    b = shelled(900)
    b.world.phase = "artillery_fire"
    run(artillery.play(b))
    (shot,) = events(b, "card_shelled")
    heard = shot.seen_by(RED)
    assert (heard.units, heard.roll) == ({"unit": ""}, None)
    assert shot.seen_by(BLUE).roll is not None


def test_a_card_keeps_its_number_and_says_nothing_about_what_is_on_it():
    b = hidden(*facing(2000))
    (card,) = seen(b).cards_seen.values()
    assert card.id == "red-card-1"
