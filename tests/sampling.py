"""A sample of the bundled battles, for properties that hold in all of them or in none: fighting every battle to show
each of them would only take time. The sample has each century, every kind of ground, teaching and invented battles,
the smallest and a large one."""

from __future__ import annotations

SAMPLE = (
    "albuera",
    "bladensburg",
    "cryslers-farm",
    "culloden",
    "drill-ground",
    "even-ground",
    "farm-at-the-crossroads",
    "goehrde",
    "mollwitz",
    "plains-of-abraham",
    "schoengrabern",
    "too-few-orders",
)
