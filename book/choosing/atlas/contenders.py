"""Who competes: the methods of rotlib, what students write with np.cross, SciPy, and
steps for known rates."""

from dataclasses import replace

import numpy as np
from scipy.integrate import solve_ivp

import rotlib as rl
from rotlib.kernels.quaternion import exp, multiply, rate_body, rotate
from rotlib.kernels.rigid_body import rates
from rotlib.lie_taylor import of_body
from rotlib.magnus import GAUSS, SERIES
from rotlib.methods import Method

# --- rotlib: its list, methods with the energy preserved, exact flights ---------------

PRESERVED = (
    "buss2_ep",
    "buss3_ep",
    "buss4_ep",
    "splitting_231_ep",
    "splitting4_231_ep",
)

# --- what students write --------------------------------------------------------------


def slope(t, y, J, load):
    """Derivative of (q, omega) as an array, in the words of a textbook."""
    q, omega = y[:4], y[4:]
    torque = (
        np.zeros(3) if load is None else np.array(load.law(t, tuple(q), tuple(omega)))
    )
    q_dot = 0.5 * np.concatenate(
        [[-q[1:] @ omega], q[0] * omega + np.cross(q[1:], omega)]
    )
    return np.concatenate([q_dot, (torque - np.cross(omega, J * omega)) / J])


def unit(y):
    """(q, omega) with q divided by its length."""
    return (*(y[:4] / np.sqrt(y[:4] @ y[:4])), *y[4:])


def euler(t, h, y, J, load):
    """Euler's step of (q, omega)."""
    y, J = np.array(y), np.array(J)
    return unit(y + h * slope(t, y, J, load))


def runge_kutta(t, h, y, J, load):
    """The classical Runge-Kutta step of (q, omega)."""
    y, J = np.array(y), np.array(J)
    k1 = slope(t, y, J, load)
    k2 = slope(t + h / 2, y + h / 2 * k1, J, load)
    k3 = slope(t + h / 2, y + h / 2 * k2, J, load)
    k4 = slope(t + h, y + h * k3, J, load)
    return unit(y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4))


def floats(read):
    """`read` for states that come out of NumPy."""
    return lambda y, J: read(tuple(y), J)


def student(name, order, step, summary):
    return Method(name, order, step, summary, layout=rl.methods.rk4.layout)


CLASSROOM = (
    student(
        "np_cross_euler", 1, euler, "Euler with np.cross on (q, omega), q normalised"
    ),
    student(
        "np_cross_rk4",
        4,
        runge_kutta,
        "Runge-Kutta with np.cross on (q, omega), q normalised",
    ),
)

KICKS = ("kicks2", "kicks4", "kicks6")
EXACT_STEPS = replace(rl.methods.exact.in_steps(), name="exact_steps")

BODIES = {
    m.name: m
    for m in (
        *(m for m in rl.methods.ALL if not m.closed_form and not m.poses),
        *map(rl.methods.find, (*PRESERVED, *KICKS)),
        EXACT_STEPS,
        *CLASSROOM,
    )
}
FLYING = ("buss4", "buss8", "rkmk54", "krenk_nielsen")  # they have a form for poses
FLIGHTS = {
    m.name: m
    for m in (
        *(m for m in rl.methods.ALL if m.poses),
        *(
            replace(rl.methods.find(name).flight, name=f"{name}_flight")
            for name in FLYING
        ),
    )
}

# --- SciPy ----------------------------------------------------------------------------

# SciPy's name, and slopes for each attempted step
SCIPY = {"scipy_rk45": ("RK45", 6), "scipy_dop853": ("DOP853", 12)}
TOLERANCES = tuple(10.0**-k for k in range(2, 14))


def slope_of(problem):
    """The right-hand side f(t, y) on Python floats, and y at the start."""
    if problem.kind == "rate":
        return (lambda t, y: rate_body(*y.tolist(), *problem.rate(t, 0))), problem.q0
    if problem.kind == "flight":
        return flight_slope(problem)
    J, torque = (
        problem.body.principal_moments,
        (problem.load.law if problem.load else None),
    )

    def right(t, y):
        y = y.tolist()
        return rates(
            *y, *J, *((0.0, 0.0, 0.0) if torque is None else torque(t, y[:4], y[4:]))
        )

    return right, (*problem.q0, *problem.omega)


def flight_slope(problem):
    """Thirteen numbers (q, position, momentum): the continuous equations of a
    flight."""
    M = problem.body.inertia_6x6
    inverse, wrench = np.linalg.inv(M).tolist(), problem.load.law

    def right(t, y):
        y = y.tolist()
        size = sum([a * a for a in y[:4]]) ** 0.5
        q, P = [a / size for a in y[:4]], y[7:]
        V = [sum([a * b for a, b in zip(row, P, strict=True)]) for row in inverse]
        w, v = V[:3], V[3:]
        W = wrench(t, tuple(q), tuple(w), tuple(y[4:7]), tuple(v))
        own = [
            a + b for a, b in zip(cross(P[:3], w), cross(P[3:], v), strict=True)
        ] + cross(P[3:], w)
        return [
            *rate_body(*y[:4], *w),
            *rotate(*q, *v),
            *[a + b for a, b in zip(own, W, strict=True)],
        ]

    momentum = M @ np.concatenate([problem.omega, problem.velocity])
    return right, (*problem.q0, *problem.position, *momentum.tolist())


def cross(a, b):
    return [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]


