"""Cold Steel in play: the state of a battle, the eight phases of a turn, and what each seat may know."""
