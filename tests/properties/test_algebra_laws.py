"""Quaternions, rotations, poses, twists and bodies: the laws of their algebra, on any
axis and any angle; and broadcasting, which changes no bit."""

from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from problems import SKEWED
from refusals import refused

import rotlib as rl
from rotlib import dual_quaternion, lie_taylor, magnus, quaternion, se3, so3

EPS = np.finfo(float).eps
TURN = 2 * np.pi
EYE = np.eye(3)


def unit(a):
    a = np.array(a) / np.abs(a).max()
    return a / np.sqrt((a * a).sum())


def vectors(size, n=3):
    """Any n numbers up to that size: drawn as bytes, which is quicker than one by
    one."""
    return st.binary(min_size=8 * n, max_size=8 * n).map(
        lambda drawn: np.frombuffer(drawn, np.int64) * (size / 2.0**63)
    )


def directions(n):
    along = [sign * axis for axis in np.eye(n) for sign in (1.0, -1.0)]
    return st.sampled_from(along) | vectors(1.0, n).filter(np.any).map(unit)


def angles(most):
    special = [0.0, 5e-324, 1e-160, 1e-12, 1e-8, np.pi, np.nextafter(np.pi, 4)]
    special += [np.pi - 1e-9, TURN, np.nextafter(TURN, 0), TURN - 1e-5, TURN + 1e-9]
    return st.sampled_from([x for x in special if x <= most]) | st.floats(0, most)


def turns(most):
    """Rotation vectors; many are near zero, pi or 2 pi."""
    return st.builds(lambda axis, angle: angle * axis, directions(3), angles(most))


def twists(most):
    return st.builds(lambda v, u: np.concatenate([v, u]), turns(most), vectors(9.0))


QUATERNIONS = directions(4) | turns(TURN).map(quaternion.exp)
POSES = st.builds(dual_quaternion.from_pose, QUATERNIONS, vectors(9.0))


def close(found, wanted, roundings, scale=1.0):
    """Whether they differ by so many roundings of numbers of that scale."""
    return np.abs(np.asarray(found) - wanted).max() <= roundings * EPS * scale + 1e-323


def close_up_to_sign(found, wanted, *allowed):
    return close(found, wanted, *allowed) or close(found, -wanted, *allowed)


@given(QUATERNIONS, QUATERNIONS, QUATERNIONS)
def test_unit_quaternions_are_a_group(p, q, r):
    times, star = quaternion.multiply, quaternion.conjugate
    one = np.array([1.0, 0.0, 0.0, 0.0])
    assert close((times(p, q) ** 2).sum(), 1.0, 16)
    assert close(times(times(p, q), r), times(p, times(q, r)), 8)
    assert np.array_equal(times(one, q), q) and np.array_equal(times(q, one), q)
    assert close(times(q, star(q)), one, 4) and close(times(star(q), q), one, 4)
    assert close(star(times(p, q)), times(star(q), star(p)), 4)


@given(QUATERNIONS, QUATERNIONS, vectors(1e3))
def test_rotation_is_an_action_and_has_a_matrix(p, q, v):
    size = np.abs(v).max()
    turned, matrix = quaternion.rotate(q, v), quaternion.as_matrix(q)
    assert close(quaternion.rotate_back(q, turned), v, 24, size)
    assert close(matrix @ v, turned, 16, size)
    assert close(matrix @ matrix.T, EYE, 12) and np.linalg.det(matrix) > 0
    pq = quaternion.multiply(p, q)
    assert close(quaternion.rotate(pq, v), quaternion.rotate(p, turned), 40, size)
    assert close(quaternion.as_matrix(pq), quaternion.as_matrix(p) @ matrix, 16)
    back = quaternion.from_matrix(matrix)
    assert back[0] >= 0 and close_up_to_sign(back, q, 12)


@given(st.tuples(*[st.floats(-1, 1)] * 4).filter(any).map(np.array))
def test_normalize_keeps_the_direction(q):
    made = quaternion.normalize(q)
    assert close((made**2).sum(), 1.0, 4)
    assert close(made * np.abs(q).max(), q * np.abs(made).max(), 8, np.abs(q).max())


