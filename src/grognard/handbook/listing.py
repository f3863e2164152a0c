"""The checks of a system in the order of its book, and its variants: what may be asked."""

from __future__ import annotations

from grognard import systems
from grognard.kernel.tables import read_toml


def listing(system: str) -> dict[str, list[dict[str, str]]]:
    """Every check with its rule and what it settles, every variant with what it is about."""
    place = {rule: i for i, rule in enumerate(systems.rulebook(system).rules)}
    declared = sorted(systems.Declarations(system).values(), key=lambda d: place.get(d.rule, len(place)))
    return {
        "checks": [{"check": d.name, "rule": d.rule, "title": d.title} for d in declared],
        "variants": [
            {"variant": name, "about": str(read_toml(path).get("about", ""))}
            for name, path in systems.variants(system).items()
        ],
    }
