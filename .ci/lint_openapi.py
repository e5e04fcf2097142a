"""Lint the OpenAPI document with Redocly's strictest rules, and with Spectral's and our own.

Run by `make check` with the environment's Python. The linters are programs of node's, which comes
as a wheel with the environment; they are installed once in it. Whatever they say is a fault.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LINT = ROOT / "openapi" / "lint"
DOCUMENT = ROOT / "openapi" / "openapi.json"
ENVIRONMENT = Path(sys.executable).parent.parent
TOOLS = ENVIRONMENT / "openapi-lint"
BIN = Path(sys.executable).parent
LINTERS = (
    ("redocly", "lint", str(DOCUMENT), f"--config={LINT / 'redocly.yaml'}", "--format=stylish"),
    (
        *("spectral", "lint", str(DOCUMENT), f"--ruleset={LINT / 'spectral.yaml'}"),
        *("--fail-severity=hint", "--format=stylish", "--quiet"),
    ),
)


def main() -> int:
    """Install what is missing and run each linter; give the exit status."""
    environ = os.environ | {
        "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}",
        "REDOCLY_TELEMETRY": "off",
        "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true",
    }
    _install(environ)
    failed = 0
    for name, *arguments in LINTERS:
        done = subprocess.run(
            [TOOLS / "node_modules" / ".bin" / name, *arguments],
            env=environ,
            capture_output=True,
            text=True,
            check=False,
        )
        said = done.stdout + done.stderr
        if done.returncode or "warning" in said.lower():
            print(f"{name}:\n{said}")
            failed += 1
    return 1 if failed else 0


def _install(environ: dict[str, str]) -> None:
    """Install the linters as package.json names them, if these are not there."""
    wanted, have = LINT / "package.json", TOOLS / "package.json"
    if (TOOLS / "done").exists() and have.read_bytes() == wanted.read_bytes():
        return
    print("installing the linters of the OpenAPI document", flush=True)
    shutil.rmtree(TOOLS, ignore_errors=True)
    TOOLS.mkdir()
    shutil.copy(wanted, have)
    subprocess.run(
        [BIN / "npm", "install", "--no-audit", "--no-fund", "--no-package-lock", "--silent"],
        cwd=TOOLS,
        env=environ,
        check=True,
    )
    (TOOLS / "done").touch()


if __name__ == "__main__":
    sys.exit(main())
