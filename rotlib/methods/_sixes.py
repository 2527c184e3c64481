"""What steps of a flight share: 6x6 inertias, flat, and difference quotients.

Flat is row after row, of a symmetric one the upper triangle.
"""

from typing import Any

import numpy as np

from .._types import Array, Function, Scalar, State
from ..body import Body, require_definite
from ..numbers import total

SIX = range(6)
UPPER = [(i, j) for i in SIX for j in range(i, 6)]


def inertia_of(body: Body) -> Array:
    M = body.inertia_6x6
    require_definite(M)
    return M


def inverse_of(M: Array) -> Array:
    inverse = np.linalg.inv(M)
    return (inverse + np.swapaxes(inverse, -1, -2)) / 2


def upper(M: Array) -> list[Any]:
    n = M.shape[-1]
    return [M[..., i, j] for i in range(n) for j in range(i, n)]


def constants_of(body: Body, numbers: list[Any]) -> State:
    return tuple(numbers if body.shape else map(float, numbers))


def entries(M: Array) -> Array:
    return np.moveaxis(M.reshape(*M.shape[:-2], 36), -1, 0)


def product(M: State, V: State) -> State:
    rows = [M[6 * i : 6 * i + 6] for i in SIX]
    return tuple([total([a * b for a, b in zip(r, V, strict=True)]) for r in rows])


def symmetric_times(M: State, V: State) -> State:
    full = dict(zip(UPPER, M, strict=True))
    return tuple([total([full[min(i, j), max(i, j)] * V[j] for j in SIX]) for i in SIX])


def with_slopes(K: State, z: State, sizes: State, change: Function) -> list[Scalar]:
    """The Jacobian K, flat, and that of `change`, which is zero at z, by quotients."""
    K = list(K)
    for j, size in enumerate(sizes):
        more = change(tuple([s + size if i == j else s for i, s in enumerate(z)]))
        for i in SIX:
            K[6 * i + j] = K[6 * i + j] + more[i] / size
    return K
