"""The plots of a run, each with the numbers behind it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from grognard.simulate.lab.differences import Comparison
from grognard.simulate.runs.chronicle import GameRecord

from . import tallies
from .drawing import as_svg, canvas, colour, grid, rule, side_colour
from .tallies import Swing


class Panel(NamedTuple):
    """A panel of the page."""

    name: str
    title: str
    about: str
    svg: str
    csv: str
    note: str = ""
    span: int = 6
    """Columns of twelve."""


def _shades(games: Sequence[GameRecord]) -> dict[str, str]:
    shades = {side: side_colour(place) for place, side in enumerate(tallies.sides(games))}
    return shades | {"": colour("--draw"), "drawn": colour("--draw")}


def who_won(games: Sequence[GameRecord], key: str) -> Panel:
    """Shares of victories with their brackets."""
    found, shades = tallies.who_won(games), _shades(games)
    figure, axes = canvas(640, 190)
    for place, each in enumerate(found):
        share = each.share.times(100)
        axes.barh(place, share.value, height=0.66, color=shades[each.name])
        axes.plot(
            [share.low, share.high], [place, place], color=colour("--ink"), linewidth=1.6, marker="|", markersize=11
        )
        said = f"{share.value:.1f} %   {share.low:.1f} to {share.high:.1f}"
        axes.annotate(said, (share.high, place), (9, 0), textcoords="offset points", va="center", color=colour("--ink"))
    axes.set_yticks(range(len(found)), [f"{each.name}\n{each.games} battles" for each in found])
    axes.set_xlim(0, 125)
    axes.set_xticks([0, 25, 50, 75, 100])
    axes.invert_yaxis()
    grid(axes, "x")
    rows = [(each.name, each.games, each.share.value, each.share.low, each.share.high) for each in found]
    return Panel(
        f"{key}-who-won",
        "Who won",
        "brackets: where the true share lies, 19 times in 20",
        as_svg(figure, "Who won", f"{key}-won"),
        tallies.as_csv(("side", "battles", "share", "low", "high"), rows),
    )


def how_long(games: Sequence[GameRecord], key: str) -> Panel:
    """Turns."""
    found = tallies.lengths(games)
    figure, axes = canvas(290, 190)
    bars = axes.bar(list(found), list(found.values()), width=0.78, color=colour("--bar"))
    axes.bar_label(bars, padding=2, color=colour("--ink"))
    axes.set_xticks(list(found))
    axes.set_yticks([])
    rule(axes)
    table = tallies.as_csv(("turns", "battles"), list(found.items()))
    return Panel(f"{key}-turns", "How long it took", "turns", as_svg(figure, "Turns", f"{key}-len"), table, span=3)


def how_clear(games: Sequence[GameRecord], key: str) -> Panel:
    """Degrees of victory."""
    found, shades = tallies.levels(games), _shades(games)
    figure, axes = canvas(290, 190)
    names = [f"{winner}, {level}" if winner else "drawn" for winner, level, _ in found]
    bars = axes.barh(range(len(found)), [count for *_, count in found], 0.66, color=[shades[w] for w, *_ in found])
    axes.bar_label(bars, padding=4, color=colour("--ink"))
    axes.set_yticks(range(len(found)), names)
    axes.set_xticks([])
    axes.margins(x=0.18)
    axes.invert_yaxis()
    table = tallies.as_csv(("winner", "level", "battles"), found)
    return Panel(
        f"{key}-levels", "How clear", "degree of victory", as_svg(figure, "Degrees", f"{key}-how"), table, span=3
    )


def what_it_cost(games: Sequence[GameRecord], key: str) -> Panel:
    """Losses of both sides, one above the line and one below."""
    found, shades = tallies.costs(games), _shades(games)
    figure, axes = canvas(750, 400)
    lefts = [step * tallies.STEP for step in range(len(found[0].bars))]
    for side, sign in zip(found, (1, -1), strict=False):
        heights = [sign * count for count in side.bars]
        bars = axes.bar(lefts, heights, tallies.STEP * 0.94, align="edge", color=shades[side.side], label=side.side)
        axes.bar_label(bars, [str(count) if count else "" for count in side.bars], padding=2, color=colour("--ink-2"))
        axes.plot([side.median] * 2, [0, sign * max(side.bars)], color=colour("--ink"), linewidth=1.4, linestyle="--")
        said = f"{side.side}\nmean {side.mean:.0f}, half of them {side.median:.0f} or less, worst {side.highest:.0f}"
        axes.annotate(
            said, (100, sign * max(side.bars)), ha="right", va="top" if sign > 0 else "bottom", color=colour("--ink")
        )
    axes.axhline(0, color=colour("--ink-2"), linewidth=1)
    axes.set_xlim(0, 100)
    axes.set_yticks([])
    axes.margins(y=0.12)
    rows = [(left, *(side.bars[place] for side in found)) for place, left in enumerate(lefts)]
    heads = ("per cent lost, from", *(side.side for side in found))
    about = f"battles by the per cent each side lost, in steps of {tallies.STEP}"
    return Panel(
        f"{key}-losses",
        "What it cost",
        about,
        as_svg(figure, "Losses", f"{key}-cost"),
        tallies.as_csv(heads, rows),
        span=7,
    )


def when_decided(games: Sequence[GameRecord], key: str) -> Panel:
    """The chance of the side that is ahead, turn by turn."""
    found, shades = tallies.chances_by_turn(games), _shades(games)
    figure, axes = canvas(640, 330)
    for side in tallies.sides(games):
        own = [each for each in found if each.side == side]
        turns, chances = [each.turn for each in own], [100 * each.share.value for each in own]
        low, high = [100 * each.share.low for each in own], [100 * each.share.high for each in own]
        axes.fill_between(turns, low, high, color=shades[side], alpha=0.18, linewidth=0)
        axes.plot(turns, chances, color=shades[side], linewidth=2, marker="o", markersize=4, label=side)
    axes.set_ylim(0, 102)
    axes.set_xlabel("turn", color=colour("--ink-2"))
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.legend(frameon=False, labelcolor=colour("--ink"), loc="lower right")
    grid(axes, "y")
    rule(axes)
    rows = [(e.turn, e.side, e.ahead, e.share.value, e.share.low, e.share.high) for e in found]
    return Panel(
        f"{key}-by-turn",
        "When it is decided",
        "wins in 100 of the side that is ahead on points at the end of a turn",
        as_svg(figure, "Chance of winning by turn", f"{key}-turn"),
        tallies.as_csv(("turn", "side", "games in which it was ahead", "share won", "low", "high"), rows),
    )


def who_stood(games: Sequence[GameRecord], key: str) -> Panel:
    """Every unit, turn by turn: in how many games of a hundred it still stood."""
    found = tallies.survival(games)
    turns = len(found[0].shares)
    figure, axes = canvas(1350, 50 + 24 * len(found))
    shades, places = _shades(games), {side: min(place, 3) for place, side in enumerate(tallies.sides(games))}
    for row, each in enumerate(found):
        for turn, share in enumerate(each.shares, start=1):
            axes.barh(row, 0.94, left=turn - 0.47, height=0.9, color=shades[each.side], alpha=0.08 + 0.8 * share)
            ink = colour(f"--on-{places[each.side]}") if share > 0.55 else colour("--ink")
            # so narrow with many turns that numbers would run into each other
            if turns <= 24:
                axes.text(turn, row, f"{100 * share:.0f}", ha="center", va="center", color=ink, fontsize=10)
    axes.set_yticks(range(len(found)), [each.name for each in found])
    axes.set_xticks(range(1, turns + 1))
    axes.set_xlim(0.5, turns + 0.5)
    axes.invert_yaxis()
    rows = [(each.side, each.name, *each.shares) for each in found]
    heads = ("side", "unit or formation", *(f"turn {turn}" for turn in range(1, turns + 1)))
    about = "games in 100 in which it was neither broken nor gone at the end of a turn"
    svg = as_svg(figure, "Who stood", f"{key}-stood")
    return Panel(f"{key}-standing", "Who stood", about, svg, tallies.as_csv(heads, rows), span=12)


def _tornado(found: Sequence[Swing], key: str) -> Any:
    figure, axes = canvas(520, 60 + 34 * len(found))
    for row, each in enumerate(found):
        moved = each.difference.times(100)
        axes.barh(row, moved.value, height=0.5, color=colour("--pale"))
        axes.plot([moved.low, moved.high], [row, row], color=colour("--ink"), linewidth=1.5, marker="|", markersize=10)
        # outside its bracket, on the side away from nought
        spot, off, ha = (moved.high, 7, "left") if moved.value >= 0 else (moved.low, -7, "right")
        axes.annotate(
            f"{moved.value:+.0f}", (spot, row), (off, 0), textcoords="offset points", va="center", ha=ha,
            color=colour("--ink"),
        )  # fmt: skip
    axes.axvline(0, color=colour("--ink-2"), linewidth=1)
    axes.set_yticks(range(len(found)), [f"{each.name}\n{each.note}" for each in found])
    axes.margins(x=0.12)
    axes.invert_yaxis()
    grid(axes, "x")
    return as_svg(figure, "Tornado", f"{key}-torn")


def _swing_csv(found: Sequence[Swing]) -> str:
    rows = [(e.name, e.note, e.difference.value, e.difference.low, e.difference.high) for e in found]
    return tallies.as_csv(("what", "about", "difference", "low", "high"), rows)


def what_matters(games: Sequence[GameRecord], key: str) -> Panel | None:
    """Which units' breaking goes with defeat."""
    found = tallies.what_goes_with_winning(games)
    if not found:
        return None
    return Panel(
        f"{key}-what-matters",
        "What matters",
        "wins of its side in 100: how many more when it broke than when it stood",
        _tornado(found, key),
        _swing_csv(found),
        "What goes together is no cause: a unit may break because the battle is lost.",
        span=5,
    )


