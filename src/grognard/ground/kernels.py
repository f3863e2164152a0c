"""Sight, distance and zones for one pair and for all pairs; like `exact`, one text for plain Python and for Numba.

The bundles below hold lists when plain Python runs this and 64-bit arrays when Numba does; both look alike from here.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from grognard.ground.exact import (
    beside_box,
    in_rings,
    point_to_segment,
    quad_to_quad,
    rises_above,
    root_up,
    stretch_inside,
    through_quad,
    zone_of,
)
from grognard.ground.units import LEVEL

NumberArray = Any
"""A list of whole numbers or a 64-bit array."""


class ReliefArrays(NamedTuple):
    """A field as flat numbers, for one set of sight rules."""

    edges: NumberArray
    """Four numbers each."""
    starts: NumberArray
    """The first edge of each area, and the end of the last."""
    boxes: NumberArray
    """West, south, east and north of each area."""
    heights: NumberArray
    """The contour level of each area, 0 where it is no hill."""
    kinds: NumberArray
    """Which kind of blocking area each is, -1 for none."""
    signs: NumberArray
    """1, or -1 for a clearing, which is taken off the kind of wood it lies in."""
    depths: NumberArray
    """How far one sees into each kind, in sixteenths."""
    crest: int
    """Reach of the crest rule in sixteenths, -1 if there is none."""
    crest_levels: int
    """Difference in contour levels up to which the crest rule holds."""


class Bodies(NamedTuple):
    """The bodies of troops as flat numbers."""

    points: NumberArray
    """From where each looks and is seen: x, y."""
    eyes: NumberArray
    """The height of that, in steps of a contour level."""
    levels: NumberArray
    """The contour level each stands on."""
    inside: NumberArray
    """For each body, one flag for each area of the relief that holds it."""
    quads: NumberArray
    """The parts of all bodies, eight numbers each."""
    boxes: NumberArray
    """West, south, east and north of each part."""
    starts: NumberArray
    """The first part of each body."""
    ends: NumberArray
    """The end of its parts; room may be left before those of the next."""
    frames: NumberArray
    """The rectangle around each body, eight numbers each."""
    centres: NumberArray
    """The middle of each: x, y."""
    hulls: NumberArray
    """West, south, east and north of each body."""


class Stands(NamedTuple):
    """More places from which bodies look and are seen, so many for each body; the fields are those of `Bodies`."""

    points: NumberArray
    eyes: NumberArray
    levels: NumberArray
    inside: NumberArray
    placed: NumberArray
    """For each body, whether its places have been put on their ground: they are only when somebody asks."""


class Nearness(NamedTuple):
    """How bodies that are near each other see more than one line of sight shows."""

    contact: int
    """No farther apart, in sixteenths, they see each other whatever is between them."""
    reach: int
    """No farther apart they see each other if any stand of the one sees one of the other."""
    sides: NumberArray
    """Whose each body is: that is asked only about enemies."""
    eye: int
    """Height of a man's eye, in steps of a contour level."""
    horizon: int
    """No farther apart, they are measured at once; it is no less than the other two."""


BEYOND = 1 << 29
"""Added to distances that nobody has measured yet: what is left is what they are at least. No table is so large."""
UNKNOWN = -1
"""Sight and zones that nobody has asked for yet."""
STANDS = 7
"""Places of each body that are looked from (`Body.lookouts`)."""


class Screens(NamedTuple):
    """What blocks sight besides the ground."""

    smoke: NumberArray
    """x, y, radius."""
    quads: NumberArray
    """Bodies of troops, eight numbers each."""
    owners: NumberArray
    """Which body each of these belongs to; nobody is hidden by himself."""


class Answers(NamedTuple):
    """Square tables, one row after the other. What bodies far apart have to do with each other is seldom asked, so it
    is answered only then."""

    distances: NumberArray
    seen: NumberArray
    zones: NumberArray


def holds(x: int, y: int, area: int, ground: ReliefArrays) -> bool:
    """Whether an area holds a point; its edge counts in."""
    boxes, box = ground.boxes, 4 * area
    if x < boxes[box] or y < boxes[box + 1] or x > boxes[box + 2] or y > boxes[box + 3]:
        return False
    return in_rings(x, y, ground.edges, ground.starts[area], ground.starts[area + 1])


