"""Bodies and the joints between them: gaps, slopes, and what inertia makes of both.

A body is (q, centre, L, p), as kicks have it, and constants: moments, principal axes,
mass, centre. Lists have a place for each; the ground is body -1. Numbers are of any
kind; those that are always 0, 1 or -1 are ints, with which nothing is computed.
"""

from collections.abc import Sequence
from functools import lru_cache, reduce
from itertools import accumulate
from operator import mul
from typing import Any, NamedTuple, TypeAlias

from ._types import Function, Scalar, State
from ._vectors import minus
from .kernels import joints as _k
from .kernels.quaternion import rotate_back
from .numbers import positive, select, sqrt, total

WEAK = 5e-8  # of its diagonal: a pivot below it is of a row that others imply
UNTURNED, ORIGIN = (1.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
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
                    made[i][k] = add(made[i][k], times(slope, x))
        return made

    def by_joint(self, rows: list[Row], impulses: State, at: Bodies) -> list[list[Any]]:
        """Impulse, and moment about the joint's point, on body a of each joint."""
        made: list[list[Any]] = [[0] * 6 for _ in self.joints]
        for (k, _, _, slopes), x in zip(rows, impulses, strict=True):
            six = slopes[self.joints[k].a]
            made[k] = [add(a, times(s, x)) for a, s in zip(made[k], six, strict=True)]
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
    return turn + [times(x, moving) for x in six[3:]]


# --- numbers some of which are ints ---------------------------------------------------


def times(x: Any, y: Any) -> Any:
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
    return reduce(add, map(times, a, b))


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
        K = self.K = dict(given)
        self.order = elimination(frozenset(given))
        self.diagonal = [given[k, k] for k in range(len(self.order))]
        self.weak, self.inverse = list(self.diagonal), list(self.diagonal)
        for k, later in self.order:
            weak = abs(K[k, k]) <= WEAK * abs(self.diagonal[k])
            self.weak[k] = select(weak, 1.0, 0.0)
            self.inverse[k] = select(weak, 0.0, 1 / select(weak, 1.0, K[k, k]))
            for i in later:
                K[i, k] = times(K[i, k], self.inverse[k])
                for j in later:
                    K[i, j] = add(K.get((i, j), 0), -times(K[i, k], K[k, j]))

    def solve(self, right: State) -> list[Scalar]:
        """The multipliers of these gaps; none of a row that others imply."""
        b = list(right)
        for k, later in self.order:
            for i in later:
                b[i] = b[i] - times(self.K[i, k], b[k])
        return self._back([x * y for x, y in zip(self.inverse, b, strict=True)])

    def _back(self, b: list[Scalar]) -> list[Scalar]:
        for k, later in reversed(self.order):
            known = [times(self.K[k, j], b[j]) for j in later]
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
