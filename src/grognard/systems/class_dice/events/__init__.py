"""Everything that can happen, each kind of event declared once, with its sentence."""

from __future__ import annotations

from grognard.battle.kinds import gathered
from grognard.miniatures import charging

from . import combat, command, movement, troops

KINDS = gathered(troops, command, movement, combat, charging)
