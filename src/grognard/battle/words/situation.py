"""The table of a seat in words, made from its picture and from nothing else, so that it tells no more than is shown.

A unit's line says what a glance at the map would: its strength, how it stands and looks, how steady it is, what it has
been told, and where the nearest enemies are from its own front.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from grognard.army.oob import spelt
from grognard.ground.squares import square_of

from ..pictures import BodyPicture, CardPicture, GhostPicture, LeaderPicture, Picture, UnitPicture
from . import clock
from .matching import meant, plain_words, stands_in

MOST_FOES = 3
"""Enemies that a unit's line tells of."""
TableSize = tuple[int, int]
"""Paces from west to east, and from south to north."""
LEVELS = {1: "brigade", 2: "division", 3: "army"}


class WordLine(Struct, frozen=True):
    """One line, and the unit, leader or other thing that it is about."""

    text: str
    about: str = ""


class WordSection(Struct, frozen=True):
    """Lines under a heading; `depth` grows with the order of battle."""

    title: str
    lines: tuple[WordLine, ...] = ()
    depth: int = 0


def situation(picture: Picture, table: TableSize | None = None) -> tuple[WordSection, ...]:
    """Everything that a picture shows, in lines under headings; with the size of the table, places go by the squares
    of its map as well."""
    return tuple(section for section in _Teller(picture, table).sections() if section.lines)


def looked_at(sections: Sequence[WordSection], name: str) -> tuple[WordSection, ...]:
    """The lines about whoever is called so; else the sections under such a heading."""
    called = {line.about: (line.text.partition(":")[0],) for each in sections for line in each.lines if line.about}
    about = set(meant(plain_words(name), called))
    lines = [(each, tuple(line for line in each.lines if line.about in about)) for each in sections]
    found = tuple(WordSection(each.title, own) for each, own in lines if own)
    return found or tuple(each for each in sections if stands_in(plain_words(name), plain_words(each.title)))


def place(x: float, y: float, table: TableSize | None = None) -> str:
    """A place as it can be typed, with its square."""
    told = f"{round(x)},{round(y)}"
    return f"{told} (square {square_of(x, y, table[1], table[0])})" if table else told


def points_left(points: int) -> str:
    """What a leader can still give orders with."""
    return f"{points} point{'s' * (points != 1)} left" if points else "no point left"


def readable(word: str) -> str:
    """A word of the rules made readable."""
    return spelt(word).replace("-", " ") if word else ""


