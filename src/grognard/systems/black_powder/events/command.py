"""Orders, blunders, commanders who ride."""

from __future__ import annotations
