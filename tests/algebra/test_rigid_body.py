"""The generated rigid-body kernels against the same physics in plain NumPy and, to a
few ulp, in mpmath."""

import mpmath as mp
import numpy as np
import pytest
from reference_methods import hamilton, matrix

from rotlib.kernels import rigid_body, rigid_loads

ULP = 2.0**-53
KERNELS = vars(rigid_body) | vars(rigid_loads)


def rates(q, w, J, tau):
    turned = hamilton(q, np.array([0, *w])) / 2
    size = (max(abs(tau)) + max(J) * max(abs(w)) ** 2) / min(J)
    slope = (tau - np.cross(w, J * w)) / J
    return [*turned, *slope], [max(abs(w))] * 4 + [size] * 3


def lie_euler(q, L, J, h):
    w = matrix(q).T @ L / J
    angle = abs(h[0]) * mp.sqrt(w @ w)
    half = mp.sin(angle / 2) / angle if angle else mp.mpf(1) / 2
    turn = np.array([mp.cos(angle / 2), *(half * h[0] * w)])
    return hamilton(q, turn), 1 + angle


def potential(q, m_c, g):
    return [-g @ matrix(q) @ m_c], 3 * max(abs(m_c)) * max(abs(g))


def gyrostat_omega(q, L, k, J):
    return (matrix(q).T @ L - k) / J, (max(abs(L)) + max(abs(k))) / min(J)


def gyrostat_momentum(q, w, k, J):
    return matrix(q) @ (J * w + k), max(abs(J * w) + abs(k))


def rotor_momentum(w, a, j, s):
    return j * (a @ w + s), j[0] * (3 * max(abs(w)) + abs(s[0]))


def rotor_speed(w, a, j, p):
    return p / j - a @ w, 3 * max(abs(w)) + abs(p[0]) + abs(p / j)[0]


# Of each function its arguments, in letters, and the formula: values, and the size that
# their rounding errors are measured against. `matrix` is what the kernels mean when a
# quaternion is only nearly of length one.
FORMULAS = {
    "rates": ("qwJt", rates),
    "kinetic_energy": ("wJ", lambda w, J: (J @ w**2 / 2, J @ w**2 / 2)),
    "momentum_space": ("qwJ", lambda q, w, J: (matrix(q) @ (J * w), max(abs(J * w)))),
    "omega_body": ("qLJ", lambda q, L, J: (matrix(q).T @ L / J, max(abs(L)) / min(J))),
    "lie_euler": ("qLJh", lie_euler),
    "gravity_torque": ("mg", lambda m, g: (np.cross(m, g), max(abs(m)) * max(abs(g)))),
    "gravity_potential": ("qmg", potential),
    "gyrostat_omega": ("qLtJ", gyrostat_omega),
    "gyrostat_momentum": ("qwtJ", gyrostat_momentum),
    "rotor_momentum": ("waj1", rotor_momentum),
    "rotor_speed": ("waj1", rotor_speed),
}


def arguments(letters, rng, scale):
    q, a = rng.normal(size=4), rng.normal(size=3)
    w, L, t, m, g = rng.normal(size=(5, 3)) * scale
    J = np.sort(rng.uniform(0.5, 1.0, 3))
    parts = dict(w=w, L=L, t=t, m=m, g=g, J=J, j=J[:1], q=q / np.linalg.norm(q))
    parts |= {"a": a / np.linalg.norm(a), "1": t[:1], "h": rng.uniform(-0.5, 0.5, 1)}
    return [parts[letter] for letter in letters]


def check(name, parts, ulps):
    with mp.workdps(50):
        digits = [np.array(list(map(mp.mpf, part))) for part in parts]
        values, sizes = FORMULAS[name][1](*digits)
        found = KERNELS[name](*np.concatenate(parts).tolist())
        values, found = np.atleast_1d(values), np.atleast_1d(found)
        for got, want, size in zip(
            found, *np.broadcast_arrays(values, sizes), strict=True
        ):
            assert abs(got - want) <= ulps * ULP * size, (name, parts)


@pytest.mark.evidence("50 digits")
@pytest.mark.parametrize("name", FORMULAS)
def test_a_few_ulp_of_the_formula(name):
    for scale in (1.0, 1e-9, 1e6)[: 2 if name == "lie_euler" else 3]:
        rng = np.random.default_rng(3)
        for _ in range(40):
            check(name, arguments(FORMULAS[name][0], rng, scale), 16)
