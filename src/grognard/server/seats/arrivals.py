"""Files that visitors bring: saved battles, also of older versions, and scenarios of their own.

Nothing of them is written to disk as it came but the bytes of a save, which are those of the battle; names in them lead
nowhere. What is refused is refused before anything is written.
"""

from __future__ import annotations

from grognard import systems
from grognard.battle.record import saves
from grognard.kernel.errors import BadData, BadInput
from grognard.scenarios import files
from grognard.scenarios.inspection.checking import check_texts
from grognard.scenarios.inspection.problems import ScenarioProblem
from grognard.scenarios.loading import from_texts
from grognard.scenarios.model import Scenario

from ..battles.house import House
from ..errors import TooLong, Unreadable
from ..limits import Limits
from ..lobby import gallery
from ..shapes import (
    FoundProblem,
    NewGame,
    NewLinks,
    OpenSeat,
    SaveCard,
    SaveFile,
    ScenarioCard,
    ScenarioFiles,
    ScenarioStart,
)
from . import beginning, dicing
from .copies import TakenIn, taken_in
from .seating import no_files, seated


class FileReader:
    """Reads what visitors bring. Needs nothing but the files: it also works in a process of its own."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits

    # -- saved battles

    def look(self, file: SaveFile) -> SaveCard:
        """What is in a saved battle."""
        content = self.read(file)
        found = self.followed(file, content)
        battle, head = found.table.battle, content.scenario.header
        return SaveCard(
            head.title,
            head.date,
            content.system,
            battle.turn,
            getattr(battle.fight.world, "turns", 0) or head.victory.length_turns,
            battle.over,
            content.made_by,
            tuple(OpenSeat(each.id, each.side, each.title) for each in battle.fight.seats),
            found.why,
        )

    def read(self, file: SaveFile) -> saves.Saved:
        """A save as it is written; BadData where it is none that could be played here."""
        self._not_too_long(file.name, len(file.content))
        content = saves.from_bytes(file.content, file.name)
        if content.system not in systems.playable():
            known = ", ".join(systems.playable())
            raise BadData(f"{file.name}: system = {content.system[:80]!r}; this Grognard plays {known}")
        try:
            no_files(content.system, content.options)
        except BadInput as error:
            raise BadData(f"{file.name}: {error}") from None
        if not content.entries or (content.fair is not None and content.fair.seed is None):
            raise BadData(f"{file.name}: nothing has happened in it yet; begin the battle anew")
        if not 0 <= content.at <= len(content.entries):
            raise BadData(f"{file.name}: at = {content.at}; the record has {len(content.entries)} entries")
        return content

    def followed(self, file: SaveFile, content: saves.Saved) -> TakenIn:
        """The battle in it, as far as the rules of today follow it."""
        with saves.followed(file.name):
            places = systems.game(content.system).seats(content.scenario, content.options)
            kinds = seated(places, file.seats)
            try:
                return taken_in(file.content, file.name, kinds)
            except Unreadable as error:
                raise BadData(str(error)) from None

    # -- scenarios

    def check(self, brought: ScenarioFiles) -> ScenarioCard:
        """What the checker says to a scenario, and the battle where it can be fought."""
        try:
            texts = self._texts(brought)
        except BadData as error:
            return ScenarioCard(False, (_problem(ScenarioProblem.from_message(str(error))),))
        found = check_texts(texts)
        sound = not any(each.severity == "error" for each in found)
        battle = gallery.offer(from_texts(texts), systems.playable()) if sound else None
        return ScenarioCard(sound, tuple(map(_problem, found)), battle)

    def sound(self, wanted: ScenarioStart) -> Scenario:
        """A scenario in which nothing is wrong; BadData with the first thing that is."""
        texts = self._texts(wanted)
        wrong = [each for each in check_texts(texts) if each.severity == "error"]
        if wrong:
            raise BadData(f"{wanted.name}: {wrong[0]}")
        return from_texts(texts)

    def begins(self, wanted: ScenarioStart) -> None:
        """Set it up once, for nothing but to see that it can be."""
        scenario, game = self.sound(wanted), systems.game(wanted.system)
        no_files(wanted.system, wanted.options)
        options = game.options(scenario.header.options_for(wanted.system, wanted.options))
        dicing.unbegun("", game, scenario, options, 0, ()).go_on()

    def _texts(self, brought: ScenarioFiles) -> dict[str, str]:
        self._not_too_long(brought.name, len(brought.zip or b"") + sum(map(len, brought.files.values())))
        if brought.zip is not None:
            return files.from_zip(brought.zip, brought.name)
        return files.from_folder(brought.files, brought.name)

    def _not_too_long(self, name: str, size: int) -> None:
        most = self._limits.upload_bytes
        if most and size > most:
            raise TooLong(
                f"{name}: {size:,} bytes; this server reads {most:,} of a file at most (its host can change this with "
                "--upload-bytes)"
            )


class Arrivals:
    """Takes in what visitors bring."""

    def __init__(self, house: House, limits: Limits) -> None:
        self._house, self._limits, self._reader = house, limits, FileReader(limits)

    def open(self, file: SaveFile) -> NewLinks:
        """Go on with a saved battle, or look at it where it is over."""
        found = self._reader.followed(file, self._reader.read(file))
        # of a battle that is over whoever has the file knows everything already
        links: NewLinks = found.written(self._house, revealed=found.table.battle.over)
        return links

    def fight(self, wanted: ScenarioStart) -> NewLinks:
        """Begin a battle of one's own."""
        scenario = self._reader.sound(wanted)
        game = NewGame(scenario.header.id, wanted.system, wanted.options, wanted.seed, wanted.seats, clock=wanted.clock)
        return beginning.begin_with(self._house, scenario, game, self._limits)


def looked(limits: Limits, file: SaveFile) -> SaveCard:
    """What is in a saved battle."""
    return FileReader(limits).look(file)


def checked(limits: Limits, brought: ScenarioFiles) -> ScenarioCard:
    """What the checker says to a scenario."""
    return FileReader(limits).check(brought)


def tried(limits: Limits, wanted: ScenarioStart) -> None:
    """Whether a scenario can be begun."""
    FileReader(limits).begins(wanted)


def _problem(found: ScenarioProblem) -> FoundProblem:
    return FoundProblem(found.severity, found.file, found.line, found.where, found.message)
