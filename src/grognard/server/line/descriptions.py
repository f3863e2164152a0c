"""The OpenAPI description: every path with what it takes and gives, made from the records in `shapes`."""

from __future__ import annotations

from typing import Any, get_type_hints

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from grognard.battle.sighting.records import GroundCard, SightLine
from grognard.handbook.answers import CheckForm, CheckThrow, FactSteps, OddsSeries
from grognard.handbook.books import Book, BookShelf, RulePage
from grognard.handbook.glossary import Glossary
from grognard.handbook.numbers import RuleNumbers
from grognard.kernel.domains import Domain
from grognard.reporting.figures import Review

from .. import shapes
from ..shapes.books import CheckAlong, CheckDice, CheckSituations, CheckTries, OddsTold
from ..shapes.laboratory import LabBench, RunsSought, RunsTold, RunTold, RunWish

REFS = "#/components/schemas/{name}"
ROOTS = (
    shapes.Gallery,
    shapes.RuleText,
    shapes.NewGame,
    shapes.NewLinks,
    shapes.SeatState,
    shapes.Update,
    shapes.Given,
    shapes.Considered,
    shapes.Aim,
    shapes.Accepted,
    shapes.Undone,
    shapes.Previewed,
    shapes.ReckonedOdds,
    shapes.SeatingRequest,
    shapes.Hosted,
    shapes.Problem,
    shapes.Asked,
    shapes.Shown,
    shapes.WatchRequest,
    shapes.SpokenText,
    shapes.Said,
    shapes.History,
    shapes.Past,
    shapes.Reel,
    shapes.OwnPart,
    shapes.TwoPlaces,
    shapes.OnePlace,
    shapes.EnemyReach,
    shapes.Copying,
    shapes.BranchRequest,
    shapes.BranchLinks,
    shapes.SaveFile,
    shapes.SaveCard,
    shapes.ScenarioFiles,
    shapes.ScenarioStart,
    shapes.ScenarioCard,
    Review,
    shapes.SeatWords,
    shapes.PastWords,
    shapes.TypedLine,
    shapes.LineRead,
    SightLine,
    GroundCard,
    BookShelf,
    Book,
    RulePage,
    Glossary,
    CheckForm,
    CheckSituations,
    OddsTold,
    CheckAlong,
    OddsSeries,
    CheckTries,
    FactSteps,
    CheckDice,
    CheckThrow,
    LabBench,
    RuleNumbers,
    RunsSought,
    RunsTold,
    RunTold,
    RunWish,
)


REFUSALS = {
    404: "No such thing, or no such link",
    409: "Refused",
    413: "Too long",
    422: "Not understood",
    429: "Too many",
}


def ref(shape: type) -> dict[str, Any]:
    """A place that refers to a record."""
    return {"$ref": REFS.format(name=shape.__name__)}


def gives(shape: type | None = None, *refusals: int, media: str = "application/json") -> dict[int | str, Any]:
    """The responses of a path: what it gives, and the refusals it may come with."""
    schema = ref(shape) if shape else {"type": "object"} if media.endswith("json") else {"type": "string"}
    found: dict[int | str, Any] = {200: {"description": "As asked", "content": {media: {"schema": schema}}}}
    problem = {"application/json": {"schema": ref(shapes.Problem)}}
    return found | {code: {"description": REFUSALS[code], "content": problem} for code in refusals}


def takes(shape: type) -> dict[str, Any]:
    """The body that a path wants."""
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": ref(shape)}}}}


def _domain(kind: type) -> dict[str, Any]:
    """The domain of a field: any of the family, told apart by its type."""
    if kind is not Domain:
        raise NotImplementedError(kind)
    return {"anyOf": [_kind_of_domain(each) for each in Domain.__subclasses__()]}


def _kind_of_domain(kind: type[Domain]) -> dict[str, Any]:
    read = {name: msgspec.json.schema(_told_as(kind, name)) for name in kind.__match_args__}
    told = {"type": {"enum": [kind.type]}} | read
    return {"title": kind.__name__, "type": "object", "properties": told, "required": list(told)}


def _told_as(kind: type[Domain], name: str) -> Any:
    """The type of what is read off a domain: words may be given as a way to list them, and are told as a list."""
    found = getattr(kind, name, None)
    if isinstance(found, property):
        return get_type_hints(found.fget)["return"]
    return get_type_hints(kind.__init__)[name]


def describe(app: FastAPI) -> None:
    """Let the application give its description with all records in it."""

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            made = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
            _, records = msgspec.json.schema_components(ROOTS, ref_template=REFS, schema_hook=_domain)
            for name, record in records.items():
                record.setdefault("title", name)
            made.setdefault("components", {})["schemas"] = records
            for path in made["paths"].values():
                for operation in path.values():
                    _refusals_as_ours(operation["responses"])
            app.openapi_schema = made
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]


def _refusals_as_ours(responses: dict[str, Any]) -> None:
    """FastAPI describes a refusal of its own wherever a path has parameters; ours are all alike."""
    for response in responses.values():
        for content in response.get("content", {}).values():
            if content.get("schema", {}).get("$ref", "").endswith("/HTTPValidationError"):
                content["schema"] = ref(shapes.Problem)
