"""Further things that may be settled while the troops are set up: other parts of the rules add theirs to EXTRA."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from grognard.battle.decisions import Option, Values
from grognard.kernel.checks import Refusal

from ...table.battlefield import Battlefield


class Provider(NamedTuple):
    """An option of the deployment: how it looks now (None where it cannot be chosen), what an answer is held against,
    and what it does. The key of the option stays the same."""

    key: str
    option: Callable[[Battlefield, str], Option | None]
    judge: Callable[[Battlefield, str, Values], Refusal | None]
    take: Callable[[Battlefield, str, Values, str], None]


EXTRA: list[Provider] = []
