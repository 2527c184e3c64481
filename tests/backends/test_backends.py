"""When a step is recorded and compiled, and what then becomes of errors, warnings and
bits. That all back ends agree is asked in `runs/test_every_kind.py`."""

import math
import re
from collections import Counter

import numpy as np
import pytest
from problems import BOX, TOP
from replay import run_program

import rotlib as rl
from rotlib.backends import executors, llvm, printed, trace
from rotlib.backends.trace import Kind
from rotlib.errors import ConvergenceError, LargeStep, StepTooLarge
from rotlib.numbers import copysign, select, total
from rotlib.runs.run import Run
from rotlib.stumpff import c0, c1

pytestmark = pytest.mark.long


GIVEN = {"omega": (0.3, 1.0, 0.8), "h": 0.02}


def go(method="rk4", body=BOX, backend="auto", **changes):
    if backend == "compiled":
        pytest.importorskip("llvmlite")
    return rl.integrate(method, body, backend=backend, **GIVEN | changes)


def fresh(name, loaded=False):
    """A run on floats that has not begun."""
    body, load = (TOP, rl.loads.uniform_gravity(TOP)) if loaded else (BOX, None)
    given = {"q0": np.array([1.0, 0, 0, 0]), "omega": np.array(GIVEN["omega"])}
    return Run(rl.methods.find(name), body, load, Kind.FLOAT, given)


def test_c0_and_c1_share_their_root_and_are_one_at_no_turn():
    def step(t, h, y, J, load):
        return c0(y[0]), c1(y[0])

    made = trace.record(step, 1, 0, None, Kind.TRACE_FLOAT)
    assert [made.ops[place].name for place in made.block].count("sqrt") == 1
    for s in (0.0, 1e-300, 0.3, 40.0):
        assert run_program(made, 0.0, 0.5, (s,), ())[0] == (c0(s), c1(s))


@pytest.mark.parametrize("loaded", [False, True])
@pytest.mark.parametrize(("name", "steps"), [("rkmk4", 50), ("buss4", 5)])
def test_steps_are_written_down_where_it_pays(name, steps, loaded, monkeypatch):
    """After 200 of them, of a series in a loop after twenty."""
    monkeypatch.setattr(executors, "MADE", Counter())
    run = fresh(name, loaded)
    each = (steps, 2 * steps, steps)
    kinds = [executors.select_executor(run, "auto", 0.0, 0.1, n) for n in each]
    assert [x.knows_load for x in kinds] == [False, False, True]
    monkeypatch.setattr(executors, "program_of", None)  # it is remembered
    again = executors.select_executor(run, "auto", 0.0, 0.1, 1)
    assert again.program is kinds[-1].program


def test_a_batch_is_written_down_where_it_pays():
    omega, q = np.ones((300, 3)), np.tile([1.0, 0, 0, 0], (300, 1))
    given = {"q0": q, "omega": omega}
    many = Run(rl.methods.buss4, BOX, None, Kind.NUMPY, given)
    for steps in (3, 1000):
        executor = executors.select_executor(many, "auto", 0.0, 0.1, steps)
        assert executor.knows_load == (steps == 1000)


@pytest.mark.parametrize("loaded", [False, True])
def test_other_bodies_and_parameters_of_a_load_need_no_new_text(loaded):
    texts, numbers = set(), set()
    for mass in (0.7, 0.9):
        top = rl.Body.cone(mass=mass, radius=0.05, height=0.1)
        load = rl.loads.uniform_gravity(top) if loaded else None
        given = {"q0": np.array([1.0, 0, 0, 0]), "omega": np.ones(3)}
        run = Run(rl.methods.buss2, top, load, Kind.FLOAT, given)
        texts.add(llvm.text(executors.program_of(run, Kind.TRACE), 1))
        numbers.add(tuple(x for given in run.numbers[loaded:] for x in given.flat))
    assert len(texts) == 1 and len(numbers) == 2


