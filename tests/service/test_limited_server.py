"""Limits of requests on the real service: one limit for all its workers, and whole connections."""

import json
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection

import pytest

from tests.serving import serving, wait_for

JSON = {"Content-Type": "application/json"}


def ask(server, method="GET", path="/v1/variants/fan", body=None, **headers):
    connection = HTTPConnection(server.address.removeprefix("http://"), timeout=30)
    try:
        return answer(connection, method, path, body, **headers)[0]
    finally:
        connection.close()


def answer(connection, method, path, body=None, **headers):
    connection.request(method, path, body, {**JSON, **headers})
    with connection.getresponse() as found:
        return found.status, json.loads(found.read())


def addresses(server, count):
    """Give the addresses that the log names, sorted, once there are so many.

    A line is written after its answer, so those of two requests may change places.
    """
    lines = [each for each in server.lines() if each.get("path") == "/v1/variants/fan"]
    return sorted(each["address"] for each in lines) if len(lines) == count else None


@pytest.mark.parametrize("shared", ["off", "on"])
def test_workers_and_connections_share_one_limit(database, shared):
    settings = {
        "LONGCASE_WORKERS": "2",
        "LONGCASE_RATES": "addresses=1/h:30",
        "LONGCASE_RATES_SHARED": shared,
    }
    with serving(database, **settings) as server, ThreadPoolExecutor(20) as threads:
        statuses = list(threads.map(lambda _: ask(server), range(80)))
    assert sorted(set(statuses)) == [200, 429]
    assert statuses.count(200) == 30


def test_a_connection_outlives_a_refusal_with_a_body_that_nobody_read(database):
    with serving(database, LONGCASE_RATES="addresses=1/h:2") as server:
        connection = HTTPConnection(server.address.removeprefix("http://"), timeout=30)
        try:
            connection.connect()
            socket = connection.sock
            for _ in range(2):
                assert answer(connection, "GET", "/v1/variants/fan")[0] == 200
            for body in (b"x" * 50_000, b"{}", b"x" * 60_000):
                status, problem = answer(connection, "POST", "/v1/players", body)
                assert (status, problem["code"]) == (429, "rate_limited")
                assert connection.sock is socket
            assert answer(connection, "GET", "/healthz") == (200, {"status": "ok"})
            assert connection.sock is socket
        finally:
            connection.close()


def test_clients_behind_a_trusted_proxy_are_told_apart(database):
    settings = {
        "LONGCASE_RATES": "addresses=1/h:1",
        "LONGCASE_TRUSTED_PROXIES": "127.0.0.1/32",
    }
    with serving(database, **settings) as server:
        forwarded = [f"198.51.100.{number}, 203.0.113.{number // 2}" for number in range(6)]
        statuses = [ask(server, **{"X-Forwarded-For": each}) for each in forwarded]
        logged = wait_for(lambda: addresses(server, 6))
    assert statuses == [200, 429] * 3
    assert logged == [f"203.0.113.{number // 2}" for number in range(6)]
