"""Pictures one after the other, told by what changes from one to the next; and the moments that are worth one.

Between two pictures that a link has seen, those who moved are shown where they stood in between. Nothing comes to light
by that: who is shown there was named to the link in what it was told just then, stood on the picture before, and is in
sight of the link at that moment; and of him only his place and his shape are shown.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from grognard.battle.kinds import MOVING, Scene
from grognard.battle.pictures import Picture

from ..shapes import Altered, Frame, Reel, Told

NOW = -1
"""The place of the present table, behind all entries of the record."""
MOST_GLIMPSES = 48
"""Pictures of a reel between those that the link has seen."""
MOST_WHOLE = 40
"""Pictures of a reel that the link has seen: some turns. Who wants more asks for the rest."""
PLACED = ("x", "y", "heading", "formation", "parts", "shape", "space", "where")
"""What is shown of a unit on the way."""
LED = ("x", "y", "attached", "where")
"""What is shown of a leader on the way."""


class SeenTable(NamedTuple):
    """A table that a link has seen: after which event, before which entry of the record, of which phase."""

    n: int
    place: int
    turn: int
    phase: str


class Film:
    """What a link was told of a battle, and where in the record it saw the table."""

    def __init__(
        self,
        told: Sequence[Told],
        places: Sequence[int],
        ends: Mapping[tuple[int, str], int],
        scenes: Mapping[str, Sequence[Scene]],
    ) -> None:
        """`places` says where each event stands in the record, `ends` before which entry each phase ended."""
        self.told, self.places, self.scenes = told, places, scenes
        found: dict[int, SeenTable] = {}
        for (turn, phase), place in ends.items():
            # the last event told before the phase ended
            n = bisect_left(places, place) - 1
            found[n] = SeenTable(n, place, turn, phase)
        if told:
            # the present table stands for the last event, in place of what the record has there
            found[len(told) - 1] = SeenTable(len(told) - 1, NOW, 0, "")
        self._seen = [found[n] for n in sorted(found) if n >= 0]

    def reel(self, first: int, last: int, at: Callable[[int], Picture]) -> Reel:
        """The pictures about these events; `at` gives the link's table before an entry of the record."""
        start = next((each for each in reversed(self._seen) if each.n < first), SeenTable(-1, 0, 1, ""))
        after = [each for each in self._seen if each.n >= first]
        wanted = next((n for n, each in enumerate(after) if each.n >= last), len(after) - 1)
        # one who asks for more asks again from there
        after = after[: min(wanted + 1, MOST_WHOLE)]
        between = glimpses(self.told[start.n + 1 : after[-1].n + 1], self.scenes, MOST_GLIMPSES)
        first, picture = start.n + 1, _whole(start, at)
        base, frames = picture, []
        for end in after:
            for each in [one for one in between if start.n < one.last < end.n]:
                then = self.told[each.last]
                # seen by the link at that very moment, so that nobody is shown on the way who was out of its
                # sight
                shown = on_the_way(picture, at(self.places[each.last] + 1), each.named)
                frames.append(_frame(picture, shown, SeenTable(each.last, 0, then.turn, then.phase), whole=False))
                picture = shown
            shown = _whole(end, at)
            frames.append(_frame(picture, shown, end, whole=True))
            picture, start = shown, end
        return Reel(first, after[-1].n, base, tuple(frames))


def _whole(then: SeenTable, at: Callable[[int], Picture]) -> Picture:
    picture = at(then.place)
    return picture if then.place == NOW else replace(picture, turn=then.turn, phase=then.phase)


def _frame(before: Picture, after: Picture, then: SeenTable, *, whole: bool) -> Frame:
    turn, phase = (after.turn, after.phase) if whole else (then.turn, then.phase)
    return Frame(then.n, turn, phase, whole, *altered(before, after))


class Glimpse(NamedTuple):
    """A moment between two phases at which some have moved."""

    first: int
    last: int
    """What was told of it, by the numbers of events."""
    named: frozenset[str]


def altered(before: Picture, after: Picture) -> tuple[dict[str, Any], dict[str, Altered]]:
    """What makes a picture of another: fields that are others now, and of lists of records by id those that changed."""
    fields: dict[str, Any] = {}
    lists: dict[str, Altered] = {}
    for name in Picture.__struct_fields__:
        had, now = getattr(before, name), getattr(after, name)
        if had == now:
            continue
        old, new = _by_id(had), _by_id(now)
        # without ids there is no telling which record is which: the whole list is sent
        if old is None or new is None:
            fields[name] = now
        else:
            changed = tuple(each for id, each in new.items() if old.get(id) != each)
            lists[name] = Altered(changed, None if list(old) == list(new) else tuple(new))
    return fields, lists


def alter(picture: Picture, fields: Mapping[str, Any], lists: Mapping[str, Altered]) -> Picture:
    """The picture that they make of it."""
    made: dict[str, Any] = dict(fields)
    for name, each in lists.items():
        records = _by_id(getattr(picture, name)) or {}
        records = {**records, **{one.id: one for one in each.changed}}
        order = records if each.order is None else each.order
        made[name] = tuple(records[id] for id in order)
    return replace(picture, **made)


def _by_id(records: Any) -> dict[str, Any] | None:
    """Records by id, where they have ids and no two the same."""
    if type(records) is not tuple or not all(hasattr(each, "id") for each in records):
        return None
    found = {each.id: each for each in records}
    return found if len(found) == len(records) else None


def on_the_way(before: Picture, seen: Picture, named: Iterable[str]) -> Picture:
    """A picture with those who were named where they are now, as far as they are seen."""
    names = frozenset(named)
    return replace(
        before,
        units=_placed(before.units, {each.id: each for each in seen.units if each.id in names}, PLACED),
        leaders=_placed(before.leaders, {each.id: each for each in seen.leaders if each.id in names}, LED),
    )


def _placed(had: Sequence[Any], now: Mapping[str, Any], fields: Sequence[str]) -> tuple[Any, ...]:
    return tuple(
        replace(each, **{name: getattr(now[each.id], name) for name in fields}) if each.id in now else each
        for each in had
    )


def glimpses(told: Sequence[Told], scenes: Mapping[str, Sequence[Scene]], most: int) -> list[Glimpse]:
    """Where somebody has moved. Those who move in the same part of a phase, or are told of in a row, move together;
    of very many moments those that lie beside each other are taken for one."""
    found: list[tuple[tuple[Any, ...], Glimpse]] = []
    for event in told:
        named = frozenset(who for who in event.units.values() if who)
        if not named or not _moves(event, scenes.get(event.kind, ())):
            continue
        key = event.turn, event.phase, event.quarter, event.kind
        # in a phase of quarters all who move in one move together, whatever is told between
        if found and found[-1][0] == key and (event.quarter or found[-1][1].last == event.n - 1):
            last = found[-1][1]
            found[-1] = key, Glimpse(last.first, event.n, last.named | named)
        else:
            found.append((key, Glimpse(event.n, event.n, named)))
    many = -(-len(found) // most) or 1
    rows = [[glimpse for _, glimpse in found[n : n + many]] for n in range(0, len(found), many)]
    return [Glimpse(row[0].first, row[-1].last, frozenset().union(*(each.named for each in row))) for row in rows]


def _moves(event: Told, scenes: Sequence[Scene]) -> bool:
    return any(
        scene.act in MOVING and all(event.values.get(name) == value for name, value in scene.when.items())
        for scene in scenes
    )
