"""Read the documents as a reader does: run the commands they print, compare what they promise."""

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = sorted(
    path
    for path in (*ROOT.glob("*.md"), *ROOT.glob("*/**/*.md"))
    if not path.relative_to(ROOT).parts[0].startswith((".", "build"))
    and not {"node_modules", "venv"} & {*path.parts}  # of who develops a client here
)

_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_OUTPUT = frozenset({"text", "json"})
_PYTHON = Path(sys.executable).parent  # its python3 starts faster than a version manager's
_MARK = "----- end of a block -----"


@dataclass(frozen=True, kw_only=True)
class Commands:
    """A block of shell, and what it should print, where the next block says so."""

    text: str
    promised: str | None

    @property
    def window(self) -> str | None:
        """Name the window that the block says it is for, if there are several."""
        found = re.match(r"# (\w+) window\n", self.text)
        return found[1] if found else None

    def check(self, printed: str) -> None:
        """Compare; `…` in a promise stands for anything."""
        if self.promised is not None:
            parts = map(re.escape, self.promised.rstrip("\n").split("…"))
            kept = re.fullmatch(".*?".join(parts), printed.rstrip("\n"), re.DOTALL)
            assert kept, f"{self.text}\nprinted\n{printed}\nand not\n{self.promised}"


def commands(document: Path) -> list[Commands]:
    """Find the blocks marked `sh`, each with the output that follows it at once."""
    text = document.read_text(encoding="utf-8")
    found = list(_BLOCK.finditer(text))
    blocks = []
    for block, after in zip(found, [*found[1:], None], strict=True):
        if block[1] == "sh":
            follows = after and after[1] in _OUTPUT and text[block.end() : after.start()] == "\n"
            blocks.append(Commands(text=block[2], promised=after[2] if after and follows else None))
    return blocks


class Window:
    """A shell that a reader types blocks into, one after the other."""

    def __init__(self, *, base: str) -> None:
        self._shell = subprocess.Popen(
            ["bash"],
            cwd=ROOT,
            env=_environment(base),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def type(self, text: str) -> None:
        """Type a block, which may run for long."""
        assert self._shell.stdin
        self._shell.stdin.write(f"{text}\necho '{_MARK}'\n")
        self._shell.stdin.flush()

    def printed(self) -> str:
        """Read what a block printed, once it has ended."""
        assert self._shell.stdout
        return "".join(iter(self._shell.stdout.readline, f"{_MARK}\n"))

    def close(self) -> None:
        """End the shell, and what runs in it."""
        self._shell.kill()
        self._shell.communicate()


def run(blocks: list[Commands], *, base: str, then: str = "") -> str:
    """Run the blocks in one shell, as they are printed, and check what each prints.

    Args:
        blocks: the blocks.
        base: the address of the service, handed over as the variable BASE.
        then: more commands for the same shell; what they print is returned.
    """
    script = "".join(f"{block.text}\necho '{_MARK}'\n" for block in blocks)
    done = subprocess.run(
        ["bash"],
        cwd=ROOT,
        input=script + then,
        env=_environment(base),
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert done.stderr == "", done.stderr
    *printed, rest = done.stdout.split(f"{_MARK}\n")
    for block, text in zip(blocks, printed, strict=True):
        block.check(text)
    return rest


def _environment(base: str) -> dict[str, str]:
    return os.environ | {"BASE": base, "PATH": f"{_PYTHON}:{os.environ['PATH']}"}
