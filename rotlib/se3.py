"""Rigid motions as 4 x 4 matrices, and twists: exponential, derivative, screw.

A twist (..., 6) is (rotational, translational); as a velocity (omega, v) in body
components unless a name says `_space`, as a displacement (rotation vector in rad,
translational part). Poses are matrices [R, t; 0, 1], (..., 4, 4). Matrices that act on
twists are (..., 6, 6) and have the blocks [A, 0; B, A]. Shapes, formats and errors are
as in `quaternion`.

Chapter: Dual quaternions and screws.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _check, dual_quaternion, quaternion, so3
from ._check import on_arrays, require, trailing
from ._types import Array, ArrayLike
from .kernels import se3 as _k

__all__ = ["ad", "adjoint", "dexp_body", "dexp_body_inverse", "dexp_space"]
__all__ += ["dexp_space_inverse", "exp", "hat", "log", "screw", "vee"]
__dir__: Any = __all__.copy


def hat(twist: ArrayLike) -> Array:
    """Matrices [hat(rotational), translational; 0, 0]: T' = T hat(body twist)."""
    xi = trailing(twist, 6, "twist")
    M = np.zeros(xi.shape[:-1] + (4, 4), dtype=xi.dtype)
    M[..., :3, :3], M[..., :3, 3] = so3.hat(xi[..., :3]), xi[..., 3:]
    return M


def vee(matrix: ArrayLike) -> Array:
    """Twists of matrices as `hat` makes them, to round-off."""
    M = trailing(matrix, (4, 4), "matrix")
    last = np.abs(M[..., 3, :]).max(initial=0.0)
    most = 1e3 * np.finfo(M.dtype).eps * max(1.0, np.abs(M).max(initial=0.0))
    got = f"{last:.2g}; a twist is no pose, see log"
    require(last <= most, "matrix", "zeros in the last row", got)
    return np.concatenate([so3.vee(M[..., :3, :3]), M[..., :3, 3]], axis=-1)


def exp(twist: ArrayLike) -> Array:
    """Poses of twists (v, u): R = so3.exp(v), t = so3.dexp_space(v) @ u.

    >>> quarter_turn_about_a_line_at_1_0_0 = [0, 0, np.pi / 2, 0, -np.pi / 2, 0]
    >>> exp(quarter_turn_about_a_line_at_1_0_0)[:3, 3].round(6) + 0.0
    array([ 1., -1.,  0.])
    """
    xi = dual_quaternion._twist_of(twist)
    R = so3.exp(xi[..., :3])
    return dual_quaternion._matrix(R, on_arrays(_k.exp_position, 3, xi))


def log(matrix: ArrayLike) -> Array:
    """Twists, with an angle of at most pi, of poses; accurate near half turns too."""
    return dual_quaternion.log(dual_quaternion.from_matrix(matrix))


def adjoint(matrix: ArrayLike) -> Array:
    """Matrices that take body twists to space twists: [R, 0; hat(t) R, R].

    The translational half of a space twist is the velocity of the point of the body
    that is just at the origin. The inverse transposed takes wrenches to space.
    """
    R, t = dual_quaternion._rotation_and_position(matrix)
    quaternion.from_matrix(R)  # refuses what is no rotation
    return _blocks(R, so3.hat(t) @ R)


def ad(twist: ArrayLike) -> Array:
    """Matrices of the commutator, ad(a) @ b = [a, b]; adjoint(exp(a)) is exp(ad(a))."""
    xi = trailing(twist, 6, "twist")
    return _blocks(so3.hat(xi[..., :3]), so3.hat(xi[..., 3:]))


def dexp_body(twist: ArrayLike) -> Array:
    """Matrix from the rate of a twist to the body twist: sum of (-ad)^n/(n+1)!."""
    return _transposed(dexp_space(twist))


def dexp_space(twist: ArrayLike) -> Array:
    """Matrix from the rate of a twist to the space twist: sum of ad^n/(n+1)!."""
    xi = dual_quaternion._twist_of(twist)
    B = on_arrays(_k.dexp_space_dual, (3, 3), xi)
    return _blocks(so3.dexp_space(xi[..., :3]), B)


def dexp_body_inverse(twist: ArrayLike) -> Array:
    """Matrix from a body twist to the rate of the twist of a pose; below 2 pi."""
    return _transposed(dexp_space_inverse(twist))


def dexp_space_inverse(twist: ArrayLike) -> Array:
    """Matrix from a space twist to the rate of the twist of a pose; below 2 pi."""
    xi = dual_quaternion._twist_of(twist)
    B = on_arrays(_k.dexp_space_inverse_dual, (3, 3), xi)
    return _blocks(so3.dexp_space_inverse(xi[..., :3]), B)


def screw(twist: ArrayLike) -> tuple[Array, Array, Array, Array]:
    """Axis, angle and pitch of a twist, displacement or velocity.

    Returns the unit vector along the axis; the point of the axis nearest to the origin;
    the length of the rotational part; and the shift along the axis per radian.

    >>> direction, point, angle, pitch = screw([0, 0, 2, 0, -2, 6])
    >>> direction, point + 0.0, float(angle), float(pitch)
    (array([0., 0., 1.]), array([1., 0., 0.]), 2.0, 3.0)
    """
    xi = trailing(twist, 6, "twist")
    size = np.abs(xi[..., :3]).max(-1)
    said = "twist: expected a rotation, got a rotational part (0, 0, 0){where}; a"
    _check.expect(size > 0, said + " translation has no axis")
    with np.errstate(over="ignore"):
        scaled = xi / size[..., None]  # on the same axis, and squares cannot vanish
    said = "twist: the axis is farther away than numbers reach{where}"
    _check.expect(np.isfinite(scaled).all(-1), said + "; take a translation")
    out = on_arrays(_k.screw, 8, scaled)
    return out[..., :3], out[..., 3:6], out[..., 6] * size, out[..., 7]


def _blocks(A: Array, B: Array) -> Array:
    M = np.zeros(B.shape[:-2] + (6, 6), dtype=B.dtype)
    M[..., :3, :3], M[..., 3:, 3:], M[..., 3:, :3] = A, A, B
    return M


def _transposed(M: Array) -> Array:
    """Each block on its own."""
    return _blocks(M[..., :3, :3].mT, M[..., 3:, :3].mT)
