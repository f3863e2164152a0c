"""For all tests. Machines differ and may be busy: what counts is what a test finds, not how long an example takes."""

from hypothesis import settings

settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")
