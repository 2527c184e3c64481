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

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeAlias

import numpy as np

from . import _check, quaternion
from ._mechanism import ORIGIN, UNTURNED, Mechanism, by_lane, grounded
from ._types import Array, ArrayLike, Attitude
from .body import Body, BodyLike, as_body
from .errors import InvalidInput
from .kernels.quaternion import rotate, rotate_back
from .numbers import positive

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

    def constraints(self) -> list[tuple[str, tuple[Point, ...], tuple[Point, ...]]]:
        """(kernel, what it takes of body a, of body b); points before directions."""
        made: list[Any] = [("across", (u,), (v,)) for u, v in self.across]
        made += [("offset", (self.at_a, u), (self.at_b,)) for u in self.offsets]
        return made if self.offsets else [("point", (self.at_a,), (self.at_b,)), *made]


def ball(a: int, b: Place, at_a: ArrayLike = ORIGIN, at_b: ArrayLike = ORIGIN) -> Joint:
    """A ball in a socket: a point of either body stays at one of the other.

    Three constraints [eq-joint-point]; the bodies turn freely against each other.
    """
    return Joint("ball", *_ends(a, b, at_a, at_b))


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
    return Joint("universal", *_ends(a, b, at_a, at_b), across=((u, v),))


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
    across = tuple([(u, s) for u in _beside(n)])
    return Joint("hinge", *_ends(a, b, at_a, at_b), across=across, aligned=((n, s),))


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
    ends, (across, aligned) = _ends(a, b, at_a, at_b), _same_attitude(turn)
    return Joint("fixed", *ends, across=across, aligned=aligned)


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
    ends, (across, aligned) = _ends(a, b, at_a, at_b), _same_attitude(turn)
    offsets = _beside(_axis(axis_a, "axis_a"))
    return Joint("slider", *ends, across, offsets, aligned)


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
    m = Mechanism(checked(joints, body), body)
    w = _check.trailing(omega, 3, "omega")
    single = not body.shape and w.ndim == 1
    q = _check.unit_quaternion(UNTURNED if q0 is None else q0, "q0")
    x, v = [
        None if a is None else _check.trailing(a, 3, name)
        for a, name in ((position, "position"), (velocity, "velocity"))
    ]
    shapes = [a.shape[:-1] for a in (w, q, x, v) if a is not None]
    lanes = _check.broadcast(
        [*shapes, body.shape or (1,)], "bodies, omega, q0, position, velocity"
    )

    def spread(a: Array) -> Array:
        return np.broadcast_to(a, (*lanes, a.shape[-1])).astype(float, "C")

    w, q = spread(w), spread(q)
    _require_aligned(m, q)
    places, speeds = _assembled(m, q, w, None if x is None else spread(x))
    q, x = _shut(m, q, places)
    w, v = _at_rest_in_joints(m, q, x, w, speeds if v is None else spread(v))
    found = {"q0": q, "position": x, "omega": w, "velocity": v}
    return {name: a[0] if single else a for name, a in found.items()}


def _assembled(
    m: Mechanism, q: Array, w: Array, x: Array | None
) -> tuple[Array, Array]:
    """Positions, where they are not given, and velocities, joint by joint."""
    places = grounded(np.zeros(w.shape) if x is None else x, ORIGIN)
    moving = np.zeros(places.shape)  # in space
    q_all, turning = grounded(q, UNTURNED), grounded(by_lane(rotate, q, w), ORIGIN)
    known, waiting = {m.n}, list(zip(m.ends.tolist(), m.joints, strict=True))
    while waiting := [each for each in waiting if not known.issuperset(each[0])]:
        ready = [each for each in waiting if not known.isdisjoint(each[0])]
        if not ready:  # bodies that hang together in the air
            known.add(min(waiting[0][0]))
            continue
        (new, old), joint = ready[0]
        here, there = joint.at_a, joint.at_b
        if new in known:
            new, old, here, there = old, new, there, here
        arm = _turned(q_all, old, there)
        at = places[..., old, :] + arm
        speed = moving[..., old, :] + np.cross(turning[..., old, :], arm)
        arm = _turned(q_all, new, here)
        if x is None:
            places[..., new, :] = at - arm
        moving[..., new, :] = speed - np.cross(turning[..., new, :], arm)
        known.add(new)
    return places[..., : m.n, :], by_lane(rotate_back, q, moving[..., : m.n, :])


def _turned(q: Array, body: int, vector: Point) -> Array:
    return by_lane(rotate, q[..., body, :], np.array(vector))


