"""Where things are, to those who cannot see them: hours of the clock from a unit's front, points of the compass, paces.

Twelve o'clock is straight ahead, three to the right. Places are in paces, x to the east and y to the north; headings in
degrees clockwise from north.
"""

from __future__ import annotations

from math import atan2, degrees, floor, hypot

HOURS = (
    "twelve", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
)  # fmt: skip
POINTS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
STEPS = ((100, 5), (1000, 10))
"""Below so many paces distances are told to so many; beyond them to the last."""
FAR_STEP = 50


def bearing(dx: float, dy: float) -> float:
    """The course from one place to another, in degrees clockwise from north."""
    return degrees(atan2(dx, dy)) % 360


def hour(course: float, heading: float) -> int:
    """The hour at which a course lies for whoever looks along a heading: 1 to 12. Half-way between two hours is the
    later one."""
    return floor(((course - heading) % 360 + 15) / 30) % 12 or 12


def at_hour(course: float, heading: float) -> str:
    """The same in words: at one o'clock."""
    return f"at {HOURS[hour(course, heading) % 12]} o'clock"


def compass(course: float) -> str:
    """The point of the compass; half-way between two points is the one farther round."""
    return POINTS[floor((course % 360 + 22.5) / 45) % 8]


def rounded(paces: float) -> int:
    """A distance as it is told: to 5 paces near by, to 10 farther off, to 50 far away; halves go up."""
    step = next((step for below, step in STEPS if paces < below), FAR_STEP)
    return floor(paces / step + 0.5) * step


def distance(paces: float) -> str:
    """The same in words."""
    told = rounded(paces)
    return f"{told} paces" if told else "close by"


def apart(one: tuple[float, float], other: tuple[float, float]) -> float:
    """Paces between two places."""
    return hypot(other[0] - one[0], other[1] - one[1])


def course(start: tuple[float, float], end: tuple[float, float]) -> float:
    """The course from one place to another."""
    return bearing(end[0] - start[0], end[1] - start[1])
