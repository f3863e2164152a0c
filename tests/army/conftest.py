"""A battalion, a regiment or a battery in one line, and Cold Steel's numbers to hold the drawing against."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard import systems
from grognard.army.oob import Unit
from grognard.kernel.sources import ScriptedDice


def raise_unit(**facts: Any) -> Unit:
    """A French battalion of 600, or what the facts make of it."""
    usual: dict[str, Any] = {
        "id": "a", "name": "2/33e", "arm": "infantry", "nation": "French", "men": 600, "experience": "trained",
        "position": (0.0, 0.0), "facing": 0.0, "formation": "line",
    }  # fmt: skip
    return Unit(**{**usual, **facts})


@pytest.fixture(scope="session")
def unit() -> Callable[..., Unit]:
    """`unit(men=450, nation="British")`."""
    return raise_unit


@pytest.fixture(scope="session")
def cold_steel() -> Callable[..., Any]:
    """`cold_steel("gun-line", guns=6)`: what Cold Steel says."""

    def outcome(check: str, **facts: Any) -> Any:
        bound = systems.rules("cold-steel")[check]
        return bound.roll(bound.read(facts), ScriptedDice([])).outcome

    return outcome
