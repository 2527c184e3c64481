"""Several bodies as one: the body of a batch in which each motion has its own."""

import math
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np

from . import _check, quaternion
from ._types import Array, ArrayLike, State
from .body import Body
from .body import principal as one_principal
from .errors import InvalidInput, NotAvailable

__all__ = ["Bodies", "BodyLike", "as_body", "one_body"]

SEQUENCES = list, tuple, np.ndarray


class Bodies(tuple[Any, ...]):
    """The bodies of a batch, a tuple; nested for a batch with several axes.

    What `Body` says of one body it says of all, with the axes of the batch before the
    components: `bodies.inertia` has the shape (..., 3, 3).
    """

    each: np.ndarray[Any, Any]

    @classmethod
    def of(cls, each: np.ndarray[Any, Any]) -> "Bodies":
        rows: Iterable[Any] = map(cls.of, each) if each.ndim > 1 else each.tolist()
        made = cls(rows)
        made.each = each
        return made

    @classmethod
    def from_arrays(cls, **arrays: Array) -> "Bodies":
        """Bodies of these arguments of `Body`, with the axes of the batch first."""
        shape = arrays["mass"].shape
        lanes = [
            a.reshape(math.prod(shape), *a.shape[len(shape) :]) for a in arrays.values()
        ]
        rows = zip(*lanes, strict=True)
        return _again(
            shape, [Body(**dict(zip(arrays, row, strict=True))) for row in rows]
        )

    def __reduce__(self) -> Any:
        return _again, (self.each.shape, self.each.ravel().tolist())

    def __repr__(self) -> str:
        n, alike = self.each.size, len(set(map(id, self.each.flat)))
        return f"<{n} bodies, {alike} of them different, the first {self.each.flat[0]}>"

    @property
    def shape(self) -> tuple[int, ...]:
        shape: tuple[int, ...] = self.each.shape
        return shape

    def picked(self, key: tuple[Any, ...]) -> "Body | Bodies":
        """Those of some motions, or the one of a single motion."""
        return _as_one(self.each[key])

    def broadcast(self, shape: tuple[int, ...]) -> "Bodies":
        if shape == self.shape:
            return self
        return Bodies.of(np.broadcast_to(self.each, shape))

    def _stacked(self, name: str) -> Array:
        each = [getattr(body, name) for body in self.each.flat]
        return np.concatenate(each).reshape(*self.shape, *each[0].shape)

    @cached_property
    def mass(self) -> Array:
        return np.array([body.mass for body in self.each.flat]).reshape(self.shape)

    @cached_property
    def inertia(self) -> Array:
        return self._stacked("inertia")

    @cached_property
    def centre(self) -> Array:
        return self._stacked("centre")

    @cached_property
    def added_mass(self) -> Array:
        return self._stacked("added_mass")

    @cached_property
    def rotor_axes(self) -> Array:
        return self._stacked("rotor_axes")

    @cached_property
    def rotor_inertias(self) -> Array:
        return self._stacked("rotor_inertias")

    @cached_property
    def rotors(self) -> int:
        numbers: set[int] = {body.rotors for body in self.each.flat}
        if len(numbers) > 1:
            raise NotAvailable(
                "body: expected bodies with as many rotors each, got"
                f" {' and '.join(map(str, sorted(numbers)))}; make one run of each kind"
            )
        return numbers.pop()

    @cached_property
    def inertia_of_platform(self) -> Array:
        spins = np.swapaxes(self.rotor_axes, -1, -2) * self.rotor_inertias[..., None, :]
        share = spins @ self.rotor_axes
        return self.inertia - (share + np.swapaxes(share, -1, -2)) / 2

    @cached_property
    def inertia_6x6(self) -> Array:
        own = np.zeros((*self.shape, 6, 6))
        x, y, z = np.moveaxis(self.mass[..., None] * self.centre, -1, 0)
        for i, j, entry in ((0, 1, -z), (0, 2, y), (1, 2, -x)):
            own[..., i, 3 + j] = own[..., 3 + j, i] = entry
            own[..., j, 3 + i] = own[..., 3 + i, j] = -entry
        own[..., :3, :3] = self.inertia
        own[..., 3:, 3:] = self.mass[..., None, None] * np.eye(3)
        return own + self.added_mass

    @cached_property
    def _principal(self) -> tuple[State, State]:
        return principal(self.inertia)

    @property
    def principal_moments(self) -> State:
        return self._principal[0]

    @property
    def principal_axes(self) -> State:
        return self._principal[1]

    def about(self, point: ArrayLike) -> "Bodies":
        points = np.broadcast_to(np.asarray(point), (*self.shape, 3)).reshape(-1, 3)
        made: dict[tuple[int, bytes], Body] = {}  # many of them may be one body
        moved = []
        for body, p in zip(self.each.flat, points, strict=True):
            key = id(body), p.tobytes()
            if key not in made:
                made[key] = body.about(p)
            moved.append(made[key])
        return _again(self.shape, moved)

    def momentum(
        self, omega: ArrayLike, rotor_speeds: ArrayLike | None = None
    ) -> Array:
        rates = _check.trailing(omega, 3, "omega")
        made: Array = (rates[..., None, :] @ self.inertia)[..., 0, :]
        if rotor_speeds is None:
            return made
        spins = self.rotor_inertias * self._speeds(rotor_speeds)
        return made + np.asarray((spins[..., None, :] @ self.rotor_axes)[..., 0, :])

    def _speeds(self, rotor_speeds: ArrayLike) -> Array:
        return _check.trailing(rotor_speeds, self.rotors, "rotor_speeds")

    def kinetic_energy(
        self, omega: ArrayLike, rotor_speeds: ArrayLike | None = None
    ) -> Array:
        rates = _check.trailing(omega, 3, "omega")
        twice: Array = (rates * self.momentum(rates)).sum(-1)
        if rotor_speeds is not None:
            spins = self._speeds(rotor_speeds)
            share = spins + 2 * (self.rotor_axes @ rates[..., None])[..., 0]
            twice = twice + (self.rotor_inertias * spins * share).sum(-1)
        return 0.5 * twice

    def momentum_space(
        self, q: ArrayLike, omega: ArrayLike, rotor_speeds: ArrayLike | None = None
    ) -> Array:
        return quaternion.rotate(q, self.momentum(omega, rotor_speeds))

    def omega(
        self,
        q: ArrayLike,
        momentum_space: ArrayLike,
        rotor_speeds: ArrayLike | None = None,
    ) -> Array:
        momentum = quaternion.rotate_back(q, momentum_space)
        if rotor_speeds is not None:
            momentum = momentum - self.momentum((0.0, 0.0, 0.0), rotor_speeds)
        return np.linalg.solve(self.inertia, momentum[..., None])[..., 0]


