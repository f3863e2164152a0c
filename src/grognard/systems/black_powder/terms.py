"""The words of Black Powder as types."""

from __future__ import annotations

from typing import Annotated, Literal

from grognard.kernel.facts import Range

# ---------------------------------------------------------------- units

Arm = Literal["infantry", "light_cavalry", "heavy_cavalry", "foot_artillery", "horse_artillery"]
Branch = Literal["infantry", "cavalry", "artillery"]
Size = Literal["tiny", "small", "standard", "large"]
Formation = Literal[
    "line", "attack_column", "march_column", "square", "skirmish", "mixed_line", "mixed_attack_column", "grande_bande",
    "echelon", "limbered", "unlimbered",
]  # fmt: skip
"""`skirmish` is the formation of a Skirmish Company; cavalry is in line, march column (its column) or echelon."""
Skirmishing = Literal["none", "skirmish_company", "mixed_formation", "grande_bande"]
"""The three kinds of skirmisher."""
Zone = Literal["front", "left_flank", "right_flank", "rear"]
Special = Literal[
    "reliable", "reliable_line", "reliable_attack_column", "unreliable", "lancers", "heavy_cavalry", "elite_3",
    "elite_4", "elite_5", "steady", "valiant", "marauders", "sharpshooters", "ferocious_charge", "terrifying_charge",
    "determined_charge", "fresh_horses", "stubborn", "crack", "tough_fighters", "first_fire", "superbly_drilled",
    "wavering", "light_infantry", "opportunist_chargers",
]  # fmt: skip
"""What a unit has beyond its profile; `elite_4` is Elite 4+."""

# ---------------------------------------------------------------- ground

Terrain = Literal["open", "rough_ground", "woods", "light_woods", "obstacle", "building"]
Cover = Literal["none", "cover", "building"]
"""What helps a unit's saves against fire; `building` are fortifications too."""
Building = Literal["none", "small", "medium", "large"]

# ---------------------------------------------------------------- guns and muskets

Weapon = Literal["pistol", "smoothbore_carbine", "bow", "smoothbore_musket", "rifled_carbine", "rifled_musket"]
GunNation = Literal["austria", "britain", "france", "prussia", "russia"]
"""Whose row of the range table a battery uses."""
Gun = Literal["3_pounder", "4_pounder", "6_pounder", "8_pounder", "9_pounder", "12_pounder"]
GunClass = Literal["light", "medium", "heavy"]
Band = Literal["close_canister", "canister", "effective", "long", "none"]
GunMove = Literal["limbered", "prolong", "hand_haul"]
"""How a battery moves: behind its teams, unlimbered on the prolong, or hauled by its crew."""

# ---------------------------------------------------------------- command

Giving = Literal["order", "brigade_order", "follow_me", "rally", "brigade_rally"]
"""How a commander speaks to his troops."""
Moving = Literal["order", "initiative"]
"""Why a unit moves."""
Deed = Literal[
    "move", "charge", "follow_through", "passage", "form_line", "form_attack_column", "form_march_column",
    "form_square", "form_mixed", "form_grande_bande", "form_echelon", "limber", "unlimber", "prolong", "hand_haul",
    "retire", "reform", "hold",
]  # fmt: skip
"""What an order can ask for, one after the other."""
Blunder = Literal["retire", "move_or_charge", "charge_nearest"]
Direction = Literal["rear", "left", "right", "front", "nearest_enemy"]
StandingOrder = Literal["assault", "maneuver", "withdrawal", "hold", "reserve", "rest"]
"""What a brigade is about, in the draft on command friction; withdrawal belongs to maneuver, rest to reserve."""
Engagement = Literal["unengaged", "engaged", "threatened"]
BrigadeState = Literal["good", "shaken", "broken"]
"""Without the draft on brigade morale only good and broken."""

# ---------------------------------------------------------------- fire, charges, hand-to-hand

Wound = Literal["shooting", "closing_fire", "hand_to_hand"]
"""What a hit came from."""
Response = Literal[
    "stand", "closing_fire", "counter_charge", "evade", "turn_to_face", "form_square", "stand_and_fire", "shelter",
]  # fmt: skip
"""How a charge is met; `shelter` is the draft by which gunners fire and run to a friend."""
Reaction = Literal[
    "suffer_hit", "retire", "inflict_hit", "inflict_disordering_hit", "break", "overrun_break", "normal_fire",
    "closing_fire", "break_in_combat", "fight_as_skirmishers", "fight_as_disordered_square",
]  # fmt: skip
"""What skirmishers do, one after the other, who are charged in the open."""
Support = Literal["rear", "left_flank", "right_flank"]
Trigger = Literal["shooting", "closing_fire", "lost", "drawn", "support_broke"]
"""Why a unit takes a break test: A, B, C, D and E."""
BreakColumn = Literal["shooting", "hth"]
BreakRow = Literal["infantry", "cavalry", "skirmishers"]
BreakResult = Literal[
    "hold", "hold_locked", "hold_disordered", "retreat_good_order", "retreat_disordered", "retreat_through_disordered",
    "fallback_through_disordered", "retreat_with_rear_disordered", "fallback_with_all_disordered",
    "retreat_with_all_disordered", "break",
]  # fmt: skip

# ---------------------------------------------------------------- drafts, each behind a switch

Switch = Literal[
    "sheltering", "reliable_formations", "cavalry_formations", "cavalry_melees", "support_charge", "passage_of_lines",
    "brigade_morale_v2", "measuring_66", "retire_moves", "turn_sequence_v2", "friction_zones",
    "friction_brigade_orders", "friction_charge_sequence", "friction_support",
]  # fmt: skip

# ---------------------------------------------------------------- numbers

Staff = Annotated[int, Range(5, 10)]
"""A commander's staff rating as printed on his card."""
Dice = Annotated[int, Range(0, 14)]
Save = Annotated[int, Range(2, 6)]
"""A morale value: 4 is 4+."""
Stamina = Annotated[int, Range(1, 6)]
Casualties = Annotated[int, Range(0, 30)]
Moves = Annotated[int, Range(0, 3)]

# ---------------------------------------------------------------- what words mean

SKIRMISHING: dict[Formation, Skirmishing] = {
    "skirmish": "skirmish_company",
    "mixed_line": "mixed_formation",
    "mixed_attack_column": "mixed_formation",
    "grande_bande": "grande_bande",
}
DISPERSED: tuple[Formation, ...] = ("skirmish", "grande_bande")
"""Formations that are skirmishers without more: not formed, on the skirmishers' row of the break table."""
COLUMNS: tuple[Formation, ...] = ("attack_column", "march_column", "limbered")
DEEP: tuple[Formation, ...] = ("attack_column", "march_column", "limbered", "square")
"""What artillery likes to fire at."""


def branch(arm: Arm) -> Branch:
    """Foot, horse or guns."""
    return "cavalry" if arm.endswith("cavalry") else "artillery" if arm.endswith("artillery") else "infantry"


def skirmishing(formation: Formation) -> Skirmishing:
    """Which kind of skirmisher a unit in this formation is."""
    return SKIRMISHING.get(formation, "none")


def dispersed(formation: Formation) -> bool:
    """Whether a unit is a Skirmish Company or a Grande Bande."""
    return formation in DISPERSED
