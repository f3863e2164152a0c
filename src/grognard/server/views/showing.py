"""Pictures for links, a seat's own and those for people who sit nowhere; and what links know of the dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from grognard.battle.battles import Battle
from grognard.battle.pictures import CardPicture, LeaderPicture, Picture, UnitPicture
from grognard.printing.naming import surname, unit_label

from ..shapes import DiceTold, SeatPart

T = TypeVar("T")


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


def bare_picture(battle: Battle) -> Picture:
    """The clock and no troops: for hosts, who may have a seat of their own."""
    turn, phase = battle.fight.moment()
    return Picture(turn=turn, phase=phase)


def public_picture(battle: Battle) -> Picture:
    """What every seat knows: troops in plain sight of all who do not own them, as those see them, and whatever else
    stands alike in the pictures of all."""
    pictures = _pictures(battle)
    units = [{unit.id: unit for unit in each.units if unit.where == "table"} for each in pictures]
    leaders = [{one.id: one for one in each.leaders if one.where == "table"} for each in pictures]
    seen = [each for each in map(_as_seen, _shared(units)) if each is not None]
    # whom somebody fights is left out too where that one is not in plain sight: his id alone would give him away
    known = {unit.id for unit in seen}
    alike = {name: _alike([getattr(each, name) for each in pictures]) for name in Picture.__struct_fields__}
    alike |= {
        "units": tuple(replace(unit, engaged=tuple(foe for foe in unit.engaged if foe in known)) for unit in seen),
        "leaders": tuple(each for each in map(_leader_seen, _shared(leaders)) if each is not None),
        "cards": _cards_seen(pictures),
    }
    return lettered(Picture(**{name: value for name, value in alike.items() if value is not None}))


def open_picture(battle: Battle) -> Picture:
    """The table with everybody on it: each seat's own troops put together."""
    pictures = _pictures(battle)
    return lettered(
        replace(
            pictures[0],
            units=tuple(unit for each in pictures for unit in each.units if unit.own),
            leaders=tuple(one for each in pictures for one in each.leaders if one.own),
            formations=tuple(body for each in pictures for body in each.formations),
            riders=(),
            ghosts=(),
            # what lies on the ground for all to see; plans and whatever belongs to one seat are its own
            lines=tuple(line for line in pictures[0].lines if not line.layer),
            areas=tuple(area for area in pictures[0].areas if not (area.layer or area.of or area.style == "lit")),
            cards=tuple(card for each in pictures for card in each.cards if card.own),
            margin=tuple(each for picture in pictures for each in picture.margin if each.own),
        )
    )


def _pictures(battle: Battle) -> list[Picture]:
    game, fight = battle.game, battle.fight
    return [game.picture(battle.view(seat.id), game.briefing(fight, seat.id)) for seat in fight.seats]


def _shared(by_seat: Sequence[dict[str, T]]) -> list[list[T]]:
    """Those whom every seat has on its table, as each of them has it."""
    return [[each[who] for each in by_seat] for who in by_seat[0] if all(who in each for each in by_seat)]


def _as_seen(unit: Sequence[UnitPicture]) -> UnitPicture | None:
    """A unit as those see it who do not command it; by allow-list, and only where all of them see the same."""
    seen = [each for each in unit if not each.own]
    if not seen:
        return None
    one = seen[0]
    # two who remember it at different places: neither is told to the public, which would learn that one is wrong
    if any(
        (each.x, each.y, each.heading, each.formation) != (one.x, one.y, one.heading, one.formation) for each in seen
    ):
        return None
    return UnitPicture(
        id=one.id,
        name=one.name,
        side=one.side,
        nation=one.nation,
        arm=one.arm,
        own=False,
        x=one.x,
        y=one.y,
        heading=one.heading,
        formation=one.formation,
        parts=one.parts,
        men=one.men,
        guns=one.guns,
        shape=one.shape,
        strength=one.strength,
        steadiness=one.steadiness,
        order=one.order,
        engaged=one.engaged,
        space=one.space,
        badges=_alike([each.badges for each in seen]),
        rows=_alike([each.rows for each in seen]),
    )


def _leader_seen(leader: Sequence[LeaderPicture]) -> LeaderPicture | None:
    seen = [each for each in leader if not each.own]
    if not seen or any((each.x, each.y) != (seen[0].x, seen[0].y) for each in seen):
        return None
    one = seen[0]
    return LeaderPicture(
        id=one.id, name=one.name, side=one.side, nation=one.nation, own=False, x=one.x, y=one.y, level=one.level
    )


def _cards_seen(pictures: Sequence[Picture]) -> tuple[CardPicture, ...]:
    """Cards that lie on everybody's table, as those see them who do not own them, where all of them see the same."""
    shared = _shared([{card.id: card for card in each.cards} for each in pictures])
    seen = [[card for card in each if not card.own] for each in shared]
    return tuple(each[0] for each in seen if each and all(card == each[0] for card in each))


def _alike(values: Sequence[Any]) -> Any:
    """What all pictures have in common: of a list what stands in all of them, of anything else all or nothing."""
    first, *others = values
    if isinstance(first, tuple) and not all(other == first for other in others):
        return tuple(each for each in first if all(each in other for other in others))
    return first if all(other == first for other in others) else None


def dice_told(battle: Battle, *, all_known: bool) -> DiceTold:
    """What a link knows of the seed. Its parts, and so the seed, are told when the battle is over and shown to all."""
    fair = battle.fair
    # with the seed every throw to come could be foretold, so that it is nobody's until there is none to come
    seed = str(battle.seed) if all_known and battle.over else ""
    if fair is None:
        return DiceTold(begun=True, seed=seed)
    seats = tuple(
        SeatPart(seat, pledge.commitment, bool(pledge.part), pledge.part if seed else "")
        for seat, pledge in fair.seats.items()
    )
    return DiceTold(
        begun=battle.begun,
        commitment=fair.commitment,
        draw=fair.draw,
        seats=seats,
        chosen=fair.chosen,
        promised=fair.promised,
        part=fair.part if seed else "",
        seed=seed or fair.chosen,
    )
