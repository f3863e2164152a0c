"""The close combat phase (chapter 9): who fights whom, the dice, what comes of it, and the cavalry that rides on."""

from __future__ import annotations

from .log_text import TELLS
from .phase import play

__all__ = ["TELLS", "play"]
