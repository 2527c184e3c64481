"""One body for each motion of a batch: each lane is the run of its body alone."""

from functools import partial

import numpy as np
import pytest
from problems import BODY, OMEGA, TILTED, TOP
from refusals import refused

import rotlib as rl
from rotlib.errors import NotAvailable

LANES, STEPS = 4, 12
METHODS = [
    *rl.methods.ALL,
    rl.methods.kicks4,
    rl.methods.kicks_gauss2,
    rl.methods.buss3.with_energy_preserved(),
    rl.methods.exact.in_steps(),
    rl.methods.preprocessed(6, torque_order=4),
]
REST = np.array([[1.0], [1.0], [1.0], [0.0]])  # the last of them does not turn
rates = np.random.default_rng(1).normal(size=(LANES, 3))
equal = np.testing.assert_array_equal


def bodies(turned=False, centre=(0.0, 0.0, 0.0)):
    """Moments in another order in each lane; axes of some that are not principal."""
    made, rng = [], np.random.default_rng(7)
    for i, order in enumerate(((0, 1, 2), (2, 0, 1), (1, 0, 2), (2, 1, 0))):
        J = np.diag(np.array((2.0, 2.5, 3.1 + 0.1 * i))[list(order)])
        if turned and i % 3:
            R = rl.quaternion.as_matrix(rl.quaternion.exp(rng.normal(size=3)))
            J = R @ J @ R.T
        made.append(rl.Body((J + J.T) / 2, mass=1.0 + i, centre=centre))
    return made


def motions(method, part=1.0):
    """Arguments of a run, and what of them belongs to lane i."""
    given = {"omega": part * rates, "h": 0.05, "steps": STEPS}
    if method.poses:
        given |= {"velocity": rates[::-1], "position": (0.1, 0.2, 0.3)}
    names = "omega", "velocity"

    def of(i):
        return {k: a[i] if k in names else a for k, a in given.items()}

    return given, of


def require_lanes(method, group, load=None, part=1.0, place=None):
    """Each lane of a run is that of its body, and so is what is derived from it."""
    given, of = motions(method, part)
    there = {} if place is None else {"position": place}
    made = load or (lambda body: None)
    run = rl.integrate(method, group, load=made(group), **given | there)
    for i, body in enumerate(group):
        lane = run[:, i]
        alone = rl.integrate(method, body, load=made(body), **of(i) | there)
        for a, b in zip(lane.motion, alone.motion, strict=True):
            equal(a, b)
        assert lane.body == alone.body and lane.load == alone.load
        for name in ("energy", "momentum_space", "kinetic_energy"):
            want = getattr(alone, name)
            for got in (getattr(lane, name), getattr(run, name)[:, i]):
                scale = np.abs(want).max()
                np.testing.assert_allclose(got, want, rtol=0, atol=1e-14 * scale)
        if run.flies:
            np.testing.assert_allclose(run.wrench[:, i], alone.wrench, atol=1e-12)
        for name in {"iterations", "residual", "turn"} & run.stats.keys():
            equal(run.stats[name][:, i], alone.stats[name])
    return run


@pytest.mark.kinds
@pytest.mark.evidence("batch = single")
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("method", METHODS)
def test_each_lane_is_the_run_of_its_body(method, turned):
    group, moves = bodies(turned), method.base is not None
    run = require_lanes(method, group, part=REST if turned and not moves else 1.0)
    assert run.body.shape == (LANES,) and list(run.body) == group


def gradient(body):
    return rl.loads.gravity_gradient(body, 3.0, 2.0, normal=(0, 1, 0))


LOADED = [(name, gradient) for name in ("rk4", "buss4")]
HEAVY = "buss5", "krenk_nielsen", "kicks_gauss2", "dmv10_kicks4"
LOADED += [(name, rl.loads.uniform_gravity) for name in HEAVY]
LOADED += [("buss3_ep", lambda b: rl.loads.gravity_gradient(b, 3.0, 2.0))]
LOADED += [("dqvi", lambda b: rl.wrenches.weight(b) + rl.wrenches.planet(b, 3.0))]


@pytest.mark.parametrize(("name", "load"), LOADED)
def test_loads_made_of_several_bodies(name, load):
    at = (0, 0, 0) if load is gradient or name == "buss3_ep" else (0.1, 0.0, 0.2)
    place = (3.0, 1.0, 0.0) if name == "dqvi" else None
    require_lanes(rl.methods.find(name), bodies(True, at), load, place=place)


