"""The table of a link in words, and typed lines read against what the seat is asked. Answers are given elsewhere."""

from __future__ import annotations

from collections import defaultdict
from weakref import WeakKeyDictionary

from grognard.battle.words import ground
from grognard.battle.words.numbering import Numbering, given_in_phase
from grognard.battle.words.situation import looked_at, situation
from grognard.battle.words.typed import Reader

from ..battles.house import House, Visitor
from ..battles.table import Table
from ..shapes import LineRead, PastWords, SeatWords, Seeing, TypedLine, TypedMeaning
from .history import LookingBack


class SeatWording:
    """Tells links what they see, and reads what is typed there."""

    def __init__(self, house: House, history: LookingBack) -> None:
        self._house, self._history = house, history
        self._numberings: WeakKeyDictionary[Table, defaultdict[str, Numbering]] = WeakKeyDictionary()

    def words(self, token: str) -> SeatWords:
        """All that a link shows, in words: made from its own picture, so that nothing else can be in it."""
        visitor = self._house.admit(token)
        table, link = visitor
        with self._house.before(visitor):
            now, scenario = table.update(link), table.battle.scenario
            reader = self._reader(visitor) if link.role == "player" else None
            asked, purses, example = (reader.asked(), reader.purses(), reader.example()) if reader else ((), (), "")
        told = situation(now.picture, scenario.header.table_paces)
        field = (ground.goals(scenario), ground.ground(scenario))
        return SeatWords(now.state, told, asked, field, purses, example)

    def past(self, token: str, n: int, see: Seeing) -> PastWords:
        """The table after a step in words: made from the picture of it that the link may look back on."""
        table, _ = self._house.admit(token)
        then = self._history.picture(token, n, see)
        return PastWords(then.step, situation(then.picture, table.battle.scenario.header.table_paces))

    def read(self, token: str, line: TypedLine) -> LineRead:
        """What a line means to a seat now; nothing is answered by that."""
        visitor = self._house.admit(token, role="player")
        with self._house.before(visitor):
            reader = self._reader(visitor)
            if line.complete:
                return LineRead(completions=tuple(reader.completions(line.text)))
            word, _, name = line.text.strip().partition(" ")
            if word.lower() == "look" and name:
                size = visitor.table.battle.scenario.header.table_paces
                return LineRead(help=looked_at(situation(reader.picture, size), name))
            found = reader.read(line.text)
        given = found.answer
        meaning = TypedMeaning(given.decision, given.option, given.values) if given is not None else None
        return LineRead(meaning, found.said, found.problem, found.help)

    def _reader(self, visitor: Visitor) -> Reader:
        table, link = visitor
        now, battle = table.update(link), table.battle
        questions = table.speech.questions(link.seat)
        return Reader(
            questions,
            battle.game.forms,
            now.picture,
            now.names,
            ground.grounds(battle.scenario),
            numbering=self._numberings.setdefault(table, defaultdict(Numbering))[link.seat],
            given=given_in_phase(battle.entries, link.seat),
            weigh=table.speech.weighed,
        )
