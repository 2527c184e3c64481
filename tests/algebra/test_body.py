"""Bodies: solids, reference points, principal axes, the 6x6 inertia, bad input."""

import math
import operator
import pickle
import re
from dataclasses import fields, replace
from functools import partial
from itertools import product

import numpy as np
import pytest
from refusals import refused

import rotlib as rl
from rotlib import Body
from rotlib.errors import InvalidInertia, InvalidInput

ROUND, SEMI = {"radius": 0.4, "height": 0.9}, np.array((0.3, 0.7, 1.1))
SIDES = SEMI[:2, None]
SOLIDS = {  # sizes, the lowest z and the highest, the half widths of the slice there
    "box": ({"sides": 2 * SEMI}, -1.1, 1.1, lambda z: SIDES),
    "ellipsoid": ({"semi_axes": SEMI}, -1.1, 1.1, lambda z: SIDES * bulge(z / 1.1)),
    "sphere": ({"radius": 0.6}, -0.6, 0.6, lambda z: 0.6 * bulge(z / 0.6)),
    "cylinder": (ROUND, -0.45, 0.45, lambda z: 0.4),
    "cone": (ROUND, 0.0, 0.9, lambda z: 0.4 * z / 0.9),
}


def bulge(z):
    return np.sqrt(1 - z**2)


@pytest.mark.parametrize("name", SOLIDS)
def test_solids_are_their_slices(name):
    """Rectangles or ellipses, whose mean x^2 is a third or a quarter of the largest."""
    sizes, low, high, widths = SOLIDS[name]
    nodes, weights = np.polynomial.legendre.leggauss(6)
    z = (low + high) / 2 + (high - low) / 2 * nodes
    a, b = np.broadcast_to(widths(z), (2, 6))
    m = weights * a * b
    m *= 2.5 / m.sum()
    x2, y2 = m @ np.transpose([a**2, b**2]) / (3 if name == "box" else 4)
    z2, body = m @ z**2, getattr(Body, name)(mass=2.5, **sizes)
    moments = y2 + z2, x2 + z2, x2 + y2
    assert np.allclose(body.inertia, np.diag(moments), rtol=1e-14, atol=0)
    assert np.allclose(body.centre, (0, 0, m @ z / 2.5), rtol=1e-14, atol=1e-16)
    assert body.mass == 2.5


def inertia_of(m, r):
    """Of particles, about the origin."""
    second = np.einsum("n,ni,nj->ij", m, r, r)
    return np.trace(second) * np.eye(3) - second


def cloud(seed, n=7):
    """Random particles, and the body they make about the origin."""
    rng = np.random.default_rng(seed)
    m, r = rng.uniform(0.2, 2.0, n), rng.normal(size=(n, 3)) + rng.normal(size=3)
    return m, r, Body(inertia_of(m, r), mass=m.sum(), centre=m @ r / m.sum())


