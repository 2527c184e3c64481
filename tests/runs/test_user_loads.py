"""A load that a user writes for one body: one answer, wherever it is computed."""

import functools
import itertools
import math
import random
import time
import warnings
from importlib.util import find_spec
from types import ModuleType

import numpy as np
import pytest
from problems import BODY, TILTED

import rotlib as rl
from rotlib.backends import executors
from rotlib.errors import InvalidInput, NotAvailable, SlowLoad
from rotlib.quaternion import rotate_back

GAINS = np.array([[0.3, 0.05, 0.0], [0.0, 0.2, 0.01], [0.02, 0.0, 0.4]])
START = np.random.default_rng(1).normal(size=(40, 3))
STEPS = {"h": 0.02, "steps": 40}


def go(load, omega=START[0], method="rk4", body=BODY, **changes):
    return rl.integrate(method, body, omega=omega, load=load, **STEPS | changes)


def gentle(x):
    return 0.1 * math.tanh(3.0 * x)


def saturated(t, q, omega):
    """A controller with wheels that reach their limit."""
    up = rl.quaternion.rotate_back(q, (0.0, 0.0, 1.0))
    wanted = -GAINS @ omega + 0.4 * np.cross(up, (0.0, 0.0, 1.0))
    return np.clip(wanted, -0.15, 0.15)


def written_out(t, q, omega):
    tau = np.zeros(3)
    tau[0] = -0.1 * omega[0] + gentle(omega[1])
    tau[2] = min(0.1, max(-0.1, -omega[2]))
    tau += 0.01 * np.sign(omega)
    return tau


def of_every_kind(t, q, omega):
    w, x, y, z = q
    speed = np.linalg.norm(omega)
    table = np.interp(omega, [-1.0, 0.0, 2.0], [0.1, 0.0, -0.3])
    dead = np.where(np.abs(omega) < 0.2, 0.0, table)
    pointing = np.arctan2(x, w) * np.array([0.1, 0.0, 0.0])
    rest = 0.01 * np.array([np.hypot(x, y), np.arcsin(0.9 * z), np.exp(-float(t))])
    return dead - np.minimum(speed, 1.0) * 0.05 * omega**2 - pointing + rest


def turned(t, q, omega):
    away = rl.quaternion.log(q) + rl.so3.hat(omega) @ q[1:]
    return 0.2 * rotate_back(q, [math.sin(t), math.cos(t), 0.0]) - 0.1 * away


class Controller:
    """A load with a memory of its gains."""

    def __init__(self, gain):
        self.gain = gain

    def error(self, q):
        return 2.0 * q[1:] * np.sign(q[0])

    def __call__(self, t, q, omega):
        return np.clip(-self.gain * self.error(q) - 0.3 * omega, -0.2, 0.2)

    def torque(self, t, q, omega):
        return self(t, q, omega)


LOADS = {
    "saturated": saturated,
    "written out": written_out,
    "of every kind": of_every_kind,
    "turned": turned,
    "object": Controller(0.5),
    "method": Controller(0.5).torque,
    "partial": functools.partial(lambda k, t, q, omega: -k * omega, 0.2),
}
each_load = pytest.mark.parametrize("load", LOADS.values(), ids=LOADS)


@pytest.mark.day(2)
@each_load
def test_compiled_and_in_an_ensemble_too(load):
    given = {"load": load, "body": TILTED}
    plain, batch = [go(**given, omega=START, backend=b) for b in ("auto", "compiled")]
    alone = go(load, START[5], body=TILTED, backend="compiled")
    given = STEPS | {"load": load, "backend": "compiled"}
    cloud = rl.ensemble("rk4", TILTED, omega=START, part=16, **given)
    assert alone.stats["backend"] == cloud.stats["backend"] == "compiled"
    assert np.abs(alone.omega - plain.omega[:, 5]).max() < 1e-12
    assert np.abs(batch.omega - plain.omega).max() < 1e-12
    assert np.abs(cloud[-1].omega - plain.omega[-1]).max() < 1e-12


