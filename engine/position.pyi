"""The referee: see position.py."""

from collections.abc import Sequence
from typing import Any

from engine.cards import Card
from engine.deals import Deal
from engine.moves import Move, Step
from engine.views import Status, View

class Position:
    """Where the cards are now, and the line of moves that led there.

    The one mutable object of the engine, and the only one that knows hidden cards: nothing of it
    but `view`, `legal_moves` and `legal_entries` may be shown. A *unit* is one action of the
    player with the automatic steps that follow it; a *line* is all moves in order, packed two
    bytes each, big-endian, the top bit set where a unit starts.

    >>> from engine import Deal, Move, Position, variant
    >>> position = Position.start(Deal.numbered(variant("freecell").with_options(), "1"))
    >>> len(position.legal_moves())
    32
    >>> position.play(Move.parse("t1-c1"))[0].cards
    ('6S',)
    """

    deal: Deal
    length: int
    compiled: Any  # engine.compiled_rules.CompiledRules, a compiled class

    @classmethod
    def start(cls, deal: Deal) -> Position:
        """Lay a deal out.

        Raises:
            BadDeal: it cannot be.
        """
    @classmethod
    def resume(cls, deal: Deal, line: bytes) -> Position:
        """Lay a deal out and make the moves of a line that this engine wrote, unchecked."""
    @classmethod
    def replay(cls, deal: Deal, moves: Sequence[Move]) -> Position:
        """Lay a deal out and play moves, each a unit of its own.

        Raises:
            IllegalMove: with the index of the move.
        """
    def copy(self) -> Position:
        """Give an independent position with the same line."""
    def legal_moves(self) -> list[Move]:
        """List every legal move, once each and in a fixed order; none once the game is won."""
    def legal_entries(self) -> list[dict[str, Any]]:
        """List the legal moves as clients see them: move, source, target, cards.

        While the card that would move is face down, `target` is absent and `cards` is `["??"]`.
        """
    def is_legal(self, move: Move) -> bool:
        """Tell whether a move may be made."""
    def play(self, move: Move) -> tuple[Step, ...]:
        """Make a move of the player's, which starts a unit, and give what it shows.

        Raises:
            IllegalMove: with the reason, and the facts the player may see.
        """
    def follow(self, move: Move) -> tuple[Step, ...]:
        """Make an automatic move, which joins the unit before it.

        Raises:
            IllegalMove: as `play`.
        """
    def wins_by(self, codes: Sequence[int]) -> bool:
        """Tell whether moves, as codes, are legal one after the other and win; changes nothing."""
    def without_circles(self, codes: Sequence[int]) -> list[int]:
        """Leave out of legal moves, as codes, what only leads back to where they were."""
    def apply(self, move: Move) -> None:
        """Make a move known to be legal, unchecked; anything else corrupts the position."""
    def undo(self) -> Move:
        """Take back one move, whatever its unit.

        Raises:
            IndexError: none was made.
        """
    def undo_unit(self) -> tuple[bytes, tuple[Step, ...]]:
        """Take back the last unit; give its packed moves and the steps that show it.

        Raises:
            IndexError: none was made.
        """
    def redo_unit(self, packed: bytes) -> tuple[Step, ...]:
        """Make the packed moves of one unit again.

        Raises:
            IllegalMove: they do not belong here.
        """
    def unpack(self, packed: bytes) -> list[Move]:
        """Read packed moves of this variant.

        Raises:
            BadNotation: they name piles it has not.
        """
    def pack(self, moves: Sequence[Move]) -> bytes:
        """Pack moves, each a unit of its own."""
    def status(self) -> Status:
        """Judge the position: win first, then, in a variant without undo, stuck."""
    def stuck(self) -> bool:
        """Tell whether there is no legal move at all in a game that is not won."""
    def placed(self) -> int:
        """Count the cards placed since the start."""
    def key(self) -> bytes:
        """Give bytes that are equal for positions alike but for interchangeable piles."""
    def count_lines(self, depth: int) -> int:
        """Count the sequences of `depth` legal moves from here.

        Raises:
            ValueError: a negative depth.
        """
    def view(self) -> View:
        """Show the piles as the player sees them."""
    def truth(self) -> View:
        """Show the piles with every face; never for a client before the deal closes."""
    def cards(self, pile: str) -> tuple[Card, ...]:
        """Give the cards of a pile bottom to top, hidden ones too.

        Raises:
            ValueError: the variant has no such pile.
        """
    def face_down(self, pile: str) -> int:
        """Count the face-down cards of a tableau pile."""
    def hidden_top(self, pile: str) -> bool:
        """Tell whether the top card of a pile is face down."""
    def laid_out(self, pile: str) -> int:
        """Count the cards of a foundation that were laid out before play."""
    def next_on(self, pile: str) -> Card | None:
        """Give the card a foundation takes next; None when it is complete."""
    def is_safe(self, card: Card) -> bool:
        """Tell whether a card that may go up is proved not to spoil a win by going."""
    def layer_suit(self, depth: int) -> int | None:
        """Give the suit that fixed a layer of the rank piles."""
    def most_carried(self, pile: str) -> int:
        """Give how many cards may move at once to a tableau pile."""

    @property
    def line(self) -> bytes:
        """All moves made, packed."""
    @property
    def units(self) -> int:
        """How many units were made: the player's net moves."""
    @property
    def automatic(self) -> int:
        """How many automatic steps the line holds."""
    @property
    def best_placed(self) -> int:
        """The most cards placed at once along the line, detours left out."""
    @property
    def to_place(self) -> int:
        """How many cards a win places."""
    @property
    def repeats(self) -> int:
        """How often this position, but for interchangeable piles, was on the line before."""
    @property
    def took_back(self) -> bool:
        """Whether the last move took a card back from a foundation."""
    @property
    def exempt(self) -> frozenset[Card]:
        """Cards taken back from a foundation that have not moved since."""
    @property
    def redeals_used(self) -> int:
        """How often the waste was turned over."""
    @property
    def turned_over(self) -> int:
        """How often the waste was turned over along the line."""
    @property
    def swaps_used(self) -> int:
        """How often a fourth king was exchanged."""
    @property
    def current(self) -> str | None:
        """The pile to turn from, in the clocks."""
