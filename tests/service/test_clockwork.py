"""What acts without a request: one at a time does a job, and none of it is lost by a kill."""

import os
import signal
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import replace
from threading import Event, Thread
from uuid import uuid4

import pytest

from engine import Card, Deal, Position, variant
from engine.lines import codes
from service import beside, clockwork, filling
from service.clockwork import Job
from service.config import Config
from service.errands import means_of
from service.errors import Unavailable
from service.means import Means
from service.storage import leases
from service.storage.pool import Database
from service.storage.statements import together
from service.values import Ahead
from tests.serving import ROOT, serving, wait_for

WANTED = {"grandfathers-clock": 6, "clover-leaf": 4}


@pytest.fixture
def means(database, tmp_path):
    config = Config(
        database_url=database,
        deep_folder=tmp_path,
        verified_deals=Ahead(0, tuple(WANTED.items())),
    )
    with Database(config).open() as pool:
        yield Means(database=pool, config=config)


@pytest.fixture(autouse=True)
def _quick(monkeypatch):
    monkeypatch.setattr(clockwork, "PAUSE_S", 0.01)


@contextmanager
def working(means, *, processes=1, jobs=None):
    """Run the clockwork, as so many processes would, for a block."""
    stop = Event()
    running = [
        Thread(target=clockwork.run, args=(means, stop), kwargs={"jobs": jobs})
        for _ in range(processes)
    ]
    for thread in running:
        thread.start()
    try:
        yield
    finally:
        stop.set()
        for thread in running:
            thread.join(60)
        assert not any(thread.is_alive() for thread in running)


def counting(sql):
    return dict(sql("SELECT variant, count(*) FROM verified_deal GROUP BY 1"))


def all_win(sql):
    """Tell whether each deal that waits is won by its line."""
    return all(
        Position.start(
            Deal.of_order(variant(name).with_options(), tuple(map(Card, order)))
        ).wins_by(codes(line))
        for name, order, line in sql("SELECT variant, deal_order, line FROM verified_deal")
    )


def test_two_at_once_bring_the_deals_to_the_level_and_keep_them_there(means, sql):
    with working(means, processes=2):
        wait_for(lambda: counting(sql) == WANTED)
        sql("UPDATE lease SET due_at = now() RETURNING job")
        sql("DELETE FROM verified_deal WHERE variant = 'clover-leaf' RETURNING id")
        wait_for(lambda: counting(sql) == WANTED)
    assert counting(sql) == WANTED
    assert all_win(sql)


