"""Streaks, each published rule by its own test; the dates are of real changes of real clocks."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.streaks import moment, streaks

ZONES = (
    "Africa/Nairobi",
    "America/Los_Angeles",
    "Asia/Kathmandu",
    "Asia/Tokyo",
    "Etc/GMT+12",
    "Europe/Paris",
    "Pacific/Apia",
    "Pacific/Honolulu",
    "Pacific/Kiritimati",
    "UTC",
)


def at(zone, text, *, fold=0):
    """A moment by the clock on the wall; of an hour that comes twice, the second with fold."""
    local = datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=fold)
    return moment(local.astimezone(UTC), zone)


def best(*wins):
    return streaks(wins, now=wins[-1])[1]


@pytest.mark.parametrize(
    ("days", "today", "expected"),
    [
        ([], 9, (0, 0)),
        ([9], 9, (1, 1)),
        ([8], 9, (1, 1)),
        ([7], 9, (0, 1)),
        ([1, 2, 3, 8, 9], 9, (2, 3)),
        ([7, 8, 8, 9], 9, (3, 3)),
    ],
)
def test_a_streak_is_a_run_of_dates_up_to_today_or_yesterday(days, today, expected):
    wins = [at("UTC", f"2025-03-{day:02} 12:00") for day in days]
    assert streaks(wins, now=at("UTC", f"2025-03-{today:02} 12:00")) == expected


def test_a_day_ends_at_midnight_of_the_players_zone():
    zone = "Asia/Tokyo"
    assert best(at(zone, "2025-03-01 23:59"), at(zone, "2025-03-02 00:01")) == 2
    assert best(at(zone, "2025-03-01 00:01"), at(zone, "2025-03-01 23:59")) == 1


@pytest.mark.parametrize(
    ("zone", "day"),
    [
        ("Australia/Sydney", "2014-04-06"),
        ("America/New_York", "2014-11-02"),
        ("Europe/Paris", "2015-10-25"),
    ],
)
def test_a_day_of_twenty_five_hours_is_one_day(zone, day):
    before, after = (date.fromisoformat(day) + timedelta(days=off) for off in (-1, 1))
    twice = [at(zone, f"{day} 02:30", fold=fold) for fold in (0, 1)]
    if zone == "America/New_York":
        twice = [at(zone, f"{day} 01:30", fold=fold) for fold in (0, 1)]
    assert twice[1].at - twice[0].at == timedelta(hours=1)
    whole = [at(zone, f"{day} 00:00"), *twice, at(zone, f"{day} 23:59")]
    assert whole[-1].at - whole[0].at > timedelta(days=1)
    assert best(*whole) == 1
    assert best(at(zone, f"{before} 23:59"), *whole, at(zone, f"{after} 00:00")) == 3
    assert best(at(zone, f"{before} 00:00"), at(zone, f"{after} 00:00")) == 1


@pytest.mark.parametrize(
    ("zone", "day"),
    [
        ("Australia/Sydney", "2014-10-05"),
        ("America/New_York", "2014-03-09"),
        ("Europe/Paris", "2015-03-29"),
    ],
)
def test_a_day_of_twenty_three_hours_is_one_day(zone, day):
    before, after = (date.fromisoformat(day) + timedelta(days=off) for off in (-1, 1))
    assert best(*(at(zone, f"{each} 12:00") for each in (before, day, after))) == 3
    ends = at(zone, f"{before} 23:59"), at(zone, f"{after} 00:00")
    assert ends[1].at - ends[0].at < timedelta(days=1)
    assert best(*ends) == 1


def test_a_day_that_a_zone_skipped_breaks_no_streak():
    zone = "Pacific/Apia"
    assert best(at(zone, "2011-12-29 12:00"), at(zone, "2011-12-31 12:00")) == 2
    assert best(at(zone, "2011-12-28 12:00"), at(zone, "2011-12-31 12:00")) == 1
    assert best(at(zone, "2011-12-29 12:00"), at(zone, "2012-01-01 12:00")) == 1
    won = [at(zone, "2011-12-29 12:00")]
    assert streaks(won, now=at(zone, "2011-12-31 23:00")) == (1, 1)
    assert streaks(won, now=at(zone, "2012-01-01 00:00")) == (0, 1)


def test_a_traveller_from_plus_nine_to_minus_eight_hours_loses_no_day():
    wins = [
        at("Asia/Tokyo", "2025-03-09 20:00"),
        at("Asia/Tokyo", "2025-03-10 20:00"),
        at("America/Los_Angeles", "2025-03-10 23:00"),  # the same date again, a flight later
        at("America/Los_Angeles", "2025-03-11 20:00"),
        at("America/Los_Angeles", "2025-03-12 20:00"),
    ]
    assert [best(*wins[:end]) for end in range(1, 6)] == [1, 2, 2, 3, 4]


def test_a_traveller_from_minus_eight_to_plus_nine_hours_loses_no_day():
    wins = [
        at("America/Los_Angeles", "2025-03-09 20:00"),
        at("America/Los_Angeles", "2025-03-10 20:00"),
        at("Asia/Tokyo", "2025-03-12 09:00"),  # the 11th was over on the way
        at("Asia/Tokyo", "2025-03-13 09:00"),
    ]
    assert [best(*wins[:end]) for end in range(1, 5)] == [1, 2, 3, 4]
    assert streaks(wins[:2], now=at("Asia/Tokyo", "2025-03-12 23:00"))[0] == 2
    assert streaks(wins[:2], now=at("Asia/Tokyo", "2025-03-13 23:00"))[0] == 0


def test_a_date_and_the_next_one_are_two_days_wherever_they_were():
    """By Tokyo's clocks and by those of Los Angeles two nights passed."""
    assert (
        best(at("Asia/Tokyo", "2025-03-10 00:30"), at("America/Los_Angeles", "2025-03-11 12:00"))
        == 2
    )


