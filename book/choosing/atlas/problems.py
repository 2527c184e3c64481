"""What is integrated: free bodies, bodies under torques, known rates and flights,
each with its start and its duration."""

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, pi, sin

import numpy as np

import rotlib as rl


@dataclass(frozen=True, eq=False)
class Problem:
    """One motion.

    Parameters
    ----------
    name, kind, title : str
        `kind` is "free", "top", "torque", "rate" or "flight"; the title is for people.
    speed : float
        A typical rate, rad/s: speed times step is the turn of a step by which methods
        are compared.
    duration : float
        s.
    counts : tuple of int
        Numbers of steps tried.
    body, omega, q0, load, position, velocity
        As for `rotlib.integrate`.
    rate : callable or None
        rate(t, k): the k-th derivative of the rate's body components, where the rate is
        known beforehand.
    """

    name: str
    kind: str
    title: str
    speed: float
    duration: float
    counts: tuple
    body: rl.Body | None = None
    omega: tuple = (0.0, 0.0, 0.0)
    q0: tuple = (1.0, 0.0, 0.0, 0.0)
    load: object = None
    position: tuple | None = None
    velocity: tuple | None = None
    rate: Callable | None = None


def doublings(first, many):
    return tuple(first * 2**k for k in range(many))


# --- free bodies ----------------------------------------------------------------------

# least moment about axis 2, middle about axis 1
BOX = rl.Body.box(mass=1.0, sides=(2, 3, 1))
STICK = rl.Body(np.array((95.0, 9.0, 94.0)) / 9)  # that of Buss's experiment
STICK_OMEGA = tuple(
    (10 * np.array((1.0, 1.0, 0.0)) / np.sqrt(2) / STICK.inertia.diagonal()).tolist()
)

# --- tops -----------------------------------------------------------------------------

TOP = rl.Body.cone(mass=2700 * pi * 0.05**2 * 0.1 / 3, radius=0.05, height=0.1)
LEANING = (cos(pi / 6), sin(pi / 6), 0.0, 0.0)  # axis 60 degrees from the vertical
WEIGHT = rl.loads.uniform_gravity(TOP)

# --- a weak torque, and one that depends on the rate ----------------------------------

SATELLITE = rl.Body((1.0, 2.0, 2.6))
TIDE = rl.loads.gravity_gradient(SATELLITE, 1e-4, 1.0)
AIR = (0.02, 0.05, 0.03)  # N m s


def air(t, q, omega, *rates):
    """The drag of the air and its derivatives: proportional to the last rate."""
    last = rates[-1] if rates else omega
    return tuple([-d * w for d, w in zip(AIR, last, strict=True)])


DRAG = rl.Load("drag", air)

# --- known rates ----------------------------------------------------------------------

CONE = pi / 6  # half angle of the coning motion, which goes round once in 2 pi seconds


def coning(t, k):
    """Derivatives of the rate of a body whose axis is carried round a cone."""
    phase = t + k * pi / 2
    return (
        cos(CONE) - 1 if k == 0 else 0.0,
        -sin(CONE) * sin(phase),
        sin(CONE) * cos(phase),
    )


def coning_attitude(t):
    """The attitude of the coning motion, from (cos, sin) of half the cone about y."""
    x, y = (t, 0.0, 0.0), (0.0, CONE, 0.0)
    exp, multiply = rl.quaternion.exp, rl.quaternion.multiply
    return multiply(multiply(exp(x), exp(y)), exp([-t, 0.0, 0.0]))


START, GROWTH = (1.0, 0.2, -0.5), (-0.05, 0.12, 0.08)


def accelerating(t, k):
    """Derivatives of a rate with constant acceleration."""
    if k == 0:
        return tuple([a + b * t for a, b in zip(START, GROWTH, strict=True)])
    return GROWTH if k == 1 else (0.0, 0.0, 0.0)


# --- flights --------------------------------------------------------------------------

STONE = rl.Body((0.3, 0.5, 0.7), mass=2.0).about((-0.1, 0.2, -0.05))
HULL = rl.Body(
    (0.3, 0.8, 0.9),
    mass=10.0,
    centre=(0.0, 0.0, -0.02),
    added_mass=(0, 0.1, 0.1, 1, 8, 10),
)
SPRING = rl.wrenches.spring(20.0, point=(0.2, 0, 0.1), anchor=(1, -2, 1))
AFLOAT = rl.wrenches.weight(HULL) + rl.wrenches.constant_force(
    (0, 0, 98.1), name="buoyancy"
)

PROBLEMS = {
    p.name: p
    for p in (
        Problem(
            "generic",
            "free",
            "free box, generic",
            1.0,
            100.0,
            doublings(100, 9),
            BOX,
            (0.6, 0.64, 0.48),
        ),
        Problem(
            "middle",
            "free",
            "free box, near its middle axis",
            1.0,
            100.0,
            doublings(100, 9),
            BOX,
            (1.0, 0.003, 0.0),
        ),
        Problem(
            "stick",
            "free",
            "free stick, nearly symmetric",
            7.1,
            40.0,
            doublings(160, 8),
            STICK,
            STICK_OMEGA,
        ),
        Problem(
            "fast top",
            "top",
            "fast heavy top",
            200.0,
            0.6,
            doublings(100, 8),
            TOP,
            (0.0, 0.0, 200.0),
            LEANING,
            WEIGHT,
        ),
        Problem(
            "slow top",
            "top",
            "slow heavy top, nods deeply",
            140.0,
            0.6,
            doublings(100, 8),
            TOP,
            (0.0, 0.0, 140.0),
            LEANING,
            WEIGHT,
        ),
        Problem(
            "satellite",
            "torque",
            "satellite, weak tide",
            1.0,
            40.0,
            doublings(40, 9),
            SATELLITE,
            (0.3, 1.0, 0.8),
            load=TIDE,
        ),
        Problem(
            "drag",
            "torque",
            "box in air, torque by the rate",
            1.0,
            20.0,
            doublings(20, 9),
            BOX,
            (0.6, 0.64, 0.48),
            load=DRAG,
        ),
        Problem(
            "coning",
            "rate",
            "known rate, coning",
            0.52,
            100.0,
            doublings(50, 9),
            rate=coning,
            q0=(cos(CONE / 2), 0.0, sin(CONE / 2), 0.0),
        ),
        Problem(
            "acceleration",
            "rate",
            "known rate, constant acceleration",
            1.8,
            20.0,
            doublings(20, 9),
            rate=accelerating,
        ),
        Problem(
            "spring",
            "flight",
            "body on a spring",
            1.45,
            5.0,
            doublings(50, 7),
            STONE,
            (0.8, -1.1, 0.5),
            (0.8, 0.2, -0.4, 0.4),
            SPRING,
            (1.0, -2.0, 0.5),
            (0.3, 0.7, -0.2),
        ),
        Problem(
            "vehicle",
            "flight",
            "vehicle in water, added mass",
            1.9,
            10.0,
            doublings(50, 7),
            HULL,
            (0.5, 0.3, 0.2),
            (1.0, 0.0, 0.0, 0.0),
            AFLOAT,
            (0.0, 0.0, 0.0),
            (1.0, 0.05, 0.02),
        ),
    )
}
