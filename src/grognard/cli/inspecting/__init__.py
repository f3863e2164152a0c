"""What `grognard scenario check` and `muster` ask of the rule systems."""
