"""Newton's method for an implicit step: it stops on the residual, or says why not."""

from collections.abc import Iterable
from contextlib import nullcontext
from math import inf

import numpy as np

from .._types import Array, Function, Scalar, State
from ..errors import ConvergenceError
from ..numbers import are_arrays, loop, rounding, select, smallest, sqrt, tape_of, total

# relative residuals: arrived; good enough once rounding stops further progress
TIGHT, LOOSE = (4e-15, 1e-11)
MOST, FEW = 60, 3


def solve(correct: Function, x: State, data: State, scale: Scalar) -> State:
    """The root of `correct`; then determinant, number of corrections, and residual.

    correct: correct(*x, *data) -> (corrections..., squared residual, determinant)
    x: first guess; its branch is left where the determinant changes its sign
    scale: size of the terms of the residual; where its square underflows a few
        corrections are the solution
    """
    n, many = len(x), are_arrays(scale)
    still, judged = scale == 0.0, scale >= smallest(scale)
    square = select(judged, scale * scale, 1.0)
    unit = rounding(scale) * 2.0**52
    tight, loose = (TIGHT * unit) ** 2, (LOOSE * unit) ** 2

    def pass_(state: State) -> tuple[State, Scalar]:
        x, before, count = state[:n], state[n], state[n + 1]
        with np.errstate(all="ignore") if many else nullcontext():
            *dx, r2, determinant = correct(*x, *data)
        if judged is True:
            r2 = r2 / square
        else:
            slow = select(still | (count >= FEW), 0.0, 1.0)
            r2 = select(judged, r2 / square, slow)
        done = (r2 <= tight) | ((r2 <= loose) & (r2 >= before / 4))
        moved = [a + b for a, b in zip(x, dx, strict=True)]
        if still is not False:
            moved = [select(still, a, b) for a, b in zip(x, moved, strict=True)]
        return (*moved, r2, count + 1.0, determinant), done

    none = 0.0 * scale if many else 0.0
    state = loop(pass_, (*x, none + inf, none, none), MOST, _failure)
    *x, r2, count, determinant = state
    return (*x, determinant, count - 1.0, sqrt(r2))


def dense(residual: State, jacobian: State, units: State) -> State:
    """What `solve` expects of `correct`, from n residuals and a Jacobian row by row."""
    if tape_of(*residual) is not None:
        return _dense_recorded(residual, jacobian, units)
    if not are_arrays(*residual, *jacobian):
        r = np.array(residual)
        K = np.array(jacobian).reshape(len(r), len(r))
        squared = _squared(r.tolist(), units)
        with np.errstate(over="ignore"):  # its sign alone is looked at
            determinant = float(np.linalg.det(K))
        return (*_solved(K, -r).tolist(), squared, determinant)
    n = len(residual)
    both = np.stack(np.broadcast_arrays(*residual, *jacobian, *units)[:-n], -1)
    r, K = both[..., :n], both[..., n:].reshape(*both.shape[:-1], n, n)
    squared = _squared(np.moveaxis(r, -1, 0), units)
    return (
        *np.moveaxis(_solved(K, -r[..., None])[..., 0], -1, 0),
        squared,
        np.linalg.det(K),
    )


def _dense_recorded(residual: State, jacobian: State, units: State) -> State:
    """Elimination without exchange of rows: the Jacobian is nearly definite."""
    n, determinant = len(residual), 1.0
    residual[0].tape.exact = False  # LAPACK eliminates in another order
    rows = [[*jacobian[n * i : n * i + n], -residual[i]] for i in range(n)]
    for i in range(n):
        determinant = determinant * rows[i][i]
        for k in range(i + 1, n):
            factor = rows[k][i] / rows[i][i]
            rows[k][i + 1 :] = [
                a - factor * b
                for a, b in zip(rows[k][i + 1 :], rows[i][i + 1 :], strict=True)
            ]
    x = [None] * n
    for i in reversed(range(n)):
        x[i] = (
            rows[i][n] - total([rows[i][j] * x[j] for j in range(i + 1, n)], 0.0)
        ) / rows[i][i]
    return (*x, _squared(residual, units), determinant)


def _squared(residual: Iterable[Scalar], units: State) -> Scalar:
    """By products: the last bit of `pow` differs between floats and arrays."""
    scaled = [a / b for a, b in zip(residual, units, strict=True)]
    return total([x * x for x in scaled])


def _solved(K: Array, r: Array) -> Array:
    try:
        return np.linalg.solve(K, r)
    except np.linalg.LinAlgError:
        raise ConvergenceError(
            "Newton's method met a singular Jacobian; take a smaller step"
        ) from None


def _failure(*state: Scalar) -> ConvergenceError:
    r2 = np.asarray(state[-3], float)
    residual = float(r2.max()) ** 0.5
    of_them = f" ({r2.size} of the motions)" if r2.ndim else ""
    return ConvergenceError(
        f"Newton's method stopped at a relative residual of {residual:.2g} after"
        f" {MOST} iterations{of_them}; take a smaller step",
        residual=residual,
    )
