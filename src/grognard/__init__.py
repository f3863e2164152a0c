"""Horse-and-musket battles under written rules, with every die, modifier and rule number in plain sight.

    import grognard

    rules = grognard.rules("cold-steel")
    morale = rules["morale"]
    moment = morale.situation(morale_rating=9, disorder=2)
    result = morale.roll(moment, grognard.SeededDice(1815))
    odds = morale.odds(moment)

What stands in `__all__` is the library's surface; each name is imported when it is first used, so that the command line
starts quickly.
"""

TYPE_CHECKING = False  # as in typing, whose import every command would pay for
if TYPE_CHECKING:
    from grognard.battle.battles import Battle
    from grognard.battle.commanding import fight_out
    from grognard.commanders import commander
    from grognard.kernel.chain import chain_odds, play
    from grognard.kernel.errors import BadData, BadInput, GrognardError
    from grognard.kernel.open_facts import odds_by_case
    from grognard.kernel.opposed import Pair
    from grognard.kernel.sources import DiceByHand, ScriptedDice, SeededDice
    from grognard.scenarios.loading import load
    from grognard.simulate.many import begin
    from grognard.systems import game, rulebook, rules, variants

__version__ = "0.1.0"
__all__ = [
    "BadData",
    "BadInput",
    "Battle",
    "DiceByHand",
    "GrognardError",
    "Pair",
    "ScriptedDice",
    "SeededDice",
    "__version__",
    "begin",
    "chain_odds",
    "commander",
    "fight_out",
    "game",
    "load",
    "odds_by_case",
    "play",
    "rulebook",
    "rules",
    "variants",
]

_HOMES = {
    "grognard.battle.battles": ("Battle",),
    "grognard.battle.commanding": ("fight_out",),
    "grognard.commanders": ("commander",),
    "grognard.scenarios.loading": ("load",),
    "grognard.simulate.many": ("begin",),
    "grognard.kernel.chain": ("chain_odds", "play"),
    "grognard.kernel.errors": ("BadData", "BadInput", "GrognardError"),
    "grognard.kernel.open_facts": ("odds_by_case",),
    "grognard.kernel.opposed": ("Pair",),
    "grognard.kernel.sources": ("DiceByHand", "ScriptedDice", "SeededDice"),
    "grognard.systems": ("game", "rulebook", "rules", "variants"),
}


def __getattr__(name: str) -> object:
    """Import a name of the surface from its home."""
    from importlib import import_module

    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(home), name)
    raise AttributeError(f"module 'grognard' has no attribute {name!r}")