@given(turns(TURN), turns(TURN))
def test_exp_and_log_of_quaternions(v, w):
    q, angle = quaternion.exp(v), np.linalg.norm(v)
    assert close((q**2).sum(), 1.0, 8)
    short = quaternion.log(q)
    assert np.linalg.norm(short) <= np.pi * (1 + 4 * EPS)
    assert close_up_to_sign(quaternion.exp(short), q, 16)
    assert np.array_equal(quaternion.log(-q), short) or angle > 3.14
    if angle < np.pi - 1e-12:
        assert close(short, v, 24, angle)  # at small angles too
    elif angle > np.pi + 1e-12:
        assert close(short, v * (1 - TURN / angle), 64)
    turned = quaternion.multiply(quaternion.exp(w), q)
    wanted = abs(angle) if angle <= np.pi else TURN - angle
    assert close(quaternion.angle_between(quaternion.exp(w), turned), wanted, 32)


@given(QUATERNIONS, QUATERNIONS, st.floats(0, 1))
def test_slerp_divides_the_angle(p, q, t):
    angle = quaternion.angle_between(p, q)
    found = quaternion.slerp(p, q, t)
    assert close(quaternion.slerp(p, q, 0.0), p, 4)
    assert close(quaternion.angle_between(p, found), t * angle, 64)
    assert close(quaternion.angle_between(found, q), (1 - t) * angle, 64)


@given(turns(TURN), st.floats(-1, 1), st.floats(-1, 1), QUATERNIONS)
def test_exp_of_so3_is_a_homomorphism_along_an_axis(v, s, t, q):
    exp, turn = so3.exp, quaternion.as_matrix(q)
    assert close(exp(s * v) @ exp(t * v), exp((s + t) * v), 64)
    assert close(exp(-v), exp(v).T, 4)
    assert close(exp(v), quaternion.as_matrix(quaternion.exp(v)), 32)
    assert close(exp(turn @ v), turn @ exp(v) @ turn.T, 96)


@given(turns(3.14))
def test_log_of_so3_undoes_exp(v):
    assert close(so3.log(so3.exp(v)), v, 96)


@given(turns(TURN - 1e-5))
def test_derivatives_of_exp(v):
    body, space = so3.dexp_body(v), so3.dexp_space(v)
    assert close(body.T, space, 4) and close(so3.dexp_body(-v), space, 4)
    assert close(so3.exp(v) @ body, space, 32)
    assert close(body @ v, v, 32, np.abs(v).max())
    for made, back in (
        (body, so3.dexp_body_inverse(v)),
        (space, so3.dexp_space_inverse(v)),
    ):
        assert close([made @ back, back @ made], EYE, 32, np.abs(back).max())


@given(vectors(1e3), vectors(1e3))
def test_hat_is_the_cross_product(v, u):
    assert np.array_equal(so3.vee(so3.hat(v)), v)
    assert close(so3.hat(v) @ u, np.cross(v, u), 4, np.abs(v).max() * np.abs(u).max())


def is_pose(x, roundings=16):
    q, d = x[:4], x[4:]
    size = 1 + np.abs(d).max()
    return close(q @ q, 1.0, roundings) and close(q @ d, 0.0, roundings, size)


@given(POSES, POSES, POSES, vectors(9.0))
def test_poses_are_a_group_that_moves_points(x, y, z, point):
    times, star = dual_quaternion.multiply, dual_quaternion.conjugate
    matrix, one = dual_quaternion.as_matrix, np.eye(8)[0]
    xy = times(x, y)
    assert is_pose(xy)
    assert close(times(xy, z), times(x, times(y, z)), 32, 30)
    assert close(times(x, star(x)), one, 16, 30) and np.array_equal(times(one, x), x)
    there = dual_quaternion.transform(x, dual_quaternion.transform(y, point))
    assert close(dual_quaternion.transform(xy, point), there, 64, 30)
    assert close((matrix(x) @ matrix(y) @ [*point, 1.0])[:3], there, 64, 30)
    assert close(matrix(xy), matrix(x) @ matrix(y), 32, 30)
    assert close_up_to_sign(dual_quaternion.from_matrix(matrix(x)), x, 32, 30)
    q, position = dual_quaternion.as_pose(x)
    assert close(dual_quaternion.from_pose(q, position), x, 16, 30)


