"""A step that keeps the momentum, then the return to the polhode of its energy.

The momentum, seen from the body, lies on a sphere; the curve of right energy on it is
the polhode. From beside it we go at right angles along a hyperboloid, or else along a
great circle through the axis of least or greatest moment, and turn the body by the
least angle that brings the momentum there.
Chapter: Staying on the polhode.
"""

from typing import Any

import numpy as np

from .._types import Function, Scalar, State, Vector
from .._vectors import chosen, dot
from ..errors import ConvergenceError, EnergyOutOfReach
from ..kernels import polhode as _k
from ..kernels.quaternion import rotate_back
from ..numbers import (
    are_arrays,
    copysign,
    greatest,
    least,
    loop,
    positive,
    require,
    select,
    sqrt,
    tape_of,
)

MOST, ENOUGH = 30, 1e-12
SAME = 2.0**-50  # relative difference of energies below which nothing is done
SLACK = 1e-10  # relative excess over the reachable energies that is still rounding


def with_energy(to_state: Function) -> Function:
    """`to_state` with 2T behind the state."""

    def extended(q: State, omega: Vector, J: State) -> State:
        y = to_state(q, omega, J)
        return (*y, _k.energy_twice(*rotate_back(*y[:4], *y[4:7]), *J))

    return extended


def projected_to_energy(step: Function) -> Function:
    """The step on states (..., 2T) that restores 2T, or 2(T + V) under a potential."""

    def projected(t: Scalar, h: Scalar, y: State, J: State, load: Any) -> State:
        base, wanted = step(t, h, y[:-1], J, load), y[-1]
        q, L = base[:4], base[4:7]
        if load is None:
            return (*project_to_energy(q, L, J, wanted), *base[4:], wanted)
        total = wanted + 2 * load.potential(y[:4])

        def turn(q: State) -> tuple[State, Scalar]:
            wanted = total - 2 * load.potential(q)
            return project_to_energy(q, L, J, wanted), wanted

        q, wanted = repeated(turn, q, total)
        return (*q, *base[4:], wanted)

    return projected


def repeated(turn: Function, q: State, total: Scalar) -> tuple[State, Scalar]:
    """The last turn(q) -> (q, 2T), after which nothing of q changes, or hardly 2T."""

    def again(state: State) -> tuple[State, Scalar]:
        q, before, count = tuple(state[:4]), state[4], state[5]
        new, wanted = turn(q)
        off = abs(before - wanted) / positive(abs(wanted) + abs(total))
        w, x, y, z = [a == b for a, b in zip(new, q, strict=True)]
        over = (w & x & y & z) | ((count >= MOST) & (off <= ENOUGH))
        return (*new, wanted, count + 1.0, off), over

    zero = 0.0 * (q[0] + total)
    *q, wanted, _, _ = loop(again, (*q, zero, zero, zero), MOST + 1, unsettled)
    return tuple(q), wanted


def unsettled(*state: Scalar) -> ConvergenceError:
    off = float(np.max(state[-1]))
    return ConvergenceError(
        f"the energy is off by {off:.2g} after {MOST} turns that were to restore it;"
        " take a smaller step, or the method without energy preservation",
        residual=off,
    )


def project_to_energy(q: State, L: State, J: State, E2: Scalar) -> State:
    """q turned so that 2T = E2; flat tuples, principal axes, momentum L in space."""
    l: State = rotate_back(*q, *L)
    size2, now = dot(l, l), _k.energy_twice(*l, *J)
    low, high = size2 / greatest(J), size2 / least(J)
    fits = (low * (1 - SLACK) <= E2) & (E2 <= high * (1 + SLACK))
    failures = np.sum(~fits) if are_arrays(fits) else 1
    require(fits, EnergyOutOfReach, _out_of_reach, E2, low, high, failures)
    E2 = select(E2 < low, low, select(E2 > high, high, E2))  # but for rounding
    same = abs(now - E2) <= SAME * E2
    if same is True:
        return q
    with np.errstate(all="ignore"):
        there, m = _hyperboloid(l, J, E2)
        if tape_of(*q, *L, E2) is not None:
            # where the great circle is needed, the plain step is made again
            said = "the polhode is not reached at right angles; take a smaller step"
            require(there | same, EnergyOutOfReach, lambda: said)
        elif there is not True and not np.all(there | same):
            moment = select(E2 > now, least(J), greatest(J))
            circle = _great_circle(l, J, moment, E2)
            m = chosen(there, m, circle)
        new = _k.least_turn(*q, *l, *m)
    return chosen(same, q, new)


def _hyperboloid(l: State, J: State, E2: Scalar) -> tuple[Scalar, State]:
    """Whether the polhode can be reached at right angles, and the momentum there."""
    there = _k.polhode_room(*l, *J) > 0.0
    if there is not False:  # or the factors would divide by zero
        f = _k.polhode_factors(*l, *(*J, E2))
        there = there & (f[0] >= 0.0) & (f[1] >= 0.0) & (f[2] >= 0.0)
    if there is False:
        return there, l
    return there, [a * sqrt(b) for a, b in zip(l, f, strict=True)]


def _great_circle(l: State, J: State, moment: Scalar, E2: Scalar) -> State:
    """The momentum on the great circle through the first axis of that moment."""
    m = l
    for k in (2, 1, 0):
        i, j = (k + 1) % 3, (k + 2) % 3
        here = (J[k] == moment) & ((l[i] != 0.0) | (l[j] != 0.0))
        if here is False:
            continue  # floats would divide by zero
        square, factor = _k.meridian(l[k], l[i], l[j], J[k], J[i], J[j], E2)
        side = sqrt(greatest((factor, 0.0)))
        along = copysign(sqrt(greatest((square, 0.0))), l[k])
        new = {k: along, i: l[i] * side, j: l[j] * side}
        m = [select(here, new[n], m[n]) for n in range(3)]
    return m


def _out_of_reach(E2: float, low: float, high: float, motions: int) -> str:
    return (
        f"kinetic energy {E2 / 2:.6g} J cannot be reached with this momentum"
        f" ({motions} of the motions), any attitude has between {low / 2:.6g} and"
        f" {high / 2:.6g} J; take a smaller step, or the method without energy"
        " preservation"
    )
