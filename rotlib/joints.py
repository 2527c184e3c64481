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
from ._mechanism import ORIGIN, UNTURNED, WEAK, Bodies, Factors, System, dot
from ._types import Array, ArrayLike, Attitude, State
from ._vectors import cross, minus, plus
from .body import Body, BodyLike, as_body
from .errors import InvalidInput, NotAvailable
from .kernels.quaternion import exp, multiply, rotate, rotate_back
from .methods._method import unit
from .methods.splitting import constants, from_state, to_state
from .numbers import positive

if TYPE_CHECKING:
    from .runs.trajectory import Trajectory

__all__ = ["WORLD", "Forces", "Joint", "ball", "consistent", "fixed", "forces"]
__all__ += ["hinge", "slider", "universal"]

WORLD: Final = "world"
"""The ground, where a joint asks for its second body."""

OPEN = 1e-9  # a gap at the start, relative to the numbers whose difference it is
MOST = 60  # corrections of a start
CLEAR = 1e-9, 1e-6  # a pivot between leaves the number of constraints open

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
    joints = checked(joints, body)
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

    def spread(a: Array) -> list[State]:
        return _apart(np.broadcast_to(a, (*lanes, a.shape[-1])).astype(float))

    turns, rates = spread(q), spread(w)
    _require_aligned(joints, turns)
    at, moving = _assembled(joints, turns, rates, None if x is None else spread(x))
    motion = [turns, rates, at, moving if v is None else spread(v)]
    system = _system(joints, body, lanes[-1])
    for places in (True, False):
        bodies = _states(system, *motion)
        shut = _shut(system, bodies, places)
        if shut is not bodies:
            pairs = zip(shut, system.own, strict=True)
            each = [from_state(z, own) for z, own in pairs]
            for k in (0, 2) if places else (1, 3):
                motion[k] = [m[k] for m in each]
    names = "q0", "omega", "position", "velocity"
    found = {
        name: np.stack([_row(v, lanes[:-1]) for v in vectors], -2)
        for name, vectors in zip(names, motion, strict=True)
    }
    return {name: a[0] if single else a for name, a in found.items()}


def _apart(a: Array) -> list[State]:
    """Body by body, the last axis but one, as tuples of arrays."""
    return [tuple(np.moveaxis(a[..., i, :], -1, 0)) for i in range(a.shape[-2])]


def _row(numbers: State, lanes: tuple[int, ...] = ()) -> Array:
    return np.stack(np.broadcast_arrays(*numbers, np.empty(lanes))[:-1], -1)


def _system(joints: Sequence[Joint], bodies: Body, n: int) -> System:
    if bodies.added_mass.any():
        raise NotAvailable(
            "joints: expected bodies without added mass, got one with it; a body in"
            " water takes dqvi, and springs in place of joints"
        )
    shape = bodies.shape or (n,)
    own = [np.broadcast_to(x, shape) for x in constants(bodies)]
    return System(joints, _apart(np.stack(own, -1)))


def _states(system: System, q: Any, w: Any, x: Any, v: Any) -> Bodies:
    return [to_state(*m) for m in zip(q, w, x, v, system.own, strict=True)]


def _assembled(
    joints: Sequence[Joint], q: list[State], w: list[State], x: list[State] | None
) -> tuple[list[State], list[State]]:
    """Positions, where they are not given, and velocities, joint by joint."""
    n = len(q)
    turns: Any = {WORLD: UNTURNED, **dict(enumerate(q))}
    turning: Any = {WORLD: ORIGIN} | {i: rotate(*q[i], *w[i]) for i in range(n)}
    places: Any = {WORLD: ORIGIN} | dict(enumerate(x or [ORIGIN] * n))
    moving: Any = dict.fromkeys(places, ORIGIN)  # in space
    known: set[Any] = {WORLD}
    waiting = list(joints)
    while waiting := [j for j in waiting if not known.issuperset((j.a, j.b))]:
        ready = [j for j in waiting if not known.isdisjoint((j.a, j.b))]
        if not ready:  # bodies that hang together in the air
            known.add(min(waiting[0].a, waiting[0].b))
            continue
        j = ready[0]
        ends: Any = sorted(((j.a, j.at_a), (j.b, j.at_b)), key=lambda e: e[0] in known)
        (new, here), (old, there) = ends
        arm, own = rotate(*turns[old], *there), rotate(*turns[new], *here)
        speed = plus(moving[old], cross(turning[old], arm))
        moving[new] = minus(speed, cross(turning[new], own))
        if x is None:
            places[new] = minus(plus(places[old], arm), own)
        known.add(new)
    seen: list[State] = [rotate_back(*q[i], *moving[i]) for i in range(n)]
    return [places[i] for i in range(n)], seen


