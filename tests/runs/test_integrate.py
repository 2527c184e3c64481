"""`integrate` and the trajectory: shapes, back ends, batches, interruptions, and
every wrong argument."""

import math
import sys
import warnings
from functools import partial
from importlib.machinery import ModuleSpec
from types import ModuleType

import numpy as np
import pytest
from problems import BODY, OMEGA, SKEWED, TILTED
from refusals import refused

import rotlib as rl
from rotlib.errors import Diverged, InvalidInput, LargeStep, NotAvailable
from rotlib.runs import integration
from rotlib.runs.loop import LONG, meter

ROTATIONS = [m for m in rl.methods.ALL if not m.poses]
GOOD = {"method": "rk4", "body": BODY, "omega": OMEGA, "h": 0.1, "steps": 3}


def go(method="rk4", body=BODY, **changes):
    return rl.integrate(method, body, **{"omega": OMEGA, "h": 0.1} | changes)


def swinging(t, q, omega):
    return (0.1 * math.cos(t), -0.05 * omega[1], 0.02 * q[1])


@pytest.mark.kinds
@pytest.mark.parametrize("body", [BODY, TILTED], ids=["principal", "tilted"])
@pytest.mark.parametrize("method", rl.methods.ALL)
def test_float32_is_that_of_the_records(method, body):
    omega = np.array(OMEGA, dtype=np.float32)
    rates = omega, np.stack([omega, omega]), omega.astype(float)
    single, many, wide = [go(method, body, omega=w, steps=40) for w in rates]
    assert single.q.dtype == single.omega.dtype == np.float32
    for i in (0, 1):
        assert np.array_equal(single.q_raw, many.q_raw[:, i])
        assert np.array_equal(single.omega, many.omega[:, i])
    assert np.abs(single.q_raw - wide.q_raw).max() < 3e-7
    if method.closed_form is None:
        between = single.at(0.33), many.at(0.33)
        assert np.array_equal(between[0].q_raw, between[1].q_raw[:, 0])


@pytest.mark.parametrize(
    "steps, every, kept",
    [(10, 1, range(11)), (10, 5, (0, 5, 10)), (10, 4, (0, 4, 8, 10)), (3, 7, (0, 3))],
)
def test_every_keeps_first_and_last(steps, every, kept):
    all_of_it = go(steps=steps, t0=2.0)
    run = go(steps=steps, t0=2.0, every=every)
    assert np.array_equal(run.q_raw, all_of_it.q_raw[list(kept)])
    assert np.allclose(run.t, 2.0 + 0.1 * np.array(kept), rtol=0, atol=1e-15)


def test_negative_steps_go_back():
    given = {"steps": 200, "load": swinging}
    there = go(h=0.01, **given)
    end = {"omega": there.omega[-1], "q0": there.q[-1], "t0": 2.0}
    back = go(h=-0.01, **given, **end)
    assert np.abs(back.omega[-1] - OMEGA).max() < 1e-9 and abs(back.t[-1]) < 1e-14


@pytest.mark.kinds
@pytest.mark.parametrize("method", [m.name for m in ROTATIONS])
def test_callback_sees_what_is_kept(method):
    seen = []
    run = go(method, steps=7, every=3, callback=lambda *a: seen.append(a))
    assert [s[0] for s in seen] == [0, 3, 6, 7]
    for s, q, w in zip(seen, run.q_raw, run.omega, strict=True):
        assert np.array_equal(s[2], q) and np.array_equal(s[3], w)


@pytest.mark.parametrize("error", [KeyboardInterrupt, KeyError, ValueError])
@pytest.mark.parametrize("omega", [OMEGA, (OMEGA, OMEGA)], ids=["single", "batch"])
@pytest.mark.parametrize("method", ["rk4", "exact"])
def test_an_interrupted_run_hands_back_what_it_has(error, omega, method):
    def stop(step, t, q, w):
        if step == 5:
            raise error("enough")

    with pytest.raises(error, match="enough") as caught:
        go(method, omega=omega, steps=1000, callback=stop)
    run = caught.value.trajectory
    whole = go(method, omega=omega, steps=1000)
    assert len(run) == 6 and np.array_equal(run.q_raw, whole.q_raw[:6])
    assert run.energy.shape == whole.energy[:6].shape
    gap = rl.quaternion.angle_between(run.at(0.43).q, whole.at(0.43).q)
    assert np.max(gap) < 1e-15


