"""Who asks, for which game, and whether they may: the first step of every call about a game."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from uuid import uuid4

from service import racing
from service.closing import has_not_started
from service.errors import Banned, KeyReused, NotFound, RaceNotStarted, Unauthenticated
from service.storage import games, players, verified_deals

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from service.means import Means
    from service.storage.events import Event
    from service.storage.games import Found, Game
    from service.storage.players import Player
    from service.storage.verified_deals import RulesKey, VerifiedDeal

TOKEN_BYTES: Final = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Retry:
    """An Idempotency-Key, and the fingerprint of the request it stands for."""

    key: str
    fingerprint: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """A call about one game: whose token, which game, and for which versions it is meant.

    `versions` is the precondition; None where the client gave none.
    """

    token: str
    game_id: UUID
    versions: frozenset[int] | None = None
    retry: Retry | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Admitted:
    """The caller's game; with `kept`, the event that an earlier send of this request made."""

    player: Player
    game: Game
    kept: Event | None


def new_token() -> str:
    """Make a token, of which nothing but its hash is kept."""
    return f"lc_{secrets.token_urlsafe(TOKEN_BYTES)}"


def hash_token(token: str) -> bytes:
    """Give what is kept of a token."""
    return hashlib.sha256(token.encode()).digest()


def find_player(means: Means, token: str) -> Player:
    """Find who holds a token.

    Raises:
        Unauthenticated: nobody does.
    """
    token_hash = hash_token(token)
    return _holder(players.by_token(means.database, token_hash), token_hash, means.now())


def find_writer(means: Means, token: str) -> Player:
    """Find who holds a token and is about to change something.

    Raises:
        Unauthenticated: nobody does.
        Banned: the operator has banned them.
    """
    player = find_player(means, token)
    refuse_banned(player)
    return player


def refuse_banned(player: Player) -> None:
    """Refuse a change by a player whom the operator has banned.

    Raises:
        Banned: they are.
    """
    if player.banned_at is not None:
        raise Banned


def find_holder(means: Means, token: str) -> Player | None:
    """Find whose token this is, also if it is that of a guest who was linked since."""
    token_hash = hash_token(token)
    player = players.by_token(means.database, token_hash)
    return player if player and _is_theirs(player, token_hash, means.now()) else None


def find_player_with_deal(
    means: Means, token: str, key: RulesKey
) -> tuple[Player, VerifiedDeal | None]:
    """Find who holds a token, and with the same look a verified deal by these rules.

    Raises:
        Unauthenticated: nobody holds the token.
    """
    token_hash = hash_token(token)
    found = verified_deals.find_with_player(
        means.database, key, near=uuid4(), token_hash=token_hash
    )
    player, deal = found or (None, None)
    return _holder(player, token_hash, means.now()), deal


def admit(means: Means, ask: Ask) -> Admitted:
    """Find the caller and their game, in one read.

    Raises:
        Unauthenticated: nobody holds the token.
        NotFound: there is no such game, or it is somebody else's.
        RaceNotStarted: it is in a race that has not started, so its cards are not to be seen.
        KeyReused: the key stands for another request.
    """
    token_hash = hash_token(ask.token)
    found = _find(means, ask, token_hash)
    player = _holder(found.player if found else None, token_hash, means.now())
    if found is None or found.game is None:
        raise NotFound
    race_id, now = found.game.race_id, means.now()
    if race_id is not None:
        if has_not_started(found.game, now):
            raise RaceNotStarted(found.game.created_at, now=now)
        if racing.is_due(found.due_at, now):
            racing.settle(means, race_id)
            return admit(means, ask)
    if found.kept and ask.retry and found.kept.fingerprint != ask.retry.fingerprint:
        raise KeyReused
    return Admitted(player=player, game=found.game, kept=found.kept)


def _find(means: Means, ask: Ask, token_hash: bytes) -> Found | None:
    return games.find(
        means.database,
        token_hash=token_hash,
        game_id=ask.game_id,
        request_key=ask.retry.key if ask.retry else None,
    )


def _holder(player: Player | None, token_hash: bytes, now: datetime) -> Player:
    """Give the player that a token led to, if it is good; a linked guest's is not."""
    if player is None or player.linked_to or not _is_theirs(player, token_hash, now):
        raise Unauthenticated
    return player


def _is_theirs(player: Player, token_hash: bytes, now: datetime) -> bool:
    """Tell whether a token is a player's present one, or the old one in time."""
    present = hmac.compare_digest(player.token_hash, token_hash)
    old = hmac.compare_digest(player.old_token_hash or b"", token_hash)
    in_time = player.old_token_until is not None and now < player.old_token_until
    return present or (old and in_time)
