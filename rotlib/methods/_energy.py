"""A step of any method that keeps the momentum, followed by the return to the polhode of the right energy."""

from .._bind import twin_of
from .._tape import loop
from ..errors import ConvergenceError
from ..kernels.polhode import energy_twice
from ..kernels.quaternion import rotate_back
from ..polhode import restored

MOST, ENOUGH = 30, 1e-12


def starting(start):
    """The state of `start` with 2T behind it."""

    def started(q, omega, J):
        y = start(q, omega, J)
        return (*y, energy_twice(*rotate_back(*y[:4], *y[4:7]), *J))

    return started


def preserving(step):
    """The step on states (..., 2T) that restores 2T, or 2(T + V) under a potential.

    The turn that restores the energy changes the potential too, so under a potential it is repeated until it stops.
    """

    def preserved(t, h, y, J, load):
        base = step(t, h, y[:-1], J, load)
        q, L, wanted = base[:4], base[4:7], y[-1]
        if load is None:
            return (*restored(q, L, J, wanted), *base[4:], wanted)
        total = wanted + 2 * load.potential(y[:4])

        def turn(q):
            wanted = total - 2 * load.potential(q)
            return restored(q, L, J, wanted), wanted

        q, wanted, settled = repeated(turn, q)
        if settled:
            return (*q, *base[4:], wanted)
        off = largest(energy_twice(*rotate_back(*q, *L), *J) - wanted, abs(wanted) + abs(total))
        if off > ENOUGH:
            raise ConvergenceError(
                f"the turn that restores the energy changes the potential as much: off by {off:.2g} after {MOST} turns;"
                " take a smaller step, or the method without energy preservation", residual=off)
        return (*q, *base[4:], wanted)

    return preserved


def repeated(turn, q):
    """q turned until that changes nothing, the energy wanted there, and whether it came to that."""
    for _ in range(MOST):
        before, (q, wanted) = q, turn(q)
        if q == before:
            return q, wanted, True
    return q, wanted, False


@twin_of(repeated)
def _repeated_arrays(turn, q):
    for _ in range(MOST):
        before, (q, wanted) = q, turn(q)
        if all((x == y).all() for x, y in zip(q, before, strict=True)):
            return q, wanted, True
    return q, wanted, False


@twin_of(repeated, "tape")
def _repeated_on_tape(turn, q):
    def again(state):
        new, wanted = turn(tuple(state[:4]))
        same = [x == y for x, y in zip(new, state, strict=False)]
        return (*new, wanted), same[0] & same[1] & same[2] & same[3]

    *q, wanted = loop(again, (*q, 0.0), MOST)
    return tuple(q), wanted, True


def largest(difference, scale):
    return abs(difference) / scale if scale else 0.0


@twin_of(largest)
def _largest_arrays(difference, scale):
    return max(map(largest, difference.ravel().tolist(), scale.ravel().tolist()))