def test_threads_change_nothing(monkeypatch):
    given = {"method": "buss2", "steps": 100, "every": 30, "backend": "compiled"}
    given["omega"] = np.random.default_rng(3).normal(size=(1500, 3))
    runs = []
    for n in ("1", "3"):
        monkeypatch.setenv("ROTLIB_THREADS", n)
        runs.append(go(**given).q_raw.tobytes())
    assert runs[0] == runs[1]
    for wrong in ("many", "0", "²"):
        monkeypatch.setenv("ROTLIB_THREADS", wrong)
        with pytest.raises(rl.errors.InvalidInput, match="ROTLIB_THREADS"):
            go(**given)


def test_an_empty_batch_and_numbers_that_leave_the_finite():
    empty = go("buss2", omega=np.ones((0, 3)), steps=4, backend="compiled")
    assert empty.q.shape == (5, 0, 4)

    def blast(t, q, omega):
        return (1e3 * omega[0] * omega[0], 0.0, 0.0)

    given = {"omega": (1.0, 0.1, 0.1), "h": 0.1, "steps": 3000, "load": blast}
    for backend in ("auto", "compiled"):
        with pytest.raises(rl.errors.Diverged) as caught:
            go(**given, backend=backend)
        so_far = caught.value.trajectory
        assert np.isfinite(so_far.q).all() and 1 <= len(so_far) < 60


def test_steps_beyond_the_polynomials_are_left_to_the_library():
    # half turns of up to 5 rad
    given = {"omega": (3.0, 100.0, 1.0), "h": 0.1, "steps": 12, "every": 5}
    plain, fast = (go("buss2", **given, backend=b) for b in ("auto", "compiled"))
    assert np.abs(plain.q_raw - fast.q_raw).max() < 1e-12
    given["omega"] = np.stack([(0.1, 0.2, 0.3), given["omega"]])
    many = go("buss2", **given, backend="compiled")
    assert np.abs(many.q_raw[:, 1] - plain.q_raw).max() < 1e-12
    # one step of a system fails as a whole
    given |= {"position": np.eye(3)[:2], "load": rl.couplings.gravity([BOX] * 2)}
    pair = "splitting4_231", [BOX] * 2
    plain, fast = (go(*pair, b, **given) for b in ("auto", "compiled"))
    assert np.abs(plain.q_raw - fast.q_raw).max() < 1e-12


WEDGE = rl.Body((1.0, 1.5, 2.4))


def push(t, q, omega):
    return (0.0, 0.0, 0.02)


def test_a_step_that_fails_fails_as_it_does_in_python():

    def stopped(**given):
        given |= {"omega": (0.1, 0.3, 0.1), "h": 0.5, "load": push}
        with pytest.raises((StepTooLarge, ConvergenceError)) as caught:
            go("dmv", WEDGE, **given, steps=4000, every=3)
        return caught.value

    plain, fast = stopped(), stopped(backend="compiled")
    assert type(plain) is type(fast) and plain.step == fast.step
    # how far it is off at last is a matter of rounding
    assert re.split(r"[\d.]+ after", str(plain)) == re.split(r"[\d.]+ after", str(fast))
    assert len(plain.trajectory) == len(fast.trajectory) > 10
    assert np.abs(plain.trajectory.q_raw - fast.trajectory.q_raw).max() < 1e-11


@pytest.mark.parametrize("loaded", [False, True])
def test_a_large_step_warns_once(loaded):
    given = {"omega": (0.1, 2.2, 0.1), "h": 1.0, "steps": 30, "backend": "compiled"}
    if loaded:  # and tried beforehand
        given["load"] = rl.loads.uniform_gravity(BOX.about((0.01, 0.0, 0.0)))
    with pytest.warns(LargeStep, match="2 rad") as heard:
        go("krenk_nielsen", WEDGE, **given)
    assert len(heard) == 1
    given["omega"] = np.tile(given["omega"], (3, 1))
    with pytest.warns(LargeStep, match="2 rad"):
        go("krenk_nielsen", WEDGE, **given)


