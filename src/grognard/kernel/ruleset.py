"""A rule system's checks under one set of tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from grognard.doors import door

from .checks import Check, Declared
from .errors import BadInput
from .tables import Tables


class Ruleset:
    """Checks by name, each made from the tables when it is first wanted."""

    def __init__(self, system: str, declared: Mapping[str, Declared], tables: Tables) -> None:
        self.system, self.declared, self.tables = system, declared, tables
        self._bound: dict[str, Check[Any, Any]] = {}

    def __getitem__(self, name: str) -> Check[Any, Any]:
        found = self._bound.get(name) or self.get(name)
        if found is None:
            raise self._unknown(name)
        return found

    def get(self, name: str) -> Check[Any, Any] | None:
        """The check of this name, if there is one."""
        # `get`, not `in` and then the name: either of them looks through the modules of the system
        if name not in self._bound and (declared := self.declared.get(name)):
            self._bound[name] = declared.bind(self.tables)
        return self._bound.get(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self.declared)

    def __len__(self) -> int:
        return len(self.declared)

    def __repr__(self) -> str:
        names = list(self)
        more = f" and {len(names) - 12} more" if len(names) > 12 else ""
        return f"<Ruleset {self.system}: {len(names)} checks: {', '.join(names[:12])}{more}>"

    def _repr_html_(self) -> str:
        """A notebook's picture: every check with its rule and what it settles."""
        return str(door("ruleset as HTML")(self))

    def _unknown(self, name: str) -> BadInput:
        import difflib

        near = difflib.get_close_matches(name, self.declared, 3, 0.5)
        hint = f"do you mean {' or '.join(near)}?" if near else f"there are {', '.join(self.declared)}"
        return BadInput(f"{self.system} has no check {name!r}; {hint}")