VOCABULARY = {
    "largest": lambda t, q, w: -0.1 * w * np.max(np.abs(w)),
    "sum": lambda t, q, w: -0.1 * w * w.sum() + 0.01 * np.mean(q),
    "dot": lambda t, q, w: np.dot(GAINS, w) * np.dot(q, q),
    "outer": lambda t, q, w: np.outer(w, w) @ np.array([0.1, 0.2, 0.3]),
    "einsum": lambda t, q, w: np.einsum("ij,j->i", GAINS, w),
    "stack": lambda t, q, w: np.stack([0.1 * w[0], -0.1 * w[1], 0.01 * t]),
    "stacked aside": lambda t, q, w: -0.1 * np.stack([w, q[1:]], 1)[:, 0],
    "concatenate": lambda t, q, w: np.concatenate([-0.1 * w[:2], [0.0]]),
    "roll": lambda t, q, w: 0.1 * np.roll(w, 1) - 0.1 * w[::-1],
    "powers": lambda t, q, w: -0.1 * np.abs(w) ** 1.5 * np.sign(w) - 0.1 * w**3,
    "select": lambda t, q, w: np.select([w > 0.2, w < -0.2], [-0.1 * w, 0.1 * w]),
    "logic": lambda t, q, w: np.where((w > 0) & (w < 1) | (w < -1), -0.1, 0.1),
    "words": lambda t, q, w: 0.1 - 0.2 * np.logical_and(w > 0, np.logical_not(w > 1)),
    "truth as a number": lambda t, q, w: -0.1 * w * (w > 0),
    "matrix": lambda t, q, w: rl.quaternion.as_matrix(q).T @ np.array([0, 0, 0.1]),
    "inverse": lambda t, q, w: np.linalg.inv(np.eye(3) + GAINS) @ (-0.1 * w),
    "product": lambda t, q, w: rl.quaternion.multiply([0.5, -0.5, -0.5, -0.5], q)[1:],
    "slerp": lambda t, q, w: -0.1 * rl.quaternion.slerp(q, [1, 0, 0, 0], 0.5)[1:],
    "angle": lambda t, q, w: -0.1 * w * rl.quaternion.angle_between(q, [1, 0, 0, 0]),
    "normalize": lambda t, q, w: -0.1 * rl.quaternion.normalize(2.0 * q)[1:],
    "so3": lambda t, q, w: 0.1 * (rl.so3.exp(w) @ [1.0, 0, 0]),
    "list": lambda t, q, w: [-0.1 * x for x in w],
    "generator": lambda t, q, w: tuple(-0.1 * x for x in w),
    "builtins": lambda t, q, w: (-0.1 * min(w), -0.1 * max(w[0], 0), -abs(w[2]) / 9),
    "hypot": lambda t, q, w: (-math.hypot(*w), math.fsum(w), math.atan2(*w[:2])),
    "copysign": lambda t, q, w: -0.1 * np.copysign(np.sqrt(np.abs(w)), w),
    "reshaped": lambda t, q, w: (-0.1 * w[None, :].T).reshape(3, 1)[:, 0],
    "isclose": lambda t, q, w: np.where(np.isclose(w, 0), 0.0, -0.1 * w),
    "angles": lambda t, q, w: 0.1 * np.radians(np.degrees(np.arctan(w))),
    "hyperbolic": lambda t, q, w: 0.1 * np.tanh(w) * np.cosh(w) / (1 + np.sinh(w) ** 2),
    "logarithms": lambda t, q, w: 0.1 * np.log1p(np.abs(w)) * np.expm1(-np.abs(w)),
}


