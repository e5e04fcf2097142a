"""The verbs of `longcase` for operators: each does one thing to what is kept, and says what it did.

They may run beside the service, as often as one likes.
"""

from __future__ import annotations

import argparse
import contextlib
from datetime import date
from typing import TYPE_CHECKING

from tqdm import tqdm

from engine import LANGUAGES, detail_text
from service import boards, dailies, forgetting, moderating, verifying
from service.errands import CommandError, means_of, until_stopped
from service.errors import Invalid, NotFound

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.config import Config
    from service.means import Means
    from service.storage.moderating import Known


def add_verbs(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add these verbs to the command's."""
    verify = verbs.add_parser("verify", help="replay every game and recompute every figure")
    verify.set_defaults(verb=_verify)
    withdraw = verbs.add_parser("withdraw", help="let no more games start on a daily")
    withdraw.set_defaults(verb=_withdraw)
    unboard = verbs.add_parser("unboard", help="take an entry off a daily's board")
    unboard.set_defaults(verb=_unboard)
    for verb in (withdraw, unboard):
        verb.add_argument("variant")
        verb.add_argument("date", type=_date, help="as in 2025-03-01")
    unboard.add_argument("who", type=_text, help="the player's name, or the id of the game")
    forget = verbs.add_parser(
        "forget", help="remove what guests left behind long ago, and races that nobody needs"
    )
    forget.set_defaults(verb=_forget)
    forget.add_argument("--dry-run", action="store_true", help="only say what would be removed")
    rename = verbs.add_parser("rename", help="give a player another display name")
    rename.set_defaults(verb=_rename)
    ban = verbs.add_parser("ban", help="let a player change nothing, and stand on no board")
    ban.set_defaults(verb=_ban)
    for verb in (rename, ban):
        verb.add_argument(
            "player", type=_text, help="the player's id, or a display name that one player has"
        )
    rename.add_argument("name", help="the new one")
    ban.add_argument("--lift", action="store_true", help="let them in again")


def _verify(config: Config, _chosen: argparse.Namespace) -> None:
    """Say one line for each fault; none of them tells a card."""
    means, faults, whole = means_of(config), 0, False
    with until_stopped(), means.database.open():
        bar = tqdm(total=verifying.count(means), unit=" games", desc="verified")
        with bar:
            for verified in verifying.verify(means):
                for fault in verified.faults:
                    bar.write(f"{verified.kind} {verified.id}: {fault}")
                faults += len(verified.faults)
                bar.update(verified.kind == "game")
        whole = True
    if faults:
        raise CommandError(f"{faults} {'fault' if faults == 1 else 'faults'}")
    if not whole:
        raise CommandError("stopped before everything was verified")


def _forget(config: Config, chosen: argparse.Namespace) -> None:
    means, games, guests = means_of(config), 0, 0
    with until_stopped(), means.database.open():
        bar = tqdm(total=forgetting.count(means), unit=" guests", desc="looked at")
        with bar:
            for forgotten in forgetting.forget(means, dry_run=chosen.dry_run):
                games, guests = games + forgotten.games, guests + forgotten.guests
                bar.update(forgotten.looked_at)
        races = sum(forgetting.forget_races(means, dry_run=chosen.dry_run))
    done = "would remove" if chosen.dry_run else "removed"
    print(f"{done} {games} unfinished games, {guests} guests without games and {races} races")


def _withdraw(config: Config, chosen: argparse.Namespace) -> None:
    means, daily = means_of(config), _daily(chosen)
    with means.database.open(), _known(daily):
        new = dailies.withdraw(means, chosen.variant, chosen.date)
    print(f"withdrew {daily}" if new else f"{daily} was withdrawn before")


def _unboard(config: Config, chosen: argparse.Namespace) -> None:
    means, daily = means_of(config), _daily(chosen)
    with means.database.open(), _known(daily):
        found = boards.counting(means, chosen.variant, chosen.date, chosen.who)
        if not found:
            raise CommandError(f"no game of {chosen.who} counts on {daily}")
        if len(found) > 1:
            ids = ", ".join(f"{each.game_id} ({each.score} points)" for each in found)
            raise CommandError(f"{len(found)} games of {chosen.who}; give the id of one: {ids}")
        [entry] = found
        boards.take_off(means, entry)
    whose = entry.name or "a player without a name"
    said = f"game {entry.game_id} of {whose} ({entry.score} points)"
    print(f"{said} was off before" if entry.off_board else f"took off {daily}: {said}")


def _rename(config: Config, chosen: argparse.Namespace) -> None:
    means = means_of(config)
    with means.database.open():
        player = _player(means, chosen.player)
        try:
            name = moderating.rename(means, player.id, chosen.name)
        except Invalid as refused:
            raise CommandError(f"{chosen.name!r} is no display name: {_why(refused)}") from None
        except NotFound:
            raise CommandError(f"{_whom(player)} is gone") from None
    print(f"renamed {_whom(player)} to {name}")


def _ban(config: Config, chosen: argparse.Namespace) -> None:
    means = means_of(config)
    change = moderating.lift if chosen.lift else moderating.ban
    with means.database.open():
        player = _player(means, chosen.player)
        new = change(means, player.id)
    done, before = ("let in", "not banned") if chosen.lift else ("banned", "banned")
    print(f"{done} {_whom(player)}" if new else f"{_whom(player)} was {before} before")


def _player(means: Means, who: str) -> Known:
    """Find the one player that the operator means."""
    found = moderating.known(means, who)
    if not found:
        raise CommandError(f"there is no player {who}")
    if len(found) > 1:
        listed = ", ".join(
            f"{each.id} (since {each.created_at:%Y-%m-%d}, {each.games} games)" for each in found
        )
        raise CommandError(f"{len(found)} players are named {who}; give the id of one: {listed}")
    return found[0]


def _whom(player: Known) -> str:
    return f"player {player.id} ({player.name or 'without a name'})"


def _why(refused: Invalid) -> str:
    return " ".join(detail_text(each.code, each.facts, LANGUAGES[0]) for each in refused.faults)


def _daily(chosen: argparse.Namespace) -> str:
    return f"the daily of {chosen.variant} on {chosen.date.isoformat()}"


def _date(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no date such as 2025-03-01") from None


def _text(text: str) -> str:
    """Refuse bytes that are no text, of which Python makes lone surrogates."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise argparse.ArgumentTypeError(f"{text!r} is no UTF-8") from None
    return text


@contextlib.contextmanager
def _known(daily: str) -> Iterator[None]:
    try:
        yield
    except NotFound:
        raise CommandError(f"there is no such thing as {daily}") from None
