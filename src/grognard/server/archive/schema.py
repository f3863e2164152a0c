"""The tables of the database, and how it is opened: SQLite with a write-ahead log, or PostgreSQL by its address."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from grognard.kernel.errors import BadInput

from .access import lock_number
from .diagnosis import DAMAGED, in_words

METADATA = sa.MetaData()
GAMES = sa.Table(
    "games",
    METADATA,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("battle", sa.String(200), nullable=False),
    sa.Column("system", sa.String(80), nullable=False),
    sa.Column("title", sa.String(400), nullable=False),
    sa.Column("made", sa.Float, nullable=False),
    sa.Column("played", sa.Float, nullable=False),
    sa.Column("paused", sa.Boolean, nullable=False, default=False),
    sa.Column("revealed", sa.Boolean, nullable=False, default=False),
    sa.Column("spectators", sa.String(20), nullable=False, server_default="public"),
    sa.Column("rivals", sa.Boolean, nullable=False, default=False, server_default=sa.false()),
    sa.Column("over", sa.Boolean, nullable=False, default=False),
    sa.Column("save", sa.LargeBinary(400_000_000), nullable=False),
    sa.Column("saved_at", sa.Integer, nullable=False),
    sa.Column("secret", sa.String(64), nullable=False, server_default=""),
    sa.Column("clock", sa.Integer, nullable=False, server_default="0"),
)
SEATS = sa.Table(
    "seats",
    METADATA,
    sa.Column("game", sa.String(40), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("seat", sa.String(200), primary_key=True),
    sa.Column("kind", sa.String(20), nullable=False),
)
LINKS = sa.Table(
    "links",
    METADATA,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("game", sa.String(40), sa.ForeignKey("games.id"), nullable=False),
    sa.Column("role", sa.String(20), nullable=False),
    sa.Column("seat", sa.String(200), nullable=False),
)
JOURNAL = sa.Table(
    "journal",
    METADATA,
    sa.Column("game", sa.String(40), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("what", sa.String(20), nullable=False),
    sa.Column("content", sa.LargeBinary, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("once", sa.String(300)),
)
TALK = sa.Table(
    "talk",
    METADATA,
    sa.Column("game", sa.String(40), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("what", sa.String(20), nullable=False),
    sa.Column("who", sa.String(200), nullable=False),
    sa.Column("hearers", sa.Text, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("turn", sa.Integer, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)
WAIT = 10
"""Seconds for a database to answer at all."""
POSTGRES = "postgresql+psycopg"
POOL = 5
"""Lines to a PostgreSQL that are kept open; three times as many when much is asked at once."""
_PATIENCE = {"options": f"-c lock_timeout={WAIT}s", "tcp_user_timeout": 1000 * WAIT}
"""Nobody waits longer for a battle that another process keeps, or for a machine that has gone."""
KINDS = "write it as sqlite:///battles.db or postgresql://user@host/name"


def opened(address: str) -> sa.Engine:
    """The database at an address, with our tables in it; refused in one sentence where there is none."""
    url = _ours(read_address(address))
    shown = url.set(drivername=url.get_backend_name()).render_as_string(hide_password=True)
    try:
        engine = _engine(url)
        _sound(engine, shown)
        with engine.begin() as c:
            if engine.dialect.name == "postgresql":  # two servers that begin at the same time
                c.execute(sa.select(sa.func.pg_advisory_xact_lock(lock_number("tables"))))
            METADATA.create_all(c)
            _brought_up(c)
    except NoSuchModuleError:
        raise BadInput(f"--database {shown}: no such kind of database; {KINDS}") from None
    except ModuleNotFoundError as error:
        raise BadInput(f"--database {shown}: {_install(url, error)}") from None
    except (SQLAlchemyError, ImportError, UnicodeDecodeError) as error:
        raise BadInput(f"--database {shown}: {in_words(error)}") from None
    return engine


def read_address(address: str) -> sa.URL:
    """The parts of a database's address."""
    try:
        url = sa.make_url(address)
    except (ArgumentError, ValueError):  # such as a port that is no number
        raise BadInput(f"--database {address}: not the address of a database; {KINDS}") from None
    if "\0" in address:
        raise BadInput(f"--database {address}: no file has such a name; {KINDS}")
    return url


def _ours(url: sa.URL) -> sa.URL:
    """PostgreSQL is spoken to with psycopg, however its address is written."""
    return url.set(drivername=POSTGRES) if url.drivername in ("postgres", "postgresql") else url


def _install(url: sa.URL, error: ModuleNotFoundError) -> str:
    if url.drivername == POSTGRES:
        return "PostgreSQL needs the driver psycopg; type: pip install 'grognard[postgres]'"
    return f"its driver {error.name} is not installed"


def _engine(url: sa.URL) -> sa.Engine:
    if url.get_backend_name() != "sqlite":
        return sa.create_engine(
            url,
            pool_pre_ping=True,
            pool_size=POOL,
            max_overflow=2 * POOL,
            pool_timeout=WAIT,
            connect_args={"connect_timeout": WAIT, **(_PATIENCE if url.drivername == POSTGRES else {})},
        )
    engine = sa.create_engine(url)
    sa.event.listen(engine, "connect", _safe)
    return engine


def _sound(engine: sa.Engine, shown: str) -> None:
    """A file that is damaged is not written into: a look at its pages when it is opened."""
    if engine.dialect.name != "sqlite":
        return
    with engine.connect() as c:
        said = c.execute(sa.text("PRAGMA quick_check(1)")).scalar_one()
    if said != "ok":
        engine.dispose()
        raise BadInput(f"--database {shown}: {DAMAGED.format(said=' '.join(str(said).split()))}")


def _safe(connection: Any, _: Any) -> None:
    """Readers do not wait for writers, and what is committed has been written through to the disk."""
    connection.text_factory = _text
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _text(content: bytes) -> str:
    """Texts of a damaged file need not be texts; what they belong to is refused by its name."""
    return content.decode("utf-8", "replace")


def _brought_up(c: sa.Connection) -> None:
    """A database of an earlier version gets the columns that it lacks."""
    inspector = sa.inspect(c)
    for table in METADATA.sorted_tables:
        there = {column["name"] for column in inspector.get_columns(table.name)}
        for column in table.columns:
            if column.name not in there:
                wanted = sa.schema.CreateColumn(column).compile(dialect=c.dialect)
                c.execute(sa.text(f"ALTER TABLE {table.name} ADD COLUMN {wanted}"))
