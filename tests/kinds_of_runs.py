"""One run of each kind of body, load and method: what is true of every run is asked of
these."""

import numpy as np

import rotlib as rl
from rotlib import loads, methods, wrenches

OMEGA, OTHER = (0.3, 1.0, 0.8), (0.0, -1.0, 0.5)
SPINS = np.random.default_rng(0).normal(size=(3, 2, 3))
FREE = rl.Body((1.0, 2.0, 2.6))
BODY = rl.Body((1.0, 2.0, 2.6), mass=2.0, centre=(0.0, 0.0, 0.3))
SKEWED = rl.Body([[3.0, 0.2, 0.1], [0.2, 4.0, -0.3], [0.1, -0.3, 5.0]], mass=2.0)
OFF = SKEWED.about((-0.1, 0.2, 0.0))
WHEELS = [(1, 0, 0), (0, 0.6, 0.8)], (0.1, 0.2)
WET = rl.Body(SKEWED.inertia, mass=2.0, added_mass=(1, 2, 3, 4, 5, 6))
PAIR = [BODY, BODY.about((0.1, 0, 0))]
PUSH = loads.constant_torque((0.1, 0.0, 0.2), frame="space")
TABLE = np.random.default_rng(5).normal(size=(12, 2))


def brake(t, q, omega):
    return 0.1 * t, -0.1 * omega[1], 0.2 * np.cos(t) * q[1]


def turned(t, q, omega, u):
    return 0.0, 0.2 * u, u


def wheels(t, q, omega, u):
    return 0.1 * u[0], u[1] - 0.1 * omega[1], u[0] * u[1]


def thrust(t, q, omega, position, velocity, u):
    return 0.0, 0.1 * u[1], 0.0, u[0], -0.1 * velocity[1], u[1]


def push(t, q, omega, position, velocity, u):
    return 0.0, 0.0, u, 0.1 * u, 0.0, 0.0


def swing(t):
    return np.sin(3 * t), 0.3 * t


def lag(t, q, omega, z):
    return -0.4 * omega - 0.5 * z[:3] + z[3] * np.array([0.1, 0.0, 0.2])


def lag_rate(t, q, omega, z):
    return np.concatenate([omega - 0.2 * z[:3], np.sin(t) - z[3:]])


def pid(t, q, omega, position, velocity, z):
    push = rl.quaternion.rotate_back(q, -4.0 * position - 0.5 * z)
    return np.concatenate([-0.5 * omega, push - 0.3 * velocity])


def pid_rate(t, q, omega, position, velocity, z):
    return position - 0.1 * z


def fed_rate(t, q, omega, position, velocity, z, u):
    return position - u[0]


def motors(t, q, omega, rotor_speeds):
    return 0.1 * np.sin(t), -0.02 * rotor_speeds[1]


def drag(t, q, omega, u):
    return -u[0] * omega


def height(q):
    return 2.0 * rl.quaternion.rotate(q, (0.0, 0.0, 0.3))[2] ** 2


def well(q, position):
    corner = position + rl.quaternion.rotate(q, (0.1, 0.2, 0.3))
    return corner @ corner / (1.0 + position[2] ** 2)


def band(t, a, b, u):
    way = b.position - a.position
    return np.concatenate((np.zeros(3), u[0] * way + 0.1 * (b.velocity - a.velocity)))


LAG = rl.Load("lag", lag, start=(0.1, 0.0, 0.2, 0.3), rate=lag_rate)
PID = rl.Load("pid", pid, start=(0.1, 0.0, 0.0), rate=pid_rate)
FED = rl.Load("fed", pid, start=(0.1, 0.0, 0.0), rate=fed_rate)
DRIVE = rl.Load("motors", motors=motors)
HILL, WELL = rl.Load("hill", potential=height), rl.Load("well", potential=well)
SINKING = wrenches.weight(BODY)
FALLING = SINKING + wrenches.linear_drag((1, 1, 1, 2, 2, 2))
STRING, PIN = rl.couplings.spring(0, 1, 2.0), rl.joints.ball(0, "world")
NEEDLES = rl.couplings.magnets(0, 1, (1, 0, 0), (0, 0.5, 0))
BAND = rl.Load("band", band, pairs=[(0, 1)], parameters=[2.0])
MOVING = {"position": (1.0, 0.0, 0.2), "velocity": (0.0, 1.0, -0.3)}
SPEEDS = {"rotor_speeds": SPINS[1, :, :2]}
APART = {"omega": SPINS[0], "position": [(0, 0, 0), (0, 0.3, 1.5)]}
TURNING = {"rotor_speeds": (9.0, -5.0)}


