"""Odd arguments: each is refused by an error of rotlib that names it, or is right."""

from fractions import Fraction
from functools import partial

import numpy as np
import pytest
from problems import BODY, OMEGA
from refusals import refused

import rotlib as rl
from rotlib.errors import InvalidInertia, InvalidInput

HUGE = 10**309
Q = rl.quaternion


def integrate(**change):
    given = {"omega": OMEGA, "h": 0.1, "steps": 3} | change
    return rl.integrate("rk4", BODY, **given)


# --- what is no number ----------------------------------------------------------------

NO_NUMBERS = [
    np.ma.array([0.1, 0.2, 0.3], mask=[0, 1, 0]),
    np.array([1, 2, 3], "m8[s]"),
    np.array([1, 2, 3], "M8[s]"),
    ("1", "2", "3"),
    np.array(["1", 2.0, 3.0], object),
    (True, False, True),
    np.array([True, 2.0, 3.0], object),
    (HUGE, 0, 0),
]
ODD_NUMBERS = [True, np.True_, "0.1", b"0.1", HUGE, -HUGE, np.timedelta64(1, "s")]
ODD_NUMBERS += [np.datetime64(1, "s"), np.ma.masked, np.ma.array(0.1, mask=True)]


def test_arrays_and_numbers_that_are_something_else_are_refused():
    takers = [lambda w: integrate(omega=w), Q.exp, BODY.momentum, BODY.about]
    for array in NO_NUMBERS:
        refused({r"^\w+: expected": [partial(f, array) for f in takers]})
    for names, values, said in (
        (("h", "t0"), ODD_NUMBERS, "expected"),
        (("steps", "every"), (HUGE, 2**60, "3", np.True_), "expected an integer"),
    ):
        for name in names:
            calls = [partial(integrate, **{name: value}) for value in values]
            refused({f"^{name}: {said}": calls})


def test_whatever_is_a_number_is_taken():
    for omega in (
        np.ma.array(OMEGA, mask=False),
        np.array([Fraction(1, 10), 1, 0.5], object),
        np.array([1, 2, 3], np.int8),
        np.array(OMEGA).reshape((1,) * 20 + (3,)),
    ):
        run = integrate(omega=omega)
        assert np.array_equal(run.omega[0], np.asarray(omega, float))
    assert integrate(h=np.array(0.1)).t[-1] == integrate(h=Fraction(1, 10)).t[-1]


TWO, THREE = np.ones((2, 4)) / 2, np.ones((3, 4)) / 2
APART = [
    lambda: Q.multiply(TWO, THREE),
    lambda: Q.rotate(TWO, np.ones((3, 3))),
    lambda: Q.slerp(TWO, TWO, np.ones(3)),
    lambda: rl.dual_quaternion.from_pose(TWO, np.ones((3, 3))),
    lambda: BODY.momentum_space(TWO, np.ones((3, 3))),
    lambda: integrate(omega=np.ones((2, 3)), q0=THREE),
]
PROBLEM = rl.diagnostics.Problem(BODY, OMEGA, 1.0)
DRAG, GRADIENT = rl.wrenches.linear_drag, rl.loads.gravity_gradient


def defect(omega=OMEGA, **given):
    return rl.diagnostics.symplecticity_defect("rk4", BODY, omega, 0.1, **given)


ODD = {  # words: what is refused with them
    r"axes that broadcast, got .*2.*3": APART,
    "^order": lambda: rl.methods.kicks(order=[2]),
    "^nodes": [lambda n=n: rl.methods.kicks(nodes=n) for n in ([2], 7)],
    "^axes": lambda: rl.methods.splitting(["1"]),
    "^backend": lambda: integrate(backend=np.array(["auto"])),
    "^point": lambda: BODY.about(np.zeros((2, 3))),
    "^GM, distance": [lambda d=d: GRADIENT(BODY, 1.0, d) for d in (1e-200, 1e200)],
    "gives energy": [lambda d=d: DRAG(d * np.eye(6)) for d in (-1e-14, -1e308)],
    "^steps": [
        lambda: PROBLEM.run("rk4", 0),
        lambda: rl.diagnostics.order("rk4", PROBLEM, steps=(0, 10, 20)),
    ],
    "^probe": [lambda p=p: defect(probe=p) for p in (0, -1e-3, 1e-300, 10.0)],
    "^omega": lambda: defect([OMEGA]),
    "^mass": lambda: rl.Body((1, 2, 2.5), mass=HUGE),
}
ODD_BODIES = {
    "other units": lambda: rl.Body((1e308,) * 3),
    "units": lambda: rl.Body((1, 2, 2.5), centre=(1e200, 0, 0)),
    "^added": lambda: rl.Body((1, 2, 3), added_mass=(1e308,) * 6),
}


def test_odd_arguments_are_refused():
    refused(ODD)
    refused(ODD_BODIES, InvalidInertia)
    no_order = {"^order": lambda: Q.exp_truncated(OMEGA, [3])}
    refused(no_order, rl.errors.NotAvailable)


def test_drag_of_any_size_is_taken():
    for size in (1e-300, 1.0, 1e308):
        drag = rl.wrenches.linear_drag(np.diag((size,) * 6) + 0.0).law
        six = drag(0.0, (1.0, 0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0,) * 3, (0.0,) * 3)
        assert six[0] == -size and not any(six[1:])
    assert rl.wrenches.linear_drag(np.zeros((6, 6))).name == "linear drag"


