"""Words between seats of one side: at a council of war, whose time the server keeps, and later where the rules allow.

The rules say who may talk with whom (`Game.talk`). What is said is heard by those who might hear it then, and by nobody
else ever: neither by other seats, nor by the host, nor by those who look on. It is no part of the battle's record.
Notices are kept with it: what everybody at the table is told of the host's word and of what was taken back.
"""

from __future__ import annotations

import time
from collections.abc import Iterable

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from grognard.battle.battles import Battle
from grognard.battle.decisions import Decision

from ..archive.schema import TALK
from ..archive.storage import Storage
from ..shapes import Notice, Said, Talk

MINUTES = "minutes"
"""In what a decision is about: how long people may talk it over before its default is answered."""
MINUTE = 60.0
"""Seconds."""
MOST_TOLD = 300
"""Sayings that a link is sent; earlier ones stay on disk."""
MOST_NOTICES = 20


class Spoken(Struct, frozen=True):
    """Something that was said, or that a side's council began."""

    what: str
    """`said`, `council`, `notice`, or `wishes`: who asks to take something back has changed."""
    who: str
    """A seat; of a council, a side; of a notice or of wishes, nobody."""
    hearers: tuple[str, ...]
    """Of wishes: all who ask now."""
    text: str
    turn: int
    at: float


class Conversation:
    """All that was said at one table."""

    def __init__(self, spoken: Iterable[Spoken] = ()) -> None:
        self.spoken = list(spoken)

    def began(self, side: str) -> float | None:
        """When a side's council began."""
        return next((each.at for each in self.spoken if each.what == "council" and each.who == side), None)

    def told(self, battle: Battle, seat: str) -> Talk:
        """What a seat has heard and said, with whom it may talk now, and how long its council still lasts."""
        heard = [
            Said(n, each.who, each.text, each.turn)
            for n, each in enumerate(self.spoken)
            if each.what == "said" and (seat == each.who or seat in each.hearers)
        ]
        council = council_of(battle, seat)
        return Talk(
            tuple(battle.game.talk(battle.fight, seat)),
            tuple(heard[-MOST_TOLD:]),
            self._left(battle, seat, council),
            council.text if council else "",
        )

    def wishes(self) -> set[str]:
        """The seats that ask to take something back."""
        return set(next((each.hearers for each in reversed(self.spoken) if each.what == "wishes"), ()))

    def notices(self) -> tuple[Notice, ...]:
        """What everybody was told, the latest last."""
        found = [Notice(n, each.turn, each.text) for n, each in enumerate(self.spoken) if each.what == "notice"]
        return tuple(found[-MOST_NOTICES:])

    def _left(self, battle: Battle, seat: str, decision: Decision | None) -> float | None:
        began = self.began(side_of(battle, seat))
        return None if decision is None or began is None else max(0.0, round(began + lasts(decision) - time.time(), 1))


def keep(storage: Storage, game: str, talk: Conversation, spoken: Spoken) -> None:
    """Add it to what was said; on disk when this returns."""
    row = {
        "game": game,
        "number": len(talk.spoken) + 1,
        "what": spoken.what,
        "who": spoken.who,
        "hearers": msgspec.json.encode(spoken.hearers).decode(),
        "text": spoken.text,
        "turn": spoken.turn,
        "at": spoken.at,
    }
    # on disk before it is heard: after a crash nobody has heard what was never said
    with storage.access.writing(game) as c:
        c.execute(sa.insert(TALK), row)
    talk.spoken.append(spoken)


def side_of(battle: Battle, seat: str) -> str:
    """The side of a seat."""
    return next(each.side for each in battle.fight.seats if each.id == seat)


def council_of(battle: Battle, seat: str) -> Decision | None:
    """The council that a seat sits in: a decision with a time of its own."""
    return next((each for each in councils(battle) if each.seat == seat), None)


def councils(battle: Battle) -> list[Decision]:
    """All decisions that people may talk over for a set time."""
    return [each for each in battle.open if MINUTES in each.about]


def lasts(decision: Decision) -> float:
    """Seconds that a council may last."""
    return float(decision.about[MINUTES]) * MINUTE


def spoken_after(storage: Storage, game: str, after: int = 0) -> list[Spoken]:
    """What was said at a table after so many sayings, from disk."""
    wanted = sa.select(TALK).where(TALK.c.game == game, TALK.c.number > after).order_by(TALK.c.number)
    with storage.access.reading() as c:
        rows = c.execute(wanted).mappings().all()
    return [
        Spoken(row["what"], row["who"], tuple(msgspec.json.decode(row["hearers"])), row["text"], row["turn"], row["at"])
        for row in rows
    ]
