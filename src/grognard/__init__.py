"""Horse-and-musket battles under written rules, with every die, modifier and rule number in plain sight.

    import grognard

    rules = grognard.rules("cold-steel")
    morale = rules["morale"]
    moment = morale.situation(morale_rating=9, disorder=2)
    result = morale.roll(moment, grognard.SeededDice(1815))
    odds = morale.odds(moment)

    battle = grognard.begin("farm-at-the-crossroads", seed=7)
    battle.answer(battle.open[0].default)
    battle.save("farm.grog.json")

What stands in `__all__` is the library's surface; each name is imported when it is first used, so that the command line
starts quickly. docs/library.md is a tour of it.
"""

TYPE_CHECKING = False  # as in typing, whose import every command would pay for
if TYPE_CHECKING:
    from grognard.battle.battles import Battle
    from grognard.battle.commanding import fight_out
    from grognard.battle.decisions import Answer, Decision
    from grognard.commanders import commander
    from grognard.kernel.checks import Check, Refused
    from grognard.kernel.errors import BadData, BadInput, GrognardError
    from grognard.kernel.odds import Odds
    from grognard.kernel.opposed import Pair
    from grognard.kernel.ruleset import Ruleset
    from grognard.kernel.sources import DiceByHand, ScriptedDice, SeededDice
    from grognard.kernel.uses.chain import chain_odds, play
    from grognard.kernel.uses.open_facts import odds_by_case
    from grognard.scenarios import bundled
    from grognard.scenarios.loading import load as scenario
    from grognard.scenarios.model import Scenario
    from grognard.simulate.many import begin
    from grognard.simulate.many import resume as load
    from grognard.systems import game, rulebook, rules, variants

__version__ = "0.1.0"
__all__ = [
    "Answer",
    "BadData",
    "BadInput",
    "Battle",
    "Check",
    "Decision",
    "DiceByHand",
    "GrognardError",
    "Odds",
    "Pair",
    "Refused",
    "Ruleset",
    "Scenario",
    "ScriptedDice",
    "SeededDice",
    "__version__",
    "begin",
    "bundled",
    "chain_odds",
    "commander",
    "fight_out",
    "game",
    "load",
    "odds_by_case",
    "play",
    "rulebook",
    "rules",
    "scenario",
    "variants",
]

_HOMES = {
    "Answer": "grognard.battle.decisions:Answer",
    "BadData": "grognard.kernel.errors:BadData",
    "BadInput": "grognard.kernel.errors:BadInput",
    "Battle": "grognard.battle.battles:Battle",
    "Check": "grognard.kernel.checks:Check",
    "Decision": "grognard.battle.decisions:Decision",
    "DiceByHand": "grognard.kernel.sources:DiceByHand",
    "GrognardError": "grognard.kernel.errors:GrognardError",
    "Odds": "grognard.kernel.odds:Odds",
    "Pair": "grognard.kernel.opposed:Pair",
    "Refused": "grognard.kernel.checks:Refused",
    "Ruleset": "grognard.kernel.ruleset:Ruleset",
    "Scenario": "grognard.scenarios.model:Scenario",
    "ScriptedDice": "grognard.kernel.sources:ScriptedDice",
    "SeededDice": "grognard.kernel.sources:SeededDice",
    "begin": "grognard.simulate.many:begin",
    "bundled": "grognard.scenarios:bundled",
    "chain_odds": "grognard.kernel.uses.chain:chain_odds",
    "commander": "grognard.commanders:commander",
    "fight_out": "grognard.battle.commanding:fight_out",
    "game": "grognard.systems:game",
    "load": "grognard.simulate.many:resume",
    "odds_by_case": "grognard.kernel.uses.open_facts:odds_by_case",
    "play": "grognard.kernel.uses.chain:play",
    "rulebook": "grognard.systems:rulebook",
    "rules": "grognard.systems:rules",
    "scenario": "grognard.scenarios.loading:load",
    "variants": "grognard.systems:variants",
}


def __getattr__(name: str) -> object:
    """Import a name of the surface from its home, the first time that it is used."""
    if name not in _HOMES:
        raise AttributeError(f"module 'grognard' has no attribute {name!r}")
    from grognard.doors import found

    globals()[name] = found(_HOMES[name])
    return globals()[name]


def __dir__() -> list[str]:
    """The surface, whether its names have been used or not."""
    return sorted(__all__)
