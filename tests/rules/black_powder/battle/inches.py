"""Places of staged units, in inches of the rules."""

from grognard.systems.black_powder.staging import INCH


def at(x, y):
    """A place in sixteenths, from inches."""
    return (int(x * INCH * 16), int(y * INCH * 16))


def paces(x, y):
    """A place as answers give it, from inches."""
    return (int(x * INCH), int(y * INCH))


def where(b, name):
    """Where a unit stands."""
    x, y = b.unit(name).position
    return round(x / INCH / 16, 1), round(y / INCH / 16, 1)
