"""The margin of a seat's table in Cold Steel: its forces beyond the edge, and the cards that lie there."""

from __future__ import annotations

from grognard.battle import pictures as pic

from ..beyond import EdgeCard
from ..beyond.edges import paces_at
from ..table.state import Force
from .view import Briefing, View


def force(view: View, briefing: Briefing, now: Force) -> pic.ForcePicture:
    """One of the seat's own forces."""
    x, y = paces_at(briefing.header.table_paces, now.edge, now.place)
    aim = now.mission.objective if now.mission else None
    return pic.ForcePicture(
        id=now.id, side=now.side, edge=now.edge, place=now.place, x=float(x), y=float(y), units=now.units,
        leader=now.leader, task=now.task, status=now.status, words=_words(view, now), due=expected(now),
        objective=(float(aim[0]), float(aim[1])) if aim else None,
    )  # fmt: skip


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


def card(now: EdgeCard) -> pic.EdgeCardPicture:
    """A card, face down unless it is the seat's own or has been read."""
    if now.infantry is None or now.cavalry is None:
        return pic.EdgeCardPicture(side=now.side, edge=now.edge, own=now.own, words="a card, face down")
    figures = f"{now.infantry} figures of foot, {now.cavalry} of horse"
    words = figures if now.infantry or now.cavalry else "nobody"
    return pic.EdgeCardPicture(
        side=now.side, edge=now.edge, own=now.own, face_down=False, infantry=now.infantry, cavalry=now.cavalry,
        read=now.read, words=words + (f", on turn {now.read}" if now.read else ""),
    )  # fmt: skip
