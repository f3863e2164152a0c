"""The weathercock and the toss."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from grognard.kernel.checks import Roll, Thrown, check
from grognard.kernel.dice import D6
from grognard.kernel.facts import Facts, Range
from grognard.kernel.modifiers import by, flag, given, modifiers
from grognard.kernel.tables import Tables

from ..terms import FELL_WORDS, Caught, Coin, Fell, Wind


class WeathercockFacts(Facts):
    """A new turn; nothing about it matters."""


class WeathercockResult(NamedTuple):
    """What it shows."""

    wind: Wind


@check("weathercock", "PT-1.2", asks=WeathercockFacts)
def weathercock(t: Tables) -> Roll[WeathercockFacts, WeathercockResult]:
    """What the weathercock shows this turn."""
    rows = t.bands("PT-1.2", "rows", WeathercockResult)
    return Roll(dice=1 * D6, result=lambda throw: rows[throw.total])


class TossFacts(Facts):
    """A coin in the air."""

    coin: Annotated[Coin, "the coin"] = "penny"
    ells: Annotated[int, Range(1, 9), "ells that it is tossed high"] = 3
    caught: Annotated[Caught, "what a crown is caught in"] = "palm"
    wind: Annotated[Wind, "what the weathercock shows"] = "still"
    lucky: Annotated[bool, "the unit is lucky"] = False
    superstition: Annotated[int, Range(0, 5), "steps of superstition of the unit"] = 0
    mark: Annotated[int, Range(0, 5), "steps of superstition of the enemy unit"] = 0


class TossResult(NamedTuple):
    """How it falls, and what comes of it."""

    fell: Fell
    found_out: bool
    ours: int
    """Percent of the men of the unit that tossed."""
    theirs: int
    """Percent of the enemy unit's men."""

    def told(self) -> str:
        """In words."""
        lost = {"heads": f", {self.theirs} % of theirs", "tails": f", {self.ours} % of ours"}
        cheat = ", the cheat found out" if self.found_out else ""
        return FELL_WORDS[self.fell] + lost.get(self.fell, "") + cheat


@check("toss", "PT-3.1", asks=TossFacts)
def toss(t: Tables) -> Roll[TossFacts, TossResult]:
    """How a coin falls."""
    rows = t.bands("PT-3.1", "rows", lambda fell: fell)
    high, natural = t.number("PT-2.2", "high"), t.number("PT-3.2", "natural")
    heads, tails, times = t.number("PT-3.3", "heads"), t.number("PT-3.3", "tails"), t.value("PT-3.3", "times")
    uneasy = t.value("PT-3.1", "superstitious")["from"]
    uneasy_mark = t.value("PT-3.1", "uneasy_mark")["from"]

    def result(throw: Thrown[TossFacts]) -> TossResult:
        found_out = throw.s.coin == "two_headed" and throw.natural == natural
        fell: Fell = "tails" if found_out else rows[throw.total]
        worth = times[throw.s.coin]
        return TossResult(fell, found_out, worth * tails * (fell == "tails"), worth * heads * (fell == "heads"))

    return Roll(
        dice=1 * D6,
        modifiers=modifiers(
            t,
            "PT-3.1",
            flag("lucky"),
            given("superstitious", lambda s: s.superstition >= uneasy),
            given("uneasy_mark", lambda s: s.mark >= uneasy_mark),
            given("high", lambda s: s.ells >= high),
            given("high_in_breeze", lambda s: s.ells >= high and s.wind == "breeze"),
            given("high_in_gale", lambda s: s.ells >= high and s.wind == "gale"),
            by("coin"),
            by(lambda s: s.caught if s.coin == "crown" else "palm"),
            given("hat_in_gale", lambda s: s.coin == "crown" and s.caught == "hat" and s.wind == "gale"),
        ),
        result=result,
        depends=("coin",),
    )
