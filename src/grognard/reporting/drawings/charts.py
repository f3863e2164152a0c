"""Charts in the hand of the maps: losses by formation as lines, luck as bars. Plain SVG, ink and one colour a side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple
from xml.sax.saxutils import escape

from grognard.printing.look import nation_id, nations

from ..fortune import Luck
from ..record import Record

WIDTH, HEIGHT = 640, 320
LEFT, RIGHT, TOP, BOTTOM = 46, 236, 14, 34
MOST = 7
"""Lines in one chart; what lost least is put together."""
LONGEST = 32
"""Letters of a name beside its line."""
DASHES = ("", "9 4", "2.5 3", "12 3 2.5 3", "5 3", "1.5 2.5", "14 5")


PlotPlace = Callable[[float, float], tuple[float, float]]
"""Where a turn and a value fall on the paper."""


class ChartLine(NamedTuple):
    """Men lost, turn by turn."""

    name: str
    lost: tuple[int, ...]


def side_colour(record: Record, side: str) -> str:
    """The colour of a side's nation, dark enough for lines and letters."""
    nation = next(each.nation for each in record.scenario.sides if each.name == side)
    return nations()[nation_id(nation)].colours("light")[1]


def losses(record: Record, side: str, grouped: dict[str, list[str]]) -> tuple[str, list[str]]:
    """Men that each formation of a side had lost by each turn; and the names of those that lost nobody."""
    lines = [losses_line(record, name, units) for name, units in grouped.items()]
    hurt = [line for line in lines if any(line.lost)]
    drawn = chart(_fewer(hurt or lines), side_colour(record, side), "men")
    return drawn, [line.name for line in lines if hurt and line not in hurt]


def losses_line(record: Record, name: str, units: Sequence[str]) -> ChartLine:
    """What some units together had lost by each turn."""
    return ChartLine(name, tuple(_lost(record, units, turn) for turn in range(record.turns + 1)))


def _lost(record: Record, units: Sequence[str], turn: int) -> int:
    now = record.states[turn].units
    return sum(now[unit].men_at_start - now[unit].men for unit in units)


def _fewer(lines: list[ChartLine]) -> list[ChartLine]:
    """The heaviest losers, and all others as one."""
    ranked = sorted(lines, key=lambda line: -line.lost[-1])
    if len(ranked) <= MOST:
        return ranked
    rest = [line.lost for line in ranked[MOST - 1 :]]
    return [*ranked[: MOST - 1], ChartLine(f"{len(rest)} others", tuple(map(sum, zip(*rest, strict=True))))]


def chart(lines: Sequence[ChartLine], colour: str, unit: str, colours: Sequence[str] = ()) -> str:
    """Lines over turns, each named at its end."""
    turns, most = len(lines[0].lost) - 1, max(1, *(max(line.lost) for line in lines))
    step = _step(most)
    top = -(-most // step) * step

    def at(turn: float, value: float) -> tuple[float, float]:
        across, up = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
        return LEFT + across * turn / max(1, turns), TOP + up * (1 - value / top)

    out = [_axes(at, turns, top, step)]
    names = _spread([at(turns, line.lost[-1])[1] for line in lines])
    for i, line in enumerate(lines):
        hue, dash = (colours[i], "") if colours else (colour, DASHES[i % len(DASHES)])
        points = " ".join("{:.1f},{:.1f}".format(*at(turn, value)) for turn, value in enumerate(line.lost))
        end = at(turns, line.lost[-1])
        out.append(
            f'<polyline points="{points}" fill="none" stroke="{hue}" stroke-width="1.8" stroke-dasharray="{dash}"/>'
            f'<path d="M{end[0] + 2:.1f} {end[1]:.1f}L{end[0] + 12:.1f} {names[i]:.1f}" stroke="{hue}"'
            ' stroke-width=".7"/>'
            f'<text x="{end[0] + 15:.1f}" y="{names[i] + 3.6:.1f}" fill="{hue}" class="name">{escape(_cut(line.name))}'
            f' <tspan class="figure">{line.lost[-1]:,}</tspan></text>'
        )
    said = escape(f"{unit} lost by turn: " + "; ".join(f"{line.name} {line.lost[-1]:,}" for line in lines))
    return f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"><title>{said}</title>{"".join(out)}</svg>'


def _cut(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1].rstrip()}…"


def _step(most: int) -> int:
    """A round number of which about five make the axis."""
    size = 1
    while True:
        for tenths in (10, 20, 25, 50):
            step = size * tenths // 10
            # only whole numbers: a quarter of one man is no mark on an axis
            if step * 10 == size * tenths and step * 5 >= most:
                return step
        size *= 10


def _axes(place: PlotPlace, turns: int, top: int, step: int) -> str:
    out = []
    for value in range(0, top + 1, step):
        (x0, y), (x1, _) = place(0, value), place(turns, value)
        out.append(f'<path d="M{x0:.1f} {y:.1f}H{x1:.1f}" class="rule"/>')
        out.append(f'<text x="{x0 - 6:.1f}" y="{y + 3.5:.1f}" text-anchor="end">{value:,}</text>')
    for turn in range(0, turns + 1, _step(turns)):
        x, y = place(turn, 0)
        out.append(f'<path d="M{x:.1f} {y:.1f}v5" class="tick"/>')
        out.append(f'<text x="{x:.1f}" y="{y + 17:.1f}" text-anchor="middle">{turn}</text>')
    x, y = place(turns / 2, 0)
    out.append(f'<text x="{x:.1f}" y="{y + 31:.1f}" text-anchor="middle" class="axis">turn</text>')
    return "".join(out)


def _spread(wanted: Sequence[float], gap: float = 14) -> list[float]:
    """Heights for names, near where they are wanted, none upon another or below the chart."""
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    found = list(wanted)
    for before, i in pairwise(order):
        found[i] = max(found[i], found[before] + gap)
    found[order[-1]] = min(found[order[-1]], HEIGHT - BOTTOM)
    # and back from the last, which may have been pushed up from the foot of the chart
    for after, i in pairwise(reversed(order)):
        found[i] = min(found[i], found[after] - gap)
    return found


def fortune_bar(one: Luck, colour: str) -> str:
    """How far a sort of rolls lay from what was to be expected, in standard deviations, up to three either way."""
    share = max(-3.0, min(3.0, (one.actual - one.expected) / one.spread)) / 3 if one.spread else 0.0
    x, width = (60, 56 * share) if share >= 0 else (60 + 56 * share, -56 * share)
    said = f"{one.actual:g} where {one.expected:.1f} were to be expected"
    return (
        f'<svg class="bar" viewBox="0 0 120 14" role="img"><title>{said}</title>'
        f'<path d="M4 7H116" class="rule"/><rect x="{x:.1f}" y="3" width="{width:.1f}" height="8" fill="{colour}"/>'
        '<path d="M60 0V14" class="tick"/></svg>'
    )
