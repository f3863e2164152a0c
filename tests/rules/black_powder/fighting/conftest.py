"""Fire and blows as a test reads them."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.kernel.checks import Result

Side = dict[str, Any]


@pytest.fixture(scope="session")
def fire(both: Callable[..., Result[Any]]) -> Callable[..., tuple[int, int, bool, int, int]]:
    """Fire or blows with these dice: hits, casualties, disordered, and what was added to hit and to save."""

    def make(check: str, dice: list[int], ours: Side, theirs: Side | None = None, variant: str = ""):
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
