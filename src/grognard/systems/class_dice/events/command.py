"""What happens to the initiative and to leaders."""

from __future__ import annotations

from typing import ClassVar

from msgspec import UNSET

from grognard.battle.kinds import Kind, Maybe, Scene, Secret, Telling, Who, many


class Instructed(Kind):
    """A seat says what its units do unasked."""

    kind: ClassVar = "instructed"
    seat: str
    reactions: str
    contests: str
    odds: Maybe[int] = UNSET

    def log_text(self, at: Telling) -> str:
        """Whose, and what."""
        least = f", only where the odds are {self.odds} percent or better" if isinstance(self.odds, int) else ""
        return f"standing instructions of {self.seat}: reactions {self.reactions}, contests {self.contests}{least}"


class InitiativeRolled(Kind):
    """Both army commanders roll at the beginning of a turn, or two commanders in a contest."""

    kind: ClassVar = "initiative"
    sides: list[str]
    points: list[int]
    winner: str
    ends: bool
    contest: bool

    def log_text(self, at: Telling) -> str:
        """Who wins, and what was staked."""
        staked = ", ".join(f"{side} {many(n, 'point')}" for side, n in zip(self.sides, self.points, strict=True))
        if self.ends:
            return f"The dice end the turn at once ({staked})"
        if not self.winner:
            return f"Both commanders roll alike and roll again ({staked})"
        kept = "keep the initiative" if self.contest and self.winner == self.sides[0] else "win the initiative"
        return f"The dice: {self.winner} {kept} ({staked})"


class InitiativePasses(Kind):
    """A side has nobody left to activate."""

    kind: ClassVar = "initiative_passes"
    text: ClassVar = "the initiative passes to {side}"
    side: str


class DivisionNamed(Kind):
    """A division becomes active. Whose it is all see; which one only who knows its troops."""

    kind: ClassVar = "division_named"
    side: str
    division: Secret[str] = UNSET

    def log_text(self, at: Telling) -> str:
        """By its name where that is known."""
        return f"{self.side}: {self.division if self.division is not UNSET else 'a division'} is active"


class DivisionContests(Kind):
    """A division of the other side tries to take the initiative."""

    kind: ClassVar = "contests"
    side: str
    division: Secret[str] = UNSET

    def log_text(self, at: Telling) -> str:
        """By its name where that is known."""
        return f"{self.side}: {self.division if self.division is not UNSET else 'a division'} contests the initiative"


class DivisionDone(Kind):
    """All of a division have acted, or it stands down."""

    kind: ClassVar = "division_done"
    side: str
    division: Secret[str] = UNSET


class LeaderRode(Kind):
    """A leader rides somewhere."""

    kind: ClassVar = "rode"
    scenes: ClassVar = (Scene("ride", "leader", paces="paces"),)
    text: ClassVar = "{leader} rides {paces} paces"
    leader: Who
    paces: int


class LeaderAttached(Kind):
    """A leader tries to put himself at the head of a unit or a brigade."""

    kind: ClassVar = "attached"
    leader: Who
    unit: Who
    attached: bool
    brigade: Secret[str] = UNSET

    def log_text(self, at: Telling) -> str:
        """Whether he gets there."""
        whom = self.brigade if self.brigade is not UNSET and self.brigade else at.name("unit")
        if self.attached:
            return f"{at.name('leader')} puts himself at the head of {whom}"
        return f"{at.name('leader')} cannot get himself heard by {whom}"


class LeaderDetached(Kind):
    """A leader leaves those he was with."""

    kind: ClassVar = "detached"
    text: ClassVar = "{leader} leaves the ranks"
    leader: Who
