"""What may be told to the units of an active brigade: the list, and why something is not on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.battle.decisions import Decision, Option
from grognard.ground.units import SUB, point
from grognard.kernel.checks import Refusal, Refused, implements
from grognard.kernel.domains import Choice, Domain, Number, Several, Spot, YesNo

from ..acts.firing import fire_fields, plan_of
from ..acts.local import may_charge
from ..acts.runs import stand_off
from ..acts.screens import most_stands, skirmish_targets
from ..checks.ammunition import CombinedActionFacts
from ..checks.movement import AllowanceFacts, ProlongFacts
from ..checks.sequence.turn import UnitActivationFacts
from ..checks.units import FormationFacts
from ..desk import forms
from ..facts import fire as fire_of
from ..facts.bearings import before
from ..facts.command import in_command
from ..facts.moving import MOST, MarchOrder, why_not
from ..table.field import ClassField
from ..table.state import DivisionState
from ..terms import Formation, branch

AS_IT_IS = "as_it_is"
_FORMATIONS: tuple[Formation, ...] = (
    "road",
    "column",
    "closed_column",
    "line",
    "general",
    "square",
    "limbered",
    "unlimbered",
)
MOST_BESIDE = 2
"""Others that may act together with a unit."""
WORDS = ("march", "charge", "fire", "change", "stay", "prolong", "draw_off", "dismount", "mount")


def decision(b: ClassField, division: DivisionState, brigade: str, units: Sequence[str]) -> Decision:
    """Which unit acts next, and how."""
    whose = b.name(brigade) if brigade else division.name
    listed = tuple(units)

    def one(key: str) -> Option | None:
        word, _, unit = key.partition(":")
        if key == "done":
            return _done(brigade)
        return _option(b, word, unit) if unit in listed and word in WORDS else None

    def keys() -> list[str]:
        return ["done", *(f"{word}:{unit}" for unit in listed for word in WORDS)]

    def every() -> list[Option]:
        return [option for key in keys() if (option := one(key)) is not None]

    def judge(key: str, values: Any) -> Refusal | None:
        word, _, unit = key.partition(":")
        return _judged(b, word, unit, values) if unit else None

    def why(key: str, field: str, value: Any) -> Refusal | None:
        word, _, unit = key.partition(":")
        # only why an option is missing: values have reasons of their own
        return _missing(b, word, unit) if unit in listed and not field else None

    return Decision(
        b.division_seat(division.id),
        "brigade",
        f"{whose}: who acts, and how?",
        every,
        default=("done", {}),
        rules=("CD-division-activation", "CD-unit-activation"),
        one=one,
        keys=keys,
        judge=judge,
        why=why,
        about={"division": division.id},
    )


def _done(brigade: str) -> Option:
    return Option(
        "done", "The rest of the brigade stands" if brigade else "The division stands", "CD-division-activation"
    )


def _option(b: ClassField, word: str, unit: str) -> Option | None:
    name = b.name(unit)
    if _missing(b, word, unit) is not None:
        return None
    made: dict[str, Any] = {
        "march": _march,
        "charge": _charge,
        "fire": _fire,
        "change": _change,
        "stay": _stay,
        "prolong": _prolong,
        "draw_off": _draw_off,
        "dismount": _dismount,
        "mount": _mount,
    }
    option: Option | None = made[word](b, unit, name)
    return option


# -- what a unit may do at all


@implements("CD-pinned-4in", "CD-status-limits", "CD-command-radius-effect", "CD-firefight")
def _missing(b: ClassField, word: str, unit: str) -> Refusal | None:
    """Why a unit cannot be told something at all; None where it can."""
    now = b.unit(unit)
    # always: every unit must be able to end its activation
    if word == "stay":
        return None
    if now.status == "broken":
        return Refusal("CD-status-limits", "a broken unit stands where it ended")
    if word == "fire":
        return None if fire_of.has_target(b, unit) else Refusal("CD-fire-procedure", "it has no target")
    if word == "draw_off":
        return None if stand_off(b, unit) else Refusal("CD-cavalry-stand-off", "nobody is that near")
    if waits := b.waits(unit):
        return waits
    if now.moved:
        return Refusal("CD-local-initiative-limits", "it has moved on local initiative this turn")
    if not in_command(b, unit):
        return Refusal("CD-command-radius-effect", "it is out of its division commander's reach")
    guns = branch(now.arm) == "artillery"
    if word == "dismount":
        dragoons = branch(now.arm) == "cavalry" and b.seating.chain.units[unit].unit.arm == "dragoons" and now.weapon
        return None if dragoons else Refusal("CD-cavalry-fire", "only dragoons with firearms fight on foot")
    if word == "mount":
        return None if now.dismounted else Refusal("CD-cavalry-fire", "it has no horses to mount")
    if word == "charge":
        return _no_charge(b, unit)
    if word == "prolong":
        ok = guns and now.formation == "unlimbered"
        return None if ok else Refusal("CD-prolong", "only unlimbered guns are dragged by hand")
    return None


def pinned(b: ClassField, unit: str) -> bool:
    """Whether unlimbered guns have an enemy so near before them that they may only limber away or be dragged."""
    now = b.unit(unit)
    near = before(b, unit, b.paces(b.t.number("CD-pinned-4in", "within")))
    foot = [foe for foe in near if b.branch(foe) != "cavalry"]
    if not foot:
        return False
    facts = UnitActivationFacts(
        branch=branch(now.arm),
        enemy=b.survey.distance(unit, foot[0]),
        enemy_branch=b.branch(foot[0]),
        unlimbered=now.formation == "unlimbered",
    )
    return not b.settle("unit-activation", facts).may_move


def _no_charge(b: ClassField, unit: str) -> Refusal | None:
    now = b.unit(unit)
    if branch(now.arm) == "artillery":
        return Refusal("CD-formations", "guns do not charge")
    facts = FormationFacts(arm=now.arm, formation=now.formation)
    if not b.settle("formation", facts).charge:
        return Refusal("CD-formations", f"no charge in {now.formation.replace('_', ' ')}")
    # one is enough: whom else it could charge is asked when somebody looks at the list
    found = any(_reaches(b, unit, foe) for foe in _before_charger(b, unit))
    if found:
        return None
    kept = (b.kept_from(unit, b.survey.middle(foe)) for foe in _before_charger(b, unit))
    return next(filter(None, kept), Refusal("CD-charge-sequence", "no enemy in reach before it"))


def charge_targets(b: ClassField, unit: str) -> tuple[str, ...]:
    """Enemies before a unit that it could reach with the best of movement rolls, the nearest first."""
    return tuple([foe for foe in _before_charger(b, unit) if _reaches(b, unit, foe)])


def is_charge_target(b: ClassField, unit: str, foe: str) -> bool:
    """Whether an enemy is one of them: no way is laid to the others."""
    return foe in _before_charger(b, unit) and _reaches(b, unit, foe)


def _before_charger(b: ClassField, unit: str) -> list[str]:
    """Enemies before a unit within the longest reach of its charge, the nearest first, as far as its seat knows of
    them. Asked more than once about a unit, so the answer is kept until something happens."""
    # the last entry stands for the state: anything that happens adds one
    last = b.entries[-1] if b.entries else b.scenario
    return b.memo.keep(("before charger", unit), last, lambda: _in_reach(b, unit))


def _in_reach(b: ClassField, unit: str) -> list[str]:
    now, seat = b.unit(unit), b.seat_of(unit)
    facts = AllowanceFacts(arm=now.arm, formation=now.formation, quarters=MOST, charging=True)
    try:
        reach = b.settle("allowance", facts).paces
    except Refused:
        return []
    return [foe for foe in before(b, unit, reach) if b.knows(seat, foe)]


def _reaches(b: ClassField, unit: str, foe: str) -> bool:
    firefight = b.unit(unit).firefight  # one who is free of it by fire discipline may charge
    return may_charge(b, unit, foe) if not firefight else True


# -- the options


def _screening(b: ClassField, unit: str) -> tuple[dict[str, Domain], dict[str, Any]]:
    """The fields about a screen, which all words of a unit share, and what they mean unsaid."""
    last = b.entries[-1] if b.entries else b.scenario
    return b.memo.keep(("screening", unit), last, lambda: _screen_fields(b, unit))


def _screen_fields(b: ClassField, unit: str) -> tuple[dict[str, Domain], dict[str, Any]]:
    most = most_stands(b, unit)
    if not most:
        return {}, {}
    fields: dict[str, Domain] = {"screen": Number(-1, most)}
    usual: dict[str, Any] = {"screen": -1}
    foes = skirmish_targets(b, unit, most)
    if foes:
        fields["skirmish"], usual["skirmish"] = Choice(("", *foes)), ""
    return fields, usual


def _formations(b: ClassField, unit: str) -> tuple[str, ...]:
    """Others that a unit may take up; dragoons on foot stay in general order."""
    now = b.unit(unit)

    def listed() -> tuple[str, ...]:
        asked, others = b.rules["formation"], [each for each in _FORMATIONS if each != now.formation]
        return tuple(each for each in others if asked.refusal(FormationFacts(arm=now.arm, formation=each)) is None)

    return () if now.dismounted else b.memo.keep(("formations", now.arm, now.formation), b.rules, listed)


def _march(b: ClassField, unit: str, name: str) -> Option:
    width, height = (each // SUB for each in b.ground.size)
    screen, unsaid = _screening(b, unit)
    fields: dict[str, Domain] = {
        "to": Spot(width, height),
        "facing": Number(-1, 359),
        "keep_front": YesNo(),
        "formation": Choice((AS_IT_IS, *_formations(b, unit))),
        "form_first": YesNo(),
    }
    usual: dict[str, Any] = {"facing": -1, "keep_front": "no", "formation": AS_IT_IS, "form_first": "yes"}
    if b.branch(unit) == "artillery":
        fields["fire_after"], usual["fire_after"] = YesNo(), "no"
        if why_not(b, unit, MarchOrder()) is not None:  # too heavy to limber, go and unlimber again in one move
            usual["formation"] = "limbered"
    return Option(
        f"march:{unit}",
        f"{name} marches",
        "CD-move-table",
        {**fields, **screen},
        {**usual, **unsaid},
        unit,
        forms.MARCH.id,
    )


def _charge(b: ClassField, unit: str, name: str) -> Option:
    screen, unsaid = _screening(b, unit)
    target = Choice(lambda: charge_targets(b, unit), lambda foe: is_charge_target(b, unit, foe))
    fields: dict[str, Domain] = {"target": target, **screen}
    usual = dict(unsaid)
    near = _near_friends(b, unit)
    if any(_charges_beside(b, unit, friend) for friend in near):
        usual["beside"] = ()
        fields["beside"] = Several(
            lambda: tuple([friend for friend in near if _charges_beside(b, unit, friend)]),
            MOST_BESIDE,
            lambda friend: friend in near and _charges_beside(b, unit, friend),
        )
    return Option(f"charge:{unit}", f"{name} charges", "CD-charge-sequence", fields, usual, unit, forms.CHARGE.id)


def _near_friends(b: ClassField, unit: str) -> list[str]:
    return b.survey.friends_within(unit, b.paces(b.t.number("CD-combined-action", "within")))


@implements("CD-combined-action")
def _charges_beside(b: ClassField, unit: str, friend: str) -> bool:
    """Whether a unit close by may charge with another of its brigade."""
    now, other = b.unit(unit), b.unit(friend)
    # each for itself: one that may not charge cannot be taken along
    if other.activated or other.moved or branch(other.arm) != branch(now.arm):
        return False
    facts = CombinedActionFacts(
        action="charge", brigade=other.brigade == now.brigade, status=other.status == now.status
    )
    # last, because to look for those whom it could charge is slow
    return b.rules["combined-action"].refusal(facts) is None and _no_charge(b, friend) is None


def _fire(b: ClassField, unit: str, name: str) -> Option:
    screen, unsaid = _screening(b, unit)
    targets = Choice(lambda: tuple(fire_of.targets(b, unit)), lambda foe: fire_of.is_target(b, unit, foe))
    fields, usual = fire_fields(b, unit, targets)
    friends = _firing_beside(b, unit)
    if friends:
        fields["beside"], usual["beside"] = Several(friends, MOST_BESIDE), ()
    return Option(
        f"fire:{unit}",
        f"{name} fires",
        "CD-fire-procedure",
        {**fields, **screen},
        {**usual, **unsaid},
        unit,
        forms.FIRE.id,
    )


@implements("CD-combined-action")
def _firing_beside(b: ClassField, unit: str) -> tuple[str, ...]:
    """Units of the brigade that may fire with it, as far as the target does not matter."""
    now = b.unit(unit)
    return tuple(
        each.id
        for each in b.on_table(now.side)
        if each.brigade == now.brigade
        and each.id != unit
        and not each.activated
        and (branch(each.arm), each.status, each.weapon) == (branch(now.arm), now.status, now.weapon)
    )


def _change(b: ClassField, unit: str, name: str) -> Option:
    screen, unsaid = _screening(b, unit)
    fields: dict[str, Domain] = {"formation": Choice((AS_IT_IS, *_formations(b, unit))), "facing": Number(-1, 359)}
    usual: dict[str, Any] = {"formation": AS_IT_IS, "facing": -1}
    return Option(
        f"change:{unit}",
        f"{name} changes formation or front",
        "CD-formation-change",
        {**fields, **screen},
        {**usual, **unsaid},
        unit,
        forms.CHANGE.id,
    )


def _stay(b: ClassField, unit: str, name: str) -> Option:
    screen, unsaid = _screening(b, unit)
    return Option(
        f"stay:{unit}", f"{name} stays", "CD-unit-activation", screen, unsaid, unit, forms.STAY.id if screen else ""
    )


def _prolong(b: ClassField, unit: str, name: str) -> Option:
    fields: dict[str, Domain] = {"points": Number(1, b.t.number("CD-prolong", "effort")), "facing": Number(-1, 359)}
    return Option(
        f"prolong:{unit}", f"{name} is dragged by hand", "CD-prolong", fields, {"facing": -1}, unit, forms.PROLONG.id
    )


def _draw_off(b: ClassField, unit: str, name: str) -> Option:
    return Option(f"draw_off:{unit}", f"{name} draws off", "CD-cavalry-stand-off", about=unit)


def _dismount(b: ClassField, unit: str, name: str) -> Option:
    return Option(f"dismount:{unit}", f"{name} dismounts", "CD-cavalry-fire", about=unit)


def _mount(b: ClassField, unit: str, name: str) -> Option:
    return Option(f"mount:{unit}", f"{name} mounts", "CD-cavalry-fire", about=unit)


# -- what the fields alone cannot say


def stands_ordered(b: ClassField, unit: str, values: Any) -> int:
    """Stands of its screen that a unit has out when it has done as it was told: who is to skirmish and has none out
    throws them out, unless it was told to keep them in."""
    said, now = values.get("screen", -1), b.unit(unit)
    # -1 leaves the screen as it is; 0 is an order to keep them in
    if said >= 0:
        return int(said)
    return now.screen or (most_stands(b, unit) if values.get("skirmish") else 0)


def march_order(values: Any) -> MarchOrder:
    """The order of an answer."""
    formation = values.get("formation", AS_IT_IS)
    return MarchOrder(
        to=point(*values["to"]) if "to" in values else None,
        facing=values.get("facing", -1),
        keep_front=YesNo.means(values.get("keep_front", "no")),
        formation=None if formation == AS_IT_IS else formation,
        form_first=YesNo.means(values.get("form_first", "yes")),
        fire_after=YesNo.means(values.get("fire_after", "no")),
    )


def _judged(b: ClassField, word: str, unit: str, values: Any) -> Refusal | None:
    now = b.unit(unit)
    if values.get("skirmish") and not stands_ordered(b, unit, values):
        return Refusal("CD-skirmish-procedure", "without skirmishers out it cannot skirmish")
    if word in ("march", "change"):
        order = march_order(values)
        if word == "change" and order.formation is None and order.facing < 0:
            return Refusal("CD-formation-change", "into which formation, or to which front?")
        if b.branch(unit) == "artillery" and pinned(b, unit) and (order.formation != "limbered"):
            return Refusal("CD-pinned-4in", "with the enemy so near they limber away or are dragged by hand")
        return why_not(b, unit, order)
    if word == "fire":
        target, units = values["target"], (unit, *values.get("beside", ()))
        return fire_of.why_not_together(b, units, target, plan_of(b, unit, target, values))
    if word == "prolong":
        facts = ProlongFacts(carriage=now.carriage, points=values["points"], ammunition=now.ammunition)
        return b.rules["prolong"].refusal(facts)
    return None