@given(vectors(1.0, 4).filter(np.any), vectors(1.0, 4))
def test_normalize_makes_a_pose(q, d):
    size = np.abs(q).max()
    x = dual_quaternion.normalize(np.concatenate([q, d * size]))
    assert is_pose(x)
    assert close(x[:4], quaternion.normalize(q), 8)


@given(twists(TURN), st.floats(-1, 1), st.floats(-1, 1))
def test_exp_of_twists_is_a_homomorphism_along_a_screw(xi, s, t):
    exp, times = dual_quaternion.exp, dual_quaternion.multiply
    assert is_pose(exp(xi), 32)
    assert close(times(exp(s * xi), exp(t * xi)), exp((s + t) * xi), 128, 30)
    assert close(se3.exp(xi), dual_quaternion.as_matrix(exp(xi)), 128, 30)
    assert close(se3.exp(-xi) @ se3.exp(xi), np.eye(4), 128, 30)


@given(twists(3.14), POSES)
def test_log_of_a_pose_undoes_exp(xi, x):
    # near a half turn the shift is as well determined as the axis
    assert close(dual_quaternion.log(dual_quaternion.exp(xi)), xi, 128, 30)
    assert close(se3.log(se3.exp(xi)), xi, 256, 30)
    moved = dual_quaternion.multiply(x, dual_quaternion.exp(xi))
    assert close(dual_quaternion.between(x, moved), xi, 512, 30)


@given(POSES, twists(3.0))
def test_rate_and_twist_are_inverse(x, xi):
    assert close(dual_quaternion.twist(x, dual_quaternion.rate(x, xi)), xi, 64, 30)


@given(POSES, twists(6.2), twists(3.0))
def test_adjoints_and_derivatives_of_twists(x, xi, eta):
    A, B = dual_quaternion.as_matrix(x), se3.exp(xi)
    Ad = se3.adjoint
    assert close(Ad(A @ B), Ad(A) @ Ad(B), 64, 30)
    moved = A @ se3.hat(eta) @ np.linalg.inv(A)
    assert close(se3.hat(Ad(A) @ eta), moved, 64, 100)
    assert np.array_equal(se3.vee(se3.hat(xi)), xi)
    assert close(se3.ad(xi) @ eta, -se3.ad(eta) @ xi, 16, 100)
    body, space = se3.dexp_body(xi), se3.dexp_space(xi)
    assert close(body, se3.dexp_space(-xi), 64, 30)
    assert close(Ad(B) @ body, space, 128, 100)
    assert close(space @ xi, xi, 64, 30)
    for made, back in (
        (body, se3.dexp_body_inverse(xi)),
        (space, se3.dexp_space_inverse(xi)),
    ):
        assert close(made @ back, np.eye(6), 64, 30 * np.abs(back).max())


@given(twists(6.2).filter(lambda xi: np.linalg.norm(xi[:3]) > 1e-3))
def test_a_twist_is_a_turn_about_an_axis_and_a_shift_along_it(xi):
    direction, point, angle, pitch = se3.screw(xi)
    far = 1 + np.abs(point).max() + abs(pitch)
    assert close(direction @ direction, 1.0, 8) and close(direction @ point, 0, 32, far)
    assert close(angle, np.linalg.norm(xi[:3]), 8, angle)
    assert close(angle * direction, xi[:3], 8, angle)
    moved = dual_quaternion.transform(dual_quaternion.exp(xi), point)
    assert close(moved, point + angle * pitch * direction, 256, far)


SHAPES = {"v": (3,), "u": (4,), "q": (4,), "R": (3, 3), "W": (3, 3), "n": (3, 3)}
SHAPES |= {"xi": (6,), "z": (8,), "x": (8,), "T": (4, 4), "H": (4, 4), "t": ()}


