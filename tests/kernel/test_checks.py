"""Modifiers, rolls, pools, opposed rolls, chains and open facts on a made-up system."""

from fractions import Fraction
from typing import Annotated, Literal, NamedTuple

import icepool
import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st

from grognard.kernel.checks import Reckoning, Refusal, Refused, Roll, check, reckoning, refuse
from grognard.kernel.dice import D6, D10, PERCENTILE, TWO_D10
from grognard.kernel.errors import BadInput
from grognard.kernel.facts import Count, Facts, Range
from grognard.kernel.modifiers import (
    Doubled,
    amount,
    banded,
    by,
    counted,
    each,
    flag,
    given,
    highest,
    lowest,
    modifiers,
)
from grognard.kernel.odds import Odds
from grognard.kernel.opposed import Opposed, Pair
from grognard.kernel.pooled import Pooled
from grognard.kernel.ruleset import Ruleset
from grognard.kernel.sources import ScriptedDice
from grognard.kernel.tables import Tables
from grognard.kernel.uses.chain import chain_odds, play
from grognard.kernel.uses.export import meaning, odds_data, plain, result_data
from grognard.kernel.uses.open_facts import NumberSpan, odds_by_case, questions
from grognard.kernel.uses.outcome_text import words
from grognard.kernel.uses.sheet import sheet

TABLES = """
["T-1"]
disorder = { value = -1, label = "disorder" }
friends = { value = 2, most = 2, label = "friends" }
smoke = { value = -4, per = 4, label = "each {per} smoke" }
resolute = { value = 4, label = "resolute" }
wavering = { value = -3, label = "wavering" }
light = { value = -1, guerrillas = -3, label = "light cover" }
heavy = { value = -2, label = "heavy cover" }
twice = { value = 2, label = "twice" }
low = { value = -2, from = 25, to = 50, label = "{from} to {to}" }
high = { value = -6, from = 51, label = "{from} or more" }
moved = { op = "halve", label = "halved" }
banned = { op = "forbid", label = "banned" }
unused = { value = 0, label = "of no use" }
rows = [{ to = 9, grade = "low" }, { from = 10, grade = "high" }]
"""
Cover = Literal["light", "heavy"]


class Moment(Facts):
    disorder: Count = 0
    friends: Annotated[int, Range(0, 9), "friends near"] = 0
    smoke: Annotated[int, Range(0, 99)] = 0
    status: Literal["resolute", "determined", "wavering"] = "determined"
    cover: frozenset[Cover] = frozenset()
    guerrilla: bool = False
    lost: Annotated[int, Range(0, 100)] = 0
    moved: bool = False
    twice_moved: bool = False
    banned: bool = False
    unused: bool = False


class Graded(NamedTuple):
    grade: str


@pytest.fixture
def t(tmp_path):
    (tmp_path / "tables.toml").write_text(TABLES)
    return Tables.load(tmp_path / "tables.toml")


def triggers(t, column=None):
    return modifiers(
        t,
        "T-1",
        each("disorder"),
        each("friends"),
        each("smoke"),
        by("status"),
        lowest("cover"),
        banded("lost", "low", "high"),
        flag("moved"),
        given("moved", lambda s: s.twice_moved),
        flag("banned"),
        flag("unused"),
        column=column,
    )


@pytest.fixture
def grading(t):
    rows = t.bands("T-1", "rows", Graded)
    return Roll(dice=TWO_D10, modifiers=triggers(t), result=lambda throw: rows[throw.total])