@pytest.mark.parametrize("seed", range(5))
def test_a_body_is_its_particles(seed):
    """Seen from another point, turned, joined with others; its energy and momentum."""
    (m, r, body), (m2, r2, b), (_, _, other) = (cloud(seed + k) for k in (0, 5, 10))
    rng = np.random.default_rng(100 + seed)
    w, v, point = rng.normal(size=(3, 3))
    M = body.inertia_6x6
    assert np.array_equal(M, M.T) and np.linalg.eigvalsh(M).min() > 0
    for turning, shift in ((w, v), (w, 0 * v)):
        velocity = shift + np.cross(turning, r)
        twist = np.concatenate([turning, shift])
        energy = 0.5 * (m * (velocity**2).sum(1)).sum()
        L = (m[:, None] * np.cross(r, velocity)).sum(0)
        momentum = np.concatenate([L, m @ velocity])
        assert math.isclose(twist @ M @ twist / 2, energy, rel_tol=1e-13)
        assert np.allclose(M @ twist, momentum, rtol=1e-13, atol=1e-13)
    assert math.isclose(float(body.kinetic_energy(w)), energy, rel_tol=1e-13)
    assert np.allclose(body.momentum(w), L, rtol=1e-13)

    moved, at_centre = body.about(point), body.about(body.centre)
    assert np.allclose(moved.inertia, inertia_of(m, r - point), rtol=1e-12)
    assert np.allclose(moved.centre, body.centre - point, rtol=1e-13)
    # least about the centre of mass
    assert np.linalg.eigvalsh(moved.inertia - at_centre.inertia).min() > -1e-12
    assert np.array_equal(at_centre.centre, np.zeros(3))

    q, root = rl.quaternion.normalize(rng.normal(size=4)), rng.normal(size=(6, 6))
    wet = Body(body.inertia, body.mass, body.centre, root @ root.T)
    here, there = np.array([*w, *v]), np.array([*w, *(v + np.cross(w, point))])
    seen = wet.about(point)  # the same motion, of another point
    energies = here @ wet.inertia_6x6 @ here, there @ seen.inertia_6x6 @ there
    assert math.isclose(*energies, rel_tol=1e-13)
    s = r @ rl.quaternion.as_matrix(q).T  # each particle at R r
    turned = wet.rotated(q)
    assert np.allclose(turned.inertia, inertia_of(m, s), rtol=1e-12)
    assert np.allclose(turned.centre, m @ s / m.sum(), rtol=1e-12)
    before, after = np.array([*w, *v]), rl.quaternion.rotate(q, [w, v]).ravel()
    energies = after @ turned.inertia_6x6 @ after, before @ wet.inertia_6x6 @ before
    assert math.isclose(*energies)
    back = turned.rotated(rl.quaternion.conjugate(q))
    assert np.allclose(back.inertia_6x6, wet.inertia_6x6, rtol=1e-12, atol=1e-13)

    m, r = np.concatenate([m, m2]), np.concatenate([r, r2])
    for joined in (wet + b, sum([wet, b])):
        assert np.allclose(joined.inertia, inertia_of(m, r), rtol=1e-13)
        assert np.allclose(joined.centre, m @ r / m.sum(), rtol=1e-13)
        assert math.isclose(joined.mass, m.sum(), rel_tol=1e-14)
        assert np.array_equal(joined.added_mass, wet.added_mass)
    assert np.array_equal((wet + wet).added_mass, 2 * wet.added_mass)
    whole = wet.inertia_6x6 + b.inertia_6x6 + other.inertia_6x6
    assert np.allclose((joined + other).inertia_6x6, whole, rtol=1e-13, atol=1e-13)
    nonsense = [(body, x) for x in (1, 1.0, None, np.zeros(3))]
    both = [*nonsense, *(pair[::-1] for pair in nonsense)]
    refused({"": [partial(operator.add, *pair) for pair in both]}, TypeError)


@pytest.mark.parametrize("seed", range(8))
def test_a_6x6_gives_its_body_back(seed):
    """A rigid one as it was, and any definite one with what fluid it needs."""
    body, rng = cloud(seed)[2], np.random.default_rng(seed)
    again = Body.from_inertia_6x6(body.inertia_6x6)
    assert np.array_equal(again.inertia_6x6, body.inertia_6x6)
    assert again.mass == body.mass and np.array_equal(again.inertia, body.inertia)
    assert np.allclose(again.centre, body.centre, rtol=1e-15, atol=0)
    there = body.about(body.centre)
    assert Body.from_inertia_6x6(there.inertia_6x6) == there  # a centre of zero is zero
    shift = np.eye(6)  # the matrix as others compute it, with rounding of its own
    shift[3:, :3] = np.array([[0, -0.3, 0.2], [0.3, 0, -0.1], [-0.2, 0.1, 0]])
    moved = Body.from_inertia_6x6(shift.T @ body.inertia_6x6 @ shift)
    assert not again.added_mass.any() and not moved.added_mass.any()
    assert np.allclose(moved.centre, body.centre - (0.1, 0.2, 0.3), rtol=1e-12)
    root, size = rng.normal(size=(6, 6)), np.diag(10.0 ** rng.uniform(-2, 2, 6))
    M = size @ (root @ root.T + 0.1 * np.eye(6)) @ size
    M = (M + M.T) / 2
    body = Body.from_inertia_6x6(M)
    scale = np.sqrt(np.outer(M.diagonal(), M.diagonal()))
    assert np.abs((body.inertia_6x6 - M) / scale).max() < 1e-13
    assert body.added_mass.any()
    assert body.mass <= np.linalg.eigvalsh(M[3:, 3:])[0] * (1 + 1e-12)


