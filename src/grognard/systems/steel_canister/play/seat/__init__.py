"""What a seat may know: its view, previews of answers, and exact chances as far as it can know them."""