@pytest.mark.parametrize(
    "facts, value",
    [
        ({}, 0),
        ({"disorder": 3}, -3),
        ({"friends": 1}, 2),
        ({"friends": 5}, 4),
        ({"smoke": 3}, 0),
        ({"smoke": 11}, -8),
        ({"status": "resolute"}, 4),
        ({"status": "wavering"}, -3),
        ({"cover": frozenset(["light"])}, -1),
        ({"cover": frozenset(["light", "heavy"])}, -2),
        ({"lost": 24}, 0),
        ({"lost": 25}, -2),
        ({"lost": 50}, -2),
        ({"lost": 51}, -6),
        ({"unused": True}, 0),
    ],
)
def test_each_kind_of_modifier(grading, facts, value):
    result = grading.roll(Moment(**facts), ScriptedDice([5, 6]))
    assert result.total == 11 + value
    assert sum(modifier.value for modifier in result.modifiers) == value


def test_counts_say_how_often_and_zero_rows_never_show(grading):
    result = grading.roll(Moment(disorder=3, friends=7, unused=True), ScriptedDice([5, 6]))
    assert [modifier.label for modifier in result.modifiers] == ["disorder ×3", "friends ×2"]
    assert {modifier.rule for modifier in result.modifiers} == {"T-1"}


