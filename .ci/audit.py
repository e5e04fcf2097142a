"""Ask whether published advisories name a package that is installed here: `make audit`.

Fails where one does. Where the advisory service cannot be asked, or knows none of the packages, as
behind a mirror or without a network, it says so and fails nothing: then nothing was audited.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

SECONDS = 300
NOT_AUDITED = "the dependencies were NOT audited: "


def main() -> int:
    """Run pip-audit on this environment; give the exit status."""
    try:
        done = subprocess.run(
            [
                *(sys.executable, "-m", "pip_audit", "--local", "--skip-editable", "-f", "json"),
                *("--progress-spinner", "off", "--timeout", "10"),
                *("--cache-dir", Path(sys.prefix) / "cache" / "audit"),
            ],
            check=False,
            capture_output=True,
            text=True,
            timeout=SECONDS,
        )
    except subprocess.TimeoutExpired:
        print(f"{NOT_AUDITED}no answer within {SECONDS} s")
        return 0
    failed, said = judge(done.stdout, done.stderr)
    print(said)
    return failed


def judge(report: str, errors: str) -> tuple[int, str]:
    """Give the exit status and what to say of what pip-audit wrote."""
    try:
        dependencies: list[dict[str, Any]] = json.loads(report)["dependencies"]
    except (ValueError, KeyError):
        last = (errors.strip().splitlines() or ["pip-audit said nothing"])[-1]
        return 0, f"{NOT_AUDITED}{last}"
    asked = [each for each in dependencies if "vulns" in each]
    if not asked:
        return 0, f"{NOT_AUDITED}the advisory service knows none of them"
    lines = [
        f"{each['name']} {each['version']}: {found['id']}, mended in "
        f"{', '.join(found['fix_versions']) or 'no version'}"
        for each in asked
        for found in each["vulns"]
    ]
    unknown = len(dependencies) - len(asked)
    summary = f"{len(asked)} packages audited, {len(lines)} advisories"
    if unknown:
        summary += f"; {unknown} packages are not known to the advisory service"
    return int(bool(lines)), "\n".join([*lines, summary])


if __name__ == "__main__":
    sys.exit(main())
