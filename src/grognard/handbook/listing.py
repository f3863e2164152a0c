"""The checks of a system in the order of its book, its sequences of them and its variants: what may be asked."""

from __future__ import annotations

from grognard import systems
from grognard.kernel.tables import read_toml


def listing(system: str) -> dict[str, list[dict[str, str]]]:
    """Every check and every sequence with its rule and what it settles, every variant with what it is about."""
    place = {rule: i for i, rule in enumerate(systems.rulebook(system).rules)}
    declared = sorted(systems.Declarations(system).values(), key=lambda d: place.get(d.rule, len(place)))
    return {
        "checks": [{"check": d.name, "rule": d.rule, "title": d.title} for d in declared],
        "sequences": [
            {"check": each.name, "rule": each.rule, "title": each.title} for each in systems.sequences(system).values()
        ],
        "variants": [
            {"variant": name, "about": str(read_toml(path).get("about", ""))}
            for name, path in systems.variants(system).items()
        ],
    }
