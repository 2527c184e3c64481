"""What is measured of a contender. Each function returns rows: dictionaries of
numbers and words, one line of a file."""

import warnings
from functools import cache
from time import process_time

import numpy as np

import rotlib as rl
from rotlib.errors import (
    ConvergenceError,
    Diverged,
    EnergyOutOfReach,
    LargeStep,
    StepTooLarge,
)

from . import counting
from .contenders import (
    BODIES,
    FLIGHTS,
    RATES,
    SCIPY,
    TOLERANCES,
    absence,
    all_names,
    kinds,
    most_steps,
    slope_of,
    solve,
)
from .problems import PROBLEMS, coning_attitude

REFUSED = (StepTooLarge, ConvergenceError, Diverged, EnergyOutOfReach)
TURN = 0.1  # rad a step, for price, drift and phase
# rad a step, for the map of failures
LARGE = tuple(2.0 ** (k / 4) for k in range(-20, 13))
RUN, ANGLE, ENERGY = 100, 0.1, 0.1  # steps of that run; what counts as right
LONG = {
    "cheap": 1_000_000,
    "dear": 100_000,
    "loaded": 50_000,
    "flight": 20_000,
    "dear flight": 5_000,
    "classroom": 10_000,
}
PERIODS = 40
ROUNDS = 15
UNIT = PROBLEMS["generic"]  # on which a step of lie_euler is the unit of time


def angle(p, q):
    return float(rl.quaternion.angle_between(p, q))


def integrate(name, problem, h, steps, every=1):
    """A run of a body by one of the methods."""
    method = method_of(name)
    place = (
        {"position": problem.position, "velocity": problem.velocity}
        if problem.kind == "flight"
        else {}
    )
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore", LargeStep)
        return rl.integrate(
            method,
            problem.body,
            omega=problem.omega,
            q0=problem.q0,
            load=problem.load,
            h=h,
            steps=steps,
            every=every,
            progress=False,
            **place,
        )


def method_of(name):
    return (
        FLIGHTS[name]
        if name in FLIGHTS
        else BODIES[name]
        if name in BODIES
        else rl.methods.find(name)
    )


# --- truth ----------------------------------------------------------------------------


@cache
def truth(problem):
    """Attitude at the end, the judge's word; the place too, for a flight."""
    if problem.kind == "free":
        return (
            rl.exact.free_body(
                problem.body, problem.omega, problem.duration, problem.q0
            )[0],
            None,
        )
    if problem.name == "coning":
        return coning_attitude(problem.duration), None
    y = solve(problem, "scipy_dop853", 1e-13).y[:, -1]
    return rl.quaternion.normalize(y[:4]), y[4:7] if problem.kind == "flight" else None


def second(problem):
    """The same from another calculation, and its name."""
    if problem.kind == "rate":
        return (
            end_of_rate("gauss_legendre_6", problem, 20_000),
            None,
            "gauss_legendre_6, 20000 steps",
        )
    if problem.kind == "flight":
        return *runge_kutta(problem, 8000), "Runge-Kutta of order 4, 8000 steps"
    name = "buss8"
    run = integrate(name, problem, problem.duration / 40_000, 40_000, every=40_000)
    return run.q[-1], None, "buss8, 40000 steps"


def runge_kutta(problem, steps):
    right, y = slope_of(problem)
    y, h = np.array(y), problem.duration / steps
    f = lambda t, y: np.array(right(t, y))
    for k in range(steps):
        t = k * h
        k1 = f(t, y)
        k2 = f(t + h / 2, y + h / 2 * k1)
        k3 = f(t + h / 2, y + h / 2 * k2)
        y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + f(t + h, y + h * k3))
    return rl.quaternion.normalize(y[:4]), y[4:7]


def judges():
    """Who judges each problem, and how far a second calculation is away: the least
    error worth showing."""
    for problem in PROBLEMS.values():
        q, x = truth(problem)
        q2, x2, other = second(problem)
        judge = {"free": "rl.exact", "coning": "closed form"}.get(
            problem.kind if problem.kind == "free" else problem.name,
            "DOP853, rtol 1e-13",
        )
        apart = max(angle(q, q2), 0.0 if x is None else float(np.abs(x - x2).max()))
        yield {
            "problem": problem.name,
            "title": problem.title,
            "judge": judge,
            "second": other,
            "apart": apart,
        }