@pytest.mark.parametrize("name", LOADS | VOCABULARY)
@pytest.mark.parametrize("method", ["rk4", "kicks2", "splitting_231"])
def test_one_body_and_a_batch_have_one_answer(method, name):
    load = (LOADS | VOCABULARY)[name]
    given = {"method": method, "body": TILTED, "t0": 0.3}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        many = go(load, START, **given)
    for lane in (0, 17, 39):
        one = go(load, START[lane], **given)
        assert np.abs(one.omega - many.omega[:, lane]).max() < 1e-13
    free = go(None, START[lane], **given)
    moved = np.abs(free.omega[-1] - many.omega[-1, lane]).max()
    assert moved > (1e-3 if name in LOADS else 1e-5)


TABLES = [(np.linspace(0.0, 1.0, 1000), "more than 100 knots")]
FALLING = [np.linspace(1.0, 0.0, 10), np.array([0.0, 0.5, 0.5, 1.0])]
TABLES += [(times, "knots that do not rise") for times in FALLING]


@pytest.mark.parametrize("times, reason", TABLES)
def test_a_table_that_is_not_written_down_runs_motion_by_motion(times, reason):
    def measured(t, q, omega):
        return (np.interp(t, times, np.sin(9 * times)), 0.0, 0.0)

    with pytest.warns(SlowLoad, match=reason):
        many = go(measured, START)
    assert np.array_equal(go(measured, START[3]).omega, many.omega[:, 3])


def bang(t, q, omega):
    return (0.3, 0.0, 0.0) if omega[0] < 0.0 else (-0.3, 0.0, 0.0)


def test_what_the_load_is_given():
    seen, sizes = [], []

    def look(t, q, omega):
        seen.append((type(t), q.shape, omega.shape, q.dtype))
        sizes.append(math.sqrt(q @ q))
        return -0.1 * omega

    go(look, 5 * START[0], h=0.3, steps=3)
    assert set(seen) == {(float, (4,), (3,), np.dtype(float))}
    assert np.abs(np.array(sizes) - 1.0).max() < 1e-15  # though rk4 leaves the sphere
    late = go(lambda t, q, w: (1 / t, 0, 0), t0=1.0)  # first called at the start
    assert np.isfinite(late.omega).all()


@pytest.mark.filterwarnings("ignore::rotlib.errors.SlowLoad")
@pytest.mark.parametrize("load", [saturated, bang])
def test_states_of_any_shape(load):
    given = {"h": 0.05, "steps": 10}
    one, arrays = go(load, **given), go(load, START[:1], **given)
    assert np.abs(one.omega - arrays.omega[:, 0]).max() < 1e-15
    short = go(load, START[:1].astype(np.float32), **given)
    assert short.omega.dtype == np.float32
    assert np.abs(one.omega - short.omega[:, 0]).max() < 1e-6
    none = go(load, np.zeros((0, 3)), **given)
    assert none.omega.shape == (11, 0, 3) and none.energy.shape == (11, 0)
    square = go(load, START[:6].reshape(2, 3, 3), **given)
    assert np.abs(square.omega[:, 0, 0] - one.omega).max() < 1e-15


def test_a_potential_of_a_flight_is_tried_where_the_body_is():
    """It is an error at the other places at which it is tried."""

    def stored(q, position):
        return math.sqrt(3.0 - (position[2] - 10.0) ** 2)

    def push(t, q, omega, position, velocity):
        up = (position[2] - 10.0) / stored(q, position)
        return (0.0, 0.0, 0.0, *rl.quaternion.rotate_back(q, (0.0, 0.0, up)))

    load = rl.Load("dome", push, stored)
    body, start = rl.Body((1.0, 2.0, 2.5)), [(0.0, 0.0, 10.1), (0.0, 0.0, 9.9)]
    given = {"omega": START[3], "position": start, "h": 0.1, "steps": 3, "load": load}
    with warnings.catch_warnings():
        warnings.simplefilter("error", SlowLoad)
        run = rl.integrate("krenk_nielsen", body, **given)
    height = run.position[..., 2] - 10.0
    assert np.allclose(run.potential_energy, np.sqrt(3.0 - height**2))


