"""Every method that flies: where it ends by SciPy with its order, and what a free
flight keeps."""

import numpy as np
import pytest
from flights import ANCHOR, BODIES, BODY, FISH, LOADS, SPRING, START, fly, truth

import rotlib as rl
from rotlib.errors import NotAvailable

pytestmark = [
    pytest.mark.long,
    pytest.mark.filterwarnings("ignore::rotlib.errors.LargeStep"),
]
MORE = "kicks2 kicks4 kicks6 kicks_gauss3 splitting4_312"
EACH = [m.name for m in rl.methods.ALL if m.flight or m.poses] + MORE.split()
FLIGHTS = [m.flight or m for m in map(rl.methods.find, EACH)]
STRAIGHT = "kicks", "splitting", "dmv"  # their free flights know no added mass
COUNTS = {2: (64, 128), 3: (64, 128), 4: (48, 80), 5: (40, 60), 6: (20, 32)}
COUNTS |= {7: (16, 20), 8: (6, 8)}
LOSING = "crouch_grossman3", "rkmk4", "cf4", "rkmk54", "rk4"
MOTION = "omega", "position", "velocity"
flights = pytest.mark.parametrize(
    ("method", "body"),
    [
        pytest.param(m, body, id=f"{m.name}-{body}")
        for m in FLIGHTS
        for body in BODIES
        if body == "rigid" or not m.name.startswith(STRAIGHT)
    ],
)


@pytest.mark.evidence("second implementation")
@flights
@pytest.mark.parametrize("name", LOADS)
def test_ends_where_newtons_equations_do_with_its_order(
    method, body, name, record_property
):
    if method.name in ("rkmk54", "dmv10"):
        pytest.skip("at rounding before its order is seen")
    turned, load = name not in ("free", "weight"), LOADS[name](BODIES[body])
    p = method.torque_order if method.torque_order and turned else method.order
    end, errors = truth(load, BODIES[body]), []
    for n in COUNTS[p]:
        run = fly(method.name, BODIES[body], 0.5 / n, n, load, every=n)
        off = rl.quaternion.angle_between(run.q[-1], end.q[-1])
        for what in MOTION:
            off += np.abs(getattr(run, what)[-1] - getattr(end, what)[-1]).max()
        errors.append(off)
    if method.name.startswith("kicks") and not turned:
        assert max(errors) < 1e-12
        return
    found = np.log(errors[0] / errors[1]) / np.log(COUNTS[p][1] / COUNTS[p][0])
    if p < 8 and (name == "free" or p == (method.torque_order or p)):
        what = f"order, {name}, in flight, {body}"
        record_property(f"{method.name}: {what}", f"{found:.2f}")
    assert abs(found - p) < (0.15 if p < 8 else 0.35) and errors[1] < 1e-3, errors


@pytest.mark.day(12)
@pytest.mark.evidence("orders and invariants")
@flights
def test_a_free_flight_keeps_what_is_said(method, body, record_property):
    run = fly(method.name, BODIES[body], 0.05, 4000, backend="compiled")
    E, far = run.energy / run.energy[0] - 1, np.abs(run.position).max()
    momenta = run.momentum_space / far, run.linear_momentum_space
    changes = {
        "momentum": max(np.abs(x - x[0]).max() for x in momenta),
        "energy": np.abs(E).max(),
        "norm": np.abs(run.norm_defect).max(),
    }
    held = rl.methods.find(method.name) is not method  # has a record of its own
    where = f" in flight, {body}" if held or body == "rigid" else ""
    for name, change in changes.items():
        record_property(
            f"{method.name}: {name}, largest change{where}", f"{change:.0e}"
        )
    kept = {name for name, change in changes.items() if change < 1e-11}
    with_mass = body == "rigid" and method.name in ("dqvi", "dqvi4", "dqvi6")
    said = {*method.conserves} | ({"energy"} if with_mass else set())
    assert said <= kept and (method.order > 5 or kept - said <= {"momentum"}), changes
    if "symplectic" in method.properties:
        assert np.ptp(E[-400:]) < 2 * np.ptp(E[:400]) + 1e-12


@pytest.mark.evidence("orders and invariants")
@flights
def test_a_spring_keeps_the_momentum_about_its_anchor(method, body):
    run = fly(method.name, BODIES[body], 0.02, 500, SPRING)
    L = run.momentum_space - np.cross(ANCHOR, run.linear_momentum_space)
    assert np.abs(L - L[0]).max() < 1e-12 or method.name in LOSING
    assert np.ptp(run.linear_momentum_space, axis=0).max() > 0.1  # it does pull


@pytest.mark.evidence("orders and invariants")
@flights
@pytest.mark.parametrize("name", ["spring", "all"])
def test_a_step_back_undoes_a_step(method, body, name):
    load, h = LOADS[name](BODIES[body]), 0.15
    there = fly(method.name, BODIES[body], h, 1, load)
    end = {what: getattr(there, what)[-1] for what in MOTION}
    back = fly(method.name, BODIES[body], -h, 1, load, **end, q0=there.q[-1], t0=h)
    off = [np.abs(getattr(back, what)[-1] - START[what]).max() for what in MOTION]
    undone = max(*off, np.abs(back.q_raw[-1] - START["q0"]).max()) < 1e-13
    predicted = method.name.startswith(STRAIGHT) and 2 in (
        method.order,
        method.torque_order,
    )  # their last kick, where it depends on rates
    symmetric = "symmetric" in method.properties
    assert undone == (symmetric and not (predicted and name == "all"))


def test_energy_under_a_potential_comes_back():
    run = fly("kicks2", BODY, 0.02, 60_000, SPRING, backend="compiled")
    swing = np.abs(run.energy - run.energy[0])
    assert swing.max() < 2e-3 * run.energy[0]
    assert swing[30_000:].max() < 1.2 * swing[:30_000].max()


@pytest.mark.parametrize("name", ["kicks2", "splitting_231"])
def test_added_mass_is_refused_with_what_takes_it(name):
    with pytest.raises(NotAvailable, match=r"added mass; use dqvi, rkmk54 or buss4"):
        fly(name, FISH, 0.1, 2)
