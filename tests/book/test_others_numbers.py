"""What the chapter "Others' numbers" takes from others, and what it does not assert
itself. Its explanations are written out on the page, which fails if one does not
hold."""

import math
from itertools import permutations, product

import numpy as np
import others
import pytest

import rotlib as rl

TOP = others.record("heavy-top.json")
CASE = others.record("torque-free.json")
JSBSIM = others.record("jsbsim-brick.json")


def test_tables_say_where_they_come_from():
    for name in ("brick-free.csv", "brick-damped.csv"):
        text = (others.FOLDER / name).read_text(encoding="utf-8")
        for word in ("Published by", "commit", "Licence", "Units", "Thinned"):
            assert word in text, (name, word)
    for record in (TOP["exudyn"], TOP["kynema"], CASE, others.record("toutatis.json")):
        assert record.keys() >= {"source", "licence", "units", "thinned"}


@pytest.mark.evidence("second implementation")
def test_buss2_of_jsbsim_turns_as_buss2_plus():
    """One step from the same rates. That the formula is JSBSim's the page shows."""
    h, body = 0.01, rl.Body((0.001894220, 0.006211019, 0.007194665))
    w, J = np.radians([10.0, 20.0, 30.0]), np.array(body.principal_moments)
    slope = -np.cross(w, J * w) / J
    v = h * (w + h / 2 * slope + h * h / 12 * np.cross(slope, w))
    angle = np.linalg.norm(v)
    u = np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]]) / angle
    turn = np.eye(3) + math.sin(angle) * u + (1 - math.cos(angle)) * u @ u
    one = rl.integrate("buss2_plus", body, omega=w, h=h, steps=1)
    assert np.abs(rl.quaternion.as_matrix(one.q[1]) - turn).max() < 1e-14


def test_stored_runs_of_jsbsim_are_those_of_the_program():
    pytest.importorskip("jsbsim")
    import jsbsim_brick

    found = jsbsim_brick.run_all()["runs"]
    for new, old in zip(found, JSBSIM["runs"], strict=True):
        for key in ("rate_deg_s", "angles_deg"):
            assert np.abs(np.subtract(new[key], old[key])).max() < 1e-8


def test_heavy_top_of_exudyn():
    """The numbers that the page only prints."""
    body = rl.Body((15.234375, 0.46875, 15.234375), mass=15.0, centre=(0, 1, 0))
    spun = {"omega": (0, 150, -4.61538), "load": rl.loads.uniform_gravity(body)}
    run = rl.integrate("buss8", body, h=5e-4, steps=4000, every=400, **spun)
    rate = rl.quaternion.rotate(run.q[-1], run.omega[-1])[1]
    for name, off in (("Runge-Kutta 4", 5e-6), ("generalised alpha", 2.5e-4)):
        value = np.array(TOP["exudyn"]["quaternion"][name])
        assert min(np.abs(value - s * run.q[1]).max() for s in (1, -1)) < off, name
    stored = TOP["exudyn"]["rate"]
    for h, off in (("1e-4", 2e-10), ("5e-5", 2e-9), ("2e-5", 1e-10), ("1e-5", 4e-9)):
        assert abs(stored["Runge-Kutta 6(7)"][h] - rate) < off
    assert abs(stored["Dormand-Prince, 1e-14"] - rate) < 2e-10


def test_momentum_stays_as_orekit_asks():
    given, moments = CASE["orekit"], CASE["moments"]
    t = np.linspace(-given["seconds"], given["seconds"], 801)
    q0 = rl.quaternion.normalize(given["rotation"])
    for J, start in product(permutations(moments), permutations(given["rate"])):
        q, omega = rl.exact.free_body(rl.Body(J), start, t, q0)
        L = rl.quaternion.rotate(q, np.array(J) * omega)
        first = rl.quaternion.rotate(q0, np.array(J) * start)
        angle = np.linalg.norm(np.cross(L, first), axis=-1) / (first @ first)
        assert angle.max() < given["momentum_tolerance"]
