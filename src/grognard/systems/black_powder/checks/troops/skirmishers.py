"""Skirmishers who are charged: the tables of the Skirmish Company and of the Grande Bande, shelter, follow through."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple

from grognard.kernel.checks import Roll, Thrown, check, implements, reckoning
from grognard.kernel.dice import D6, Dice, Followed
from grognard.kernel.facts import Count, Facts
from grognard.kernel.tables import Bands, Tables

from ...terms import Moves, Reaction, Response, Save, Terrain
from ..measures import FAR, ONE_D6, Inches
from .units import in_the_open

Charger = Literal["infantry", "cavalry"]
_DEEDS: dict[Reaction, str] = {
    "suffer_hit": "takes a hit",
    "retire": "retires",
    "inflict_hit": "inflicts a hit",
    "inflict_disordering_hit": "inflicts a hit that disorders",
    "break": "breaks",
    "overrun_break": "is overrun and breaks",
    "normal_fire": "fires as usual",
    "closing_fire": "gives closing fire",
    "break_in_combat": "breaks in the combat",
    "fight_as_skirmishers": "fights as skirmishers",
    "fight_as_disordered_square": "fights as if in disordered square",
}


def _deeds(deeds: tuple[Reaction, ...]) -> str:
    return ", then ".join(_DEEDS[deed] for deed in deeds)


class SkirmishersChargedFacts(Facts):
    """Skirmishers in the open who are contacted by formed troops."""

    charged_by: Annotated[Charger, "who charges"]
    reliable: Annotated[bool, "they are Reliable"] = False
    unreliable: Annotated[bool, "they are Unreliable"] = False


class CompanyChargedFacts(SkirmishersChargedFacts):
    """A Skirmish Company in the open that is contacted by formed troops."""

    shelter: Annotated[bool, "a formed friend or woods are within support distance, and they mean to go there"] = False


class CompanyChargedResult(NamedTuple):
    """What the company does, whether it goes to shelter instead, and whether the cavalry rides on at once."""

    result: str
    deeds: tuple[Reaction, ...]
    shelters: bool
    victory_move: bool

    def told(self) -> str:
        """In words."""
        said = "goes to its shelter" if self.shelters else _deeds(self.deeds)
        return f"{self.result}: {said}" + ("; the cavalry may ride on" if self.victory_move else "")


@check("company-charged", "BP-SKIRM-4", asks=CompanyChargedFacts)
def company_charged(t: Tables) -> Roll[CompanyChargedFacts, CompanyChargedResult]:
    """What a Skirmish Company does that is charged in the open."""
    rows: Bands[dict[str, Any]] = t.bands("BP-SKIRM-4", "rows", dict)

    def result(throw: Thrown[CompanyChargedFacts]) -> CompanyChargedResult:
        row, s = rows[final(throw.natural)], throw.s
        # instead of the whole row: it neither fires nor breaks
        if s.shelter and row["shelter"] and s.charged_by == "cavalry":
            return CompanyChargedResult(row["name"], (), True, False)
        deeds: tuple[Reaction, ...] = tuple(row[s.charged_by])
        return CompanyChargedResult(row["name"], deeds, False, t.value("BP-SKIRM-8", "deed") in deeds)

    return Roll(dice=reaction_dice(t), result=result, depends=("charged_by", "shelter"))


@implements("BP-SKIRM-2")
def reaction_dice(t: Tables) -> Callable[[SkirmishersChargedFacts], Dice]:
    """A die that the Reliable throw again on a 1 and the Unreliable on a 6; the second throw stands."""

    # both gifts may be there: then a 1 and a 6 are thrown again
    @cache
    def by_gifts(reliable: bool, unreliable: bool) -> Dice:
        again = [*(t.value("BP-SKIRM-2", "reliable") if reliable else [])]
        again += t.value("BP-SKIRM-2", "unreliable") if unreliable else []
        return Followed(D6, again) if again else ONE_D6

    return lambda s: by_gifts(s.reliable, s.unreliable)


def final(key: int) -> int:
    """The throw that stands, where one may have been made again."""
    # 10 times the first and then the second; 0 where none was thrown again
    return key if key < 10 else key % 10 or key // 10


class ShelterFacts(Facts):
    """What is near a Skirmish Company that cavalry charges."""

    formed_friend: Annotated[Inches, "inches to the nearest formed friend"] = FAR
    woods: Annotated[Inches, "inches to the nearest woods"] = FAR


class ShelterResult(NamedTuple):
    """Where it can go."""

    friend: bool
    woods: bool


@reckoning("shelter", "BP-SKIRM-5", asks=ShelterFacts)
def shelter(t: Tables, s: ShelterFacts) -> ShelterResult:
    """Whether a Skirmish Company finds shelter from cavalry."""
    reach = t.number("BP-SKIRM-5", "within")
    return ShelterResult(s.formed_friend <= reach, s.woods <= reach)


class SkirmishResponsesFacts(Facts):
    """Skirmishers who are charged."""

    formation: Annotated[Literal["skirmish", "grande_bande"], "who they are"] = "skirmish"
    terrain: Annotated[Terrain, "where they stand"] = "open"
    by_skirmishers: Annotated[bool, "those who charge are skirmishers too"] = False


class SkirmishResponsesResult(NamedTuple):
    """Whether they roll on their table, or what they may choose."""

    rolls: bool
    choices: tuple[Response, ...]


@reckoning("skirmish-responses", "BP-SKIRM-6", asks=SkirmishResponsesFacts)
def skirmish_responses(t: Tables, s: SkirmishResponsesFacts) -> SkirmishResponsesResult:
    """How skirmishers may meet a charge: by the table in the open, as they choose in woods."""
    rolls = rolls_reaction(t, s.terrain, by_skirmishers=s.by_skirmishers)
    return SkirmishResponsesResult(rolls, () if rolls else tuple(t.value("BP-SKIRM-6", "responses")))


@implements("BP-SKIRM-6", "BP-GRANDE-13", "BP-SKIRM-4", "BP-GRANDE-9")
def rolls_reaction(t: Tables, terrain: Terrain, *, by_skirmishers: bool) -> bool:
    """Whether skirmishers who are charged roll on their table."""
    return not by_skirmishers and in_the_open(t, terrain)


class FollowThroughFacts(Facts):
    """A unit that charged a Skirmish Company and has nobody before it any more."""

    allowed: Annotated[Moves, "moves that its order gave it"]
    used: Annotated[Moves, "moves it has made"] = 1
    ordered: Annotated[bool, "it was ordered to follow through"] = False
    disordered: Annotated[bool, "it is disordered"] = False


class FollowThroughResult(NamedTuple):
    """Further moves it may make into its front zone, none of them a charge."""

    moves: int


@reckoning("follow-through", "BP-SKIRM-7", asks=FollowThroughFacts)
def follow_through(t: Tables, s: FollowThroughFacts) -> FollowThroughResult:
    """Whether a charger goes on past a Skirmish Company."""
    goes = s.ordered and not s.disordered and s.used < s.allowed
    return FollowThroughResult(t.number("BP-SKIRM-7", "moves") if goes else 0)


class GrandeBandeChargedFacts(SkirmishersChargedFacts):
    """A Grande Bande in the open that is contacted by formed troops."""

    light_infantry: Annotated[bool, "it is Light Infantry, and so can reform"] = False
    reforms: Annotated[bool, "it means to, where that is its choice"] = False


class GrandeBandeChargedResult(NamedTuple):
    """What it does, the formation it takes up if it reforms, and whether the cavalry rides on at once."""

    result: str
    deeds: tuple[Reaction, ...]
    forms: Literal["", "line", "square"]
    victory_move: bool

    def told(self) -> str:
        """In words."""
        said = [_deeds(self.deeds)] if self.deeds else []
        said += [f"forms {self.forms}{', disordered' if self.forms == 'square' else ''}"] if self.forms else []
        return f"{self.result}: " + "; ".join([*said, *(["the cavalry may ride on"] if self.victory_move else [])])


@check("grande-bande-charged", "BP-GRANDE-9", asks=GrandeBandeChargedFacts)
def grande_bande_charged(t: Tables) -> Roll[GrandeBandeChargedFacts, GrandeBandeChargedResult]:
    """What a Grande Bande does that is charged in the open."""
    rows: Bands[dict[str, Any]] = t.bands("BP-GRANDE-9", "rows", dict)

    def result(throw: Thrown[GrandeBandeChargedFacts]) -> GrandeBandeChargedResult:
        row, s = rows[final(throw.natural)], throw.s
        forms = _reforms(t, s, row)
        deeds: tuple[Reaction, ...] = tuple(row[s.charged_by])
        if forms == "line":  # it fires before it reforms
            deeds = tuple(deed for deed in deeds if deed != "retire")
        elif forms == "square":  # instead of firing
            deeds = ()
        return GrandeBandeChargedResult(row["name"], deeds, forms, t.value("BP-GRANDE-12", "deed") in deeds)

    depends = ("charged_by", "light_infantry", "reforms")
    return Roll(dice=reaction_dice(t), result=result, depends=depends)


@implements("BP-GRANDE-10")
def _reforms(t: Tables, s: GrandeBandeChargedFacts, row: dict[str, object]) -> Literal["", "line", "square"]:
    forms: Literal["line", "square"] = "line" if s.charged_by == "infantry" else "square"
    chosen = t.value("BP-GRANDE-10", "chosen")[forms]
    # the square is no choice, the line is
    return forms if row[forms] and s.light_infantry and (s.reforms or not chosen) else ""


class ReformingFacts(Facts):
    """A Grande Bande that becomes a formed unit again."""

    morale: Annotated[Save, "the number its saves need"] = 4
    stamina: Annotated[Count, "casualties it can take"] = 3
    casualties: Annotated[Count, "casualties it has"] = 0


class ReformingResult(NamedTuple):
    """Casualties it then has, those beyond its stamina, and whether it takes a break test."""

    casualties: int
    excess: int
    break_test: bool


@check("reforming", "BP-GRANDE-7", asks=ReformingFacts)
def reforming(t: Tables) -> Roll[ReformingFacts, ReformingResult]:
    """What it costs a Grande Bande to reform."""
    hit = t.number("BP-GRANDE-7", "hit")

    def result(throw: Thrown[ReformingFacts]) -> ReformingResult:
        s, first, second = throw.s, throw.natural // 10, throw.natural % 10
        # each die that fails is a casualty, without a save
        lost = hit * ((first < s.morale) + bool(second and second < s.morale))
        excess = max(0, s.casualties + lost - s.stamina)
        return ReformingResult(s.casualties + lost, excess, bool(lost and excess))

    return Roll(
        dice=Followed(D6, t.value("BP-GRANDE-7", "again")), result=result, depends=("morale", "stamina", "casualties")
    )
