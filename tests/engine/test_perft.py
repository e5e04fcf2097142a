"""The command that counts lines of play: what it prints, and what it refuses in one sentence."""

import pytest

from engine.perft import main


def test_it_counts_and_splits_by_the_first_move(capsys):
    assert main(["klondike:617", "2", "--split", "--option", "draw=3"]) == 0
    *moves, total = capsys.readouterr().out.splitlines()
    assert total == "klondike:617 depth 2: 8"
    assert sum(int(line.rpartition(": ")[2]) for line in moves) == 8


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chess:1", "2"], "no variant is called 'chess'"),
        (["freecell:0", "2"], "deal numbers of freecell are 1 to"),
        (["freecell:617", "0"], "depth is at least 1"),
        (["freecell:617", "1", "--option", "nonsense"], "freecell has no option 'nonsense'"),
    ],
)
def test_what_it_cannot_count_is_one_sentence(capsys, arguments, said):
    with pytest.raises(SystemExit):
        main(arguments)
    assert f"error: {said}" in capsys.readouterr().err
