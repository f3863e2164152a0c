"""Golden battles are their answers: given again they lead to the same text, and whatever differs shows."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from grognard.battle.events import Event
from grognard.kernel.errors import BadData
from grognard.simulate import golden, many


@pytest.fixture(scope="module")
def text(tmp_path_factory) -> str:
    return golden.fought(in_folder(tmp_path_factory.mktemp("golden")))


def in_folder(folder, text: str = "", name: str = "farm-at-the-crossroads.7.2") -> golden.GoldenFile:
    path = folder / "cold-steel" / f"{name}.txt"
    path.parent.mkdir(parents=True)
    path.write_text(text, "utf-8")
    return golden.kept(folder)[0]


def test_answers_given_again_lead_to_the_same_text(tmp_path, text):
    kept = in_folder(tmp_path, text)
    assert golden.answers_in(text)
    assert golden.now(kept) == text


def test_a_better_staff_leaves_it_alone_but_for_the_staffs_own(tmp_path, text, monkeypatch):
    default = many.staffed
    monkeypatch.setattr(golden, "staffed", lambda battle, kind: default(battle, "default"))
    kept = in_folder(tmp_path / "a", text)
    own = in_folder(tmp_path / "b", text, "farm-at-the-crossroads.7.2.staff")
    assert golden.now(kept) == text
    assert golden.now(own) != text


def test_an_event_without_words_shows_by_the_digest(tmp_path, text, monkeypatch):
    kept = in_folder(tmp_path, text)
    begun = golden.GoldenFile.begun

    def otherwise(self):
        battle = begun(self)
        at = next(i for i, entry in enumerate(battle.entries) if type(entry) is Event and entry.kind == "phase")
        battle.entries[at] = replace(battle.entries[at], values={"seen": "nowhere"})
        return battle

    monkeypatch.setattr(golden.GoldenFile, "begun", otherwise)
    differ = [(a, b) for a, b in zip(golden.now(kept).splitlines(), text.splitlines(), strict=True) if a != b]
    assert differ
    assert all(line.startswith(golden.DIGEST) for pair in differ for line in pair)


def test_answers_that_the_rules_no_longer_take_are_named_and_nothing_is_written(tmp_path, text):
    last = str(golden.answers_in(text)[-1])
    spoilt = text.replace(last, last.replace(": ", ": no-such-thing-", 1))
    kept = in_folder(tmp_path, spoilt)
    with pytest.raises(BadData, match=r"its answers do not fit the rules any more: .*no-such-thing"):
        golden.write(kept, keep_answers=True)
    assert kept.text == spoilt
    assert golden.now(kept).splitlines()[-1].startswith(golden.TROUBLE)


def test_answers_that_are_missing_are_named(tmp_path, text):
    kept = in_folder(tmp_path, text)
    told = golden.replayed(kept, golden.answers_in(text)[:-1]).splitlines()
    assert told[-1].startswith("! there is no answer to ")


def test_it_is_written_anew_with_the_same_answers_or_by_the_staff(tmp_path, text):
    kept = in_folder(tmp_path, text.replace("Turn", "Trun"))
    assert golden.write(kept, keep_answers=True)
    assert kept.text == text
    assert not golden.write(kept, keep_answers=True)
    assert not golden.write(kept, keep_answers=False)