# --- errors at the end against work ---------------------------------------------------


def end_of_rate(name, problem, steps):
    step, q, h = RATES[name][0], problem.q0, problem.duration / steps
    for k in range(steps):
        q = step(k * h, h, q, problem.rate)
    return rl.quaternion.normalize(q)


def precision(name):
    """Error at the end for each problem and step; work in operations."""
    for problem in PROBLEMS.values():
        if absence(name, problem):
            continue
        for amount in amounts(name, problem):
            yield precision_row(name, problem, amount)


def amounts(name, problem):
    """Numbers of steps, or tolerances; the judge's own tolerance is no measurement."""
    if name not in SCIPY:
        return tuple(n for n in problem.counts if n <= most_steps(name))
    judged_by_it = problem.kind != "free" and problem.name != "coning"
    return TOLERANCES[:-1] if judged_by_it else TOLERANCES


def precision_row(name, problem, amount):
    """One point: `amount` is a number of steps, or for SciPy a relative tolerance."""
    row = {
        "problem": problem.name,
        "method": name,
        "asked": amount,
        "steps": "",
        "turn": "",
        "error": "",
        "distance": "",
        "operations": "",
        "outcome": "done",
    }
    q, x = truth(problem)
    try:
        if name in SCIPY:
            found = solve(problem, name, amount)
            steps = attempts(name, found)
            end, place = rl.quaternion.normalize(found.y[:4, -1]), found.y[4:7, -1]
        else:
            steps, place = amount, None
            row |= {"steps": steps, "turn": problem.speed * problem.duration / steps}
            if name in RATES:
                end = end_of_rate(name, problem, steps)
            else:
                run = integrate(
                    name, problem, problem.duration / steps, steps, every=steps
                )
                end = run.q[-1]
                place = run.position[-1] if problem.kind == "flight" else None
    except REFUSED as error:
        return row | {"outcome": type(error).__name__}
    row |= {
        "steps": steps,
        "turn": problem.speed * problem.duration / steps,
        "error": angle(end, q),
    }
    if x is not None:
        row["distance"] = float(np.abs(place - x).max())
    try:
        counts = step_counts(name, problem, problem.duration / steps)
    except (
        REFUSED
    ):  # where the first steps can be taken, and the counted ones not quite
        return row | {"outcome": "not counted"}
    return row | {"operations": round(steps * sum(counts.values()))}


def attempts(name, found):
    """Steps that SciPy attempted, rejected ones included."""
    return round(found.nfev / SCIPY[name][1])


def step_counts(name, problem, h):
    """Operations of a step: arithmetic, roots, functions."""
    if name in SCIPY:
        return scipy_step(name, problem)
    if name in RATES:
        return counting.rate_step(RATES[name][0], problem, h)
    return counting.body_step(method_of(name), problem, h)


@cache
def scipy_step(name, problem):
    """An attempted step: the slopes on counted numbers, the sums of the tableau by
    formula."""
    right, y = slope_of(problem)
    counting.tally.clear()
    right(0.0, np.array(counting.numbers(y), dtype=object))
    slope = {kind: counting.tally[kind] for kind in ("arithmetic", "root", "function")}
    stages, n = SCIPY[name][1], len(y)
    sums = sum((2 * s + 1) * n for s in range(1, stages + 1))
    errors = (2 if stages == 12 else 1) * 2 * (stages + 1) * n + 8 * n
    return {
        kind: stages * count + (sums + errors if kind == "arithmetic" else 0)
        for kind, count in slope.items()
    }


# --- the price of a step --------------------------------------------------------------


def priced(name):
    """The problems on which a contender is timed and counted."""
    if name in RATES:
        return ["acceleration"]
    return [
        p for p in ("generic", "fast top", "spring") if not absence(name, PROBLEMS[p])
    ]


