"""Quaternions as arrays (..., 4), scalar first: algebra, exponential, ways in and out.

Hamilton product, active rotations: `rotate(q, v)` takes body components to space
components. Vectors are (..., 3), rotation vectors axis times angle in rad. Functions
broadcast over the leading axes; float32 stays float32. Nothing is normalised unless
`normalize` is called. InvalidInput for other shapes, for NaN or infinity, for attitudes
that are not of length one (products, conjugates and orders of components take any), and
for rotation vectors of which neighbouring floats are more than a radian apart.

Chapters: Quaternions, Getting your results out.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _check
from ._check import on_arrays, require, trailing, unit_quaternion
from ._types import Array, ArrayLike, Attitude, Scalar, State
from ._vectors import inner, times
from .errors import GimbalLock, InvalidInput, NotAvailable, warn
from .kernels import magnus as _series
from .kernels import quaternion as _k
from .numbers import sqrt

if TYPE_CHECKING:
    from scipy.spatial.transform import Rotation

__all__ = ["angle_between", "as_euler", "as_matrix", "as_scipy", "as_xyzw", "conjugate"]
__all__ += ["exp", "exp_third_order", "exp_truncated", "from_euler", "from_matrix"]
__all__ += ["from_scipy", "from_xyzw", "log", "multiply", "normalize", "rotate"]
__all__ += ["rotate_back", "slerp"]
__dir__: Any = __all__.copy

_LOCKED = {_check.F64: 1e-7, _check.F32: 1e-6}  # rad from a lock


def multiply(p: ArrayLike, q: ArrayLike) -> Array:
    """Hamilton product p q: first turn by q, then by p.

    >>> multiply([0, 1, 0, 0], [0, 0, 1, 0])    # i j = k
    array([0., 0., 0., 1.])
    """
    return on_arrays(_k.multiply, 4, trailing(p, 4, "p"), trailing(q, 4, "q"))


def conjugate(q: ArrayLike) -> Array:
    """Conjugate (w, -x, -y, -z): the inverse rotation of a unit quaternion."""
    q = trailing(q, 4, "q")
    return q * np.array([1, -1, -1, -1], dtype=q.dtype)


def normalize(q: ArrayLike) -> Array:
    """Scale to unit length; InvalidInput for zero, which has no direction."""
    q = trailing(q, 4, "q")
    return q / np.linalg.norm(q) if _check.is_recorded(q) else normalized(q)


def normalized(q: Array) -> Array:
    """`normalize` of an array (..., 4), in which NaN stays NaN."""
    largest: Array = np.abs(q).max(-1, keepdims=True)
    said = "q: expected a quaternion with a direction, got (0, 0, 0, 0){where}, which"
    _check.expect(~(largest == 0).any(-1), said + " is no rotation")
    q = q / largest
    length: Array = np.sqrt((q * q).sum(-1, keepdims=True))
    return q / length


def rotate(q: ArrayLike, v: ArrayLike) -> Array:
    """Turn vectors by unit quaternions: body components to space components.

    >>> quarter_turn_about_z = exp([0, 0, np.pi / 2])
    >>> np.round(rotate(quarter_turn_about_z, [1, 0, 0]), 12) + 0.0
    array([0., 1., 0.])
    """
    return on_arrays(_k.rotate, 3, unit_quaternion(q), trailing(v, 3, "v"))


def rotate_back(q: ArrayLike, v: ArrayLike) -> Array:
    """Turn vectors by the inverse: space components to body components."""
    return on_arrays(_k.rotate_back, 3, unit_quaternion(q), trailing(v, 3, "v"))


def exp(rotation_vector: ArrayLike) -> Array:
    """Unit quaternion (cos(theta/2), v sin(theta/2)/theta) of a rotation vector v."""
    return on_arrays(_k.exp, 4, _check.rotation_vector(rotation_vector))


def exp_truncated(rotation_vector: ArrayLike, order: int) -> Array:
    """Unit quaternion by the exponential series to degree 1 to 7; for small turns."""
    if not isinstance(order, int) or order not in range(1, 8):
        raise NotAvailable(f"order: expected degree 1 to 7, got {order!r}; use exp")

    def truncated(*v: Scalar) -> State:
        square = inner(v, v) / 4
        even, odd = cut_series(order, square)
        size = sqrt(even * even + square * odd * odd)
        return even / size, *times(odd / (2 * size), v)

    return on_arrays(truncated, 4, _check.rotation_vector(rotation_vector))


def cut_series(degree: int, square: Scalar) -> tuple[Scalar, Scalar]:
    """Of exp x to that degree the scalar part, and the factor of x, from x.x."""

    def nested(last: int) -> Scalar:
        made: Scalar = 1
        for k in range(last, 1, -2):
            made = 1 - square * made / (k * (k - 1))
        return made

    even = degree - degree % 2
    return nested(even), nested(degree - 1 + degree % 2)


def exp_third_order(rotation_vector: ArrayLike) -> Array:
    """`exp_truncated` to third order; at 90 degrees the angle is wrong by 1.19 %."""
    v = _check.rotation_vector(rotation_vector)
    return on_arrays(_series.exp_truncated_3, 4, v)


def log(q: ArrayLike) -> Array:
    """Rotation vector of a unit quaternion, at most pi long; q and -q have the same.

    At half turns, w = 0, there are two; the sign of the floating-point zero w decides.
    """
    return on_arrays(_k.log, 3, unit_quaternion(q))


def angle_between(p: ArrayLike, q: ArrayLike) -> Array:
    """Angle from p to q, rad, 0 to pi; accurate also when they nearly agree."""
    p, q = unit_quaternion(p, "p"), unit_quaternion(q, "q")
    turn = on_arrays(_k.multiply, 4, conjugate(p), q)
    sine = np.sqrt((turn[..., 1:] ** 2).sum(-1))
    half: Array = np.arctan2(sine, np.abs(turn[..., 0]))
    return 2 * half


def slerp(p: ArrayLike, q: ArrayLike, t: ArrayLike) -> Array:
    """Turn at constant rate from p (t = 0) to q or -q (t = 1), the short way round."""
    p, q = unit_quaternion(p, "p"), unit_quaternion(q, "q")
    t = _check.array(t, "t")
    _check.broadcast((p.shape[:-1], q.shape[:-1], t.shape), "p, q, t")
    turn = on_arrays(_k.log, 3, on_arrays(_k.multiply, 4, conjugate(p), q))
    part = on_arrays(_k.exp, 4, turn * t[..., None].astype(turn.dtype))
    return on_arrays(_k.multiply, 4, p, part)


def as_matrix(q: ArrayLike) -> Array:
    """Rotation matrices (..., 3, 3); columns are the body axes in space components."""
    return on_arrays(_k.as_matrix, (3, 3), unit_quaternion(q))


def from_matrix(matrix: ArrayLike) -> Array:
    """Unit quaternions, w >= 0, of matrices that are rotations to about eight digits.

    In float32 to four digits; InvalidInput for others and for reflections.
    """
    M = trailing(matrix, (3, 3), "matrix")
    tolerance = 1e-4 if M.dtype == np.float32 else 1e-8
    _check.no_reflection(M, "a rotation")
    off_one = M @ np.swapaxes(M, -1, -2) - np.eye(3, dtype=M.dtype)
    defect = np.abs(off_one).max((-2, -1))
    said = "matrix: expected a rotation, got |M M^T - 1| = {:.2g}{where}; if rounding"
    said += " did that, take rotlib.so3.orthonormalize"
    _check.expect(defect <= tolerance, said, defect)
    trace = np.trace(M, axis1=-2, axis2=-1)[..., None]
    rows = np.empty((*M.shape[:-2], 4, 4), M.dtype)  # row i is 4 q_i q
    rows[..., 0, :1] = 1 + trace
    rows[..., 0, 1:] = rows[..., 1:, 0] = (M - M.mT)[..., [2, 0, 1], [1, 2, 0]]
    rows[..., 1:, 1:] = M + M.mT + (1 - trace[..., None]) * np.eye(3, dtype=M.dtype)
    largest = np.argmax(np.diagonal(rows, axis1=-2, axis2=-1), axis=-1)
    q = np.take_along_axis(rows, largest[..., None, None], axis=-2)[..., 0, :]
    length: Array = np.sqrt((q * q).sum(-1, keepdims=True))
    return np.where(q[..., :1] < 0, -q, q) / length


def from_euler(seq: str, angles: ArrayLike, degrees: bool = False) -> Array:
    """Unit quaternions of Euler angles, with the sequences of SciPy.

    Upper case, "ZYX": each turn is about an axis of the body, where the turns before
    have left it (intrinsic). Lower case, "xyz": about an axis fixed in space
    (extrinsic). Yaw, pitch and roll of an aircraft are "ZYX"; precession, nutation and
    spin of a top "ZXZ".

    seq: one to three axes, neighbours different
    angles: (..., len(seq)), in the order of the axes, rad unless `degrees`

    >>> bool(np.allclose(from_euler("ZYX", [1, 2, 3]), from_euler("xyz", [3, 2, 1])))
    True
    """
    axes, intrinsic = _sequence(seq, (1, 2, 3))
    a = _check.array(angles, "angles")
    a = a[..., None] if a.ndim == 0 else a
    got = f"{np.shape(angles)}; one angle for each axis of {seq!r}"
    require(a.shape[-1] == len(axes), "angles", f"shape (..., {len(axes)})", got)
    half = (np.deg2rad(a) if degrees else a) / 2
    q = np.zeros((*a.shape[:-1], 4), a.dtype)
    q[..., 0] = 1.0
    for n, axis in enumerate(axes):
        turn = np.zeros_like(q)
        turn[..., 0], turn[..., 1 + axis] = np.cos(half[..., n]), np.sin(half[..., n])
        q = on_arrays(_k.multiply, 4, *((q, turn) if intrinsic else (turn, q)))
    return q


def as_euler(q: Attitude, seq: str, degrees: bool = False) -> Array:
    """Euler angles (..., 3) of unit quaternions, for three axes as in `from_euler`.

    The first and the third lie between -pi and pi; the second between -pi/2 and pi/2,
    or between 0 and pi if the third axis is the first again. Within 1e-7 rad of its
    ends (1e-6 in float32) only the sum or the difference of the others is fixed: the
    third is zero there, with the warning `GimbalLock`, after Bernardes, Viollet (2022).
    """
    axes, intrinsic = _sequence(seq, (3,))
    q = unit_quaternion(q)
    w, *v = np.moveaxis(q.astype(np.float64), -1, 0)
    i, j, k = axes[::-1] if intrinsic else axes
    repeats = i == k
    k = 3 - i - j if repeats else k
    sign = (i - j) * (j - k) * (k - i) // 2
    a, b, c, d = w, v[i], v[j], sign * v[k]
    if not repeats:
        a, b, c, d = a - c, b + d, c + a, d - b
    second = 2 * np.arctan2(np.hypot(c, d), np.hypot(a, b))
    half_sum, half_difference = np.arctan2(b, a), np.arctan2(d, c)
    first, third = half_sum - half_difference, half_sum + half_difference
    low, high = second <= _LOCKED[q.dtype], np.pi - second <= _LOCKED[q.dtype]
    if (lock := low | high).any():
        warn(
            "Gimbal lock: the second angle is at an end of its range, where only the"
            " sum or the difference of the others is fixed; the third is set to zero",
            GimbalLock,
        )
        kept = np.where(low, 2 * half_sum, 2 * half_difference * (intrinsic * 2 - 1))
        first = np.where(lock, 0.0 if intrinsic else kept, first)
        third = np.where(lock, kept if intrinsic else 0.0, third)
    if not repeats:
        third, second = sign * third, second - np.pi / 2
    angles = np.stack([first, second, third][:: -1 if intrinsic else 1], -1)
    far = np.abs(angles) > np.pi
    angles = np.where(far, angles - np.copysign(math.tau, angles), angles)
    found: Array = np.rad2deg(angles) if degrees else angles
    return found.astype(q.dtype)


def _sequence(seq: str, sizes: tuple[int, ...]) -> tuple[list[int], bool]:
    known = isinstance(seq, str) and re.fullmatch(r"(?!.*(.)\1)([xyz]+|[XYZ]+)", seq)
    if not known or len(seq) not in sizes:
        raise InvalidInput(
            f"seq: expected {' or '.join(map(str, sizes))} axes, neighbours different,"
            " all of 'xyz' (fixed in space) or all of 'XYZ' (of the body), such as"
            f" 'ZYX', got {seq!r}"
        )
    return ["xyz".index(axis) for axis in seq.lower()], seq.isupper()


def from_xyzw(q: ArrayLike) -> Array:
    """Quaternions from the order (x, y, z, w), scalar last: of SciPy, ROS and Eigen."""
    return np.roll(trailing(q, 4, "q"), 1, axis=-1)


def as_xyzw(q: ArrayLike) -> Array:
    """Quaternions in the order (x, y, z, w), scalar last: of SciPy, ROS and Eigen."""
    return np.roll(trailing(q, 4, "q"), -1, axis=-1)


def from_scipy(rotation: Rotation) -> Array:
    """Quaternions, scalar first, of a `scipy.spatial.transform.Rotation`."""
    wanted, got = "a scipy.spatial.transform.Rotation", type(rotation).__name__
    require(hasattr(rotation, "as_quat"), "rotation", wanted, got)
    return from_xyzw(rotation.as_quat())


def as_scipy(q: ArrayLike) -> Rotation:
    """`scipy.spatial.transform.Rotation` of quaternions (4,) or (n, 4); needs SciPy."""
    _check.installed("scipy.spatial.transform", "as_scipy")
    from scipy.spatial.transform import Rotation

    return Rotation.from_quat(as_xyzw(unit_quaternion(q)))
