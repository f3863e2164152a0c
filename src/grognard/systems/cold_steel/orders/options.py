"""What a unit may be told now: the fields of its order, each with the choices that are open to it."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.battle.decisions import Option
from grognard.kernel.domains import Choice, Domain

from ..facts import eighteenth
from ..table.battlefield import Battlefield
from ..table.state import FormationChit, Order, SpecialName
from . import drill
from .answers import ANY_UNIT, CHITS, SAID_WITH, UNSAID
from .judging import judge_special
from .specials import SPECIALS

_LINE = FormationChit("line")
_CHITS = [
    (each.name, Order(special=each.chit), Order(special=each.chit, formation=_LINE)) for each in SPECIALS.values()
]
"""Each special chit by itself, and with a formation chit beside."""


def order_option(b: Battlefield, unit: str, key: str = "order", *, forms_now: bool = True) -> Option:
    """The fields that a unit's order may have now; without the formations that it may take now, where others are to
    be put in their place."""
    able, now = specials(b, unit), b.unit(unit)
    # who lies down forms nothing before he is up
    formations = () if now.prone or not forms_now else drill.changes(b, unit)
    beside = [each for name in able if (forms := SPECIALS[name].forms) is not None for each in forms(b, unit)]
    fields: dict[str, Domain] = {
        **{name: each for name, each in ANY_UNIT.items() if name not in SAID_WITH},
        "movement": Choice(("", *_movements(b, unit))),
        "formation": Choice(("", *dict.fromkeys((*formations, *beside)))),
        "target": Choice(("", *targets(b, b.seat_of(unit)))),
        "special": Choice(("", *able)),
    }
    for name in able:
        choices = SPECIALS[name].choices
        fields |= choices(b, now) if choices is not None else {}
    # walking fire is shown only to those who have learnt it
    said = [name for name in CHITS if name in fields and (name != "walking" or eighteenth.fires_walking(b, unit))]
    unsaid = {name: UNSAID[name] for name in said}
    return Option(key, f"Orders for {b.name(unit)}", "CS-3.2m", {name: fields[name] for name in said}, unsaid, unit)


def for_later(b: Battlefield, unit: str, now: Option) -> Option:
    """What a unit may be told by an order that reaches it later: any formation that it ever forms, however it stands
    by then."""
    fields = {**now.fields, "formation": Choice(("", *drill.known(b, unit)))}
    return replace(now, fields=fields)


def targets(b: Battlefield, seat: str) -> tuple[str, ...]:
    """Enemies that a seat sees."""
    side = b.seating.side_of(seat)
    seen = b.knowledge.seen_by(seat)
    # not before the news has come, as the judge has it
    return tuple(foe.id for foe in b.enemies(side) if foe.id in seen and foe.news <= b.world.turn)


def _movements(b: Battlefield, unit: str) -> list[str]:
    """Movement chits for its arm; what its formation forbids is refused when it is said."""
    arm, t = b.entry(unit).rated.arm, b.rules.tables
    names = ("forward", "oblique", "backward", "wheel", "conversion", "prolong")
    return [name for name in names if arm in t.value("CS-3.3.2.1a", name)["arms"]]


def specials(b: Battlefield, unit: str) -> list[SpecialName]:
    """Special chits it may be given, some of them only with a formation chit beside."""
    now = b.unit(unit)
    return [
        name
        for name, alone, formed in _CHITS
        # some chits are legal only with a formation beside them
        if judge_special(b, now, alone) is None or judge_special(b, now, formed) is None
    ]
