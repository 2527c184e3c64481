"""The least turn of a free body that gives it an energy; its momentum stays.

Chapter: Staying on the polhode.
"""

import numpy as np

from rotlib import _check, quaternion
from rotlib._types import Array, ArrayLike, Scalar, State
from rotlib.body import Body, one_body, require_no_rotors
from rotlib.methods._energy import project_to_energy


def restore_energy(
    body: Body, q: ArrayLike, momentum_space: ArrayLike, kinetic_energy: ArrayLike
) -> Array:
    """Turn bodies a little so that they have a given energy; their momentum stays.

    Buss's energy preservation [eq-polhode-solution, eq-least-turn]. Leading axes
    broadcast. EnergyOutOfReach if no attitude has that energy: it lies between
    |L|^2/(2 J_max) and |L|^2/(2 J_min). NotAvailable for several bodies or rotors.

    q: attitudes (..., 4), body to space
    momentum_space: (..., 3), space components, kg m^2/s
    kinetic_energy: of rotation, J
    """
    body = one_body(body, "restore_energy")
    require_no_rotors(body, "polhodes are those of the energy")
    q = _check.unit_quaternion(q).astype(np.float64)
    L = _check.trailing(momentum_space, 3, "momentum_space").astype(np.float64)
    energy = _check.array(kinetic_energy, "kinetic_energy").astype(np.float64)
    shapes = q.shape[:-1], L.shape[:-1], energy.shape
    shape = _check.broadcast(shapes, "q, momentum_space, kinetic_energy")

    def turned(*y: Scalar) -> State:
        return project_to_energy(y[:4], y[4:7], body.principal_moments, y[7])

    axes = body.principal_axes
    q = np.broadcast_to(quaternion.multiply(q, axes), (*shape, 4))
    q = _check.on_arrays(turned, 4, q, L, numbers=[2 * energy])
    return quaternion.multiply(q, quaternion.conjugate(axes))
