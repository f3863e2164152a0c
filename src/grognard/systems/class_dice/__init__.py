"""Class Dice: dice by troop class, one division active at a time, initiative contested within the turn."""
