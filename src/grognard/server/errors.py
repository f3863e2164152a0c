"""What the service refuses, besides what the rules do."""

from __future__ import annotations

from grognard.kernel.errors import GrognardError


class Unknown(GrognardError):
    """A link, a battle or a rule that does not exist."""


class Ousted(Unknown):
    """A link to a seat that the host has given to somebody else."""


class Stale(GrognardError):
    """An answer that was made in a state which has passed, or while nobody may answer."""


class Garbled(GrognardError):
    """A body that cannot be understood."""


class TooLong(GrognardError):
    """A body that nobody needs."""


class Damaged(GrognardError):
    """A battle on disk that cannot be read because its bytes are not what was written."""


class TooMany(GrognardError):
    """More than one visitor may ask for."""


class TooSlow(GrognardError):
    """A request that did not come to its end."""


class Unreadable(GrognardError):
    """A battle on disk that the rules of today can make nothing of."""


class Fault(GrognardError):
    """The rules could not carry out what they had allowed: our fault, and nothing was changed."""
