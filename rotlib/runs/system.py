"""A run of a system of bodies, which is one flat state: so it is compiled, too.

It is each number of the bodies, the last axis of the batch, from the first to the last,
then the next number. What remains of the batch are systems. A method of joints steps
that state itself; any other is recorded on rows of numbers, one of each body.
"""

from itertools import cycle
from operator import itemgetter
from typing import Any

import numpy as np

from .._types import Array, Function, Scalar, State
from ..backends.inputs import Inputs
from ..backends.rows import Row, RowTape, of_body
from ..backends.trace import DataDependentBranch, Kind
from ..backends.user_function import flat
from ..body import Body
from ..methods import BoundLoad, Method
from ..numbers import tape_of
from .coupled import Coupled
from .given import PLAIN, Part, at_any_angle
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
        self.numbers: list[Inputs] = [
            self._of_all(moments, True),
            *map(self._of_all, others),
        ]
        if self.inputs is not None:
            place = self.apart.numbers.index(self.inputs)
            self.inputs: Inputs | None = self.numbers[place]
        self.pairs: dict[Part, Inputs] = {}  # numbers of couplings
        for part in self.summands:
            coupled, pairs = part.coupled, part.load.pairs
            if coupled is not None and not callable(pairs) and coupled.given:
                self.pairs[part] = Inputs.of(_numbers(coupled))
        self.numbers += self.pairs.values()
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
        return self.apart.motion(self._side_by_side(y), self.apart.J)

    def _flat(self, y: State) -> State:
        """A state of arrays, bodies last, as one of the whole system."""
        whole = np.array(np.broadcast_arrays(*y), float)
        systems = whole.shape[1 : whole.ndim - len(self.bodies)]
        whole = np.moveaxis(whole.reshape(len(y), *systems, self.n), -1, 1)
        flat = whole.reshape(-1, *systems)
        return tuple(flat if systems else flat.tolist())

    def _side_by_side(self, numbers: State) -> list[Array]:
        return [
            np.stack(numbers[k : k + self.n], -1)
            for k in range(0, len(numbers), self.n)
        ]

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
        if (tape := tape_of(*y)) is None:
            apart = self.apart
            apart.J = self._side_by_side(J)
            self._lend(self._side_by_side)
            return self._flat(apart.step(t, h, self._side_by_side(y), apart.J, load))
        rows, n = RowTape(tape, self.n), self.n
        (t,), (h,), y, J = [
            [rows.row(x[k : k + n]) for k in range(0, len(x), n)]
            for x in ([t] * n, [h] * n, y, J)
        ]
        made = self.apart.step(t, h, tuple(y), tuple(J), load)
        return [x for row in made for x in row.each]

    def _lend(self, picked: Function) -> None:
        """The numbers of loads are now what is picked of those of the system."""
        for one, whole in zip(self.apart.numbers[1:], self.numbers[1:], strict=False):
            if one is not whole:
                one.stand_for(picked(whole.now))

    def load_on(self, kind: Kind) -> Any:
        if self.given is None:
            return None
        if self.jointed:
            return self._of_joints(kind)
        if kind in PLAIN:
            self.apart.load = self.apart.load_on(Kind.NUMPY)
            return self.apart.load
        return super().load_on(kind)

    def bound(self, part: Part, kind: Kind) -> list[Any]:
        if part.coupled is not None:
            return super().bound(part, kind)
        return [f and self._of_each(f) for f in self.apart.bound(part, kind)]

    def _of_each(self, function: Function) -> Function:
        """A function of one body's numbers for all bodies, on rows."""

        def of_rows(*args: Any) -> State:
            each: list[State] = []
            for i in range(self.n):
                self._lend(itemgetter(slice(i, None, self.n)))
                each.append(function(*of_body(args, i)))
            return _as_rows(each, args)

        return of_rows

    def series(self, part: Part) -> Function:
        series = super().series(part)
        if part.coupled is not None:
            return series

        def begun() -> tuple[Function, bool]:
            each, attitude = zip(*[series() for _ in range(self.n)], strict=True)
            following = iter(cycle(each))
            whole = self._of_each(lambda *motion: next(following)(motion))
            return lambda motion: whole(*motion), attitude[0]

        return begun

    def series_of_pairs(self, part: Part) -> Function:
        coupled: Any = part.coupled

        def begun() -> tuple[Function, bool]:
            jets = [coupled.jet() for _ in coupled.ends[0]]
            whole = self._on_rows(
                part, lambda p, t, a, b, own: jets[p].following((t, *a, *b, *flat(own)))
            )
            return lambda motion: whole(*motion), True

        return begun

    def _of_pairs(self, part: Part, kind: Kind) -> Function:
        return self._on_rows(part, self._pair(part, kind))

    def _on_rows(self, part: Part, of_pair: Function) -> Function:
        def wrench(t: Scalar, *motion: State) -> State:
            # the sums of `Coupled`, in its order
            firsts, seconds = [[list[State]() for _ in range(self.n)] for _ in "ab"]
            motions = [of_body(motion, i) for i in range(self.n)]
            self._add(part, of_pair, of_body(t, 0), motions, firsts, seconds)
            ends = zip(firsts, seconds, strict=True)
            each = [[total_of(x) for x in both if x] for both in ends]
            return _as_rows([total_of(sums) for sums in each], motion)

        return wrench

    def _of_joints(self, kind: Kind) -> Any:
        apart, parts = self.apart, self.summands
        lone = [apart.bound(p, kind)[0] for p in parts if p.coupled is None]
        pairs = [(p, self._pair(p, kind)) for p in parts if p.coupled is not None]

        def law(t: Scalar, motions: list[Any]) -> list[State]:
            each: list[list[State]] = []
            for i, motion in enumerate(motions):
                self._lend(itemgetter(slice(i, None, self.n)))
                each.append([f(t, *motion) for f in lone])
            for pair in pairs:
                self._add(*pair, t, motions, each, each)
            return [total_of(wrenches) for wrenches in each]

        moving = any([part.looks for part in parts])
        return BoundLoad(law, split=lambda: (law, law if moving else None))

    def _pair(self, part: Part, kind: Kind) -> Function:
        coupled: Any = part.coupled
        both = coupled.of_pair(kind)
        both = both if kind in PLAIN else at_any_angle(both)
        if not callable(part.load.pairs):  # by which programs are told apart
            part.found["keeping"] = [end.tolist() for end in coupled.ends]
        elif kind not in PLAIN:
            raise DataDependentBranch(
                f"the pairs of load {part.name!r} are found anew at each step"
            )
        return lambda p, t, a, b, own: both(t, *a, *b, *own)

    def _add(
        self,
        part: Part,
        of_pair: Function,
        t: Scalar,
        motions: list[Any],
        firsts: list[list[State]],
        seconds: list[list[State]],
    ) -> None:
        """Add to the wrenches of each body what its pairs do."""
        coupled: Any = part.coupled
        known = self.pairs.get(part)
        now: Any = () if known is None else known.now
        if callable(part.load.pairs):
            coupled.choose(tuple(np.array([m[2] for m in motions]).T))
            now = _numbers(coupled)
        for p, (a, b) in enumerate(zip(*coupled.ends, strict=True)):
            own = (now[p :: len(coupled.ends[0])],) if now else ()
            twelve = of_pair(p, t, motions[a], motions[b], own)
            firsts[a].append(twelve[:6])
            seconds[b].append(twelve[6:])


def _as_rows(each: list[State], args: Any) -> State:
    tape = next(x.tape for x in flat(args) if isinstance(x, Row))
    return tuple([tape.row(numbers) for numbers in zip(*each, strict=True)])


def _numbers(coupled: Coupled) -> State:
    """Those of all pairs, one number after the other."""
    each = np.broadcast_arrays(*coupled.given, coupled.ends[0])[:-1]
    return tuple(np.ravel(each).astype(float).tolist())
