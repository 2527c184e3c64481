"""Turn what a caller hands to `plot.scene` into checked, thinned bodies with one clock."""

import math
import re

import numpy as np

from .. import _check
from ..errors import InvalidInput
from . import _shapes

RADIUS = 0.84       # of a shape, beside that of the sphere around it
WIDEST_TURN = 1.6  # radians between two frames, beyond which interpolation would show a turn that never happened


def named(motion):
    """Return [(name, motion), …] from one motion, a list of motions or a dictionary of motions."""
    if isinstance(motion, dict):
        return [(str(k), m) for k, m in motion.items()]
    if isinstance(motion, (list, tuple)) and motion and (hasattr(motion[0], "q") or np.ndim(motion[0]) == 2):
        return [("", m) for m in motion]
    return [("", motion)]


def samples(motion, t):
    """Return times (n,) and quaternions (n, 4) of a trajectory or of an array."""
    q = getattr(motion, "attitude", None)  # of unit length even where the method loses that of q
    q = _check.unit_quaternion(getattr(motion, "q", motion) if q is None else q)
    if q.ndim != 2 or len(q) < 2:
        raise InvalidInput(f"q: expected one body, shape (n, 4) with n >= 2, got {q.shape}; choose one body of a "
                           "batch, such as run[:, 0]")
    t = getattr(motion, "t", None) if t is None else t
    t = np.arange(len(q), dtype=float) if t is None else _check.array(t, "t").astype(float)
    if t.shape != (len(q),) or not (np.diff(t) != 0).all() or len(set(np.sign(np.diff(t)))) != 1:
        raise InvalidInput(f"t: expected {len(q)} times in order, one for each quaternion, got shape {t.shape}")
    return t, q.astype(float)


def thinned(n, frames):
    """Return the indices of at most `frames` samples out of n, both ends included."""
    return np.unique(np.round(np.linspace(0, n - 1, min(n, frames))).astype(int))


def continuous(q, t, omega, name, samples):
    """Return q with signs chosen so that neighbours are close; refuse steps too wide to interpolate.

    Samples alone cannot tell a whole turn from none; where the rates `omega` are known, they can.
    """
    dots = np.einsum("ij,ij->i", q[1:], q[:-1])
    turn = 2 * np.arccos(np.clip(np.abs(dots), 0, 1)).max()
    if omega is not None:
        turn = max(turn, (np.linalg.norm(omega, axis=-1)[1:] * np.abs(np.diff(t))).max())
    if turn > WIDEST_TURN:
        raise InvalidInput(
            f"frames: expected a turn of at most {WIDEST_TURN} rad from frame to frame, got {turn:.2g} rad{name}; "
            f"{_remedy(len(q), samples, turn)}"
        )
    signs = np.cumprod(np.concatenate([[1.0], np.where(dots < 0, -1.0, 1.0)]))
    return q * signs[:, None]


def _remedy(frames, samples, turn):
    """What to do if a body turns by `turn` between two of `frames` out of `samples`."""
    needed = int(1.1 * turn / WIDEST_TURN * frames) + 2
    if frames < needed <= samples:
        return f"give frames={needed}, or show a shorter part, such as run[:{max(2, samples * frames // needed)}]"
    more = "" if frames == samples else f"frames={samples} would not be enough: "
    return more + f"it takes {needed} records at least; keep more of them, with a smaller `every` or a smaller step"


def directions(motion, momentum, keep, n):
    """Return unit vectors (m, 3), m = 1 when the direction stays, or None."""
    if momentum is None:
        momentum = getattr(motion, "momentum_about_reference", getattr(motion, "momentum_space", False))
        if not np.any(np.atleast_2d(momentum), axis=-1).all():  # at rest there is no direction to draw
            momentum = False
    if momentum is False:
        return None
    found = np.atleast_2d(_check.trailing(momentum, 3, "momentum")).astype(float)
    size = np.linalg.norm(found, axis=-1, keepdims=True)
    if len(found) not in (1, n) or not (size > 0).all():
        raise InvalidInput(f"momentum: expected non-zero vectors, shape (3,) or ({n}, 3), got {found.shape}")
    found = (found / size)[keep if len(found) > 1 else slice(None)]
    return found[:1] if np.ptp(found, axis=0).max() < 5e-4 else found


def dials(series, limits, bodies, keep, n):
    """Return, for each body, its dials scaled to 0…1 by the range that the bodies share; beyond it lies beyond 0…1."""
    found, limits = [[] for _ in range(bodies)], dict(limits or {})
    if unknown := set(limits) - set(series or {}):
        raise InvalidInput(f"limits: expected names of dials, got {', '.join(map(repr, sorted(unknown)))}")
    for name, values in (series or {}).items():
        rows = np.atleast_2d(_check.array(values, f"dials[{name!r}]")).astype(float)
        if rows.shape != (bodies, n):
            raise InvalidInput(f"dials[{name!r}]: expected shape ({bodies}, {n}), got {rows.shape}")
        lo, hi = _range(limits[name], name) if name in limits else (float(rows.min()), float(rows.max()))
        words, unit = re.fullmatch(r"(.*?)(?: \(([^()]*)\))?", name, re.DOTALL).groups()
        scale = {"name": words, "unit": unit or "", "lo": float(f"{lo:.6g}"), "hi": float(f"{hi:.6g}"),
                 "digits": 2 - math.floor(math.log10(hi - lo)) if hi > lo else 2}
        for mine, row in zip(found, rows[:, keep], strict=True):
            mine.append(scale | {"part": (row - lo) / (hi - lo) if hi > lo else np.zeros(len(row))})
    return found


def _range(pair, name):
    """Return the two ends of a strip as floats."""
    lo, hi = _check.array(pair, f"limits[{name!r}]").astype(float).ravel() if np.size(pair) == 2 else (0.0, 0.0)
    if not lo < hi:
        raise InvalidInput(f"limits[{name!r}]: expected (low, high) with low < high, got {pair!r}")
    return float(lo), float(hi)


def shapes(shape, count):
    """Return one fitted shape a body from one shape or a list of them."""
    several = isinstance(shape, list)
    if several and len(shape) != count:
        raise InvalidInput(f"shape: expected {count} shapes, one for each body, got {len(shape)}")
    fitted = [_shapes.find(s).fitted(RADIUS) for s in (shape if several else [shape])]
    return fitted if several else fitted * count
