"""Where a free body points, to twenty digits: the Taylor series of Euler's equations
and of the quaternion."""

import numpy as np

STEPS, TERMS, DIGITS = 400, 20, 25


def attitude(J, omega, T):
    """The attitude wxyz at time T, from the identity."""
    from mpmath import mp, mpf, workdps

    with workdps(DIGITS):
        A, B, C = map(mpf, map(float, J))
        state = [mpf(1), mpf(0), mpf(0), mpf(0), *map(mpf, map(float, omega))]
        ratios, h = ((B - C) / A, (C - A) / B, (A - B) / C), mpf(float(T)) / STEPS
        for _ in range(STEPS):
            w, x, y, z, a, b, c = series = [[value] for value in state]
            for k in range(TERMS):
                product = lambda u, v, k=k: mp.fdot(u[: k + 1], v[k::-1])
                slopes = (
                    -product(x, a) - product(y, b) - product(z, c),
                    product(w, a) + product(y, c) - product(z, b),
                    product(w, b) + product(z, a) - product(x, c),
                    product(w, c) + product(x, b) - product(y, a),
                )
                rates = [
                    r * product(u, v)
                    for r, u, v in zip(ratios, (b, c, a), (c, a, b), strict=True)
                ]
                for terms, slope in zip(
                    series, [*(s / 2 for s in slopes), *rates], strict=True
                ):
                    terms.append(slope / (k + 1))
            state = [mp.polyval(terms[::-1], h) for terms in series]
        return np.array([float(value) for value in state[:4]])
