"""Two references for the free rigid body that share nothing with rotlib.

`taylor` integrates Euler's equations and the quaternion equation step by step with
power series in fixed-point integers (30 digits by default). `mpmath_free_body`
evaluates the closed form with mpmath's own elliptic functions, for times that no
integration can reach. And motions of every kind."""

import math
from fractions import Fraction
from operator import mul

import mpmath as mp

CASES = {  # moments, rates
    "circles the greatest axis": ((1.0, 2.0, 3.0), (0.3, 0.4, 1.0)),
    "circles the least axis": ((1.0, 2.0, 2.5), (1.0, 0.4, 0.3)),
    "moments 3 1 2, negative rates": ((3.0, 1.0, 2.0), (-0.3, -0.7, 0.9)),
    "moments 2 3 1, negative rates": ((2.0, 3.0, 1.5), (-0.8, 0.7, -0.3)),
    "slender box 1 4 18": ((340 / 12, 325 / 12, 17 / 12), (0.6, 0.5, 0.4)),
    "slender box, fast": ((340 / 12, 325 / 12, 17 / 12), (0.05, 0.1, 4.0)),
    "box near its middle axis": ((5 / 12, 13 / 12, 10 / 12), (0.01, 0.0, 10.0)),
    "oblate": ((1.0, 1.0, 1.8), (0.3, -0.4, 0.7)),
    "oblate to 1e-9": ((1.0, 1.0 + 1e-9, 1.8), (0.3, -0.4, 0.7)),
    "prolate": ((0.5, 2.0, 2.0), (0.3, -0.4, 0.7)),
    "the same, near the plane": ((1.0, 1.0 + 1e-9, 1.8), (0.8, -0.4, 1e-5)),
    "prolate to 1e-9": ((1.8 + 1e-9, 0.3, 1.8), (0.3, -0.4, 0.7)),
    "sphere": ((2.0, 2.0, 2.0), (0.1, 0.2, -0.9)),
    "sphere to 1e-15": ((2.0, 2.0, 2.0 + 2e-15), (0.1, 0.2, -0.9)),
    "about the least axis": ((1.0, 2.0, 2.5), (-1.1, 0.0, 0.0)),
    "about the middle axis": ((1.0, 2.0, 2.5), (0.0, -0.7, 0.0)),
    "about the greatest axis": ((1.0, 2.0, 2.5), (0.0, 0.0, 0.7)),
    "starts where cn = 0": ((1.0, 2.0, 2.5), (0.0, -0.4, 1.0)),
    "wobble of 1e-9": ((1.0, 2.0, 2.5), (1e-9, 1e-9, 1.0)),
    "at rest": ((1.0, 2.0, 2.5), (0.0, 0.0, 0.0)),
    # an azimuth of axis 1 would swing by half a turn soon
    "momentum passing an axis": ((1.0, 1.0, 1.8), (0.9, -4e-7, 1e-7)),
}
NEAR = {
    "separatrix": ((1.0, 2.0, 2.25), (0.75, 0.3, 1.0)),
    "separatrix, negative": ((2.25, 2.0, 1.0), (1.0, 0.3, -0.75)),
    "1e-6 above": ((1.0, 2.0, 2.25), (0.75, 0.3, 1.0 + 1e-6)),
    "1e-10 below": ((1.0, 2.0, 2.25), (0.75, 0.3, 1.0 - 1e-10)),
    "saddle to 1e-6": ((1.0, 2.0, 2.25), (1e-6, 1.0, 3e-7)),
    "saddle to 1e-10": ((1.0, 2.0, 2.25), (1e-10, -1.0, 3e-10)),
    "rounded separatrix": ((1.0, 2.0, 2.9), (math.sqrt(2.61), 0.1, 1.0)),
}


