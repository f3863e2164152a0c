"""Which of some answers would be taken."""

from __future__ import annotations

from grognard.battle.decisions import Decision, Option
from grognard.kernel.checks import Refusal
from grognard.kernel.domains import Number


def decision(made):
    options = [Option("load", "load", fields={"charge": Number(1, 3)})]
    return Decision(
        "a",
        "load",
        "How much?",
        lambda: made.append("all") or options,
        one=lambda key: options[0] if key == "load" else None,
        judge=lambda option, values: Refusal("T-1", "wet") if values["charge"] == 2 else None,
    )


def test_the_first_answer_that_would_be_taken_and_none_after_it_is_tried():
    made, tried = [], []
    asked = decision(made)

    def answers():
        for key, charge in (("fire", 1), ("load", 9), ("load", 2), ("load", 3), ("load", 1)):
            tried.append((key, charge))
            yield asked.answer(key, charge=charge)

    assert asked.first_accepted(answers()) == asked.answer("load", charge=3)
    assert tried[-1] == ("load", 3)
    assert made == [], "an option that is not there is told without listing all"


def test_none_where_all_are_refused():
    asked = decision([])
    assert asked.first_accepted([asked.answer("load", charge=2)]) is None
    assert not asked.accepts(asked.answer("load", charge=2))
    assert asked.accepts(asked.answer("load", charge=1))
