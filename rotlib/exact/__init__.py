"""The free rigid body in closed form: rates and attitude at any time, without a step.

The rates are Jacobi elliptic functions, the attitude is one turn about the conserved
momentum, whose angle is linear in time plus the argument of a theta function. Times in
s, attitudes wxyz, body to space, rates in body components, rad/s. InvalidInput for
other shapes, for numbers that are not finite, and for a time so far away that the phase
is lost (2**53 periods); NotAvailable for bodies with rotors.

Chapter: The rigid body.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _check, quaternion
from .._types import Array, ArrayLike, Attitude
from ..body import Body, BodyLike, as_body, one_body, require_no_rotors
from ..errors import InvalidInput

if TYPE_CHECKING:
    from ._motion import Motion

__all__ = ["free_body", "modulus", "period", "precession_rate"]
__dir__: Any = __all__.copy


def free_body(
    body: BodyLike, omega: ArrayLike, t: ArrayLike, q0: Attitude | None = None
) -> tuple[Array, Array]:
    """Attitude and body rates of a torque-free body at the times t.

    omega: (..., 3), at t = 0; several bodies are those of the motions in its batch
    t: any shape, in any order, negative ones too
    q0: attitude at t = 0, the identity by default; the attitudes are continuous from
        there, also in sign

    Both results have the axes of t first, then those of the batch; they are float32 if
    omega and q0 are, after the same calculation in float64.

    The attitude is right to 4e-15 rad and the rates to 1e-15 of their size, at the
    separatrix too and at all times (tested to 1e15 turns). What grows is the effect of
    the data: rates known to a relative eps, or rounded to principal axes, leave a phase
    uncertain by eps |omega| t, and near the separatrix by a further eps / (1 - k^2) in
    each period. A new pair of body and rates costs about a millisecond, a further time
    a microsecond.

    >>> box = Body((5 / 12, 13 / 12, 10 / 12))
    >>> free_body(box, (0.01, 0, 10), period(box, (0.01, 0, 10)) / 2)[1].round(6) + 0.0
    array([  0.01,   0.  , -10.  ])
    """
    from ._motion import evaluate, prepare  # with decimals, which take long to import

    body = as_body(body)
    require_no_rotors(body, "the closed form holds")
    J = np.stack(body.principal_moments, -1)
    axes = np.stack(body.principal_axes, -1)
    w = _check.trailing(omega, 3, "omega")
    t = _check.array(t, "t").astype(np.float64)
    q0 = np.array([1.0, 0.0, 0.0, 0.0], dtype=w.dtype) if q0 is None else q0
    start = _check.unit_quaternion(q0, "q0")
    dtype = np.result_type(w, start)
    alone = _check.broadcast((w.shape[:-1], body.shape), "omega, body")
    batch = _check.broadcast((start.shape[:-1], alone), "q0, omega")
    w = _in_principal_axes(axes, np.broadcast_to(w, (*alone, 3)).astype(np.float64))
    moments = np.broadcast_to(J, w.shape).reshape(-1, 3).tolist()
    q: Array = np.empty((t.size, len(moments), 4))
    rates: Array = np.empty((t.size, len(moments), 3))
    for i, each in enumerate(zip(moments, w.reshape(-1, 3).tolist(), strict=True)):
        q[:, i], rates[:, i] = evaluate(prepare(*map(tuple, each)), t.ravel())
    lead = (*t.shape, *(1,) * (len(batch) - len(alone)), *alone)
    q, rates = q.reshape(*lead, 4), quaternion.rotate(axes, rates.reshape(*lead, 3))
    q = quaternion.multiply(quaternion.multiply(axes, q), quaternion.conjugate(axes))
    q = quaternion.multiply(start.astype(np.float64), q)
    rates = np.broadcast_to(rates, (*t.shape, *batch, 3))
    return q.astype(dtype), rates.astype(dtype)


def period(body: Body, omega: ArrayLike) -> float:
    """Time after which the body rates are back, s; infinity on the separatrix.

    After half of it two of the three principal rates have changed sign. The attitude
    does not come back: see `precession_rate`. It is 4 K / p, with p^2 = |J_c - J_b|
    |L^2 - 2 T J_a| / (J1 J2 J3), and grows like log(16 / (1 - k^2)) 2 / p near the
    separatrix. InvalidInput for a steady turn, which has no period.
    """
    motion = _prepared(body, omega)
    if motion.kind == "steady":
        raise InvalidInput(
            "omega: expected rates that change, got a steady turn:"
            " every time is a period of it"
        )
    return math.inf if motion.kind == "separatrix" else 2 / motion.frequency[0]


def precession_rate(body: Body, omega: ArrayLike) -> float:
    """Mean rate at which an axis of the body goes round the momentum, rad/s, positive.

    Of the axis that the momentum circles in the body: in half a period the attitude
    turns by `precession_rate * period / 2` about the momentum, besides a half turn
    about that axis. On the separatrix |L|/J_b, which the motion tends to; of a steady
    turn its rate.
    """
    motion = _prepared(body, omega)
    turns = motion.turns[0]
    if motion.kind in ("small", "large") and motion.k == motion.a:
        # counted for axis a, which goes over once a period
        turns += motion.order * motion.frequency[0] / 2
    return 2 * math.pi * turns


def modulus(body: Body, omega: ArrayLike) -> tuple[float, float]:
    """Square k^2 of the elliptic modulus, and 1 - k^2, both to full relative precision.

    (0, 1) for a symmetric body or a steady turn about a stable axis, (1, 0) exactly on
    the separatrix: the decision is made in rational arithmetic on the numbers given.
    """
    motion = _prepared(body, omega)
    return motion.k2, motion.kc2


def _prepared(body: Body, omega: ArrayLike) -> Motion:
    from ._motion import prepare

    body = one_body(body, "rotlib.exact")
    require_no_rotors(body, "the closed form holds")
    w = np.array(_check.vector(omega, "omega"))
    principal = _in_principal_axes(np.array(body.principal_axes), w)
    return prepare(body.principal_moments, tuple(principal.tolist()))


def _in_principal_axes(axes: Array, omega: Array) -> Array:
    with np.errstate(over="ignore", invalid="ignore"):
        principal = quaternion.rotate_back(axes, omega)
    if not np.isfinite(principal).all():
        raise InvalidInput(
            f"omega: expected rates below {np.finfo(float).max / 4:.1g} rad/s,"
            f" got {np.abs(omega).max():.2g}; look at the units"
        )
    return principal
