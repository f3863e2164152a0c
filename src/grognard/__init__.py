"""Horse-and-musket tabletop battles under written rules, with every die and modifier in plain sight."""

__version__ = "0.1.0"
