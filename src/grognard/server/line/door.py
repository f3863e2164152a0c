"""Who may come in: pages of this server and programs, not the pages of others.

A browser lets any page on the web send requests to a server on this machine. It names the page's address in Origin and
the name it was asked for in Host; by these two we know our own pages.
"""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from .api import problem

LOOPBACK = frozenset(("127.0.0.1", "localhost", "::1"))
FOREIGN = 4403
"""The code with which a live line to a foreign page is shut."""
POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; font-src 'self' data:; "
    "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
GUARDS = {
    "content-security-policy": POLICY,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}


class Door:
    """Refuses what comes under a strange name or from a foreign page, and tells browsers to do the same."""

    def __init__(self, app: ASGIApp, names: Iterable[str] = ()) -> None:
        self._app, self._names = app, frozenset(name.lower() for name in names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let it in, or say why not."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        # the name first: under a false one Origin and Host would agree with each other
        refusal = self._stranger(headers) or self._foreign(scope, headers) or _not_json(scope, headers)
        if refusal and scope["type"] == "websocket":
            socket = WebSocket(scope, receive, send)
            # a line that is refused before it is accepted shows the page no reason, only that it failed
            await socket.accept()
            await socket.close(FOREIGN, refusal[1])
        elif refusal:
            await problem(*refusal)(scope, receive, _guarded(send))
        else:
            await self._app(scope, receive, _guarded(send) if scope["type"] == "http" else send)

    def _stranger(self, headers: Headers) -> tuple[int, str] | None:
        """Whoever asks for another name has been led here by a name server that lies (DNS rebinding)."""
        host = headers.get("host", "")
        if self._known(_name(f"//{host}")):
            return None
        return 421, f"this server is not {host[:100]!r}; its host can add that name with --host-name"

    def _foreign(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        """What a page of somebody else asks for. To open one of our pages by a link from elsewhere is no harm."""
        origin = headers.get("origin")
        if origin is not None and not self._our_own(origin, headers.get("host", "")):
            return 403, "pages of other addresses cannot use this server; open its own page"
        # a link from elsewhere opens our page; a request of its script is another thing
        opened = headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") == "document"
        elsewhere = headers.get("sec-fetch-site") in ("cross-site", "same-site")
        if elsewhere and origin is None and not opened and scope["path"].startswith("/api/"):
            return 403, "pages of other addresses cannot use this server; open its own page"
        return None

    def _our_own(self, origin: str, host: str) -> bool:
        """The page at the very address that is asked, or at a name that the host has given."""
        return _name(origin) in self._names or (self._known(_name(origin)) and _place(origin) == f"//{host}".lower())

    def _known(self, name: str) -> bool:
        return name in LOOPBACK or name in self._names


def _name(address: str) -> str:
    try:
        return (urlsplit(address).hostname or "").lower()
    except ValueError:
        return ""


def _place(address: str) -> str:
    return f"//{urlsplit(address).netloc}".lower()


def _not_json(scope: Scope, headers: Headers) -> tuple[int, str] | None:
    """A form of a foreign page can send texts, but no JSON without asking first."""
    if scope["type"] != "http" or scope["method"] in ("GET", "HEAD", "OPTIONS"):
        return None
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    has_body = headers.get("content-length", "0") != "0" or "transfer-encoding" in headers
    if kind == "application/json" or (not kind and not has_body):
        return None
    return 415, "only JSON is read here; send it with content-type: application/json"


def _guarded(send: Send) -> Send:
    async def with_guards(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in GUARDS.items():
                headers.setdefault(name, value)
        await send(message)

    return with_guards
