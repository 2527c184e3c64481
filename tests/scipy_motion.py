"""The motion of one body by SciPy, from the equations of Newton and Euler about its
reference point; shares no code with rotlib."""

from types import SimpleNamespace

import numpy as np
from reference_methods import hamilton, matrix
from scipy.integrate import solve_ivp

ZERO, NOBODY = (0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0)


def motion(
    M, times, law=None, q0=NOBODY, omega=ZERO, position=ZERO, velocity=ZERO, z=(),
    rate=None, axes=(), spins=(), rotor_speeds=(), motors=None, **given,
):  # fmt: skip
    """Columns q, omega, position, velocity, rotor_speeds, states at the times, of which
    the first is that of the start; with `events` the times of the first of them.

    M is 3x3 of a body that is held, 6x6 of one that flies; law, rate and motors take
    the arguments of rotlib's."""
    held, n = len(M) == 3, len(spins)
    if held:
        M = np.block([[M, np.zeros((3, 3))], [np.zeros((3, 3)), np.eye(3)]])
    axes, spins = np.reshape(axes, (-1, 3)), np.asarray(spins, float)
    share = np.hstack([axes, np.zeros((n, 3))])
    whole = np.block([[M, share.T * spins], [share, np.eye(n)]])

    def slope(t, y):
        q, w, x, v, s, z = np.split(y, (4, 7, 10, 13, 13 + n))
        unit = q / np.linalg.norm(q)
        here = [t, unit, w] if held else [t, unit, w, x, v]
        state, W = [z] * bool(rate), np.zeros(6)
        if law is not None:
            acting = law(*here, *state)
            W[: len(acting)] = acting
        P = M @ np.hstack([w, v])
        P[:3] += axes.T @ (spins * s)
        W[:3] += np.cross(P[:3], w) + np.cross(P[3:], v)
        W[3:] += np.cross(P[3:], w)
        push = np.array(motors(*here, s)) / spins if motors else np.zeros(n)
        made = np.linalg.solve(whole, np.hstack([W, push]))
        turned, moved = hamilton(q, np.array([0.0, *w])) / 2, matrix(unit) @ v
        more = rate(*here, z) if rate else []
        return np.hstack([turned, made[:3], moved, made[3:], more])

    start = np.hstack([q0, omega, position, velocity, rotor_speeds, z])
    close = {"rtol": 1e-13, "atol": 1e-14} | given
    found = solve_ivp(slope, (times[0], times[-1]), start, "DOP853", times, **close)
    assert found.success
    if "events" in given:
        return found.t_events[0]
    names = "q", "omega", "position", "velocity", "rotor_speeds", "states"
    parts = dict(
        zip(names, np.split(found.y.T, (4, 7, 10, 13, 13 + n), 1), strict=True)
    )
    parts["q"] = parts["q"] / np.linalg.norm(parts["q"], axis=1, keepdims=True)
    return SimpleNamespace(**parts)
