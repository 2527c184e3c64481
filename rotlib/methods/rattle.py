"""RATTLE on the group: kicks, free flights, and impulses that keep joints shut.

The bodies of a system are lanes, the last axis of the batch. The first impulses of a
step leave the joints shut where the flight ends, the last ones let them stay shut.
Chapter: What holds a door?
"""

from math import inf
from typing import Any

import numpy as np

from .. import _check
from .._bodies import Bodies
from .._mechanism import ONE, TWO, Mechanism, mechanism_of, on_rows
from .._remembered import remember, remembered
from .._types import Array, Function, Quaternion, Scalar, State
from ..body import Body
from ..errors import ConvergenceError, StepTooLarge
from ..kernels import splitting as _splitting
from ._kick_flight import constants, from_state, kick, to_state
from ._method import BoundWrench, Method, PoseMethod
from .composition import WEIGHTS, in_parts
from .exact import MOST as EXACT
from .kicks import free, kicks
from .splitting import AXES, splitting

MOST = 40  # corrections of the impulses
ROUNDS = 60  # of a last kick that depends on the rates
TIGHT = 1e-15  # gaps, in units of the numbers whose difference they are
LOOSE = 1e-11
SIZE = 13  # of the state without statistics
TOLD = ("iterations", "residual")
FORCE = tuple([f"{kind}_{i}" for kind in ("impulse", "moment") for i in "xyz"])


