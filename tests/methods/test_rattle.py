"""RATTLE on the group: two second implementations, order, what is kept, forces, and
what is refused."""

import numpy as np
import pytest
import reference_bodies as plain
from reference_bodies import opening
from refusals import refused

import rotlib as rl
from rotlib import quaternion as quat
from rotlib.errors import ConvergenceError, NotAvailable, StepTooLarge
from rotlib.joints import (
    WORLD,
    ball,
    consistent,
    fixed,
    forces,
    hinge,
    slider,
    universal,
)

BOXES = [
    rl.Body.box(mass=1.0, sides=(0.1, 0.2, 1.0)),
    rl.Body(
        [[0.06, 0.004, 0.002], [0.004, 0.08, -0.003], [0.002, -0.003, 0.03]],
        mass=0.5,
        centre=(0.02, -0.01, 0.03),
    ),
    rl.Body.box(mass=0.7, sides=(0.1, 0.3, 0.6)),
]
UP, END = (0, 0, 0.4), (0, 0, -0.4)
AXIS = (1.0, 0.0, 0.0)
SYSTEMS = {
    "top": ([BOXES[1]], [ball(0, WORLD)]),
    "chain": (BOXES, [ball(0, WORLD, UP), ball(1, 0, UP, END), ball(2, 1, UP, END)]),
    "hinges": (
        BOXES[:2],
        [hinge(0, WORLD, UP, axis_a=(1, 0, 1)), hinge(1, 0, UP, END, axis_a=AXIS)],
    ),
    "cardan": (
        BOXES[:2],
        [
            universal(0, WORLD, UP, axis_a=(1, 0, 0), axis_b=(0, 1, 0)),
            universal(1, 0, UP, END, axis_a=(1, 0, 0), axis_b=(0, 1, 0)),
        ],
    ),
    "free": (BOXES, [ball(1, 0, UP, END), hinge(2, 1, UP, END, axis_a=AXIS)]),
}
RATES = [(0.5, 1.0, 2.0), (1.5, -0.5, -3.0), (-1.0, 2.0, 1.0)]
TURNS = [(0.8, 0.0, 0.0), (0.3, 0.5, 0.0), (0.0, -0.4, 0.2)]
OPEN = r"gap.*joints\[\d\].*smaller step"
NAMES = "q0", "omega", "position", "velocity"
systems = pytest.mark.parametrize("name", SYSTEMS)


def start_of(name, **given):
    bodies, joints = SYSTEMS[name]
    n = len(bodies)
    q = quat.exp(np.array(TURNS[:n]))
    if name in ("hinges", "cardan"):  # attitudes that the joints allow
        q = np.tile((1.0, 0, 0, 0), (n, 1))
    return consistent(bodies, joints, omega=np.array(RATES[:n]), q0=q, **given)


def fly(name, h, steps, method="rattle", load=True, start=None, **given):
    bodies, joints = SYSTEMS[name]
    load = rl.wrenches.weight(bodies) if load is True else load
    start = start_of(name) if start is None else start
    return rl.integrate(
        method, bodies, **start, h=h, steps=steps, load=load, joints=joints, **given
    )


def plainly(name):
    """Stones, conditions and parts for the second implementation."""
    bodies, joints = SYSTEMS[name]
    stones, conditions = [*map(plain.stone_of, bodies)], []
    for j in joints:
        b = None if j.b == WORLD else j.b
        conditions.append(("point", j.a, b, j.at_a, j.at_b))
        conditions += [("across", j.a, b, u, v) for u, v in j.across]
    start = start_of(name)
    return stones, conditions, plain.begun(stones, *[start[name] for name in NAMES])


@pytest.mark.day(2)
@systems
@pytest.mark.evidence("second implementation")
def test_steps_and_forces_are_those_of_a_plain_rattle(name):
    stones, conditions, parts = plainly(name)
    h, acting = 0.02, plain.falling(stones)
    run = fly(name, h, 3)
    for k in range(1, 4):
        parts, impulses = plain.rattle(stones, conditions, parts, h, acting)
        assert plain.apart(run, stones, parts, 2, k) < 1e-10, k
        rows = 0
        for joint, of in enumerate(SYSTEMS[name][1]):  # its point comes first
            felt = forces(run, joint).force[k - 1]
            assert np.allclose(felt, impulses[rows : rows + 3] / h, atol=1e-8)
            rows += 3 + len(of.across)


