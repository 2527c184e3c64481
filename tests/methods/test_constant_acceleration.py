"""The article's step: as a function, for bodies, and beside Buss's methods."""

import numpy as np
import pytest
import reference_methods as plain
from exact_series import attitude
from refusals import refused

import rotlib as rl
from rotlib.errors import NotAvailable
from rotlib.kernels import magnus as kernels

Q = rl.quaternion.normalize([0.5, -0.5, 0.1, 0.7])
W, A = np.array([1.0, -0.5, 0.3]), np.array([0.4, 0.9, -0.7])


@pytest.mark.evidence("50 digits")
@pytest.mark.parametrize("frame", ["body", "space"])
@pytest.mark.parametrize("h", [1e-6, 1e-3, 0.05, -0.05])
def test_a_step_is_right_to_round_off(h, frame):
    q, omega = rl.magnus.step(Q, W, A, h, order=10, frame=frame)
    assert np.abs(q - attitude(W, A, h, frame, Q)).max() < 5e-16
    assert np.array_equal(omega, W + A * h)
    # what rounding has added to the length of q does not grow from step to step
    q, _ = rl.magnus.step((1 + 1e-9) * Q, W, A, 0.1, frame=frame)
    assert abs(np.linalg.norm(q) - 1) < 5e-16
    single = [np.float32(x) for x in (Q, W, A)]
    q, omega = rl.magnus.step(*single, 0.1, frame=frame)
    assert q.dtype == omega.dtype == np.float32
    exact = rl.magnus.step(Q, W, A, 0.1, frame=frame)
    assert np.abs(q - exact[0]).max() < 3e-7 > np.abs(omega - exact[1]).max()
    unsaid = rl.magnus.step(Q, W, A, 0.1)[0]
    assert np.array_equal(unsaid, exact[0]) == (frame == "body")


@pytest.mark.evidence("orders and invariants")
@pytest.mark.parametrize("frame", ["body", "space"])
@pytest.mark.parametrize(
    ("how", "expected", "h"),
    [
        ({"terms": 1}, 2, 0.02),
        ({"terms": 2}, 4, 0.05),
        ({"terms": 3}, 4, 0.05),
        ({"terms": 4}, 6, 0.1),
        ({}, 6, 0.1),
        ({"order": 8}, 8, 0.3),
    ],
)
def test_the_error_of_a_step_has_the_order_of_the_series(how, expected, h, frame):
    def error(h):
        q, _ = rl.magnus.step(Q, W, A, h, frame=frame, **how)
        return rl.quaternion.angle_between(q, attitude(W, A, h, frame, Q))

    measured = np.log(error(h) / error(0.8 * h)) / np.log(1 / 0.8) - 1
    assert abs(measured - expected) < 0.1


@pytest.mark.parametrize("frame", ["body", "space"])
@pytest.mark.parametrize("how", [{}, {"order": 10}, {"terms": 2}, {"terms": 3}])
def test_a_step_back_undoes_a_step(how, frame):
    q, omega = rl.magnus.step(Q, W, A, 0.7, frame=frame, **how)
    assert rl.quaternion.angle_between(q, Q) > 0.5
    q, omega = rl.magnus.step(q, omega, A, -0.7, frame=frame, **how)
    assert np.abs(q - Q).max() < 1e-15 and np.abs(omega - W).max() < 1e-15


def test_bad_input_says_what_to_do():
    def step(q=Q, omega=W, alpha=A, h=0.1, **how):
        return lambda: rl.magnus.step(q, omega, alpha, h, **how)

    many = {"q": np.tile(Q, (5, 1)), "omega": np.tile(W, (4, 1))}
    refused(
        {
            "non-zero": step(h=0.0),
            "did you mean 'body'": step(frame="Body"),
            "unit quaternions": step(q=(1.0, 1.0, 0.0, 0.0)),
            "broad": step(**many),
            "omega": step(omega=(1.0, np.nan, 0.0)),
            "alpha": step(alpha=(1.0, 0.0)),
            "expected one of them": step(terms=2, order=4),
        }
    )
    refused({"has not been generated": step(terms=99)}, NotAvailable)


@pytest.mark.evidence("50 digits")
@pytest.mark.parametrize("frame", ["body", "space"])
@pytest.mark.parametrize("turn", [0.0, 1e-9, 0.3, 3.14159, 6.28318, 9.0])
def test_the_kernels_are_the_formula_in_fifty_digits(turn, frame):
    mp = pytest.importorskip("mpmath")
    h = turn / float(np.linalg.norm(W))
    found = getattr(kernels, f"step_{frame}")(*Q, *W, *(0.1 * A), h)
    with mp.workdps(50):
        w, a, step = [mp.mpf(x) for x in W], [mp.mpf(x) for x in 0.1 * A], mp.mpf(h)
        end = [x + step * y for x, y in zip(w, a, strict=True)]
        sign = 1 if frame == "space" else -1
        Y = [
            step / 2 * (w[i] + end[i])
            + sign * step**2 / 12 * (end[j] * w[k] - end[k] * w[j])
            for i, j, k in ((0, 1, 2), (1, 2, 0), (2, 0, 1))
        ]
        half = mp.sqrt(sum(y * y for y in Y)) / 2
        sine = mp.sin(half) / half / 2 if half else mp.mpf(1) / 2
        turned = [mp.cos(half), *(sine * y for y in Y)]
        pair = (turned, Q) if frame == "space" else (Q, turned)
        p, q = (np.array([mp.mpf(x) for x in one]) for one in pair)
        exact = [*plain.hamilton(p, q), *end]
        wrong = [abs(float(x - mp.mpf(y))) for x, y in zip(exact, found, strict=True)]
    assert max(wrong) < 4e-16 * (1 + turn)
