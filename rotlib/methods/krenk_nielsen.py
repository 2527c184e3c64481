"""The step of Nielsen and Krenk: energy and momentum of a body in a potential, kept to rounding for any step.

Two forms of the same equations. `reduced` has three unknowns, the a = h Omega/4 of the mean rate, and keeps the
momentum in space; `full` is the paper's, with the eight numbers of the quaternion and its conjugate momentum, and is
where the parameter J0 has a meaning.
"""

import warnings
from dataclasses import replace
from math import sqrt

import numpy as np

from .. import _check
from .._bind import bind, twin_of
from .._tape import demand, note, select
from ..errors import InvalidInput, LargeStep, StepTooLarge
from ..kernels.krenk_nielsen import (
    across,
    balance,
    cayley,
    conjugate_momentum,
    gain,
    middle,
    momentum_body,
    reduced,
    reduced_free,
    turn_between,
)
from ..kernels.krenk_nielsen import full as full_newton
from ..kernels.quaternion import multiply, rotate_back
from ..newton import dense, positive, solve
from ._method import Method, keep_momentum, read_momentum

STATISTICS = ("iterations", "residual", "turn")
AXES = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
REST, NO_TORQUE = (0.0, 0.0, 0.0), (0.0,) * 12
WARN = 2.0          # rad of mean rate times step, from which on the solution need not be the only one
PROBE = 2.0**-26    # rad, for the slope of a torque that comes without derivatives


# --- three unknowns --------------------------------------------------------------------------------------------------

def start(q, omega, J):
    """The state (q, L_space, statistics of the last step)."""
    nothing = 0.0 * omega[0]
    return (*keep_momentum(q, omega, J), nothing, nothing, nothing)


def step(t, h, y, J, load):
    """One step of the state (q, L_space, ...)."""
    q, L = y[:4], y[4:7]
    m = tuple([h / 4 * l for l in rotate_back(*q, *L)])
    guess = tuple([x / j for x, j in zip(m, J, strict=True)])
    if load is None:
        *a, determinant, count, residual = solve(reduced_free, guess, (*m, *J), length(*m))
        turn = demand_branch(a, determinant, h)
        return (*cayley(*q, *a), *L, count, residual, turn)
    before = load.potential(q)

    def correct(*a):
        return reduced(*a, *m, *J, *mean_torque(t, q, a, before, load), *slope(t, middle(*q, *a), load), h)

    scale = length(*m) + h * h / 8 * length(*load.torque[0](t, q, REST))
    *a, determinant, count, residual = solve(correct, guess, (), scale)
    turn = demand_branch(a, determinant, h)
    more = gain(*middle(*q, *a), *a, *mean_torque(t, q, a, before, load), h)
    return (*cayley(*q, *a), *[x + d for x, d in zip(L, more, strict=True)], count, residual, turn)


# --- the torque of a potential ---------------------------------------------------------------------------------------

def mean_torque(t, q, a, before, load):
    """The torque of the step, body components in the middle: it does the work `before` - V at the end."""
    at = middle(*q, *a)
    tau = load.torque[0](t, at, REST)
    if load.linear:
        return tau
    d = a if load.axis is None else across(*a, *rotate_back(*at, *load.axis))
    return balanced(tau, a, d, load.potential(cayley(*q, *a)) - before)


def balanced(tau, a, d, dV):
    """`balance`, unless what it would correct, of third order in a, is less than the rounding of V."""
    return balance(*tau, *a, *d, dV) if dot(a, d) >= (2.0**-52) ** (2 / 3) else tau


@twin_of(balanced)
def _balanced_arrays(tau, a, d, dV):
    with np.errstate(all="ignore"):
        new = balance(*tau, *a, *d, dV)
    enough = dot(a, d) >= np.finfo(a[0].dtype).eps ** (2 / 3)
    return tuple([np.where(enough, x, y) for x, y in zip(new, tau, strict=True)])


@twin_of(balanced, "tape")
def _balanced_on_tape(tau, a, d, dV):
    enough, new = dot(a, d) >= (2.0**-52) ** (2 / 3), balance(*tau, *a, *d, dV)
    return tuple([select(enough, x, y) for x, y in zip(new, tau, strict=True)])


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def slope(t, at, load):
    """The derivative of the torque by turns of the body, row by row; by differences if the load does not know it."""
    if len(load.torque) > 1:
        columns = [load.torque[1](t, at, axis, REST) for axis in AXES]
    else:
        here = load.torque[0](t, at, REST)
        ahead = [load.torque[0](t, multiply(*at, 1.0, *[PROBE / 2 * e for e in axis]), REST) for axis in AXES]
        columns = [[(x - y) / PROBE for x, y in zip(there, here, strict=True)] for there in ahead]
    return [column[i] for i in range(3) for column in columns]


# --- eight unknowns --------------------------------------------------------------------------------------------------

def start_full(q, omega, J):
    """The state (q, p, statistics of the last step)."""
    nothing = 0.0 * omega[0]
    q, L = q[:4], keep_momentum(q, omega, J)[4:]
    return (*q, *conjugate_momentum(*q, *L), nothing, nothing, nothing)


def read_full(y, J):
    """(q, omega_body) of the state (q, p, ...)."""
    return y[:4], tuple([l / j for l, j in zip(momentum_body(*y[:8]), J, strict=True)])


