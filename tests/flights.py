"""Two bodies that fly, what acts on them, and where that leads by SciPy."""

from functools import cache

import numpy as np
from scipy_motion import motion

import rotlib as rl

BODY = rl.Body(
    [[0.5, 0.05, -0.02], [0.05, 1.1, 0.1], [-0.02, 0.1, 0.8]],
    mass=2.0,
    centre=(0.05, -0.1, 0.02),
)
ADDED = np.diag((0.3, 0.1, 0.2, 0.6, 2.0, 1.1))
ADDED[0, 4] = ADDED[4, 0] = 0.2
ADDED[2, 3] = ADDED[3, 2] = -0.3
FISH = rl.Body(BODY.inertia, BODY.mass, BODY.centre, ADDED)
BODIES = {"rigid": BODY, "added mass": FISH}
START = {
    "q0": (0.8, 0.2, -0.4, 0.4),
    "omega": (1.0, -2.0, 1.5),
    "position": (1.2, -0.5, 0.4),
    "velocity": (0.5, 1.0, -0.7),
}
POINT, ANCHOR = np.array((0.1, 0.2, -0.05)), np.array((0.0, 0.0, 0.5))
SPRING = rl.wrenches.spring(3.0, point=POINT, anchor=ANCHOR)
DRAG = rl.wrenches.linear_drag((0.1, 0.2, 0.3, 0.4, 0.5, 0.6))


def own(t, q, omega, position, velocity):
    """A wrench of time, place and rates, with many functions that have a series."""
    ahead = np.sin(3 * t) + np.abs(position[0] - 5.0)
    up = np.exp(-t) * np.sqrt(1 + position @ position) / np.cosh(0.1 * t)
    push = np.array([ahead, 0.2 * np.cos(t) * velocity[0] ** 2, up])
    return np.concatenate([np.cross(POINT, push) - 0.1 * t * omega, push])


def gust(t, q, omega, position, velocity):
    return 0.2 * t, 0.0, -0.1 * q[1], np.sin(2 * t), 1.0 - t, 0.0


OWN, GUST = rl.Load("own", own), rl.Load("gust", gust)
LOADS = {
    "free": lambda body: None,
    "weight": lambda body: rl.wrenches.weight(body, (0.0, 0.0, -2.0)),
    "spring": lambda body: SPRING,
    "all": lambda body: rl.wrenches.weight(body) + SPRING + DRAG + OWN,
    "planet": lambda body: rl.wrenches.planet(body, 0.6) + GUST,
}


def fly(method, body, h, steps, load=None, **changes):
    given = START | {"h": h, "steps": steps, "load": load} | changes
    return rl.integrate(method, body, **given)


@cache
def truth(load, body, times=(0.0, 0.5)):
    """The motion at these times."""
    parts = () if load is None else load.summands

    def law(*moment):
        return sum((np.array(part.law(*moment)) for part in parts), np.zeros(6))

    return motion(body.inertia_6x6, times, law, **START)
