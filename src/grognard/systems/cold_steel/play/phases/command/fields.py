"""What may be answered in the command phase: the options with their fields, made one by one when somebody looks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import get_args

from grognard.army.oob import FormationName
from grognard.battle.decisions import Choice, Domain, Number, Option, Several, Spot, Spots, Words
from grognard.kernel.checks import Refusal

from ....checks.orders import limit
from ... import assignments, orders
from ...battlefield import Battlefield
from . import by_word, deception, marks, parts
from .spending import bill, leaders_of, may_spend, own_units, price, units_under, way_to

MOST_STOPS = 8
"""Places on the way of a mission."""
MOST_RADIUS = 1000
MOST_TURNS = 200
WHAT = ("order", "mission")
FORMATIONS: tuple[FormationName, ...] = get_args(FormationName)
IN_PERSON = ("mission", "aide", "regiment", "message", "ride", "attach", "detach", "part", "beyond")
"""What a leader with points may do besides giving orders."""
DONE = Option("done", "Nothing more this turn", "CS-3.2p")
GO_ON = Option("mission_marks", "Leave the units with missions to them", "CS-3.3.1a")


def one(b: Battlefield, seat: str, key: str) -> Option | None:
    """The option of a key: `done`, `ride`, `order` for any unit, `order:2-33e` for that one."""
    kind, _, unit = key.partition(":")
    if kind not in MAKERS or (unit and (kind not in ("order", "mark") or unit not in own_units(b, seat))):
        return None
    if unit:
        return for_unit(b, seat, kind, unit)
    return MAKERS[kind](b, seat)


def every(b: Battlefield, seat: str) -> list[Option]:
    """All that can be answered now. Orders and marks are listed unit by unit, with what just that unit may be told."""
    able = [leader for leader in leaders_of(b, seat) if may_spend(leader)]
    options = [DONE]
    if able:
        options += [each for unit in own_units(b, seat) if (each := for_unit(b, seat, "order", unit)) is not None]
    marked = marks.may_mark(b, seat)
    options += [each for unit in marked if (each := for_unit(b, seat, "mark", unit)) is not None]
    options += [GO_ON] if marked else []
    options += [each for kind in (IN_PERSON if able else ()) if (each := MAKERS[kind](b, seat)) is not None]
    sham = deception.option(b, seat)
    return [*options, sham] if sham is not None else options


def for_unit(b: Battlefield, seat: str, kind: str, unit: str) -> Option | None:
    """The orders for one unit, with the leaders who can reach it now; None where it cannot be ordered."""
    if orders.may_take_orders(b, unit) is not None:
        return None
    chits = orders.order_option(b, unit, f"{kind}:{unit}")
    if kind == "mark":
        if b.unit(unit).mission not in b.world.missions:
            return None
        return Option(chits.key, f"{b.name(unit)}, under its mission", "CS-3.3.1a", chits.fields, chits.optional)
    near = tuple(leader.id for leader in leaders_of(b, seat) if _reaches(b, seat, leader.id, unit))
    if not near:
        return None
    return Option(chits.key, chits.text, chits.rule, {"leader": Choice(near), **chits.fields}, chits.optional)


def _reaches(b: Battlefield, seat: str, leader: str, unit: str) -> bool:
    state = b.world.leaders[leader]
    if not may_spend(state) or leader not in b.entry(unit).leaders:
        return False
    found = bill(b, state, paces=way_to(b, state, unit).paces, in_person=price(b, "orders"))
    return not isinstance(found, Refusal)


# -- one by one; None where nobody can do it


def _leaders(b: Battlefield, seat: str) -> Choice:
    """Those who can still act; if nobody can, all of them, so that who asks is told why."""
    leaders = leaders_of(b, seat)
    return Choice(tuple(leader.id for leader in leaders if may_spend(leader)) or tuple(each.id for each in leaders))


def _commanded(b: Battlefield, seat: str) -> tuple[str, ...]:
    """Units that one of these leaders commands."""
    leaders = _leaders(b, seat).values
    return tuple(dict.fromkeys(unit for leader in leaders for unit in units_under(b, seat, leader)))


def _some(option: Option, *needed: str) -> Option | None:
    """The option, if each of these fields leaves a choice."""
    choices = (option.fields[name] for name in needed)
    return option if all(choice.values for choice in choices if isinstance(choice, (Choice, Several))) else None


def _chits(b: Battlefield, seat: str, prefix: str = "") -> dict[str, Domain]:
    """The chits as wide as they are for any unit; what the unit's drill forbids is refused when it is said."""
    fields: dict[str, Domain] = {
        **orders.ANY_UNIT,
        "formation": Choice(("", *FORMATIONS)),
        "target": Choice(("", *orders.targets(b, seat))),
        "others": Several(tuple(own_units(b, seat))),
    }
    return {prefix + name: fields[name] for name in orders.CHITS}


