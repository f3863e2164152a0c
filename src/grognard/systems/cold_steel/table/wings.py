"""The ground that a unit covers whose flank companies, troops or sections have wheeled or gone ahead (CS-3.2l)."""

from __future__ import annotations

from grognard.ground.relations import Body
from grognard.ground.shapes import Quad, placed
from grognard.ground.units import Point, to_sub

from .state import UnitState, Wing


def wheeled(body: Body, now: UnitState) -> Body:
    """The ground it covers with its flanks as they are; the frame around it stays, since the rest of it stands."""
    parts = list(body.parts)
    for wing in now.wings:
        at = 0 if wing.flank == "left" else len(parts) - 1
        parts[at] = _turned(parts[at], now.heading, wing)
    return Body(tuple(parts), body.frame, body.eye)


def _turned(part: Quad, heading: int, wing: Wing) -> Quad:
    """About the inner corner of its front; outward and back is a refused flank, which is negative."""
    # the corner where the wing joins the rest stays put
    hinge = part[1] if wing.flank == "left" else part[0]
    # mirrored: advanced is forward on either flank
    degrees = -wing.degrees if wing.flank == "right" else wing.degrees
    corners = (placed(hinge, degrees, corner[0] - hinge[0], corner[1] - hinge[1]) for corner in part)
    a, c, d, e = (_ahead(corner, heading, wing.paces) for corner in corners)
    return a, c, d, e


def _ahead(corner: Point, heading: int, paces: int) -> Point:
    return placed(corner, heading, 0, to_sub(paces)) if paces else corner
