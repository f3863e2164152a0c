"""A battle in the terminal as it is fought: a small map of the field, both armies, and the latest of the log."""

from __future__ import annotations

import time
from typing import Any

from rich.console import Group
from rich.live import Live
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from grognard.battle.battles import Battle
from grognard.battle.events import Event
from grognard.ground.field import Field
from grognard.ground.units import to_sub
from grognard.simulate.log import Log

from .terminal import console, shown

COLOURS = ("bright_blue", "bright_red")
PAUSE = 0.4
"""Seconds a turn stays on the screen."""
_GROUND = {
    "light_woods": ("♣", "green"), "heavy_woods": ("♣", "bold green"), "village": ("▒", "white"),
    "town": ("▓", "white"), "building": ("■", "white"), "water": ("~", "blue"), "marsh": ("≈", "cyan"),
}  # fmt: skip


class Watcher:
    """Called once a turn, it draws the turn that was fought."""

    def __init__(self, battle: Battle) -> None:
        self.console = console()
        self.width = min(100, self.console.width - 4)
        table = battle.scenario.header.table_paces
        self.paces = table[0] / self.width
        # a character of a terminal is about twice as high as it is wide
        self.height = max(8, round(table[1] / self.paces / 2))
        self.sides = [side.name for side in battle.scenario.sides]
        self.ground = self._drawn(Field.from_geojson(battle.scenario.field, "field.geojson"))
        # drawn when a turn is over and not by a clock, so that a map is never of two moments
        self.live = Live(console=self.console, auto_refresh=False)
        self.live.start()
        self._at = 0

    def __call__(self, battle: Battle) -> None:
        """Draw the field as it is and what the turn brought."""
        self.live.update(Group(self._map(battle), self._armies(battle), self._log(battle)), refresh=True)
        time.sleep(PAUSE)

    def close(self) -> None:
        """Give the terminal back."""
        self.live.stop()

    def _drawn(self, field: Field) -> list[list[tuple[str, str]]]:
        rows = []
        for row in range(self.height):
            # rows run down the screen, paces up the field; a cell stands for what is in its middle
            y = (self.height - row - 0.5) * self.paces * 2
            rows.append([self._cell(field, (column + 0.5) * self.paces, y) for column in range(self.width)])
        return rows

    def _cell(self, field: Field, x: float, y: float) -> tuple[str, str]:
        place = to_sub(x), to_sub(y)
        for area in field.areas_at(place):
            if area.kind in _GROUND:
                return _GROUND[area.kind]
        return ("·" if field.height_at(place) else " ", "dim")

    def _map(self, battle: Battle) -> Panel:
        cells = [list(row) for row in self.ground]
        for mark in battle.game.marks(battle.fight):
            # who stands on the very edge, or has left by it, is drawn in the last cell
            column = min(self.width - 1, max(0, int(mark.x / self.paces)))
            row = min(self.height - 1, max(0, self.height - 1 - int(mark.y / self.paces / 2)))
            colour = COLOURS[self.sides.index(mark.side) % 2]
            cells[row][column] = (mark.symbol if mark.steady else mark.symbol.lower(), colour)
        text = Text()
        for line in cells:
            for symbol, style in line:
                text.append(symbol, style)
            text.append("\n")
        return Panel(text, title=Text(shown(f"{battle.scenario.header.title}, turn {battle.turn}")), expand=False)

    def _armies(self, battle: Battle) -> Table:
        outcome: dict[str, Any] = battle.game.outcome(battle.fight)
        table = Table("army", "men lost", "%", "guns lost", "broken", "routed", "destroyed", "points")
        for place, (side, found) in enumerate(outcome["sides"].items()):
            numbers = [
                found[key] for key in ("lost", "percent", "guns_lost", "broken", "routed", "destroyed", "points")
            ]
            table.add_row(Text(shown(side)), *map(str, numbers), style=COLOURS[place % 2])
        return table

    def _log(self, battle: Battle) -> Text:
        entries, self._at = battle.entries[self._at :], len(battle.entries)
        log = Log(battle.game, battle.fight)
        # marches are seen on the map; in the few lines below it they would push out all else
        told = list(
            log.lines(entry for entry in entries if type(entry) is Event and entry.kind not in ("moved", "phase"))
        )
        return Text("\n".join(shown(line.strip("\n")) for line in told[-12:]), overflow="ellipsis")
