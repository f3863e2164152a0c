"""What may be answered in the command phase: the options with their fields, made one by one when somebody looks."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

from msgspec.structs import replace

from grognard.army.oob import FormationName
from grognard.battle.decisions import Option
from grognard.kernel.checks import Refusal
from grognard.kernel.domains import Choice, Domain, Several, Spot, Words

from ...checks.command.orders import limit
from ...desk import missions, others
from ...desk import orders as written
from ...orders import answers, assignments, drill, judging, standing
from ...orders.options import for_later, order_option, specials, targets
from ...table.battlefield import Battlefield
from . import by_word, deception, marks, off_board, parts
from .mission_fields import mission_fields
from .spending import bill, idle_aides, leaders_of, may_spend, own_units, units_under, way_to

WHAT = ("order", "mission")
FORMATIONS: tuple[FormationName, ...] = get_args(FormationName)
FOR_UNITS = ("order", "mark", "aide")
"""What is listed unit by unit."""
IN_PERSON = ("mission", "aide", "regiment", "message", "ride", "attach", "detach", "part", "beyond")
"""What a leader with points may do besides giving orders."""
DONE = Option("done", "Nothing more this turn", "CS-3.2p")
GO_ON = Option("mission_marks", "Leave the units with missions to them", "CS-3.3.1a")


def one(b: Battlefield, seat: str, key: str) -> Option | None:
    """The option of a key: `done`, `ride`, `order` for any unit, `order:2-33e` for that one."""
    kind, _, unit = key.partition(":")
    # a key may be typed by hand: only kinds that exist, and only units that are this seat's
    if kind not in MAKERS or (unit and (kind not in FOR_UNITS or unit not in own_units(b, seat))):
        return None
    if unit:
        return for_unit(b, seat, kind, unit)
    return MAKERS[kind](b, seat)


def every(b: Battlefield, seat: str) -> list[Option]:
    """All that can be answered now. Orders, in person and by aide, and marks are listed unit by unit, with what just
    that unit may be told, first what is free and keeps it to its mission; the form for an aide is listed for missions
    only, but takes orders as well."""
    able = [leader for leader in leaders_of(b, seat) if may_spend(leader)]
    options, marked = [DONE], marks.may_mark(b, seat)
    # drawn up once a unit: three lists below show the same chits
    chits = {unit: order_option(b, unit) for unit in own_units(b, seat)} if able or marked else {}
    for kind, units in (("mark", marked), ("order", chits if able else ()), ("aide", chits if able else ())):
        options += [each for unit in units if (each := for_unit(b, seat, kind, unit, chits[unit])) is not None]
    options += [GO_ON] if marked else []
    makers = {**MAKERS, **AS_LISTED}
    options += [each for kind in (IN_PERSON if able else ()) if (each := makers[kind](b, seat)) is not None]
    free = [deception.option(b, seat), standing.option(b, seat) if leaders_of(b, seat) else None]
    return options + [each for each in free if each is not None]


def keys(b: Battlefield, seat: str) -> list[str]:
    """The keys of all that may be on that list; some of the options may not be open."""
    able = any(may_spend(leader) for leader in leaders_of(b, seat))
    marked, own = marks.may_mark(b, seat), own_units(b, seat) if able else ()
    found = [
        "done",
        *(f"mark:{unit}" for unit in marked),
        *(f"{kind}:{unit}" for kind in ("order", "aide") for unit in own),
    ]
    found += ["mission_marks"] if marked else []
    return [*found, *(IN_PERSON if able else ()), "dummy_card", *([standing.KEY] if leaders_of(b, seat) else ())]


def for_unit(b: Battlefield, seat: str, kind: str, unit: str, chits: Option | None = None) -> Option | None:
    """The orders for one unit, with the leaders who can reach it now; None where it cannot be ordered. `chits` is what
    it may be told, if that is known already."""
    if kind == "aide":
        return _aide_to(b, seat, unit, chits)
    if judging.may_take_orders(b, unit) is not None:
        return None
    if kind == "mark":
        if b.unit(unit).mission not in b.world.missions:
            return None
        told, text = chits or order_option(b, unit), f"Chits of your own for {b.name(unit)}, within its mission"
        return Option(f"mark:{unit}", text, "CS-3.3.1a", told.fields, told.optional, unit, written.MARK.id)
    near = _within_reach(b, seat, unit)
    if not near:
        return None
    told = chits or order_option(b, unit)
    fields: dict[str, Domain] = {"leader": Choice(near), **told.fields}
    return Option(f"order:{unit}", told.text, told.rule, fields, told.optional, unit, written.ORDER.id)


def _within_reach(b: Battlefield, seat: str, unit: str) -> tuple[str, ...]:
    """The leaders who can order it in person now, whom it costs least first."""
    found = []
    for leader in leaders_of(b, seat):
        if may_spend(leader) and leader.id in b.entry(unit).leaders:
            paying = bill(b, leader, paces=way_to(b, leader, unit).paces, orders=1)
            if not isinstance(paying, Refusal):
                found.append((paying.spent, leader.id))
    return tuple(leader for _, leader in sorted(found, key=lambda each: each[0]))


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
        **answers.ANY_UNIT,
        "formation": Choice(("", *FORMATIONS)),
        "target": Choice(("", *targets(b, seat))),
        "others": Several(own_units(b, seat)),
    }
    return {prefix + name: fields[name] for name in answers.CHITS}


def _order(b: Battlefield, seat: str) -> Option | None:
    fields = {"leader": _leaders(b, seat), "unit": Choice(_commanded(b, seat)), **_chits(b, seat)}
    return _some(
        Option("order", "An order in person", "CS-3.2m", fields, answers.UNSAID, form=written.ORDER.id),
        "leader",
        "unit",
    )


def _mark(b: Battlefield, seat: str) -> Option | None:
    fields = {"unit": Choice(tuple(marks.may_mark(b, seat))), **_chits(b, seat)}
    return _some(
        Option("mark", "Chits that fit a unit's mission", "CS-3.3.1a", fields, answers.UNSAID, form=written.MARK.id),
        "unit",
    )


def _mission(b: Battlefield, seat: str) -> Option | None:
    units = Several(_commanded(b, seat))
    fields: dict[str, Domain] = {"leader": _leaders(b, seat), "units": units, **mission_fields(b, seat)}
    form = missions.IN_PERSON.id
    option = Option("mission", "A mission in person", "CS-3.3.1a", fields, assignments.UNSAID, form=form)
    return _some(option, "leader", "units")


def _aide(b: Battlefield, seat: str) -> Option | None:
    units = _commanded(b, seat)
    fields: dict[str, Domain] = {
        "leader": _leaders(b, seat), "what": Choice(WHAT), "unit": Choice(("", *units)), "units": Several(units),
        **_chits(b, seat), **mission_fields(b, seat, ("", *assignments.KINDS)),
    }  # fmt: skip
    optional = {**answers.UNSAID, **assignments.UNSAID, "unit": "", "units": (), "kind": ""}
    option = Option("aide", "A command carried by an aide", "CS-3.2a", fields, optional, form=missions.BY_AIDE.id)
    return _some(option, "leader")


def _aide_to(b: Battlefield, seat: str, unit: str, chits: Option | None) -> Option | None:
    """An order that an aide takes to one unit; one that takes no orders just now may by the time he is there."""
    senders = tuple(leader.id for leader in leaders_of(b, seat) if _sends(b, leader.id, unit))
    if not senders:
        return None
    # wider than now: by the time the aide is there, the unit may stand otherwise
    told = for_later(b, unit, chits or order_option(b, unit, forms_now=False))
    text = f"Orders by aide for {b.name(unit)}"
    fields: dict[str, Domain] = {"leader": Choice(senders), **told.fields}
    return Option(f"aide:{unit}", text, "CS-3.2a", fields, told.optional, unit, written.BY_AIDE.id)


def _sends(b: Battlefield, leader: str, unit: str) -> bool:
    state = b.world.leaders[leader]
    if leader not in b.entry(unit).leaders or not idle_aides(b, state):
        return False
    return not isinstance(bill(b, state, written=1), Refusal)


def _aide_with_mission(b: Battlefield, seat: str) -> Option | None:
    """The form for an aide as it is listed: with a mission, if there is an aide to take it."""
    # points, not paces: an aide costs a whole point
    free = tuple(leader.id for leader in leaders_of(b, seat) if idle_aides(b, leader) and leader.points)
    units = tuple(dict.fromkeys(unit for leader in free for unit in units_under(b, seat, leader)))
    fields: dict[str, Domain] = {
        "leader": Choice(free),
        "what": Choice(("mission",)),
        "units": Several(units),
        **mission_fields(b, seat),
    }
    option = Option(
        "aide", "A mission carried by an aide", "CS-3.2a", fields, assignments.UNSAID, form=missions.BY_AIDE.id
    )
    return _some(option, "leader", "units")


def _regiment(b: Battlefield, seat: str) -> Option | None:
    known = by_word.regiments(b, seat)
    units = tuple(unit for several in known.values() for unit in several)
    fields = {
        "leader": _leaders(b, seat), "regiment": Choice(tuple(known)), "what": Choice(WHAT), **_chits(b, seat),
        "others": Several(units), **_chits(b, seat, "other_"), **mission_fields(b, seat, ("", *assignments.KINDS)),
    }  # fmt: skip
    unsaid = {f"other_{name}": value for name, value in answers.UNSAID.items()}
    optional = {**answers.UNSAID, **unsaid, **assignments.UNSAID, "others": (), "kind": "", "what": "order"}
    option = Option(
        "regiment", "A command to a regimental commander", "CS-3.2g", fields, optional, form=missions.TO_REGIMENT.id
    )
    return _some(option, "leader", "regiment")


def _regiment_as_it_is(b: Battlefield, seat: str) -> Option | None:
    """The form as it is listed: with what one of these regiments' units at least could be told."""
    option = _regiment(b, seat)
    if option is None:
        return None
    units = [unit for several in by_word.regiments(b, seat).values() for unit in several]
    formations = dict.fromkeys(each for unit in units for each in drill.known(b, unit))
    chits = dict.fromkeys(each for unit in units for each in specials(b, unit))
    narrow = {"formation": Choice(("", *formations)), "special": Choice(("", *chits))}
    narrow |= {f"other_{name}": domain for name, domain in narrow.items()}
    return replace(option, fields={**option.fields, **narrow})


