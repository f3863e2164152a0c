"""The paths of the laboratory. Who sits at this machine sees all runs; others those whose names they have."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response

from grognard.commanders import KINDS, brought
from grognard.commanders.doctrine import LEVELS, characters
from grognard.handbook.numbers import RuleNumbers
from grognard.kernel.errors import BadInput
from grognard.reporting.laboratory.sheet import SWITCH

from ..laboratory.bench import Bench
from ..laboratory.hands import can_report
from ..limits import Limits, is_from_here, may_experiment
from ..lobby import library
from ..shapes.laboratory import CommanderKind, LabBench, RunsSought, RunsTold, RunTold, RunWish
from .api import asked, encoded, understood
from .books import kept
from .descriptions import gives, takes
from .door import POLICY

ROUTER = APIRouter(prefix="/api/laboratory")
_OWN_SCRIPT = base64.b64encode(hashlib.sha256(SWITCH.encode()).digest()).decode()
PAGE_POLICY = f"{POLICY}; script-src 'sha256-{_OWN_SCRIPT}'"
"""A report is one file with its script in it; that one may run, and no other."""


def _bench(request: Request) -> Bench:
    found: Bench = request.app.state.bench
    return found


def _limits(request: Request) -> Limits:
    found: Limits = request.app.state.limits
    return found


def _at_work(request: Request) -> Bench:
    """The bench, for those who may let it work."""
    if refusal := may_experiment(_limits(request), request):
        raise BadInput(refusal)
    return _bench(request)


@ROUTER.get("", responses=gives(LabBench))
async def get_bench(request: Request) -> Response:
    """What the laboratory offers, and how much of it."""
    limits = _limits(request)
    kinds = [CommanderKind(kind, about, kind in LEVELS) for kind, about in KINDS.items()]
    kinds += [CommanderKind(kind, about) for kind, about in brought().items()]
    return encoded(
        LabBench(
            may_experiment(limits, request),
            limits.lab_games,
            limits.lab_runs,
            limits.lab_kept,
            tuple(kinds),
            tuple(characters()),
            can_report(),
        )
    )


@ROUTER.get("/numbers/{system}", responses=gives(RuleNumbers, 404))
async def get_numbers(request: Request, system: str) -> Response:
    """Every number of a system's rules that can be changed."""
    return kept(request, await run_in_threadpool(library.numbers, system))


@ROUTER.post("/look", responses=gives(RunsTold, 413, 422), openapi_extra=takes(RunsSought))
async def look(request: Request) -> Response:
    """Runs as they stand, the latest first."""
    sought = await understood(request, RunsSought)
    return await asked(_bench(request).runs, None if is_from_here(request) else sought.runs)


@ROUTER.post("/runs", responses=gives(RunTold, 409, 413, 422, 429), openapi_extra=takes(RunWish))
async def begin(request: Request) -> Response:
    """Begin a run."""
    wish = await understood(request, RunWish)
    return await asked(_at_work(request).begin, wish)


@ROUTER.get("/runs/{run}", responses=gives(RunTold, 404))
async def get_run(request: Request, run: str) -> Response:
    """A run as it stands."""
    return await asked(_bench(request).run, run)


def _act(name: str, act: Callable[[Bench], Callable[[str], object]], told: type, says: str) -> None:
    """A path that does something with a run."""

    @ROUTER.post(f"/runs/{{run}}/{name}", responses=gives(told, 404, 409, 429), name=name, description=says)
    async def done(request: Request, run: str) -> Response:
        return await asked(act(_at_work(request)), run)


_act("stop", lambda bench: bench.stop, RunTold, "End a run early; what is finished is kept.")
_act("go-on", lambda bench: bench.go_on, RunTold, "Fight what is left of it.")
_act("make-report", lambda bench: bench.report, RunTold, "Make the page of the games that there are.")
_act("delete", lambda bench: bench.delete, RunsTold, "Everything of a run.")


@ROUTER.get("/runs/{run}/report", responses=gives(None, 404, media="text/html"))
async def get_report(request: Request, run: str) -> Response:
    """The page of a run."""
    page = await run_in_threadpool(_bench(request).page, run)
    return Response(
        page, media_type="text/html", headers={"cache-control": "no-store", "content-security-policy": PAGE_POLICY}
    )


@ROUTER.get("/runs/{run}/{table}.parquet", responses=gives(None, 404, media="application/vnd.apache.parquet"))
async def get_rows(request: Request, run: str, table: str) -> Response:
    """One of its tables."""
    found = await run_in_threadpool(_bench(request).rows, run, table)
    headers = {"cache-control": "no-store", "content-disposition": f'attachment; filename="{table}.parquet"'}
    return Response(found, media_type="application/vnd.apache.parquet", headers=headers)
