"""What holds in one battle only, carried out under any rules."""
