"""Typed words against names: the first letters of some of a name's words will do, as long as they are of one only."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence


def split(line: str) -> list[str]:
    try:
        return shlex.split(line, posix=True)
    except ValueError:
        # a quotation mark that does not end, or an apostrophe in a name
        return line.split()


def plain_words(text: str) -> list[str]:
    """A name in plain small words: `I. Musketeers` is `i musketeers`."""
    return [word for word in re.split(r"[\s:_.,()]+", text.lower()) if word]


def matched(words: Sequence[str], phrase: Sequence[str]) -> tuple[int, int, int]:
    """How many of the typed words begin the words of a phrase one after the other, how many of these are whole, and
    whether the phrase ends with them. Words of the phrase may be left out between two that are typed."""
    taken = whole = at = 0
    for word in words:
        plain = word.lower().strip(".:,")
        place = next((i for i in range(at, len(phrase)) if plain and phrase[i].startswith(plain)), None)
        # the first word has to begin the phrase
        if place is None or "=" in word or (not taken and place):
            break
        taken, whole, at = taken + 1, whole + (phrase[place] == plain), place + 1
    return taken, whole, int(taken > 0 and at == len(phrase) and taken >= min(len(phrase), len(words)))


_DENYING = frozenset(
    ("no", "not", "nobody", "none", "nothing", "never", "without", "hold", "holds", "stay", "stays", "keep", "keeps",
     "wait", "waits", "decline", "refuse", "cancel", "forgo", "stand", "stands", "let", "stop")
)  # fmt: skip
"""Words by which a sentence says that something is not done."""


def denied_unsaid(words: Sequence[str], phrase: Sequence[str]) -> bool:
    """Whether a phrase says no, or that all is left as it is, by a word of which nothing was typed."""
    typed = [word.lower().strip(".:,") for word in words]
    return any(each in _DENYING and not any(word and each.startswith(word) for word in typed) for each in phrase)


def stands_in(words: Sequence[str], sentence: Sequence[str]) -> bool:
    """Whether typed words begin words of a sentence one after the other, wherever in it the first of them stands."""
    at = 0
    for word in words:
        plain = word.lower().strip(".:,")
        place = next((i for i in range(at, len(sentence)) if plain and sentence[i].startswith(plain)), None)
        if place is None:
            return False
        at = place + 1
    return bool(words)


def meant(wanted: Sequence[str], called: Mapping[str, Sequence[str]]) -> list[str]:
    """Those whom some words mean by one of their names: all words begin words of the name, and of those who are meant
    whoever has most of them whole."""
    if not wanted:
        return []
    scores = {who: max(matched(wanted, plain_words(name)) for name in names) for who, names in called.items()}
    fit = {who: score for who, score in scores.items() if score[0] == len(wanted)}
    best = max((score[1:] for score in fit.values()), default=None)
    return [who for who, score in fit.items() if score[1:] == best]


def quoted(text: str) -> str:
    return f'"{text}"' if " " in text else text