def solve(problem, name, tolerance, times=None, end=None):
    """SciPy's solution, both tolerances the same relative to the sizes of the
    numbers."""
    right, y0 = slope_of(problem)
    scale = (
        np.maximum(np.abs(y0).max(), 1.0)
        if problem.kind == "flight"
        else np.ones(len(y0))
    )
    if problem.kind in ("free", "top", "torque"):
        scale = np.array([1.0] * 4 + [problem.speed] * 3)
    return solve_ivp(
        right,
        (0.0, problem.duration if end is None else end),
        y0,
        method=SCIPY[name][0],
        rtol=tolerance,
        atol=tolerance * scale,
        t_eval=times,
    )


# --- known rates: q after a step that starts at t -------------------------------------


def minus(values):
    return [-a for a in values]


def exponential(rotation_vector, nodes):
    """Turn once by a rotation vector made of rates at some nodes; the kernels take
    space components, hence the signs."""

    def step(t, h, q, rate):
        values = [-a for c, k in nodes for a in rate(t + c * h, k)]
        return multiply(*q, *exp(*[-a for a in rotation_vector(*values, h)]))

    return step, len(nodes)


def naive_euler():
    """q + h q', normalised."""

    def step(t, h, q, rate):
        new = [a + h * b for a, b in zip(q, rate_body(*q, *rate(t, 0)), strict=True)]
        size = sum([a * a for a in new]) ** 0.5
        return tuple([a / size for a in new])

    return step, 1


def naive_rk4():
    """Runge-Kutta on the four numbers, normalised."""

    def step(t, h, q, rate):
        middle = rate(t + h / 2, 0)
        k1 = rate_body(*q, *rate(t, 0))
        k2 = rate_body(*[a + h / 2 * b for a, b in zip(q, k1, strict=True)], *middle)
        k3 = rate_body(*[a + h / 2 * b for a, b in zip(q, k2, strict=True)], *middle)
        k4 = rate_body(
            *[a + h * b for a, b in zip(q, k3, strict=True)], *rate(t + h, 0)
        )
        new = [
            a + h / 6 * (b + 2 * (c + d) + e)
            for a, b, c, d, e in zip(q, k1, k2, k3, k4, strict=True)
        ]
        size = sum([a * a for a in new]) ** 0.5
        return tuple([a / size for a in new])

    return step, 3


def taylor(p, node=0.0):
    """The turn by the first p derivatives of a rate in space, at that node."""

    def turn(*numbers):
        *W, h = numbers
        w, size = [], -h  # the series is that of the body: all signs change
        for k in range(p):
            w.append([size * x for x in W[3 * k : 3 * k + 3]])
            size = size * h / (k + 1)
        return [-x for x in of_body(w)]

    return exponential(turn, [(node, k) for k in range(p)])


LINEAR = {
    f"magnus_{kind}_{n}": exponential(SERIES[kind][n], [(0.0, 0), (0.0, 1)])
    for kind, numbers in (("terms", (1, 2, 3, 4, 6)), ("order", (4, 6, 8, 10)))
    for n in numbers
}
RATES = {
    "naive_euler": naive_euler(),
    "naive_rk4": naive_rk4(),
    "midpoint": taylor(1, 0.5),
    **{f"lie_taylor_{p}": taylor(p) for p in (1, 2, 3, 4, 6, 8)},
    **{
        f"gauss_legendre_{p}": exponential(
            GAUSS[p][1], [(node, 0) for node in GAUSS[p][0]]
        )
        for p in (4, 6)
    },
    **LINEAR,
}

# --- who takes part where -------------------------------------------------------------


def all_names():
    """Every contender once; the methods of rotlib in their own order, closed form
    included."""
    return list(
        dict.fromkeys(
            [*(m.name for m in rl.methods.ALL), *BODIES, *FLIGHTS, *SCIPY, *RATES]
        )
    )


def kinds(name):
    """Where a contender comes from: "rotlib", "known rate", "scipy" or "classroom"."""
    if name in SCIPY:
        return "scipy"
    return (
        "known rate"
        if name in RATES
        else "classroom"
        if name.startswith("np_cross")
        else "rotlib"
    )


def absence(name, problem):
    """Why a contender is not measured on a problem; empty if it is."""
    if name in SCIPY:
        return ""
    if name in RATES:
        if problem.kind != "rate":
            return "integrates a known rate; here the rate depends on the motion"
        if name in LINEAR and problem.name != "acceleration":
            return "the formula is for a rate linear in time"
        return ""
    if problem.kind == "rate":
        return "advances a body; here the rate is given"
    if name == "exact":
        return (
            "the judge of free bodies: no error but rounding"
            if problem.kind == "free"
            else "free body only"
        )
    if name in FLIGHTS:
        return {
            "free": "the method of that name, for poses" * name.endswith("_flight"),
            "top": "integrates poses; a pivot would be a stiff spring",
            "torque": "integrates poses; here nothing flies",
        }.get(problem.kind, "")
    if problem.kind == "flight":
        return "integrates the rotation alone"
    if problem.kind == "free" and name in KICKS:
        return "flies a free body exactly, as exact_steps does"
    if problem.kind in ("top", "torque"):
        return unable(BODIES[name], problem.load)
    return ""


def unable(method, load):
    """Why a method does not take a load; empty if it does."""
    if not method.takes:
        return "takes the free body only"
    if "projected" in method.properties and load.potential is None:
        return "needs a potential, and the torque has none"
    return ""


def most_steps(name):
    """The largest number of steps worth the time: what costs a hundred times as much
    gets a few steps fewer."""
    slow = {
        "buss8_flight": 800,
        "krenk_nielsen_flight": 800,
        "dqvi6": 800,
        "dqvi4": 1600,
        "dqvi": 3200,
        "dqvi_published": 3200,
        "np_cross_rk4": 3200,
        "np_cross_euler": 6400,
    }
    return slow.get(name, 10**9)
