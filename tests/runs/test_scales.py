"""Rest, and the ends of the scales: the motion is the same in other units, or what is
too large or too small for the powers that come in is refused before the first step."""

import contextlib

import numpy as np
import pytest

import rotlib as rl
from rotlib.errors import InvalidInertia, InvalidInput

MOMENTS, OMEGA = np.array((1.0, 2.0, 2.9)), np.array((0.3, 1.0, 0.8))
METHODS = [*(m.name for m in rl.methods.ALL), "kicks2", "rattle4"]
SLOW = "kicks_gauss2", "dmv10_kicks4"
METHODS += [pytest.param(name, marks=pytest.mark.night) for name in SLOW]
BACKENDS = {  # dtype, batch, back end
    "auto": (float, False, "auto"),
    "batch": (float, True, "auto"),
    "single": (np.float32, True, "auto"),
    "compiled": (float, False, "compiled"),
}
RATES = [1e-60, 1e-140, 1e-170, 1e-300, 1e-310, 5e-324, 0.0]
pytestmark = pytest.mark.filterwarnings("ignore::rotlib.errors.LargeStep")


def flown(method, where, omega, mass=1.0, clock=1.0, **given):
    """Attitude and rates at the end, one body's."""
    dtype, batch, backend = BACKENDS[where]
    omega = np.asarray(omega, dtype)
    given = {"h": 0.01, "steps": 20} | given
    run = rl.integrate(
        method,
        rl.Body(mass * MOMENTS, mass=mass),
        omega=np.stack([omega, omega]) if batch else omega,
        backend=backend,
        **given | {"h": given["h"] / clock},
    )
    q, omega = run.q[-1], run.omega[-1]
    return (q[0], omega[0]) if batch else (q, omega)


def taken(method, where, omega=OMEGA, load=None, **given):
    if load is not None and ("dqvi" in method or "rattle" in method):
        pytest.skip("takes wrenches")
    try:
        return flown(method, where, omega, load=load, **given)
    except rl.errors.NotAvailable as why:
        pytest.skip(str(why))


@pytest.mark.kinds
@pytest.mark.parametrize("where", BACKENDS)
@pytest.mark.parametrize("loaded", [False, True])
@pytest.mark.parametrize("method", METHODS)
def test_other_units_change_nothing(method, loaded, where):
    near = 2e-6 if where == "single" else 1e-13
    masses, clocks = (38, 15) if where == "single" else (164, 180)

    def law(mass, clock):
        def torque(t, q, w):
            slow = 0.2 * mass * clock
            push = 0.1 * mass * clock * clock
            return push - slow * w[0], -slow * w[1], push / 2 - slow * w[2]

        return torque if loaded else None

    q, omega = taken(method, where, load=law(1.0, 1.0))
    for sign in (-1, 1):
        for by in ((2.0 ** (sign * masses), 1.0), (1.0, 2.0 ** (sign * clocks))):
            there = flown(method, where, OMEGA * by[1], *by, load=law(*by))
            assert np.abs(there[0] - q).max() <= near, by
            assert np.abs(there[1] / by[1] - omega).max() <= near, by


def dragged(t, q, w):
    return -0.5 * w[0], -0.7 * w[1] - 0.1 * w[0], -0.9 * w[2]


@pytest.mark.kinds
@pytest.mark.parametrize("where", BACKENDS)
@pytest.mark.parametrize("method", METHODS)
def test_a_body_that_hardly_turns_goes_on_doing_so(method, where):
    for rate in RATES:
        for omega in (rate * OMEGA, (rate, 0, 0), (0, rate, 0), (0, 0, rate)):
            omega = np.asarray(omega, BACKENDS[where][0])
            q, after = flown(method, where, omega, h=0.1, steps=5)
            np.testing.assert_allclose(q, (1, 0, 0, 0), rtol=0, atol=1e-15)
            few = 60 * np.finfo(omega.dtype).smallest_subnormal  # of the momenta
            np.testing.assert_allclose(after, omega, rtol=1e-5, atol=few)


@pytest.mark.kinds
@pytest.mark.parametrize("where", BACKENDS)
@pytest.mark.parametrize("method", METHODS)
def test_a_damped_body_comes_to_rest_and_stays_there(method, where):
    def brake(t, q, w):
        return tuple([-0.7 * j * x for j, x in zip((1.0, 2.0, 2.9), w, strict=True)])

    steps = 150 if where == "single" else 300
    # the momenta of the full form are of the size of a quaternion
    least = 1e-14 if "full" in method else 1e-20
    q, omega = taken(method, where, load=brake, h=0.5, steps=steps)
    assert abs(np.linalg.norm(q) - 1) < 1e-3
    assert np.abs(omega).max() < least