def _open(system: System, bodies: Bodies, places: bool) -> tuple[Any, ...]:
    """Rows; how far, or fast, each is open; the most, relative to its terms; which."""
    rows = system.rows(bodies)
    if places:
        open_ = [row.gap for row in rows]
        size = _row(system.units(bodies))
    else:
        turning = system.mobilities(bodies)
        open_ = system.speeds(rows, bodies, turning)
        most = [[abs(x) for x in V] for V in system.twists(bodies, turning)]
        sums = [
            sum([dot([abs(x) for x in six], most[i]) for i, six in row.slopes.items()])
            for row in rows
        ]
        size = positive(_row(sums).max(-1, keepdims=True))
    rest = (np.abs(_row(open_)) / size).reshape(-1, len(rows)).max(0)
    return rows, open_, rest.max(), int(np.argmax(rest))


def _shut(system: System, bodies: Bodies, places: bool) -> Bodies:
    """The bodies moved to where the joints are shut, or pushed so that they stay so."""
    for count in range(MOST):
        rows, open_, rest, row = _open(system, bodies, places)
        if rest <= (1e-15 if places else 1e-14) * (1 + count):
            return bodies
        turning = system.mobilities(bodies)
        found = Factors(system.compliance(rows, rows, turning)).solve(open_)
        still = [(*z[:7], *[0] * 6) if places else z for z in bodies]
        sent = system.pushed(still, rows, [-x for x in found])
        if places:
            moves = zip(bodies, system.twists(sent, turning), strict=True)
            sent = [_moved(z, V[:3], V[3:]) for z, V in moves]
        bodies = sent
    if rest > OPEN:
        raise InvalidInput(
            "joints: expected a start near which all joints can be shut, but"
            f" {system.told(rows[row])} stays open by {np.abs(open_[row]).max():.2g};"
            " look at its points and axes, or start nearer"
        )
    return bodies


def _moved(z: State, turn: State, way: State) -> State:
    """A body after a twist of a radian at most."""
    size = np.maximum(1.0, np.sqrt(dot(turn, turn)))
    q = unit(*multiply(*exp(*[x / size for x in turn]), *z[:4]))
    return (*q, *plus(z[4:7], way), *z[7:])


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
) -> int:
    """How many rows others imply; InvalidInput unless all are shut, and stay so."""
    each = list(map(_apart, motion))
    system = _system(joints, bodies, len(each[0]))
    at = _states(system, *each)
    for places in (True, False):
        rows, open_, rest, k = _open(system, at, places)
        if rest > max(OPEN, 16 * eps):
            metres = rows[k].metres
            if places:
                what = "it to be shut at the start, got a gap of"
                size = "m" if metres else "(cosine of the angle between axes)"
            else:
                what = (
                    "rates and velocities that leave it shut, got some that open it by"
                )
                size = "m/s at the start" if metres else "rad/s at the start"
            raise InvalidInput(
                f"{system.told(rows[k])}: expected {what} {np.abs(open_[k]).max():.2g}"
                f" {size}; rotlib.joints.consistent(bodies, joints, omega=..., q0=...,"
                " ...) gives a start that fits"
            )
        _require_aligned(joints, each[0])
    S = system.compliance(rows, rows, system.mobilities(at))
    pivots = _row(Factors(S).pivots)
    counts = (pivots <= WEAK).sum(-1)
    if ((pivots > CLEAR[0]) & (pivots < CLEAR[1])).any() or np.ptp(counts):
        least = np.sort(pivots.reshape(-1, len(rows)).min(0))[::-1]
        raise InvalidInput(
            "joints: expected constraints that are clearly independent or clearly not,"
            f" got the relative pivots {', '.join([f'{p:.1e}' for p in least])} of the"
            " constraints at the start; move the start away from this position, or take"
            " out a joint"
        )
    return int(counts.max())


def _require_aligned(joints: Sequence[Joint], q: list[State]) -> None:
    turns: Any = {WORLD: UNTURNED, **dict(enumerate(q))}
    joint: Any
    for k, joint in enumerate(joints):
        for n, s in joint.aligned:
            u, v = rotate(*turns[joint.a], *n), rotate(*turns[joint.b], *s)
            cosine = np.min(dot(u, v))
            if cosine <= 0.0:
                raise InvalidInput(
                    f"joints[{k}], {joint!r}: expected axes that point the same way,"
                    f" got an angle of {np.degrees(np.arccos(max(-1.0, cosine))):.0f}"
                    " degrees at the start; turn one of the axes round, or give other"
                    " attitudes q0"
                )


def _ends(
    a: Any, b: Any, at_a: ArrayLike, at_b: ArrayLike
) -> tuple[int, Place, Point, Point]:
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
    x, y, z = _check.vector(at_a, "at_a")
    u, v, w = _check.vector(at_b, "at_b")
    return int(a), b if b == WORLD else int(b), (x, y, z), (u, v, w)


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
