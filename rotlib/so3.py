"""Rotation vectors and matrices: the exponential of SO(3) and its derivative.

Rotation vectors v (..., 3) are axis times angle in rad, matrices (..., 3, 3); leading
axes broadcast. `dexp_body(v)` and `dexp_space(v)` turn the rate of v into the angular
velocity, in body or in space components; textbooks call them the right and the left
Jacobian, some the other way round. c_k are the Stumpff functions of |v|^2, and d = (1 -
(theta/2) cot(theta/2))/theta^2, by which the inverses grow without bound towards |v| =
2 pi, from where on they are refused. Shapes, formats and errors are as in `quaternion`.

Chapter: Turns do not commute.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _check, quaternion
from ._check import on_arrays, require, trailing
from ._types import Array, ArrayLike, Function
from .kernels import nearest as _nearest
from .kernels import so3 as _k

__all__ = ["dexp_body", "dexp_body_inverse", "dexp_space", "dexp_space_inverse"]
__all__ += ["exp", "hat", "log", "orthonormalize", "vee"]
__dir__: Any = __all__.copy

FAR, NEWTON_STEPS = 0.1, 5  # a gap M^T M - 1, and the steps from there to rounding


def hat(v: ArrayLike) -> Array:
    """Antisymmetric matrices with hat(v) @ u = v x u."""
    v = trailing(v, 3, "v")
    x, y, z = v[..., 0], v[..., 1], v[..., 2]
    o = np.zeros_like(x)
    return np.stack([o, -z, y, z, o, -x, -y, x, o], -1).reshape(v.shape[:-1] + (3, 3))


def vee(matrix: ArrayLike) -> Array:
    """Vectors of matrices that are antisymmetric to round-off: the inverse of `hat`."""
    M = trailing(matrix, (3, 3), "matrix")
    defect = np.abs(M + np.swapaxes(M, -1, -2)).max(initial=0.0)
    most = 1e3 * np.finfo(M.dtype).eps * max(1.0, np.abs(M).max(initial=0.0))
    got = f"|M + M^T| = {defect:.2g}"
    require(defect <= most, "matrix", "an antisymmetric matrix", got)
    return np.stack([M[..., 2, 1], M[..., 0, 2], M[..., 1, 0]], -1)


def exp(rotation_vector: ArrayLike) -> Array:
    """Rotation matrices: 1 + c_1 hat(v) + c_2 hat(v)^2 (Rodrigues' formula)."""
    return on_arrays(_k.exp, (3, 3), _check.rotation_vector(rotation_vector))


def log(matrix: ArrayLike) -> Array:
    """Rotation vectors of matrices, at most pi long; no loss near half turns."""
    return quaternion.log(quaternion.from_matrix(matrix))


def orthonormalize(matrix: ArrayLike) -> Array:
    """Nearest rotation matrices of matrices that have drifted off by rounding.

    Five Newton steps M (3 - M^T M)/2 [eq-orthonormalise]. InvalidInput for an entry of
    M^T M - 1 above 0.1, and near a reflection. No function of rotlib calls it: what
    drifts should be seen before it is mended.
    """
    M = trailing(matrix, (3, 3), "matrix")
    with np.errstate(over="ignore", invalid="ignore"):
        gap = np.swapaxes(M, -1, -2) @ M - np.eye(3, dtype=M.dtype)
    defect = np.abs(gap).max((-2, -1))
    said = f"matrix: expected nearly a rotation, |M^T M - 1| up to {FAR}, got {{:.2g}}"
    said += "{where}; rounding does not lead so far: look for what went wrong"
    _check.expect(defect <= FAR, said, defect)
    _check.no_reflection(M, "nearly a rotation")
    for _ in range(NEWTON_STEPS):
        M = on_arrays(_nearest.orthonormalize_step, (3, 3), M.reshape(*M.shape[:-2], 9))
    return M


def dexp_body(rotation_vector: ArrayLike) -> Array:
    """Matrix from the rate of v to omega_body: 1 - c_2 hat(v) + c_3 hat(v)^2."""
    return on_arrays(_k.dexp_body, (3, 3), _check.rotation_vector(rotation_vector))


def dexp_space(rotation_vector: ArrayLike) -> Array:
    """Matrix from the rate of v to omega_space: 1 + c_2 hat(v) + c_3 hat(v)^2.

    >>> v = np.array([0.1, -0.2, 0.3])
    >>> np.allclose(dexp_space(v), exp(v) @ dexp_body(v))
    True
    """
    return on_arrays(_k.dexp_space, (3, 3), _check.rotation_vector(rotation_vector))


def dexp_body_inverse(rotation_vector: ArrayLike) -> Array:
    """Matrix from omega_body to the rate of v: 1 + hat(v)/2 + d hat(v)^2.

    >>> v = np.array([0.1, -0.2, 3.0])
    >>> np.allclose(dexp_body_inverse(v) @ dexp_body(v), np.eye(3))
    True
    """
    return _inverse(_k.dexp_body_inverse, rotation_vector)


def dexp_space_inverse(rotation_vector: ArrayLike) -> Array:
    """Matrix from omega_space to the rate of v: 1 - hat(v)/2 + d hat(v)^2."""
    return _inverse(_k.dexp_space_inverse, rotation_vector)


def _inverse(kernel: Function, rotation_vector: ArrayLike) -> Array:
    v = trailing(rotation_vector, 3, "rotation_vector")
    length = np.sqrt((v.astype(np.float64) ** 2).sum(-1))
    said = f"rotation_vector: {kernel.__name__} exists for lengths below 2 pi, got"
    said += " {:.6g}; take log(exp(v)) first: the same rotation, at most pi long"
    _check.expect(length < 2 * np.pi, said, length)
    return on_arrays(kernel, (3, 3), v)
