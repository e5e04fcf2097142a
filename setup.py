"""Compile the engine's hot modules; all else about the build is in pyproject.toml.

A module is compiled when a `.pxd` of the same name lies beside its `.py`: adding or
removing that file is all there is to it. The sources stay plain Python.
"""

import os
import sysconfig
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup


def compiled_modules() -> list[Extension]:
    """Return one extension for every `engine/**/*.py` that has its `.pxd`."""
    sources = (pxd.with_suffix(".py") for pxd in sorted(Path("engine").rglob("*.pxd")))
    return [
        Extension(
            ".".join(source.with_suffix("").parts),
            [str(source)],
            extra_compile_args=["-O3", "-g0"],
        )
        for source in sources
        if source.exists()
    ]


def settle_compiler() -> None:
    """Let one variable name the compiler for compiling and for linking.

    A Python built elsewhere remembers its builder's compiler; with `CC` given (the
    Makefile does so where that compiler is missing) setuptools would still link with the old one.
    """
    compiler = os.environ.get("CC")
    if compiler and "LDSHARED" not in os.environ:
        flags = (sysconfig.get_config_var("LDSHARED") or "").split()
        kept = ("-L", "-bundle", "-undefined", "dynamic")
        shared = ["-shared"] if "-shared" in flags else []
        os.environ["LDSHARED"] = " ".join(
            [compiler, *shared, *(flag for flag in flags if flag.startswith(kept))]
        )


settle_compiler()
setup(
    ext_modules=cythonize(
        compiled_modules(),
        build_dir=os.environ.get("LONGCASE_BUILD", "build/cython"),
        quiet=True,
        compiler_directives={"language_level": 3, "cdivision": True, "embedsignature": True},
    )
)
