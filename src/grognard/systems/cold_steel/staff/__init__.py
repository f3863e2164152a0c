"""The staff commander's Cold Steel: bodies from a seat's view, tasks into missions, answers to what units ask."""

from .adapter import ColdSteelStaff, adapter

__all__ = ["ColdSteelStaff", "adapter"]
