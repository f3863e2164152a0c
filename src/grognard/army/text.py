"""Short names for the map, as armies wrote them: 2/33e, III/IR 4, 2/73rd, Gudin foot.

A name is rewritten in steps. The first steps always run, so that the battalions of a regiment are called alike however
long their names are; the later ones only while the name is too long, the least loss first.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

LONGEST = 14

Step = tuple[re.Pattern[str], str]

NUMBERS = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "twelve": "12"}
ORDINALS = {"first": "1st", "second": "2nd", "third": "3rd", "fourth": "4th"}
ROMAN = {"1": "I", "2": "II", "3": "III", "4": "IV"}

ORDINAL = r"\d+(?:st|nd|rd|th|er|e|\.)"
BATTALION_FIRST = re.compile(
    r"^(?:(?P<n>\d)(?:st|nd|rd|th|er|e|\.)|(?P<roman>[IV]+)\.?) (?:battalion|bataillon|bn)[ ,.]+"
    r"(?:of the |du |des )?(?P<regiment>.+)$",
    re.IGNORECASE,
)
BATTALION_INSIDE = re.compile(rf"^(?P<regiment>{ORDINAL})[^(]*\((?P<n>\d)\w+ battalion\).*$")
GERMAN = re.compile(r"^(?:IR|Infanterie-?Regiment|\d+\. )")


def _steps(*pairs: tuple[str, str]) -> tuple[Step, ...]:
    return tuple((re.compile(pattern), to) for pattern, to in pairs)


ALWAYS = _steps(
    (r"\b(IR|DR|KR|K|HR) (\d+) .*$", r"\1 \2"),  # the number of the regiment says it all
    (r"^(Cuirassiers|Dragoons|Hussars) No\. (\d+) .*$", r"\1 \2"),
    (r" No\. (\d+)$", r" \1"),
    (rf"({ORDINAL}) (?:de |d'infanterie de )?ligne$", r"\1"),
    (r" léger$", " lég."),
    (rf"({ORDINAL}) (?:Foot|Highlanders|Royal Scots|Royal Welch Fusiliers|Regiment of Foot)$", r"\1"),
    (r"(\d\w\w) Foot Guards$", r"\1 Guards"),
    (r"/Coldstream Guards$", "/Coldstream"),
    (r" à cheval$", ""),
    (r"e cuirassiers$", "e cuir."),
    (r"\bReserve\b", "Res."),
    (r"(?i)\b(\w+)-pounder", r"\1-pdr"),
    (r"^(.+?)(?:'s) (foot|horse|light|reserve|brigade) (?:battery|section|guns)$", r"\1 \2"),
    (r"^(.+?)'s half horse battery$", r"\1 ½ horse"),
    (r"^(.+?)'s (\S+-pdrs)$", r"\1 \2"),
    (r"^(.+?)'s (\d)\w\w \S+ battery$", r"\1 \2"),
    (r"^(.+?)'s (?:Spanish )?battery\b", r"\1 bty"),
    (r"^(.+?)'s (light compan)", r"\1 \2"),
    (r"^(.+?)'s troop\b", r"\1 troop"),
    (r"^(?:\w+ )?(horse|foot) battery \((\w+)\)$", r"\2 \1"),
    (r"^Grenadier (?:Bn|battalion) (\S+)$", r"Gr/\1"),
    (r"^Field battalion ", ""),
    (r"^Landwehr ", "Ldw. "),
    (r" Kurmark Landwehr$", " Kurm."),
    (r" Kurmark Landwehr Cavalry$", " Ldw. Cav."),
    (r"^Detachments, ", "Det. "),
    (r"^Light Artillery, (\d)\w\w .*$", r"Lt. Art. \1"),
    (r"^(\w+ Corps) (\d)\w\w (foot|horse) battery$", r"\1 \3 \2"),
    (r"-pdr of the (\w+).*$", r"-pdr \1"),
    (r" border infantry", ""),
    (r"/Reales Guardias ", "/G. "),
)

WHEN_LONG = _steps(
    (r" \([^)]*\)", ""),  # what is in brackets is for the roster
    (r", (?:King's German Legion|Royal Horse Artillery|Royal Artillery|main body).*$", ""),
    (r" (?:with|at|of) (?:the )?.+$", ""),
    (r" and .+$", ""),
    (r"^(\w+) wing, (\d\w\w) line squadrons$", r"\1, \2 line"),
    (r" (?:flank|group|wing)$", ""),
    (r" battery, ", ", "),
    (r" squadron$", " sqn"),
    (r" (?:sqn|squadrons)$", ""),
    (r" (?:detachment|Regiment)$", ""),
    (r"(?i)\bcompany\b", "co"),
    (r"(?i)\bcompanies\b", "co"),
    (r"\b(?:Royal|Loyal|National|volunteer|combined|Don|other) ", ""),
    (r"Orange-Nassau", "Nassau"),
    (r"\b(?:de|of) ", ""),
    (r"Voluntarios", "Vol."),
    (r"(?i)\bbattalion\b", "bn"),
    (r"(?i)\bbattery\b", "bty"),
    (r"(?i)\bcavalry\b", "cav."),
    (r"\bbrigade\b", "bde"),
    (r"\breserve\b", "res."),
    (r"Canadian ", "Cdn "),
    (r"Westphalian", "Westph."),
    (r"Provincial", "Prov."),
    (r"^(?:Brunswick|Hanoverian|Spanish|Austrian|Prussian|Russian) ", ""),
    (r"'s Spanish ", "'s "),
    (r"'s horse$", ""),
    (r"^Legion ", ""),
    (r"/(?:Franz|Prinz|Markgraf|Herzog von) ", "/"),
    (r"\bMusketeers\b", "Musk."),
    (r"\bLight\b", "Lt."),
    (r",", ""),
    (r"\bcentre\b", "ctr"),
    (r"\bDragoons?\b", "Drag."),
    (r"\bGuards\b", "Gds."),
    (r"\bRangers\b", "Rgrs"),
    (r"\bCuirassiers\b", "Cuir."),
    (r"\bHussars\b", "Hus."),
    (r"\bGrenadiers?\b", "Gren."),
    (r" (?:battery|bty|Line|Legion|horse)$", ""),
)


@cache
def short_name(name: str, longest: int = LONGEST) -> str:
    """A unit's name for a map label, of at most so many characters."""
    short = _apply(ALWAYS, _battalion(_figures(" ".join(name.split()))))
    for pattern, to in WHEN_LONG:
        if len(short) <= longest:
            break
        short = pattern.sub(to, short)
    return _words_that_fit(short.strip(" ,"), longest)


