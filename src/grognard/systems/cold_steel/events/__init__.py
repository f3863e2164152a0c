"""Everything that can happen, each kind of event declared once, with its sentence."""

from __future__ import annotations

from grognard.battle.kinds import gathered

from . import (
    beyond,
    close_combat,
    command,
    composition,
    ending,
    fire,
    hidden,
    initiative_and_rally,
    movement,
    troops,
    works,
)

KINDS = gathered(
    troops, command, movement, fire, close_combat, initiative_and_rally, ending, hidden, beyond, works, composition
)