@pytest.mark.day(2)
@systems
@pytest.mark.parametrize(
    ("method", "order", "steps"),
    [
        ("rattle", 2, (40, 80, 160)),
        ("rattle_231", 2, (60, 120, 240)),
        ("rattle4", 4, (20, 40, 80)),
        ("rattle6", 6, (8, 16)),
    ],
)
@pytest.mark.evidence("orders and invariants")
def test_the_order_is_that_of_the_record(name, method, order, steps):
    assert rl.methods.find(method).order == order
    stones, conditions, parts = plainly(name)
    acting = plain.falling(stones)
    parts = plain.motion(stones, parts, 0.4, acting, conditions, 1e-13)

    def off(h, steps):
        return plain.apart(fly(name, h, steps, method), stones, parts, 2)

    errors = [off(0.4 / n, n) for n in steps]
    slope = np.log2(errors[-2] / errors[-1])
    assert abs(slope - order) < (0.1 if order < 6 else 0.4), errors
    if order == 6:
        assert off(0.005, 80) < 1e-9


def dragged(method, n):
    drag = rl.wrenches.linear_drag((0.02, 0.03, 0.01, 0.1, 0.2, 0.1))
    return fly("chain", 0.4 / n, n, method, rl.wrenches.weight(BOXES) + drag).q[-1]


def damped(method, n):
    return coupled("auto", method, h=0.2 / n, steps=n).q[-1]


@pytest.mark.night
@pytest.mark.evidence("orders and invariants")
@pytest.mark.parametrize(
    ("end", "finest", "near"), [(dragged, 64, 0.1), (damped, 16, 0.2)]
)
def test_what_depends_on_rates_costs_no_order(end, finest, near):
    fine = end("rattle6", finest)
    for method, order in (("rattle", 2), ("rattle4", 4)):
        counts = (32, 64) if end is dragged else (16, 32)
        errors = [quat.angle_between(end(method, n), fine).max() for n in counts]
        assert abs(np.log2(errors[0] / errors[1]) - order) < near


@pytest.mark.day(1)
@systems
@pytest.mark.evidence("orders and invariants")
def test_joints_stay_shut_and_the_energy_near(name):
    joints = SYSTEMS[name][1]
    run = fly(name, 0.01, 1500, every=5)
    assert run.stats["residual"].max() < 1e-13
    assert opening(joints, run.q, run.position) < 1e-13
    for load in (True, None):
        few = fly(name, 0.01, 5, load=load)
        assert opening(joints, few.q, None, few.omega, few.velocity) < 1e-13
    if name != "free":
        energy = run.energy.sum(-1)
        scale = run.kinetic_energy.sum(-1).max()
        assert np.ptp(energy) < 0.02 * scale
        first, last = energy[:100].mean(), energy[-100:].mean()
        assert abs(last - first) < 3e-3 * scale


@pytest.mark.night
@pytest.mark.day(1)
@pytest.mark.parametrize("method", ["rattle", "rattle_123", "rattle4"])
@pytest.mark.evidence("orders and invariants")
def test_a_system_that_nothing_holds_keeps_its_momenta(method):
    run = fly("free", 0.01, 300 if method == "rattle4" else 1000, method, load=None)
    for each in (run.momentum_space, run.linear_momentum_space):
        total = each.sum(1)
        assert np.abs(total - total[0]).max() < 3e-13


@pytest.mark.evidence("orders and invariants")
def test_a_step_back_undoes_a_step():
    there = fly("chain", 0.01, 50)
    end = {name: a[-1] for name, a in zip(NAMES, there.motion, strict=True)}
    back = fly("chain", -0.01, 50, start=end)
    assert quat.angle_between(back.q[-1], there.q[0]).max() < 1e-11
    assert np.abs(back.omega[-1] - there.omega[0]).max() < 1e-10


