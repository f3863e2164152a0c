"""The computer's staff for Black Powder."""

from .adapter import adapter as adapter
