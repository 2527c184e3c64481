"""The energy that the dual quaternion variational integrator keeps to fourth order."""

from dataclasses import replace

import numpy as np

from rotlib import dual_quaternion
from rotlib.kernels.dqvi_energy import second_energy

SLOTS = {"dqvi": "mass", "dqvi_published": 0.0}
NEAR = 2.0**-13  # part of a step over which the wrench is differentiated


def modified_energy(run, dual_scalar_mass=None):
    """Kinetic plus potential plus h^2 H_2 at each record, J [eq-dqvi-energy].

    Other wrenches than those of potentials change it by their work and by O(h^2) of
    that. The number in the dual scalar slot, in kg or "mass", is needed for a method of
    `rl.methods.dqvi` that has another one than the mass or 0.
    """
    slot = SLOTS[run.method] if dual_scalar_mass is None else dual_scalar_mass
    mu = run.body.mass if slot == "mass" else slot
    h, curvature = run.stats["h"], 0.0
    parts = [] if run.load is None else run.load.summands
    kept = [part for part in parts if part.potential is not None]
    still = replace(run, load=sum(kept[1:], kept[0]) if kept else None, events=())
    if kept:
        change = _power(still, -NEAR * h) - _power(still, NEAR * h)
        curvature = change / (2 * NEAR * h)
    inverse = np.linalg.inv(run.body.inertia_6x6)[(..., *np.triu_indices(6))]
    vectors = run.twist, run.momentum, still.wrench, inverse
    numbers = [x for a in vectors for x in np.moveaxis(a, -1, 0)]
    return run.energy + h * h * second_energy(*numbers, curvature, mu)


def _power(run, s):
    """Of the wrench as it is s later on the screw that the body now follows."""
    screw = dual_quaternion.exp(s * run.twist)
    q, position = dual_quaternion.as_pose(dual_quaternion.multiply(run.pose, screw))
    return (replace(run, q_raw=q, position=position).wrench * run.twist).sum(-1)
