"""What a check is good for beyond a roll: a chart, plain data, words, odds with facts still open, several in a row."""