def test_a_step_written_down_warns_as_the_step_does(monkeypatch):
    monkeypatch.setattr(executors, "MADE", Counter())
    given = {"omega": (0.1, 2.2, 0.1), "h": 1.0}
    heard = []
    for steps in (190, 200):
        with pytest.warns(LargeStep, match="mean rate") as said:
            go("krenk_nielsen", WEDGE, steps=steps, **given)
        heard.append({str(w.message) for w in said})
    assert heard[0] <= heard[1]


@pytest.mark.parametrize("batch", [(), (3,)])
def test_single_precision_is_that_of_the_records(batch):
    given = {"steps": 60, "every": 7, "backend": "compiled"}
    narrow = np.full((*batch, 3), 0.7, np.float32)
    single = go("buss2", omega=narrow, **given)
    double = go("buss2", omega=narrow.astype(float), **given)
    assert single.q.dtype == np.float32 and single.stats["backend"] == "compiled"
    assert np.abs(single.q_raw - double.q_raw).max() < 1e-7


# Of a step of the free body, a call of a Stumpff function counted as one: upper
# bounds, not measurements.
MOST = {"lie_euler": 81, "constant_acceleration": 152, "simo_wong": 140}
MOST |= {"buss2": 103, "buss2_minus": 130, "buss2_plus": 120, "buss3_false": 133}
MOST |= {"buss3": 156, "buss3_series": 135, "buss4": 173, "buss5": 305, "buss6": 457}
MOST |= {"buss7": 657, "buss8": 898, "rk4": 262, "rk4_quaternion": 340}
MOST |= {"rk4_naive": 441, "rkmk4": 449, "cf4": 393, "crouch_grossman3": 372}
MOST |= {"splitting_123": 153, "splitting_231": 153, "splitting4_231": 450}
MOST |= {"explicit_euler": 69, "semi_implicit_euler": 70, "clamped_euler": 91}
MOST |= {"catto": 139}


def test_a_step_takes_no_more_operations_than_this():
    for name, most in MOST.items():
        taken = trace.count(executors.program_of(fresh(name), Kind.TRACE_WHOLE))
        assert taken <= most, (name, taken)


@pytest.mark.filterwarnings("ignore::rotlib.errors.LargeStep")
def test_numbers_of_each_lane_reach_compiled_loops_in_their_order():
    """Those of its body and of its load, also where a step is too long for the loop."""
    rng = np.random.default_rng(5)
    given = {
        "body": rl.Body(1.0 + 0.1 * rng.random((30, 3))),
        "load": rl.Load("drag", braked, parameters=rng.random((30, 1))),
        "omega": rng.normal(size=(30, 3))
        * np.where(np.arange(30) % 7, 1.0, 60.0)[:, None],
        "h": 0.3,
        "steps": 20,
    }
    ways = [go("cf4", **given, backend=b) for b in ("auto", "compiled")]
    assert np.allclose(ways[0].q, ways[1].q, atol=1e-10)


@pytest.mark.filterwarnings("ignore::rotlib.errors.LargeStep")
@pytest.mark.parametrize("method", ["buss4", "cf4", "adams_bashforth_moulton"])
def test_what_a_lane_does_is_the_same_whatever_the_others_do(method):
    """Some turn too far for machine code, in every step or in the first ones."""
    omega = np.random.default_rng(7).normal(size=(37, 3))
    omega[::5] *= 30.0
    given = {"h": 0.3, "steps": 23, "every": 4, "backend": "compiled"}
    many = go(method, omega=omega, **given).q_raw
    for some in (slice(3, 9), [35], slice(0, 37, 5)):
        run = go(method, omega=omega[some], **given)
        assert run.q_raw.tobytes() == many[:, some].tobytes()
    one = go(method, omega=omega[5], **given)
    np.testing.assert_allclose(one.q_raw, many[:, 5], rtol=0, atol=1e-9)


