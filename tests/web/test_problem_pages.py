"""The pages that the types of problems lead to."""

import json
import re
from http.client import HTTPConnection
from urllib.parse import urljoin

import pytest

from engine import LANGUAGES, problem_text
from engine.layouts import LayoutFault
from engine.refusals import Reason
from service.details import Detail, FaultCode
from service.refusals import every_error
from tests.web.test_pages import ask, links


def ids(page):
    return re.findall(r' id="([^"]+)"', page.decode())


def test_the_type_of_a_problem_leads_to_its_page(module_server):
    address = f"{module_server.address}/v1/games"
    problem = json.loads(ask(address).body)
    answer = ask(urljoin(address, problem["type"]))
    assert answer.status == 200
    assert ids(answer.body) == ["unauthenticated"]
    assert problem["title"] in answer.body.decode()


def test_one_page_has_an_anchor_for_every_name(module_server):
    found = ids(ask(f"{module_server.address}/problems").body)
    assert len(set(found)) == len(found)
    assert set(found) == {
        *(kind.code for kind in every_error()),
        *Detail,
        *(f"reason-{each}" for each in Reason),
        *(f"fault-{each}" for each in FaultCode),
        *(f"layout-{each}" for each in LayoutFault),
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_is_in_the_language_that_is_asked_for(module_server, language):
    answer = ask(f"{module_server.address}/problems/busy", **{"Accept-Language": language})
    assert answer.headers["Content-Language"] == language
    assert f'<html lang="{language}">' in answer.body.decode()
    assert problem_text("busy", language)[0] in answer.body.decode()
    assert answer.headers["Vary"] == "Accept-Language"


@pytest.mark.parametrize("page", ["/problems", "/problems/illegal_move"])
def test_links_of_a_page_lead_somewhere_and_nothing_runs(module_server, page):
    answer = ask(module_server.address + page)
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert "script" not in answer.headers["Content-Security-Policy"]
    assert not re.search(r"<script|<style|\sstyle=|\son[a-z]+=", answer.body.decode())
    assert 'name="viewport"' in answer.body.decode()
    for link in links(answer.body):
        if link.startswith("#"):
            assert link[1:] in ids(answer.body)
        else:
            assert ask(urljoin(module_server.address + page, link)).status == 200, link


def test_a_page_is_not_sent_twice(module_server):
    first = ask(f"{module_server.address}/problems/busy")
    assert first.headers["Cache-Control"] == "public, no-cache"
    again = ask(first.url, **{"If-None-Match": first.headers["ETag"]})
    assert (again.status, again.body) == (304, b"")
    french = {"If-None-Match": first.headers["ETag"], "Accept-Language": "fr"}
    assert ask(first.url, **french).status == 200


def test_an_unknown_code_is_not_found(module_server):
    answer = ask(f"{module_server.address}/problems/nothing")
    assert (answer.status, json.loads(answer.body)["code"]) == (404, "not_found")


def test_the_refusal_of_what_is_not_http_leads_to_its_page_too(module_server):
    connection = HTTPConnection(module_server.address.removeprefix("http://"), timeout=30)
    try:
        connection.request("GET", "/", headers={"Expect": "nonsense"})
        with connection.getresponse() as answer:
            problem = json.loads(answer.read())
    finally:
        connection.close()
    assert ask(module_server.address + problem["type"]).status == 200
