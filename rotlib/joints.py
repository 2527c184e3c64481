"""Joints between the bodies of a system, and between a body and the world.

A joint holds two bodies at a point, and says how they may still turn or slide. Bodies
`a`, `b` are named by their places in the list that `rotlib.integrate` is given. Points
`at_a`, `at_b` are seen from the reference point of their body, m; they and the axes, of
any length, are components of that body. The world is a body that nothing moves: its
points and directions are those of space. InvalidInput if a and b are not two bodies, or
an axis is zero. The method is `rotlib.methods.rattle`.

Chapter: What holds a door?
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeAlias, cast

import numpy as np

from . import _check, quaternion
from ._bodies import Bodies, BodyLike, as_body
from ._mechanism import Mechanism, as_array, by_lane, mechanism_of
from ._types import Array, ArrayLike, Attitude
from .body import Body
from .errors import InvalidInput
from .kernels.quaternion import rotate, rotate_back

if TYPE_CHECKING:
    from .runs.trajectory import Trajectory

__all__ = [
    "WORLD",
    "Forces",
    "Joint",
    "ball",
    "consistent",
    "fixed",
    "forces",
    "hinge",
    "slider",
    "universal",
]

WORLD: Final = "world"
"""The ground, where a joint asks for its second body."""

OPEN = 1e-9  # a gap at the start, relative to the numbers whose difference it is
MOST = 60  # corrections of a start

Place: TypeAlias = int | Literal["world"]
Point: TypeAlias = tuple[float, float, float]
UNTURNED = (1.0, 0.0, 0.0, 0.0)
ORIGIN = (0.0, 0.0, 0.0)


def __dir__() -> list[str]:
    return __all__


@dataclass(frozen=True)
class Joint:
    """What holds two bodies together; made by `ball`, `hinge` and their like.

    kind: "ball", "universal", "hinge", "fixed" or "slider"
    a, b: the bodies
    at_a, at_b: the point of either body that the joint holds, m
    across: pairs of directions, one of either body, that stay at right angles
    offsets: directions of body a along which the points have no distance; if there are
        none, the points are the same
    aligned: pairs of directions that are the same; the equations of `across` cannot
        tell them from opposite ones
    """

    kind: str
    a: int
    b: Place
    at_a: Point = ORIGIN
    at_b: Point = ORIGIN
    across: tuple[tuple[Point, Point], ...] = ()
    offsets: tuple[Point, ...] = ()
    aligned: tuple[tuple[Point, Point], ...] = ()

    def __repr__(self) -> str:
        b = "WORLD" if self.b == WORLD else self.b
        return f"{self.kind}({self.a}, {b})"

    def rows_of(self, name: str) -> list[Any]:
        """What the constraints of one kind take of body a and of body b."""
        at_a, at_b = ("at", self.at_a), ("at", self.at_b)
        if name == "point":
            return [] if self.offsets else [((at_a,), (at_b,))]
        if name == "across":
            return [((("axis", u),), (("axis", v),)) for u, v in self.across]
        return [((at_a, ("axis", u)), (at_b,)) for u in self.offsets]


def ball(a: int, b: Place, at_a: ArrayLike = ORIGIN, at_b: ArrayLike = ORIGIN) -> Joint:
    """A ball in a socket: a point of either body stays at one of the other.

    Three constraints [eq-joint-point]; the bodies turn freely against each other.
    """
    return Joint("ball", *_two(a, b), _point(at_a, "at_a"), _point(at_b, "at_b"))


def universal(
    a: int,
    b: Place,
    at_a: ArrayLike = ORIGIN,
    at_b: ArrayLike = ORIGIN,
    *,
    axis_a: ArrayLike,
    axis_b: ArrayLike,
) -> Joint:
    """A Cardan joint: a ball, and an axis of either that stay at right angles.

    Four constraints [eq-joint-point, eq-joint-across].
    """
    u, v = _axis(axis_a, "axis_a"), _axis(axis_b, "axis_b")
    points = _point(at_a, "at_a"), _point(at_b, "at_b")
    return Joint("universal", *_two(a, b), *points, across=((u, v),))


def hinge(
    a: int,
    b: Place,
    at_a: ArrayLike = ORIGIN,
    at_b: ArrayLike = ORIGIN,
    *,
    axis_a: ArrayLike,
    axis_b: ArrayLike | None = None,
) -> Joint:
    """A hinge: a ball, and an axis that the two bodies share.

    Five constraints [eq-joint-point, eq-joint-across]. Without `axis_b` the axis is
    `axis_a` in both bodies. Axes that are opposite at the start are refused.
    """
    n = _axis(axis_a, "axis_a")
    s = n if axis_b is None else _axis(axis_b, "axis_b")
    points = _point(at_a, "at_a"), _point(at_b, "at_b")
    across = tuple([(u, s) for u in _beside(n)])
    return Joint("hinge", *_two(a, b), *points, across=across, aligned=((n, s),))


def fixed(
    a: int,
    b: Place,
    at_a: ArrayLike = ORIGIN,
    at_b: ArrayLike = ORIGIN,
    *,
    turn: Attitude = UNTURNED,
) -> Joint:
    """A weld: two bodies that move as one.

    Six constraints [eq-joint-point, eq-joint-across].

    turn: the attitude of b seen from a, wxyz, components of b to those of a
    """
    points = _point(at_a, "at_a"), _point(at_b, "at_b")
    across, aligned = _same_attitude(turn)
    return Joint("fixed", *_two(a, b), *points, across=across, aligned=aligned)


def slider(
    a: int,
    b: Place,
    at_a: ArrayLike = ORIGIN,
    at_b: ArrayLike = ORIGIN,
    *,
    axis_a: ArrayLike,
    turn: Attitude = UNTURNED,
) -> Joint:
    """A prismatic joint: a point of b slides along a line of a, and neither turns.

    Five constraints [eq-joint-across, eq-joint-offset]. The line goes through the point
    of a; `turn` is as of `fixed`.
    """
    points = _point(at_a, "at_a"), _point(at_b, "at_b")
    across, aligned = _same_attitude(turn)
    offsets = _beside(_axis(axis_a, "axis_a"))
    return Joint("slider", *_two(a, b), *points, across, offsets, aligned)


# --- a start that fits ----------------------------------------------------------------


def consistent(
    bodies: BodyLike,
    joints: Sequence[Joint],
    *,
    omega: ArrayLike,
    q0: Attitude | None = None,
    position: ArrayLike | None = None,
    velocity: ArrayLike | None = None,
) -> dict[str, Array]:
    """A start near this one that shuts all joints, as a dict for `rotlib.integrate`.

    Places are corrected by the least moves, measured by the inertia of the bodies; so
    are velocities, as if the joints had snapped shut at that moment [eq-joint-snap].
    What fits already is returned as it came. InvalidInput if nothing near shuts all
    joints.

    omega: (..., bodies, 3), body components, rad/s; of a single body (3,)
    q0: (..., bodies, 4), wxyz, body to space
    position: (..., bodies, 3), of the reference points, space, m; without it each body
        is put where a joint to an earlier one wants it
    velocity: (..., bodies, 3), of the reference points, body components, m/s; without
        it they follow from the rates, joint by joint

    >>> hung = [ball(0, WORLD, (0, 0, 0.5))]
    >>> consistent(Body.sphere(radius=0.1), hung, omega=(2, 0, 0))["velocity"]
    array([0., 1., 0.])
    """
    body = as_body(bodies)
    m = mechanism_of(checked(joints, body), body)
    rates = _check.trailing(omega, 3, "omega").astype(float)
    single = isinstance(body, Body) and rates.ndim == 1
    given: list[Array | None] = [rates]
    for value, size, name in (
        (UNTURNED if q0 is None else q0, 4, "q0"),
        (position, 3, "position"),
        (velocity, 3, "velocity"),
    ):
        if value is None:
            given.append(None)
        elif size == 4:
            given.append(_check.unit_quaternion(value, name).astype(float))
        else:
            numbers = cast(ArrayLike, value)
            given.append(_check.trailing(numbers, size, name).astype(float))
    lead = [a.shape[:-1] for a in given if a is not None]
    shape = _check.broadcast(
        [*lead, as_array(body).shape], "bodies, omega, q0, position, velocity"
    )
    w, q, x, v = [
        None if a is None else np.broadcast_to(a, (*shape, a.shape[-1])).copy()
        for a in given
    ]
    assert w is not None and q is not None  # only the other two may be left out
    _require_aligned(m, q)
    x, v = _assembled(m, q, w, x, v)
    q, x = _shut(m, q, x)
    w, v = _at_rest_in_joints(m, q, x, w, v)
    found = {"q0": q, "position": x, "omega": w, "velocity": v}
    return {name: a[0] if single else a for name, a in found.items()}


def _assembled(
    m: Mechanism, q: Array, w: Array, x: Array | None, v: Array | None
) -> tuple[Array, Array]:
    """Positions and velocities joint by joint, where they are not given."""
    places = np.zeros((*q.shape[:-1], 3)) if x is None else x
    moving = np.zeros((*q.shape[:-1], 3))  # in space
    known: set[Place] = {WORLD}
    waiting = [joint for joint in m.joints]
    while waiting:
        ready = [j for j in waiting if (j.a in known) != (j.b in known)]
        waiting = [j for j in waiting if not (j.a in known and j.b in known)]
        if not ready:
            if waiting:  # bodies that hang together in the air
                first = waiting[0]
                known.add(first.a if first.b == WORLD else min(first.a, first.b))
            continue
        j = ready[0]
        old, new = (j.b, j.a) if j.b in known else (j.a, j.b)
        there, here = (j.at_b, j.at_a) if old == j.b else (j.at_a, j.at_b)
        at, speed = np.asarray(there, float), np.zeros(3)
        if old != WORLD:
            arm = _turned(q, old, there)
            at = places[..., old, :] + arm
            speed = moving[..., old, :] + np.cross(_turned(q, old, w), arm)
        arm = _turned(q, new, here)
        if x is None:
            places[..., new, :] = at - arm
        moving[..., new, :] = speed - np.cross(_turned(q, new, w), arm)
        known.add(new)
    return places, by_lane(rotate_back, q, moving) if v is None else v


def _turned(q: Array, body: Any, vector: Any) -> Array:
    """A vector of a body, or its row of many, in space."""
    vector = np.asarray(vector, float)
    vector = vector if vector.ndim == 1 else vector[..., body, :]
    return by_lane(rotate, q[..., body, :], vector)


def _shut(m: Mechanism, q: Array, x: Array) -> tuple[Array, Array]:
    unmoved = q, x
    q, x = m.inward(q, x)
    for count in range(MOST):
        gap, G = m.gaps(q, x)
        rest = np.abs(gap) / m.units(x)
        if rest.max(initial=0.0) <= 1e-15 * (1 + count):
            break
        S = m.stiffness(q, G)
        push = m.pushed(G, -_least(S, gap))
        turn = (m.mobility(q) @ push[..., :3, None])[..., 0]
        turn = turn / np.maximum(1.0, np.linalg.norm(turn, axis=-1, keepdims=True))
        q = quaternion.multiply(quaternion.exp(turn), q)
        x = x + push[..., 3:] / m.mass[..., None]
    if rest.max(initial=0.0) > OPEN:
        row = int(np.argmax(rest.reshape(-1, m.size).max(0)))
        raise InvalidInput(
            "joints: expected a start near which all joints can be shut, but"
            f" {m.told(row)} stays open by {np.abs(gap[..., row]).max():.2g}; look at"
            " its points and axes, or start nearer"
        )
    return unmoved if count == 0 else m.outward(q / _length(q), x)


def _at_rest_in_joints(
    m: Mechanism, q: Array, x: Array, w: Array, v: Array
) -> tuple[Array, Array]:
    """Rates and velocities, body components, that leave the joints shut."""
    V = _twists(m, q, w, v)
    inner = m.inward(q, x)
    _, G = m.gaps(*inner)
    changed = False
    for _ in range(2):
        opening = m.speeds(G, V)
        if (np.abs(opening) <= 1e-14 * _sizes(m, G, V)).all():
            break
        changed = True
        push = m.pushed(G, -_least(m.stiffness(inner[0], G), opening))
        turning = (m.mobility(inner[0]) @ push[..., :3, None])[..., 0]
        V = V + np.concatenate([turning, push[..., 3:] / m.mass[..., None]], -1)
    if not changed:
        return w, v
    w = by_lane(rotate_back, q, V[..., :3])
    return w, by_lane(rotate_back, q, V[..., 3:]) - np.cross(w, m.centre)


def _least(S: Array, right: Array) -> Array:
    inverse = np.linalg.pinv(S, rcond=1e-10, hermitian=True)
    found: Array = (inverse @ right[..., None])[..., 0]
    return found


def _twists(m: Mechanism, q: Array, w: Array, v: Array) -> Array:
    """(omega, velocity of the centre) in space, of body components."""
    centre = v + np.cross(w, m.centre)
    return np.concatenate([by_lane(rotate, q, w), by_lane(rotate, q, centre)], -1)


def _sizes(m: Mechanism, G: Array, V: Array) -> Array:
    """The size of the numbers that speeds of opening are the sums of."""
    size = m.speeds(np.abs(G), np.abs(V)).max(-1, keepdims=True)
    return np.broadcast_to(np.where(size == 0.0, 1.0, size), (*size.shape[:-1], m.size))


def _length(q: Array) -> Array:
    size: Array = np.sqrt((q * q).sum(-1, keepdims=True))
    return size


# --- checks ---------------------------------------------------------------------------


def checked(joints: Any, bodies: Body | Bodies) -> tuple[Joint, ...]:
    """The joints of a run; InvalidInput unless they are joints of these bodies."""
    if isinstance(joints, Joint):
        joints = (joints,)
    try:
        each = tuple(joints)
    except TypeError:
        each = (joints,)
    n = as_array(bodies).shape[-1]
    for k, joint in enumerate(each):
        if not isinstance(joint, Joint):
            raise InvalidInput(
                f"joints[{k}]: expected a Joint, such as ball(0, 1) makes, got"
                f" {type(joint).__name__}"
            )
        for body in (joint.a, joint.b):
            if body != WORLD and body >= n:
                raise InvalidInput(
                    f"joints[{k}]: expected bodies from 0 to {n - 1}, or WORLD, got"
                    f" {joint!r}; the bodies of a system are the last axis of the batch"
                )
    if not each:
        raise InvalidInput(
            "joints: expected at least one, got none; without joints, leave them out"
        )
    return each


def require_start(
    joints: tuple[Joint, ...],
    bodies: Body | Bodies,
    motion: tuple[Array, ...],
    eps: float,
) -> None:
    """Raise InvalidInput unless all joints are shut, and stay so, at the start."""
    m, (q, omega, position, velocity) = mechanism_of(joints, bodies), motion
    close = max(OPEN, 16 * eps)
    remedy = (
        "; rotlib.joints.consistent(bodies, joints, omega=..., q0=..., ...) gives a"
        " start that fits"
    )
    gap, G = m.gaps(*m.inward(q, position))
    unit = m.units(m.inward(q, position)[1])
    wide = np.abs(gap) > close * unit
    if wide.any():
        row = int(np.argmax((np.abs(gap) / unit).reshape(-1, m.size).max(0)))
        raise InvalidInput(
            f"{m.told(row)}: expected it to be shut at the start, got a gap of"
            f" {np.abs(gap[..., m.of_row == m.of_row[row]]).max():.2g}"
            f" {'m' if row in m.lengths else '(cosine of the angle between axes)'}"
            f"{remedy}"
        )
    _require_aligned(m, q)
    V = _twists(m, q, omega, velocity)
    opening = m.speeds(G, V)
    size = _sizes(m, G, V)
    if (np.abs(opening) > close * size).any():
        row = int(np.argmax((np.abs(opening) / size).reshape(-1, m.size).max(0)))
        raise InvalidInput(
            f"{m.told(row)}: expected rates and velocities that leave it shut, got"
            f" some that open it by {np.abs(opening[..., row]).max():.2g}"
            f" {'m/s' if row in m.lengths else 'rad/s'} at the start{remedy}"
        )


def _require_aligned(m: Mechanism, q: Array) -> None:
    for k, joint in enumerate(m.joints):
        for n, s in joint.aligned:
            first = _turned(q, joint.a, n)
            second = np.asarray(s) if joint.b == WORLD else _turned(q, joint.b, s)
            cosine = (first * second).sum(-1)
            if (cosine <= 0.0).any():
                raise InvalidInput(
                    f"joints[{k}], {joint!r}: expected axes that point the same way,"
                    " got an angle of"
                    f" {np.degrees(np.arccos(max(-1.0, cosine.min()))):.0f} degrees at"
                    " the start; turn one of the axes round, or give other attitudes q0"
                )


def _two(a: Any, b: Any) -> tuple[int, Place]:
    for name, body in (("a", a), ("b", b)):
        number = isinstance(body, (int, np.integer)) and not isinstance(body, bool)
        if not (number and body >= 0) and not (name == "b" and body == WORLD):
            raise InvalidInput(
                f"{name}: expected the place of a body in the list, 0, 1, ..."
                f"{', or WORLD' if name == 'b' else ''}, got {body!r}"
                + ("; give the body first, then WORLD" if body == WORLD else "")
            )
    if a == b:
        raise InvalidInput(f"a, b: expected two bodies, got {a} twice")
    return int(a), b if b == WORLD else int(b)


def _point(value: ArrayLike, name: str) -> Point:
    x, y, z = _check.vector(value, name)
    return x, y, z


def _axis(value: ArrayLike, name: str) -> Point:
    v = np.array(_check.vector(value, name))
    size = float(np.sqrt((v * v).sum()))
    if size == 0.0:
        raise InvalidInput(f"{name}: expected a direction, got the vector zero")
    x, y, z = (v / size).tolist()
    return x, y, z


def _beside(n: Point) -> tuple[Point, Point]:
    """Two directions at right angles to n and to each other."""
    e = np.eye(3)[int(np.argmin(np.abs(n)))]
    u = np.array(_axis(np.cross(n, e), "axis"))
    v = np.cross(n, u)
    return tuple(u.tolist()), tuple(v.tolist())


def _same_attitude(turn: Attitude) -> tuple[Any, Any]:
    q = _check.unit_quaternion(turn, "turn")
    if q.shape != (4,):
        raise InvalidInput(f"turn: expected shape (4,), got {q.shape}")
    e = [tuple(row) for row in np.eye(3).tolist()]
    seen = [tuple(quaternion.rotate(q, row).tolist()) for row in e]
    across = tuple([(seen[i], e[(i + 1) % 3]) for i in range(3)])
    return across, tuple(zip(seen, e, strict=True))


# --- what joints carry ----------------------------------------------------------------


class Forces(NamedTuple):
    """What a joint does to its body a, means over steps, space components.

    t: the middles of the steps, s
    force: (records - 1, ..., 3), N
    torque: about the point of the joint, N m; zero for a ball
    """

    t: Array
    force: Array
    torque: Array


def forces(run: Trajectory, joint: int = 0) -> Forces:
    """What a joint does to its body a in each step before a record; opposite on b.

    The mean over a step is the force in its middle to second order [eq-joint-force]. Of
    constraints that imply each other (a closed loop of hinges) it is the least that
    does the work; which of them carries what is not determined by rigid bodies.
    """
    n = run.q.shape[-2] if run.q.ndim > 2 else 1
    slot, lane = divmod(_check.count(joint, "joint", 0), n)
    names = [f"{kind}_{i}_{slot}" for kind in ("impulse", "moment") for i in "xyz"]
    if names[0] not in run.stats:
        raise InvalidInput(
            f"joint: expected the place of a joint of this run, got {joint}; the run"
            + (
                " has none; give rotlib.integrate joints=[...]"
                if "impulse_x_0" not in run.stats
                else " has fewer of them"
            )
        )
    six = np.stack([run.stats[name] for name in names], -1)[1:] / run.stats["h"]
    six = six[..., lane, :] if run.q.ndim > 2 else six
    return Forces(run.t[1:] - run.stats["h"] / 2, six[..., :3], six[..., 3:])
