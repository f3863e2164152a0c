"""Which Chromium the tests of the table drive."""

import shutil

CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
"""Debian's, as a shell where it is there: the same browser without windows of its own, to which a visitor costs an
eighth of the time."""
