"""The verbs of `longcase` for operators: each does one thing to what is kept, and says what it did.

They may run beside the service, as often as one likes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tqdm import tqdm

from service import verifying
from service.errands import CommandError, means_of, until_stopped

if TYPE_CHECKING:
    import argparse

    from service.config import Config
    from service.verifying import Verified


def add_verbs(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add these verbs to the command's."""
    verify = verbs.add_parser("verify", help="replay every game and recompute every figure")
    verify.set_defaults(verb=_verify)


def _verify(config: Config, _chosen: argparse.Namespace) -> None:
    """Say one line for each fault; none of them tells a card."""
    means, faults, whole = means_of(config), 0, False
    with until_stopped(), means.database.open():
        bar = tqdm(total=verifying.count(means), unit=" games", desc="verified")
        with bar:
            for verified in verifying.verify(means):
                for fault in verified.faults:
                    bar.write(f"{_name(verified)}: {fault}")
                faults += len(verified.faults)
                bar.update(verified.game_id is not None)
        whole = True
    if faults:
        raise CommandError(f"{faults} {'fault' if faults == 1 else 'faults'}")
    if not whole:
        raise CommandError("stopped before everything was verified")


def _name(verified: Verified) -> str:
    if verified.game_id is None:
        return f"player {verified.player_id}"
    return f"game {verified.game_id}"
