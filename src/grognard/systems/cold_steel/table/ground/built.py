"""Works and buildings of a field, each by a name of its own."""

from __future__ import annotations

from grognard.ground.features import BUILT, WORKS, AreaFeature
from grognard.ground.field import Field


def features(ground: Field) -> dict[str, AreaFeature]:
    """All works and buildings of a field by id: their name, or kind and place in the file where that is not enough."""
    found: dict[str, AreaFeature] = {}
    for place, area in enumerate(ground.areas):
        if area.kind in (*BUILT, *WORKS):
            # a name used twice would hide the second: kind and place tell them apart
            plain = area.name if area.name and area.name not in found else f"{area.kind}-{place}"
            found[plain] = area
    return found
