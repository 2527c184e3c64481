"""`join`: the pieces of one motion, with what happens between them, as one run.

Records first, then the axes of a batch, then components, as in `Trajectory`.
Chapter: Events and pieces.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Self

import numpy as np

from .. import quaternion
from .._types import Array, Steps
from ..errors import InvalidInput
from .dense_output import located
from .trajectory import Trajectory, concatenated, with_records

NEAR = 1e-6  # rad, and part of the distances, by which the pieces may not fit
SUMS = "steps", "seconds", "rejected", "error", "load_calls"  # of all pieces
FEW = 4  # different names that a short text lists


@dataclass(frozen=True, eq=False, repr=False)
class JoinedTrajectory(Trajectory):
    """Pieces of one motion: what `rotlib.join` returns, a `Trajectory` in all respects.

    At a joint both records are there, the last of one piece and the first of the next.
    Energies are those of the loads of the pieces. `load` is None unless they share one,
    `integrator` is None, and `stats` lacks what they do not have in common.

    pieces: the runs that were joined
    piece: (records,), the number of the piece that each record belongs to
    """

    pieces: tuple[Trajectory, ...] = field(kw_only=True)
    piece: Steps = field(kw_only=True)

    def __getitem__(self, key: Any) -> Self:
        made = super().__getitem__(key)
        bodies = key[1:] if isinstance(key, tuple) else ()
        if not bodies:
            return made
        each = (slice(None), *bodies)
        return replace(made, pieces=tuple([run[each] for run in self.pieces]))

    def __str__(self) -> str:
        n = len(self.pieces)
        loads = [run.load.name if run.load else "none" for run in self.pieces]
        steps = [f"{run.stats['h']:.4g} s" for run in self.pieces if "h" in run.stats]
        told = [f"{n} piece{'s' * (n != 1)}"]
        for what, each in ("loads", loads), ("steps", steps):
            told += [f"{what}: {_listed(each)}"] if len({*each}) > 1 else []
        return f"{super().__str__()[:-1]}, {'; '.join(told)}>"

    def _energy_told(self) -> str:
        energy = self.energy.tolist()
        return f"energy {energy[0]:.6g} J first, {energy[-1]:.6g} J last"

    def _of_pieces(self, name: str) -> Array:
        if not len(self):
            return getattr(super(), name)  # type: ignore[no-any-return]
        places = [np.flatnonzero(self.piece == i) for i in np.unique(self.piece)]
        found = []
        for here in places:
            motion = [a[here] for a in self.motion]
            run, given = self.pieces[self.piece[here[0]]], {"body": self.body}
            part = with_records(run, self.t[here], motion, events=(), **given)
            found.append(getattr(part, name))
        values: Array = np.concatenate(found)[np.argsort(np.concatenate(places))]
        return values

    @cached_property
    def potential_energy(self) -> Array:
        """Potential of the load of each piece at its records, J."""
        return self._of_pieces("potential_energy")

    @cached_property
    def jacobi_integral(self) -> Array:
        """Energy minus turning.L with the load of each piece, J."""
        return self._of_pieces("jacobi_integral")

    @cached_property
    def wrench(self) -> Array:
        """Torque and force of the load of each piece, body, (records, ..., 6)."""
        return self._of_pieces("wrench")


def join(*runs: Trajectory) -> JoinedTrajectory:
    """Join pieces of one motion, each of which begins where the one before ends.

    They are runs of one body, in their order, all rotations or all flights; methods,
    loads and steps may differ. Rates and velocities may jump at a joint, as after a
    blow; attitude and position may not. `at` answers there with the later piece. Events
    of the same name are put together. InvalidInput for runs that do not follow each
    other.
    """
    if not runs or not all(isinstance(run, Trajectory) for run in runs):
        kinds = ", ".join(type(run).__name__ for run in runs) or "nothing"
        raise InvalidInput(
            f"join: expected runs, got {kinds}; write join(run_a, run_b), or"
            " join(*runs) for a list"
        )
    for number, (a, b) in enumerate(zip(runs, runs[1:], strict=False), 2):
        _require_same(a, b, f"join: run {number}")
    flat = [part for run in runs for part in _pieces(run)]
    counts = [len(_pieces(run)) for run in runs]
    firsts = np.cumsum([0, *counts])
    piece = [
        first + (run.piece if isinstance(run, JoinedTrajectory) else np.zeros(len(run)))
        for first, run in zip(firsts, runs, strict=False)
    ]
    _require_one_way(runs)
    t, motion = concatenated(runs)
    loads = [run.load for run in flat]
    own: Any = dict(zip(runs[0].motion_names, motion, strict=True))
    return JoinedTrajectory(
        t,
        body=runs[0].body,
        method=_listed([run.method for run in flat]),
        load=loads[0] if all(load is loads[0] for load in loads) else None,
        stats=_stats(runs),
        interpolant=_between,
        events=_events(runs),
        pieces=tuple(flat),
        piece=np.concatenate(piece).astype(int),
        **own,
    )


def _pieces(run: Trajectory) -> tuple[Trajectory, ...]:
    return run.pieces if isinstance(run, JoinedTrajectory) else (run,)


def _listed(names: Sequence[str]) -> str:
    different = list(dict.fromkeys(names))
    if len(different) > FEW:
        return f"{len(different)} different ones"
    return " + ".join(different)


def _require_same(a: Trajectory, b: Trajectory, who: str) -> None:
    def require(fits: bool, expected: str, got: str) -> None:
        if not fits:
            raise InvalidInput(f"{who}: expected {expected}, got {got}")

    flies = [run.flies for run in (a, b)]
    before, now = [("a rotation", "a flight")[f] for f in flies]
    require(before == now, f"{before} as before", f"{now}; use methods of one kind")
    one_body = "; pieces of one motion have one body"
    require(a.body == b.body, "the same body as before", f"{b.body}{one_body}")
    axes = [run.q.shape[1:-1] for run in (a, b)]
    require(axes[0] == axes[1], f"a batch of {axes[0]} as before", f"{axes[1]}")
    (rotors, states), kept = [
        (run.rotor_speeds.shape[-1], run.states.shape[-1]) for run in (a, b)
    ]
    require(
        (rotors, states) == kept,
        f"speeds of {rotors} rotors and {states} states of loads as before",
        f"{kept[0]} and {kept[1]}; a piece under other loads can keep the state too,"
        " with a rate of zero",
    )
    require(bool(len(a) and len(b)), "records in each run", "none in one")
    end, start = float(a.t[-1]), float(b.t[0])
    require(
        abs(start - end) <= 4 * math.ulp(max(abs(end), abs(start))),
        f"to start at t = {end!r} s, where the one before ends",
        f"{start!r}; start it with t0=run.t[-1]",
    )
    if not a.omega.size:
        return
    turn = float(quaternion.angle_between(a.q[-1], b.q[0]).max())
    require(
        turn <= NEAR,
        "the attitude at which the one before ends",
        f"one {turn:.2g} rad away; start it with q0=run.q[-1]",
    )
    if a.flies:
        apart = float(np.abs(a.position[-1] - b.position[0]).max())
        require(
            apart <= NEAR * max(float(np.abs(a.position).max()), NEAR),
            "the position at which the one before ends",
            f"one {apart:.2g} m away; start it with position=run.position[-1]",
        )


def _require_one_way(runs: Sequence[Trajectory]) -> None:
    ways = {float(np.sign(run.t[-1] - run.t[0])) for run in runs} - {0.0}
    if len(ways) > 1:
        raise InvalidInput(
            "join: expected all runs forwards or all backwards in time, got both; take"
            " run[::-1] of the ones that go the other way"
        )


def _stats(runs: Sequence[Trajectory]) -> dict[str, Any]:
    first, *rest = [run.stats for run in runs]
    made: dict[str, Any] = {}
    for name, value in first.items():
        if not all(name in stats for stats in rest):
            continue
        values = [value, *[stats[name] for stats in rest]]
        if name in SUMS:
            made[name] = sum(values)
        elif isinstance(value, np.ndarray):
            made[name] = np.concatenate(values)
        elif name in ("smallest", "largest"):
            made[name] = (min if name == "smallest" else max)(values)
        elif name != "ended_by" and all(other == value for other in values):
            made[name] = value
    return made


def _events(runs: Sequence[Trajectory]) -> tuple[Trajectory, ...]:
    found: dict[tuple[str, int], list[Trajectory]] = {}
    for run in runs:
        names: list[str] = []
        for event in run.events:
            name = event.stats["event"]
            found.setdefault((name, names.count(name)), []).append(event)
            names.append(name)
    return tuple(with_records(e[0], *concatenated(e)) for e in found.values())


def _between(run: Any, times: Array) -> Any:
    times, _ = located(run.t, times)
    present = np.unique(run.piece)
    sign = -1.0 if run.t[-1] < run.t[0] else 1.0
    starts = np.array([run.pieces[i].t[0] for i in present])
    which = np.searchsorted(sign * starts, sign * times, side="right") - 1
    piece = present[np.maximum(which, 0)]
    motion: Any = [np.empty((len(times), *a.shape[1:]), a.dtype) for a in run.motion]
    for number in np.unique(piece):
        here, source = piece == number, run.pieces[number]
        ends = source.t[0], source.t[-1]
        there = source.at(np.clip(times[here], min(ends), max(ends)))
        for whole, part in zip(motion, there.motion, strict=True):
            whole[here] = part
    return with_records(run, times, motion, piece=piece, interpolant=None)
