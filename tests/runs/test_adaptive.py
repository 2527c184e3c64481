"""Steps that choose themselves: what is promised is kept, what cannot be promised is
refused."""

import math
from functools import cache, partial

import numpy as np
import pytest
from flights import BODIES, FISH, LOADS, START
from flights import truth as truth_of
from problems import BRICK, SKEWED, TOP
from refusals import refused
from scipy_motion import motion

import rotlib as rl
from rotlib.backends import executors
from rotlib.backends.trace import Kind
from rotlib.errors import Diverged, InvalidInput, NotAvailable, StepTooSmall
from rotlib.loads import Load
from rotlib.runs.run import Run

WEIGHT = rl.loads.uniform_gravity(TOP)
ABLE = ["lie_euler", "buss2", "buss3_series", *[f"buss{p}" for p in range(4, 9)]]


OIL = Load("oil", lambda t, q, w: -3.0 * w)


def slow_push(t, q, omega):
    return 1e-3 * t, 0.0, -1e-3 * q[1]


SWAY = rl.loads.known_torque(lambda t: (math.cos(t), 0.0, 0.5))
STILL, SLOW, Q0 = (0.0, 0.0, 0.0), (0.3, 1.0, 0.8), rl.quaternion.exp([0.5, 0.2, 0.0])
LEANS = rl.quaternion.normalize((0.955, 0.295, 0.0, 0.0))


def wind(t, q, omega):
    """A torque of time, attitude and rate that knows no derivatives."""
    return np.array([np.cos(t), 0.3 * q[1], 0.5]) - 0.2 * omega


# Body, rate, duration, attitude, load, and how much of the tolerance is missed at the
# end, at most.
PROBLEMS = {
    "tumble": (SKEWED, SLOW, 20.0, None, None, 3),
    "flip": (BRICK, (0.01, 0.0, 10.0), 3.0, None, None, 30),
    "top": (TOP, (0.0, 2.0, 140.0), 0.3, LEANS, WEIGHT, 5),
    "oil": (SKEWED, (3.0, 10.0, 8.0), 10.0, None, OIL, 10),
    "sway": (SKEWED, SLOW, 10.0, None, SWAY, 10),
}
ANY_LOAD = {
    "wind": (SKEWED, (3.0, -1.0, 0.5), 6.0, Q0, Load("wind", wind), 1),
    "from rest": (SKEWED, STILL, 6.0, Q0, Load("wind", wind), 1),
    "falling": (TOP, STILL, 0.6, Q0, Load("w", WEIGHT.law), 1),
    "slow": (SKEWED, STILL, 5.0, Q0, Load("slow", slow_push), 1),
}


def start(name):
    body, omega, duration, q0, load, _ = (PROBLEMS | ANY_LOAD)[name]
    return body, dict(omega=omega, q0=q0, load=load), duration


def go(method, body=SKEWED, tolerance=1e-6, duration=2.0, **given):
    given = {"omega": SLOW, "duration": duration} | given
    return rl.integrate(method, body, tolerance=tolerance, **given)


def adaptive(name, method, tolerance, **options):
    body, given, duration = start(name)
    return go(method, body, tolerance, duration, **given, **options)


@cache
def truth(name, forward=True):
    """Forty moments, and the motion at these."""
    body, given, duration = start(name)
    t = np.linspace(0.0, duration if forward else -duration, 40)
    q0 = (1.0, 0, 0, 0) if given["q0"] is None else given["q0"]
    law = given["load"] and given["load"].law
    return t, motion(body.inertia, t, law, q0, given["omega"])


ASKED = {
    "buss5": (1e-4, 1e-6, 1e-8),
    "buss7": (1e-4, 1e-6, 1e-8, 1e-10, 1e-11),
    "rkmk54": (1e-3, 1e-5, 1e-7, 1e-9),
}


