"""Validation at the public boundary: kernels never check, public functions check once."""

import math

import numpy as np

from .errors import InvalidInput

UNIT_TOLERANCE = {np.dtype(np.float64): 1e-6, np.dtype(np.float32): 1e-4}


def real(value, name):
    """Return `value` as one finite Python float."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise InvalidInput(f"{name}: expected one real number, got {value!r}") from None
    if not math.isfinite(number):
        raise InvalidInput(f"{name}: expected a finite number, got {number}; look for an earlier division by zero")
    return number


def step_size(h):
    """Return `h` as a finite, non-zero float; negative steps run backwards in time."""
    h = real(h, "h")
    if h == 0.0:
        raise InvalidInput("h: expected a non-zero time step, got 0; use a negative h to run backwards")
    return h


def steps(h):
    """Return `h` as a finite array without zeros."""
    h = array(h, "h")
    if (h == 0).any():
        raise InvalidInput("h: expected a non-zero time step, got 0; use a negative h to run backwards")
    return h


def frame_sign(frame):
    """1 for "space", -1 for "body": negating rates and result of a series with brackets exchanges the two.

    Callers add 0.0 to what they return, which turns -0.0 into 0.0.
    """
    return {"space": 1.0, "body": -1.0}[one_of(frame, ("space", "body"), "frame")]


def count(value, name, least=1):
    """Return `value` as an integer of at least `least`."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < least:
        raise InvalidInput(f"{name}: expected an integer >= {least}, got {value!r}")
    return int(value)


def array(value, name):
    """Return `value` as a finite floating array: float32 is kept, everything else becomes float64."""
    try:
        a = np.asarray(value)
        if a.dtype.kind == "c":
            raise TypeError
        if a.dtype != np.float32:
            a = a.astype(np.float64)
    except (TypeError, ValueError):
        raise InvalidInput(f"{name}: expected real numbers, got {type(value).__name__} {value!r}") from None
    if not np.isfinite(a).all():
        raise InvalidInput(f"{name}: expected finite numbers, got NaN or infinity; look for a division by zero")
    return a


def trailing(value, size, name):
    """Return `value` as a finite array of shape (..., size)."""
    a = array(value, name)
    if a.ndim == 0 or a.shape[-1] != size:
        raise InvalidInput(f"{name}: expected shape (..., {size}), got {a.shape}; put the components on the last axis")
    return a


def vector(value, name):
    """Return `value` as three finite Python floats."""
    v = trailing(value, 3, name)
    if v.ndim != 1:
        raise InvalidInput(f"{name}: expected shape (3,), got {v.shape}")
    return v.tolist()


def rotation_vector(value, name="rotation_vector"):
    """Return `value` as a finite array (..., 3), short enough for its components to say anything about an angle."""
    v = trailing(value, 3, name)
    limit = 1 / np.finfo(v.dtype).eps
    if np.abs(v).max(initial=0.0) > limit:
        raise InvalidInput(
            f"{name}: expected at most {limit:.1g} rad in {v.dtype}, got {np.abs(v).max():.2g}; neighbouring numbers "
            "of that size are more than one radian apart, so the angle is lost already"
        )
    return v


def matrix(value, name, size=3):
    """Return `value` as a finite array of shape (..., size, size)."""
    a = array(value, name)
    if a.ndim < 2 or a.shape[-2:] != (size, size):
        raise InvalidInput(f"{name}: expected shape (..., {size}, {size}), got {a.shape}")
    return a


def unit_quaternion(value, name="q"):
    """Return `value` as an array (..., 4) of quaternions of length one; never normalises."""
    q = trailing(value, 4, name)
    defect = np.abs(np.sqrt((q.astype(np.float64) ** 2).sum(-1)) - 1.0)
    if defect.size and defect.max() > UNIT_TOLERANCE[q.dtype]:
        raise InvalidInput(
            f"{name}: expected unit quaternions (w, x, y, z), got one with | |q| - 1 | = {defect.max():.2g}; "
            "use rotlib.quaternion.normalize if the direction is what you mean"
        )
    return q


def one_of(value, choices, name):
    """Return `value` if it is among `choices`."""
    if value not in choices:
        raise InvalidInput(f"{name}: expected one of {', '.join(map(repr, choices))}, got {value!r}")
    return value
