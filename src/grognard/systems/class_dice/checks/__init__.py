"""The checks of Class Dice, by subject."""
