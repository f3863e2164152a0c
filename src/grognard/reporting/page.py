"""The page: all parts of a report put together, one HTML file that needs nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.metadata import version
from importlib.resources import files
from itertools import groupby

from grognard import systems
from grognard.battle.record.saves import Find, Progress, Saved, followed
from grognard.printing.frame import when
from grognard.printing.look import palette
from grognard.scenarios import bundled
from grognard.simulate.afterthoughts import Fought, SideReason, reconsidered

from . import armies, clock, dicing, verdicts
from .drawings import charts
from .drawings.maps import Atlas, key_turns
from .fortune import decisive, luck
from .lexicon import Lexicon, lexicon
from .record import Record, pictures, read
from .refight import Refought, refight
from .story.deeds import Deed, deeds
from .story.episodes import Episode, episodes, turning_points
from .story.prose import Paragraph, Storyteller
from .wording import the

ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII")


def report(
    content: Saved,
    find: Find,
    source: str,
    seat: str | None = None,
    *,
    seed_known: bool = True,
    progress: Progress = lambda done, of: None,
    commanders: Fought = (),
) -> str:
    """A saved battle as an HTML page: all of it, or as one seat lived it. Who has the file knows its seed. `commanders`
    are those who fought it, if their reasons are to be told."""
    with followed(source):
        thought = reconsidered(content, find, commanders) if commanders else []
        return _told(read(content, find, source, seat), find, progress, thought, seed_known=seed_known)


def _told(record: Record, find: Find, progress: Progress, thought: Sequence[SideReason], *, seed_known: bool) -> str:
    content = record.content
    words = lexicon(content.system)
    done = deeds(record, words)
    chapters = episodes(record, done)
    turns = key_turns([chapter.last for chapter in chapters], record.turns)
    atlas = Atlas(record, pictures(record, set(turns)))
    refought = refight(record, [kind for counting in words.dice for kind in counting.events], progress)
    parts = [
        _head(record),
        atlas.ground(),
        _section("The field and the armies", _armies(record, atlas)),
        _section("The story", _story(record, words, done, chapters, atlas)),
        _section("Turning points", _turning(record)),
        _section("Losses", _losses(record)),
        _section("The dice", _dice(record, words, refought)),
        _section("The leaders", verdicts.leaders(record, words, done)),
        _section("Why they did it", _thought(record, thought)),
        _section("Victory" if record.over else "How it stands", _victory(record)),
        _section(
            "Fight it again",
            verdicts.again(record, find(content.system).options({}), _is_bundled(record), seed_known=seed_known),
        ),
    ]
    return _page(record, "".join(parts))


def _page(record: Record, inner: str) -> str:
    c = palette("light")
    colours = f":root{{--paper:{c.paper};--panel:{c.panel};--ink:{c.ink};--ink-2:{c.ink_2};--second:{c.build_ink}}}"
    css = (files(__package__) / "report.css").read_text(encoding="utf-8")
    title = escape(f"{record.scenario.header.title}: a battle report")
    made = f"Made by Grognard {escape(version('grognard'))} from a saved battle."
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{colours}{css}</style></head>\n"
        f"<body><main>{inner}</main><footer><p>{made}</p></footer></body></html>\n"
    )


def _section(title: str, inner: str) -> str:
    return f"<section><h2>{escape(title)}</h2>{inner}</section>\n" if inner else ""


def _head(record: Record) -> str:
    header = record.scenario.header
    place = header.place[:1].upper() + header.place[1:]
    day = " · ".join(part for part in (when(header.date), place) if part)
    rules = systems.rulebook(record.content.system).name
    seat = f", as {the(record.side)} lived it" if record.seat else ""
    told = " ".join(
        part for part in (verdicts.why(record) and f"{verdicts.why(record)}.", verdicts.price(record)) if part
    )
    return (
        f'<header><p class="over">A battle report{escape(seat)}</p><h1>{escape(header.title)}</h1>'
        f'<p class="day">{escape(day)}</p><p class="under">Fought under {escape(rules)}</p>'
        f'<p class="verdict">{escape(verdicts.verdict(record))}</p><p class="lead">{escape(told)}</p></header>\n'
    )


def _armies(record: Record, atlas: Atlas) -> str:
    tables = "".join(armies.table(record, side) for side in record.sides)
    about = escape(record.scenario.header.summary)
    return (
        f'<p class="summary">{about}</p>{_figure(atlas.whole(), "The field and the troops on it as the battle began.")}'
        f'<div class="armies">{tables}</div>'
    )


def _figure(svg: str, caption: str, kind: str = "") -> str:
    return f'<figure class="{kind}"><div class="sheet">{svg}</div><figcaption>{escape(caption)}</figcaption></figure>'


# -- the story


def _story(record: Record, words: Lexicon, done: Sequence[Deed], chapters: Sequence[Episode], atlas: Atlas) -> str:
    teller, out, before = Storyteller(record, words, done), [], 0
    for numeral, chapter in zip(ROMAN, chapters, strict=False):
        span = clock.span(record, words, chapter.first, chapter.last)
        told = teller.chapter(chapter)
        marched = teller.marched(chapter.first, chapter.last) if chapter.first > 1 and len(chapter.turns) > 1 else []
        lead = f'<p class="marched">{escape(" ".join(marched))}</p>' if marched else ""
        text = "".join(_paragraph(record, words, one, chapter) for one in told)
        price = teller.price(chapter)
        cost = f'<p class="price">{escape(price)}</p>' if price else ""
        drawn = _figure(atlas.at(chapter.last, before), _caption(record, words, chapter.last, before))
        out.append(
            f'<article><h3><span class="numeral">{numeral}</span>{escape(chapter.title)}</h3>'
            f'<p class="span">{escape(span)}</p>{lead}{text}{cost}{drawn}</article>'
        )
        before = chapter.last
    return "".join(out)


def _paragraph(record: Record, words: Lexicon, one: Paragraph, chapter: Episode) -> str:
    """A turn; its number in the margin, unless the chapter is no longer than it."""
    label = f"{one.first}" if one.first == one.last else f"{one.first}–{one.last}"
    oclock = clock.at_end(record, words, one.last)
    turns = "Turn" if one.first == one.last else "Turns"
    mark = f'<span class="turn" title="{escape(oclock)}">{turns} {label}</span> ' if len(chapter.turns) > 1 else ""
    return f'<p class="told">{mark}{escape(" ".join(one.sentences))}</p>'


def _caption(record: Record, words: Lexicon, turn: int, before: int) -> str:
    oclock = clock.at_end(record, words, turn)
    when_ = f"The end of turn {turn}" + (f", {oclock}" if oclock else "")
    since = f"since turn {before}" if before else "since the beginning"
    return f"{when_.removesuffix('.')}. Arrows: marches {since}. Crosses: units lost {since}. Pale: broken or routed."


def _thought(record: Record, thought: Sequence[SideReason]) -> str:
    """What the computer's staffs had in mind, turn by turn."""
    return "".join(
        f"<h3>{escape(the(side))}</h3>"
        + "".join(_reasoned(turn, list(said)) for turn, said in groupby(own, key=lambda each: each.reason.turn))
        for side in record.sides
        if (own := [each for each in thought if each.side == side])
    )


