"""The ways up. Imports point down only, yet a person wants a battle to draw itself, a scenario to give its map, odds to
show themselves as bars. Each such wish has a name here and the place where it is fulfilled, which stands above and is
imported when somebody wishes for it; what asks does not depend on it.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as in typing, whose import every command would pay for
if TYPE_CHECKING:
    from typing import Any

DOORS = {
    "rules of a system": "grognard.systems:rules",
    "special rules of a system": "grognard.systems:special_words",
    "save a battle": "grognard.battle.record.saves:save",
    "map of a scenario": "grognard.printing.battle_map:DrawnMap",
    "battle as SVG": "grognard.notebook:battle_svg",
    "check as HTML": "grognard.notebook:check_html",
    "decision as HTML": "grognard.notebook:decision_html",
    "odds as HTML": "grognard.notebook:odds_html",
    "ruleset as HTML": "grognard.notebook:ruleset_html",
}


def door(wish: str) -> Any:
    """What fulfils a wish."""
    return found(DOORS[wish])


def found(place: str) -> Any:
    """What stands at a place, `module:name`; the module is imported if it has not been."""
    from importlib import import_module

    module, _, name = place.partition(":")
    return getattr(import_module(module), name)