@pytest.mark.parametrize("name", PROBLEMS)
@pytest.mark.parametrize("method", ASKED)
def test_the_error_follows_the_tolerance(name, method):
    ratios = []
    for tolerance in ASKED[method]:
        run = adaptive(name, method, tolerance)
        assert run.stats["error"] <= tolerance
        missed = rl.quaternion.angle_between(run.q[-1], truth(name)[1].q[-1])
        ratios.append(missed / tolerance)
        assert method != "rkmk54" or run.stats["error"] > 0.1 * tolerance
    assert max(ratios) < PROBLEMS[name][5]
    # where the series converges at all, the part of the tolerance that is used is the
    # same for all tolerances
    if method != "rkmk54":
        assert max(ratios[1:4]) < 3 * min(ratios[1:4])


@pytest.mark.parametrize("method", ABLE)
def test_the_tolerance_is_used_up_and_not_wasted(method):
    tolerance = {"lie_euler": 3e-2, "buss2": 1e-4}.get(method, 1e-6)
    run = adaptive("tumble", method, tolerance)
    assert 0.3 * tolerance < run.stats["error"] <= tolerance
    assert run.stats["steps"] == len(run) - 1 == len(np.unique(run.t)) - 1
    assert run.t[-1] == 20.0 and run.stats["smallest"] == np.diff(run.t).min()
    assert run.stats["largest"] == np.diff(run.t).max() and run.method == method


@pytest.mark.parametrize("name", ["tumble", "top", "oil", "sway"])
@pytest.mark.parametrize("method", ABLE)
def test_the_next_term_is_the_error_of_a_step(name, method):
    chosen, (body, given, _) = rl.methods.find(method), start(name)
    q0 = np.array([1.0, 0, 0, 0]) if given["q0"] is None else given["q0"]
    found = []
    for h in (2e-2, 1e-2):
        h = h / np.linalg.norm(given["omega"]) * chosen.order
        one = rl.integrate(method, body, h=h, steps=1, **given)
        fine = rl.integrate("buss8", body, h=h / 4, steps=4, **given)
        state = {"q0": q0, "omega": np.array(given["omega"])}
        machine = Run(chosen, body, given["load"], Kind.FLOAT, state)
        terms = chosen.estimate(0.0, machine.y, machine.J, machine.load)
        missing = np.array(terms) * h ** (chosen.order + 1)
        gain = np.linalg.norm(one.momentum_space[-1] - fine.momentum_space[-1])
        turn = float(rl.quaternion.angle_between(one.q[-1], fine.q[-1]))
        found.append([turn, gain] / np.where(missing, missing, 1.0))
    sizes = 1.0, np.linalg.norm(one.momentum_space[-1])
    for long, short, last, size in zip(*found, missing, sizes, strict=True):
        if last > 1e-13 * size:
            assert abs(short - 1) < 0.12
            assert abs(short - 1) < 0.75 * abs(long - 1) + 2e-3


def test_between_the_steps():
    body, given, duration = start("flip")
    run = adaptive("flip", "buss5", 1e-7)
    t = np.linspace(0, duration, 101)
    q, w = rl.exact.free_body(body, given["omega"], t)
    assert rl.quaternion.angle_between(run.at(t).q, q).max() < 200 * 1e-7
    assert np.array_equal(run.at(run.t).q_raw, run.q_raw)
    loaded, finer = [adaptive("top", "buss7", x) for x in (1e-8, 1e-10)]
    half = (loaded.t[1:] + loaded.t[:-1]) / 2
    q, other = [run.at(half).q for run in (loaded, finer)]
    assert rl.quaternion.angle_between(q, other).max() < 1e-7


