"""A motion between its records: the method goes on from the record before, or a curve on the group joins both."""

from dataclasses import replace

import numpy as np

from . import _check, quaternion, so3
from ._runs import PoseRun, RotationRun
from .errors import InvalidInput, NotAvailable

WIDEST = 2.0        # rad between two records that a cubic may bridge
SAME = 2.0**-44     # part of a step, below which a time is a node


def at(run, t):
    """The records of `Trajectory.at`."""
    times = np.atleast_1d(_check.array(t, "t")).astype(np.float64)
    if times.ndim != 1:
        raise InvalidInput(f"t: expected shape (n,), got {times.shape}")
    method = run.integrator
    if method is None:
        raise NotAvailable(f"at: no run of rotlib.integrate made these records ({run.method}), so there is no method "
                           "to go on with; ask the run itself")
    times, before = _located(run.t, times)
    if method.whole is not None:
        parts = [np.asarray(a) for a in method.whole(run.body, run.omega[0], times - run.t[0], run.q[0])]
    elif method.memory:
        parts = _joined(run, times, before)
    else:
        parts = _continued(run, method, times, before)
    known = np.flatnonzero(times == run.t[before])
    for part, records in zip(parts, _records(run, method), strict=True):
        part[known] = records[before[known]]
    names = ("q", "omega", "position", "velocity")
    stats = {name: value for name, value in run.stats.items() if np.ndim(value) == 0}
    return replace(run, t=times, stats=stats, integrator=None, **dict(zip(names, parts, strict=False)))


def _records(run, method):
    return (run.q, run.omega, run.position, run.velocity) if method.poses else (run.q, run.omega)


def _located(t, times):
    """The times, on the run, and the number of the record at or before each."""
    if not len(t):
        raise InvalidInput("at: the run has no records")
    sign = -1.0 if t[-1] < t[0] else 1.0
    slack = 4 * np.spacing(max(abs(t[0]), abs(t[-1])))
    low, high = min(t[0], t[-1]), max(t[0], t[-1])
    outside = (times < low - slack) | (times > high + slack)
    if outside.any():
        raise InvalidInput(f"t: expected times from {low:g} to {high:g} s, got {times[outside][0]:g}; run for longer")
    times = np.clip(times, low, high)
    return times, np.searchsorted(sign * t, sign * times, side="right") - 1


def _continued(run, method, times, before):
    """By the method itself: whole steps from the record before, then one that is shorter."""
    start = [a[0] for a in _records(run, method)]
    kind = PoseRun if method.poses else RotationRun
    machine = kind(method, run.body, run.load, "python" if run.q.ndim == 2 else "numpy", *start)
    found = np.empty((len(times), len(machine.y), *run.q.shape[1:-1]), dtype=run.omega.dtype)
    record, taken = None, 0
    for i in sorted(range(len(times)), key=lambda i: (before[i], abs(times[i] - run.t[before[i]]))):
        if before[i] != record:
            record, taken = before[i], 0
            machine.begin(*(a[record] for a in _records(run, method)))
            now = float(run.t[record])
            h = run.stats.get("h") or float(run.t[min(record + 1, len(run.t) - 1)]) - now or 1.0
        steps = (float(times[i]) - now) / h
        while taken + 1 <= steps:
            machine.advance(now + taken * h, h)
            taken += 1
        node = machine.y
        if steps - taken > SAME:
            machine.advance(now + taken * h, (steps - taken) * h)
        found[i], machine.y = machine.y, node
    return list(machine.read(found))


def _joined(run, times, before):
    """By a cubic rotation vector between the records before and after: attitudes and rates of both fit."""
    after = np.minimum(before + 1, len(run.t) - 1)
    wide = [-1] + [1] * (run.q.ndim - 1)
    h = (run.t[after] - run.t[before]).reshape(wide)
    h = np.where(h == 0.0, 1.0, h)
    s = (times - run.t[before]).reshape(wide) / h
    q0, q1 = run.attitude[before], run.attitude[after]
    turn = float(np.abs(h * np.sqrt((run.omega[before] ** 2).sum(-1, keepdims=True))).max(initial=0.0))
    if turn > WIDEST:
        raise NotAvailable(f"at: {run.method} remembers more than its records hold, and these are {turn:.2g} rad "
                           f"apart, too far for a curve between them ({WIDEST:g} rad); keep more records (every=1)")
    Y = quaternion.log(quaternion.multiply(quaternion.conjugate(q0), q1))
    v0 = h * run.omega[before]
    v1 = h * (so3.dexp_body_inverse(Y) @ run.omega[after][..., None])[..., 0]
    Y = s * (v0 + s * (3 * Y - 2 * v0 - v1 + s * (v0 + v1 - 2 * Y)))
    q = quaternion.multiply(q0, quaternion.exp(Y))
    momentum = run.momentum_space[before]
    return [q.astype(run.q.dtype), run.body.omega(q, momentum).astype(run.omega.dtype)]
