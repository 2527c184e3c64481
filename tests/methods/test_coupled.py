"""Bodies that act on each other: every coupling against a plain copy written down for
both of them, and the motion under every method that takes couplings."""

import warnings
from functools import cache

import numpy as np
import pytest
import reference_bodies as plain
from reference_methods import matrix
from refusals import refused

import rotlib as rl
from rotlib import couplings, errors
from rotlib.couplings import Motion
from rotlib.kernels.couplings import reaction
from rotlib.quaternion import exp, multiply, normalize, rotate

COUPLES = [m for m in rl.methods.ALL if "couplings" in (m.flight or m).takes]
RUNGE_KUTTA = {"crouch_grossman3": 3, "rkmk4": 4, "cf4": 4, "rk4": 4, "rkmk54": 5}
LOSING = *RUNGE_KUTTA, "dqvi_published"
KEEPING = [m for m in COUPLES if m.name not in LOSING]  # both momenta
NAMED = "buss2 buss3 buss4 buss5 buss6 buss8 kicks2 kicks4 kicks6 splitting_231"
NAMED += " splitting4_231 splitting6_231 splitting8_231 dqvi dqvi4 dqvi6 rkmk54 rk4"
P_A, P_B = (0.2, 0.1, 0.0), (0.0, 0.1, -0.3)
STONES = [
    rl.Body(
        [[1.0, 0.1, 0.0], [0.1, 1.5, -0.2], [0.0, -0.2, 2.0]],
        mass=1.0,
        centre=(0.1, -0.05, 0.2),
    ),
    rl.Body((2.0, 3.0, 4.0), mass=3.0),
]
PLAIN = [*map(plain.stone_of, STONES)]
START = {
    "q0": rl.quaternion.normalize([[1.0, 0.2, -0.1, 0.3], [0.9, -0.3, 0.2, 0.1]]),
    "position": [(0.0, 0.1, 0.0), (0.1, 0.0, 1.5)],
    "omega": [(0.6, 0.2, 0.3), (-0.3, 0.5, 0.4)],
    "velocity": [(0.1, 0.2, 0.0), (0.1, -0.1, 0.05)],
}
STRING = couplings.spring(0, 1, 2.0, 1.0, P_A, P_B)
NEEDLES = couplings.alignment(0, 1, 0.5, (1, 0, 0), (0, 1, 0))
BRAKE = couplings.damper(0, 1, 0.5, P_A, P_B)
ALL_PLAIN = [
    (0, 1, plain.spring(2.0, 1.0, P_A, P_B)),
    (0, 1, plain.alignment(0.5, np.array((1.0, 0, 0)), np.array((0, 1.0, 0)))),
]
THREE = [*STONES, rl.Body((1.0, 1.2, 1.4), mass=2.0)]
THREE_START = {
    "position": [(0.0, 0.1, 0.0), (0.1, 0.0, 1.5), (1.0, 0.3, 0.2)],
    "omega": [(0.6, 0.2, 0.3), (-0.3, 0.5, 0.4), (0.1, 0.0, 0.7)],
    "velocity": [(0.1, 0.2, 0.0), (0.1, -0.1, 0.05), (0.0, 0.0, 0.1)],
}


NAMES = "q0", "omega", "position", "velocity"


def flying(method, load, h=0.05, steps=20, bodies=STONES, start=START, **more):
    return rl.integrate(
        method, bodies, h=h, steps=steps, load=load, **{**start, **more}
    )


def begun():
    """The plain parts of the start."""
    return plain.begun(PLAIN, *[START[name] for name in NAMES])


def drift(total):
    return np.abs(total - total[0]).max()


ENDS = (0.2, 0.1, -0.1), (0.05, 0.1, -0.3)
MOMENTS = np.array((3e3, -1e3, 2e3)), np.array((1e3, 2e3, 4e3))
AXES = np.array((1.0, 0.2, 0.0)), np.array((0.0, -0.3, 1.0))
LUMPS = [STONES[0], STONES[1].about((0.0, -0.2, -0.1))]
PAIRS = {
    "spring": ("spring", 2.0, 0.7, *ENDS),
    "elastic": ("spring", 2.0, 0.0, *ENDS),
    "alignment": ("alignment", 0.5, *AXES),
    "magnets": ("magnets", *MOMENTS, *ENDS),
    "damper": ("damper", 0.5, *ENDS),
}
LAWS = {
    name: (getattr(couplings, kind)(0, 1, *given), getattr(plain, kind)(*given))
    for name, (kind, *given) in PAIRS.items()
}
LAWS["gravity"] = (
    couplings.gravity(LUMPS, G=0.3),
    plain.gravity(0.3, *map(plain.stone_of, LUMPS)),
)


