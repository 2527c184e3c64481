"""Four systems of coupled bodies, and how much work an accuracy takes.

    python book/several/work.py          measure, print
    python book/several/work.py --write  store what was measured

From the chapter: `import work`, then `work.load()` and `work.SYSTEMS`."""

import argparse
import json
import math
import warnings
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from scipy.integrate import solve_ivp

import rotlib as rl
from rotlib.couplings import Motion, alignment, gravity, magnets, spring
from rotlib.kernels.couplings import reaction
from rotlib.kernels.quaternion import rate_body, rotate, rotate_back

FILE = Path(__file__).with_suffix(".json")
PARTS = {"kicks": {2: 1, 4: 3, 6: 9}, "splitting": {2: 1, 4: 3, 6: 9, 8: 17}}
PARTS["dqvi"] = {2: 1, 4: 3, 6: 9}
METHODS = [
    *("kicks2", "kicks4", "kicks6"),
    *("splitting_231", "splitting4_231", "splitting6_231", "splitting8_231"),
    *("dqvi", "dqvi4", "dqvi6"),
    *("buss2", "buss4", "buss6", "buss8"),
    *("rkmk54", "rk4"),
]
BUDGETS = (240, 960)


class System(NamedTuple):
    """Bodies, what acts between them, their start, and a time."""

    bodies: list
    load: object
    start: dict
    T: float
    length: float  # by which errors of places are divided


def ellipsoid(mass, extents):
    a, b, c = (x / 2 for x in extents)
    J = [mass / 5 * (x * x + y * y) for x, y in ((b, c), (a, c), (a, b))]
    return rl.Body(J, mass=mass)


def needles():
    bodies = [rl.Body((1.0, 2.0, 2.5)), rl.Body((2.0, 3.0, 4.0), mass=3.0)]
    start = {
        "omega": [(1.0, 0.2, 0.3), (-0.3, 0.5, 0.8)],
        "position": [(0, 0, 0), (0, 0, 1.5)],
        "velocity": [(0, 0.1, 0), (0.2, 0, 0)],
    }
    turning = alignment(0, 1, 0.5, axis_a=(1, 0, 0), axis_b=(0, 1, 0))
    return System(bodies, turning, start, 6.0, 1.0)


def two_magnets():
    box = rl.Body.box(mass=0.1, sides=(0.02, 0.03, 0.06))
    start = {
        "omega": [(1.0, 2.0, 0.0), (0.0, -2.0, 1.0)],
        "position": [(0, 0, 0), (0.3, 0.1, 0)],
        "velocity": [(0, -0.1, 0.05), (0, 0.1, -0.05)],
    }
    pair = magnets(0, 1, (0, 0, 12.0), (0, 3.0, -12.0), point_a=(0, 0, 0.01))
    return System([box, box], pair, start, 3.0, 0.3)


def asteroids():
    # 66391 Moshup (1999 KW4) and its moon: Ostro and others (2006), SI units.
    # Both as uniform ellipsoids.
    bodies = [
        ellipsoid(2.353e12, (1417.0, 1361.0, 1183.0)),
        ellipsoid(0.135e12, (595.0, 450.0, 343.0)),
    ]
    away, period, spin = 2548.0, 17.4223 * 3600, 2.7645 * 3600
    share = bodies[1].mass / (bodies[0].mass + bodies[1].mass)
    n = 2 * math.pi / period
    start = {
        "omega": [(0, 0, 2 * math.pi / spin), (0, 0, n)],
        "position": [(-share * away, 0, 0), ((1 - share) * away, 0, 0)],
        "velocity": [(0, -share * away * n, 0), (0, (1 - share) * away * n, 0)],
    }
    # the moon's long axis ten degrees off the line, and tilted by one
    start["q0"] = rl.quaternion.exp(
        [(0, 0, 0), (math.radians(1), 0, math.radians(10))]
    )
    start["velocity"][1] = tuple(
        rotate_back(*start["q0"][1], *start["velocity"][1])
    )
    return System(bodies, gravity(bodies), start, 2 * period, away)


def chain(n=6):
    box = rl.Body.box(mass=1.0, sides=(0.3, 0.4, 1.0))
    links = [
        spring(i, i + 1, 40.0, 0.2, point_a=(0, 0, 0.5), point_b=(0, 0, -0.5))
        for i in range(n - 1)
    ]
    load = links[0]
    for link in links[1:]:
        load = load + link
    place = [(0.0, 0.0, 1.2 * i) for i in range(n)]
    omega = [(0.3 * (-1) ** i, 0.2, 0.1 * i) for i in range(n)]
    velocity = [(0.2 * math.cos(i), 0.2 * math.sin(i), 0.0) for i in range(n)]
    start = {"omega": omega, "position": place, "velocity": velocity}
    return System([box] * n, load, start, 4.0, 1.0)


SYSTEMS = {
    "needles": needles(),
    "magnets": two_magnets(),
    "asteroids": asteroids(),
    "chain": chain(),
}


