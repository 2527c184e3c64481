"""The discrete Moser-Veselov equations: variational, one small system a step.

What a step leaves of its equations adds up: the energy of a free body changes by about
1e-10 of itself in 1e6 steps, by up to 1e-8 in 1e7.
Chapter: The rivals.
"""

from math import inf

from .._types import Quaternion, Scalar, State
from ..errors import StepTooLarge
from ..kernels.baselines import dmv_newton, turn_cayley
from ..kernels.quaternion import rotate_back
from ..numbers import require, total
from ._kick import flying, kicked
from ._method import Method
from .newton import solve


def free(y: State, J: State, h: Scalar) -> Quaternion:
    return turned(y[:4], rotate_back(*y), J, h)


def turned(q: State, l: State, J: State, h: Scalar) -> Quaternion:
    guess = tuple([h * a / (2 * j) for a, j in zip(l, J, strict=True)])
    *x, determinant, _, _ = solve(
        dmv_newton, guess, (*l, *J, h), abs(h) * total([abs(a) for a in l])
    )
    # past a zero of the determinant the solution is not the one that tends to no turn
    # as h tends to 0
    require(determinant > 0.0, StepTooLarge, _too_large, h)
    return turn_cayley(*q, *x)


def _too_large(h: Scalar) -> str:
    return (
        f"h = {h:.3g} s: the discrete Moser-Veselov equation has no solution on the"
        " branch of small turns; take a smaller step"
    )


dmv: Method = flying(
    Method(
        name="dmv",
        order=2,
        summary="discrete Moser-Veselov: variational, implicit",
        chapter="The rivals",
        equation="eq-dmv",
        step=kicked(free),
        properties=("implicit", "symplectic", "symmetric"),
        conserves=("momentum", "energy", "norm"),
        longest_turn=inf,
    )
)
