"""Every integrator of rotlib; `ALL` is the one list that documents, tests and tables are made from."""

from ..errors import NotAvailable
from ._method import Method
from .exact import exact
from .lie_euler import lie_euler
from .rk4 import rk4

ALL = (lie_euler, rk4, exact)

__all__ = ["ALL", "Method", "exact", "find", "lie_euler", "rk4", "table"]


def find(method):
    """Return a Method given itself or its name.

    Parameters
    ----------
    method : Method or str

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
    """
    if isinstance(method, Method):
        return method
    for known in ALL:
        if known.name == method:
            return known
    raise NotAvailable(f"method: expected one of {', '.join(m.name for m in ALL)}, got {method!r}")


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
        keeps, loads = ", ".join(m.conserves) or "nothing", "torque" if m.torque else "none"
        rows.append(f"| `{m.name}` | {m.order or 'exact'} | {kind} | {keeps} | {loads} | {m.summary} |")
    return "\n".join(rows)
