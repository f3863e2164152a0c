"""The errors a user can cause. Anything else that is raised is our own fault."""


class GrognardError(Exception):
    """Base of all errors that are shown to the user as one plain sentence."""


class BadInput(GrognardError):
    """Something typed or passed in: a fact, a die, a seed, a name."""


class BadData(GrognardError):
    """A file: tables, overlay, rulebook, scenario. The message names file, entry and field."""
