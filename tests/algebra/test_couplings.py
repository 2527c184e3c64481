"""Every built-in coupling: slopes of the potentials, the reaction, and a plain copy
written down for both bodies. `test_rounding.py` has the kernels at fifty digits."""

import mpmath
import numpy as np
import pytest
import reference_coupled as plain
from reference_methods import matrix

import rotlib as rl
from rotlib import couplings
from rotlib.couplings import Motion
from rotlib.errors import InvalidInput
from rotlib.kernels import couplings as kernels
from rotlib.kernels.quaternion import multiply as times
from rotlib.quaternion import multiply, normalize

P_A, P_B = (0.2, 0.1, -0.1), (0.05, 0.1, -0.3)
LUMPS = [
    rl.Body(
        [[1.0, 0.1, 0.0], [0.1, 1.5, -0.2], [0.0, -0.2, 2.0]],
        mass=2.0,
        centre=(0.1, -0.05, 0.2),
    ),
    rl.Body((2.0, 3.0, 4.0), mass=3.0, centre=(0.0, 0.2, 0.1)),
]
STONES = [
    plain.Stone(b.about(b.centre).inertia, float(b.mass), np.array(b.centre))
    for b in LUMPS
]
M_A, M_B = np.array((3e3, -1e3, 2e3)), np.array((1e3, 2e3, 4e3))
AXES = np.array((1.0, 0.2, 0.0)), np.array((0.0, -0.3, 1.0))
ALL = {
    "spring": (
        couplings.spring(0, 1, 2.0, 0.7, P_A, P_B),
        plain.spring(2.0, 0.7, P_A, P_B),
    ),
    "elastic": (
        couplings.spring(0, 1, 2.0, 0.0, P_A, P_B),
        plain.spring(2.0, 0.0, P_A, P_B),
    ),
    "alignment": (couplings.alignment(0, 1, 0.5, *AXES), plain.alignment(0.5, *AXES)),
    "magnets": (
        couplings.magnets(0, 1, M_A, M_B, P_A, P_B),
        plain.magnets(M_A, M_B, P_A, P_B),
    ),
    "gravity": (couplings.gravity(LUMPS, G=0.3), plain.gravity(0.3, *STONES)),
}
WITH_DAMPER = ALL | {
    "damper": (couplings.damper(0, 1, 0.5, P_A, P_B), plain.damper(0.5, P_A, P_B))
}


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
    turned = [
        rl.quaternion.rotate(m.q, part)
        for m, part in zip((a, a, b, b), np.reshape(twelve, (4, 3)), strict=True)
    ]
    return np.reshape(turned, (2, 6))


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
        assert np.abs(found - wanted).max() < 3e-13 * (1 + np.abs(wanted).max())


@pytest.mark.parametrize("name", ALL)
def test_potentials_know_nothing_of_space(name):
    coupling, _ = ALL[name]
    rng, u = np.random.default_rng(13), numbers(coupling)
    for _ in range(10):
        a, b = pose(rng)
        turn, shift = normalize(rng.normal(size=4)), 10 * rng.normal(size=3)
        there = [
            m._replace(
                q=multiply(turn, m.q),
                position=rl.quaternion.rotate(turn, m.position) + shift,
            )
            for m in (a, b)
        ]
        before, after = coupling.potential(a, b, u), coupling.potential(*there, u)
        assert abs(after - before) < 1e-12 * (abs(before) + 1)


def exactly(kernel, numbers):
    """The same text on numbers of fifty digits."""
    made = type(kernel)(kernel.__code__, dict(vars(kernels)) | {"sqrt": mpmath.sqrt})
    return made(*numbers)


def slopes(potential, numbers):
    """Minus the change of a potential in small turns and moves of its first body."""
    h, found = mpmath.mpf(10) ** -16, []
    for i in range(6):
        ends = []
        for way in (h, -h):
            q, x, rest = numbers[:4], numbers[4:7], numbers[7:]
            if i < 3:
                half = [mpmath.sin(way / 2) * (k == i) for k in range(3)]
                q = times(mpmath.cos(way / 2), *half, *q)
            else:
                x = [a + way * (k == i - 3) for k, a in enumerate(x)]
            ends.append(exactly(potential, [*q, *x, *rest]))
        found.append((ends[1] - ends[0]) / (2 * h))
    return found


@pytest.mark.evidence("50 digits")
@pytest.mark.parametrize("name", WITH_DAMPER)
def test_kernels_at_fifty_digits(name):
    """That of the damper as it is; of a potential the slopes of the potential."""
    coupling, _ = WITH_DAMPER[name]
    rng = np.random.default_rng(14)
    a, b = pose(rng)
    quick = np.array(coupling.law(0.0, a, b, numbers(coupling)))
    given = [*a.q, *a.position]
    other = [*b.q, *b.position]
    if name == "damper":
        given, other = np.concatenate(a), np.concatenate(b)
    with mpmath.workdps(50):
        exact = [mpmath.mpf(float(x)) for x in (*given, *other, *numbers(coupling))]
        if name == "damper":
            slow = exactly(kernels.damper_pull, exact)
        else:
            slow = slopes(getattr(kernels, f"{name}_potential"), exact)
        slow = np.array([float(x) for x in slow])
    assert np.abs(quick - slow).max() < 4e-15 * (1 + np.abs(slow).max()) * 10


def test_floats_and_arrays_agree_bit_for_bit():
    rng = np.random.default_rng(15)
    for coupling, _ in ALL.values():
        pairs, u = [pose(rng) for _ in range(4)], numbers(coupling).tolist()
        ends = [[Motion(*[v.tolist() for v in m]) for m in pair] for pair in pairs]
        one = [coupling.law(0.0, a, b, u) for a, b in ends]
        a, b = [
            Motion(*[np.transpose(v) for v in zip(*end, strict=True)])
            for end in zip(*pairs, strict=True)
        ]
        many = np.stack(np.broadcast_arrays(*coupling.law(0.0, a, b, u)), -1)
        assert np.array_equal(many, np.array(one))


def test_too_many_pairs_are_refused_before_they_are_made():
    with pytest.raises(InvalidInput, match="at most 2000.* got 2001"):
        couplings.gravity(2001 * [rl.Body((1, 2, 3))])
