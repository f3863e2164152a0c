"""Rulebooks and the desk for checks over the line: what is told, what a browser may keep, what is refused."""

from __future__ import annotations

import httpx
import pytest

from grognard import systems
from grognard.handbook.along import MOST_POINTS
from grognard.handbook.desk import MOST_SITUATIONS, MOST_VARIANTS

JSON = {"content-type": "application/json"}


def asked(server: str, path: str, body: object) -> httpx.Response:
    return httpx.post(f"{server}/api/checks/{path}", json=body, timeout=30)


def test_the_shelf_holds_every_book_the_fullest_first(server: str) -> None:
    books = httpx.get(f"{server}/api/books").json()["books"]
    assert {book["id"] for book in books} == set(systems.find())
    assert [book["rules"] for book in books] == sorted((book["rules"] for book in books), reverse=True)
    for book in books:
        assert book["checks"] == len(systems.rules(book["id"]))


@pytest.mark.parametrize("system", sorted(systems.find()))
def test_a_book_has_every_rule_in_one_chapter(server: str, system: str) -> None:
    book = httpx.get(f"{server}/api/books/{system}").json()
    rules = systems.rulebook(system).rules
    assert [rule["id"] for rule in book["rules"]] == list(rules)
    listed = [each for chapter in book["chapters"] for part in chapter["parts"] for each in part["rules"]]
    assert sorted(listed) == sorted(rules)
    assert all(chapter["title"] and part["title"] for chapter in book["chapters"] for part in chapter["parts"])
    assert {check["check"] for check in book["checks"]} == set(systems.rules(system))
    assert {each["name"] for each in book["variants"]} == set(systems.variants(system))


@pytest.mark.parametrize("system", sorted(systems.find()))
def test_every_rule_has_its_page_and_its_neighbours_know_it(server: str, system: str) -> None:
    with httpx.Client(base_url=server, timeout=30) as visitor:
        rules = systems.rulebook(system).rules
        pages = {rule: visitor.get(f"/api/books/{system}/rules/{rule}").json() for rule in rules}
    for rule, page in pages.items():
        assert page["summary"] == rules[rule].summary
        for other in page["leans"]:
            assert rule in pages[other]["called"]
        for other in page["called"]:
            assert rule in pages[other]["leans"]
        assert set(page["checks"]) <= set(systems.rules(system))
    by_rule = {check.rule for check in (systems.rules(system)[name] for name in systems.rules(system))}
    assert all(pages[rule]["checks"] for rule in by_rule)


def test_a_modifier_table_comes_as_lines_with_columns_and_its_variant_number_by_number(server: str) -> None:
    page = httpx.get(f"{server}/api/books/cold-steel/rules/CS-7.2.2a").json()
    lines = {line["mark"]: line for line in page["figures"]}
    assert (lines["up_gentle"]["value"], lines["up_gentle"]["columns"]) == ("-8", {"howitzers": "+0"})
    assert lines["wavering"]["kind"] == "halve"
    (variant,) = page["variants"]
    assert variant["name"] == "quick-reference"
    assert [(each["label"], each["old"], each["new"]) for each in variant["changes"]] == [
        ("rain, snow or fog", "-10", "half"),
        ("target did not move", "+5", "+0"),
        ("firing unit did not move", "+0", "+5"),
    ]
    assert {line["mark"]: line for line in variant["figures"]}["firer_static"]["value"] == "+5"
    assert "artillery" in page["checks"]


def test_what_stays_as_it_is_is_kept_by_a_browser_until_it_changes(server: str) -> None:
    for path in ("books", "books/cold-steel", "books/cold-steel/rules/CS-5.2a", "checks/cold-steel/morale"):
        first = httpx.get(f"{server}/api/{path}")
        again = httpx.get(f"{server}/api/{path}", headers={"if-none-match": first.headers["etag"]})
        assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
        weak = httpx.get(f"{server}/api/{path}", headers={"if-none-match": f"W/{first.headers['etag']}"})
        assert weak.status_code == 304
        other = httpx.get(f"{server}/api/{path}", headers={"if-none-match": '"another"'})
        assert other.content == first.content


