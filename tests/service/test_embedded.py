"""The embedded Postgres: what was committed stays, whatever was killed."""

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from service.binaries import Account, NoPostgres, binaries
from service.embedded import running
from tests.serving import ROOT, wait_for

HOLD = """
import sys, time
from pathlib import Path
from service.embedded import running
with running(Path(sys.argv[1])):
    print("running", flush=True)
    time.sleep(600)
"""
NAMELESS = """
import os, sys
from pathlib import Path
import service.binaries
from service.embedded import running
{forbid}
os.setgroups([])
os.setresgid(12345, 12345, 12345)
os.setresuid(12345, 12345, 12345)
with running(Path(sys.argv[1]), durable=False):
    print("running", flush=True)
"""


def execute(dsn, statement):
    with psycopg.connect(dsn, autocommit=True) as connection:
        return connection.execute(statement)


def postmaster(made):
    return int((made / "postgres" / "postmaster.pid").read_text().split()[0])


def write(embedded):
    execute(embedded.owner, "DROP TABLE IF EXISTS kept")
    execute(embedded.owner, "CREATE TABLE kept AS SELECT 1 AS one")


def kept(embedded):
    with psycopg.connect(embedded.owner) as connection:
        return connection.execute("SELECT one FROM kept").fetchall() == [(1,)]


@pytest.fixture(scope="module")
def made(module_scratch):
    """Data that were made before."""
    with running(module_scratch, durable=False):
        return module_scratch


@pytest.fixture
def holder(made):
    """Another process that runs Postgres on the folder."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, made], cwd=ROOT, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"running\n"
        yield process
        process.kill()


def test_data_outlive_a_stop(made):
    with running(made, durable=False) as embedded:
        write(embedded)
        pid = postmaster(made)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    with running(made, durable=False) as embedded:
        assert kept(embedded)


def test_the_embedded_postgres_is_durable_and_listens_on_a_closed_socket_only(made):
    with running(made) as embedded, psycopg.connect(embedded.app) as connection:
        said = {
            name: connection.execute(f"SHOW {name}").fetchone()
            for name in ("fsync", "synchronous_commit", "full_page_writes", "listen_addresses")
        }
        assert list(said.values()) == [("on",), ("on",), ("on",), ("",)]
        socket = Path(str(conninfo_to_dict(embedded.app)["host"]))
        assert stat.S_IMODE(socket.stat().st_mode) == 0o700
        assert stat.S_IMODE((made / "passwords.json").stat().st_mode) == 0o600
        with pytest.raises(psycopg.OperationalError, match="authentication failed"):
            psycopg.connect(make_conninfo(embedded.app, password="guess"))


def test_a_killed_postgres_is_started_again_and_has_lost_nothing(made):
    with running(made) as embedded:
        write(embedded)
        assert not embedded.mend()
        os.kill(postmaster(made), signal.SIGKILL)
        wait_for(embedded.mend)
        assert kept(embedded)


def test_a_folder_in_use_is_refused_with_its_user(made, holder):
    with pytest.raises(NoPostgres, match=f"in use by process {holder.pid}"), running(made):
        pass


def test_a_killed_starter_leaves_the_folder_usable(made, holder):
    holder.kill()
    holder.wait()
    with running(made) as embedded:
        assert execute(embedded.owner, "SELECT 1").fetchone() == (1,)


def test_a_killed_starter_and_postgres_leave_the_folder_usable(made, holder):
    os.kill(postmaster(made), signal.SIGKILL)
    holder.kill()
    holder.wait()
    with running(made) as embedded:
        assert execute(embedded.owner, "SELECT 1").fetchone() == (1,)


def test_a_pid_file_that_names_a_stranger_does_not_stop_a_start(made):
    with running(made, durable=False) as embedded:
        write(embedded)
        lines = (made / "postgres" / "postmaster.pid").read_text().split("\n")
    lines[0] = str(os.getpid())
    (made / "postgres" / "postmaster.pid").write_text("\n".join(lines))
    with running(made, durable=False) as embedded:
        assert kept(embedded)


def test_an_interrupted_making_is_made_anew(scratch):
    (scratch / "postgres.new").mkdir(parents=True)
    (scratch / "postgres.new" / "PG_VERSION").write_text("18")
    with running(scratch, durable=False) as embedded:
        assert execute(embedded.owner, "SELECT 1").fetchone() == (1,)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become a user without a name")
@pytest.mark.parametrize("namespaces", [True, False])
def test_a_user_without_a_name_runs_postgres_or_is_told_what_is_missing(scratch, namespaces):
    if not Account(user=12345, group=12345).runs(binaries().program("initdb"), "--version"):
        pytest.skip("other users cannot reach the programs")
    forbid = "" if namespaces else "service.binaries._named_users = lambda: ()"
    done = subprocess.run(
        [sys.executable, "-c", NAMELESS.format(forbid=forbid), scratch],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    missing = "NoPostgres: Postgres can make its data only as a user with a name, and number 12345"
    assert missing in done.stderr or (namespaces and done.stdout == "running\n"), done.stderr


def test_a_folder_with_a_long_path_works(scratch):
    with running(scratch / ("long" * 30), durable=False) as embedded:
        assert execute(embedded.app, "SELECT 1").fetchone() == (1,)


def test_data_of_another_postgres_version_are_refused(scratch):
    (scratch / "postgres").mkdir(parents=True)
    (scratch / "postgres" / "PG_VERSION").write_text("7\n")
    (scratch / "passwords.json").write_text('{"postgres": "x"}')
    with pytest.raises(NoPostgres, match="made by Postgres 7, here is only"), running(scratch):
        pass


def test_data_without_their_passwords_are_refused(scratch):
    (scratch / "postgres").mkdir(parents=True)
    (scratch / "postgres" / "PG_VERSION").write_text(f"{binaries().version}\n")
    with pytest.raises(NoPostgres, match=r"passwords\.json is gone"), running(scratch):
        pass


def test_a_folder_that_cannot_be_made_is_refused(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(NoPostgres, match="cannot be made"), running(tmp_path / "file" / "data"):
        pass
