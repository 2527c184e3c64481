"""What bodies do to each other: springs, gravity, contacts between pairs of them.

Bodies of a system are the last axis of a batch, named by their places;
`rotlib.integrate` takes a coupling for a load. A formula, `pull(t, a, b) -> six
numbers`, is written for one pair of `Motion`s: torque about the reference point of a,
N m, and force on it, N, in space components. Body b feels the opposite, so any formula
keeps the momenta of a system. Couplings and wrenches are added with `+`. Points of a
body are seen from its reference point, in body components, m. InvalidInput for other
shapes, and for sizes and stiffnesses that are not positive.

Chapters: Bodies that act on each other, Ten thousand bodies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from . import _check
from ._remembered import counted, described, remembered
from ._types import Array, ArrayLike, Flow, Function, Scalar, State
from .body import BodyLike, as_body
from .errors import InvalidInput
from .kernels import couplings as _k
from .kernels.contact import closing, overlap, press, pull, push_of, stored
from .numbers import select
from .wrenches import Wrench

__all__ = [
    "Coupling",
    "Motion",
    "Neighbours",
    "alignment",
    "contact",
    "damper",
    "enclosure",
    "gravity",
    "magnets",
    "neighbours",
    "spring",
]


def __dir__() -> list[str]:
    return __all__


Components: TypeAlias = Any  # an array, of whatever numbers


class Motion(NamedTuple):
    """Where a body is and how it moves, for the formula of a pair.

    q: (4,), wxyz, body to space
    omega, velocity: (3,), body components, rad/s and m/s; None for a potential
    position: (3,), of the reference point, in space, m
    """

    q: Components
    omega: Components = None
    position: Components = None
    velocity: Components = None


def _placed(motion: Motion) -> State:
    return (*motion.q, *motion.position)


def _moving(motion: Motion) -> State:
    return (*motion.q, *motion.position, *motion.velocity)


def _whole(motion: Motion) -> State:
    return (*motion.q, *motion.omega, *motion.position, *motion.velocity)


Pairs: TypeAlias = ArrayLike | Callable[[Array], Any]


@dataclass(frozen=True, eq=False, repr=False)
class Coupling(Wrench):
    """What the two bodies of each pair do to each other.

    wrench: wrench(t, a, b) -> torque x, y, z, force x, y, z on body a; b feels the
        opposite force along the same line and the opposite torque [eq-reaction]
    potential: potential(a, b) -> joules, of the pair; it must not change when both
        bodies are moved or turned together
    pairs: (pairs, 2), which bodies are coupled; or pairs(position) -> (pairs, 2), with
        all positions (bodies, 3), such as `neighbours` makes
    numbers: (n,), or (pairs, n) for each pair; the formulas are given them last:
        wrench(t, a, b, u), potential(a, b, u)
    body_numbers: (bodies, m); the formulas are given those of a and those of b in u,
        behind `numbers`
    stiffness: of the stiffest spring in it, N/m; a run then compares its step with the
        shortest time in which two bodies can swing on that spring

    The other fields are those of `rotlib.wrenches.Wrench`. A pair may come twice only
    with numbers of its own.

    >>> def pull(t, a, b):
    ...     return 0.0, 0.0, 0.0, *(5.0 * (b.position - a.position))
    >>> band = Coupling("band", pull, pairs=[(0, 1)])
    """

    pairs: Pairs = ()
    body_numbers: ArrayLike | None = None
    stiffness: float | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        rows = () if self.numbers is None else np.shape(self.numbers)[:-1]
        if self.body_numbers is not None:
            own = _check.array(self.body_numbers, "body_numbers").copy()
            if own.ndim != 2:
                raise InvalidInput(
                    "body_numbers: expected a row for each body, shape (bodies, m),"
                    f" got {own.shape}"
                )
            own.flags.writeable = False
            self._now(body_numbers=own)
        if self.stiffness is not None:
            _check.positive(self.stiffness, "stiffness", "N/m")
        if callable(self.pairs):
            if rows:
                raise InvalidInput(
                    f"numbers: the pairs of the coupling {self.name!r} are found anew"
                    " at each step, so they have no rows of their own; give one row,"
                    " shape (n,)"
                )
            return
        found = checked_pairs(self.pairs)
        if not rows:
            require_single(found)
        elif rows != (len(found),):
            raise InvalidInput(
                f"numbers: expected shape (n,) or ({len(found)}, n), a row for each"
                f" pair, got {np.shape(np.asarray(self.numbers))}"
            )
        self._now(pairs=found)

    def __repr__(self) -> str:
        return described(
            self,
            self.potential and "potential",
            self.rates and "depends on the rates",
            "pairs found on the way"
            if callable(self.pairs)
            else counted(len(self.pairs), "pair"),  # type: ignore[arg-type]
        )

    @property
    def of_bodies(self) -> bool:
        """Whether it has numbers that belong to the bodies."""
        return self.body_numbers is not None

    @property
    def by_lane(self) -> bool:
        """Numbers of a coupling belong to pairs, not to motions of a batch."""
        return False


def checked_pairs(pairs: Any, bodies: int | None = None) -> np.ndarray[Any, Any]:
    found = np.asarray(pairs)
    if found.ndim != 2 or found.shape[1:] != (2,) or found.dtype.kind not in "iu":
        raise InvalidInput(
            "pairs: expected the places of two bodies for each pair, such as"
            f" [(0, 1), (1, 2)], got shape {found.shape} of {found.dtype}"
        )
    wrong = (found < 0).any(1) | (found[:, 0] == found[:, 1])
    if bodies is not None:
        wrong |= (found >= bodies).any(1)
    if wrong.any():
        many = "" if bodies is None else f" below {bodies}, the number of bodies"
        raise InvalidInput(
            f"pairs[{np.flatnonzero(wrong)[0]}]: expected two different places{many},"
            f" got {tuple(found[wrong][0].tolist())}"
        )
    found = found.astype(np.intp)
    found.flags.writeable = False
    return found


def require_single(pairs: np.ndarray[Any, Any]) -> None:
    if len(pairs) < 2:
        return
    low, high = pairs.min(1), pairs.max(1)
    keys = low * (int(high.max()) + 1) + high
    if (keys[1:] > keys[:-1]).all():  # as neighbours are sorted
        return
    order = np.argsort(keys, kind="stable")
    again = np.flatnonzero(keys[order][1:] == keys[order][:-1])
    if again.size:
        first, second = sorted(order[again[0] : again[0] + 2].tolist())
        raise InvalidInput(
            f"pairs[{second}]: expected each pair of bodies once, got"
            f" {tuple(pairs[second].tolist())}, which is pairs[{first}] too and would"
            " count twice; leave one out, or give each pair numbers of its own"
        )


MOST = 2000  # bodies of which each attracts each: two million pairs
FURTHEST = 1e150  # squares of more overflow


@dataclass(frozen=True)
class Neighbours:
    """A function of positions (bodies, 3) -> (pairs, 2) of bodies near each other.

    distance, skin: as of `neighbours`, m
    among: the bodies that are looked at; None for all
    """

    distance: float
    skin: float = 0.0
    among: tuple[int, ...] | None = None
    _known: list[Any] = field(default_factory=list, compare=False, repr=False)

    def __reduce__(self) -> Any:
        return neighbours, (self.distance, self.skin, self.among)

    def __call__(self, position: Array) -> np.ndarray[Any, Any]:
        places = position
        if self.among is not None:
            if max(self.among, default=-1) >= len(position):
                raise InvalidInput(
                    f"among: expected places below {len(position)}, the number of"
                    f" bodies, got {max(self.among)}"
                )
            places = position[list(self.among)]
        if not (np.abs(places) < FURTHEST).all():  # the run will say what is wrong
            return np.empty((0, 2), np.intp)
        found: np.ndarray[Any, Any] = self._candidates(places)
        apart = places[found[:, 0]] - places[found[:, 1]]
        near = np.einsum("ij,ij->i", apart, apart) <= self.distance * self.distance
        found = found[near]
        if self.among is not None:
            found = np.array(self.among, np.intp)[found]
        return found

    def _candidates(self, places: Array) -> np.ndarray[Any, Any]:
        """Pairs among which are all that are near; found anew after a long way."""
        found: np.ndarray[Any, Any]
        for then, found in self._known:
            if then.shape == places.shape:
                way = places - then
                longest = np.einsum("ij,ij->i", way, way).max(initial=0.0)
                if 4.0 * longest < 0.998 * self.skin * self.skin:
                    return found
        from scipy.spatial import cKDTree

        reach = (self.distance + self.skin) * (1.0 + 1e-9)
        pairs = cKDTree(places).query_pairs(reach, output_type="ndarray")
        key = np.sort(pairs[:, 0] * len(places) + pairs[:, 1])
        found = np.stack(np.divmod(key, max(len(places), 1)), -1).astype(np.intp)
        if self.skin:
            self._known[:] = [(places.copy(), found)]
        return found


def neighbours(
    distance: float, skin: float = 0.0, among: Iterable[int] | None = None
) -> Neighbours:
    """A function of positions that finds all pairs of bodies within a distance.

    distance: between reference points, m
    skin: look so much further, m, and search again when a body has moved by half of it:
        the same pairs, in less time if steps are small beside it
    among: look at these bodies alone, in rising order

    The lower place of a pair comes first, and pairs are sorted, so sums over them are
    the same in each run. NotInstalled without SciPy (extra `rotlib[neighbours]`).

    >>> row = np.array([(0.0, 0, 0), (1.0, 0, 0), (2.5, 0, 0), (3.4, 0, 0)])
    >>> neighbours(1.2)(row).tolist()
    [[0, 1], [2, 3]]
    """
    reach = _check.positive(distance, "distance", "m")
    more = _not_negative(skin, "skin", "a length of 0 m")
    _check.installed("scipy.spatial", "neighbours")
    places = None
    if among is not None:
        places = tuple(_check.count(i, "among", least=0) for i in among)
        if any(i >= j for i, j in pairwise(places)):
            raise InvalidInput("among: expected places in rising order, each once")
    return Neighbours(reach, more, places)


@remembered
def contact(
    radius: ArrayLike,
    stiffness: float,
    damping: float = 0.0,
    friction: float = 0.0,
    pairs: Pairs | None = None,
) -> Coupling:
    """Rough spheres about the reference points, which push each other while they touch.

    radius: of the spheres, m: one for all, or (bodies,)
    stiffness: force by overlap, N/m
    damping: force by rate of the overlap, N s/m; spring and damper together never pull
    friction: force by speed with which the surfaces slide on each other, N s/m
    pairs: as of `Coupling`; by default `neighbours` within which spheres can touch

    The potential is that of the springs; damping and friction take energy, and no
    momentum. A contact of two bodies of mass m lasts pi sqrt(m / 2 stiffness)
    [eq-contact-time]: a run warns with `LargeStep` of steps above a tenth of that, and
    refuses those that cannot follow a spring at all. The force [eq-contact-pull] has a
    kink where spheres touch, and a jump with damping or friction: methods of any order
    then have order 2, or 1.
    """
    radii = _check.array(radius, "radius")
    if radii.ndim > 1 or not radii.size or not (radii > 0.0).all():
        raise InvalidInput(
            "radius: expected a positive number of m, or one for each body, got"
            f" {radius!r}"
        )
    own = radii[:, None] if radii.ndim else None
    both = radii if radii.ndim else np.array([radii, radii])
    if pairs is None:
        pairs = neighbours(float(np.sort(both)[-2:].sum()))
    law = stiffness, damping, friction
    return _touching("contact", 1.0, *law, pairs, both if own is None else None, own)


@remembered
def enclosure(
    holder: int,
    bodies: Iterable[int],
    radius: float,
    hull: float,
    stiffness: float,
    damping: float = 0.0,
    friction: float = 0.0,
) -> Coupling:
    """A hollow sphere that keeps other bodies inside, and feels what they push it.

    holder: the hollow body, whose reference point is the centre of the hollow
    bodies: those inside
    radius, hull: of the hollow, and of the smaller spheres about the others, m
    stiffness, damping, friction: as of `contact`, with the normal the other way
    """
    wide = _check.positive(radius, "radius", "m")
    small = _check.positive(hull, "hull", "m")
    if not small < wide:
        raise InvalidInput(
            f"hull: expected less than the radius of the hollow, {wide} m, got {small}"
        )
    pairs, law = [(holder, i) for i in bodies], (stiffness, damping, friction)
    return _touching("enclosure", -1.0, *law, pairs, (-wide, small), None)


def _touching(
    name: str,
    side: float,
    stiffness: float,
    damping: float,
    friction: float,
    pairs: Pairs,
    radii: ArrayLike | None,
    of_bodies: Array | None,
) -> Coupling:
    """Spheres that touch from outside, side 1, or from within, -1."""
    k = _check.positive(stiffness, "stiffness", "N/m")
    c, g = _check.real(damping, "damping"), _check.real(friction, "friction")
    c = _not_negative(c, "damping", "0 N s/m")
    g = _not_negative(g, "friction", "0 N s/m")
    way: State = (side,)  # the normal leads from a to b, or back

    def wrench(t: Scalar, a: Motion, b: Motion, u: State) -> State:
        s = overlap(*a.position, *b.position, *u, *way)
        touching = s > 0.0
        if side < 0.0:  # in the middle of a hollow there is no normal
            x, y, z = b.position
            b = b._replace(position=(select(touching, x, a.position[0] + 1.0), y, z))
        rate = closing(*_moving(a), *_moving(b), *way) if c else 0.0
        push = push_of(s, rate, k, c)
        push = select(touching & (push > 0.0), push, 0.0)
        if not g:
            pushed: State = (side, push)
            force: State = press(*a.position, *b.position, *pushed)
            return 0.0, 0.0, 0.0, *force
        rest: State = (side, push, select(touching, g, 0.0))
        six: State = pull(*_whole(a), *_whole(b), *u, *rest)
        return six

    def potential(a: Motion, b: Motion, u: State) -> Scalar:
        s = overlap(*a.position, *b.position, *u, *way)
        return stored(select(s > 0.0, s, 0.0), k)

    return Coupling(
        name,
        wrench,
        potential,
        rates=bool(c or g),
        numbers=radii,
        pairs=pairs,
        body_numbers=of_bodies,
        stiffness=k,
    )


@remembered
def spring(
    a: int,
    b: int,
    stiffness: float,
    length: float = 0.0,
    point_a: ArrayLike = (0.0, 0.0, 0.0),
    point_b: ArrayLike = (0.0, 0.0, 0.0),
) -> Coupling:
    """A spring between a point of one body and a point of another.

    stiffness: N/m
    length: at which it does not pull, m; points that meet have no direction between
        them: a step that ends there is refused, one that leads past it is not seen
    point_a, point_b: where it is fastened

    The potential is half the stiffness times the squared stretch [eq-pair-potentials].
    """
    k = _check.positive(stiffness, "stiffness", "N/m")
    l = _not_negative(length, "length", "a length of 0 m")
    ends = _both(point_a, point_b, "point")
    if l == 0.0:
        data = k, *ends
        return _pairwise("spring", a, b, data, _k.elastic_pull, _k.elastic_potential)
    data = k, l, *ends
    return _pairwise("spring", a, b, data, _k.spring_pull, _k.spring_potential)


@remembered
def damper(
    a: int,
    b: int,
    damping: float,
    point_a: ArrayLike = (0.0, 0.0, 0.0),
    point_b: ArrayLike = (0.0, 0.0, 0.0),
) -> Coupling:
    """A damper along the line between a point of one body and a point of another.

    damping: force by speed of the distance, N s/m
    point_a, point_b: where it is fastened

    It takes energy, and no momentum [eq-damper].
    """
    c = _check.positive(damping, "damping", "N s/m")
    data = c, *_both(point_a, point_b, "point")
    return _pairwise("damper", a, b, data, _k.damper_pull, state=_whole)


@remembered
def alignment(
    a: int, b: int, stiffness: float, axis_a: ArrayLike, axis_b: ArrayLike
) -> Coupling:
    """A torque that turns an axis of one body and an axis of another into line.

    stiffness: torque at a right angle between axes of length one, N m; a negative one
        turns them against each other
    axis_a, axis_b: body components

    The potential is -stiffness (R_a axis_a).(R_b axis_b) [eq-pair-potentials].
    """
    data = _check.real(stiffness, "stiffness"), *_both(axis_a, axis_b, "axis")
    pull, potential = _k.alignment_pull, _k.alignment_potential
    return _pairwise("alignment", a, b, data, pull, potential)


@remembered
def magnets(
    a: int,
    b: int,
    moment_a: ArrayLike,
    moment_b: ArrayLike,
    point_a: ArrayLike = (0.0, 0.0, 0.0),
    point_b: ArrayLike = (0.0, 0.0, 0.0),
) -> Coupling:
    """Two small magnets, dipoles, each fixed in a body; they must not meet.

    moment_a, moment_b: magnetic moments, body components, A m^2
    point_a, point_b: where they sit
    """
    moments = _both(moment_a, moment_b, "moment")
    # mu_0 / 4 pi, to ten digits
    data = 1e-7, *_both(point_a, point_b, "point"), *moments
    return _pairwise("magnets", a, b, data, _k.magnets_pull, _k.magnets_potential)


@remembered
def gravity(bodies: BodyLike, G: float = 6.6743e-11) -> Coupling:
    """Gravity between all bodies of a system, with the torques of their gradients.

    Exact to second order in size over distance, which must be small (MacCullagh)
    [eq-pair-potentials]. G in m^3/(kg s^2). InvalidInput for more than 2000 bodies.
    """
    G = _check.positive(G, "G", "m^3/(kg s^2)")
    whole = as_body(bodies)
    if len(whole.shape) != 1 or len(whole) < 2:
        raise InvalidInput(
            "bodies: expected a list of two bodies or more, which attract each other;"
            " one body at the origin is attracted by rotlib.wrenches.planet"
        )
    if len(whole) > MOST:
        raise InvalidInput(
            f"bodies: expected at most {MOST}, all of which attract each other, got"
            f" {len(whole)}; leave out pairs that are far apart, by a Coupling with"
            " pairs of your own"
        )
    first, second = np.triu_indices(len(whole), 1)
    at_centre = whole.about(whole.centre).inertia
    J = np.concatenate([at_centre[:, i, i:] for i in range(3)], -1)
    mass = whole.mass[:, None]
    columns = [mass, whole.centre, J]
    numbers = [np.full((len(first), 1), G)]
    numbers += [c[ends] for c in columns for ends in (first, second)]
    data = np.concatenate(numbers, -1)
    pull, potential = _k.gravity_pull, _k.gravity_potential
    return _pairwise("gravity", first, second, data, pull, potential)


def _pairwise(
    name: str,
    a: Any,
    b: Any,
    data: ArrayLike,
    pull: Flow,
    potential: Function | None = None,
    state: Callable[[Motion], State] = _placed,
) -> Coupling:
    """A coupling by kernels of two states and the data; without potential a damper."""

    def wrench(t: Scalar, a: Motion, b: Motion, u: State) -> State:
        return pull(*state(a), *state(b), *u)

    def energy(a: Motion, b: Motion, u: State) -> Scalar:
        assert potential is not None
        return potential(*state(a), *state(b), *u)

    return Coupling(
        name,
        wrench,
        energy if potential else None,
        rates=potential is None,
        numbers=data,
        pairs=np.stack(np.atleast_1d(a, b), -1),
    )


def _both(a: ArrayLike, b: ArrayLike, what: str) -> list[float]:
    return _check.vector(a, f"{what}_a") + _check.vector(b, f"{what}_b")


def _not_negative(value: float, name: str, least: str) -> float:
    known = _check.real(value, name)
    if known < 0.0:
        raise InvalidInput(f"{name}: expected {least} or more, got {known}")
    return known
