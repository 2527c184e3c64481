"""Faults that are known and wait for the parts they lie in to be made anew. Each test
says what is right; the mark goes when it is."""

import numpy as np
import pytest

import rotlib as rl

BODY = rl.Body((1, 2, 2.6))
fault = pytest.mark.xfail(strict=True)


def ends(
    load, omega=(0.0, 0.0, 0.1), backends=("python", "numpy", "compiled"), **given
):
    """Rates at the end on each back end; a refusal in words is right, too."""
    given = {"h": 0.01, "steps": 100} | given
    found = []
    for backend in backends:
        try:
            run = rl.integrate(
                "rk4", BODY, omega=omega, load=load, backend=backend, **given
            )
        except rl.errors.RotlibError:
            continue
        found.append(run.omega[-1])
    return found


def agree(found):
    return all(np.allclose(x, found[0], rtol=0, atol=1e-9) for x in found)


@fault
def test_truths_are_added_alike_or_refused():
    def torque(t, q, w):
        return 0.3 * ((w[0] > 0.5) + (w[1] > 0.5)), 0.0, 0.0

    one = rl.integrate("rk4", BODY, omega=(1, 1, 0), load=torque, h=0.1, steps=1)
    step = rl.stepper("rk4", BODY, load=torque, h=0.1, backend="compiled")
    q, omega = step((1, 0, 0, 0), (1, 1, 0), 0.0)
    np.testing.assert_allclose(omega, one.omega[-1], rtol=1e-9)


@fault
def test_what_an_event_switches_acts():
    state = {"thrust": 0.0}

    def thruster(t, q, w):
        return state["thrust"], 0.0, 0.0

    def switch(t, q, w):
        state["thrust"] = float(2.0 <= t < 4.0)
        return t - 2.0

    found = ends(thruster, steps=500, events=[switch])
    assert found and agree(found)
    for omega in found:
        assert abs(omega[0] - 2.0) < 0.02


@fault
@pytest.mark.parametrize(
    "method", ["rk4", "kicks4", "splitting_231", "buss4", "rkmk54"]
)
def test_a_saved_flight_is_asked_between_its_records(method, tmp_path):
    run = rl.integrate(
        method,
        BODY,
        omega=(0.3, 1.0, 0.8),
        velocity=(1, 0, 0),
        load=rl.wrenches.weight(BODY),
        h=0.1,
        steps=10,
    )
    run.save(tmp_path / "x.npz")
    assert rl.load(tmp_path / "x.npz").at(0.25) == run.at(0.25)


@fault
@pytest.mark.parametrize("answer", ["100", {3, 1, 2}, ["1", "0", "0"]], ids=repr)
def test_only_numbers_are_a_torque(answer):
    with pytest.raises(rl.errors.InvalidInput, match="three numbers"):
        rl.integrate(
            "rk4", BODY, omega=(1, 1, 0), load=lambda t, q, w: answer, h=0.1, steps=1
        )


@fault
def test_a_damper_too_stiff_for_the_step_is_warned_of():
    pair = [BODY, BODY]
    with pytest.warns(rl.errors.LargeStep):
        rl.integrate(
            "kicks2",
            pair,
            omega=np.zeros((2, 3)),
            position=[(0, 0, 0), (1, 0, 0)],
            velocity=[(0, 0, 0), (1, 0, 0)],
            load=rl.couplings.damper(0, 1, 500.0),
            h=0.01,
            steps=3,
        )