def lost(t, q, omega):
    if t > 0.95:
        raise RuntimeError("sensor lost")
    return (0.0, 0.0, 0.0)


def rooted(t, q, omega):
    return (math.sqrt(1 - t), 0.0, 0.0)


TOP = rl.Body.cone(mass=0.7, radius=0.05, height=0.1)
SPUN = {"omega": (0, 0, 70.0), "q0": rl.quaternion.exp([0.4, 0, 0]), "body": TOP}
SPUN |= {"method": "buss8", "load": rl.loads.uniform_gravity(TOP), "steps": 50}
FAST = {"omega": (1.0, 2.0, 3.0), "h": 20.0, "steps": 1000}
ENDS = [  # the error, what it says, how many records there are
    ({"steps": 100, "load": lost}, RuntimeError, "sensor lost", {10}),
    (FAST, Diverged, "smaller h", range(1, 1001)),
    (FAST | {"omega": [FAST["omega"]]}, Diverged, "smaller h", range(1, 1001)),
    # the state before the step is finite; the sine of its derivatives is not
    (SPUN | {"h": 0.2}, Diverged, "take a smaller h", range(2, 51)),
    (SPUN | {"h": 1.0}, Diverged, "take a smaller h", range(2, 51)),
    ({"steps": 50, "load": rooted}, ValueError, "math domain error", range(1, 51)),
]


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("given, error, said, records", ENDS)
def test_what_ends_a_run_hands_back_what_there_is(given, error, said, records):
    with pytest.raises(error, match=said) as caught:
        go(**given)
    assert type(caught.value) is error  # that of a user stays one
    run = caught.value.trajectory
    assert len(run) in records and np.isfinite(run.q).all()


FAR = {"h": None, "steps": None, "t0": 1e308, "duration": 1.5e308}
WHOLE = "a whole number of steps of 0.1 s, got 10.03; take h = 0.0911818181818182"
WRONG = {  # words: changes that are refused with them
    "Body": [{"body": (1, 2, 3)}],
    r"\(\.\.\., 3\)": [{"omega": (1, 2)}],
    "finite": [{"omega": (1, 2, math.nan)}, {"h": math.nan}, {"h": math.inf}],
    "^omega": [{"omega": "fast"}],
    "real": [{"omega": (1, 2, 3j)}],
    "non-zero": [{"h": 0}],
    "^h, steps, duration: expected a step": [{"duration": 1.0}, {"h": None}],
    "^steps": [{"steps": 0}],
    "integer": [{"steps": 2.5}, {"steps": True}],
    "^every": [{"every": 0}],
    "^t0": [{"t0": math.nan}],
    "unit": [{"q0": (0, 0, 0, 0)}],
    WHOLE: [{"steps": None, "duration": 1.003}],
    "got -10; take h": [{"steps": None, "duration": -1.0}],
    "^duration": [{"steps": None, "duration": math.inf}],
    "normalize": [{"q0": (1, 1, 0, 0)}],
    "^q0": [{"q0": (1, 0, 0)}],
    "broadcast": [{"q0": np.eye(4)[:2], "omega": np.ones((3, 3))}],
    "callable": [{"load": 3.0}],
    "three numbers": [{"load": lambda t, q, w: (1.0, 2.0)}],
    "finite ones": [{"load": lambda t, q, w: (1.0, 2.0, math.nan)}],
    "torque": [{"load": lambda t: (1.0, 2.0, 3.0)}],
    "finite time": [FAR | {"method": "buss4", "tolerance": 1e-6}],
    "expected one of 'auto', 'compiled'": [{"backend": "numpy"}],
}


def test_wrong_arguments():
    for said, changes in WRONG.items():
        refused({said: [partial(rl.integrate, **GOOD | x) for x in changes]})
    refused({"rk4": partial(rl.integrate, **GOOD | {"method": "rk5"})}, NotAvailable)


