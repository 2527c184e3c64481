"""Bodies and the joints between them: gaps, slopes, and what inertia makes of both.

Attitudes are those of the principal axes, positions those of the centres of mass. The
second last axis of an array counts bodies, joints or rows of constraints, axes before
it are systems. The ground is one more body behind the others, which nothing moves.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from ._types import Array, Function
from .body import Body, broadcast
from .errors import ConvergenceError, InvalidInput, NotAvailable
from .kernels import joints as _kernels
from .kernels.quaternion import as_matrix, multiply, rotate, rotate_back
from .numbers import positive

ONE, TWO = [1, 2, 0], [2, 0, 1]
FEW = 24  # lanes that floats do faster than arrays
WEAK = 1e-9  # of the greatest: a singular value below it is a constraint too many
CLEAR = 1e-6  # what lies between the two leaves the number of constraints open
UNTURNED, ORIGIN = (1.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
# of each kernel: how many rows it gives, and how much of a pose it takes
KERNELS = {"point": (3, 7), "across": (1, 4), "offset": (1, 7)}

Places: TypeAlias = np.ndarray[Any, Any]  # of integers


class Kernelled(NamedTuple):
    """All constraints of one kernel: where they stand, and what it takes."""

    kernel: Function
    rows: Places  # (number, rows of each)
    a: Places
    b: Places
    given: Array  # what the kernel takes, poses left open
    second: int  # where the pose of b begins; that of a is first
    pose: int
    reach: Array  # sizes of the arms


class Mechanism:
    """Joints of bodies: centres (..., n, 3), axes (..., n, 4), masses, moments."""

    def __init__(self, joints: Sequence[Any], bodies: Body):
        if bodies.added_mass.any():
            raise NotAvailable(
                "joints: expected bodies without added mass, got one with it; a body in"
                " water takes dqvi, and springs in place of joints"
            )
        if not bodies.shape:
            bodies = broadcast(bodies, (1,))
        about = bodies.about(bodies.centre)
        axes = np.stack(about.principal_axes, -1)
        self.joints: tuple[Any, ...] = tuple(joints)
        self.n: int = bodies.shape[-1]
        self.centre: Array = bodies.centre
        self.axes: Array = np.broadcast_to(axes, (*bodies.shape, 4))
        self.mass: Array = np.asarray(bodies.mass)
        self.moments: Array = np.stack(about.principal_moments, -1)
        self.ends: Places = np.array(
            [[self.n if isinstance(k, str) else k for k in (j.a, j.b)] for j in joints]
        )
        self.rank: int | None = None
        self.kinds: list[Kernelled] = []
        of_row: list[int] = []
        metres: list[bool] = []
        for name, (size, pose) in KERNELS.items():
            found = [
                (k, *given)
                for k, j in enumerate(joints)
                for kernel, *given in j.constraints()
                if kernel == name
            ]
            if found:
                rows = len(of_row) + np.arange(size * len(found)).reshape(-1, size)
                of_row += [k for k, *_ in found for _ in range(size)]
                metres += [pose == 7] * rows.size
                self.kinds.append(self._kind(name, rows, pose, found))
        self.of_row: Places = np.array(of_row, int)
        self.metres: Places = np.array(metres)  # else it is the cosine of an angle
        self.size: int = len(of_row)
        self.belongs: Array = 1.0 * (np.arange(len(joints))[:, None] == self.of_row)
        self.at: Array = self._seen([j.at_a for j in joints], self.ends[:, 0], True)

    def _kind(self, name: str, rows: Places, pose: int, found: list[Any]) -> Kernelled:
        a, b = self.ends[[k for k, *_ in found]].T
        of_a, of_b = [
            [
                self._seen([f[which][i] for f in found], lanes, pose == 7 and i == 0)
                for i in range(len(found[0][which]))
            ]
            for which, lanes in ((1, a), (2, b))
        ]
        free = np.zeros((*self.centre.shape[:-2], len(found), pose))
        given = np.concatenate([free, *of_a, free, *of_b], -1)
        reach = np.abs(of_a[0]).sum(-1) + np.abs(of_b[0]).sum(-1)
        kernel = getattr(_kernels, name)
        return Kernelled(kernel, rows, a, b, given, pose + 3 * len(of_a), pose, reach)

    def _seen(self, vectors: list[Any], lanes: Places, points: bool) -> Array:
        """Vectors, or points, of bodies from their centres and in their axes."""
        seen = np.array(vectors, float)
        if points:
            seen = seen - grounded(self.centre, ORIGIN)[..., lanes, :]
        return by_lane(rotate_back, grounded(self.axes, UNTURNED)[..., lanes, :], seen)

    def gaps(self, q: Array, x: Array) -> tuple[Array, Array]:
        """What is open, (..., m), and its slopes by twists of space, (..., m, n, 6).

        A twist turns a body about its centre of mass and moves that centre.
        """
        systems = x.shape[:-2]
        poses = grounded(np.concatenate([q, x], -1), (*UNTURNED, *ORIGIN))
        gap = np.empty((*systems, self.size))
        G = np.zeros((*systems, self.size, self.n + 1, 6))
        for kernel, rows, a, b, given, second, k, _ in self.kinds:
            row = np.empty((*systems, *given.shape[-2:]))
            row[...] = given
            row[..., :k] = poses[..., a, :k]
            row[..., second : second + k] = poses[..., b, :k]
            out, size = on_rows(kernel, row), rows.shape[1]
            slopes = out[..., size:].reshape(*out.shape[:-1], size, 12)
            gap[..., rows] = out[..., :size]
            G[..., rows, a[:, None], :] = slopes[..., :6]
            G[..., rows, b[:, None], :] = slopes[..., 6:]
        return gap, G[..., : self.n, :]

    def units(self, x: Array) -> Array:
        """The size of the numbers whose difference is a gap, (..., m)."""
        far = np.abs(grounded(x, ORIGIN)).sum(-1)
        unit = np.ones((*x.shape[:-2], self.size))
        for kind in self.kinds:
            if kind.pose == 7:
                size = far[..., kind.a] + far[..., kind.b] + kind.reach
                unit[..., kind.rows] = positive(size)[..., None]
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

    def twists_by(self, q: Array, pushed: Array) -> Array:
        """The twists that impulses of torque and force make."""
        turning = (self.mobility(q) @ pushed[..., :3, None])[..., 0]
        return np.concatenate([turning, pushed[..., 3:] / self.mass[..., None]], -1)

    def stiffness(self, G: Array, turning: Array, B: Array, moving: Any = 1.0) -> Array:
        """G M^-1 B^T, (..., m, m); `turning` stands for the mobility."""
        by_turn = np.einsum("...mni,...nij->...mnj", G[..., :3], turning)
        by_move = G[..., 3:] * (moving / self.mass)[..., None, :, None]
        eased = np.concatenate([by_turn, by_move], -1)
        made: Array = self._flat(eased) @ np.swapaxes(self._flat(B), -1, -2)
        return made

    def pushed(self, G: Array, impulses: Array) -> Array:
        """The impulses of torque and force on each body, space, (..., n, 6)."""
        made = np.swapaxes(self._flat(G), -1, -2) @ impulses[..., None]
        return made[..., 0].reshape(*impulses.shape[:-1], self.n, 6)

    def speeds(self, G: Array, V: Array) -> Array:
        """How fast the gaps open, (..., m)."""
        made: Array = self._flat(G) @ self._flat(V)[..., None]
        return made[..., 0]

    def _flat(self, A: Array) -> Array:
        return A.reshape(*A.shape[:-2], 6 * self.n)

    # --- equations ------------------------------------------------------------------

    def decide_rank(self, q: Array, x: Array) -> None:
        _, G = self.gaps(q, x)
        scaled, _ = _scaled(self.stiffness(G, self.mobility(q), G))
        s = np.linalg.svd(scaled, compute_uv=False).reshape(-1, self.size)
        s = s / s[:, :1]
        ranks = set((s > WEAK).sum(-1).tolist())
        if ((s > WEAK) & (s < CLEAR)).any() or len(ranks) > 1:
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
                raise self._locked(K) from None
        scaled, sizes = _scaled(K)
        U, s, V = np.linalg.svd(scaled)
        self._require_strong(s, K)
        with np.errstate(divide="ignore"):
            inverse = np.where(np.arange(self.size) < (self.rank or 0), 1 / s, 0.0)
        seen = np.swapaxes(U, -1, -2) @ (right / sizes)[..., None]
        found = np.swapaxes(V, -1, -2) @ (inverse[..., None] * seen)
        return found[..., 0] / sizes

    def require_rank(self, S: Array) -> None:
        s, r = np.linalg.eigvalsh(_scaled(S)[0])[..., ::-1], self.rank or 0
        self._require_strong(s, S)
        if r < self.size and (s[..., r] > CLEAR * s[..., 0]).any():
            raise ConvergenceError(
                f"joints: at the start {r} of the {self.size} constraints were"
                " independent, and now there are more (the start was a dead point), so"
                " the motion from there was not determined; start beside this position"
            )

    def _require_strong(self, s: Array, K: Array) -> None:
        if (s[..., (self.rank or 0) - 1] < WEAK * s[..., 0]).any():
            raise self._locked(K)

    def _locked(self, K: Array) -> ConvergenceError:
        U, s, _ = np.linalg.svd(_scaled(K.reshape(-1, *K.shape[-2:]))[0])
        worst = int(np.argmin(s[:, (self.rank or 1) - 1] / s[:, 0]))
        implied = s[worst] < WEAK * s[worst, 0]
        implied[-1] = True
        share = (U[worst][:, implied] ** 2).sum(-1)
        row = int(np.argmax(share > (1 - 1e-6) * share.max()))
        return ConvergenceError(
            f"the constraint of {self.told(row)} has become one that the others imply"
            " (a dead point, or a locked mechanism), so its force is not determined;"
            " stop the run before it, or take out a joint"
        )

    def by_joint(self, G: Array, impulses: Array, z: Array) -> Array:
        """Impulse, and moment about the joint's point, on body a: (..., joints, 6)."""
        a = self.ends[:, 0]
        six = G[..., np.arange(self.size), a[self.of_row], :] * impulses[..., None]
        made: Array = self.belongs @ six  # moment about the centre, impulse
        arm, push = by_lane(rotate, z[..., a, :4], self.at), made[..., 3:]
        lever = arm[..., ONE] * push[..., TWO] - arm[..., TWO] * push[..., ONE]
        return np.concatenate([push, made[..., :3] - lever], -1)

    def widest(self, relative: Array) -> int:
        """The row of the greatest of these sizes."""
        return int(np.argmax(relative.reshape(-1, self.size).max(0)))

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


def grounded(of_bodies: Array, ground: tuple[float, ...]) -> Array:
    one = np.broadcast_to(ground, (*of_bodies.shape[:-2], 1, len(ground)))
    return np.concatenate([of_bodies, one], -2)


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


def _scaled(K: Array) -> tuple[Array, Array]:
    """K with rows and columns of the size one, and the sizes taken out."""
    size = positive(np.sqrt(np.abs(np.diagonal(K, axis1=-2, axis2=-1))))
    return K / (size[..., :, None] * size[..., None, :]), size


def _few(numbers: Array) -> str:
    return ", ".join(f"{x:.1e}" for x in numbers)
