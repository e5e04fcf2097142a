"""What every client needs around the generated code: patience, keys, refusals, events."""

import json
import re
from collections.abc import Iterator
from contextlib import closing, suppress
from http import HTTPStatus
from time import sleep
from typing import TypeVar
from uuid import UUID, uuid4

import httpx
from longcase import AuthenticatedClient, Client
from longcase.models import Problem, Race, RaceEvent

LONGEST_S = 60
SENDINGS = 5
KEYLESS = (
    "^/v1/players(/me/token)?$",  # refuse a key: their answers hold a secret and are not kept
    "^/v1/sandbox/",  # does again what is sent again
)
Answer = TypeVar("Answer")


class Refusal(Exception):
    """A refusal that the caller does not handle: show its title and detail to the player."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(f"{problem.code}: {problem.title}. {problem.detail}")
        self.problem = problem


class Patient(httpx.HTTPTransport):
    """Where the service says when to come again, or no answer comes, send the same request again.

    What might then be done twice is left to the caller.
    """

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request; a POST with a key, so that it is done once however often it is sent."""
        keyless = any(re.search(path, request.url.path) for path in KEYLESS)
        if request.method == "POST" and "Authorization" in request.headers and not keyless:
            request.headers.setdefault("Idempotency-Key", str(uuid4()))
        repeatable = request.method == "GET" or "Idempotency-Key" in request.headers
        sent = 1
        while True:
            try:
                response = super().handle_request(request)
                seconds = int(response.headers.get("Retry-After", LONGEST_S + 1))
                unavailable = response.status_code == HTTPStatus.SERVICE_UNAVAILABLE
                unsure = unavailable and not repeatable  # it may be done
                if response.is_success or seconds > LONGEST_S or unsure:
                    return whole(response)
            except httpx.TransportError:
                if not repeatable or sent == SENDINGS:
                    raise
                print("again: no answer")
                sent, seconds = sent + 1, sent
            else:
                print(f"waiting: {response.status_code}")  # 429, 503, a race that has not started
                response.close()
            sleep(seconds)


def whole(response: httpx.Response) -> httpx.Response:
    """Wait for all of an answer, for it can be lost halfway; a stream is its reader's."""
    if not response.headers.get("Content-Type", "").startswith("text/event-stream"):
        response.read()
    return response


def stranger(address: str) -> Client:
    """Connect without a token."""
    return Client(base_url=address, httpx_args={"transport": Patient()})


def connect(address: str, token: str) -> AuthenticatedClient:
    """Connect as the player of a token."""
    timeout = httpx.Timeout(60)  # longer than the service lets one wait
    args = {"transport": Patient()}
    return AuthenticatedClient(base_url=address, token=token, timeout=timeout, httpx_args=args)


def answered(answer: Answer | Problem | None) -> Answer:
    """Take the answer, or raise the refusal."""
    if answer is None:
        raise ValueError("an answer that the document does not know: is this Longcase?")
    if isinstance(answer, Problem):
        raise Refusal(answer)
    return answer


def events(api: AuthenticatedClient, race_id: UUID, after: int = 0) -> Iterator[RaceEvent | Race]:
    """Tell what happens in a race after a version, to its end.

    A Race comes instead where too much has happened: begin anew from it.
    """
    http = api.get_httpx_client()
    headers = {"Accept": "text/event-stream", "Last-Event-ID": str(after)}
    while True:
        request = http.build_request("GET", f"/v1/races/{race_id}/events", headers=headers)
        with closing(http.send(request, stream=True)) as answer:
            if answer.status_code == HTTPStatus.NO_CONTENT:
                return  # over, and all of it was told
            if not answer.is_success:
                raise Refusal(Problem.from_dict(json.loads(answer.read())))
            fields = {}
            with suppress(httpx.TransportError):  # broken off: go on after the last one
                for line in answer.iter_lines():  # the service writes each field on one line
                    name, _, fields[name] = line.partition(": ")
                    if name == "data":
                        headers["Last-Event-ID"] = fields["id"]
                        kind = Race if fields["event"] == "resync" else RaceEvent
                        yield kind.from_dict(json.loads(fields["data"]))
        sleep(2)
