"""Orders in words."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from grognard.battle.kinds import many

from ..events.words import formation_in_words
from ..table.state import Halted, Marching, Move, Oblique, Order, Wheel, Withdraw


def bare(order: Order | None) -> Order | None:
    """The chits alone, without who gave them: what the other side sees once they are turned over."""
    return replace(order, by="", rule="") if order is not None and (order.by or order.rule) else order


def said(order: Order | None, called: Callable[[str], str] | None = None) -> str:
    """An order in words: `forward at the quick, form line, attack`; `called` names its target, where it may."""
    if order is None:
        return "nothing ordered"
    words = ", ".join(_parts(order)).replace("_", " ") or "halt"
    # without a way to name it, the target is left out
    if not order.target or called is None:
        return words
    return f"{words} {called(order.target)}" if words.endswith("attack") else f"{words}, fire at {called(order.target)}"


def _parts(order: Order) -> list[str]:
    parts = [_movement_said(order.move)] if order.move is not None and not isinstance(order.move, Halted) else []
    if isinstance(order.move, Marching) and order.move.through:
        parts.append("through friends in the way")
    if order.formation is not None:
        facing = f" facing {order.formation.face}" if order.formation.face != "ahead" else ""
        parts.append(f"form {formation_in_words(order.formation.to)}{facing}")
    if order.walking:
        parts.append("firing as it goes")
    if order.attacks:
        parts.append("attack")
    return [*parts, order.chit] if order.chit else parts


def _movement_said(move: Move) -> str:
    assert not isinstance(move, Halted)
    degrees = move.degrees if isinstance(move, (Oblique, Wheel)) else 0
    turn = f" {abs(degrees)} degrees {'left' if degrees < 0 else 'right'}" if degrees else ""
    far = f", {many(move.paces, 'pace')}" if isinstance(move, (Marching, Withdraw)) and move.paces else ""
    return f"{move.way}{turn} at the {move.gait}{far}"
