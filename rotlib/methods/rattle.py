"""RATTLE on the group: kicks, free flights, and impulses that keep joints shut.

The bodies of a system are one flat state: each number of all of them, then the next.
Here each is (q, centre, L, p), as kicks have it, with constants: moments, principal
axes, mass, centre. Lists have a place for each; the ground is body -1. Numbers are of
any kind; those that are always 0, 1 or -1 are ints, with which nothing is computed.

The first impulses of a step leave the joints shut where the flight ends, the last ones
let them stay shut.
Chapter: What holds a door?
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache, reduce
from itertools import accumulate, chain
from itertools import product as pairs
from math import inf
from operator import mul
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from .. import _check
from .._remembered import remembered
from .._types import Function, Scalar, State
from .._vectors import minus, plus, times
from ..errors import ConvergenceError
from ..kernels import joints as _k
from ..kernels.quaternion import rotate_back
from ..numbers import greatest, loop, positive, require, select, sqrt, total
from ._method import ORIGIN, UNTURNED, Method
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
WEAK = 5e-8  # of its diagonal: a pivot below it is of a row that others imply
GROUND = (*ORIGIN, *UNTURNED, 1.0, *ORIGIN)  # as constants of a body
# of each kernel: how many rows it gives, and how much of a pose it takes
KERNELS: dict[str, tuple[Function, int, int]] = {
    "point": (_k.point, 3, 7),
    "across": (_k.across, 1, 4),
    "offset": (_k.offset, 1, 7),
}

Bodies: TypeAlias = Sequence[Sequence[Any]]
Matrix: TypeAlias = dict[tuple[int, int], Any]


class Row(NamedTuple):
    """What is open of a joint, and its slopes by twists of space of the bodies."""

    joint: int
    metres: bool  # else the gap is the cosine of an angle
    gap: Scalar
    slopes: dict[int, Sequence[Any]]


class System:
    """Bodies of these constants, with joints, of whose rows so many are `implied`.

    held: (joint, kernel, body a, what the kernel takes of it, body b, what of that)
    """

    def __init__(self, joints: Sequence[Any], own: Bodies, implied: int = 0):
        self.joints: Sequence[Any] = joints
        self.own: Bodies = own
        self.implied: int = implied
        self.held: list[Any] = [
            (k, name, a, self._seen(a, name, of_a), b, self._seen(b, name, of_b))
            for k, joint in enumerate(joints)
            for a, b in [joint.places]
            for name, of_a, of_b in joint.constraints()
        ]

    def _seen(self, body: int, name: str, vectors: Sequence[State]) -> list[Scalar]:
        """Directions, or a point before them, from the centre in principal axes."""
        own = GROUND if body < 0 else self.own[body]
        first = vectors[0] if name == "across" else minus(vectors[0], own[8:11])
        seen = [rotate_back(*own[3:7], *v) for v in (first, *vectors[1:])]
        return [x for v in seen for x in v]

    def rows(self, bodies: Bodies) -> list[Row]:
        made, poses = [], [*bodies, (*UNTURNED, *ORIGIN)]
        for joint, name, a, of_a, b, of_b in self.held:
            kernel, n, k = KERNELS[name]
            out = kernel(*poses[a][:k], *of_a, *poses[b][:k], *of_b)
            for i in range(n):
                six = out[n + 12 * i :][:6], out[n + 12 * i + 6 :][:6]
                slopes = {a: six[0]} if b < 0 else {a: six[0], b: six[1]}
                made.append(Row(joint, k == 7, out[i], slopes))
        return made

    def units(self, bodies: Bodies) -> list[Scalar]:
        """The size of the numbers whose difference is a gap, for each row."""
        far = [  # a body may turn about its own centre, at the origin
            total(map(abs, z[4:7])) + sqrt(total(own[:3]) / own[7])
            for z, own in zip(bodies, self.own, strict=True)
        ]
        made: list[Scalar] = []
        for _, name, a, of_a, b, of_b in self.held:
            ends = [*map(abs, of_a[:3]), *map(abs, of_b[:3]), far[a]]
            size = total(ends if b < 0 else [*ends, far[b]])
            made += [1.0 if name == "across" else size] * KERNELS[name][1]
        return made

    def mobilities(self, bodies: Bodies) -> list[State]:
        """The inverse inertias about the centres, nine numbers, space components."""
        each = zip(bodies, self.own, strict=True)
        return [_k.mobility(*z[:4], *own[:3]) for z, own in each]

    def compliance(
        self, left: list[Row], right: list[Row], turning: Bodies, h: Scalar = 1.0
    ) -> Matrix:
        """How far gaps of `left` are opened in the time h by impulses of `right`.

        turning: of each body what a torque turns it by
        """
        made: Matrix = {}
        for j, row in enumerate(right):
            for body, six in row.slopes.items():
                twist = eased(turning[body], h / self.own[body][7], six)
                for i, (*_, others) in enumerate(left):
                    if body in others and (i <= j or left is not right):
                        opened = dot(others[body], twist)
                        made[i, j] = add(made.get((i, j), 0), opened)
        return made | {(j, i): x for (i, j), x in made.items() if left is right}

    def twists(self, bodies: Bodies, turning: Bodies) -> list[list[Scalar]]:
        """(omega, velocity of the centre) in space."""
        each = zip(bodies, self.own, turning, strict=True)
        return [eased(W, 1 / own[7], z[7:13]) for z, own, W in each]

    def speeds(self, rows: list[Row], bodies: Bodies, turning: Bodies) -> list[Scalar]:
        """How fast the gaps open."""
        twists = self.twists(bodies, turning)
        each = [[dot(six, twists[i]) for i, six in row.slopes.items()] for row in rows]
        return [reduce(add, parts) for parts in each]

    def pushed(self, bodies: Bodies, rows: list[Row], impulses: State) -> Bodies:
        made = [list(z) for z in bodies]
        for (*_, slopes), x in zip(rows, impulses, strict=True):
            for i, six in slopes.items():
                for k, slope in enumerate(six, 7):
                    made[i][k] = add(made[i][k], product(slope, x))
        return made

    def by_joint(self, rows: list[Row], impulses: State, at: Bodies) -> list[list[Any]]:
        """Impulse, and moment about the joint's point, on body a of each joint."""
        made: list[list[Any]] = [[0] * 6 for _ in self.joints]
        for (k, _, _, slopes), x in zip(rows, impulses, strict=True):
            six = slopes[self.joints[k].a]
            made[k] = [add(a, product(s, x)) for a, s in zip(made[k], six, strict=True)]
        arms = {k: of_a[:3] for k, name, _, of_a, *_ in self.held if name != "across"}
        for k, joint in enumerate(self.joints):
            moment = _k.moment(*at[joint.a][:4], *arms[k], *made[k])
            made[k] = [*made[k][3:], *moment]
        return made

    def told(self, row: Row) -> str:
        return f"joints[{row.joint}], {self.joints[row.joint]!r}"


