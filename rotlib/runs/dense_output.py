"""A motion between its records: the method goes on from the record before."""

import math
from typing import Any

import numpy as np

from .. import _check
from .._types import Array, Steps
from ..backends.trace import Kind
from ..errors import InvalidInput, NotAvailable
from ..methods import EmbeddedPair, Method, find
from .prepare import bound_run
from .trajectory import Trajectory, with_records

ALONE = "rkmk4"  # goes on where a method would need what was before the record
SAME = 2.0**-44  # part of a step, below which a time is a node


def interpolate(run: Trajectory, times: Array) -> Trajectory:
    method = run.integrator
    assert method is not None  # a run that has an interpolant has a method
    times, before = located(run.t, times)
    if method.closed_form is not None:
        since = times - run.t[0]
        parts = [*method.closed_form(run.body, run.omega[0], since, run.q_raw[0])]
    else:
        alone = find(ALONE) if "memory" in method.properties else method
        parts = _continued(run, alone, times, before)
    known = np.flatnonzero(times == run.t[before])
    for part, records in zip(parts, run.motion, strict=True):
        part[known] = records[before[known]]
    return with_records(run, times, parts, integrator=None, interpolant=None)


def located(t: Array, times: Array) -> tuple[Array, Steps]:
    """The times, on the run, and the number of the record at or before each."""
    if not len(t):
        raise InvalidInput("at: the run has no records")
    sign = -1.0 if t[-1] < t[0] else 1.0
    slack = 4 * np.spacing(max(abs(t[0]), abs(t[-1])))
    low, high = min(t[0], t[-1]), max(t[0], t[-1])
    outside = (times < low - slack) | (times > high + slack)
    if outside.any():
        least, most, got = _check.told(low, high, times[outside][0])
        raise InvalidInput(
            f"t: expected times from {least} to {most} s, got {got}; run for longer"
        )
    times = np.clip(times, low, high)
    return times, np.searchsorted(sign * t, sign * times, side="right") - 1


def _continued(
    run: Trajectory, method: Method, times: Array, before: Steps
) -> list[Array]:
    names = "q0", *run.motion_names[1:]
    motion = [a[0].astype(np.float64) for a in run.motion]
    start = dict(zip(names, motion, strict=True))
    numbers = Kind.FLOAT if run.omega.ndim == 2 else Kind.NUMPY
    t0 = float(run.t[0])
    given: dict[str, Any] = {"t0": t0, "inputs": run.inputs}
    machine = bound_run(method, run.body, run.load, numbers, start, **given)
    found = np.empty(
        (len(times), len(machine.y), *machine.batch), dtype=run.omega.dtype
    )
    pair = method.estimate
    between = pair.between if isinstance(pair, EmbeddedPair) else None
    slopes: Any = None
    record, taken, now, h, first = None, 0, 0.0, 1.0, run.step_after
    for i in np.lexsort((abs(times - run.t[before]), before)).tolist():
        if before[i] != record:
            record, taken, slopes = before[i], 0, None
            machine.begin(*(a[record].astype(np.float64) for a in run.motion))
            now = float(run.t[record])
            h = _length_after(run, int(record))
        steps = (float(times[i]) - now) / h
        while taken + 1 <= steps:
            machine.hold(int(first[record]) + taken)
            machine.advance(now + taken * h, h)
            taken, slopes = taken + 1, None
        node, part = machine.y, steps - taken
        if part > SAME:
            machine.hold(int(first[record]) + taken)
            if between is None:
                machine.advance(now + taken * h, part * h)
            else:
                slopes = slopes or machine.slopes(now + taken * h, h)
                machine.y = between(part, h, node, machine.J, slopes)
        found[i], machine.y = machine.y, node
    return machine.read(found)


def _length_after(run: Trajectory, record: int) -> float:
    """The step from a record; it may end beyond the next one, where an event was."""
    after = min(record + 1, len(run.t) - 1)
    gap = float(run.t[after] - run.t[record])
    taken = run.stats.get("taken")  # where steps chose themselves
    if taken is None:
        return float(run.stats.get("h") or gap or 1.0)
    if abs(gap) > (1 + 1e-6) * taken[after]:
        one, other = _check.told(*run.t[record : record + 2])
        raise NotAvailable(
            f"at: the steps between the records at {one} and {other} s have been left"
            " out, and only the run knows how long they were; ask the whole run, then"
            " take a part of what it answers"
        )
    return math.copysign(float(taken[after]), gap) or 1.0
