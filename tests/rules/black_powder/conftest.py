"""What every Black Powder test needs: the rules as in the ledger, and a player's way to say what happens."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard import systems
from grognard.kernel.checks import Result
from grognard.kernel.odds import Odds
from grognard.kernel.ruleset import Ruleset
from grognard.kernel.sources import ScriptedDice

Roller = Callable[..., Result[Any]]


def rules(variant: str = "") -> Ruleset:
    """Black Powder, with some variants (commas between them)."""
    return systems.rules("black-powder", *filter(None, variant.split(",")))


@pytest.fixture(scope="session")
def bp() -> Ruleset:
    """Black Powder as it stands in the ledger, without the drafts."""
    return rules()


@pytest.fixture(scope="session")
def roll() -> Roller:
    """`roll("command", [4, 4], staff=8)`: the result with these dice; facts with a dot in `facts`."""

    def make(
        check: str,
        dice: list[int] | None = None,
        *,
        variant: str = "",
        facts: dict[str, Any] | None = None,
        **more: Any,
    ):
        source = ScriptedDice(dice or [])
        bound = rules(variant)[check]
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
        bound = rules(variant)[check]
        found = bound.refusal(bound.read({**(facts or {}), **more}))
        return found.rule if found else ""

    return make


@pytest.fixture(scope="session")
def odds() -> Callable[..., Odds[Any]]:
    """The exact odds of a check in a situation."""

    def make(check: str, *, variant: str = "", facts: dict[str, Any] | None = None, **more: Any) -> Odds[Any]:
        bound = rules(variant)[check]
        return bound.odds(bound.read({**(facts or {}), **more}))

    return make


@pytest.fixture(scope="session")
def both(roll: Roller) -> Callable[..., Result[Any]]:
    """Two sides: `both("musketry", [4, 4, 5], {"shooting": 3}, {"formation": "square"})`."""

    def make(check: str, dice: list[int], ours: dict[str, Any], theirs: dict[str, Any], variant: str = ""):
        facts = {f"ours.{name}": value for name, value in ours.items()}
        facts |= {f"theirs.{name}": value for name, value in theirs.items()}
        return roll(check, dice, facts=facts, variant=variant)

    return make
