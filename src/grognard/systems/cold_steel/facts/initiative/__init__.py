"""Facts of the initiative phase: who threatens whom, and what a unit would do about it."""