MOMENTS = np.array([(1.0, 2.0, 2.5), (2.5, 1.0, 2.0), (1.0, 1.0, 1.5), (1.0, 2.0, 3.0)])


def test_principal_axes():
    """A diagonal inertia is its own frame, in any order; of others it is found."""
    body = Body((3.0, 1.0, 2.5))
    assert body.principal_moments == (3.0, 1.0, 2.5)
    assert body.principal_axes == (1.0, 0.0, 0.0, 0.0)
    numbers = *body.principal_moments, *body.principal_axes
    assert all(type(x) is float for x in numbers)
    edges = [(2, 2, 2), (1, 1 + 1e-12, 1.5), (1e-9, 1, 1)]
    for seed, J in product(range(3), [*MOMENTS, *edges]):
        q = rl.quaternion.normalize(np.random.default_rng(seed).normal(size=4))
        R = rl.quaternion.as_matrix(q)
        body = Body(R @ np.diag(J) @ R.T)
        axes = rl.quaternion.as_matrix(body.principal_axes)
        moments = body.principal_moments
        assert np.allclose(sorted(moments), sorted(J), rtol=1e-13, atol=2e-15), J
        assert np.allclose(axes @ np.diag(moments) @ axes.T, body.inertia, atol=3e-15)
        assert math.isclose(math.hypot(*body.principal_axes), 1.0, rel_tol=1e-15)


@pytest.mark.parametrize("name", ["cylinder", "cone"])
@pytest.mark.parametrize("axis", ["x", "y", "z", (0, 0, -2.0), (1.0, -2.0, 0.5)])
def test_axis_of_a_round_body(name, axis):
    """The body along z, turned by any rotation that takes z to the axis."""
    make = getattr(Body, name)
    body, along_z = make(mass=2.5, **ROUND, axis=axis), make(mass=2.5, **ROUND)
    v = np.eye(3)["xyz".index(axis)] if isinstance(axis, str) else np.array(axis)
    v = v / np.linalg.norm(v)
    side = np.cross(v, (0.3, 1.0, 0.7))
    side /= np.linalg.norm(side)
    R = np.stack([side, np.cross(v, side), v], -1)
    turned = along_z.rotated(rl.quaternion.from_matrix(R))
    assert np.allclose(body.inertia, turned.inertia, rtol=1e-14, atol=1e-15)
    assert np.allclose(body.centre, turned.centre, rtol=1e-14, atol=1e-15)
    if isinstance(axis, str):  # no rounding leaves the principal axes
        assert body.principal_axes == (1.0, 0.0, 0.0, 0.0)
        assert sorted(body.principal_moments) == sorted(along_z.principal_moments)


def test_a_body_does_not_change():
    """That it is read-only, and equal to its copies, is asked where objects are."""
    given = np.array([1.0, 2.0, 2.5])
    body = Body(given)
    given[0] = 5.0
    assert body.inertia[0, 0] == 1.0
    with pytest.raises(AttributeError):
        body.mass = 2.0
    assert repr(body).startswith("Body(mass=1, principal moments=(1, 2, 2.5)")


def many(n=4):
    """Bodies with all that a body can have, and the same as one object."""
    rng, each = np.random.default_rng(5), []
    for i in range(n):
        _, _, body = cloud(i)
        root, axes = rng.normal(size=(6, 6)), rng.normal(size=(2, 3))
        axes /= np.linalg.norm(axes, axis=-1, keepdims=True)
        body = replace(body, added_mass=root @ root.T)
        each.append(body.with_rotors(axes, (0.1, 0.2)))
    names = [field.name for field in fields(Body)]
    return each, Body(**{a: np.array([getattr(b, a) for b in each]) for a in names})


