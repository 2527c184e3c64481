"""The generated rigid-body kernels against the same physics in plain NumPy and, to a
few ulp, in mpmath."""

import math
from itertools import product

import mpmath as mp
import numpy as np
import pytest
from exact_series import gap
from exact_series import product as hamilton

import rotlib as rl
from rotlib.kernels import rigid_body as kernels

ULP = 2.0**-53
NAMES = "rates kinetic_energy momentum_space omega_body lie_euler gravity_torque"
NAMES += (
    " gravity_potential gyrostat_omega gyrostat_momentum rotor_momentum rotor_speed"
)


def cross(a, b):
    return [a[i - 2] * b[i - 1] - a[i - 1] * b[i - 2] for i in range(3)]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b, strict=True))


def matrix(q):
    """v + 2 u x (w v + u x v) column by column: the rotation for |q| = 1, and what
    the kernels mean when it is only nearly so."""
    w, u = q[0], q[1:]
    columns = []
    for k in range(3):
        e = [mp.mpf(i == k) for i in range(3)]
        inner = [w * a + b for a, b in zip(e, cross(u, e), strict=True)]
        columns.append([a + 2 * b for a, b in zip(e, cross(u, inner), strict=True)])
    return [list(row) for row in zip(*columns, strict=True)]


def times(M, v):
    return [dot(row, v) for row in M]


def back(M, v):
    return [dot(column, v) for column in zip(*M, strict=True)]


def reference(name, args):
    """The formula in mpmath, and the size its rounding errors are measured against."""
    x = [mp.mpf(a) for a in args]
    if name == "kinetic_energy":
        terms = [j * w * w / 2 for w, j in zip(x[:3], x[3:], strict=True)]
        return [sum(terms)], [sum(terms)]
    if name == "rates":
        q, w, J, tau = x[:4], x[4:7], x[7:10], x[10:]
        turned = cross(w, [j * e for j, e in zip(J, w, strict=True)])
        dw = [(t - c) / j for t, c, j in zip(tau, turned, J, strict=True)]
        size = (max(map(abs, tau)) + max(J) * max(map(abs, w)) ** 2) / min(J)
        rates = [e / 2 for e in hamilton(q, [mp.mpf(0), *w])]
        return rates + dw, [max(map(abs, w))] * 4 + [size] * 3
    if name == "momentum_space":
        L = [j * e for j, e in zip(x[7:], x[4:7], strict=True)]
        return times(matrix(x[:4]), L), [max(map(abs, L))] * 3
    if name in ("omega_body", "lie_euler"):
        w = [e / j for e, j in zip(back(matrix(x[:4]), x[4:7]), x[7:10], strict=True)]
        size = max(map(abs, x[4:7])) / min(x[7:10])
        if name == "omega_body":
            return w, [size] * 3
        h = x[10]
        angle = abs(h) * mp.sqrt(dot(w, w))
        half = mp.sin(angle / 2) / angle if angle else mp.mpf(1) / 2
        turn = [mp.cos(angle / 2), *[half * h * e for e in w]]
        return hamilton(x[:4], turn), [1 + abs(h) * size] * 4
    if name == "gyrostat_omega":
        ell = back(matrix(x[:4]), x[4:7])
        size = (max(map(abs, x[4:7])) + max(map(abs, x[7:10]))) / min(x[10:])
        pairs = zip(ell, x[7:10], x[10:], strict=True)
        return [(e - k) / j for e, k, j in pairs], [size] * 3
    if name == "gyrostat_momentum":
        triples = zip(x[4:7], x[7:10], x[10:], strict=True)
        ell = [j * w + k for w, k, j in triples]
        sizes = zip(x[4:7], x[7:10], x[10:], strict=True)
        size = max(abs(j * w) + abs(k) for w, k, j in sizes)
        return times(matrix(x[:4]), ell), [size] * 3
    if name in ("rotor_momentum", "rotor_speed"):
        w, a, inertia, last = x[:3], x[3:6], x[6], x[7]
        size = 3 * max(map(abs, w)) + abs(last)
        if name == "rotor_momentum":
            return [inertia * (dot(a, w) + last)], [inertia * size]
        return [last / inertia - dot(a, w)], [size + abs(last) / inertia]
    if name == "gravity_torque":
        return cross(x[:3], x[3:]), [max(map(abs, x[:3])) * max(map(abs, x[3:]))] * 3
    m_c, g = x[4:7], x[7:]
    size = 3 * max(map(abs, m_c)) * max(map(abs, g))
    return [-dot(g, times(matrix(x[:4]), m_c))], [size]


