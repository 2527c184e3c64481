"""Rotation vectors and matrices: the exponential of SO(3) and its derivative.

`dexp_body(v)` and `dexp_space(v)` turn the rate of a rotation vector into the angular
velocity, in body or in space components; textbooks call them the right and the left
Jacobian, some the other way round."""

from __future__ import annotations

import numpy as np

from . import _check, quaternion
from ._arrays import arrays
from ._types import Array, ArrayLike
from .errors import InvalidInput
from .kernels import so3 as _k

__all__ = [
    "dexp_body",
    "dexp_body_inverse",
    "dexp_space",
    "dexp_space_inverse",
    "exp",
    "hat",
    "log",
    "orthonormalize",
    "vee",
]


def __dir__() -> list[str]:
    return __all__


FAR, NEWTON_STEPS = 0.1, 5  # a gap M^T M - 1, and the steps from there to rounding
_exp = arrays(_k.exp, (3,), (3, 3))
_dexp_body = arrays(_k.dexp_body, (3,), (3, 3))
_dexp_space = arrays(_k.dexp_space, (3,), (3, 3))
_dexp_body_inverse = arrays(_k.dexp_body_inverse, (3,), (3, 3))
_dexp_space_inverse = arrays(_k.dexp_space_inverse, (3,), (3, 3))
_orthonormalize_step = arrays(_k.orthonormalize_step, (9,), (3, 3))


def hat(v: ArrayLike) -> Array:
    """Antisymmetric matrices with hat(v) @ u = v x u.

    Parameters
    ----------
    v : array_like, shape (..., 3)
        Vectors.

    Returns
    -------
    ndarray, shape (..., 3, 3)

    Examples
    --------
    >>> hat([1, 2, 3]) @ [1.0, 2.0, 3.0]
    array([0., 0., 0.])
    """
    v = _check.trailing(v, 3, "v")
    x, y, z = v[..., 0], v[..., 1], v[..., 2]
    o = np.zeros_like(x)
    return np.stack([o, -z, y, z, o, -x, -y, x, o], -1).reshape(v.shape[:-1] + (3, 3))


def vee(matrix: ArrayLike) -> Array:
    """Vectors of antisymmetric matrices: the inverse of `hat`.

    Parameters
    ----------
    matrix : array_like, shape (..., 3, 3)
        Skew matrices, as `hat` makes them.

    Returns
    -------
    ndarray, shape (..., 3)

    Raises
    ------
    InvalidInput
        If a matrix is not antisymmetric to round-off.

    Examples
    --------
    >>> vee(hat([1, 2, 3]))
    array([1., 2., 3.])
    """
    M = _check.matrix(matrix, "matrix")
    defect = np.abs(M + np.swapaxes(M, -1, -2)).max(initial=0.0)
    if defect > 1e3 * np.finfo(M.dtype).eps * max(1.0, np.abs(M).max(initial=0.0)):
        raise InvalidInput(
            f"matrix: expected an antisymmetric matrix, got |M + M^T| = {defect:.2g}"
        )
    return np.stack([M[..., 2, 1], M[..., 0, 2], M[..., 1, 0]], -1)


def exp(rotation_vector: ArrayLike) -> Array:
    """Rotation matrices of rotation vectors (Rodrigues' formula).

    Parameters
    ----------
    rotation_vector : array_like, shape (..., 3)
        Axis times angle, radians.

    Returns
    -------
    ndarray, shape (..., 3, 3)

    Notes
    -----
    1 + c_1 hat(v) + c_2 hat(v)^2 with the Stumpff functions c_k(|v|^2): no special case
    at zero. Chapter: Rotations and their exponential.

    Examples
    --------
    >>> np.round(exp([0, 0, np.pi / 2])) + 0.0
    array([[ 0., -1.,  0.],
           [ 1.,  0.,  0.],
           [ 0.,  0.,  1.]])
    """
    return _exp(_check.rotation_vector(rotation_vector))


def log(matrix: ArrayLike) -> Array:
    """Rotation vectors, at most pi long, of rotation matrices.

    Parameters
    ----------
    matrix : array_like, shape (..., 3, 3)
        Rotation matrices, body to space.

    Returns
    -------
    ndarray, shape (..., 3)

    Raises
    ------
    InvalidInput
        If a matrix is not a rotation.

    Notes
    -----
    Goes through the quaternion, which keeps full accuracy near half turns, where
    formulas on the trace lose half of the digits.

    Examples
    --------
    >>> np.round(log(exp([0.1, -0.2, 3.0])), 12)
    array([ 0.1, -0.2,  3. ])
    """
    return quaternion.log(quaternion.from_matrix(matrix))


