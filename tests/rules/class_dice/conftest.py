"""What every Class Dice test needs: the rules as in the ledger, and a player's way to say what happens."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard import systems
from grognard.kernel.checks import Result
from grognard.kernel.ruleset import Ruleset
from grognard.kernel.sources import ScriptedDice

Roller = Callable[..., Result[Any]]
INCH = 60
"""Paces to an inch."""


@pytest.fixture(scope="session")
def cd() -> Ruleset:
    """Class Dice as it stands in the ledger."""
    return systems.rules("class-dice")


@pytest.fixture(scope="session")
def roll() -> Roller:
    """`roll("morale", [4, 3], troop_class="line", cw=11)`: the result with these dice; facts with a dot in `facts`."""

    def make(
        check: str,
        dice: list[int] | None = None,
        *,
        variant: str = "",
        facts: dict[str, Any] | None = None,
        **more: Any,
    ):
        source = ScriptedDice(dice or [])
        bound = systems.rules("class-dice", *([variant] if variant else []))[check]
        result = bound.roll(bound.read({**(facts or {}), **more}), source)
        source.must_be_used_up()
        return result

    return make


@pytest.fixture(scope="session")
def outcome(roll: Roller) -> Callable[..., Any]:
    """As `roll`, just the outcome."""
    return lambda *args, **facts: roll(*args, **facts).settled


@pytest.fixture(scope="session")
def refusal() -> Callable[..., str]:
    """The rule that forbids a check in a situation; nothing if none does."""

    def make(check: str, *, variant: str = "", facts: dict[str, Any] | None = None, **more: Any) -> str:
        bound = systems.rules("class-dice", *([variant] if variant else []))[check]
        found = bound.refusal(bound.read({**(facts or {}), **more}))
        return found.rule if found else ""

    return make


@pytest.fixture(scope="session")
def both(roll: Roller) -> Callable[..., Result[Any]]:
    """Two sides of an opposed roll: `both("charge", [7, 4], {"cw": 14}, {"cw": 11})`."""

    def make(check: str, dice: list[int], ours: dict[str, Any], theirs: dict[str, Any], variant: str = ""):
        facts = {f"ours.{name}": value for name, value in ours.items()}
        facts |= {f"theirs.{name}": value for name, value in theirs.items()}
        return roll(check, dice, facts=facts, variant=variant)

    return make


@pytest.fixture(scope="session")
def totals(both: Callable[..., Result[Any]]) -> Callable[..., tuple[int, int]]:
    """What each side of an opposed roll adds to its die."""

    def make(check: str, ours: dict[str, Any], theirs: dict[str, Any], variant: str = "") -> tuple[int, int]:
        details = both(check, [1, 1], ours, theirs, variant).details
        return details["ours"]["total"] - 1, details["theirs"]["total"] - 1

    return make