def test_a_duration_is_a_number_of_steps():
    for h, n in ((0.1, 1), (0.1, 3), (-0.1, 3), (1 / 3, 6)):
        run, same = go(h=h, duration=n * h), go(h=h, steps=n)
        assert run == same and run.stats["steps"] == n


@pytest.mark.parametrize("terminal", [True, False])
def test_a_bar_is_shown_unasked_for_what_is_long_on_a_terminal(terminal, monkeypatch):
    told = []

    class tqdm(list):  # as far as it is used
        __enter__, __exit__ = (lambda self: self), (lambda *given: None)

        def __init__(self, given=(), **options):
            super().__init__(given)

        def update(self, amount):
            told.append(amount)

    package = ModuleType("tqdm")
    package.tqdm, package.__spec__ = tqdm, ModuleSpec("tqdm", None)
    monkeypatch.setitem(sys.modules, "tqdm", package)
    monkeypatch.setattr("sys.stderr.isatty", lambda: terminal, raising=False)
    for steps, shown in ((LONG, terminal), (LONG - 1, False)):
        with meter(steps, long=LONG) as bar, meter(steps, False) as none:
            assert (type(bar).__name__ == "tqdm") == shown
            assert bar.update(3) is none.update(3) is None
    told.clear()
    contact = rl.couplings.contact(0.1, 300.0)  # its steps are made one by one
    pair = {"body": [BODY] * 2, "position": [(0, 0, 0), (0, 0, 1)], "h": 1e-3}
    go("splitting_231", **pair, load=contact, steps=50, every=10, progress=True)
    assert sum(told) == 50 and len(told) > 1


@pytest.mark.parametrize("h", [1e-8, 1e-6, -1e-5])
def test_a_step_that_the_clock_cannot_tell_is_refused(h):
    with pytest.raises(InvalidInput, match="^h: expected at least .* take t0=0"):
        go(h=h, steps=10, t0=1.7e9)
    assert len(go(h=h, steps=10)) == 11


@pytest.mark.parametrize("method", ["rk4", "buss4", "kicks2"])
def test_the_least_step_that_the_clock_can_tell_is_good_enough(method):
    t0, n = 1.7e9, 1000
    h = 1.01 * 2.0**8 * np.spacing(t0)

    def spin_up(since):
        return rl.loads.known_torque(lambda t: (0.0, 0.0, (t - since) / (n * h) ** 2))

    given = {"omega": (0, 0, 1e-9), "h": h, "steps": n, "every": n}
    runs = [go(method, **given, t0=t, load=spin_up(t)) for t in (0.0, t0)]
    assert abs(runs[1].omega[-1, 2] / runs[0].omega[-1, 2] - 1) < 1e-5


# --- steps that are plainly too long --------------------------------------------------


TRIED = "lie_euler", "buss4", "rk4", "rkmk4", "rkmk54", "splitting_231"


def heard_of(method, omega, h, **options):
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        rl.integrate(method, SKEWED, omega=omega, h=h, **{"steps": 3} | options)
    return [str(w.message) for w in said if w.category is LargeStep]


@pytest.mark.parametrize("method", [m for m in rl.methods.ALL if not m.closed_form])
def test_a_step_beyond_what_the_method_can_follow_warns_once(method):
    limit = method.longest_turn
    if math.isinf(limit):
        return
    omega = np.array([0.0, 0.6, 0.8])
    assert heard_of(method, omega, 0.8 * limit) == []
    (said,) = heard_of(method, omega, -1.3 * limit)
    assert f"h|omega| = {1.3 * limit:.3g} rad" in said and method.name in said
    assert "a tolerance" in said