def test_a_win_that_comes_too_soon_for_the_calendar_left_breaks_nothing():
    wins = [
        at("America/Los_Angeles", "2025-01-10 23:00"),
        at("Asia/Tokyo", "2025-01-11 18:00"),
        at("Asia/Tokyo", "2025-01-12 09:00"),  # still the 11th in Los Angeles
        at("Asia/Tokyo", "2025-01-13 09:00"),
    ]
    assert [best(*wins[:end]) for end in range(1, 5)] == [1, 2, 2, 3]


def test_there_and_back_adds_no_day():
    wins = [
        at("Asia/Tokyo", "2025-01-10 12:00"),
        at("America/Los_Angeles", "2025-01-11 07:30"),
        at("Asia/Tokyo", "2025-01-12 00:31"),  # a minute later
    ]
    assert wins[2].at - wins[1].at == timedelta(minutes=1)
    assert best(*wins) == 2


def test_tomorrow_elsewhere_is_no_new_day():
    here = at("America/Los_Angeles", "2025-03-10 22:00")
    there = moment(here.at + timedelta(minutes=1), "Asia/Tokyo")
    assert there.date > here.date
    assert best(here, there) == 1


def test_a_midnight_here_and_one_there_are_not_two_days():
    """Each of the three dates is later than the one before, by whatever calendar of the two."""
    start = at("Etc/GMT+12", "2025-03-10 23:59")
    west, east = "Etc/GMT+12", "Etc/GMT-11"
    wins = [
        start,
        moment(start.at + timedelta(minutes=2), east),
        moment(start.at + timedelta(minutes=62), east),
    ]
    assert [win.date.day for win in wins] == [10, 11, 12]
    assert best(*wins) == best(*(moment(win.at, west) for win in wins)) == 2


wins_anywhere = st.lists(
    st.tuples(st.integers(0, 24 * 5), st.sampled_from(ZONES)), min_size=1, max_size=40
).map(
    lambda drawn: [
        moment(datetime(2011, 12, 28, tzinfo=UTC) + timedelta(hours=hour), zone)
        for hour, zone in sorted(drawn)
    ]
)


@given(wins_anywhere)
def test_a_streak_has_no_more_days_than_came_where_it_began(wins):
    assert streaks(wins, now=wins[-1])[1] <= max(
        len({date_at(first.zone, half) for half in half_days(first.at, wins[-1].at)})
        for first in wins
    )


def date_at(zone, instant):
    return moment(instant, zone).date


def half_days(since, until):
    """Instants from one to another, so dense that there is one in each day."""
    yield until
    while since < until:
        yield since
        since += timedelta(hours=12)


@given(st.sets(st.integers(0, 24 * 40), min_size=1), st.sampled_from(ZONES))
def test_in_one_zone_a_streak_is_what_a_calendar_shows(offsets, zone):
    start = datetime(2011, 12, 20, tzinfo=UTC)
    wins = [moment(start + timedelta(hours=hour), zone) for hour in sorted(offsets)]
    calendar = sorted({moment(start + timedelta(hours=hour), zone).date for hour in range(24 * 41)})
    won = {win.date for win in wins}
    run = "".join("x" if day in won else " " for day in calendar).split()
    assert best(*wins) == max(map(len, run))
