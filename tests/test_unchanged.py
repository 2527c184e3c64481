"""What must not change when rotlib is rebuilt: how far each method is from the truth in
each kind of motion, and what it refuses. The truths are SciPy's, of equations that are
written down here or in the plain implementations; nothing of rotlib is in them.

`python tests/test_unchanged.py` measures anew and writes `unchanged.json`.
"""

import json
import re
import warnings
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import reference_bodies as plain
from reference_methods import matrix
from scipy_motion import motion

import rotlib as rl

FILE = Path(__file__).with_name("unchanged.json")
METHODS = [m.name for m in rl.methods.ALL] + [
    *("kicks2", "kicks4", "kicks6", "kicks_gauss2", "dmv10_kicks4"),
    *("buss3_ep", "buss4_ep", "rattle", "rattle4", "rattle6"),
]
BEFORE = json.loads(FILE.read_text(encoding="utf-8"))
WORSE, ROUNDING = 1.5, 1e-12  # what is allowed
STEPS = (20, 40)

# --- the motions ----------------------------------------------------------------------

J = np.array([[3.0, 0.2, 0.1], [0.2, 4.0, -0.3], [0.1, -0.3, 5.0]])
Q, OMEGA = np.array((0.8, 0.4, -0.4, 0.2)), np.array((0.5, 1.1, -0.7))
X, V = np.array((0.3, -0.2, 0.5)), np.array((0.1, 0.6, -0.3))
G, MASS, ARM = np.array((0.0, 0.0, -9.81)), 2.0, np.array((0.05, -0.02, 0.08))
AXES, SPINS, SPEEDS = [(1, 0, 0), (0, 0.6, 0.8)], (0.1, 0.2), (9, -5)
ROTORS = {"axes": AXES, "spins": SPINS, "rotor_speeds": SPEEDS}
RATES = np.outer((0.5, 1.0, 2.0), OMEGA)


def drag(t, q, w):
    return 0.3 - 0.4 * w[0], 0.2 * np.cos(t) - 0.3 * w[1], -0.5 * w[2] + 0.1 * w[0]


def hung(q, at, x):
    """The force of a spring of 15 N/m from a point of the body to the origin, space."""
    return -15.0 * (x + matrix(q) @ at)


def motors(t, q, w, s):
    return 0.3 * np.sin(t), -0.05 * s[1]


def held(law=None, omega=OMEGA, **given):
    """q after a second."""
    found = motion(J, (0.0, 1.0), law, Q, omega, **given)
    return found[0] if "events" in given else found.q[-1]


def flown():
    """q, x of a body on a spring, in free fall, in air."""
    M = np.diag([0.0] * 3 + [MASS] * 3)
    M[:3, :3] = J
    end = motion(M, (0.0, 1.0), spring, Q, OMEGA, X, V)
    return np.hstack([end.q[-1], end.position[-1]])


STONES = [
    plain.Stone(np.diag((1.0, 1.5, 2.0)), 1.0, np.zeros(3)),
    plain.Stone(np.diag((2.0, 3.0, 4.0)), 3.0, np.zeros(3)),
]
PAIR = {
    "q0": [Q, (0.5, 0.5, 0.5, -0.5)],
    "position": [(0.0, 0.1, 0.0), (0.1, 0.0, 1.5)],
    "omega": [(0.6, 0.2, 0.3), (-0.3, 0.5, 0.4)],
    "velocity": [(0.1, 0.2, 0.0), (0.1, -0.1, 0.05)],
}
ENDS = (0.2, 0.1, 0.0), (0.0, 0.1, -0.3)


def paired():
    """q and x of two bodies on a spring of 4 N/m, at rest 1 m long."""
    starts = zip(STONES, *PAIR.values(), strict=True)
    parts = [plain.begin(stone, q, x, w, v) for stone, q, x, w, v in starts]
    pull = [(0, 1, plain.spring(4.0, 1.0, *ENDS))]
    return [(part.R, part.x) for part in plain.flow(STONES, parts, pull, 1.0)]


def hinged():
    """q and x of a door that falls about an axis in its side, through the origin."""
    stone, seat, w = plain.Stone(J, MASS, np.zeros(3)), matrix(Q) @ -ARM, (0, 0, 0.4)
    conditions = [("point", 0, None, ARM, (0, 0, 0))]
    conditions += [
        ("across", 0, None, u, matrix(Q) @ (0, 0, 1.0)) for u in np.eye(3)[:2]
    ]
    part = plain.begin(stone, Q, seat, w, np.cross(w, -ARM))
    acting = plain.falling([stone], G)
    (end,) = plain.motion([stone], [part], 1.0, acting, conditions)
    return [(end.R, end.x)]


# --- the same with rotlib -------------------------------------------------------------

BODY = rl.Body(J)
HEAVY = rl.Body(J, mass=MASS, centre=ARM)
STONE = rl.Body(J, mass=MASS)
BALLAST = [rl.Body(s.inertia, mass=s.mass) for s in STONES]
START = {"q0": Q, "omega": OMEGA}
FLIGHT = START | {"position": X, "velocity": V}
DOOR = {
    "q0": [Q],
    "omega": [(0, 0, 0.4)],
    "position": [matrix(Q) @ -ARM],
    "velocity": [np.cross((0, 0, 0.4), -ARM)],
    "joints": [
        rl.joints.hinge(0, "world", ARM, axis_a=(0, 0, 1), axis_b=matrix(Q) @ (0, 0, 1))
    ],
}


