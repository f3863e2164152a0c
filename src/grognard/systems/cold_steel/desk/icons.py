"""Drawings of the words that only Cold Steel has, as `battle.forms` has them: on 18 by 15, strokes as SVG paths.

A special chit has its own with it, in `orders/specials/`.
"""

from __future__ import annotations

ICONS = {
    "conversion": "M14 5A5.6 5.6 0 1 0 14.6 9M14.4 2v3.4H11",
    "prolong": "M9 10V2M6 5l3-3 3 3M5 13a2.2 2.2 0 1 0 .01 0M13 13a2.2 2.2 0 1 0 .01 0",
    "protect": "M9 1.5l6 2v4c0 3.5-2.5 5.5-6 6.5-3.5-1-6-3-6-6.5v-4z",
    "support": "M9 1.5l6 2v4c0 3.5-2.5 5.5-6 6.5-3.5-1-6-3-6-6.5v-4zM9 4.5v6M6 7.5h6",
    "defense": "M2 13V5h3v2.4h2.5V5h3v2.4H13V5h3v8z",
    "rearguard": "*M4 2h10v3.4H4z|M9 7.5V13M6 10.4L9 13.4l3-3",
    "maneuver": "M2 13c1-7 5-2 7-6s3-4 6-4M12 .8L15.2 3 12.6 6",
    "follow_me": (
        "M4 14V1M4 1.8h8l-2 2.4 2 2.4H4|*M8.2 11.5a1.3 1.3 0 1 0 2.6 0a1.3 1.3 0 1 0 -2.6 0M11.7 11.5"
        "a1.3 1.3 0 1 0 2.6 0a1.3 1.3 0 1 0 -2.6 0M15.2 11.5a1.3 1.3 0 1 0 2.6 0a1.3 1.3 0 1 0 -2.6 0"
    ),
}
