"""A method bound to a body with rotors, or to loads with states of their own."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from .. import quaternion
from .._types import Array, Function, Quaternion, Scalar, State
from ..backends.inputs import Inputs
from ..backends.one_body import SPAN
from ..backends.trace import Kind
from ..body import Body, principal
from ..errors import InvalidInput, RotlibError
from ..kernels.quaternion import rotate_back
from ..loads import Load
from ..methods import BoundLoad, Method
from ..methods._gyrostat import keep, read
from .inputs import Given
from .run import Run, first_lane, out_of_principal


class ExtendedRun(Run):
    """Rotation with rotors and states: a motion is (q, omega, rotor_speeds, states)."""

    y: State

    def __init__(
        self,
        method: Method,
        body: Body,
        load: Load | None,
        kind: Kind,
        q0: Array,
        omega: Array,
        rotor_speeds: Array,
        states: Array,
        t0: float = 0.0,
        inputs: Given | Inputs = None,
        span: float = SPAN,
    ):
        moments, axes = principal(body.inertia_of_platform)
        turned = np.stack(axes, -1)[..., None, :]
        seen = quaternion.rotate_back(turned, body.rotor_axes)
        rotors = np.concatenate([seen, body.rotor_inertias[..., None]], -1)
        flat = np.moveaxis(rotors.reshape(*rotors.shape[:-2], -1), -1, 0)
        motion = q0, omega, rotor_speeds, states
        super().__init__(
            method,
            body,
            load,
            kind,
            (*moments, *(flat if body.shape else flat.tolist())),
            first_lane(t0, *motion),
            omega.shape[:-1],
            axes,
            inputs,
            span,
        )
        if load is not None:
            self._try(t0, *self.coordinates(*motion))
        self.begin(*motion)

    def load_on(self, kind: Kind) -> Any:
        if self.given is None:
            return None
        parts, frame, rotors = self._parts_on(kind), self.frame, self.body.rotors
        turned = self.turned

        def drive(
            t: Scalar, q: Quaternion, omega: State, speeds: State, z: State
        ) -> tuple[State, State]:
            q, omega = out_of_principal(q, omega, frame.now)
            total: State = (0.0, 0.0, 0.0)
            on_rotors: State = (0.0,) * rotors
            rates: State = ()
            for (torque, motors, rate), place in parts:
                own = (z[place],) if rate else ()
                if torque:
                    more = torque(t, q, omega, *own)
                    total = [a + b for a, b in zip(total, more, strict=True)]
                if motors:
                    more = motors(t, q, omega, speeds, *own)
                    on_rotors = [a + b for a, b in zip(on_rotors, more, strict=True)]
                if rate:
                    rates = (*rates, *rate(t, q, omega, *own))
            if turned:
                total = rotate_back(*frame.now, *total)
            return total, (*on_rotors, *rates)

        return BoundLoad(None, drive=drive)

    def _parts_on(self, kind: Kind) -> tuple[Any, ...]:
        """((torque, motors, rate), place of its states) of each summand."""
        return tuple(
            [
                (
                    tuple(
                        [
                            f and self.of_load(load, f, kind, says, n, takes)
                            for f, says, n, takes in self._functions(load, place)
                        ]
                    ),
                    place,
                )
                for load, place in self.given.places
            ]
        )

    def _functions(
        self, load: Load, place: slice
    ) -> list[tuple[Function | None, str, int, Function]]:
        """(function, what it should return, how many, what it takes) of a summand."""
        name, z = f"load {load.name!r}: expected", ", z" if load.start else ""
        n, m = self.body.rotors, len(load.start)

        def motion(vectors: list[State]) -> list[State]:
            omega, _, states = vectors
            return [omega, states[place]]

        def with_speeds(vectors: list[State]) -> list[State]:
            omega, speeds, states = vectors
            return [omega, speeds, states[place]]

        torque = f"{name} torque(t, q, omega{z}) to return three numbers (x, y, z)"
        motors = (
            f"{name} motors(t, q, omega, rotor_speeds{z}) to return {n} numbers, one"
            " for each rotor"
        )
        rate = f"{name} rate(t, q, omega, z) to return {m} numbers"
        return [
            (self.law_of(load), torque, 3, motion),
            (load.motors, motors, n, with_speeds),
            (load.rate, rate, m, motion),
        ]

    def _try(
        self, t: float, q: Quaternion, omega: State, speeds: State, z: State
    ) -> None:
        q, omega = out_of_principal(q, omega, self.axes)
        bound = self._parts_on(self.kind)
        for (load, place), (functions, _) in zip(self.given.places, bound, strict=True):
            own = (z[place],) if load.start else ()
            named = self._functions(load, place)
            for f, (_, says, n, takes) in zip(functions, named, strict=True):
                if f:
                    vectors = takes([omega, speeds, z])[: None if own else -1]
                    _require_numbers(f, (t, q, *vectors), n, says)

    def state_of(self, motion: Sequence[Any], J: State) -> State:
        q, omega, speeds, z = self.inward(*motion)
        return keep(q, omega, speeds, z, J)

    @property
    def sizes(self) -> tuple[int, ...]:
        states = len(self.given.start) if self.given is not None else 0
        return 4, 3, self.body.rotors, states

    def motion(self, y: State, J: State) -> Sequence[State]:
        (w, x, y_, z), omega, *rest = read(y, J)
        return *out_of_principal((w, x, y_, z), omega, self.axes), *rest


def _require_numbers(
    function: Function, args: tuple[Any, ...], n: int, says: str
) -> None:
    try:
        values = tuple(function(*args))
        finite = len(values) == n and np.isfinite([np.sum(x) for x in values]).all()
    except RotlibError:
        raise
    except (TypeError, ValueError, ArithmeticError) as error:
        raise InvalidInput(f"{says}; at the start: {error}") from error
    if not finite:
        raise InvalidInput(f"{says}, finite ones; at the start it is {values}")
