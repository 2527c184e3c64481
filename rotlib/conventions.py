"""The conventions of rotlib and of the book: what was chosen, how it looks in code.

The same rows are printed on the page "Whose rotation is it?", where each has an
executable test, and in the README."""

from typing import NamedTuple

__all__ = ["ROWS", "Row", "table"]


def __dir__() -> list[str]:
    return __all__


class Row(NamedTuple):
    """One convention: the question, the answer, and the code that shows it.

    Attributes
    ----------
    topic : str
        What had to be chosen.
    choice : str
        What was chosen.
    in_code : str
        How it looks in code.
    """

    topic: str
    choice: str
    in_code: str


ROWS = (
    Row(
        "component order",
        "scalar first: (w, x, y, z)",
        "`q = (1, 0, 0, 0)` is the identity",
    ),
    Row("product", "Hamilton's: i j = k", "`quaternion.multiply(i, j) == k`"),
    Row(
        "order of turns",
        "p q turns by q first, then by p",
        "`rotate(multiply(p, q), v) == rotate(p, rotate(q, v))`",
    ),
    Row(
        "active or passive",
        "active: the vector turns, the axes stay",
        "`rotate(exp((0, 0, pi/2)), x) == y`",
    ),
    Row(
        "direction",
        "q takes body components to space components",
        "`rotate(q, v_body) == v_space`",
    ),
    Row(
        "frame of rates",
        "body components unless a name or the call says space",
        '`omega`, `momentum_space`, `frame="space"`',
    ),
    Row(
        "kinematics",
        "q' = ½ q (0, ω_body) = ½ (0, ω_space) q",
        "`kernels.quaternion.rate_body`, `rate_space`",
    ),
    Row(
        "derivative of exp",
        "named by the rate that comes out",
        "`dexp_body(v) @ v_rate == omega_body`",
    ),
    Row(
        "Stumpff functions",
        "c_k(s) = Σ (−s)^i / (k + 2i)!, s = θ²",
        "`codegen.c(k, s)`; c_0 = cos θ, c_1 = sin θ/θ",
    ),
    Row(
        "twists and wrenches",
        "rotational part first, then translational",
        "`(omega, velocity)`, `(torque, force)`",
    ),
    Row(
        "letters",
        "T kinetic energy, L momentum, J inertia, h step",
        "`kinetic_energy`, `momentum_space`, `h`",
    ),
    Row(
        "arrays",
        "components on the last axis; a load is given one body",
        "`q` is (..., 4); `load(t, q, omega)` gets (4,), (3,)",
    ),
    Row("units", "SI, angles in radians", "`exp((0, 0, pi))` is half a turn"),
    Row(
        "numbers",
        "float64; float32 in, float32 out",
        "`exp(v.astype(float32)).dtype == float32`",
    ),
)
"""The conventions, in the order in which a reader meets them."""


def table() -> str:
    """Return the conventions as a Markdown table.

    Returns
    -------
    str
        Three columns: topic, choice, in code. Ends with a line break.

    Notes
    -----
    Chapter: Whose rotation is it?

    Examples
    --------
    >>> print(table().splitlines()[3])
    | product | Hamilton's: i j = k | `quaternion.multiply(i, j) == k` |
    """
    rows = [("topic", "choice", "in code"), ("---",) * 3, *ROWS]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)
