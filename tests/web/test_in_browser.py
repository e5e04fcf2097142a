"""The pages in a real browser, where this machine has one: drawn, and without a complaint."""

import re
import shutil
import subprocess

import pytest

from tests.contract import openapi_of

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "chrome"))), None)

pytestmark = pytest.mark.skipif(BROWSER is None, reason="no chromium here")


def shown(address: str, profile) -> tuple[str, list[str]]:
    """Open a page; return its elements once scripts have run, and what the browser complained."""
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    options += ["--disable-component-update", "--disable-sync", "--disable-quic", "--no-first-run"]
    options += ["--enable-logging=stderr", "--virtual-time-budget=10000", "--dump-dom"]
    done = subprocess.run(
        [str(BROWSER), *options, f"--user-data-dir={profile}", address],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    return done.stdout, re.findall(r":CONSOLE.*", done.stderr)


def test_the_docs_show_every_call(module_server, tmp_path):
    page, complaints = shown(f"{module_server.address}/docs", tmp_path)
    assert complaints == []
    calls = set(re.findall(r'id="operations-\w+-(\w+)"', page))
    assert {"startGame", "makeMoves", "giveHint", "getStats"} <= calls


def test_a_lock_marks_the_calls_that_need_a_token_and_no_other(module_server, tmp_path):
    page, _ = shown(f"{module_server.address}/docs", tmp_path)
    calls = re.split(r'id="operations-\w+-(\w+)"', page)[1:]
    drawn = zip(calls[::2], calls[1::2], strict=True)
    locked = {name for name, call in drawn if "authorization__btn" in call}
    needing = {
        call["operationId"]
        for item in openapi_of()["paths"].values()
        for call in item.values()
        if isinstance(call, dict) and call["security"] == [{"token": []}]
    }
    assert locked == needing


def test_a_form_sends_nothing_that_nobody_wrote(module_server, tmp_path):
    page, _ = shown(f"{module_server.address}/docs#/variants/getDeal", tmp_path)
    assert "additionalProp" not in page
    fields = dict(re.findall(r'placeholder="(such as [^"]*)"[^>]*value="([^"]*)"', page))
    assert set(fields) == {"such as &quot;17&quot;", "such as de, en;q=0.5"}
    assert set(fields.values()) == {""}


def test_the_welcome_names_its_own_address(module_server, tmp_path):
    page, complaints = shown(f"{module_server.address}/", tmp_path)
    assert complaints == []
    assert f'<span class="address">{module_server.address}</span>/v1/games' in page


def test_a_complaint_would_be_seen(tmp_path):
    page = tmp_path / "wrong.html"
    page.write_text("<script>throw new Error('seen')</script>")
    _, complaints = shown(f"file://{page}", tmp_path / "profile")
    assert any("seen" in complaint for complaint in complaints)