def kind(method, body=FREE, load=None, **given):
    return method, body, {"omega": OMEGA, "h": 0.1, "steps": 12, "load": load} | given


def wheeled(body):
    return body.with_rotors(*WHEELS)


KINDS = {
    "free": kind("buss4"),
    "family": kind("splitting4_312", SKEWED),
    "energy kept": kind("buss3_ep"),
    "memory": kind("adams_bashforth_moulton"),
    "closed form": kind("exact"),
    "a method made by a call": kind(methods.krenk_nielsen()),
    "an equation in a loop": kind("dmv", SKEWED),
    "an engine": kind("catto", SKEWED, brake),
    "a row of stages": kind(methods.kicks(nodes=3), SKEWED, PUSH),
    "a heavy top": kind("implicit_midpoint", BODY, loads.uniform_gravity(BODY)),
    "torque": kind("rk4", SKEWED, PUSH),
    "a torque of one's own": kind("buss4", SKEWED, brake),
    "weight": kind("splitting_123", BODY, loads.uniform_gravity(BODY)),
    "sum": kind("rk4", BODY, PUSH + loads.uniform_gravity(BODY)),
    "potential": kind("kicks4", SKEWED, HILL),
    "numbers of a load": kind("rk4", FREE, rl.Load("drag", drag, parameters=[0.3])),
    "flight": kind("dqvi", BODY, FALLING, **MOVING),
    "flight by a number": kind(methods.dqvi(0.5), **MOVING),
    "flight in a potential": kind("rk4", BODY, WELL, **MOVING),
    "added mass": kind("dqvi", WET, **MOVING),
    "rotors": kind("rk4", wheeled(SKEWED), **TURNING),
    "motors": kind("rkmk4", wheeled(SKEWED), PUSH + DRIVE, **TURNING),
    "rotors in flight": kind("rkmk54", wheeled(WET), DRIVE, **TURNING, **MOVING),
    "states": kind("cf4", SKEWED, LAG),
    "states and rotors": kind("rkmk4", wheeled(SKEWED), LAG + DRIVE, **TURNING),
    "states in flight": kind("splitting4_231", OFF, PID, **MOVING),
    "inputs": kind("rk4", FREE, turned, inputs=TABLE[:, 0]),
    "rows of inputs": kind("buss4", FREE, wheels, inputs=TABLE),
    "inputs by time": kind("rk4", FREE, wheels, inputs=swing),
    "inputs in flight": kind("dqvi", BODY, thrust, inputs=TABLE, **MOVING),
    "inputs of states": kind("rk4", OFF, FED, inputs=TABLE, **MOVING),
    "joints": kind("rattle", [BODY], SINKING, joints=[PIN], omega=[OMEGA]),
    "pair": kind("kicks2", [BODY] * 2, STRING, **APART),
    "pair that is pushed": kind(
        "kicks4", PAIR, STRING + rl.Load("push", push), inputs=TABLE[:, 0], **APART
    ),
    "pair in an equation": kind("dqvi", PAIR, STRING + NEEDLES + SINKING, **APART),
    "pair by a series": kind("buss4", PAIR, STRING + SINKING, **APART),
    "pair with rotors and states": kind(
        "rk4", [wheeled(FREE)] * 2, STRING + BAND + PID, **APART, **SPEEDS
    ),
} | {
    f"flight by {method}": kind(method, FREE, wrenches.weight(FREE), **MOVING)
    for method in ("rk4", "kicks4", "splitting_231", "buss4", "rkmk54")
}


def is_own(load):
    """Whether functions of it are written here, so that a file cannot hold them."""
    parts = loads.as_load(load).summands if load else ()
    each = [f for p in parts for f in (p.law, p.potential, p.rate, p.motors)]
    return any(getattr(f, "__module__", "") == __name__ for f in each)


OWN = {name for name, (_, _, given) in KINDS.items() if is_own(given["load"])}


def ran(name, body=None, **changes):
    method, own, given = KINDS[name]
    return rl.integrate(method, own if body is None else body, **given | changes)