def arguments(name, rng, scale=1.0):
    q = rng.normal(size=4)
    q /= np.linalg.norm(q)
    w, L, tau, m_c, g = rng.normal(size=(5, 3)) * scale
    J = np.sort(rng.uniform(0.5, 1.0, 3))
    parts = {
        "rates": (q, w, J, tau),
        "kinetic_energy": (w, J),
        "momentum_space": (q, w, J),
        "omega_body": (q, L, J),
        "lie_euler": (q, L, J, [rng.uniform(-0.5, 0.5)]),
        "gravity_torque": (m_c, g),
        "gravity_potential": (q, m_c, g),
        "gyrostat_omega": (q, L, tau, J),
        "gyrostat_momentum": (q, w, tau, J),
        "rotor_momentum": (w, g / np.linalg.norm(g), J[:1], tau[:1]),
        "rotor_speed": (w, g / np.linalg.norm(g), J[:1], tau[:1]),
    }
    return np.concatenate(parts[name]).tolist()


@pytest.mark.evidence("50 digits")
@pytest.mark.parametrize("name", NAMES.split())
def test_a_few_ulp_of_the_formula(name):
    function = getattr(kernels, name)
    for scale in (1.0, 1e-9, 1e6):
        rng = np.random.default_rng(3)
        scale = min(scale, 1.0) if name == "lie_euler" else scale
        with mp.workdps(50):
            for _ in range(40):
                args = arguments(name, rng, scale)
                values, sizes = reference(name, args)
                found = np.atleast_1d(function(*args)).tolist()
                for got, want, size in zip(found, values, sizes, strict=True):
                    assert abs(got - want) <= 16 * ULP * size, scale


ANGLES = [0.0, 1e-300, 1e-9, 1e-6, 1e-3, 0.1, 1.0, 5.0, 12.0]
ANGLES += [n * math.pi + d for n in (1, 2) for d in (-1e-9, 0, 1e-9)]


@pytest.mark.evidence("50 digits")
def test_lie_euler_at_every_angle():
    q, J = np.array([0.5, -0.5, 0.5, 0.5]), (1.0, 2.0, 2.5)
    for angle, h in product(ANGLES, (1.0, -1.0)):
        L = rl.quaternion.rotate(q, np.array(J) * (0.48, -0.6, 0.64) * angle)
        args = [*q.tolist(), *L.tolist(), *J, h]
        with mp.workdps(50):
            values, _ = reference("lie_euler", args)
            got = kernels.lie_euler(*args)
            assert gap(got, values) <= 8 * ULP * (1 + angle), angle
        assert abs(math.hypot(*got) - 1) < 8 * ULP


@pytest.mark.evidence("second implementation")
def test_rates_are_the_slopes_of_the_closed_form():
    body, w0, h = rl.Body((1.0, 2.0, 2.6)), (0.3, 1.0, 0.8), 1e-3
    t = 0.7 + h * np.array([-2, -1, 0, 1, 2])
    q, w = rl.exact.free_body(body, w0, t, rl.quaternion.exp([0.3, 0.1, -0.2]))
    y = np.hstack([q, w])
    slope = (y[0] - 8 * y[1] + 8 * y[3] - y[4]) / (12 * h)
    rates = kernels.rates(*y[2], 1.0, 2.0, 2.6, 0.0, 0.0, 0.0)
    assert np.abs(slope - rates).max() < 1e-11


def test_invariants_have_no_slope():
    rng = np.random.default_rng(6)
    for _ in range(50):
        J = rng.uniform(0.5, 1.0, 3)
        q = rl.quaternion.normalize(rng.normal(size=4))
        w, m_c, g = rng.normal(size=(3, 3))
        free = np.array(kernels.rates(*q, *w, *J, 0.0, 0.0, 0.0))
        assert abs((J * w) @ free[4:]) < 1e-14
        assert abs((J * w) @ (J * free[4:])) < 1e-14
        assert abs(q @ free[:4]) < 1e-15
        tau = kernels.gravity_torque(*m_c, *rl.quaternion.rotate_back(q, g))
        dw = np.array(kernels.rates(*q, *w, *J, *tau))[4:]
        L = kernels.momentum_space(*q, *w, *J)
        dL = rl.quaternion.rotate(q, J * dw + np.cross(w, J * w))
        assert np.allclose(dL, rl.quaternion.rotate(q, tau), atol=1e-13)
        assert abs(g @ dL) < 1e-13
        assert math.isclose(np.linalg.norm(L), np.linalg.norm(J * w), rel_tol=1e-14)


def test_a_step_of_lie_euler_gains_the_derived_energy():
    rng = np.random.default_rng(7)
    for _ in range(300):
        J, w, h = np.sort(rng.uniform(0.6, 1.0, 3)), rng.normal(size=3), 1e-4
        L = J * w
        q = kernels.lie_euler(1.0, 0.0, 0.0, 0.0, *L, *J, h)
        after = kernels.omega_body(*q, *L, *J)
        gain = kernels.kinetic_energy(*after, *J) - kernels.kinetic_energy(*w, *J)
        gain *= 2
        predicted = h**2 * (np.cross(L, w) ** 2 / J).sum()
        assert abs(gain - predicted) < 1e-3 * predicted + 1e-15
