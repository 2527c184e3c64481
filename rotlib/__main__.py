"""`python -m rotlib`: version, what is installed, methods, a check that they work."""

import argparse
import importlib.metadata
import importlib.util
import os
import platform
import shutil
import sys
import textwrap
import time
from collections.abc import Iterable, Sequence

import numpy as np

from . import __version__, methods, selfcheck
from ._types import Backend
from .backends.executors import BACKENDS
from .body import Body
from .errors import NotAvailable
from .methods import Method
from .runs.integration import integrate

OPTIONAL = {
    "scipy": "run.as_scipy(), rl.quaternion.as_scipy",
    "matplotlib": "run.plot(), rl.plot, moving pictures in a notebook",
    "sympy": "rotlib.codegen: loads from a formula, derivations",
    "pandas": "run.to_pandas()",
    "xarray": "run.to_xarray()",
    "tqdm": "progress bars of long runs",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Print what was asked for, all of it by default; return the exit status."""
    try:
        status = said(arguments)
        sys.stdout.flush()
    except BrokenPipeError:  # who reads has read enough, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 1
    return status


def said(arguments: Sequence[str] | None) -> int:
    """The same, for a reader who stays."""
    parser = argparse.ArgumentParser(
        prog="python -m rotlib",
        description="Version, methods and self-check of rotlib.",
    )
    parser.add_argument(
        "--version",
        action="store_true",
        help="print the version of rotlib, nothing else",
    )
    parser.add_argument("--methods", action="store_true", help="list the methods")
    parser.add_argument(
        "--check",
        action="store_true",
        help="run the self-check; exit status 1 if something fails",
    )
    given = parser.parse_args(arguments)
    if given.version:
        print(f"rotlib {__version__}")
        return 0
    everything = not (given.methods or given.check)
    if everything:
        print(installation() + "\n")
    if everything or given.methods:
        print(listing(shutil.get_terminal_size().columns))
    if not (everything or given.check):
        return 0
    return report(selfcheck.check_all())


def installation() -> str:
    """Versions, back ends, and optional packages with what they are for."""
    lines = [
        f"rotlib {__version__}, Python {platform.python_version()}, "
        f"NumPy {np.__version__}",
        "",
        "Back ends",
    ]
    lines += [f"  {name:12}{_backend(name)}" for name in BACKENDS[1:-1]]
    lines += ["", "Optional packages"]
    lines += [f"  {name:12}{_version(name):12}{use}" for name, use in OPTIONAL.items()]
    return "\n".join(lines)


def _backend(name: Backend) -> str:
    """Whether it is there; LLVM is looked for but not loaded."""
    if name == "compiled":
        found = importlib.util.find_spec("llvmlite")
        return "yes" if found else "no: pip install rotlib[fast]"
    top = Body((1, 2, 3))
    try:
        integrate("lie_euler", top, omega=(0, 0, 1), h=0.1, steps=1, backend=name)
    except NotAvailable as error:
        return f"no: {error}"
    return "yes"


def _version(name: str) -> str:
    if importlib.util.find_spec(name) is None:
        return "not found"
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return "found"


def listing(width: int) -> str:
    """The table of methods for a terminal: name, order, summary; below, properties."""
    _, _, *rows = methods.table().splitlines()
    lines = ["Methods"]

    def wrapped(text: str, first: str, later: int) -> list[str]:
        return textwrap.wrap(
            text, max(width, 60), initial_indent=first, subsequent_indent=" " * later
        )

    for row in rows:
        name, order, kind, keeps, loads, summary = (
            cell.strip(" `") for cell in row.strip("|").split("|")
        )
        lines += wrapped(summary, f"  {name:24} {order:5} ", 33)
        lines += wrapped(f"{kind}; keeps {keeps}; loads: {loads}", " " * 8, 8)
    return "\n".join(lines)


def report(checked: Iterable[tuple[Method, Sequence[selfcheck.Verdict]]]) -> int:
    """Print the verdicts as they come; return 0 if all of them passed, else 1."""
    start, results = time.perf_counter(), []
    print("\nSelf-check: the free body, against the closed form")
    for method, verdicts in checked:
        results += [v.passed for v in verdicts]
        good, bad = [
            "; ".join(f"{v.check} {v.found}" for v in verdicts if v.passed is side)
            for side in (True, False)
        ]
        print(f"  {'FAILED' if bad else 'ok':6} {method.name:24} {good}")
        if bad:
            print(f"  {'':6} {'':24} but NOT {bad}")
    failed = results.count(False)
    took = time.perf_counter() - start
    print(f"{len(results) - failed} checks passed, {failed} failed, in {took:.1f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
