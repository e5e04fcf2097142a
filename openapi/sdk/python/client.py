"""What every client needs around the generated code: patience, keys, and refusals by their code."""

from time import sleep
from typing import TypeVar
from uuid import uuid4

import httpx
from longcase import AuthenticatedClient, Client
from longcase.models import Problem

LONGEST_S = 60
Answer = TypeVar("Answer")


class Refusal(Exception):
    """A refusal that the caller does not handle: show its title and detail to the player."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(f"{problem.code}: {problem.title}. {problem.detail}")
        self.problem = problem


class Patient(httpx.HTTPTransport):
    """Where the service says when to come again, wait and send the same request again."""

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request; a POST with a key, so that it is done once however often it is sent."""
        if request.method == "POST" and "Authorization" in request.headers:
            request.headers["Idempotency-Key"] = str(uuid4())
        while True:
            response = super().handle_request(request)
            seconds = int(response.headers.get("Retry-After", LONGEST_S + 1))
            if response.is_success or seconds > LONGEST_S:
                return response  # else 429, 503, or a race that has not started
            print(f"waiting: {response.status_code}")
            response.close()
            sleep(seconds)


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
