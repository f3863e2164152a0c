"""Fire, charges, hand-to-hand."""

from __future__ import annotations