@pytest.mark.evidence("second implementation")
@pytest.mark.parametrize("name", LAWS)
def test_a_law_is_that_of_a_plain_copy_and_the_slope_of_its_potential(name):
    coupling, copy = LAWS[name]
    rng, u, h = np.random.default_rng(11), np.ravel(coupling.parameters), 1e-3
    assert np.array_equal(coupling.pairs, [(0, 1)])
    for _ in range(20):  # two bodies some metres apart
        q, (w, v) = normalize(rng.normal(size=(2, 4))), rng.normal(size=(2, 2, 3))
        x = np.array([rng.normal(size=3), rng.normal(size=3) + (4.0, 0.0, 1.0)])
        a, b = [Motion(*each) for each in zip(q, w, x, v, strict=True)]
        law = coupling.law(0.0, a, b, u)
        twelve = reaction(*a.q, *a.position, *b.q, *b.position, *law)
        found = rotate([a.q, a.q, b.q, b.q], np.reshape(twelve, (4, 3))).reshape(2, 6)
        seen = [(matrix(m.q), m.position, m.omega, m.velocity) for m in (a, b)]
        wanted = [np.concatenate([N, F]) for F, N in copy(*seen)]
        assert np.abs(found - wanted).max() < 4e-14 * (1 + np.abs(wanted).max())
    if coupling.potential is None:
        return

    def V(twist):  # in small turns and moves of the first body
        moved = Motion(multiply(exp(twist[:3]), a.q), None, a.position + twist[3:])
        return coupling.potential(moved, b, u)

    for way, six in zip(h * np.eye(6), law, strict=True):
        slope = (V(-2 * way) - 8 * V(-way) + 8 * V(way) - V(2 * way)) / (12 * h)
        assert abs(slope + six) < 1e-11 * (1 + np.abs(law).max())


@pytest.mark.day(1)
@pytest.mark.kinds
@pytest.mark.evidence("second implementation")
@pytest.mark.parametrize("name", plain.STEPS)
def test_a_step_and_a_hundred_agree_with_a_plain_implementation(name):
    h, parts, done = 0.05, begun(), 0
    for steps in (1, 100 if name in ("kicks2", "splitting_231") else 3):
        run = flying(name, STRING + NEEDLES, h=h, steps=steps)
        for _ in range(steps - done):
            parts = plain.STEPS[name](PLAIN, parts, ALL_PLAIN, h)
        done = steps
        assert plain.apart(run, PLAIN, parts) < 2e-13 * (1 + steps)


@cache
def truth():
    """The parts after a second, by SciPy."""
    return plain.flow(PLAIN, begun(), ALL_PLAIN, 1.0)


@pytest.mark.day(4)
@pytest.mark.kinds
@pytest.mark.evidence("second implementation")
@pytest.mark.parametrize("name", NAMED.split())
def test_each_method_ends_where_newtons_equations_do_with_its_order(name):
    method = rl.methods.find(name)
    order = method.torque_order or method.order
    # long enough to be above rounding, short enough to be in the asymptotic range
    few = {"rkmk54": (30, 60), "splitting8_231": (3, 6), "buss8": (8, 12)}
    usual = {2: (40, 80), 3: (40, 80), 4: (20, 40)}.get(order, (10, 20))
    counts = few.get(name, usual)
    ends = [flying(name, STRING + NEEDLES, h=1.0 / n, steps=n) for n in counts]
    off = [plain.apart(end, PLAIN, truth(), 2) for end in ends]
    assert plain.apart(ends[1], PLAIN, truth()) < 1e-3
    slope = np.log(off[0] / off[1]) / np.log(counts[1] / counts[0])
    assert abs(slope - order) < 0.15, (off, slope)


@pytest.mark.day(2)
@pytest.mark.kinds
@pytest.mark.evidence("orders and invariants")
@pytest.mark.parametrize("method", KEEPING, ids=lambda m: m.name)
def test_both_momenta_stay(method):
    run = flying(method, STRING + NEEDLES, steps=80)
    assert drift(run.total_momentum) < 2e-14
    assert drift(run.total_angular_momentum) < 1e-13


