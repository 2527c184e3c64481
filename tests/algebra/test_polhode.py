"""Back to the polhode: against the slides' linear system, at the edges, for every
method that keeps the momentum."""

from functools import partial

import numpy as np
import pytest
import reference_methods as plain
from problems import BODY, OMEGA, TILTED, TOP
from refusals import refused
from rotbook.polhode import restore_energy

import rotlib as rl
from rotlib.diagnostics import Problem, order
from rotlib.errors import ConvergenceError, EnergyOutOfReach, NotAvailable
from rotlib.kernels.polhode import polhode_crossing
from rotlib.methods._energy import project_to_energy

GRAVITY = rl.loads.uniform_gravity(TOP)
SOLIDS = [(1.0, 2.0, 2.6), (95 / 9, 1.0, 94 / 9)]
QUICK, NIGHT = ("buss4", "splitting_231"), pytest.mark.night
KEEPING = [
    m
    for m in rl.methods.ALL
    if not m.poses and "momentum" in m.conserves and "energy" not in m.conserves
]
MARKED = [
    pytest.param(m, marks=() if m.name in QUICK else NIGHT, id=m.name) for m in KEEPING
]


def energy(body, q, L):
    return body.kinetic_energy(body.omega(q, L))


def reachable(body, L, share):
    """An energy between the least (0) and the greatest (1) that the momentum L
    allows."""
    low, high = (L @ L / 2 / f(body.principal_moments) for f in (max, min))
    return low + share * (high - low)


@pytest.mark.evidence("second implementation")
def test_agrees_with_the_linear_system_of_the_slides():
    matrix = rl.quaternion.as_matrix
    for J in (*SOLIDS, (1.0, 1.0, 1.7), (1.7, 1.0, 1.0)):
        body, rng = rl.Body(J), np.random.default_rng(0)
        for _ in range(30):
            q, L = rl.quaternion.normalize(rng.normal(size=4)), rng.normal(size=3)
            wanted = energy(body, q, L) * (1 + 1e-4 * rng.normal())
            new = restore_energy(body, q, L, wanted)
            R = plain.polhode_step(np.array(J), matrix(q), L, wanted)
            assert np.abs(matrix(new) - R).max() < 1e-10, J
            assert abs(energy(body, new, L) / wanted - 1) < 2e-14, J


@pytest.mark.evidence("second implementation")
@pytest.mark.parametrize("J", SOLIDS, ids=str)
def test_the_way_across_is_the_slope_of_the_return_and_its_divergence(J):
    """The momentum's change per energy and the divergence of that field, against
    differences of `restore_energy`, which shares no formula with them."""

    def across(l, d=1e-5):
        still, T = (1.0, 0.0, 0.0, 0.0), (l**2 / J).sum() / 2
        there = [restore_energy(rl.Body(J), still, l, T * (1 + s * d)) for s in (1, -1)]
        ends = [rl.quaternion.rotate_back(q, l) for q in there]
        return (ends[0] - ends[1]) / (2 * d * T)

    for l in np.random.default_rng(1).uniform(0.4, 1.0, (5, 3)):
        *n, chi = polhode_crossing(*l.tolist(), *J)
        slope = across(l)
        assert np.abs(slope - n).max() < 1e-5 * np.abs(n).max()
        steps = 1e-3 * np.eye(3)
        spread = sum((across(l + e) - across(l - e)) @ e for e in steps) / 2e-6
        assert abs(spread - chi) < 1e-3 * np.abs(n).max()


SYMMETRIC, NEARLY = rl.Body((1, 1, 1.7)), rl.Body((1, 1.0001, 1.9))


