"""Of the polhodes: their periods and places, the energy restored, and what it gains."""

import math

from formulas import Functions, Steps, atan2, energy, free, momentum, sqrt
from rotlib.numbers import select
from rotlib.kernels import rigid_body
from rotlib.kernels.polhode import least_turn, polhode_crossing, polhode_factors
from rotlib.kernels.splitting import error_energy, turn

AXES = ("123", "132", "213", "231", "312", "321")  # orders of a splitting
PLAIN = "lie_euler", "buss2", "buss3", "buss4", *(f"splitting_{a}" for a in AXES)
STEPS: Steps = free(*PLAIN, *(f"{name}_ep" for name in PLAIN))


def by_middle(J, of):
    """`of(outer, middle, outer)` for the axes in the order of their moments."""
    ways = [of(*axes) for axes in ((1, 0, 2), (0, 1, 2), (0, 2, 1))]
    between = [
        (J[b] - J[a]) * (J[c] - J[b]) >= 0.0 for a, b, c in ((1, 0, 2), (0, 1, 2))
    ]
    return select(between[0], ways[0], select(between[1], ways[1], ways[2]))


def period(omega, J):
    """Of the rates: 4 K/p, by the arithmetic-geometric mean."""

    def mean(a, b, c):
        ba, cb, ca = (abs(J[i] - J[j]) for i, j in ((b, a), (c, b), (c, a)))
        low, high = J[a] * omega[a] * omega[a], J[c] * omega[c] * omega[c]
        middle = J[b] * omega[b] * omega[b]
        x, y = cb * (ba * middle + ca * high), ba * (cb * middle + ca * low)
        x, y = select(x > y, x, y), abs(x - y)
        x, y = sqrt(x), sqrt(y)
        for _ in range(9):
            x, y = (x + y) / 2, sqrt(x * y)
        return x

    return 2 * math.pi * sqrt(J[0] * J[1] * J[2]) / by_middle(J, mean)


def beside(l, J):
    """Angle in degrees of the momentum from the separatrix, in the body: positive if it
    circles the axis of greatest moment."""

    def angle(a, b, c):
        u, v = (sqrt(abs(1 / J[i] - 1 / J[b])) for i in (a, c))
        x, y = abs(l[c]) * v - abs(l[a]) * u, u * u + v * v
        size2 = l[0] * l[0] + l[1] * l[1] + l[2] * l[2]
        x = select(J[c] > J[a], x, -x)
        return atan2(x, sqrt(abs(size2 * y - x * x))) * (180 / math.pi)

    return by_middle(J, angle)


def energy_axes(omega, J):
    """Semi-axes of the ellipsoid on which momenta have the energy of these rates."""
    E2 = 2 * energy(omega, J)
    return tuple(sqrt(E2 * x) for x in J)


def resting(l):
    """The attitude in which the momentum l of the body points up in space."""
    size = sqrt(l[0] * l[0] + l[1] * l[1] + l[2] * l[2])
    down = l[2] < 0.0
    up = select(down, -size, size)
    q = select(down, 0.0, 1.0), select(down, 1.0, 0.0), 0.0, 0.0
    return least_turn(*q, 0.0, 0.0, up, *l)


def box_sides(J):
    """Sides of the homogeneous box of mass 6 with these moments."""
    sums = [J[1] + J[2] - J[0], J[2] + J[0] - J[1], J[0] + J[1] - J[2]]
    return tuple(sqrt(abs(x)) for x in sums)


def one_axis(k):
    """Attitude and momentum of a body that turns about its axis k alone, for a time."""
    order = k, (k + 1) % 3, (k + 2) % 3

    def turned(q, l, J, time):
        given = (*(q[i + 1] for i in order), *(l[i] for i in order))
        w, *v, second, third = turn(q[0], *given, time / (2 * J[k]))
        back = [order.index(i) for i in range(3)]
        moved = l[k], second, third
        return (w, *(v[i] for i in back), *(moved[i] for i in back))

    return turned, (4, 3, 3, 0), 7


def restored(l, J, E2):
    """The momentum on the polhode of 2T = E2, along the hyperboloid."""
    f = polhode_factors(*l, *J, E2)
    return tuple(x * sqrt(y) for x, y in zip(l, f, strict=True))


def reach(l, J):
    """Least and greatest energy that an attitude can have with this momentum."""
    size2 = l[0] * l[0] + l[1] * l[1] + l[2] * l[2]
    ends = [size2 / (2 * x) for x in J]
    low, high = ends[0], ends[0]
    for x in ends[1:]:
        low, high = select(x < low, x, low), select(x > high, x, high)
    return low, high


def poinsot(omega, J):
    """Where the axis of rotation meets Poinsot's ellipsoid."""
    size = sqrt(2 * energy(omega, J))
    return tuple(x / size for x in omega)


def terms(axes):
    """Of a splitting, at one place of the polhode: T_2, the clock's gain at the right
    energy, chi and chi T_2, whose means make the law of splitting clocks."""
    order = [int(x) - 1 for x in axes]

    def at(omega, J):
        l = rigid_body.momentum_space(1.0, 0.0, 0.0, 0.0, *omega, *J)
        T2, *slope = error_energy(*(x[i] for x in (l, J) for i in order))
        *n, chi = polhode_crossing(*l, *J)
        ahead = sum(n[k] * slope[i] for i, k in enumerate(order))
        return T2, ahead, chi, chi * T2

    return at


def law(omega, J, T2, means):
    """Errors per h^2 and unit of time of a splitting, without and with its energy
    preserved, from the start with these rates and T_2."""
    mean, ahead, chi, both = means
    l = rigid_body.momentum_space(1.0, 0.0, 0.0, 0.0, *omega, *J)
    size2 = l[0] * l[0] + l[1] * l[1] + l[2] * l[2]
    E2 = 2 * energy(omega, J)
    speed2 = omega[0] * omega[0] + omega[1] * omega[1] + omega[2] * omega[2]
    across2 = speed2 - E2 * E2 / size2
    late, plain, kept = ahead - (chi * T2 - both), T2 + 3 * mean, 4 * mean
    return (
        sqrt(late * late * across2 + plain * plain / size2),
        sqrt(ahead * ahead * across2 + kept * kept / size2),
    )


FUNCTIONS: Functions = {
    **{f"about_{k + 1}": one_axis(k) for k in range(3)},
    "body_momentum": (
        lambda omega, J: momentum((1.0, 0.0, 0.0, 0.0), omega, J),
        (3, 3),
        3,
    ),
    "body_rates": (
        lambda l, J: rigid_body.omega_body(1.0, 0.0, 0.0, 0.0, *l, *J),
        (3, 3),
        3,
    ),
    "period": (period, (3, 3), 0),
    "beside": (beside, (3, 3), 0),
    "energy_axes": (energy_axes, (3, 3), 3),
    "poinsot": (poinsot, (3, 3), 3),
    "reach": (reach, (3, 3), 2),
    "resting": (resting, (3,), 4),
    "box_sides": (box_sides, (3,), 3),
    "restored": (restored, (3, 3, 0), 3),
    "law": (law, (3, 3, 0, 4), 2),
    **{f"terms_{axes}": (terms(axes), (3, 3), 4) for axes in AXES},
}
