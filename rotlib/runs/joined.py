"""`join`: the pieces of one motion, with what happens between them, as one run.

Records first, then the axes of a batch, then components, as in `Trajectory`.
Chapter: Events and pieces.
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from .. import quaternion
from .._types import Array
from ..errors import InvalidInput
from .dense_output import located
from .trajectory import Trajectory, concatenated, with_records

NEAR = 1e-6  # rad, and part of the distances, by which the pieces may not fit
OF_ALL: dict[str, Any] = {"smallest": min, "largest": max}
OF_ALL |= dict.fromkeys(("steps", "seconds", "rejected", "error", "load_calls"), sum)
FEW = 4  # different names that a short text lists


def join(*runs: Trajectory) -> Trajectory:
    """Join pieces of one motion, each of which begins where the one before ends.

    They are runs of one body, in their order, all rotations or all flights; methods,
    loads and steps may differ. Rates and velocities may jump at a joint, as after a
    blow; attitude and position may not: both records are there, and `at` answers with
    the later piece. Events of the same name are put together; `load` is None unless all
    share one, and `stats` lacks what they do not have in common. InvalidInput for runs
    that do not follow each other.
    """
    if not runs or not all(isinstance(run, Trajectory) for run in runs):
        kinds = ", ".join(type(run).__name__ for run in runs) or "nothing"
        raise InvalidInput(
            f"join: expected runs, got {kinds}; write join(run_a, run_b), or"
            " join(*runs) for a list"
        )
    for number, (a, b) in enumerate(zip(runs, runs[1:], strict=False), 2):
        _require_same(a, b, f"join: run {number}")
    flat: list[Trajectory] = []
    piece: list[Any] = []
    for run in runs:
        own = np.zeros(len(run)) if run.piece is None else run.piece
        piece.append(len(flat) + own)
        flat += run.pieces or (run,)
    if len({float(np.sign(run.t[-1] - run.t[0])) for run in runs} - {0.0}) > 1:
        raise InvalidInput(
            "join: expected all runs forwards or all backwards in time, got both; take"
            " run[::-1] of the ones that go the other way"
        )
    t, motion = concatenated(runs)
    loads = [run.load for run in flat]
    named: Any = dict(zip(runs[0].motion_names, motion, strict=True))
    return Trajectory(
        t,
        body=runs[0].body,
        method=_listed([run.method for run in flat]),
        load=loads[0] if all(load is loads[0] for load in loads) else None,
        stats=_stats(runs),
        interpolant=_between,
        events=_events(runs),
        pieces=tuple(flat),
        piece=np.concatenate(piece).astype(int),
        **named,
    )


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


def _stats(runs: Sequence[Trajectory]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for name in runs[0].stats:
        if not all(name in run.stats for run in runs) or name == "ended_by":
            continue
        first, *rest = values = [run.stats[name] for run in runs]
        if name in OF_ALL:
            made[name] = OF_ALL[name](values)
        elif isinstance(first, np.ndarray):
            made[name] = np.concatenate(values)
        elif all(other == first for other in rest):
            made[name] = first
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
