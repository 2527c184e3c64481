"""The Magnus series against an exact second implementation, closed answers, measured
orders, and bad input. `tests/properties` has batches and number formats."""

import math
from fractions import Fraction as F
from functools import partial

import mpmath
import numpy as np
import pytest
from exact_series import attitude
from refusals import refused

import rotlib as rl
from rotlib import magnus, quaternion
from rotlib.errors import InvalidInput, NotAvailable
from rotlib.kernels import magnus as kernels

OMEGA = np.array([F(1), F(-1, 2), F(5, 16)])  # exact in binary
ALPHA = np.array([F(3, 8), F(7, 8), F(-11, 16)])
W0, A0 = OMEGA.astype(float), ALPHA.astype(float)
KINDS = "rates", "increments"
in_space = partial(magnus.rotation_vector, frame="space")  # as most judges below


# nested commutators of polynomials, {(power of t, power of h): vector of fractions}


def commutator(P, Q, limit):
    return weighted_sum(
        (F(1), {(i + k, j + m): np.cross(a, b)})
        for (i, j), a in P.items()
        for (k, m), b in Q.items()
        if i + j + k + m <= limit
    )


def weighted_sum(pairs):
    out = {}
    for x, P in pairs:
        for key, a in P.items():
            out[key] = out.get(key, 0) + x * a
    return out


def integral(P):
    return {(i + 1, j): a / (i + 1) for (i, j), a in P.items()}


def plain_terms(W, terms, limit):
    """[Omega_1, ..., Omega_terms]."""
    B = [F(b) for b in ("1", "-1/2", "1/6", "0", "-1/30", "0", "1/42", "0", "-1/30")]
    omegas, S = [integral(W)], {}
    for n in range(2, terms + 1):
        S[n, 1] = commutator(omegas[n - 2], W, limit)
        for j in range(2, n):
            parts = [
                (F(1), commutator(omegas[m - 1], S[n - m, j - 1], limit))
                for m in range(1, n - j + 1)
            ]
            S[n, j] = weighted_sum(parts)
        parts = [(B[j] / math.factorial(j), S[n, j]) for j in range(1, n)]
        omegas.append(integral(weighted_sum(parts)))
    return omegas


def value(terms, h, limit=10**6):
    powers = [(i + j, a) for P in terms for (i, j), a in P.items()]
    return sum(a * h**n for n, a in powers if n <= limit)


def close(got, exact, ulps=8):
    exact = exact.astype(float)
    return np.abs(got - exact).max() <= ulps * np.spacing(np.abs(exact).max())


STEPS = [F(1, 2**20), F(1, 64), F(1, 8), F(3, 4), F(-1, 2), F(2)]
PLAIN = plain_terms({(0, 0): OMEGA, (1, 0): ALPHA}, 8, 10**6)


@pytest.mark.evidence("second implementation")
@pytest.mark.parametrize("terms", range(1, 9))
def test_terms_equal_nested_commutators(terms):
    for h in STEPS:
        exact = value(PLAIN[:terms], h)
        assert close(in_space(W0, A0, float(h), terms=terms), exact), h


ABOUT = {(0, 0): OMEGA, (1, 0): ALPHA, (0, 1): -ALPHA / 2}  # OMEGA at mid-step
MIDDLE = plain_terms(ABOUT, 9, 10)


@pytest.mark.evidence("second implementation")
@pytest.mark.parametrize("order", [2, 4, 6, 8, 10])
def test_orders_equal_nested_commutators_about_the_middle(order):
    for h in STEPS[:-1]:
        start = (OMEGA - h / 2 * ALPHA).astype(float)
        found = in_space(start, A0, float(h), order=order)
        assert close(found, value(MIDDLE[:order], h, order)), h
        assert np.array_equal(in_space(start, A0, float(h), order=order - 1), found), h