def what_would_change_it(found: Sequence[Comparison], side: str) -> Panel:
    """Each change of a laboratory run against its base."""
    swings = [
        Swing(
            each.name,
            f"{each.otherwise} of {each.games[0]} ended otherwise" if each.otherwise else "no battle ended otherwise",
            each.moved[0].difference,
        )
        for each in found
    ]
    sure = [each.name for each in found if each.found]
    said = f"Can be told from chance: {', '.join(sure)}." if sure else "None of these can be told from chance."
    return Panel(
        "what-would-change-it",
        "What would change it",
        f"wins of {side} in 100, more or less than in the base",
        _tornado(swings, "lab"),
        _swing_csv(swings),
        f"Each change was fought with the same seeds as the base. A bracket that crosses nought may be chance. {said}",
    )


def dice_luck(lucks: Sequence[tuple[int, str, dict[str, float]]], games: Sequence[GameRecord], key: str) -> Panel:
    """Luck of both sides in the games that were fought again, and who won them."""
    names, shades = tallies.sides(games)[:2], _shades(games)
    figure, axes = canvas(640, 330)
    for winner in (*names, ""):
        own = [luck for _, won, luck in lucks if won == winner]
        axes.scatter(
            [luck[names[0]] for luck in own], [luck[names[1]] for luck in own], s=42, color=shades[winner],
            edgecolor=colour("--ink"), linewidth=0.6, label=f"won by {winner}" if winner else "drawn",
        )  # fmt: skip
    axes.axhline(0, color=colour("--grid"))
    axes.axvline(0, color=colour("--grid"))
    axes.set_xlabel(f"luck of {names[0]}, in standard deviations", color=colour("--ink-2"))
    axes.set_ylabel(f"luck of {names[1]}", color=colour("--ink-2"))
    axes.legend(frameon=False, labelcolor=colour("--ink"), fontsize=10)
    grid(axes, "both")
    decided = [(luck[won] > min(luck.values()), seed) for seed, won, luck in lucks if won]
    luckier = sum(better for better, _ in decided)
    rows = [(seed, won or "drawn", *(luck[name] for name in names)) for seed, won, luck in lucks]
    return Panel(
        f"{key}-dice-luck",
        "The dice",
        f"luck in {len(lucks)} games that were fought again to weigh every roll",
        as_svg(figure, "Luck", f"{key}-luck"),
        tallies.as_csv(("seed", "winner", *names), rows),
        f"The luckier side won {luckier} of {len(decided)} that were decided.",
    )
