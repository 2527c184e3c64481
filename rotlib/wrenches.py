"""Loads on a flying body: torque and force, with a potential where there is one.

They are loads (`rotlib.loads`) of five arguments. Points of a body are seen from its
reference point, in body components, m.

Chapters: DQVI: turn and fly in one step, DQVI in use.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _check
from ._remembered import remembered
from ._types import ArrayLike, Function, Scalar, State
from .backends.derived import of_potential
from .body import BodyLike, as_body, components
from .kernels import planet as _planet
from .kernels import wrenches as _k
from .loads import UPPER, Load, data_of
from .numbers import total

__all__ = ["constant_force", "linear_drag", "planet", "spring", "weight"]
__dir__: Any = __all__.copy


@remembered
def weight(body: BodyLike, g: ArrayLike = (0.0, 0.0, -9.81)) -> Load:
    """Weight of a body, acting at its centre of mass; g in space, m/s^2.

    (c x F, F), F = m R^T g; the potential is -m g.(position + R c) [eq-dqvi-4-25].
    """
    body = as_body(body)
    mass = np.asarray(body.mass)[..., None]
    g = _check.vector(g, "g")
    numbers = data_of(body, (mass, body.centre, g))
    return _conservative("weight", _k.weight_potential, numbers, _k.weight_wrench)


@remembered
def spring(
    stiffness: float,
    point: ArrayLike = (0.0, 0.0, 0.0),
    anchor: ArrayLike = (0.0, 0.0, 0.0),
) -> Load:
    """A spring of no natural length between a point of the body and a point of space.

    stiffness: N/m
    anchor: in space, m

    The potential is half the stiffness times the squared stretch [eq-dqvi-4-25]. A
    stiff one at the reference point is a pivot: a top stands on it.
    """
    stiffness = _check.positive(stiffness, "stiffness", "N/m")
    ends = _check.vector(point, "point") + _check.vector(anchor, "anchor")
    return _conservative("spring", _k.spring_potential, (stiffness, *ends))


@remembered
def constant_force(
    force: ArrayLike, point: ArrayLike = (0.0, 0.0, 0.0), name: str = "constant force"
) -> Load:
    """A force, N, that is constant in space, at a point of the body, such as buoyancy.

    The potential is -F.(position + R point) [eq-dqvi-4-25].
    """
    given = _check.vector(force, "force")
    numbers = (1.0, *_check.vector(point, "point"), *given)
    return _conservative(name, _k.weight_potential, numbers, _k.weight_wrench)


@remembered
def planet(body: BodyLike, GM: float) -> Load:
    """Gravity of a spherical planet at the origin of space, and its gradient's torque.

    Exact to second order in size over distance, which must be small [eq-dqvi-planet].
    GM in m^3/s^2, 3.986e14 for the Earth.
    """
    GM = _check.positive(GM, "GM", "m^3/s^2")
    body = as_body(body)
    mass, J = np.asarray(body.mass)[..., None], body.about(body.centre).inertia
    numbers = data_of(body, ((GM,), mass, body.centre, J[UPPER]))
    return _conservative("planet", _planet.planet_potential, numbers)


@remembered
def linear_drag(matrix: ArrayLike) -> Load:
    """A wrench proportional to the twist, -D (omega, velocity).

    matrix: D, (6, 6), or (6,) for a diagonal, which gives no motion energy

    If it takes less in a step than a method's energy swings, the energy can rise.
    """
    D = _check.array(matrix, "matrix").astype(float)
    D = np.diag(D) if D.shape == (6,) else D
    _check.require(D.shape == (6, 6), "matrix", "shape (6, 6) or (6,)", D.shape)
    scaled = D / (np.abs(D).max() or 1.0)
    damps = np.linalg.eigvalsh((scaled + scaled.T) / 2)[0] >= -1e-12
    _check.require(damps, "matrix", "damping", "one that gives energy; check signs")
    rows = [[(j, -x) for j, x in enumerate(row) if x != 0.0] for row in D.tolist()]

    def drag(*twist: Scalar) -> State:
        return tuple([total([x * twist[j] for j, x in row], 0.0) for row in rows])

    return Load("linear drag", lambda t, q, omega, position, v: drag(*omega, *v))


def _conservative(
    name: str, potential: Function, numbers: ArrayLike, wrench: Function | None = None
) -> Load:
    """wrench: where it is shorter than what is recorded of the potential."""
    six: Function = wrench or of_potential(potential)
    own = components(np.asarray(numbers))
    return Load(
        name,
        lambda t, q, omega, position, velocity, u=own: six(*q, *position, *u),
        lambda q, position, u=own: potential(*q, *position, *u),
        parameters=numbers,
    )
