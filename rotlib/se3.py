"""Rigid motions as 4 x 4 matrices, and twists: exponential, derivative, screw.

A twist is (rotational, translational), six numbers; as a velocity (omega, v) in body
components unless a name says `_space`, as a displacement (rotation vector,
translational part). Matrices that act on twists are 6 x 6 and have the blocks [A, 0; B,
A]."""

from __future__ import annotations

import numpy as np

from . import _check, dual_quaternion, quaternion, so3
from ._arrays import arrays
from ._types import Array, ArrayLike
from .errors import InvalidInput
from .kernels import se3 as _k

__all__ = [
    "ad",
    "adjoint",
    "dexp_body",
    "dexp_body_inverse",
    "dexp_space",
    "dexp_space_inverse",
    "exp",
    "hat",
    "log",
    "screw",
    "vee",
]


def __dir__() -> list[str]:
    return __all__


_exp_position = arrays(_k.exp_position, (6,), 3)
_dexp_space_dual = arrays(_k.dexp_space_dual, (6,), (3, 3))
_dexp_space_inverse_dual = arrays(_k.dexp_space_inverse_dual, (6,), (3, 3))
_screw = arrays(_k.screw, (6,), 8)


def hat(twist: ArrayLike) -> Array:
    """4 x 4 matrices [hat(rotational), translational; 0, 0] of twists.

    Parameters
    ----------
    twist : array_like, shape (..., 6)
        Twists (rotational, translational).

    Returns
    -------
    ndarray, shape (..., 4, 4)
        T' = T hat(body twist) for the 4 x 4 matrix T of a moving body.

    Raises
    ------
    InvalidInput
        For shapes, and for NaN or infinity.

    Examples
    --------
    >>> hat([0, 0, 1, 2, 3, 4])
    array([[ 0., -1.,  0.,  2.],
           [ 1.,  0., -0.,  3.],
           [-0.,  0.,  0.,  4.],
           [ 0.,  0.,  0.,  0.]])
    """
    xi = _check.trailing(twist, 6, "twist")
    M = np.zeros(xi.shape[:-1] + (4, 4), dtype=xi.dtype)
    M[..., :3, :3], M[..., :3, 3] = so3.hat(xi[..., :3]), xi[..., 3:]
    return M


def vee(matrix: ArrayLike) -> Array:
    """Twists of 4 x 4 matrices: the inverse of `hat`.

    Parameters
    ----------
    matrix : array_like, shape (..., 4, 4)
        Matrices as `hat` makes them.

    Returns
    -------
    ndarray, shape (..., 6)

    Raises
    ------
    InvalidInput
        If the upper left block is not antisymmetric to round-off or the last row is not
        zero.

    Examples
    --------
    >>> vee(hat([1, 2, 3, 4, 5, 6]))
    array([1., 2., 3., 4., 5., 6.])
    """
    M = _check.matrix(matrix, "matrix", 4)
    last = np.abs(M[..., 3, :]).max(initial=0.0)
    if last > 1e3 * np.finfo(M.dtype).eps * max(1.0, np.abs(M).max(initial=0.0)):
        raise InvalidInput(
            f"matrix: expected zeros in the last row, got {last:.2g};"
            " a twist is no pose, see log"
        )
    return np.concatenate([so3.vee(M[..., :3, :3]), M[..., :3, 3]], axis=-1)


def exp(twist: ArrayLike) -> Array:
    """4 x 4 matrices of twists.

    Parameters
    ----------
    twist : array_like, shape (..., 6)
        Rotation vector in radians, then the translational part.

    Returns
    -------
    ndarray, shape (..., 4, 4)
        [R, t; 0, 1] with R = so3.exp(rotation vector), t = so3.dexp_space(rotation
        vector) @ (translational part).

    Raises
    ------
    InvalidInput
        For shapes, for NaN or infinity, and for angles of which neighbouring floats are
        more than a radian apart.

    Notes
    -----
    Chapter: Dual quaternions and screws.

    Examples
    --------
    >>> quarter_turn_about_a_line_at_1_0_0 = [0, 0, np.pi / 2, 0, -np.pi / 2, 0]
    >>> exp(quarter_turn_about_a_line_at_1_0_0).round(6) + 0.0
    array([[ 0., -1.,  0.,  1.],
           [ 1.,  0.,  0., -1.],
           [ 0.,  0.,  1.,  0.],
           [ 0.,  0.,  0.,  1.]])
    """
    xi = dual_quaternion._twist_of(twist)
    return dual_quaternion._matrix(so3.exp(xi[..., :3]), _exp_position(xi))