def test_rest_and_steady_spin_and_short_runs():
    body = rl.Body((1, 2, 3))
    rest = go("buss4", body, 1e-12, 1e3, omega=STILL)
    assert len(rest) == 2 and rest.stats["error"] == 0.0
    pair = go("rkmk54", body, 1e-12, 1e3, omega=STILL)
    assert len(pair) < 10 and pair.stats["error"] == 0.0
    assert np.array_equal(rest.q_raw[-1], (1, 0, 0, 0))
    steady = go("buss4", body, 1e-12, 10.0, omega=(0, 0, 2))
    # a radian a step, though there is no error to be seen
    assert 20 <= steady.stats["steps"] < 25
    there = rl.quaternion.exp((0, 0, 20.0))
    assert rl.quaternion.angle_between(steady.q[-1], there) < 1e-13
    short = go("buss7", duration=1e-3, h=5.0)
    assert len(short) == 2 and short.t[-1] == 1e-3
    huge = go("buss4", tolerance=1e9, duration=20.0)
    assert 20 < huge.stats["steps"] < 60 and np.isfinite(huge.q).all()
    tilted = {"omega": STILL, "q0": rl.quaternion.exp([0.5, 0, 0]), "load": WEIGHT}
    assert np.ptp(go("buss5", TOP, 1e-8, 0.5, **tilted).energy) < 1e-8


def square(t, q, w):
    return (w[0] * w[0], 0.0, 0.0)


BALL = {"body": rl.Body((1, 1, 1)), "omega": (1, 0, 0), "load": Load("grow", square)}


def test_a_motion_that_ends_in_finite_time():
    begin = 1e9  # there times are 1e-7 s apart
    with pytest.raises(StepTooSmall, match="shorter than rounding") as caught:
        go("buss2", **BALL, tolerance=1e-2, t0=begin)
    so_far, error = caught.value.trajectory, caught.value
    assert 0.9 < so_far.t[-1] - begin < 1.01
    assert so_far.t[-1] == error.t and error.h < 1e-6
    early = so_far.t < begin + 0.9
    assert early.sum() > 10
    growth = so_far.omega[:, 0] * (1 + begin - so_far.t)
    assert np.abs(growth - 1)[early].max() < 0.02


def test_a_pair_meets_loads_that_fail():
    for load, error, said in (
        (lambda t, q, w: (math.nan if t > 0.5 else 0.1, 0, 0), Diverged, "finite"),
        (lambda t, q, w: (1 / 0 if t > 0.5 else 0.1, 0, 0), ZeroDivisionError, "zero"),
        (lambda t, q, w: (1.0, 2.0), InvalidInput, "return three numbers"),
    ):
        with pytest.raises(error, match=said) as caught:
            go("rkmk54", omega=(1, 0.4, 0), tolerance=1e-5, load=load)
        if error is not InvalidInput:
            assert 0.0 < caught.value.trajectory.t[-1] <= 0.5


@pytest.mark.parametrize("method", [m for m in rl.methods.ALL if m.estimate is None])
def test_methods_that_cannot_say_why_and_who_can(method):
    with pytest.raises(NotAvailable, match="buss3_series, buss4.*rkmk54") as caught:
        go(method)
    word = "closed form" if method.closed_form else "has not been derived"
    word = "symplectic" if "symplectic" in method.properties else word
    word = "symmetric" if "energy" in method.conserves else word
    word = "closed form" if method.closed_form else word
    assert word in str(caught.value)


def test_other_refusals():
    table = {"take buss4;": partial(go, "buss4_ep")}
    table["one state"] = partial(go, "buss4", omega=np.ones((2, 3)))
    for name in ("steps", "every", "joints", "backend"):
        given = {name: {"joints": [], "backend": "compiled"}.get(name, 10)}
        table[f"^{name}: with a tolerance the steps"] = partial(go, "buss4", **given)
    refused(table, NotAvailable)
    wrong = {"tolerance": (0.0, -1e-6, 1e-17, math.nan, "small")}
    wrong |= {"duration": (0.0, math.inf), "h": (0.0, -1.0)}
    for name, values in wrong.items():
        refused({name: [partial(go, "buss4", **{name: x}) for x in values]})
    small = partial(go, "lie_euler", omega=(1, 2, 3), tolerance=1e-13)
    refused({"rounding; take": small})


