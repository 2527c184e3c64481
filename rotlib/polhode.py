"""Back to the polhode: turn a free body a little so that its energy is again what it was; its momentum stays.

The momentum, seen from the body, lies on a sphere; the curve of right energy on that sphere is the polhode. From a
point beside it we go at right angles along a hyperboloid, or, where there is none, along a great circle through the
axis of least or greatest moment, and then turn the body by the least angle that brings the momentum there.
"""

from math import copysign, sqrt

import numpy as np

from . import _check, quaternion
from ._bind import bind, twin_of
from ._tape import demand, select
from .errors import EnergyOutOfReach, InvalidInput
from .kernels.polhode import energy_twice, least_turn, meridian, polhode_factors, polhode_room
from .kernels.quaternion import rotate_back

SAME = 2.0**-50    # relative difference of energies below which nothing is done
SLACK = 1e-10      # relative excess over the reachable energies that is still rounding


def restore_energy(body, q, momentum_space, kinetic_energy):
    """Turn bodies by the least angle, along the hyperboloids, that gives them an energy; their momentum stays.

    Parameters
    ----------
    body : Body
    q : array_like, shape (..., 4)
        Attitudes, body to space.
    momentum_space : array_like, shape (..., 3)
        Angular momentum, space components, kg m^2/s.
    kinetic_energy : array_like, shape (...)
        The energy of rotation wanted, J.

    Returns
    -------
    ndarray, shape (..., 4)
        Attitudes with that energy.

    Raises
    ------
    EnergyOutOfReach
        If no attitude has that energy: it lies between |L|^2/(2 J_max) and |L|^2/(2 J_min).
    InvalidInput
        For shapes, NaN, or quaternions that are not of length one.

    Notes
    -----
    Implements the energy preservation of Buss's slides with the equations eq-polhode-solution and eq-least-turn.
    Chapter: Staying on the polhode.

    Examples
    --------
    >>> from rotlib import Body
    >>> body, L = Body((1, 2, 3)), [1.0, 1.0, 1.0]
    >>> q = restore_energy(body, [1, 0, 0, 0], L, 1.0)
    >>> omega = body.omega(q, L)
    >>> round(float(body.kinetic_energy(omega)), 12)
    1.0
    """
    q, L = _check.unit_quaternion(q).astype(np.float64), _check.trailing(momentum_space, 3, "momentum_space")
    energy = _check.array(kinetic_energy, "kinetic_energy")
    try:
        shape = np.broadcast_shapes(q.shape[:-1], L.shape[:-1], energy.shape)
    except ValueError:
        raise InvalidInput(
            f"q, momentum_space, kinetic_energy: their leading axes must broadcast, got {q.shape}, {L.shape} and "
            f"{energy.shape}") from None
    axes = body.principal_axes
    q = np.broadcast_to(quaternion.multiply(q, axes), (*shape, 4))
    L, energy = np.broadcast_to(L, (*shape, 3)).astype(np.float64), np.broadcast_to(energy, shape).astype(np.float64)
    turned = bind(restored, "numpy")(
        tuple(np.moveaxis(q, -1, 0)), tuple(np.moveaxis(L, -1, 0)), body.principal_moments, 2 * energy)
    return quaternion.multiply(np.stack(turned, -1), quaternion.conjugate(axes))


def restored(q, L, J, E2):
    """q turned so that 2T = E2; flat tuples, principal axes, momentum L in space."""
    l = rotate_back(*q, *L)
    now, size2 = energy_twice(*l, *J), l[0] * l[0] + l[1] * l[1] + l[2] * l[2]
    low, high = size2 / max(J), size2 / min(J)
    if not low * (1 - SLACK) <= E2 <= high * (1 + SLACK):
        raise EnergyOutOfReach(_out_of_reach(E2, low, high))
    E2 = min(max(E2, low), high)
    if abs(now - E2) <= SAME * E2:
        return q
    m = None
    if polhode_room(*l, *J) > 0.0:
        f = polhode_factors(*l, *J, E2)
        if f[0] >= 0.0 and f[1] >= 0.0 and f[2] >= 0.0:
            m = (l[0] * sqrt(f[0]), l[1] * sqrt(f[1]), l[2] * sqrt(f[2]))
    if m is None:
        k = J.index(min(J) if E2 > now else max(J))
        m = _great_circle(l, J, k, E2)
    return least_turn(*q, *l, *m)