def place_body(body: int, bodies: Bodies | Stands, ground: ReliefArrays, eye: int) -> None:
    """Find out which areas hold a body, on which contour it stands and how high its eye is."""
    areas, level = len(ground.heights), 0
    for area in range(areas):
        held = holds(bodies.points[2 * body], bodies.points[2 * body + 1], area, ground)
        bodies.inside[body * areas + area] = 1 if held else 0
        if held:
            level = max(level, ground.heights[area])
    bodies.levels[body] = level
    bodies.eyes[body] = level * LEVEL + eye


def on_crest(a: int, b: int, area: int, bodies: Bodies | Stands, ground: ReliefArrays) -> bool:
    """Whether the crest rule decides: one of the two stands on top of this hill, the other off it and no higher."""
    areas, height = len(ground.heights), ground.heights[area]
    above, below = bodies.levels[a], bodies.levels[b]
    # the rule speaks of the one on the hill, whichever of the two that is
    if bodies.inside[b * areas + area]:
        above, below = below, above
    return bool(ground.crest >= 0 and above == height and below <= height and above - below <= ground.crest_levels)


def hill_hides(a: int, b: int, length: int, area: int, bodies: Bodies | Stands, ground: ReliefArrays) -> bool:
    """Whether a contour comes between two bodies. One that holds both never does."""
    areas, points, top = len(ground.heights), bodies.points, ground.heights[area] * LEVEL
    ax, ay, bx, by = points[2 * a], points[2 * a + 1], points[2 * b], points[2 * b + 1]
    first, last = ground.starts[area], ground.starts[area + 1]
    held = bodies.inside[a * areas + area] + bodies.inside[b * areas + area]
    if held == 2:
        return False
    # the crest rule comes before the straight line: it hides those behind the brow whom the line would show
    if held == 1 and on_crest(a, b, area, bodies, ground):
        return bool(stretch_inside(ax, ay, bx, by, length, ground.edges, first, last) > ground.crest)
    # a line between two eyes at this height or above never dips below it
    if min(bodies.eyes[a], bodies.eyes[b]) >= top:
        return False
    return rises_above(ax, ay, bx, by, bodies.eyes[a], bodies.eyes[b], top, ground.edges, first, last)


