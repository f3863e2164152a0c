"""What becomes of units: casualties, disorder, ways back, breaks."""

from __future__ import annotations