def flown(system, method, steps, **more):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return rl.integrate(
            method,
            system.bodies,
            h=system.T / steps,
            steps=steps,
            load=system.load,
            **system.start,
            **more,
        )


# --- the same right-hand side for SciPy ---------------------------------------


def couplings_of(system):
    for part in system.load.summands:
        for row, (a, b) in enumerate(part.pairs.tolist()):
            u = np.asarray(part.parameters)
            yield part.law, a, b, (u if u.ndim == 1 else u[row]).tolist()


def slope(system):
    """f(t, y) of quaternions, centres and both momenta of all bodies.

    The centres of mass are the reference points."""
    pairs = list(couplings_of(system))
    J = system.bodies
    inverse = [np.linalg.inv(body.inertia) for body in J]

    def f(t, y):
        rows, made, seen = y.reshape(-1, 13), np.empty((len(J), 13)), []
        for i, row in enumerate(rows):
            q = (row[:4] / math.sqrt(row[:4] @ row[:4])).tolist()
            omega = inverse[i] @ rotate_back(*q, *row[7:10].tolist())
            velocity = row[10:] / J[i].mass
            seen.append(Motion(q, omega.tolist(), row[4:7].tolist()))
            made[i, :4] = rate_body(*row[:4], *omega)
            made[i, 4:7], made[i, 7:] = velocity, 0.0
        for pull, a, b, u in pairs:
            A, B = seen[a], seen[b]
            six = pull(t, A, B, u)
            both = reaction(*A.q, *A.position, *B.q, *B.position, *six)
            for i, q, W in ((a, A.q, both[:6]), (b, B.q, both[6:])):
                made[i, 7:10] += rotate(*q, *W[:3])
                made[i, 10:] += rotate(*q, *W[3:])
        return made.ravel()

    return f


def vector_of(system):
    run = flown(system, "splitting_231", 1)
    one = np.concatenate(
        [
            run.q[0],
            run.position[0],
            run.momentum_space[0]
            - np.cross(run.position[0], run.linear_momentum_space[0]),
            run.linear_momentum_space[0],
        ],
        axis=1,
    )
    return one.ravel()


def scaled(system, rtol):
    """Absolute tolerances: rtol by the sizes at the start."""
    rows = np.abs(vector_of(system).reshape(-1, 13))
    groups = (slice(0, 4), slice(4, 7), slice(7, 10), slice(10, 13))
    sizes = np.concatenate(
        [np.full(g.stop - g.start, rows[:, g].max()) for g in groups]
    )
    return np.tile(rtol * sizes, len(rows))


def by_scipy(system, rtol):
    return solve_ivp(
        slope(system),
        (0, system.T),
        vector_of(system),
        method="DOP853",
        rtol=rtol,
        atol=scaled(system, rtol),
    )


@cache
def truth(name):
    return by_scipy(SYSTEMS[name], 1e-13).y[:, -1].reshape(-1, 13)


def error(name, q, position):
    """Largest angle of attitudes, rad, or distance by the length."""
    there = truth(name)
    unit = [rl.quaternion.normalize(x) for x in (q, there[:, :4])]
    turned = rl.quaternion.angle_between(*unit).max()
    moved = np.linalg.norm(position - there[:, 4:7], axis=-1).max()
    return float(max(turned, moved / SYSTEMS[name].length))


def evaluations(method):
    """Of the coupling in a step; a product of series to h^(p-1) is p^2."""
    for family, parts in PARTS.items():
        if method.startswith(family):
            return 2 * parts[rl.methods.find(method).order]
    if method.startswith("buss"):
        return rl.methods.find(method).order ** 2
    return {"rkmk54": 6, "rk4": 4}[method]


def rounded(x):
    return float(f"{x:.3g}")


def measured(name, methods=METHODS, budgets=BUDGETS):
    system, found = SYSTEMS[name], {}
    for method in methods:
        cost, rows = evaluations(method), []
        for budget in budgets:
            steps = max(round(budget / cost), 1)
            try:
                run = flown(system, method, steps, every=steps)
            except rl.errors.RotlibError:
                continue  # a step too long for an implicit method
            miss = error(name, run.q[-1], run.position[-1])
            rows.append([steps * cost, rounded(miss)])
        found[method] = rows
    return found


def by_tolerance(name, tolerances=(1e-3, 1e-5, 1e-7, 1e-9, 1e-11)):
    rows = []
    for rtol in tolerances:
        found = by_scipy(SYSTEMS[name], rtol)
        end = found.y[:, -1].reshape(-1, 13)
        rows.append([found.nfev, rounded(error(name, end[:, :4], end[:, 4:7]))])
    return rows


def load():
    return json.loads(FILE.read_text(encoding="utf-8"))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    found = {}
    for name in SYSTEMS:
        found[name] = {"DOP853": by_tolerance(name), **measured(name)}
        print(name, found[name], flush=True)
        if options.write:
            FILE.write_text(
                json.dumps(found, indent=1) + "\n", encoding="utf-8"
            )


if __name__ == "__main__":
    main()
