"""Newton's method for an implicit step: it stops on the residual, or says why not."""

from collections.abc import Iterable
from math import sqrt

import numpy as np

from .._types import Array, Function, Scalar, State
from ..backends.flow import Kind, implements, loop, select, total
from ..errors import ConvergenceError

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
    before, judged = float("inf"), scale >= smallest(scale)
    for count in range(MOST):
        *dx, r2, determinant = correct(*x, *data)
        r2 = r2 / (scale * scale) if judged else float(scale > 0.0 and count < FEW)
        if r2 <= TIGHT**2 or (r2 <= LOOSE**2 and r2 >= before / 4):
            return (
                *(_moved(x, dx) if scale else x),
                determinant,
                float(count),
                sqrt(r2),
            )
        x, before = _moved(x, dx), r2
    raise ConvergenceError(_message(r2), residual=r2**0.5)


def _moved(x: State, dx: State) -> State:
    return tuple([a + b for a, b in zip(x, dx, strict=True)])


@implements(solve)
def _solve_arrays(correct: Function, x: State, data: State, scale: Scalar) -> State:
    before: Scalar = np.inf
    active: Scalar = True
    count = 0.0 * scale
    last: list[Scalar] = [0.0, 0.0]
    judged = scale >= smallest(scale)
    square = np.where(judged, scale * scale, 1.0).astype(scale.dtype)
    tight, loose = (
        limit * float(np.finfo(scale.dtype).eps) * 2.0**52 for limit in (TIGHT, LOOSE)
    )
    for k in range(MOST):
        with np.errstate(all="ignore"):
            *dx, r2, determinant = correct(*x, *data)
        r2 = np.where(judged, r2 / square, (scale > 0) & (k < FEW))
        moving = active
        done = (r2 <= tight**2) | ((r2 <= loose**2) & (r2 >= before / 4))
        active = active & ~done
        x = tuple(
            [
                np.where(moving & (scale != 0), a + b, a)
                for a, b in zip(x, dx, strict=True)
            ]
        )
        last = [
            np.where(moving, new, old)
            for new, old in zip((determinant, np.sqrt(r2)), last, strict=True)
        ]
        if not active.any():
            return (*x, last[0], count, last[1])
        count = count + active
        before = np.where(active, r2, before)
    raise ConvergenceError(
        _message(r2.max(), int(active.sum())), residual=float(r2.max()) ** 0.5
    )


@implements(solve, Kind.TRACE)
def _solve_recorded(correct: Function, x: State, data: State, scale: Scalar) -> State:
    n, still, judged = len(x), scale == 0.0, scale >= smallest(scale)
    square = select(judged, scale * scale, 1.0)

    def pass_(state: State) -> tuple[State, Scalar]:
        x, before, count = state[:n], state[n], state[n + 1]
        *dx, r2, determinant = correct(*x, *data)
        slow = select(still | (count >= FEW), 0.0, 1.0)
        r2 = select(judged, r2 / square, slow)
        done = (r2 <= TIGHT**2) | ((r2 <= LOOSE**2) & (r2 >= before / 4))
        return (
            *[select(still, a, a + b) for a, b in zip(x, dx, strict=True)],
            r2,
            count + 1.0,
            determinant,
        ), done

    *x, r2, count, determinant = loop(
        pass_, (*x, float("inf"), 0.0, 0.0), MOST, ConvergenceError, _slow
    )
    return (*x, determinant, count - 1.0, sqrt(r2))


def _slow() -> str:
    return f"Newton's method did not end within {MOST} iterations; take a smaller step"


def dense(residual: State, jacobian: State, units: State) -> State:
    """What `solve` expects of `correct`, from n residuals and a Jacobian row by row."""
    r = np.array(residual)
    K = np.array(jacobian).reshape(len(r), len(r))
    squared = _squared(r.tolist(), units)
    with np.errstate(over="ignore"):  # its sign alone is looked at
        determinant = float(np.linalg.det(K))
    return (*_solved(K, -r).tolist(), squared, determinant)


@implements(dense)
def _dense_arrays(residual: State, jacobian: State, units: State) -> State:
    n = len(residual)
    both = np.stack(np.broadcast_arrays(*residual, *jacobian, *units)[:-n], -1)
    r, K = both[..., :n], both[..., n:].reshape(*both.shape[:-1], n, n)
    squared = _squared(np.moveaxis(r, -1, 0), units)
    return (
        *np.moveaxis(_solved(K, -r[..., None])[..., 0], -1, 0),
        squared,
        np.linalg.det(K),
    )


@implements(dense, Kind.TRACE)
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


def positive(size: Scalar) -> Scalar:
    return select(size == 0.0, 1.0, size)


def rounding(x: Scalar) -> float:
    return 2.0**-52


@implements(rounding)
def _rounding_of_arrays(x: Scalar) -> float:
    return float(np.finfo(x.dtype).eps)


def smallest(x: Scalar) -> float:
    """Of numbers like x the least whose rounding can be squared."""
    return 2.0**-459


@implements(smallest)
def _smallest_of_arrays(x: Scalar) -> float:
    kind = np.finfo(x.dtype)
    least: float = float(kind.tiny) ** 0.5 / float(kind.eps)
    return least


def _message(r2: Scalar, lanes: int = 0) -> str:
    of_them = f" ({lanes} of the motions)" if lanes else ""
    return (
        f"Newton's method stopped at a relative residual of {float(r2) ** 0.5:.2g}"
        f" after {MOST} iterations{of_them}; take a smaller step"
    )
