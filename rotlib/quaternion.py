"""Quaternions as arrays (..., 4), scalar first: algebra, exponential, ways in and out.

Hamilton product, active rotations: `rotate(q, v)` takes body components to space
components. Functions broadcast over the leading axes; float32 stays float32. Nothing is
normalised unless `normalize` is called."""

from __future__ import annotations

import math
import warnings
from typing import TYPE_CHECKING

import numpy as np

from . import _check
from ._arrays import arrays
from ._types import Array, ArrayLike, Attitude
from .errors import GimbalLock, InvalidInput, NotAvailable
from .kernels import magnus as _series
from .kernels import quaternion as _k

if TYPE_CHECKING:
    from scipy.spatial.transform import Rotation

__all__ = [
    "angle_between",
    "as_euler",
    "as_matrix",
    "as_scipy",
    "as_xyzw",
    "conjugate",
    "exp",
    "exp_third_order",
    "exp_truncated",
    "from_euler",
    "from_matrix",
    "from_scipy",
    "from_xyzw",
    "log",
    "multiply",
    "normalize",
    "rotate",
    "rotate_back",
    "slerp",
]


def __dir__() -> list[str]:
    return __all__


_multiply = arrays(_k.multiply, (4, 4), 4)
_rotate = arrays(_k.rotate, (4, 3), 3)
_rotate_back = arrays(_k.rotate_back, (4, 3), 3)
_exp = arrays(_k.exp, (3,), 4)
_log = arrays(_k.log, (4,), 3)
_as_matrix = arrays(_k.as_matrix, (4,), (3, 3))
_LOCKED = {np.dtype(np.float64): 1e-7, np.dtype(np.float32): 1e-6}  # rad from a lock
_exp_truncated = {
    n: arrays(getattr(_series, f"exp_truncated_{n}"), (3,), 4) for n in range(1, 8)
}


def multiply(p: ArrayLike, q: ArrayLike) -> Array:
    """Hamilton product p q: first turn by q, then by p.

    Parameters
    ----------
    p, q : array_like, shape (..., 4)
        Quaternions (w, x, y, z) of any length.

    Returns
    -------
    ndarray, shape (..., 4)

    Notes
    -----
    Chapter: Rotations and their exponential (Hamilton's product).

    Examples
    --------
    >>> multiply([0, 1, 0, 0], [0, 0, 1, 0])    # i j = k
    array([0., 0., 0., 1.])
    """
    return _multiply(_check.trailing(p, 4, "p"), _check.trailing(q, 4, "q"))


def conjugate(q: ArrayLike) -> Array:
    """Conjugate (w, -x, -y, -z): the inverse rotation of a unit quaternion.

    Parameters
    ----------
    q : array_like, shape (..., 4)
        Quaternions (w, x, y, z) of any length.

    Returns
    -------
    ndarray, shape (..., 4)

    Examples
    --------
    >>> conjugate([1, 2, 3, 4])
    array([ 1., -2., -3., -4.])
    """
    q = _check.trailing(q, 4, "q")
    return q * np.array([1, -1, -1, -1], dtype=q.dtype)


def normalize(q: ArrayLike) -> Array:
    """Scale to unit length.

    Parameters
    ----------
    q : array_like, shape (..., 4)
        Quaternions (w, x, y, z) of any length.

    Returns
    -------
    ndarray, shape (..., 4)

    Raises
    ------
    InvalidInput
        If a quaternion is zero: it has no direction.

    Examples
    --------
    >>> normalize([0, 0, 0, 2])
    array([0., 0., 0., 1.])
    """
    q = _check.trailing(q, 4, "q")
    if _check.is_recorded(q):
        return q / np.linalg.norm(q)
    largest: Array = np.abs(q).max(-1, keepdims=True)
    if (largest == 0).any():
        raise InvalidInput(
            "q: expected a quaternion with a direction, got (0, 0, 0, 0)"
            f"{_check.where(largest[..., 0] == 0)}, which is no rotation"
        )
    q = q / largest
    length: Array = np.sqrt((q * q).sum(-1, keepdims=True))
    return q / length


