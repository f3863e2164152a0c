"""Drawings of the words that only Cold Steel has, as `battle.forms` has them: on 18 by 15, strokes as SVG paths."""

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
    "reform": "M3 11h12M3 7.4h12M3 3.8h12",
    "send_skirmishers": (
        "*M4 9.6h10v3H4zM1.7 4a1.3 1.3 0 1 0 2.6 0a1.3 1.3 0 1 0 -2.6 0M5.7 3a1.3 1.3 0 1 0 2.6 0"
        "a1.3 1.3 0 1 0 -2.6 0M9.7 4a1.3 1.3 0 1 0 2.6 0a1.3 1.3 0 1 0 -2.6 0M13.7 3a1.3 1.3 0 1 0 2.6 0"
        "a1.3 1.3 0 1 0 -2.6 0"
    ),
    "recall_skirmishers": "*M4 9.6h10v3H4z|M9 1v6M6 4.5L9 7l3-2.5",
    "lie_down": "M2 12h14M4 9l10-2",
    "stand_up": "M4 13h10M9 12V3",
    "spike_guns": "M3 11l11-5M12 2l3 4M4 13a2 2 0 1 0 .01 0",
    "occupy": "M4 13V7l5-4 5 4v6zM0 11h8M5.5 8.5L8 11l-2.5 2.5",
    "leave": "M4 13V7l5-4 5 4v6zM9 11h8M14.5 8.5L17 11l-2.5 2.5",
    "build_works": "M1 12h16M3 12l2-4 2 4M8 12l2-4 2 4M13 12l2-4 1.5 4M12 1l4 4",
    "destroy_structure": "M4 13V7l5-4 5 4v6zM2 2l14 11",
    "make_obstacle": "M2 12L6 5M2 5l4 7M7 12l4-7M7 5l4 7M12 12l4-7M12 5l4 7",
    "clear_obstacle": "M1 12l4-7M1 5l4 7M13 12l4-7M13 5l4 7M9 13V3M7 5l2-2 2 2",
    "start_fire": "*M9 14C4 13 4.5 8 8 5.5 7.8 8 10 8 9.6 3 13.5 6 14 12.5 9 14z",
    "fight_fire": "M9 13C5 12.5 5.5 8.5 8 6.5 8 8.5 10 8.5 9.6 4.5 12.5 7 13 12 9 13zM2 2l14 12",
    "embark": "*M2 9c3 5 11 5 14 0z|M9 1v6M6.5 4.5L9 7l2.5-2.5",
    "disembark": "*M2 9c3 5 11 5 14 0z|M9 7V1M6.5 3.5L9 1l2.5 2.5",
    "move_boat": "*M1 7c3 5 9 5 12 0z|M14 3h3M15 .8L17.2 3 15 5.2M3 13h11",
    "brigade": "*M1 3h7v3.4H1zM10 3h7v3.4h-7z|M4.5 8v3h9V8",
    "converge": "*M6 9h6v4H6z|M2 2l5 5M16 2l-5 5",
    "detach": "*M1 3h8v4H1zM13 9h4v3.4h-4z|M9.5 7l3 2.5",
    "regroup": "*M1 5h11v4H1z|M17 7h-4M15 5l-2 2 2 2",
    "dismount": "M9 1v9M5.5 7L9 10.5 12.5 7M3 13.5h12",
    "remount": "M9 12V3M5.5 6.5L9 3l3.5 3.5M3 13.5h12",
    "take_place": "M2 13V7h6M6 5l2.5 2L6 9|*M11 3h6v3.4h-6z",
}
