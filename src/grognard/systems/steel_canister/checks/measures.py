"""Section 0: range, arcs, who may form what, how large units are, when they are spent."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from grognard.kernel.checks import implements, reckoning, refuse
from grognard.kernel.facts import Facts, Range
from grognard.kernel.tables import Tables

from ..terms import Arm, Facing, Figures, Formation, Side, Status, branch

Offset = Annotated[int, Range(-60, 60)]
NORMALS: dict[Facing, tuple[int, int]] = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}


class RangeFacts(Facts):
    """Two spaces."""

    dx: Annotated[Offset, "spaces east from the first to the second"]
    dy: Annotated[Offset, "spaces north"]


class RangeResult(NamedTuple):
    """How far it is."""

    spaces: int


@reckoning("range", "SC-0.5", asks=RangeFacts)
def range_between(t: Tables, s: RangeFacts) -> RangeResult:
    """Range in spaces between two spaces."""
    return RangeResult(spaces_between(t, s.dx, s.dy))


def spaces_between(t: Tables, dx: int, dy: int) -> int:
    """Range in spaces: diagonals count half of their shorter side more."""
    # inferred, since the charts do not say how diagonals count: the longer side and half of the shorter
    long, short = max(abs(dx), abs(dy)), min(abs(dx), abs(dy))
    return long + short // t.number("SC-0.5", "diagonal")


class FacingArcFacts(RangeFacts):
    """Where somebody stands as seen from a unit."""

    faces: Annotated[Facing, "where the unit faces"] = "N"
    formation: Annotated[Formation, "its formation"] = "line"
    strong_point: Annotated[bool, "it stands in a strong point"] = False


class FacingArcResult(NamedTuple):
    """The side of the unit on which he stands."""

    side: Side


@reckoning("facing-arc", "SC-0.4", asks=FacingArcFacts)
def facing_arc(t: Tables, s: FacingArcFacts) -> FacingArcResult:
    """On which side of a unit another space lies."""
    if all_front(t, s.formation, "strong_point" if s.strong_point else "open"):
        return FacingArcResult("front")
    return FacingArcResult(side_towards(s.faces, s.dx, s.dy, t.value("SC-0.4", "rear_diagonals")))


def all_front(t: Tables, formation: str, ground: str) -> bool:
    """Whether a unit has a front on every side: squares, and whoever stands in a strong point."""
    return formation in t.value("SC-0.4", "all_front") or ground in t.value("SC-0.4", "all_front_in")


@implements("SC-0.3")
def along(facing: Facing, dx: int, dy: int) -> tuple[int, int]:
    """An offset as so much ahead and so much to the right of a facing."""
    east, north = NORMALS[facing]
    return dx * east + dy * north, dx * north - dy * east


def side_towards(facing: Facing, dx: int, dy: int, rear_diagonals: str = "rear") -> Side:
    """Front, left, right or rear; diagonals go with the front, and with the rear unless they are flank."""
    ahead, right = along(facing, dx, dy)
    # the drawing of the arcs is lost: rear diagonals go with the rear unless the variant says flank
    flank = rear_diagonals == "flank" and ahead < 0 and abs(right) == abs(ahead)
    if abs(right) <= abs(ahead) and not flank:
        return "front" if ahead > 0 else "rear"
    return "right" if right > 0 else "left"


class FormationFacts(Facts):
    """A unit that is to take up a formation by choice."""

    arm: Annotated[Arm, "its arm"]
    formation: Annotated[Formation, "the formation wanted"]


class FormationResult(NamedTuple):
    """Halves of a space that the formation fills."""

    halves: int


_BLOCKS: dict[str, dict[str, str]] = {
    "infantry": {
        "square": "SC-4.1b", "attack_column": "SC-4.1c", "line": "SC-4.1d", "closed_column": "SC-4.1e",
        "semi_formed": "SC-4.1f", "skirmish": "SC-4.1g", "march_column": "SC-4.1h",
    },
    "cavalry": {
        "march_column": "SC-4.2a", "echelon_right": "SC-4.2b", "echelon_left": "SC-4.2c", "line": "SC-4.2d",
        "double_line": "SC-4.2e", "field_column": "SC-4.2f", "skirmish": "SC-4.2g",
    },
}  # fmt: skip


def block(arm: Arm, formation: str) -> str:
    """The rule whose block shows this formation of this arm."""
    if branch(arm) == "artillery":
        return "SC-4.1a" if arm == "foot_artillery" else "SC-4.2h"
    return _BLOCKS[branch(arm)][formation]


def has_block(arm: Arm, formation: str) -> bool:
    """Whether an arm can be in a formation at all, by choice or not."""
    if branch(arm) == "artillery":
        return formation in ("limbered", "unlimbered")
    return formation in _BLOCKS[branch(arm)]


def halves(t: Tables, arm: Arm, formation: str) -> int:
    """Halves of a space that a unit fills."""
    return t.number(block(arm, formation), "space")


@implements("SC-0.13")
def formations(t: Tables, arm: Arm) -> tuple[Any, ...]:
    """The formations a unit of this arm may take up by choice."""
    return tuple(t.value("SC-0.13", arm if arm in t["SC-0.13"] else "artillery"))


@reckoning("formation", "SC-0.9", asks=FormationFacts)
def formation(t: Tables, s: FormationFacts) -> FormationResult:
    """Whether a unit may take up a formation, and how much of a space it fills then."""
    allowed = formations(t, s.arm)
    if s.formation not in allowed:
        raise refuse("SC-0.13", f"{s.arm.replace('_', ' ')} forms {', '.join(allowed)}")
    return FormationResult(halves(t, s.arm, s.formation))


class StayingPowerFacts(Facts):
    """A unit and what it has lost."""

    figures: Annotated[int, Range(1, 40), "figures it began with"]
    killed: Annotated[Figures, "figures lost since"] = 0
    status: Annotated[Status, "its status"] = "good_order"


class StayingPowerResult(NamedTuple):
    """Figures left, and whether it is out of the battle."""

    figures: int
    gone: bool


@reckoning("staying-power", "SC-0.8", asks=StayingPowerFacts)
def staying_power(t: Tables, s: StayingPowerFacts) -> StayingPowerResult:
    """Whether a unit is destroyed or dispersed by its losses."""
    left = max(0, s.figures - s.killed)
    # multiplied out: two thirds exactly are two thirds, whatever the number of figures
    spent = s.killed * t.number("SC-0.8", "of") >= s.figures * t.number("SC-0.8", "lost")
    return StayingPowerResult(left, not left or (spent and s.status in t.value("SC-0.8", "statuses")))


class CompositionFacts(Facts):
    """A unit of so many men."""

    arm: Annotated[Arm, "its arm"] = "infantry"
    men: Annotated[int, Range(1, 3000), "men, or a battery's guns times the men of a gun's crew"]


class CompositionResult(NamedTuple):
    """Stands and figures."""

    size: str
    stands: int
    figures: int


@reckoning("composition", "SC-0.7", asks=CompositionFacts)
def composition(t: Tables, s: CompositionFacts) -> CompositionResult:
    """The nearest standard size of a unit of so many men, at the game's figure scale."""
    sizes = t.value("SC-0.7", branch(s.arm))
    each, scale = sizes["figures"], t.number("SC-0.2", "men_per_figure")
    names = [name for name in sizes if name != "figures"]
    # between two sizes equally near the smaller one
    best = min(names, key=lambda name: (abs(sizes[name] * each * scale - s.men), sizes[name]))
    return CompositionResult(best, sizes[best], sizes[best] * each)
