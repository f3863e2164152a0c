"""Close combats with dice that are said beforehand."""

from grognard.battle.record.recorded import Threw
from grognard.systems.cold_steel.staging import events, stage

STEADY = {"morale_rating": 8, "discipline": "trained", "status": "determined"}


class Dice:
    """What the d10s and the d100s show, then tens and hundreds (steady men, no more hits)."""

    def __init__(self, tens, hundreds):
        self.left, self.thrown = {10: list(tens), 100: list(hundreds)}, []

    def throw(self, dice, purpose):
        return tuple(self.left[n].pop(0) if self.left[n] else n for n in (len(die.faces) for die in dice.dice))


def field(*units, dice=(), hundreds=(), state=None, ratings=None, **more):
    names = [each.id for _, each in units]
    b = stage(
        *units,
        phase="close_combat",
        ratings={name: {**STEADY, **(ratings or {}).get(name, {})} for name in names},
        state={name: {"status": "determined", **(state or {}).get(name, {})} for name in names},
        **more,
    )
    b.use_dice(dict.fromkeys(("", *(seat.id for seat in b.seats)), Dice(dice, hundreds)))
    return b


def met(b):
    """Each combat: who, with whom, and how it went."""
    return [(each.units["unit"], each.units["foe"], each.values["result"]) for each in events(b, "combat")]


def thrown(b, purpose):
    """The dice that were thrown for something."""
    return [entry.faces for entry in b.entries if type(entry) is Threw and entry.purpose.startswith(purpose)]
