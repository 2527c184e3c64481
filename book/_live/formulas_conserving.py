"""Of the box of Nielsen and Krenk, the ball that flies, and the clinic's patients."""

import math

import rotlib as rl
from rotbook import clinic
from formulas import Functions, Steps, atan2, energy, sqrt
from rotlib.kernels import krenk_nielsen, quaternion

BOX = rl.Body.box(mass=1.0, sides=(3, 1, 2))
WARD = rl.Body((1.0, 2.0, 2.6))  # of the clinic's examinations
HEAVY = rl.Body((1.0, 2.0, 2.6), mass=1.0, centre=(0.1, 0.15, 0.3))
WEIGHT = rl.loads.uniform_gravity(HEAVY)
BALL = rl.Body((0.0035, 0.0035, 0.0018), mass=0.42)  # a rugby ball


def krenk_guess(omega, h):
    """What Newton's method starts from: a quarter of the turn."""
    return tuple([h / 4 * w for w in omega])


def krenk_correct(a, omega, J, h):
    """Newton's correction of a for a body that turns by omega, and how wrong a is."""
    m = [h / 4 * w * j for w, j in zip(omega, J, strict=True)]
    *change, residual, _ = krenk_nielsen.reduced_free(*a, *m, *J)
    size = m[0] * m[0] + m[1] * m[1] + m[2] * m[2]
    return (*change, residual / size)


def krenk_solution(a, omega, J, h):
    """Of a solution a: mean rate, turn in degrees, change of the energy."""
    q = krenk_nielsen.cayley(1.0, 0.0, 0.0, 0.0, *a)
    L = [w * j for w, j in zip(omega, J, strict=True)]
    after = [l / j for l, j in zip(quaternion.rotate_back(*q, *L), J, strict=True)]
    size = sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2])
    turn = 720 / math.pi * atan2(size, 1.0)
    change = energy(after, J) / energy(omega, J) - 1
    return *[4 / h * x for x in a], turn, change


def radius(J, mass):
    """Radius of gyration about the third axis."""
    return sqrt(J[2] / mass)


def spin_rate(p, q, h):
    """Rate about the third axis at which one attitude becomes the other in h."""
    w, _, _, z = quaternion.multiply(p[0], -p[1], -p[2], -p[3], *q)
    return 2 * atan2(z, w) / h


def flown_at(x, y, h):
    """Speed at which one place becomes the other in h."""
    a, b, c = (n - m for m, n in zip(x, y, strict=True))
    return sqrt(a * a + b * b + c * c) / h


def spin_for(v, h, k):
    """Computed over true rate for a slow spin along a flight, as published."""
    x = h * v / (2 * k)
    return 1 / (1 - x * x)


def end_of_steps(h, k):
    """The speed at which a slow spin has no step any more, as published."""
    return 2 * k / h


STEPS: Steps = {f"ball_{m}": (m, BALL, None) for m in ("dqvi", "dqvi_published")}
for letter in clinic.LETTERS:
    patient = clinic.patient(letter)
    STEPS[f"patient_{letter}"] = (patient, WARD, None)
    if patient.takes:
        STEPS[f"patient_{letter}_heavy"] = (patient, HEAVY, WEIGHT)
FUNCTIONS: Functions = {
    "radius": (radius, (3, 0), 0),
    "spin_rate": (spin_rate, (4, 4, 0), 0),
    "flown_at": (flown_at, (3, 3, 0), 0),
    "spin_for": (spin_for, (0, 0, 0), 0),
    "end_of_steps": (end_of_steps, (0, 0), 0),
    "krenk_guess": (krenk_guess, (3, 0), 3),
    "krenk_correct": (krenk_correct, (3, 3, 3, 0), 4),
    "krenk_solution": (krenk_solution, (3, 3, 3, 0), 5),
}
