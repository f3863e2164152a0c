"""What every Cold Steel test needs: the rules as printed, and a player's way to say what happens."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard import systems
from grognard.kernel.checks import Result
from grognard.kernel.ruleset import Ruleset
from grognard.kernel.sources import ScriptedDice


@pytest.fixture(scope="session")
def cs() -> Ruleset:
    """Cold Steel as printed."""
    return systems.rules("cold-steel")


Roller = Callable[..., Result[Any]]


@pytest.fixture(scope="session")
def roll() -> Roller:
    """`roll("morale", [7, 9], morale_rating=9)`: the result with these dice; facts with a dot go into `facts`."""

    def make(
        check: str, dice: list[int] | None = None, *variants: str, facts: dict[str, Any] | None = None, **more: Any
    ):
        source = ScriptedDice(dice or [])
        bound = systems.rules("cold-steel", *variants)[check]
        result = bound.roll(bound.read({**(facts or {}), **more}), source)
        source.must_be_used_up()
        return result

    return make


@pytest.fixture(scope="session")
def outcome(roll: Roller) -> Callable[..., Any]:
    """As `roll`, just the outcome."""
    return lambda *args, **facts: roll(*args, **facts).outcome


@pytest.fixture(scope="session")
def modifier(roll: Roller) -> Callable[..., int]:
    """The sum of all modifiers of a 2D10 check, whatever is rolled: what a list of conditions is worth."""
    return lambda check, *variants, **facts: roll(check, [5, 6], *variants, **facts).total - 11
