"""DQVI, the dual quaternion variational integrator: attitude and place of a flying body in one step on SE(3).

The state is the pose and the momentum (Pi, p) of the body at a node, in body components. A step gives the momentum half
a kick, finds the increment (phi, psi) of the pose that carries this momentum, moves, and gives the other half.
"""

from dataclasses import replace
from math import sqrt

import numpy as np

from .. import _check
from .._bind import twin_of
from .._tape import demand, loop, select
from ..body import demand_definite
from ..errors import ConvergenceError, InvalidInput, StepTooLarge
from ..kernels.dqvi import advance, momentum_after, newton
from ..newton import dense, positive, solve
from ._method import Method

STATISTICS = ("iterations", "residual", "turn")
UPPER = [(i, j) for i in range(6) for j in range(i, 6)]
SIX = range(6)
PROBE = 2.0**-24    # relative change of a rate, for the slope of a wrench
ROOM = 0.98         # |phi|^2 that an iterate may reach; solutions end at 0.5 or little more
OUTSIDE = "Newton's method leaves the increments by less than half a turn; take a smaller step"


def constants(body):
    """What a step needs of a body: M, its inverse, its determinant, the least radius of gyration, the mass; flat."""
    M = body.inertia_6x6
    demand_definite(M)
    central = M[:3, :3] - M[:3, 3:] @ np.linalg.solve(M[3:, 3:], M[3:, :3])
    gyration = sqrt(float(np.linalg.eigvalsh(central)[0]) / float(np.trace(M[3:, 3:]) / 3))
    inverse = np.linalg.inv(M)
    inverse = (inverse + inverse.T) / 2
    return (*[float(M[i]) for i in UPPER], *inverse.ravel().tolist(), float(np.linalg.det(M)), gyration, body.mass)


def start(q, position, omega, velocity, J):
    """The state (q, position, momentum, statistics of the last step)."""
    nothing = 0.0 * omega[0]
    M = dict(zip(UPPER, J, strict=False))
    V = (*omega, *velocity)
    P = [sum([M[min(i, j), max(i, j)] * V[j] for j in SIX]) for i in SIX]
    return (*q, *position, *P, nothing, nothing, nothing)


def read(y, J):
    """(q, omega, position, velocity) of a state."""
    V = twist(y[7:13], J)
    return y[:4], V[:3], y[4:7], V[3:]


def twist(P, J):
    """V of the momentum P."""
    return tuple([sum([J[21 + 6 * i + j] * P[j] for j in SIX]) for i in SIX])


def _step(dual_scalar_mass):
    """A step of the state (q, position, momentum, ...), with that number in the dual scalar slot."""
    def step(t, h, y, J, load):
        q, x, P, M = y[:4], y[4:7], y[7:13], J[:21]
        mu = J[59] if dual_scalar_mass == "mass" else dual_scalar_mass
        kicked = P if load is None else plus(P, h / 2, load.still(t, q, x))
        target = tuple([h / 2 * a for a in kicked])
        guess = twist(target, J)
        demand_guess(guess, h, J)

        def correct(*z):
            values = newton(*z, *M, mu)
            r, K = [a - b for a, b in zip(values[:6], target, strict=True)], list(values[6:])
            if load is not None and load.moving is not None:
                r, K = with_drag(r, K, t, h, q, x, z, load.moving)
            *dz, r2, determinant = dense(r, K, units)
            return (*shortened(z, dz), r2, determinant)

        scale = positive(reach(target, J[58]))
        units = (J[58] * scale,) * 3 + (scale,) * 3
        *z, determinant, count, residual = solve(correct, guess, (), 0.0 * scale + 1.0)
        turn = demand_branch(z, determinant, h, J)
        q, x = moved(advance(*q, *x, *z))
        P = tuple([2 / h * a for a in momentum_after(*z, *M, mu)])
        if load is not None:
            P = plus(P, h / 2, load.still(t + h, q, x))
            if load.moving is not None:
                P = plus(P, h / 2, load.moving(t + h, q, x, *chord(z, h)))
        return (*q, *x, *P, count, residual, turn)

    return step


def moved(pose):
    return pose[:4], pose[4:]


def plus(P, h, W):
    """P + h W."""
    return tuple([a + h * b for a, b in zip(P, W, strict=True)])


def chord(z, h):
    """(omega, velocity) of the straight way from pose to pose, in the body: 2/h times the increment."""
    return tuple([2 / h * a for a in z[:3]]), tuple([2 / h * a for a in z[3:]])


def with_drag(r, K, t, h, q, x, z, wrench):
    """Residual and Jacobian with half a kick of a wrench at the mean rates, its slope by differences."""
    here = wrench(t, q, x, *chord(z, h))
    r = [a - h * h / 4 * w for a, w in zip(r, here, strict=True)]
    for j in SIX:
        step = PROBE * (abs(z[j]) + abs(h))
        ahead = wrench(t, q, x, *chord([a + step if i == j else a for i, a in enumerate(z)], h))
        for i in SIX:
            K[6 * i + j] = K[6 * i + j] - h * h / 4 * (ahead[i] - here[i]) / step
    return r, K


def shortened(z, dz):
    """dz, halved until z + dz is a rotation by less than half a turn."""
    for _ in range(60):
        if square([a + b for a, b in zip(z[:3], dz[:3], strict=True)]) < ROOM:
            return dz
        dz = [b / 2 for b in dz]
    raise ConvergenceError(OUTSIDE)


