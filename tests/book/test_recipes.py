"""The recipes for coursework: each is short, runs by itself in an empty folder, and
is right about its body. The turns of the handle, the drift of the gyroscope, the nod of
the top and the trim of the vehicle are asserted on the page of the assignments."""

import contextlib
import csv
import functools
import io
import math
import re
import runpy

import numpy as np
import pytest
from problems import ROOT
from scipy.optimize import brentq
from scipy.special import ellipk
from scipy.stats import chi2

import rotlib as rl

RECIPES = ROOT / "book" / "choosing" / "recipes"
PATHS = [*RECIPES.glob("*.py"), *(ROOT / "book" / "own" / "recipes").glob("*.py")]
WRITES = {name: {f"{name}.png"} for name in ("gyroscope", "satellite", "top")}
WRITES |= {name: {f"{name}.png", f"{name}.csv"} for name in ("handle", "vehicle")}


@pytest.fixture(scope="module")
def ran(tmp_path_factory):
    """A function that runs a recipe once: its names, what it prints, and the folder in
    which it ran."""

    @functools.cache
    def once(name):
        folder = tmp_path_factory.mktemp(name)
        said, wrong = io.StringIO(), io.StringIO()
        path = next(path for path in PATHS if path.stem == name)
        out, err = contextlib.redirect_stdout(said), contextlib.redirect_stderr(wrong)
        with contextlib.chdir(folder), out, err:
            names = runpy.run_path(str(path))
        assert wrong.getvalue() == ""
        return names, said.getvalue(), folder

    return once


def number(text, pattern):
    return float(re.search(pattern, text)[1])


def test_a_recipe_is_short():
    """So the page of the assignments says; the loops are held to the same."""
    assert {path.stem for path in RECIPES.glob("*.py")} == set(WRITES)
    for path in PATHS:
        lines = path.read_text(encoding="utf-8").splitlines()
        assert sum(bool(line.strip()) for line in lines) <= 40, path.name
        assert max(map(len, lines)) <= 80 and lines[0].startswith('"""'), path.name
        asked = [line for line in lines if line.startswith("rl.require(")]
        assert re.fullmatch(r'rl\.require\("\d+\.\d+"\)', asked[0]), path.name


@pytest.mark.night
@pytest.mark.parametrize("name", WRITES)
def test_a_recipe_writes_what_it_says_and_nothing_else(name, ran):
    _, said, folder = ran(name)
    assert {path.name for path in folder.iterdir()} == WRITES[name]
    assert (folder / f"{name}.png").read_bytes().startswith(b"\x89PNG")
    assert len(said.splitlines()) < 6
    if f"{name}.csv" in WRITES[name]:
        with open(folder / f"{name}.csv", encoding="utf-8") as file:
            head, *rows = csv.reader(file)
        end = {"handle": (601, 12.0), "vehicle": (601, 60.0)}[name]
        assert head[0] == "t (s)" and (len(rows), float(rows[-1][0])) == end


@pytest.mark.night
def test_satellite_swings_like_the_pendulum_it_is(ran):
    _, said, _ = ran("satellite")
    found = [float(x) for x in re.findall(r"(\S+) orbits a swing", said)]
    strength = 3 * (90 - 6) / 92  # of (2 tilt)'' = -n^2 strength sin(2 tilt)
    for orbits, tilt in zip(found, (1, 89), strict=True):
        quarter = ellipk(math.sin(math.radians(tilt)) ** 2)
        assert abs(orbits - quarter * 2 / math.pi / math.sqrt(strength)) < 2e-4
    assert "down: -1.0 to 1.0 degrees" in said and "ahead: 1.0 to 179.0 degrees" in said
    assert all(float(x) < 1e-6 for x in re.findall(r"kept to (\S+),", said))