def reading_a_list_and_a_module(world):
    scope = {"command": world["list"], "page": world["page"]}
    total = "(command[0] + page.push) / 2"
    exec(f"def load(t, q=None, w=None): return {total}, 0.0, 0.0", scope)
    return scope["load"]


def reading_a_time(world):
    """Not seen at the places at which it is tried, nor before that time has come."""
    late = 0.3

    def load(t, q=None, w=None):
        return np.where(t > late, 0.5, 0.0), 0.0, 0.0

    def move():
        nonlocal late
        late = 0.6

    world["move"] = move
    return load


@pytest.mark.parametrize(
    "lanes, backend", [(1, "auto"), (300, "auto"), (None, "compiled"), (3, "compiled")]
)
@pytest.mark.parametrize("known", [False, True])
@pytest.mark.parametrize("read", [reading_a_list_and_a_module, reading_a_time])
def test_what_a_callback_changes_reaches_the_load(read, known, lanes, backend):
    ends, many = [], np.tile(START[0], (lanes, 1)) if lanes else START[0]
    for omega, kind in ((START[0], "auto"), (many, backend)):
        world = {"list": [0.0], "page": ModuleType("thrusters")}
        world["page"].push = 0.0
        load = read(world)

        def switch(step, t, q, omega, world=world):
            world["list"][0] = world["page"].push = 0.5 if t > 0.5 else 0.0
            world.get("move", bool)()

        given = {"h": 0.01, "steps": 100, "callback": switch, "backend": kind}
        load = rl.loads.known_torque(load) if known else rl.Load("command", load)
        ends.append(go(load, omega, **given).omega[-1].reshape(-1, 3)[0])
    free = go(None, h=0.01, steps=100)
    assert np.abs(ends[0] - ends[1]).max() < 1e-12
    assert np.abs(ends[0] - free.omega[-1]).max() > 0.05


@pytest.mark.parametrize("lanes", [(), (3,)])
def test_a_series_is_that_of_the_load_as_it_is_now(lanes):
    """What is found of a recording goes with it, also that a law looks at the rates."""

    def end(method):
        world = {"push": 0.0, "drag": 0.0}

        def load(t, q, omega):
            return np.array([world["push"], 0.0, 0.0]) - world["drag"] * omega

        def switch(step, t, q, omega):
            world["push"], world["drag"] = (0.5, 0.3) if t > 0.5 else (0.0, 0.0)

        omega = np.broadcast_to(START[0], (*lanes, 3))
        given = {"method": method, "h": 0.01, "steps": 100, "callback": switch}
        return go(load, omega, **given).omega[-1].reshape(-1, 3)[0]

    for method, bound in (("buss4", 1e-8), ("kicks4", 1e-6)):
        assert np.abs(end(method) - end("rkmk4")).max() < bound


def switched():
    """A load, and what lets it act after half a second, as event and as callback."""
    world = {"push": 0.0}

    def load(t, q, omega):
        return world["push"], 0.0, 0.0

    def switch(*given):
        world["push"] = 0.5 if given[-3] > 0.5 else 0.0
        return 1.0

    return load, switch


@pytest.mark.parametrize("method", ["rk4", "buss4", "kicks4"])
@pytest.mark.parametrize("backend", ["auto", "compiled"])
def test_what_an_event_changes_reaches_the_load_or_is_refused(method, backend):
    """Steps that a recording has made ahead, or the series of a step, would not know
    of it; rk4 and a pair call the load as it is."""

    def end(way, chosen=method, backend=backend, **given):
        load, switch = switched()
        given = given or {"h": 0.01, "steps": 100, "backend": backend}
        return go(load, method=chosen, **given, **{way: switch})

    if (method, backend) == ("rk4", "auto"):
        assert end("events") == end("callback")
        return
    with pytest.raises(InvalidInput, match="'load': what it reads has") as found:
        end("events")
    assert 0 < len(found.value.trajectory) <= 52
    follow = {"h": None, "steps": None, "duration": 3.0, "tolerance": 1e-6}
    for way in ("events", "callback"):
        with pytest.raises(InvalidInput, match="'load': what it reads has changed"):
            end(way, "buss4", **follow)
        end(way, "rkmk54", **follow)


