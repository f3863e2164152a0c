"""Lessons in other languages: of the bundled ones nothing is missing, and every rule and every box is in its place."""

from __future__ import annotations

import re

import pytest

from grognard.scenarios import bundled, files
from grognard.scenarios.inspection.checking import check_texts
from grognard.scenarios.loading import load

LANGUAGES = ("de", "fr")
LESSONS = [
    (battle, name, lesson)
    for battle, folder in bundled().items()
    if (folder / "lessons").is_dir()
    for name, lesson in load(folder).lessons.items()
]
PAGE = {"de": {"[Done]": "[Fertig]"}, "fr": {"[Done]": "[Terminé]"}}
"""Words of the page itself; what the rules call it is boxed alike in all languages."""
STOP = set(
    re.findall(
        r"\w+",
        """
    the of and is are for with from by not but to this that which you your has have be will may can then there here any
    each when where if as into more less done press show give skip turn turns paces units order orders click
""",
    )
)
ALSO = {"de": {"will"}, "fr": {"but"}}
"""What is a word there too."""
RULE, BOX = re.compile(r"\{[^}]+\}"), re.compile(r"\[[^\]]+\]")


def pairs(lesson, words):
    """Each text of a lesson with what stands for it."""
    yield from ((getattr(lesson, field), getattr(words, field)) for field in ("title", "about", "ending"))
    for own, told in zip(lesson.step, words.step, strict=True):
        yield from ((getattr(own, field), getattr(told, field)) for field in ("title", "why", "then", "passed"))
        yield from zip([each.text for each in own.compare], told.compare, strict=True)
        yield from zip([each.say for each in own.wrong], told.wrong, strict=True)
        yield from zip([each.say for each in own.came], told.came, strict=True)
        yield own.missed.say if own.missed else "", told.missed
    for own, told in zip(lesson.aside, words.aside, strict=True):
        yield from ((own.title, told.title), (own.say, told.say))


def test_there_are_lessons():
    assert len(LESSONS) >= 5


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("battle, name, lesson", LESSONS, ids=lambda each: each if isinstance(each, str) else "")
def test_no_word_of_a_bundled_lesson_is_missing(battle, name, lesson, language):
    for own, told in pairs(lesson, lesson.words[language]):
        assert bool(own) == bool(told), (own, told)
        assert sorted(RULE.findall(own)) == sorted(RULE.findall(told)), (own, told)
        boxed = [PAGE[language].get(box, box) for box in BOX.findall(own)]
        assert sorted(boxed) == sorted(BOX.findall(told)), "what is pressed is boxed as it is called on the page"
        english = STOP & {word.lower() for word in re.findall(r"\w+", BOX.sub("", RULE.sub("", told)))}
        assert not english - ALSO[language], (told, english)
        assert not own or own != told or BOX.fullmatch(own), own


def test_a_step_too_many_is_told(tmp_path):
    texts = dict(files.read(bundled()["drill-ground"]))
    file = "lessons/cubes.toml"
    texts[file] += '\n[[words.fr.step]]\ntitle = "Encore une"\n'
    found = [str(each) for each in check_texts(texts) if each.severity == "error"]
    assert any("words.fr: 8 of step, and the lesson has 7" in each for each in found), found