def test_which_runs_are_warned_of():
    start = {"omega": (0.0, 0.0, 0.1), "load": lambda t, q, w: (0.0, 0.0, 20.0)}
    slow, fast, turning = (0.0, 0.1, 0.0), (0.0, 0.0, 15.0), {"omega": (0.0, 0.6, 0.8)}
    for warnings_, method, given in (
        (0, "rk4", start | {"steps": 20}),
        (1, "rk4", start | {"steps": 40}),  # a record that spins too fast
        (1, "rk4", start | {"steps": 40, "every": 40}),
        (0, "buss4", {"omega": [slow, slow]}),
        (1, "buss4", {"omega": [slow, fast]}),  # one of a batch is enough
        (0, "exact", turning | {"h": 1.2}),
        (0, "kicks2", turning | {"h": 1.2}),  # it judges itself
        (0, "exact", turning | {"h": 50.0}),
    ):
        said = heard_of(method, **{"h": 0.1} | given)
        assert len(said) == warnings_ and ("1.5 rad" in "".join(said)) == (
            given["omega"] == [slow, fast]
        ), (method, given)


@pytest.mark.parametrize("method", TRIED)
def test_beyond_the_limit_errors_do_not_follow_the_order(method):
    """Two turns, in steps far below the limit of the record, and beyond it."""
    rng = np.random.default_rng(5)
    body = rl.Body.box(mass=1.0, sides=(3, 1, 2))
    omega = rng.normal(size=(40, 3))
    omega /= np.linalg.norm(omega, axis=-1, keepdims=True)
    q, _ = rl.exact.free_body(body, omega, 12.0)

    def typical(h):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", LargeStep)
            run = rl.integrate(method, body, omega=omega, h=h, steps=round(12 / h))
        gap = rl.quaternion.angle_between(run.q[-1], q)
        return np.exp(np.log(gap).mean())

    limit, order = rl.methods.find(method).longest_turn, rl.methods.find(method).order
    far = np.log2(typical(3 * limit) / typical(1.5 * limit))
    fine = np.log2(typical(0.1 * limit) / typical(0.05 * limit))
    assert abs(fine - order) < 0.3 and abs(far - order) > 0.4


# --- a run that begins again ----------------------------------------------------------


@pytest.mark.parametrize("load", [None, lambda t, q, omega: (0.1 * omega[1], 0.0, t)])
@pytest.mark.parametrize("backend", ["auto", "compiled"])
@pytest.mark.parametrize("method", ["rk4", "buss4", "kicks4", "krenk_nielsen"])
@pytest.mark.parametrize("steps", [3, 300])
def test_a_run_that_begins_again_is_as_a_new_one(method, backend, load, steps):
    """Also after one of another body, and within one of the same kind."""
    given = {"h": 0.01, "steps": steps, "load": load, "backend": backend}
    other, inner = tuple(2.0 * np.array(OMEGA)), []
    for body in (BODY, TILTED, BODY):
        for omega in (OMEGA, other):
            again = partial(rl.integrate, method, body, omega=omega, t0=1.0, **given)
            integration.ENDED.clear()
            new = again()
            rl.integrate(method, body, omega=other, **given)
            assert again() == new
    assert again(callback=lambda *motion: inner or inner.append(again())) == new
    assert inner == [new]


@pytest.mark.parametrize("backend", ["auto", "compiled"])
def test_a_run_begins_again_with_what_its_load_reads_now(backend):
    size = {"of": 0.0}

    def torque(t, q, omega):
        return (0.0, 0.0, size["of"])

    given = {"omega": OMEGA, "h": 0.01, "steps": 400, "load": torque}
    runs = []
    for size["of"] in (0.0, 1.0, 0.0):
        runs.append(rl.integrate("buss4", BODY, backend=backend, **given))
    assert runs[0] == runs[2] != runs[1]
    plain = rl.integrate("rk4", BODY, **given | {"load": None})
    assert np.abs(runs[2].omega - plain.omega).max() < 1e-6


def test_a_law_that_fails_at_another_start_is_refused_as_at_the_first():
    load = rl.Load("root", lambda t, q, omega: (0.0, 0.0, math.sqrt(omega[2])))
    given = {"h": 0.01, "steps": 300, "load": load}
    for _ in range(2):
        rl.integrate("buss4", BODY, omega=OMEGA, **given)
    with pytest.raises(rl.errors.InvalidInput, match="at the start: math domain"):
        rl.integrate("buss4", BODY, omega=(1.0, 0.0, -1.0), **given)
