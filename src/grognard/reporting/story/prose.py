"""The story in sentences: each turn's deeds gathered, weighed, and told in the past tense. Nothing is said that the
record does not hold; of several ways to say it the one least lately used is taken."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..lexicon import Lexicon
from ..record import Record
from ..wording import capital, listed, men, named_body, the, troops
from .deeds import Deed
from .episodes import Episode, cost, of_side
from .firing import firing
from .ground import changes
from .marches import marches
from .melees import melees
from .teller import Teller

MARCHES = 3
"""Told of one side in one stretch."""
NAMES = 5
"""Named in one list."""


class Paragraph(NamedTuple):
    """One turn, or some quiet ones."""

    first: int
    last: int
    sentences: tuple[str, ...]


def _lost_by(deed: Deed, cause: str) -> bool:
    return deed.what == "loss" and deed.facts.get("cause") == cause


class Storyteller(Teller):
    """Tells chapters one after the other."""

    def __init__(self, record: Record, words: Lexicon, deeds: Sequence[Deed]) -> None:
        super().__init__(record, words, deeds)
        pairs = dict.fromkeys((post.side, post.brigade) for post in record.chain.units.values())
        names = [named_body(name) for _, name in pairs]
        self._shared = {name for name in names if names.count(name) > 1}

    def chapter(self, episode: Episode) -> list[Paragraph]:
        """A chapter: turns with deeds one by one, quiet ones together."""
        found: list[Paragraph] = []
        quiet: list[int] = []
        for turn in episode.turns:
            told = self._turn(turn)
            if told:
                found += self._quiet(quiet)
                quiet = []
                found.append(Paragraph(turn, turn, tuple(told)))
            else:
                quiet.append(turn)
        return found + self._quiet(quiet)

    def price(self, episode: Episode) -> str:
        """What a chapter cost each side."""
        before, after = self.record.states[episode.first - 1], self.record.states[episode.last]
        lost = {side: cost(before, after, of_side(self.record, side)).men for side in self.record.sides}
        told = [f"{the(side)} {men(number)}" for side, number in lost.items() if number > 0]
        return self.pen.write("cost", sides=listed(told)) if told else ""

    # -- one turn

    def _turn(self, turn: int) -> list[str]:
        found = self.by_turn.get(turn, [])
        spoken: set[str] = set()
        told = [
            *self._arrivals(found),
            *firing(self, turn, found, spoken),
            *melees(self, turn, found, spoken),
            *self._losses(found),
            *self._morale(found, spoken),
            *self._ends(found, spoken),
            *self._others(found),
            *(self.pen.write(kind, side=the(side), place=place) for kind, side, place in changes(self.record, turn)),
        ]
        return [sentence for sentence in told if sentence]

    def _arrivals(self, found: Sequence[Deed]) -> Iterable[str]:
        groups: dict[tuple[str, str, str], list[str]] = {}
        for deed in found:
            if deed.what == "arrived" and deed.who.id in self.record.chain.units:
                post = self.record.chain.units[deed.who.id]
                edge = str(deed.facts.get("edge", ""))
                groups.setdefault((post.side, post.brigade, edge), []).append(deed.who.id)
        for (side, name, edge), units in groups.items():
            came = troops([self.record.chain.units[unit].unit for unit in units])
            yield self.pen.write("arrived", edge=edge, body=self._body(f"{side}: {name}"), troops=came)

    def _losses(self, found: Sequence[Deed]) -> Iterable[str]:
        """Men lost otherwise than by fire and steel, of units that were not lost altogether."""
        gone = {deed.who.id for deed in found if deed.what == "gone"}
        for cause, words in self.words.losses.items():
            names = [deed.who.name for deed in found if _lost_by(deed, cause) and deed.who.id not in gone]
            if names:
                yield capital(words.format(names=listed(names, NAMES)))

    def _morale(self, found: Sequence[Deed], spoken: set[str]) -> Iterable[str]:
        """Who lost heart and has not been spoken of, by how far; then who took it again."""
        beaten = self.step(self.words.status.beaten)
        sunk = [deed for deed in self.last_morale(found) if self.worse(deed) and deed.who.id not in spoken]
        for status, word in self.words.status.words.items():
            names = [deed.who.name for deed in sunk if deed.facts["status"] == status and self.step(status) >= beaten]
            if names:
                yield self.pen.write("fell", names=listed(names, NAMES), fell=word)
        rallied = [deed.who.name for deed in self.last_morale(found) if self.rallied(deed)]
        if rallied:
            yield self.pen.write("rallied", names=listed(rallied, NAMES))

    def _ends(self, found: Sequence[Deed], spoken: set[str]) -> Iterable[str]:
        """Units that are no more; those that melted away have been told of."""
        final = {
            deed.who.id
            for deed in found
            if deed.what == "morale" and deed.facts.get("status") in self.words.status.final
        }
        taken = {deed.whom.id for deed in found if deed.what == "overran"}
        groups: dict[str, list[str]] = {}
        for deed in found:
            if deed.what == "gone" and deed.who.id == deed.who.unit and deed.who.id not in final | taken:
                end = self.words.ends.get(str(deed.facts.get("how", "")), "was seen no more")
                edge = str(deed.facts.get("edge", ""))
                groups.setdefault(end + (f" to the {edge}" if edge else ""), []).append(deed.who.name)
        for end, names in groups.items():
            plural = end.replace("was ", "were ") if len(names) > 1 else end
            yield self.pen.write("gone", names=listed(names, NAMES), end=plural)

    def _others(self, found: Sequence[Deed]) -> Iterable[str]:
        quit_ = [deed.who.name for deed in found if deed.what == "quit"]
        for deed in found:
            if deed.what == "body":
                yield self.pen.write("body", body=self._body(str(deed.facts["body"])), text=deed.facts["text"])
        if quit_:
            yield self.pen.write("quit", names=listed(quit_, NAMES))
        for deed in found:
            if deed.what == "leader":
                fates = self.words.fates
                fate = fates.get(str(deed.facts.get("fate", "")), fates.get("", "was hit"))
                yield self.pen.write("leader", name=deed.who.name, fate=fate)

    def _body(self, name: str) -> str:
        """A body of troops by its name, with its army where both have one that is called so."""
        side, _, own = name.rpartition(": ")
        return named_body(own, side if named_body(own) in self._shared else "")

    # -- quiet turns

    def _quiet(self, turns: list[int]) -> list[Paragraph]:
        """Turns in which nobody was hurt: who fired in vain, and where the armies went."""
        if not turns:
            return []
        first, last = turns[0], turns[-1]
        fired = [deed.who.name for turn in turns for deed in self.by_turn.get(turn, []) if deed.what == "fire"]
        opening = self.pen.write("fire_vain", who=listed(fired, NAMES)) if fired else self.pen.write("quiet")
        return [Paragraph(first, last, (opening, *(self.marched(first, last) or [self.pen.write("stood")])))]

    def marched(self, first: int, last: int) -> list[str]:
        """Which bodies of troops went where in some turns, a few of each side."""
        moved, told = marches(self.record, first - 1, last), []
        for side in self.record.sides:
            for march in [one for one in moved if one.side == side][:MARCHES]:
                near, name = f", to {march.near}" if march.near else "", self._body(f"{side}: {march.body}")
                told.append(
                    self.pen.write("march", body=name, paces=f"{march.paces:,}", toward=march.toward, near=near)
                )
        return told
