"""Units as bodies on the ground: what each covers in a formation, with ranks opened as far as Cold Steel opens them."""

from __future__ import annotations

from functools import lru_cache

from grognard.army.footprints import Spacing, footprint
from grognard.army.oob import FormationName, Interval, Unit
from grognard.ground.placing import Shape
from grognard.kernel.checks import implements
from grognard.kernel.ruleset import Ruleset
from grognard.miniatures import stands


# kept by ruleset, since variants space the ranks otherwise
@lru_cache(maxsize=4096)
def shape_of(
    rules: Ruleset, unit: Unit, year: int, formation: FormationName | None = None, interval: Interval | None = None
) -> Shape:
    """What a unit covers in a formation, its own if none is named; put it down with `.at(position, heading)`.

    Hand in the unit as the order of battle has it: losses do not narrow it.
    """
    drawn = footprint(unit, year, formation, interval, spacing=spacing(rules))
    return stands.shape_of(drawn)


@implements("CS-A.6")
def spacing(rules: Ruleset) -> Spacing:
    """How far opened ranks spread: a gap of one stand between stands in open order, of two in extended order."""
    opened, extended = (rules.tables.number("CS-A.6", order) for order in ("open", "extended"))
    return Spacing(open_order=opened, extended_order=extended)
