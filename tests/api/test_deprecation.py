"""A deprecated call says so, in the document and in each of its answers; here in an app apart."""

from datetime import date

import pytest
from flask import Flask
from openapi_spec_validator import validate

from service.api import blueprint, deprecation, envelope, headers, problems
from service.api.answering import answered
from service.api.blueprint import Api, Token
from service.api.deprecation import Deprecated
from service.api.document import settings
from service.api.operations import HealthSchema
from service.app import openapi_document
from service.config import Config
from service.errors import NotFound

ABOUT = "/docs/old"
OLD = Deprecated(since=date(2026, 1, 1), about=ABOUT)
ENDING = Deprecated(since=date(2026, 1, 1), about=ABOUT, ends=date(2027, 6, 30))
SAID = ("Deprecation", "Link", "Sunset")


@pytest.fixture(scope="module")
def api():
    """An application with calls that are deprecated, and one that is not."""
    app = Flask("old")
    app.config.update(settings(Config()))
    envelope.install(app, Config(cors_origins=("*",)))
    deprecation.install(app)
    problems.install(app)
    made = Api(app)
    headers.install(made.spec)
    calls = blueprint.Blueprint("calls", __name__, description="Calls")
    for name, deprecated in {"now": None, "old": OLD, "ending": ENDING}.items():

        def read(name=name):
            """Tell that all is well, or refuse."""
            if name == "ending":
                raise NotFound
            return answered({"status": "ok"})

        calls.call(
            "GET",
            f"/{name}",
            name=name,
            token=Token.NONE,
            stored=False,
            answers=HealthSchema,
            problems=[NotFound],
            deprecated=deprecated,
        )(read)
    made.register_blueprint(calls)
    return made


@pytest.mark.parametrize(
    ("path", "status", "said"),
    [
        ("/now", 200, (None, None, None)),
        ("/old", 200, ("@1767225600", f'<{ABOUT}>; rel="deprecation"; type="text/html"', None)),
        (
            "/ending",
            404,
            (
                "@1767225600",
                f'<{ABOUT}>; rel="deprecation"; type="text/html"',
                "Wed, 30 Jun 2027 00:00:00 GMT",
            ),
        ),
        ("/nothing", 404, (None, None, None)),
    ],
)
def test_each_answer_says_so_refusals_too(api, path, status, said):
    answer = api._app.test_client().get(path, headers={"Origin": "https://x.example"})
    assert answer.status_code == status
    assert tuple(answer.headers.get(name) for name in SAID) == said
    assert {*SAID} <= {*answer.headers["Access-Control-Expose-Headers"].split(", ")}


def test_the_document_says_so(api):
    document = api.spec.to_dict()
    validate(document)
    now, old, ending = (document["paths"][path]["get"] for path in ("/now", "/old", "/ending"))
    assert "deprecated" not in now
    assert old["deprecated"] is ending["deprecated"] is True
    assert "since 2026-01-01: /docs/old" in old["description"]
    assert "ends on 2027-06-30" in ending["description"]
    for response in ending["responses"].values():
        assert {*SAID} <= {*response["headers"]}
    assert "Sunset" not in old["responses"]["200"]["headers"]


def test_nothing_of_ours_is_deprecated_yet():
    calls = [call for path in openapi_document()["paths"].values() for call in path.values()]
    assert not any(isinstance(call, dict) and call.get("deprecated") for call in calls)