def some(kind, shape, rng):
    """Arrays of that kind: vectors v, three in a row n, quaternions u, rotations q, R,
    antisymmetric matrices W, fractions t, twists xi, dual quaternions z, poses x, T,
    and 4 x 4 matrices H of twists."""
    size = rng.choice([1.0, 1.0, 1e-3, 1e-9], (*shape, 1))
    v = rng.uniform(-1.5, 1.5, (*shape, 3)) * size
    xi = np.concatenate([v, rng.uniform(-2, 2, (*shape, 3))], -1)
    made = {
        "t": lambda: rng.uniform(1e-3, 1, shape),
        "v": lambda: v,
        "n": lambda: rng.uniform(-0.5, 0.5, (*shape, 3, 3)),
        "u": lambda: rng.uniform(-2, 2, (*shape, 4)) * size,
        "q": lambda: quaternion.exp(v),
        "R": lambda: so3.exp(v),
        "W": lambda: so3.hat(v),
        "xi": lambda: xi,
        "z": lambda: rng.uniform(-2, 2, (*shape, 8)),
        "x": lambda: dual_quaternion.exp(xi),
        "T": lambda: se3.exp(xi),
        "H": lambda: se3.hat(xi),
    }
    return made[kind]()


def named(of, said, **options):
    """The functions of a module or a body, each with the kinds of its arguments."""
    for name, *kinds in map(str.split, said.split(",")):
        yield name, partial(getattr(of, name), **options), kinds


FUNCTIONS = {
    "quaternion": named(
        quaternion,
        "multiply u u, conjugate u, normalize u, rotate q v, rotate_back q v, exp v,"
        "exp_third_order v, log q, angle_between q q, slerp q q t, as_matrix q,"
        "from_matrix R",
    ),
    "angles": [
        ("from_euler", partial(quaternion.from_euler, "zxz"), ["v"]),
        ("as_euler", partial(quaternion.as_euler, seq="XYZ"), ["q"]),
    ],
    "so3": named(
        so3,
        "hat v, vee W, exp v, log R, orthonormalize R, dexp_body v, dexp_space v,"
        "dexp_body_inverse v, dexp_space_inverse v",
    ),
    "se3": named(
        se3,
        "hat xi, vee H, exp xi, log T, adjoint T, ad xi, dexp_body xi, dexp_space xi,"
        "dexp_body_inverse xi, dexp_space_inverse xi, screw xi",
    ),
    "dual_quaternion": named(
        dual_quaternion,
        "multiply z z, conjugate z, normalize z, from_pose q v, as_pose x,"
        "transform x v, exp xi, log x, between x x, twist x z, rate x xi, as_matrix x,"
        "from_matrix T",
    ),
    "series": [
        *named(magnus, "rotation_vector v v t", terms=5),
        *named(magnus, "rotation_vector v v t, step q v v t", order=8, frame="space"),
        *named(magnus, "coning_correction n"),
        *named(lie_taylor, "rotation_vector n t"),
    ],
    "body": named(
        SKEWED, "momentum v, kinetic_energy v, momentum_space q v, omega q v"
    ),
}
FUNCTIONS = {name: [*those] for name, those in FUNCTIONS.items()}
each_module = pytest.mark.parametrize("module", FUNCTIONS)


@st.composite
def broadcast(draw, arguments):
    """For each argument a shape, such that they broadcast."""
    whole = tuple(draw(st.lists(st.integers(0, 3), max_size=3)))
    parts = []
    for _ in range(arguments):
        keep = draw(st.lists(st.booleans(), min_size=len(whole), max_size=len(whole)))
        part = [n if kept else 1 for n, kept in zip(whole, keep, strict=True)]
        parts.append(tuple(part[draw(st.integers(0, len(part))) :]))
    return parts


def flat(result):
    return result if isinstance(result, tuple) else (result,)


@each_module
@pytest.mark.evidence("batch = single")
@settings(max_examples=8)
@given(shapes=broadcast(4), seed=st.integers(0, 99))
def test_broadcasting_changes_no_bit_and_single_precision_stays(module, shapes, seed):
    rng = np.random.default_rng(seed)
    for name, function, kinds in FUNCTIONS[module]:
        parts = shapes[: len(kinds)]
        whole = np.broadcast_shapes(*parts)
        arguments = [some(k, part, rng) for k, part in zip(kinds, parts, strict=True)]
        together = flat(function(*arguments))
        full = [
            np.broadcast_to(a, whole + SHAPES[k])
            for a, k in zip(arguments, kinds, strict=True)
        ]
        for place in np.ndindex(whole):
            alone = flat(function(*[a[place].copy() for a in full]))
            for one, many in zip(alone, together, strict=True):
                assert one.tobytes() == many[place].tobytes(), name
                assert many.shape == whole + one.shape, name
        narrow = flat(function(*[a.astype(np.float32) for a in arguments]))
        for single, double in zip(narrow, together, strict=True):
            assert double.dtype == np.float64, name
            assert module == "body" or single.dtype == np.float32, name
            assert single.shape == double.shape, name


