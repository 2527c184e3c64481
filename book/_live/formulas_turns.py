"""Functions of the figures about turns: the exponential, Magnus's path, coning."""

import math

from formulas import Functions, atan2, cos, sin, sqrt
from rotlib.kernels import magnus_samples as magnus
from rotlib.kernels.magnus_samples import magnus_order_10
from rotlib.kernels.quaternion import exp, log, multiply
from rotlib.magnus import by_terms


def plus(*vectors):
    return tuple(sum(x[1:], start=x[0]) for x in zip(*vectors, strict=True))


def minus(v):
    return tuple(-x for x in v)


def turned_by(angle, axis):
    """The quaternion of a turn by an angle about an axis of length one."""
    return exp(*(angle * x for x in axis))


def band(s, slack, angle, axis, across):
    """Attitude at the part s of a band whose ends are the identity and `turned_by`.

    In the quaternions the two ends and the axis lie on a great circle, and the band
    along it is evenly twisted. Planes through both ends cut other circles out of the
    sphere. With `slack` from 0 to 1 the plane turns over, about the chord between the
    ends, and the band goes from the one arc of the great circle to the other: from a
    twist by the angle to one by the angle less two turns. Both ends stay. At two turns
    the chord has length zero and the circles shrink to a point.
    """
    part = angle / (4 * math.pi)
    tip = math.pi * slack * (1 + part**4 * (slack * slack - 1))
    half, far = sin(angle / 4), cos(angle / 4)  # of the chord; from the centre
    centre = far * cos(tip)
    radius = sqrt(half * half + centre * centre)
    along = (2 * s - 1) * atan2(half, centre)
    out, side = radius * cos(along) - centre, radius * sin(along)
    up = out * sin(tip)
    v = (side * a + up * b for a, b in zip(axis, across, strict=True))
    middle = exp(*(angle / 2 * x for x in axis))
    return multiply(*middle, far + out * cos(tip), *v)


def series(terms):
    """Rotation vector at t in space, of so many Magnus terms; rate omega + alpha t."""
    kernel = by_terms([magnus.TERMS[n] for n in range(1, terms + 1)])

    def omega_path(omega, alpha, t):
        return kernel(*omega, *alpha, t)

    return omega_path


def onward(q, omega, alpha, t, h):
    """Attitude at t + h for the rate omega + alpha t in space; h small."""
    now = plus(omega, tuple(a * t for a in alpha))
    turn = exp(*magnus_order_10(*now, *alpha, h))
    return multiply(*turn, *q)


def way(omega, alpha, t, h):
    """Angle through which the body turns from t to t + h, back and forth added."""

    def speed(t):
        x, y, z = (w + a * t for w, a in zip(omega, alpha, strict=True))
        return sqrt(x * x + y * y + z * z)

    return h / 6 * (speed(t) + 4 * speed(t + h / 2) + speed(t + h))


def exponential(v):
    return exp(*v)


def logarithm(q):
    return log(*q)


def coning(phase, cone):
    """Attitude of a unit whose x axis goes round a cone of that half-angle."""
    turn = exp(phase, 0.0 * phase, 0.0 * phase)
    tilt = exp(0.0 * cone, cone, 0.0 * cone)
    return multiply(*multiply(*turn, *tilt), *(turn[0], *minus(turn[1:])))


def reading(phase, cone):
    """What its gyroscopes have added up since phase 0."""
    return (
        phase * (cos(cone) - 1),
        sin(cone) * (cos(phase) - 1),
        sin(cone) * sin(phase),
    )


def coning_3(fit):
    """The correction of three increments."""
    return lambda *angles: magnus.coning_3(*angles, *magnus.CONING_3[fit])


def advance(correction, count):
    """One turn by the sum of so many increments and their coning correction."""

    def advanced(q, *increments):
        total = plus(*increments)
        if correction is not None:  # the kernel is for rates in space
            flat = (x for v in increments for x in v)
            total = plus(total, minus(correction(*flat)))
        return multiply(*q, *exp(*total))

    return advanced, (4, *(3,) * count), 4


def heading(found, true):
    """Turn about x in space from the true attitude to the one found, in rad."""
    w, *v = true
    return log(*multiply(*found, w, *minus(v)))[0]


def missed(cone, samples):
    """Area in a round between a small circle and the chords of so many samples."""
    angle = 2 * math.pi / samples
    return samples * (sin(cone) * sin(cone) * (angle - sin(angle))) / 2


FUNCTIONS: Functions = {
    "exp": (exponential, (3,), 4),
    "log": (logarithm, (4,), 3),
    "turned_by": (turned_by, (0, 3), 4),
    "band": (band, (0, 0, 0, 3, 3), 4),
    **{f"series_{n}": (series(n), (3, 3, 0), 3) for n in (1, 2, 3, 4)},
    "onward": (onward, (4, 3, 3, 0, 0), 4),
    "way": (way, (3, 3, 0, 0), 0),
    "coning": (coning, (0, 0), 4),
    "reading": (reading, (0, 0), 3),
    "advance_none": advance(None, 1),
    "advance_two": advance(magnus.coning_2, 2),
    "advance_three": advance(coning_3("polynomial"), 3),
    "advance_tuned": advance(coning_3("coning"), 3),
    "heading": (heading, (4, 4), 0),
    "missed": (missed, (0, 0), 0),
}