@pytest.mark.parametrize("load", [None, SWAY])
@pytest.mark.parametrize("method", ["rkmk54", "buss4"])
def test_a_recorded_attempt_has_the_bits_of_the_step(method, load, monkeypatch):
    """A free body's too, whose attempts ask no load."""
    made, real, runs = [], executors.on_floats, []
    monkeypatch.setattr(executors, "on_floats", lambda x: made.append(x) or real(x))
    for alone in (10**12, 0):
        assert not made
        monkeypatch.setattr(executors, "ALONE", alone)
        runs.append(go(method, load=load))
    plain, written = runs
    assert plain == written and len(made) >= written.stats["steps"] - 1 > 5
    for name in ("taken", "error", "rejected", "load_calls"):
        assert np.array_equal(plain.stats[name], written.stats[name])


# --- a pair, for any load -------------------------------------------------------------


@pytest.mark.parametrize("forward", [True, False])
@pytest.mark.parametrize("name", ANY_LOAD)
def test_a_pair_keeps_the_tolerance_under_any_load(name, forward):
    (t, there), (body, given, _) = truth(name, forward), start(name)
    used = []
    for tolerance in (1e-3, 1e-5, 1e-7):
        run = go("rkmk54", body, tolerance, t[-1], **given)
        assert run.stats["error"] <= tolerance
        used.append(rl.quaternion.angle_between(run.at(t).q, there.q).max())
        assert used[-1] < tolerance
        off = np.abs(run.at(t).omega - there.omega).max()
        assert off < 10 * tolerance * np.abs(there.omega).max()
    assert used[0] > used[2] > 1e-14


def test_each_step_asks_six_times_and_each_refused_one_too():
    asked = []

    def counted(t, q, omega):
        asked.append(t)
        return wind(t, q, omega)

    given = {"omega": (3, 10, 8), "duration": 4.0, "load": counted}
    run = go("rkmk54", h=2.0, **given)
    tried = run.stats["steps"] + run.stats["rejected"]
    assert run.stats["rejected"] > 0
    assert run.stats["load_calls"] == 1 + 6 * tried == len(asked) - 1  # one to try it
    asked.clear()
    run.at(np.linspace(1.0, 1.0 + 1e-3, 100))
    assert len(asked) <= 2 * 7 + 1
    taylor = adaptive("oil", "buss4", 1e-5)
    assert taylor.stats["load_calls"] > 2 * taylor.stats["steps"]


def one_step(h):
    """(error of the step, estimate, largest error between), two motions' angles."""
    load, method = Load("wind", wind), rl.methods.rkmk54
    start = {"q0": np.array(Q0), "omega": np.array([1.0, -2.0, 1.5])}
    machine = Run(method, SKEWED, load, Kind.FLOAT, start)
    given = machine.J, machine.load
    y = machine.y
    pair = method.estimate
    end, slopes = pair.attempt(0.0, h, y, *given, pair.slope(0.0, y, *given))
    parts = (0.2, 0.45, 0.7, 0.9)
    between = [pair.between(part, h, y, machine.J, slopes) for part in (*parts, 1.0)]
    given = {"omega": start["omega"], "q0": Q0, "h": h / 400, "steps": 400}
    fine = rl.integrate("rkmk54", SKEWED, **given, load=load)
    exact = Run(method, SKEWED, load, Kind.FLOAT, start)

    def off(y, k):
        exact.begin(fine.q[k], fine.omega[k])
        angle = rl.quaternion.angle_between(np.array(y[:4]), np.array(exact.y[:4]))
        return angle, np.linalg.norm(np.subtract(y[4:], exact.y[4:]))

    assert np.abs(np.subtract(between[-1], end)).max() < 1e-15
    turn, rest = pair.missing(h, slopes)
    inside = [off(y, round(400 * x)) for y, x in zip(between, parts, strict=False)]
    sizes = np.linalg.norm(turn), np.linalg.norm(rest)
    return np.array([off(end, 400), sizes, np.max(inside, axis=0)])