def test_numbers_of_a_load_for_each_lane():
    def braking(t, q, omega, u):
        return -u[0] * omega

    def go(load):
        return rl.integrate("rk4", BODY, omega=OMEGA, h=0.01, steps=STEPS, load=load)

    slow = np.linspace(0.1, 0.4, LANES)[:, None]
    load, twice = [rl.Load("brakes", braking, parameters=c * slow) for c in (1, 2)]
    run = go(load)
    for i, (c,) in enumerate(slow.tolist()):
        alone = go(lambda t, q, w, c=c: -c * w)
        np.testing.assert_array_equal(run.omega[:, i], alone.omega)
        assert run[:, i].load.parameters == slow[i]
    np.testing.assert_allclose(go(load + load).omega, go(twice).omega, rtol=1e-14)


def test_rotors_states_and_numbers_of_a_load_for_each_lane():
    axes = rl.quaternion.rotate((0.5, 0.5, 0.5, 0.5), np.eye(3)[:2])
    group = [b.with_rotors(axes, 0.1 + i / 2) for i, b in enumerate(bodies(True))]
    slow = np.linspace(0.2, 0.5, LANES)[:, None]

    def lag(c):
        """Drag that follows the rate, and motors that brake."""
        return rl.Load(
            "lag",
            lambda t, q, w, z, u=c: -u[0] * z,
            start=(0.1, 0.0, 0.2),
            rate=lambda t, q, w, z, u=c: u[0] * (w - z),
            motors=lambda t, q, w, s, z, u=c: -u[0] * s,
            parameters=slow if c is None else None,
        )

    given = {"omega": OMEGA, "h": 0.05, "steps": STEPS, "rotor_speeds": (1.0, 2.0)}
    run = rl.integrate("rkmk4", group, load=lag(None), **given)
    for i, body in enumerate(group):
        alone = rl.integrate("rkmk4", body, load=lag(slow[i]), **given)
        momenta = (run.momentum_space[:, i], alone.momentum_space)
        pairs = *zip(run[:, i].motion, alone.motion, strict=True), momenta
        for a, b in (*pairs, (run.energy[:, i], alone.energy)):
            np.testing.assert_allclose(a, b, rtol=1e-13, atol=1e-14)
    assert np.ptp(run.rotor_speeds[-1], axis=0).min() > 1e-3


@pytest.mark.parametrize("name", ["buss3", "rk4", "dqvi", "kicks4"])
def test_one_object_of_many_bodies_is_a_list_of_them(name):
    group, method = bodies(True, centre=(0.1, 0.0, 0.2)), rl.methods.find(name)
    J, mass = ([getattr(b, name) for b in group] for name in ("inertia", "mass"))
    many = rl.Body(np.array(J), np.array(mass), (0.1, 0.0, 0.2))
    load = rl.wrenches.weight if method.poses else rl.loads.uniform_gravity
    go = partial(rl.integrate, method, **motions(method)[0])
    one, other = [go(body=each, load=load(each)) for each in (group, many)]
    assert one == other and one.load == other.load and one.body == many
    assert other[:, 1:].body == many[1:] and other[:, 2].body == group[2]
    np.testing.assert_array_equal(one.energy, other.energy)
    none = other[:, :0]
    assert none.body.shape == (0,) and none.energy.shape == (STEPS + 1, 0)


def test_axes_of_bodies_and_rates_broadcast():
    group = bodies()
    table = [group[:2], group[2:]]
    run = rl.integrate("buss2", table, omega=OMEGA, h=0.1, steps=3)
    assert run.omega.shape == (4, 2, 2, 3) and run[:, 1, 0].body == group[2]
    assert run[:, 1].body.shape == (2,) and list(run[:, 1].body) == group[2:]
    wide = rl.integrate("buss2", group, omega=rates[:3, None], h=0.1, steps=3)
    assert wide.energy.shape == (4, 3, 4) and wide[:, 1, 2].body == group[2]
    assert list(wide[:, [0, 2], [1, 3]].body) == [group[1], group[3]]
    one = rl.integrate("buss2", np.array(group), omega=OMEGA, h=0.1, steps=3)
    np.testing.assert_array_equal(one[:, 3].omega, run[:, 1, 1].omega)


