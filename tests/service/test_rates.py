"""Counting requests: what a bucket lets in, in memory and in the database, and for whom."""

import multiprocessing
import os
from concurrent.futures import ThreadPoolExecutor
from ipaddress import ip_address
from time import monotonic

import pytest

from service import limiting
from service.api.addresses import client, counted_as, networks
from service.buckets import PLACES, Buckets
from service.config import Config
from service.limiting import Budget, charges
from service.means import Means
from service.rates import NONE, Charge, Rate, Rates, read_rates
from service.storage import buckets as stored
from service.storage.pool import Database
from service.values import Wrong

SLOW = Rate(requests=1, unit="h", burst=5)


class Time:
    """Seconds that pass when told to."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def time():
    return Time()


@pytest.fixture
def means(database):
    config = Config(database_url=database, rates_shared=True)
    with Database(config).open() as pool:
        yield Means(database=pool, config=config)


def charge(rate=SLOW, whose=b"x", policy="moves"):
    return Charge(policy=policy, rate=rate, whose=whose)


def take(buckets, *asked):
    return [each.taken for each in buckets.spend(asked)]


def test_a_burst_is_let_in_and_then_the_rate(time):
    buckets, moves = Buckets(now=time), charge(Rate(requests=20, unit="s", burst=60))
    assert [take(buckets, moves) for _ in range(61)] == [[True]] * 60 + [[False]]
    time.seconds += 1
    assert [take(buckets, moves) for _ in range(21)] == [[True]] * 20 + [[False]]
    time.seconds += 3600
    assert sum(take(buckets, moves)[0] for _ in range(70)) == 60


def test_refused_requests_do_not_put_the_end_off(time):
    buckets, guests = Buckets(now=time), charge(Rate(requests=10, unit="min", burst=10))
    for _ in range(100):
        take(buckets, guests)
    time.seconds += 6
    assert take(buckets, guests) == [True]


def test_what_is_told_is_what_comes_true(time):
    rate = Rate(requests=10, unit="min", burst=10)
    buckets = Buckets(now=time)
    told = [buckets.spend([charge(rate)])[0] for _ in range(11)]
    assert [each.remaining for each in told] == [9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0]
    assert (told[0].more_in_s, told[-1].more_in_s, told[-1].taken) == (6, 6, False)
    time.seconds += told[-1].more_in_s - 0.01
    assert take(buckets, charge(rate)) == [False]
    time.seconds += 0.01
    assert take(buckets, charge(rate)) == [True]


def test_buckets_are_apart_by_holder_and_by_policy(time):
    buckets, one = Buckets(now=time), Rate(requests=1, unit="h", burst=1)
    assert take(buckets, charge(one), charge(one, b"y"), charge(one, policy="calls")) == [True] * 3
    assert take(buckets, charge(one), charge(one, b"z")) == [False, True]


def test_memory_is_bounded_and_what_is_forgotten_is_forgiven(time):
    buckets, rate = Buckets(now=time, sets=1), Rate(requests=1, unit="h", burst=1)
    first = [charge(rate, bytes([number])) for number in range(PLACES)]
    for each in first:
        assert take(buckets, each) == [True]
        time.seconds += 1
    assert take(buckets, charge(rate, b"more")) == [True]
    assert [take(buckets, each)[0] for each in first[1:]] == [False] * (PLACES - 1)
    assert take(buckets, first[0]) == [True], "the one that was full soonest made room"


def _spend_many(buckets, count):
    os._exit(sum(take(buckets, charge())[0] for _ in range(count)))


def test_processes_of_one_service_count_together():
    buckets = Buckets()
    context = multiprocessing.get_context("fork")
    processes = [context.Process(target=_spend_many, args=(buckets, 50)) for _ in range(4)]
    for each in processes:
        each.start()
    for each in processes:
        each.join()
    assert sum(each.exitcode or 0 for each in processes) == SLOW.burst


def test_threads_take_each_token_once():
    buckets = Buckets()
    with ThreadPoolExecutor(8) as threads:
        taken = list(threads.map(lambda _: take(buckets, charge())[0], range(200)))
    assert sum(taken) == SLOW.burst


def test_the_database_counts_alike(means, sql):
    begun = monotonic()
    told = [stored.spend(means.database, (charge(),))[0] for _ in range(6)]
    passed = monotonic() - begun
    assert [each.taken for each in told] == [True] * 5 + [False]
    assert [each.remaining for each in told] == [4, 3, 2, 1, 0, 0]
    assert 3599 - passed <= told[-1].more_in_s <= 3600
    sql("UPDATE rate_bucket SET full_at = full_at - interval '1 hour'")
    again = [stored.spend(means.database, (charge(),))[0].taken for _ in range(2)]
    assert again == [True, False]


def test_the_database_takes_each_token_once_among_many(means):
    both = (charge(), charge(whose=b"y", policy="calls"))
    with ThreadPoolExecutor(8) as threads:
        told = list(threads.map(lambda _: stored.spend(means.database, both), range(40)))
    for place in range(2):
        assert sum(each[place].taken for each in told) == SLOW.burst


def test_full_buckets_have_no_row(means, sql):
    stored.spend(means.database, (charge(), charge(whose=b"y")))
    sql("UPDATE rate_bucket SET full_at = now() WHERE bucket = 'moves:x'")
    assert not limiting.forget_full(means)
    assert sql("SELECT bucket FROM rate_bucket") == [(b"moves:y",)]


def test_without_the_database_each_machine_counts_for_itself():
    config = Config(
        database_url="postgresql://nobody@127.0.0.1:1/x", pool_timeout=1, rates_shared=True
    )
    buckets = Buckets()
    with Database(config).open() as pool:
        means = Means(database=pool, config=config)
        one = charge(Rate(requests=1, unit="h", burst=1))
        assert [limiting.spend(means, buckets, (one,))[0].taken for _ in range(2)] == [True, False]


@pytest.mark.parametrize(
    ("budget", "token", "policies"),
    [
        (Budget.FREE, "t", []),
        (Budget.PAGES, "t", ["addresses"]),
        (Budget.CALLS, None, ["addresses"]),
        (Budget.CALLS, "t", ["addresses", "calls"]),
        (Budget.MOVES, "t", ["addresses", "moves"]),
        (Budget.SEARCHES, "t", ["addresses", "searches"]),
        (Budget.SEARCHES, None, ["addresses", "searches"]),
        (Budget.TOKENS, None, ["addresses", "guests"]),
        (Budget.TOKENS, "t", ["addresses", "calls", "guests"]),
        (Budget.GAMES, None, ["addresses", "guests"]),
        (Budget.GAMES, "t", ["addresses", "calls"]),
    ],
)
def test_a_request_is_counted_for_its_address_and_its_player(budget, token, policies):
    asked = list(charges(Rates(), budget, address=b"a", token=token))
    assert [each.policy for each in asked] == policies
    assert not list(charges(NONE, budget, address=b"a", token=token))
    for each in asked:
        by_address = each.policy in ("addresses", "guests") or token is None
        assert (each.whose == b"a") == by_address
        assert each.whose != b"t", "a token is kept nowhere"


@pytest.mark.parametrize(
    ("peer", "forwarded", "found"),
    [
        ("192.0.2.1", "", "192.0.2.1"),
        ("192.0.2.1", "203.0.113.5", "192.0.2.1"),  # not from a proxy of ours: anybody's words
        ("10.0.0.1", "203.0.113.5", "203.0.113.5"),
        ("10.0.0.1", "1.1.1.1, 203.0.113.5", "203.0.113.5"),  # what the client wrote is left of it
        ("10.0.0.1", "1.1.1.1, 203.0.113.5, 10.0.0.2", "203.0.113.5"),
        ("10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("10.0.0.1", "unknown", "10.0.0.1"),
        ("10.0.0.1", "203.0.113.5, unknown", "10.0.0.1"),
        ("10.0.0.1", "203.0.113.5:4711", "203.0.113.5"),
        ("::1", "[2001:db8::7]:443", "2001:db8::7"),
        ("::1", "2001:db8::7", "2001:db8::7"),
        ("::ffff:10.0.0.1", "203.0.113.5", "203.0.113.5"),
    ],
)
def test_forwarded_addresses_are_believed_from_trusted_proxies_only(peer, forwarded, found):
    trusted = networks(["10.0.0.0/8", "::1/128"])
    assert client(peer, forwarded, trusted=trusted) == ip_address(found)


def test_an_ipv6_client_is_a_network_of_64_bits():
    one, other, far = (
        counted_as(ip_address(text)) for text in ("2001:db8::1", "2001:db8::2:3", "2001:db8:0:1::1")
    )
    assert one == other != far
    assert counted_as(ip_address("192.0.2.1")) != counted_as(ip_address("192.0.2.2"))
    assert counted_as(client("", "", trusted=())) == b""


def test_rates_are_settings():
    changed = read_rates("moves=50/s:200, guests=off")
    assert changed.moves == Rate(requests=50, unit="s", burst=200)
    assert (changed.guests, changed.calls) == (None, Rates().calls)
    assert read_rates("off") == NONE
    assert read_rates(str(Rates())) == Rates()


@pytest.mark.parametrize(
    "text", ["on", "moves", "moves=", "moves=5", "moves=5/s", "moves=0/s:1", "moves=5/d:1", "x=off"]
)
def test_other_texts_are_refused(text):
    with pytest.raises(Wrong, match="expected off, or changes"):
        read_rates(text)
