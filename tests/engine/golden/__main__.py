"""Write the golden files of variants: `make golden VARIANT=freecell`, or of all of them.

Every count and every layout is made a second time by the independent reference first; where the
two disagree, nothing is written and the difference is shown.
"""

from __future__ import annotations

import sys

from tqdm import tqdm

from engine import Deal, EngineError, Position, Variant, catalogue, variant
from tests.engine.every import rules_of
from tests.engine.golden import deal_records, perft_tables, playthroughs
from tests.engine.golden.scripts import scripts_for
from tests.reference import perft


def main(names: list[str]) -> int:
    """Write the files; give the exit status."""
    try:
        variants = [variant(name) for name in names] or list(catalogue())
    except EngineError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    for each in variants:
        trouble = _write(each)
        if trouble:
            sys.stderr.write(f"{trouble}\n")
            return 1
    deal_records.SHUFFLE.write_text(deal_records.shuffle_text(catalogue()), encoding="ascii")
    return 0


def _write(game: Variant) -> str:
    """Write one variant's files; give what is wrong, if anything is."""
    tables = perft_tables.counted(game)
    trouble = _disagreement(game, tables) or _other_layouts(game)
    if trouble:
        return trouble
    scripts = scripts_for(game)
    games = perft_tables.GOLDEN / game.id / "games"
    games.mkdir(parents=True, exist_ok=True)
    for old in playthroughs.paths_of(game.id):
        old.unlink()
    for name, script in scripts.items():
        (games / f"{name}.txt").write_text(playthroughs.recorded(script), encoding="ascii")
    perft_tables.path_of(game.id).write_text(perft_tables.written(game, tables), encoding="ascii")
    deal_records.path_of(game.id).write_text(deal_records.written(game), encoding="ascii")
    ends = ", ".join(
        f"{path.stem} {playthroughs.end_of(path.read_text(encoding='ascii'))}"
        for path in playthroughs.paths_of(game.id)
    )
    sys.stdout.write(f"{game.id}: {len(tables)} tables, games {ends}\n")
    return ""


def _disagreement(game: Variant, tables: perft_tables.Tables) -> str:
    """Count the longest lines a second time; show the shallowest difference there is."""
    rules_by_options = {perft_tables.options_text(rules): rules for rules in rules_of(game)}
    for (options, number), counts in tqdm(tables.items(), desc=f"{game.id} perft"):
        rules = rules_by_options[options]
        table = perft_tables.reference_table(rules, number)
        if perft.count(table, len(counts)) != counts[-1]:
            depths = range(1, len(counts) + 1)
            wrong = (depth for depth in depths if perft.count(table, depth) != counts[depth - 1])
            return perft_tables.difference(rules, number, next(wrong))
    return ""


def _other_layouts(game: Variant) -> str:
    for rules in rules_of(game):
        for number in tqdm(deal_records.NUMBERS, desc=f"{game.id} deals", leave=False):
            position = Position.start(Deal.numbered(rules, str(number)))
            ours = {pile.id: list(pile.cards) for pile in position.truth().piles}
            if ours != perft_tables.reference_table(rules, str(number)).truth():
                return f"deal {number} of {game.id} is laid out otherwise by the reference"
    return ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
