"""What bodies do to each other: springs, gravity, contacts between pairs of them.

Bodies of a system are the last axis of a batch, named by their places. A law of pairs
(`rotlib.Load` with `pairs`), `pull(t, a, b) -> six numbers`, is written for one
pair of `Motion`s: torque about the reference point of a, N m, and force on it, N, in
space components. Body b feels the opposite, so any law keeps the momenta of a system;
its potential must not change when both bodies are moved or turned together. Points of
a body are seen from its reference point, in body components, m. InvalidInput for other
shapes, and for sizes and stiffnesses that are not positive.

    >>> def pull(t, a, b):
    ...     return 0.0, 0.0, 0.0, *(5.0 * (b.position - a.position))
    >>> band = Load("band", pull, pairs=[(0, 1)])

Chapters: Bodies that act on each other, Ten thousand bodies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import wraps
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from . import _check
from ._check import require
from ._remembered import remembered
from ._types import Array, ArrayLike, Function, Scalar, State
from ._vectors import cross, plus
from .backends.derived import of_potential
from .body import BodyLike, as_body
from .errors import InvalidInput
from .kernels import couplings as _k
from .kernels.contact import closing, overlap, press, pull, push_of, stored
from .kernels.quaternion import as_matrix, rotate
from .loads import UPPER, Load, Pairs
from .numbers import select

__all__ = ["Motion", "Neighbours", "alignment", "contact", "damper", "gravity"]
__all__ += ["magnets", "neighbours", "spring"]
__dir__: Any = __all__.copy

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


def _whole(motion: Motion) -> State:
    return (*motion.q, *motion.omega, *motion.position, *motion.velocity)


MU_0_BY_4_PI = 1e-7  # N/A^2, to ten digits
MOST = 2000  # bodies of which each attracts each: two million pairs
FURTHEST = 1e150  # squares of more overflow


@dataclass(frozen=True)
class Neighbours:
    """A function of positions (bodies, 3) -> (pairs, 2) of bodies near each other.

    distance: between reference points, m
    among: look at these bodies alone, in rising order

    The lower place of a pair comes first, and pairs are sorted, so sums over them are
    the same in each run. NotInstalled without SciPy (extra `rotlib[neighbours]`).

    >>> row = np.array([(0.0, 0, 0), (1.0, 0, 0), (2.5, 0, 0), (3.4, 0, 0)])
    >>> neighbours(1.2)(row).tolist()
    [[0, 1], [2, 3]]
    """

    distance: float
    among: Iterable[int] | None = None

    def __post_init__(self) -> None:
        vars(self).update(distance=_check.positive(self.distance, "distance", "m"))
        _check.installed("scipy.spatial", "neighbours")
        if self.among is not None:
            places = tuple(_check.count(i, "among", least=0) for i in self.among)
            if any(i >= j for i, j in pairwise(places)):
                raise InvalidInput("among: expected places in rising order, each once")
            vars(self).update(among=places)

    def __call__(self, position: Array) -> np.ndarray[Any, Any]:
        from scipy.spatial import cKDTree

        n, among = len(position), self.among
        places = np.arange(n) if among is None else np.array([*among], np.intp)
        last = places.max(initial=-1)
        require(last < n, "among", f"places below {n}, the number of bodies", last)
        x = position[places]
        if not (np.abs(x) < FURTHEST).all():  # the run will say what is wrong
            return np.empty((0, 2), np.intp)
        reach = self.distance * (1.0 + 1e-9)
        pairs = cKDTree(x).query_pairs(reach, output_type="ndarray")
        apart = x[pairs[:, 0]] - x[pairs[:, 1]]
        near = np.einsum("ij,ij->i", apart, apart) <= self.distance * self.distance
        found = places[pairs[near]]
        return np.asarray(found[np.lexsort(found.T[::-1])])


neighbours = Neighbours


@remembered
def contact(
    radius: ArrayLike,
    stiffness: float,
    damping: float = 0.0,
    friction: float = 0.0,
    pairs: Pairs | None = None,
) -> Load:
    """Rough spheres about the reference points, which push each other while they touch.

    radius: of the spheres, m: one for all, or (bodies,)
    stiffness: force by overlap, N/m
    damping: force by rate of the overlap, N s/m; spring and damper together never pull
    friction: force by speed with which the surfaces slide on each other, N s/m
    pairs: as of `Load`; by default `neighbours` within which spheres can touch

    The potential is that of the springs; damping and friction take energy, and no
    momentum. A contact of two bodies of mass m lasts pi sqrt(m / 2 stiffness)
    [eq-contact-time]: a run warns with `LargeStep` of steps above a tenth of that, and
    refuses those that cannot follow a spring at all. The force [eq-contact-pull] has a
    kink where spheres touch, and a jump with damping or friction: methods of any order
    then have order 2, or 1.
    """
    radii = _check.array(radius, "radius")
    if radii.ndim > 1 or not radii.size or not (radii > 0.0).all():
        said = "radius: expected a positive number of m, or one for each body, got"
        raise InvalidInput(f"{said} {radius!r}")
    if pairs is None:
        reach = np.sort(radii)[-2:].sum() if radii.ndim else 2.0 * radii
        pairs = neighbours(float(reach))
    k = _check.positive(stiffness, "stiffness", "N/m")
    c = _check.positive(damping, "damping", "N s/m", zero=True)
    g = _check.positive(friction, "friction", "N s/m", zero=True)
    outside: State = (1.0,)  # the normal leads from a to b

    def wrench(t: Scalar, a: Motion, b: Motion, u: State) -> State:
        s = overlap(*a.position, *b.position, *u, *outside)
        touching = s > 0.0
        at = *a.q, *a.position, *a.velocity, *b.q, *b.position, *b.velocity
        rate = closing(*at, *outside) if c else 0.0
        push = push_of(s, rate, k, c)
        push = select(touching & (push > 0.0), push, 0.0)
        if not g:
            pushed: State = (*outside, push)
            return 0.0, 0.0, 0.0, *press(*a.position, *b.position, *pushed)
        rest: State = (*outside, push, select(touching, g, 0.0))
        return pull(*_whole(a), *_whole(b), *u, *rest)

    def potential(a: Motion, b: Motion, u: State) -> Scalar:
        s = overlap(*a.position, *b.position, *u, *outside)
        return stored(select(s > 0.0, s, 0.0), k)

    known: Any = {"parameters": np.array([radii, radii])}
    known = {"body_parameters": radii[:, None]} if radii.ndim else known
    return Load("contact", wrench, potential, pairs=pairs, stiffness=k, **known)


@remembered
def spring(
    a: int,
    b: int,
    stiffness: float,
    length: float = 0.0,
    point_a: ArrayLike = (0.0, 0.0, 0.0),
    point_b: ArrayLike = (0.0, 0.0, 0.0),
) -> Load:
    """A spring between a point of one body and a point of another, N/m.

    The potential is half the stiffness times the squared stretch [eq-pair-potentials].
    At `length`, m, it does not pull. Unless that is 0, points that meet have no
    direction between them: a step that ends there is refused, one past it not seen.
    """
    k = _check.positive(stiffness, "stiffness", "N/m")
    l = _check.positive(length, "length", "m", zero=True)
    ends = _both(point_a, point_b, "point")
    if l == 0.0:
        data = [k, *ends]
        return _pairwise("spring", a, b, data, *ELASTIC)
    data = [k, l, *ends]
    return _pairwise("spring", a, b, data, *SPRING)


@remembered
def damper(
    a: int,
    b: int,
    damping: float,
    point_a: ArrayLike = (0.0, 0.0, 0.0),
    point_b: ArrayLike = (0.0, 0.0, 0.0),
) -> Load:
    """A damper along the line between a point of one body and a point of another.

    Its force is damping, N s/m, times the rate of the distance [eq-damper].
    """
    c = _check.positive(damping, "damping", "N s/m")
    data = c, *_both(point_a, point_b, "point")
    return _pairwise("damper", a, b, data, None, _damped, _whole)


@remembered
def alignment(
    a: int, b: int, stiffness: float, axis_a: ArrayLike, axis_b: ArrayLike
) -> Load:
    """A torque that turns an axis of one body and an axis of another into line.

    The potential is -stiffness (R_a axis_a).(R_b axis_b) [eq-pair-potentials], N m; a
    negative stiffness turns them against each other.
    """
    data = _check.real(stiffness, "stiffness"), *_both(axis_a, axis_b, "axis")
    return _pairwise("alignment", a, b, data, *ALIGNMENT)


@remembered
def magnets(
    a: int,
    b: int,
    moment_a: ArrayLike,
    moment_b: ArrayLike,
    point_a: ArrayLike = (0.0, 0.0, 0.0),
    point_b: ArrayLike = (0.0, 0.0, 0.0),
) -> Load:
    """Two small magnets, dipoles, each fixed in a body; they must not meet.

    The moments are body components, A m^2.
    """
    moments = _both(moment_a, moment_b, "moment")
    data = MU_0_BY_4_PI, *_both(point_a, point_b, "point"), *moments
    return _pairwise("magnets", a, b, data, MAGNETS)


@remembered
def gravity(bodies: BodyLike, G: float = 6.6743e-11) -> Load:
    """Gravity between all bodies of a system, with the torques of their gradients.

    Exact to second order in size over distance, which must be small (MacCullagh)
    [eq-pair-potentials]. G in m^3/(kg s^2). InvalidInput for more than 2000 bodies.
    """
    G = _check.positive(G, "G", "m^3/(kg s^2)")
    whole = as_body(bodies)
    if len(whole.shape) != 1 or len(whole) < 2:
        said = "bodies: expected a list of two bodies or more, which attract each"
        raise InvalidInput(f"{said} other; rotlib.wrenches.planet attracts one alone")
    got = f"{len(whole)}; leave out pairs far apart, by a Load with pairs of your own"
    require(len(whole) <= MOST, "bodies", f"at most {MOST}", got)
    first, second = np.triu_indices(len(whole), 1)
    J = whole.about(whole.centre).inertia[UPPER]
    columns = whole.mass[:, None], J, whole.centre
    each = [column[ends] for column in columns for ends in (first, second)]
    data = np.concatenate([np.full((len(first), 1), G), *each], -1)
    return _pairwise("gravity", first, second, data, GRAVITY)


def _pairwise(
    name: str,
    a: Any,
    b: Any,
    data: ArrayLike,
    potential: Function | None,
    pull: Function | None = None,
    state: Callable[[Motion], State] = _placed,
) -> Load:
    """A coupling by functions of two states and the data.

    pull: if it is not the slope of the potential, or shorter than what is recorded
    """
    V: Any = potential
    six: Function = pull or of_potential(V, True, 14 + np.shape(data)[-1])
    return Load(
        name,
        lambda t, a, b, u: six(*state(a), *state(b), *u),
        V and (lambda a, b, u: V(*state(a), *state(b), *u)),
        pairs=np.stack(np.atleast_1d(a, b), -1),
        parameters=data,
    )


def of_arms(kernel: Function, numbers: int, axes: bool = False) -> Function:
    """A kernel of arms in space, as a function of two poses and data.

    numbers: of the data; after them come arms of the one body and of the other in turn
    axes: the three axes of each body are arms too
    """

    @wraps(kernel)
    def placed(*given: Scalar) -> Any:
        own, arms = given[14 + numbers :], list[Scalar]()
        for q, first in ((given[:4], 0), (given[7:11], 3)):
            for i in range(first, len(own), 6):
                arms += rotate(*q, *own[i : i + 3])
            if axes:
                matrix = as_matrix(*q)
                arms += [matrix[i + j] for j in range(3) for i in (0, 3, 6)]
        places = *given[4:7], *given[11:14]
        return kernel(*places, *arms, *given[14 : 14 + numbers])

    return placed


SPRING = of_arms(_k.spring_potential, 2), of_arms(_k.spring_pull, 2)
ELASTIC = of_arms(_k.elastic_potential, 1), of_arms(_k.elastic_pull, 1)
ALIGNMENT = of_arms(_k.alignment_potential, 1), of_arms(_k.alignment_pull, 1)
MAGNETS: Function = of_arms(_k.magnets_potential, 1)
GRAVITY: Function = of_arms(_k.gravity_potential, 15, axes=True)


def _damped(*given: Scalar) -> State:
    places, arms, speeds = list[Scalar](), list[Scalar](), list[Scalar]()
    for body, point in ((given[:13], given[27:30]), (given[13:26], given[30:33])):
        q, omega, velocity = body[:4], body[4:7], body[10:13]
        places += body[7:10]
        arms += rotate(*q, *point)
        speeds += rotate(*q, *plus(velocity, cross(omega, point)))
    pull: State = _k.damper_pull(*(*places, *arms, *speeds, given[26]))
    return pull


def _both(a: ArrayLike, b: ArrayLike, what: str) -> list[float]:
    return _check.vector(a, f"{what}_a") + _check.vector(b, f"{what}_b")
