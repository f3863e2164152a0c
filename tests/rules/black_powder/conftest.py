"""What every Black Powder test needs: the rules as in the ledger, and a player's way to say what happens."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard import systems
from grognard.kernel.checks import Result
from grognard.kernel.odds import Odds
from grognard.kernel.ruleset import Ruleset
from grognard.kernel.sources import ScriptedDice

SYSTEM = "black-powder"
Roller = Callable[..., Result[Any]]


def rules(variant: str = "") -> Ruleset:
    """Black Powder, with some variants (commas between them)."""
    return systems.rules(SYSTEM, *filter(None, variant.split(",")))


def bound(check: str, variant: str) -> Any:
    """The check under one variant, or several with commas between them."""
    return rules(variant)[check]


def sided(ours: dict[str, Any], theirs: dict[str, Any]) -> dict[str, Any]:
    """Facts of two sides as a check reads them."""
    return {f"ours.{name}": value for name, value in ours.items()} | {
        f"theirs.{name}": value for name, value in theirs.items()
    }


@pytest.fixture(scope="session")
def bp() -> Ruleset:
    """Black Powder as it stands in the ledger, no draft in force."""
    return rules()


@pytest.fixture(scope="session")
def roll() -> Roller:
    """`roll("break-test", [4, 3], cause="lost")`: the result with these dice; facts with a dot in `facts`."""

    def make(
        check: str,
        dice: list[int] | None = None,
        *,
        variant: str = "",
        facts: dict[str, Any] | None = None,
        **more: Any,
    ):
        source, asked = ScriptedDice(dice or []), bound(check, variant)
        result = asked.roll(asked.read({**(facts or {}), **more}), source)
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
        asked = bound(check, variant)
        found = asked.refusal(asked.read({**(facts or {}), **more}))
        return found.rule if found else ""

    return make


@pytest.fixture(scope="session")
def odds() -> Callable[..., Odds[Any]]:
    """The exact odds of a check in a situation."""

    def make(check: str, *, variant: str = "", facts: dict[str, Any] | None = None, **more: Any) -> Odds[Any]:
        asked = bound(check, variant)
        return asked.odds(asked.read({**(facts or {}), **more}))

    return make


@pytest.fixture(scope="session")
def both(roll: Roller) -> Callable[..., Result[Any]]:
    """Two sides of fire or a fight: `both("musketry", [4, 2, 5], {"shooting": 3}, {"morale": 4})`."""

    def make(check: str, dice: list[int], ours: dict[str, Any], theirs: dict[str, Any], variant: str = ""):
        return roll(check, dice, facts=sided(ours, theirs), variant=variant)

    return make


@pytest.fixture(scope="session")
def fire(both: Callable[..., Result[Any]]) -> Callable[..., tuple[int, int, bool, int, int]]:
    """Fire or blows with these dice: hits, casualties, disordered, and what was added to hit and to save."""

    def make(
        check: str, dice: list[int], ours: dict[str, Any], theirs: dict[str, Any] | None = None, variant: str = ""
    ):
        result = both(check, dice, ours, theirs or {}, variant)
        parts, came = result.details, result.outcome
        return (
            parts["ours"]["hits_made"],
            came.casualties,
            getattr(came, "disordered", False),
            parts["ours"]["total"],
            parts["theirs"]["total"],
        )

    return make