def seconds(name, problem, steps):
    """Processor time of a step, so that other work on the machine counts little."""
    h = TURN / problem.speed
    if name in RATES:
        step, q = RATES[name][0], problem.q0
        clock = process_time()
        for k in range(steps):
            q = step(k * h, h, q, problem.rate)
        return (process_time() - clock) / steps
    if name in SCIPY:
        clock = process_time()
        found = solve(problem, name, 1e-6, end=problem.duration / 10)
        return (process_time() - clock) / attempts(name, found)
    clock = process_time()
    integrate(name, problem, h, steps, every=steps)
    return (process_time() - clock) / steps


def price(names, rounds=ROUNDS):
    """Operations of a step, and its time over that of `lie_euler` on the free box in
    the same round: the median."""
    jobs = [
        (name, PROBLEMS[p]) for name in names if name != "exact" for p in priced(name)
    ]
    counts = {(name, p.name): step_counts(name, p, TURN / p.speed) for name, p in jobs}
    ratios = {(name, p.name): [] for name, p in jobs}
    for _ in range(rounds):
        for name, problem in jobs:
            steps = 1000 if problem.kind == "free" and name not in FLIGHTS else 100
            ratios[name, problem.name].append(
                seconds(name, problem, steps) / seconds("lie_euler", UNIT, 1000)
            )
    for (name, problem), ratio in ratios.items():
        c = counts[name, problem]
        yield {
            "method": name,
            "problem": problem,
            "operations": sum(c.values()),
            "arithmetic": c["arithmetic"],
            "roots": c["root"],
            "functions": c["function"],
            "iterations": iterations(name, PROBLEMS[problem]),
            "time": float(np.median(ratio)),
            "note": "",
        }
    if "exact" in names:
        yield exact_price(rounds)


def iterations(name, problem):
    """Corrections of Newton's method in a step, mean; for SciPy attempted slopes a
    step."""
    if name in SCIPY:
        return SCIPY[name][1]
    if name in RATES:
        return ""
    found = integrate(name, problem, TURN / problem.speed, 100).stats.get("iterations")
    return "" if found is None else float(found[1:].mean())


def exact_price(rounds):
    """The closed form: a time for each time asked for, when a thousand are asked for
    at once."""
    t, ratios = np.linspace(0, 100, 1000), []
    for _ in range(rounds):
        clock = process_time()
        rl.exact.free_body(UNIT.body, UNIT.omega, t)
        ratios.append(
            (process_time() - clock) / 1000 / seconds("lie_euler", UNIT, 1000)
        )
    return {
        "method": "exact",
        "problem": "generic",
        "operations": "",
        "arithmetic": "",
        "roots": "",
        "functions": "",
        "iterations": "",
        "time": float(np.median(ratios)),
        "note": "a time of a thousand asked for at once; not counted",
    }


# --- drift ----------------------------------------------------------------------------

CHEAP = {
    "lie_euler",
    "simo_wong",
    "splitting_123",
    "splitting_231",
    "buss3_false",
    "buss2_plus",
    "buss3_series",
    *(f"buss{p}" for p in range(2, 9)),
    "rk4",
}
CHEAP_FLIGHTS = {"dqvi", "dqvi_published", "buss4_flight", "rkmk54_flight"}


def length_of_run(name, problem):
    """Steps of the long run: as many as the price of a step allows."""
    if kinds(name) == "classroom":
        return LONG["classroom"]
    if name in FLIGHTS:
        return LONG["flight" if name in CHEAP_FLIGHTS else "dear flight"]
    if problem.kind == "top":
        return LONG["loaded"]
    return LONG["cheap"] if name in CHEAP else LONG["dear"]


def checkpoints(steps):
    """Numbers of steps, four a decade, from ten up to all."""
    marks = np.unique(
        np.round(10 ** np.arange(1, np.log10(steps) + 0.01, 0.25)).astype(int)
    )
    return [int(m) for m in marks if m < steps] + [steps]