def _apply(steps: Sequence[Step], name: str) -> str:
    for pattern, to in steps:
        name = pattern.sub(to, name)
    return name


def _figures(name: str) -> str:
    """Number words as figures, where they count companies, pounds or order."""
    name = re.sub(r"(?i)\b(one|two|three|four|five|six|twelve)(?=[ -](?:compan|pounder))", _digit, name)
    return re.sub(r"(?i)\b(first|second|third|fourth)(?= )", lambda found: ORDINALS[found[1].lower()], name)


def _digit(found: re.Match[str]) -> str:
    return NUMBERS[found[1].lower()]


def _battalion(name: str) -> str:
    """ "1st Battalion, 92nd Foot" and "89th Foot (2nd battalion)" with the battalion's number before a stroke."""
    if found := BATTALION_INSIDE.match(name):
        return f"{found['n']}/{found['regiment']}"
    if not (found := BATTALION_FIRST.match(name)):
        return name
    number = found["roman"] or found["n"]
    german = GERMAN.match(found["regiment"])
    return f"{ROMAN.get(number, number) if german else number}/{found['regiment']}"


def _words_that_fit(name: str, longest: int) -> str:
    """The leading words, or the leading letters of a single long word."""
    while len(name) > longest and " " in name:
        name = name.rsplit(" ", 1)[0].rstrip(" ,")
    return name if len(name) <= longest else name[: longest - 1] + "."