def eased(turning: State, moving: Scalar, six: Sequence[Any]) -> list[Scalar]:
    """The twist that a torque and a force make."""
    turn = [dot(turning[3 * i : 3 * i + 3], six[:3]) for i in range(3)]
    return turn + [product(x, moving) for x in six[3:]]


# --- numbers some of which are ints ---------------------------------------------------


def product(x: Any, y: Any) -> Any:
    if type(x) is int:
        x, y = y, x
    if type(y) is int:
        return x if y == 1 else -x if y else 0
    return x * y


def add(x: Any, y: Any) -> Any:
    if type(y) is int and not y:
        return x
    return x + y if type(x) is not int or x else y


def dot(a: Sequence[Any], b: Sequence[Any]) -> Any:
    return reduce(add, map(product, a, b))


# --- equations ------------------------------------------------------------------------


@lru_cache
def elimination(pattern: frozenset[tuple[int, int]]) -> list[tuple[int, list[int]]]:
    """Rows, those with the fewest neighbours first, and what is then left of these."""
    near = {i: {k for j, k in pattern if j == i} - {i} for i, _ in pattern}
    order = []
    while near:
        k = min(near, key=lambda i: (len(near[i]), i))
        mine = near.pop(k)
        for i in mine:
            near[i] = (near[i] | mine) - {i, k}
        order.append((k, sorted(mine)))
    return order


