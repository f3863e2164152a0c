"""How it ended: who won and why, what earned points, what befell the leaders, the turns on which it turned, and how to
fight it again."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from html import escape
from pathlib import PurePath
from typing import Any

from grognard.battle.ending.outcomes import percent_of
from grognard.battle.record.fair import Fair

from .drawings.charts import side_colour
from .lexicon import Lexicon
from .record import Record
from .story.deeds import Deed
from .story.episodes import Turning, cost, of_side
from .wording import listed, men, number, the


def capital(text: str) -> str:
    """With a capital at its beginning."""
    return text[:1].upper() + text[1:]


def verdict(record: Record) -> str:
    """Who won, in a sentence."""
    if not record.over:
        return f"The battle is not over: this is how it stood in turn {record.turns}."
    winner, level = str(record.ending.get("winner", "")), str(record.ending.get("level", ""))
    turns = f"after {record.turns} turn{'s' * (record.turns != 1)}"
    if not winner:
        return f"A drawn battle {turns}."
    article = "an" if level[:1] in "aeiou" else "a"
    return f"{capital(the(winner))} won {article} {level} victory {turns}."


def why(record: Record) -> str:
    """What decided it, in the words of the game."""
    # how long it lasted stands in the sentence before
    reason = str(record.ending.get("reason", ""))
    told = capital(reason.partition(" turns: ")[2] or reason.partition(" turn: ")[2])
    who = listed(map(the, record.quits)) if record.quits else ""
    return f"{told}. {capital(who)} quit the field and gave up what they held there" if who else told


def price(record: Record) -> str:
    """What the battle cost the sides that the reader can count."""
    told = []
    for side in record.sides:
        units = [record.states[-1].units[unit] for unit in of_side(record, side)]
        began, left = sum(unit.men_at_start for unit in units), sum(unit.men for unit in units)
        taken = record.outcome["sides"][side]["guns_lost"] if record.outcome else 0
        guns = f" and {number(taken)} gun{'s' * (taken != 1)}" if taken else ""
        share = f" ({percent_of(began - left, began)}%)" if began else ""
        told.append(f"{the(side)} lost {began - left:,} of {men(began)}{share}{guns}")
    return f"{capital('; '.join(told))}." if told else ""


def points(record: Record) -> str:
    """A table of what earned points, for each side; for a seat only the sum that was told at the end."""
    if record.seat is not None:
        told = [f"{capital(the(side))}: {value}" for side, value in record.ending.get("points", {}).items()]
        return f"<p>{escape('; '.join(told))}.</p>" if told else "<p>Points are counted when the battle is over.</p>"
    out = []
    for side, account in record.outcome["sides"].items():
        lines = "".join(
            f'<tr{_dim(line)}><td class="n">{line["points"] or "–"}<td>{escape(line["text"])}'
            f'<td class="soft">{escape(line["how"])}</tr>'
            for line in account["lines"]
        )
        out.append(
            f'<div class="wide"><table class="points"><thead><tr style="color:{side_colour(record, side)}">'
            f'<th class="n">{account["points"]}<th>{escape(side)}<th>Counted</tr></thead><tbody>{lines}</tbody>'
            "</table></div>"
        )
    return "".join(out)


def _dim(line: dict[str, Any]) -> str:
    return "" if line["points"] else ' class="dim"'


def leaders(record: Record, words: Lexicon, deeds: Sequence[Deed]) -> str:
    """Everybody who was hit, with the turn; the rest by number."""
    found: dict[str, list[Deed]] = {}
    for deed in deeds:
        if deed.what == "leader" and deed.who.id:
            found.setdefault(deed.who.id, []).append(deed)
    rows = "".join(_fate(record, words, hits) for hits in found.values())
    others = [
        leader for leader in record.chain.leaders.values() if leader.id not in found and leader.side in record.sides
    ]
    # a seat knows only of its own, so it is not told how many came through
    rest = f"<p>{capital(number(len(others)))} other leaders came through unhurt.</p>" if record.seat is None else ""
    if not rows:
        return "<p>No leader was hit.</p>"
    return (
        '<div class="wide"><table><thead><tr><th>Leader<th>Command<th>What befell him</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>{rest}"
    )


def _fate(record: Record, words: Lexicon, hits: Sequence[Deed]) -> str:
    post = record.chain.leaders.get(hits[0].who.id)
    told = "; ".join(
        f"turn {deed.turn}: {words.fates.get(str(deed.facts.get('fate', '')), words.fates.get('', 'was hit'))}"
        for deed in hits
    )
    colour = side_colour(record, hits[0].who.side)
    return (
        f'<tr><td style="color:{colour}">{escape(hits[0].who.name)}<td class="soft">'
        f"{escape(post.formation if post else '')}<td>{escape(capital(told))}</tr>"
    )


def turning_points(record: Record, found: Sequence[Turning]) -> str:
    """Each with what it cost both sides and what it did to the points."""
    return f'<ol class="turning">{"".join(_turning(record, one) for one in found)}</ol>'


def _turning(record: Record, one: Turning) -> str:
    told = escape(turning_text(record, one))
    return f"<li><b>Turn {one.turn}</b>, against {escape(the(one.against))}. {told}</li>"


def lost_on(record: Record, turn: int, side: str) -> tuple[int, list[str]]:
    """The men that a side lost on a turn, and its units that gave way or were lost."""
    lost = cost(record.states[turn - 1], record.states[turn], of_side(record, side))
    return lost.men, [record.chain.units[unit].unit.name for unit in (*lost.destroyed, *lost.beaten)]


def turning_text(record: Record, one: Turning) -> str:
    """What a turn cost both sides, and what it did to the points."""
    before, after = record.states[one.turn - 1], record.states[one.turn]
    parts = []
    for side in record.sides:
        lost, names = lost_on(record, one.turn, side)
        gave = f", and {listed(names, 5)} gave way or {_was(names)} lost" if names else ""
        parts.append(f"{capital(the(side))} lost {men(lost) if lost else 'nobody'}{gave}.")
    moved = "; ".join(
        f"{side} {before.points[side]} to {after.points[side]}"
        for side in after.points
        if before.points[side] != after.points[side]
    )
    return " ".join(parts) + (f" Points: {moved}." if moved else "")


def again(record: Record, defaults: dict[str, Any], bundled: bool, *, seed_known: bool) -> str:
    """The commands; a seat is not told the seed, by which one could know dice to come and orders of the other side,
    before the battle is over and shown to all."""
    if record.seat is not None and not (record.over and seed_known):
        return "<p>The seed is told when the battle is over and both armies are shown.</p>"
    content = record.content
    battle = content.scenario.header.id if bundled else f"FOLDER-OF-{content.scenario.header.id}"
    words = ["grognard", "battle", battle, "--system", content.system, "--seed", str(content.seed)]
    words += [f"--turns={content.options['turns']}"] if content.options.get("turns") else []
    for variant in content.options.get("variants", ()):
        words += ["--variant", str(variant)]
    file = PurePath(record.source).name
    others = {name: value for name, value in record.options.items() if defaults.get(name) != value}
    # only what differs from the usual is worth a line
    told = ", ".join(f"{name.replace('_', ' ')}: {value}" for name, value in others.items() if name not in SAID)
    options = f"<p>Options of this battle: {escape(told)}.</p>" if told else ""
    lines = [shlex.join(words), f"grognard replay {shlex.quote(file)} --dice", f"grognard verify {shlex.quote(file)}"]
    return (
        f"<p>The same seed gives the same dice, and the same decisions the same battle.{_parts(content.fair)}</p>"
        f"{options}"
        f"<pre>{escape(chr(10).join(lines))}</pre>"
    )


def _parts(fair: Fair | None) -> str:
    """Of whose parts the seed was made, where nobody chose it."""
    if fair is None or fair.chosen:
        return ""
    parts = {"the server": fair.part, **{seat: pledge.part for seat, pledge in fair.seats.items()}}
    told = ", ".join(f"{escape(who)} <code>{escape(part)}</code>" for who, part in parts.items())
    return f" It was made of parts whose hashes were shown before the first die: {told}."


SAID = ("turns", "variants")
"""Options that stand in the command."""


def _was(names: Sequence[str]) -> str:
    return "was" if len(names) == 1 else "were"
