"""RATTLE on the group: kicks, free flights, and impulses that keep joints shut.

The bodies of a system are lanes, the last axis of the batch; z (..., bodies, 13) is
their state. The first impulses of a step leave the joints shut where the flight ends,
the last ones let them stay shut.
Chapter: What holds a door?
"""

from dataclasses import replace
from math import inf
from typing import Any

import numpy as np

from .. import _check
from .._mechanism import Mechanism, on_rows
from .._remembered import remember, remembered
from .._types import Array, Function, Scalar, State
from ..body import Body, hat
from ..errors import ConvergenceError, StepTooLarge
from ..kernels import splitting as _splitting
from ..numbers import positive
from ._kick_flight import kick, to_state
from ._method import BoundLoad, Method
from .composition import WEIGHTS, in_parts
from .exact import MOST as EXACT
from .kicks import free, kicks
from .splitting import AXES, splitting

MOST = 40  # corrections of the impulses
ROUNDS = 60  # of a last kick that depends on the rates
TIGHT = 1e-15  # gaps, in units of the numbers whose difference they are
LOOSE = 1e-11
SIZE = 13  # of the state without statistics
FORCE = tuple([f"{kind}_{i}" for kind in ("impulse", "moment") for i in "xyz"])


def stacked(y: State) -> Array:
    z = np.moveaxis(np.array(y), 0, -1)
    return z if z.ndim > 1 else z[None]


def flat(z: Array, shape: tuple[int, ...]) -> State:
    return tuple(np.moveaxis(z.reshape(*shape, SIZE), -1, 0))


def flight(m: Mechanism, turned: Function, h: float, z: Array) -> Array:
    q, x, L, p = np.split(z, (4, 7, 10), -1)
    row = np.empty((*L.shape[:-1], 11))
    row[..., :4], row[..., 4:7], row[..., 7:10] = q, L, m.moments
    row[..., 10] = h
    try:
        q = on_rows(turned, row)
    except StepTooLarge:
        raise StepTooLarge(
            f"h = {h:.3g} s: an exact flight may turn a body by {EXACT} rad at its"
            " fastest, this one turns one by more; take a smaller step, or flights"
            " by turns about the axes, rotlib.methods.rattle(axes='231')"
        ) from None
    return np.concatenate([q, x + h * p / m.mass[..., None], L, p], -1)


def pushed(m: Mechanism, z: Array, G: Array, impulses: Array) -> Array:
    return np.concatenate([z[..., :7], z[..., 7:] + m.pushed(G, impulses)], -1)


def fly(m: Mechanism, turned: Function, h: float, z0: Array) -> tuple[Any, ...]:
    """The state with shut joints, slopes at both ends, impulses, statistics."""
    q0, x0 = z0[..., :4], z0[..., 4:7]
    if m.rank is None:
        m.decide_rank(q0, x0)
    unit, (_, G0) = m.units(x0), m.gaps(q0, x0)
    impulses = change = np.zeros((*x0.shape[:-2], m.size))
    K: Any = None
    best: Any = None
    before, stalled = inf, 0
    for count in range(MOST):
        try:
            z = flight(m, turned, h, pushed(m, z0, G0, impulses))
        except StepTooLarge:  # of a trial: where rounding leads, or half as far
            if before <= LOOSE:
                break
            if best is None or count > MOST / 2:
                raise
            change = change / 2
            impulses = impulses - change
            continue
        gap, G = m.gaps(z[..., :4], z[..., 4:7])
        relative = np.abs(gap) / unit
        rest = float(relative.max(initial=0.0))
        stalled = 0 if rest < before / 2 else stalled + 1
        if best is None or rest < before:
            before, best = rest, (z, G0, G, impulses)
        done = rest <= TIGHT or (before <= LOOSE and stalled > 1)
        if done or not np.isfinite(rest):  # the run says that it is not
            break
        if count == 0:
            middle = (m.mobility(q0) + m.mobility(z[..., :4])) / 2
            K = m.stiffness(G, _turning(h, middle, z[..., 7:10]), G0, h)
        else:  # what the last change has shown, as Broyden does
            size = (change * change).sum(-1)[..., None, None]
            K = K + gap[..., :, None] * change[..., None, :] / positive(size)
        change = -m.solve(K, gap)
        impulses = impulses + change
    else:
        raise ConvergenceError(
            "Newton's method for the impulses of the joints stopped at a relative"
            f" gap of {before:.2g} after {MOST} corrections, the widest at"
            f" {m.told(m.widest(relative))}; take a smaller step",
            residual=before,
        )
    return (*best, count, before)