def test_moments_of_many_bodies_are_many_bodies():
    """100 000 take a tenth of a second; made one by one they took half a minute."""
    bodies = Body(MOMENTS, mass=(1.0, 2.0, 3.0, 4.0), centre=(0, 0, 0))
    assert bodies.shape == (4,) and len(bodies) == 4 and bodies
    assert list(bodies) == [*map(Body, MOMENTS, (1, 2, 3, 4))]
    assert bodies[-1] == Body((1, 2, 3), 4) and type(bodies[-1].mass) is float
    assert bodies[1:3] == Body(MOMENTS[1:3], (2.0, 3.0)) == bodies[[1, 2]]
    assert bodies[bodies.mass > 2] == bodies[2:] and not len(bodies[:0])
    table = Body(MOMENTS.reshape(2, 2, 3))
    assert table.shape == (2, 2) and table[1, 0] == Body(MOMENTS[2])
    assert sum(bodies) == sum(list(bodies)) and Body(MOMENTS[0]).shape == ()
    one = Body(MOMENTS[0])
    assert one
    refused({"one body": [partial(wrong, one) for wrong in (len, list)]}, TypeError)
    wrong = (one, 0), (bodies, 4), (bodies, (0, 0)), (bodies, "x")
    refused({"": [partial(Body.__getitem__, *given) for given in wrong]}, IndexError)


@pytest.mark.parametrize("seed", range(3))
def test_a_table_of_three_bodies_is_no_matrix(seed):
    """Rows that are moments of bodies are never the matrix of a body."""
    rng = np.random.default_rng(seed)
    parts = rng.uniform(0.1, 1.0, (3, 3))
    table = parts.sum(-1, keepdims=True) - parts
    assert list(Body(table)) == [Body(row) for row in table]
    assert Body([(1, 2, 3), (2, 3, 1), (3, 1, 2)]).shape == (3,)
    assert Body(1.5 * np.eye(3) + 0.5).shape == ()  # as close as a matrix comes
    matrix = cloud(seed)[2].inertia
    assert Body(matrix).shape == ()
    assert Body([matrix, matrix, matrix]).shape == (3,)


def test_many_bodies_have_the_properties_of_each():
    each, bodies = many()
    rng = np.random.default_rng(6)
    w, s, q = rng.normal(size=(4, 3)), rng.normal(size=(4, 2)), rng.normal(size=(4, 4))
    q = rl.quaternion.normalize(q)

    properties = [
        lambda b, w, s, q: np.stack(b.principal_moments, -1),
        lambda b, w, s, q: np.stack(b.principal_axes, -1),
        lambda b, w, s, q: b.inertia_6x6,
        lambda b, w, s, q: b.inertia_of_platform,
        lambda b, w, s, q: b.kinetic_energy(w, s),
        lambda b, w, s, q: b.momentum_space(q, w, s),
        lambda b, w, s, q: b.omega(q, b.momentum_space(q, w, s), s),
    ]
    for of in properties:
        alone = [of(b, *x) for b, *x in zip(each, w, s, q, strict=True)]
        np.testing.assert_array_equal(of(bodies, w, s, q), alone)
    changed = [
        lambda b: b.about((0.1, -0.2, 0.3)),
        lambda b: b.about(b.centre if b.shape else b.centre.tolist()),
        lambda b: b.rotated((0.5, 0.5, -0.5, 0.5)),
        lambda b: b.with_rotors((0, 0, 1.0), 1e-3),
        lambda b: b + Body.sphere(mass=2.0, radius=0.3),
        lambda b: b + b,
        lambda b: pickle.loads(pickle.dumps(b)),
    ]
    for change in changed:
        new = change(bodies)
        assert list(new) == [change(b) for b in each]
        assert not any(a.flags.writeable for a in (new.inertia, new.mass, new.centre))
    assert bodies.rotors == 2
    assert hash(bodies) == hash(pickle.loads(pickle.dumps(bodies)))
    assert repr(bodies) == f"<4 bodies, the first {each[0]!r}>"
    assert bodies != each[0] and bodies[:1] != each[0] and bodies != each


