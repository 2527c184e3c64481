"""The closed form of the free body against integrations with 30 and more digits, and
against itself."""

import math
from decimal import Context, Decimal, localcontext
from functools import partial

import mpmath as mp
import numpy as np
import pytest
from reference_free_body import CASES, NEAR, mpmath_free_body, taylor
from refusals import refused

from rotlib import exact, quaternion
from rotlib.body import Body
from rotlib.errors import NotAvailable
from rotlib.quaternion import angle_between as angle

ATTITUDE, RATE = 5e-15, 2e-15  # rad; relative to |omega|

STEADY = "sphere", *(name for name in CASES if name.startswith("about the "))
CHANGING = {name: CASES[name] for name in CASES if name not in (*STEADY, "at rest")}
WHOLE = CASES | NEAR
ALL = pytest.mark.parametrize("J, omega", WHOLE.values(), ids=WHOLE)


def times(omega, turns):
    return np.array(turns) * 2 * np.pi / (np.linalg.norm(omega) or 1.0)


def compare(J, omega, turns, digits=30):
    t = times(omega, turns)
    q, w = exact.free_body(Body(J), omega, t)
    reference = taylor(J, omega, t.tolist(), digits)
    assert angle(q, reference[0]).max() < ATTITUDE
    assert np.abs(w - reference[1]).max() <= RATE * np.linalg.norm(omega)


def bodies(count, seed):
    rng = np.random.default_rng(seed)
    for _ in range(count):
        a, b, c = rng.uniform(0.1, 1.0, 3)
        yield (a + b, b + c, c + a), tuple(rng.normal(size=3).tolist())


DIGITS = dict.fromkeys(CASES, 30) | dict.fromkeys(NEAR, 44)
RANDOM = {f"random {i}": case for i, case in enumerate(bodies(12, seed=1))}
TURNS = {name: (0.3, 2.0, 7.0, 12.0) for name in NEAR}
TURNS["momentum passing an axis"] = np.linspace(0, 1.7, 25)


@pytest.mark.day(12)
@pytest.mark.parametrize("name", WHOLE | RANDOM)
def test_against_integration(name):
    J, omega = (WHOLE | RANDOM)[name]
    turns = TURNS.get(name, (0.01, 0.7, 4.0, 10.0))
    compare(J, omega, turns, DIGITS.get(name, 30))
    if name in CASES:
        compare(J, omega, (-1.3,))


@pytest.mark.night
@pytest.mark.parametrize("name", WHOLE)
def test_hundreds_of_turns_of_every_class(name):
    J, omega = WHOLE[name]
    changing = name in CHANGING or name in NEAR
    if changing and exact.period(Body(J), omega) == math.inf:
        # on the separatrix for long no finite number of digits stays there
        compare(J, omega, (20.0, 30.0), digits=70)
    else:
        compare(J, omega, (100.0, 200.0), DIGITS[name] + 2 * (name in CASES))


@pytest.mark.parametrize("turns", [1.0, 1e3, 1e6, 1e9, 1e12, 1e15])
def test_error_does_not_grow_with_time(turns):
    for third, omega in ((2.5, (0.3, 0.4, 1.0)), (2.25, (0.7, 0.3, 1.0))):
        J, t = (1.0, 2.0, third), float(times(omega, turns))
        R = quaternion.as_matrix(exact.free_body(Body(J), omega, t)[0])
        assert np.abs(R - mpmath_free_body(J, omega, t)).max() < ATTITUDE


