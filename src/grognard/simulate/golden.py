"""Golden battles: whole turns as text, kept beside the tests and compared line by line.

A golden battle is named by its scenario, seed and number of turns: `farm-at-the-crossroads.7.3`.
"""

from __future__ import annotations

from pathlib import Path

from grognard.battle.commanding import fight_out
from grognard.battle.events import Event

from .log import Log
from .many import begin, staffed


def golden_text(system: str, name: str) -> str:
    """The log of a golden battle with every die and modifier."""
    scenario, seed, turns = name.rsplit(".", 2)
    battle = begin(scenario, seed=int(seed), system=system, options={"turns": int(turns)})
    fight_out(battle, staffed(battle, "staff"))
    told = [f"{battle.scenario.header.title}, {system}, seed {seed}, {turns} turns"]
    log = Log(battle.game, battle.fight, dice=True)
    told += [*log.lines(entry for entry in battle.entries if type(entry) is Event), *log.rest()]
    return "\n".join(told) + "\n"


def write(folder: Path) -> None:
    """Write every golden battle of a folder anew."""
    for path in sorted(folder.glob("*/*.txt")):
        path.write_text(golden_text(path.parent.name, path.stem), "utf-8")
