"""Check a deal that has closed, without trusting who dealt it: the standard library alone.

    python3 verify_deal.py history.json [replay.json ...] [answer.json ...]

Each file holds answers of the service as JSON, one after another; `-` is standard input. Needed
are all pages of `GET /v1/games/{id}/history`, read after the deal has closed, or replays of one
deal, `GET /v1/replays/{id}`; in a race best all of both. Any answers about the game or the race
that were kept while it was played, the first above all, are held against it. Checked is that

- all were dealt the same cards, where there is more than one game,
- the order is that of whole packs, and lies on the table as the dealt piles show,
- a secret deal's order and salt have the SHA-256 that was shown before the first move,
- a public deal's order is the one of its number,
- the moves can be made on this deal, and those of the history lead to every board that was shown.

The exit status is 0 if all of it holds, 1 if something does not, 2 if the files do not tell.
How deals are made and what is hashed is written in shuffle.md.
"""

from __future__ import annotations

import copy
import hashlib
import json
import re
import sys
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

RANKS = "A23456789TJQK"
PACK = [rank + suit for suit in "CDHS" for rank in RANKS]
CARRY = re.compile(r"(w|[tfc]\d+)-([tfc]\d+)(?:x(\d+))?")
SWAP = re.compile(r"swap-(t\d+)\.(\d)")


class Broken(Exception):
    """Something does not hold."""


class Unreadable(Exception):
    """The files are not what is needed."""


@dataclass(frozen=True)
class Game:
    """A deal with all its cards, and what was done on it; `whole` if with what was taken back."""

    closed: Any
    events: list[Any]
    whole: bool


def main(names: list[str]) -> int:
    """Check the files; say what was found."""
    try:
        for line in checked(*read(names)):
            print(f"ok      {line}")
    except Broken as error:
        print(f"BROKEN  {error}\nThis deal does not hold.")
        return 1
    except Unreadable as error:
        print(f"cannot check: {error}", file=sys.stderr)
        return 2
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        print("cannot check: this is not as the service writes it", file=sys.stderr)
        return 2
    print("This deal holds.")
    return 0


def read(names: list[str]) -> tuple[list[Game], list[Any], list[Any]]:
    """Sort what the files hold: the games, and the answers kept about a game and about a race."""
    found = [value for name in names for value in _values(name)]
    pages = [value for value in found if "items" in value]
    replays = [value for value in found if "closed" in value and "moves" in value]
    answers = [value for value in found if "piles" in value and "version" in value]
    races = [value for value in found if "entries" in value and "deal" in value]
    if len(pages) + len(replays) + len(answers) + len(races) < len(found):
        raise Unreadable(
            "a file holds neither a history, nor a replay, nor an answer about a game or a race"
        )
    games = [of_replay(replay) for replay in replays]
    if pages:
        games.insert(0, of_history(pages))
    if not games:
        raise Unreadable("no history or replay of a closed deal: only there all cards are shown")
    return games, answers, races


def of_history(pages: list[Any]) -> Game:
    """Put the pages of a history together."""
    closed = next((page["closed"] for page in pages if "closed" in page), None)
    if closed is None:
        raise Unreadable("the history was read before the deal had closed: its cards are not shown")
    events = {event["version"]: event for page in pages for event in page["items"]}
    whole = sorted(events) == list(range(1, len(events) + 1))
    if not whole or not any("next" not in page for page in pages):
        raise Unreadable("the history is not whole: give all its pages")
    return Game(closed, [events[version] for version in sorted(events)], whole=True)


def of_replay(replay: Any) -> Game:
    """Take a replay for a history of two events, in which nothing was taken back."""
    first = {"kind": "started", "moves": [], "automatic": replay["automatic"]}
    moves = {"kind": "moves", "moves": replay["moves"], "automatic": []}
    return Game(replay["closed"], [first, moves], whole=False)


def checked(games: list[Game], answers: list[Any], races: list[Any]) -> list[str]:
    """Check a deal; tell what holds."""
    closed = games[0].closed
    piles = {pile["id"]: list(pile["cards"]) for pile in closed["piles"]}
    lines = [whole_packs(closed, piles)]
    if len(games) > 1:
        lines.insert(0, same_deal([game.closed for game in games]))
    if "order" in closed:
        lines.append(dealt(closed, piles))
    if "number" in closed:
        lines.append(numbered(closed, piles))
    if "commitment" in closed:
        lines += committed(closed, answers + races)
    elif races:
        raise Broken("a race's deal is secret, but this one has no commitment")
    elif "number" not in closed:
        lines.append("the player laid these cards out: nothing was hidden, nothing promised")
    for game in games:
        lines += replayed(game, piles, answers)
    return lines


