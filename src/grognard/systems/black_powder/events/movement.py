"""Moves and formations."""

from __future__ import annotations
