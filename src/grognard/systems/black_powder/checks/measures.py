"""Inches, the dice, and the switches of the drafts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, NamedTuple

from grognard.kernel.checks import implements, reckoning, refuse
from grognard.kernel.dice import Sum, die
from grognard.kernel.facts import Facts, Range
from grognard.kernel.modifiers import Modifier
from grognard.kernel.tables import FORBID, ModifierRow, Tables

from ..terms import Switch

Inches = Annotated[int, Range(0, 400, "up")]
"""A distance in whole inches of the rules, where a fraction counts as the next; only of the distance from a commander,
of which each full step counts, the fraction is dropped. Where the field is measured at a reduced scale, these are the
rules' inches all the same."""
FullInches = Annotated[int, Range(0, 400, "down")]
"""Of the distance from a commander, of which each full step counts."""
FAR = 400
"""Farther than anything matters."""

SWITCHES: dict[Switch, str] = {
    "sheltering": "BP-SHELT-1",
    "reliable_formations": "BP-RELF-1",
    "cavalry_formations": "BP-CAVF-1",
    "cavalry_melees": "BP-CAVM-1",
    "support_charge": "BP-SUPC-1",
    "passage_of_lines": "BP-POL-1",
    "brigade_morale_v2": "BP-BMOR-1",
    "measuring_66": "BP-MEAS-1",
    "retire_moves": "BP-RET-1",
    "turn_sequence_v2": "BP-SEQ-1",
    "friction_zones": "BP-FRIC-1",
    "friction_brigade_orders": "BP-ORD-1",
    "friction_charge_sequence": "BP-CHSEQ-1",
    "friction_support": "BP-CCS-1",
}
"""The rule in the tables that carries a switch, as `on`; the variant of the same name turns it."""

ONE_D6, TWO_D6 = Sum(1, die(6)), Sum(2, die(6))


def switched(t: Tables, switch: Switch) -> bool:
    """Whether a draft is in force."""
    return bool(t.value(SWITCHES[switch], "on"))


def must_be_on(t: Tables, switch: Switch, rule: str) -> None:
    """Refuse what belongs to a draft that is not in force."""
    if not switched(t, switch):
        raise refuse(rule, draft_reason(switch))


def draft_reason(switch: Switch) -> str:
    """Why something of a draft is refused, and what puts it in force."""
    return f"a draft that is not in force; --variant {switch.replace('_', '-')} puts it in force"


def draft_off(t: Tables, rule: str, *switches: Switch, when: Callable[[Any], bool] = lambda _: True) -> list[Modifier]:
    """As `must_be_on`, among the modifiers of a roll, where that holds; of several drafts any will do."""
    if any(switched(t, switch) for switch in switches):
        return []
    # a row that forbids, so that the sheet shows why
    row = ModifierRow(rule, "draft_off", draft_reason(switches[0]), op=FORBID)
    return [Modifier((row,), lambda s: (row, 0, "") if when(s) else None)]


class MeasureFacts(Facts):
    """A distance that the rules give, or one that was measured on the table."""

    inches: Annotated[Inches, "inches as printed"]
    measured: Annotated[bool, "measured on the table: the inches of the rules are asked for, which all checks take"] = (
        False
    )
    command: Annotated[bool, "it is the distance from a commander that counts against his staff rating"] = False


class MeasureResult(NamedTuple):
    """Inches on the table, or of the rules."""

    inches: float


@reckoning("measure", "BP-MEAS-1", asks=MeasureFacts)
def measure(t: Tables, s: MeasureFacts) -> MeasureResult:
    """How long a distance of the rules is on the table, and the other way."""
    # the distance from a commander is never scaled
    if s.command:
        return MeasureResult(s.inches)
    return MeasureResult(round(s.inches / scale(t) if s.measured else s.inches * scale(t), 3))


@implements("BP-MEAS-1")
def scale(t: Tables) -> float:
    """Inches of the table to an inch of the rules."""
    return t.number("BP-MEAS-1", "part") / t.number("BP-MEAS-1", "of") if switched(t, "measuring_66") else 1.0
