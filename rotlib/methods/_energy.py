"""A step of any method that keeps the momentum, followed by the return to the polhode of the right energy."""

from .._bind import twin_of
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
        for _ in range(MOST):
            wanted = total - 2 * load.potential(q)
            before, q = q, restored(q, L, J, wanted)
            if equal(q, before):
                return (*q, *base[4:], wanted)
        off = largest(energy_twice(*rotate_back(*q, *L), *J) - wanted, abs(wanted) + abs(total))
        if off > ENOUGH:
            raise ConvergenceError(
                f"the turn that restores the energy changes the potential as much: off by {off:.2g} after {MOST} turns;"
                " take a smaller step, or the method without energy preservation", residual=off)
        return (*q, *base[4:], wanted)

    return preserved


def equal(a, b):
    return a == b


@twin_of(equal)
def _equal_arrays(a, b):
    return all((x == y).all() for x, y in zip(a, b, strict=True))


def largest(difference, scale):
    return abs(difference) / scale if scale else 0.0


@twin_of(largest)
def _largest_arrays(difference, scale):
    return max(map(largest, difference.ravel().tolist(), scale.ravel().tolist()))
