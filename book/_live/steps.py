"""What the moving figures compute with, all of it rotlib's.

The tables of the other modules name each thing once; `text` writes it as a classic
script. A figure of the pages is a `Part`: its Python half lies beside its JavaScript in
`parts/`.
"""

import importlib.util
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import formulas
import formulas_conserving
import formulas_polhodes
import formulas_turns
import rotlib as rl
from rotbook import javascript
from solids import SHAPES

HERE = Path(__file__).parent
STEPS = formulas.STEPS | formulas_conserving.STEPS | formulas_polhodes.STEPS
FUNCTIONS = (
    formulas.FUNCTIONS
    | formulas_turns.FUNCTIONS
    | formulas_conserving.FUNCTIONS
    | formulas_polhodes.FUNCTIONS
)


# --- the tables as scripts ------------------------------------------------------------


def text(name: str) -> str:
    """The script that defines a step, a function or a shape under its name."""
    if name in STEPS:
        made = rl.export(*STEPS[name], name="made")
    elif name in FUNCTIONS:
        made = javascript.function(*FUNCTIONS[name], name="made")
    elif name in SHAPES:
        made = f"const made = {shape(SHAPES[name]())};\n"
    else:
        known = ", ".join([*STEPS, *FUNCTIONS, *SHAPES])
        raise KeyError(f"{name}: no step, function or shape; there are {known}")
    return f"live.define({json.dumps(name)}, () => {{\n{made}return made;\n}});\n"


def shape(solid: rl.plot.Shape) -> str:
    """Vertices, faces and colours."""
    rounded = np.round(solid.vertices, 5).ravel().tolist()
    found = {"v": rounded, "f": solid.faces, "c": solid.colours}
    return json.dumps(found, separators=(",", ":"))


# --- the figures ----------------------------------------------------------------------


@dataclass(frozen=True)
class Part:
    """One moving figure.

    Attributes
    ----------
    alt : str
        What the still picture shows, in words; also said of the moving one.
    still : callable
        Returns a matplotlib figure: what stands where no script runs, and on paper.
    check : callable
        Returns numbers computed by rotlib, which the part must show at its defaults,
        to `digits` decimals of the largest of them.
    uses : tuple of str
        Names in STEPS, FUNCTIONS and SHAPES.
    needs : tuple of str
        "three" for a scene, "uplot" for curves.
    values : dict
        Numbers that still, check and script share: in the script `at.values`.
    """

    alt: str
    still: Callable[[], Any]
    check: Callable[[], Any]
    uses: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    values: dict[str, Any] = field(default_factory=dict)
    digits: int = 9


def names() -> list[str]:
    """All parts there are."""
    return sorted(path.stem for path in (HERE / "parts").glob("*.py"))


@cache
def find(name: str) -> Part:
    """The part of that name."""
    path = HERE / "parts" / f"{name}.py"
    if not path.is_file():
        raise KeyError(f"{name}: no such part; there are {', '.join(names())}")
    spec = importlib.util.spec_from_file_location(f"live_part_{name}", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    part: Part = module.PART
    return part
