"""The gradient of gravity: against the attraction of the particles, the planet of a
flight, and what orbits keep."""

import math
from functools import partial

import numpy as np
import pytest
from refusals import refused

import rotlib as rl
from rotlib.errors import NotAvailable
from rotlib.loads import gravity_gradient

GM, FAR = 3.986e14, 6.771e6
N = math.sqrt(GM / FAR**3)
TILTED = rl.Body([[3.0, 0.2, 0.1], [0.2, 4.0, 0.3], [0.1, 0.3, 2.0]], mass=2.0)
SATELLITE = rl.Body((2.0, 2.2, 0.5))
U, ACROSS = np.array([0.0, 0.6, -0.8]), np.array([0.0, 0.8, 0.6])
UNIT = rl.quaternion.normalize([0.5, -0.3, 0.1, 0.7])


def small(n, normal=None):
    """The load with GM/d^3 = n^2, for motions of a few seconds."""
    return gravity_gradient(TILTED, n * n, 1.0, direction=U, normal=normal)


@pytest.mark.evidence("second implementation")
def test_torque_is_that_of_the_attraction_of_particles():
    """Eight particles of 1 m at 7000 km: what is neglected is 1e-7 of the torque."""
    rng = np.random.default_rng(0)
    places, masses = rng.normal(size=(8, 3)), rng.uniform(1, 2, 8)
    places -= masses @ places / masses.sum()
    second = np.einsum("n,ni,nj->ij", masses, places, places)
    body = rl.Body(np.trace(second) * np.eye(3) - second, mass=masses.sum())
    load = gravity_gradient(body, GM, FAR, direction=3 * U)
    R = rl.quaternion.as_matrix(UNIT)
    away = FAR * U - places @ R.T
    size = np.linalg.norm(away, axis=1)[:, None]
    pull = GM * masses[:, None] * (away / size**3 - U / FAR**2)
    expected = R.T @ np.sum(np.cross(places @ R.T, pull), 0)
    off = np.abs(load.law(0.0, tuple(UNIT), None) - expected).max()
    assert off < 1e-6 * np.linalg.norm(expected)


@pytest.mark.evidence("second implementation")
def test_it_is_the_torque_of_the_planet_of_a_flight():
    q, rest = tuple(UNIT), (0.0,) * 3
    flying = rl.wrenches.planet(TILTED, GM).law(0.0, q, rest, tuple(-FAR * U), rest)
    turning = gravity_gradient(TILTED, GM, FAR, direction=U).law(0.0, q, None)
    limit = 1e-13 * np.linalg.norm(turning)
    assert np.allclose(flying[:3], turning, rtol=0, atol=limit)


def test_what_is_kept_and_what_is_not():
    given = {"omega": (0.3, 1.0, 0.8), "q0": UNIT, "h": 0.02, "steps": 500}
    still = rl.integrate("krenk_nielsen", TILTED, **given, load=small(1.5))
    moving = rl.integrate("buss8", TILTED, **given, load=small(1.5, ACROSS))
    assert np.ptp(still.energy) < 1e-12
    assert np.array_equal(still.jacobi_integral, still.energy)
    L = still.momentum_space
    assert np.ptp(L @ U) < 1e-12 < np.ptp(L @ ACROSS)
    assert np.ptp(moving.energy) > 0.1 and np.ptp(moving.jacobi_integral) < 1e-9
    t, side = moving.t[:, None], np.cross(ACROSS, U)
    away = U * np.cos(1.5 * t) + side * np.sin(1.5 * t)
    u = rl.quaternion.rotate_back(moving.q, away)
    V = 1.5 * 1.5**2 * (u @ TILTED.inertia * u).sum(-1)  # at its own time
    assert np.abs(moving.potential_energy - V).max() < 1e-12


def test_the_return_to_an_energy_refuses_a_planet_that_moves():
    given = {"omega": (1, 0, 0), "h": 0.1, "steps": 1}
    orbit = partial(rl.integrate, "splitting_231_ep", load=small(1.0, ACROSS))
    moves = {"gravity gradient.*which moves": partial(orbit, TILTED, **given)}
    refused(moves, NotAvailable)
    for method in ("krenk_nielsen", "splitting_231_ep"):
        rl.integrate(method, TILTED, **given, load=small(1.0))
    rl.integrate("krenk_nielsen", TILTED, **given, load=small(1.0, ACROSS))


def test_wrong_arguments():
    def asked(body=TILTED, GM=GM, distance=FAR, **change):
        return partial(gravity_gradient, body, GM, distance, **change)

    cone = rl.Body.cone(radius=1, height=1)
    refused(
        {
            "GM": asked(GM=0),
            "distance": asked(distance=-1),
            "direction": asked(direction=(0, 0, 0)),
            "across": asked(normal=(0, 0, 1)),
            "normal": asked(normal=(0, 0, 0)),
            r"body\.about\(body\.centre\)": asked(body=cone),
        }
    )