def drift(name):
    """Largest departures from what should be constant, up to so many steps of a long
    run."""
    for problem in (PROBLEMS["generic"], PROBLEMS["fast top"], PROBLEMS["spring"]):
        if (
            absence(name, problem)
            or name in RATES
            or (problem.kind == "flight" and name not in FLIGHTS)
        ):
            continue
        yield from drift_rows(name, problem, length_of_run(name, problem))


def drift_rows(name, problem, steps):
    h, every = TURN / problem.speed, max(1, steps // 100_000)
    outcome = "done"
    try:
        run = (
            long_of_scipy(name, problem, steps, h)
            if name in SCIPY
            else integrate(name, problem, h, steps, every)
        )
    except REFUSED as error:
        run, outcome = error.trajectory, type(error).__name__
    kept = departures(run, problem)
    k = np.round(run.t / h).astype(int)
    rows = []
    for mark in checkpoints(steps):
        upto = k <= mark
        row = {
            "problem": problem.name,
            "method": name,
            "steps": mark,
            "turned": mark * TURN,
            "energy": "",
            "momentum": "",
            "norm": "",
            "outcome": outcome,
        }
        found = {key: float(values[upto].max()) for key, values in kept.items()}
        if mark > k[-1] or np.inf in found.values():
            rows.append(row if mark > k[-1] else row | {"outcome": "Diverged"})
            break
        rows.append(row | found | {"outcome": "done"})
    return rows


def departures(run, problem):
    """Relative departures of energy and momentum, and that of |q| from one, at each
    record.

    Of a top the momentum is the vertical one; under a spring no momentum is constant.
    """
    with np.errstate(all="ignore"):  # a run that diverges squares large numbers
        kept, L = (
            {
                "energy": np.abs(run.energy / run.energy[0] - 1),
                "norm": np.abs(run.norm_defect),
            },
            run.momentum_space,
        )
        if problem.kind == "top":
            kept["momentum"] = np.abs(L[:, 2] / L[0, 2] - 1)
        elif problem.kind == "free":
            kept["momentum"] = np.sqrt(((L - L[0]) ** 2).sum(1) / (L[0] ** 2).sum())
    return {
        key: np.where(np.isfinite(values), values, np.inf)
        for key, values in kept.items()
    }


def long_of_scipy(name, problem, steps, h, every=10, tolerance=1e-9):
    """SciPy's run over the same time."""
    times = h * np.arange(0, steps + 1, every)
    found = solve(problem, name, tolerance, times=times, end=times[-1])
    q, w = found.y[:4].T, found.y[4:7].T
    return rl.Trajectory(found.t, q, w, problem.body, name, problem.load)


# --- phase: the two clocks of a free body, and the way beside its curve ---------------


def phase(name):
    """Relative errors of both clocks, along the motion; beside it, the largest
    relative error of energy or momentum."""
    for problem in (PROBLEMS["generic"], PROBLEMS["middle"]):
        if absence(name, problem) or name == "exact":
            continue
        yield phase_row(name, problem, TURN / problem.speed)


def phase_row(name, problem, h):
    T = rl.exact.period(problem.body, problem.omega)
    steps = round(PERIODS * T / h)
    row = {
        "problem": problem.name,
        "method": name,
        "turn": h * problem.speed,
        "period": "",
        "precession": "",
        "beside": "",
        "outcome": "done",
    }
    try:
        run = (
            long_of_scipy(name, problem, steps, h, 1)
            if name in SCIPY
            else integrate(name, problem, h, steps)
        )
    except REFUSED as error:
        return row | {"outcome": type(error).__name__}
    kept = departures(run, problem)
    row["beside"] = float(max(kept["energy"].max(), kept["momentum"].max()))
    if np.isinf(row["beside"]):
        return row | {"beside": "", "outcome": "Diverged"}
    found, around = (
        clocks(run, problem) if kept["energy"].max() < ENERGY else (None, None)
    )
    if found is None:
        return row | {"outcome": "lost the polhode"}
    rate = rl.exact.precession_rate(problem.body, problem.omega)
    return row | {"period": found / T - 1, "precession": around / rate - 1}


def clocks(run, problem):
    """Period of the rates, and rate at which the circled axis goes round the
    momentum; None if there are no periods."""
    J = np.array(problem.body.principal_moments)
    w0 = np.array(problem.omega)
    middle = int(np.argsort(J)[1])
    low, high = int(np.argmin(J)), int(np.argmax(J))
    circled = (
        high
        if abs(J[high] * (J[high] - J[middle]) * w0[high] ** 2)
        >= abs(J[low] * (J[middle] - J[low]) * w0[low] ** 2)
        else low
    )
    # each of the other two rates changes sign once in half a period: take the middle
    # one, upwards, whole periods apart
    other = low if circled == high else high
    x = run.omega[:, other]
    up = np.flatnonzero((x[:-1] < 0) & (x[1:] >= 0))
    if len(up) < PERIODS // 2:
        return None, None
    times = np.array([crossing(run.t, x, k) for k in up])
    L = run.momentum_space[0] / np.linalg.norm(run.momentum_space[0])
    axis = rl.quaternion.rotate(run.q, np.eye(3)[circled])
    e1 = np.linalg.svd(L[None])[2][1]
    azimuth = np.unwrap(np.arctan2(axis @ np.cross(L, e1), axis @ e1))
    first, last = (
        np.polynomial.Polynomial.fit(run.t[k - 2 : k + 4], azimuth[k - 2 : k + 4], 5)(s)
        for k, s in ((up[1], times[1]), (up[-2], times[-2]))
    )
    return (times[-2] - times[1]) / (len(times) - 3), abs(last - first) / (
        times[-2] - times[1]
    )


def crossing(t, x, k):
    """The zero between records k and k + 1, by interpolation of order five."""
    first = min(max(k - 2, 0), len(t) - 6)
    s = slice(first, first + 6)
    p = np.polynomial.Polynomial.fit(t[s], x[s], 5)
    a = t[k] + (t[k + 1] - t[k]) * x[k] / (x[k] - x[k + 1])
    slope = p.deriv()
    for _ in range(5):
        a = a - p(a) / slope(a)
    return a


# --- large steps ----------------------------------------------------------------------


@cache
def true_run(problem, h):
    """Attitudes of a run of `RUN` steps."""
    t = h * np.arange(RUN + 1)
    if problem.kind == "free":
        return rl.exact.free_body(problem.body, problem.omega, t, problem.q0)[0]
    return rl.quaternion.normalize(
        solve(problem, "scipy_dop853", 1e-11, times=t, end=t[-1]).y[:4].T
    )


def failure(name):
    """What becomes of a run of a hundred steps as the steps grow."""
    for problem in (PROBLEMS["generic"], PROBLEMS["fast top"]):
        if absence(name, problem) or name in SCIPY or name in RATES or name == "exact":
            continue
        for turn in LARGE:
            yield failure_row(name, problem, turn)


def failure_row(name, problem, turn):
    """`outcome`: right; attitude, if that is wrong and the energy right; energy; or
    the name of the error raised."""
    h = turn / problem.speed
    row = {
        "problem": problem.name,
        "method": name,
        "turn": turn,
        "error": "",
        "energy": "",
        "outcome": "",
    }
    try:
        run = integrate(name, problem, h, RUN)
        off = float(rl.quaternion.angle_between(run.q, true_run(problem, h)).max())
        energy = float(departures(run, problem)["energy"].max())
        if np.isinf(energy):
            raise Diverged("energy beyond the largest number")
    except REFUSED as error:
        return row | {"outcome": type(error).__name__}
    outcome = "right" if off <= ANGLE else "attitude" if energy <= ENERGY else "energy"
    return row | {"error": off, "energy": energy, "outcome": outcome}


# --- who is where ---------------------------------------------------------------------


def coverage(name):
    """One row a problem: measured, or why not."""
    for problem in PROBLEMS.values():
        yield {
            "method": name,
            "kind": kinds(name),
            "problem": problem.name,
            "absent": absence(name, problem),
        }


EACH = {
    "precision": precision,
    "drift": drift,
    "phase": phase,
    "failure": failure,
    "coverage": coverage,
}


def names(only=()):
    return [name for name in all_names() if not only or name in only]
