"""Orders as they were written before they had parts: one record with a field for everything that could be said.

Battles saved then are read still, and digests of battles from then come out the same.
"""

from __future__ import annotations

from typing import Any

Plain = dict[str, Any]
"""A record as a file has it."""
UNSAID: Plain = {
    "movement": "", "gait": "march", "degrees": 0, "paces": 0, "formation": "", "interval": "open", "face": "ahead",
    "attack": False, "target": "", "special": "", "others": (), "companies": 0, "shift": None, "pays_frontage": False,
    "walking": False, "through": False, "away_from": "", "by": "", "rule": "",
}  # fmt: skip
"""All that it had, in its order."""
_KEPT = frozenset(("by", "rule"))
_PARTS = frozenset(("formation", "special"))
"""Words then, records now."""
_GOING = ("gait", "paces", "pays_frontage", "through")


def with_parts(order: Any) -> Any:
    """An order from a file as it is written now."""
    if type(order) is not dict or not _is_flat(order):
        return order
    parts = {
        "move": _move(order), "formation": _formation(order), "combat": _combat(order), "special": _special(order)
    }  # fmt: skip
    return {name: part for name, part in parts.items() if part is not None} | _some(order, *_KEPT)


def _is_flat(order: Plain) -> bool:
    # words where records are now, or fields that only the flat order had
    words = any(type(order.get(name)) is str for name in _PARTS)
    return words or not (UNSAID.keys() - _PARTS - _KEPT).isdisjoint(order)


def _some(order: Plain, *names: str) -> Plain:
    return {name: order[name] for name in names if name in order}


def _move(order: Plain) -> Plain | None:
    way = order.get("movement", "")
    match way:
        case "":
            return _halted(order)
        case "fall_back":
            return {"type": way, **_some(order, "gait", "away_from")}
        case "withdraw":
            return {"type": way, **_some(order, "gait", "away_from", "paces")}
        case "oblique":
            return {"type": way, **_some(order, "degrees", *_GOING)}
        case "wheel" | "conversion":
            return {"type": "wheel", "way": way, **_some(order, "degrees", *_GOING)}
    return {"type": "straight", "way": way, **_some(order, *_GOING)}


def _halted(order: Plain) -> Plain | None:
    """What was left of a march that was over: its gait and its slant, without a movement."""
    names = ("gait", "pays_frontage", "through")
    # a boat's degrees were its course, not a slant of a march
    if order.get("special") == "move_boat" or not any(name in order for name in (*names, "degrees")):
        return None
    kind = "oblique" if "degrees" in order else "straight"
    return {"type": "halted", "after": {"type": kind, **_some(order, "degrees", *names)}}


def _formation(order: Plain) -> Plain | None:
    to = order.get("formation", "")
    return {"to": to, **_some(order, "interval", "face")} if to else None


def _combat(order: Plain) -> Plain | None:
    if order.get("attack"):
        return {"type": "attack", **_some(order, "target", "walking")}
    if order.get("walking"):
        return {"type": "walking_fire", **_some(order, "target")}
    return {"type": "fire", "target": order["target"]} if order.get("target") else None


def _special(order: Plain) -> Plain | None:
    name = order.get("special", "")
    match name:
        case "":
            return None
        case "move_boat":
            return {"type": name, **_some(order, "degrees", "paces")}
        case "brigade" | "converge":
            return {"type": name, **_some(order, "others")}
        case "detach":
            return {"type": name, **_some(order, "companies")}
        case "take_place":
            right, ahead = order.get("shift") or (0, 0)
            return {"type": name, "right": right, "ahead": ahead}
    return {"type": "plain", "name": name}


def without_parts(order: Any) -> Plain:
    """An order with the fields that it had then."""
    found = UNSAID | {
        "movement": order.way, "formation": order.form, "attack": order.attacks, "target": order.target,
        "special": order.chit, "walking": order.walking, "by": order.by, "rule": order.rule,
    }  # fmt: skip
    # the parts, laid over one another again
    for part in (getattr(order.move, "after", order.move), order.formation, order.special):
        found |= {name: getattr(part, name) for name in getattr(part, "__struct_fields__", ()) if name in UNSAID}
    right, ahead = getattr(order.special, "right", 0), getattr(order.special, "ahead", 0)
    return found | {"shift": (right, ahead) if right or ahead else None}
