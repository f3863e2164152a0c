"""What a seat knows: its view, and the field as far as it goes."""