def test_many_solids():
    sizes, masses = np.array([(0.3, 0.7, 1.1), (1, 2, 3), (2, 2, 1)]), (1.0, 2.0, 3.0)
    made = [  # with what each has of its own, and what all share
        (Body.box, {"sides": sizes}, {}),
        (Body.ellipsoid, {"semi_axes": sizes.tolist()}, {}),
        (Body.sphere, {"radius": sizes[:, 0]}, {}),
        (Body.cylinder, {"radius": sizes[:, 0]}, {"height": 2.0, "axis": "x"}),
        (Body.cone, {"height": sizes[:, 1]}, {"radius": 0.5, "axis": (1, 2, 2)}),
    ]
    for make, each, same in made:
        for i, body in enumerate(make(mass=masses, **each, **same)):
            own = {name: values[i] for name, values in each.items()}
            assert body == make(mass=masses[i], **own, **same)
    assert Body.box(sides=(1, 2, 3), mass=masses).shape == (3,)


RIGID, CYLINDER = Body.from_inertia_6x6, partial(Body.cylinder, **ROUND)
WRONG_6x6 = np.diag([1, 1, 1, 1, 1, -1.0])
NO_BODIES = {  # words: inertia, mass, centre, added mass
    "no body has principal moments.*sum of the others": [
        ((1, 2, 3.5),),
        ([[3, 0.5, 0], [0.5, 3, 0], [0, 0, 0.9]],),
    ],
    "inertia: expected a symmetric": [([[2, 0.1, 0], [-0.1, 2, 0], [0, 0, 2]],)],
    "positive": [((-1, 2, 2),), ([[1, 2, 0], [2, 1, 0], [0, 0, 2]],)],
    "thickness": [((0, 2, 2),)],
    "1e[+]50": [((1e60, 1e60, 1e60),)],
    "mass: expected a positive number of kg, got": [((1, 2, 2), m) for m in (0, -1)],
    # about the centre, given as if about the tip
    "inertia, mass, centre: .*about the reference point": [((1, 1, 1), 1, (0, 0, 2))],
    "inertia, added_mass": [((1, 2, 2), 1, (0, 0, 0), np.diag((-9, 1, 1, 1, 1, 1)))],
    "added_mass: expected a symm": [
        ((1, 2, 2), 1, (0, 0, 0), np.eye(6) + np.eye(6, k=4))
    ],
    "added_mass: expected entries": [((1, 2, 2), 1, (0, 0, 0), 1e60 * np.eye(6))],
}
BAD = {  # words: what is refused with them
    "positive": [lambda: Body.sphere(radius=-1), lambda: Body.cone(radius=0, height=1)],
    "finite": [partial(Body, (1, x, 2)) for x in (np.nan, np.inf)],
    "height: expected finite": partial(Body.cylinder, radius=1, height=np.nan),
    "mass: expected a positive": lambda: Body.box(mass=0, sides=(1, 2, 3)),
    "mass": [partial(Body, (1, 2, 2), mass=m) for m in (np.nan, (1, 2))],
    "shape": [partial(Body, x) for x in ((1, 2), np.eye(4), 3.0)],
    "real numbers": [partial(Body, x) for x in ("heavy", (1j, 2, 2))],
    "centre: expected shape": lambda: Body((1, 2, 2), centre=(1, 2)),
    "centre": lambda: Body((1, 2, 2), centre=(1, 2, np.nan)),
    "added_mass: expected shape": lambda: Body((1, 2, 2), added_mass=(1, 2, 3)),
    r"sides: expected shape \(..., 3\), got \(2,\)": lambda: Body.box(sides=(1, 2)),
    r"sides: expected shape \(..., 3\), got \(\)": lambda: Body.box(sides=2),
    "sides: expected a positive number": lambda: Body.box(mass=1, sides=(1, 2, 0)),
    "axis: expected one of 'x', 'y', 'z', got 'w'": partial(CYLINDER, axis="w"),
    "axis: expected a direction, got .* zero": partial(CYLINDER, axis=(0, 0, 0)),
    "axis: expected shape": partial(CYLINDER, axis=(0, 1)),
    r"M: expected shape \(6, 6\), got \(36,\)": partial(RIGID, np.ones(36)),
    "M: expected real": partial(RIGID, "heavy"),
    "M: expected a symmetric matrix": partial(RIGID, np.eye(6) + np.eye(6, k=1)),
    "M: expected a positive definite 6x6": partial(RIGID, WRONG_6x6),
    "real number": lambda: Body.ellipsoid(semi_axes=("a", 1, 2)),
}
WITH_ROTORS, TWO = Body(MOMENTS).with_rotors, [MOMENTS[:2], [(1, 2, 3.5)] * 2]
BAD_AMONG_MANY = {
    r"^mass: expected shape \(\) or \(4,\), got \(2,\)": lambda: Body(MOMENTS, (1, 2)),
    "mass: .*finite.* at 2": lambda: Body(MOMENTS, (1, 1, np.nan, 1)),
    "^centre: expected shape": lambda: Body(MOMENTS, 1.0, np.zeros((3, 3))),
    r"^body\[1, 0\]: inertia: no body": partial(Body, TWO),
    r"^body\[2\]: .*rotors that are part": partial(WITH_ROTORS, (0, 0, 1.0), 1.9),
    "rotor_axes: expected shape": partial(WITH_ROTORS, np.eye(3), (0.1, 0.2)),
    r"^body\[1\]: radius: expected a positive": lambda: Body.sphere(radius=(1, -1)),
    "^mass, sides: .*axes that broad": lambda: Body.box(mass=(1, 2), sides=MOMENTS[:3]),
    "bodies: expected leading axes": lambda: Body(MOMENTS) + Body(MOMENTS[:2]),
    "point: expected shape": lambda: Body(MOMENTS).about(np.zeros((2, 3))),
}


