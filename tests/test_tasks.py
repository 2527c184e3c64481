"""Things that students and engineers do with a rotating body, each written as its user
would write it, and judged by something that rotlib did not compute; mypy --strict and
pyright read this file."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import rotlib as rl

Vector = NDArray[np.floating[Any]]
Z = np.eye(3)[2]


def test_a_handle_of_two_cylinders_flips(tmp_path: Path) -> None:
    bar = rl.Body.cylinder(mass=0.12, radius=0.005, height=0.10, axis="y")
    stem = rl.Body.cylinder(mass=0.06, radius=0.005, height=0.06, axis="x")
    handle = bar + stem.about((-0.03, 0, 0))
    handle = handle.about(handle.centre)
    run = rl.integrate("buss6", handle, omega=handle_start(handle), h=0.002, steps=4000)
    middle = np.argsort(handle.principal_moments)[1]
    along = rl.quaternion.rotate_back(handle.principal_axes, run.omega)[:, middle]
    assert along.min() < -0.9 * along.max()  # it turns over
    run.animate().to_html(tmp_path / "handle.html")
    page = (tmp_path / "handle.html").read_text(encoding="utf-8")
    assert "<script" in page and "http" not in page.replace("http://www.w3.org", "")
    assert len(run.plot().axes) == 3


def handle_start(body: rl.Body) -> Vector:
    """Spin about the middle axis, disturbed."""
    order = np.argsort(body.principal_moments)
    spin = np.zeros(3)
    spin[order[1]], spin[order[0]] = 6.0, 0.01
    return np.asarray(rl.quaternion.rotate(body.principal_axes, spin))


def test_a_recording_with_irregular_stamps_and_a_gap(tmp_path: Path) -> None:
    rng = np.random.default_rng(2)
    t = np.cumsum(rng.uniform(0.008, 0.012, 500))
    t = t[(t < 2.0) | (t > 2.2)]

    def rate(t: Vector) -> Vector:
        return np.stack([0.5 * np.cos(t), 0.3 * np.sin(2 * t), 1.0 + 0 * t], -1)

    np.savetxt(
        tmp_path / "gyro.csv", np.column_stack([t, np.degrees(rate(t))]), delimiter=","
    )

    table = np.loadtxt(tmp_path / "gyro.csv", delimiter=",")
    table = table[: len(table) - 1 + len(table) % 2]  # pairs of intervals
    stamps, rates = table[:, 0], np.radians(table[:, 1:])
    with pytest.raises(rl.errors.InvalidInput, match=r"gap"):
        rl.magnus.from_samples(rates, t=stamps)
    with pytest.warns(rl.errors.BridgedGap, match=r"gap"):
        turns = rl.magnus.from_samples(rates, t=stamps, gaps="bridge")
    q = rl.magnus.propagate((1, 0, 0, 0), turns)

    fine = np.linspace(stamps[0], stamps[-1], 40_001)  # mid-point turns, fine
    true = rl.magnus.propagate(
        (1, 0, 0, 0), rate((fine[1:] + fine[:-1]) / 2) * (fine[1] - fine[0])
    )
    assert rl.quaternion.angle_between(q[-1], true[-1]) < 2e-3  # of the gap


def test_a_quadrotor_commanded_at_500_hz() -> None:
    pytest.importorskip("llvmlite")
    drone = rl.Body((0.008, 0.008, 0.014))

    def rotors(t: float, q: Vector, omega: Vector, u: Vector) -> Vector:
        return np.clip(u, -0.05, 0.05) - 1e-4 * omega

    fly = rl.stepper("rk4", drone, h=0.002, load=rotors, backend="compiled")
    q: Any = tuple(rl.quaternion.exp((0.4, -0.3, 0.2)))
    omega: Any = (0.0, 0.0, 0.0)
    for k in range(1000):
        command = [
            -0.6 * q[0] * a - 0.08 * w for a, w in zip(q[1:], omega, strict=True)
        ]
        q, omega = fly(q, omega, 0.002 * k, command)
    assert rl.quaternion.angle_between(q, (1, 0, 0, 0)) < 1e-3


def test_a_top_with_friction_falls() -> None:
    top = rl.Body.cone(mass=0.5, radius=0.05, height=0.2 / 3)
    weight = rl.loads.uniform_gravity(top)

    def friction(t: float, q: Vector, omega: Vector) -> Vector:
        return -2e-5 * omega

    given: dict[str, Any] = {
        "omega": (0.0, 0.0, 40 * np.pi),
        "q0": rl.quaternion.exp((np.radians(30), 0.0, 0.0)),
        "load": weight + friction,
        "duration": 1.0,
    }
    run = rl.integrate("rkmk54", top, tolerance=1e-4, **given)
    finer = rl.integrate("rkmk54", top, tolerance=1e-6, **given)
    assert rl.quaternion.angle_between(run.q[-1], finer.q[-1]) < 1e-3
    assert run.energy[-1] < run.energy[0]


def brick_and_corners() -> tuple[rl.Body, Vector]:
    half = np.array([0.1, 0.05, 0.03])
    signs = np.array([[i, j, k] for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)])
    return rl.Body.box(mass=1.0, sides=2 * half), signs * half


def test_a_brick_bounces() -> None:
    brick, corners = brick_and_corners()

    def clearance(
        t: float, q: Vector, omega: Vector, position: Vector, velocity: Vector
    ) -> float:
        return float((position + rl.quaternion.rotate(q, corners))[:, 2].min())

    clearance.terminal, clearance.direction = True, -1  # type: ignore[attr-defined]
    q: Vector = np.array([1.0, 0, 0, 0])
    position: Vector = np.array([0, 0, 0.5])
    omega: Vector = np.array([1.0, 2.0, 0.5])
    velocity: Vector = np.zeros(3)
    pieces: list[rl.Trajectory] = []
    t = 0.0
    for _ in range(3):
        start: dict[str, Any] = {"q0": q, "omega": omega, "position": position}
        start |= {"velocity": velocity, "t0": t, "events": clearance}
        start |= {"load": rl.wrenches.weight(brick), "h": 0.005, "steps": 400}
        run = rl.integrate("dqvi", brick, **start)
        pieces.append(run)
        t, q, position = float(run.t[-1]), run.q[-1], run.position[-1]
        omega, velocity = bounced(brick, corners, run)
    whole = rl.join(*pieces)
    assert len(whole.t) == sum(len(piece) for piece in pieces)
    for piece in pieces:  # free flight: energy and momentum about the centre are kept
        assert np.ptp(piece.energy) < 1e-3 * piece.energy[0]
        q, p = piece.q[-1], piece.position[-1]
        assert abs((p + rl.quaternion.rotate(q, corners))[:, 2].min()) < 1e-9
    lowest = min(
        (p + rl.quaternion.rotate(q, corners))[:, 2].min()
        for q, p in zip(whole.q, whole.position, strict=True)
    )
    assert lowest > -1e-9
    middle = whole.at([0.5 * (pieces[1].t[0] + pieces[1].t[-1])])
    assert np.isfinite(middle.position).all()


def bounced(
    brick: rl.Body, corners: Vector, run: rl.Trajectory
) -> tuple[Vector, Vector]:
    """The rates after an impulse at the lowest corner, without friction."""
    q = run.q[-1]
    arm = corners[np.argmin(rl.quaternion.rotate(q, corners)[:, 2])]
    up = rl.quaternion.rotate_back(q, Z)
    push = np.concatenate([np.cross(arm, up), up])
    gain = np.linalg.solve(brick.inertia_6x6, push)
    twist = run.twist[-1]
    twist = twist - 1.6 * (push @ twist) / (push @ gain) * gain
    return twist[:3], twist[3:]


def test_penalty_contact_compiled() -> None:
    pytest.importorskip("llvmlite")
    brick, corners = brick_and_corners()

    def floor(
        t: float, q: Vector, omega: Vector, position: Vector, velocity: Vector
    ) -> Vector:
        up = rl.quaternion.rotate_back(q, Z)
        total = np.zeros(6)
        for corner in corners:
            depth = -(position[2] + corner @ up)
            speed = (velocity + np.cross(omega, corner)) @ up
            push = np.maximum(0.0, np.where(depth > 0, 4e3 * depth - 40 * speed, 0.0))
            total = total + push * np.concatenate([np.cross(corner, up), up])
        return total

    contact = rl.Load("floor", floor)
    start: dict[str, Any] = {"omega": (1.0, 2.0, 0.5), "position": (0, 0, 0.3)}
    start |= {"load": rl.wrenches.weight(brick) + contact, "backend": "compiled"}
    run = rl.integrate("dqvi", brick, **start, h=2e-3, steps=2000, every=10)
    assert abs(run.position[-1, 2] - 0.03) < 2e-3  # it lies on its largest face
    spin = rl.quaternion.rotate(run.q[-1], run.omega[-1])
    assert abs(spin[:2]).max() < 1e-3  # only a spin that nothing brakes is left