@pytest.mark.night
def test_top_goes_round_at_the_mean_rate_of_its_nods(ran):
    _, said, _ = ran("top")
    m, r, l, spin, tilt = 0.5, 0.05, 0.05, 40 * math.pi, math.radians(30)
    J1, J3 = 0.15 * m * (r * r + 4 * l * l), 0.3 * m * r * r
    weight, a, u0 = m * 9.81 * 0.75 * l, J3 * spin, math.cos(tilt)

    def cubic(u):  # J1^2/2 (d cos theta/dt)^2/(u0 - u)
        return 2 * J1 * weight * (1 - u * u) - a * a * (u0 - u)

    low = brentq(cubic, 0.0, u0 - 1e-9)
    lowest = math.degrees(math.acos(low))
    assert abs(number(said, r"between 30.000 and (\S+)") - lowest) < 5e-3
    s = np.linspace(0, math.pi, 20_001)
    middle = np.cos((s[1:] + s[:-1]) / 2)  # a nod, in steps of s
    u = (u0 + low) / 2 + (u0 - low) / 2 * middle
    dt = 1 / np.sqrt(cubic(u) / (u - low))  # (du/dt)^2 = (u0 - u) cubic(u)/J1^2
    rate = (a * (u0 - u) / (J1 * (1 - u * u)) * dt).sum() / dt.sum()
    # 1 s is not a whole number of nods
    assert abs(number(said, r"round at (\S+)") / rate - 1) < 0.02


def test_the_added_mass_of_the_vehicle_is_that_of_a_spheroid():
    """Of a prolate spheroid in an ideal fluid; the recipe rounds it."""
    a, b = 0.6, 0.12
    mass, e = 1000 * 4 / 3 * math.pi * a * b * b, math.sqrt(1 - (b / a) ** 2)
    log, e2 = math.log((1 + e) / (1 - e)), e * e
    alpha = 2 * (1 - e2) / e**3 * (log / 2 - e)
    beta = 1 / e2 - (1 - e2) / (2 * e**3) * log
    turning = e**4 * (beta - alpha) / (2 - e2) / (2 * e2 - (2 - e2) * (beta - alpha))
    turning *= mass / 5 * (a * a + b * b)
    along, across = (x / (2 - x) * mass for x in (alpha, beta))
    expected = [0, turning, turning, along, across, across]
    text = (RECIPES / "vehicle.py").read_text(encoding="utf-8")
    given = [float(x) for x in re.search(r"added = \((.*?)\)", text)[1].split(",")]
    assert np.allclose(given, expected, rtol=0.02, atol=0.0)


def second_order(t, wn, zeta):
    """What is left of a unit step of a loop of second order, from rest."""
    w = wn * math.sqrt(1 - zeta**2)
    return np.exp(-zeta * wn * t) * (np.cos(w * t) + zeta * wn / w * np.sin(w * t))


@pytest.mark.night
def test_pointing_settles_as_the_linear_loop_does_and_saturates(ran):
    names, said, _ = ran("pointing")
    t, left = names["turned"](1.0, math.inf)
    assert np.abs(left - second_order(t, 0.2, 0.8)).max() < 1e-4
    beyond = 100 * math.exp(-math.pi * 0.8 / 0.6)
    assert abs(-100 * left.min() - beyond) < 0.01
    free, far, held = [
        [float(x) for x in line] for line in re.findall(r": (\S+) s, (\S+) %", said)
    ]
    settling = t[np.abs(second_order(t, 0.2, 0.8)) > 0.02][-1]
    assert abs(free[0] - settling) < 0.15 and abs(free[1] - beyond) < 0.06
    t, left = names["turned"](120.0, 0.05)
    soon = t < 15  # so long all of the torque is used
    assert np.allclose(120 - left[soon], np.degrees(0.05 / 12 * t[soon] ** 2 / 2))
    quickest = 2 * math.sqrt(math.radians(120) * 12 / 0.05)  # full ahead, full back
    assert 0.9 * quickest < held[0] and far[0] < held[0] and abs(left[-1]) < 0.01
    # the target is also reached as -q: a turn by 350 degrees is one by -10
    t, left = names["turned"](350.0, math.inf)
    assert left.min() > 350 - 1e-9 and abs(left[-1] - 360) < 1e-3


