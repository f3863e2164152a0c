"""Orders: the chits that a unit may be given now, and why an order is refused (CS-3.2m, CS-3.3.2).

Used wherever orders come from: a leader in person, an aide, a mission, an automatic order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, get_args

from msgspec.structs import replace

from grognard.army.oob import Interval
from grognard.battle.decisions import Option
from grognard.ground.units import direction
from grognard.kernel.checks import Refusal, implements
from grognard.kernel.domains import Choice, Domain, Number, Several, YesNo

from ..checks.command.marching_orders import MovementOrderFacts
from ..checks.command.orders import OrderFacts as Chits
from ..checks.command.special_orders import SpecialOrderFacts
from ..events.words import formation_in_words
from ..facts import eighteenth
from ..facts import skirmishers as skirmishing
from ..facts.situations import engaged
from ..table import forms
from ..table.battlefield import FAR, Battlefield
from ..table.state import (
    Attack,
    Brigade,
    CombatChit,
    Converge,
    Detach,
    FallBack,
    FireAt,
    FormationChit,
    Going,
    Halted,
    Move,
    MoveBoat,
    Oblique,
    Order,
    PlainChit,
    SpecialChit,
    SpecialName,
    Straight,
    TakePlace,
    UnitState,
    WalkingFire,
    Wheel,
    Withdraw,
    halted,
)
from ..terms import Gait
from . import drill
from .specials import composition, works

GAITS: tuple[Gait, ...] = get_args(Gait)
INTERVALS: tuple[Interval, ...] = get_args(Interval)
FACES = ("ahead", "left", "right")
MOST_DEGREES = 180
"""Of a turn: whoever wants to turn farther turns the other way."""
MOST_PACES = 1200
"""No unit goes farther in a turn."""
MOST_COMPANIES, MOST_SHIFT = 23, 200
"""Of a unit that are detached; paces into a place. For a given unit the choices are narrower."""
SPECIALS: dict[SpecialName, Any] = {
    "reform": "reform",
    "send_skirmishers": "skirmishers_out",
    "recall_skirmishers": "skirmishers_in",
    "lie_down": "lie_down",
    "stand_up": "stand_up",
    "spike_guns": "spike_guns",
    **works.SPECIALS,
    **composition.SPECIALS,
}
"""Special chits in the words of the check."""
CHITS = (
    "movement", "gait", "degrees", "paces", "formation", "interval", "face", "attack", "target", "special",
    "pays_frontage", "walking", "others", "companies", "right", "ahead",
)  # fmt: skip
"""The fields of an order that a player says."""
FLAGS = ("attack", "pays_frontage", "walking")
"""Of these, those that are yes or no."""
UNSAID: dict[str, Any] = {
    "movement": "", "gait": "march", "degrees": 0, "paces": 0, "formation": "", "interval": "open", "face": "ahead",
    "attack": "no", "target": "", "special": "", "pays_frontage": "no",
    "walking": "no", "others": (), "companies": 0, "right": 0, "ahead": 0,
}  # fmt: skip
ANY_UNIT: dict[str, Domain] = {
    "movement": Choice(("", "forward", "oblique", "backward", "wheel", "conversion", "prolong")),
    "gait": Choice(GAITS),
    "degrees": Number(-MOST_DEGREES, MOST_DEGREES),
    "paces": Number(0, MOST_PACES),
    "interval": Choice(INTERVALS),
    "face": Choice(FACES),
    "attack": YesNo(),
    "special": Choice(("", *SPECIALS)),
    "pays_frontage": YesNo(),
    "walking": YesNo(),
    "others": Several(()),
    "companies": Number(0, MOST_COMPANIES),
    "right": Number(-MOST_SHIFT, MOST_SHIFT),
    "ahead": Number(-MOST_SHIFT, MOST_SHIFT),
}
"""Fields of an order, as wide as they are for any unit of any arm."""


def to_order(values: Mapping[str, Any], *, by: str = "", rule: str = "", prefix: str = "") -> Order:
    """An order from the fields of an answer; what is not mentioned is not ordered."""
    said = {name: values.get(prefix + name, UNSAID[name]) for name in CHITS}
    for name in FLAGS:
        said[name] = YesNo.means(said[name])
    formation = FormationChit(said["formation"], said["interval"], said["face"]) if said["formation"] else None
    return Order(_move(said), formation, _combat(said), _special_chit(said), by, rule)


def _move(said: Mapping[str, Any]) -> Move | None:
    """The movement chit. Without one, what is said of a gait or a turn lies with the unit as after a march."""
    going = {name: said[name] for name in ("gait", "paces", "pays_frontage")}
    match said["movement"]:
        case "":
            turned = said["degrees"] if said["special"] != "move_boat" else 0
            return halted(Oblique(turned, **going) if turned else Straight(**going))
        case "oblique":
            return Oblique(said["degrees"], **going)
        case "wheel" | "conversion" as way:
            return Wheel(said["degrees"], way, **going)
        case way:
            return Straight(way, **going)


def _combat(said: Mapping[str, Any]) -> CombatChit | None:
    if said["attack"]:
        return Attack(said["target"], said["walking"])
    if said["walking"]:
        return WalkingFire(said["target"])
    return FireAt(said["target"]) if said["target"] else None


def _special_chit(said: Mapping[str, Any]) -> SpecialChit | None:
    match said["special"]:
        case "":
            return None
        case "move_boat":
            return MoveBoat(said["degrees"], said["paces"])
        case "brigade":
            return Brigade(tuple(said["others"]))
        case "converge":
            return Converge(tuple(said["others"]))
        case "detach":
            return Detach(said["companies"])
        case "take_place":
            return TakePlace(said["right"], said["ahead"])
        case name:
            return PlainChit(name)


def from_order(order: Order) -> dict[str, Any]:
    """The fields of an answer that would give this order, without those that go without saying."""
    said: dict[str, Any] = {"movement": order.way, "target": order.target, "special": order.chit}
    said |= {"attack": "yes" if order.attacks else "no", "walking": "yes" if order.walking else "no"}
    said |= _fields(order.move.after if isinstance(order.move, Halted) else order.move)
    if order.formation is not None:
        said |= {"formation": order.formation.to, "interval": order.formation.interval, "face": order.formation.face}
    said |= {} if isinstance(order.special, PlainChit) else _fields(order.special)
    return {name: said[name] for name in CHITS if name in said and said[name] != UNSAID[name]}


def _fields(chit: Move | SpecialChit | None) -> dict[str, Any]:
    """The fields of a chit in the words of an answer."""
    if chit is None:
        return {}
    found = {name: getattr(chit, name) for name in chit.__struct_fields__ if name in UNSAID}
    if "pays_frontage" in found:
        found["pays_frontage"] = "yes" if found["pays_frontage"] else "no"
    return found


def bare(order: Order | None) -> Order | None:
    """The chits alone, without who gave them: what the other side sees once they are turned over."""
    return replace(order, by="", rule="") if order is not None and (order.by or order.rule) else order


def said(order: Order | None, called: Callable[[str], str] | None = None) -> str:
    """An order in words: `forward at the quick, form line, attack`; `called` names its target, where it may."""
    if order is None:
        return "nothing ordered"
    parts = [_movement_said(order.move)] if order.move is not None and order.way else []
    if isinstance(order.move, Going) and order.move.through:
        parts.append("through friends in the way")
    if order.formation:
        parts.append(
            f"form {formation_in_words(order.form)}"
            + (f" facing {order.formation.face}" if order.formation.face != "ahead" else "")
        )
    if order.walking:
        parts.append("firing as it goes")
    if order.attacks:
        parts.append("attack")
    if order.special:
        parts.append(order.chit)
    words = ", ".join(parts).replace("_", " ") or "halt"
    if not order.target or called is None:
        return words
    return f"{words} {called(order.target)}" if words.endswith("attack") else f"{words}, fire at {called(order.target)}"


def _movement_said(move: Move) -> str:
    if isinstance(move, Halted):
        return ""
    degrees = move.degrees if isinstance(move, (Oblique, Wheel)) else 0
    turn = f" {abs(degrees)} degrees {'left' if degrees < 0 else 'right'}" if degrees else ""
    far = f", {move.paces} paces" if isinstance(move, (Going, Withdraw)) and move.paces else ""
    return f"{move.way}{turn} at the {move.gait}{far}"


# -- what may be ordered


def order_option(b: Battlefield, unit: str, key: str = "order") -> Option:
    """The fields that a unit's order may have now."""
    able = specials(b, unit)
    fields: dict[str, Domain] = {
        **{name: each for name, each in ANY_UNIT.items() if name not in composition.FIELDS},
        "movement": Choice(("", *_movements(b, unit))),
        "formation": Choice(("", *dict.fromkeys((*_formations(b, unit), *composition.formations(b, unit, able))))),
        "target": Choice(("", *targets(b, b.seat_of(unit)))),
        "special": Choice(("", *able)),
    }
    fields |= composition.choices(b, unit, able)
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
    side = next(each.side for each in b.seats if each.id == seat)
    seen = b.knowledge.seen_by(seat)
    return tuple(foe.id for foe in b.enemies(side) if foe.id in seen and foe.news <= b.world.turn)


