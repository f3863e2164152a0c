"""The staff commander's Steel & Canister: bodies from a seat's view, tasks into orders, cubes and steps."""

from .adapter import SteelCanisterStaff, adapter

__all__ = ["SteelCanisterStaff", "adapter"]