def ground_clear(a: int, b: int, bodies: Bodies | Stands, ground: ReliefArrays, used: NumberArray) -> bool:
    """Whether hills, woods and towns leave the line of sight clear. `used` is room for sums by kind of area."""
    points = bodies.points
    ax, ay, bx, by = points[2 * a], points[2 * a + 1], points[2 * b], points[2 * b + 1]
    length = root_up((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
    for kind in range(len(used)):
        used[kind] = 0
    for area in range(len(ground.heights)):
        if beside_box(ax, ay, bx, by, ground.boxes, area):
            continue
        if ground.heights[area] > 0:
            if hill_hides(a, b, length, area, bodies, ground):
                return False
        else:
            first, last = ground.starts[area], ground.starts[area + 1]
            stretch = stretch_inside(ax, ay, bx, by, length, ground.edges, first, last)
            # woods of one kind add up along the line; a clearing has the sign -1 and gives back what its wood took
            used[ground.kinds[area]] += ground.signs[area] * stretch
    over = 0
    for kind in range(len(used)):
        over += used[kind] > ground.depths[kind]
    return over == 0


def screens_clear(a: int, b: int, points: NumberArray, mine: int, theirs: int, screens: Screens) -> bool:
    """Whether smoke, and bodies other than the two whose places these are, leave a line of sight clear."""
    ax, ay, bx, by = points[2 * a], points[2 * a + 1], points[2 * b], points[2 * b + 1]
    smoke = screens.smoke
    for puff in range(0, len(smoke), 3):
        if point_to_segment(smoke[puff], smoke[puff + 1], ax, ay, bx, by) <= smoke[puff + 2]:
            return False
    for screen in range(len(screens.owners)):
        owner = screens.owners[screen]
        # the two who look stand inside their own parts: these never block
        if owner != mine and owner != theirs and through_quad(ax, ay, bx, by, screens.quads, screen):
            return False
    return True


def sees(first: int, second: int, bodies: Bodies, ground: ReliefArrays, screens: Screens, used: NumberArray) -> bool:
    """Whether two bodies see each other from their eyes."""
    return line_clear(first, second, bodies, first, second, ground, screens, used)


def line_clear(
    first: int,
    second: int,
    places: Bodies | Stands,
    mine: int,
    theirs: int,
    ground: ReliefArrays,
    screens: Screens,
    used: NumberArray,
) -> bool:
    """Whether the line of sight between two places is clear, the one of body `mine` and the other of `theirs`.

    The line always runs from the western (then the southern) end, so that rounding cannot make one direction differ
    from the other.
    """
    a, b, points = first, second, places.points
    if points[2 * a] > points[2 * b] or (points[2 * a] == points[2 * b] and points[2 * a + 1] > points[2 * b + 1]):
        a, b = second, first
    return ground_clear(a, b, places, ground, used) and screens_clear(a, b, points, mine, theirs, screens)


def place_stands(body: int, stands: Stands, ground: ReliefArrays, eye: int) -> None:
    """The further places of a body on their ground, once for each place where it stands."""
    # asked for only by enemies who are near each other, so most bodies never pay for it
    if stands.placed[body] == 0:
        for stand in range(body * STANDS, (body + 1) * STANDS):
            place_body(stand, stands, ground, eye)
        stands.placed[body] = 1


def stands_see(
    i: int, j: int, stands: Stands, ground: ReliefArrays, screens: Screens, used: NumberArray, eye: int
) -> bool:
    """Whether any stand of one body sees any of another."""
    place_stands(i, stands, ground, eye)
    place_stands(j, stands, ground, eye)
    for mine in range(i * STANDS, (i + 1) * STANDS):
        for theirs in range(j * STANDS, (j + 1) * STANDS):
            if line_clear(mine, theirs, stands, i, j, ground, screens, used):
                return True
    return False


def in_sight(
    i: int,
    j: int,
    distance: int,
    bodies: Bodies,
    stands: Stands,
    ground: ReliefArrays,
    screens: Screens,
    used: NumberArray,
    near: Nearness,
) -> bool:
    """Whether two bodies see each other: in contact always; else by one line, and enemies near by, stand to stand."""
    if distance <= near.contact or sees(i, j, bodies, ground, screens, used):
        return True
    # 49 lines instead of one: only where a rule could turn on it
    if distance > near.reach or near.sides[i] == near.sides[j]:
        return False
    return stands_see(i, j, stands, ground, screens, used, near.eye)


def box_parts(body: int, bodies: Bodies) -> None:
    """The boxes around the parts of a body, and around all of them."""
    quads, boxes, hulls = bodies.quads, bodies.boxes, bodies.hulls
    for part in range(bodies.starts[body], bodies.ends[body]):
        at = 8 * part
        west = min(quads[at], quads[at + 2], quads[at + 4], quads[at + 6])
        south = min(quads[at + 1], quads[at + 3], quads[at + 5], quads[at + 7])
        east = max(quads[at], quads[at + 2], quads[at + 4], quads[at + 6])
        north = max(quads[at + 1], quads[at + 3], quads[at + 5], quads[at + 7])
        boxes[4 * part], boxes[4 * part + 1], boxes[4 * part + 2], boxes[4 * part + 3] = west, south, east, north
        first = part == bodies.starts[body]
        hulls[4 * body] = west if first else min(hulls[4 * body], west)
        hulls[4 * body + 1] = south if first else min(hulls[4 * body + 1], south)
        hulls[4 * body + 2] = east if first else max(hulls[4 * body + 2], east)
        hulls[4 * body + 3] = north if first else max(hulls[4 * body + 3], north)


def hull_gap(first: int, second: int, hulls: NumberArray) -> int:
    """What two bodies are apart at least."""
    one, other = 4 * first, 4 * second
    across = max(hulls[other] - hulls[one + 2], hulls[one] - hulls[other + 2])
    along = max(hulls[other + 1] - hulls[one + 3], hulls[one + 1] - hulls[other + 3])
    return int(max(across, along, 0))


def box_gap(mine: int, theirs: int, boxes: NumberArray) -> int:
    """The square of the distance of two boxes: their parts are no nearer."""
    one, other = 4 * mine, 4 * theirs
    across = max(boxes[other] - boxes[one + 2], boxes[one] - boxes[other + 2], 0)
    along = max(boxes[other + 1] - boxes[one + 3], boxes[one + 1] - boxes[other + 3], 0)
    return int(across * across + along * along)


def body_distance(first: int, second: int, bodies: Bodies) -> int:
    """Distance between the nearest parts of two bodies.

    It begins with the two whose boxes are nearest, and then looks only at parts whose boxes come nearer than that.
    """
    quads, boxes = bodies.quads, bodies.boxes
    here, there = bodies.starts[first], bodies.starts[second]
    # the first guess is only there to make `best` small early; the second pass is what is exact
    nearest = box_gap(here, there, boxes)
    for mine in range(bodies.starts[first], bodies.ends[first]):
        for theirs in range(bodies.starts[second], bodies.ends[second]):
            gap = box_gap(mine, theirs, boxes)
            if gap < nearest:
                nearest, here, there = gap, mine, theirs
    best = quad_to_quad(quads, here, there)
    for mine in range(bodies.starts[first], bodies.ends[first]):
        for theirs in range(bodies.starts[second], bodies.ends[second]):
            # boxes are no farther apart than what they hold, so a part is never passed over that is nearer
            if box_gap(mine, theirs, boxes) < best * best:
                best = min(best, quad_to_quad(quads, mine, theirs))
    return best


def begin_pair(i: int, j: int, bodies: Bodies, near: Nearness, answers: Answers) -> None:
    """Bodies i and j stand anew: they are measured if they are near, and nothing else is known of them."""
    count = len(bodies.eyes)
    here, there = i * count + j, j * count + i
    least = hull_gap(i, j, bodies.hulls)
    distance = body_distance(i, j, bodies) if least <= near.horizon else BEYOND + least
    answers.distances[here] = answers.distances[there] = distance
    answers.seen[here] = answers.seen[there] = UNKNOWN
    answers.zones[here] = answers.zones[there] = UNKNOWN


def measured(i: int, j: int, bodies: Bodies, answers: Answers) -> int:
    """How far bodies i and j are apart."""
    count = len(bodies.eyes)
    distance = answers.distances[i * count + j]
    if distance >= BEYOND:
        distance = body_distance(i, j, bodies)
        answers.distances[i * count + j] = answers.distances[j * count + i] = distance
    return int(distance)


def at_least(i: int, j: int, bodies: Bodies, answers: Answers) -> int:
    """What bodies i and j are apart at least, as far as is known."""
    distance = answers.distances[i * len(bodies.eyes) + j]
    return int(distance - BEYOND if distance >= BEYOND else distance)


def see_pair(
    i: int,
    j: int,
    bodies: Bodies,
    stands: Stands,
    ground: ReliefArrays,
    screens: Screens,
    used: NumberArray,
    near: Nearness,
    answers: Answers,
) -> int:
    """Whether bodies i and j see each other: 1 or 0."""
    count = len(bodies.eyes)
    seen = answers.seen[i * count + j]
    if seen == UNKNOWN:
        # one that is not measured is farther than the reach of any rule about sight
        distance = answers.distances[i * count + j]
        seen = 1 if in_sight(i, j, distance, bodies, stands, ground, screens, used, near) else 0
        answers.seen[i * count + j] = answers.seen[j * count + i] = seen
    return int(seen)


def quad_gap(*corners: int) -> int:
    """Between two quadrilaterals, eight numbers each."""
    return quad_to_quad(corners, 0, 1)


def place_all(bodies: Bodies, ground: ReliefArrays, eye: int) -> None:
    """Every body on its ground."""
    for body in range(len(bodies.eyes)):
        place_body(body, bodies, ground, eye)
        box_parts(body, bodies)


def begin_all(bodies: Bodies, near: Nearness, answers: Answers) -> None:
    """All bodies stand anew."""
    for i in range(len(bodies.eyes)):
        # each pair once: distance and sight are mutual
        for j in range(i):
            begin_pair(i, j, bodies, near, answers)


def begin_one(i: int, bodies: Bodies, stands: Stands, ground: ReliefArrays, near: Nearness, answers: Answers) -> None:
    """One body stands anew, after it moved."""
    place_body(i, bodies, ground, near.eye)
    # its stands moved with it; they are put on their ground again when somebody asks
    stands.placed[i] = 0
    box_parts(i, bodies)
    for j in range(len(bodies.eyes)):
        if i != j:
            begin_pair(i, j, bodies, near, answers)


def measure_row(i: int, reach: int, bodies: Bodies, answers: Answers) -> None:
    """Measure what may be no farther from one body than that."""
    for j in range(len(bodies.eyes)):
        if at_least(i, j, bodies, answers) <= reach:
            measured(i, j, bodies, answers)


def answer_row(
    i: int,
    bodies: Bodies,
    stands: Stands,
    ground: ReliefArrays,
    screens: Screens,
    used: NumberArray,
    forward: int,
    outward: int,
    near: Nearness,
    answers: Answers,
) -> None:
    """Everything about one body and every other."""
    count, centres = len(bodies.eyes), bodies.centres
    for j in range(count):
        if i != j:
            measured(i, j, bodies, answers)
            see_pair(i, j, bodies, stands, ground, screens, used, near, answers)
            x, y = centres[2 * j], centres[2 * j + 1]
            answers.zones[i * count + j] = zone_of(x, y, bodies.frames, i, forward, outward)
            x, y = centres[2 * i], centres[2 * i + 1]
            answers.zones[j * count + i] = zone_of(x, y, bodies.frames, j, forward, outward)


def see_any(
    rows: NumberArray,
    columns: NumberArray,
    found: NumberArray,
    bodies: Bodies,
    stands: Stands,
    ground: ReliefArrays,
    screens: Screens,
    used: NumberArray,
    near: Nearness,
    answers: Answers,
) -> None:
    """Of each of the columns whether any of the rows sees it: 1 or 0."""
    count = len(bodies.eyes)
    for place in range(len(columns)):
        other = columns[place]
        found[place], nearest, least = 0, -1, 0
        for row in range(len(rows)):
            seen = answers.seen[other * count + rows[row]]
            if seen == 1:
                found[place] = 1
                break
            if seen == UNKNOWN:
                apart = at_least(other, rows[row], bodies, answers)
                if nearest < 0 or apart < least:
                    nearest, least = row, apart
        if found[place] == 1 or nearest < 0:
            continue
        # the nearest first, for he mostly sees it
        for turn in range(-1, len(rows)):
            eye = rows[nearest if turn < 0 else turn]
            if see_pair(eye, other, bodies, stands, ground, screens, used, near, answers) == 1:
                found[place] = 1
                break


def nearest_each(
    rows: NumberArray, columns: NumberArray, unit: int, found: NumberArray, bodies: Bodies, answers: Answers
) -> None:
    """For each of the rows which of the columns is nearest in whole units, a fraction counting as the next one, the
    first of several, and the sixteenths to it: two numbers."""
    for row in range(len(rows)):
        me, guess = rows[row], 0
        for place in range(len(columns)):
            if at_least(me, columns[place], bodies, answers) < at_least(me, columns[guess], bodies, answers):
                guess = place
        best = measured(me, columns[guess], bodies, answers)
        # only who may be as near is measured
        for place in range(len(columns)):
            if at_least(me, columns[place], bodies, answers) <= best:
                best = min(best, measured(me, columns[place], bodies, answers))
        most, place = -(-best // unit) * unit, 0
        while (
            at_least(me, columns[place], bodies, answers) > most or measured(me, columns[place], bodies, answers) > most
        ):
            place += 1
        found[2 * row], found[2 * row + 1] = place, measured(me, columns[place], bodies, answers)


def see_across(
    posts: int, eye: int, bodies: Bodies, ground: ReliefArrays, screens: Screens, used: NumberArray, seen: NumberArray
) -> None:
    """Whether each of the first points sees each of the others, row by row; of the bodies only the points count."""
    count = len(bodies.eyes)
    others = count - posts
    for i in range(count):
        place_body(i, bodies, ground, eye)
    for i in range(posts):
        for j in range(others):
            seen[i * others + j] = 1 if sees(i, posts + j, bodies, ground, screens, used) else 0
