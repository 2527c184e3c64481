"""Odd arguments: each is refused by an error of rotlib that names it, or is right."""

from fractions import Fraction

import numpy as np
import pytest
from problems import BODY, OMEGA

import rotlib as rl
from rotlib.errors import InvalidInertia, InvalidInput

HUGE = 10**309
Q = rl.quaternion


def integrate(**change):
    given = {"omega": OMEGA, "h": 0.1, "steps": 3} | change
    return rl.integrate("rk4", BODY, **given)


def nested(value, axes):
    return np.array(value).reshape((1,) * axes + (-1,))


# --- what is no number ----------------------------------------------------------------

NO_NUMBERS = {
    "masked": np.ma.array([0.1, 0.2, 0.3], mask=[0, 1, 0]),
    "durations": np.array([1, 2, 3], "m8[s]"),
    "dates": np.array([1, 2, 3], "M8[s]"),
    "texts": ("1", "2", "3"),
    "a text among objects": np.array(["1", 2.0, 3.0], object),
    "truths": (True, False, True),
    "a truth among objects": np.array([True, 2.0, 3.0], object),
    "a huge integer": (HUGE, 0, 0),
    "many axes": nested(OMEGA, 40),
}


@pytest.mark.parametrize("name", NO_NUMBERS)
@pytest.mark.parametrize(
    "function", [lambda w: integrate(omega=w), Q.exp, BODY.momentum, BODY.about]
)
def test_arrays_of_something_else_are_refused(name, function):
    with pytest.raises(InvalidInput, match=r"^\w+: expected"):
        function(NO_NUMBERS[name])


@pytest.mark.parametrize(
    "value",
    [
        True,
        np.True_,
        "0.1",
        b"0.1",
        HUGE,
        -HUGE,
        np.timedelta64(1, "s"),
        np.datetime64(1, "s"),
        np.ma.masked,
        np.ma.array(0.1, mask=True),
    ],
    ids=repr,
)
@pytest.mark.parametrize("name", ["h", "t0"])
def test_numbers_that_are_something_else_are_refused(name, value):
    with pytest.raises(InvalidInput, match=f"^{name}: expected"):
        integrate(**{name: value})


@pytest.mark.parametrize("name", ["steps", "every"])
@pytest.mark.parametrize("value", [HUGE, 2**60, "3", np.True_])
def test_counts_that_are_something_else_are_refused(name, value):
    with pytest.raises(InvalidInput, match=f"^{name}: expected an integer"):
        integrate(**{name: value})


@pytest.mark.parametrize(
    "omega",
    [
        np.ma.array(OMEGA, mask=False),
        np.array([Fraction(1, 10), 1, 0.5], object),
        np.array([1, 2, 3], np.int8),
        nested(OMEGA, 20),
    ],
)
def test_whatever_is_a_number_is_taken(omega):
    run = integrate(omega=omega)
    assert np.array_equal(run.omega[0], np.asarray(omega, float))
    assert integrate(h=np.array(0.1)).t[-1] == integrate(h=Fraction(1, 10)).t[-1]


# --- what does not go together --------------------------------------------------------

TWO, THREE = np.ones((2, 4)) / 2, np.ones((3, 4)) / 2


@pytest.mark.parametrize(
    "call",
    [
        lambda: Q.multiply(TWO, THREE),
        lambda: Q.rotate(TWO, np.ones((3, 3))),
        lambda: Q.slerp(TWO, TWO, np.ones(3)),
        lambda: rl.dual_quaternion.from_pose(TWO, np.ones((3, 3))),
        lambda: BODY.momentum_space(TWO, np.ones((3, 3))),
        lambda: integrate(omega=np.ones((2, 3)), q0=THREE),
    ],
)
def test_axes_that_do_not_broadcast(call):
    with pytest.raises(InvalidInput, match=r"axes that broadcast, got .*2.*3"):
        call()


# --- one by one -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "call, error, said",
    [
        (lambda: rl.methods.kicks(order=[2]), InvalidInput, "^order"),
        (lambda: rl.methods.kicks(nodes=[2]), InvalidInput, "^nodes"),
        (lambda: rl.methods.kicks(nodes=7), InvalidInput, "^nodes"),
        (lambda: rl.methods.splitting(["1"]), InvalidInput, "^axes"),
        (lambda: integrate(backend=np.array(["auto"])), InvalidInput, "^backend"),
        (lambda: Q.exp_truncated(OMEGA, [3]), rl.errors.NotAvailable, "^order"),
        (lambda: BODY.about(np.zeros((2, 3))), InvalidInput, "^point"),
        (lambda: rl.Body((1e308,) * 3), InvalidInertia, "larger units"),
        (lambda: rl.Body((1, 2, 2.5), centre=(1e200, 0, 0)), InvalidInertia, "units"),
        (lambda: rl.Body((1, 2, 2.5), mass=HUGE), InvalidInertia, "^mass"),
        (lambda: rl.Body((1, 2, 3), added_mass=(1e308,) * 6), InvalidInertia, "^added"),
        (
            lambda: rl.loads.gravity_gradient(BODY, 1.0, 1e-200),
            InvalidInput,
            "^GM, distance",
        ),
        (
            lambda: rl.loads.gravity_gradient(BODY, 1.0, 1e200),
            InvalidInput,
            "^GM, distance",
        ),
        (
            lambda: rl.wrenches.linear_drag(-1e-14 * np.eye(6)),
            InvalidInput,
            "gives energy",
        ),
        (
            lambda: rl.wrenches.linear_drag(-1e308 * np.eye(6)),
            InvalidInput,
            "gives energy",
        ),
        (
            lambda: rl.diagnostics.Problem(BODY, OMEGA, 1.0).run("rk4", 0),
            InvalidInput,
            "^steps",
        ),
        (
            lambda: rl.diagnostics.order(
                "rk4", rl.diagnostics.Problem(BODY, OMEGA, 1.0), steps=(0, 10, 20)
            ),
            InvalidInput,
            "^steps",
        ),
        *(
            (
                lambda probe=probe: rl.diagnostics.symplecticity_defect(
                    "rk4", BODY, OMEGA, 0.1, probe=probe
                ),
                InvalidInput,
                "^probe",
            )
            for probe in (0, -1e-3, 1e-300, 10.0)
        ),
        (
            lambda: rl.diagnostics.symplecticity_defect("rk4", BODY, [OMEGA], 0.1),
            InvalidInput,
            "^omega",
        ),
    ],
)
def test_odd_arguments_are_refused(call, error, said):
    with pytest.raises(error, match=said):
        call()


def test_drag_of_any_size_is_taken():
    for size in (1e-300, 1.0, 1e308):
        drag = rl.wrenches.linear_drag(np.diag((size,) * 6) + 0.0).wrench
        six = drag(0.0, (1.0, 0.0, 0.0, 0.0), (0.0,) * 3, (1.0, 0.0, 0.0), (0.0,) * 3)
        assert six[0] == -size and not any(six[1:])
    assert rl.wrenches.linear_drag(np.zeros((6, 6))).name == "linear drag"


@pytest.mark.parametrize("omega", [OMEGA, [OMEGA, OMEGA], np.ones((0, 3))])
def test_a_run_without_records_is_a_table_without_rows(omega):
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
    assert np.array_equal(run.q, whole.q) and np.array_equal(run.omega, whole.omega)
