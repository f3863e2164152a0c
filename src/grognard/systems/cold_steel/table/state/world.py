"""All of it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from ...checks.ground.smoke import Ball
from ...checks.ground.weather import Compass, Strength
from ...checks.setting_up.cards import Light
from ...terms import Phase, Weather
from .command import Division, LeaderState, Mission, Rider, Standing
from .ground import Abandoned, Boat, Structure, Work
from .hidden import Card, Force, Ghost, Peek
from .units import Raised, UnitState

Stage = Literal[Phase, "deployment"]
"""The phases of a turn, and the set-up before the first."""


class World(Struct):
    """All of it. Dictionaries are collections by id; everything else is a value."""

    turn: int = 1
    phase: Stage = "command"
    over: str = ""
    gave_up: str = ""
    """The side that has given the battle up."""
    """Why the battle is over, if it is."""
    on_cards: bool = False
    """Whether troops beyond identification range are grand-tactical cards (CS-1.6a)."""
    cards: dict[str, Card] = {}
    laid: dict[str, int] = {}
    """How many cards each side has laid on the table so far."""
    dummies: dict[str, int] = {}
    """How many dummy cards each side may use at most (CS-1.6.2.1a)."""
    placing: bool = False
    """Whether the players set up their troops themselves."""
    confers: bool = False
    """Whether a council of war is held (CS-1.5a)."""
    council: tuple[str, ...] = ()
    """The seats that sit in a council of war just now."""
    deployed: tuple[str, ...] = ()
    """The sides that have set up."""
    regimental: bool = False
    """Whether players who bring reinforcements are regimental commanders (CS-3.2i)."""
    units: dict[str, UnitState] = {}
    leaders: dict[str, LeaderState] = {}
    riders: dict[str, Rider] = {}
    missions: dict[str, Mission] = {}
    standing: dict[str, Standing] = {}
    """By seat."""
    ghosts: dict[str, Ghost] = {}
    raised: dict[str, Raised] = {}
    abandoned: dict[str, Abandoned] = {}
    structures: dict[str, Structure] = {}
    """Works and buildings that are not as the field has them."""
    works: dict[str, Work] = {}
    boats: dict[str, Boat] = {}
    divisions: dict[str, Division] = {}
    smoke: tuple[Ball, ...] = ()
    weather: Weather = "clear"
    wind: Strength = "light"
    wind_from: Compass = "west"
    wet: bool = False
    sight: int = 0
    """How far one sees, in paces; 0 where nothing limits it."""
    light: Light = "day"
    unsettled: tuple[Literal["weather", "wind"], ...] = ()
    """What is still to be rolled for before anything else happens (CS-1.3)."""
    settled: tuple[Literal["weather", "light"], ...] = ()
    """What the players have settled otherwise than the scenario, so that it does not turn when the scenario says."""
    off_board: bool = False
    """Whether forces may march and fight beyond the table (CS-1.1b)."""
    forces: dict[str, Force] = {}
    peeks: dict[str, Peek] = {}
    """By seat and edge."""
    serial: int = 0
    """For ids of what comes into being during the battle."""
    held: dict[str, int] = {}
    """Turns for which a side has held a place, by `side:place`, for victory."""
    turns: int = 0
    """The battle ends after so many."""
    fallen: tuple[tuple[str, str], ...] = ()
    """Leaders killed, by side and name, for victory."""
    unaware: tuple[tuple[str, str], ...] = ()
    """Who might be attacked this turn by whom, and did not see him when movement began (CS-9.2.1f). Nobody is told."""