@each_module
def test_what_is_no_such_array_is_refused_and_named(module):
    """Of another shape, not finite, not real, ragged, or of another length."""
    rng = np.random.default_rng(0)
    for name, function, kinds in FUNCTIONS[module]:
        for i, kind in enumerate(kinds):
            right = [some(k, (), rng) for k in kinds]
            wrong = [np.full(SHAPES[kind], x) for x in (np.nan, np.inf, 1j)]
            wrong += ["abc", [[1, 2, 3], [1, 2]], np.ones(5)][: 2 + (kind != "t")]
            unit = kind in "qxRT" and name != "orthonormalize"
            wrong += [2 * right[i]] if unit else []
            for bad in wrong:
                given = [*right[:i], bad, *right[i + 1 :]]
                refused({r"^[\w, ]+: expected": partial(function, *given)})


@st.composite
def bodies(draw):
    """An ellipsoid of any attitude, about any point."""
    axes = 0.1 + np.abs(draw(vectors(9.0)))
    turn = quaternion.as_matrix(draw(QUATERNIONS))
    made = rl.Body.ellipsoid(mass=draw(st.floats(0.1, 9.0)), semi_axes=axes)
    inertia = turn @ made.inertia @ turn.T
    return rl.Body((inertia + inertia.T) / 2, made.mass).about(draw(vectors(9.0)))


def same_body(a, b, roundings):
    scale = np.abs(a.inertia).max() + a.mass * (900 + a.centre @ a.centre)
    alike = close(a.inertia, b.inertia, roundings, scale)
    return a.mass == b.mass and alike and close(a.centre, b.centre, roundings, 30)


@given(bodies(), vectors(9.0), QUATERNIONS)
def test_energy_and_momentum_of_a_body_agree(body, omega, q):
    moments, axes = body.principal_moments, quaternion.as_matrix(body.principal_axes)
    size = np.abs(body.inertia).max()
    assert close(axes @ np.diag(moments) @ axes.T, body.inertia, 32, size)
    L, energy = body.momentum(omega), body.kinetic_energy(omega)
    assert close(L, body.inertia @ omega, 8, 30 * size)
    assert close(energy, 0.5 * omega @ L, 16, 300 * size)
    there = body.momentum_space(q, omega)
    assert close(there, quaternion.rotate(q, L), 16, 30 * size)
    conditioned = max(moments) / min(moments)
    assert close(body.omega(q, there), omega, 64, 10 * conditioned)
    twist = np.array([*omega, 0, 0, 0])
    assert close(0.5 * twist @ body.inertia_6x6 @ twist, energy, 16, 300 * size)


@given(bodies(), *[vectors(9.0)] * 4)
def test_reference_points_are_a_group_action(body, a, b, omega, velocity):
    assert same_body(body.about(a).about(b), body.about(a + b), 128)
    assert same_body(body.about(a).about(-a), body, 128)
    moved = body.about(a)
    here = np.array([*omega, *velocity])  # the same motion, seen from another point
    there = np.array([*omega, *(velocity + np.cross(omega, a))])
    momentum, other = body.inertia_6x6 @ here, moved.inertia_6x6 @ there
    scale = 1000 * np.abs(body.inertia_6x6).max() + 1e5 * body.mass
    assert close(0.5 * there @ other, 0.5 * here @ momentum, 64, scale)
    assert close(momentum[3:], other[3:], 64, scale)


@pytest.mark.filterwarnings("ignore::rotlib.errors.LargeStep")
@given(vectors(2.0), directions(3), st.floats(1e-3, 60.0))
def test_no_step_of_lie_euler_loses_energy(a, omega, h):
    a = 0.05 + np.abs(a)
    J = a.sum() - a  # any moments that a body can have
    run = rl.integrate("lie_euler", rl.Body(tuple(J)), omega=omega, h=h, steps=1)
    before, after = J * run.omega
    gain, scale = 2 * (run.energy[1] - run.energy[0]), 10 * before @ (before / J)
    moved = after - before
    assert close(gain, moved @ (moved / J), 64 * (1 + h), scale)
    assert gain > -64 * EPS * scale
