"""What a seat's picture says of a unit besides its core: rows of its card, badges drawn with it, marks in words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from grognard.battle import pictures as pic

from ..events.words import formation_in_words
from ..table.roster import Entry
from ..table.state import Forming, UnitState
from .view import Seen

STATUSES = ("resolute", "determined", "wavering", "broken", "routed", "dispersed")
"""The ladder of morale, best first."""
QUARTERS = ("", "¼", "½", "¾", "1")

MEASURES = (pic.Measure(key="disorder", name="Disorder", first="most", more="{n} more disorder"),)
IN_ORDER = pic.Row(label="Disorder", value="none", key="disorder")


STEADINESS = {status: pic.Steadiness(step=step, of=len(STATUSES), word=status) for step, status in enumerate(STATUSES)}
"""Each status as a step of the ladder."""


def turns(quarters: int) -> str:
    """Quarters of a turn in words."""
    return f"{QUARTERS[quarters] if quarters < len(QUARTERS) else quarters / 4} turn"


def markers(disorder: int) -> str:
    """Disorder in words."""
    return f"{disorder} marker{'s' * (disorder != 1)}"


def own_rows(now: UnitState, entry: Entry) -> Iterator[pic.Row]:
    """What the card of a unit of one's own says."""
    yield _quality(entry.rated.morale_class, entry.rated.morale_rating, entry.rated.discipline)
    yield _disorder(now.disorder)
    if now.forming is not None:
        yield _forming(now.forming)


def seen_rows(seen: Seen) -> Iterator[pic.Row]:
    """What the card of a unit in sight says."""
    yield _disorder(seen.disorder)
    if seen.forming:
        yield pic.Row(label="Forming", value="anew", brief="forming anew")


@cache
def _disorder(count: int) -> pic.Row:
    if not count:
        return IN_ORDER
    words = markers(count)
    return pic.Row(
        label="Disorder", value=words, brief=words, tone="notice", glyph="diamond", key="disorder", number=count
    )


def _forming(change: Forming) -> pic.Row:
    words = formation_in_words(change.to) + (f", {turns(change.quarters)} more" if change.quarters else "")
    return pic.Row(label="Forming", value=words, brief=f"forming {words}")


# Frozen records that are alike are made once: a picture is made after every answer.
@cache
def _quality(morale_class: str, rating: int, discipline: str) -> pic.Row:
    drilled = "" if discipline == "none" else f", {discipline.replace('_', ' ')}"
    return pic.Row(label="Quality", value=f"{morale_class.replace('_', ' ')}, morale {rating}{drilled}")


@cache
def badges(disorder: int, prone: bool, at_work: bool = False) -> tuple[pic.Badge, ...]:
    """What is drawn with a unit."""
    words = f"{markers(disorder)} of disorder"
    pips = pic.Badge(words=words, shape="pips", glyph="diamond", count=disorder, tone="notice")
    lies = pic.Badge(words="lying down", shape="disc", glyph="prone")
    works = pic.Badge(words="at work", shape="disc", glyph="tools")
    return (*([pips] if disorder else []), *([lies] if prone else [works] if at_work else []))


def own_marks(now: UnitState, entry: Entry) -> Iterator[str]:
    """Further words about a unit of one's own."""
    # only those who have a volley to lose
    if not now.volley_spent and entry.rated.arm == "infantry" and not now.parent and entry.rated.weapon != "none":
        yield "first volley"
    if now.card:
        yield "hidden on a card"
    if now.prone:
        yield "lying down"
    if now.battalion_guns:
        pounds = f"{entry.rated.battalion_gun_pounds}-pounder"
        yield f"{now.battalion_guns} battalion gun{'s' * (now.battalion_guns != 1)}, {pounds}"
    if now.engineers:
        yield "engineers"
    if now.labour is not None:
        yield "at work"
    if now.aboard:
        yield "in a boat"
    if now.now.fired:
        yield "has fired"
    if now.skirmishers:
        yield "skirmishers out"
    if now.retire:
        yield "retires"
    if now.how:
        yield now.how


def seen_marks(seen: Seen) -> Iterator[str]:
    """Further words about a unit in sight."""
    if seen.prone:
        yield "lying down"
    if seen.aboard:
        yield "in a boat"