# --- what cannot be recorded ----------------------------------------------------------

RNG = np.random.default_rng(2)
SUM = np.zeros(3)


def by_module(t, q, omega):
    return (0.1 * np.random.standard_normal(), random.gauss(0.0, 0.1), 0.0)


def adding_up(t, q, omega):
    SUM[:] = SUM - 0.01 * np.asarray(omega, float)
    return SUM


class Integral:
    def __init__(self):
        self.sum = np.zeros(3)

    def __call__(self, t, q, omega):
        self.sum = self.sum - 0.01 * omega
        return self.sum


def counting():
    calls = 0

    def load(t, q, omega):
        nonlocal calls
        calls += 1
        return (0.001 * calls, 0.0, 0.0)

    return load


def hidden():
    noise = iter(np.random.default_rng(1).normal(size=10**6))
    return lambda t, q, omega: (next(noise), 0.0, 0.0)


IMPURE = {
    "noise": lambda t, q, omega: 0.1 * RNG.normal(size=3),
    "noise by module": by_module,
    "clock": lambda t, q, omega: (time.perf_counter() % 1.0, 0.0, 0.0),
    "adding up": adding_up,
    "integral": Integral(),
    "counter": counting(),
    "iterator": hidden(),
}


@pytest.mark.day(2)
@pytest.mark.parametrize("load", IMPURE.values(), ids=IMPURE)
def test_no_motion_is_frozen(load):
    given = {"h": 0.01, "steps": 10}
    with pytest.warns(SlowLoad, match="motion by motion"):
        many = go(load, np.tile(START[0], (100, 1)), **given)
    assert len(np.unique(many.omega[-1, :, 0])) > 98
    if pytest.importorskip("llvmlite"):
        with pytest.raises(NotAvailable, match="'auto'"):
            go(load, backend="compiled", **given)
        with pytest.warns(SlowLoad):
            cloud = rl.ensemble("rk4", BODY, omega=START[:4], load=load, **given)
        assert cloud.stats["backend"] == "numpy"


class Counting:
    """A load that counts its calls, acts by their number, and fails at one of them."""

    def __init__(self, fails, alike):
        self.calls, self.fails, self.kinds = 0, fails, 1 if alike else 3

    def torque(self, t, q, omega):
        self.calls += 1
        if self.calls == self.fails:
            raise ValueError("the valve is stuck")
        kick = 0.01 * (self.calls % self.kinds)
        return [kick * t, 0.2 * q[1] - 0.1 * omega[1], kick if t > 0.2 else 0]

    def push(self, t, q, omega, position, velocity):
        torque = self.torque(t, q, omega)
        return (*torque, *(-0.3 * position - torque[2] * velocity))

    def steered(self, t, q, omega, u):
        return self.torque(t, u * q, omega)

    def lagging(self, t, q, omega, z):
        return (z[0], *self.torque(t, q, omega)[1:])

    def rate(self, t, q, omega, z):
        return self.torque(t, q, omega)[1:2]

    def drive(self, t, q, omega, speeds):
        return (self.torque(t, q, omega)[1] - 0.1 * speeds[0],)


WHEELED = rl.Body((1, 2, 3)).with_rotors([(0, 0, 1)], [0.1])
WAYS = {
    "held": lambda own: {"load": own.torque},
    "flying": lambda own: {"load": own.push, "position": (1, 0, 0)},
    "steered": lambda own: {"load": own.steered, "inputs": np.linspace(0.5, 1.5, 40)},
    "driven": lambda own: {
        "load": rl.Load("lag", own.lagging, start=(0.1,), rate=own.rate),
        "motors": own.drive,
        "body": WHEELED,
    },
}
CALLED = [("dqvi", "flying"), *itertools.product(["rk4", "kicks4"], list(WAYS)[:3])]
CALLED += itertools.product(["rkmk54"], WAYS)


