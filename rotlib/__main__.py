"""`python -m rotlib`: the version, what is installed, the methods."""

import argparse
import importlib.metadata
import os
import shutil
import sys
import textwrap

import numpy as np

from . import __version__, methods
from ._check import EXTRAS


def main(arguments: list[str] | None = None) -> int:
    """Print what was asked for, all of it by default; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m rotlib", description=__doc__)
    parser.add_argument("--version", action="version", version=f"rotlib {__version__}")
    parser.add_argument("--methods", action="store_true", help="list the methods only")
    only = parser.parse_args(arguments).methods
    listed = listing(shutil.get_terminal_size().columns)
    try:
        print(listed if only else f"{installation()}\n\n{listed}", flush=True)
    except BrokenPipeError:  # who reads has read enough, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return 0


def installation() -> str:
    rotlib = f"rotlib {__version__}, Python {sys.version.split()[0]}"
    lines = [f"{rotlib}, NumPy {np.__version__}", "", "Optional packages"]
    for name, extra in EXTRAS.items():
        try:
            found = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            found = f"not found: pip install {extra}"
        lines.append(f"  {name:12}{found}")
    return "\n".join(lines)


def listing(width: int) -> str:
    """The table of methods for a terminal: name, order, summary; below, properties."""
    lines, wrapped = ["Methods"], textwrap.TextWrapper(max(width, 60))
    for row in methods.table().splitlines()[2:]:
        cells = [cell.strip(" `") for cell in row.strip("|").split("|")]
        name, order, kind, keeps, loads, summary = cells
        properties = f"{kind}; keeps {keeps}; loads: {loads}"
        for first, indent, text in (
            (f"  {name:24} {order:5} ", " " * 33, summary),
            (" " * 8, " " * 8, properties),
        ):
            wrapped.initial_indent, wrapped.subsequent_indent = first, indent
            lines += wrapped.wrap(text)
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