def test_without_a_lease_two_overshoot_by_one_at_most(means, sql):
    asked = [filling.Wanted(rules=variant("grandfathers-clock").with_options(), deals=20)]
    threads = [Thread(target=lambda: list(filling.fill(means, asked))) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert 20 <= counting(sql)["grandfathers-clock"] <= 21


def test_only_the_settings_levels_are_filled(means, sql):
    with working(means):
        wait_for(lambda: counting(sql) == WANTED)
    list(filling.fill(means, filling.wanted(means.config)))
    assert counting(sql) == WANTED


def test_a_lease_has_one_holder_and_ends_by_itself(means, sql):
    one, other = uuid4(), uuid4()
    assert leases.take(means.database, "job", holder=one, seconds=60)
    assert not leases.take(means.database, "job", holder=other, seconds=60)
    assert not leases.renew(means.database, "job", holder=other, seconds=60)
    assert leases.renew(means.database, "job", holder=one, seconds=60)
    sql("UPDATE lease SET held_until = now() RETURNING job")  # as when its holder was killed
    assert not leases.renew(means.database, "job", holder=one, seconds=60)
    assert leases.take(means.database, "job", holder=other, seconds=60)
    leases.give_back(means.database, "job", holder=one, due_in=60)  # it is not one's any more
    assert leases.renew(means.database, "job", holder=other, seconds=60)


def test_a_job_that_was_done_is_not_due_again_at_once(means, sql):
    one, other = uuid4(), uuid4()
    assert leases.take(means.database, "job", holder=one, seconds=60)
    leases.give_back(means.database, "job", holder=one, due_in=60)
    assert not leases.take(means.database, "job", holder=other, seconds=60)
    sql("UPDATE lease SET due_at = now() RETURNING job")
    assert leases.take(means.database, "job", holder=other, seconds=60)


def test_a_turn_ends_when_its_lease_was_lost_or_a_stop_is_asked_for(means, sql, monkeypatch):
    holder, stop = uuid4(), Event()
    leases.take(means.database, "job", holder=holder, seconds=60)
    turn = clockwork.Turn(means, "job", holder=holder, stop=stop)
    monkeypatch.setattr(clockwork, "LEASE_S", 0.0)  # so that it renews each time
    sql("UPDATE lease SET holder = gen_random_uuid() RETURNING job")
    assert not turn.goes_on()
    monkeypatch.setattr(clockwork, "LEASE_S", 60.0)
    assert turn.goes_on()
    stop.set()
    assert not turn.goes_on()


def test_what_a_killed_one_held_is_done_by_the_next(means, sql):
    done = Event()
    leases.take(means.database, "job", holder=uuid4(), seconds=3600)
    with working(means, jobs=[Job(name="job", every_s=60, act=lambda *_: done.set())]):
        assert not done.wait(0.1)
        sql("UPDATE lease SET held_until = now() RETURNING job")
        assert done.wait(60)


def test_a_job_that_fails_keeps_no_other_from_being_done(means, caplog):
    done = Event()

    def fail(*_):
        raise ZeroDivisionError

    jobs = [
        Job(name="bad", every_s=60, act=fail),
        Job(name="good", every_s=60, act=lambda *_: done.set()),
    ]
    with working(means, jobs=jobs):
        assert done.wait(60)
    said = [record.fields for record in caplog.records if record.message == "a job failed"]
    assert said == [{"job": "bad"}]


def test_a_machine_that_cannot_search_keeps_no_other_job_from_being_done(means, caplog):
    file = means.config.deep_folder / "file"
    file.touch()
    cannot = replace(means, config=replace(means.config, deep_folder=file / "folder"))
    done = Event()
    searches = next(job for job in clockwork.JOBS if job.name == "verify deals")
    jobs = [searches, Job(name="good", every_s=60, act=lambda *_: done.set())]
    with working(cannot, jobs=jobs):
        assert done.wait(60)
    assert "the database is away" not in caplog.text
    said = [record.fields for record in caplog.records if record.message.startswith("a job could")]
    assert said == [{"job": "verify deals", "why": "unavailable.no_search"}]


@pytest.mark.parametrize("of_prompt", [True, False])
def test_a_fault_in_one_loop_ends_both(means, monkeypatch, of_prompt):
    take, stop = leases.take, Event()

    def fail(database, job, **chosen):
        if of_prompt == any(job == each.name for each in clockwork.PROMPT_JOBS):
            raise ZeroDivisionError
        return take(database, job, **chosen)

    monkeypatch.setattr(leases, "take", fail)
    with pytest.raises(ZeroDivisionError):
        clockwork.work(means, stop)
    assert stop.is_set()


def test_what_is_prompt_waits_for_no_transaction_of_the_others(database, monkeypatch):
    means = means_of(Config(database_url=database), connections=clockwork.LOOPS)
    begun, done, stop, meanwhile = Event(), Event(), Event(), []

    def hold(means, _turn):
        with together(means.database):
            begun.set()
            meanwhile.append(done.wait(30))
        stop.set()

    def be_prompt(*_):
        if begun.is_set():
            done.set()

    monkeypatch.setattr(clockwork, "JOBS", (Job(name="long", every_s=60, act=hold),))
    monkeypatch.setattr(
        clockwork, "PROMPT_JOBS", (Job(name="prompt", every_s=0.01, act=be_prompt),)
    )
    with means.database.open():
        clockwork.work(means, stop)
    assert meanwhile == [True]


def test_it_survives_a_database_that_is_away(means, sql, caplog):
    tried = []
    done = Event()

    def act(*_):
        tried.append(1)
        if len(tried) < 3:
            raise Unavailable
        done.set()

    with working(means, jobs=[Job(name="job", every_s=60, act=act)]):
        wait_for(lambda: tried)
        wait_for(
            lambda: done.is_set() or sql("UPDATE lease SET held_until = now() RETURNING 1") == []
        )
        assert done.wait(60)
    assert len(tried) == 3
    assert "the database is away" in caplog.text


def test_a_fill_that_is_killed_loses_nothing(database, means, sql):
    command = [sys.executable, "-m", "service.command", "fill", "--variant", "freecell"]
    environment = os.environ | {"DATABASE_URL": database}
    with subprocess.Popen(
        [*command, "--to", "100000"], cwd=ROOT, env=environment, stderr=subprocess.DEVNULL
    ) as process:
        wait_for(lambda: counting(sql).get("freecell", 0) >= 3)
        process.kill()
    here = counting(sql)["freecell"]
    assert all_win(sql)
    rules = variant("freecell").with_options()
    list(filling.fill(means, [filling.Wanted(rules=rules, deals=here + 2)]))
    assert counting(sql) == {"freecell": here + 2}


def test_the_command_fills_to_the_settings(database, sql):
    settings = {"DATABASE_URL": database, "LONGCASE_VERIFIED_DEALS": "0,grandfathers-clock=3"}
    done = subprocess.run(
        [sys.executable, "-m", "service.command", "fill"],
        cwd=ROOT, env=os.environ | settings, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert counting(sql) == {"grandfathers-clock": 3}
    assert "3/3" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--variant", "chess"], "longcase: no variant is called 'chess'"),
        (["--variant", "klondike"], "longcase: deals of klondike are not proved winnable"),
        (["--option", "wrap=on"], "longcase: --option needs --variant"),
        (["--variant", "freecell", "--option", "cells=9"], "longcase: freecell has no option"),
    ],
)
def test_what_cannot_be_filled_is_one_line(database, arguments, said):
    done = subprocess.run(
        [sys.executable, "-m", "service.command", "fill", *arguments],
        cwd=ROOT, env=os.environ | {"DATABASE_URL": database}, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr.startswith(said)
    assert done.stderr.count("\n") == 1


def test_a_machine_that_cannot_search_fills_nothing_and_says_why(database, tmp_path):
    file = tmp_path / "file"
    file.touch()
    settings = {"DATABASE_URL": database, "LONGCASE_DEEP_FOLDER": str(file / "folder")}
    done = subprocess.run(
        [sys.executable, "-m", "service.command", "fill", "--variant", "freecell"],
        cwd=ROOT, env=os.environ | settings, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr.endswith("longcase: Searches cannot be counted on this machine.\n")


def test_it_is_started_again_if_it_died_and_stops_when_told(database, monkeypatch):
    monkeypatch.setattr(beside, "STARTS_APART_S", 0.0)
    monkeypatch.setenv("DATABASE_URL", database)
    monkeypatch.setenv("LONGCASE_VERIFIED_DEALS", "0")
    beside_us = beside.Clockwork()
    beside_us.keep()
    first = beside_us.process
    assert first is not None
    first.kill()
    first.wait()
    beside_us.keep()
    second = beside_us.process
    assert second is not None
    assert second.pid != first.pid
    beside_us.keep()
    assert beside_us.process is second
    beside_us.ask_to_end()
    beside_us.end()
    assert second.returncode in (0, -signal.SIGTERM)  # before or after it heeds signals


def test_the_web_server_runs_it_beside_its_workers(database, sql):
    settings = {"LONGCASE_CLOCKWORK": "on", "LONGCASE_VERIFIED_DEALS": "0,clover-leaf=3"}
    with serving(database, **settings) as server:
        wait_for(lambda: counting(sql) == {"clover-leaf": 3})
        [line] = wait_for(lambda: [x for x in server.lines() if x["message"] == "verified deals"])
        assert (line["kept"], line["outdated"]) == (3, 0)
        assert line["process"] != server.process.pid
    with pytest.raises(ProcessLookupError):
        os.kill(line["process"], 0)
