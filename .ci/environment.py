"""Make the environment of the Makefile and compile the engine in place.

Run by `make setup` with any Python >= 3.11 and nothing else; about a tenth of a second
when nothing changed. Two runs at once wait for each other. All that is made here lies in
the environment's folder, but for the compiled modules, which lie beside their sources.
"""

import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
ZIG = "ziglang>=0.13,<0.16"  # a C compiler as a wheel, for machines that have none


def main(venv: Path) -> None:
    """Bring the environment and the compiled modules up to date."""
    with venv.with_name(venv.name + ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        _make_venv(venv)
        _install(venv)
        _compile(venv)


def _make_venv(venv: Path) -> None:
    """Make the virtual environment, anew if it is another Python's or was moved."""
    maker = {"python": sys.version, "prefix": sys.base_prefix, "root": str(venv.resolve())}
    if _read(venv, "maker") == maker and _runs(venv):
        return
    if venv.exists():
        print(f"{venv.name} was made by another Python or in another place: making it anew")
        shutil.rmtree(venv)
    print(f"making {venv.name} with Python {sys.version.split()[0]}", flush=True)
    python = getattr(sys, "_base_executable", "") or sys.executable
    subprocess.run([python, "-m", "venv", venv], check=True)
    _write(venv, "maker", maker)


def _install(venv: Path) -> None:
    """Install the dependencies that pyproject.toml names, and a path to the sources."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    if _read(venv, "installed") == wanted:
        return
    print("installing the dependencies", flush=True)
    _pip(venv, wanted)
    purelib = subprocess.run(
        [_python(venv), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()
    Path(purelib, "longcase.pth").write_text(f"{ROOT}\n")
    script = venv / "bin" / "longcase"
    script.write_text(f'#!/bin/sh\nexec "{_python(venv)}" -m service.command "$@"\n')
    script.chmod(0o755)
    _write(venv, "installed", wanted)


def _compile(venv: Path) -> None:
    """Compile what changed since it was compiled here, and remove what lost its source."""
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    declared = sorted((ROOT / "engine").rglob("*.pxd"))
    sources = [path for path in declared if path.with_suffix(".py").exists()]
    built = [path.with_name(path.stem + suffix) for path in sources]
    known, seen = _read(venv, "compiled"), _fingerprint(declared, built)
    if known == seen:
        return
    if known and _older(seen.items() - known.items(), built):
        shutil.rmtree(venv / "build")
    for extension in (ROOT / "engine").rglob(f"*{suffix}"):
        if extension not in built:
            extension.unlink()
    if not built:
        return
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        major, minor = sys.version_info[:2]
        sys.exit(
            "Python.h is missing, the engine cannot be compiled: install the headers of "
            f"Python {major}.{minor} (Debian, Ubuntu: apt-get install python{major}.{minor}-dev)"
        )
    print("compiling the engine", flush=True)
    build = venv / "build"
    environment = os.environ | {"LONGCASE_BUILD": str(build / "cython")} | _compiler(venv)
    where: list[str | Path] = ["--build-temp", build / "temp", "--build-lib", build / "lib"]
    command: list[str | Path] = [
        _python(venv),
        "setup.py",
        "--quiet",
        "build_ext",
        "--inplace",
        *where,
    ]
    command += ["--parallel", str(os.cpu_count() or 1)]
    if subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode:
        sys.exit("the engine does not compile: see above")
    of_sources = {name: said for name, said in seen.items() if not name.endswith(suffix)}
    _write(venv, "compiled", _fingerprint(declared, built) | of_sources)  # as they were compiled


def _compiler(venv: Path) -> dict[str, str]:
    """Return what to set: nothing if the system's own compiler does, else another's name."""
    own = (sysconfig.get_config_var("CC") or "cc").split()[0]
    if "CC" in os.environ or shutil.which(own):
        return {}
    for name in ("cc", "gcc", "clang"):
        if shutil.which(name):
            return {"CC": name}
    print("no C compiler here: installing one (ziglang, about 400 MB) in the environment")
    _pip(venv, [ZIG])
    caches = {f"ZIG_{kind}_CACHE_DIR": str(venv / "cache" / "zig") for kind in ("GLOBAL", "LOCAL")}
    return {"CC": f"{_python(venv)} -m ziglang cc", **caches}


def _older(changed: set[tuple[str, str]], built: list[Path]) -> bool:
    """Tell whether a source changed and is still older than what was compiled from it.

    Unpacking an archive does that, and the compilers go by time.
    """
    newest = max((path.stat().st_mtime for path in built if path.exists()), default=0)
    sources = [ROOT / name for name, _ in changed]
    return any(path.exists() and path.stat().st_mtime < newest for path in sources)


def _fingerprint(declared: list[Path], built: list[Path]) -> dict[str, str]:
    """Return what the sources say and which compiled files stand for them."""
    sources = [*declared, *(path.with_suffix(".py") for path in declared), ROOT / "setup.py"]
    files = [path for path in (*sources, *built) if path.exists()]
    return {
        str(path.relative_to(ROOT)): f"{path.stat().st_mtime_ns} {_digest(path)}" for path in files
    }


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _python(venv: Path) -> Path:
    return venv.absolute() / "bin" / "python"


def _runs(venv: Path) -> bool:
    try:
        return subprocess.run([_python(venv), "-c", ""], check=False).returncode == 0
    except OSError:
        return False


def _pip(venv: Path, wanted: list[str]) -> None:
    command: list[str | Path] = [
        _python(venv),
        "-m",
        "pip",
        "install",
        "-qq",
        "--disable-pip-version-check",
    ]
    if subprocess.run([*command, *wanted], check=False).returncode:
        sys.exit("the dependencies cannot be installed: see above")


def _read(venv: Path, name: str) -> Any:
    try:
        return json.loads((venv / f"longcase-{name}.json").read_text())
    except (OSError, ValueError):
        return None


def _write(venv: Path, name: str, value: object) -> None:
    (venv / f"longcase-{name}.json").write_text(json.dumps(value, indent=1))


if __name__ == "__main__":
    main(Path(sys.argv[1]).absolute())
