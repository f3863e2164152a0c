"""The computer commander of Class Dice: from a seat's view and briefing alone."""

from .adapter import adapter

__all__ = ["adapter"]
