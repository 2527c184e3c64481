"""A row of the atlas for a method of one's own, in a few seconds."""

import numpy as np

import rotlib as rl

from .contenders import BODIES
from .measure import (
    LARGE,
    TURN,
    angle,
    departures,
    failure_row,
    integrate,
    phase_row,
    price,
    truth,
)
from .problems import PROBLEMS


def row(method, problem="generic", *, steps=(1600, 3200, 6400), long=20_000):
    """Measure one method on one problem.

    Parameters
    ----------
    method : Method or str
        Of rotlib, or one's own.
    problem : str
        A free body or a top: "generic", "middle", "stick", "fast top" or "slow top".
    steps : tuple of int
        Numbers of steps for the order.
    long : int
        Steps of 0.1 rad for the departures of energy, momentum and norm.

    Returns
    -------
    dict
        `order`; `error` (rad) with the most steps; `operations` of a step and its
        `time` over that of `lie_euler`, both on the generic free body; largest
        departures `energy`, `momentum`, `norm`; for free bodies `period`, the relative
        error of that clock; `largest`, the turn of a step (rad) up to which a hundred
        steps stay right, and `then`, what happens beyond.

    Examples
    --------
    >>> found = row("splitting_231", steps=(400, 800), long=1000)
    >>> round(found["order"], 1), found["momentum"] < 1e-12
    (2.0, True)
    """
    method = rl.methods.find(method)
    known, BODIES[method.name] = BODIES.get(method.name), method
    try:
        return {"method": method.name, "problem": problem} | _measured(
            method.name, PROBLEMS[problem], steps, long
        )
    finally:
        if known is None:
            del BODIES[method.name]
        else:
            BODIES[method.name] = known


def _measured(name, p, steps, long):
    errors = [
        angle(integrate(name, p, p.duration / n, n, every=n).q[-1], truth(p)[0])
        for n in steps
    ]
    cost = next(iter(price([name], rounds=5)))
    kept = departures(integrate(name, p, TURN / p.speed, long), p)
    found = {
        "order": float(-np.polyfit(np.log(steps), np.log(errors), 1)[0]),
        "error": errors[-1],
        "operations": round(cost["operations"]),
        "time": cost["time"],
        **{key: float(values.max()) for key, values in kept.items()},
    }
    if p.kind == "free":
        period = phase_row(name, p, TURN / p.speed)["period"]
        found["period"] = None if period == "" else float(period)
    largest, then = 0.0, "right"
    for turn in LARGE:
        then = failure_row(name, p, turn)["outcome"]
        if then != "right":
            break
        largest = turn
    return found | {"largest": largest, "then": then}
