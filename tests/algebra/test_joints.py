"""Joints: the generated gaps and slopes, starts that fit, and what is refused."""

from functools import partial

import mpmath
import numpy as np
import pytest
from reference_bodies import opening
from reference_methods import hamilton, matrix
from refusals import refused

import rotlib as rl
from rotlib import quaternion as quat
from rotlib.joints import (
    WORLD,
    Joint,
    ball,
    consistent,
    fixed,
    forces,
    hinge,
    slider,
    universal,
)
from rotlib.kernels import joints as kernels

KERNELS = {"point": (3, "qxrqxr"), "across": (1, "qvqv"), "offset": (1, "qxrvqxr")}
names = pytest.mark.parametrize("name", KERNELS)
rng = np.random.default_rng(7)
ROD = rl.Body.box(mass=1.0, sides=(0.04, 0.06, 1.0))
UP, DOWN = (0, 0, 0.5), (0, 0, -0.5)
CHAIN = [ball(0, WORLD, UP), ball(1, 0, UP, DOWN), hinge(2, 1, UP, DOWN, axis_a=UP)]
shut = partial(consistent, [ROD] * 2, CHAIN[:2])
START = shut(omega=np.zeros((2, 3)))


def arguments(name):
    parts = []
    for letter in KERNELS[name][1]:
        v = rng.normal(size=4 if letter == "q" else 3)
        parts.append(v / np.linalg.norm(v) if letter == "q" else v)
    return parts


def gap(name, parts):
    """The gap from rotation matrices."""
    if name == "across":
        q, u, p, v = parts
        return [matrix(q) @ u @ (matrix(p) @ v)]
    q, x, r, *rest = parts
    p, y, s = rest[-3:]
    d = x + matrix(q) @ r - y - matrix(p) @ s
    return d if name == "point" else [d @ (matrix(q) @ rest[0])]


def moved(name, parts, column, size):
    """The poses after a small twist of space: turns and moves of a, then of b."""
    letters, (body, along) = KERNELS[name][1], divmod(column, 6)
    i = [k for k, letter in enumerate(letters) if letter == "q"][body]
    parts = [p.copy() for p in parts]
    if along < 3:
        half = mpmath.sin(size / 2) * np.eye(3, dtype=int)[along]
        parts[i] = hamilton(np.array([mpmath.cos(size / 2), *half]), parts[i])
    elif letters[i + 1] == "x":
        parts[i + 1][along - 3] += size
    return parts


@names
@pytest.mark.evidence("50 digits")
def test_gaps_and_slopes_at_fifty_digits(name):
    size = KERNELS[name][0]
    with mpmath.workdps(50):
        for _ in range(5):
            parts = arguments(name)
            out = np.array(getattr(kernels, name)(*np.concatenate(parts).tolist()))
            digits = [np.array(list(map(mpmath.mpf, p))) for p in parts]
            norm = max(1.0, np.abs(np.concatenate(parts)).max()) ** 3
            # the quaternions are of length one to double precision only
            for mine, exact in zip(out[:size], gap(name, digits), strict=True):
                assert abs(mine - float(exact)) < 1e-14 * norm
            e = mpmath.mpf(10) ** -20
            for column in range(12):
                ends = [gap(name, moved(name, digits, column, k * e)) for k in (1, -1)]
                for row in range(size):
                    slope = float((ends[0][row] - ends[1][row]) / (2 * e))
                    mine = out[size + 12 * row + column]
                    assert abs(mine - slope) < 1e-14 * norm, (row, column)


def test_a_start_is_assembled_joint_by_joint():
    q = quat.exp([(0.4, 0, 0), (0, 0.7, 0), (0, 0.7, 0.0)])
    start = consistent([ROD] * 3, CHAIN, omega=rng.normal(size=(3, 3)), q0=q)
    moving = start["omega"], start["velocity"]
    assert opening(CHAIN, start["q0"], start["position"]) < 1e-13
    assert opening(CHAIN, start["q0"], None, *moving) < 1e-13
    assert np.allclose(start["q0"], q)  # the attitudes fitted already
    relative = start["omega"][2] - start["omega"][1]  # about the axis of the hinge
    assert np.abs(relative[:2]).max() < 1e-12


def test_a_start_that_fits_comes_back_as_it_was():
    omega = rng.normal(size=(2, 3))
    first = shut(omega=omega)
    again = shut(**first)
    assert all(np.array_equal(again[name], first[name]) for name in first)
    assert np.array_equal(first["omega"], omega)


def test_velocities_lose_the_least_energy():
    """The correction is across all motions that the joints allow, by the inertia."""
    given = rng.normal(size=(2, 2, 3))
    found = shut(omega=given[0], velocity=given[1], position=START["position"])
    change = given - [found["omega"], found["velocity"]]
    for _ in range(5):
        free = shut(omega=rng.normal(size=(2, 3)))
        both = change[0] @ ROD.inertia * free["omega"] + change[1] * free["velocity"]
        assert abs(both.sum()) < 1e-12


