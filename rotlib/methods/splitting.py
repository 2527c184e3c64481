"""Symplectic splitting: the energy in three parts, each of which turns the body about one principal axis.

Second order by the symmetric sequence a b c b a, fourth by Yoshida's three steps of it. A torque kicks the momentum for
half a step before and after.
"""

from .. import _check
from ..errors import InvalidInput
from ..kernels import splitting as _k
from ..kernels.splitting import YOSHIDA
from ._kick import kicked
from ._method import Method, keep_momentum, read_momentum

AXES = ("123", "132", "213", "231", "312", "321")


def _second(turns):
    def free(y, J, h):
        return turns(*y, *J, h)

    return kicked(free)


def _fourth(second):
    def step(t, h, y, J, load):
        outer, inner = YOSHIDA * h, (1 - 2 * YOSHIDA) * h
        y = second(t, outer, y, J, load)
        y = second(t + outer, inner, y, J, load)
        return second(t + outer + inner, outer, y, J, load)

    return step


def _methods(axes):
    """The methods of second and fourth order for one order of the axes."""
    second = _second(getattr(_k, f"splitting_{axes}"))
    common = {"chapter": "The rivals", "start": keep_momentum, "read": read_momentum, "symplectic": True,
              "symmetric": True, "conserves": ("momentum", "norm")}
    what = f"turns about the principal axes {'-'.join(axes)} and back"
    return {
        2: Method(f"splitting_{axes}", 2, what, equation="eq-splitting", step=second, **common),
        4: Method(f"splitting4_{axes}", 4, f"{what}, Yoshida's three steps", equation="eq-yoshida",
                  step=_fourth(second), **common),
    }


FAMILY = {axes: _methods(axes) for axes in AXES}


def splitting(axes="231", order=2):
    """Symplectic splitting into turns about the principal axes.

    Parameters
    ----------
    axes : str
        The order of the axes, a permutation of "123", counted as in `Body.principal_moments`; the last one is taken
        once, the others before and after it. The order matters: take the axis of least moment first.
    order : {2, 4}

    Returns
    -------
    Method
        Of that order under a torque too, unless the torque depends on the rate: then 3 is left of 4.

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
    if axes not in FAMILY:
        raise InvalidInput(f"axes: expected an order of the principal axes, one of {', '.join(AXES)}, got {axes!r}")
    return FAMILY[axes][_check.one_of(order, (2, 4), "order")]