@twin_of(shortened)
def _shortened_arrays(z, dz):
    for _ in range(60):
        outside = ~(square([a + b for a, b in zip(z[:3], dz[:3], strict=True)]) < ROOM)
        if not outside.any():
            return dz
        dz = [np.where(outside, b / 2, b) for b in dz]
    raise ConvergenceError(OUTSIDE)


@twin_of(shortened, "tape")
def _shortened_on_tape(z, dz):
    def halve(dz):
        inside = square([a + b for a, b in zip(z[:3], dz[:3], strict=True)]) < ROOM
        return [select(inside, b, b / 2) for b in dz], inside

    return loop(halve, dz, 60)


def square(v):
    return v[0] * v[0] + v[1] * v[1] + v[2] * v[2]


def reach(target, length):
    """Size of a momentum times h/2, with moments divided by a length."""
    return sqrt(square(target[:3])) / length + sqrt(square(target[3:]))


# --- guards ----------------------------------------------------------------------------------------------------------

def demand_guess(z, h, J):
    """The first guess must be a turn by less than half a turn."""
    if not square(z[:3]) < 1.0:
        raise StepTooLarge(_too_large(z, h, J))


@twin_of(demand_guess)
def _demand_guess_arrays(z, h, J):
    bad = ~(square(z[:3]) < 1.0)
    if bad.any():
        raise StepTooLarge(_too_large([a[bad][0] for a in z], h, J))


@twin_of(demand_guess, "tape")
def _demand_guess_on_tape(z, h, J):
    demand(square(z[:3]) < 1.0)


def demand_branch(z, determinant, h, J):
    """The turn of the step, rad, if the solution is on the branch of short steps: there det K/det M is positive."""
    if not determinant / J[57] > 0.0:
        raise StepTooLarge(_too_large(z, h, J))
    return 2 * sqrt(square(z[:3]))


@twin_of(demand_branch)
def _demand_branch_arrays(z, determinant, h, J):
    bad = ~(determinant / J[57] > 0.0)
    if bad.any():
        raise StepTooLarge(_too_large([a[bad][0] for a in z], h, J))
    return 2 * np.sqrt(square(z[:3]))


@twin_of(demand_branch, "tape")
def _demand_branch_on_tape(z, determinant, h, J):
    demand(determinant / J[57] > 0.0)
    return 2 * square(z[:3]).sqrt()


def _too_large(z, h, J):
    turn, way = 2 * float(np.sqrt(square(z[:3]))), 2 * float(np.sqrt(square(z[3:])))
    ratio = way / (2 * J[58])
    good = abs(float(h)) * min(0.3 / max(turn, 1e-300), 0.2 / max(ratio, 1e-300))
    size = f"h|omega| = {turn:.3g} rad and h|v|/2k = {ratio:.3g}, k the radius of gyration"
    return (f"h = {float(h):.3g} s: with {size}, the step has no solution on the branch of short steps; "
            f"take h = {good:.2g} s or less, or for a fast flight dqvi(dual_scalar_mass='mass')")


# --- the method ------------------------------------------------------------------------------------------------------

_PAPER = Method(
    name="dqvi", order=2, summary="Xu and Halse: variational on SE(3), any symmetric 6x6 inertia",
    chapter="DQVI: the step", equation="eq-dqvi-step", step=_step(0.0), start=start, read=read, implicit=True,
    symplectic=True, symmetric=True, conserves=("momentum", "norm"), statistics=STATISTICS, constants=constants,
)


def dqvi(dual_scalar_mass=0.0):
    """The dual quaternion variational integrator: a body that flies, with a 6x6 inertia about any reference point.

    Parameters
    ----------
    dual_scalar_mass : float or "mass"
        The number in the dual scalar slot of the padded inertia, kg. 0 is the published method, in which spin and
        flight disturb each other: the velocity must stay below 2k/h, k the radius of gyration. "mass" takes the body's
        mass and removes the disturbance.

    Returns
    -------
    Method
        Integrates poses: `integrate` takes `position` and `velocity` besides, and returns a `PoseTrajectory`, whose
        `stats` carry `iterations`, `residual` (relative) and `turn` (rad) of the last step before each record.

    Raises
    ------
    InvalidInput
        For anything but a number that is not negative, or "mass".

    Notes
    -----
    Equations eq-dqvi-step, eq-dqvi-4-31 and eq-dqvi-5-2. Loads are wrenches, `rotlib.wrenches`. A free body keeps its
    linear momentum and the angular momentum about the origin of space; its energy oscillates by O(h^2). Chapter: DQVI:
    the step.

    Examples
    --------
    >>> import rotlib as rl
    >>> stone = rl.Body.box(mass=2.0, sides=(0.3, 0.2, 0.1))
    >>> run = rl.integrate(dqvi("mass"), stone, omega=(1, 2, 3), velocity=(4, 0, 5), h=0.01, steps=100,
    ...                    load=rl.wrenches.weight(stone))
    >>> run.position[-1].round(3) + 0.0
    array([4.   , 0.   , 0.095])
    """
    if dual_scalar_mass == "mass":
        return replace(_PAPER, step=_step("mass"))
    mu = _check.real(dual_scalar_mass, "dual_scalar_mass")
    if mu < 0:
        raise InvalidInput(f"dual_scalar_mass: expected a number of kg that is not negative, or 'mass', got {mu}")
    return _PAPER if mu == 0 else replace(_PAPER, step=_step(mu))
