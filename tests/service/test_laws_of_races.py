"""Whatever happens in a race, in whichever order and whenever: laws of `service.refereeing`."""

from collections import Counter
from copy import deepcopy
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any
from uuid import UUID, uuid4

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from service import refereeing
from service.race_replaying import faults_of
from service.refereeing import ABLE, Sheet, Spans
from service.storage.races import Race

START = datetime(2025, 3, 1, 12, tzinfo=UTC)
MOMENT = timedelta(microseconds=1)
SEATS = st.integers(1, 8)
WAITS = st.sampled_from([0, 0.001, 1, 9.999, 10, 29, 30, 31, 60, 900]) | st.floats(0, 1000)


class Races(RuleBasedStateMachine):
    """A race; each action opens its sheet as the service does: what is due first."""

    @initialize(
        seats=st.integers(2, 8), minutes=st.integers(1, 3), blocks=st.booleans(),
        countdown=st.sampled_from([0, 10]), dealt=st.integers(0, 3),
    )  # fmt: skip
    def make(self, seats, minutes, blocks, countdown, dealt):
        spans = (timedelta(seconds=countdown), timedelta(minutes=15), timedelta(seconds=30))
        self.spans = Spans(**dict(zip(("countdown", "lobby", "back"), spans, strict=True)))
        self.now, self.events, self.games, self.entries, self.dealt = START, [], {}, {}, dealt
        self.blocks = blocks and not minutes % 2
        facts: dict[str, Any] = dict.fromkeys(Race.__slots__)
        facts |= {"id": uuid4(), "seats": seats, "minutes": minutes, "created_at": START}
        self.race = Race(**facts | {"version": 0, "status": "open"})
        self.act(lambda sheet: refereeing.enter(sheet, player()))

    def sheet(self, now):
        return Sheet(
            race=self.race, entries=dict(self.entries), games=dict(self.games), now=now,
            spans=self.spans, dealt=self.dealt,
        )  # fmt: skip

    def act(self, what=lambda _: None, *, seat=None):
        """Open the sheet, settle, do something unless the race is over, and write it."""
        sheet = self.sheet(self.now)
        refereeing.settle(sheet)
        there = seat is None or (
            seat in sheet.entries and sheet.entries[seat].player_id is not None
        )
        if there and not sheet.over:
            what(sheet)
        self.write(sheet)

    def write(self, sheet):
        self.events += sheet.events
        self.race, self.entries = sheet.race, sheet.entries
        if sheet.starts:
            status = "lost" if self.blocks else "playing"
            self.games = {n: game(status, 0) for n in sheet.entries}

    @rule(seconds=WAITS)
    def wait(self, seconds):
        self.now += timedelta(seconds=seconds)

    @rule()
    def settle(self):
        self.act()

    @rule()
    def enter(self):
        def enter(sheet):
            if sheet.race.status == "open":
                refereeing.enter(sheet, player())

        self.act(enter)

    @rule(seat=SEATS)
    def be_ready(self, seat):
        self.act(lambda sheet: refereeing.be_ready(sheet, seat), seat=seat)

    @precondition(lambda self: self.race.status == "open")
    @rule()
    def be_all_ready(self):
        for seat in list(self.entries):
            self.be_ready(seat)

    @rule(seat=SEATS)
    def leave(self, seat):
        self.act(lambda sheet: refereeing.leave(sheet, seat), seat=seat)

    @rule(seat=SEATS, withdrawn=st.booleans())
    def delete(self, seat, withdrawn):
        """Delete a player, taken out of the race before or, by a kill between the two, not."""
        if withdrawn:
            self.act(lambda sheet: refereeing.resign(sheet, seat), seat=seat)
        if seat in self.entries and self.race.ended_at is None:
            self.entries[seat] = replace(self.entries[seat], player_id=None)
            self.games.pop(seat, None)
            self.act()

    @rule(
        seat=SEATS, placed=st.integers(0, 3), made=st.integers(0, 5),
        status=st.sampled_from(["playing"] * 6 + ["won", "lost", "resigned"]),
    )  # fmt: skip
    def play(self, seat, placed, made, status):
        def play(sheet):
            entry = sheet.entries[seat]
            if entry.state == ABLE:
                refereeing.play(sheet, seat, game(status, made), placed=placed)

        self.act(play, seat=seat)

    @precondition(lambda self: self.race.status == "over")
    @rule()
    def have_a_rematch(self):
        sheet = self.sheet(self.now)
        refereeing.settle(sheet)
        sheet.tell(refereeing.Happening.REMATCH, race=str(uuid4()))
        self.write(sheet)

    @invariant()
    def the_events_tell_it_all(self):
        assert list(faults_of(self.race, list(self.entries.values()), self.events, ())) == []
        assert all(event.at <= self.now for event in self.events)

    @invariant()
    def there_is_one_announcement_one_start_and_one_end(self):
        times = Counter(event.kind for event in self.events)
        assert times["starting"] <= 1
        assert times["started"] <= times["starting"]
        assert times["result"] + times["cancelled"] == (self.race.ended_at is not None)
        assert times["result"] <= times["started"]
        began = [event.at for event in self.events if event.kind == "started"]
        assert began in ([], [self.race.starts_at])

    @invariant()
    def what_is_due_is_due_then_and_not_before(self):
        due = self.race.due_at
        assert (due is None) == (self.race.ended_at is not None)
        if due is None:
            return
        for at, judges in ((due - MOMENT, False), (due, True)):
            sheet = deepcopy(self.sheet(at))
            refereeing.settle(sheet)
            assert (len(sheet.events) > 0) == judges
            assert (sheet.race != self.race) == judges

    @invariant()
    def it_ends_without_anyone(self):
        sheet = deepcopy(self.sheet(self.now + timedelta(days=1)))
        refereeing.settle(sheet)
        assert sheet.over
        judge(sheet.race, sheet.entries)

    @invariant()
    def its_end_is_just(self):
        if self.race.ended_at is not None:
            judge(self.race, self.entries)


def judge(race, entries):
    """Judge a race that is over a second time, from how its entrants ended."""
    results = [entry.result for entry in entries.values()]
    if race.status == "cancelled":
        assert set(results) <= {None}
        return
    assert None not in results
    best = [entry for entry in entries.values() if entry.result != "lost"]
    assert [entry.result for entry in best] == (
        ["won"] if len(best) == 1 else ["drawn"] * len(best)
    )
    still = [entry for entry in entries.values() if entry.state == "stopped"]
    if race.reason == "finished":
        assert [entry.state for entry in best] == ["finished"]
    elif race.reason == "last_able":
        assert best == still
        assert best[0].player_id is not None
    elif race.reason == "limit":
        most = max(entry.cards_placed for entry in still)
        assert best == [entry for entry in still if entry.cards_placed == most]
        assert race.ended_at == race.ends_at
    else:
        assert race.reason == "none_able"
        assert not still
        assert len(best) > 1
    assert race.ended_at <= race.ends_at


def player():
    return SimpleNamespace(id=UUID(int=uuid4().int), name=None)


def game(status, moves_made):
    return SimpleNamespace(status=status, moves_made=moves_made)


Races.TestCase.settings = settings(max_examples=150, stateful_step_count=30, deadline=None)
TestRaces = Races.TestCase
