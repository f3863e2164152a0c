"""Chapter 3: command points."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from grognard.kernel.checks import Roll, check
from grognard.kernel.dice import TWO_D10
from grognard.kernel.facts import Facts, Range
from grognard.kernel.modifiers import by, each, flag, given, modifiers
from grognard.kernel.tables import Tables

from ...terms import Rating

Wound = Literal["none", "horse_shot", "light", "serious"]


class CommandPointsFacts(Facts):
    """A player figure about to acquire command points."""

    rating: Annotated[Rating, "the commander's rating, staff included"] = "average"
    smoke_balls: Annotated[int, Range(0, 60), "smoke balls near the commander's figure"] = 0
    wound: Annotated[Wound, "his worst wound; a horse shot counts on the next turn only"] = "none"
    new_order: bool = False
    regimental_player: bool = False
    wounded_last_turn: Annotated[bool, "the wound is of last turn"] = False
    successor_awaited: bool = False


class CommandPointsResult(NamedTuple):
    """What a commander may spend this turn."""

    command_points: int


@check("command-points", "CS-3.1", asks=CommandPointsFacts)
def command_points(t: Tables) -> Roll[CommandPointsFacts, CommandPointsResult]:
    """Command points for this turn."""
    points = t.bands("CS-3.1.1", "rows", CommandPointsResult)
    return Roll(
        dice=TWO_D10,
        modifiers=[
            *modifiers(
                t,
                "CS-3.1.2a",
                each("smoke_balls"),
                by("rating"),
                flag("new_order"),
                # a horse shot counts as a light wound, for one roll (CS-3.1.2a)
                given("light_wound", lambda s: s.wound in ("light", "horse_shot")),
                given("serious_wound", lambda s: s.wound == "serious"),
            ),
            *modifiers(t, "CS-3.2i", flag("regimental_player")),
            *modifiers(t, "CS-10.1.2d", given("no_acquisition", _just_struck_down)),
            *modifiers(t, "CS-10.1.2e", flag("successor_awaited")),
        ],
        result=lambda throw: points[throw.total],
    )


def _just_struck_down(s: CommandPointsFacts) -> bool:
    # only the turn after the wound: later he commands, if badly
    return s.wound == "serious" and s.wounded_last_turn
