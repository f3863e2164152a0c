"""`grognard rules options`: what may be played otherwise: variants, optional rules, the options of a battle."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from grognard import systems
from grognard.kernel.rulebook import Rule, Rulebook
from grognard.kernel.tables import read_toml

from .console import pages


def listing(system: str) -> dict[str, Any]:
    """All that may be chosen under a system, as plain data; every variant and optional rule is off unless chosen."""
    book = systems.rulebook(system)
    variants = [_variant(book, name, path) for name, path in systems.variants(system).items()]
    return {
        "system": system,
        "name": book.name,
        "variants": variants,
        "optional_rules": [_optional(rule, variants) for rule in book if rule.optional],
        "battle_options": _battle_options(system),
    }


def _variant(book: Rulebook, name: str, path: Path) -> dict[str, Any]:
    """A variant with the rules that it changes, and those that name it."""
    changes = read_toml(path)
    rules = [{"id": rule.id, "title": rule.title} for rule in book if rule.id in changes or name in rule.variants]
    return {"variant": name, "about": str(changes.get("about", "")), "rules": rules, "default": False}


def _optional(rule: Rule, variants: list[dict[str, Any]]) -> dict[str, Any]:
    by = [each["variant"] for each in variants if any(changed["id"] == rule.id for changed in each["rules"])]
    return {"id": rule.id, "title": rule.title, "default": False, "variants": by, "switch": rule.switch}


def _battle_options(system: str) -> dict[str, dict[str, Any]]:
    """The options of a battle: what each is about, what it is if nobody says, and all that may be chosen; nothing for a
    system that cannot be played."""
    if system not in systems.playable():
        return {}
    game = systems.game(system)
    choices, meanings = game.choices(), game.meanings()
    return {
        name: {"default": value, "choices": list(choices.get(name, ())), "meaning": meanings.get(name, "")}
        for name, value in game.options({}).items()
        if name != "variants"
    }


def show(found: dict[str, Any]) -> None:
    """The listing as tables; what a system has nothing of is left out."""
    heading = f"{found['name']} ({found['system']})"
    if not (found["variants"] or found["optional_rules"] or found["battle_options"]):
        print(f"{heading}: nothing to choose\n")
    if found["variants"]:
        rows = [(each["variant"], _ids(each["rules"]), each["about"]) for each in found["variants"]]
        pages.table(f"{heading}: variants, all off unless named", ("--variant", "rules", "about"), rows)
    if found["optional_rules"]:
        optional = [(each["id"], "off", _chosen_by(each), each["title"]) for each in found["optional_rules"]]
        pages.table(f"{heading}: optional rules", ("rule", "default", "chosen by", "title"), optional)
    if found["battle_options"]:
        options = [
            (name, _said(each["default"]), _choices(each), each["meaning"])
            for name, each in found["battle_options"].items()
        ]
        title = f"{heading}: options of a battle, as in --option {options[-1][0]}={options[-1][2].split(', ')[-1]}"
        pages.table(title, ("--option", "default", "may be", "meaning"), options)


def _ids(rules: list[dict[str, str]]) -> str:
    ids = [rule["id"] for rule in rules]
    return ", ".join(ids[:3]) + (f" and {len(ids) - 3} more" if len(ids) > 3 else "")


def _chosen_by(rule: dict[str, Any]) -> str:
    if rule["variants"]:
        return ", ".join(f"--variant {name}" for name in rule["variants"])
    return rule["switch"] or f"see grognard rules show {rule['id']}"


def _choices(option: dict[str, Any]) -> str:
    return ", ".join(map(_said, option["choices"])) or "a whole number"


def _said(value: object) -> str:
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)
