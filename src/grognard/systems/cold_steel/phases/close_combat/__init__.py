"""The close combat phase (chapter 9): who fights whom, the dice, what comes of it, and the cavalry that rides on."""

from __future__ import annotations

from .phase import play

__all__ = ["play"]
