"""What goes over the wire, in both directions: the OpenAPI description and the client's types are made from these."""

from __future__ import annotations

from .history import History, Moment, Past, Seeing
from .offers import BattleCard, BattleOffer, BodyCard, Choices, Gallery, RuleText, SideCard, Step, System, Variant
from .requests import (
    Accepted,
    Aim,
    Considered,
    Given,
    GivenSeat,
    Hosted,
    NewGame,
    NewLinks,
    OwnPart,
    Previewed,
    Problem,
    Reckoned,
    Seating,
    Shown,
    Spoken,
    Undone,
    Watched,
)
from .table import (
    Asked,
    BattleHeader,
    Dice,
    Goal,
    LessonCard,
    Notice,
    Said,
    Seat,
    SeatCard,
    SeatPart,
    Special,
    Talk,
    Told,
    Update,
    Watching,
)

__all__ = [
    "Accepted", "Aim", "Asked", "BattleCard", "BattleHeader", "BattleOffer", "BodyCard", "Choices", "Considered",
    "Dice", "Gallery", "Given", "GivenSeat", "Goal", "History", "Hosted", "LessonCard", "Moment", "NewGame",
    "NewLinks", "Notice", "OwnPart", "Past", "Previewed", "Problem", "Reckoned", "RuleText", "Said", "Seat",
    "SeatCard", "SeatPart", "Seating", "Seeing", "Shown", "SideCard", "Special", "Spoken", "Step", "System", "Talk",
    "Told", "Undone", "Update", "Variant", "Watched", "Watching",
]  # fmt: skip