def orthonormalize(matrix: ArrayLike) -> Array:
    """Nearest rotation matrices of matrices that have drifted off by rounding.

    Parameters
    ----------
    matrix : array_like, shape (..., 3, 3)
        Nearly rotations: no entry of M^T M - 1 above 0.1.

    Returns
    -------
    ndarray, shape (..., 3, 3)
        The rotation with the smallest sum of squared differences: the orthogonal
        factor of the polar decomposition.

    Raises
    ------
    InvalidInput
        If a matrix is farther off than that, or nearer to a reflection.

    Notes
    -----
    Five times M (3 - M^T M)/2, Newton's step for the singular values, which squares
    what they miss to one; equation eq-orthonormalise. No function of rotlib calls it:
    what drifts should be seen before it is mended. Chapter: Rotations and their
    exponential.

    Examples
    --------
    >>> drifted = exp([0.1, -0.2, 3.0]) * (1 + 1e-6)
    >>> np.allclose(orthonormalize(drifted), exp([0.1, -0.2, 3.0]), rtol=0, atol=1e-15)
    True
    """
    M = _check.matrix(matrix, "matrix")
    with np.errstate(over="ignore", invalid="ignore"):
        gap = np.swapaxes(M, -1, -2) @ M - np.eye(3, dtype=M.dtype)
    defect = np.abs(gap).max((-2, -1))
    if not (defect <= FAR).all():
        raise InvalidInput(
            f"matrix: expected nearly a rotation, |M^T M - 1| up to {FAR}, got"
            f" {defect.max():.2g}{_check.where(~(defect <= FAR))}; rounding does not"
            " lead so far: look for what went wrong"
        )
    _check.no_reflection(M, "nearly a rotation")
    for _ in range(NEWTON_STEPS):
        M = _orthonormalize_step(M.reshape(*M.shape[:-2], 9))
    return M


def dexp_body(rotation_vector: ArrayLike) -> Array:
    """Matrix that turns the rate of a rotation vector into omega_body.

    Parameters
    ----------
    rotation_vector : array_like, shape (..., 3)
        Axis times angle, radians.

    Returns
    -------
    ndarray, shape (..., 3, 3)

    Notes
    -----
    1 - c_2 hat(v) + c_3 hat(v)^2; elsewhere called the right Jacobian.
    Chapter: Rotations and their exponential.

    Examples
    --------
    >>> v, rate = np.array([0.1, -0.2, 0.3]), np.array([0.3, 0.1, -0.2])
    >>> h = 1e-6
    >>> before, after = quaternion.exp(v - h * rate), quaternion.exp(v + h * rate)
    >>> turn = quaternion.multiply(quaternion.conjugate(before), after)
    >>> np.allclose(quaternion.log(turn) / (2 * h), dexp_body(v) @ rate)
    True
    """
    return _dexp_body(_check.rotation_vector(rotation_vector))


def dexp_space(rotation_vector: ArrayLike) -> Array:
    """Matrix that turns the rate of a rotation vector into omega_space.

    Parameters
    ----------
    rotation_vector : array_like, shape (..., 3)
        Axis times angle, radians.

    Returns
    -------
    ndarray, shape (..., 3, 3)

    Notes
    -----
    1 + c_2 hat(v) + c_3 hat(v)^2; elsewhere called the left Jacobian.
    Chapter: Rotations and their exponential.

    Examples
    --------
    >>> v = np.array([0.1, -0.2, 0.3])
    >>> np.allclose(dexp_space(v), exp(v) @ dexp_body(v))
    True
    """
    return _dexp_space(_check.rotation_vector(rotation_vector))


def dexp_body_inverse(rotation_vector: ArrayLike) -> Array:
    """Matrix that turns omega_body into the rate of the rotation vector.

    Parameters
    ----------
    rotation_vector : array_like, shape (..., 3)
        Axis times angle, radians; shorter than 2 pi.

    Returns
    -------
    ndarray, shape (..., 3, 3)

    Raises
    ------
    InvalidInput
        At a length of 2 pi or more: there the rotation vector is no longer a chart.

    Notes
    -----
    1 + hat(v)/2 + d hat(v)^2, d = (1 - (theta/2) cot(theta/2))/theta^2, written without
    cancellation. Grows without bound towards 2 pi. Chapter: Rotations and their
    exponential.

    Examples
    --------
    >>> v = np.array([0.1, -0.2, 3.0])
    >>> np.allclose(dexp_body_inverse(v) @ dexp_body(v), np.eye(3))
    True
    """
    return _dexp_body_inverse(_short("dexp_body_inverse", rotation_vector))


def dexp_space_inverse(rotation_vector: ArrayLike) -> Array:
    """Matrix that turns omega_space into the rate of the rotation vector.

    Parameters
    ----------
    rotation_vector : array_like, shape (..., 3)
        Axis times angle, radians; shorter than 2 pi.

    Returns
    -------
    ndarray, shape (..., 3, 3)

    Raises
    ------
    InvalidInput
        At a length of 2 pi or more: there the rotation vector is no longer a chart.

    Notes
    -----
    1 - hat(v)/2 + d hat(v)^2, d as in `dexp_body_inverse`. Grows without bound towards
    2 pi. Chapter: Rotations and their exponential.

    Examples
    --------
    >>> v = np.array([0.1, -0.2, 3.0])
    >>> np.allclose(dexp_space_inverse(v) @ dexp_space(v), np.eye(3))
    True
    """
    return _dexp_space_inverse(_short("dexp_space_inverse", rotation_vector))


def _short(name: str, rotation_vector: ArrayLike) -> Array:
    v = _check.trailing(rotation_vector, 3, "rotation_vector")
    longest = np.sqrt((v.astype(np.float64) ** 2).sum(-1)).max(initial=0.0)
    if longest >= 2 * np.pi:
        raise InvalidInput(
            f"rotation_vector: {name} exists for lengths below 2 pi, got {longest:.6g};"
            " take log(exp(v)) first: the same rotation, at most pi long"
        )
    return v
