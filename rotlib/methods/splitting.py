"""Symplectic splitting: three parts of the energy, each a turn about one axis.

Second order by the symmetric sequence a b c b a, fourth by Yoshida's three steps of it.
A torque kicks the momentum for half a step before and after.
"""

from dataclasses import replace

from .. import _check
from .._types import Flow, Scalar, State
from ..errors import InvalidInput
from ..kernels import splitting as _k
from ..kernels.splitting import YOSHIDA
from ._kick import kicked
from ._method import BoundLoad, Method

AXES = ("123", "132", "213", "231", "312", "321")


def _second(turns: Flow) -> Flow:
    def free(y: State, J: State, h: Scalar) -> State:
        return turns(*y, *J, h)

    return kicked(free)


def _fourth(second: Flow) -> Flow:
    def step(t: Scalar, h: Scalar, y: State, J: State, load: BoundLoad | None) -> State:
        outer, inner = YOSHIDA * h, (1 - 2 * YOSHIDA) * h
        y = second(t, outer, y, J, load)
        y = second(t + outer, inner, y, J, load)
        return second(t + outer + inner, outer, y, J, load)

    return step


def _methods(axes: str) -> dict[int, Method]:
    """The methods of second and fourth order for one order of the axes."""
    second = _second(getattr(_k, f"splitting_{axes}"))
    what = f"turns about the principal axes {'-'.join(axes)} and back"
    method = Method(
        name=f"splitting_{axes}",
        order=2,
        summary=what,
        chapter="The rivals",
        equation="eq-splitting",
        step=second,
        symplectic=True,
        symmetric=True,
        conserves=("momentum", "norm"),
    )
    fourth = replace(
        method,
        name=f"splitting4_{axes}",
        order=4,
        summary=f"{what}, Yoshida's three steps",
        equation="eq-yoshida",
        step=_fourth(second),
    )
    return {2: method, 4: fourth}


FAMILY = {axes: _methods(axes) for axes in AXES}


def splitting(axes: str = "231", order: int = 2) -> Method:
    """Symplectic splitting into turns about the principal axes.

    Parameters
    ----------
    axes : str
        The order of the axes, a permutation of "123", counted as in
        `Body.principal_moments`; the last one is taken once, the others before and
        after it. The order matters: take the axis of least moment first.
    order : {2, 4}

    Returns
    -------
    Method
        Of that order under a torque too, unless the torque depends on the rate: then 3
        is left of 4.

    Raises
    ------
    InvalidInput
        For anything but a permutation of 123, or another order.

    Notes
    -----
    Equations eq-splitting and eq-yoshida. Chapter: The rivals.

    Examples
    --------
    >>> splitting("312", order=4).name
    'splitting4_312'
    """
    if not isinstance(axes, str) or axes not in FAMILY:
        raise InvalidInput(
            f"axes: expected an order of the principal axes, one of {', '.join(AXES)},"
            f" got {axes!r}"
        )
    return FAMILY[axes][_check.one_of(order, (2, 4), "order")]