def replayed(game: Game, piles: dict[str, list[str]], answers: list[Any]) -> list[str]:
    """Check that a game can be played on its deal, and has the boards that were shown."""
    boards = played(game.closed, piles, game.events)
    if game.whole:
        line = f"the {len(boards)} events of the history can be played on this deal"
        return [line, *(shown(boards, answer) for answer in answers)]
    return [f"a replay can be played on this deal, moves: {len(game.events[1]['moves'])}"]


def same_deal(deals: list[Any]) -> str:
    """Check that all games were on one deal."""
    told = [{name: deal[name] for name in deal if name != "solution"} for deal in deals]
    if any(each != told[0] for each in told):
        raise Broken("the games were not all on the same deal")
    return f"all {len(deals)} games were on the same deal"


def whole_packs(closed: Any, piles: dict[str, list[str]]) -> str:
    """Check that each card lies there as often as any other."""
    cards = Counter(card for held in piles.values() for card in held)
    packs, rest = divmod(sum(cards.values()), len(PACK))
    if rest or not packs or cards != Counter(PACK * packs):
        raise Broken("the cards on the table are not those of whole packs")
    if Counter(closed.get("order", [])) - cards:
        raise Broken("the order has cards that are not on the table")
    return f"the cards are those of {'one pack' if packs == 1 else f'{packs} packs'}"


def dealt(closed: Any, piles: dict[str, list[str]]) -> str:
    """Check that the order, dealt out, gives the piles."""
    coming = list(closed["order"])
    expected = laid_out(closed, piles)
    if piles.get("f1", []) != expected.get("f1", []):
        expected["f1"] = [coming.pop(0)]  # the base card
    tableau = {pile: len(held) for pile, held in piles.items() if pile[0] == "t"}
    for row in range(max(tableau.values(), default=0)):
        for pile in (pile for pile, size in tableau.items() if row < size):
            expected[pile] += coming[:1]
            del coming[:1]
    if closed["options"].get("kings") == "bottom":
        for held in expected.values():
            held.sort(key=lambda card: card[0] != "K")
    if "s" in piles:
        expected["s"], coming = coming[::-1], []
    if coming or expected != piles:
        raise Broken("the order, dealt out, does not give the piles that are shown")
    return "the order, dealt out, gives the piles"


def laid_out(closed: Any, piles: dict[str, list[str]]) -> dict[str, list[str]]:
    """Give the piles with only what lay there before the deal: first cards of foundations."""
    order = set(closed["order"])
    return {
        pile: [card for card in held if pile[0] == "f" and card not in order]
        for pile, held in piles.items()
    }


def numbered(closed: Any, piles: dict[str, list[str]]) -> str:
    """Check that a public deal has the order of its number."""
    number = int(closed["number"])
    if closed["variant"] == "freecell":
        order = microsoft(number)
    else:
        beforehand = [card for cards in laid_out(closed, piles).values() for card in cards]
        packs = sum(map(len, piles.values())) // len(PACK)
        order = pinned(f"{closed['variant']}:{number}", PACK * packs, without=beforehand)
    if order != closed["order"]:
        raise Broken(f"deal {number} of {closed['variant']} has another order")
    return f"this is deal {number} of {closed['variant']}"


def pinned(seed: str, cards: list[str], *, without: list[str]) -> list[str]:
    """Shuffle as `longcase shuffle 1` does."""
    cards = [card for card in cards if card not in without]
    block = 0
    words: list[int] = []
    for size in range(len(cards), 1, -1):
        word = 2**32
        while word >= 2**32 // size * size:
            if not words:
                digest = hashlib.sha256(f"longcase shuffle 1:{seed}:{block}".encode()).digest()
                words = [int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4)]
                block += 1
            word = words.pop(0)
        chosen = word % size
        cards[size - 1], cards[chosen] = cards[chosen], cards[size - 1]
    return cards[::-1]


def microsoft(number: int) -> list[str]:
    """Shuffle as Microsoft's FreeCell did."""
    cards = [rank + suit for rank in RANKS for suit in "CDHS"]
    state, order = number, []
    for size in range(len(cards), 0, -1):
        state = (214013 * state + 2531011) % 2**31
        chosen = (state >> 16) % size
        order.append(cards[chosen])
        cards[chosen] = cards[size - 1]
    return order


def committed(closed: Any, answers: list[Any]) -> list[str]:
    """Check what was promised: by the history, and by the answers that were kept."""
    options = ",".join(f"{name}={value}" for name, value in sorted(closed["options"].items()))
    about = (closed["variant"], str(closed["rules_version"]), options, " ".join(closed["order"]))
    text = "".join(f"{line}\n" for line in ("longcase deal 1", closed["salt"], *about))
    made = hashlib.sha256(text.encode()).hexdigest()
    promised = [answer["deal"].get("commitment") for answer in answers]
    for promise in (closed["commitment"], *promised):
        if promise != made:
            raise Broken(f"salt and order give {made}, promised was {promise}")
    if not answers:
        return [f"salt and order give {made}: is that what you were shown at the start?"]
    return [f"salt and order give the commitment that was shown, {made}"]


