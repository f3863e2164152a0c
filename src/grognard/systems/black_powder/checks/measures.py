"""Inches and paces, the dice, and the switches of the drafts."""

from __future__ import annotations

from grognard.kernel.checks import implements
from grognard.kernel.dice import Sum, die
from grognard.kernel.tables import Tables

from ..terms import Switch

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


@implements("BP-MEAS-1")
def paces(t: Tables, inches: float) -> int:
    """Inches of the rules in paces: at full scale, or at two thirds where the draft on measuring is in force."""
    if not switched(t, "measuring_66"):
        return full_paces(t, inches)
    return round(full_paces(t, inches) * t.number("BP-MEAS-1", "part") / t.number("BP-MEAS-1", "of"))


def full_paces(t: Tables, inches: float) -> int:
    """Inches that are never reduced: of bases, and of the distance to a commander."""
    return round(inches * t.number("BP-BASE-1", "paces_per_inch"))
