"""What is not the user's to put right, told in a sentence: our own mistakes, and packages that are not installed."""

from __future__ import annotations

import os
import re
from importlib import metadata

TRACEBACK = "GROGNARD_TRACEBACK"
"""Set to anything, it shows where a mistake of ours was made."""


def our_fault(error: Exception) -> str:
    """A mistake of ours in words, or whole where that was asked for."""
    if os.environ.get(TRACEBACK):
        import traceback

        return "".join(traceback.format_exception(error)).rstrip()
    said = " ".join(str(error).split())[:200]
    return (
        f"grognard: this is our fault, not yours: {type(error).__name__}{': ' * bool(said)}{said}. To see where, say "
        f"{TRACEBACK}=1 before the command; please report it with what that shows."
    )


def missing_package(error: ImportError) -> str:
    """Which package is missing or broken, and how to get it."""
    name = (error.name or "").partition(".")[0]
    if not name or name == "grognard":
        return f"a part of Grognard is missing ({error}); install it anew"
    extra = _extra_of(name)
    what = f"grognard[{extra}]" if extra else name
    state = "is not installed" if isinstance(error, ModuleNotFoundError) else f"does not work here ({error})"
    return f"this needs the package {name}, which {state}: pip install '{what}'"


def _extra_of(package: str) -> str:
    """The extra of Grognard that brings a package, if it is one."""
    try:
        needed = metadata.requires("grognard") or []
    except metadata.PackageNotFoundError:
        return ""
    extras = []
    for line in needed:
        found = re.match(r"""([\w.-]+).*?extra\s*==\s*["']([\w-]+)["']""", line)
        if found and found[1].lower().replace("_", "-") == package.lower().replace("_", "-"):
            extras.append(found[2])
    return next((extra for extra in extras if extra != "dev"), "")