@pytest.mark.night
def test_magnetorquers_only_take_energy(ran):
    names, said, _ = ran("magnetorquers")
    run = names["run"]
    assert np.diff(run.kinetic_energy).max() < 0 and number(said, "orbit (\\S+)") < 0.5
    rng = np.random.default_rng(2)
    for q in rl.quaternion.exp(rng.normal(size=(5, 3))):
        t, omega = 5000 * rng.random(), rng.normal(size=3)
        b = rl.quaternion.rotate_back(q, names["field"](t))
        weak = names["torque"](t, q, 1e-3 * omega)
        across = np.cross(1e-3 * omega, b / np.linalg.norm(b))
        gain = 2 * 1.1e-3 * (1 + math.sin(math.radians(80))) * 0.01
        assert abs(weak @ (1e-3 * omega) / (across @ across) + gain) < 1e-12 * gain
        full = names["torque"](t, q, omega)
        assert full @ omega < 0 and abs(full @ b) < 1e-20
        assert np.linalg.norm(full) <= 0.2 * math.sqrt(3) * np.linalg.norm(b)
    poles = [np.linalg.norm(names["field"](x / 1.1e-3)) for x in (0, math.pi / 2)]
    latitude = math.radians(80)
    assert abs(poles[1] / poles[0] - math.sqrt(1 + 3 * math.sin(latitude) ** 2)) < 1e-12


@pytest.mark.night
def test_quadrotor_follows_the_sampled_loop_to_rounding(ran):
    names, said, _ = ran("quadrotor")
    angle, rate, pitch = 0.0, 0.0, []
    for _ in range(500):  # constant torques for 2 ms, about one axis
        push = 20.0 * (8.0 * (math.radians(20) - angle) - rate)
        angle, rate = angle + 0.002 * rate + 2e-6 * push, rate + 0.002 * push
        pitch.append(math.degrees(angle))
    assert np.abs(np.array(pitch) - names["pitch"]).max() < 1e-9
    assert abs(number(said, r"highest (\S+)") - max(pitch)) < 1e-3
    big = names["thrusts"]([1.0, 0, 0, 0], np.zeros(3), rl.quaternion.exp([0, 2, 0]))
    assert big.min() == 0.0 and big.max() == 6.0


@pytest.mark.night
def test_wheels_carry_the_momentum(ran):
    names, said, _ = ran("wheels")
    run = names["run"]
    L = run.momentum_space
    assert np.linalg.norm(L - L[0], axis=-1).max() < 1e-12 * np.linalg.norm(L[0])
    assert number(said, "kept to (\\S+)") < 1e-12
    held = rl.quaternion.rotate_back(names["target"], 0.02 * names["start"]) / 0.02
    assert np.abs(run.rotor_speeds[-1] - held).max() < 1e-3
    assert rl.quaternion.angle_between(run.q[-1], names["target"]) < 1e-5


@pytest.mark.night
def test_star_tracker_knows_its_error(ran):
    """The sum of squared errors, measured by P, is a chi-square of 6 a flight."""
    names, said, _ = ran("star_tracker")
    flights = names["flights"]
    low, high = chi2.ppf([0.0005, 0.9995], 6 * len(flights)) / len(flights)
    assert len(flights) == 60 and low < number(said, "by P: ([\\d.]+)") < high
    squares = [e[:3] @ np.linalg.solve(P[:3, :3], e[:3]) for e, P in flights]
    low, high = chi2.ppf([0.0005, 0.9995], 3 * len(flights)) / len(flights)
    assert low < np.mean(squares) < high
    flight = names["flight"]
    trusting = flight.__globals__["noise"]
    trusting /= 100  # a filter that believes its gyroscope too much
    try:
        again = [flight(seed) for seed in range(10)]
    finally:
        trusting *= 100
    squares = [e @ np.linalg.solve(P, e) for e, P in again]
    assert np.mean(squares) > chi2.ppf(0.9995, 60) / 10