@pytest.mark.parametrize(("method", "way"), CALLED)
def test_a_recorded_step_calls_what_a_user_wrote(method, way, monkeypatch):
    """As often, in the same order, and with the same bits as without a record."""
    made, real = [], executors.on_floats
    monkeypatch.setattr(executors, "on_floats", lambda *a: made.append(a) or real(*a))
    for fails in (0, 55):
        runs, calls = [], []
        for alone in (10**12, 0):
            monkeypatch.setattr(executors, "ALONE", alone)
            own = Counting(fails, alike=method == "dqvi")  # whose equation must end
            try:
                run = go(method=method, **WAYS[way](own))
            except ValueError as error:
                assert "stuck" in str(error)
                run = error.trajectory
            calls.append(own.calls)
            runs.append(b"".join(a.tobytes() for a in run.motion))
        assert runs[0] == runs[1] and calls[0] == calls[1]
        assert calls[0] > 40 if not fails else calls[0] == fails
    assert made and all(program.calls for program, *_ in made)


def test_a_load_that_changes_unseen_is_caught_on_the_way():
    class Sly:
        """It answers otherwise when it has been called often."""

        def __init__(self):
            self.calls = {"n": 0}

        def __call__(self, t, q, omega):
            vars(self).setdefault("n", [0])
            object.__setattr__(self, "n", [self.n[0] + 1])
            return (0.1, 0.0, 0.0) if self.n[0] < 12 else (0.2, 0.0, 0.0)

    with pytest.warns(SlowLoad, match="changes what it reads"):
        go(Sly(), START)

    def steep(t, q, omega):
        """Where it was tried it is the same; there is another branch in between."""
        late = type(t) is float and 9.0 <= t < 10.0
        return (0.2 if late else 0.1, 0.0, 0.0)

    far = np.tile(START[0], (800, 1))
    with pytest.raises(InvalidInput, match="not a function of its arguments alone"):
        go(steep, far, h=0.25, steps=60)


def refusing(t, q, omega):
    try:
        return (0.1 + 0.1 * (math.floor(t) >= 9), 0.0, 0.0)
    except Exception:
        return (0.1, 0.0, 0.0)