def taylor(J, omega, times, digits=30):
    """Attitudes (from the identity) and rates, rounded to doubles, at monotone
    `times` starting from t = 0."""
    bits, order = int(3.33 * digits) + 24, digits + 4
    tolerance = -(digits + 2) * math.log(10)

    def fixed(x):
        f = Fraction(x)
        return (f.numerator << bits) // f.denominator

    def convolve(x, y, n):
        return sum(map(mul, x[: n + 1], y[n::-1])) >> bits

    J = [fixed(x) for x in J]
    ratio = [((J[i - 2] - J[i - 1]) << bits) // J[i] for i in range(3)]
    w, q, now, results = [fixed(x) for x in omega], [1 << bits, 0, 0, 0], 0, []
    speed = math.sqrt(sum(float(x) ** 2 for x in omega)) or 1.0
    for goal in map(fixed, times):
        while now != goal:
            W, Q = [[x] for x in w], [[x] for x in q]
            (a, b, c), (s, x, y, z) = W, Q
            for n in range(order):
                euler = convolve(b, c, n), convolve(c, a, n), convolve(a, b, n)
                rate = (
                    -(convolve(x, a, n) + convolve(y, b, n) + convolve(z, c, n)),
                    convolve(s, a, n) + convolve(y, c, n) - convolve(z, b, n),
                    convolve(s, b, n) + convolve(z, a, n) - convolve(x, c, n),
                    convolve(s, c, n) + convolve(x, b, n) - convolve(y, a, n),
                )
                for i in range(3):
                    W[i].append((ratio[i] * euler[i] >> bits) // (n + 1))
                for i in range(4):
                    Q[i].append(rate[i] // (2 * n + 2))
            last = max(abs(X[n]) for X in W + Q for n in (order - 1, order))
            h = 2 / speed
            if last:
                room = tolerance - math.log(last) + bits * math.log(2)
                h = min(h, math.exp(room / order))
            step = min(fixed(h), abs(goal - now)) * (1 if goal > now else -1)
            w, q = ([_horner(X, step, bits) for X in group] for group in (W, Q))
            now += step
        results.append(([x / (1 << bits) for x in q], [x / (1 << bits) for x in w]))
    return [r[0] for r in results], [r[1] for r in results]


def _horner(coefficients, step, bits):
    value = 0
    for x in reversed(coefficients):
        value = x + (value * step >> bits)
    return value


def mpmath_free_body(J, omega, t, digits=50):
    """Attitude from the identity at one time, for J1 < J2 < J3, all rates positive,
    rotation about axis 3, L1 < L3.

    The angle of axis 1 about L is (|L|/J3) t + |L| (1/J2 - 1/J3) times an integral of
    the third kind."""
    with mp.workdps(digits):
        J, w, t = [mp.mpf(x) for x in J], [mp.mpf(x) for x in omega], mp.mpf(t)
        L2 = sum((i * x) ** 2 for i, x in zip(J, w, strict=True))
        T2 = sum(i * x**2 for i, x in zip(J, w, strict=True))
        assert L2 > T2 * J[1] and J[0] < J[1] < J[2] and min(w) > 0
        top1 = J[0] * (T2 * J[2] - L2) / (J[2] - J[0])
        top3 = J[2] * (L2 - T2 * J[0]) / (J[2] - J[0])
        top2 = J[1] * (T2 * J[2] - L2) / (J[2] - J[1])
        assert top1 < top3
        m = (J[1] - J[0]) * (T2 * J[2] - L2) / ((J[2] - J[1]) * (L2 - T2 * J[0]))
        p = mp.sqrt((J[2] - J[1]) * (L2 - T2 * J[0]) / (J[0] * J[1] * J[2]))
        start = mp.asin(J[1] * w[1] / mp.sqrt(top2))
        u = p * t + mp.ellipf(start, m)
        K = mp.ellipk(m)
        half_turns = mp.nint(u / (2 * K))
        end = mp.asin(mp.ellipfun("sn", u - 2 * K * half_turns, m=m))
        end = end + mp.pi * half_turns
        L = mp.sqrt(L2)

        def azimuth(phi):  # integral of sn^2 / (1 - n sn^2) = (Pi - F) / n
            n = -top1 / top3
            count = mp.nint(phi / mp.pi)
            rest = phi - mp.pi * count
            third = mp.ellippi(n, rest, m) + 2 * count * mp.ellippi(n, m)
            return (third - mp.ellipf(rest, m) - 2 * count * K) / n

        swept = (azimuth(end) - azimuth(start)) / p
        angle = L / J[2] * t + L * (1 / J[1] - 1 / J[2]) * top2 / top3 * swept

        def frame(phi):
            """Rows: the direction of L, then axis 1 made horizontal, in the body."""
            d = mp.sqrt(1 - m * mp.sin(phi) ** 2)
            a, b, c = mp.sqrt(top1), mp.sqrt(top2), mp.sqrt(top3)
            z = mp.matrix([a * mp.cos(phi), b * mp.sin(phi), c * d]) / L
            x = mp.matrix([1 - z[0] ** 2, -z[0] * z[1], -z[0] * z[2]])
            x = x / mp.sqrt(1 - z[0] ** 2)
            pairs = (1, 2), (2, 0), (0, 1)
            y = [z[j] * x[k] - z[k] * x[j] for j, k in pairs]
            return mp.matrix([list(x), y, list(z)])

        c, s = mp.cos(angle), mp.sin(angle)
        turn = mp.matrix([[c, -s, 0], [s, c, 0], [0, 0, 1]])
        R = frame(start).T * turn * frame(end)
        return [[float(R[i, j]) for j in range(3)] for i in range(3)]
