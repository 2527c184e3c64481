"""Bodies and the joints between them: gaps, slopes, and what inertia makes of both.

Attitudes are those of the principal axes, positions those of the centres of mass. The
second last axis of an array counts bodies, joints or rows of constraints, axes before
it are systems.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from ._bodies import Bodies
from ._types import Array, Function
from .body import Body
from .errors import ConvergenceError, InvalidInput, NotAvailable
from .kernels import joints as _kernels
from .kernels.quaternion import as_matrix, multiply, rotate, rotate_back

ONE, TWO = [1, 2, 0], [2, 0, 1]
FEW = 24  # lanes that floats do faster than arrays
WEAK = 1e-9  # of the greatest: a singular value below it is a constraint too many
CLEAR = 1e-6  # what lies between the two leaves the number of constraints open


Places: TypeAlias = np.ndarray[Any, Any]  # of integers


class Kernelled(NamedTuple):
    """All constraints of one kind: where their rows are, and what the kernel takes."""

    kernel: Function
    rows: Places  # (number, rows of each)
    a: Places
    b: Places
    given: Array  # what the kernel takes, attitudes and places left open
    open: tuple[tuple[int, Places, bool], ...]  # (column, bodies, places too)
    reach: Array | None  # sizes of the arms, of kinds that take places


class Mechanism:
    """Joints of n bodies: centres (..., n, 3), axes (..., n, 4), masses, moments."""

    def __init__(
        self,
        joints: Sequence[Any],
        centre: Array,
        axes: Array,
        mass: Array,
        moments: Array,
    ):
        self.joints: tuple[Any, ...] = tuple(joints)
        self.n: int = centre.shape[-2]
        self.centre: Array = centre
        self.axes: Array = axes
        self.mass: Array = mass
        self.moments = moments
        # the ground is one more body, which nothing moves
        ground = [(*centre.shape[:-2], 1)]
        self._centre = np.concatenate([centre, np.zeros((*ground[0], 3))], -2)
        still = np.broadcast_to((1.0, 0.0, 0.0, 0.0), (*ground[0], 4))
        self._axes = np.concatenate([axes, still], -2)
        self._still = still
        of_row: list[int] = []
        self.kinds: list[Kernelled] = []
        for name, size, places in (
            ("point", 3, True),
            ("across", 1, False),
            ("offset", 1, True),
        ):
            found = [
                (k, given) for k, j in enumerate(joints) for given in j.rows_of(name)
            ]
            if not found:
                continue
            start = len(of_row)
            of_row += [k for k, _ in found for _ in range(size)]
            a, b = (
                np.array([self._lane(getattr(joints[k], ab)) for k, _ in found])
                for ab in "ab"
            )
            of_a, of_b = self._seen(found, a, b)
            free = np.zeros((*self._centre.shape[:-2], len(found), 7 if places else 4))
            given = np.concatenate([free, *of_a, free, *of_b], -1)
            second = free.shape[-1] + 3 * len(of_a)
            reach = None
            if places:
                reach = np.abs(of_a[0]).sum(-1) + np.abs(of_b[0]).sum(-1)
            self.kinds.append(
                Kernelled(
                    getattr(_kernels, name),
                    np.arange(start, len(of_row)).reshape(-1, size),
                    a,
                    b,
                    given,
                    ((0, a, places), (second, b, places)),
                    reach,
                )
            )
        self.of_row: np.ndarray[Any, Any] = np.array(of_row, int)
        self.size: int = len(of_row)
        self.first: np.ndarray[Any, Any] = np.array([j.a for j in joints], int)
        self.belongs: Array = 1.0 * (np.arange(len(joints))[:, None] == self.of_row)
        at = np.array([j.at_a for j in joints], float) - centre[..., self.first, :]
        self.at: Array = by_lane(rotate_back, axes[..., self.first, :], at)
        # rows that are measured in metres, not as the cosine of an angle
        self.lengths: set[int] = {
            int(row)
            for kind in self.kinds
            if kind.reach is not None
            for row in kind.rows.flat
        }
        self.rank: int | None = None

    def _lane(self, body: Any) -> int:
        return self.n if isinstance(body, str) else body

    def _seen(self, found: list[Any], a: Array, b: Array) -> list[list[Array]]:
        both: list[list[Array]] = []
        for lanes, which in ((a, 0), (b, 1)):
            vectors: list[Array] = []
            for kind, _ in found[0][1][which]:
                i = len(vectors)
                given = np.array([g[which][i][1] for _, g in found], float)
                if kind == "at":
                    given = given - self._centre[..., lanes, :]
                vectors.append(by_lane(rotate_back, self._axes[..., lanes, :], given))
            both.append(vectors)
        return both

    def gaps(self, q: Array, x: Array) -> tuple[Array, Array]:
        """What is open, (..., m), and its slopes by twists of space, (..., m, n, 6).

        A twist turns a body about its centre of mass and moves that centre.
        """
        systems = x.shape[:-2]
        still = np.broadcast_to(self._still, (*systems, 1, 4))
        pose = np.concatenate([q, x], -1)
        ground = np.concatenate([still, np.zeros((*systems, 1, 3))], -1)
        pose = np.concatenate([pose, ground], -2)
        gap = np.empty((*systems, self.size))
        G = np.zeros((*systems, self.size, self.n + 1, 6))
        for kernel, rows, a, b, given, left_open, _ in self.kinds:
            row = np.empty((*systems, *given.shape[-2:]))
            row[...] = given
            for column, lanes, places in left_open:
                k = 7 if places else 4
                row[..., column : column + k] = pose[..., lanes, :k]
            out, k = on_rows(kernel, row), rows.shape[1]
            slopes = out[..., k:].reshape(*out.shape[:-1], k, 12)
            gap[..., rows] = out[..., :k]
            G[..., rows, a[:, None], :] = slopes[..., :6]
            G[..., rows, b[:, None], :] = slopes[..., 6:]
        return gap, G[..., : self.n, :]

    def units(self, x: Array) -> Array:
        """The size of the numbers whose difference is a gap, (..., m)."""
        far = np.concatenate([np.abs(x).sum(-1), np.zeros((*x.shape[:-2], 1))], -1)
        unit = np.ones((*x.shape[:-2], self.size))
        for _, rows, a, b, _, _, reach in self.kinds:
            if reach is not None:
                size = far[..., a] + far[..., b] + reach
                unit[..., rows] = np.where(size == 0.0, 1.0, size)[..., None]
        return unit

    def mobility(self, q: Array) -> Array:
        """The inverse inertias about the centres, space components, (..., n, 3, 3)."""
        R = by_lane(as_matrix, q).reshape(*q.shape[:-1], 3, 3)
        turned: Array = (R / self.moments[..., None, :]) @ np.swapaxes(R, -1, -2)
        return turned

    def twists(self, q: Array, L: Array, p: Array) -> Array:
        """(omega, velocity of the centre) in space, (..., n, 6)."""
        omega = by_lane(rotate, q, by_lane(rotate_back, q, L) / self.moments)
        return np.concatenate([omega, p / self.mass[..., None]], -1)

    def eased(self, G: Array, turning: Array, moving: Any = 1.0) -> Array:
        """G times the twists that unit impulses make: `turning` stands for mobility."""
        by_turn = np.einsum("...mni,...nij->...mnj", G[..., :3], turning)
        by_move = G[..., 3:] * (moving / self.mass)[..., None, :, None]
        return np.concatenate([by_turn, by_move], -1)

    def product(self, A: Array, B: Array) -> Array:
        a = A.reshape(*A.shape[:-2], 6 * self.n)
        b = B.reshape(*B.shape[:-2], 6 * self.n)
        made: Array = a @ np.swapaxes(b, -1, -2)
        return made

    def stiffness(self, q: Array, G: Array) -> Array:
        """G M^-1 G^T, (..., m, m)."""
        return self.product(self.eased(G, self.mobility(q)), G)

    def pushed(self, G: Array, impulses: Array) -> Array:
        """The impulses of torque and force on each body, space, (..., n, 6)."""
        flat = G.reshape(*G.shape[:-2], 6 * self.n)
        made = np.swapaxes(flat, -1, -2) @ impulses[..., None]
        return made[..., 0].reshape(*impulses.shape[:-1], self.n, 6)

    def speeds(self, G: Array, V: Array) -> Array:
        """How fast the gaps open, (..., m)."""
        flat = G.reshape(*G.shape[:-2], 6 * self.n)
        made: Array = flat @ V.reshape(*V.shape[:-2], 6 * self.n, 1)
        return made[..., 0]

    # --- equations ------------------------------------------------------------------

    def decide_rank(self, q: Array, x: Array) -> None:
        if not self.size:
            self.rank = 0
            return
        _, G = self.gaps(q, x)
        s = np.linalg.svd(_scaled(self.stiffness(q, G))[0], compute_uv=False)
        s = s.reshape(-1, self.size)
        s = s / s[:, :1]
        between = ((s > WEAK) & (s < CLEAR)).any()
        ranks = set((s > WEAK).sum(-1).tolist())
        if between or len(ranks) > 1:
            raise InvalidInput(
                "joints: expected constraints that are clearly independent or clearly"
                f" not, got the singular values {_few(s.min(0))} of the scaled"
                " constraints at the start; move the start away from this position,"
                " or take out a joint"
            )
        self.rank = ranks.pop()

    def solve(self, K: Array, right: Array) -> Array:
        """The multipliers of K multipliers = right, of least size if K is singular."""
        if self.rank == self.size:
            try:
                return np.linalg.solve(K, right[..., None])[..., 0]
            except np.linalg.LinAlgError:
                raise ConvergenceError(self._locked(K)) from None
        K, left, across = _scaled(K)
        U, s, V = np.linalg.svd(K)
        r = self.rank or 0
        if (s[..., r - 1] < WEAK * s[..., 0]).any():
            raise ConvergenceError(self._locked(K))
        with np.errstate(divide="ignore"):
            inverse = np.where(np.arange(self.size) < r, 1 / s, 0.0)
        seen = np.swapaxes(U, -1, -2) @ (right / left)[..., None]
        found = np.swapaxes(V, -1, -2) @ (inverse[..., None] * seen)
        return found[..., 0] / across

    def require_rank(self, S: Array) -> None:
        r = self.rank or 0
        if not r:
            return
        s = np.linalg.eigvalsh(_scaled(S)[0])[..., ::-1]
        if (s[..., r - 1] < WEAK * s[..., 0]).any():
            raise ConvergenceError(self._locked(S))
        if r < self.size and (s[..., r] > CLEAR * s[..., 0]).any():
            raise ConvergenceError(
                f"joints: at the start {r} of the {self.size} constraints were"
                " independent, and now there are more (the start was a dead point), so"
                " the motion from there was not determined; start beside this position"
            )

    def by_joint(self, G: Array, impulses: Array, z: Array) -> Array:
        """Impulse, and moment about the joint's point, on body a: (..., joints, 6)."""
        a = self.first
        six = G[..., np.arange(self.size), a[self.of_row], :] * impulses[..., None]
        made: Array = self.belongs @ six  # moment about the centre, impulse
        arm = by_lane(rotate, z[..., a, :4], self.at)
        moment = made[..., :3] - cross(arm, made[..., 3:])
        return np.concatenate([made[..., 3:], moment], -1)

    def _locked(self, K: Array) -> str:
        scaled = _scaled(K.reshape(-1, *K.shape[-2:]))[0]
        U, s, _ = np.linalg.svd(scaled)
        worst = int(np.argmin(s[:, (self.rank or 1) - 1] / s[:, 0]))
        implied = s[worst] < WEAK * s[worst, 0]
        implied[-1] = True
        share = (U[worst][:, implied] ** 2).sum(-1)
        row = int(np.argmax(share > (1 - 1e-6) * share.max()))
        return (
            f"the constraint of {self.told(row)} has become one that the others imply"
            " (a dead point, or a locked mechanism), so its force is not determined;"
            " stop the run before it, or take out a joint"
        )

    def told(self, row: int) -> str:
        k = int(self.of_row[row])
        return f"joints[{k}], {self.joints[k]!r}"

    # --- the bodies' own coordinates --------------------------------------------------

    def inward(self, q: Array, position: Array) -> tuple[Array, Array]:
        return by_lane(multiply, q, self.axes), position + by_lane(
            rotate, q, self.centre
        )

    def outward(self, q: Array, x: Array) -> tuple[Array, Array]:
        q = by_lane(multiply, q, self.axes * (1.0, -1.0, -1.0, -1.0))
        return q, x - by_lane(rotate, q, self.centre)


