"""Power series of matrices at 50 digits, summed in whole multiples of 2^-SHIFT."""

from functools import cache

import mpmath
import numpy as np

SHIFT = 400  # 120 digits behind the point


def matrix_series(M, shift):
    """Sum of M^n / (n + shift)!, an mpmath matrix: shift 0 is exp, shift 1 is dexp."""
    return _series(tuple([tuple([mpmath.mpf(x) for x in row]) for row in M]), shift)


@cache
def _series(rows, shift):
    M = np.array([[whole(x) for x in row] for row in rows], dtype=object)
    term = total = np.array(
        [[(i == j) << SHIFT for j in range(len(M))] for i in range(len(M))],
        dtype=object,
    )
    n = 0
    while term.any():  # until each entry rounds to zero
        n += 1
        term = (term @ M // (n + shift) + 2 ** (SHIFT - 1)) >> SHIFT
        total = total + term
    with mpmath.workprec(SHIFT):
        return mpmath.matrix([[mpmath.ldexp(x, -SHIFT) for x in row] for row in total])


def whole(x):
    """The nearest multiple of 2^-SHIFT, in these units."""
    with mpmath.workprec(2 * SHIFT):
        return int(mpmath.nint(mpmath.ldexp(x, SHIFT)))
