"""Dual quaternions as arrays (..., 8): poses, and the screws between them.

x = q + eps d is stored as (q_w, q_x, q_y, q_z, d_w, d_x, d_y, d_z). A pose
(rotation and translation in one) with the attitude q (body to space) and the position t
(space components) has d = t q / 2. Twists
are (rotational, translational), body components. Functions broadcast over the leading
axes; float32 stays float32. Nothing is normalised unless `normalize` is called."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from . import _check, quaternion
from ._arrays import arrays
from ._types import Array, ArrayLike, Attitude, Transform
from .errors import InvalidInput, NotInstalled
from .kernels import se3 as _k

if TYPE_CHECKING:
    from scipy.spatial.transform import RigidTransform

__all__ = [
    "as_matrix",
    "as_pose",
    "as_scipy",
    "between",
    "conjugate",
    "dual_transpose",
    "exp",
    "from_matrix",
    "from_pose",
    "from_scipy",
    "log",
    "multiply",
    "normalize",
    "rate",
    "transform",
    "twist",
]


def __dir__() -> list[str]:
    return __all__


DUAL_TOLERANCE: dict[np.dtype[Any], float] = {
    np.dtype(np.float64): 1e-8,
    np.dtype(np.float32): 1e-4,
}

_multiply = arrays(_k.multiply, (4, 4, 4, 4), 8)
_from_pose = arrays(_k.from_pose, (4, 3), 8)
_position = arrays(_k.position, (8,), 3)
_transform = arrays(_k.transform, (8, 3), 3)
_exp = arrays(_k.exp, (6,), 8)
_log = arrays(_k.log, (8,), 6)
_twist = arrays(_k.twist, (8, 8), 6)
_rate = arrays(_k.rate, (8, 6), 8)


def multiply(x: ArrayLike, y: ArrayLike) -> Array:
    """Product x y: the pose y, given in the frame of the pose x.

    Parameters
    ----------
    x, y : array_like, shape (..., 8)
        Dual quaternions of any length.

    Returns
    -------
    ndarray, shape (..., 8)

    Raises
    ------
    InvalidInput
        For shapes, and for NaN or infinity.

    Notes
    -----
    (q + eps d)(r + eps e) = q r + eps (q e + d r). Chapter: Dual quaternions and
    screws.

    Examples
    --------
    >>> step = from_pose([1, 0, 0, 0], [1, 2, 3])
    >>> as_pose(multiply(step, step))[1]
    array([2., 4., 6.])
    """
    return _product(_check.trailing(x, 8, "x"), _check.trailing(y, 8, "y"))


def conjugate(x: ArrayLike) -> Array:
    """Conjugate of both parts: the inverse pose of a unit dual quaternion.

    Parameters
    ----------
    x : array_like, shape (..., 8)
        Dual quaternions of any length.

    Returns
    -------
    ndarray, shape (..., 8)

    Notes
    -----
    Not the change of sign of eps, which is another conjugate. Chapter: Dual quaternions
    and screws.

    Examples
    --------
    >>> conjugate([1, 2, 3, 4, 5, 6, 7, 8])
    array([ 1., -2., -3., -4.,  5., -6., -7., -8.])
    """
    return _conjugate(_check.trailing(x, 8, "x"))


def dual_transpose(x: ArrayLike) -> Array:
    """The two parts exchanged: (q, d) becomes (d, q).

    Parameters
    ----------
    x : array_like, shape (..., 8)
        Dual quaternions of any length.

    Returns
    -------
    ndarray, shape (..., 8)

    Notes
    -----
    With it factors can be carried over in a dot product of eight numbers: a.(b c) =
    b.(a^T c*)^T = c.(b* a^T)^T. Chapter: Dual quaternions and screws.

    Examples
    --------
    >>> dual_transpose([1, 2, 3, 4, 5, 6, 7, 8])
    array([5., 6., 7., 8., 1., 2., 3., 4.])
    """
    x = _check.trailing(x, 8, "x")
    return np.concatenate([x[..., 4:], x[..., :4]], axis=-1)


def normalize(x: ArrayLike) -> Array:
    """Divide by the length, which is a dual number: the result is a pose.

    Parameters
    ----------
    x : array_like, shape (..., 8)
        Dual quaternions of any length.

    Returns
    -------
    ndarray, shape (..., 8)
        q scaled to length one, and d scaled alike and freed of its part along q: the
        pose has the attitude and the sign of x.

    Raises
    ------
    InvalidInput
        If the first four numbers are zero: such a dual quaternion has no inverse and is
        no pose.

    Notes
    -----
    The normalised sum of two poses is half way along the screw between them. Chapter:
    Dual quaternions and screws.

    Examples
    --------
    >>> normalize([2, 0, 0, 0, 3, 1, 0, 0])
    array([1. , 0. , 0. , 0. , 0. , 0.5, 0. , 0. ])
    """
    x = _check.trailing(x, 8, "x")
    largest: Array = np.abs(x[..., :4]).max(-1, keepdims=True)
    if (largest == 0).any():
        raise InvalidInput(
            "x: expected a dual quaternion with a direction, got q = (0, 0, 0, 0),"
            " which is no pose"
        )
    x = x / largest
    length: Array = np.sqrt((x[..., :4] ** 2).sum(-1, keepdims=True))
    q, d = x[..., :4] / length, x[..., 4:] / length
    return np.concatenate([q, d - (q * d).sum(-1, keepdims=True) * q], axis=-1)


def from_pose(q: Attitude, position: ArrayLike) -> Array:
    """Unit dual quaternion of an attitude and a position.

    Parameters
    ----------
    q : array_like, shape (..., 4)
        Unit quaternions, body to space.
    position : array_like, shape (..., 3)
        Place of the reference point, space components.

    Returns
    -------
    ndarray, shape (..., 8)
        q + eps t q / 2.

    Raises
    ------
    InvalidInput
        For shapes, for NaN or infinity, and for quaternions that are not of length one.

    Notes
    -----
    Chapter: Dual quaternions and screws.

    Examples
    --------
    >>> from_pose([1, 0, 0, 0], [2, 4, 6]) + 0.0
    array([1., 0., 0., 0., 0., 1., 2., 3.])
    """
    return _from_pose(
        _check.unit_quaternion(q), _check.trailing(position, 3, "position")
    )


def as_pose(x: ArrayLike) -> tuple[Array, Array]:
    """Attitude and position of a unit dual quaternion.

    Parameters
    ----------
    x : array_like, shape (..., 8)
        Unit dual quaternions; x and -x are the same pose, with q and -q.

    Returns
    -------
    q : ndarray, shape (..., 4)
        Body to space.
    position : ndarray, shape (..., 3)
        Space components.

    Raises
    ------
    InvalidInput
        For shapes, for NaN or infinity, and for what is no unit dual quaternion: |q| =
        1 and q.d = 0.

    Notes
    -----
    t is the vector part of 2 d q*. Chapter: Dual quaternions and screws.

    Examples
    --------
    >>> as_pose([1, 0, 0, 0, 0, 1, 2, 3])[1]
    array([2., 4., 6.])
    """
    x = _unit(x)
    return x[..., :4].copy(), _position(x)


def from_scipy(transform: Transform) -> Array:
    """Dual quaternions of a `scipy.spatial.transform.RigidTransform`.

    Parameters
    ----------
    transform : RigidTransform
        Of `scipy.spatial.transform`.

    Returns
    -------
    ndarray, shape (8,) or (..., 8)

    Raises
    ------
    InvalidInput
        For anything else.

    Notes
    -----
    Its rotation takes body to space, its translation is the position. Chapter: Getting
    your results out.

    Examples
    --------
    >>> from scipy.spatial.transform import RigidTransform
    >>> from_scipy(RigidTransform.from_translation([2, 4, 6])) + 0.0
    array([1., 0., 0., 0., 0., 1., 2., 3.])
    """
    if not hasattr(transform, "as_components"):
        raise InvalidInput(
            "transform: expected a scipy.spatial.transform.RigidTransform, got"
            f" {type(transform).__name__}"
        )
    position, rotation = transform.as_components()
    return from_pose(rotation, position)


def as_scipy(x: ArrayLike) -> RigidTransform:
    """`scipy.spatial.transform.RigidTransform` of unit dual quaternions.

    Parameters
    ----------
    x : array_like, shape (8,) or (n, 8)
        Such as `run.pose` of a flight.

    Returns
    -------
    scipy.spatial.transform.RigidTransform

    Raises
    ------
    NotInstalled
        If SciPy is not installed, or has no `RigidTransform`, as before 1.16.

    Notes
    -----
    Chapter: Getting your results out.

    Examples
    --------
    >>> as_scipy(from_pose([1, 0, 0, 0], [2, 4, 6])).translation
    array([2., 4., 6.])
    """
    _check.installed("scipy.spatial.transform", "as_scipy")
    from scipy.spatial import transform

    if not hasattr(transform, "RigidTransform"):
        raise NotInstalled(
            "as_scipy needs SciPy 1.16 or later, for its RigidTransform: pip install"
            " --upgrade scipy"
        )
    q, position = as_pose(x)
    return transform.RigidTransform.from_components(position, quaternion.as_scipy(q))


def transform(x: ArrayLike, point: ArrayLike) -> Array:
    """Place in space of a point of the body.

    Parameters
    ----------
    x : array_like, shape (..., 8)
        Unit dual quaternions.
    point : array_like, shape (..., 3)
        Body components, from the reference point.

    Returns
    -------
    ndarray, shape (..., 3)
        R point + t.

    Raises
    ------
    InvalidInput
        For shapes, for NaN or infinity, and for what is no unit dual quaternion.

    Notes
    -----
    Chapter: Dual quaternions and screws.

    Examples
    --------
    >>> quarter_turn_then_up = from_pose(quaternion.exp([0, 0, np.pi / 2]), [0, 0, 1])
    >>> transform(quarter_turn_then_up, [1, 0, 0]).round(12) + 0.0
    array([0., 1., 1.])
    """
    return _transform(_unit(x), _check.trailing(point, 3, "point"))


def exp(twist: ArrayLike) -> Array:
    """Unit dual quaternion of a twist: exp of half of it.

    Parameters
    ----------
    twist : array_like, shape (..., 6)
        Rotation vector in radians, then the translational part: what a constant body
        twist adds up to.

    Returns
    -------
    ndarray, shape (..., 8)
        A turn about an axis with a shift along it. Its position is dexp_space(rotation
        vector) @ (translational part).

    Raises
    ------
    InvalidInput
        For shapes, for NaN or infinity, and for angles of which neighbouring floats are
        more than a radian apart.

    Notes
    -----
    The dual part is the derivative of quaternion.exp in the direction of the
    translational part; no special angle. Chapter: Dual quaternions and screws.

    Examples
    --------
    >>> exp([0, 0, 0, 2, 4, 6]) + 0.0
    array([1., 0., 0., 0., 0., 1., 2., 3.])
    """
    return _exp(_twist_of(twist))


def log(x: ArrayLike) -> Array:
    """Twist of a unit dual quaternion, with an angle of at most pi.

    Parameters
    ----------
    x : array_like, shape (..., 8)
        Unit dual quaternions; x and -x have the same logarithm. At half turns, q_w = 0,
        there are two such twists; the sign of the floating-point zero decides.

    Returns
    -------
    ndarray, shape (..., 6)
        Rotation vector, then the translational part.

    Raises
    ------
    InvalidInput
        For shapes, for NaN or infinity, and for what is no unit dual quaternion.

    Notes
    -----
    Chapter: Dual quaternions and screws.

    Examples
    --------
    >>> log(exp([0.1, -0.2, 0.3, 1, 2, 3])).round(12)
    array([ 0.1, -0.2,  0.3,  1. ,  2. ,  3. ])
    """
    return _log(_unit(x))


def between(x: ArrayLike, y: ArrayLike) -> Array:
    """Twist, in body components of x, that leads from pose x to pose y in unit time.

    Parameters
    ----------
    x, y : array_like, shape (..., 8)
        Unit dual quaternions.

    Returns
    -------
    ndarray, shape (..., 6)
        log(x* y): y = x exp(twist), up to sign. `se3.screw` finds its axis, angle and
        pitch.

    Raises
    ------
    InvalidInput
        For shapes, for NaN or infinity, and for what is no unit dual quaternion.

    Notes
    -----
    There is no length of a twist on which all frames agree; they agree on angle and
    pitch. Chapter: Dual quaternions and screws.

    Examples
    --------
    >>> closed = from_pose([1, 0, 0, 0], [1, 0, 0])  # the handle of a door
    >>> opened = from_pose(quaternion.exp([0, 0, np.pi / 2]), [0, 1, 0])
    >>> half_open = multiply(closed, exp(between(closed, opened) / 2))
    >>> as_pose(half_open)[1].round(6) + 0.0
    array([0.707107, 0.707107, 0.      ])
    """
    return _log(_product(_conjugate(_unit(x)), _unit(y, "y")))


def twist(x: ArrayLike, x_rate: ArrayLike) -> Array:
    """Velocity of a pose that changes: (omega, v), both in body components.

    Parameters
    ----------
    x : array_like, shape (..., 8)
        Unit dual quaternions.
    x_rate : array_like, shape (..., 8)
        Their rates of change.

    Returns
    -------
    ndarray, shape (..., 6)
        omega in rad/s, and the velocity R^T t' of the reference point.

    Raises
    ------
    InvalidInput
        For shapes, for NaN or infinity, and if x is no unit dual quaternion.

    Notes
    -----
    Vector parts of 2 x* x'; the scalar parts, zero for a rate along the group, are
    dropped. Chapter: Dual quaternions and screws.

    Examples
    --------
    >>> x = from_pose(quaternion.exp([0.1, -0.2, 0.3]), [1, 2, 3])
    >>> twist(x, rate(x, [1, 2, 3, 4, 5, 6])).round(12)
    array([1., 2., 3., 4., 5., 6.])
    """
    return _twist(_unit(x), _check.trailing(x_rate, 8, "x_rate"))


def rate(x: ArrayLike, twist: ArrayLike) -> Array:
    """Rate of change of a pose with a given velocity.

    Parameters
    ----------
    x : array_like, shape (..., 8)
        Unit dual quaternions.
    twist : array_like, shape (..., 6)
        (omega, v) in body components.

    Returns
    -------
    ndarray, shape (..., 8)

    Raises
    ------
    InvalidInput
        For shapes, for NaN or infinity, and if x is no unit dual quaternion.

    Notes
    -----
    x' = x (omega + eps v)/2. Chapter: Dual quaternions and screws.

    Examples
    --------
    >>> rate([1, 0, 0, 0, 0, 0, 0, 0], [0, 0, 2, 4, 0, 0]) + 0.0
    array([0., 0., 0., 1., 0., 2., 0., 0.])
    """
    return _rate(_unit(x), _check.trailing(twist, 6, "twist"))


def as_matrix(x: ArrayLike) -> Array:
    """4 x 4 matrices of unit dual quaternions.

    Parameters
    ----------
    x : array_like, shape (..., 8)
        Poses, unit dual quaternions.

    Returns
    -------
    ndarray, shape (..., 4, 4)
        [R, t; 0, 1]: carries (point, 1) from body to space.

    Raises
    ------
    InvalidInput
        For shapes, for NaN or infinity, and for what is no unit dual quaternion.

    Examples
    --------
    >>> as_matrix(from_pose([1, 0, 0, 0], [1, 2, 3]))
    array([[1., 0., 0., 1.],
           [0., 1., 0., 2.],
           [0., 0., 1., 3.],
           [0., 0., 0., 1.]])
    """
    x = _unit(x)
    return _matrix(quaternion.as_matrix(x[..., :4]), _position(x))


def from_matrix(matrix: ArrayLike) -> Array:
    """Unit dual quaternions, q_w >= 0, of 4 x 4 matrices.

    Parameters
    ----------
    matrix : array_like, shape (..., 4, 4)
        [R, t; 0, 1] with a rotation R.

    Returns
    -------
    ndarray, shape (..., 8)

    Raises
    ------
    InvalidInput
        If R is not a rotation or the last row is not (0, 0, 0, 1).

    Examples
    --------
    >>> from_matrix([[1, 0, 0, 2], [0, 1, 0, 4], [0, 0, 1, 6], [0, 0, 0, 1]]) + 0.0
    array([1., 0., 0., 0., 0., 1., 2., 3.])
    """
    R, t = _rotation_and_position(matrix)
    return _from_pose(quaternion.from_matrix(R), t)


def _product(x: Array, y: Array) -> Array:
    return _multiply(x[..., :4], x[..., 4:], y[..., :4], y[..., 4:])


def _conjugate(x: Array) -> Array:
    return x * np.array([1, -1, -1, -1, 1, -1, -1, -1], dtype=x.dtype)


def _twist_of(value: ArrayLike, name: str = "twist") -> Array:
    """`value` as a finite array (..., 6), its rotation vector short enough."""
    xi = _check.trailing(value, 6, name)
    _check.rotation_vector(xi[..., :3], name)
    return xi


def _unit(value: ArrayLike, name: str = "x") -> Array:
    """`value` as an array (..., 8) with |q| = 1 and q.d = 0; never normalises."""
    x = _check.trailing(value, 8, name)
    q, d = x[..., :4].astype(np.float64), x[..., 4:].astype(np.float64)
    length = np.abs(np.sqrt((q**2).sum(-1)) - 1.0)
    if length.size and length.max() > _check.UNIT_TOLERANCE[x.dtype]:
        raise InvalidInput(
            f"{name}: expected unit dual quaternions (q, d),"
            f" got one with | |q| - 1 | = {length.max():.2g};"
            " use rotlib.dual_quaternion.normalize if the pose is what you mean"
        )
    along = np.abs((q * d).sum(-1)) / np.maximum(1.0, np.sqrt((d**2).sum(-1)))
    if along.size and along.max() > DUAL_TOLERANCE[x.dtype]:
        raise InvalidInput(
            f"{name}: expected q.d = 0, got {along.max():.2g} of the size of d;"
            " use rotlib.dual_quaternion.normalize, or from_pose(q, position)"
            " if the last four numbers are something else than t q / 2"
        )
    return x


def _rotation_and_position(matrix: ArrayLike) -> tuple[Array, Array]:
    """R, not yet checked, and t of 4 x 4 matrices with the last row (0, 0, 0, 1)."""
    M = _check.matrix(matrix, "matrix", 4)
    off_last = M[..., 3, :] - np.array([0, 0, 0, 1], dtype=M.dtype)
    defect = np.abs(off_last).max(initial=0.0)
    if defect > DUAL_TOLERANCE[M.dtype]:
        raise InvalidInput(
            "matrix: expected (0, 0, 0, 1) as the last row, got an entry off"
            f" by {defect:.2g}; the position belongs in the last column"
        )
    return M[..., :3, :3], M[..., :3, 3]


def _matrix(R: Array, t: Array) -> Array:
    """[R, t; 0, 1]."""
    M = np.zeros(R.shape[:-2] + (4, 4), dtype=R.dtype)
    M[..., :3, :3], M[..., :3, 3], M[..., 3, 3] = R, t, 1
    return M
