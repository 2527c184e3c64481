"""Bodies, loads, methods and runs as any Python object is handled: pickled, copied,
compared, printed, sent to another process, shown by a notebook."""

import copy
import pickle
import re
import sys
import types
from dataclasses import replace

import numpy as np
import pytest
import sympy as sp

import rotlib as rl
from rotlib import errors, loads, methods, wrenches
from rotlib.codegen import symbolic_load
from rotlib.diagnostics import Problem

BODY = rl.Body((1.0, 2.0, 2.6), mass=2.0)
TILTED = BODY.about((0.1, 0.2, 0.3))
SHIP = rl.Body((1.0, 2.0, 2.6), mass=3.0, added_mass=(1, 2, 3, 4, 5, 6))
UNIT, REST = (1.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
RATES, TURN = (0.3, 1.0, 0.8), (0.5, 0.1, -0.7, 0.5)


def brake(t, q, omega):
    return tuple([-0.1 * x for x in omega])


def lifted(q):
    return 2.0 * q[1]


def pull(t, q, omega, position, velocity):
    return (0.0, 0.0, 0.0, 1.0, 2.0, 3.0)


def wave(t):
    return (t, 0.0, 0.0)


class Bowl:
    """A potential with a number of its own."""

    def __call__(self, q):
        return 0.0 * q[1]


class Controller:
    """A torque with numbers of its own."""

    def __init__(self, gain):
        self.gain = gain

    def __call__(self, t, q, omega):
        return tuple([-self.gain * x for x in omega])


w = sp.symbols("omega_x omega_y omega_z")
q_x, q_y = sp.symbols("q_x q_y")
DRAG = wrenches.linear_drag(np.eye(6))
LOADS = {
    "weight": loads.uniform_gravity(TILTED),
    "weight, array": loads.uniform_gravity(TILTED, np.array([0.0, 1.0, 2.0])),
    "gradient": loads.gravity_gradient(BODY, 1.0, 2.0),
    "orbit": loads.gravity_gradient(BODY, 1.0, 2.0, normal=[0, 1, 0]),
    "constant": loads.constant_torque([0, 0, 1.5]),
    "constant in space": loads.constant_torque((0, 0, 1.5), "space"),
    "known": loads.known_torque(wave),
    "plain": rl.Load("brake", brake, lifted),
    "object": rl.Load("controller", Controller(0.5)),
    "symbolic": symbolic_load("drag", [-x for x in w]),
    "symbolic potential": symbolic_load("V", potential=q_x**2 + q_y**2),
}
WRENCHES = {
    "weight": wrenches.weight(TILTED),
    "spring": wrenches.spring(2.0, (1, 0, 0)),
    "force": wrenches.constant_force((1, 2, 3), name="buoyancy"),
    "planet": wrenches.planet(BODY, 3.0),
    "drag": wrenches.linear_drag((1, 1, 1, 2, 2, 2)),
    "plain": rl.Load("pull", pull),
    "sum": wrenches.weight(BODY) + wrenches.spring(2.0) + DRAG,
    "symbolic": symbolic_load("bowl", potential=sp.Symbol("x") ** 2),
}
COUPLINGS = {
    "contact": rl.couplings.contact(0.1, 9.0, 0.5, 0.5),
    "contact of two": rl.couplings.contact([0.1, 0.2], 9.0, pairs=[(0, 1)]),
    "neighbours": rl.couplings.neighbours(0.1, among=[1, 2]),
}
METHODS = {
    m.name: m
    for m in (
        *methods.ALL,
        *map(methods.find, methods._NAMES),
        methods.find("buss4_ep"),
        methods.rk4_quaternion.with_energy_preserved(),
        methods.exact.in_steps(),
    )
} | {f"dqvi({mass!r})": methods.dqvi(dual_scalar_mass=mass) for mass in (0.5, "mass")}
BODIES = {"tilted": TILTED, "ship": SHIP, "box": rl.Body.box(sides=(1, 2, 3))}
ALL = [
    pytest.param(x, id=f"{kind} {name}")
    for kind, family in (
        ("body", BODIES),
        ("load", LOADS),
        ("wrench", WRENCHES),
        ("method", METHODS),
        ("pairs", COUPLINGS),
        ("problem", {"top": Problem(TILTED, np.ones(3), 2.0, load=LOADS["weight"])}),
    )
    for name, x in family.items()
]


def pickled(x):
    return pickle.loads(pickle.dumps(x))


WAYS = [pickled, copy.copy, copy.deepcopy]


def ran(method, load=None, steps=3, **options):
    given = {"omega": RATES, "h": 0.05, "steps": steps} | options
    return rl.integrate(method, BODY, load=load, **given)


RUN = ran("rk4")

# --- pickled and copied ---------------------------------------------------------------


@pytest.mark.kinds
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("x", ALL)
def test_a_copy_is_equal_and_of_its_kind(x, way):
    if isinstance(x, rl.Body):
        assert x.principal_axes  # and what has been computed comes along
    y = way(x)
    if isinstance(x, rl.Load) and isinstance(x.law, Controller):
        assert (y == x) is (way is copy.copy)  # two controllers are two
        assert y.law.gain == x.law.gain
    else:
        assert y == x and not y != x and hash(y) == hash(x)
    assert type(y) is type(x) and repr(y) == repr(x)
    if isinstance(x, rl.Body):
        assert vars(y).keys() == vars(x).keys()
        for name in ("inertia", "centre", "added_mass"):
            with pytest.raises(ValueError, match="read-only"):
                getattr(y, name)[0] = 7.0
    if isinstance(x, rl.Load) and x.pairs is None:
        held = x in LOADS.values()
        state = 0.3, TURN, RATES, *([] if held else [(5.0, 1, 2), (1.0, 2, 3)])
        assert y.law(*state) == x.law(*state)
        if held and x.potential:
            assert y.potential(TURN) == x.potential(TURN)
        assert (y.turning, y.stiffness) == (x.turning, x.stiffness)
        assert [p.name for p in y.summands] == [p.name for p in x.summands]
    # to compare gives a bool, whatever with
    for other in (None, "buss4", 1.0, rl.Body((1, 1, 1)), methods.dmv, [x]):
        assert (x == other) is (x is other)
    arrays = () if x is COUPLINGS["neighbours"] else (np.zeros((2, 3)), np.asarray(RUN))
    for other in (*arrays, np.float64(1.0)):
        assert (x == other) is (other == x) is False


def test_a_copy_is_of_what_was_given():
    assert all(pickled(m) is m for m in methods.ALL)
    g = np.array([0.0, 0.0, -9.81])
    load = loads.uniform_gravity(TILTED, g)
    g[2] = 0.0  # an argument that is changed later changes nothing
    assert pickled(load) == load == loads.uniform_gravity(TILTED)
    assert pickled(load).law(0.0, TURN, REST) == load.law(0.0, TURN, REST)
    run = ran("rk4", rl.Load("bowl", lambda t, q, w: REST, Bowl()))
    assert np.array_equal(run.energy, run.kinetic_energy)
    assert np.array_equal(pickled(run).energy, run.energy)


# --- functions that cannot travel -----------------------------------------------------


def test_a_run_under_a_lambda_travels_without_it_and_says_so():
    run = ran("rk4", rl.Load("mine", lambda t, q, w: (0.0, 0.0, 0.1), lambda q: 0.0))
    again = pickled(run)
    assert again == run and again.load.name == "mine"
    with pytest.raises(errors.NotAvailable, match="top level of a module") as caught:
        again.load.law(0.0, UNIT, REST)
    assert re.search("Can't (pickle|get local object)", str(caught.value))
    for use in (lambda: again.energy, lambda: again.at(0.12), again.to_csv):
        with pytest.raises(errors.RotlibError, match="did not come along"):
            use()
    assert pickled(again) == again  # and once more
    assert copy.deepcopy(run).load.law(0.0, UNIT, REST) == (0.0, 0.0, 0.1)
    own = replace(methods.buss4, name="own", step=lambda *x: methods.buss4.step(*x))
    again = pickled(ran(own))
    assert again == ran(own)
    with pytest.raises(errors.NotAvailable, match="lambda"):
        again.at(0.12)


def test_of_a_load_stays_behind_only_what_must():
    mixed = rl.Load("mixed", lambda t, q, w: (0.0, 0.0, 0.0), lifted)
    again = pickled(ran("rk4", mixed))
    assert again.load.potential is lifted and again.energy.shape == (4,)
    formula = pickled(ran("rk4", LOADS["symbolic"])).load
    assert formula.law(0.0, UNIT, RATES) == LOADS["symbolic"].law(0.0, UNIT, RATES)
    known = pickled(ran("rk4", loads.known_torque(lambda t: (0.0, 0.0, t)))).load
    with pytest.raises(errors.NotAvailable, match="lambda"):
        known.law(0.0, UNIT, REST)
    mine = rl.Load("mine", lambda t, q, w, x, v: (0.0,) * 6)
    run = ran("dqvi", WRENCHES["weight"] + mine)
    again = pickled(run)
    assert again.load.summands[0] == WRENCHES["weight"]
    assert np.array_equal(again.potential_energy, run.potential_energy)


@pytest.mark.parametrize("kind", ["f", "m"])
def test_a_function_that_is_not_there_on_arrival_is_missed_when_it_is_called(kind):
    page = types.ModuleType("page_of_a_notebook")
    exec(
        "def torque(t, q, omega):\n    return (0.0, 0.0, 0.1)\n\n\n"
        "class Law:\n    def torque(self, t, q, omega):\n        return omega",
        vars(page),
    )
    sys.modules[page.__name__] = page
    try:
        load = {"f": page.torque, "m": page.Law().torque}[kind]
        sent = pickle.dumps(ran("rk4", load))
        assert pickle.loads(sent).load.law(0.0, UNIT, REST) is not None
        assert kind == "m" or pickle.loads(sent).load.law is page.torque
    finally:
        del sys.modules[page.__name__]
    again = pickle.loads(sent)
    assert len(again) == 4 and pickled(again) == again
    with pytest.raises(errors.NotAvailable, match="page_of_a_notebook"):
        again.load.law(0.0, UNIT, REST)


# --- errors ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", errors.__all__)
def test_an_error_keeps_all_it_has_to_say(name):
    error = getattr(errors, name)("what happened")
    error.add_note("in step 3")
    said = {"step": 3, "residual": 0.5, "t": 1.0, "h": 0.1, "turn": 2.0}
    for attribute, value in said.items():
        setattr(error, attribute, value)
    error.trajectory = ran("buss4", LOADS["weight"])
    again = pickled(error)
    assert type(again) is type(error) and str(again) == "what happened"
    assert again.__notes__ == ["in step 3"]
    assert {a: getattr(again, a) for a in said} == said
    assert again.trajectory == error.trajectory


# --- compared -------------------------------------------------------------------------


def test_equal_is_what_was_made_alike():
    same, g = rl.Body((1.0, 2.0, 2.6), mass=2.0), np.array([0, 0, -9.81])
    assert loads.uniform_gravity(BODY) == loads.uniform_gravity(same, g=g)
    assert loads.constant_torque((1, 2, 3)) != loads.constant_torque((1, 2, 4))
    assert loads.constant_torque((1, 2, 3)) != loads.constant_torque((1, 2, 3), "space")
    a, b, c = WRENCHES["weight"], WRENCHES["drag"], WRENCHES["plain"]
    assert a + b == a + b != b + a and (a + b) + c == a + (b + c)
    assert methods.dqvi(0.5) == methods.dqvi(0.5) != methods.dqvi(0.6)
    assert rl.couplings.contact(0.1, 9.0) != rl.couplings.contact(0.1, 8.0)
    assert rl.couplings.neighbours(0.1) != rl.couplings.neighbours(0.2)
    assert methods.find("buss4_ep") == methods.buss4.with_energy_preserved()
    assert methods.find("buss4_ep") != methods.find("buss5_ep")
    assert BODY in {BODY: 1} and rl.Body((1.0, 2.0, 2.6), mass=2.0) in {BODY}
    assert rl.Body((1.0, 2.0, 2.6)) != BODY and SHIP != rl.Body((1, 2, 2.6), mass=3.0)


def test_runs_are_equal_if_their_numbers_are():
    run = ran("buss4")
    assert run == ran("buss4") and hash(run) == hash(ran("buss4"))
    assert run != ran("buss5") and run != run[:2] and run != "run"
    assert run != replace(run, method="buss5") and run == replace(run, load=brake)
    other = copy.deepcopy(run)
    other.omega[2, 0] = np.nextafter(other.omega[2, 0], 1)
    assert run != other
    lost = [copy.deepcopy(run) for _ in range(2)]
    for one in lost:
        one.q_raw[1] = np.nan
    assert lost[0] == lost[1] != run
    flight = ran("dqvi", velocity=(1, 0, 0))
    assert flight == pickled(flight) and flight != ran("dqvi", velocity=(1, 0, 1e-9))


# --- as an array ----------------------------------------------------------------------


def test_a_run_as_an_array_keeps_the_protocol(tmp_path):
    """That it has the columns of its table is asked where files are."""
    batch = ran("buss4", omega=np.ones((2, 3, 3)))
    assert np.array_equal(np.asarray(batch)[..., 5:8], batch.omega)
    assert np.array_equal(np.asarray(batch)[:, 1, 2, 0], batch.t)
    run = ran("buss4")
    assert np.asarray(run[:0]).shape == (0, 12)
    assert np.asarray(run, dtype=np.float32).dtype == np.float32
    assert np.array(run, copy=True).shape == (4, 12)
    with pytest.raises(ValueError, match="a copy"):
        np.array(run, copy=False)
    assert (run == np.asarray(run)) is (np.asarray(run) == run) is False
    with pytest.raises(TypeError):
        np.asarray(run) * run  # noqa: B018
    np.savez(tmp_path / "run.npz", run=run)
    assert np.array_equal(np.load(tmp_path / "run.npz")["run"], np.asarray(run))


# --- printed --------------------------------------------------------------------------


def test_a_run_is_printed_in_short_and_shown_with_what_is_known_of_it():
    run = ran("dqvi")
    assert str(run) == "<Trajectory dqvi: 4 records, t = 0 ... 0.15 s>"
    more = "; 3 steps of 0.05 s; back end python>"
    assert repr(run) == f"<Trajectory dqvi: 4 records, t = 0 ... 0.15 s{more}"
    assert "; load brake>" in repr(ran("rk4", rl.Load("brake", brake)))
    assert "batch (2, 3)" in repr(ran("rk4", omega=np.ones((2, 3, 3))))
    steps = rl.integrate("buss4", BODY, omega=RATES, duration=2.0, tolerance=1e-6)
    assert f"; {steps.stats['steps']} steps; " in repr(steps)