def stop(m: Mechanism, z: Array, G: Array) -> tuple[Array, Array]:
    S = m.stiffness(G, m.mobility(z[..., :4]), G)
    m.require_rank(S)
    total = np.zeros(S.shape[:-1])
    for _ in range(2):  # the second takes away the rounding of the first
        V = m.twists(z[..., :4], z[..., 7:10], z[..., 10:])
        impulses = -m.solve(S, m.speeds(G, V))
        z, total = pushed(m, z, G, impulses), total + impulses
    return z, total


@remembered
def with_joints(method: Method, joints: tuple[Any, ...], bodies: Body) -> Method:
    m = Mechanism(joints, bodies)
    order, axes = KEYS[method.name]
    turned, weights = _turned(axes), _weights(order)
    slots = range(-(-len(joints) // m.n))
    names = (
        "iterations",
        "residual",
        *[f"{name}_{k}" for k in slots for name in FORCE],
    )

    def part(t: Scalar, h: Scalar, y: State, J: State, load: BoundLoad | None) -> State:
        start, shape = y[:SIZE], np.shape(y[0])
        half = start if load is None else kick(t, h / 2, start, start, J, load)
        flown, G0, G, first, count, rest = fly(m, turned, h, stacked(half))
        made, last = stop(m, flown, G)
        if load is not None:
            there, before = flat(flown, shape), inf
            for _ in range(ROUNDS):  # more than one if the load depends on the rates
                at = there if load.moving is None else flat(made, shape)
                old, kicked = made, kick(t + h, h / 2, there, at, J, load)
                made, last = stop(m, stacked(kicked), G)
                change = float(np.abs(made - old).max(initial=0.0))
                if load.moving is None or change == 0.0 or change >= before:
                    break
                before = change
        each = m.by_joint(G0, first, stacked(start)) + m.by_joint(G, last, made)
        carried = np.zeros((*each.shape[:-2], len(slots) * m.n, 6))
        carried[..., : len(joints), :] = each
        return (
            *flat(made, shape),
            np.full(shape, float(count)),
            np.full(shape, rest),
            *[
                carried[..., k * m.n : (k + 1) * m.n, i].reshape(shape)
                for k in slots
                for i in range(6)
            ],
        )

    def begin(*motion: Any) -> State:
        y = to_state(*motion)
        zero = 0.0 * (y[0] + y[4] + y[7])
        return (*y, *[zero] * len(names))

    base = FAMILY[order, axes]
    return replace(
        base,
        step=part if len(weights) == 1 else in_parts(part, weights, names),
        layout=base.layout._replace(to_state=begin, statistics=names),
        properties=(*base.properties, "together"),
    )


def _turning(h: float, mobility: Array, L: Array) -> Array:
    """How far an impulse of torque has turned a body after a flight, nearly."""
    L_hat, omega_hat = hat(L), hat((mobility @ L[..., None])[..., 0])
    A = h * (mobility @ L_hat - omega_hat)
    # A / (exp(A) - 1): its square counts, for a thin axis turns fast
    made: Array = h * np.linalg.solve(np.eye(3) - A / 2 + A @ A / 12, mobility)
    return made


def _turned(axes: str | None) -> Function:
    if axes is None:
        return lambda *row: free(row[:7], row[7:10], row[10])
    turns: Function = getattr(_splitting, f"splitting_{axes}")
    return lambda *row: turns(*row)[:4]


def _weights(order: int) -> tuple[float, ...]:
    return (1.0,) if order == 2 else WEIGHTS[order]


def _without_joints(order: int, axes: str | None) -> Method:
    flights = "exact flights" if axes is None else f"flights by turns {axes}"
    parts = "" if order == 2 else f", {len(_weights(order))} a step"
    base = (kicks(order) if axes is None else splitting(axes, order)).flight
    assert base is not None  # kicks and splittings fly
    return replace(
        base,
        name="rattle" + str(order) * (order > 2) + (f"_{axes}" if axes else ""),
        order=order,
        summary=f"joints: impulses between {flights}{parts}",
        chapter="What holds a door?",
        equation="eq-joint-rattle",
        takes=("wrench", "couplings", "joints"),
        properties=("implicit", "symplectic", "symmetric"),
        conserves=("momentum", "norm"),
        longest_turn=1.25,
    )


FAMILY = {
    (order, axes): _without_joints(order, axes)
    for order in (2, 4, 6)
    for axes in (None, *AXES)
}
KEYS = {method.name: key for key, method in FAMILY.items()}


def rattle(order: int = 2, axes: str | None = None) -> Method:
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
