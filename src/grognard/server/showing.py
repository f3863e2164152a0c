"""Pictures for links: a seat's own, and one for spectators that betrays nobody."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from grognard.battle.battles import Battle
from grognard.battle.pictures import Picture
from grognard.printing.naming import surname, unit_label


def seat_picture(battle: Battle, seat: str, view: Any, briefing: Any) -> Picture:
    """The table of a seat, names cut to fit a map."""
    return lettered(battle.game.picture(view, briefing))


def lettered(picture: Picture) -> Picture:
    """The picture with short names."""
    return replace(
        picture,
        units=tuple(replace(unit, short=unit.short or unit_label(unit.name)) for unit in picture.units),
        ghosts=tuple(replace(ghost, short=ghost.short or unit_label(ghost.name)) for ghost in picture.ghosts),
        leaders=tuple(replace(one, short=one.short or surname(one.name) or one.name) for one in picture.leaders),
    )


def public_picture(battle: Battle) -> Picture:
    """The table as all may see it while the battle is on: the clock, and no troops."""
    turn, phase = battle.fight.moment()
    return Picture(turn=turn, phase=phase)


def open_picture(battle: Battle) -> Picture:
    """The table with everybody on it, for when all is over: each seat's own troops put together."""
    pictures = [
        battle.game.picture(battle.view(seat.id), battle.game.briefing(battle.fight, seat.id))
        for seat in battle.fight.seats
    ]
    return lettered(
        replace(
            pictures[0],
            units=tuple(unit for each in pictures for unit in each.units if unit.own),
            leaders=tuple(one for each in pictures for one in each.leaders if one.own),
            formations=tuple(body for each in pictures for body in each.formations),
            riders=(),
            missions=(),
            ghosts=(),
        )
    )
