"""The atlas: every method of rotlib, and a few from outside, on the same problems,
measured in the same way.

    python -m book.choosing.atlas --write             measure all, store the CSV files
    python -m book.choosing.atlas --write --only rk4  one contender; others as stored
    python -m book.choosing.atlas --quick             three contenders, written nowhere

From the chapter, which lies one folder up: `import atlas`, then
`atlas.load("precision")` and `atlas.row(method)`."""

from .contenders import BODIES, FLIGHTS, RATES, SCIPY, absence, all_names, kinds
from .problems import PROBLEMS
from .own import row
from .table import load

__all__ = [
    "BODIES",
    "FLIGHTS",
    "PROBLEMS",
    "RATES",
    "SCIPY",
    "absence",
    "all_names",
    "kinds",
    "load",
    "row",
]
