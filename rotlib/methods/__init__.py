"""Every integrator of rotlib; `ALL` is the one list that documents, tests and tables are made from."""

from .._deprecated import current_name
from ..errors import NotAvailable
from ._method import Method
from .adams_bashforth_moulton import adams_bashforth_moulton
from .buss import SERIES, buss, buss2_plus, buss3, buss3_false, buss3_series
from .dmv import dmv
from .dqvi import dqvi
from .exact import exact
from .kicks import FAMILY as KICKS
from .kicks import GAUSS, kicks
from .krenk_nielsen import FORMS, krenk_nielsen
from .lie_euler import lie_euler
from .rk4 import rk4, rk4_naive, rk4_quaternion
from .simo_wong import simo_wong
from .splitting import FAMILY, splitting

ALL = (
    lie_euler, SERIES[1], buss3_false, buss2_plus, buss3, buss3_series, *SERIES[3:],
    rk4, rk4_quaternion, rk4_naive, adams_bashforth_moulton, simo_wong,
    splitting("123"), splitting("231"), splitting("231", order=4), dmv,
    krenk_nielsen(), dqvi(), exact,
)
_KNOWN = {m.name: m for m in (*ALL, *(m for orders in FAMILY.values() for m in orders.values()), *FORMS.values(),
                             *KICKS.values(), *GAUSS.values())}

__all__ = [
    "ALL", "Method", "adams_bashforth_moulton", "buss", "buss2_plus", "buss3", "buss3_false", "buss3_series", "dmv",
    "dqvi", "exact", "find", "kicks", "krenk_nielsen", "lie_euler", "rk4", "rk4_naive", "rk4_quaternion", "simo_wong",
    "splitting", "table",
]


def __getattr__(name):
    """Members of the families by their names: rotlib.methods.buss4, splitting4_312, buss3_ep."""
    try:
        return find(name)
    except NotAvailable as error:
        raise AttributeError(f"module 'rotlib.methods' has no attribute {name!r}: {error}") from None


def find(method):
    """Return a Method given itself or its name.

    Parameters
    ----------
    method : Method or str
        A name of `ALL`, another member of a family such as "splitting4_312", or one of these with "_ep" for
        `with_energy_preserved()`.

    Returns
    -------
    Method

    Raises
    ------
    NotAvailable
        If there is no such method; the message lists those there are.

    Examples
    --------
    >>> find("lie_euler").order
    1
    >>> find("buss3_ep").conserves
    ('momentum', 'norm', 'energy')
    """
    if isinstance(method, Method):
        return method
    if isinstance(method, str):
        method = current_name(__name__, method) or method
        base = _KNOWN.get(method.removesuffix("_ep"))
        if base is not None:
            return base.with_energy_preserved() if method.endswith("_ep") else base
    raise NotAvailable(f"method: expected one of {', '.join(_KNOWN)}, or one of these with _ep, got {method!r}")


def table():
    """The methods as a Markdown table.

    Returns
    -------
    str

    Examples
    --------
    >>> print(table().splitlines()[0])
    | method | order | kind | keeps, free body | loads | what it does |
    """
    rows = ["| method | order | kind | keeps, free body | loads | what it does |", "|---|---|---|---|---|---|"]
    for m in ALL:
        kind = "closed form" if m.whole else "implicit" if m.implicit else "explicit"
        kind += "".join(f", {word}" for word in ("symplectic", "symmetric") if getattr(m, word))
        keeps, loads = ", ".join(m.conserves) or "nothing", _loads(m)
        rows.append(f"| `{m.name}` | {m.order or 'exact'} | {kind} | {keeps} | {loads} | {m.summary} |")
    return "\n".join(rows)


def _loads(m):
    if not m.torque:
        return "none"
    if m.poses:
        return "wrench"
    if m.needs_potential:
        return "potential"
    n = m.momentum_derivatives
    return f"torque, {n} derivative{'s' if n > 1 else ''}" if n else "torque"