def rotate(q: ArrayLike, v: ArrayLike) -> Array:
    """Turn vectors by unit quaternions: body components to space components.

    Parameters
    ----------
    q : array_like, shape (..., 4)
        Unit quaternions, body to space.
    v : array_like, shape (..., 3)
        Vectors, in body components.

    Returns
    -------
    ndarray, shape (..., 3)
        The same vectors in space components.

    Raises
    ------
    InvalidInput
        For shapes, for NaN or infinity, and for quaternions that are not of length one.

    Notes
    -----
    Chapter: Rotations and their exponential.

    Examples
    --------
    >>> quarter_turn_about_z = exp([0, 0, np.pi / 2])
    >>> np.round(rotate(quarter_turn_about_z, [1, 0, 0]), 12) + 0.0
    array([0., 1., 0.])
    """
    return _rotate(_check.unit_quaternion(q), _check.trailing(v, 3, "v"))


def rotate_back(q: ArrayLike, v: ArrayLike) -> Array:
    """Turn vectors by the inverse: space components to body components.

    Parameters
    ----------
    q : array_like, shape (..., 4)
        Unit quaternions, body to space.
    v : array_like, shape (..., 3)
        Vectors, in space components.

    Returns
    -------
    ndarray, shape (..., 3)
        The same vectors in body components.

    Examples
    --------
    >>> np.round(rotate_back(exp([0, 0, np.pi / 2]), [0, 1, 0]), 12) + 0.0
    array([1., 0., 0.])
    """
    return _rotate_back(_check.unit_quaternion(q), _check.trailing(v, 3, "v"))


def exp(rotation_vector: ArrayLike) -> Array:
    """Unit quaternion of a rotation vector: exp of (0, v/2).

    Parameters
    ----------
    rotation_vector : array_like, shape (..., 3)
        Axis times angle, in radians; more than one turn is allowed.

    Returns
    -------
    ndarray, shape (..., 4)
        (cos(theta/2), v sin(theta/2)/theta).

    Raises
    ------
    InvalidInput
        For shapes, for NaN or infinity, and for lengths of which neighbouring floats
        are more than a radian apart.

    Notes
    -----
    At every angle, zero included, as accurate as the rounding of the angle itself
    allows. Chapter: Rotations and their exponential.

    Examples
    --------
    >>> exp([0, 0, 0])
    array([1., 0., 0., 0.])
    >>> np.round(exp([np.pi, 0, 0]), 12)
    array([0., 1., 0., 0.])
    """
    return _exp(_check.rotation_vector(rotation_vector))


def exp_truncated(rotation_vector: ArrayLike, order: int) -> Array:
    """Unit quaternion from the first terms of the exponential series, normalised.

    Parameters
    ----------
    rotation_vector : array_like, shape (..., 3)
        Axis times angle, radians; meant for small turns.
    order : int
        Degree at which the series is cut, 1 to 7.

    Returns
    -------
    ndarray, shape (..., 4)

    Raises
    ------
    NotAvailable
        For other orders.

    Notes
    -----
    No sine, no cosine. The normaliser has no zero, so the result is a rotation however
    long the vector; how near it is to the wanted one is the subject of the chapter The
    Magnus series at work.

    Examples
    --------
    >>> float(angle_between(exp_truncated([0.1, 0, 0], 7), exp([0.1, 0, 0])).round(15))
    0.0
    """
    if not isinstance(order, int) or order not in _exp_truncated:
        raise NotAvailable(
            f"order: the series is cut after degree 1 to 7, got {order!r};"
            " exp has no limit"
        )
    return _exp_truncated[order](_check.rotation_vector(rotation_vector))


def exp_third_order(rotation_vector: ArrayLike) -> Array:
    """Unit quaternion of a rotation vector by the normalised series of third order.

    Parameters
    ----------
    rotation_vector : array_like, shape (..., 3)
        Axis times angle, radians.

    Returns
    -------
    ndarray, shape (..., 4)

    Notes
    -----
    ((1 - X^2/2) + (1 - X^2/6) X)/norm with X = v/2. At 90 degrees the angle is wrong by
    1.19 %. Chapter: The Magnus series at work.

    Examples
    --------
    >>> v = [np.pi / 2, 0, 0]
    >>> error = angle_between(exp_third_order(v), exp(v)) / (np.pi / 2)
    >>> f"{100 * error:.2f} %"
    '1.19 %'
    """
    return exp_truncated(rotation_vector, 3)


def log(q: ArrayLike) -> Array:
    """Rotation vector of a unit quaternion, at most pi long.

    Parameters
    ----------
    q : array_like, shape (..., 4)
        Unit quaternions; q and -q are the same rotation and have the same logarithm. At
        half turns, w = 0, there are two such vectors, opposite to each other; the sign
        of the floating-point zero w decides.

    Returns
    -------
    ndarray, shape (..., 3)
        Axis times angle, in radians.

    Notes
    -----
    Uses atan2, so no digits are lost at small angles. Chapter: Rotations and their
    exponential.

    Examples
    --------
    >>> np.round(log(exp([0.1, -0.2, 0.3])), 12)
    array([ 0.1, -0.2,  0.3])
    """
    return _log(_check.unit_quaternion(q))


