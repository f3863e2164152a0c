"""Results that are kept while what they were worked out from stays the same."""

from __future__ import annotations

from grognard.miniatures.memo import Memo


def test_a_result_is_kept_while_it_came_from_the_same_object():
    memo, smoke, made = Memo(), (1, 2), []
    found = [memo.keep("banks", smoke, lambda: made.append("once") or len(made)) for _ in range(3)]
    assert (found, made) == ([1, 1, 1], ["once"])


def test_another_object_is_worked_out_anew_even_if_it_is_equal():
    memo, made = Memo(), []
    for state in ([1], [1]):  # two records that happen to be alike
        memo.keep("banks", state, lambda: made.append("again"))
    assert len(made) == 2


def test_results_of_other_names_do_not_touch_each_other():
    memo, state = Memo(), object()
    assert memo.keep(("seen", "red", "a"), state, lambda: "a") == "a"
    assert memo.keep(("seen", "red", "b"), state, lambda: "b") == "b"
    assert memo.keep(("seen", "red", "a"), state, lambda: "c") == "a"
