"""The eight phases of a turn, a module or package each. Every one has `play(f: Field) -> Steps[None]`."""
