"""One Postgres cluster: its folder on disk, and the process that serves it.

Whoever makes a `Cluster` holds the lock on its folder (see embedded.py): a postmaster found
there is an orphan, and a pid file without its postmaster is a left-over. Only a socket is
listened on, in a folder that no other user can enter.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
from psycopg.conninfo import make_conninfo

from service.binaries import Account, Binaries, NoPostgres, dies_with_parent

SUPERUSER = "postgres"
_SOCKET_ROOM = 107 - len("/.s.PGSQL.5432")  # what a socket's address can hold
_RECOVERY_SECONDS = 30
_STOP_SECONDS = 30
_LOG_BYTES = 5_000_000
_NOT_DURABLE = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")


def dsn(socket: str, *, database: str, user: str, password: str) -> str:
    """Return how to connect to the cluster whose socket lies in a folder."""
    return make_conninfo(host=socket, port=5432, dbname=database, user=user, password=password)


class Cluster:
    """A cluster that can be started and stopped."""

    def __init__(
        self,
        folder: Path,
        *,
        binaries: Binaries,
        account: Account,
        password: str,
        durable: bool,
        connections: int,
    ) -> None:
        """Describe the cluster in `folder`, which may not exist yet."""
        self._folder = folder
        self._binaries = binaries
        self._account = account
        self._password = password
        self._socket: Path | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._settings = (
            "listen_addresses=",
            "unix_socket_permissions=0700",
            f"max_connections={connections}",
            "timezone=UTC",
            "log_error_verbosity=terse",  # a detail may quote a row, and with it a hidden card
            *(() if durable else _NOT_DURABLE),
        )
        self._durable = durable

    def start(self) -> None:
        """Make the cluster if it is new, and serve it."""
        if not self._folder.exists():
            self._make()
        _stop_orphan(self._folder)
        deadline = time.monotonic() + _RECOVERY_SECONDS
        while not self._start_once():
            # After a crash the old processes may need a moment to let go of the shared memory.
            if time.monotonic() > deadline:
                raise NoPostgres(f"Postgres does not start: see {self.log}")
            time.sleep(0.5)

    def stop(self) -> None:
        """End all connections and stop; what was committed is on disk."""
        process, self._process = self._process, None
        if process is not None:
            for how, seconds in ((signal.SIGINT, _STOP_SECONDS), (signal.SIGQUIT, 5)):
                if process.poll() is None:
                    process.send_signal(how)
                    with contextlib.suppress(subprocess.TimeoutExpired):
                        process.wait(seconds)
            process.kill()
            process.wait()
        if self._socket is not None:
            shutil.rmtree(self._socket, ignore_errors=True)
            self._socket = None

    def stopped(self) -> bool:
        """Tell whether the process ended by itself."""
        return self._process is not None and self._process.poll() is not None

    def dsn(self, *, database: str, user: str, password: str) -> str:
        """Return how to connect."""
        return dsn(str(self._socket), database=database, user=user, password=password)

    def superuser(self, database: str = "postgres") -> str:
        """Return how to connect as the superuser."""
        return self.dsn(database=database, user=SUPERUSER, password=self._password)

    @property
    def log(self) -> Path:
        """Where Postgres writes what it has to say."""
        return self._folder.with_name(f"{self._folder.name}.log")

    def _make(self) -> None:
        unfinished = self._folder.with_name(f"{self._folder.name}.new")
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir(mode=0o700)
        self._account.own(unfinished)
        with tempfile.NamedTemporaryFile("w", dir=self._folder.parent) as secret:
            secret.write(self._password)
            secret.flush()
            self._account.own(Path(secret.name))
            done = self._run(
                "initdb",
                *("--pgdata", unfinished, "--username", SUPERUSER, "--pwfile", secret.name),
                *("--auth=scram-sha-256", "--encoding=UTF8", "--locale=C", "--data-checksums"),
                *(() if self._durable else ("--no-sync",)),
            )
        if done.returncode:
            said = done.stderr.decode(errors="replace").strip()
            if "could not look up effective user ID" in said:
                raise NoPostgres(
                    f"Postgres can make its data only as a user with a name, and number "
                    f"{os.geteuid()} has none here: give it a line in /etc/passwd, run as another "
                    "user, or set DATABASE_URL"
                )
            raise NoPostgres(f"initdb fails: {said}")
        unfinished.rename(self._folder)

    def _run(self, program: str, *arguments: str | Path) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [*self._account.prefix, self._binaries.program(program), *arguments],
            check=False,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            cwd="/",
            env=_environment(),
            **self._account.options(),
        )

    def _start_once(self) -> bool:
        self._socket = self._socket or self._make_socket_folder()
        settings = (*self._settings, f"unix_socket_directories={self._socket}")
        with _bounded(self.log).open("ab") as log:
            self._process = subprocess.Popen(
                [
                    *self._account.prefix,
                    *dies_with_parent("INT"),
                    *(self._binaries.program("postgres"), "-D", self._folder),
                    *(part for setting in settings for part in ("-c", setting)),
                ],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd="/",
                env=_environment(),
                start_new_session=True,  # Ctrl-C is for its starter, which stops it last
                **self._account.options(),
            )
        while self._process.poll() is None:  # as long as it is recovering it is waited for
            try:
                psycopg.connect(self.superuser(), connect_timeout=5).close()
            except psycopg.OperationalError as error:
                if "authentication failed" in str(error):
                    raise NoPostgres(f"the passwords beside {self._folder} are not its") from None
                time.sleep(0.05)
            else:
                return True
        return False

    def _make_socket_folder(self) -> Path:
        near = self._folder.with_name("socket")
        if len(os.fsencode(near)) <= _SOCKET_ROOM:
            shutil.rmtree(near, ignore_errors=True)
            near.mkdir(mode=0o700)
        else:
            near = Path(tempfile.mkdtemp(prefix="longcase-", dir="/tmp"))  # the shortest there is
        self._account.own(near)
        return near


def _environment() -> dict[str, str]:
    """Return an environment in which no PG… variable of the caller leads astray."""
    return {"PATH": os.defpath, "LC_ALL": "C", "TZ": "UTC"}


def _bounded(log: Path) -> Path:
    if log.exists() and log.stat().st_size > _LOG_BYTES:
        log.replace(log.with_suffix(".log.old"))
    return log


def _stop_orphan(folder: Path) -> None:
    """Stop a postmaster that outlived its starter; forget one that is dead."""
    pid_file = folder / "postmaster.pid"
    try:
        pid = int(pid_file.read_text().split("\n", 1)[0])
    except (OSError, ValueError):
        pid = 0
    for how, seconds in ((signal.SIGINT, 10), (signal.SIGQUIT, 5), (signal.SIGKILL, 5)):
        if not _serves(pid, folder):
            break
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, how)
        for _ in _ticks(seconds):
            if not _serves(pid, folder):
                break
    if _serves(pid, folder):
        raise NoPostgres(f"process {pid} serves {folder} and cannot be stopped")
    pid_file.unlink(missing_ok=True)


def _ticks(seconds: float) -> Iterator[None]:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        yield
        time.sleep(0.05)


def _serves(pid: int, folder: Path) -> bool:
    """Tell whether a process lives and works in the folder; a zombie does not."""
    if pid <= 1:
        return False
    proc = Path("/proc") / str(pid)
    if Path("/proc/self").exists():
        try:
            state = (proc / "stat").read_text().rpartition(")")[2].split()[0]
            return state not in "ZX" and (proc / "cwd").resolve() == folder.resolve()
        except OSError:
            return False
    said = subprocess.run(
        ["ps", "-p", str(pid), "-o", "stat=,command="],  # noqa: S607 - every system has it
        check=False,
        capture_output=True,
        text=True,
    ).stdout.strip()
    return bool(said) and not said.startswith("Z") and str(folder) in said