def crossing(t, q, w):
    return w[0] - 0.6


def winding(t, q, w, z):
    return -0.5 * z


def wound(t, q, w, z):
    return w - 0.3 * z


def spring(t, q, omega, position, velocity):
    R = matrix(q)
    f = R.T @ hung(q, ARM, position)
    return (*(np.cross(ARM, f) - 0.2 * omega), *(f + MASS * R.T @ G))


def falling(t, q, w):
    return np.cross(ARM, MASS * matrix(q).T @ G)


LAG = rl.Load("lag", winding, start=(0.1, 0.0, 0.2), rate=wound)
WEIGHT = {"load": rl.loads.uniform_gravity(HEAVY)}
STRING = {"load": rl.couplings.spring(0, 1, 4.0, 1.0, *ENDS)}
PUSHED, SPRUNG, MACHINE = {"load": drag}, {"load": spring}, {"backend": "compiled"}
DRIVEN = PUSHED | {"rotor_speeds": SPEEDS, "motors": motors}
FOUND = {"events": lambda t, y: crossing(t, y[:4], y[4:])}
CASES = {
    "free": (BODY, START, held),
    "weight": (HEAVY, START | WEIGHT, lambda: held(falling)),
    "drag": (BODY, START | PUSHED, lambda: held(drag)),
    "states": (
        BODY,
        START | {"load": LAG},
        lambda: held(winding, rate=wound, z=LAG.start),
    ),
    "rotors": (
        BODY.with_rotors(AXES, SPINS),
        START | DRIVEN,
        lambda: held(drag, motors=motors, **ROTORS),
    ),
    "flight": (STONE, FLIGHT | SPRUNG, flown),
    "pair": (BALLAST, PAIR | STRING, paired),
    "hinge": ([STONE], DOOR | {"load": rl.wrenches.weight([STONE])}, hinged),
    "batch": (
        BODY,
        START | PUSHED | {"omega": RATES},
        lambda: [held(drag, omega=omega) for omega in RATES],
    ),
    "event": (BODY, START | PUSHED | {"events": crossing}, lambda: held(drag, **FOUND)),
    "compiled": (BODY, START | PUSHED | MACHINE, lambda: held(drag)),
    "compiled flight": (STONE, FLIGHT | SPRUNG | MACHINE, flown),
    "adaptive": (BODY, START | PUSHED, lambda: held(drag)),
}


def apart(run, case, truth):
    """The largest angle or distance at the end."""
    q = run.q[-1]
    if case == "event":
        return abs(run.t_events[0][0] - truth)
    if case in ("pair", "hinge"):
        places, ends = run.position[-1], truth
    elif case.endswith("flight"):
        q, places = q[None], run.position[-1][None]
        ends = [(matrix(truth[:4]), truth[4:])]
    else:
        ends = [(matrix(y), None) for y in np.reshape(truth, (-1, 4))]
        q, places = q.reshape(-1, 4), [None] * len(ends)
    worst = 0.0
    for mine, x, (R, there) in zip(q, places, ends, strict=True):
        worst = max(worst, np.abs(matrix(mine / np.linalg.norm(mine)) - R).max())
        if there is not None:
            worst = max(worst, np.abs(x - there).max())
    return worst


@cache
def truth_of(case):
    return CASES[case][2]()


def errors(case, method):
    """Errors with few steps and with more, or what refuses."""
    body, given, _ = CASES[case]
    made = []
    try:
        for n in STEPS:
            if case == "adaptive":
                order = 1 if method == "lie_euler" else 3  # else a million steps
                asked = {"tolerance": 1e-2 / n**order, "duration": 1.0}
                run = rl.integrate(method, body, **given, **asked)
            else:
                run = rl.integrate(method, body, **given, h=1 / n, steps=n)
            made.append(float(f"{apart(run, case, truth_of(case)):.3g}"))
    except rl.errors.RotlibError as error:
        return type(error).__name__
    return made


@pytest.mark.day(14)
@pytest.mark.filterwarnings("ignore::rotlib.errors.LargeStep")
@pytest.mark.parametrize("method", BEFORE["free"])
@pytest.mark.parametrize("case", CASES)
def test_errors_and_refusals_are_those_of_before(case, method):
    before = BEFORE[case][method]
    now = errors(case, method)
    if isinstance(before, str):
        assert now == before
    else:
        assert not isinstance(now, str), now
        assert (np.array(now) <= WORSE * np.array(before) + ROUNDING).all(), (
            now,
            before,
        )


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    made = {case: {m: errors(case, m) for m in METHODS} for case in CASES}
    text = re.sub(r"\[\s+(\S+),\s+(\S+)\s+\]", r"[\1, \2]", json.dumps(made, indent=1))
    FILE.write_text(text + "\n", encoding="utf-8")