@pytest.mark.evidence("orders and invariants")
def test_a_step_is_symplectic():
    """Canonical brackets of a pendulum's angle and momentum stay what they are."""
    body = rl.Body((0.4, 0.4, 0.1), mass=1.0, centre=(0, 0, -0.5))
    pivot = [hinge(0, WORLD, axis_a=(1, 0, 0))]

    def step(z):
        start = {"omega": (z[1] / 0.4, 0, 0), "q0": quat.exp((z[0], 0, 0))}
        given = {"h": 0.3, "steps": 1, "load": rl.wrenches.weight(body)}
        run = rl.integrate("rattle", body, **start, **given, joints=pivot)
        return np.array([quat.log(run.q[-1])[0], 0.4 * run.omega[-1, 0]])

    at, d = np.array([0.7, 0.3]), 1e-4
    M = np.array([(step(at + e) - step(at - e)) / (2 * d) for e in d * np.eye(2)]).T
    assert abs(np.linalg.det(M) - 1) < 1e-8
    assert np.abs(M - np.eye(2)).max() > 0.1


def test_a_beam_in_a_wall_is_held_by_a_torque():
    """About the wall: weight times half the length, against the weight's own."""
    beam = rl.Body.box(mass=3.0, sides=(1.2, 0.1, 0.2))
    given = {"omega": (0, 0, 0), "position": (0.6, 0, 0), "h": 0.01, "steps": 5}
    given |= {"joints": [fixed(0, WORLD, (-0.6, 0, 0))]}
    run = rl.integrate("rattle", beam, **given, load=rl.wrenches.weight(beam))
    held = forces(run)
    assert np.allclose(held.force, (0, 0, 3 * 9.81), atol=1e-10)
    assert np.allclose(held.torque, (0, -3 * 9.81 * 0.6, 0), atol=1e-10)


@pytest.mark.evidence("batch = single")
def test_an_ensemble_of_systems_moves_as_each_of_them():
    omega = np.random.default_rng(0).normal(size=(12, 3, 3))
    start = consistent(*SYSTEMS["chain"], omega=omega)
    many = fly("chain", 0.01, 20, start=start)
    one = fly("chain", 0.01, 20, start={name: a[7] for name, a in start.items()})
    assert many.q.shape == (21, 12, 3, 4)
    assert np.abs(many.omega[:, 7] - one.omega).max() < 1e-11
    assert np.abs(forces(many, 1).force[:, 7] - forces(one, 1).force).max() < 1e-8


def apart(one, other):
    """The largest difference of two runs, beside the size of the numbers."""
    pairs = [(getattr(one, k), getattr(other, k)) for k in ("q", "position")]
    pairs += [(one.omega / 3, other.omega / 3), (one.velocity / 3, other.velocity / 3)]
    names = [k for k in one.stats if k.startswith(("impulse", "moment"))]
    pairs += [(one.stats[k], other.stats[k]) for k in names]
    assert len(names) >= 6
    return max(np.abs(a - b).max() for a, b in pairs)


def test_replayed_steps_have_the_bits_of_plain_ones():
    short = fly("hinges", 0.01, 30, "rattle_231")
    long = fly("hinges", 0.01, 250, "rattle_231")[:31]
    assert apart(short, long) == 0.0
    assert np.array_equal(short.q_raw, long.q_raw)


def coupled(backend, method="rattle_231", systems=(), h=0.01, steps=20):
    """The chain with a spring, a damper, weights and a user's wrench with inputs."""
    bodies, start = SYSTEMS["chain"][0], start_of("chain")

    def wrench(t, q, omega, position, velocity, u):
        return (u[0] - 0.02 * omega[0], 0.02 * t, 0.0, u[1], 0.1 * q[1], -velocity[2])

    load = rl.wrenches.weight(bodies) + rl.couplings.spring(0, 2, 20.0, 0.3)
    load = load + rl.couplings.damper(1, 2, 0.7) + rl.Load("user", wrench)
    start = {k: np.broadcast_to(a, (*systems, *a.shape)) for k, a in start.items()}
    pushed = {"inputs": [[0.3, -0.2]], "backend": backend}
    return fly("chain", h, steps, method, load, start, **pushed)


