"""A run of bodies with joints: all bodies of a system are one flat state.

It is each number of the bodies, the last axis of the batch, from the first to the last,
then the next number. What remains of the batch are systems.
"""

from typing import Any

import numpy as np

from .._types import Array, Function, Scalar, State
from ..backends.inputs import Inputs
from ..backends.trace import DataDependentBranch, Kind
from ..body import Body
from ..methods import BoundLoad, Method
from .coupled import Coupled
from .run import Run, at_any_angle, motion_of, total_of


class JointedRun(Run):
    """As a `Run`, which stands behind it as `apart` and has the bodies as lanes."""

    def __init__(
        self,
        method: Method,
        body: Body,
        load: Any,
        kind: Kind,
        start: dict[str, Array],
        *given: Any,
    ):
        self.apart: Run = Run(method, body, load, kind, start, *given)
        vars(self).update(vars(self.apart))
        self.bodies: tuple[int, ...] = self.apart.batch[-1:]  # of a single one without
        self.n: int = (*self.bodies, 1)[0]
        self.batch: tuple[int, ...] = self.apart.batch[:-1]
        self.kind: Kind = Kind.NUMPY if self.batch else Kind.FLOAT
        moments, *others = self.numbers
        self.numbers: list[Inputs] = [
            self._of_all(moments, True),
            *map(self._of_all, others),
        ]
        if self.inputs is not None:
            place = self.apart.numbers.index(self.inputs)
            self.inputs: Inputs | None = self.numbers[place]
        self.pairs: dict[int, Inputs] = {}  # numbers of couplings
        for key, coupled in self.coupled.items():
            if not callable(coupled.part.pairs):
                self.pairs[key] = Inputs.of(_numbers(coupled))
        self.numbers += self.pairs.values()
        self.J: State = self.numbers[0].now
        self.load: Any = None if load is None else self.load_on(self.kind)
        self.begin(*motion_of(start))

    def _of_all(self, x: Inputs, each: bool = False) -> Inputs:
        """Numbers of the bodies as those of a system; `each` body has its own."""
        table = x.table
        if each and not x.by_lane:
            table = np.broadcast_to(table[..., None], (*table.shape, self.n))
        elif not x.by_lane:
            return Inputs(table)
        whole = np.moveaxis(table, -1, 2)
        whole = whole.reshape(len(whole), -1, *whole.shape[3:])
        first = whole.reshape(*whole.shape[:2], -1)[..., :1]
        alike = each and (whole.reshape(*whole.shape[:2], -1) == first).all()
        return Inputs(first[..., 0] if alike else whole)

    def begin(self, *motion: Array) -> None:
        y = self.apart.state_of(self.apart.parts(*motion), self.apart.J)
        shape = self.batch + self.bodies
        whole = np.array([np.broadcast_to(x, shape) for x in y], float)
        whole = np.moveaxis(whole.reshape(len(y), *self.batch, self.n), -1, 1)
        flat = whole.reshape(-1, *self.batch)
        self.y: State = tuple(flat) if self.batch else tuple(flat.tolist())

    def _with_lanes(self, records: Array) -> Array:
        parts = records.reshape(len(records), -1, self.n, *self.batch)
        lanes = np.moveaxis(parts, 2, -1)
        return lanes if self.bodies else lanes[..., 0]

    def read(self, records: Array) -> list[Array]:
        return self.apart.read(self._with_lanes(records))

    def statistics(self, records: Array) -> dict[str, Array]:
        return self.apart.statistics(self._with_lanes(records))

    def load_on(self, kind: Kind) -> Any:
        if self.given is None:
            return None
        apart, parts = self.apart, self.given.summands
        lone = [
            apart._bound(p, slice(0), kind)[0]
            for p in parts
            if id(p) not in self.coupled
        ]
        pairs = [self._pair(key, kind) for key in self.coupled]
        numbers = list(zip(apart.numbers[1:], self.numbers[1:], strict=False))

        def law(t: Scalar, motions: list[Any]) -> list[State]:
            each: list[list[State]] = []
            for i, motion in enumerate(motions):
                for one, whole in numbers:
                    now = whole.now[i :: self.n] if one.by_lane else whole.now
                    one.stand_for(now)
                each.append([f(t, *motion) for f in lone])
            for pair in pairs:
                pair(t, motions, each)
            return [total_of(wrenches) for wrenches in each]

        moving = any(map(apart.looks, parts))
        return BoundLoad(law, split=lambda: (law, law if moving else None))

    def _pair(self, key: int, kind: Kind) -> Function:
        coupled = self.coupled[key]
        both, moves = coupled.of_pair(kind), callable(coupled.part.pairs)
        plain = kind in (Kind.FLOAT, Kind.NUMPY)
        both = both if plain else at_any_angle(both)
        if moves and not plain:
            raise DataDependentBranch(
                f"the pairs of load {coupled.part.name!r} are found anew at each step"
            )

        if not moves:  # by which programs are told apart
            self.facts["keeping", key] = [end.tolist() for end in coupled.ends]

        def add(t: Scalar, motions: list[Any], each: list[list[State]]) -> None:
            if moves:
                coupled.choose(tuple(np.array([m[2] for m in motions]).T))
            now = _numbers(coupled) if moves else self.pairs[key].now
            for p, (a, b) in enumerate(zip(*coupled.ends, strict=True)):
                own = (now[p :: len(coupled.ends[0])],) if now else ()
                twelve = both(t, *motions[a], *motions[b], *own)
                each[a].append(twelve[:6])
                each[b].append(twelve[6:])

        return add


def _numbers(coupled: Coupled) -> State:
    """Those of all pairs, one number after the other."""
    each = np.broadcast_arrays(*coupled.given, coupled.ends[0])[:-1]
    return tuple(np.ravel(each).astype(float).tolist())