def test_orders_of_the_step_of_its_estimate_and_of_what_is_between():
    step, estimate, between = np.log2(one_step(0.1) / one_step(0.05))
    # of one step: a power more than of a run
    assert (np.abs(step - 6) < 0.4).all() and (np.abs(estimate - 5) < 0.2).all()
    assert (between > 4.7).all(), between


def test_between_the_steps_of_a_pair_nothing_jumps():
    run = go("rkmk54", omega=(3, 10, 8), duration=3.0, tolerance=1e-4, load=wind)
    assert np.array_equal(run.at(run.t).q_raw, run.q_raw)
    for side in (-1e-7, 1e-7):
        near = run.at(run.t[1:-1] + side)
        turn = rl.quaternion.exp(side * run.omega[1:-1])
        turned = rl.quaternion.multiply(run.q[1:-1], turn)
        assert rl.quaternion.angle_between(near.q, turned).max() < 1e-11
        assert np.abs(near.norm_defect).max() < 1e-14


def test_steps_that_are_left_out_are_not_guessed():
    run = adaptive("tumble", "rkmk54", 1e-5)
    part = run[5:9]
    t = np.linspace(part.t[0], part.t[-1], 9)
    assert np.array_equal(part.at(t).q_raw, run.at(t).q_raw)
    with pytest.raises(NotAvailable, match="at: the steps between.*ask the whole run"):
        run[::10].at(1.0)


def test_a_torque_that_jumps_costs_part_of_the_tolerance_only():
    def thrust(t, q, omega):
        return (0.0, 1.0, 0.3) if 1.0 < t < 1.3 else (0.0, 0.0, 0.0)

    q, omega = (1.0, 0.0, 0.0, 0.0), SLOW
    pieces = (1.0, "buss8", None), (0.3, "rkmk4", lambda *_: (0.0, 1.0, 0.3))
    for duration, method, load in (*pieces, pieces[0]):
        given = {"h": duration / 600, "steps": 600, "load": load}
        piece = rl.integrate(method, SKEWED, omega=omega, q0=q, **given)
        q, omega = piece.q[-1], piece.omega[-1]
    for tolerance in (1e-4, 1e-7, 1e-10):
        run = go("rkmk54", tolerance=tolerance, duration=2.3, load=thrust)
        assert run.stats["error"] <= tolerance and run.stats["rejected"] < 120
        assert rl.quaternion.angle_between(run.q[-1], q) < tolerance


def test_what_is_kept_for_jumps_is_spent_once():
    """By steps whose shares are less than what one of them may take of it."""
    run = adaptive("tumble", "rkmk54", 3e-11)
    assert run.stats["steps"] > 1200 and run.stats["error"] <= 3e-11


@pytest.mark.parametrize(
    "method, power, tolerance, most",
    [("buss3_series", 5, 1e-6, 500), ("rkmk54", 5, 1e-8, 80), ("rkmk54", 8, 1e-8, 120)],
)
def test_a_torque_that_hides_at_the_start_is_noticed(method, power, tolerance, most):
    late = lambda t, q=None, w=None: (0.0, 0.0, t**power)  # noqa: E731
    load = late if method == "rkmk54" else rl.loads.known_torque(late)
    run = go(method, rl.Body((1, 2, 3)), tolerance, omega=STILL, load=load)
    angle = 2.0 ** (power + 2) / (power + 1) / (power + 2) / 3
    there = rl.quaternion.exp((0, 0, angle))
    limit = tolerance * (1 if method == "rkmk54" else 2)
    assert rl.quaternion.angle_between(run.q[-1], there) < limit
    assert run.stats["steps"] < most and (method == "rkmk54" or run.stats["rejected"])


# --- poses ----------------------------------------------------------------------------