@pytest.mark.night
def test_all_that_acts_on_bodies_is_compiled_and_batched():
    pytest.importorskip("llvmlite")
    for method in ("rattle_231", "rattle4"):
        one = coupled("auto", method)
        other = coupled("compiled", method)
        assert other.stats["backend"] == "compiled" and apart(one, other) < 1e-12
    one = coupled("auto")
    for backend in ("auto", "compiled"):
        many = coupled(backend, systems=(2, 2))
        assert many.q.shape == (21, 2, 2, 3, 4)
        assert apart(one, many[:, 1, 0]) < 1e-12


def test_parameters_and_inputs_of_each_body():
    """A user's wrench is called body by body, each time with what is that body's."""

    def wrench(t, q, omega, position, velocity, u):
        return (u[0], 0.0, 0.0, 0.0, 0.0, u[1] * q[0])

    numbers = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    fixed_numbers = rl.Load("user", wrench, parameters=numbers)
    one = fly("chain", 0.01, 5, load=fixed_numbers)
    given = np.broadcast_to(numbers, (5, 3, 2))
    other = fly("chain", 0.01, 5, load=rl.Load("user", wrench), inputs=given)
    assert apart(one, other) == 0.0
    same = rl.Load("user", wrench, parameters=numbers[0])
    assert apart(one, fly("chain", 0.01, 5, load=same)) > 1e-2


def test_two_bodies_welded_fly_as_their_sum():
    a, b = BOXES[0], BOXES[1]
    skew = quat.exp((0.3, -0.2, 0.5))
    seat = np.array([0.1, 0.2, 0.6])
    weld = [fixed(1, 0, at_b=seat, turn=quat.conjugate(skew))]
    whole = a + b.rotated(skew).about(-seat)
    rates = np.array([1.0, 2.0, 3.0])
    given = {"q0": [(1, 0, 0, 0), skew], "position": [np.zeros(3), seat]}
    start = consistent(
        [a, b], weld, omega=[rates, quat.rotate_back(skew, rates)], **given
    )
    run = rl.integrate("rattle6", [a, b], **start, h=0.02, steps=50, joints=weld)
    one = rl.integrate(
        "rkmk54", whole, omega=rates, velocity=start["velocity"][0], h=0.005, steps=200
    )
    assert quat.angle_between(run.q[-1, 0], one.q[-1]) < 1e-9
    assert np.abs(run.position[-1, 0] - one.position[-1]).max() < 1e-9


def test_a_slider_falls_freely_along_its_line():
    n = np.array([0.6, 0.0, 0.8])
    given = {"h": 0.01, "steps": 100, "joints": [slider(0, WORLD, axis_a=n)]}
    run = rl.integrate(
        "rattle", BOXES[0], omega=(0, 0, 0), **given, load=rl.wrenches.weight(BOXES[0])
    )
    assert np.allclose(run.position[-1], -9.81 * 0.8 / 2 * n, atol=1e-12)
    assert quat.angle_between(run.q[-1], run.q[0]) < 1e-12


def test_without_joints_it_is_kicks():
    given = {"omega": RATES, "position": np.eye(3), "velocity": np.zeros((3, 3))}
    given |= {"load": rl.wrenches.weight(BOXES), "h": 0.02, "steps": 20}
    ours = rl.integrate("rattle", BOXES, **given)
    assert np.array_equal(ours.q_raw, rl.integrate("kicks2", BOXES, **given).q_raw)


Y = (0.0, 1.0, 0.0)


def bar(length):
    return rl.Body.box(mass=length, sides=(length, 0.05, 0.05))