@pytest.mark.night
@pytest.mark.evidence("orders and invariants")
@pytest.mark.parametrize("name", ["splitting_231", "kicks2", "dqvi"])
def test_symplectic_steps_keep_the_energy_near(name):
    run = flying(name, STRING + NEEDLES, h=0.05, steps=1200, every=2)
    off = np.abs(run.total_energy - run.total_energy[0])
    first, last = np.array_split(off, 4)[0].max(), np.array_split(off, 4)[-1].max()
    assert last < 2.5 * first
    half = flying(name, STRING + NEEDLES, h=0.025, steps=400)
    whole = flying(name, STRING + NEEDLES, h=0.05, steps=200)
    size = [drift(r.total_energy) for r in (whole, half)]
    assert 3.0 < size[0] / size[1] < 5.0


@pytest.mark.day(1)
@pytest.mark.kinds
@pytest.mark.evidence("batch = single")
@pytest.mark.parametrize(
    "name", ["buss4", "kicks4", "splitting4_231", "dqvi", "rkmk54"]
)
def test_many_systems_are_single_systems_bit_for_bit(name):
    draw = np.random.default_rng(3)
    many = {
        "omega": draw.normal(size=(5, 2, 3)),
        "velocity": 0.2 * draw.normal(size=(5, 2, 3)),
        "position": np.array(START["position"]) + 0.1 * draw.normal(size=(5, 2, 3)),
        "q0": rl.quaternion.normalize(draw.normal(size=(5, 2, 4))),
    }
    small = {k: v.astype(np.float32) for k, v in many.items()}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", errors.LargeStep)
        runs = flying(name, STRING + NEEDLES, steps=10, start=many)
        assert runs.total_momentum.shape == (11, 5, 3)
        for i in range(5):
            mine = {k: v[i] for k, v in many.items()}
            one = flying(name, STRING + NEEDLES, steps=10, start=mine)
            for what in ("q_raw", "omega", "position", "velocity", "total_energy"):
                found = getattr(runs, what)[:, i]
                assert np.array_equal(found, getattr(one, what)), what
        single = flying(name, STRING + NEEDLES, steps=10, start=small)
        assert single.omega.dtype == np.float32
        assert np.abs(single.q_raw - runs.q_raw).max() < 1e-5


@pytest.mark.parametrize("name", ["buss4", "kicks4", "dqvi", "rkmk54"])
def test_a_body_without_a_partner_flies_freely(name):
    load = couplings.spring(0, 2, 2.0, 0.5, P_A, P_B)
    run = flying(name, load, bodies=THREE, start=THREE_START)
    alone = rl.integrate(
        name, THREE[1], h=0.05, steps=20,
        load=rl.wrenches.constant_force((0.0, 0.0, 0.0)),
        **{k: v[1] for k, v in THREE_START.items()},
    )  # fmt: skip
    assert np.abs(run.q_raw[:, 1] - alone.q_raw).max() < 1e-14
    assert np.abs(run.position[:, 1] - alone.position).max() < 1e-14
    assert drift(run.linear_momentum_space[:, 0]) > 0.05
    assert drift(run.total_momentum) < 1e-13


def test_a_row_of_numbers_for_each_pair():
    """Also where springs with numbers of their own share a pair."""

    def pull(t, a, b, u):
        return 0.0, 0.0, 0.0, *(u[0] * (b.position - a.position))

    def load(k, *pairs):
        return rl.Load("springs", pull, parameters=k, pairs=pairs)

    rows = load([[1.0], [3.0], [2.0]], (0, 1), (1, 2), (0, 1))
    each = load([3.0], (0, 1)) + load([3.0], (1, 2))
    for name in ("buss4", "kicks4", "rkmk54"):
        given = {"bodies": THREE, "start": THREE_START}
        a, b = (flying(name, load, **given) for load in (rows, each))
        assert np.abs(a.q_raw - b.q_raw).max() < 1e-15
        assert np.abs(a.position - b.position).max() < 2e-15


def test_wrenches_from_outside_act_beside_couplings():
    """Weight adds what it adds to each body, and nothing to the difference."""
    g = rl.wrenches.constant_force((0.0, 0.0, -1.0))
    run = flying("buss8", STRING + g, h=0.02, steps=100)
    lost = run.total_momentum[-1] - run.total_momentum[0]
    np.testing.assert_allclose(lost, (0, 0, -4.0), atol=1e-12)
    assert drift(run.total_energy) < 1e-10


