"""A player's device: it speaks HTTP to a real service, and reads streams as they come."""

import json
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from typing import Any

PATIENCE_S = 40  # less than the longest wait: who is not woken fails
CHUNK = 65_536


@dataclass(frozen=True, kw_only=True)
class Answer:
    status: int
    headers: Any
    body: Any


class Device:
    """A player's device, which speaks to one of the processes."""

    def __init__(self, address, token=None):
        self.address = address
        self.token = token

    def call(self, method, path, body=None, **headers):
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.token:
            sent["Authorization"] = f"Bearer {self.token}"
        raw = None if body is None else json.dumps(body)
        connection = self._connect()
        try:
            connection.request(
                method, f"/v1/{path}", raw, {"Content-Type": "application/json", **sent}
            )
            with connection.getresponse() as found:
                read = found.read()
                return Answer(
                    status=found.status,
                    headers=found.headers,
                    body=json.loads(read) if read else None,
                )
        finally:
            connection.close()

    def start(self):
        """Start a game, as a guest who is made by it; give its path."""
        game = self.call("POST", "games", {"variant": "german-clock"}).body
        self.token = game["token"]
        return f"games/{game['id']}"

    def wait(self, path, *, known='"1"', seconds=50):
        return self.call("GET", path, If_None_Match=known, Prefer=f"wait={seconds}")

    def draw(self, path):
        return self.call("POST", f"{path}/moves", {"moves": ["draw"]})

    @contextmanager
    def follow(self, race, *, last=None, **headers):
        """Open a stream of a race for a block; hang up after it."""
        sent = {"Accept": "text/event-stream", "Authorization": f"Bearer {self.token}"}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        if last is not None:
            sent["Last-Event-ID"] = str(last)
        connection = self._connect()
        try:
            connection.request("GET", f"/v1/races/{race}/events", headers=sent)
            with connection.getresponse() as answer:
                yield Stream(answer=answer)
        finally:
            connection.close()

    def _connect(self):
        return HTTPConnection(self.address.removeprefix("http://"), timeout=PATIENCE_S)


@dataclass(frozen=True, kw_only=True)
class Event:
    id: int
    kind: str
    data: Any


@dataclass(kw_only=True)
class Stream:
    """What comes of a stream; `last` is the id of the last event that came whole."""

    answer: Any
    last: int | None = None
    text: bytes = b""
    heartbeats: int = 0
    ended: bool = False
    events: list[Event] = field(default_factory=list)

    @property
    def status(self):
        return self.answer.status

    def read(self, size=CHUNK):
        """Read what there is, so many bytes at most; False at the end, or where it breaks off."""
        try:
            came = self.answer.read1(size)
        except (HTTPException, ConnectionError):
            came = b""
        *blocks, self.text = (self.text + came).split(b"\n\n")
        for block in blocks:
            self._take(block.decode())
        self.ended = not came
        return bool(came)

    def until(self, happened):
        """Read until something is true of this stream; fail when it ends before."""
        while not happened(self):
            assert self.read(), self.events
        return self.events

    def until_kind(self, kind):
        """Read until such an event came; give it."""
        self.until(lambda stream: kind in [event.kind for event in stream.events])
        return next(event for event in self.events if event.kind == kind)

    def to_end(self):
        """Read until it ends; give all events."""
        while self.read():
            pass
        return self.events

    def _take(self, block):
        lines = [line.partition(":") for line in block.splitlines()]
        self.heartbeats += [name for name, _, _ in lines] == [""]
        told = {name: value.removeprefix(" ") for name, _, value in lines if name}
        if "data" in told:
            event = Event(id=int(told["id"]), kind=told["event"], data=json.loads(told["data"]))
            self.events.append(event)
            self.last = event.id