def _movements(b: Battlefield, unit: str) -> list[str]:
    """Movement chits for its arm; guns in action may go by the road only once they are limbered."""
    arm, t = b.entry(unit).rated.arm, b.rules.tables
    names = ("forward", "oblique", "backward", "wheel", "conversion", "prolong")
    return [name for name in names if arm in t.value("CS-3.3.2.1a", name)["arms"]]


def _formations(b: Battlefield, unit: str) -> tuple[str, ...]:
    return () if b.unit(unit).prone else drill.changes(b, unit)


def specials(b: Battlefield, unit: str) -> list[str]:
    """Special chits it may be given, some of them only with a formation chit beside."""
    now = b.unit(unit)
    line, unsaid = FormationChit("line"), dict(UNSAID)
    blank = {name: _special_chit({**unsaid, "special": name}) for name in SPECIALS}
    chits = {name: (Order(special=chit), Order(special=chit, formation=line)) for name, chit in blank.items()}
    return [name for name, several in chits.items() if any(_special(b, now, each) is None for each in several)]


# -- what is refused


def judge_order(b: Battlefield, unit: str, order: Order) -> Refusal | None:
    """Why a unit cannot be given this order now, if it cannot."""
    return may_take_orders(b, unit) or judge_chits(b, unit, order) or _as_it_stands(b, b.unit(unit), order)