def test_an_open_loop_of_attitudes_is_closed():
    post = [hinge(0, WORLD, axis_a=(0, 0, 1), axis_b=(0, 0.3, 1.0))]
    start = consistent(ROD, post, omega=(0, 0, 1), q0=quat.exp((0.1, 0.2, 0.0)))
    axis = quat.rotate(start["q0"], (0.0, 0, 1))
    assert np.allclose(axis, np.array([0, 0.3, 1]) / np.hypot(0.3, 1), atol=1e-12)
    assert start["q0"].shape == (4,)  # one body without the axis of a list


def test_rates_that_a_door_cannot_have_are_taken_away():
    """All rows then hold nothing but rounding, beside a rate that they do not see."""
    door = [hinge(0, WORLD, at, at, axis_a=(0, 0, 1)) for at in (UP, DOWN)]
    start = consistent(ROD, door, omega=(0.5, 1.0, 2.0), q0=quat.exp((0.08, 0, 0)))
    assert np.allclose(start["omega"], (0, 0, 2), rtol=0, atol=1e-14)
    rl.integrate("rattle", ROD, **start, h=0.01, steps=1, joints=door)


@pytest.mark.parametrize("given", [(), ("q0",), ("q0", "position", "velocity")])
def test_ensembles_of_starts(given):
    """Each as if it were alone, also where others fit already or are far away."""
    start = {name: rng.normal(size=(5, 2, 3)) for name in ("omega", *given)}
    start |= {name: quat.exp(start[name]) for name in given if name == "q0"}
    alone = [{name: a[k] for name, a in start.items()} for k in range(5)]
    alone[1] = shut(**alone[1])
    for name in start:
        start[name][1] = alone[1][name]
    many = shut(**start)
    assert many["velocity"].shape == (5, 2, 3)
    for k, one in enumerate(alone):
        for name, a in shut(**one).items():
            assert np.allclose(np.broadcast_to(many[name], (5, *a.shape))[k], a), name


@pytest.mark.parametrize("batch", [(), (4,), (3, 2)])
def test_a_mechanism_that_cannot_be_shut_says_so(batch):
    bars = [rl.Body.box(mass=1, sides=(1, 0.1, 0.1))] * 2
    ends = (-0.5, 0, 0), (0.5, 0, 0)
    far = [ball(0, WORLD, ends[0]), ball(1, 0, *ends)]
    far.append(ball(1, WORLD, ends[1], (5, 0, 0)))
    q0 = quat.exp(rng.normal(size=(*batch, 2, 3)))
    open_ = partial(consistent, bars, far, omega=np.zeros((2, 3)), q0=q0)
    refused({r"joints\[\d\], ball.*stays open": open_})


NIL = {name: (0.0, 0, 0) for name in ("omega", "position", "velocity")}


def run(joints=(*CHAIN[:2],), bodies=(ROD, ROD), start=START, **given):
    how = {"h": 0.01, "steps": 2, "joints": joints}
    return rl.integrate("rattle", bodies, **start | given, **how)


def moved_by(name, x):
    return partial(run, **{name: START[name] + (x, 0, 0)})


def test_what_is_no_mechanism_is_refused_with_the_remedy():
    down = [hinge(0, WORLD, axis_a=(0, 0, 1), axis_b=(0, 0, -1))]
    weld = [fixed(0, WORLD, turn=(0.0, 1.0, 0, 0))]
    bare = rl.integrate("kicks2", ROD, omega=(0, 0, 1), h=0.1, steps=1)
    refused(
        {
            "expected two bodies, got 0 twice": lambda: ball(0, 0),
            "give the body first, then WORLD": lambda: ball(WORLD, 0),
            "a: expected the place of a body": lambda: ball(-1, 0),
            "or WORLD, got 'ground'": lambda: ball(0, "ground"),
            "b: expected the place": lambda: ball(0, True),
            "at_a": lambda: ball(0, 1, (1, 2)),
            "axis_a: expected a direction": lambda: hinge(0, 1, axis_a=(0, 0, 0)),
            "axis_b": lambda: universal(0, 1, axis_a=(1, 0, 0), axis_b=np.zeros(3)),
            "turn": lambda: fixed(0, 1, turn=(1, 1, 0, 0)),
            "axis_a": lambda: slider(0, 1, axis_a=(np.nan, 0, 0)),
            r"joints\[0\].*gap of 0.1 m.*consistent": moved_by("position", 0.1),
            r"open it by 0.2 m/s.*consistent": moved_by("velocity", 0.2),
            "at least one": lambda: run([]),
            "bodies from 0 to 1": lambda: run([ball(0, 7)]),
            "expected a Joint": [lambda: run([3]), lambda: run(3)],
            "180 degrees.*turn one of the axes round": lambda: run(down, ROD, NIL),
            "180 degrees": [
                lambda: consistent(ROD, down, omega=(0, 0, 0)),
                lambda: run(weld, ROD, NIL),
            ],
            "got 2, which this run has not": lambda: forces(run(), 2),
            "got 0, which this run has not": lambda: forces(bare),
        }
    )


def test_a_joint_says_what_it_is_and_a_single_one_is_taken_too():
    assert repr(hinge(2, WORLD, axis_a=(1, 0, 0))) == "hinge(2, WORLD)"
    assert ball(0, 1) == ball(0, 1) != ball(1, 0)
    assert isinstance(fixed(0, 1), Joint)
    start = {"omega": (0, 0, 1), "position": (0, 0, -0.5)}
    assert run(CHAIN[0], ROD, start).q.shape == (3, 4)
