"""Whether a wrench is that of its potential: asked at the start of a run."""

import math

import numpy as np

from .._types import Function, Scalar, State
from .._vectors import plus
from ..errors import InvalidInput
from ..kernels.quaternion import multiply, rotate

PROBE = 2.0**-12  # a small turn or move
ALIKE = 1e-5  # relative difference that they may show
GENERIC = (0.5, -0.1, 0.7, 0.5), (0.36, 0.48, -0.64, 0.48), (0.1, 0.7, 0.1, -0.7)


def require_slope(
    name: str, word: str, W: State, potential: Function, *places: State
) -> None:
    """W: body axes, for each body three numbers, or six with a place; places: q and
    position of each body, or its q alone, as the potential takes them.
    """
    places = tuple([tuple(map(_in_double, part)) for part in places])

    def there(i: int, size: float) -> Scalar:
        body, k = divmod(i, 6)
        way = [size * (k % 3 == axis) for axis in range(3)]
        given = [*places]
        if k < 3:
            half = [math.sin(x / 2) for x in way]
            given[2 * body] = multiply(*places[2 * body], math.cos(size / 2), *half)
        else:
            q, x = places[2 * body : 2 * body + 2]
            given[2 * body + 1] = plus(x, rotate(*q, *way))
        return potential(*given)

    V, turns = there(0, 0.0), (1.0, math.pi / 2, math.pi)
    far = sum(
        np.nan_to_num(abs(there(i, x) - V), posinf=0.0)
        for i in range(len(W))
        for x in turns
    )
    scale = sum(map(abs, W)) + far + 1e-10 * abs(V) / PROBE
    for i, w in enumerate(W):
        slope = (there(i, PROBE) - there(i, -PROBE)) / (2 * PROBE)
        off, size = np.broadcast_arrays(np.abs(slope + w), scale)
        share = float((off / np.where(off == 0.0, 1.0, size)).max(initial=0.0))
        if share > ALIKE:
            pair = len(W) == 12 and (
                f", on the {'first' if i < 6 else 'second'} body of a pair; a potential"
                " must not change when both bodies are moved together"
            )
            raise InvalidInput(
                f"load {name!r}: its {word} is not that of its potential, by"
                f" {share:.2g} of its size{pair or ''}"
            )


def _in_double(x: Scalar) -> Scalar:
    """Float32 would hide in its rounding what is asked."""
    return x if isinstance(x, float) else np.asarray(x, np.float64)
