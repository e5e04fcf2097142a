"""The embedded Postgres of `longcase run` and of the tests: no set-up, nothing shared.

One folder holds all of it: the cluster, its passwords, its log, its socket and a lock that the
one user of the folder holds. The web processes connect as a role that cannot change the schema.
"""

import fcntl
import json
import os
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import psycopg
from psycopg import sql

from service.binaries import Account, NoPostgres, account, binaries, reachable
from service.cluster import SUPERUSER, Cluster, dsn
from service.storage.grants import APP_ROLE

OWNER_ROLE = "longcase_owner"
DATABASE = "longcase"
_LOCK_SECONDS = 3  # one that is just ending may still hold it
_ROOTS_PLACE = Path("/var/lib/longcase")
_SOCKET_LINE = 4  # of postmaster.pid, by Postgres' miscadmin.h: LOCK_FILE_LINE_SOCKET_DIR


@dataclass(frozen=True, slots=True, kw_only=True)
class Embedded:
    """A running embedded Postgres."""

    cluster: Cluster
    owner: str
    """How to connect to change the schema."""
    app: str
    """How to connect to serve."""

    def superuser(self, database: str = "postgres") -> str:
        """Return how to connect to make databases; only tests need to."""
        return self.cluster.superuser(database)

    def mend(self) -> bool:
        """Start Postgres again if it died; tell whether it had to be."""
        if not self.cluster.stopped():
            return False
        self.cluster.start()
        return True


@contextmanager
def running(
    data: Path, *, durable: bool = True, connections: int = 100, movable: bool = False
) -> Iterator[Embedded]:
    """Run Postgres on the folder `data` for a block.

    Args:
        data: The folder, made if need be.
        durable: Whether a commit survives a crash of the machine; tests do without.
        connections: How many at most.
        movable: Whether another place may be taken if Postgres' account cannot reach `data`.

    Raises:
        NoPostgres: it cannot run here, or another process has the folder; the text says why.
    """
    by = account()
    data = _make_folder(data, by=by, movable=movable)
    with _locked(data):
        passwords = _passwords(data)
        cluster = Cluster(
            data / "postgres",
            binaries=reachable(binaries(version=_made_by(data)), by=by, copies=data),
            account=by,
            password=passwords[SUPERUSER],
            durable=durable,
            connections=connections,
        )
        try:
            cluster.start()
            _make_roles(cluster, passwords)
            yield Embedded(
                cluster=cluster,
                owner=_dsn(cluster, passwords, OWNER_ROLE),
                app=_dsn(cluster, passwords, APP_ROLE),
            )
        finally:
            cluster.stop()


def owner_beside(data: Path, *, movable: bool = False) -> str | None:
    """Return how the owner connects to the Postgres that another process runs, if one does.

    Args:
        data: The folder it runs on.
        movable: Whether that process may have taken another place, as in `running`.
    """
    for place in _places(data, movable=movable):
        try:
            passwords = json.loads((place / "passwords.json").read_text())
            socket = (place / "postgres" / "postmaster.pid").read_text().splitlines()[_SOCKET_LINE]
        except (OSError, IndexError):
            continue
        return dsn(socket, database=DATABASE, user=OWNER_ROLE, password=passwords[OWNER_ROLE])
    return None


def _places(data: Path, *, movable: bool) -> tuple[Path, ...]:
    return (data, _ROOTS_PLACE) if movable else (data,)


def _dsn(cluster: Cluster, passwords: dict[str, str], role: str) -> str:
    return cluster.dsn(database=DATABASE, user=role, password=passwords[role])


def _make_folder(data: Path, *, by: Account, movable: bool) -> Path:
    for place in _places(data, movable=movable):
        new = not place.exists()
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            if new:
                place.mkdir(mode=0o700)
                by.own(place)
        except OSError as error:
            raise NoPostgres(f"{place} cannot be made: {error.strerror}") from error
        if by.runs("test", "-r", place, "-a", "-x", place):
            return place
        if new:
            place.rmdir()
    raise NoPostgres(
        f"Postgres, which runs here as user number {by.user}, cannot enter {data}: "
        f"set LONGCASE_DATA to a folder whose parents everybody may enter, such as {_ROOTS_PLACE}"
    )


def _made_by(data: Path) -> int | None:
    """Return the major version of the Postgres that made the data, if there are any."""
    try:
        return int((data / "postgres" / "PG_VERSION").read_text())
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise NoPostgres(f"{data / 'postgres'} is not a readable cluster: {error}") from error


@contextmanager
def _locked(data: Path) -> Iterator[None]:
    """Hold the folder's lock, which the system lets go of when its holder dies."""
    try:
        descriptor = os.open(data / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise NoPostgres(f"{data} cannot be written: {error.strerror}") from error
    with os.fdopen(descriptor, "r+") as lock:
        _lock(lock, data)
        lock.seek(0)
        lock.truncate()
        lock.write(str(os.getpid()))
        lock.flush()
        yield


def _lock(lock: IO[str], data: Path) -> None:
    deadline = time.monotonic() + _LOCK_SECONDS
    while True:
        try:
            return fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                holder = lock.read() or "unknown"
                raise NoPostgres(
                    f"{data} is in use by process {holder}: stop that one, or set LONGCASE_DATA "
                    "(and PORT) for a second one beside it"
                ) from None
            time.sleep(0.1)


def _passwords(data: Path) -> dict[str, str]:
    """Return the roles' passwords, made once."""
    path = data / "passwords.json"
    try:
        return dict(json.loads(path.read_text()))
    except FileNotFoundError:
        if (data / "postgres").exists():
            raise NoPostgres(f"{path} is gone, without it the data are locked") from None
    made = {role: secrets.token_urlsafe(24) for role in (SUPERUSER, OWNER_ROLE, APP_ROLE)}
    unfinished = path.with_suffix(".new")
    unfinished.unlink(missing_ok=True)
    with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        json.dump(made, file)
        file.flush()
        os.fsync(file.fileno())
    unfinished.rename(path)
    return made


def _make_roles(cluster: Cluster, passwords: dict[str, str]) -> None:
    """Make the two roles and the database; a stop between two of these is caught up with."""
    with psycopg.connect(cluster.superuser(), autocommit=True) as connection:
        for role in (OWNER_ROLE, APP_ROLE):
            if not connection.execute(
                "SELECT 1 FROM pg_roles WHERE rolname = %s", (role,)
            ).fetchone():
                connection.execute(
                    sql.SQL("CREATE ROLE {} LOGIN PASSWORD {}").format(
                        sql.Identifier(role), sql.Literal(passwords[role])
                    )
                )
        if not connection.execute(
            "SELECT 1 FROM pg_database WHERE datname = %s", (DATABASE,)
        ).fetchone():
            connection.execute(
                sql.SQL("CREATE DATABASE {} OWNER {}").format(
                    sql.Identifier(DATABASE), sql.Identifier(OWNER_ROLE)
                )
            )