HOW = [({"terms": n}, 2 * (n // 2) + 2) for n in range(1, 9)]
HOW += [({"order": p}, p) for p in (2, 4, 6, 8, 10)] + [({}, 6)]


def step_error(h, frame="space", **how):
    q = quaternion.exp(magnus.rotation_vector(W0, A0, h, frame=frame, **how))
    return quaternion.angle_between(q, attitude(W0, A0, h, frame))


@pytest.mark.evidence("orders and invariants")
@pytest.mark.parametrize("how, order", HOW)
@pytest.mark.parametrize("frame", ["space", "body"])
def test_local_error_has_the_order(how, order, frame):
    h = {2: 0.02, 4: 0.05, 6: 0.1, 8: 0.3 if "order" in how else 0.15, 10: 0.5}[order]
    long, short = (step_error(x * h, frame, **how) for x in (1.0, 0.8))
    assert abs(math.log(long / short, 1 / 0.8) - order - 1) < 0.1


def wild(t):
    """An attitude that is no simple motion, R = exp(a t) exp(b t²) exp(c t³), and
    its space rate."""
    t = np.asarray(t, float)[..., None]
    a, b, c = np.array([[0.9, -0.4, 0.2], [0.1, 0.8, -0.5], [-0.6, 0.3, 0.7]])
    A, B, C = (quaternion.exp(x) for x in (a * t, b * t**2, c * t**3))
    AB = quaternion.multiply(A, B)
    second = 2 * t * quaternion.rotate(A, np.broadcast_to(b, A.shape[:-1] + (3,)))
    omega = a + second + quaternion.rotate(AB, 3 * t**2 * c)
    return omega, quaternion.multiply(AB, C)


def final_error(method, given, n, frame, T=1.6):
    omega, start = wild(0.0)

    def rate(t):
        omega, q = wild(t)
        return omega if frame == "space" else quaternion.rotate_back(q, omega)

    turns = method(rate, n, T / n, frame, *given)
    end = magnus.propagate(start, turns, frame=frame)[-1]
    return quaternion.angle_between(end, wild(T)[1])


X12, W12 = np.polynomial.legendre.leggauss(12)


def increments_of(rate, t):
    inside = t[:-1, None] + np.diff(t)[:, None] * (X12 + 1) / 2
    return np.einsum("nki,k->ni", rate(inside), W12 / 2) * np.diff(t)[:, None]


def stamps(n, h, per_step, uneven=0.3):
    """Times of n steps with a fixed beginning and end and what comes when it comes."""
    rng, t = np.random.default_rng(n), h / per_step * np.arange(n * per_step + 1)
    t[1:-1] += h / per_step * rng.uniform(-uneven, uneven, len(t) - 2)
    return t


def sampled(rate, n, h, frame, kind, order, per_step, uneven=0.0):
    t = stamps(n, h, per_step, uneven)
    data = rate(t) if kind == "rates" else increments_of(rate, t)
    when = {"t": t} if uneven else {"dt": h / per_step}
    return magnus.from_samples(data, **when, kind=kind, order=order, frame=frame)


def gauss(rate, n, h, frame, order):
    t = h * np.arange(n)
    return magnus.gauss_legendre(rate, t, h, order=order, frame=frame)


def triples(rate, n, h, frame, fit):
    data = increments_of(rate, h / 3 * np.arange(3 * n + 1)).reshape(n, 3, 3)
    return data.sum(1) + magnus.coning_correction(data, fit=fit, frame=frame)


@pytest.mark.evidence("orders and invariants")
@pytest.mark.parametrize("frame", ["space", "body"])
@pytest.mark.parametrize(
    "method, given, order, n, times, most",
    [
        (gauss, (4,), 4, 40, 2, 0.1),
        (gauss, (6,), 6, 20, 2, 0.1),
        *((triples, (fit,), 4, 50, 2, 0.1) for fit in ("polynomial", "coning")),
        *((sampled, (kind, 2, 1), 2, 100, 2, 0.1) for kind in KINDS),
        *((sampled, (kind, 4, 2), 4, 50, 2, 0.1) for kind in KINDS),
        *((sampled, (kind, 6, 4), 6, 24, 2, 0.1) for kind in KINDS),
        # each run has its stamps
        *((sampled, (kind, 2, 1, 0.3), 2, 400, 8, 0.15) for kind in KINDS),
        *((sampled, (kind, 4, 2, 0.3), 4, 60, 8, 0.15) for kind in KINDS),
    ],
)
def test_measured_order_for_a_general_rate(method, given, order, n, times, most, frame):
    errors = [final_error(method, given, m, frame) for m in (n, times * n)]
    assert abs(math.log(errors[0] / errors[1], times) - order) < most


@pytest.mark.parametrize("frame", ["space", "body"])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("order", [2, 4, 6])
def test_equal_times_are_a_dt(order, kind, frame):
    data = np.random.default_rng(1).normal(size=(2, 12 + (kind == "rates"), 3)) / 5
    read = partial(magnus.from_samples, data, kind=kind, order=order, frame=frame)
    by_dt, k = read(0.1), np.arange(13)
    assert np.abs(by_dt - read(t=17.0 + 0.1 * k)).max() < 1e-14
    if order == 4:  # nearly equal: by the kernel for unequal ones
        assert 0 < np.abs(by_dt - read(t=17.0 + 0.1 * k + 1e-10 * k**2)).max() < 1e-8


@pytest.mark.filterwarnings("ignore::rotlib.errors.BridgedGap")
@pytest.mark.parametrize("frame", ["space", "body"])
def test_cubic_rates_about_an_axis_are_integrated_exactly(frame):
    """The second pair takes the sample after it, the last one that before it; the first
    has a gap."""
    t = np.array([0.0, 0.1, 3.0, 3.1, 3.25, 3.31, 3.5])
    axis = np.array([0.6, 0.0, 0.8])
    rate = np.polynomial.Polynomial([-0.97, 1.15, -0.62, 0.11])
    angle = rate.integ()
    Y = magnus.from_samples(rate(t)[:, None] * axis, t=t, frame=frame, gaps="bridge")
    turned = np.diff(angle(t[::2]))[:, None] * axis
    assert np.abs(Y - turned)[1:].max() < 1e-13
    assert quaternion.angle_between(*map(quaternion.exp, (Y[0], turned[0]))) > 0.1


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("frame", ["space", "body"])
def test_a_bridged_gap_says_how_long_and_takes_a_linear_rate(kind, frame):
    t = stamps(40, 0.05, 1)
    t = t[(t < 0.6) | (t > 0.9)]
    k = int(np.argmax(np.diff(t)))
    t = t[: (len(t) - 1) // 2 * 2 + 1]
    rate = ramp(t) / 4
    if kind == "increments":
        rate = np.diff(W0 * t[:, None] / 4, axis=0)  # about one axis
    with pytest.warns(rl.errors.BridgedGap, match=rf"1 gap\(s\) .* after t\[{k}\]"):
        Y = magnus.from_samples(rate, t=t, kind=kind, frame=frame, gaps="bridge")
    end = magnus.propagate([1, 0, 0, 0], Y, frame=frame)[-1]
    slope = A0 / 4 if kind == "rates" else 0 * A0
    whole = magnus.rotation_vector(W0 / 4, slope, t[-1], order=10, frame=frame)
    assert quaternion.angle_between(end, quaternion.exp(whole)) < 2e-6


def test_a_gap_turns_by_half_a_turn_at_most():
    t = np.array([0.0, 0.1, 0.2, 0.3, 4.3, 4.4, 4.5, 4.6, 4.7])
    rate = np.tile([0.3, 0.4, 0.0], (9, 1))
    with pytest.warns(rl.errors.BridgedGap):
        Y = magnus.from_samples(rate, t=t, gaps="bridge")
    end = magnus.propagate([1, 0, 0, 0], Y)[-1]
    assert quaternion.angle_between(end, quaternion.exp(4.7 * rate[0])) < 1e-13
    t[4:] += 30
    says = "pi rad in a gap, got some 17 rad; split"
    with pytest.warns(rl.errors.BridgedGap), pytest.raises(InvalidInput, match=says):
        magnus.from_samples(rate, t=t, gaps="bridge")


def test_noise_is_not_amplified_where_stamps_nearly_coincide():
    t = np.array([0.0, 0.1, 0.1 + 1e-7, 0.2, 0.3, 0.4, 0.4 + 1e-9, 0.5, 0.6])
    noise = np.random.default_rng(0).normal(0, 0.01, (1000, 9, 3))
    assert magnus.from_samples(noise, t=t).std(0).max() < 0.01 * 0.2


def test_large_rates_are_asked_whether_they_are_degrees():
    given = [(230.0, {"dt": 0.001}), (6.0, {"dt": 0.1})]  # 400 rad/s; 1 rad
    given += [(0.6, {"dt": 1.0, "kind": "increments", "order": 2})]
    given += [(6.0, {"t": [0.0, 0.1, 0.23, 0.3, 0.4]})]
    for size, how in given:
        with pytest.warns(rl.errors.DoubtfulUnits, match=r"degrees \(np.radians"):
            magnus.from_samples(np.full((5, 3), size), **how)


T, N = 2.0, 64
MOMENTS = np.linspace(0, T, N + 1)


def ramp(t):
    """A rate of body components, linear in time, for one time or for many."""
    return W0 + np.multiply.outer(t, A0)


def ramp_increments(n):
    t = np.linspace(0, T, n + 1)[:, None]
    return np.diff(W0 * t + A0 * t**2 / 2, axis=0)


def test_every_way_takes_a_body_rate_unless_it_is_told():
    """Every way from a rate to an attitude ends where the power series does."""
    start, h, t = quaternion.exp([0.4, -0.9, 0.3]), T / N, MOMENTS[:-1]
    pairs, triples = ramp_increments(N), ramp_increments(3 * N).reshape(N, 3, 3)
    derivatives = [[rate, A0, *np.zeros((3, 3))] for rate in ramp(t)]
    for told in ({}, {"frame": "body"}, {"frame": "space"}):
        pair = start, attitude(W0, A0, T, told.get("frame", "body"))
        pair = pair[::-1] if told == {"frame": "space"} else pair
        right, given = quaternion.multiply(*pair), {"kind": "increments", **told}
        ends = {
            "rotation_vector": magnus.rotation_vector(ramp(t), A0, h, **told),
            "gauss_legendre": magnus.gauss_legendre(ramp, t, h, **told),
            "rates": magnus.from_samples(ramp(MOMENTS), h, **told),
            "increments": magnus.from_samples(pairs, h, **given),
            "coning": triples.sum(1) + magnus.coning_correction(triples, **told),
            "lie_taylor": rl.lie_taylor.rotation_vector(derivatives, h, **told),
        }
        ends = {way: magnus.propagate(start, Y, **told)[-1] for way, Y in ends.items()}
        given = {"q0": start, "tolerance": 1e-6, **told}
        ends["attitude"] = magnus.attitude(ramp, [0.0, T], **given)[-1]
        for way, end in ends.items():
            assert quaternion.angle_between(end, right) < 1e-6, (way, told)


@pytest.mark.evidence("second implementation")
def test_classical_coning_coefficients():
    """2/3 for two samples; 33/80, 57/80 and 9/20, 27/40 for three (rates in the
    body)."""
    (x, y, z), zero = np.eye(3), np.zeros(3)
    assert np.allclose(magnus.coning_correction([x, y]), 2 / 3 * z, rtol=1e-15)
    three = [[x, zero, y], [x, y, zero], [zero, x, y]]
    fits = ("polynomial", 33 / 80, 57 / 80), ("coning", 9 / 20, 27 / 40)
    for fit, far, near in fits:
        found = magnus.coning_correction(three, fit=fit)
        assert np.allclose(found, np.outer((far, near, near), z), rtol=1e-15)
    pair = np.array([[0.1, -0.2, 0.3], [0.2, 0.1, 0.4]])
    for frame in ("body", "space"):
        how = {"kind": "increments", "order": 4, "frame": frame}
        whole = magnus.from_samples(pair, 1.0, **how)[0]
        found = pair.sum(0) + magnus.coning_correction(pair, frame=frame)
        assert np.allclose(found, whole, rtol=1e-15)


@pytest.mark.evidence("batch = single")
def test_turns_in_a_batch_are_those_of_each():
    rng = np.random.default_rng(4)
    v, start = rng.standard_normal((2, 7, 3)), quaternion.exp(rng.normal(size=(4, 3)))
    one = np.float32([1, 0, 0, 0])
    for frame in ("body", "space"):
        go = partial(magnus.propagate, frame=frame)
        assert np.array_equal(go(one, v), [go(one, x) for x in v])
        several, alone = go(start, v[0]), [go(q, v[0]) for q in start]
        assert several.shape == (4, 8, 4)
        assert np.abs(several - alone).max() < 1e-15
    assert magnus.propagate(one, v.astype(np.float32)).dtype == np.float32
    read, t = partial(magnus.gauss_legendre, ramp, h=0.1, order=6), v[0, :, 0]
    assert np.allclose(read(t), [read(x) for x in t], rtol=1e-15, atol=1e-17)


@pytest.mark.evidence("50 digits")
@pytest.mark.parametrize("degree", range(1, 8))
def test_truncated_exponential_at_fifty_digits(degree):
    axis = np.array([2.0, -1.0, 2.0]) / 3
    for angle in (0.0, 1e-9, 1e-3, 0.5, 2.0, math.pi, 2 * math.pi, 30.0):
        v = angle * axis
        with mpmath.workdps(50):
            x = np.array([mpmath.mpf(float(c)) / 2 for c in v])
            z = x @ x
            terms = [(-z) ** (k // 2) / mpmath.factorial(k) for k in range(degree + 1)]
            even, odd = sum(terms[::2]), sum(terms[1::2])
            size = mpmath.sqrt(even**2 + z * odd**2)
            exact = np.array([even, *(odd * x)]) / size
        found = quaternion.exp_truncated(v, degree)
        assert np.abs(found - exact.astype(float)).max() < 1e-14
        assert abs(np.linalg.norm(found) - 1) < 1e-15


def test_float32_is_kept():
    samples = np.float32(np.arange(15).reshape(5, 3) / 30)
    read, stamps = partial(magnus.from_samples, samples), [0.0, 0.1, 0.25, 0.3, 0.4]
    turns = [read(0.1, order=order) for order in (2, 4, 6)]
    turns += [read(0.1, kind="increments", order=2), read(t=stamps)]
    turns += [magnus.from_samples(samples[1:], t=stamps, kind="increments")]
    turns += [magnus.gauss_legendre(lambda t: samples[1], 0.0, 0.1)]
    assert {turn.dtype for turn in turns} == {np.dtype(np.float32)}


def turn(omega=W0, alpha=A0, h=0.1, **how):
    return lambda: magnus.rotation_vector(omega, alpha, h, **how)


def read(samples=5, *dt, **how):
    """Zeros are as many samples as a number says."""
    samples = np.zeros((samples, 3)) if isinstance(samples, int) else samples
    return lambda: magnus.from_samples(samples, *dt, **how)


def gauss_of(rate, t=0.0, **how):
    return lambda: magnus.gauss_legendre(lambda t: rate, t, 0.1, **how)


FAST, LOST = 100.0 * np.eye(5), np.zeros((5, 3))
LOST[2, 1] = math.nan
UNAVAILABLE = {
    "largest is 8.*TERMS.*--write": turn(terms=9),
    "largest is 10.*ORDER.*--write": turn(order=11),
    "order 4 or 6": gauss_of(W0, order=5),
    "2, 4 or 6": read(5, 0.1, order=3),
    "6 takes equal intervals": read(t=[0, 1, 2.2, 3, 4], order=6),
    "2 or 3": lambda: magnus.coning_correction(np.zeros((5, 3))),
}
INVALID = {
    "expected one of them": turn(terms=2, order=4),
    "integer >= 1": turn(order=0),
    "integer": turn(terms=2.5),
    "expected a non-zero": turn(h=0.0),
    "non-zero": turn(h=np.array([0.1, 0.0])),
    "'body', 'space'": turn(frame="left"),
    "did you mean 'body'": turn(frame="Body"),
    "omega: expected finite": turn((1.0, math.nan, 0.0)),
    "unit quaternions": lambda: magnus.step((1, 1, 0, 0), W0, A0, 0.1),
    r"rate\(t\)": gauss_of(W0[:2]),
    r"expected shape \(4, 3\)": gauss_of(W0, np.zeros(4)),
    "groups of 2 intervals, got 3": read(4, 0.1),
    "got 0": read(1, 0.1, order=2),
    r"\(\.\.\., n, 3\)": read(np.zeros(3), 0.1),
    "'rates', 'increments'": read(5, 0.1, kind="angles"),
    "dt": read(5, 0.0),
    "dt, t: expected one of them, got neither": read(),
    "got both": read(5, 0.1, t=np.arange(5)),
    r"t: expected shape \(5,\), got \(4,\)": read(t=np.arange(4)),
    r"got t\[2\] = 1 after t\[1\] = 1; sort": read(t=[0, 1, 1, 2, 3]),
    "t: .*finite numbers, .*infinity at 3; leave": read(t=[0, 1, 2, math.nan, 4]),
    r"samples: .*finite numbers, .* at \[2, 1\].*t=": read(LOST, 0.1),
    r'gap of 7 s after t\[2\] = 2.2, .* gaps="bridge"': read(t=[0, 1, 2.2, 9.2, 10]),
    "at least 4 unequal intervals, got 2; use order=2": read(3, t=[0, 1, 2.2]),
    r"most pi rad .* samples\[\.\.\., 0, :\].* degrees": read(FAST[:, 1:4], 0.1),
    r"got 17\.3 after samples\[\.\.\., 3, :\]": read(FAST[:, [4, 4, 4]], 0.1),
    "max_gap": read(t=np.arange(5.0), max_gap=0),
    "unit": lambda: magnus.propagate([1, 1, 0, 0], np.zeros((2, 3))),
    "n > 0": lambda: magnus.propagate([1, 0, 0, 0], np.zeros((0, 3))),
}


def test_errors_say_what_to_do():
    refused(UNAVAILABLE, NotAvailable)
    refused(INVALID)


@pytest.mark.evidence("50 digits")
@pytest.mark.parametrize("frame", ["space", "body"])
def test_a_step_goes_on_from_an_attitude_and_back(frame):
    q = quaternion.exp([0.4, -0.9, 0.3])
    for h in (1e-6, 1e-3, 0.05, -0.05):
        there, omega = magnus.step(q, W0, A0, h, order=10, frame=frame)
        assert np.abs(there - attitude(W0, A0, h, frame, q)).max() < 5e-16
        assert np.array_equal(omega, W0 + A0 * h)
    for how in ({}, {"order": 10}, {"terms": 2}, {"terms": 3}):
        there, omega = magnus.step(q, W0, A0, 0.7, frame=frame, **how)
        assert quaternion.angle_between(there, q) > 0.5
        back = magnus.step(there, omega, A0, -0.7, frame=frame, **how)
        assert max(np.abs(back[0] - q).max(), np.abs(back[1] - W0).max()) < 1e-15
    # what rounding has added to the length of q does not grow from step to step
    there, _ = magnus.step((1 + 1e-9) * q, W0, A0, 0.1, frame=frame)
    assert abs(np.linalg.norm(there) - 1) < 5e-16
    # two terms are the step of the article
    wanted = getattr(kernels, f"step_{frame}")(*q, *W0, *A0, 0.3)
    found = np.concatenate(magnus.step(q, W0, A0, 0.3, terms=2, frame=frame))
    np.testing.assert_allclose(found, wanted, rtol=0, atol=4e-16)
