"""The pages as they are served: ours alone, nothing inline, and cached as they may be."""

import hashlib
import re
from dataclasses import dataclass
from email.message import Message
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from service.web.pages import STATIC, SWAGGER_UI

SUMS = {
    "LICENSE.txt": "cfc7749b96f63bd31c3c42b5c471bf756814053e847c10f3eb003417bc523d30",
    "NOTICE.txt": "0d20d1adef18aee3f40dd258172155521ce702ac445cb5f7b7d60ed32dad2fb2",
    "swagger-ui-bundle.js": "e6a898692f2d768e807c3ba4626068a69a2c5dd960dd6c76f3e4d3a3de180af2",
    "swagger-ui-bundle.js.LICENSE.txt": (
        "37eb6e7e59aed57b2c1acf076574b818ea07b74265717e0bd67b59e0baf9abbb"
    ),
    "swagger-ui.css": "5ed08757e53da3e026d6cbecc61fe5d43585c9560b302d534ad56692519a273d",
}
PAGES = ["/", "/docs"]
OWN = sorted(path for path in STATIC.iterdir() if path.is_file())


@dataclass(frozen=True)
class Answer:
    status: int
    url: str
    headers: Message
    body: bytes


def ask(address: str, **headers: str) -> Answer:
    try:
        response = urlopen(Request(address, headers=headers), timeout=10)
    except HTTPError as refusal:
        response = refusal
    with response:
        return Answer(response.status, response.url, response.headers, response.read())


def links(page: bytes) -> set[str]:
    return set(re.findall(r'(?:src|href)="([^"]*)"', page.decode()))


@pytest.mark.parametrize("page", PAGES)
def test_every_link_of_a_page_is_answered_by_the_service_itself(module_server, page):
    found = links(ask(module_server.address + page).body)
    assert "assets/pages.css" in found
    for link in found:
        assert "//" not in link
        answer = ask(f"{module_server.address}/{link.removeprefix('./')}")
        assert answer.status == 200, link


@pytest.mark.parametrize("page", PAGES)
def test_a_page_may_load_from_the_service_alone_and_holds_no_script_or_style(module_server, page):
    answer = ask(module_server.address + page)
    policy = answer.headers["Content-Security-Policy"].split("; ")
    assert "default-src 'none'" in policy
    assert {"script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"} <= set(policy)
    assert not re.search(r"unsafe|https?:|\*", answer.headers["Content-Security-Policy"])
    text = answer.body.decode()
    assert not re.search(r"<script(?![^>]*\ssrc=)|<style|\sstyle=|\son[a-z]+=", text)
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.name)
def test_our_own_files_name_no_other_site(path):
    named = set(re.findall(r"https?://[\w.:-]+", path.read_text(encoding="utf-8")))
    assert named <= {"http://www.w3.org", "http://127.0.0.1:8080"}


def test_a_page_is_asked_for_each_time_and_not_sent_twice(module_server):
    first = ask(f"{module_server.address}/docs")
    assert first.headers["Cache-Control"] == "public, no-cache"
    assert "Authorization" not in first.headers.get("Vary", "")
    again = ask(f"{module_server.address}/docs", **{"If-None-Match": first.headers["ETag"]})
    assert (again.status, again.body) == (304, b"")


def test_what_bears_a_version_is_kept(module_server):
    answer = ask(f"{module_server.address}/assets/{SWAGGER_UI}/swagger-ui.css")
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"


def test_swagger_ui_is_as_published():
    folder = STATIC / SWAGGER_UI
    found = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}
    assert found == SUMS


def test_the_docs_have_one_address(module_server):
    answer = ask(f"{module_server.address}/docs/")
    assert answer.url == f"{module_server.address}/docs"
    assert answer.body == (STATIC / "docs.html").read_bytes()


@pytest.mark.parametrize("name", ["nothing.js", "../__init__.py", "%2e%2e/__init__.py", ""])
def test_nothing_else_is_given(module_server, name):
    answer = ask(f"{module_server.address}/assets/{name}")
    assert (answer.status, answer.headers["Content-Type"]) == (404, "application/problem+json")


def test_the_package_carries_every_kind_of_file():
    declared = (Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8")
    kinds = {path.suffix for path in STATIC.rglob("*") if path.is_file()}
    assert kinds == {".css", ".html", ".js", ".svg", ".txt"}
    assert all(f'"**/*{kind}"' in declared for kind in kinds)