@implements("CS-6.7.1c", "CS-A.1d", "CS-5.2.3b", "CS-5.2.3c")
def may_take_orders(b: Battlefield, unit: str) -> Refusal | None:
    """Why a unit takes no orders at all just now."""
    return deaf(b.unit(unit), b.name(unit))


def deaf(now: UnitState, name: str) -> Refusal | None:
    """The same from its state alone."""
    if now.where != "table":
        return Refusal("CS-3.2o", f"{name} is not on the table")
    if now.parent:
        return Refusal("CS-3.3.2.3k", "skirmishers who are out move with their parent, without orders")
    if now.status in ("broken", "routed"):
        rule = "CS-5.2.3b" if now.status == "broken" else "CS-5.2.3c"
        return Refusal(rule, f"{name} is {now.status} and obeys nobody until it rallies")
    if now.forming is not None:
        left = now.forming.quarters
        still = f"{left} quarter{'' if left == 1 else 's'} of a turn to go"
        to = formation_in_words(now.forming.to)
        return Refusal("CS-A.1d", f"{name} must first finish its change of formation to {to}: {still}")
    return None


@implements("CS-3.2m", "CS-3.3.2.1a", "CS-3.3.2.1b")
def judge_chits(b: Battlefield, unit: str, order: Order) -> Refusal | None:
    """Whether the chits make one order, and whether such a unit could ever carry it out."""
    facts = Chits(
        movement_chits=int(bool(order.way)),
        formation_chits=int(order.formation is not None),
        attack_chits=int(order.attacks),
        special_chits=int(order.special is not None),
    )
    refused = b.rules["order"].refusal(facts) or composition.complete(order) or _movement(b, b.unit(unit), order)
    if refused is None and order.formation and order.chit not in composition.HORSES:
        refused = drill.never_formed(b, unit, order.formation.to)
    return refused or eighteenth.judge(b, b.unit(unit), order)


