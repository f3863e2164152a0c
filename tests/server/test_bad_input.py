"""Whatever is thrown at it, the server answers in a sentence and never with a 500."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from visiting import Guest

OPERATIONS = 15
"""Paths that the description must have at least."""
JSON = {"content-type": "application/json"}


@pytest.fixture(scope="module")
def described(server: str, visit: Callable[[], Guest]) -> tuple[str, schemathesis.BaseSchema, dict[str, str]]:
    """The server with its description, and links of a battle to put into the paths."""
    guest = visit()
    game = guest.begin()
    links = {"seat": game["seats"][0]["token"], "host": game["host"]}
    guest.asked(links["seat"])
    links["dice"] = guest.begin(seed=None)["seats"][0]["token"]  # whose first die has still to fall
    return server, schemathesis.openapi.from_url(f"{server}/api/openapi.json"), links


def test_the_description_is_whole(server: str) -> None:
    made = httpx.get(f"{server}/api/openapi.json").json()
    assert len(made["paths"]) >= OPERATIONS
    names = set(made["components"]["schemas"])
    assert {"Picture", "UnitPicture", "SeatState", "Update", "Given", "Problem", "OddsOf"} <= names
    text = httpx.get(f"{server}/api/openapi.json").text
    for part in text.split('"#/components/schemas/')[1:]:
        assert part.split('"')[0] in names


def _thrown(described: tuple[str, schemathesis.BaseSchema, dict[str, str]], path: str, method: str, most: int) -> None:
    server, schema, links = described
    operation = schema[path][method]

    @settings(
        max_examples=most, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck)
    )
    @schemathesis_given(operation)
    def throw(case: schemathesis.Case) -> None:
        if "token" in case.path_parameters:
            which = "host" if path.startswith("/api/host") else "dice" if path.endswith("/dice") else "seat"
            case.path_parameters["token"] = links[which]
        case.call_and_validate(base_url=server, checks=[not_a_server_error], timeout=30)

    throw()


def schemathesis_given(operation):  # type: ignore[no-untyped-def]
    """Cases of one operation, for Hypothesis."""
    from hypothesis import given

    return given(case=operation.as_strategy())


PATHS = [
    ("/api/gallery", "GET", 2),
    ("/api/battles/{battle}/map.svg", "GET", 20),
    ("/api/battles/{battle}/field", "GET", 20),
    ("/api/rules/{system}/{rule}", "GET", 30),
    ("/api/books", "GET", 2),
    ("/api/books/{system}", "GET", 10),
    ("/api/books/{system}/glossary", "GET", 10),
    ("/api/books/{system}/rules/{rule}", "GET", 20),
    ("/api/checks/{system}/{check}", "GET", 20),
    ("/api/checks/{system}/{check}/odds", "POST", 40),
    ("/api/checks/{system}/{check}/series", "POST", 40),
    ("/api/checks/{system}/{check}/steps", "POST", 20),
    ("/api/checks/{system}/{check}/throw", "POST", 40),
    ("/api/laboratory", "GET", 2),
    ("/api/laboratory/numbers/{system}", "GET", 10),
    ("/api/laboratory/look", "POST", 20),
    ("/api/laboratory/runs", "POST", 40),
    ("/api/laboratory/runs/{run}", "GET", 10),
    ("/api/laboratory/runs/{run}/stop", "POST", 10),
    ("/api/laboratory/runs/{run}/go-on", "POST", 10),
    ("/api/laboratory/runs/{run}/make-report", "POST", 10),
    ("/api/laboratory/runs/{run}/delete", "POST", 10),
    ("/api/laboratory/runs/{run}/report", "GET", 10),
    ("/api/laboratory/runs/{run}/{table}.parquet", "GET", 10),
    ("/api/saves", "POST", 20),
    ("/api/saves/look", "POST", 20),
    ("/api/scenarios/check", "POST", 20),
    ("/api/scenarios/fight", "POST", 20),
    ("/api/games", "POST", 60),
    ("/api/seats/{token}", "GET", 3),
    ("/api/seats/{token}/map.svg", "GET", 6),
    ("/api/seats/{token}/field", "GET", 3),
    ("/api/seats/{token}/answers", "POST", 80),
    ("/api/seats/{token}/preview", "POST", 80),
    ("/api/seats/{token}/odds", "POST", 60),
    ("/api/seats/{token}/sight", "POST", 60),
    ("/api/seats/{token}/ground", "POST", 60),
    ("/api/seats/{token}/reach", "GET", 3),
    ("/api/seats/{token}/words", "GET", 3),
    ("/api/seats/{token}/typed", "POST", 40),
    ("/api/seats/{token}/branch", "POST", 20),
    ("/api/seats/{token}/review", "GET", 3),
    ("/api/seats/{token}/talk", "POST", 40),
    ("/api/seats/{token}/dice", "POST", 60),
    ("/api/seats/{token}/undo", "POST", 3),
    ("/api/seats/{token}/undo/refuse", "POST", 3),
    ("/api/seats/{token}/history", "GET", 3),
    ("/api/seats/{token}/report", "GET", 3),
    ("/api/seats/{token}/save", "GET", 3),
    ("/api/seats/{token}/history/{n}", "GET", 30),
    ("/api/seats/{token}/history/{n}/words", "GET", 30),
    ("/api/seats/{token}/reel", "GET", 30),
    ("/api/host/{token}/pause", "POST", 2),
    ("/api/host/{token}/resume", "POST", 2),
    ("/api/host/{token}/undo", "POST", 3),
    ("/api/host/{token}/reveal", "POST", 20),
    ("/api/host/{token}/seat", "POST", 40),
    ("/api/host/{token}/spectators", "POST", 20),
    ("/api/host/{token}/continue", "POST", 3),
    ("/api/host/{token}/delete", "POST", 3),
]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("path, method, most", PATHS)
def test_nothing_that_the_description_allows_breaks_the_server(
    described: tuple[str, schemathesis.BaseSchema, dict[str, str]], path: str, method: str, most: int
) -> None:
    _thrown(described, path, method, most)


def test_every_path_of_the_description_is_thrown_at(server: str) -> None:
    made = httpx.get(f"{server}/api/openapi.json").json()["paths"]
    assert {path for path, _, _ in PATHS} == set(made)


@pytest.mark.parametrize(
    "body",
    [
        b"", b"{", b"[]", b"null", b'"x"', b"\xff\xfe", b"[" * 100_000, b'{"decision": 1}',
        b'{"decision": "command", "option": "done", "values": {"a": ' + b"[" * 2000 + b"]" * 2000 + b"}}",
        b'{"decision": "command", "option": "done", "state": 1e400}', b'{"decision": "\\ud800", "option": ""}',
    ],
)  # fmt: skip
def test_garbage_is_refused(server: str, guest: Guest, body: bytes) -> None:
    token = guest.begin()["seats"][0]["token"]
    asked = [f"seats/{token}/{each}" for each in ("answers", "preview", "odds", "sight", "ground")]
    for path in (*asked, "games"):
        found = httpx.post(f"{server}/api/{path}", content=body, headers=JSON)
        assert found.status_code in (409, 422), (path, body[:50], found.text)
        assert found.json()["error"]


def test_what_is_too_long_is_not_read(server: str) -> None:
    assert httpx.post(f"{server}/api/games", content=b" " * 1_000_000, headers=JSON).status_code == 413


@pytest.mark.parametrize("token", ["%00", "%ff", "x" * 5000, "..%2f..", "%F0%9F%92%A9", "'"])
def test_odd_links_lead_nowhere(server: str, token: str) -> None:
    assert httpx.get(f"{server}/api/seats/{token}").status_code == 404


def test_unknown_addresses_are_the_pages_own_and_unknown_api_paths_are_not(server: str) -> None:
    assert httpx.get(f"{server}/play/anything").headers["content-type"].startswith("text/html")
    assert httpx.get(f"{server}/api/nothing").status_code == 404
    assert httpx.get(f"{server}/..%2f..%2fapp.py").text.startswith("<!doctype html")


PROGRAMMERS = (
    "Expected",
    "`",
    "$",
    "Object",
    "Input should",
    "regex",
    "enum",
    "malformed",
    "Field required",
    "Allowed",
)


@pytest.mark.parametrize(
    "method, path, body, said",
    [
        ("POST", "/api/games", b"[]", "names with values is wanted, and it is a list"),
        ("POST", "/api/games", b"{}", "battle is missing; it has to be said"),
        ("POST", "/api/games", b'{"battle": 5}', "battle: text is wanted, and it is a whole number"),
        ("POST", "/api/games", b"{nonsense", "it cannot be read as JSON from its byte 1 on"),
        ("POST", "/api/games", b'{"battle": "x", "seats": {"French": "dog"}}', "seats: 'dog' is none of the words"),
        ("POST", "/api/games", b'{"battle": "x", "seed": "x"}', "seed: text is wanted, written otherwise than it is"),
        ("POST", "/api/seats/{seat}/odds", b'{"colour": 1}', "nothing that can be said here is called 'colour'"),
        ("POST", "/api/seats/{seat}/answers", b'{"decision": "x", "option": "y", "state": "z"}', "state: a whole"),
        ("GET", "/api/seats/{seat}/reel", b"", "first is missing in the address"),
        ("GET", "/api/seats/{seat}/reel?first=x&last=2", b"", "first: 'x' is not a whole number"),
        ("GET", "/api/seats/{seat}/map.svg?theme=x", b"", "theme: 'x'; it is 'light' or 'dark'"),
        ("DELETE", "/api/seats/{seat}", b"", "nothing can be done here by DELETE"),
    ],
)
def test_nonsense_is_refused_in_plain_words(described, method: str, path: str, body: bytes, said: str) -> None:
    server, _, links = described
    found = httpx.request(method, server + path.format(**links), content=body, headers=JSON).json()["error"]
    assert said in found
    assert not [word for word in PROGRAMMERS if word in found]
