"""The conventions of rotlib and of the book: what was chosen, how it looks in code.

The chapter has an executable test for each row. Chapter: Conventions."""

import re

__all__ = ["ROWS", "SOON", "table"]

ROWS = re.findall(
    r"(.+?): (.+)\n    (.+)\n",
    """\
component order: scalar first: (w, x, y, z)
    `q = (1, 0, 0, 0)` is the identity
product: Hamilton's: i j = k
    `quaternion.multiply(i, j) == k`
order of turns: p q turns by q first, then by p
    `rotate(multiply(p, q), v) == rotate(p, rotate(q, v))`
active or passive: active: the vector turns, the axes stay
    `rotate(exp((0, 0, pi/2)), x) == y`
direction: q takes body components to space components
    `rotate(q, v_body) == v_space`
frame of rates: body components unless a name or the call says space
    `omega`, `momentum_space`, `frame="space"`
kinematics: q' = ½ q (0, ω_body) = ½ (0, ω_space) q
    `kernels.quaternion.rate_body`, `rate_space`
derivative of exp: named by the rate that comes out
    `dexp_body(v) @ v_rate == omega_body`
Stumpff functions: c_k(s) = Σ (−s)^i / (k + 2i)!, s = θ²
    `codegen.c(k, s)`; c_0 = cos θ, c_1 = sin θ/θ
twists and wrenches: rotational part first, then translational
    `(omega, velocity)`, `(torque, force)`
order of a motion: attitude, rate, position, velocity, in every function
    `f(t, q, omega)`, in flight `f(t, q, omega, position, velocity)`
letters: T kinetic energy, L momentum, J inertia, h step
    `kinetic_energy`, `momentum_space`, `h`
arrays: components on the last axis; a load is given one body
    `q` is (..., 4); `load(t, q, omega)` gets (4,), (3,)
units: SI, angles in radians
    `exp((0, 0, pi))` is half a turn
numbers: float64; float32 in, float32 out
    `exp(v.astype(float32)).dtype == float32`
""",
)
"""Topic, choice and code, in the order in which a reader meets them."""

SOON = {topic for topic, *_ in ROWS[:7]} | {"units"}  # from the next chapter on


def table(rows: list[tuple[str, str, str]] = ROWS) -> str:
    """The conventions as a Markdown table."""
    lines = [("topic", "choice", "in code"), ("---",) * 3, *rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in lines)
