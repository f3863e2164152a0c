"""Fire, charges, hand-to-hand."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import UNSET

from grognard.battle.kinds import Kind, Maybe, MaybeWho, Retold, Scene, Telling, Who, many, said

Winner = Literal["attacker", "defender", "none"]

# -- fire


class Fired(Kind):
    """A unit shoots."""

    kind: ClassVar = "fired"
    scenes: ClassVar = (Scene("fire", whom="target", count="casualties", note="band"),)
    retold: ClassVar = (Retold("fire", who="unit", whom="target"),)
    unit: Who
    target: Who
    hits: int
    casualties: int
    disorders: bool
    band: str
    closing: bool

    def log_text(self, at: Telling) -> str:
        """How well."""
        how = "gives closing fire to" if self.closing else "fires at"
        band = f" ({self.band})" if self.band else ""
        came = many(self.hits, "hit") if self.hits else "no hit"
        lost = f", {many(self.casualties, 'casualty', 'casualties')}" if self.hits else ""
        return f"{at.name()} {how} {at.name('target')}{band}: {came}{lost}{', disorder' if self.disorders else ''}"


class Saved(Kind):
    """A unit saves hits that came by themselves: of skirmishers, or of fire at the whole of a massed column."""

    kind: ClassVar = "saved"
    scenes: ClassVar = (Scene("fall", whom="by", count="casualties"),)
    unit: Who
    hits: int
    casualties: int
    by: MaybeWho = UNSET

    def log_text(self, at: Telling) -> str:
        """How many hits, how many casualties."""
        lost = many(self.casualties, "casualty", "casualties") if self.casualties else "saved"
        return f"{at.name()} takes {many(self.hits, 'hit')}: {lost}"


# -- charges


class ChargeBegins(Kind):
    """A unit sets out to charge another."""

    kind: ClassVar = "charges"
    retold: ClassVar = (Retold("charge", who="unit", whom="target"),)
    unit: Who
    target: Who
    how: str

    def log_text(self, at: Telling) -> str:
        """Whom, and of what sort the charge is."""
        how = {"sweep": "sweeps on into", "support": "charges in support"}.get(self.how, "charges")
        return f"{at.name()} {how} {at.name('target')}"


class ChargesToo(Kind):
    """Another unit of a massed column goes with it."""

    kind: ClassVar = "charges_beside"
    scenes: ClassVar = (Scene("charge"),)
    text: ClassVar = "{unit} goes on in one mass with {other}"
    unit: Who
    other: Who


class ChargeRan(Kind):
    """A charger comes on."""

    kind: ClassVar = "charge_run"
    scenes: ClassVar = (Scene("charge", whom="target", paces="paces"),)
    unit: Who
    target: Who
    paces: int
    inches: int

    def log_text(self, at: Telling) -> str:
        """How far."""
        return f"{at.name()} comes on at {at.name('target')}: {many(self.inches, 'inch', 'inches')}"


class TurnedAbout(Kind):
    """A unit turns on the spot before a charge."""

    kind: ClassVar = "turned"
    scenes: ClassVar = (Scene("march"),)
    text: ClassVar = "{unit} turns on the spot"
    unit: Who


class ChargeRolled(Kind):
    """A step of a charge is rolled for, by the draft."""

    kind: ClassVar = "charge_roll"
    unit: Who
    step: str
    does: bool

    def log_text(self, at: Telling) -> str:
        """Whether it does."""
        return f"{at.name()}, {said(self.step)}: {'yes' if self.does else 'no'}"


class Contacted(Kind):
    """Charger and target are hand to hand."""

    kind: ClassVar = "contact"
    scenes: ClassVar = (Scene("meet", whom="target", note="face"),)
    text: ClassVar = "{unit} is upon {target} ({face})"
    unit: Who
    target: Who
    face: str


class ResponseMade(Kind):
    """How a charge is met."""

    kind: ClassVar = "met"
    scenes: ClassVar = (Scene("sign", whom="charger", note="response"),)
    unit: Who
    charger: Who
    response: str

    def log_text(self, at: Telling) -> str:
        """What the unit does."""
        does = {
            "stand": "stands",
            "closing_fire": "stands and fires",
            "counter_charge": "rides out against",
            "evade": "evades",
            "turn_to_face": "turns to face",
            "shelter": "fires, and its gunners run before",
        }
        to = f" {at.name('charger')}" if self.response in ("counter_charge", "evade", "turn_to_face", "shelter") else ""
        return f"{at.name()} {does.get(self.response, said(self.response))}{to}"


class SquareTried(Kind):
    """Infantry tries to form square before cavalry."""

    kind: ClassVar = "square"
    scenes: ClassVar = (Scene("form", whom="charger"),)
    unit: Who
    charger: Who
    square: bool
    disordered: bool
    fires: bool

    def log_text(self, at: Telling) -> str:
        """How well it does."""
        what = "forms square" if self.square else "does not form square"
        more = ", disordered" if self.disordered else " and fires" if self.fires else ""
        return f"{at.name()} {what}{more} before {at.name('charger')}"


class SkirmishersReacted(Kind):
    """Skirmishers in the open who are charged do what the die says."""

    kind: ClassVar = "reacted"
    scenes: ClassVar = (Scene("sign", whom="charger", note="result"),)
    text: ClassVar = "{unit}, charged by {charger}: {result}"
    unit: Who
    charger: Who
    result: str


class TookShelter(Kind):
    """Skirmishers run to friends or woods, gunners to a friend."""

    kind: ClassVar = "sheltered"
    scenes: ClassVar = (Scene("flight"),)
    unit: Who
    friend: MaybeWho = UNSET
    back: Maybe[bool] = UNSET

    def log_text(self, at: Telling) -> str:
        """Where to, or that they are back at their guns."""
        if self.back is True:
            return f"the gunners of {at.name()} are back at their pieces"
        return f"{at.name()} takes shelter {'with ' + at.name('friend') if at.has('friend') else 'in the woods'}"


class ChargeTurned(Kind):
    """A charger whose target has run halts, or goes on at the friend with whom it shelters."""

    kind: ClassVar = "redirected"
    scenes: ClassVar = (Scene("charge", whom="target"),)
    unit: Who
    target: MaybeWho = UNSET

    def log_text(self, at: Telling) -> str:
        """At whom."""
        return f"{at.name()} turns upon {at.name('target')}" if at.has("target") else f"{at.name()} halts its charge"


class SupportChargeTried(Kind):
    """Cavalry tries to charge in the enemy's turn."""

    kind: ClassVar = "support_charge"
    scenes: ClassVar = (Scene("sign", whom="target"),)
    unit: Who
    target: Who
    goes: bool
    blunder: bool

    def log_text(self, at: Telling) -> str:
        """Whether it goes."""
        came = "goes" if self.goes else "blunders" if self.blunder else "does not go"
        return f"{at.name()} would charge {at.name('target')} in support: it {came}"


