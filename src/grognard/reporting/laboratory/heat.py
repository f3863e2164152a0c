"""Where men fell in all games of a run, as hexagons on the battle map."""

from __future__ import annotations

import base64
import math
from collections import Counter
from collections.abc import Sequence

from grognard.printing import battle_map
from grognard.printing.sheet import Sheet
from grognard.scenarios.model import Scenario
from grognard.simulate.runs.chronicle import GameRecord

from ..falling import ACROSS, Fall, hexagons
from . import tallies
from .charts import Panel

WIDE = 900
"""Pixels of the map."""
FEWEST = 0.25
"""Men of a game from which a hexagon is coloured; all are in the figures."""
STEPS = 4
"""Strengths of colour."""


def where_men_fell(scenario: Scenario, games: Sequence[GameRecord], key: str) -> Panel:
    """Men for each game, in four strengths; the ground lies under it in both themes."""
    falls = [
        Fall(each.unit, (float(each.x), float(each.y)), Counter(men=each.men)) for game in games for each in game.fallen
    ]
    found = hexagons(falls)
    table = scenario.header.table_paces
    sheet = Sheet(WIDE / table[0], (float(table[0]), float(table[1])), _no_margins(), 0.0, "light")
    box = f"{sheet.left:.1f} {sheet.top:.1f} {sheet.width:.1f} {sheet.height:.1f}"
    most = max((each.men for each in found), default=1)
    cells = "".join(
        _cell(sheet, each.x, each.y, each.men, most, len(games)) for each in found if each.men >= FEWEST * len(games)
    )
    over = f'<svg class="cells" viewBox="{box}" role="img" aria-label="Where men fell">{cells}</svg>'
    grounds = "".join(_ground(scenario, theme, box) for theme in ("light", "dark"))
    rows = [(each.x, each.y, round(each.men / len(games), 2)) for each in found]
    return Panel(
        f"{key}-where-men-fell",
        "Where men fell",
        f"men in the mean of a game, to a hexagon of {ACROSS:.0f} paces; at most {most / len(games):.0f}",
        f'<div class="heat">{grounds}{over}</div>',
        tallies.as_csv(("x, paces", "y, paces", "men in a game"), rows),
        span=12,
    )


def _no_margins() -> dict[str, float]:
    return dict.fromkeys(("north", "east", "south", "west"), 0.0)


def _ground(scenario: Scenario, theme: str, box: str) -> str:
    """As a picture of its own: its ids and patterns stay out of the page's way."""
    table = scenario.header.table_paces
    sheet = Sheet(WIDE / table[0], (float(table[0]), float(table[1])), _no_margins(), 0.0, theme)
    inner = battle_map.bare(scenario, sheet)
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="{box}">'
        f'<rect x="{sheet.left}" y="{sheet.top}" width="{sheet.width}" height="{sheet.height}" '
        f'fill="{sheet.colours.paper}"/>{inner}</svg>'
    )
    coded = base64.b64encode(text.encode()).decode()
    return f'<img class="{theme}" alt="" src="data:image/svg+xml;base64,{coded}">'


def _cell(sheet: Sheet, x: float, y: float, men: int, most: int, games: int) -> str:
    # by the root, so that a corner where a few fell in every game is still seen
    strength = min(STEPS, 1 + int(STEPS * math.sqrt(men / most) * 0.999))
    radius = ACROSS / math.sqrt(3)
    corners = (
        sheet.at((x + radius * math.sin(math.pi / 3 * i), y + radius * math.cos(math.pi / 3 * i))) for i in range(6)
    )
    points = " ".join(f"{px:.1f},{py:.1f}" for px, py in corners)
    return f'<polygon class="h{strength}" points="{points}"><title>{men / games:.1f} men a game</title></polygon>'