def _great_circle(l, J, k, E2):
    """The momentum of energy E2/2 on the great circle through l and principal axis k."""
    i, j = (k + 1) % 3, (k + 2) % 3
    if l[i] == l[j] == 0.0:
        return l
    square, factor = meridian(l[k], l[i], l[j], J[k], J[i], J[j], E2)
    side = sqrt(max(factor, 0.0))
    m = [0.0, 0.0, 0.0]
    m[k], m[i], m[j] = copysign(sqrt(max(square, 0.0)), l[k]), l[i] * side, l[j] * side
    return tuple(m)


@twin_of(restored)
def _restored_arrays(q, L, J, E2):
    at, turn, room, factors, circle = (
        bind(f, "numpy") for f in (energy_twice, least_turn, polhode_room, polhode_factors, meridian))
    l = bind(rotate_back, "numpy")(*q, *L)
    now, size2 = at(*l, *J), l[0] * l[0] + l[1] * l[1] + l[2] * l[2]
    low, high = size2 / max(J), size2 / min(J)
    outside = ~((low * (1 - SLACK) <= E2) & (E2 <= high * (1 + SLACK)))
    if outside.any():
        first = np.unravel_index(np.argmax(outside), outside.shape)
        raise EnergyOutOfReach(_out_of_reach(E2[first], low[first], high[first], int(outside.sum())))
    E2 = np.minimum(np.maximum(E2, low), high)
    same = np.abs(now - E2) <= SAME * E2
    with np.errstate(all="ignore"):
        f = factors(*l, *J, E2)
        there = (room(*l, *J) > 0.0) & (f[0] >= 0.0) & (f[1] >= 0.0) & (f[2] >= 0.0)
        m = tuple([a * np.sqrt(b) for a, b in zip(l, f, strict=True)])
        if not (there | same).all():
            rising = E2 > now
            ways = [_great_circle_arrays(l, J, J.index(end(J)), E2, circle) for end in (min, max)]
            m = tuple([np.where(there, a, np.where(rising, b, c)) for a, b, c in zip(m, *ways, strict=True)])
        new = turn(*q, *l, *m)
    return tuple([np.where(same, a, b) for a, b in zip(q, new, strict=True)])


@twin_of(restored, "tape")
def _restored_on_tape(q, L, J, E2):
    l = rotate_back(*q, *L)
    now, size2 = energy_twice(*l, *J), l[0] * l[0] + l[1] * l[1] + l[2] * l[2]
    low, high = size2 / max(J), size2 / min(J)
    demand((low * (1 - SLACK) <= E2) & (E2 <= high * (1 + SLACK)))
    E2 = select(E2 < low, low, select(E2 > high, high, E2))
    f = polhode_factors(*l, *J, E2)
    there = (polhode_room(*l, *J) > 0.0) & (f[0] >= 0.0) & (f[1] >= 0.0) & (f[2] >= 0.0)
    demand(there | (abs(now - E2) <= SAME * E2))  # the great circle is left to the caller
    m = [a * b.sqrt() for a, b in zip(l, f, strict=True)]
    new = bind(least_turn, "tape")(*q, *l, *m)
    return tuple([select(abs(now - E2) <= SAME * E2, a, b) for a, b in zip(q, new, strict=True)])


def _great_circle_arrays(l, J, k, E2, circle):
    i, j = (k + 1) % 3, (k + 2) % 3
    square, factor = circle(l[k], l[i], l[j], J[k], J[i], J[j], E2)
    side, on_axis = np.sqrt(np.maximum(factor, 0.0)), (l[i] == 0.0) & (l[j] == 0.0)
    m = [None, None, None]
    m[k], m[i], m[j] = np.copysign(np.sqrt(np.maximum(square, 0.0)), l[k]), l[i] * side, l[j] * side
    return [np.where(on_axis, a, b) for a, b in zip(l, m, strict=True)]


def _out_of_reach(E2, low, high, lanes=1):
    return (f"kinetic energy {float(E2) / 2:.6g} J cannot be reached with this momentum ({lanes} of the motions): any "
            f"attitude has between {float(low) / 2:.6g} and {float(high) / 2:.6g} J; take a smaller step, or the "
            "method without energy preservation")