def _message(b: Battlefield, seat: str) -> Option | None:
    most = limit(b.rules.tables, "CS-3.2c", "too_long", "words")
    to, senders = by_word.correspondents(b, seat), _leaders(b, seat).values
    if len(senders) == 1:  # nobody writes to himself; where several may write, it depends on who does
        to = tuple(each for each in to if each not in senders)
    fields: dict[str, Domain] = {"leader": Choice(senders), "to": Choice(to), "text": Words(most)}
    option = Option("message", "A message by courier", "CS-3.2c", fields, form=others.MESSAGE.id)
    return option if to and _some(option, "leader") else None


def _ride(b: Battlefield, seat: str) -> Option | None:
    width, height = b.scenario.header.table_paces
    fields: dict[str, Domain] = {"leader": _leaders(b, seat), "to": Spot(width, height)}
    return _some(Option("ride", "A leader rides", "CS-3.2j", fields, form=others.RIDE.id), "leader")


def _attach(b: Battlefield, seat: str) -> Option | None:
    fields: dict[str, Domain] = {"leader": _leaders(b, seat), "unit": Choice(_commanded(b, seat))}
    return _some(
        Option("attach", "A leader joins a unit", "CS-3.3.2.3b", fields, form=others.ATTACH.id), "leader", "unit"
    )


def _detach(b: Battlefield, seat: str) -> Option | None:
    attached = Choice(tuple(leader.id for leader in leaders_of(b, seat) if leader.attached and may_spend(leader)))
    fields: dict[str, Domain] = {"leader": attached}
    return _some(Option("detach", "A leader leaves his unit", "CS-3.3.2.3b", fields, form=others.DETACH.id), "leader")


def _beyond(b: Battlefield, seat: str) -> Option | None:
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
    standing.KEY: standing.option,
}
AS_LISTED: dict[str, Callable[[Battlefield, str], Option | None]] = {
    "aide": _aide_with_mission,
    "regiment": _regiment_as_it_is,
}
"""Listed narrower than they are taken."""