def test_halving_is_the_last_step_and_rounds_down_each_time(grading):
    once = grading.roll(Moment(moved=True, status="resolute"), ScriptedDice([5, 6]))
    twice = grading.roll(Moment(moved=True, twice_moved=True), ScriptedDice([5, 6]))
    assert (once.total, twice.total) == (15 // 2, 11 // 2 // 2)
    assert [modifier.value for modifier in twice.modifiers] == [5 - 11, 2 - 5]


def test_a_prohibition_ends_it_with_rule_and_reason(grading):
    result = grading.roll(Moment(banned=True), ScriptedDice([]))
    assert (result.outcome, result.refusal) == (None, Refusal("T-1", "banned"))
    assert grading.refusal(Moment(banned=True)) == Refusal("T-1", "banned")
    with pytest.raises(Refused, match=r"not allowed: banned \(T-1\)"):
        grading.odds(Moment(banned=True))


def test_columns_hold_for_their_class_only(t):
    column = lambda s: "guerrillas" if s.guerrilla else None  # noqa: E731
    roll = Roll(dice=TWO_D10, modifiers=triggers(t, column), result=lambda throw: throw.total)
    light = frozenset(["light"])
    assert roll.roll(Moment(cover=light, guerrilla=True), ScriptedDice([5, 6])).total == 8
    assert roll.roll(Moment(cover=light), ScriptedDice([5, 6])).total == 10
    assert roll.roll(Moment(cover=frozenset(["heavy"]), guerrilla=True), ScriptedDice([5, 6])).total == 9


def test_doubling_reaches_only_the_rows_named(t):
    doubled = Doubled("twice", "guerrilla", ("light",))
    roll = Roll(modifiers=modifiers(t, "T-1", lowest("cover", doubled=doubled)), result=lambda throw: throw.total)
    result = roll.roll(Moment(cover=frozenset(["light"]), guerrilla=True), ScriptedDice([]))
    assert (result.total, result.modifiers[0].label) == (-2, "light cover, twice")
    assert roll.roll(Moment(cover=frozenset(["heavy"]), guerrilla=True), ScriptedDice([])).total == -2
    assert roll.roll(Moment(cover=frozenset(["light"])), ScriptedDice([])).total == -1


def test_highest_and_worked_out_modifiers(t):
    tenth = amount("a tenth", lambda s: s.lost // 10)
    made = modifiers(t, "T-1", highest("cover"), tenth, counted("friends", lambda s: s.lost))
    roll = Roll(modifiers=made, result=lambda throw: throw.total)
    result = roll.roll(Moment(cover=frozenset(["light", "heavy"]), lost=30), ScriptedDice([]))
    assert [modifier.value for modifier in result.modifiers] == [-1, 3, 4]


def test_of_equal_rows_the_one_printed_first_is_named(t):
    """The values may be a set, whose order differs from run to run: the record must not."""
    for values in (("disorder", "light"), ("light", "disorder")):
        roll = Roll(modifiers=modifiers(t, "T-1", lowest(lambda _, v=values: v)), result=lambda throw: throw.total)
        assert roll.roll(Moment(), ScriptedDice([])).modifiers[0].label == "disorder"


@for_all(st.integers(0, 12), st.integers(0, 9), st.sampled_from(["resolute", "determined", "wavering"]), st.booleans())
def test_odds_agree_with_icepool(disorder, friends, status, moved):
    import tempfile
    from pathlib import Path

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tables.toml"
        path.write_text(TABLES)
        tables = Tables.load(path)
        rows = tables.bands("T-1", "rows", Graded)
        grading = Roll(dice=TWO_D10, modifiers=triggers(tables), result=lambda throw: rows[throw.total])
        ours = grading.odds(Moment(disorder=disorder, friends=friends, status=status, moved=moved))
    worth = -disorder + 2 * min(friends, 2) + {"resolute": 4, "determined": 0, "wavering": -3}[status]
    total = (2 @ icepool.d10 + worth) // (2 if moved else 1)
    theirs = total.map(lambda n: "low" if n <= 9 else "high")
    assert {outcome.grade: chance for outcome, chance in ours} == {
        grade: Fraction(theirs.probability(grade)) for grade in theirs
    }


def volley(t, **more):
    return Pooled(
        shooters=lambda s: s.friends,
        modifiers=modifiers(t, "T-1", amount("base", lambda s: 20), each("disorder"), flag("moved"), flag("banned")),
        result=lambda volley: (volley.hits, volley.astray),
        floor=("T-1", "never below 0"),
        **more,
    )


def test_pools_hit_automatically_and_roll_for_the_rest(t):
    result = volley(t).roll(Moment(friends=8), ScriptedDice([60]))
    assert result.outcome == (2, 0)
    assert result.details == {
        "percent_each": 20, "shooters": 8, "pool_percent": 160, "automatic": 1, "remainder": 60, "hits": 2,
    }  # fmt: skip
    assert volley(t).roll(Moment(friends=8), ScriptedDice([61])).outcome == (1, 0)
    assert volley(t).roll(Moment(friends=5), ScriptedDice([])).outcome == (1, 0)


def test_a_percentage_never_falls_below_zero(t):
    result = volley(t).roll(Moment(friends=8, disorder=30), ScriptedDice([]))
    assert (result.outcome, result.total, result.modifiers[-1].label) == ((0, 0), 0, "never below 0")
    assert sum(modifier.value for modifier in result.modifiers) == 0


def test_doubles_go_astray_when_something_is_in_the_way(t):
    pool = volley(t, strays=lambda s: s.guerrilla)
    risky = Moment(friends=8, guerrilla=True)
    assert pool.roll(risky, ScriptedDice([47, 33])).outcome == (1, 1)
    assert pool.roll(risky, ScriptedDice([100, 77])).outcome == (0, 2)
    assert pool.roll(risky, ScriptedDice([47, 61])).outcome == (1, 0)
    assert pool.roll(Moment(friends=8), ScriptedDice([33])).outcome == (2, 0)
    odds = pool.odds(risky)
    assert odds.chance(lambda outcome: outcome[1] > 0) == 1 - Fraction(9, 10) ** 2
    assert odds.probability((2, 0)) == Fraction(90, 100) * Fraction(60 - 5, 100)


@for_all(st.integers(0, 9), st.integers(0, 25))
def test_pool_odds_agree_with_icepool(shooters, disorder):
    percent = max(20 - disorder, 0) * shooters
    theirs = (icepool.d100 <= percent % 100) + percent // 100
    pool = Pooled(
        shooters=lambda s: s.friends,
        modifiers=modifiers(Tables({"T-1": {}}, "none"), "T-1", amount("base", lambda s: 20 - s.disorder)),
        result=lambda volley: volley.hits,
        floor=("T-1", "never below 0"),
    )
    ours = pool.odds(Moment(friends=shooters, disorder=disorder))
    assert dict(ours) == {int(k): Fraction(v, theirs.denominator()) for k, v in theirs.items() if v}


def test_further_percent_and_division(t):
    pool = volley(t, further=lambda s, each: each // 2, divide=lambda s: 4)
    assert pool.pool(Moment(friends=8)) == (20, 8, 170 // 4)
    with pytest.raises(Refused):
        pool.pool(Moment(banned=True))


def duel(t, **more):
    return Opposed(
        dice=TWO_D10,
        modifiers=modifiers(t, "T-1", each("disorder"), given("resolute", lambda s: s.foe.disorder > 3)),
        result=lambda contest: "ours" if contest.difference > 0 else "theirs" if contest.difference < 0 else "draw",
        depends=lambda pair: None,
        **more,
    )


def bound(check, asks=Moment, name="toy"):
    check.asks, check.name, check.rule, check.title = asks, name, "T-1", "A toy"
    return check


def test_the_difference_of_two_modified_totals_decides(t):
    fight = bound(duel(t))
    result = fight.roll(fight.read({"theirs.disorder": 4}), ScriptedDice([5, 5, 7, 8]))
    assert (result.total, result.outcome, result.natural) == (10 + 4 - (15 - 4), "ours", -5)
    assert [(m.side, m.value) for m in result.modifiers] == [("ours", 4), ("theirs", -4)]
    assert result.details["theirs"]["total"] == 11


@for_all(st.integers(0, 9), st.integers(0, 9))
def test_opposed_odds_agree_with_icepool(ours, theirs):
    tables = Tables({"T-1": {"disorder": {"value": -1, "label": "x"}, "resolute": {"value": 4, "label": "y"}}}, "none")
    odds = duel(tables).odds(Pair(Moment(disorder=ours), Moment(disorder=theirs)))
    edge = (-ours + (4 if theirs > 3 else 0)) - (-theirs + (4 if ours > 3 else 0))
    pool = (2 @ icepool.d10) - (2 @ icepool.d10) + edge
    assert odds.probability("ours") == Fraction((pool > 0).probability(True))
    assert odds.probability("draw") == Fraction((pool == 0).probability(True))


@for_all(st.integers(0, 9), st.integers(0, 9))
def test_opposed_rolls_may_read_both_dice(ours, theirs):
    tables = Tables({"T-1": {"disorder": {"value": -1, "label": "x"}, "resolute": {"value": 4, "label": "y"}}}, "none")
    fight = Opposed(
        dice=1 * D10,
        modifiers=modifiers(tables, "T-1", each("disorder")),
        naturals=True,
        result=lambda contest: (contest.difference, *contest.naturals),
        depends=lambda pair: None,
    )
    pair = Pair(Moment(disorder=ours), Moment(disorder=theirs))
    odds = fight.odds(pair)
    assert len(odds) == odds.total == 100
    assert all(difference == one - other - ours + theirs for difference, one, other in odds.weights)
    assert bound(fight).roll(pair, ScriptedDice([7, 3])).outcome == (4 - ours + theirs, 7, 3)


def test_each_side_may_have_modifiers_and_dice_of_its_own(t):
    fight = bound(
        Opposed(
            dice=lambda side: 3 * D6 if side.disorder else 1 * D10,
            modifiers=modifiers(t, "T-1", each("disorder")),
            theirs=[],
            result=lambda contest: contest.difference,
            depends=lambda pair: None,
        )
    )
    pair = Pair(Moment(disorder=4), Moment())
    result = fight.roll(pair, ScriptedDice([6, 6, 6, 1]))
    assert (result.total, [m.side for m in result.modifiers]) == (18 - 4 - 1, ["ours"])
    assert fight.odds(pair).total == 216 * 10
    assert fight.odds(Pair(Moment(), Moment(disorder=4))).total == 10 * 216
    assert fight.odds(Pair(Moment(disorder=4), Moment(disorder=4))).mean(lambda n: n) == -4
    assert sheet(fight, pair).dice == "3d6 against d10"
    assert fight.sides == 0


def test_sides_are_named_and_a_fact_without_a_side_is_both(t):
    fight = bound(duel(t))
    pair = fight.read({"disorder": "2", "theirs.disorder": "3"})
    assert (pair.ours.disorder, pair.theirs.disorder) == (2, 3)
    assert "ours.disorder" in fight.domains()
    assert fight.checked({"ours.disorder": "1"}) == {"ours.disorder": 1}
    with pytest.raises(BadInput, match=r"say whose, as in ours\.disorder"):
        fight.read({"mine.disorder": 2})
    with pytest.raises(BadInput, match="theirs: disorder = '-1'; allowed: 0 to 40"):
        fight.read({"theirs.disorder": "-1"})


def test_some_never_meet(t):
    fight = bound(duel(t, forbids=lambda pair: Refusal("T-1", "never")))
    pair = Pair(Moment(), Moment())
    assert fight.roll(pair, ScriptedDice([])).refusal == fight.refusal(pair) == Refusal("T-1", "never")
    with pytest.raises(Refused):
        fight.odds(pair)


def test_a_chain_is_played_and_worked_out_by_one_program():
    coin = bound(Roll(dice=1 * D10, result=lambda throw: throw.total <= 5), name="coin")
    percent = bound(Roll(dice=PERCENTILE, result=lambda throw: throw.total <= 20), name="percent")

    def program(throw):
        first = throw(coin, Moment())
        return (first, throw(percent, Moment()) if first else throw(coin, Moment()))

    end, made = play(program, ScriptedDice([3, 21]))
    assert end == (True, False)
    assert [result.check for result in made] == ["coin", "percent"]
    assert dict(chain_odds(program)) == {
        (True, True): Fraction(1, 10),
        (True, False): Fraction(4, 10),
        (False, True): Fraction(1, 4),
        (False, False): Fraction(1, 4),
    }
    assert dict(chain_odds(lambda throw: "nothing thrown")) == {"nothing thrown": 1}


def test_a_chain_stops_where_the_rules_forbid(grading):
    with pytest.raises(Refused):
        play(lambda throw: throw(grading, Moment(banned=True)), ScriptedDice([]))
    with pytest.raises(Refused):
        chain_odds(lambda throw: throw(grading, Moment(banned=True)))


def test_open_facts_are_listed_only_where_they_matter(grading):
    cases = odds_by_case(bound(grading), {"status": "resolute"}, ["lost", "unused"])
    assert [str(case.facts["lost"]) for case in cases] == ["0 to 24", "25 to 50", "51 to 100"]
    assert all("unused" not in case.facts for case in cases)
    assert odds_by_case(bound(grading), {}, ["unused"])[0].facts == {}
    banned = odds_by_case(bound(grading), {}, ["banned"])
    assert [(case.facts, case.refusal) for case in banned][1] == ({"banned": True}, Refusal("T-1", "banned"))


def test_open_facts_in_combination(grading):
    cases = odds_by_case(bound(grading), {}, ["disorder", "moved"])
    spans = {(str(case.facts["disorder"]), case.facts["moved"]) for case in cases}
    assert ("0", False) in spans
    assert ("12 to 40", False) in spans or any(span.startswith("1") and " to 40" in span for span, _ in spans)
    with pytest.raises(BadInput, match="cases: give some of them"):
        odds_by_case(bound(grading), {}, ["disorder", "smoke", "lost"])


def test_only_questions_that_can_matter_are_asked(grading):
    asked = list(questions(bound(grading), {}))
    assert "disorder" in asked
    assert "unused" not in asked
    assert "guerrilla" not in asked
    assert list(questions(bound(grading), {"banned": True})) == []


def test_a_sheet_prints_modifiers_and_bands(grading):
    chart = sheet(bound(grading), Moment())
    assert chart.dice == "2d10"
    assert ("-1; -3 guerrillas", "light cover", "T-1") in chart.modifiers
    assert ("+2 (at most 2 times)", "friends", "T-1") in chart.modifiers
    assert ("½", "halved", "T-1") in chart.modifiers
    assert ("no", "banned", "T-1") in chart.modifiers
    assert "of no use" not in {label for _, label, _ in chart.modifiers}
    assert chart.results == [("9 or less", Graded("low")), ("10 or more", Graded("high"))]


def test_results_and_odds_as_plain_data(grading):
    toy = bound(grading)
    data = result_data("toys", toy, toy.roll(Moment(disorder=2), ScriptedDice([5, 6])))
    assert data["modifiers"] == [{"rule": "T-1", "label": "disorder ×2", "value": -2}]
    assert (data["system"], data["check"], data["dice"]) == ("toys", "toy", [5, 6])
    assert data["uncounted"] == []
    assert (data["natural"], data["total"]) == (11, 9)
    assert data["outcome"] == {"grade": "low"}
    odds = odds_data("toys", "toy", odds_by_case(bound(grading), {}))
    assert odds["outcomes"][0] == {"outcome": {"grade": "low"}, "probability": "9/25", "percent": 36.0}
    assert meaning(bound(grading), "friends") == "friends near"
    assert meaning(bound(grading), "disorder") == "disorder"
    assert plain({"a": frozenset(["y", "x"])}) == {"a": ["x", "y"]}
    assert plain((1, NumberSpan(1, 2))) == [1, {"low": 1, "high": 2}]


class Flags(NamedTuple):
    surprised: bool
    status: str
    inner: Graded


@pytest.mark.parametrize(
    "value, text",
    [
        (Flags(True, "", Graded("low")), "surprised, inner (grade low)"),
        (Flags(False, "broken", Graded("x")), "status broken, inner (grade x)"),
        (Graded(""), "not grade"),
        (4, "4"),
    ],
)
def test_outcomes_in_words(value, text):
    assert words(value) == text


def test_odds_are_fractions_of_whole_numbers():
    odds = Odds([("a", 1), ("b", 2), ("a", 1), ("never", 0)])
    assert dict(odds) == {"a": Fraction(1, 2), "b": Fraction(1, 2)}
    assert odds == Odds([("b", 7), ("a", 7)])
    assert odds != Odds([("b", 7), ("a", 8)])
    assert odds != "odds"
    assert odds.mean(len) == 1
    assert odds.map(str.upper).probability("A") == Fraction(1, 2)
    assert (len(odds), odds.probability("zz")) == (2, 0)
    assert repr(Odds.certain(3)) == "Odds: certain: 3"


def test_declarations_need_a_title_and_are_bound_once(t):
    @check("toy", "T-1", asks=Moment)
    def toy(t):
        """What a toy settles."""
        return Roll(result=lambda throw: throw.total)

    @reckoning("answer", "T-1", asks=Moment)
    def answer(t, s):
        """An answer."""
        if s.banned:
            raise refuse("T-1", "not today")
        return s.disorder + t.row("T-1", "friends").value

    rules = Ruleset("toys", {"toy": toy, "answer": answer}, t)
    assert (rules["toy"].title, rules["toy"] is rules["toy"], len(rules)) == ("What a toy settles", True, 2)
    made = rules["answer"]
    assert isinstance(made, Reckoning)
    assert made.roll(made.situation(disorder=3), ScriptedDice([])).outcome == 5
    assert made.roll(made.situation(banned=True), ScriptedDice([])).refusal == Refusal("T-1", "not today")
    assert dict(made.odds(Moment())) == {2: 1}
    with pytest.raises(BadInput, match="toys has no check 'tyo'; do you mean toy"):
        rules["tyo"]
    with pytest.raises(TypeError, match="docstring"):
        check("dumb", "T-1", asks=Moment)(lambda t: None)
