"""What a seat gets: the picture of its table, previews of answers, and exact chances as far as it can know them."""
