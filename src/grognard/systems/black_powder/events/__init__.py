"""Everything that can happen, each kind of event declared once, with its sentence."""

from __future__ import annotations

from grognard.battle.kinds import gathered
from grognard.miniatures import charging

from . import combat, command, movement, troops, turn

KINDS = gathered(turn, command, movement, troops, combat, charging)
