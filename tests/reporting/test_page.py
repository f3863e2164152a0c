"""The page: whole, self-contained, the same every time; and nothing on a seat's page that the seat may not know."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from grognard import systems
from grognard.battle.commanding import fight_out
from grognard.battle.pictures import CardPicture, Picture, Steadiness, UnitPicture
from grognard.battle.record import saves
from grognard.reporting import clock
from grognard.reporting.drawings.charts import ChartLine, _spread, _step, chart
from grognard.reporting.drawings.maps import Atlas, _widened, key_turns
from grognard.reporting.lexicon import Lexicon
from grognard.reporting.page import report
from grognard.reporting.record import pictures, read
from grognard.reporting.story.episodes import episodes
from grognard.simulate.many import Job, begin_job, staffed

PAGES: dict[tuple[str, str], str] = {}


def page(fought, seat=None, *, unfinished=False) -> str:
    """A report, made once."""
    content = fought.unfinished if unfinished else fought.content
    key = (fought.record.content.system, f"{seat}{unfinished}")
    if key not in PAGES:
        PAGES[key] = report(content, systems.game, "folder/farm.grog.json", seat)
    return PAGES[key]


class Text(HTMLParser):
    """The words of a page as one reads them."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.ids: list[str] = []
        self._skip = 0

    def handle_starttag(self, tag, attrs):
        self._skip += tag == "style"
        self.ids += [value for name, value in attrs if name == "id"]

    def handle_endtag(self, tag):
        self._skip -= tag == "style"

    def handle_data(self, data):
        if not self._skip:
            self.words.append(data)


def read_as_text(html: str) -> Text:
    parser = Text()
    parser.feed(html)
    return parser


HEADINGS = ("The field and the armies", "The story", "Turning points", "Losses", "The dice", "The leaders", "Victory")


def test_it_has_all_parts(fought):
    text = page(fought)
    for heading in (*HEADINGS, "Fight it again"):
        assert f"<h2>{heading}</h2>" in text
    assert "The Farm at the Crossroads" in text
    assert "14 September 1813" in text
    assert "There are no odds" not in text


def test_it_needs_nothing_else(fought):
    text = page(fought)
    assert not re.search(r'(?:src|href)="(?!#|data:)', text)
    assert "url(http" not in text
    assert "@import" not in text
    assert "<script" not in text


def test_ids_stand_once_and_references_lead_somewhere(fought):
    ids = read_as_text(page(fought)).ids
    assert len(ids) == len(set(ids))
    wanted = set(re.findall(r'(?:href="#|url\(#)([\w-]+)', page(fought)))
    assert wanted
    assert wanted <= set(ids)


def test_every_picture_is_sound_xml(fought):
    drawn = re.findall(r"<svg.*?</svg>", page(fought), re.DOTALL)
    chapters = episodes(fought.record, fought.deeds)
    assert sum('class="map"' in one for one in drawn) == 1 + len(chapters)
    for one in drawn:
        ET.fromstring(one)


def test_strengths_on_the_page_are_the_armies(fought):
    account = fought.battle.game.outcome(fought.battle.fight)["sides"]
    for found in account.values():
        assert f"lost {found['lost']:,} of {found['men']:,} men ({found['percent']}%)" in page(fought)
        for line in found["lines"]:
            assert line["text"] in page(fought).replace("&#x27;", "'")


def test_it_says_who_won(fought):
    winner, level = fought.record.ending["winner"], fought.record.ending["level"]
    won = f"The {winner} won a {level} victory" if winner else "A drawn battle"
    assert won in page(fought)


def test_it_tells_how_to_fight_it_again(fought):
    system = fought.record.content.system
    assert f"grognard battle farm-at-the-crossroads --system {system} --seed {fought.content.seed}" in page(fought)
    assert "grognard verify farm.grog.json" in page(fought)
    assert "folder/" not in page(fought)


def test_it_is_the_same_every_time(fought):
    assert report(fought.content, systems.game, "folder/farm.grog.json") == page(fought)


def test_an_unfinished_battle_is_told_so_far(fought):
    text = page(fought, unfinished=True)
    assert "The battle is not over" in text
    assert "<h2>How it stands</h2>" in text
    assert " won a" not in text


def test_a_record_that_no_longer_plays_is_told_without_odds(fought):
    text = report(replace(fought.content, seed_written=9), systems.game, "farm.grog.json")
    assert "There are no odds in this report" in text
    assert "<h2>The story</h2>" in text


# -- secrets


def known_names(fought, seat: str) -> str:
    """All that the seat was ever shown or told, as text."""
    record = read(fought.content, systems.game, "farm", seat)
    shown = pictures(record, set(range(record.turns + 1)))
    seen = [unit.name for one in shown.values() for each in one for unit in (*each.units, *each.ghosts)]
    told = [name for one in record.told for name in one.names.values()]
    return "\n".join([*seen, *told])


def test_a_seat_reads_of_nobody_whom_it_never_saw(fought):
    for seat in fought.battle.fight.seats:
        known = known_names(fought, seat.id)
        text = "".join(read_as_text(page(fought, seat.id)).words)
        for post in fought.record.chain.units.values():
            if post.side != seat.side and post.unit.name not in known:
                assert post.unit.name not in text


def test_a_seat_does_not_read_the_enemys_losses_or_points(fought):
    account = fought.battle.game.outcome(fought.battle.fight)["sides"]
    for seat in fought.battle.fight.seats:
        text = page(fought, seat.id, unfinished=True)
        for side, found in account.items():
            if side != seat.side:
                assert f"{side} lost" not in text
                assert f"of {found['men']:,} men" not in text
        assert "Points are counted when the battle is over" in text


