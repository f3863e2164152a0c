"""Programs of odds: exact equals thrown within its error, over all systems; formulas can do no harm."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction

import pytest

from grognard import systems
from grognard.cli import main
from grognard.kernel.errors import BadData, BadInput
from grognard.kernel.sources import SeededDice
from grognard.simulate.lab.formulas import Formula
from grognard.simulate.lab.programs import bundled_programs, from_text, read

THROWS = 1000


def test_there_are_ten_programs_over_all_systems_that_play():
    programs = [read(name).program.system for name in bundled_programs()]
    assert len(programs) >= 10
    assert set(programs) == set(systems.playable())


@pytest.mark.parametrize("name", bundled_programs())
def test_exact_odds_equal_throws_within_their_error(name):
    program = read(name)
    cases = list(program.swept())
    for said, start in (cases[0], cases[-1]):
        odds = program.odds(start)
        dice = SeededDice(7)
        thrown = Counter(program.throw(dice, start) for _ in range(THROWS))
        assert set(thrown) <= set(odds.weights), said
        for end, chance in odds:
            # five standard errors and one throw: wrong odds by a tenth are found, an unlucky seed is not
            apart = abs(thrown[end] - THROWS * chance)
            assert apart <= 5 * (THROWS * chance * (1 - chance)) ** 0.5 + 1, (said, end)
        assert sum(chance for _, chance in odds) == 1


PAIR = """
system = "class-dice"
result = "sum"
[start]
sum = 0
[[step]]
check = "class-dice"
times = 2
facts = { troop_class = "conscript" }
then = { sum = "sum + it" }
"""


def test_two_dice_by_hand():
    """Two conscripts' dice of ten sides: a total of 11 comes in ten of a hundred."""
    check = systems.rules("class-dice")["class-dice"]
    part = next(iter(check.odds(check.read({"troop_class": "conscript"})).weights))
    field = part._fields[0] if hasattr(part, "_fields") else "it"
    odds = from_text(PAIR.replace("+ it", f"+ {field}"), "pair").odds()
    assert odds.probability("11") == Fraction(10, 100)
    assert odds.probability("2") == Fraction(1, 100)


@pytest.mark.parametrize(
    "change, said",
    [
        (('"class-dice"\nresult', '"chess"\nresult'), "no rule system 'chess'"),
        (('check = "class-dice"', 'check = "chess"'), "chess"),
        (("times = 2", "times = 999"), "1 to 50 times"),
        (('"sum + it"', '"sum + nobody"'), "no 'nobody' here"),
        (('"sum + it"', "\"__import__('os')\""), "are all there is"),
        (("[start]", "[begin]"), "begin"),
        (('"conscript"', '"guard"'), "step 1"),
    ],
)
def test_what_is_wrong_with_a_program_is_said_in_a_sentence(change, said):
    with pytest.raises((BadInput, BadData), match=said):
        from_text(PAIR.replace(*change), "pair.toml").odds()


@pytest.mark.parametrize(
    "text, value",
    [
        ("2 + 3 * n", 17), ("-n // 2", -3), ("'a' if n > 4 else 'b'", "a"), ("n in (1, 5)", True), ("1 < n < 4", False),
        ("not n or n == 5", True), ("max(n, 9) - min(1, n)", 8), ("n % 2", 1),
    ],
)  # fmt: skip
def test_formulas(text, value):
    assert Formula(text, "here")({"n": 5}) == value


@pytest.mark.parametrize(
    "text", ["n.real", "[x for x in n]", "n ** 99", "lambda: n", "f(n)", "n[0]", "1.5", "n := 2", "(" * 200]
)
def test_formulas_that_could_do_more_are_refused(text):
    with pytest.raises(BadInput):
        Formula(text, "here")({"n": 5})


def test_odds_as_a_user_asks_for_them(capsys):
    assert main(["odds", "steel-canister-rally", "--throws", "50", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [case["case"] for case in told["cases"]] == ["grade elite", "grade veteran", "grade conscript"]
    for case in told["cases"]:
        assert sum(Fraction(each["fraction"]) for each in case["odds"]) == 1
        assert sum(case["thrown"].values()) == 50
    assert main(["odds", "nowhere.toml"]) == 2
