"""Units: their profile, their size, the zones around them and what counts as formed."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from grognard.kernel.checks import implements, reckoning
from grognard.kernel.facts import Facts, Range
from grognard.kernel.tables import Tables

from ...terms import Arm, BreakRow, Dice, Formation, Size, Skirmishing, Stamina, Terrain, Zone, branch, skirmishing

Experience = Literal["raw", "regular", "veteran", "guard"]


class ProfileFacts(Facts):
    """A unit for which nobody has written down values."""

    arm: Annotated[Arm, "its arm"]
    size: Annotated[Size, "its size"] = "standard"
    experience: Annotated[Experience, "what it has been through"] = "regular"


class ProfileResult(NamedTuple):
    """Dice hand-to-hand and in shooting (of guns: in their first band), the number a save needs, and stamina."""

    hand_to_hand: int
    shooting: int
    morale: int
    stamina: int
    special: tuple[str, ...]


@reckoning("profile", "BP-UNIT-1", asks=ProfileFacts)
def profile(t: Tables, s: ProfileFacts) -> ProfileResult:
    """The usual values of a unit of this arm, size and experience."""
    usual = t.value("BP-UNIT-3", s.arm)
    sized = at_size(t, s.size, usual["hand_to_hand"], usual["shooting"], usual["stamina"])
    morale = usual["morale"] + t.value("BP-UNIT-3", "experience")[s.experience]
    special = tuple(t.value("BP-UNIT-3", "special")[s.arm])
    return ProfileResult(sized.hand_to_hand, sized.shooting, morale, sized.stamina, special)


class UnitSizeFacts(Facts):
    """The values of a unit at standard size."""

    size: Annotated[Size, "its size"]
    hand_to_hand: Annotated[Dice, "dice hand-to-hand"] = 6
    shooting: Annotated[Dice, "dice in shooting"] = 3
    stamina: Annotated[Stamina, "casualties it can take"] = 3


class UnitSizeResult(NamedTuple):
    """The same values at its own size."""

    hand_to_hand: int
    shooting: int
    stamina: int


@reckoning("unit-size", "BP-UNIT-2", asks=UnitSizeFacts)
def unit_size(t: Tables, s: UnitSizeFacts) -> UnitSizeResult:
    """What its size makes of a unit's values."""
    return at_size(t, s.size, s.hand_to_hand, s.shooting, s.stamina)


@implements("BP-UNIT-2")
def at_size(t: Tables, size: Size, hand_to_hand: int, shooting: int, stamina: int) -> UnitSizeResult:
    """Values of a standard unit at another size; of a battery's shooting each band is such a value."""
    row = t.value("BP-UNIT-2", size)

    def sized(name: str, value: int) -> int:
        if row["mode"] == "set":
            return int(row[name])
        return max(t.number("BP-UNIT-2", "least"), value + int(row[name]))

    fires = shooting > 0
    return UnitSizeResult(
        sized("hand_to_hand", hand_to_hand), sized("shooting", shooting) if fires else 0, sized("stamina", stamina)
    )


class ZoneFacts(Facts):
    """A body seen from a unit."""

    bearing: Annotated[int, Range(0, 359), "degrees clockwise from straight ahead, from the corner that is nearest"]
    formation: Annotated[Formation, "the formation of the unit"] = "line"


class ZoneResult(NamedTuple):
    """The zone in which the body is."""

    zone: Zone


@reckoning("zone", "BP-UNIT-4", asks=ZoneFacts)
def zone(t: Tables, s: ZoneFacts) -> ZoneResult:
    """In which zone of a unit something is; on the line between two it is in that nearer to the front."""
    off, right = min(s.bearing, 360 - s.bearing), s.bearing < 180
    if has_only_a_front(t, s.formation) or off <= t.number("BP-UNIT-4", "front"):
        return ZoneResult("front")
    if off > t.number("BP-UNIT-4", "flank"):
        return ZoneResult("rear")
    return ZoneResult("right_flank" if right else "left_flank")


@implements("BP-UNIT-4", "BP-FLANK-2")
def has_only_a_front(t: Tables, formation: Formation) -> bool:
    """Whether a unit has neither flanks nor rear: squares, and Skirmish Companies."""
    return formation in t.value("BP-UNIT-4", "all_front") or "rear" in t["BP-FLANK-2"].get(formation, ())


@implements("BP-SQUARE-1")
def in_the_open(t: Tables, terrain: Terrain) -> bool:
    """Whether troops there are in the open, which means the same in every rule: no woods, rough ground or building,
    and no obstacle before them."""
    return terrain in t.value("BP-SQUARE-1", "terrain")


class FormedFacts(Facts):
    """A unit in a formation."""

    arm: Annotated[Arm, "its arm"] = "infantry"
    formation: Annotated[Formation, "its formation"] = "line"


class FormedResult(NamedTuple):
    """Whether it is formed; which kind of skirmisher it is, and its row in the break table."""

    formed: bool
    skirmisher: Skirmishing
    break_row: BreakRow


@reckoning("formed", "BP-SKIRM-1", asks=FormedFacts)
def formed(t: Tables, s: FormedFacts) -> FormedResult:
    """Whether a unit counts as formed, and what kind of skirmisher it is otherwise."""
    return FormedResult(is_formed(t, s.arm, s.formation), skirmishing(s.formation), break_row(t, s.arm, s.formation))


@implements("BP-UNIT-4")
def is_formed(t: Tables, arm: Arm, formation: Formation) -> bool:
    """Whether infantry or cavalry is formed; guns never are."""
    return branch(arm) != "artillery" and formation not in t.value("BP-UNIT-4", "unformed")


@implements("BP-SKIRM-1")
def break_row(t: Tables, arm: Arm, formation: Formation) -> BreakRow:
    """Whose row of the break table holds for a unit; guns take that of the infantry."""
    kind = skirmishing(formation)
    if kind != "none":
        row: BreakRow = t.value("BP-SKIRM-1", kind)["row"]
        return row
    return "cavalry" if branch(arm) == "cavalry" else "infantry"


class StruckSideFacts(Facts):
    """A unit that is charged, and from where."""

    zone: Annotated[Zone, "the zone from which the charge comes"]
    arm: Annotated[Arm, "the unit's arm"] = "infantry"
    formation: Annotated[Formation, "the unit's formation"] = "line"


class StruckSideResult(NamedTuple):
    """The side that counts as struck, and what a break test suffers from it."""

    side: Zone
    break_modifier: int


@reckoning("struck-side", "BP-FLANK-2", asks=StruckSideFacts)
def struck_side(t: Tables, s: StruckSideFacts) -> StruckSideResult:
    """Which side of a unit an attack strikes: not every unit has flanks or a rear."""
    side = side_struck(t, s.formation, s.zone)
    weak = side != "front" and branch(s.arm) != "artillery"
    return StruckSideResult(side, t.row("BP-FLANK-1", "flanked").value if weak else 0)


@implements("BP-FLANK-2")
def side_struck(t: Tables, formation: Formation, zone: Zone) -> Zone:
    """The side that counts as struck by an attack from a zone."""
    if formation in t.value("BP-UNIT-4", "all_front"):
        return "front"
    covered = t["BP-FLANK-2"].get(formation, ())
    return "front" if zone in covered else zone
