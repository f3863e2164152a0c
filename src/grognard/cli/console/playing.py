"""A battle in the terminal by words alone: the situation, what is asked, typed orders, and what came of them."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar

from grognard.battle.battles import Battle
from grognard.battle.commanding import Chair, Commander
from grognard.battle.decisions import Answer
from grognard.battle.ending.giving_up import giving_up
from grognard.battle.pictures import Picture
from grognard.battle.record import saves
from grognard.battle.words import ground
from grognard.battle.words.numbering import Numbering, given_in_phase
from grognard.battle.words.situation import WordLine, WordSection, looked_at, situation
from grognard.battle.words.typed import Reader
from grognard.cli.console.prompt import ask
from grognard.kernel.errors import BadInput
from grognard.server.views.aliases import Aliases
from grognard.server.views.hearing import Hearing
from grognard.server.views.showing import seat_picture
from grognard.server.views.speech import Speech

WIDE = 100
HELP = (
    "an empty line: the usual answer; done: nothing more to say; a number or words of an option: that answer",
    "fields follow as name=value, or a value alone{example}",
    "a place is 900,400; or 200@1 for 200 paces at one o'clock; or 200@ne; or the name of a unit or place",
    "look: everything you see; look NAME: one unit, or all under a heading, as in look enemies",
    "options: what may be answered; 3 ?: what option 3 takes; an order with ? behind it: what would come of it",
    "ground: the field; goals: what the battle is for; log: what happened since your last word, again",
    "an answer is carried out at once; undo: take it back, as long as no dice have been thrown for it",
    "save FILE: keep it; quit: leave (with --save it is kept)",
    "surrender yes: give the battle up; the enemy has won, at least narrowly",
)


class WordGame:
    """A seat at a battle, played by typing; computers have the others."""

    def __init__(self, battle: Battle, seat: str, others: dict[str, Commander], keep: Path | None = None) -> None:
        self.battle, self.seat, self.keep = battle, seat, keep
        self._others = others
        self._aliases = Aliases(str(battle.seed))
        self._news: list[str] = []
        self._numbering = Numbering()
        self._begin()

    def _begin(self) -> None:
        """After something was taken back, all that remembers the battle is made anew."""
        self._chairs = {seat.id: Chair(self.battle, seat.id) for seat in self.battle.seats}
        self._speech = Speech(self.battle, self._aliases)
        self._hearing = Hearing(self.battle, self.seat)
        self._hearing.listen()
        self._told = len(self._hearing.told)

    @property
    def picture(self) -> Picture:
        """What the seat sees, as a link to it would show it."""
        chair = self._chairs[self.seat]
        drawn = seat_picture(self.battle, self.seat, chair.view, chair.briefing)
        return self._speech.disguise(self.seat).record(drawn)

    def reader(self) -> Reader:
        """What reads the next line."""
        battle = self.battle
        names = self._speech.disguise(self.seat).record(self._hearing.names)
        questions = self._speech.questions(self.seat)
        return Reader(
            questions,
            battle.game.forms,
            self.picture,
            names,
            ground.grounds(battle.scenario),
            numbering=self._numbering,
            given=given_in_phase(battle.entries, self.seat),
            weigh=self._speech.weighed,
        )

    # -- the battle

    def play(self) -> int:
        """Until the battle is over or the player leaves."""
        self._told = 0
        self._say((ground.goals(self.battle.scenario), ground.ground(self.battle.scenario)))
        print("\nhelp: what can be typed.")
        turn = 0
        while self.battle.open:
            if not self.battle.decisions(self.seat):
                self._others_answer()
                continue
            self._hear()
            if turn != self.battle.turn:
                turn = self.battle.turn
                self._keep()
                self._say(self.situation())
            if not self._turn():
                return self._leave()
        self._hear()
        self._keep()
        return 0

    def _others_answer(self) -> None:
        decision = self.battle.open[0]
        self.battle.answer(self._others[decision.seat].decide(self._chairs[decision.seat], decision))

    def _turn(self) -> bool:
        """One question, until it is answered; false when the player leaves."""
        reader = self.reader()
        self._say(reader.asked_again())
        while (line := ask("> ", reader.completions)) is not None:
            word, _, rest = line.partition(" ")
            act = self._commands.get(word.lower())
            if line.lower() in ("q", "quit", "exit"):
                return False
            if act is not None:
                if act(self, rest.strip()):
                    return True
                continue
            found = reader.read(line)
            self._say(found.help)
            if found.problem:
                print(f"  {found.problem}")
            if found.answer is not None:
                print(f"  {found.said}")
                self._answer(found.answer)
                return True
        return False

    def _answer(self, answer: Answer) -> None:
        self._news.clear()
        self.battle.answer(self._speech.meant(answer))

    def _leave(self) -> int:
        if self.keep is not None:
            self._keep()
            print(f"{self.keep} holds it; the same command goes on from there.")
        else:
            print("You leave the field; nothing is kept (save FILE keeps it).")
        return 0

    def _keep(self) -> None:
        if self.keep is not None:
            saves.save(self.battle, self.keep)

    # -- telling

    def situation(self) -> tuple[WordSection, ...]:
        """What the seat sees now."""
        turn, phase = self.battle.fight.moment()
        head = WordSection(f"Turn {turn}, {self.battle.game.phase_name(phase)}", (WordLine(f"You are {self.title}."),))
        return head, *situation(self.picture, self.battle.scenario.header.table_paces)

    @property
    def title(self) -> str:
        """What people call the seat."""
        return next(seat.title for seat in self.battle.seats if seat.id == self.seat)

    def _hear(self) -> None:
        """What happened, in sentences."""
        self._hearing.listen()
        disguise = self._speech.disguise(self.seat)
        phase = ""
        for told in disguise.told(self._hearing.told[self._told :]):
            if told.kind == "turn":
                self._tell(f"\n== Turn {told.turn}")
            elif told.kind == "phase":
                # told only if something happens in it
                phase = f"-- {self.battle.game.phase_name(told.phase)}"
            elif told.text:
                if phase:
                    self._tell(phase)
                    phase = ""
                self._tell(f"- {told.text}{'' if told.text[-1] in '.!?”' else '.'}")
        self._told = len(self._hearing.told)

    def _tell(self, line: str) -> None:
        self._news.append(line)
        print(_wrapped(line))

    def _say(self, sections: Sequence[WordSection]) -> None:
        for section in sections:
            indent = "  " * section.depth
            print(f"\n{_wrapped(section.title, indent)}")
            for line in section.lines:
                print(_wrapped(f"  {line.text}", indent))

    # -- what else can be typed

    def _look(self, name: str) -> bool:
        found = self.situation()
        if not name:
            self._say(found)
            return False
        told = looked_at(found, name)
        self._say(told)
        if not told:
            print(f"  nobody whom you see is called {name!r}")
        return False

    def _options(self, _rest: str) -> bool:
        self._say(self.reader().asked())
        return False

    def _help(self, _rest: str) -> bool:
        line = self.reader().example()
        for each in HELP:
            print(_wrapped(f"  {each.format(example=f': {line}' if line else '')}"))
        return False

    def _ground(self, _rest: str) -> bool:
        self._say((ground.ground(self.battle.scenario),))
        return False

    def _goals(self, _rest: str) -> bool:
        self._say((ground.goals(self.battle.scenario),))
        return False

    def _log(self, _rest: str) -> bool:
        for line in self._news or ["  nothing that you saw"]:
            print(_wrapped(line))
        return False

    def _undo(self, _rest: str) -> bool:
        try:
            undone = self.battle.undo(self.seat)
        except BadInput as error:
            print(f"  {error}")
            return False
        self._begin()
        print(f"  taken back: {self.reader().told(undone)}")
        return True

    def _surrender(self, sure: str) -> bool:
        answer = giving_up(self.seat)
        refusal = self.battle.refusal(answer)
        if refusal is not None or sure != "yes":
            print(
                f"  {refusal.reason if refusal else 'the enemy wins by it; to give the battle up say: surrender yes'}"
            )
            return False
        self._answer(answer)
        return True

    def _save(self, path: str) -> bool:
        where = Path(path) if path else self.keep
        if where is None:
            print("  save FILE: where to?")
            return False
        try:
            saves.save(self.battle, where)
        except OSError as error:
            print(f"  {where}: {error.strerror}")
            return False
        print(f"  {where} holds it.")
        return False

    _commands: ClassVar[dict[str, Callable[[WordGame, str], bool]]] = {
        "look": _look, "options": _options, "help": _help, "?": _help, "ground": _ground, "goals": _goals, "log": _log,
        "undo": _undo, "save": _save, "surrender": _surrender,
    }  # fmt: skip


def _wrapped(line: str, indent: str = "") -> str:
    """No wider than a page; what is read by ear is not broken by that."""
    lead = line[: len(line) - len(line.lstrip("\n "))]
    return textwrap.fill(
        line.strip(),
        WIDE,
        initial_indent=indent + lead,
        subsequent_indent=indent + lead.strip("\n") + "  ",
        break_long_words=False,
        break_on_hyphens=False,
    )