def _movement(b: Battlefield, now: UnitState, order: Order) -> Refusal | None:
    move = order.move
    if isinstance(move, (FallBack, Withdraw)) and not order.by.startswith("automatic"):
        return Refusal("CS-3.3.2.1a", f"nobody is ordered to {move.way.replace('_', ' ')}")
    if not isinstance(move, Going):
        return None
    if isinstance(move, Wheel) and not move.degrees:
        return Refusal("CS-3.3.2.1a", f"a {move.way} needs degrees, to the left negative")
    then = replace(now, formation=order.form or now.formation)  # a change of formation comes first (CS-3.2n)
    rated = b.entry(now.id).rated
    facts = MovementOrderFacts(
        order=move.way,
        gait=move.gait,
        arm=rated.arm,
        unlimbered=then.formation in drill.GUNS_READY,
        in_column=forms.in_column(then),
        degrees=abs(move.degrees) if isinstance(move, Oblique) else 0,
        nation=rated.nation,
        year=b.year,
    )
    return b.rules["movement-order"].refusal(facts)


def _as_it_stands(b: Battlefield, now: UnitState, order: Order) -> Refusal | None:
    """What stands against it in the unit's present state and place."""
    return (
        _engaged(b, now, order)
        or _prone(now, order)
        or works.as_it_stands(b, now, order)
        or _formation(b, now, order)
        or _special(b, now, order)
        or _wavering(b, now, order)
        or _target(b, now, order)
    )


@implements("CS-9.1b")
def _engaged(b: Battlefield, now: UnitState, order: Order) -> Refusal | None:
    """Who is in P3 of an enemy can only fight on: the rules let it leave only by winning or losing."""
    if not (order.formation or order.special or (order.way and not order.attacks)) or not engaged(b, now):
        return None
    return Refusal("CS-9.1b", f"{b.name(now.id)} is in close combat and can only fight on")


@implements("CS-3.3.2.3ab")
def _prone(now: UnitState, order: Order) -> Refusal | None:
    if now.prone and (order.way or order.formation or order.chit not in ("", "stand_up")):
        return Refusal("CS-3.3.2.3ab", "a unit lying down may only be told to stand up")
    return None


def _formation(b: Battlefield, now: UnitState, order: Order) -> Refusal | None:
    told = order.formation
    if told is None or order.chit in composition.JUDGES:  # a unit made up anew forms as what it will be
        return None
    found = drill.formation_change(b, now.id, told.to, told.interval, told.face)
    return found if isinstance(found, Refusal) else None


@implements("CS-3.3.2.3a", "CS-3.3.2.3ab")
def _special(b: Battlefield, now: UnitState, order: Order) -> Refusal | None:
    chit = order.chit
    if not chit:
        return None
    nearest = b.survey.nearest_enemy(now.id)[1] if chit == "reform" else FAR
    facts = SpecialOrderFacts(
        order=composition.called(b, now, chit) or SPECIALS[chit],
        formation_chit=bool(order.formation),
        moves=bool(order.way),
        nearest_enemy=nearest,
    )
    refused = b.rules["special-order"].refusal(facts)
    if refused is None and chit in works.JUDGES:
        return works.judge(b, now, order)
    if refused is None and chit in composition.JUDGES:
        return composition.judge(b, now, order)
    return refused or _SPECIAL[chit](b, now)


def _reform(b: Battlefield, now: UnitState) -> Refusal | None:
    if b.entry(now.id).rated.irregular:
        return Refusal("CS-3.3.2.3a", "irregulars have no order to recover")
    return None


