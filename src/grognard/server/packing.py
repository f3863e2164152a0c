"""Answers that are the same for everybody who asks are packed once, not for each visitor."""

from __future__ import annotations

import gzip
from typing import NamedTuple

from fastapi import Request
from fastapi.responses import Response


class Packed(NamedTuple):
    """What is sent, as it is and gzipped."""

    plain: bytes
    gzipped: bytes


def packed(plain: bytes) -> Packed:
    """As small as it gets, without the time of day, so that the same content is the same bytes."""
    return Packed(plain, gzip.compress(plain, 9, mtime=0))


def sent(request: Request, body: Packed, media: str, headers: dict[str, str]) -> Response:
    """Gzipped for all who can read that."""
    told = {"vary": "Accept-Encoding"} | headers
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(body.plain, media_type=media, headers=told)
    return Response(body.gzipped, media_type=media, headers=told | {"content-encoding": "gzip"})
