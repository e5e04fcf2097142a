"""The audit of the dependencies: advisories fail it, silence is not taken for good news."""

import json
from importlib.util import module_from_spec, spec_from_file_location

import pytest

from tests.serving import ROOT


@pytest.fixture
def judge():
    spec = spec_from_file_location("audit", ROOT / ".ci" / "audit.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.judge


def report(*dependencies):
    return json.dumps({"dependencies": dependencies, "fixes": []})


GOOD = {"name": "flask", "version": "3.1.2", "vulns": []}
BAD = {
    "name": "werkzeug",
    "version": "0.1",
    "vulns": [{"id": "PYSEC-1", "fix_versions": ["0.2"]}, {"id": "PYSEC-2", "fix_versions": []}],
}
UNKNOWN = {"name": "regex", "skip_reason": "not found"}


def test_an_advisory_fails_it(judge):
    failed, said = judge(report(GOOD, BAD, UNKNOWN), "")
    assert failed == 1
    assert said.splitlines() == [
        "werkzeug 0.1: PYSEC-1, mended in 0.2",
        "werkzeug 0.1: PYSEC-2, mended in no version",
        "2 packages audited, 2 advisories; 1 packages are not known to the advisory service",
    ]


def test_none_passes_it(judge):
    assert judge(report(GOOD), "") == (0, "1 packages audited, 0 advisories")


@pytest.mark.parametrize(
    ("written", "errors", "said"),
    [
        ("", "ERROR: x\nTip: your network may be blocking this service", "Tip: your network"),
        ("", "", "pip-audit said nothing"),
        ("nonsense", "", "pip-audit said nothing"),
        (report(UNKNOWN, UNKNOWN), "", "knows none of them"),
        (report(), "", "knows none of them"),
    ],
)
def test_where_nobody_can_be_asked_it_says_so_and_fails_nothing(judge, written, errors, said):
    failed, told = judge(written, errors)
    assert failed == 0
    assert told.startswith("the dependencies were NOT audited: ")
    assert said in told
