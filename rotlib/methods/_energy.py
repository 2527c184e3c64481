"""A step that keeps the momentum, then the return to the polhode of its energy.

Chapter: Staying on the polhode.
"""

from typing import Any

import numpy as np

from .._types import Function, Scalar, State, Vector
from ..errors import ConvergenceError
from ..kernels.polhode import energy_twice
from ..kernels.quaternion import rotate_back
from ..numbers import loop, positive
from ..polhode import project_to_energy

MOST, ENOUGH = 30, 1e-12


def with_energy(to_state: Function) -> Function:
    """`to_state` with 2T behind the state."""

    def extended(q: State, omega: Vector, J: State) -> State:
        y = to_state(q, omega, J)
        return (*y, energy_twice(*rotate_back(*y[:4], *y[4:7]), *J))

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
        "the turn that restores the energy changes the potential as much: off"
        f" by {off:.2g} after {MOST} turns; take a smaller step, or the method"
        " without energy preservation",
        residual=off,
    )