@pytest.mark.parametrize(
    "body", [BODY, TILTED, rl.Body((95, 9, 94)), SYMMETRIC, NEARLY], ids=str
)
@pytest.mark.parametrize("change", [1e-1, 1e-3, 1e-6, 1e-9, 1e-12, 1e-15])
@pytest.mark.parametrize("place", ["anywhere", "axis 0", "axis 1", "axis 2", "plane"])
def test_reaches_every_reachable_energy(body, change, place):
    """Near the axes and the separatrix the hyperboloid misses the polhode, and the
    great circle takes over."""
    rng = np.random.default_rng(1)
    moments = np.array(body.principal_moments)
    for _ in range(40):
        l = rng.normal(size=3)
        if place.startswith("axis"):
            l *= 10.0 ** rng.uniform(-12, -1)
            l[int(place[-1])] = 1.0
        elif place == "plane":
            l[rng.integers(3)] = 0.0
        q = rl.quaternion.normalize(rng.normal(size=4))
        L = rl.quaternion.rotate(rl.quaternion.multiply(q, body.principal_axes), l)
        wanted = energy(body, q, L) * (1 + change * rng.normal())
        wanted = np.clip(wanted, l @ l / moments.max() / 2, l @ l / moments.min() / 2)
        new = restore_energy(body, q, L, wanted)
        assert abs(energy(body, new, L) / wanted - 1) < 5e-14
        assert abs(np.linalg.norm(new) - 1) < 1e-14
        ends = rl.quaternion.multiply(new, body.principal_axes)
        kept = rl.quaternion.rotate_back(ends, L) * l
        assert kept.min() > -1e-12 * (l @ l)  # no sign has changed


def test_bodies_of_a_batch_leave_the_axes_as_each_alone():
    """Whichever axis has the least moment, and whichever the greatest: by a great
    circle, since no hyperboloid leaves an axis, to any energy within reach."""
    moments = [np.roll(BODY.principal_moments, k) for k in range(3)]
    J = np.repeat(moments, 6, axis=0)
    L = np.vstack(3 * [np.eye(3), -np.eye(3)])
    q = np.tile([1.0, 0, 0, 0], (len(L), 1))
    for share in (0.0, 0.2, 0.5, 0.9, 1.0):
        pairs = zip(J, L, strict=True)
        E2 = [2 * float(reachable(rl.Body(j), l, share)) for j, l in pairs]
        columns = tuple(q.T), tuple(L.T), tuple(J.T), np.array(E2)
        batch = np.transpose(project_to_energy(*columns))
        rows = zip(q.tolist(), L.tolist(), J.tolist(), E2, strict=True)
        singles = [project_to_energy(*map(tuple, row[:3]), row[3]) for row in rows]
        assert np.array_equal(batch, singles)
        turned = rl.quaternion.rotate_back(batch, L)
        assert np.abs((turned**2 / J).sum(-1) / E2 - 1).max() < 1e-14, share


def test_a_sphere_has_one_energy():
    ball, L = rl.Body((2, 2, 2)), np.array([0.3, 0.5, 0.8])
    q = rl.quaternion.exp([0.1, 0.2, 0.3])
    assert np.array_equal(restore_energy(ball, q, L, L @ L / 4), q)
    with pytest.raises(EnergyOutOfReach):
        restore_energy(ball, q, L, L @ L / 3)


@pytest.mark.parametrize("share", [-0.01, 1.01])
def test_unreachable_energies_are_refused(share):
    L = np.array([0.3, 0.5, 0.8])
    low, high, good, bad = (reachable(BODY, L, s) for s in (0.0, 1.0, 0.5, share))
    room = f"any attitude has between {low:.6g} and {high:.6g} J"
    restore, both = partial(restore_energy, BODY, [1, 0, 0, 0]), np.array([L, L])
    calls = {room: partial(restore, L, bad)}
    calls["1 of the motions"] = partial(restore, both, [good, bad])
    refused(calls, EnergyOutOfReach)


def test_restore_energy_checks_what_it_is_given():
    given = [([1, 0, 0, 0.1], OMEGA, 1.0), ([1, 0, 0, 0], (1, 2), 1.0)]
    given += [([1, 0, 0, 0], OMEGA, np.nan), (np.eye(4)[:2], np.ones((3, 3)), 1.0)]
    refused({"": [partial(restore_energy, BODY, *each) for each in given]})


@pytest.mark.evidence("orders and invariants")
@pytest.mark.parametrize("method", MARKED)
def test_energy_and_momentum_to_round_off_over_a_long_run(method):
    preserved = method.with_energy_preserved()
    assert preserved.name == f"{method.name}_ep"
    assert preserved.conserves == ("momentum", "norm", "energy")
    run = rl.integrate(preserved, TILTED, omega=OMEGA, h=0.05, steps=100_000, every=100)
    assert np.abs(run.energy / run.energy[0] - 1).max() < 1e-13
    L = run.momentum_space
    assert np.abs(L - L[0]).max() < 1e-11 * np.linalg.norm(L[0])
    assert np.abs(run.norm_defect).max() < 1e-11