@ALL
def test_a_motion_starts_at_its_start_is_continuous_and_keeps_its_invariants(J, omega):
    body, speed = Body(J), np.linalg.norm(omega)
    q, w = exact.free_body(body, omega, times(omega, np.linspace(-30, 30, 12001)))
    assert np.abs(q[6000] - [1, 0, 0, 0]).max() < 1e-15
    # pi/200, times at most 3 in rate
    assert np.linalg.norm(np.diff(q, axis=0), axis=1).max() < 0.02
    assert np.linalg.norm(np.diff(w, axis=0), axis=1).max() <= 0.05 * speed
    q, w = exact.free_body(body, omega, times(omega, np.linspace(-500, 500, 999)))
    L, T = np.linalg.norm(body.momentum(omega)), body.kinetic_energy(omega)
    assert np.abs(np.linalg.norm(q, axis=1) - 1).max() < 1e-15
    assert np.abs(body.kinetic_energy(w) - T).max() <= 4e-15 * T
    assert np.abs(body.momentum_space(q, w) - body.momentum(omega)).max() <= 5e-15 * L


@pytest.mark.parametrize("name", STEADY)
def test_steady_turns_keep_their_rates_to_the_bit_and_have_no_period(name):
    J, omega = CASES[name]
    assert (exact.free_body(Body(J), omega, np.linspace(-9, 9, 19))[1] == omega).all()
    refused({"steady": partial(exact.period, Body(J), omega)})


def test_half_period_of_the_box():
    half = exact.period(Body((5 / 12, 13 / 12, 10 / 12)), (0.01, 0, 10)) / 2
    assert abs(half - 3.39320143556) < 1e-11  # to the digits of the published value


@pytest.mark.parametrize("J, omega", CHANGING.values(), ids=CHANGING)
def test_period_and_precession(J, omega):
    body = Body(J)
    period = exact.period(body, omega)
    # the period is rounded, and may be 1e9 turns long
    tolerance = 2e-13 + 5e-16 * period * np.linalg.norm(omega)
    q, w = exact.free_body(body, omega, [0.3, 0.3 + period / 2, 0.3 + period])
    assert np.abs(w[2] - w[0]).max() <= tolerance * np.linalg.norm(omega)
    # in space: about L, after a half turn about axis c
    c = int(np.argmax(np.abs(w[0] + w[1]) * J))
    flip = np.eye(4)[1 + c]
    L = body.momentum_space(q[0], w[0])
    turned = exact.precession_rate(body, omega) * period / 2
    precession = quaternion.exp(L / np.linalg.norm(L) * turned)
    about_L = quaternion.multiply(quaternion.multiply(precession, q[0]), flip)
    assert angle(q[1], about_L) < tolerance


def test_precession_rate_is_the_mean_azimuth_of_the_circled_axis():
    for J, omega in bodies(8, seed=3):
        body = Body(J)
        L = body.momentum(omega)
        k2 = exact.modulus(body, omega)[0]
        assert 0 < k2 < 1
        t = np.linspace(0, 20 * exact.period(body, omega), 8001)
        q, w = exact.free_body(body, omega, t)
        # the only principal rate that never vanishes
        c = int(np.argmax(np.abs(w).min(0) * J))
        axis, z = quaternion.rotate(q, np.eye(3)[c]), L / np.linalg.norm(L)
        x = np.cross(z, np.eye(3)[np.argmin(np.abs(z))])
        y = np.cross(z, x)  # as long as x
        azimuth = np.unwrap(np.arctan2(axis @ y, axis @ x))
        mean = (azimuth[-1] - azimuth[0]) / t[-1]
        off = mean - exact.precession_rate(body, omega)
        assert abs(off) < 1e-12 * np.linalg.norm(omega)


def test_side_of_the_separatrix_is_decided_exactly():
    J, omega = NEAR["separatrix"]
    body, t = Body(J), np.linspace(0, 400, 4001)
    assert exact.modulus(body, omega) == (1.0, 0.0)
    assert exact.period(body, omega) == math.inf
    for circled in (2, 0):
        beside = *omega[:2], math.nextafter(1.0, circled)
        assert 0 < exact.modulus(body, beside)[1] < 1e-14
        rates = exact.free_body(body, beside, t)[1]
        assert np.isfinite(exact.period(body, beside))
        assert rates[:, circled].min() > 0 and rates[:, 2 - circled].min() < -0.1
    steady = exact.free_body(body, omega, t)[1][-1]
    assert np.abs(steady[[0, 2]]).max() < 1e-15


