"""What a seat sees, and what it is told beforehand: views, pictures, exact odds, previews."""

from fractions import Fraction

import pytest

from grognard import systems
from grognard.kernel.errors import BadInput
from grognard.systems.black_powder.seat.chances import odds, order_shares
from grognard.systems.black_powder.seat.charge_odds import charge_shares
from grognard.systems.black_powder.seat.known import known
from grognard.systems.black_powder.seat.previews import preview
from grognard.systems.black_powder.seat.view import briefing, view
from grognard.systems.black_powder.staging import BLUE, RED, stage, unit
from grognard.systems.black_powder.table.orders import Order
from grognard.systems.black_powder.turn.command import decision

GAME = systems.game("black-powder")
LEADER = "brigadier-blue-1"


def two(**more):
    return stage(
        unit("a", at=(20, 20), formation="attack_column"),
        unit("g", at=(50, 20), arm="foot_artillery"),
        unit("r", RED, at=(20, 32), facing=180, morale=3, special=("stubborn",)),
        leaders={"blue-1": (20, 15)},
        **more,
    )


@pytest.mark.rule("BP-CMD-2", "BP-CMD-3")
def test_exact_odds_of_an_order():
    b = two()
    shares = order_shares(b, LEADER, ("a",), Order("move", to=(0, 0)), "order")
    # staff 8, +1 in attack column, -1 for the enemy within 12 inches: 8 on two dice
    assert shares == {
        "no move": Fraction(9, 36),
        "one move": Fraction(11, 36),
        "two moves": Fraction(5, 36),
        "three moves": Fraction(10, 36),
        "a blunder": Fraction(1, 36),
    }
    assert sum(shares.values()) == 1
    cautious = order_shares(b, LEADER, ("a",), Order("move", to=(0, 0), most=1), "order")
    assert cautious["one move"] == Fraction(26, 36)


@pytest.mark.rule("BP-SHOOT-1", "BP-SAVE-1", "BP-CHG-1", "BP-HTH-1", "BP-BREAK-4")
def test_exact_odds_of_fire_and_of_a_whole_charge():
    b = two()
    found = {each.title.split(",")[0].split(":")[0]: each for each in odds(b, BLUE, "a", "r")}
    assert set(found) == {"Fire", "Disorder by that fire", "Order to charge", "The whole charge"}
    for each in found.values():
        assert sum(chance.percent for chance in each.chances) == pytest.approx(100, abs=0.1)
    # one die of a column at 12 inches hits on 4, and a usual battalion saves on 4
    fire = {chance.text: chance.percent for chance in found["Fire"].chances}
    assert fire == {"nobody falls": 75.0, "1 casualty": 25.0}
    # a six disorders, saved or not
    assert found["Disorder by that fire"].chances[0].percent == pytest.approx(100 / 6, abs=0.01)
    with pytest.raises(BadInput):
        odds(b, BLUE, "r", "a")


@pytest.mark.rule("BP-SKIRM-4")
def test_skirmishers_in_the_open_get_away_from_foot_and_not_from_horse():
    company = unit("s", RED, at=(20, 30), facing=180, size="tiny", formation="skirmish", hand_to_hand=1, stamina=1)
    b = stage(unit("a", at=(20, 20)), unit("c", at=(35, 20), arm="light_cavalry"), company)
    assert charge_shares(b, "a", "s") == {"they get away": Fraction(1)}
    assert charge_shares(b, "c", "s")["they break"] >= Fraction(5, 6)


def test_of_others_a_seat_sees_figures_and_markers_only():
    b = two()
    found = view(b, BLUE)
    assert set(found.units) == {"a", "g"}
    assert set(found.seen) == {"r"}
    seen = found.seen["r"]
    assert not hasattr(seen, "morale")
    assert not hasattr(seen, "special")
    guessed = known(b, BLUE).unit("r")
    assert (guessed.morale, guessed.special) == (4, ())
    assert known(b, RED).unit("r").morale == 3


def test_the_picture_is_drawn_from_view_and_briefing():
    b = two()
    drawn = GAME.picture(view(b, BLUE), briefing(b, BLUE))
    units = {each.id: each for each in drawn.units}
    assert (units["a"].own, units["r"].own) == (True, False)
    assert units["a"].steadiness.word == "in good order"
    assert any(row.label == "Morale save" for row in units["a"].rows)
    assert not any(row.label == "Morale save" for row in units["r"].rows)
    assert {each.id for each in drawn.leaders if each.own} == {LEADER, "general-blue"}


@pytest.mark.rule("BP-CMD-2", "BP-MOVE-1")
def test_previews_show_each_move_and_how_likely_it_is():
    b = two(phase="command")
    asked = decision(b, LEADER)
    found = preview(b, asked, asked.answer("move:a", to=[300, 60]))
    assert found.said == "Brigadier blue 1: “a: go 16 inches to the south!”"
    (led,) = found.units
    assert [place.label for place in led.places] == ["72%", "42%"][: len(led.places)]
    rows = {row.label: (row.value, row.note) for row in led.rows}
    assert rows["Two dice: staff rating 8, enemy within 12 inches −1, attack column +1"] == ("8 or less", "")
    assert rows["No move"] == ("he falls silent", "25%")
    assert [rows[word][1] for word in ("One move", "Two moves", "Three moves", "A blunder")] == [
        "31%",
        "14%",
        "28%",
        "3%",
    ]
    aimed = preview(b, asked, asked.answer("charge:a", target="r"))
    assert aimed.said == "Brigadier blue 1: “a: charge r!”"
    home = next(row for row in aimed.units[0].rows if row.label == "It gets home")
    assert (home.value, home.note) == ("with 1 move or more", "72%")
    assert [each.title for each in aimed.units[0].odds] == ["The whole charge, if it comes home"]
    assert preview(b, asked, asked.answer("done")).units == ()
