"""An answer as a line of text, and a line of text as an answer."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.battle.decisions import Answer
from grognard.kernel.errors import BadInput

WORDS = st.text() | st.from_regex(r"[a-z]{1,8}(:[a-z0-9-]{1,8})?", fullmatch=True)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


@given(st.builds(Answer, WORDS, WORDS, WORDS, st.dictionaries(WORDS, VALUES, max_size=4)))
def test_every_answer_comes_back_from_its_text(answer):
    text = str(answer)
    assert text.isprintable(), "one line, every character of which can be seen"
    assert Answer.parse(text) == answer


@given(st.text(alphabet='ab":=[]{}1, \\\n'))
def test_any_text_is_an_answer_or_refused_in_a_sentence(text):
    try:
        answer = Answer.parse(text)
    except BadInput:
        with pytest.raises(BadInput, match="one is written like this"):
            Answer.parse(text)
    else:
        assert Answer.parse(str(answer)) == answer


def test_it_reads_as_a_person_would_write_it():
    answer = Answer("french", "orders:2-33e", "move", {"to": (900, 400), "pace": "quick", "words": "hold the farm"})
    assert str(answer) == 'french orders:2-33e: move to=[900, 400] pace="quick" words="hold the farm"'
    assert Answer.parse(str(answer)).values["to"] == [900, 400]
    assert Answer.parse("  french orders: done  ") == Answer("french", "orders", "done")


@pytest.mark.parametrize(
    "text, told",
    [
        ("", "a seat is missing"),
        ("french", "a decision is missing"),
        ("french orders move", "a decision has a colon behind it"),
        ("french orders:", "an option is missing"),
        ("french orders: move to", "'to' is not a field with its value"),
        ("french orders: move to=", "to has no value in JSON"),
        ("french orders: move to=[1,", "to has no value in JSON"),
        ("french orders: move to=1x", "a space is missing before 'x'"),
        ("french orders: move to=1 to=2", "to is said twice"),
        ('"french orders: move', "a seat begins with a quotation mark"),
    ],
)
def test_what_is_wrong_is_said(text, told):
    with pytest.raises(BadInput, match=told):
        Answer.parse(text)