class Factors:
    """A matrix of a symmetric pattern, eliminated; rows may imply each other.

    weak: 1 for a row that others imply, else 0
    """

    def __init__(self, given: Matrix):
        K: Matrix = dict(given)
        self.K: Matrix = K
        self.order: list[tuple[int, list[int]]] = elimination(frozenset(given))
        self.diagonal: list[Any] = [given[k, k] for k in range(len(self.order))]
        self.weak: list[Any] = list(self.diagonal)
        self.inverse: list[Any] = list(self.diagonal)
        for k, later in self.order:
            weak = abs(K[k, k]) <= WEAK * abs(self.diagonal[k])
            self.weak[k] = select(weak, 1.0, 0.0)
            self.inverse[k] = select(weak, 0.0, 1 / select(weak, 1.0, K[k, k]))
            for i in later:
                K[i, k] = product(K[i, k], self.inverse[k])
                for j in later:
                    K[i, j] = add(K.get((i, j), 0), -product(K[i, k], K[k, j]))

    def solve(self, right: State) -> list[Scalar]:
        """The multipliers of these gaps; none of a row that others imply."""
        b = list(right)
        for k, later in self.order:
            for i in later:
                b[i] = b[i] - product(self.K[i, k], b[k])
        return self._back([x * y for x, y in zip(self.inverse, b, strict=True)])

    def _back(self, b: list[Scalar]) -> list[Scalar]:
        for k, later in reversed(self.order):
            known = [product(self.K[k, j], b[j]) for j in later]
            b[k] = b[k] - self.inverse[k] * reduce(add, known, 0)
        return b

    def least(self, x: list[Scalar], implied: int) -> list[Scalar]:
        """Of multipliers that do the same, those of least size, each beside its row."""
        nulls: list[Any] = []  # what does nothing: one for each row that is implied
        count = [0.0, *accumulate(self.weak)]
        for n in range(implied):
            known = zip(self.weak, count, strict=False)
            seed = [weak * select(before == n, 1.0, 0.0) for weak, before in known]
            nulls.append(self._without(self._back(seed), nulls))
        return self._without(x, nulls)

    def _without(self, x: list[Scalar], nulls: list[Any]) -> list[Scalar]:
        for null in nulls:
            sized = [a * b for a, b in zip(self.diagonal, null, strict=True)]
            own, both = [total(map(mul, sized, v)) for v in (null, x)]
            share = both / positive(own)
            x = [a - share * b for a, b in zip(x, null, strict=True)]
        return x


# --- the step -------------------------------------------------------------------------


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
    for order, axes in pairs((2, 4, 6), (None, *AXES))
}


@remembered
@lru_cache(maxsize=64)  # the same for the same joints, so that it is recorded once
def with_joints(
    method: Method, joints: tuple[Any, ...], n: int, implied: int
) -> Method:
    """The method for n bodies, of whose constraints so many are implied by others."""
    order, axes = NAMES[method.name]
    turned = by_turns(axes) if axes else free
    # what is of joint k stands beside body k, and again from body 0
    force = [f"{name}_{slot}" for slot in range(-(-len(joints) // n)) for name in FORCE]
    told_of = "iterations", "residual", *force

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

    names = [name for name in told_of for _ in range(n)]
    composed = in_parts(part, WEIGHTS[order], names, straight=1) if order > 2 else part
    return replace(
        method,
        step=composed,
        layout=method.layout._replace(statistics=told_of),
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
