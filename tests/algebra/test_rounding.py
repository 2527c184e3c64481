"""Generated functions on floats against the same function on 50-digit numbers; those of
a rigid body against the formula, too."""

import importlib
import inspect
from functools import partial

import mpmath
import numpy as np
import pytest
from reference_methods import hamilton, matrix

from rotlib import numbers, stumpff
from rotlib.backends.user_function import exchanged
from rotlib.codegen import exact
from rotlib.kernels import rigid_body, rigid_loads

TOPICS = "lie_taylor rigid_rates buss polhode splitting baselines krenk_nielsen se3"
TOPICS += " dqvi wrenches free_step couplings magnus"


def log_factor(w, n2):
    n = mpmath.sqrt(n2)
    return mpmath.sign(w) * 2 * mpmath.atan2(n, abs(w)) / n


MP = {getattr(numbers, name): getattr(mpmath, name) for name in ("sqrt", "sin", "cos")}
MP[stumpff.log_factor] = log_factor
MP |= {getattr(stumpff, f"c{k}"): partial(exact, k) for k in range(8)}
# A difference of energies divided by a.p, both small near the axes.
ILL_CONDITIONED = {"polhode_factors": 1e-12}
# Of the algebraic step of a free body: elliptic functions, their modulus, half a step.
BETWEEN = {"cn": (-1, 1), "sn": (-1, 1), "dn": (0, 1), "m": (0.1, 0.9)}
BETWEEN |= {"mc": (0.1, 0.9)}
BETWEEN |= {"c": (0.5, 1), "s": (-0.5, 0.5), "d": (0.5, 1), "kappa": (0.2, 0.8)}
BETWEEN |= {"r": (0.8, 1), "v": (-0.2, 0.2), "G": (-0.1, 0.1), "omega": (-0.6, 0.6)}
BETWEEN |= {"A": (0.5, 2), "A2": (0.5, 2)}


def functions(topic):
    module = importlib.import_module(f"rotlib.kernels.{topic}")
    for _, function in inspect.getmembers(module, inspect.isfunction):
        if function.__module__ == module.__name__:
            yield function


def arguments(names, rng, case):
    """A point in the domain: moments of a body, unit quaternions, rates that fill
    the step or vanish."""
    values, moments, quaternion = {}, rng.uniform(1.0, 1.9, 3), rng.normal(size=4)
    quaternion /= np.linalg.norm(quaternion)
    for name in names:
        stem, _, part = name.partition("_")
        if stem == "J" and part in "123kabc":
            values[name] = float(moments["123kabc".index(part) % 3])
        elif part and part in "wxyz" and stem in ("q", "q1"):
            values[name] = float(quaternion["wxyz".index(part)])
        elif name in BETWEEN or stem in BETWEEN and part in "abc":
            values[name] = float(rng.uniform(*BETWEEN.get(name, BETWEEN.get(stem))))
        elif name == "h":
            values[name] = {"tiny": 1e-8, "large": 1.5}.get(case, 0.3)
        elif stem == "phi":  # the vector part of a unit quaternion
            values[name] = float(rng.uniform(-0.5, 0.5))
        else:
            gone = stem.rstrip("0123456789") in ("omega", "W", "rho")
            values[name] = 0.0 if case == "zero" and gone else float(rng.normal())
    if "E2" in values:  # an energy near the present one
        l = [v for n, v in values.items() if n.startswith("l_")]
        values["E2"] = sum(a * a / b for a, b in zip(l, moments, strict=True)) * 1.001
    return list(values.values())


@pytest.mark.evidence("50 digits")
@pytest.mark.parametrize("topic", TOPICS.split())
def test_floats_agree_with_fifty_digits(topic):
    for function in functions(topic):
        for case in ("plain", "zero", "tiny", "large"):
            check(function, case)


def check(function, case):
    names = list(inspect.signature(function).parameters)
    precise, rng = exchanged(function, MP), np.random.default_rng(len(names))
    for _ in range(5):
        point = arguments(names, rng, case)
        with mpmath.workdps(50):
            wanted = precise(*map(mpmath.mpf, point))
        found = function(*point)
        found, wanted = (np.atleast_1d(np.array(x, float)) for x in (found, wanted))
        scale = max(1.0, np.abs(wanted).max())
        limit = ILL_CONDITIONED.get(function.__name__, 3e-14) * scale
        assert np.abs(found - wanted).max() <= limit, (function.__name__, case)


ULP = 2.0**-53
KERNELS = vars(rigid_body) | vars(rigid_loads)


def rates(q, w, J, tau):
    turned = hamilton(q, np.array([0, *w])) / 2
    size = (max(abs(tau)) + max(J) * max(abs(w)) ** 2) / min(J)
    slope = (tau - np.cross(w, J * w)) / J
    return [*turned, *slope], [max(abs(w))] * 4 + [size] * 3


def lie_euler(q, L, J, h):
    w = matrix(q).T @ L / J
    angle = abs(h[0]) * mpmath.sqrt(w @ w)
    half = mpmath.sin(angle / 2) / angle if angle else mpmath.mpf(1) / 2
    turn = np.array([mpmath.cos(angle / 2), *(half * h[0] * w)])
    return hamilton(q, turn), 1 + angle


def potential(q, m_c, g):
    return [-g @ matrix(q) @ m_c], 3 * max(abs(m_c)) * max(abs(g))


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
    "rotor_momentum": ("waj1", rotor_momentum),
    "rotor_speed": ("waj1", rotor_speed),
}


def parts_of(letters, rng, scale):
    q, a = rng.normal(size=4), rng.normal(size=3)
    w, L, t, m, g = rng.normal(size=(5, 3)) * scale
    J = np.sort(rng.uniform(0.5, 1.0, 3))
    parts = dict(w=w, L=L, t=t, m=m, g=g, J=J, j=J[:1], q=q / np.linalg.norm(q))
    parts |= {"a": a / np.linalg.norm(a), "1": t[:1], "h": rng.uniform(-0.5, 0.5, 1)}
    return [parts[letter] for letter in letters]


@pytest.mark.evidence("50 digits")
@pytest.mark.parametrize("name", FORMULAS)
def test_a_few_ulp_of_the_formula(name):
    letters, formula = FORMULAS[name]
    for scale in (1.0, 1e-9, 1e6)[: 2 if name == "lie_euler" else 3]:
        rng = np.random.default_rng(3)
        for _ in range(40):
            parts = parts_of(letters, rng, scale)
            found = np.atleast_1d(KERNELS[name](*np.concatenate(parts).tolist()))
            with mpmath.workdps(50):
                digits = [np.array(list(map(mpmath.mpf, part))) for part in parts]
                values, sizes = formula(*digits)
                off = np.abs(found - values) <= 16 * ULP * np.array(sizes)
            assert np.all(off), (name, parts)
