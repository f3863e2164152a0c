"""Special chits: what each is called, why it is refused, when it is done, and what it does."""
