"""A wire between browser and server that can be cut and mended."""

from __future__ import annotations

import contextlib
import socket
import threading
from types import TracebackType


class Relay:
    """Passes bytes on; once cut, every connection breaks off and new ones are dropped."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._whole = True
        self._ends: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._ear = socket.create_server(("127.0.0.1", 0))
        self.base = f"http://127.0.0.1:{self._ear.getsockname()[1]}"
        threading.Thread(target=self._answer, daemon=True).start()

    def __enter__(self) -> Relay:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.cut()
        _end(self._ear)

    def cut(self) -> None:
        """Break off."""
        with self._lock:
            self._whole = False
            ends, self._ends = self._ends, set()
        for each in ends:
            _end(each)

    def mend(self) -> None:
        """Let them through again."""
        self._whole = True

    def _answer(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._ear.accept()
                self._connect(near)

    def _connect(self, near: socket.socket) -> None:
        try:
            far = socket.create_connection(("127.0.0.1", self._to))
        except OSError:
            _end(near)
            return
        with self._lock:
            whole = self._whole
            if whole:
                self._ends |= {near, far}
        for one, other in ((near, far), (far, near)):
            if whole:
                threading.Thread(target=self._pass_on, args=(one, other), daemon=True).start()
            else:
                _end(one)

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                other.sendall(data)
        _end(one)
        _end(other)


def _end(line: socket.socket) -> None:
    with contextlib.suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)
    line.close()
