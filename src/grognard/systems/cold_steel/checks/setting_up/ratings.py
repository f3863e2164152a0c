"""Chapter 1: what units and commanders are rated, and what their ratings mean."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from grognard.kernel.checks import implements, reckoning, refuse
from grognard.kernel.facts import Facts, Range
from grognard.kernel.tables import Tables

from ...terms import DISCIPLINES, STATUSES, Discipline, MoraleRating, Rating, Status

DisciplineOrNone = Literal[Discipline, "none"]
RatingOrNone = Literal[Rating, "none"]
StatusOrNone = Literal[Status, "none"]
People = Literal["other", "north_american_indian", "austrian_grenzer", "austrian_pandour", "tribal"]
Level = Literal["battalion", "battery", "troop", "regiment", "brigade", "division", "corps", "army"]


class MoraleClassFacts(Facts):
    """A morale rating."""

    morale_rating: MoraleRating


class MoraleClassResult(NamedTuple):
    """The class a rating falls in."""

    morale_class: str
    meaning: str


@reckoning("morale-class", "CS-1.4.1a", asks=MoraleClassFacts)
def morale_class(t: Tables, s: MoraleClassFacts) -> MoraleClassResult:
    """What a morale rating means."""
    return t.bands("CS-1.4.1a", "rows", MoraleClassResult)[s.morale_rating]


class MoraleLevelFacts(Facts):
    """A unit's morale level now."""

    status: Annotated[Status, "its morale level now"]


class MoraleLevelResult(NamedTuple):
    """What a morale level means, and the levels next to it; at an end the level itself."""

    meaning: str
    one_lower: Status
    one_higher: Status


@reckoning("morale-level", "CS-1.4.1b", asks=MoraleLevelFacts)
def morale_level(t: Tables, s: MoraleLevelFacts) -> MoraleLevelResult:
    """What a morale level means and which levels are next to it."""
    place = STATUSES.index(s.status)
    lower, higher = STATUSES[min(place + 1, len(STATUSES) - 1)], STATUSES[max(place - 1, 0)]
    return MoraleLevelResult(t.value("CS-1.4.1b", s.status), lower, higher)


class DisciplineClassFacts(Facts):
    """A discipline class, and how far a rule moves it."""

    discipline: Annotated[Discipline, "the unit's discipline"]
    classes_up: Annotated[int, Range(-5, 5), "classes a rule moves it up, or down if below 0"] = 0


class DisciplineClassResult(NamedTuple):
    """The class that counts and its meaning."""

    discipline: Discipline
    meaning: str


@reckoning("discipline-class", "CS-1.4.2", asks=DisciplineClassFacts)
def discipline_class(t: Tables, s: DisciplineClassFacts) -> DisciplineClassResult:
    """The discipline class so many steps up or down, and what it means."""
    discipline = shifted(s.discipline, s.classes_up)
    return DisciplineClassResult(discipline, t.value("CS-1.4.2", discipline))


@implements("CS-1.4.2")
def shifted(discipline: Discipline, classes_up: int) -> Discipline:
    """The discipline class so many steps better; beyond the best or the worst there is none."""
    place = DISCIPLINES.index(discipline) - classes_up
    return DISCIPLINES[min(max(place, 0), len(DISCIPLINES) - 1)]


class UnitRatingsFacts(Facts):
    """A unit's ratings as the scenario gives them."""

    morale_rating: MoraleRating
    discipline: Annotated[DisciplineOrNone, "discipline rating; none for irregulars"] = "trained"
    irregular: Annotated[bool, "rated as irregulars"] = False
    people: Annotated[People, "who they are, where that decides whether they are irregulars"] = "other"
    scenario_status: Annotated[StatusOrNone, "morale level the scenario gives it at the start, if it does"] = "none"


class UnitRatingsResult(NamedTuple):
    """A unit ready to take the field."""

    irregular: bool
    uses_formations: bool
    morale_class: str
    status: Status


@reckoning("unit-ratings", "CS-1.4", asks=UnitRatingsFacts)
def unit_ratings(t: Tables, s: UnitRatingsFacts) -> UnitRatingsResult:
    """Whether a unit's ratings are complete, and its morale level at the start."""
    irregular = is_irregular(t, s.irregular, s.people)
    must_be_rated(irregular, s.discipline)
    status = t.value("CS-1.4.1c", "status") if s.scenario_status == "none" else s.scenario_status
    rated = t.bands("CS-1.4.1a", "rows", MoraleClassResult)[s.morale_rating]
    return UnitRatingsResult(irregular, not irregular, rated.morale_class, status)


def is_irregular(t: Tables, irregular: bool, people: People) -> bool:
    """Whether a unit counts as irregulars."""
    # whole peoples are irregulars in Module 2, whatever the roster says
    return irregular or (t.value("CS-M2-1.4.3", "in_force") and people in t.value("CS-M2-1.4.3", "irregular"))


def must_be_rated(irregular: bool, discipline: DisciplineOrNone) -> None:
    """Refuse a unit with a discipline rating too many or too few."""
    if irregular and discipline != "none":
        raise refuse("CS-1.4.3", "irregulars use no formations and have no discipline rating")
    if not irregular and discipline == "none":
        raise refuse("CS-1.4", "a regular unit needs a discipline rating beside its morale rating")


class CommanderRatingFacts(Facts):
    """A commander."""

    level: Annotated[Level, "what he commands"]
    rating: Annotated[RatingOrNone, "his rating, staff included"] = "none"


class CommanderRatingResult(NamedTuple):
    """Whether he has to be rated, and who is rated like him."""

    needed: bool
    rating: RatingOrNone
    such_as: str


@reckoning("commander-rating", "CS-1.4.4", asks=CommanderRatingFacts)
def commander_rating(t: Tables, s: CommanderRatingFacts) -> CommanderRatingResult:
    """Whether a commander needs a rating, and who is rated like him."""
    needed = s.level not in t.value("CS-1.4.4", "unrated")
    if s.rating == "none":
        if needed:
            raise refuse("CS-1.4.4", f"the commander of a {s.level} is rated superior, average or poor")
        return CommanderRatingResult(needed, s.rating, "")
    return CommanderRatingResult(needed, s.rating, ", ".join(t.value("CS-1.4.4", s.rating)))
