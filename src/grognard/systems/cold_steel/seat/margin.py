"""The margin of a seat's table in Cold Steel: its forces beyond the edge, and the cards that lie there."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.battle import pictures as pic
from grognard.battle.kinds import many

from ..beyond import EdgeCard
from ..beyond.edges import paces_at
from ..table.state import Force
from .view import Briefing, View


def forces(view: View, briefing: Briefing) -> Iterable[pic.MarginPicture]:
    """The seat's own forces that still count, each on a slip at its place on the edge."""
    for now in view.forces.values():
        # out for the day: nothing more to expect of it
        if now.status != "out":
            yield _force(view, briefing, now)


def _force(view: View, briefing: Briefing, now: Force) -> pic.MarginPicture:
    x, y = paces_at(briefing.header.table_paces, now.edge, now.place)
    aim = now.mission.objective if now.mission else None
    due = expected(now)
    return pic.MarginPicture(
        id=now.id,
        words=f"{many(len(now.units), 'unit')}: {_words(view, now)}",
        side=now.side,
        own=True,
        edge=now.edge,
        x=float(x),
        y=float(y),
        face="slip",
        title=many(len(now.units), "unit"),
        note=f"due turn {due}" if due else now.task or now.status,
        units=now.units,
        to=(float(aim[0]), float(aim[1])) if aim else None,
    )


def expected(now: Force) -> int:
    """The turn in which a force is expected on the table; 0 where nobody can say."""
    return {"marching": now.perfect, "arriving": now.due, "astray": now.due}.get(now.status, 0)


def _words(view: View, now: Force) -> str:
    on = f"the {now.edge} edge"
    mission = f", then {now.mission.kind.replace('_', ' ')}" if now.mission else ""
    match now.status:
        case "idle":
            return f"beyond {on}, without orders"
        case "marching":
            return f"marches to {on}, not before turn {now.perfect}{mission}"
        case "posted":
            does = "defends" if now.task == "defence" else "screens"
            return f"{does} {on}" + (f" from turn {now.due}" if now.due > view.turn else "")
        case "fighting":
            return f"fights its way through beyond {on}"
        case "arriving":
            return f"comes on by {on}, turn {now.due}{mission}"
        case "astray":
            return f"lost; comes on turn {now.due}, nobody knows where{mission}"
    return f"out for today: {now.why}"


def cards(view: View, briefing: Briefing) -> Iterable[pic.MarginPicture]:
    """Cards at the edges, the enemy's face down unless it has been read; own ones where somebody is beyond the edge."""
    for now in view.edge_cards:
        # an own card without anybody would tell nothing
        if not now.own or now.infantry or now.cavalry:
            yield _card(briefing.header.table_paces, now)


def _card(table: tuple[int, int], now: EdgeCard) -> pic.MarginPicture:
    x, y = _middle(table, now.edge)
    # not read yet: what lies beyond the edge is not shown, not even that it is nothing
    shut = now.infantry is None or now.cavalry is None
    counted = (("infantry", now.infantry or 0), ("cavalry", now.cavalry or 0))
    return pic.MarginPicture(
        id=f"{now.side}/{now.edge}",
        words=_card_words(now),
        side=now.side,
        own=now.own,
        edge=now.edge,
        x=x,
        y=y,
        face="back" if shut else "signs",
        title="?" if shut else "",
        note=now.edge[0].upper() if shut else "",
        signs=tuple(pic.Sign(arm=arm, count=count) for arm, count in counted if count),
    )


def _middle(table: tuple[int, int], edge: pic.Edge) -> tuple[float, float]:
    x, y = paces_at(table, edge, table[edge in ("west", "east")] // 2)
    return float(x), float(y)


def _card_words(now: EdgeCard) -> str:
    if now.infantry is None or now.cavalry is None:
        return f"A card of the {now.side} at the {now.edge} edge, face down"
    known = [f"{count} {what}" for count, what in ((now.infantry, "foot"), (now.cavalry, "horse")) if count]
    figures = ", ".join(known) or "nobody"
    if now.own:
        return f"Your card at the {now.edge} edge: {figures}"
    return f"{now.side}: {figures}, as read on turn {now.read}"
