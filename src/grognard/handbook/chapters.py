"""The contents of a rulebook: its chapters and their parts, from the sections that its rules stand in."""

from __future__ import annotations

import re

from msgspec import Struct

from grognard.kernel.rulebook import Rulebook

NUMBERED = re.compile(r"(?P<chapter>[A-Z]\d|[A-Z]|\d+)(?P<part>(?:\.\d+)*)(?: \((?P<page>.+)\)| (?P<name>.+))?")
"""`7.2.2`, `B.8`, `M2 1.4.2`, `A (p. A1)`, `1.1 Turn sequence`."""

PART = re.compile(r"[A-Z\d.]+")
"""What is shown as the number of a part."""


class ChapterPart(Struct, frozen=True):
    """Rules of a chapter that belong together."""

    key: str
    """Its number, where it has one."""
    title: str
    rules: tuple[str, ...]


class Chapter(Struct, frozen=True):
    """A chapter of a rulebook."""

    key: str
    """Its number or letter; nothing where it goes by its name alone."""
    title: str
    parts: tuple[ChapterPart, ...]


class _Place(Struct, frozen=True):
    chapter: str
    part: str
    title: str
    numbered: bool
    named: bool
    """The part has a name of its own in the section."""


def contents(book: Rulebook) -> tuple[Chapter, ...]:
    """The chapters in their order; numbers before letters, whatever the order in which the rules are written."""
    places: dict[str, dict[str, list[str]]] = {}
    titles: dict[tuple[str, str], str] = {}
    numbered: set[str] = set()
    for rule in book:
        place = _place(rule.section)
        places.setdefault(place.chapter, {}).setdefault(place.part, []).append(rule.id)
        own = book.chapters.get(place.part) or (place.title if place.named else "")
        titles.setdefault((place.chapter, place.part), own or rule.title)
        if place.numbered:
            numbered.add(place.chapter)
    return tuple(
        Chapter(
            key if key in numbered else "",
            book.chapters.get(key) or titles.get((key, key)) or key,
            tuple(
                ChapterPart(part if part != key and PART.fullmatch(part) else "", titles[key, part], tuple(ids))
                for part, ids in parts.items()
            ),
        )
        for key, parts in sorted(
            places.items(), key=lambda each: _order(each[0]) if each[0] in numbered else (3, 0, "")
        )
    )


def chapter_of(book: Rulebook, section: str) -> str:
    """The title of the chapter that a section stands in."""
    place = _place(section)
    return book.chapters.get(place.chapter) or (place.title if place.part == place.chapter else place.chapter)


def _place(section: str) -> _Place:
    match = NUMBERED.fullmatch(section)
    if match is None:
        chapter, _, part = section.partition(": ")
        return _Place(chapter, part or chapter, _titled(part or chapter), numbered=False, named=True)
    chapter, further = match["chapter"], match["part"]
    name = match["name"] or match["page"] or ""
    if not further and match["page"]:
        return _Place(chapter, f"{chapter} {match['page']}", "", numbered=True, named=False)
    if not further and name[:1].isdigit():
        return _Place(chapter, name, "", numbered=True, named=False)
    # the second number makes a part; a third one stays within it
    part = chapter + "".join(re.findall(r"\.\d+", further)[:1])
    return _Place(chapter, part, name, numbered=True, named=bool(name))


def _order(chapter: str) -> tuple[int, int, str]:
    return (0, int(chapter), "") if chapter.isdecimal() else (1, len(chapter), chapter)


def _titled(words: str) -> str:
    return words[:1].upper() + words[1:]