def principal(inertia: Array) -> tuple[State, State]:
    """As `body.principal`, in parts; one attitude for all where no body is turned."""
    if inertia.ndim == 2:
        return one_principal(inertia)
    J = inertia.reshape(-1, 3, 3)
    moments = np.diagonal(J, axis1=1, axis2=2).copy()
    turned = np.flatnonzero((J * (1.0 - np.eye(3))).any((1, 2)))
    axes = np.tile([1.0, 0.0, 0.0, 0.0], (len(J), 1))
    if turned.size:
        moments[turned], vectors = np.linalg.eigh(J[turned])
        vectors[:, :, 2] *= np.where(np.linalg.det(vectors) < 0, -1.0, 1.0)[:, None]
        axes[turned] = quaternion.from_matrix(vectors)
    parts = [
        tuple(np.moveaxis(a.reshape(*inertia.shape[:-2], -1), -1, 0).copy())
        for a in (moments, axes)
    ]
    return parts[0], parts[1] if turned.size else (1.0, 0.0, 0.0, 0.0)


BodyLike: TypeAlias = Body | Bodies | Sequence[Any] | np.ndarray[Any, Any]


def as_body(value: BodyLike, name: str = "body") -> Body | Bodies:
    """One body, or several from a list, a tuple or an array of them."""
    if isinstance(value, (Body, Bodies)):
        return value
    if not isinstance(value, SEQUENCES) or not any(map(_holds_bodies, value)):
        raise InvalidInput(
            f"{name}: expected a rotlib.Body, got {type(value).__name__}; make one"
            " with Body(inertia)"
        )
    return Bodies.of(_collected(value, name, ()))


def one_body(value: BodyLike, who: str) -> Body:
    """The body; NotAvailable, with what `who` is told, for several."""
    body = as_body(value)
    if isinstance(body, Bodies):
        raise NotAvailable(
            f"body: {who} takes one body, got {body.each.size}; call it once for each,"
            " or use rotlib.integrate, which takes one body for each motion of a batch"
        )
    return body


def _holds_bodies(value: Any) -> bool:
    return isinstance(value, Body) or (
        isinstance(value, SEQUENCES) and any(map(_holds_bodies, value))
    )


def _collected(
    value: Any, name: str, at: tuple[int, ...]
) -> np.ndarray[Any, np.dtype[np.object_]]:
    if all(isinstance(entry, Body) for entry in value):
        whole = np.empty(len(value), object)
        whole[:] = value
        return whole
    rows: list[Any] = []
    for i, entry in enumerate(value):
        if isinstance(entry, SEQUENCES) and _holds_bodies(entry):
            row = _collected(entry, name, (*at, i))
        elif not isinstance(entry, Body):
            index = ", ".join(map(str, (*at, i)))
            raise InvalidInput(
                f"{name}[{index}]: expected a rotlib.Body, got {type(entry).__name__};"
                " make one with Body(inertia)"
            )
        else:
            row = np.array(None)  # one body among rows of them
        rows.append(row)
        if row.shape != rows[0].shape:
            raise InvalidInput(
                f"{name}: expected rows with as many bodies each, got rows of the"
                f" shapes {rows[0].shape} and {row.shape}"
            )
    return np.stack(rows)


def _as_one(picked: Any) -> Body | Bodies:
    return Bodies.of(picked) if isinstance(picked, np.ndarray) else picked


def _again(shape: tuple[int, ...], bodies: list[Body]) -> Bodies:
    each = np.empty(len(bodies), object)
    each[:] = bodies
    return Bodies.of(each.reshape(shape))