def test_pairs_may_be_found_on_the_way():
    def near(position):
        away = np.linalg.norm(position[1] - position[0])
        return [(0, 1)] if away < 5 else np.zeros((0, 2), int)

    found = rl.Load(
        "found", STRING.law, STRING.potential, parameters=STRING.parameters, pairs=near
    )
    for name in ("kicks2", "rkmk54", "buss4"):
        a, b = flying(name, found), flying(name, STRING)
        assert all(map(np.array_equal, a.motion, b.motion))
        assert np.array_equal(a.total_energy, b.total_energy)
    far = flying("kicks2", found, position=[(0, 0, 0), (0, 0, 50.0)])
    assert drift(far.linear_momentum_space) < 1e-14


def slack(t, a, b):
    """A string that pulls only when it is taut: a question that cannot be recorded."""
    way = b.position - a.position
    length = float(np.sqrt(way @ way))
    pull = 5.0 * (length - 1.2) if length > 1.2 else 0.0
    return 0.0, 0.0, 0.0, *(pull / length * way)


def test_a_formula_that_asks_questions():
    load = rl.Load("slack", slack, pairs=[(0, 1)])
    with pytest.warns(errors.SlowLoad):
        run = flying("kicks4", load)
    assert drift(run.total_momentum) < 1e-13
    with pytest.raises(errors.NotAvailable, match=r"slack.*formula.*rkmk54"):
        flying("buss4", load)

    def smooth(t, a, b):
        way = b.position - a.position
        length = np.sqrt(way @ way)
        pull = np.where(length > 1.2, 5.0 * (length - 1.2), 0.0)
        return 0.0, 0.0, 0.0, *(pull / length * way)

    other = rl.Load("smooth", smooth, pairs=[(0, 1)])
    same = flying("kicks4", other)
    assert np.abs(same.position - run.position).max() < 1e-13


def still(t, a, b):
    return 0.0, 0.0, 0.0, 0.0, 0.0, 0.0


def pair(law=still, *potential, pairs=((0, 1),), **given):
    return rl.Load("x", law, *potential, pairs=pairs, **given)


def test_what_is_refused_and_why():
    spring, alone, far = couplings.spring, STONES[0], couplings.spring(0, 2, 1.0)
    alike, many = [(0, 0, 0)] * 2, {k: np.array([v, v]) for k, v in START.items()}
    # towards the origin of space, which is no pull between two bodies
    pull = pair(
        lambda t, a, b: (0.0, 0.0, 0.0, -a.position[0], 0.0, 0.0),
        lambda a, b: a.position[0] ** 2 / 2,
    )

    def fly(load, method="kicks4", **given):
        return lambda: flying(method, load, **given)

    def found(*pairs, **given):
        return pair(pairs=lambda x: [*pairs], **given)

    refused(
        {
            r"two different places.*got \(0, 0\)": lambda: pair(pairs=[(0, 0)]),
            "places of two bodies.*float64": lambda: pair(pairs=[(0, 1.5)]),
            r"got shape \(2,\)": lambda: pair(pairs=[0, 1]),
            r"got \(-1, 1\)": lambda: pair(pairs=[(-1, 1)]),
            r"shape \(n,\) or \(1, n\).*got \(2": lambda: pair(parameters=[[1], [2]]),
            "found anew.*give one row": lambda: found((0, 1), parameters=[[1]]),
            "positive.*got -1": lambda: spring(0, 1, -1.0),
            "length: .* number of m, or 0, got -2": lambda: spring(0, 1, 1.0, -2.0),
            "stiffness": lambda: spring(0, 1, np.nan),
            "point_a": lambda: spring(0, 1, 1.0, 1.0, (1, 2)),
            "different": lambda: spring(1, 1, 1.0),
            "damping: .*positive": lambda: couplings.damper(0, 1, 0.0),
            "G: .*positive": lambda: couplings.gravity(STONES, G=-1.0),
            "axis_a": lambda: couplings.alignment(0, 1, 1.0, (1, 0), (0, 1, 0)),
            "moment_b": lambda: couplings.magnets(0, 1, (1, 0, 0), "north"),
            "two bodies or more.*planet": lambda: couplings.gravity(alone),
            "two bodies or more": lambda: couplings.gravity([alone]),
            "at most 2000.* got 2001": lambda: couplings.gravity(2001 * [alone]),
            r"below 2, the number of bodies, got \(0, 2\)": fly(far, "buss4"),
            "below 2": fly(found((0, 7))),
            r"one system at a time, .* \(2,\)": fly(found((0, 1)), start=many),
            "acts between bodies, but the run has one": [
                fly(STRING, "buss4", bodies=alone, start={"omega": (1, 0, 0)}),
                lambda: rl.stepper("kicks4", alone, h=0.1, load=STRING),
            ],
            "bodies 0 and 1 it is not finite at the start; are they at the same": fly(
                spring(0, 1, 1.0, 1.0), position=alike
            ),
            "return six numbers on body a": fly(pair(lambda t, a, b: (1.0, 2.0))),
            "not that of its potential": [
                fly(pair(still, lambda a, b: b.position[0] ** 2)),
                fly(pair(still, lambda a, b: a.position[2])),
            ],
            "second body.*moved together": fly(pull, position=[(0.3, 0, 0), (0, 0, 1)]),
        }
    )
    at_once = {"load": STRING, "duration": 1.0, "tolerance": 1e-8}
    refused(
        {
            "one body after the other.*use kicks4": fly(STRING, "krenk_nielsen"),
            "depends on those of two; use kicks4": fly(STRING + BRAKE, "dqvi"),
            "load .*: lie_euler integrates the rotation alone; use .*dqvi or": fly(
                STRING, "lie_euler"
            ),
            "bodies that act on each other are taken by rotlib.integrate in equal": (
                lambda: rl.integrate("rkmk54", STONES, **at_once, **START)
            ),
        },
        errors.NotAvailable,
    )