def refusal(*given):
    try:
        Body(*given)
    except InvalidInertia as error:
        return str(error)
    return ""


def among(alone):
    """The same refusal of the second of two bodies, whose first is a good one."""
    good = np.eye(3), 1.0, np.zeros(3), np.zeros((6, 6))
    rest = [*alone[1:], *good[len(alone) :]]
    J = np.array(alone[0], float)
    both = zip(good, [J if J.ndim == 2 else np.diag(J), *rest], strict=True)
    return refusal(*[np.array([np.asarray(a), b], float) for a, b in both])


def test_what_is_no_body_is_none_among_many():
    for words, each in NO_BODIES.items():
        for given in each:
            said = refusal(*given)
            assert re.search(words, said), (words, said)
            assert among(given) == f"body[1]: {said}"
    rng, refused = np.random.default_rng(0), 0
    for _ in range(240):
        axes = np.linalg.qr(rng.normal(size=(3, 3)))[0]
        J = axes @ np.diag(rng.uniform(0.5, 2.0, 3)) @ axes.T
        centre = rng.normal(size=3) * rng.choice([0.0, 0.3])
        given = (J + J.T) / 2, rng.uniform(0.1, 1.0), centre
        said = refusal(*given)
        assert among(given) == (said and f"body[1]: {said}")
        refused += bool(said)
    assert 0 < refused < 240


def test_bodies_that_do_not_go_together():
    refused(BAD_AMONG_MANY)
    flat = 0.333333, 0.333333, 0.666667
    with pytest.warns(rl.errors.RoundedInertia):
        rounded = Body([(1, 2, 2.5), flat])
    with pytest.warns(rl.errors.RoundedInertia):
        assert rounded[1] == Body(flat)


def test_impossible_bodies_and_their_limits():
    Body((1.0, 2.0, 3.0))  # all mass in a plane
    Body((1.0, 1.5, 0.5), mass=1.0, centre=(0, 0, 1.0))  # a thin rod along x
    Body.sphere(mass=1.0, radius=1e-3).about((0, 0, 100.0))
    Body.box(mass=1e-20, sides=(1e-9, 2e-9, 3e-9))
    Body.box(mass=1e20, sides=(1e9, 2e9, 3e9))
    refused(BAD)
    kinds = InvalidInput, ValueError, rl.errors.RotlibError
    assert all(issubclass(InvalidInertia, kind) for kind in kinds)
    b = Body((1, 2, 2))
    points = [b.about, b.rotated]
    wrong = [(1, 2), np.nan, (1, 2, np.inf), (1, 1, 0, 0), -np.eye(3), 2 * np.eye(3)]
    refused({"": [partial(f, x) for f in points for x in (*wrong, np.eye(4))]})
