"""What a seat gets to see: its view, its picture of the table, previews and chances."""