def played(closed: Any, piles: dict[str, list[str]], events: list[Any]) -> list[Board]:
    """Play a history; give the board after each event."""
    units = [Board(piles, closed["options"])]
    boards = []
    for event in events:
        if event["kind"] == "undo":
            del units[len(units) - len(event["moves"]) :]
        else:
            for unit in event["moves"]:
                units.append(copy.deepcopy(units[-1]))
                units[-1].make(unit["move"], *unit["automatic"])
            units[-1].make(*event["automatic"])
        boards.append(copy.deepcopy(units[-1]))
    return boards


def shown(boards: list[Board], answer: Any) -> str:
    """Check that an answer showed the board of its version, as far as cards were face up."""
    version = answer["version"]
    if not 1 <= version <= len(boards):
        raise Broken(f"the history has no version {version}, but an answer has")
    for pile in answer["piles"]:
        held = boards[version - 1].piles.get(pile["id"], [])
        alike = all(seen in ("??", card) for seen, card in zip(pile["cards"], held, strict=False))
        if len(held) != len(pile["cards"]) or not alike:
            raise Broken(f"{pile['id']} was shown otherwise at version {version}")
    return f"the board at version {version} is as it was shown"


class Board:
    """The cards on the table, and what moves do to them; whether they are allowed is not asked."""

    def __init__(self, piles: dict[str, list[str]], options: dict[str, str]) -> None:
        self.piles = copy.deepcopy(piles)
        self.options = options
        self.current = "t13"  # in the clocks, where the next card is turned
        self.size = max((len(held) for pile, held in piles.items() if pile[0] == "t"), default=0)

    def make(self, *moves: str) -> None:
        """Make moves, and look at the foundations, which tell a wrong deal."""
        for move in moves:
            try:
                self._make(move)
            except (IndexError, KeyError):
                raise Broken(f"the move {move} cannot be made on this deal") from None
            for pile, held in self.piles.items():
                if pile[0] == "f" and not _in_sequence(held):
                    raise Broken(f"after {move} there are cards on {pile} that do not belong there")

    def _make(self, move: str) -> None:
        if carry := CARRY.fullmatch(move):
            source, target, count = self.piles[carry[1]], self.piles[carry[2]], int(carry[3] or 1)
            taken = [source.pop() for _ in range(count)]
            target += taken[::-1]
        elif swap := SWAP.fullmatch(move):
            source = self.piles[swap[1]]
            place = len(source) - int(swap[2])
            card, source[place] = source[place], self.piles[self.current].pop(0)
            self._slide_under(card)
        elif move == "turn":
            self._slide_under(self.piles[self.current].pop())
        elif move == "draw":
            for _ in range(min(int(self.options.get("draw", "1")), len(self.piles["s"]))):
                self.piles["w"].append(self.piles["s"].pop())
        elif "s" in self.piles:
            self.piles["s"], self.piles["w"] = self.piles["w"][::-1], []
        else:
            self._gather(1 if self.options["redeal"] == "bottoms" else -1)

    def _slide_under(self, card: str) -> None:
        self.current = f"t{RANKS.index(card[0]) + 1}"
        self.piles[self.current].insert(0, card)

    def _gather(self, way: int) -> None:
        tableau = [pile for pile in self.piles if pile[0] == "t"]
        read = [card for pile in tableau for card in self.piles[pile][::way]]
        for index, pile in enumerate(tableau):
            self.piles[pile] = read[index * self.size : (index + 1) * self.size][::way]


def _in_sequence(held: list[str]) -> bool:
    """Tell whether the cards of a foundation are of one rank, or follow each other in a suit."""
    steps = {
        (RANKS.index(upper[0]) - RANKS.index(lower[0])) % 13 for lower, upper in pairwise(held)
    }
    one_suit = len({card[1] for card in held}) <= 1
    return steps <= {0} or (one_suit and (steps <= {1} or steps <= {12}))


def _values(name: str) -> list[Any]:
    """Read the JSON objects of a file."""
    decoder, values, at = json.JSONDecoder(), [], 0
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
        while text[at:].strip():
            at += len(text[at:]) - len(text[at:].lstrip())
            value, at = decoder.raw_decode(text, at)
            values.append(value)
    except (OSError, ValueError) as error:
        raise Unreadable(f"{name}: {error}") from None
    if not all(isinstance(value, dict) for value in values):
        raise Unreadable(f"{name} does not hold answers of the service")
    return values


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or ["-"]))
