"""What units are told to do, and what they are at."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from grognard.army.oob import FormationName, Interval

from ...terms import Gait

Movement = Literal["", "forward", "oblique", "backward", "wheel", "conversion", "prolong", "fall_back", "withdraw"]
"""What the movement chit says; nothing is a halt. The last two come only from automatic orders."""
Special = Literal[
    "", "reform", "send_skirmishers", "recall_skirmishers", "lie_down", "stand_up", "spike_guns",
    "occupy", "leave", "build_works", "destroy_structure", "make_obstacle", "clear_obstacle", "start_fire",
    "fight_fire", "embark", "disembark", "move_boat",
    "brigade", "converge", "detach", "regroup", "dismount", "remount", "take_place",
]  # fmt: skip


class Order(Struct, frozen=True, omit_defaults=True):
    """The chits on a unit (CS-3.2m): movement, formation, attack, special, and what was said about them."""

    movement: Movement = ""
    gait: Gait = "march"
    degrees: int = 0
    """Of a wheel, conversion or oblique; to the left is negative."""
    paces: int = 0
    """It goes no farther than this; 0 for as far as it can."""
    formation: Literal["", FormationName] = ""
    interval: Interval = "open"
    face: Literal["ahead", "left", "right"] = "ahead"
    attack: bool = False
    target: str = ""
    """The enemy it is to close with or fire at."""
    special: Special = ""
    others: tuple[str, ...] = ()
    """Units that are thrown together with it, or give up their elite companies (CS-3.3.2.3c, CS-3.3.2.3e)."""
    companies: int = 0
    """So many companies, squadrons or sections are detached (CS-3.3.2.3i)."""
    shift: tuple[int, int] | None = None
    """Paces to the right and ahead by which it is shifted into its place (CS-3.3.2.3v)."""
    pays_frontage: bool = False
    """On too wide a front it gives up paces rather than order (CS-6.4a)."""
    walking: bool = False
    """Fires as it goes forward, at half its march (CS-M2-8.2.2)."""
    through: bool = False
    """It passes through friends in its way rather than halt behind them, to the disorder of both (CS-6.8)."""
    away_from: str = ""
    """The enemy from whom it falls back or withdraws."""
    by: str = ""
    """Who gave it: a leader, `mission`, `automatic:form_square`."""
    rule: str = ""


class Labour(Struct, frozen=True, omit_defaults=True):
    """Work that goes on for several turns, unbroken and without a move (CS-3.3.2.3u)."""

    at: Special
    turns: int = 0
    """Whole turns since the last roll."""


class Forming(Struct, frozen=True, omit_defaults=True):
    """A formation change under way."""

    to: FormationName
    interval: Interval = "open"
    quarters: int = 0
    """Quarter turns still to go."""
    heading: int = 0
    """Faced so when it is done."""


class Wing(Struct, frozen=True, omit_defaults=True):
    """What a flank company, troop or section does on its own (CS-3.2l)."""

    flank: Literal["left", "right"]
    degrees: int = 0
    """It is advanced by so much; refused if negative."""
    paces: int = 0
    """Guns that are prolonged."""