def test_what_dies_out_within_a_step_is_warned_of_in_each_direction():
    for axis in 50.0 * np.eye(3):
        brake = lambda t, a, b, c=axis: (0, 0, 0, *(c * (b.velocity - a.velocity)))  # noqa: E731
        with pytest.warns(errors.LargeStep, match="dies out within"):
            flying("kicks2", rl.Load("brake", brake, pairs=[(0, 1)]), steps=1)


def test_a_run_is_sliced_and_asked_between_its_records():
    run = flying("buss6", STRING + NEEDLES, steps=20)
    part = run[5:15:2]
    for total in ("total_energy", "total_angular_momentum"):
        assert np.array_equal(getattr(part, total), getattr(run, total)[5:15:2])
    refused({"totals of the whole run": lambda: run[:, 0].total_energy})
    each = [lambda: run.energy, lambda: run.potential_energy]
    refused({"total_energy": each}, errors.NotAvailable)
    shared = run.columns.index("kinetic_energy (J)")  # in a table, the energy of each
    assert np.array_equal(np.asarray(run)[..., shared], run.kinetic_energy)
    fine = flying("buss6", STRING + NEEDLES, h=0.025, steps=40)
    between = run.at(np.array([0.025, 0.475]))
    assert np.abs(between.q_raw - fine.q_raw[[1, 19]]).max() < 1e-6
    assert np.abs(between.position - fine.position[[1, 19]]).max() < 1e-6


@pytest.mark.night
@pytest.mark.evidence("orders and invariants")
def test_runge_kutta_keeps_linear_momentum_alone():
    for name, order in RUNGE_KUTTA.items():
        lost = []
        for h in (0.1, 0.05):
            run = flying(name, STRING + NEEDLES, h=h, steps=round(10 / h))
            assert drift(run.total_momentum) < 1e-14
            lost.append(drift(run.total_angular_momentum))
        assert lost[0] > 1e-9 and abs(np.log2(lost[0] / lost[1]) - order) < 0.7


@pytest.mark.parametrize("backend", ["auto", "compiled"])
@pytest.mark.parametrize("potential", [False, True])
def test_a_law_of_pairs_that_reads_another_number_on_the_way_is_asked_again(
    backend, potential
):
    k = [1.0]

    def pull(t, a, b):
        return 0.0, 0.0, 0.0, *(k[0] * (b.position - a.position))

    def energy(a, b):
        way = b.position - a.position
        return 0.5 * k[0] * (way @ way)

    def change(step, t, q, omega, position, velocity):
        assert position.shape == velocity.shape == (2, 3)
        k[0] = 1.0 if step < 10 else 5.0

    one = {"potential": energy} if potential else {"law": pull}
    load = rl.Load("changing", **one, pairs=[(0, 1)])
    run = flying("kicks2", load, callback=change, backend=backend)
    k[0] = 1.0
    there = flying("kicks2", load, steps=10, backend=backend)
    k[0] = 5.0
    start = {name: a[-1] for name, a in zip(NAMES, there.motion, strict=True)}
    rest = flying("kicks2", load, steps=10, start=start, backend=backend)
    assert np.abs(run.position[-1] - rest.position[-1]).max() < 1e-13