def angle_between(p: ArrayLike, q: ArrayLike) -> Array:
    """Angle of the rotation that takes attitude p to attitude q, between 0 and pi.

    Parameters
    ----------
    p, q : array_like, shape (..., 4)
        Unit quaternions.

    Returns
    -------
    ndarray, shape (...)
        Radians; accurate also when the attitudes nearly agree.

    Examples
    --------
    >>> float(np.round(angle_between(exp([0, 0, 0.2]), exp([0, 0, 0.5])), 12))
    0.3
    """
    turn = _multiply(
        conjugate(_check.unit_quaternion(p, "p")), _check.unit_quaternion(q, "q")
    )
    half: Array = np.arctan2(
        np.sqrt((turn[..., 1:] ** 2).sum(-1)), np.abs(turn[..., 0])
    )
    return 2 * half


def slerp(p: ArrayLike, q: ArrayLike, t: ArrayLike) -> Array:
    """Turn at constant rate from p (t = 0) to q (t = 1), the short way round.

    Parameters
    ----------
    p, q : array_like, shape (..., 4)
        Unit quaternions.
    t : array_like
        Fractions; broadcasts against the leading axes.

    Returns
    -------
    ndarray, shape (..., 4)
        In the number format of p and q. At t = 1 this is q or -q, whichever is nearer
        to p.

    Notes
    -----
    p exp(t log(p* q)). Chapter: Rotations and their exponential.

    Examples
    --------
    >>> np.round(log(slerp([1, 0, 0, 0], exp([0, 0, 1.0]), 0.25)), 12)
    array([0.  , 0.  , 0.25])
    """
    p, q, t = (
        _check.unit_quaternion(p, "p"),
        _check.unit_quaternion(q, "q"),
        _check.array(t, "t"),
    )
    _check.broadcast((p.shape[:-1], q.shape[:-1], t.shape), "p, q, t")
    turn = _log(_multiply(conjugate(p), q))
    return _multiply(p, _exp(turn * t[..., None].astype(turn.dtype)))


def as_matrix(q: ArrayLike) -> Array:
    """Rotation matrices of unit quaternions.

    Parameters
    ----------
    q : array_like, shape (..., 4)
        Unit quaternions, body to space.

    Returns
    -------
    ndarray, shape (..., 3, 3)
        Columns are the body axes in space components.

    Examples
    --------
    >>> np.round(as_matrix(exp([0, 0, np.pi / 2]))) + 0.0
    array([[ 0., -1.,  0.],
           [ 1.,  0.,  0.],
           [ 0.,  0.,  1.]])
    """
    return _as_matrix(_check.unit_quaternion(q))


def from_matrix(matrix: ArrayLike) -> Array:
    """Unit quaternions, w >= 0, of rotation matrices.

    Parameters
    ----------
    matrix : array_like, shape (..., 3, 3)
        Orthogonal with determinant one, to about eight digits (four in float32).

    Returns
    -------
    ndarray, shape (..., 4)

    Raises
    ------
    InvalidInput
        If a matrix is not a rotation; a reflection is named as such.

    Notes
    -----
    Divides by the largest of |w|, |x|, |y|, |z|, so no angle is a special case, and
    lands on unit length to round-off.

    Examples
    --------
    >>> from_matrix([[0, -1, 0], [1, 0, 0], [0, 0, 1]]).round(6)
    array([0.707107, 0.      , 0.      , 0.707107])
    """
    M = _check.matrix(matrix, "matrix")
    tolerance = 1e-4 if M.dtype == np.float32 else 1e-8
    _check.no_reflection(M, "a rotation")
    off_one = M @ np.swapaxes(M, -1, -2) - np.eye(3, dtype=M.dtype)
    defect = np.abs(off_one).max((-2, -1))
    if (defect > tolerance).any():
        raise InvalidInput(
            f"matrix: expected a rotation, got |M M^T - 1| = {defect.max():.2g}"
            f"{_check.where(defect > tolerance)};"
            " if rounding did that, take rotlib.so3.orthonormalize"
        )
    d, one = np.diagonal(M, axis1=-2, axis2=-1), np.ones_like(M[..., 0, 0])
    skew = [
        M[..., 2, 1] - M[..., 1, 2],
        M[..., 0, 2] - M[..., 2, 0],
        M[..., 1, 0] - M[..., 0, 1],
    ]
    off = [
        M[..., 2, 1] + M[..., 1, 2],
        M[..., 0, 2] + M[..., 2, 0],
        M[..., 1, 0] + M[..., 0, 1],
    ]
    x, y, z = d[..., 0], d[..., 1], d[..., 2]
    rows = np.stack(
        [  # row i is 4 q_i q
            np.stack([one + x + y + z, *skew], -1),
            np.stack([skew[0], one + x - y - z, off[2], off[1]], -1),
            np.stack([skew[1], off[2], one - x + y - z, off[0]], -1),
            np.stack([skew[2], off[1], off[0], one - x - y + z], -1),
        ],
        -2,
    )
    largest = np.argmax(np.diagonal(rows, axis1=-2, axis2=-1), axis=-1)
    q = np.take_along_axis(rows, largest[..., None, None], axis=-2)[..., 0, :]
    length: Array = np.sqrt((q * q).sum(-1, keepdims=True))
    return np.where(q[..., :1] < 0, -q, q) / length


