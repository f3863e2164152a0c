"""Distances that a staff thinks in, in paces, from the range lists."""

from __future__ import annotations

from typing import NamedTuple

from grognard.kernel.tables import Tables

from ..checks.charts import paces


class Ranges(NamedTuple):
    """Of muskets."""

    short: float
    medium: float
    long: float

    @classmethod
    def of(cls, t: Tables) -> Ranges:
        """From the list of musket ranges."""
        return cls(*(float(paces(t, t.row("CD-range-musket", band).columns["to"])) for band in cls._fields))
