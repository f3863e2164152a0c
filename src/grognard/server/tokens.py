"""Seats are given out as links that nobody can guess; what is kept of a link is only its hash."""

from __future__ import annotations

import hashlib
import secrets

BYTES = 32


def new_token() -> str:
    """A link's secret part."""
    return secrets.token_urlsafe(BYTES)


def hashed(token: str) -> str:
    """What is stored of it. The token is random and long, so that a plain hash cannot be turned back."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
