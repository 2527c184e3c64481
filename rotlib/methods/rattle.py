"""RATTLE on the group: kicks, free flights, and impulses that keep joints shut.

The bodies of a system are one flat state: each number of all of them, then the next.
The first impulses of a step leave the joints shut where the flight ends, the last ones
let them stay shut.
Chapter: What holds a door?
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain, product
from math import inf
from typing import Any

import numpy as np

from .. import _check
from .._mechanism import Bodies, Factors, System, add
from .._remembered import remembered
from .._types import Function, Scalar, State
from .._vectors import minus, plus, times
from ..errors import ConvergenceError
from ..numbers import greatest, loop, require, total
from ._method import Method
from ._state import about_centre
from .exact import free, kicks
from .splitting import (
    AXES,
    WEIGHTS,
    by_turns,
    drift,
    from_state,
    in_parts,
    splitting,
    stiff,
)
from .splitting import MOST as ROUNDS

MOST = 40  # corrections of the impulses
TIGHT = 1e-15  # gaps, in units of the numbers whose difference they are
LOOSE = 1e-11
SIZE, CONSTANTS = 13, 11  # numbers of a body: of its state without statistics, of J
FORCE = tuple([f"{kind}_{i}" for kind in ("impulse", "moment") for i in "xyz"])


def fly(
    system: System, turned: Function, h: Scalar, at: Bodies, start: Bodies
) -> tuple[Bodies, list[Scalar], list[Any]]:
    """From poses `at` with momenta of `start`: the bodies with shut joints; numbers of
    corrections, and the gap; impulses and moments by joint.
    """
    rows, unit = system.rows(at), system.units(at)
    m = len(rows)

    def flight(impulses: State) -> Bodies:
        sent = zip(system.pushed(start, rows, impulses), system.own, strict=True)
        return [drift(turned, z, own, h) for z, own in sent]

    guess = flight([0] * m)
    there = system.rows(guess)
    both = zip(system.mobilities(at), system.mobilities(guess), strict=True)
    mean = [[h * (a + b) / 2 for a, b in zip(*W, strict=True)] for W in both]
    slope = Factors(system.compliance(there, rows, mean, h))

    def corrected(state: State) -> tuple[State, Scalar]:
        count, before = state[-2:]
        moved = minus(state[:m], slope.solve(state[m : 2 * m]))
        made = flight(moved)
        gaps = [row.gap for row in system.rows(made)]
        rest = greatest([abs(x) / u for x, u in zip(gaps, unit, strict=True)])
        over = (rest <= TIGHT) | ((rest <= LOOSE) & (rest >= before / 2))
        over = over | (rest != rest) | (rest == inf)  # the run says that it is not
        return (*moved, *gaps, *chain(*made), count + 1.0, rest), over

    def unfinished(*state: Scalar) -> ConvergenceError:
        rest = float(np.max(state[-1]))
        row = max(range(m), key=lambda k: np.max(np.abs(state[m + k])))
        return ConvergenceError(
            f"a relative gap of {rest:.2g} is left at {system.told(rows[row])} after"
            f" {MOST} corrections of the impulses; take a smaller step",
            residual=rest,
        )

    zero = 0.0 * total(chain(*guess))
    gaps = [row.gap for row in there]
    begun = *[zero] * m, *gaps, *chain(*guess), zero, zero + inf
    found = loop(corrected, begun, MOST, unfinished)
    made = [found[k : k + SIZE] for k in range(2 * m, len(found) - 2, SIZE)]
    first = slope.least(list(found[:m]), system.implied)
    return made, list(found[-2:]), system.by_joint(rows, first, at)


def momenta(bodies: Bodies) -> list[Scalar]:
    return [x for z in bodies for x in z[7:]]


def with_momenta(bodies: Bodies, numbers: Sequence[Scalar]) -> Bodies:
    return [(*z[:7], *numbers[6 * i :][:6]) for i, z in enumerate(bodies)]


def end(
    system: System, kicked: Function, there: Bodies, again: bool
) -> tuple[Bodies, list[Any]]:
    """The bodies after the last kick, kicked(at); impulses and moments by joint.

    again: whether the kick depends on the momenta to which it leads
    """
    rows, mobility, m = system.rows(there), system.mobilities(there), system.implied
    slope = Factors(system.compliance(rows, rows, mobility))

    def changed(weak: float) -> str:
        return (
            f"{len(rows) - m} of the {len(rows)} constraints of the joints were"
            f" independent at the start, and {len(rows) - weak:.0f} are now (a dead"
            " point, or a locked mechanism); end before it, or take out a joint"
        )

    weak = total(slope.weak)
    require(weak == m, ConvergenceError, changed, weak)

    def stopped(bodies: Bodies) -> tuple[Bodies, list[Any]]:
        impulses: list[Any] = [0] * len(rows)
        for _ in range(2):  # the second takes away the rounding of the first
            speeds = system.speeds(rows, bodies, mobility)
            change = [-x for x in slope.solve(speeds)]
            bodies = system.pushed(bodies, rows, change)
            impulses = list(map(add, impulses, change))
        return bodies, impulses

    def nearer(state: State) -> tuple[State, Scalar]:
        new = momenta(stopped(kicked(with_momenta(there, state)))[0])
        rest = greatest([abs(a - b) for a, b in zip(new, state[:-1], strict=True)])
        return (*new, rest), (rest >= state[-1]) | (rest == 0.0) | (rest != rest)

    at = there
    if again:
        begun = momenta(there)
        found = loop(nearer, (*begun, 0.0 * total(begun) + inf), ROUNDS, stiff)
        at = with_momenta(there, found)
    made, impulses = stopped(kicked(at))
    return made, system.by_joint(rows, slope.least(impulses, m), made)


NAMES = {
    "rattle" + str(order) * (order > 2) + (f"_{axes}" if axes else ""): (order, axes)
    for order, axes in product((2, 4, 6), (None, *AXES))
}


def statistics(joints: int, n: int) -> tuple[str, ...]:
    """Their names; what is of joint k stands beside body k, and again from body 0."""
    force = [f"{name}_{slot}" for slot in range(-(-joints // n)) for name in FORCE]
    return "iterations", "residual", *force


@lru_cache(maxsize=64)
def step_of(
    order: int, axes: str | None, joints: tuple[Any, ...], n: int, implied: int
) -> Function:
    """The step of n bodies; the same for the same joints, so that it is recorded once.

    implied: how many constraints are known to be implied by the others
    """
    turned = by_turns(axes) if axes else free

    def part(t: Scalar, h: Scalar, y: State, J: State, load: Any) -> State:
        start = [tuple(y[i : SIZE * n : n]) for i in range(n)]
        own = [tuple(J[i : CONSTANTS * n : n]) for i in range(n)]
        system = System(joints, own, implied)

        def kicked(t: Scalar, bodies: Bodies, at: Bodies) -> Bodies:
            """With half the impulses of what acts at the state `at`."""
            if load is None:
                return bodies
            motions = [from_state(z, c) for z, c in zip(at, own, strict=True)]
            six = zip(motions, own, load.law(t, motions), strict=True)
            gained = [x for m, c, W in six for x in about_centre(m[0], c[8:11], W)]
            return with_momenta(bodies, plus(momenta(bodies), times(h / 2, gained)))

        half = kicked(t, start, start)
        there, told, first = fly(system, turned, h, start, half)
        again = load is not None and load.moving is not None
        made, last = end(system, lambda at: kicked(t + h, there, at), there, again)
        each = [list(map(add, *both)) for both in zip(first, last, strict=True)]
        each += [[0.0 * told[0]] * 6] * (-len(each) % n)  # beside bodies, of no joint
        slots = [each[k : k + n] for k in range(0, len(each), n)]
        return (
            *[z[c] for c in range(SIZE) for z in made],
            *[x for x in told for _ in range(n)],
            *[six[c] for slot in slots for c in range(6) for six in slot],
        )

    if order == 2:
        return part
    names = [name for name in statistics(len(joints), n) for _ in range(n)]
    return in_parts(part, WEIGHTS[order], names, straight=1)


@remembered
def with_joints(
    method: Method, joints: tuple[Any, ...], n: int, implied: int
) -> Method:
    return replace(
        method,
        step=step_of(*NAMES[method.name], joints, n, implied),
        layout=method.layout._replace(statistics=statistics(len(joints), n)),
        properties=(*method.properties, "jointed"),
    )


@remembered
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
    key = _check.one_of(order, (2, 4, 6), "order"), axes
    if axes is not None:
        _check.one_of(axes, AXES, "axes")
    flights = "exact flights" if axes is None else f"flights by turns {axes}"
    parts = "" if order == 2 else f", {len(WEIGHTS[order])} a step"
    base = (kicks(order) if axes is None else splitting(axes, order)).flight
    assert base is not None  # kicks and splittings fly
    return replace(
        base,
        name=next(name for name, of in NAMES.items() if of == key),
        order=order,
        summary=f"joints: impulses between {flights}{parts}",
        chapter="What holds a door?",
        equation="eq-joint-rattle",
        takes=("wrench", "couplings", "joints"),
        properties=("implicit", "symplectic", "symmetric"),
        conserves=("momentum", "norm"),
        longest_turn=1.25,
    )