class Shutting:
    """The impulses of the joints in a step, on arrays (..., bodies, numbers)."""

    def __init__(self, mechanism: Mechanism, turned: Function):
        self.mechanism: Mechanism = mechanism
        self.turned: Function = turned
        self.slots: int = -(-len(mechanism.joints) // mechanism.n)

    def flight(self, h: float, q: Array, x: Array, L: Array, p: Array) -> Any:
        m = self.mechanism
        row = np.empty((*L.shape[:-1], 11))
        row[..., :4], row[..., 4:7], row[..., 7:10] = q, L, m.moments
        row[..., 10] = h
        try:
            return on_rows(self.turned, row), x + h * p / m.mass[..., None]
        except StepTooLarge:
            raise StepTooLarge(
                f"h = {h:.3g} s: an exact flight may turn a body by {EXACT} rad at its"
                " fastest, this one turns one by more; take a smaller step, or flights"
                " by turns about the axes, rotlib.methods.rattle(axes='231')"
            ) from None

    def fly(self, h: float, y: State) -> tuple[State, Any]:
        m, z = self.mechanism, self._stacked(y)
        q0, x0, L0, p0 = z[..., :4], z[..., 4:7], z[..., 7:10], z[..., 10:]
        if m.rank is None:
            m.decide_rank(q0, x0)
        _, G0 = m.gaps(q0, x0)
        impulses = np.zeros((*x0.shape[:-2], m.size))
        unit, before = m.units(x0), inf
        K: Any = None
        change: Any = None
        stalled = 0
        best: Any = None
        for count in range(MOST):
            pushed = m.pushed(G0, impulses)
            L, p = L0 + pushed[..., :3], p0 + pushed[..., 3:]
            try:
                q, x = self.flight(h, q0, x0, L, p)
            except StepTooLarge:  # of a trial: where rounding leads, or half as far
                if before <= LOOSE:
                    break
                if best is None or count > MOST / 2:
                    raise
                change = change / 2
                impulses = impulses - change
                continue
            gap, G = m.gaps(q, x)
            rest = float((np.abs(gap) / unit).max(initial=0.0))
            stalled = 0 if rest < before / 2 else stalled + 1
            if best is None or rest < before:
                before = rest
                best = np.concatenate([q, x, L, p], -1), G, impulses
            if rest <= TIGHT or (before <= LOOSE and stalled > 1):
                break
            if not np.isfinite(rest):
                break  # the run says so
            if count == 0:
                middle = (m.mobility(q0) + m.mobility(q)) / 2
                K = m.product(m.eased(G, _turning(h, middle, L), h), G0)
            else:  # what the last change has shown, as Broyden does
                size = (change * change).sum(-1)[..., None, None]
                seen = gap[..., :, None] * change[..., None, :]
                K = K + seen / np.where(size == 0.0, 1.0, size)
            change = -m.solve(K, gap)
            impulses = impulses + change
        else:
            worst = (np.abs(gap) / unit).reshape(-1, m.size).max(0)
            raise ConvergenceError(
                "Newton's method for the impulses of the joints stopped at a relative"
                f" gap of {before:.2g} after {MOST} corrections, the widest at"
                f" {m.told(int(np.argmax(worst)))}; take a smaller step",
                residual=before,
            )
        flown, G, impulses = best
        return self._flat(flown, y), (G0, G, impulses, count, before)

    def stop(self, y: State, seen: Any) -> tuple[State, Array]:
        m, z = self.mechanism, self._stacked(y)
        q, x, L, p = z[..., :4], z[..., 4:7], z[..., 7:10], z[..., 10:]
        G = seen[1]
        S, total = m.stiffness(q, G), np.zeros((*x.shape[:-2], m.size))
        m.require_rank(S)
        for _ in range(2):  # the second takes away the rounding of the first
            impulses = -m.solve(S, m.speeds(G, m.twists(q, L, p)))
            pushed = m.pushed(G, impulses)
            L, p = L + pushed[..., :3], p + pushed[..., 3:]
            total = total + impulses
        return self._flat(np.concatenate([q, x, L, p], -1), y), total

    def told(self, y: State, start: State, seen: Any, last: Array) -> State:
        G0, G, first, count, rest = seen
        m, (z0, z) = self.mechanism, map(self._stacked, (start, y))
        each = m.by_joint(G0, first, z0) + m.by_joint(G, last, z)
        lanes = np.zeros((*z.shape[:-2], self.slots * m.n, 6))
        lanes[..., : each.shape[-2], :] = each
        lanes = lanes.reshape(*z.shape[:-2], self.slots, m.n, 6)
        shape = np.shape(y[0])
        slots = [lanes[..., k, :, i] for k in range(self.slots) for i in range(6)]
        return (
            np.full(shape, float(count)),
            np.full(shape, rest),
            *[a.reshape(shape) for a in slots],
        )

    def _stacked(self, y: State) -> Array:
        z = np.moveaxis(np.array(y[:SIZE]), 0, -1)
        return z if z.ndim > 1 else z[None]

    def _flat(self, z: Array, y: State) -> State:
        return tuple(np.moveaxis(z.reshape(*np.shape(y[0]), SIZE), -1, 0))


@remembered
def with_joints(
    method: Method, joints: tuple[Any, ...], bodies: Body | Bodies
) -> PoseMethod:
    turned, weights = PARTS[method.name]
    shutting = Shutting(mechanism_of(joints, bodies), turned)
    names = TOLD + tuple(
        [f"{name}_{k}" for k in range(shutting.slots) for name in FORCE]
    )

    def part(
        t: Scalar, h: Scalar, y: State, J: State, load: BoundWrench | None
    ) -> State:
        start = y[:SIZE]
        half = start if load is None else kick(t, h / 2, start, start, J, load)
        flown, seen = shutting.fly(h, half)
        made, last = shutting.stop(flown, seen)
        if load is not None:
            before = inf
            for _ in range(ROUNDS):  # more than one if the load depends on the rates
                at = flown if load.moving is None else made
                old, kicked = made, kick(t + h, h / 2, flown, at, J, load)
                made, last = shutting.stop(kicked, seen)
                moved = [abs(a - b) for a, b in zip(made, old, strict=True)]
                change = max([float(np.max(a, initial=0.0)) for a in moved])
                if load.moving is None or change == 0.0 or change >= before:
                    break
                before = change
        return (*made, *shutting.told(made, start, seen, last))

    def begin(*motion: Any) -> State:
        y = to_state(*motion)
        zero = 0.0 * (y[0] + y[4] + y[7])
        return (*y, *[zero] * len(names))

    return PoseMethod(
        **_record(method.name),
        step=part if len(weights) == 1 else in_parts(part, weights, names),
        to_state=begin,
        statistics=names,
        together=True,
    )


def _turning(h: float, mobility: Array, L: Array) -> Array:
    """How far an impulse of torque has turned a body after a flight, nearly."""
    L_hat, omega_hat = _hat(L), _hat((mobility @ L[..., None])[..., 0])
    A = h * (mobility @ L_hat - omega_hat)
    # A / (exp(A) - 1): its square counts, for a thin axis turns fast
    made: Array = h * np.linalg.solve(np.eye(3) - A / 2 + A @ A / 12, mobility)
    return made


def _hat(v: Array) -> Array:
    A = np.zeros((*v.shape, 3))
    A[..., TWO, ONE] = v
    A[..., ONE, TWO] = -v
    return A


def _exact(*row: Scalar) -> Quaternion:
    return free(row[:7], row[7:10], row[10])


def _turns(axes: str) -> Function:
    turns: Function = getattr(_splitting, f"splitting_{axes}")

    def turned(*row: Scalar) -> State:
        made: State = turns(*row)
        return made[:4]

    return turned


def _named(order: int, axes: str | None) -> str:
    number = "" if order == 2 else str(order)
    return f"rattle{number}" + ("" if axes is None else f"_{axes}")


def _parts(order: int) -> tuple[float, ...]:
    return (1.0,) if order == 2 else WEIGHTS[order]


KEYS = [(order, axes) for order in (2, 4, 6) for axes in (None, *AXES)]
PARTS = {
    _named(order, axes): (_exact if axes is None else _turns(axes), _parts(order))
    for order, axes in KEYS
}


def _record(name: str) -> dict[str, Any]:
    order, axes = next(key for key in KEYS if _named(*key) == name)
    flights = "exact flights" if axes is None else f"flights by turns {axes}"
    parts = len(_parts(order))
    return {
        "name": name,
        "order": order,
        "summary": f"joints: impulses between {flights}"
        + ("" if parts == 1 else f", {parts} a step"),
        "chapter": "What holds a door?",
        "equation": "eq-joint-rattle",
        "from_state": from_state,
        "constants": constants,
        "implicit": True,
        "symplectic": True,
        "symmetric": True,
        "conserves": ("momentum", "norm"),
        "longest_turn": 1.25,
        "couples": True,
        "joints": True,
    }


def _without_joints(order: int, axes: str | None) -> PoseMethod:
    base = kicks(order) if axes is None else splitting(axes, order)
    assert base.flight is not None  # kicks and splittings fly
    return PoseMethod(
        **_record(_named(order, axes)), step=base.flight.step, to_state=to_state
    )


FAMILY = {key: _without_joints(*key) for key in KEYS}


def rattle(order: int = 2, axes: str | None = None) -> PoseMethod:
    """Bodies with joints: impulses of the joints between free flights.

    order: 2, 4 or 6: by one, three or nine flights a step
    axes: flights by turns about the principal axes in this order, such as "231",
        instead of exact ones: two thirds of the work, and no limit to the turn of a
        step

    Joints, which `rotlib.integrate` takes, are shut to rounding, in place and in
    velocity; without them it is `kicks`, or `splitting`. It is symplectic, and without
    a joint to the world keeps the momenta to rounding.

    >>> rattle(order=4).name, rattle(axes="231").name
    ('rattle4', 'rattle_231')
    """
    _check.one_of(order, (2, 4, 6), "order")
    return FAMILY[order, None if axes is None else _check.one_of(axes, AXES, "axes")]


for _key, _method in FAMILY.items():
    remember(_method, rattle, *_key)