@pytest.mark.day(2)
@pytest.mark.parametrize("name", ["free", "all", "planet"])
@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_a_flight_keeps_both_tolerances(body, name):
    t = np.linspace(0.0, 0.5, 21)
    load, given = LOADS[name](body), {"duration": 0.5, **START}
    there = truth_of(load, body, tuple(t))
    for tolerance in (1e-4, 1e-6, (1e-6, 1e-9)):
        run = go("rkmk54", body, tolerance, **given, load=load).at(t)
        turned, moved = np.broadcast_to(tolerance, 2)
        assert rl.quaternion.angle_between(run.q, there.q).max() < turned
        assert np.abs(run.position - there.position).max() < moved
        for what in ("momentum_space", "linear_momentum_space"):
            kept = getattr(run, what)
            assert load or np.abs(kept - kept[0]).max() < 1e-12


def test_what_makes_a_pair_fly_and_what_a_flight_takes():
    fly, moving = partial(go, "rkmk54", duration=0.1), {"velocity": (1, 0, 0)}
    weight, seen = rl.wrenches.weight(BRICK), []
    flights = [fly(BRICK, position=(1, 2, 3)), fly(BRICK, load=weight), fly(FISH)]
    assert all(run.flies for run in flights) and not fly(BRICK).flies
    fly(BRICK, **moving, callback=lambda *a: seen.append(a))
    assert all(len(a) == 6 for a in seen) and seen[-1][4][0] == pytest.approx(0.1)
    table = {"tolerance: .* a position": partial(fly, BRICK, (1e-6, 1e-3))}
    table["position, velocity: buss4 .* rkmk54"] = partial(go, "buss4", BRICK, **moving)
    refused(table, NotAvailable)
    both = [(1e-6, bad) for bad in (0.0, -1.0, math.nan)]
    refused({"tolerance, the second": [partial(fly, BRICK, x, **moving) for x in both]})


# --- a known rate ---------------------------------------------------------------------


def burst(t):
    middle = 5 * math.exp(-(((t - 3) / 0.2) ** 2))
    return np.array([math.cos(3 * t) + 0.2, middle, 0.7 * math.sin(t * t)])


def axis(t):
    return (0.0, 0.0, 5 * math.exp(-(((t - 3) / 0.2) ** 2)))


MOMENTS = np.linspace(0, 6, 13)


@pytest.mark.parametrize("frame", ["space", "body"])
@pytest.mark.parametrize("rate", [burst, axis])
def test_a_known_rate_keeps_the_tolerance(rate, frame):
    at = partial(rl.magnus.attitude, rate, MOMENTS, frame=frame)
    truth, ratios = at(steps=250, order=6), []
    for tolerance in (1e-4, 1e-6, 1e-8, 1e-9):
        for order in (4, 6):
            q = at(tolerance=tolerance, order=order)
            gap = rl.quaternion.angle_between(q, truth).max()
            assert gap < tolerance and (order == 4 or gap < 0.1 * tolerance)
            ratios += [gap / tolerance] if order == 4 else []
    assert min(ratios) > 0.02 and max(ratios) < 4 * min(ratios)


def test_a_known_rate_backwards_in_few_and_in_many_moments():
    ends = rl.magnus.attitude(burst, [0.0, 6.0], tolerance=1e-8)
    many = rl.magnus.attitude(burst, np.linspace(0, 6, 500), tolerance=1e-8)
    assert rl.quaternion.angle_between(ends[-1], many[-1]) < 1e-12
    back = rl.magnus.attitude(burst, [6.0, 3.0, 0.0], tolerance=1e-8, q0=ends[-1])
    assert rl.quaternion.angle_between(back[-1], ends[0]) < 1e-8
    one = rl.magnus.attitude(burst, [1.0], tolerance=1e-3)
    assert np.array_equal(one, [[1, 0, 0, 0]])
    still = rl.magnus.attitude(lambda t: (0, 0, 0), [0.0, 1.0], tolerance=1e-12)
    assert np.array_equal(still[-1], (1, 0, 0, 0))