DOUBLED = (50, 100, 200, 400)
ORDERS = {"lie_euler": (1, (400, 800, 1600, 3200)), "buss4": (4, DOUBLED)}
ORDERS |= {"splitting4_231": (4, DOUBLED), "buss6": (6, (16, 20, 24, 32, 40))}
SECOND = "buss2 buss3_false buss2_plus rk4_naive splitting_231 simo_wong"
ORDERS |= {name: (2, DOUBLED) for name in SECOND.split()}


@pytest.mark.evidence("orders and invariants")
@pytest.mark.parametrize("name", ORDERS)
def test_the_order_is_kept(name):
    declared, steps = ORDERS[name]
    measured = order(f"{name}_ep", Problem(BODY, OMEGA, 4.0), steps)
    assert abs(measured.slope - declared) < 0.1, measured


@pytest.mark.evidence("batch = single")
def test_batch_equals_single_bit_for_bit():
    omega = [OMEGA, (1.0, 1e-9, 0.0), (0.0, 1.0, 1e-7)]
    omega += [(0.2, 0.0, 0.3), (0.0, 0.0, 1.0), (0.01, 3.0, 0.0)]
    for name in ("lie_euler_ep", "buss3_ep", "splitting_123_ep"):
        go = partial(rl.integrate, name, BODY, h=0.1, steps=200)
        batch, run = go(omega=omega), go(omega=np.float32(omega[:1]))
        assert run.q.dtype == np.float32
        assert np.abs(run.energy / run.energy[0] - 1).max() < 1e-5
        for i, w in enumerate(omega):
            assert np.array_equal(go(omega=w).q_raw, batch.q_raw[:, i])


@pytest.mark.night
def test_total_energy_of_a_heavy_top():
    omega = np.array([(4.0, 3.0, 60.0), (-3.0, 6.0, 50.0)])
    given = {"q0": rl.quaternion.exp([0.6, 0.0, 0.0]), "h": 5e-4, "load": GRAVITY}
    go = partial(rl.integrate, body=TOP, **given)
    run, drifting = (go(m, omega=omega, steps=2000) for m in ("buss2_ep", "buss2"))
    off, drift = (np.ptp(r.energy, axis=0) / r.energy[0] for r in (run, drifting))
    assert off.max() < 1e-12 < 1e-6 < drift.max()
    single = go("buss2_ep", omega=omega[1], steps=200)
    assert np.array_equal(single.q_raw, run.q_raw[:201, 1])


def test_what_cannot_be_preserved_is_refused_with_the_reason():
    given = {"omega": OMEGA, "h": 0.1, "steps": 1}
    push = given | {"load": rl.loads.constant_torque((0, 0, 1))}
    keeping = [rl.methods.find(name) for name in ("exact", "dmv", "buss3_ep")]
    refused(
        {
            "does not keep the momentum": rl.methods.rk4.with_energy_preserved,
            "keeps the energy already": [m.with_energy_preserved for m in keeping],
            "has no potential": lambda: rl.integrate("buss2_ep", BODY, **push),
        },
        NotAvailable,
    )
    still = given | {"omega": [OMEGA, (0, 0, 0)]}
    refused({"at rest": lambda: rl.integrate("buss2_ep", BODY, **still)})


def test_an_energy_that_is_not_restored_is_an_error():
    """A box hung by a corner: each turn changes the potential by more than it mends,
    and the energy wanted belongs to the attitude before it."""
    lamp = rl.Body.box(mass=10.0, sides=(0.2, 0.5, 0.3)).about((0.1, 0.25, 0.15))
    given = {"omega": (2.0, 3.0, 2.5), "q0": rl.quaternion.exp([0.3, 0.5, 0.1])}
    given |= {"load": rl.loads.uniform_gravity(lamp), "h": 1 / 60, "steps": 100}
    with pytest.raises(ConvergenceError, match="off by .* after 30 turns"):
        rl.integrate("buss3_ep", lamp, **given)
