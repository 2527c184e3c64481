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
from ._check import require
from ._types import Array, ArrayLike, Attitude, Function, Scalar, State
from ._vectors import length, plus
from .body import Body, BodyLike, as_body
from .errors import InvalidInput
from .kernels.joints import swung
from .kernels.quaternion import exp, multiply
from .methods._method import ORIGIN, UNTURNED, unit
from .methods.rattle import Bodies, Factors, System
from .methods.splitting import constants, from_state, to_state
from .numbers import positive, total

if TYPE_CHECKING:
    from .runs.trajectory import Trajectory

__all__ = ["WORLD", "Forces", "Joint", "ball", "consistent", "fixed", "forces"]
__all__ += ["hinge", "slider", "universal"]
__dir__: Any = __all__.copy

WORLD: Final = "world"
"""The ground, where a joint asks for its second body."""

OPEN = 1e-9  # a gap at the start, relative to the numbers whose difference it is
MOST = 60  # corrections of a start
NAMES = "q0", "omega", "position", "velocity"

Place: TypeAlias = int | Literal["world"]
Point: TypeAlias = tuple[float, float, float]


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

    @property
    def places(self) -> tuple[int, int]:
        """The bodies; -1 is the ground."""
        return self.a, -1 if isinstance(self.b, str) else self.b

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
    u, v = _check.direction(axis_a, "axis_a"), _check.direction(axis_b, "axis_b")
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
    n = _check.direction(axis_a, "axis_a")
    s = n if axis_b is None else _check.direction(axis_b, "axis_b")
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
    offsets = _beside(_check.direction(axis_a, "axis_a"))
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

    omega, q0: (..., bodies, 3), (..., bodies, 4), as of `integrate`; of a single body
        without that axis
    position, velocity: (..., bodies, 3); without them each body is put where a joint to
        an earlier one wants it, and moves as its rate then asks

    >>> hung = [ball(0, WORLD, (0, 0, 0.5))]
    >>> consistent(Body.sphere(radius=0.1), hung, omega=(2, 0, 0))["velocity"]
    array([0., 1., 0.])
    """
    body = as_body(bodies)
    joints = checked(joints, body)
    asked = zip(NAMES[1:], (omega, position, velocity), strict=True)
    start = {n: _check.trailing(a, 3, n) for n, a in asked if a is not None}
    start["q0"] = _check.unit_quaternion(UNTURNED if q0 is None else q0, "q0")
    single = not body.shape and start["omega"].ndim == 1
    shapes = [body.shape or (1,), *[a.shape[:-1] for a in start.values()]]
    shape = _check.broadcast(shapes, "bodies, omega, q0, position, velocity")
    for name, a in start.items():
        start[name] = np.broadcast_to(a, (*shape, a.shape[-1])).astype(float)
    q = start["q0"]
    _require_aligned(joints, q)

    def speed(q: Array, i: int, at: Point) -> Array:
        if i < 0:
            return np.zeros(3)
        turning = np.concatenate([q, start["omega"]], -1)[..., i, :]
        return _row(swung(*[*np.moveaxis(turning, -1, 0), *at]))

    start.setdefault("position", _assembled(joints, q, _in_space))
    moved = quaternion.rotate_back(q, _assembled(joints, q, speed))
    start.setdefault("velocity", moved)
    for places in (True, False):
        system, at = _system(joints, body, [start[name] for name in NAMES])
        shut = _shut(system, at, places)
        if shut is not at:
            new = list(zip(*map(from_state, shut, system.own), strict=True))
            for k in (0, 2) if places else (1, 3):
                start[NAMES[k]] = np.stack([_row(vector) for vector in new[k]], -2)
    return {name: start[name][0] if single else start[name] for name in NAMES}


def _in_space(q: Array, body: int, v: Any) -> Array:
    return quaternion.rotate(q[..., body, :], v) if body >= 0 else np.array(v)


def _assembled(joints: Sequence[Joint], q: Array, arm: Function) -> Array:
    """Vectors of the bodies, whose sum with arm(q, body, point) is that of the other
    body at the point of a joint; joint by joint.
    """
    *batch, n = q.shape[:-1]
    known, made = {-1}, np.zeros((*batch, n + 1, 3))  # the ground is the last
    while waiting := [j for j in joints if not known.issuperset(j.places)]:
        ready = [j for j in waiting if not known.isdisjoint(j.places)]
        if not ready:  # bodies that hang together in the air
            known.add(min(waiting[0].places))
            continue
        ends = zip(ready[0].places, (ready[0].at_a, ready[0].at_b), strict=True)
        (new, here), (old, there) = sorted(ends, key=lambda end: end[0] in known)
        made[..., new, :] = made[..., old, :] + arm(q, old, there) - arm(q, new, here)
        known.add(new)
    return made[..., :-1, :]


def _row(numbers: State) -> Array:
    return np.stack(np.broadcast_arrays(*numbers), -1)


def _system(
    joints: Sequence[Joint], bodies: Body, motion: Sequence[Array]
) -> tuple[System, Bodies]:
    """The joints, and the bodies one by one, as tuples of arrays."""
    n = motion[0].shape[-2]
    J = _row((*constants(bodies), np.empty(n)))[..., :-1]
    own, *each = [
        [tuple(np.moveaxis(a[..., i, :], -1, 0)) for i in range(n)]
        for a in (J, *motion)
    ]
    return System(joints, own), list(map(to_state, *each, own))


def _open(system: System, bodies: Bodies, places: bool) -> tuple[Any, ...]:
    """Rows; how far, or fast, each is open; the most, relative to its terms; which."""
    rows = system.rows(bodies)
    if places:
        open_, size = [row.gap for row in rows], _row(system.units(bodies))
    else:
        turning = system.mobilities(bodies)
        open_, V = system.speeds(rows, bodies, turning), system.twists(bodies, turning)

        def terms(i: int, six: State) -> Scalar:
            turned = length(six[:3]) * length(V[i][:3])
            return turned + length(six[3:]) * length(V[i][3:])

        sums = [total([terms(*end) for end in row.slopes.items()]) for row in rows]
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
            sent = list(map(_moved, bodies, system.twists(sent, turning)))
        bodies = sent
    if rest > OPEN:
        raise InvalidInput(
            f"{system.told(rows[row])} stays open by {np.abs(open_[row]).max():.2g};"
            " expected a start near which all joints can be shut; look at its points"
            " and axes, or start nearer"
        )
    return bodies


def _moved(z: State, twist: State) -> State:
    """A body after a turn, of a radian at most, and a move."""
    size = np.maximum(1.0, length(twist[:3]))
    q = unit(*multiply(*exp(*[x / size for x in twist[:3]]), *z[:4]))
    return (*q, *plus(z[4:7], twist[3:]), *z[7:])


# --- checks ---------------------------------------------------------------------------


def checked(joints: Any, bodies: Body) -> tuple[Joint, ...]:
    """The joints of a run; InvalidInput unless they are joints of these bodies."""
    each = tuple(joints) if isinstance(joints, Iterable) else (joints,)
    n = (1, *bodies.shape)[-1]
    for k, joint in enumerate(each):
        name, kind = f"joints[{k}]", type(joint).__name__
        wanted = "a Joint, such as ball(0, 1) makes"
        require(isinstance(joint, Joint), name, wanted, kind)
        wanted = f"bodies from 0 to {n - 1}, or WORLD"
        got = f"{joint!r}; the bodies of a system are the last axis of the batch"
        require(max(joint.places) < n, name, wanted, got)
    require(each, "joints", "at least one", "none; without joints, leave them out")
    return each


def require_start(
    joints: tuple[Joint, ...], bodies: Body, motion: tuple[Array, ...], eps: float
) -> int:
    """How many rows others imply; InvalidInput unless all are shut, and stay so."""
    system, at = _system(joints, bodies, motion)
    for places, shut in ((True, "a gap of"), (False, "rates that open it by")):
        rows, open_, rest, k = _open(system, at, places)
        unit = ("m" if rows[k].metres else "rad") + "/s" * (not places)
        got = f"{shut} {np.abs(open_[k]).max():.2g} {unit}; rotlib.joints.consistent("
        got += "bodies, joints, omega=..., q0=..., ...) gives a start that fits"
        wanted = "a start that shuts it and leaves it shut"
        require(rest <= max(OPEN, 16 * eps), system.told(rows[k]), wanted, got)
        _require_aligned(joints, motion[0])
    found = Factors(system.compliance(rows, rows, system.mobilities(at)))
    return int(_row(found.weak).sum(-1).max())


def _require_aligned(joints: Sequence[Joint], q: Array) -> None:
    for k, joint in enumerate(joints):
        for axes in joint.aligned:
            u, v = map(_in_space, [q, q], joint.places, axes)
            cosine = np.clip((u * v).sum(-1).min(), -1.0, 1.0)
            got = f"{np.degrees(np.arccos(cosine)):.0f} degrees between them at the"
            got += " start; turn one of the axes round, or give other attitudes q0"
            name, wanted = f"joints[{k}], {joint!r}", "axes that point the same way"
            require(cosine > 0.0, name, wanted, got)


def _ends(
    a: Any, b: Any, at_a: ArrayLike, at_b: ArrayLike
) -> tuple[int, Place, Point, Point]:
    for name, body in (("a", a), ("b", b)):
        number = isinstance(body, (int, np.integer)) and not isinstance(body, bool)
        world = isinstance(body, str) and body == WORLD
        second = ", or WORLD" if name == "b" else ""
        wanted = f"the place of a body in the list, 0, 1, ...{second}"
        got = f"{body!r}{'; give the body first, then WORLD' if world else ''}"
        require(body >= 0 if number else world and name == "b", name, wanted, got)
    require(a != b, "a, b", "two bodies", f"{a} twice")
    x, y, z = _check.vector(at_a, "at_a")
    u, v, w = _check.vector(at_b, "at_b")
    return int(a), b if b == WORLD else int(b), (x, y, z), (u, v, w)


def _beside(n: Point) -> tuple[Point, Point]:
    """Two directions at right angles to n and to each other."""
    e = np.eye(3)[int(np.argmin(np.abs(n)))]
    u = np.array(_check.direction(np.cross(n, e), "axis"))
    v = np.cross(n, u)
    return tuple(u.tolist()), tuple(v.tolist())


def _same_attitude(turn: Attitude) -> tuple[Any, Any]:
    q = _check.unit_quaternion(turn, "turn")
    require(q.shape == (4,), "turn", "shape (4,)", q.shape)
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
    wanted = "the place of a joint in integrate(..., joints=[...])"
    got = f"{joint}, which this run has not"
    require(names[0] in run.stats, "joint", wanted, got)
    six = np.stack([run.stats[name] for name in names], -1)[1:] / run.stats["h"]
    six = six[..., lane, :] if run.q.ndim > 2 else six
    return Forces(run.t[1:] - run.stats["h"] / 2, six[..., :3], six[..., 3:])
