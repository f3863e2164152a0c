"""What an answer would do, before it is given: how far a march leads by each movement roll, and the chances of it; what
fire and charges promise. All of it is worked out on the field as the seat knows it (`known.py`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.battle import pictures as pic
from grognard.battle.decisions import Answer
from grognard.kernel.checks import Refused
from grognard.kernel.errors import BadInput
from grognard.miniatures.drawing import at, parts_of

from ..checks.command import LeaderAttachmentFacts
from ..facts.moving import MarchOrder, MoveLaid, lay, vacates
from ..table import bodies
from ..table.field import ClassField
from ..turn.leaders import attachment_facts
from ..turn.orders import march_order
from .chances import SHARES, against, movement_shares
from .known import known


def preview(b: ClassField, seat: str, answer: Answer) -> pic.Preview:
    """What an answer would do, as far as the seat can know."""
    kind = answer.decision.partition(":")[0]
    word, _, who = answer.option.partition(":")
    if kind == "brigade" and who and b.seat_of(who) == seat and b.here(who):
        return _acting(known(b, seat), who, word, answer.values)
    if kind == "leaders" and word in ("attach", "join") and b.seat_of(who) == seat:
        return _attaching(known(b, seat), who, word, answer.values)
    about = answer.decision.partition(":")[2]
    target = answer.values.get("target", "")
    if kind in ("volley", "follow_up") and about and target:
        return _aimed(known(b, seat), about, str(target))
    return pic.Preview()


def _acting(b: ClassField, unit: str, word: str, values: Mapping[str, Any]) -> pic.Preview:
    if word in ("march", "change") and (word == "change" or "to" in values):
        return pic.Preview(units=(_marching(b, unit, march_order(values)),))
    if word in ("fire", "charge") and values.get("target"):
        return _aimed(b, unit, str(values["target"]))
    return pic.Preview()


def _marching(b: ClassField, unit: str, order: MarchOrder) -> pic.UnitPreview:
    """Where it would get to by each roll, and how likely that is."""
    chances = movement_shares(b, unit, vacating=vacates(b, unit, order))
    places, rows = [], []
    for quarters in sorted(chances):
        laid = _laid(b, unit, order, quarters)
        share = f"{float(100 * chances[quarters]):.0f}%"
        if laid is None:
            rows.append(pic.Row(label=SHARES[quarters], value="it stays", note=share, rule="CD-move-table"))
            continue
        places.append(_place(b, unit, laid, f"{SHARES[quarters]}, {share}"))
        value = f"{laid.moved.straight // 16} paces" + (f", {laid.moved.stopped}" if laid.moved.stopped else "")
        rows.append(pic.Row(label=SHARES[quarters], value=value, note=share, rule="CD-move-table"))
    tally = pic.ChanceTally(
        label="Movement roll",
        chances=tuple(
            pic.Chance(text=SHARES[quarters], percent=round(float(100 * chance), 2), value=quarters)
            for quarters, chance in sorted(chances.items())
        ),
    )
    return pic.UnitPreview(
        unit=unit,
        places=tuple(places),
        moves=bool(places),
        tallies=(tally,),
        rows=tuple(rows),
        rules=("CD-move-table", "CD-move-apply"),
    )


def _laid(b: ClassField, unit: str, order: MarchOrder, quarters: int) -> MoveLaid | None:
    try:
        return lay(b, unit, order, quarters) if quarters else None
    except Refused:
        return None


def _place(b: ClassField, unit: str, laid: MoveLaid, label: str) -> pic.Place:
    place, now = laid.moved.place, b.unit(unit)
    found = bodies.footprint(b.t, now.arm, laid.formation, b.castings(unit))
    return pic.Place(
        label=label,
        **at(place.position),
        heading=place.heading,
        formation=laid.formation.replace("_", " "),
        parts=parts_of(found.parts),
    )


def _aimed(b: ClassField, unit: str, target: str) -> pic.Preview:
    if target not in b.world.units or not b.here(target) or not b.here(unit):
        raise BadInput(f"no enemy {target!r} in sight")
    return pic.Preview(units=(pic.UnitPreview(unit=unit, odds=tuple(against(b, unit, target))),))


def _attaching(b: ClassField, leader: str, word: str, values: Mapping[str, Any]) -> pic.Preview:
    to = str(values.get("unit" if word == "attach" else "brigade", ""))
    facts: LeaderAttachmentFacts | None = None
    if to:
        facts = attachment_facts(b, b.world.leaders[leader], to, "regiment" if word == "attach" else "brigade")
    if facts is None or b.rules["leader-attachment"].refusal(facts) is not None:
        return pic.Preview()
    chance = b.rules["leader-attachment"].odds(facts).chance(lambda found: found.attached)
    return pic.Preview(notes=(f"he gets himself heard {float(100 * chance):.0f} times in a hundred",))
