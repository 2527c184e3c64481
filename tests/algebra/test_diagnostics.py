"""The measuring instruments, measured: known orders, drifts and defects must come
out, wrong ones must show."""

from dataclasses import replace
from functools import partial

import numpy as np
from problems import BODY, OMEGA
from refusals import refused

import rotlib as rl
from rotlib.diagnostics import Problem, drift, order, symplecticity_defect
from rotlib.methods import rk4

PROBLEM = Problem(BODY, OMEGA, 4.0)


def test_order_measures_what_is_there():
    """Of steps that agree with a plain implementation."""
    for name, p in (("buss2", 2), ("splitting_231", 2), ("rk4", 4)):
        assert abs(order(name, PROBLEM).slope - p) < 0.025 * p
    # a step that is too long by a constant factor has no order
    wrong = replace(rk4, step=lambda t, h, *given: rk4.step(t, 1.0001 * h, *given))
    assert order(wrong, PROBLEM).slope < 1


def test_order_refuses_to_fit_noise_and_a_judge_that_is_no_attitude():
    long, start = Problem(BODY, OMEGA, 500.0), (1.0, 0.1, 0.0, 0.0)
    asked = [partial(order, "exact", PROBLEM)]
    asked.append(partial(order, "lie_euler", long, (10, 20, 40)))
    refused({"three": asked, "judge": partial(order, rk4, PROBLEM, (20, 40), start)})


def test_symplectic_methods_are_told_from_others():
    for method, least, most in (
        ("splitting_231", 0, 1e-9),
        ("exact", 0, 1e-9),
        ("buss2", 1e-4, 1),
        ("lie_euler", 1e-3, 1),
    ):
        assert least <= symplecticity_defect(method, BODY, OMEGA, 0.2) < most, method
    assert symplecticity_defect("exact", BODY, (0.0, 0.0, 0.0), 0.2) < 1e-9


def test_drift_is_a_slope_and_an_oscillation_has_none():
    t = np.linspace(0.0, 100.0, 4001)
    run = rl.integrate("exact", BODY, omega=OMEGA, h=0.025, steps=4000)
    for lost, slope, most in (
        (1e-5 * t, -1e-5, 1e-8),
        (1e-3 * np.sin(2 * np.pi * t / 0.5), 0.0, 1e-6),
    ):
        losing = replace(run, omega=run.omega * np.sqrt(1 - lost)[:, None])
        assert abs(drift(losing).energy - slope) < most
    growing = replace(run, q_raw=run.q * (1 + 1e-6 * t)[:, None])
    assert abs(drift(growing).norm - 1e-6) < 1e-12
    assert abs(drift(growing).momentum) < 1e-15


def test_drift_refuses_batches_and_short_runs():
    def asked(omega, steps):
        return lambda: drift(rl.integrate("rk4", BODY, omega=omega, h=0.1, steps=steps))

    refused({"one motion": [asked([OMEGA, OMEGA], 100), asked(OMEGA, 10)]})