def from_euler(seq: str, angles: ArrayLike, degrees: bool = False) -> Array:
    """Unit quaternions of Euler angles, with the sequences of SciPy.

    Parameters
    ----------
    seq : str
        One to three axes, neighbours different. Upper case, "ZYX": each turn is about
        an axis of the body, where the turns before have left it (intrinsic). Lower
        case, "xyz": each turn is about an axis fixed in space (extrinsic).
    angles : array_like, shape (..., len(seq))
        In the order of the axes, rad; for one axis also a number.
    degrees : bool
        Whether the angles are in degrees.

    Returns
    -------
    ndarray, shape (..., 4)

    Raises
    ------
    InvalidInput
        For a sequence that is none, and for angles of another number.

    Notes
    -----
    Yaw, pitch and roll of an aircraft are "ZYX"; precession, nutation and spin of a top
    are "ZXZ". Chapter: Getting your results out.

    Examples
    --------
    >>> from_euler("Z", 90, degrees=True).round(6)
    array([0.707107, 0.      , 0.      , 0.707107])
    >>> bool(np.allclose(from_euler("ZYX", [1, 2, 3]), from_euler("xyz", [3, 2, 1])))
    True
    """
    axes, intrinsic = _sequence(seq, (1, 2, 3))
    a = _check.array(angles, "angles")
    a = a[..., None] if a.ndim == 0 else a
    if a.shape[-1] != len(axes):
        raise InvalidInput(
            f"angles: expected shape (..., {len(axes)}), one angle for each axis of"
            f" {seq!r}, got {np.shape(angles)}"
        )
    half = (np.deg2rad(a) if degrees else a) / 2
    q = np.zeros((*a.shape[:-1], 4), a.dtype)
    q[..., 0] = 1.0
    for n, axis in enumerate(axes):
        turn = np.zeros_like(q)
        turn[..., 0], turn[..., 1 + axis] = np.cos(half[..., n]), np.sin(half[..., n])
        q = _multiply(q, turn) if intrinsic else _multiply(turn, q)
    return q


def as_euler(q: Attitude, seq: str, degrees: bool = False) -> Array:
    """Euler angles of unit quaternions, with the sequences of SciPy.

    Parameters
    ----------
    q : array_like, shape (..., 4)
        Unit quaternions, body to space.
    seq : str
        Three axes, as for `from_euler`.
    degrees : bool
        Whether to return degrees.

    Returns
    -------
    ndarray, shape (..., 3)
        In the order of the axes, rad. The first and the third angle lie between -pi and
        pi; the second between -pi/2 and pi/2 if the three axes are different, and
        between 0 and pi if the third is the first again.

    Raises
    ------
    InvalidInput
        For a sequence that is none, and for quaternions that are not of length one.

    Warns
    -----
    GimbalLock
        Where the second angle is within 1e-7 rad of its ends: only the sum or the
        difference of the others is fixed there. The third is then zero, as in SciPy.

    Notes
    -----
    After Bernardes and Viollet (2022): the sum and the difference of the first and the
    third angle stand in two pairs of components. Near a lock small turns make large
    changes of these angles; integrate quaternions, and show angles. Chapter: Getting
    your results out.

    Examples
    --------
    >>> as_euler(from_euler("ZYX", [0.1, -0.2, 0.3]), "ZYX").round(12)
    array([ 0.1, -0.2,  0.3])
    """
    axes, intrinsic = _sequence(seq, (3,))
    q = _check.unit_quaternion(q)
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
    if (low | high).any():
        warnings.warn(
            "Gimbal lock: the second angle is at an end of its range, where only the"
            " sum or the difference of the others is fixed; the third is set to zero",
            GimbalLock,
            stacklevel=2,
        )
        kept = np.where(low, 2 * half_sum, 2 * half_difference * (intrinsic * 2 - 1))
        zero = np.zeros_like(kept)
        one, other = (zero, kept) if intrinsic else (kept, zero)
        first, third = (
            np.where(low | high, new, old)
            for new, old in ((one, first), (other, third))
        )
    if not repeats:
        third, second = sign * third, second - np.pi / 2
    ends = (third, first) if intrinsic else (first, third)
    angles = np.stack([ends[0], second, ends[1]], -1)
    angles = np.where(
        np.abs(angles) > np.pi, angles - np.copysign(math.tau, angles), angles
    )
    found: Array = np.rad2deg(angles) if degrees else angles
    return found.astype(q.dtype)