@pytest.mark.parametrize(
    "path",
    [
        "books/nonsense",
        "books/nonsense/rules/CS-5.2a",
        "books/cold-steel/rules/CS-99",
        "books/cold-steel/rules/" + "x" * 3000,
        "checks/nonsense/morale",
        "checks/cold-steel/moral",
    ],
)
def test_what_there_is_not_is_said_to_be_missing(server: str, path: str) -> None:
    answer = httpx.get(f"{server}/api/{path}")
    assert answer.status_code == 404
    assert 0 < len(answer.json()["error"]) <= 500


def test_a_mistyped_check_is_answered_with_its_neighbours(server: str) -> None:
    assert "do you mean morale" in httpx.get(f"{server}/api/checks/cold-steel/moralle").json()["error"]


@pytest.mark.parametrize(
    "facts, said",
    [
        ({}, "still to be said: morale_rating (1 to 16)"),
        ({"morale_rating": "90"}, "morale_rating = '90'; allowed: 1 to 16"),
        ({"morale_rating": "nine"}, "morale_rating = 'nine'; allowed: 1 to 16"),
        ({"morale_rating": "9", "disordre": "2"}, "no fact is called disordre; do you mean disorder?"),
        ({"morale_rating": "9", "cover": "x" * 1000}, "more facts than any check asks for, or longer ones"),
        ({f"fact_{n}": "1" for n in range(1000)}, "more facts than any check asks for"),
    ],
)
def test_bad_facts_are_refused_in_the_librarys_words(server: str, facts: dict[str, str], said: str) -> None:
    for path, body in (
        ("odds", {"situations": [facts]}),
        ("throw", {"facts": facts}),
        ("series", {"facts": facts, "against": "irregular"}),
    ):
        answer = asked(server, f"cold-steel/morale/{path}", body)
        assert (answer.status_code, answer.json()["error"][: len(said)]) == (409, said)


def test_of_two_situations_the_one_that_makes_no_sense_says_so(server: str) -> None:
    good, bad = {"morale_rating": "9"}, {"morale_rating": "99"}
    told = asked(server, "cold-steel/morale/odds", {"situations": [good, bad]}).json()["situations"]
    assert len(told[0]["outcomes"]) == 6
    assert told[1]["problem"].startswith("morale_rating = '99'")


def test_variants_are_those_of_the_system_and_never_files(server: str) -> None:
    body = {"situations": [{"morale_rating": "9"}], "variants": ["/etc/passwd.toml"]}
    answer = asked(server, "cold-steel/morale/odds", body)
    assert (answer.status_code, "no variant" in answer.json()["error"]) == (409, True)
    many = {"situations": [{"morale_rating": "9"}], "variants": ["quick-reference"] * (MOST_VARIANTS + 1)}
    assert "variants at a time" in asked(server, "cold-steel/morale/odds", many).json()["error"]


def test_a_variant_changes_the_odds(server: str) -> None:
    guns = {"guns": "6", "range": "400", "weather": "rain", "target_moved": "no"}
    known = httpx.get(f"{server}/api/checks/cold-steel/artillery").json()["facts"]
    facts = {fact["name"]: fact["start"] for fact in known} | {
        k: v for k, v in guns.items() if k in {f["name"] for f in known}
    }
    base = asked(server, "cold-steel/artillery/odds", {"situations": [facts]}).json()
    other = asked(server, "cold-steel/artillery/odds", {"situations": [facts], "variants": ["quick-reference"]}).json()
    assert base != other