def braked(t, q, omega, u):
    return 0.1 * t - u[0] * omega


@pytest.mark.parametrize("method", ["buss4", "krenk_nielsen", "dmv"])
def test_bits_do_not_depend_on_the_width_of_the_vectors(method, monkeypatch):
    pytest.importorskip("llvmlite")
    omega = np.random.default_rng(3).normal(size=(301, 3))
    ends = set()
    for lanes in (2, 4, 8, 16):
        monkeypatch.setattr(llvm.machine(), "lanes", lanes)
        llvm.compiled.cache_clear()
        run = go(method, omega=omega, steps=9, backend="compiled")
        ends.add(run.q_raw.tobytes() + run.omega.tobytes())
    llvm.compiled.cache_clear()
    assert len(ends) == 1


@pytest.mark.parametrize("method", ["buss4", "krenk_nielsen"])
def test_a_long_text_is_compiled_in_less_time_to_the_same_motion(method, monkeypatch):
    levels, ends, plain = [], [], llvm.engine_of

    def engine_of(text, level):
        levels.append(level)
        return plain(text, level)

    monkeypatch.setattr(llvm, "engine_of", engine_of)
    for long in (llvm.LONG, (0, 0)):
        monkeypatch.setattr(llvm, "LONG", long)
        monkeypatch.setattr(llvm, "FUNCTIONS", ENGINES.setdefault((method, *long), {}))
        llvm.compiled.cache_clear()
        for omega in ((0.3, 1.0, 0.8), np.full((5, 3), 0.7)):
            ends.append(go(method, omega=omega, steps=9, backend="compiled").q_raw)
    llvm.compiled.cache_clear()
    assert levels == [2, 2, 0, 0]
    for one, other in zip(ends[:2], ends[2:], strict=True):
        np.testing.assert_allclose(one, other, rtol=0, atol=1e-14)


ENGINES = {}  # which live on: LLVM does not survive that one is given back


def mixed(a, b):
    """Yes and no where numbers are asked for, and a number where yes or no is."""
    up, odd = a > 0.0, b < 1.0
    some = select(up & odd, up, odd)
    return select(a, b * 2.0, b), some * 3.0 + ~up * 0.5 + (up | odd) * 4.0


def mixed_floats(a, b):
    up, odd = a > 0, b < 1
    some = up if up and odd else odd
    return 2 * b if a else b, 3.0 * some + 0.5 * (not up) + 4.0 * (up or odd)


def compared(a, b):
    answers = a < b, a <= b, a > b, a >= b, a == b, a != b
    made = [select(x, 2.0**i, 0.0) for i, x in enumerate(answers)]
    return total(made), b


def zeros(a, b):
    """A zero below zero is another number than one above."""
    return copysign(a, -0.0), copysign(b, 0.0)


@pytest.mark.parametrize(
    ("function", "on_floats", "starts"),
    [
        (mixed, mixed_floats, [(0.5, 0.5), (-0.5, 1.0), (0.5, 2.0), (0.0, 2.0)]),
        (compared, compared, [(1.0, 2.0), (2.0, 2.0), (3.0, 2.0), (math.nan, 2.0)]),
        (zeros, zeros, [(1.0, -1.0)]),
    ],
)
def test_truths_comparisons_and_signs_are_those_of_floats(function, on_floats, starts):
    """In machine code and in Python."""
    pytest.importorskip("llvmlite")
    step = lambda t, h, y, J, load: function(*y)  # noqa: E731
    program = trace.record(step, 2, 0, None, Kind.TRACE)
    loop, constants = llvm.compiled(program, one=True)
    for start in starts:
        y, p, made = np.array(start), np.array(constants, float), np.empty((1, 1))
        loop(0, 1, 1, 0, 1, 2, 2, 0.0, 0.1, y, p, None, made, None)
        assert made == 1 and tuple(y) == on_floats(*start)
        assert printed.on_floats(program)(0.0, 0.1, *start) == on_floats(*start)