def test_a_seat_in_an_unfinished_battle_is_not_told_the_seed(fought):
    content = replace(fought.unfinished, seed_written=fought.unfinished.seed)
    for seat in fought.battle.fight.seats:
        text = report(content, systems.game, "farm.grog.json", seat.id)
        assert "--seed" not in text
        assert "The seed is told when the battle is over" in text


# -- maps


def test_the_map_shows_every_unit_and_arrows_for_those_that_marched(fought):
    record = fought.record
    last = record.turns
    atlas = Atlas(record, pictures(record, {0, last}))
    there, before = atlas.units(last), atlas.units(0)
    drawn = atlas.at(last, 0)
    for unit in there.values():
        assert f"<title>{unit.name}:" in drawn.replace("&amp;", "&")
    went = [
        unit
        for unit in there.values()
        if unit.id in before and abs(unit.x - before[unit.id].x) + abs(unit.y - before[unit.id].y) > 200
    ]
    arrows = re.search(r'<g class="marches">(.*?)</g>', drawn)
    assert arrows is not None
    assert arrows[1].count("stroke-dasharray") >= len([u for u in went if u.id in record.chain.units])
    assert atlas.at(last, None).count("stroke-dasharray") < drawn.count("stroke-dasharray") or not went


def test_a_table_without_troops_is_shown_whole(fought):
    empty = {0: (Picture(turn=1, phase=""),)}
    atlas = Atlas(fought.record, empty)
    assert atlas.crop == (0, 0, *fought.record.scenario.header.table_paces)


def test_a_seat_sees_cards_of_the_enemy_and_a_report_of_everything_none(fought):
    lies: Any = {"words": "a card", "heading": 0, "wide": 220, "deep": 170}
    card = CardPicture(id="B", name="card B", side="French", own=False, x=500, y=500, face="back", **lies)
    own = CardPicture(id="A", name="card A", side="Prussians", own=True, x=400, y=400, face="frame", **lies)
    shown = {turn: (Picture(turn=1, phase="", cards=(card, own)),) for turn in (0, 1)}
    seat = read(fought.content, systems.game, "farm", "prussians")
    assert "<title>card B</title>" in Atlas(seat, shown).at(1, None)
    assert "card A" not in Atlas(seat, shown).at(1, None)
    assert "card B" not in Atlas(fought.record, shown).at(1, None)


def test_a_unit_that_no_order_of_battle_has_is_drawn_from_its_picture(fought):
    part = (-50.0, -6.0, 50.0, 0.0, 300, "", "company")
    made = UnitPicture(
        id="converged-1",
        name="Converged grenadiers",
        side="French",
        nation="france",
        arm="infantry",
        own=True,
        x=500,
        y=500,
        heading=90,
        formation="line",
        parts=(part,),
        men=300,
        strength=1.0,
        steadiness=Steadiness(step=3, of=6, word="broken"),
    )
    shown = {turn: (Picture(turn=1, phase="", units=(made,)),) for turn in (0, 1)}
    drawn = Atlas(fought.record, shown).at(1, 0)
    assert '<g opacity=".5"><title>Converged grenadiers: line, 300 men, broken</title>' in drawn


def test_a_seat_without_troops_of_its_own_has_a_report_too():
    battle = begin_job(Job("maida", "cold-steel", {"seats": "commands", "turns": 1}), 3)
    fight_out(battle, staffed(battle, "default"))
    text = report(saves.saved(battle), systems.game, "maida.grog.json", battle.fight.seats[0].id)
    assert "<h2>The story</h2>" in text
    assert "<h2>Losses</h2>" not in text


def test_a_narrow_part_is_widened_within_the_table():
    assert _widened(400, 600, 400, 1000) == (300, 700)
    assert _widened(0, 100, 400, 1000) == (0, 400)
    assert _widened(900, 1000, 400, 1000) == (600, 1000)
    assert _widened(0, 900, 2000, 1000) == (0, 1000)


def test_maps_are_of_the_beginning_and_the_ends_of_chapters():
    assert key_turns([4, 9, 12], 12) == [0, 4, 9, 12]


# -- charts and clock


def test_a_chart_names_each_line_with_its_last_figure():
    drawn = chart([ChartLine("Foy", (0, 20, 300)), ChartLine("Bachelu & others", (0, 0, 290))], "#123456", "men")
    ET.fromstring(drawn)
    assert 'Foy <tspan class="figure">300</tspan>' in drawn
    assert "Bachelu &amp; others" in drawn


def test_names_beside_lines_do_not_collide():
    placed = sorted(_spread([100, 101, 102, 280, 286]))
    assert all(b - a >= 13.9 for a, b in pairwise(placed))
    assert max(placed) <= 286


@pytest.mark.parametrize("most, step", [(4, 1), (13, 5), (900, 200), (10_921, 2500), (1, 1)])
def test_axes_are_divided_by_round_numbers(most, step):
    assert _step(most) == step


def test_the_clock_runs_by_the_scenarios_minutes(fought):
    record = fought.record  # nine in the morning, three minutes a turn
    assert clock.at_end(record, Lexicon(clock=True), 6) == "9.18 a.m."
    assert clock.at_end(record, Lexicon(clock=True), 61) == "12.03 p.m."
    assert clock.at_end(record, Lexicon(clock=False), 6) == ""
    assert clock.span(record, Lexicon(clock=True), 3, 3) == "Turn 3 · 9.06 a.m. to 9.09 a.m."
    assert clock.span(record, Lexicon(), 3, 5) == "Turns 3 to 5"
