"""Each generated function of the Taylor and polhode chapters on floats against the
same function on 50-digit numbers."""

import importlib
import inspect
from functools import partial

import mpmath
import numpy as np
import pytest

from rotlib import numbers, stumpff
from rotlib.backends.rebind import exchanged
from rotlib.codegen.stumpff import exact

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