def test_a_run_without_records_is_a_table_without_rows():
    for omega in (OMEGA, [OMEGA, OMEGA], np.ones((0, 3))):
        run = integrate(omega=omega)
        assert run[:0].to_csv().splitlines() == run.to_csv().splitlines()[:1]


@pytest.mark.parametrize("method", ["exact", "rk4"])
@pytest.mark.parametrize("omega", [OMEGA, [OMEGA, OMEGA]], ids=["one", "batch"])
def test_a_callback_cannot_change_the_run(method, omega):
    def vandal(step, t, q, w):
        q[...], w[...] = 7.0, 8.0

    given = {"omega": omega, "h": 0.1, "steps": 5}
    run = rl.integrate(method, BODY, callback=vandal, **given)
    whole = rl.integrate(method, BODY, **given)
    assert all(map(np.array_equal, run.motion, whole.motion))


# --- doors that tell what is wrong, where, and what to do -----------------------------


def said(call, *arguments, **options):
    with pytest.raises(InvalidInput) as caught:
        call(*arguments, **options)
    return str(caught.value)


def test_of_many_rows_the_wrong_one_is_named():
    rng = np.random.default_rng(0)
    q = Q.normalize(rng.normal(size=(13514, 4)))
    for change in (0.0, 2.0):
        wrong = q.copy()
        wrong[7001] *= change
        call = Q.normalize if change == 0 else Q.as_matrix
        assert "in row 7001" in said(call, wrong)
        wrong[7002] = wrong[7001]
        assert "in row 7001, the first of 2" in said(call, wrong)
    wrong = q.reshape(2, -1, 4).copy()
    wrong[1, 5, 2] = np.nan
    assert "at [1, 5, 2]" in said(Q.as_matrix, wrong)
    M = Q.as_matrix(q[:9])
    M[3] *= 1.1
    assert "in row 3" in said(Q.from_matrix, M)
    M[3] *= 2
    assert "in row 3" in said(rl.so3.orthonormalize, M)


@pytest.mark.parametrize("call", [Q.from_matrix, rl.so3.orthonormalize, rl.so3.log])
def test_a_reflection_is_called_one_whatever_its_digits(call):
    for digits in (16, 8, 5, 3):
        M = np.round(np.diag([1, 1, -1]) @ rl.so3.exp([0.3, -0.2, 0.9]), digits)
        assert "reflection" in said(call, M)
        assert "reflection (determinant -1) in row 2" in said(call, [-M, -M, M, -M])


PLATE = (0.27446598, 0.45363006, 0.72809607)


@pytest.mark.parametrize(
    "moments",
    [
        np.array(PLATE, np.float32),
        np.array(PLATE, np.float32).tolist(),
        (0.274466, 0.453630, 0.728097),
        (27446.6, 45363.0, 72809.7),
        (1.55507, 11.6197, 13.1748),
        (1.7505489e-05, 0.0011197268, 0.0011372323),
        np.diag(np.array(PLATE, np.float32)),
        (0.27446598123, 0.45363006456, 0.7280962),
    ],
)
def test_moments_rounded_to_their_digits_are_taken_and_it_is_said(moments):
    with pytest.warns(rl.errors.RoundedInertia, match="taken for rounding"):
        body = rl.Body(moments)
    np.testing.assert_allclose(body.principal_moments, sorted(np.ravel(moments))[-3:])


def test_moments_of_no_body_are_refused_with_the_size_and_the_remedy():
    for words, moments in {
        "does by 0.1, 0.03 of itself; check units": (1, 2, 3.1),
        "if rounding did that, take the sum": (0.275, 0.454, 0.7294),
        "look at the signs": (1, 2, -3),
        "[[1.0, 0.5, 0.0], [-0.5, 2.0": [[1, 0.5, 0], [-0.5, 2, 0], [0, 0, 2.5]],
        "small radius": (0, 2, 2),
    }.items():
        assert words in said(rl.Body, moments)


def test_times_are_told_apart():
    begin = 1593335798.0
    run = integrate(t0=begin)
    message = said(run.at, begin + 1.026)
    assert "1593335798 to 1593335798.3 s, got 1593335799" in message
    assert "1593335798 ... 1593335798.3 s" in repr(run)
    assert str(integrate()).endswith("t = 0 ... 0.3 s>")


def test_stamps_as_they_are_logged():
    t = 1593335798026000000 + 2532500 * np.arange(401)
    rates = np.random.default_rng(0).normal(size=(401, 3))
    with pytest.warns(rl.errors.DoubtfulUnits, match="milliseconds"):
        ticks = rl.magnus.from_samples(1e-9 * rates, t=t)
    np.testing.assert_allclose(
        ticks, rl.magnus.from_samples(rates, dt=2.5325e-3), rtol=1e-9
    )
    with pytest.warns(rl.errors.DoubtfulUnits, match="milliseconds"):
        rl.magnus.from_samples(1e-3 * rates, t=10.0 * np.arange(401))
    for dates in (t.astype("M8[ns]"), (t - t[0]).astype("m8[ns]")):
        assert "t: expected real numbers" in said(
            rl.magnus.from_samples, rates, t=dates
        )
