"""Chapters 7 and 8: artillery, rockets and small arms."""