def test_a_rate_that_jumps_and_what_is_refused():
    jump = lambda t: (0.0, 0.0, 1.0 if t < 1 / 3 else 2.0)  # noqa: E731
    with pytest.raises(StepTooSmall, match=r"0\.3333") as caught:
        rl.magnus.attitude(jump, [0.0, 1.0], tolerance=1e-6)
    assert abs(caught.value.t - 1 / 3) < 1e-9
    at, lost = partial(rl.magnus.attitude, burst), lambda t: (0.0, math.nan, 0.0)
    asked = {"steps": 3, "tolerance": 1e-6}
    refused(
        {
            "one of them": [partial(at, MOMENTS), partial(at, MOMENTS, **asked)],
            "later": partial(at, [0.0, 1.0, 1.0], steps=3),
            "rounding": partial(at, [0.0, 1e6], tolerance=1e-12),
            r"rate\(t\)": partial(rl.magnus.attitude, lost, MOMENTS, tolerance=1e-6),
        }
    )
    refused({"order": partial(at, MOMENTS, steps=3, order=5)}, NotAvailable)


@pytest.mark.parametrize(
    ("moments", "speed", "steps"),
    [
        ([0.0, 1.0], 0.0, 16),
        ([0.0, 1.0], 2.0, 16),
        ([0.0, 1.0], 64.0, 64),
        ([2.0**30, 0.0], 2.0**-24, 64),
    ],
)
def test_a_tolerance_is_refused_if_each_step_would_have_less_than_its_rounding(
    moments, speed, steps
):
    """The first step is a sixteenth of the whole or a radian, whichever is less."""

    def turn(tolerance):
        spin = (0.0, 0.0, speed)
        return rl.magnus.attitude(lambda t: spin, moments, tolerance=tolerance)[-1]

    least = steps * 2.0**-53
    with pytest.raises(InvalidInput, match=f"over {steps} steps"):
        turn(0.99 * least)
    angle = speed * (moments[1] - moments[0])
    right = rl.quaternion.exp((0.0, 0.0, angle))
    for enough in (least, 4 * least)[steps > 16 :]:
        assert rl.quaternion.angle_between(turn(enough), right) < 1e-12


def test_known_rates_keep_unit_length_over_many_steps():
    q = rl.magnus.attitude(lambda t: (3.0, -10.0, 5.0), [0.0, 1.0], steps=500)
    turns = np.full((500, 3), (0.006, -0.02, 0.01))
    for path in (q, rl.magnus.propagate(q[0], turns)):
        assert np.abs(np.linalg.norm(path, axis=-1) - 1).max() < 5e-16


def test_no_step_of_a_known_rate_turns_by_more_than_a_radian():
    """A constant rate has no error at any step, and still is asked every radian."""
    asked = []

    def spin(t):
        asked.append(t)
        return (0.0, 0.0, 50.0)

    rl.magnus.attitude(spin, [0.0, 2.0], tolerance=1e-3)
    assert 50 * np.diff(np.unique(asked)).max() <= 1 / 4 + 1e-12


@pytest.mark.parametrize("t0", [0.0, 1e3, 1.7e9])
def test_the_start_of_the_clock_changes_no_motion(t0):
    """At t = 1.7e9 s times are 2.4e-7 s apart, and steps as long as the times say."""
    run = go("buss4", BRICK, duration=100.0, t0=t0)
    q, _ = rl.exact.free_body(BRICK, SLOW, 100.0)
    assert rl.quaternion.angle_between(q, run.q[-1]) < 1e-6


def test_a_duration_that_the_clock_cannot_tell_is_refused():
    for duration in (1e-8, -1e-6):
        with pytest.raises(InvalidInput, match="^duration: expected at least .* t0=0"):
            go("buss4", BRICK, duration=duration, t0=1.7e9)
        run = go("buss4", BRICK, duration=duration)
        assert len(run) == 2 and run.t[-1] == duration
