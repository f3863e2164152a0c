"""What every Steel & Canister test needs: the rules as in the ledger, and a player's way to say what happens."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard import systems
from grognard.kernel.checks import Result
from grognard.kernel.ruleset import Ruleset
from grognard.kernel.sources import ScriptedDice


@pytest.fixture(scope="session")
def sc() -> Ruleset:
    """Steel & Canister as it stands in the ledger."""
    return systems.rules("steel-canister")


Roller = Callable[..., Result[Any]]


@pytest.fixture(scope="session")
def roll() -> Roller:
    """`roll("rally", [4], status="halted")`: the result with these dice; facts with a dot go into `facts`."""

    def make(check: str, dice: list[int] | None = None, *, facts: dict[str, Any] | None = None, **more: Any):
        source = ScriptedDice(dice or [])
        bound = systems.rules("steel-canister")[check]
        result = bound.roll(bound.read({**(facts or {}), **more}), source)
        source.must_be_used_up()
        return result

    return make


@pytest.fixture(scope="session")
def outcome(roll: Roller) -> Callable[..., Any]:
    """As `roll`, just the outcome."""
    return lambda *args, **facts: roll(*args, **facts).outcome


@pytest.fixture(scope="session")
def refusal() -> Callable[..., Any]:
    """The rule that forbids a check in a situation; nothing if none does."""

    def make(check: str, **facts: Any) -> str:
        bound = systems.rules("steel-canister")[check]
        found = bound.refusal(bound.read(facts))
        return found.rule if found else ""

    return make


@pytest.fixture(scope="session")
def pool() -> Callable[..., int]:
    """How many dice are thrown in a handful: what a list of conditions is worth."""

    def make(check: str, **facts: Any) -> int:
        bound: Any = systems.rules("steel-canister")[check]
        return len(bound.dice(bound.read(facts)).dice)

    return make


@pytest.fixture(scope="session")
def melee_pools() -> Callable[..., tuple[int, int]]:
    """Dice of both sides of a melee: `melee_pools({"charged": True}, {"formation": "square"})`."""

    def make(ours: dict[str, Any], theirs: dict[str, Any]) -> tuple[int, int]:
        bound: Any = systems.rules("steel-canister")["melee"]
        facts = {f"ours.{name}": value for name, value in ours.items()}
        facts |= {f"theirs.{name}": value for name, value in theirs.items()}
        one, other = bound.pools(bound.read(facts))
        return one.count, other.count

    return make