def loop(ground, lengths=(1.0, 2.0, 1.0)):
    a, b, c = lengths
    return [bar(x) for x in lengths], [
        hinge(0, WORLD, (-a / 2, 0, 0), axis_a=Y),
        hinge(1, 0, (-b / 2, 0, 0), (a / 2, 0, 0), axis_a=Y),
        hinge(2, 1, (c / 2, 0, 0), (b / 2, 0, 0), axis_a=Y),
        hinge(2, WORLD, (-c / 2, 0, 0), (ground, 0, 0), axis_a=Y),
    ]


def parallelogram(angle, rate, h, steps, method="rattle", **given):
    bodies, joints = loop(2.0)
    q = quat.exp([(0, -angle, 0), (0, 0, 0), (0, -angle, 0)])
    start = consistent(
        bodies, joints, omega=[(0, rate, 0), (0, 0, 0), (0, rate, 0)], q0=q
    )
    given |= {"h": h, "steps": steps, "joints": joints}
    return rl.integrate(method, bodies, **start, **given)


@pytest.mark.night
def test_a_four_bar_linkage_turns_though_constraints_imply_each_other():
    bodies, joints = loop(2.2, (1.0, 2.0, 1.5))
    q = quat.exp([(0, -1.0, 0), (0, -0.2, 0), (0, -2.0, 0)])
    start = consistent(bodies, joints, omega=[(0, -1, 0), (0, 0, 0), (0, 0, 0)], q0=q)
    given = {"steps": 600, "joints": joints, "load": rl.wrenches.weight(bodies)}
    run = rl.integrate("rattle", bodies, **start, h=0.005, **given)
    assert run.stats["residual"].max() < 1e-14
    energy = run.energy.sum(-1)
    assert np.ptp(energy) < 1e-3 * run.kinetic_energy.sum(-1).max()
    assert np.abs(run.position[..., 1]).max() < 1e-12  # it stays in its plane
    assert np.abs(run.omega[-1]).max() > 0.5


def test_a_parallelogram_turns_uniformly():
    run = parallelogram(1.0, 0.7, 0.01, 100)
    assert np.abs(run.omega[:, 0, 1] - 0.7).max() < 1e-12
    assert np.abs(run.omega[:, 1]).max() < 1e-12


@pytest.mark.filterwarnings("ignore::rotlib.errors.LargeStep")
@pytest.mark.parametrize("backend", ["auto", "compiled"])
def test_what_cannot_go_on_says_why(backend):
    turning = parallelogram, (1.0, 1.0, 0.02, 100, "rattle_231")
    dead = parallelogram, (0.0, 1.0, 0.02, 100, "rattle_231")
    for (make, given), step, error, says in (
        ((fly, ("top", 0.7, 3)), 1, StepTooLarge, "1.25 rad at its fastest"),
        ((fly, ("chain", 5.0, 30, "rattle_231")), 1, ConvergenceError, OPEN),
        (turning, 50, ConvergenceError, "and 16 are now .a dead point"),
        (dead, 1, ConvergenceError, "16 of the 20 .* and 17 are now"),
    ):
        with pytest.raises(error, match=says) as on:
            make(*given, backend=backend)
        assert on.value.step == len(on.value.trajectory) == step


def test_other_methods_and_back_ends_refuse():
    near = rl.couplings.contact([0.5, 0.45, 0.5], 50.0)  # its pairs are found anew
    wet = rl.Body((1, 1, 1), added_mass=(0, 0, 0, 1, 2, 3))
    given = {"omega": (0, 0, 0), "h": 0.1, "steps": 1, "joints": [ball(0, WORLD)]}
    refused(
        {
            "buss4 takes bodies without joints": lambda: fly("chain", 0.01, 1, "buss4"),
            "pairs of load 'contact'.*'auto'": lambda: fly(
                "chain", 0.01, 1, load=near, backend="compiled"
            ),
            "added": lambda: rl.integrate("rattle", wet, **given),
        },
        NotAvailable,
    )


def test_orders_and_axes_are_checked():
    wrong = {"order": lambda: rl.methods.rattle(order=3)}
    refused(wrong | {"axes": lambda: rl.methods.rattle(axes="112")})
    assert rl.methods.rattle(order=4, axes="231").name == "rattle4_231"
