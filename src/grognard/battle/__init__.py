"""Battles in progress, whatever the rule system: decisions, events, the record, and who has won."""
