"""Grand-tactical cards: hidden troops, dummies among them, and what each distance reveals (chapter 1.6)."""

from ..table.battlefield import Battlefield
from . import dummies
from .prepare import prepare
from .watching import enrol, figures_due, watch


def pass_quarter(b: Battlefield) -> None:
    """A quarter of movement: dummies march on, and all look at the cards."""
    dummies.march(b)
    watch(b)


__all__ = ["enrol", "figures_due", "pass_quarter", "prepare", "watch"]