def test_absurd_sizes_are_refused(server: str) -> None:
    situations = [{"morale_rating": "9"}] * (MOST_SITUATIONS + 1)
    answer = asked(server, "cold-steel/morale/odds", {"situations": situations})
    assert (answer.status_code, "situations at a time" in answer.json()["error"]) == (409, True)
    assert asked(server, "cold-steel/morale/odds", {"situations": []}).status_code == 409
    long = httpx.post(
        f"{server}/api/checks/cold-steel/morale/throw",
        content=b'{"facts": {"a": "' + b"x" * 300_000 + b'"}}',
        headers=JSON,
    )
    assert long.status_code == 413
    assert httpx.post(f"{server}/api/checks/cold-steel/morale/throw", content=b"[1", headers=JSON).status_code == 422


def test_a_series_tells_every_value_neighbours_together(server: str) -> None:
    facts = {"morale_rating": "9"}
    told = asked(server, "cold-steel/morale/series", {"facts": facts, "against": "disorder"}).json()
    assert told["number"]
    assert told["bands"] == ["dispersed", "routed", "broken", "wavering", "determined", "resolute"]
    covered = [n for point in told["points"] for n in range(point["low"], point["high"] + 1)]
    assert covered == list(range(41))
    for disorder in (0, 3, 12, 40):
        exact = asked(server, "cold-steel/morale/odds", {"situations": [facts | {"disorder": str(disorder)}]}).json()[
            "situations"
        ][0]
        there = next(point for point in told["points"] if point["low"] <= disorder <= point["high"])
        chances = {band: share for band, share in zip(told["bands"], there["fractions"], strict=True) if share != "0"}
        assert chances == {each["label"]: each["probability"] for each in exact["outcomes"]}
    words = asked(server, "cold-steel/morale/series", {"facts": facts, "against": "status"}).json()
    assert [point["value"] for point in words["points"]][:2] == ["resolute", "determined"]


def test_a_series_along_a_distance_ends_and_stays_small(server: str) -> None:
    told = asked(
        server, "cold-steel/ground-scale/series", {"facts": _started(server, "ground-scale"), "against": "length"}
    ).json()
    assert 0 < len(told["points"]) <= MOST_POINTS
    assert told["points"][-1]["high"] <= 20_000
    answer = asked(server, "cold-steel/morale/series", {"facts": {"morale_rating": "9"}, "against": "nonsense"})
    assert (answer.status_code, "no fact is called nonsense" in answer.json()["error"]) == (409, True)


def _started(server: str, check: str) -> dict[str, str]:
    known = httpx.get(f"{server}/api/checks/cold-steel/{check}").json()["facts"]
    return {fact["name"]: fact["start"] for fact in known}


def test_dice_are_read_or_thrown(server: str) -> None:
    facts = {"morale_rating": "9"}
    told = asked(server, "cold-steel/morale/throw", {"facts": facts, "dice": "7,9"}).json()
    assert (told["dice"], told["total"], told["seed"]) == ([7, 9], 25, None)
    assert "  => result determined, status determined" in told["lines"]
    thrown = asked(server, "cold-steel/morale/throw", {"facts": facts}).json()
    assert len(thrown["dice"]) == 2
    assert isinstance(thrown["seed"], int)
    for dice, said in (
        ("7", "too few dice"),
        ("7,9,1", "too many dice"),
        ("7,11", "11"),
        ("seven", "cannot read dice"),
    ):
        answer = asked(server, "cold-steel/morale/throw", {"facts": facts, "dice": dice})
        assert (answer.status_code, said in answer.json()["error"]) == (409, True)


def test_a_throw_by_number_adds_up_to_the_odds(server: str) -> None:
    told = asked(server, "cold-steel/morale/odds", {"situations": [{"morale_rating": "9"}]}).json()["situations"][0]
    ways: dict[int, int] = {}
    for number in told["throws"]:
        ways[number["outcome"]] = ways.get(number["outcome"], 0) + number["ways"]
    assert sum(ways.values()) == 100
    assert [ways[place] for place in range(6)] == [round(each["percent"]) for each in told["outcomes"]]
    assert told["modifiers"] == [{"rule": "CS-5.2.2a", "label": "morale rating", "value": "+9", "side": ""}]
