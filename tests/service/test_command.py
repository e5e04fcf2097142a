"""The command: it says what is wrong in one line, and `run` brings up and takes down all."""

import json
import os
import secrets
import signal
import socket
import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import make_conninfo

from service.config import settings_table
from tests.serving import ROOT, listening, ready, speaking, wait_for

COMMAND = [sys.executable, "-m", "service.command"]


def longcase(*arguments, **environment):
    done = subprocess.run(
        [*COMMAND, *arguments],
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def empty(cluster):
    name = f"test_{secrets.token_hex(4)}"
    with psycopg.connect(cluster.superuser(), autocommit=True) as connection:
        connection.execute(
            sql.SQL("CREATE DATABASE {} OWNER longcase_owner").format(sql.Identifier(name))
        )
        yield make_conninfo(cluster.owner, dbname=name)
        connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def test_settings_are_listed():
    assert longcase("settings") == (0, settings_table() + "\n", "")


def test_a_bad_setting_is_one_line():
    status, _, said = longcase("run", PORT="eighty")
    assert status == 1
    assert said == "longcase: PORT='eighty': expected a whole number from 0 to 65535\n"


@pytest.mark.parametrize("verb", ["serve", "migrate"])
def test_without_a_database_it_says_so(verb):
    status, _, said = longcase(verb)
    assert status == 1
    assert said.startswith("longcase: DATABASE_URL is not set")
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    "dsn",
    [
        "postgresql://longcase:p%zz-hush@db/longcase",
        "postgresql://longcase:hush hush@db/longcase",
        "password=hush hush",
    ],
)
def test_a_database_that_is_written_wrongly_is_one_line_without_its_password(dsn):
    status, told, said = longcase("migrate", DATABASE_URL=dsn)
    assert (status, told) == (1, "")
    assert said == (
        "longcase: DATABASE_URL=…: expected postgresql://user:password@host:port/name\n"
    )


def test_without_a_run_beside_them_the_operators_verbs_say_so(scratch):
    status, _, said = longcase("verify", LONGCASE_DATA=str(scratch))
    assert status == 1
    assert said == (
        "longcase: DATABASE_URL is not set, and no `longcase run` is beside this command\n"
    )


def test_migrating_twice_does_nothing_the_second_time(empty):
    status, said, _ = longcase("migrate", DATABASE_URL=empty)
    assert status == 0
    assert said.startswith("applied 0001_")
    assert longcase("migrate", DATABASE_URL=empty) == (0, "nothing to migrate\n", "")


def test_an_old_database_is_not_served(empty):
    status, _, said = longcase("serve", DATABASE_URL=empty)
    assert status == 1
    assert "run `longcase migrate`" in said


@pytest.mark.parametrize("verb", ["run", "serve"])
def test_a_port_in_use_is_one_line_and_nothing_is_begun(verb, empty, scratch):
    longcase("migrate", DATABASE_URL=empty)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        place = {"LONGCASE_DATA": str(scratch)} if verb == "run" else {"DATABASE_URL": empty}
        status, told, said = longcase(verb, PORT=port, **place)
    assert (status, told) == (1, "")
    assert said == (
        f"longcase: 127.0.0.1:{port} is in use by another program: "
        "choose another port with PORT=…, or any free one with PORT=0\n"
    )
    assert not scratch.exists()


def test_an_address_of_elsewhere_is_one_line(scratch):
    status, _, said = longcase("run", HOST="192.0.2.1", LONGCASE_DATA=str(scratch))
    assert status == 1
    assert said.startswith("longcase: 192.0.2.1:8080 cannot be listened on: ")
    assert said.count("\n") == 1


class Run:
    """A running `longcase run`."""

    def __init__(self, process, log, data):
        self.process = process
        self.log = log
        self.data = data
        self.address = wait_for(self._started)

    def _started(self):
        assert self.process.poll() is None, self.log.read_text()
        address = listening(self.log)
        return address if address and ready(address) else None

    def ready(self):
        return ready(self.address)

    def postmaster(self):
        """Return Postgres' process, or None while it is being started again."""
        try:
            return int((self.data / "postgres" / "postmaster.pid").read_text().split()[0])
        except (FileNotFoundError, IndexError):
            return None

    def answered_by(self):
        """Return the process that answers."""
        connection = HTTPConnection(self.address.removeprefix("http://"), timeout=10)
        try:
            connection.request("GET", "/healthz", headers={"Connection": "close"})
            name = connection.getresponse().headers["X-Request-Id"]
        finally:
            connection.close()
        return wait_for(lambda: self._process_of(name))

    def _process_of(self, name):
        for line in self.log.read_text().splitlines():
            if line.startswith("{") and name in line:
                return json.loads(line)["process"]
        return None


@pytest.fixture
def run(module_scratch):
    environment = {"LONGCASE_DATA": str(module_scratch), "PORT": "0", "LONGCASE_WORKERS": "1"}
    with speaking([*COMMAND, "run"], environment=environment) as (process, log):
        yield Run(process, log, module_scratch)


def alive(pid):
    """Tell whether a process runs; in a container an orphan may stay as a zombie."""
    try:
        os.kill(pid, 0)
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except ProcessLookupError:
        return False
    except FileNotFoundError:  # no /proc here, or it just ended
        return not Path("/proc/self").exists()
    return state != "Z"


@pytest.mark.parametrize("arguments", [("verify",), ("forget", "--dry-run")])
def test_beside_a_run_the_operators_verbs_find_its_database(run, arguments):
    assert longcase(*arguments, LONGCASE_DATA=str(run.data))[0] == 0


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_stop_ends_everything_cleanly(run, how):
    pids = [run.postmaster(), run.answered_by()]
    run.process.send_signal(how)
    assert run.process.wait(30) == 0
    assert not any(map(alive, pids))
    last = (run.data / "postgres.log").read_text().splitlines()[-1]
    assert last.endswith("database system is shut down")
    assert f"{run.address}/docs" in run.log.read_text()


def test_whatever_is_killed_comes_back(run):
    os.kill(run.answered_by(), signal.SIGKILL)
    wait_for(run.ready)
    killed = run.postmaster()
    os.kill(killed, signal.SIGKILL)
    wait_for(lambda: run.postmaster() not in {None, killed} and run.ready())


def test_a_killed_run_takes_all_with_it_and_can_be_run_again(run):
    pids = [run.postmaster(), run.answered_by()]
    run.process.kill()
    run.process.wait()
    environment = {"LONGCASE_DATA": str(run.data), "PORT": "0", "LONGCASE_WORKERS": "1"}
    with speaking([*COMMAND, "run"], environment=environment) as (process, log):
        Run(process, log, run.data)
        wait_for(lambda: not any(map(alive, pids)))
