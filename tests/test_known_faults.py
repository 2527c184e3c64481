"""Faults that somebody found, and that stay mended."""

from contextlib import suppress

import numpy as np
import pytest

import rotlib as rl

BODY = rl.Body((1, 2, 2.6))


def test_two_steppers_of_one_load_both_see_a_gain_that_changed():
    gain = {"k": 0.1}
    given = {"h": 0.1, "load": lambda t, q, w: -gain["k"] * w, "backend": "compiled"}
    flies = [rl.stepper("rk4", BODY, **given) for _ in range(2)]
    rest = (1, 0, 0, 0), (0.1, 0.2, 0.3)
    for gain["k"] in (0.1, 3.0):
        one, other = [fly(*rest) for fly in flies]
        run = rl.integrate("rk4", BODY, omega=rest[1], steps=1, **given)
        assert one == other == (*map(tuple, (run.q_raw[-1], run.omega[-1])),)


def test_a_light_body_hangs_on_a_heavy_one():
    heavy, light = rl.Body((1.0, 2, 2.5), mass=1e6), rl.Body((1e-7, 2e-7, 2.5e-7), 1e-6)
    joints = [rl.joints.ball(0, "world")]
    joints += [rl.joints.ball(0, 1, at_a=(0, 0.5, 0), at_b=(0, -0.5, 0))]
    start = {"omega": np.zeros((2, 3)), "position": [(0, 0, 0), (0, 1, 0)]}
    given = {"load": rl.wrenches.weight(light), "h": 1e-3, "steps": 20}
    rl.integrate("rattle", [heavy, light], **start, **given, joints=joints)


ENGINES = {}  # which live on: LLVM does not survive that one is given back


def test_the_same_load_is_compiled_once_a_process(monkeypatch):
    """Each compiled run of one load keeps an engine of its own for good."""
    loops = pytest.importorskip("rotlib.backends.llvm")
    monkeypatch.setattr(loops, "FUNCTIONS", ENGINES)
    drag = rl.Load("drag", lambda t, q, w: (0.1 - w[0], 0.0, 0.0))
    for _ in range(3):
        rl.integrate(
            "rk4", BODY, omega=(1, 0, 0), load=drag, h=0.1, steps=3, backend="compiled"
        )
    assert len(ENGINES) == 1


def test_what_changes_between_the_steps_is_seen_or_refused(monkeypatch):
    def ends_agree(load, **given):
        """Rates at the end on each kind of numbers; a refusal is right, too."""
        given |= {"h": 0.01, "steps": 100, "load": load}
        found, one = [], (0.0, 0.0, 0.1)
        for omega, backend in ((one, "auto"), ([one], "auto"), (one, "compiled")):
            with suppress(rl.errors.RotlibError):
                run = rl.integrate("rk4", BODY, omega=omega, backend=backend, **given)
                found.append(run.omega[-1].ravel())
        return all(np.allclose(x, found[0], rtol=0, atol=1e-9) for x in found)

    class Thruster:
        on = 0.0

    def reading(t, q, w):
        return Thruster.on, 0.0, 0.0

    def switch(*motion):
        Thruster.on = 1.0

    def from_outside(t, q, w):
        import os

        return float(os.environ.get("THRUST", "0")), 0.0, 0.0

    assert ends_agree(reading, callback=switch)
    monkeypatch.setenv("THRUST", "0.5")
    assert ends_agree(from_outside)
