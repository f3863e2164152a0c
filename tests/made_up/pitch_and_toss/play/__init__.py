"""A battle of coins in play."""