def log(matrix: ArrayLike) -> Array:
    """Twists, with an angle of at most pi, of 4 x 4 matrices.

    Parameters
    ----------
    matrix : array_like, shape (..., 4, 4)
        [R, t; 0, 1] with a rotation R.

    Returns
    -------
    ndarray, shape (..., 6)
        Rotation vector, then the translational part.

    Raises
    ------
    InvalidInput
        If R is not a rotation or the last row is not (0, 0, 0, 1).

    Notes
    -----
    Goes through the dual quaternion, which keeps full accuracy near half turns.
    Chapter: Dual quaternions and screws.

    Examples
    --------
    >>> log(exp([0.1, -0.2, 3.0, 1, 2, 3])).round(12)
    array([ 0.1, -0.2,  3. ,  1. ,  2. ,  3. ])
    """
    return dual_quaternion.log(dual_quaternion.from_matrix(matrix))


def adjoint(matrix: ArrayLike) -> Array:
    """6 x 6 matrices that take body twists to space twists.

    Parameters
    ----------
    matrix : array_like, shape (..., 4, 4)
        Poses [R, t; 0, 1].

    Returns
    -------
    ndarray, shape (..., 6, 6)
        [R, 0; hat(t) R, R]. The transpose of the inverse takes body wrenches (torque,
        force) to space wrenches.

    Raises
    ------
    InvalidInput
        If R is not a rotation or the last row is not (0, 0, 0, 1).

    Notes
    -----
    The translational half of a space twist is the velocity of the point of the body
    that is just at the origin. Chapter: Dual quaternions and screws.

    Examples
    --------
    >>> pose = exp([0, 0, 0, 2, 0, 0])                  # two metres along x
    >>> adjoint(pose) @ [0, 0, 1, 0, 0, 0]              # turning there, about z
    array([ 0.,  0.,  1.,  0., -2.,  0.])
    """
    R, t = dual_quaternion._rotation_and_position(matrix)
    quaternion.from_matrix(R)  # refuses what is no rotation
    return _blocks(R, so3.hat(t) @ R)


def ad(twist: ArrayLike) -> Array:
    """6 x 6 matrices of the commutator: ad(a) @ b = [a, b].

    Parameters
    ----------
    twist : array_like, shape (..., 6)
        Twists (rotational, translational).

    Returns
    -------
    ndarray, shape (..., 6, 6)
        [hat(rotational), 0; hat(translational), hat(rotational)].

    Raises
    ------
    InvalidInput
        For shapes, and for NaN or infinity.

    Notes
    -----
    adjoint(exp(twist)) is the matrix exponential of ad(twist). Chapter: Dual
    quaternions and screws.

    Examples
    --------
    >>> a, b = np.array([1, 2, 3, 4, 5, 6]), np.array([3, 1, 2, 0, 1, 5])
    >>> np.array_equal(ad(a) @ b, vee(hat(a) @ hat(b) - hat(b) @ hat(a)))
    True
    """
    xi = _check.trailing(twist, 6, "twist")
    return _blocks(so3.hat(xi[..., :3]), so3.hat(xi[..., 3:]))


def dexp_body(twist: ArrayLike) -> Array:
    """Matrix that turns the rate of a twist into the body twist of exp(twist).

    Parameters
    ----------
    twist : array_like, shape (..., 6)
        Rotation vector in radians, then the translational part.

    Returns
    -------
    ndarray, shape (..., 6, 6)

    Raises
    ------
    InvalidInput
        For shapes, for NaN or infinity, and for angles of which neighbouring floats are
        more than a radian apart.

    Notes
    -----
    Sum of (-ad)^n/(n+1)!; elsewhere called the right Jacobian. Chapter: Dual
    quaternions and screws.

    Examples
    --------
    >>> xi = np.array([0.1, -0.2, 0.3, 1, 2, 3])
    >>> np.allclose(adjoint(exp(xi)) @ dexp_body(xi), dexp_space(xi))
    True
    """
    A, B = _space(dual_quaternion._twist_of(twist))
    return _blocks(_transposed(A), _transposed(B))


def dexp_space(twist: ArrayLike) -> Array:
    """Matrix that turns the rate of a twist into the space twist of exp(twist).

    Parameters
    ----------
    twist : array_like, shape (..., 6)
        Rotation vector in radians, then the translational part.

    Returns
    -------
    ndarray, shape (..., 6, 6)

    Raises
    ------
    InvalidInput
        For shapes, for NaN or infinity, and for angles of which neighbouring floats are
        more than a radian apart.

    Notes
    -----
    Sum of ad^n/(n+1)! = [A, 0; B, A], A = so3.dexp_space; elsewhere called the left
    Jacobian. Chapter: Dual quaternions and screws.

    Examples
    --------
    >>> dexp_space([0, 0, 0, 2, 0, 0])[3:, :3] @ [0, 0, 1]
    array([ 0., -1.,  0.])
    """
    return _blocks(*_space(dual_quaternion._twist_of(twist)))