def _reasoned(turn: int, said: Sequence[SideReason]) -> str:
    return f'<p class="told"><span class="turn">Turn {turn}</span> {escape(". ".join(s.sentence for s in said))}.</p>'


# -- what it came to


def _turning(record: Record) -> str:
    found = turning_points(record)
    if not found:
        return ""
    return (
        "<p>The turns on which one side lost most more than the other, in men and in units that gave way:</p>"
        + verdicts.turning_points(record, found)
    )


def _losses(record: Record) -> str:
    out = []
    if len(record.sides) > 1:
        out.append(_figure(_both(record), "Men lost by both armies, turn by turn.", "first"))
    for side in record.sides if record.states[0].units else ():
        drawn, whole = charts.losses(record, side, armies.grouped(record, side))
        without = f" Without loss: {'; '.join(whole)}." if whole else ""
        out.append(_figure(drawn, f"{verdicts.capital(the(side))}: men lost by formation, turn by turn.{without}"))
    return f'<div class="charts">{"".join(out)}</div>' if out else ""


def _both(record: Record) -> str:
    lines = []
    for side in record.sides:
        units = [unit for group in armies.grouped(record, side).values() for unit in group]
        lines.append(charts.losses_line(record, side, units))
    return charts.chart(lines, "", "men", [charts.side_colour(record, side) for side in record.sides])


def _dice(record: Record, words: Lexicon, refought: Refought) -> str:
    if refought.trouble:
        return f"<p>There are no odds in this report: {escape(refought.trouble)}.</p>"
    found = decisive(record, words, refought)
    lists = (
        "<p>The least likely of the rolls that mattered, and those of the largest units that might well have gone"
        f" otherwise. The odds are exact.</p>{dicing.rolls(record, found)}"
    )
    counted = dicing.luck(record, luck(record, words, refought))
    return (f"<h3>Decisive rolls</h3>{lists}" if found else "") + (f"<h3>Luck</h3>{counted}" if counted else "")


def _victory(record: Record) -> str:
    real = record.scenario.header.outcome
    history = ""
    if real is not None:
        told = f"In history it was a {real.level} victory of {the(real.winner)}." if real.level else ""
        history = f'<p class="history">{escape(f"{told} {real.note}".strip())}</p>'
    why = f" {verdicts.why(record)}." if verdicts.why(record) else ""
    return f"<p>{escape(verdicts.verdict(record) + why)}</p>{verdicts.points(record)}{history}"


def _is_bundled(record: Record) -> bool:
    return record.scenario.header.id in bundled()