def _lie_down(b: Battlefield, now: UnitState) -> Refusal | None:
    """Horses and guns stay up: the rules speak of units, an umpire of men."""
    if b.entry(now.id).rated.arm != "infantry" or now.prone:
        return Refusal("CS-3.3.2.3ab", "only foot that stands may lie down")
    return None


def _stand_up(b: Battlefield, now: UnitState) -> Refusal | None:
    return None if now.prone else Refusal("CS-3.3.2.3ab", "it is on its feet")


def _send_skirmishers(b: Battlefield, now: UnitState) -> Refusal | None:
    return skirmishing.may_send(b, now.id)


def _recall_skirmishers(b: Battlefield, now: UnitState) -> Refusal | None:
    return None if now.skirmishers else Refusal("CS-3.3.2.3q", "it has no skirmishers out")


def _spike_guns(b: Battlefield, now: UnitState) -> Refusal | None:
    """Abandoned guns of either side, or a battery's own."""
    if b.entry(now.id).rated.arm == "artillery":
        return None
    within = b.rules.tables.number("CS-3.3.2.3h", "within")
    left = [guns.position for guns in b.world.abandoned.values() if not guns.spiked]
    if any(b.survey.distance_to(now.id, place) <= within for place in left):
        return None
    return Refusal("CS-3.3.2.3h", f"no abandoned guns within {within} paces")


_SPECIAL: dict[SpecialName, Any] = {
    "reform": _reform,
    "lie_down": _lie_down,
    "stand_up": _stand_up,
    "send_skirmishers": _send_skirmishers,
    "recall_skirmishers": _recall_skirmishers,
    "spike_guns": _spike_guns,
}


@implements("CS-5.2.3a")
def _wavering(b: Battlefield, now: UnitState, order: Order) -> Refusal | None:
    """A wavering unit does not go nearer to the nearest enemy that it sees."""
    if order.move is None or not order.way or b.rules.tables.value("CS-5.2.3a", now.status)["may_advance"]:
        return None
    foe = nearest_seen(b, now.id)
    if not foe or not _leads_toward(b, now, order.move, foe):
        return None
    return Refusal("CS-5.2.3a", f"{b.name(now.id)} is wavering and will not advance toward the enemy")


def nearest_seen(b: Battlefield, unit: str) -> str:
    """The nearest enemy that a unit sees, or nothing."""
    side = b.unit(unit).side
    near = sorted((b.survey.distance(unit, foe.id), foe.id) for foe in b.enemies(side))
    return next((foe for _, foe in near if b.survey.sees(unit, foe)), "")


def _leads_toward(b: Battlefield, now: UnitState, move: Move, foe: str) -> bool:
    """Whether the first steps that the chit asks for go nearer to the enemy."""
    back = 180 if move.way in ("backward", "fall_back", "withdraw") else 0
    turn = move.degrees if isinstance(move, (Oblique, Wheel)) else back
    east, north = direction(now.heading + turn)
    (x, y), (fx, fy) = b.survey.middle(now.id), b.survey.middle(foe)
    return (fx - x) * east + (fy - y) * north > 0


def _target(b: Battlefield, now: UnitState, order: Order) -> Refusal | None:
    """One points out only what one sees."""
    if not order.target:
        return None
    foe = b.world.units.get(order.target)
    if (
        foe is None
        or foe.side == now.side
        or foe.where != "table"
        or order.target not in b.knowledge.seen_by(b.seat_of(now.id))
    ):
        return Refusal("CS-3.2m", "the target must be an enemy in sight")
    if foe.news > b.world.turn:
        return Refusal("CS-1.6.4d", f"the news of it reaches you on turn {foe.news}: no orders about it before")
    return None


__all__ = [
    "ANY_UNIT", "CHITS", "UNSAID", "bare", "deaf", "engaged", "for_later", "from_order", "judge_chits", "judge_order",
    "may_take_orders", "nearest_seen", "order_option", "said", "specials", "targets", "to_order",
]  # fmt: skip
