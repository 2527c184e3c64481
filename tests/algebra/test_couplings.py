"""Every built-in coupling: slopes of the potentials, the reaction, and a plain copy
written down for both bodies. `test_rounding.py` has the kernels at fifty digits, and
`test_kernels.py` on arrays."""

import numpy as np
import pytest
import reference_bodies as plain
from problems import TILTED
from reference_methods import matrix

import rotlib as rl
from rotlib import couplings
from rotlib.couplings import Motion
from rotlib.errors import InvalidInput
from rotlib.kernels import couplings as kernels
from rotlib.quaternion import multiply, normalize, rotate

LUMPS = [TILTED, rl.Body((2.0, 3.0, 4.0), mass=3.0, centre=(0.0, 0.2, 0.1))]
STONES = [*map(plain.stone_of, LUMPS)]
ENDS = (0.2, 0.1, -0.1), (0.05, 0.1, -0.3)
MOMENTS = np.array((3e3, -1e3, 2e3)), np.array((1e3, 2e3, 4e3))
AXES = np.array((1.0, 0.2, 0.0)), np.array((0.0, -0.3, 1.0))
PAIRS = {
    "spring": ("spring", 2.0, 0.7, *ENDS),
    "elastic": ("spring", 2.0, 0.0, *ENDS),
    "alignment": ("alignment", 0.5, *AXES),
    "magnets": ("magnets", *MOMENTS, *ENDS),
    "damper": ("damper", 0.5, *ENDS),
}
WITH_DAMPER = {
    name: (getattr(couplings, kind)(0, 1, *given), getattr(plain, kind)(*given))
    for name, (kind, *given) in PAIRS.items()
} | {"gravity": (couplings.gravity(LUMPS, G=0.3), plain.gravity(0.3, *STONES))}
ALL = [name for name in WITH_DAMPER if name != "damper"]


def numbers(coupling):
    return np.ravel(coupling.parameters)


def pose(rng):
    """Two bodies some metres apart."""
    q = normalize(rng.normal(size=(2, 4)))
    x = np.array([rng.normal(size=3), rng.normal(size=3) + (4.0, 0.0, 1.0)])
    w, v = rng.normal(size=(2, 2, 3))
    return [Motion(*each) for each in zip(q, w, x, v, strict=True)]


def both(six, a, b):
    """Wrenches on both, space components, through the kernel."""
    twelve = kernels.reaction(*a.q, *a.position, *b.q, *b.position, *six)
    of = [a.q, a.q, b.q, b.q]
    return rotate(of, np.reshape(twelve, (4, 3))).reshape(2, 6)


@pytest.mark.evidence("second implementation")
@pytest.mark.parametrize("name", WITH_DAMPER)
def test_wrenches_are_those_of_a_plain_copy(name):
    coupling, copy = WITH_DAMPER[name]
    rng = np.random.default_rng(11)
    for _ in range(20):
        a, b = pose(rng)
        found = both(coupling.law(0.0, a, b, numbers(coupling)), a, b)
        seen = [(matrix(m.q), m.position, m.omega, m.velocity) for m in (a, b)]
        wanted = [np.concatenate([N, F]) for F, N in copy(*seen)]
        assert np.abs(found - wanted).max() < 4e-14 * (1 + np.abs(wanted).max())


@pytest.mark.evidence("second implementation")
@pytest.mark.parametrize("name", ALL)
def test_a_law_is_the_slope_of_its_potential(name):
    """In small turns and moves of the first body."""
    coupling, h = WITH_DAMPER[name][0], 1e-3
    a, b = pose(np.random.default_rng(14))
    u, law = numbers(coupling), coupling.law(0.0, a, b, numbers(coupling))

    def V(twist):
        turned = multiply(rl.quaternion.exp(twist[:3]), a.q)
        return coupling.potential(Motion(turned, None, a.position + twist[3:]), b, u)

    for way, six in zip(h * np.eye(6), law, strict=True):
        slope = (V(-2 * way) - 8 * V(-way) + 8 * V(way) - V(2 * way)) / (12 * h)
        assert abs(slope + six) < 1e-11 * (1 + np.abs(law).max())


def test_too_many_pairs_are_refused_before_they_are_made():
    with pytest.raises(InvalidInput, match="at most 2000.* got 2001"):
        couplings.gravity(2001 * [rl.Body((1, 2, 3))])