def _order(b: Battlefield, seat: str) -> Option | None:
    fields = {"leader": _leaders(b, seat), "unit": Choice(_commanded(b, seat)), **_chits(b, seat)}
    return _some(Option("order", "An order in person", "CS-3.2m", fields, orders.UNSAID), "leader", "unit")


def _mark(b: Battlefield, seat: str) -> Option | None:
    fields = {"unit": Choice(tuple(marks.may_mark(b, seat))), **_chits(b, seat)}
    return _some(Option("mark", "Chits that fit a unit's mission", "CS-3.3.1a", fields, orders.UNSAID), "unit")


def mission_fields(b: Battlefield, seat: str, kinds: Iterable[str] = assignments.KINDS) -> dict[str, Domain]:
    """What a mission says."""
    width, height = b.scenario.header.table_paces
    own = (*own_units(b, seat), *by_word.correspondents(b, seat))
    return {
        "kind": Choice(tuple(kinds)),
        "objective": Spot(width, height),
        "route": Spots(width, height, MOST_STOPS),
        "radius": Number(0, MOST_RADIUS),
        "ward": Choice(("", *own)),
        "gait": Choice(orders.GAITS),
        "wait_until": Number(0, MOST_TURNS),
    }


def _mission(b: Battlefield, seat: str) -> Option | None:
    fields = {"leader": _leaders(b, seat), "units": Several(_commanded(b, seat)), **mission_fields(b, seat)}
    return _some(Option("mission", "A mission in person", "CS-3.3.1a", fields, assignments.UNSAID), "leader", "units")


def _aide(b: Battlefield, seat: str) -> Option | None:
    units = _commanded(b, seat)
    fields: dict[str, Domain] = {
        "leader": _leaders(b, seat), "what": Choice(WHAT), "unit": Choice(("", *units)), "units": Several(units),
        **_chits(b, seat), **mission_fields(b, seat, ("", *assignments.KINDS)),
    }  # fmt: skip
    optional = {**orders.UNSAID, **assignments.UNSAID, "unit": "", "units": (), "kind": ""}
    return _some(Option("aide", "A command carried by an aide", "CS-3.2a", fields, optional), "leader")


def _regiment(b: Battlefield, seat: str) -> Option | None:
    known = by_word.regiments(b, seat)
    units = tuple(unit for several in known.values() for unit in several)
    fields = {
        "leader": _leaders(b, seat), "regiment": Choice(tuple(known)), "what": Choice(WHAT), **_chits(b, seat),
        "others": Several(units), **_chits(b, seat, "other_"), **mission_fields(b, seat, ("", *assignments.KINDS)),
    }  # fmt: skip
    unsaid = {f"other_{name}": value for name, value in orders.UNSAID.items()}
    optional = {**orders.UNSAID, **unsaid, **assignments.UNSAID, "others": (), "kind": "", "what": "order"}
    option = Option("regiment", "A command to a regimental commander", "CS-3.2g", fields, optional)
    return _some(option, "leader", "regiment")


def _message(b: Battlefield, seat: str) -> Option | None:
    most = limit(b.rules.tables, "CS-3.2c", "too_long", "words")
    others = by_word.correspondents(b, seat)
    fields: dict[str, Domain] = {"leader": _leaders(b, seat), "to": Choice(others), "text": Words(most)}
    option = Option("message", "A message by courier", "CS-3.2c", fields)
    return option if len(others) > 1 and _some(option, "leader") else None


def _ride(b: Battlefield, seat: str) -> Option | None:
    width, height = b.scenario.header.table_paces
    fields: dict[str, Domain] = {"leader": _leaders(b, seat), "to": Spot(width, height)}
    return _some(Option("ride", "A leader rides", "CS-3.2j", fields), "leader")


def _attach(b: Battlefield, seat: str) -> Option | None:
    fields: dict[str, Domain] = {"leader": _leaders(b, seat), "unit": Choice(_commanded(b, seat))}
    return _some(Option("attach", "A leader joins a unit", "CS-3.3.2.3b", fields), "leader", "unit")


def _detach(b: Battlefield, seat: str) -> Option | None:
    attached = Choice(tuple(leader.id for leader in leaders_of(b, seat) if leader.attached and may_spend(leader)))
    return _some(Option("detach", "A leader leaves his unit", "CS-3.3.2.3b", {"leader": attached}), "leader")


def _beyond(b: Battlefield, seat: str) -> Option | None:
    from . import off_board

    return off_board.desk_option(b, seat)


MAKERS: dict[str, Callable[[Battlefield, str], Option | None]] = {
    "done": lambda b, seat: DONE,
    "mission_marks": lambda b, seat: GO_ON,
    "order": _order,
    "mark": _mark,
    "mission": _mission,
    "aide": _aide,
    "regiment": _regiment,
    "message": _message,
    "ride": _ride,
    "attach": _attach,
    "detach": _detach,
    "part": parts.option,
    "beyond": _beyond,
    "dummy_card": deception.option,
}
