"""The rules of Black Powder, by subject."""