class _Teller:
    def __init__(self, picture: Picture, table: TableSize | None) -> None:
        self.picture, self.table = picture, table
        self.units = {unit.id: unit for unit in picture.units}
        self.leaders = {leader.id: leader for leader in picture.leaders}
        self.own = [unit for unit in picture.units if unit.own and unit.where == "table"]
        self.foes = [unit for unit in picture.units if not unit.own and unit.where == "table" and self._is_foe(unit)]

    def _is_foe(self, unit: UnitPicture) -> bool:
        units = {each.side for each in self.picture.units if each.own}
        return unit.side not in units | {each.side for each in self.picture.leaders if each.own}

    def sections(self) -> Iterator[WordSection]:
        yield WordSection("The table", tuple(self._sky()))
        yield from self._force()
        allies = [unit for unit in self.picture.units if not unit.own and not self._is_foe(unit)]
        yield WordSection("Under other commanders", self._lines(allies))
        if self.own or not self.foes:
            yield WordSection("Enemies in sight", tuple(self._foe(foe) for foe in self.foes) or self._nobody())
        else:
            yield from self._all_sides()
        yield WordSection("Leaders of others", tuple(self._leader(one) for one in self.picture.leaders if not one.own))
        yield WordSection("Seen earlier", tuple(self._ghost(ghost) for ghost in self.picture.ghosts))
        yield WordSection("On the road", tuple(self._riders()))
        yield WordSection("Cards", tuple(self._card(card) for card in self.picture.cards))
        yield WordSection("Beside the table", tuple(self._margin()))
        yield WordSection("On the ground", tuple(self._ground()))

    def _nobody(self) -> tuple[WordLine, ...]:
        return (WordLine("Nobody of theirs is in sight."),) if self.own else ()

    # -- the whole table

    def _sky(self) -> Iterator[WordLine]:
        yield from (WordLine(f"{tint.words[:1].upper()}{tint.words[1:]}") for tint in self.picture.tints)
        yield from (WordLine(f"{chip.name}: {chip.text}") for chip in self.picture.chips)

    def _all_sides(self) -> Iterator[WordSection]:
        """For those who look on: everybody whom they see, side by side."""
        for side in dict.fromkeys(unit.side for unit in self.foes):
            yield WordSection(side, self._lines(unit for unit in self.foes if unit.side == side))

    # -- one's own

    def _force(self) -> Iterator[WordSection]:
        told: set[str] = set()
        for body in self.picture.formations:
            yield from self._body(body, 0, told)
        rest = [unit for unit in self.picture.units if unit.own and unit.id not in told]
        yield WordSection("Others of your force", self._lines(rest))
        leaders = [one for one in self.picture.leaders if one.own and one.id not in told]
        yield WordSection("Your leaders", tuple(self._leader(one) for one in leaders))

    def _body(self, body: BodyPicture, depth: int, told: set[str]) -> Iterator[WordSection]:
        units = [self.units[id] for id in body.units if id in self.units and self.units[id].own]
        leader = self.leaders.get(body.leader)
        led = [self._leader(leader)] if leader is not None and leader.own and leader.id not in told else []
        told.update([*(unit.id for unit in units), *([body.leader] if led else [])])
        title = f"{body.name}, {body.note}" if body.note else body.name
        # a body of which all have their own heading still names its leader
        yield WordSection(title, (*led, *self._lines(units)), depth)
        for under in body.formations:
            yield from self._body(under, depth + 1, told)

    def _lines(self, units: Iterable[UnitPicture]) -> tuple[WordLine, ...]:
        return tuple(WordLine(self._unit(unit), unit.id) for unit in units)

    def _unit(self, unit: UnitPicture) -> str:
        if unit.where != "table":
            return f"{unit.name}: {', '.join(part for part in (_strength(unit), _absent(unit)) if part)}"
        told = [self._standing(unit)]
        if unit.engaged:
            told.append(f"locked with {self._named(unit.engaged)}")
        told += [f"order: {unit.order}"] if unit.order else []
        told += [f"awaits: {each.words}{f', due turn {each.turn}' if each.turn else ''}" for each in unit.awaits]
        told += [unit.held] if unit.held else []
        told += self._near(unit)
        return f"{unit.name}: {'; '.join(told)}"

    def _standing(self, unit: UnitPicture) -> str:
        parts = [
            _strength(unit),
            readable(unit.formation),
            f"facing {clock.compass(unit.heading)}",
            unit.steadiness.word,
        ]
        parts += [badge.words for badge in unit.badges] + list(unit.marks)
        parts += [f"{row.label.lower()} {row.value}" for row in unit.rows if row.value]
        parts += [f"at {place(unit.x, unit.y, self.table)}"]
        return ", ".join(dict.fromkeys(part for part in parts if part))

    def _near(self, unit: UnitPicture) -> list[str]:
        """The nearest enemies from its own front; of the nearest as far off as the rules measure it."""
        here = (unit.x, unit.y)
        away = {foe.id: clock.apart(here, (foe.x, foe.y)) for foe in self.foes}
        if unit.nearest is not None and unit.nearest.unit in away:
            away[unit.nearest.unit] = unit.nearest.paces
        nearest = sorted(self.foes, key=lambda foe: (away[foe.id], foe.id))[:MOST_FOES] if unit.own else []
        return [
            f"enemy {foe.name}, {readable(foe.formation)}, {clock.distance(away[foe.id])} "
            f"{clock.at_hour(clock.course(here, (foe.x, foe.y)), unit.heading)}"
            for foe in nearest
        ]

    def _leader(self, leader: LeaderPicture) -> WordLine:
        told = [f"leader of a{'n' * (leader.level == 3)} {LEVELS.get(leader.level, 'body')}"]
        told += [f"with {self._named([leader.attached])}"] if leader.attached else []
        told += [points_left(leader.points)] if leader.points is not None else []
        told += [word for word in (leader.rating, leader.hurt) if word]
        told += [f"at {place(leader.x, leader.y, self.table)}"] if leader.where == "table" else [readable(leader.where)]
        return WordLine(f"{leader.name}: {', '.join(told)}", leader.id)

    # -- others

    def _foe(self, foe: UnitPicture) -> WordLine:
        told = [self._standing(foe)]
        if foe.engaged:
            told.append(f"locked with {self._named(foe.engaged)}")
        told += [f"order: {foe.order}"] if foe.order else []
        return WordLine(f"{foe.name}: {'; '.join([*told, *self._from_ours(foe.x, foe.y)])}", foe.id)

    def _from_ours(self, x: float, y: float) -> list[str]:
        """Where a place is from the nearest own unit."""
        if not self.own:
            return []
        unit = min(self.own, key=lambda each: (clock.apart((each.x, each.y), (x, y)), each.id))
        off = clock.apart((unit.x, unit.y), (x, y))
        where = clock.at_hour(clock.course((unit.x, unit.y), (x, y)), unit.heading)
        return [f"{clock.distance(off)} {where} of {unit.name}"]

    def _ghost(self, ghost: GhostPicture) -> WordLine:
        told = [readable(ghost.formation), f"seen turn {ghost.turn}", f"at {place(ghost.x, ghost.y, self.table)}"]
        return WordLine(
            f"{ghost.name}: {', '.join(part for part in (*told, *self._from_ours(ghost.x, ghost.y)) if part)}", ghost.id
        )

    def _riders(self) -> Iterator[WordLine]:
        for rider in self.picture.riders:
            due = f", due turn {rider.arrives}" if rider.arrives else ""
            where = place(rider.x, rider.y, self.table)
            yield WordLine(f"To {self._named([rider.to])}: {rider.carries}{due}, at {where}", rider.id)

    def _card(self, card: CardPicture) -> WordLine:
        whose = "yours" if card.own else "theirs"
        return WordLine(f"{card.name} ({whose}): {card.words}, at {place(card.x, card.y, self.table)}", card.id)

    def _margin(self) -> Iterator[WordLine]:
        for each in self.picture.margin:
            yield WordLine(f"{each.edge} edge: {each.words}", each.id)

    def _ground(self) -> Iterator[WordLine]:
        for area in self.picture.areas:
            if area.words and not area.of:
                middle = _middle(area.outline)
                yield WordLine(f"{area.words}{self._where(middle)}", area.id)
        for line in self.picture.lines:
            if line.words:
                yield WordLine(f"{line.words}{self._where(line.points[-1] if line.points else None)}", line.id)
        for token in self.picture.tokens:
            yield WordLine(f"{token.words}{self._where((token.x, token.y))}", token.id)

    def _where(self, spot: tuple[float, float] | None) -> str:
        return f", at {place(*spot, self.table)}" if spot is not None else ""

    def _named(self, ids: Sequence[str]) -> str:
        every: Mapping[str, UnitPicture | LeaderPicture] = {**self.leaders, **self.units}
        return ", ".join(every[id].name if id in every else readable(id) for id in ids)


def _strength(unit: UnitPicture) -> str:
    """Men and guns, as far as they are told: of an enemy's battery often only one of them is."""
    men = f"{unit.men:,} {'man' if unit.men == 1 else 'men'}" if unit.men else ""
    if men and unit.men_of > unit.men:
        men += f" of {unit.men_of:,}"
    guns = f"{unit.guns} gun{'s' * (unit.guns != 1)}" if unit.guns else ""
    return ", ".join(part for part in (men, guns) if part)


def _absent(unit: UnitPicture) -> str:
    if unit.where in ("waiting", "beyond"):
        return f"due turn {unit.arrives}" if unit.arrives else "not yet on the table"
    return {"left": "has left the table", "lost": "is lost"}.get(unit.where, readable(unit.where))


def _middle(outline: Sequence[tuple[float, float]]) -> tuple[float, float] | None:
    if not outline:
        return None
    return sum(x for x, _ in outline) / len(outline), sum(y for _, y in outline) / len(outline)
