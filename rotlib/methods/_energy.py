"""A step that keeps the momentum, then the return to the polhode of its energy.

Chapter: Staying on the polhode.
"""

from typing import Any

import numpy as np

from .._types import Function, Scalar, State, Vector
from ..errors import ConvergenceError
from ..kernels.polhode import energy_twice
from ..kernels.quaternion import rotate_back
from ..numbers import loop, tape_of
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
        base = step(t, h, y[:-1], J, load)
        q, L, wanted = base[:4], base[4:7], y[-1]
        if load is None:
            return (*project_to_energy(q, L, J, wanted), *base[4:], wanted)
        total = wanted + 2 * load.potential(y[:4])

        def turn(q: State) -> tuple[State, Scalar]:
            wanted = total - 2 * load.potential(q)
            return project_to_energy(q, L, J, wanted), wanted

        q, wanted, settled = repeated(turn, q)
        if settled:
            return (*q, *base[4:], wanted)
        # the potential is that of this attitude, not of the one before the last turn
        off = largest(
            energy_twice(*rotate_back(*q, *L), *J) + 2 * load.potential(q) - total,
            abs(wanted) + abs(total),
        )
        if off > ENOUGH:
            raise ConvergenceError(
                "the turn that restores the energy changes the potential as much: off"
                f" by {off:.2g} after {MOST} turns; take a smaller step, or the method"
                " without energy preservation",
                residual=off,
            )
        return (*q, *base[4:], wanted)

    return projected


def repeated(turn: Function, q: State) -> tuple[State, Scalar, bool]:
    if tape_of(*q) is not None:
        return _repeated_recorded(turn, q)
    for _ in range(MOST):
        before, (q, wanted) = q, turn(q)
        if all(np.all(x == y) for x, y in zip(q, before, strict=True)):
            return q, wanted, True
    return q, wanted, False


def _repeated_recorded(turn: Function, q: State) -> tuple[State, Scalar, bool]:
    def again(state: State) -> tuple[State, Scalar]:
        new, wanted = turn(tuple(state[:4]))
        same = [x == y for x, y in zip(new, state, strict=False)]
        return (*new, wanted), same[0] & same[1] & same[2] & same[3]

    *turned, wanted = loop(again, (*q, 0.0), MOST)
    return tuple(turned), wanted, True


def largest(difference: Scalar, scale: Scalar) -> Scalar:
    """The largest of a batch, relative."""
    safe = np.where(scale == 0.0, 1.0, scale)
    return float(np.max(np.where(scale == 0.0, 0.0, abs(difference) / safe)))