@pytest.mark.kinds
@pytest.mark.parametrize("where", [x for x in BACKENDS if x != "single"])
@pytest.mark.parametrize("method", METHODS)
def test_slow_bodies_are_braked_alike(method, where):
    """So slow that they hardly turn, the rates alone are of another size."""
    ends = [
        taken(method, where, 2.0**-size * OMEGA, h=0.2, load=dragged)[1] * 2.0**size
        for size in (200, 400, 600, 900)
    ]
    np.testing.assert_allclose(ends, ends[:1] * len(ends), rtol=1e-13)


@pytest.mark.parametrize("size", [1e-320, 1e-100, 1e-51, 1.1e50, 1e200])
def test_bodies_whose_powers_are_no_numbers_are_refused(size):
    for given in ({"inertia": size * MOMENTS}, {"inertia": MOMENTS, "mass": size}):
        with pytest.raises(InvalidInertia, match=r"1e-50 to 1e\+50 kg.*other units"):
            rl.Body(**given)


@pytest.mark.parametrize("backend", ["auto", "compiled"])
@pytest.mark.parametrize("method", ["buss4", "dqvi", "krenk_nielsen", "exact"])
def test_motions_whose_powers_are_no_numbers_are_refused(method, backend):
    start = {"omega": OMEGA, "h": 0.1, "steps": 3, "backend": backend}
    for wrong, said in (
        ({"h": 1e-61}, "^h: expected a time step of 1e-60"),
        ({"h": -1e70}, r"^h: .* to 1e\+60 s, got -1e\+70; take another unit"),
        ({"omega": (0, 1e61, 0)}, r"^omega: expected numbers up to 1e\+60 in float64"),
        ({"omega": np.float32([(1, 2, 3), (0, 1e7, 0)])}, r"1e\+06 .* in row 1; take"),
    ):
        with pytest.raises(InvalidInput, match=said):
            rl.integrate(method, rl.Body(MOMENTS), **start | wrong)
    for size in (1e-13, 1e13):  # in single precision the momenta are none
        many, said = np.float32([OMEGA, OMEGA]), r"1e-12 to 1e\+12 for rates in float32"
        with pytest.raises(InvalidInertia, match=said):
            rl.integrate(method, rl.Body(size * MOMENTS), **start | {"omega": many})
    flight = [(0.0, 0.0, 0.0)] * 2 * (method == "dqvi")
    fly = rl.stepper(method, rl.Body(MOMENTS), h=0.1, backend=backend)
    with pytest.raises(InvalidInput, match=r"^motion: .* to 1e\+60, got 1e\+61"):
        fly((1.0, 0.0, 0.0, 0.0), (0.0, -1e61, 0.0), *flight)
    if method == "dqvi":
        with pytest.raises(InvalidInput, match="^velocity: expected numbers up to"):
            rl.integrate(method, rl.Body(MOMENTS), velocity=(1e61, 0, 0), **start)


@pytest.mark.parametrize("steps", [400, pytest.param(1000, marks=pytest.mark.night)])
def test_a_thin_rod_stays_on_its_hinge(steps):
    """It swings about x: its turn about itself is easily set going."""
    rod = rl.Body.cylinder(mass=1.0, radius=0.01, height=1.0)
    q0 = (np.cos(1.25), np.sin(1.25), 0, 0)
    hinge = rl.joints.hinge(0, "world", at_a=(0, 0, 0.5), axis_a=(1, 0, 0))
    at = -rl.quaternion.rotate(q0, (0, 0, 0.5))
    start = {"omega": [(0, 0, 0)], "q0": [q0], "position": [at], "joints": [hinge]}
    given = {"load": rl.wrenches.weight(rod), "h": 0.005, "steps": steps}
    run = rl.integrate("rattle4", [rod], **start, **given)
    assert run.stats["residual"].max() < 1e-13
    assert np.abs(run.omega[..., 1:]).max() < 1e-10


@pytest.mark.kinds
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("turn", [1e3, 1e9, 1e29, 1e59, 1e120])
def test_turns_beyond_all_end_finite_or_in_words(method, turn):
    """Each step may be long, and each rate; together they mean nothing."""
    body, h = rl.Body(MOMENTS), max(0.1, turn / 1e60)
    for omega in (turn / h * OMEGA, (turn / h, 0, 0)):
        with contextlib.suppress(rl.errors.RotlibError):
            run = rl.integrate(method, body, omega=omega, h=h, steps=3)
            assert np.isfinite(run.q).all() and np.isfinite(run.omega).all()
        with contextlib.suppress(rl.errors.RotlibError):
            flight = [(0.0, 0.0, 0.0)] * 2 * rl.methods.find(method).poses
            rotation = (1.0, 0.0, 0.0, 0.0), omega
            after = rl.stepper(method, body, h=h)(*rotation, *flight, 0.0)
            assert np.isfinite(np.concatenate(after)).all()
