"""Newton's method for the few unknowns of an implicit step: stops on the residual, or says that it did not arrive."""

from math import sqrt

import numpy as np

from ._bind import twin_of
from .errors import ConvergenceError

TIGHT, LOOSE = 4e-15, 1e-11  # relative residuals: arrived; good enough once rounding stops further progress
MOST = 60


def solve(correct, x, data, scale):
    """Solve for the flat tuple `x`.

    Parameters
    ----------
    correct : callable
        correct(*x, *data) -> (corrections..., squared residual, determinant of the Jacobian).
    x : tuple of float
        First guess. Its branch of solutions is the wanted one: it is left where the determinant changes its sign.
    data : tuple
        What the equation depends on.
    scale : float
        Size of the terms of the residual, which makes it relative.

    Returns
    -------
    tuple of float
        The solution; then the determinant there, the number of corrections made, and the relative residual.

    Raises
    ------
    ConvergenceError
        If the residual does not become small.

    Notes
    -----
    Bound to NumPy the same function solves for a batch; each entry stops for itself, with the same bits as alone.
    Chapter: The rivals.
    """
    before = float("inf")
    for count in range(MOST):
        *dx, r2, determinant = correct(*x, *data)
        r2 = r2 / (scale * scale) if scale else 0.0
        if r2 <= TIGHT**2 or (r2 <= LOOSE**2 and r2 >= before / 4):
            return (*x, determinant, float(count), sqrt(r2))
        x, before = tuple([a + b for a, b in zip(x, dx, strict=True)]), r2
    raise ConvergenceError(_message(r2, 1), residual=r2**0.5)


@twin_of(solve)
def _solve_arrays(correct, x, data, scale):
    before, active, count = np.inf, True, 0.0 * scale
    square = np.where(scale == 0, 1.0, scale * scale).astype(scale.dtype)
    tight, loose = (limit * float(np.finfo(scale.dtype).eps) * 2.0**52 for limit in (TIGHT, LOOSE))
    for _ in range(MOST):
        with np.errstate(all="ignore"):
            *dx, r2, determinant = correct(*x, *data)
        r2 = np.where(scale == 0, 0.0, r2 / square)
        active = active & ~((r2 <= tight**2) | ((r2 <= loose**2) & (r2 >= before / 4)))
        if not active.any():
            return (*x, determinant, count, np.sqrt(r2))
        count = count + active
        x = tuple([np.where(active, a + b, a) for a, b in zip(x, dx, strict=True)])
        before = np.where(active, r2, before)
    raise ConvergenceError(_message(r2.max(), int(active.sum())), residual=float(r2.max()) ** 0.5)


def _message(r2, lanes):
    return (f"Newton's method stopped at a relative residual of {float(r2) ** 0.5:.2g} after {MOST} iterations "
            f"({lanes} of the motions); take a smaller step")