def _shut(m: Mechanism, q: Array, x: Array) -> tuple[Array, Array]:
    unmoved = q, x
    q, x = m.inward(q, x)
    for count in range(MOST):
        gap, G = m.gaps(q, x)
        rest = np.abs(gap) / m.units(x)
        if rest.max(initial=0.0) <= 1e-15 * (1 + count):
            break
        step = _least(m, q, G, gap)
        turn, way = step[..., :3], step[..., 3:]
        turn = turn / np.maximum(1.0, np.linalg.norm(turn, axis=-1, keepdims=True))
        q, x = quaternion.multiply(quaternion.exp(turn), q), x + way
    if rest.max(initial=0.0) > OPEN:
        row = m.widest(rest)
        raise InvalidInput(
            "joints: expected a start near which all joints can be shut, but"
            f" {m.told(row)} stays open by {np.abs(gap[..., row]).max():.2g}; look at"
            " its points and axes, or start nearer"
        )
    size = np.sqrt((q * q).sum(-1, keepdims=True))
    return unmoved if count == 0 else m.outward(q / size, x)


def _at_rest_in_joints(
    m: Mechanism, q: Array, x: Array, w: Array, v: Array
) -> tuple[Array, Array]:
    """Rates and velocities, body components, that leave the joints shut."""
    inner, V = m.inward(q, x), _twists(m, q, w, v)
    _, G = m.gaps(*inner)
    for count in range(2):
        opening = m.speeds(G, V)
        if (np.abs(opening) <= 1e-14 * _sizes(m, G, V)).all():
            if count == 0:
                return w, v
            break
        V = V + _least(m, inner[0], G, opening)
    w = by_lane(rotate_back, q, V[..., :3])
    return w, by_lane(rotate_back, q, V[..., 3:]) - np.cross(w, m.centre)


def _least(m: Mechanism, q: Array, G: Array, right: Array) -> Array:
    """The least twists, measured by the inertia, whose G twists is minus `right`."""
    S = m.stiffness(G, m.mobility(q), G)
    inverse = np.linalg.pinv(S, rcond=1e-10, hermitian=True)
    return m.twists_by(q, m.pushed(G, -(inverse @ right[..., None])[..., 0]))


def _twists(m: Mechanism, q: Array, w: Array, v: Array) -> Array:
    """(omega, velocity of the centre) in space, of body components."""
    centre = v + np.cross(w, m.centre)
    return np.concatenate([by_lane(rotate, q, w), by_lane(rotate, q, centre)], -1)


def _sizes(m: Mechanism, G: Array, V: Array) -> Array:
    """The size of the numbers that speeds of opening are the sums of."""
    sizes: Array = positive(m.speeds(np.abs(G), np.abs(V)).max(-1, keepdims=True))
    return sizes


# --- checks ---------------------------------------------------------------------------


def checked(joints: Any, bodies: Body) -> tuple[Joint, ...]:
    """The joints of a run; InvalidInput unless they are joints of these bodies."""
    each = tuple(joints) if isinstance(joints, Iterable) else (joints,)
    n = (1, *bodies.shape)[-1]
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
    joints: tuple[Joint, ...], bodies: Body, motion: tuple[Array, ...], eps: float
) -> None:
    """Raise InvalidInput unless all joints are shut, and stay so, at the start."""
    m, (q, omega, position, velocity) = Mechanism(joints, bodies), motion
    remedy = (
        "; rotlib.joints.consistent(bodies, joints, omega=..., q0=..., ...) gives a"
        " start that fits"
    )

    def widest(relative: Array) -> int | None:
        return m.widest(relative) if (relative > max(OPEN, 16 * eps)).any() else None

    inner = m.inward(q, position)
    gap, G = m.gaps(*inner)
    if (row := widest(np.abs(gap) / m.units(inner[1]))) is not None:
        raise InvalidInput(
            f"{m.told(row)}: expected it to be shut at the start, got a gap of"
            f" {np.abs(gap[..., m.of_row == m.of_row[row]]).max():.2g}"
            f" {'m' if m.metres[row] else '(cosine of the angle between axes)'}"
            f"{remedy}"
        )
    _require_aligned(m, q)
    V = _twists(m, q, omega, velocity)
    opening = np.abs(m.speeds(G, V))
    if (row := widest(opening / _sizes(m, G, V))) is not None:
        raise InvalidInput(
            f"{m.told(row)}: expected rates and velocities that leave it shut, got"
            f" some that open it by {opening[..., row].max():.2g}"
            f" {'m/s' if m.metres[row] else 'rad/s'} at the start{remedy}"
        )


def _require_aligned(m: Mechanism, q: Array) -> None:
    q = grounded(q, UNTURNED)
    for k, joint in enumerate(m.joints):
        a, b = m.ends[k]
        for n, s in joint.aligned:
            cosine = (_turned(q, a, n) * _turned(q, b, s)).sum(-1)
            if (cosine <= 0.0).any():
                raise InvalidInput(
                    f"joints[{k}], {joint!r}: expected axes that point the same way,"
                    " got an angle of"
                    f" {np.degrees(np.arccos(max(-1.0, cosine.min()))):.0f} degrees at"
                    " the start; turn one of the axes round, or give other attitudes q0"
                )


def _ends(
    a: Any, b: Any, at_a: ArrayLike, at_b: ArrayLike
) -> tuple[int, Place, Point, Point]:
    return *_two(a, b), _point(at_a, "at_a"), _point(at_b, "at_b")


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