UNANSWERED = {
    "refusing": refusing,
    "scalar": lambda t, q, w: (0.1 if np.isscalar(t) and t > 0.5 else 0.0, 0.0, 0.0),
    "typed": lambda t, q, w: (0.2 if type(t) is float and t > 0.5 else 0.1, 0.0, 0.0),
    "counted": lambda t, q, w: (0.3 * ((w[0] > 0.5) + (w[1] > 0.5)), 0.0, 0.0),
    "masked": lambda t, q, w: (-w[w > 0.5].sum() / 9, 0.0, 0.01 * (t // 0.2)),
    "bang": bang,
}


@pytest.mark.parametrize("name", UNANSWERED)
def test_what_numbers_that_record_cannot_answer_is_called(name):
    load, given = UNANSWERED[name], {"h": 0.25, "steps": 40}
    with pytest.warns(SlowLoad, match="branches" if load is bang else None):
        many = go(load, np.abs(START), **given)
    one = go(load, np.abs(START[3]), **given)
    assert np.array_equal(one.omega, many.omega[:, 3])
    if find_spec("llvmlite"):
        said = "yes and no" if name == "counted" else "'auto'"
        with pytest.raises(NotAvailable, match=said):
            rl.stepper("rk4", BODY, h=0.25, load=load, backend="compiled")


ANSWERS = [(1.0, 2.0), 1.0, np.zeros((3, 3)), None, "100", b"100", {3, 1, 2}]
ANSWERS += [["1", "0", "0"], {1: 0, 2: 0, 3: 0}, np.array(["1", "0", "0"])]


@pytest.mark.filterwarnings("ignore::rotlib.errors.SlowLoad")
@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("omega", [START[0], START], ids=["one", "many"])
def test_what_it_returns_is_looked_at(omega, late):
    for answer in ANSWERS[:4] if late else ANSWERS:

        def load(t, q, omega, answer=answer):
            return (0.0, 0.0, 0.0) if late and not t > 0.2 else answer

        with pytest.raises(InvalidInput, match="three numbers"):
            go(load, omega)


# --- sums -----------------------------------------------------------------------------


def test_loads_add():
    gravity = rl.loads.uniform_gravity(TILTED, (0, 0, -9.81))
    both = gravity + saturated + rl.loads.constant_torque((0.1, 0.0, 0.2))
    assert both.name == "uniform gravity + saturated + constant torque (body)"

    def by_hand(t, q, w):
        return np.add(gravity.law(t, q, w), (0.1, 0.0, 0.2)) + saturated(t, q, w)

    run = go(both, body=TILTED)
    # rk4 shows a user's function unit quaternions, and rotlib's own what it has
    assert np.abs(run.omega - go(by_hand, body=TILTED).omega).max() < 1e-8
    assert np.ptp(run.potential_energy) > 0.0
    many = go(both, START, body=TILTED)
    assert np.abs(many.omega[:, 0] - run.omega).max() < 1e-14
    assert (saturated + gravity).name == "saturated + uniform gravity"


def test_a_sum_keeps_what_both_have():
    weight = functools.partial(rl.loads.uniform_gravity, TILTED)
    down, aside, one = map(weight, ((0, 0, -9.81), (1, 0, 0), (1, 0, -9.81)))
    both = down + aside
    assert both.conserves_energy
    for method in ("krenk_nielsen", "buss4", "kicks2"):
        runs = [go(load, method=method, body=TILTED, h=0.01) for load in (both, one)]
        assert np.abs(runs[0].omega - runs[1].omega).max() < 1e-11
        assert np.abs(runs[0].energy - runs[1].energy).max() < 1e-11
    assert not (down + saturated).conserves_energy
    with pytest.raises(NotAvailable, match="restores the energy"):
        push = rl.loads.constant_torque((1, 0, 0))
        go(down + push, method="buss3_ep", body=TILTED)
    with pytest.raises(TypeError):
        down + 3


# --- potentials -----------------------------------------------------------------------


def test_a_wrong_linear_or_axis_is_seen_wherever_the_body_starts():
    """At the start nothing tells: there the slope of both is none."""

    def quadratic(q):
        z = 1 - 2 * (q[1] ** 2 + q[2] ** 2)
        return z**4

    def slope(t, q, omega):
        k = rl.quaternion.rotate_back(q, (0.0, 0.0, 1.0))
        return -4 * k[2] ** 3 * np.cross((0.0, 0.0, 1.0), k)

    upright = {"omega": (0.3, 0.0, 2.0), "method": "krenk_nielsen", "steps": 5}
    go(rl.Load("fine", slope, quadratic), **upright)
    with pytest.raises(InvalidInput, match="not that of its potential"):
        go(rl.Load("wrong", slope, lambda q: quadratic(q) ** 2), **upright)


# --- where a law has no value ---------------------------------------------------------


@pytest.mark.parametrize("many", [(), (2,)])
@pytest.mark.parametrize(
    "load",
    [
        rl.wrenches.planet(BODY, 1.0),
        rl.Load("divided", lambda t, q, w, x, v: (1.0 / float(t),) * 6),
        lambda t, q, w: (1.0 / float(t), 0.0, 0.0),
        lambda t, q, w: (math.log(t), 0.0, 0.0),
    ],
)
def test_a_law_without_a_value_at_the_start_is_named(load, many):
    with pytest.raises(InvalidInput, match="^load '.*': .*(at the start|finite)"):
        go(load, np.ones((*many, 3)))
