"""Commanders of one idea each, and the first staff: what a better one is measured against."""
