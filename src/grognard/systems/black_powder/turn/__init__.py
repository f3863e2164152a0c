"""The turn of a side: its beginning, initiative moves, orders, shooting, hand-to-hand, its end.

Phases: `start`, `initiative`, `command`, `shooting`, `combat`, `end`, of the side that is active; with the draft on the
turn sequence the shooting comes before the orders. A turn is one such turn of each side.
"""