def test_what_is_asked_of_a_run_of_several_bodies():
    group = bodies(True, centre=(0.1, 0.0, 0.2))
    load = rl.loads.uniform_gravity(group)
    run = rl.integrate("buss3", group, omega=rates, h=0.05, steps=STEPS, load=load)
    assert run != run[:, [0, 1, 3, 2]]
    between = run.at([0.12, 0.33])
    for i in range(LANES):
        alone = run[:, i].at((0.12, 0.33))
        np.testing.assert_array_equal(between.omega[:, i], alone.omega)
    assert between.body == run.body
    assert "batch (4,)" in repr(run) and "4 bodies" in repr(run.body)


def test_an_ensemble_of_bodies(tmp_path):
    """That `measure` sees them is asked where callbacks do."""
    group = bodies(True, centre=(0.1, 0.0, 0.2))
    given = {"h": 0.05, "steps": STEPS, "load": rl.loads.uniform_gravity(group)}
    out = tmp_path / "cloud"
    cloud = rl.ensemble("buss3", group, omega=rates, part=3, out=out, every=1, **given)
    run = rl.integrate("buss3", group, omega=rates, **given)
    again = rl.open(out, load=given["load"])
    for whole in (cloud, again):
        np.testing.assert_array_equal(whole[:].omega, run.omega)
        assert whole[:, 2].body == group[2]
        np.testing.assert_allclose(whole[:, 1:3].energy, run.energy[:, 1:3], rtol=1e-14)


def test_a_lane_that_fails_leaves_the_others_their_bodies():
    group = bodies()
    omega = np.array(rates)
    omega[1] *= 1e3
    cloud = rl.ensemble("dmv", group, omega=omega, h=0.05, steps=5)
    assert list(cloud.failed) == [1]
    run = rl.integrate("dmv", group[3], omega=omega[3], h=0.05, steps=5)
    np.testing.assert_array_equal(cloud[-1, 3].omega, run[-1:].omega)


def go(method="rk4", body=TOP, **given):
    return rl.integrate(method, body, **{"omega": OMEGA, "h": 0.1, "steps": 2} | given)


def choosing(body):
    given = {"omega": OMEGA, "duration": 1.0, "tolerance": 1e-6}
    return rl.integrate("buss4", body, **given)


WHEEL, THREE = TOP.with_rotors((0, 0, 1.0), 1e-4), [TOP] * 3
TWO, GRAVITY = np.ones((2, 3)), rl.loads.uniform_gravity(THREE)
REFUSED = {
    r"body\[1\]: expected a rotlib.Body, got tuple": lambda: go(body=[TOP, (1, 2, 3)]),
    r"body\[1\]\[1\]: .*got str": lambda: go(body=[[TOP, TOP], [TOP, "x"]]),
    r"body: expected rows .* \[\(2,\), \(1,\)\]": lambda: go(body=[[TOP, TOP], [TOP]]),
    "body: expected a rotlib.Body, got list": lambda: go(body=[]),
    "body: expected a rotlib.Body, got tuple": lambda: go(body=(1, 2, 3)),
    "omega, q0, body.*broadcast": lambda: go(body=THREE, omega=TWO),
    "omega, q0, load.*broadcast": lambda: go(load=GRAVITY, omega=TWO),
}
UNAVAILABLE = {
    "as many rotors each, got 0 and 1": lambda: go("rkmk4", [TOP, WHEEL]),
    "expected one state, got a batch": lambda: choosing([TOP, TILTED]),
    "export takes one body, got 2": lambda: rl.export("buss4", [TOP, TILTED]),
}


def test_what_cannot_be_is_refused():
    refused(REFUSED)
    refused(UNAVAILABLE, NotAvailable)


def test_added_mass_among_several_bodies_is_named():
    wet = rl.Body((1, 2, 2), added_mass=(1.0,) * 6)
    with pytest.raises(NotAvailable, match=r"body\[1\], added mass: lie_euler"):
        rl.integrate("lie_euler", [TOP, wet], omega=OMEGA, h=0.1, steps=2)
    run = rl.integrate("dqvi", [TOP, wet], omega=OMEGA, velocity=OMEGA, h=0.1, steps=3)
    alone = rl.integrate("dqvi", wet, omega=OMEGA, velocity=OMEGA, h=0.1, steps=3)
    np.testing.assert_array_equal(run[:, 1].velocity, alone.velocity)
    np.testing.assert_allclose(run.energy[:, 1], alone.energy, rtol=1e-14)