class Reformed(Kind):
    """A unit takes up another formation in the face of the enemy."""

    kind: ClassVar = "reformed"
    scenes: ClassVar = (Scene("form", note="formation"),)
    text: ClassVar = "{unit} is in {formation}"
    unit: Who
    formation: str


# -- hand-to-hand


class RoundFought(Kind):
    """A round hand-to-hand."""

    kind: ClassVar = "melee"
    scenes: ClassVar = (Scene("clash", whom="target", winner="winner", wins={"attacker": "who", "defender": "whom"}),)
    retold: ClassVar = (Retold("clash", who="unit", whom="target", winner={"attacker": "who", "defender": "whom"}),)
    unit: Who
    target: Who
    winner: Winner
    scores: list[int]
    round: int

    def log_text(self, at: Telling) -> str:
        """Who has the better of it."""
        won = {"attacker": at.name(), "defender": at.name("target")}.get(self.winner, "neither")
        scores = f"{self.scores[0]} to {self.scores[1]}"
        return f"hand-to-hand: {at.name()} against {at.name('target')}, {scores}; {won} has the better of it"


class BlowsStruck(Kind):
    """The blows of one unit upon another, where several fight."""

    kind: ClassVar = "blows"
    scenes: ClassVar = (Scene("clash", whom="target", count="casualties"),)
    unit: Who
    target: Who
    casualties: int

    def log_text(self, at: Telling) -> str:
        """How many fall."""
        return f"{at.name()} strikes {at.name('target')}: {many(self.casualties, 'casualty', 'casualties')}"


class SideReckoned(Kind):
    """The combat result of a side in a fight of several units."""

    kind: ClassVar = "side_result"
    text: ClassVar = "the side of {unit} comes to {result}"
    unit: Who
    result: int


class VictoryMoved(Kind):
    """A winner moves at once."""

    kind: ClassVar = "victory_move"
    scenes: ClassVar = (Scene("march", paces="paces"),)
    unit: Who
    paces: int
    inches: int
    how: str

    def log_text(self, at: Telling) -> str:
        """How."""
        how = {"ride_around": "rides on past the square", "follow": "follows through"}.get(self.how, "goes on")
        return f"{at.name()} {how}: {many(self.inches, 'inch', 'inches')}"


class PassedThrough(Kind):
    """A beaten friend goes through a unit."""

    kind: ClassVar = "passed_through"
    scenes: ClassVar = (Scene("sign", whom="friend"),)
    unit: Who
    friend: Who
    disordered: bool

    def log_text(self, at: Telling) -> str:
        """Whether it keeps its order."""
        keeps = "is thrown into disorder" if self.disordered else "keeps its order"
        return f"{at.name('friend')} goes back through {at.name()}, which {keeps}"