def dexp_body_inverse(twist: ArrayLike) -> Array:
    """Matrix that turns a body twist into the rate of the twist of the pose.

    Parameters
    ----------
    twist : array_like, shape (..., 6)
        Rotation vector in radians, shorter than 2 pi, then the translational part.

    Returns
    -------
    ndarray, shape (..., 6, 6)

    Raises
    ------
    InvalidInput
        At an angle of 2 pi or more: there the twist is no longer a chart.

    Notes
    -----
    Grows without bound towards 2 pi. Chapter: Dual quaternions and screws.

    Examples
    --------
    >>> xi = np.array([0.1, -0.2, 3.0, 1, 2, 3])
    >>> np.allclose(dexp_body_inverse(xi) @ dexp_body(xi), np.eye(6))
    True
    """
    A, B = _space_inverse("dexp_body_inverse", twist)
    return _blocks(_transposed(A), _transposed(B))


def dexp_space_inverse(twist: ArrayLike) -> Array:
    """Matrix that turns a space twist into the rate of the twist of the pose.

    Parameters
    ----------
    twist : array_like, shape (..., 6)
        Rotation vector in radians, shorter than 2 pi, then the translational part.

    Returns
    -------
    ndarray, shape (..., 6, 6)

    Raises
    ------
    InvalidInput
        At an angle of 2 pi or more: there the twist is no longer a chart.

    Notes
    -----
    Grows without bound towards 2 pi. Chapter: Dual quaternions and screws.

    Examples
    --------
    >>> xi = np.array([0.1, -0.2, 3.0, 1, 2, 3])
    >>> np.allclose(dexp_space_inverse(xi) @ dexp_space(xi), np.eye(6))
    True
    """
    return _blocks(*_space_inverse("dexp_space_inverse", twist))


def screw(twist: ArrayLike) -> tuple[Array, Array, Array, Array]:
    """Axis, angle and pitch of a twist.

    Parameters
    ----------
    twist : array_like, shape (..., 6)
        A displacement (rotation vector, translational part), or a velocity (omega, v).

    Returns
    -------
    direction : ndarray, shape (..., 3)
        Unit vector along the axis.
    point : ndarray, shape (..., 3)
        The point of the axis nearest to the origin of the frame in which the twist is
        given.
    angle : ndarray, shape (...)
        Length of the rotational part, never negative.
    pitch : ndarray, shape (...)
        Shift along the axis per radian; angle * pitch is the whole shift.

    Raises
    ------
    InvalidInput
        For shapes, for NaN or infinity, and for a twist without rotation, which has a
        direction, its translational part, but no axis.

    Notes
    -----
    Every motion is a turn about a line and a shift along it (Chasles). Chapter: Dual
    quaternions and screws.

    Examples
    --------
    >>> direction, point, angle, pitch = screw([0, 0, 2, 0, -2, 6])
    >>> direction, point + 0.0, float(angle), float(pitch)
    (array([0., 0., 1.]), array([1., 0., 0.]), 2.0, 3.0)
    """
    xi = _check.trailing(twist, 6, "twist")
    size = np.abs(xi[..., :3]).max(-1)
    if (size == 0).any():
        raise InvalidInput(
            "twist: expected a rotation, got a rotational part (0, 0, 0);"
            " a translation has no axis and an infinite pitch,"
            " its direction is the translational part"
        )
    with np.errstate(over="ignore"):
        # the axis does not depend on the size, and squares cannot vanish
        scaled = xi / size[..., None]
    if not np.isfinite(scaled).all():
        raise InvalidInput(
            "twist: the axis is farther away than numbers reach;"
            " treat this twist as a translation"
        )
    out = _screw(scaled)
    return out[..., :3], out[..., 3:6], out[..., 6] * size, out[..., 7]


def _blocks(A: Array, B: Array) -> Array:
    """[A, 0; B, A]."""
    M = np.zeros(B.shape[:-2] + (6, 6), dtype=B.dtype)
    M[..., :3, :3], M[..., 3:, 3:], M[..., 3:, :3] = A, A, B
    return M


def _transposed(M: Array) -> Array:
    return np.swapaxes(M, -1, -2)


def _space(xi: Array) -> tuple[Array, Array]:
    return so3.dexp_space(xi[..., :3]), _dexp_space_dual(xi)


def _space_inverse(name: str, twist: ArrayLike) -> tuple[Array, Array]:
    xi = dual_quaternion._twist_of(twist)
    longest = np.sqrt((xi[..., :3].astype(np.float64) ** 2).sum(-1)).max(initial=0.0)
    if longest >= 2 * np.pi:
        raise InvalidInput(
            f"twist: {name} exists for angles below 2 pi, got {longest:.6g};"
            " take log(exp(twist)) first: the same pose, with an angle of at most pi"
        )
    return so3.dexp_space_inverse(xi[..., :3]), _dexp_space_inverse_dual(xi)
