"""Taylor series on the rotation group: how far a body turns in a step.

The rate and its derivatives at the start of the step go in, a rotation vector comes
out, to be applied by one exponential: nothing can leave the group, whatever the order.
Both are body components unless the call says `frame="space"`.
"""

from __future__ import annotations

import numpy as np

from . import _check
from ._types import Array, ArrayLike, Frame
from .backends.bind import arrays
from .errors import InvalidInput, NotAvailable
from .kernels import lie_taylor as _k

__all__ = ["ORDER", "rotation_vector"]


def __dir__() -> list[str]:
    return __all__


ORDER = _k.ORDER
_KERNELS = {p: getattr(_k, f"rotation_vector_{p}") for p in range(1, ORDER + 1)}
_ARRAYS = {p: arrays(kernel, (3,) * p + (0,), 3) for p, kernel in _KERNELS.items()}


def rotation_vector(
    W: ArrayLike, h: ArrayLike, *, order: int | None = None, frame: Frame = "body"
) -> Array:
    """Rotation vector over a step h, from the rate and its derivatives at its start.

    Parameters
    ----------
    W : array_like, shape (..., k, 3)
        Rate, rad/s, and its first k - 1 time derivatives, rad/s^2, rad/s^3, ..., in the
        components that `frame` names; derivatives of those components, which from the
        second on differ between the frames.
    h : array_like
        Step in s, not zero; negative steps go back in time. Broadcasts against the
        leading axes.
    order : int, optional
        Keep Y through h^order, which takes `order` rows of `W`; methods built on it
        have that global order. Default: as many as there are rows.
    frame : {"body", "space"}
        Components of the rates and of the result.

    Returns
    -------
    ndarray, shape (..., 3)
        Rotation vector Y = h Z in the same components: exp(Y/2) goes to the right of q
        for "body", to the left for "space". float32 rates give a float32 result.

    Raises
    ------
    InvalidInput
        For fewer rows than the order needs, h = 0, shapes, NaN or infinity, an unknown
        frame, or a turn so large that its angle is lost (1/eps, 4.5e15 rad).
    NotAvailable
        For a higher order than has been generated.

    Notes
    -----
    Y = h W0 + h^2/2 W1 + h^3 (W2/6 + [W1, W0]/12) + h^4/24 (W3 + [W2, W0]) + ..., with
    [u, v] = v x u in the body and u x v in space (Buss's slides, equation
    eq-taylor-rotation-vector). Chapter: Taylor series on a group.

    Examples
    --------
    >>> Y = rotation_vector([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 0.0]], 0.1)
    >>> np.round(Y, 9)
    array([1.0000e-01, 5.0000e-03, 8.3333e-05])
    """
    W, h = _check.array(W, "W"), _check.steps(h)
    if W.ndim < 2 or W.shape[-1] != 3:
        raise InvalidInput(
            "W: expected shape (..., k, 3), a row for the rate and for each derivative,"
            f" got {W.shape}"
        )
    order = generated(W.shape[-2] if order is None else order)
    sign = _check.frame_sign(frame)
    if W.shape[-2] < order:
        raise InvalidInput(
            f"W: order {order} takes the rate and {order - 1} derivatives,"
            f" got {W.shape[-2]} rows"
        )
    if W.ndim == 2 and h.ndim == 0 and W.dtype == np.float64:
        rates = (sign * W[:order]).ravel().tolist()
        return sign * _check.turn(_KERNELS[order], *rates, float(h)) + 0.0
    rows = [sign * W[..., k, :] for k in range(order)]
    Y = _check.turn(_ARRAYS[order], *rows, h.astype(W.dtype))
    return sign * Y + 0.0


def generated(order: int) -> int:
    """Return `order` as an integer up to which formulas have been generated."""
    order = _check.count(order, "order")
    if order > ORDER:
        raise NotAvailable(
            f"order: {order} has not been generated, the largest is {ORDER};"
            " set ORDER in book/buss/series-derive.ipynb"
            " and run python -m rotlib.codegen --write buss"
        )
    return order
