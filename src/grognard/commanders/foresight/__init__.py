"""What an army may be about, plans for it tried in the mind, and attackers who wait for one another."""