def mechanism_of(joints: Sequence[Any], bodies: Body | Bodies) -> Mechanism:
    if bodies.added_mass.any():
        raise NotAvailable(
            "joints: expected bodies without added mass, got one with it; a body in"
            " water takes dqvi, and springs in place of joints"
        )
    each = as_array(bodies)
    about = [body.about(body.centre) for body in each.flat]

    def stacked(values: list[Any]) -> Array:
        a = np.array(values, float)
        return a.reshape(*each.shape, *a.shape[1:])

    return Mechanism(
        joints,
        stacked([body.centre for body in each.flat]),
        stacked([body.principal_axes for body in about]),
        stacked([body.mass for body in about]),
        stacked([body.principal_moments for body in about]),
    )


def as_array(bodies: Body | Bodies) -> Any:
    """The bodies in an array of objects, the bodies of a system on its last axis."""
    if isinstance(bodies, Bodies):
        return bodies.each
    one = np.empty(1, object)
    one[0] = bodies
    return one


def by_lane(kernel: Function, *given: Array) -> Array:
    lanes = given[0].shape[:-1]
    if any(a.shape[:-1] != lanes for a in given):
        lanes = np.broadcast_shapes(*[a.shape[:-1] for a in given])
        given = tuple([np.broadcast_to(a, (*lanes, a.shape[-1])) for a in given])
    return on_rows(kernel, given[0] if len(given) == 1 else np.concatenate(given, -1))


def on_rows(kernel: Function, row: Array) -> Array:
    """A kernel on rows (..., k); few of them one by one as floats, which is faster."""
    if row.size <= FEW * row.shape[-1]:
        made = [kernel(*r) for r in row.reshape(-1, row.shape[-1]).tolist()]
        return np.array(made).reshape(*row.shape[:-1], -1)
    out = kernel(*np.moveaxis(row, -1, 0))
    return np.stack(np.broadcast_arrays(*out), -1)


def cross(a: Array, b: Array) -> Array:
    made: Array = a[..., ONE] * b[..., TWO] - a[..., TWO] * b[..., ONE]
    return made


def _scaled(K: Array) -> tuple[Array, Array, Array]:
    """K with rows and columns of the size one, and the sizes taken out."""
    size = np.sqrt(np.abs(np.diagonal(K, axis1=-2, axis2=-1)))
    size = np.where(size == 0.0, 1.0, size)
    return K / (size[..., :, None] * size[..., None, :]), size, size


def _few(numbers: Array) -> str:
    return ", ".join(f"{x:.1e}" for x in numbers)
