"""What a seat gets: its view, its picture, what an answer would do."""