def _sequence(seq: str, sizes: tuple[int, ...]) -> tuple[list[int], bool]:
    """The numbers of the axes, and whether they turn with the body."""
    given = seq if isinstance(seq, str) else ""
    known = given and (set(given) <= set("xyz") or set(given) <= set("XYZ"))
    repeated = any(a == b for a, b in zip(given, given[1:], strict=False))
    if not known or repeated or len(given) not in sizes:
        raise InvalidInput(
            f"seq: expected {' or '.join(map(str, sizes))} axes, neighbours different,"
            " all of 'xyz' (fixed in space) or all of 'XYZ' (of the body), such as"
            f" 'ZYX', got {seq!r}"
        )
    return ["xyz".index(axis) for axis in given.lower()], given.isupper()


def from_xyzw(q: ArrayLike) -> Array:
    """Quaternions from the order (x, y, z, w), scalar last: of SciPy, ROS and Eigen.

    Parameters
    ----------
    q : array_like, shape (..., 4)
        Quaternions (x, y, z, w).

    Returns
    -------
    ndarray, shape (..., 4)
        (w, x, y, z).

    Notes
    -----
    Chapter: Getting your results out.

    Examples
    --------
    >>> from_xyzw([0, 0, 0, 1])
    array([1., 0., 0., 0.])
    """
    return np.roll(_check.trailing(q, 4, "q"), 1, axis=-1)


def as_xyzw(q: ArrayLike) -> Array:
    """Quaternions in the order (x, y, z, w), scalar last: of SciPy, ROS and Eigen.

    Parameters
    ----------
    q : array_like, shape (..., 4)
        (w, x, y, z).

    Returns
    -------
    ndarray, shape (..., 4)

    Notes
    -----
    Chapter: Getting your results out.

    Examples
    --------
    >>> as_xyzw([1, 0, 0, 0])
    array([0., 0., 0., 1.])
    """
    return np.roll(_check.trailing(q, 4, "q"), -1, axis=-1)


def from_scipy(rotation: Rotation) -> Array:
    """Quaternions of a `scipy.spatial.transform.Rotation`.

    Parameters
    ----------
    rotation : scipy.spatial.transform.Rotation
        One rotation, or many of them.

    Returns
    -------
    ndarray, shape (4,) or (n, 4)
        Scalar first, as everywhere in rotlib (SciPy's default is scalar last).

    Examples
    --------
    >>> from scipy.spatial.transform import Rotation
    >>> from_scipy(Rotation.from_rotvec([0, 0, 0]))
    array([1., 0., 0., 0.])
    """
    if not hasattr(rotation, "as_quat"):
        raise InvalidInput(
            "rotation: expected a scipy.spatial.transform.Rotation, got"
            f" {type(rotation).__name__}"
        )
    return from_xyzw(rotation.as_quat())


def as_scipy(q: ArrayLike) -> Rotation:
    """`scipy.spatial.transform.Rotation` of unit quaternions.

    Parameters
    ----------
    q : array_like, shape (4,) or (n, 4)
        Unit quaternions, body to space.

    Returns
    -------
    scipy.spatial.transform.Rotation

    Raises
    ------
    NotInstalled
        If SciPy is not installed.

    Examples
    --------
    >>> float(as_scipy([1, 0, 0, 0]).magnitude())
    0.0
    """
    _check.installed("scipy.spatial.transform", "as_scipy")
    from scipy.spatial.transform import Rotation

    return Rotation.from_quat(as_xyzw(_check.unit_quaternion(q)))
