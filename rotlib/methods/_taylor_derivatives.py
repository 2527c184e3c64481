"""Derivatives of rate and torque along the motion, and the first term left out."""

from itertools import chain
from typing import Literal, TypeAlias

from .._types import Function, Scalar, State
from ..kernels import buss as _turns
from ..kernels import lie_taylor as _series
from ..kernels import rigid_rates as _rates
from ..kernels.lie_taylor import ORDER
from ..kernels.rigid_body import omega_body
from ..numbers import sqrt
from ._method import BoundLoad

Expansion: TypeAlias = Literal["space", "body"]
KERNELS: dict[Expansion, str] = {"space": "", "body": "_body"}
SLOPES = tuple(getattr(_rates, f"omega_{k}") for k in range(1, ORDER))


def taylor_derivatives(
    t: Scalar, y: State, J: State, load: BoundLoad, rates: int, torques: int
) -> tuple[list[State], list[State]]:
    """(omega and its derivatives, torque and its derivatives), body components."""
    omega: list[State] = [omega_body(*y[:7], *J)]
    tau: list[State] = []
    for k in range(torques):
        if k:
            omega.append(SLOPES[k - 1](*chain.from_iterable(omega), *J, *tau[-1]))
        tau.append(load.torque[k](t, y[:4], *omega))
    if torques < rates:
        omega.append(SLOPES[rates - 2](*chain.from_iterable(omega), *J, *tau[-1]))
    return omega, tau


def next_term(order: int, impulse: Expansion = "space") -> Function | None:
    """`Method.next_term` of the Taylor method of that order; None if not generated.

    `impulse` says in which frame the method expands what the torque adds.
    """
    n = order + 1
    if n > ORDER:
        return None
    free, turn = getattr(_turns, f"free_term_{n}"), getattr(_series, f"term_{n}")
    gain = getattr(_rates, f"impulse{KERNELS[impulse]}_term_{n}")

    def sizes(
        t: Scalar, y: State, J: State, load: BoundLoad | None
    ) -> tuple[Scalar, Scalar]:
        if load is None:
            return length(*free(*omega_body(*y[:7], *J), *J)), 0.0
        torques = order if load.impulse is not None else n
        omega, tau = taylor_derivatives(t, y, J, load, n, torques)
        # in the body all brackets change sign
        turned = length(*turn(*[-a for a in chain.from_iterable(omega[:n])]))
        if load.impulse is not None:
            return turned, 0.0
        return turned, length(*gain(*chain.from_iterable([*omega[:order], *tau])))

    return sizes


def length(x: Scalar, y: Scalar, z: Scalar) -> Scalar:
    return sqrt(x * x + y * y + z * z)
