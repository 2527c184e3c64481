"""`python -m rotlib.codegen` runs the derivations of the book in this checkout."""

import sys
from importlib import import_module
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "book" / "_lib"))
    sys.exit(import_module("rotbook.derivations").main())
