"""What many tests hold numbers against: power series of matrices, summed in whole
multiples of 2^-SHIFT, and of a quaternion; 50 digits and more."""

from functools import cache

import mpmath
import numpy as np
from reference_methods import hamilton, hat

SHIFT = 400  # 120 digits behind the point


def of_twist(xi):
    """The 4 x 4 matrix of a twist."""
    return np.block([[hat(xi[:3]), np.reshape(xi[3:], (3, 1))], [np.zeros(4)]])


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


def gap(found, exact):
    """The largest difference of floats from numbers of many digits."""
    pairs = zip(np.ravel(found), exact, strict=True)
    return float(max(abs(mpmath.mpf(float(a)) - b) for a, b in pairs))


def attitude(omega, alpha, h, frame, q=(1, 0, 0, 0)):
    """After h under a rate that is linear in time, by the power series of the
    quaternion."""
    with mpmath.workdps(50):
        w, a, now = (
            np.array([mpmath.mpf(float(x)) for x in each])
            for each in ([0, *omega], [0, *alpha], q)
        )
        w, a, before, total = w * h / 2, a * h * h / 2, 0 * now, now
        for k in range(90):
            pairs = (now, w), (before, a)
            if frame == "space":
                pairs = (w, now), (a, before)
            before, now = now, sum(hamilton(*pair) for pair in pairs) / (k + 1)
            total = total + now
        return total.astype(float)