def _full_step(J0):
    """A step of the state (q, p, ...), with the extended inertia (J0, J)."""
    def step(t, h, y, J, load):
        q, p = y[:4], y[4:8]
        i_0 = 1.0 / (10.0 * max(J) if J0 is None else J0)
        before = None if load is None else load.potential(q)
        force = 0.0 if load is None else 2 * abs(h) * length(*load.torque[0](t, q, REST))
        size = positive(length(*p) + force)
        units = (0.0 * size + 1.0,) * 4 + (size,) * 4

        def correct(*x):
            acting = NO_TORQUE
            if load is not None:
                a = turn_between(*q, *x[:4])
                acting = (*mean_torque(t, q, a, before, load), *slope(t, middle(*q, *a), load))
            values = full_newton(*q, *p, *x, *J, i_0, h, *acting)
            return dense(values[:8], values[8:], units)

        *x, determinant, count, residual = solve(correct, (*q, *p), (), units[0])
        turn = demand_branch(turn_between(*q, *x[:4]), determinant, h)
        return (*x, count, residual, turn)

    return step


# --- guards ----------------------------------------------------------------------------------------------------------

def length(x, y, z, w=0.0):
    """The length of three or four numbers."""
    return sqrt(x * x + y * y + z * z + w * w)


def demand_branch(a, determinant, h):
    """The mean rate times the step, if the solution is on the branch of small turns."""
    turn = 4 * length(*a)
    if turn >= 4.0 or not determinant > 0.0:
        raise StepTooLarge(_too_large(h, turn))
    if turn > WARN:
        warnings.warn(_doubtful(h, turn), LargeStep, stacklevel=2)
    return turn


@twin_of(demand_branch)
def _demand_branch_arrays(a, determinant, h):
    turn = 4 * bind(length, "numpy")(*a)
    lost = (turn >= 4.0) | ~(determinant > 0.0)
    if lost.any():
        raise StepTooLarge(_too_large(h, turn[lost].max()))
    if (turn > WARN).any():
        warnings.warn(_doubtful(h, turn.max()), LargeStep, stacklevel=2)
    return turn


@twin_of(demand_branch, "tape")
def _demand_branch_on_tape(a, determinant, h):
    turn = 4 * bind(length, "tape")(*a)
    demand((turn < 4.0) & (determinant > 0.0))
    note(turn > WARN, LargeStep, f"some steps turn by more than {WARN:g} rad, where they may have other solutions, and "
         "a wrong one keeps energy and momentum as well")
    return turn


def _too_large(h, turn):
    return (f"{_said(h, turn)}, beyond the branch of small turns, which ends at 4 rad or where another solution meets "
            "it; take a smaller step")


def _doubtful(h, turn):
    return (f"{_said(h, turn)}; beyond {WARN:g} the step may have other solutions, and a wrong one keeps energy and "
            "momentum as well")


def _said(h, turn):
    return f"h = {float(h):.3g} s: the mean rate times h is {float(turn):.3g} rad"


# --- the methods -----------------------------------------------------------------------------------------------------

_REDUCED = Method(
    name="krenk_nielsen", order=2, summary="Nielsen and Krenk: energy and momentum conserving, three unknowns",
    chapter="The conserving step", equation="eq-krenk-cubic", step=step, start=start, read=read_momentum,
    implicit=True, symmetric=True, conserves=("momentum", "energy", "norm"), needs_potential=True,
    statistics=STATISTICS,
)


def _full(J0=None):
    return replace(
        _REDUCED, name="krenk_nielsen_full", step=_full_step(J0), start=start_full, read=read_full,
        summary="Nielsen and Krenk with quaternion and conjugate momentum, eight unknowns", equation="eq-krenk-newton",
    )


FORMS = {"reduced": _REDUCED, "full": _full()}


def krenk_nielsen(J0=None, form="reduced"):
    """The energy- and momentum-conserving method of Nielsen and Krenk, for a free body or one in a potential.

    Parameters
    ----------
    J0 : float, optional
        The parameter that extends the inertia to four moments, kg m^2; `inf` is allowed. It acts on violations of
        q.p = 0 alone, which only the full form can have. Default: ten times the largest moment of inertia.
    form : {"reduced", "full"}
        "reduced" solves a cubic for three unknowns; "full" solves the published equations for all eight.

    Returns
    -------
    Method
        Its runs carry `iterations`, `residual` (relative) and `turn` (mean rate times h, rad) of the last step before
        each record in `Trajectory.stats`.

    Raises
    ------
    InvalidInput
        For J0 that is not positive, or an unknown form.

    Notes
    -----
    Equations eq-krenk-discrete and eq-krenk-cubic. A step warns with `errors.LargeStep` above 2 rad and raises
    `errors.StepTooLarge` where its solution is not the one of small turns. The load must have a potential; if that is
    not linear in the rotation matrix, its torque is corrected to do the right work, eq-krenk-balanced. Chapter: The
    conserving step.

    Examples
    --------
    >>> import rotlib as rl
    >>> top = rl.Body.cone(mass=0.7, radius=0.05, height=0.1)
    >>> run = rl.integrate(krenk_nielsen(), top, omega=(0, 8.7, 140), q0=rl.quaternion.exp([1, 0, 0]), h=1e-3, steps=99,
    ...                    load=rl.loads.uniform_gravity(top))
    >>> bool(abs(run.energy[-1] / run.energy[0] - 1) < 1e-13), int(run.stats["iterations"].max())
    (True, 2)
    """
    _check.one_of(form, tuple(FORMS), "form")
    if J0 is None:
        return FORMS[form]
    try:
        J0 = float(J0)
    except (TypeError, ValueError):
        raise InvalidInput(f"J0: expected a positive number or inf, got {J0!r}") from None
    if not J0 > 0:
        raise InvalidInput(f"J0: expected a positive number of kg m^2, or inf, got {J0}")
    return _full(J0) if form == "full" else _REDUCED
