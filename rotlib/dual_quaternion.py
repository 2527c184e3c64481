"""Dual quaternions as arrays (..., 8): poses, and the screws between them.

x = q + eps d is stored as (q_w, q_x, q_y, q_z, d_w, d_x, d_y, d_z). A pose (rotation
and translation in one) with the attitude q (body to space) and the position t
(space components) has d = t q / 2; x and -x are the same pose. Twists (..., 6) are
(rotational, translational), body components, the rotation vector in rad. Shapes,
formats and errors are as in `quaternion`; poses have |q| = 1 and q.d = 0, but products
and conjugates take any (..., 8).

Chapters: Dual quaternions and screws, Getting your results out.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _check, quaternion
from ._check import on_arrays, trailing, unit_quaternion
from ._types import Array, ArrayLike, Attitude
from .kernels import se3 as _k

__all__ = ["as_matrix", "as_pose", "between", "conjugate", "exp", "from_matrix"]
__all__ += ["from_pose", "log", "multiply", "normalize", "rate", "transform", "twist"]
__dir__: Any = __all__.copy

DUAL_TOLERANCE: dict[Any, float] = {_check.F64: 1e-8, _check.F32: 1e-4}


def multiply(x: ArrayLike, y: ArrayLike) -> Array:
    """Product (q + eps d)(r + eps e): the pose y, given in the frame of the pose x."""
    return on_arrays(_k.multiply, 8, trailing(x, 8, "x"), trailing(y, 8, "y"))


def conjugate(x: ArrayLike) -> Array:
    """Conjugate of both parts, not of eps: the inverse of a unit dual quaternion."""
    x = trailing(x, 8, "x")
    return x * np.array(_k.CONJUGATE, dtype=x.dtype)


def normalize(x: ArrayLike) -> Array:
    """Divide by the length, which is a dual number: the result is a pose.

    The normalised sum of two poses is half way along the screw between them.
    """
    x = trailing(x, 8, "x")
    q = quaternion.normalized(x[..., :4])
    d = x[..., 4:] / (x[..., :4] * q).sum(-1, keepdims=True)
    return np.concatenate([q, on_arrays(_k.across, 4, q, d)], axis=-1)


def from_pose(q: Attitude, position: ArrayLike) -> Array:
    """Unit dual quaternion q + eps t q / 2 of an attitude and a position."""
    q, t = unit_quaternion(q), trailing(position, 3, "position")
    return on_arrays(_k.from_pose, 8, q, t)


def as_pose(x: ArrayLike) -> tuple[Array, Array]:
    """Attitude and position, the vector part of 2 d q*, of a unit dual quaternion."""
    x = _unit(x)
    return x[..., :4].copy(), on_arrays(_k.position, 3, x)


def transform(x: ArrayLike, point: ArrayLike) -> Array:
    """Place in space of a point given in body components: R point + t.

    >>> quarter_turn_then_up = from_pose(quaternion.exp([0, 0, np.pi / 2]), [0, 0, 1])
    >>> transform(quarter_turn_then_up, [1, 0, 0]).round(12) + 0.0
    array([0., 1., 1.])
    """
    return on_arrays(_k.transform, 3, _unit(x), trailing(point, 3, "point"))


def exp(twist: ArrayLike) -> Array:
    """Unit dual quaternion exp(twist/2): what a constant body twist adds up to."""
    return on_arrays(_k.exp, 8, _twist_of(twist))


def log(x: ArrayLike) -> Array:
    """Twist of a pose, its angle at most pi; at half turns the sign of q_w decides."""
    return on_arrays(_k.log, 6, _unit(x))


def between(x: ArrayLike, y: ArrayLike) -> Array:
    """Twist, in body components of x, that leads from pose x to pose y in unit time.

    log(x* y): y = x exp(twist), up to sign. All frames agree on its angle and pitch,
    which `se3.screw` finds, and on no length of it.
    """
    way = on_arrays(_k.multiply, 8, conjugate(_unit(x)), _unit(y, "y"))
    return on_arrays(_k.log, 6, way)


def twist(x: ArrayLike, x_rate: ArrayLike) -> Array:
    """Velocity (omega, R^T t') of a pose, body components: vectors of 2 x* x'."""
    return on_arrays(_k.twist, 6, _unit(x), trailing(x_rate, 8, "x_rate"))


def rate(x: ArrayLike, twist: ArrayLike) -> Array:
    """Rate x' = x (omega + eps v)/2 of a pose with the velocity (omega, v)."""
    return on_arrays(_k.rate, 8, _unit(x), trailing(twist, 6, "twist"))


def as_matrix(x: ArrayLike) -> Array:
    """Matrices [R, t; 0, 1] that carry (point, 1) from body to space, (..., 4, 4)."""
    x = _unit(x)
    return _matrix(quaternion.as_matrix(x[..., :4]), on_arrays(_k.position, 3, x))


def from_matrix(matrix: ArrayLike) -> Array:
    """Unit dual quaternions, q_w >= 0, of matrices [R, t; 0, 1] with a rotation R."""
    R, t = _rotation_and_position(matrix)
    return on_arrays(_k.from_pose, 8, quaternion.from_matrix(R), t)


def _twist_of(value: ArrayLike, name: str = "twist") -> Array:
    xi = trailing(value, 6, name)
    _check.rotation_vector(xi[..., :3], name)
    return xi


def _unit(value: ArrayLike, name: str = "x") -> Array:
    """An array (..., 8) with |q| = 1 and q.d = 0; never normalises."""
    x = trailing(value, 8, name)
    unit_quaternion(x[..., :4], name, "dual_quaternion")
    q, d = x[..., :4].astype(np.float64), x[..., 4:].astype(np.float64)
    along = np.abs((q * d).sum(-1)) / np.maximum(1.0, np.sqrt((d**2).sum(-1)))
    said = name + ": expected q.d = 0, got {:.2g} of the size of d; use"
    said += " rotlib.dual_quaternion.normalize, or from_pose(q, position)"
    _check.expect(along <= DUAL_TOLERANCE[x.dtype], said, along)
    return x


def _rotation_and_position(matrix: ArrayLike) -> tuple[Array, Array]:
    """R, not yet checked, and t of 4 x 4 matrices with the last row (0, 0, 0, 1)."""
    M = trailing(matrix, (4, 4), "matrix")
    off = np.abs(M[..., 3, :] - np.array([0, 0, 0, 1], dtype=M.dtype)).max(-1)
    said = "matrix: expected (0, 0, 0, 1) as the last row, got an entry off by {:.2g}"
    said += "{where}; the position belongs in the last column"
    _check.expect(off <= DUAL_TOLERANCE[M.dtype], said, off)
    return M[..., :3, :3], M[..., :3, 3]


def _matrix(R: Array, t: Array) -> Array:
    M = np.zeros(R.shape[:-2] + (4, 4), dtype=R.dtype)
    M[..., :3, :3], M[..., :3, 3], M[..., 3, 3] = R, t, 1
    return M