def test_shapes():
    body, rng = Body((1.0, 2.0, 2.5)), np.random.default_rng(4)
    omega, t = rng.normal(size=(2, 3, 3)), np.linspace(-3, 5, 7)
    start = quaternion.exp(rng.normal(size=(2, 3, 3)))
    q, w = exact.free_body(body, omega, t, start)
    for i in np.ndindex(2, 3):
        one = exact.free_body(body, omega[i], t, start[i])
        for batch, alone in zip((q, w), one, strict=True):
            assert (batch[:, *i] == alone).all()
        for n, moment in enumerate(t):
            single = exact.free_body(body, omega[i], moment, start[i])
            for at, alone in zip(single, one, strict=True):
                assert at.shape == alone.shape[1:]
                assert np.abs(at - alone[n]).max() < 1e-15
    q, w = exact.free_body(body, omega[0, 0], t.reshape(7, 1), start)
    assert q.shape == (7, 1, 2, 3, 4) and w.shape == (7, 1, 2, 3, 3)
    assert exact.free_body(body, omega[0, 0], [], start)[0].shape == (0, 2, 3, 4)
    assert exact.free_body(body, np.zeros((0, 3)), t)[0].shape == (7, 0, 4)


def test_float32_is_kept():
    free, W = partial(exact.free_body, Body((1.0, 2.0, 2.5))), [0.3, 0.4, 1.0]
    assert {a.dtype for a in free(np.float32(W), [1.0, 2.0])} == {np.dtype("f4")}
    assert free(W, 1.0)[0].dtype == np.float64


@pytest.mark.parametrize("kc", ["1", "0.999999", "0.5", "1e-3", "1e-12", "1e-40"])
def test_elliptic_integrals(kc):
    triples = "0 1 2", "0.7 0.7 0.7", "5 0.001 3", "1e-30 1e-20 1"
    with mp.workdps(170), localcontext(Context(prec=45)):
        pairs = [(exact.complete(Decimal(kc)), mp.ellipk(1 - mp.mpf(kc) ** 2))]
        for p in ("0.5", "1", "3"):
            third = mp.elliprj(0, mp.mpf(kc) ** 2, 1, mp.mpf(p)) / 3
            pairs.append((exact.complete(Decimal(kc), Decimal(p), Decimal(0)), third))
        for triple in map(str.split, triples):
            first = mp.elliprf(*map(mp.mpf, triple))
            pairs.append((exact.carlson_rf(*map(Decimal, triple)), first))
        for found, expected in pairs:
            assert abs(mp.mpf(str(found)) / expected - 1) < mp.mpf("1e-40")


def test_bad_input():
    body, W, rest = Body((1, 2, 2.5)), (1, 2, 3), (0, 0, 3)
    table = {
        "omega: expected shape": [((1, 2), 0.0)],
        "omega: expected finite": [((1, 2, np.nan), 0.0)],
        "t: expected finite": [(W, np.inf)],
        "t: expected real": [(W, "soon")],
        "t: expected fewer": [(W, 1e200), (rest, 1e200)],
        "q0: expected shape": [(W, 0.0, (1, 0, 0))],
        "q0: expected unit": [(W, 0.0, (1, 1, 0, 0)), (W, 0.0, (0, 0, 0, 0))],
        "q0, omega: expected leading": [(np.ones((2, 3)), 0.0, np.eye(4)[:3])],
    }
    calls = {w: [partial(exact.free_body, body, *x) for x in table[w]] for w in table}
    calls["body: expected a rotlib.Body"] = lambda: exact.free_body((1, 2, 2.5), W, 0)
    calls[r"shape \(3,\), got \(2, 3\)"] = lambda: exact.period(body, np.ones((2, 3)))
    refused(calls)
    several = {"one body, got 2; call": lambda: exact.modulus(Body([(1, 2, 2)] * 2), W)}
    refused(several, NotAvailable)
