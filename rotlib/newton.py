"""Newton's method for an implicit step: it stops on the residual, or says why not.

The Jacobian of a residual comes from a recording of it, which is differentiated by
series of first order [eq-jets] and recorded again: what two derivatives share is
computed once, on any kind of numbers.
"""

from contextlib import nullcontext
from functools import cache
from math import inf

import numpy as np

from ._types import Function, Scalar, State
from ._vectors import minus, plus, times
from .backends.derived import Formula, along
from .backends.trace import Kind, record_function, replayed
from .errors import ConvergenceError
from .numbers import are_arrays, loop, require, rounding, select, smallest, sqrt, total

# relative residuals: arrived; good enough once rounding stops further progress
TIGHT, LOOSE = (4e-15, 1e-11)
MOST = 60


def solve(correct: Function, x: State, data: State, scale: Scalar) -> State:
    """The root of `correct`; then determinant, number of corrections, and residual.

    correct: correct(*x, *data) -> (corrections..., squared residual, determinant)
    x: first guess; its branch is left where the determinant changes its sign
    scale: size of the terms of the residual; where its square underflows the first
        correction is the solution
    """
    n, many = len(x), are_arrays(scale)
    square = select(scale >= smallest(scale), scale * scale, 1.0)
    unit = rounding(scale) * 2.0**52
    tight, loose = (TIGHT * unit) ** 2, (LOOSE * unit) ** 2

    def pass_(state: State) -> tuple[State, Scalar]:
        x, before, count = state[:n], state[n], state[n + 1]
        with np.errstate(all="ignore") if many else nullcontext():
            *dx, r2, determinant = correct(*x, *data)
        r2 = r2 / square
        done = (r2 <= tight) | ((r2 <= loose) & (r2 >= before / 4))
        return (*plus(x, dx), r2, count + 1.0, determinant), done

    none = 0.0 * scale if many else 0.0
    state = loop(pass_, (*x, none + inf, none, none), MOST, _failure)
    *x, r2, count, determinant = state
    return (*x, determinant, count - 1.0, sqrt(r2))


def dense(residual: State, jacobian: State, units: State) -> State:
    """What `solve` expects of `correct`, from n residuals and a Jacobian row by row.

    Elimination without exchange of rows, for the Jacobian is nearly definite; from the
    last on, since a fast flight is in the rows of the rotation, which come first.
    """
    n, determinant = len(residual), 1.0
    rows: list[State] = [
        (*jacobian[n * i : n * i + n][::-1], -residual[i]) for i in reversed(range(n))
    ]
    done: list[State] = []
    singular = "Newton's method met a singular Jacobian; take a smaller step"
    while rows:
        (pivot, *known), *others = rows
        require(pivot != 0.0, ConvergenceError, lambda: singular)
        determinant = determinant * pivot
        done.append((pivot, *known))
        rows = [minus(rest, times(a / pivot, known)) for a, *rest in others]
    x: list[Scalar] = []
    for pivot, *known, end in reversed(done):
        rest = total([a * b for a, b in zip(known, x, strict=True)], 0.0)
        x = [(end - rest) / pivot, *x]
    # by products: the last bit of `pow` differs between floats and arrays
    scaled = [a / b for a, b in zip(residual, units, strict=True)]
    return (*x[::-1], total([a * a for a in scaled]), determinant)


def with_jacobian(function: Function, n: int, by: int) -> Function:
    """The n numbers that a function returns, then their Jacobian, row by row.

    function: of numbers alone, on which it may not branch; the Jacobian is by the first
    `by` of them

    >>> with_jacobian(lambda x, y, a: (a * x * y, x / y), 2, by=2)(3.0, 2.0, 5.0)
    (30.0, 1.5, 10.0, 15.0, 0.5, -0.75)
    """

    @cache
    def recorded(size: int) -> Formula:
        given = Kind.TRACE_LOAD, (0,) * size
        program = record_function(function, *given, n)

        def both(*numbers: Scalar) -> State:
            units = [[None] * j + [1.0] for j in range(by)]
            columns = [along(program, numbers, way) for way in units]
            rows = [x for row in zip(*columns, strict=True) for x in row]
            return (*replayed(program, numbers), *rows)

        return Formula(record_function(both, *given, n + n * by))

    return lambda *numbers: recorded(len(numbers))(*numbers)


def slopes_of(change: Function, z: State, sizes: State) -> State:
    """The Jacobian of `change`, which is zero at z, row by row, by quotients."""
    columns = []
    for j, size in enumerate(sizes):
        more = change(tuple([s + size if i == j else s for i, s in enumerate(z)]))
        columns.append([x / size for x in more])
    return tuple([x for row in zip(*columns, strict=True) for x in row])


def _failure(*state: Scalar) -> ConvergenceError:
    r2 = np.asarray(state[-3], float)
    residual = float(r2.max()) ** 0.5
    of_them = f" ({r2.size} of the motions)" if r2.ndim else ""
    return ConvergenceError(
        f"Newton's method stopped at a relative residual of {residual:.2g} after"
        f" {MOST} iterations{of_them}; take a smaller step",
        residual=residual,
    )
