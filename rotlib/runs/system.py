"""A run of a system of bodies, which is one flat state: so it is compiled, too.

It is each number of the bodies, the last axis of the batch, from the first to the last,
then the next number. What remains of the batch are systems. A method of joints steps
that state itself; any other is recorded on rows of numbers, one of each body.
"""

from operator import itemgetter
from typing import Any

import numpy as np

from .._types import Array, Function, Scalar, State
from ..backends.inputs import Inputs
from ..backends.rows import side_by_side
from ..backends.trace import Kind
from ..backends.user_function import flat
from ..body import Body
from ..methods import BoundLoad, Method
from ..numbers import tape_of
from .coupled import Coupled
from .given import PLAIN
from .run import Run, motion_of, total_of


class SystemRun(Run):
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
        self.jointed: bool = "jointed" in method.properties
        self.bodies: tuple[int, ...] = self.apart.batch[-1:]  # of a single one without
        self.n: int = (*self.bodies, 1)[0]
        self.batch: tuple[int, ...] = self.apart.batch[:-1]
        self.kind: Kind = Kind.NUMPY if self.batch else Kind.FLOAT
        moments, *others = self.numbers
        self.numbers: list[Inputs] = [self._of_all(moments, True)]
        self.numbers += map(self._of_all, others)
        if self.inputs is not None:
            place = self.apart.numbers.index(self.inputs)
            self.inputs: Inputs | None = self.numbers[place]
        for part in self.summands:
            if isinstance(part, Coupled):
                part.together, pairs = True, part.load.pairs
                if not callable(pairs):  # by which programs are told apart
                    part.found["keeping"] = part.ends.tolist()
                if not callable(pairs) and part.given:
                    part.numbers = Inputs.of(_numbers(part))
                    self.numbers.append(part.numbers)
        self.J: State = self.numbers[0].now
        self.load: Any = None if load is None else self.load_on(self.kind)
        if not self.jointed:
            self.step: Function = self._step_of_bodies
        self.begin(*motion_of(start, 6))

    def _of_all(self, x: Inputs, each: bool = False) -> Inputs:
        """Numbers of the bodies as those of a system; `each` body has its own."""
        table = x.table
        if each and not x.by_lane:
            table = np.broadcast_to(table[..., None], (*table.shape, self.n))
        elif not x.by_lane:
            return x
        whole = np.moveaxis(table, -1, 2)
        whole = whole.reshape(len(whole), -1, *whole.shape[3:])
        first = whole.reshape(*whole.shape[:2], -1)[..., :1]
        alike = each and (whole.reshape(*whole.shape[:2], -1) == first).all()
        return Inputs(first[..., 0] if alike else whole)

    def begin(self, *motion: Array) -> None:
        self.y: State = self.state_of(self.apart.parts(*motion), self.J)

    def state_of(self, motion: Any, J: State) -> State:
        return self._flat(self.apart.state_of(motion, self.apart.J))

    def motion(self, y: State, J: State) -> Any:
        return self.apart.motion(side_by_side(y, self.n), self.apart.J)

    def _flat(self, y: State) -> State:
        """A state of arrays, bodies last, as one of the whole system."""
        whole = np.array(np.broadcast_arrays(*y), float)
        systems = whole.shape[1 : whole.ndim - len(self.bodies)]
        whole = np.moveaxis(whole.reshape(len(y), *systems, self.n), -1, 1)
        flat = whole.reshape(-1, *systems)
        return tuple(flat if systems else flat.tolist())

    def _with_lanes(self, records: Array) -> Array:
        parts = records.reshape(len(records), -1, self.n, *self.batch)
        lanes = np.moveaxis(parts, 2, -1)
        return lanes if self.bodies else lanes[..., 0]

    def read(self, records: Array) -> list[Array]:
        return self.apart.read(self._with_lanes(records))

    def statistics(self, records: Array) -> dict[str, Array]:
        return self.apart.statistics(self._with_lanes(records))

    def _step_of_bodies(
        self, t: Scalar, h: Scalar, y: State, J: State, load: Any
    ) -> State:
        """A step for one body as that of the system: on arrays, or recorded on rows."""
        n, apart = self.n, self.apart

        def beside(numbers: State) -> Any:
            return side_by_side(numbers, n)

        def of_all(numbers: State) -> Any:
            return beside([x for x in numbers for _ in range(n)])

        if tape_of(*y) is None:
            apart.J = beside(J)
            self._lend(beside)
            return self._flat(apart.step(t, h, beside(y), apart.J, load))
        self._lend(beside, of_all)
        made = apart.step(*of_all((t, h)), tuple(beside(y)), beside(J), load)
        return [x for row in made for x in row.each]

    def _lend(self, picked: Function, alike: Function | None = None) -> None:
        """The numbers of loads are now what is picked of those of the system."""
        for one, whole in zip(self.apart.numbers[1:], self.numbers[1:], strict=False):
            if one is not whole:
                one.stand_for(picked(whole.now))
            elif alike:
                one.stand_for(alike(flat([whole.now])))

    def load_on(self, kind: Kind) -> Any:
        if self.given is None:
            return None
        if self.jointed:
            return self._of_joints(kind)
        if kind in PLAIN:
            self.apart.load = self.apart.load_on(Kind.NUMPY)
            return self.apart.load
        return super().load_on(kind)

    def _of_joints(self, kind: Kind) -> BoundLoad:
        """law(t, motions) -> the wrenches, body by body."""
        n, parts = self.n, self.summands
        both = [(part, part.law.on(kind)) for part in parts]

        def law(t: Scalar, motions: list[Any]) -> list[State]:
            each: list[list[State]] = []
            for i, motion in enumerate(motions):
                self._lend(itemgetter(slice(i, None, n)))
                lone = [f for part, f in both if not isinstance(part, Coupled)]
                each.append([f(t, *motion) for f in lone])
            for part, of_pair in both:
                if not isinstance(part, Coupled):
                    continue
                part.choose(tuple(zip(*[m[2] for m in motions], strict=True)))
                pairs = part.ends.T.tolist()
                now = part.numbers.now if part.numbers else _numbers(part)
                for p, (a, b) in enumerate(pairs):
                    own = [now[p :: len(pairs)]] if now else []
                    twelve = of_pair(t, *motions[a], *motions[b], *own)
                    each[a].append(twelve[:6])
                    each[b].append(twelve[6:])
            return [total_of(wrenches) for wrenches in each]

        moving = any([part.looks for part in parts])
        return BoundLoad(law, split=lambda: (law, law if moving else None))


def _numbers(coupled: Coupled) -> State:
    """Those of all pairs, one number after the other."""
    each = np.broadcast_arrays(*coupled.given, coupled.ends[0])[:-1]
    return tuple(np.ravel(each).astype(float).tolist())
