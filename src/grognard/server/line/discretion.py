"""Links let their bearer in, so no log may hold one."""

from __future__ import annotations

import logging
import re

_LINK = re.compile(r"((?:/(?:seats|host|seat|watch)|[/.]runs)/)[A-Za-z0-9_\-%]{12,}")


def discreet(text: str) -> str:
    """A text in which no link can be followed."""
    return _LINK.sub(r"\1…", text)


class Discreet(logging.Formatter):
    """Whatever goes wrong and with whatever traceback, links are left out."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, without links."""
        return discreet(super().format(record))


def log_to_stderr() -> None:
    """Warnings and worse of the server and of what it is built on."""
    handler = logging.StreamHandler()
    handler.setFormatter(Discreet("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    for name in ("grognard.server", "uvicorn", "websockets"):
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.propagate = False
        logger.setLevel(logging.WARNING)
