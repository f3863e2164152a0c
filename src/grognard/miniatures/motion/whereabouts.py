"""Who is about a place: units by squares of ground, so that a question looks at those near by and nobody else."""

from __future__ import annotations

from grognard.ground.units import Point, to_sub

SIDE = to_sub(400)
"""Of a square: about as far as a unit looks for friends in its way."""

Square = tuple[int, int]


class Whereabouts:
    """Places by the square in which they lie."""

    def __init__(self) -> None:
        self._squares: dict[Square, set[str]] = {}
        self._in: dict[str, Square] = {}

    def put(self, who: str, place: Point | None) -> None:
        """He is there now; with no place, nowhere."""
        square = (place[0] // SIDE, place[1] // SIDE) if place is not None else None
        before = self._in.get(who)
        if before == square:
            return
        if before is not None:
            self._squares[before].discard(who)
            del self._in[who]
        if square is not None:
            self._squares.setdefault(square, set()).add(who)
            self._in[who] = square

    def about(self, place: Point, reach: int) -> list[str]:
        """All who may be no farther off than that to the east or west and to the north or south, in no order."""
        (x, y), squares, found = place, self._squares, list[str]()
        norths = range((y - reach) // SIDE, (y + reach) // SIDE + 1)
        for east in range((x - reach) // SIDE, (x + reach) // SIDE + 1):
            for north in norths:
                here = squares.get((east, north))
                if here:
                    found += here
        return found
