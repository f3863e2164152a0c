"""Shooting, charges, hand-to-hand and break tests."""
