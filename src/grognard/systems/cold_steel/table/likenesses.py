"""What one calls troops whose coats one makes out, but not who exactly they are (CS-1.6.3a)."""

from __future__ import annotations

from grognard.army.oob import Arm, Unit

_KINDS: dict[Arm, str] = {
    "infantry": "a line battalion", "light_infantry": "a light battalion", "grenadier": "a grenadier battalion",
    "guard": "a guard battalion", "irregular": "a band of irregulars", "light_cavalry": "a regiment of light horse",
    "dragoons": "a regiment of dragoons", "heavy_cavalry": "a regiment of heavy horse",
    "lancers": "a regiment of lancers", "foot_artillery": "a foot battery", "horse_artillery": "a horse battery",
}  # fmt: skip


def general_name(unit: Unit, skirmishers: bool) -> str:
    """Line, light or guard, and the arm."""
    return "skirmishers" if skirmishers else _KINDS[unit.arm]
