"""`python -m rotlib`: the versions of what is installed, and the methods."""

import importlib.metadata
import sys

import numpy as np

from . import __version__, methods
from ._check import EXTRAS


def main() -> None:
    python = sys.version.split()[0]
    print(f"rotlib {__version__}, Python {python}, NumPy {np.__version__}\n")
    for name, extra in EXTRAS.items():
        try:
            found = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            found = f"not found: pip install {extra}"
        print(f"  {name:12} {found}")
    print()
    for m in methods.ALL:
        print(f"  {m.name:24} {m.order or 'exact':<5} {m.summary}")


if __name__ == "__main__":
    main()
