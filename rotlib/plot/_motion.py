"""What a caller hands to `plot.scene`, checked and thinned, with one clock."""

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from .. import _check
from .._types import Array, ArrayLike, Steps
from ..errors import InvalidInput
from . import _shapes

RADIUS = 0.84  # of a shape, beside that of the sphere around it
WIDEST_TURN = 1.6  # rad from frame to frame: more could show one that never happened


class Dial(NamedTuple):
    name: str
    scale: dict[str, Any]  # lo and hi, the ends of the strip; unit and digits
    part: Array  # (n,), 0 at lo and 1 at hi

    def told(self, index: int) -> str:
        """The value at a sample, in the words of the page's script."""
        lo, hi, unit, digits = self.scale.values()
        value = lo + self.part[index] * (hi - lo)
        words = f"{value:.{max(0, digits)}f}" if digits < 7 else f"{value:.1e}"
        if float(words) == 0.0:
            words = words.lstrip("-")
        words = words.replace("-", "\N{MINUS SIGN}")
        return f"{words}\N{NO-BREAK SPACE}{unit}" if unit else words


def named(motion: Any) -> list[tuple[str, Any]]:
    if isinstance(motion, Mapping):
        return [(str(k), m) for k, m in motion.items()]
    if isinstance(motion, (list, tuple)) and motion:
        if hasattr(motion[0], "q") or np.ndim(motion[0]) == 2:
            return [("", m) for m in motion]
    return [("", motion)]


def samples(motion: Any, t: ArrayLike | None) -> tuple[Array, Array]:
    q = _check.unit_quaternion(getattr(motion, "q", motion))
    if q.ndim != 2 or len(q) < 2:
        raise InvalidInput(
            f"q: expected one body, shape (n, 4) with n >= 2, got {q.shape}; choose one"
            " body of a batch, such as run[:, 0]"
        )
    given = getattr(motion, "t", None) if t is None else t
    times = np.arange(len(q)) if given is None else _check.array(given, "t")
    ways = {*np.sign(np.diff(times)).tolist()}
    if getattr(motion, "pieces", ()):
        ways -= {0.0}  # at a joint both records are there
    if times.shape != (len(q),) or ways not in ({1.0}, {-1.0}):
        raise InvalidInput(
            f"t: expected {len(q)} times in order, one for each quaternion, got shape"
            f" {times.shape}"
        )
    return times.astype(float), q.astype(float)


def thinned(n: int, frames: int) -> Steps:
    return np.unique(np.round(np.linspace(0, n - 1, min(n, frames))).astype(int))


def continuous(q: Array, t: Array, omega: Any, keep: Steps, name: str) -> Array:
    """The kept q with signs chosen so that neighbours are close enough for the page.

    Samples alone cannot tell a whole turn from none; the rates `omega` can.
    """
    kept = q[keep]
    dots = np.einsum("ij,ij->i", kept[1:], kept[:-1])
    turn = 2 * np.arccos(np.clip(np.abs(dots), 0, 1)).max()
    if omega is not None:
        rates = np.linalg.norm(np.asarray(omega, float)[keep], axis=-1)
        turn = max(turn, (rates[1:] * np.abs(np.diff(t[keep]))).max())
    if turn > WIDEST_TURN:
        where = f" for {name}" if name else ""
        raise InvalidInput(
            f"frames: expected a turn of at most {WIDEST_TURN} rad from frame to frame,"
            f" got {turn:.2g} rad{where}; {_remedy(len(kept), len(q), turn)}"
        )
    signs = np.cumprod(np.concatenate([[1.0], np.where(dots < 0, -1.0, 1.0)]))
    return np.asarray(kept * signs[:, None])


def _remedy(frames: int, samples: int, turn: float) -> str:
    needed = int(1.1 * turn / WIDEST_TURN * frames) + 2
    if frames < needed <= samples:
        part = max(2, samples * frames // needed)
        return f"give frames={needed}, or show a shorter part, such as run[:{part}]"
    more = "" if frames == samples else f"frames={samples} would not be enough: "
    return (
        more + f"it takes {needed} records at least; keep more of them, with a smaller"
        " `every` or a smaller step"
    )


def momentum(motion: Any, keep: Steps) -> Array | None:
    of_space = getattr(motion, "momentum_space", None)
    L = getattr(motion, "momentum_about_reference", of_space)
    if L is None or not np.any(L, axis=-1).all():  # at rest there is no direction
        return None
    L = np.asarray(L, float)[keep]
    units: Array = L / np.linalg.norm(L, axis=-1, keepdims=True)
    return units[:1] if np.ptp(units, axis=0).max() < 5e-4 else units


def direction(trail: ArrayLike | None) -> Array | None:
    if trail is None:
        return None
    v = _check.trailing(trail, 3, "trail").astype(float)
    size = float(np.linalg.norm(v))
    if v.shape != (3,) or size == 0.0:
        raise InvalidInput(
            f"trail: expected one non-zero direction, shape (3,), got {trail!r}"
        )
    return v / size


def dials(
    series: Mapping[str, ArrayLike],
    limits: Mapping[str, tuple[float, float]],
    shape: tuple[int, int],
    keep: Steps,
) -> Sequence[Sequence[Dial]]:
    """For each body its dials, drawn in a range that all bodies share."""
    if unknown := {*limits} - {*series}:
        names = ", ".join(map(repr, sorted(unknown)))
        raise InvalidInput(f"limits: expected names of dials, got {names}")
    found = []
    for name, values in series.items():
        rows = np.atleast_2d(_check.array(values, f"dials[{name!r}]")).astype(float)
        if rows.shape != shape:
            raise InvalidInput(
                f"dials[{name!r}]: expected shape {shape}, got {rows.shape}"
            )
        lo, hi = float(rows.min()), float(rows.max())
        if name in limits:
            lo, hi = _range(limits[name], name)
        width = hi - lo
        unit = re.search(r" \(([^()]*)\)\Z", name)
        scale = {
            "lo": float(f"{lo:.6g}"),
            "hi": float(f"{hi:.6g}"),
            "unit": unit[1] if unit else "",
            "digits": 2 - math.floor(math.log10(width)) if width else 2,
        }
        parts = (rows[:, keep] - lo) / (width or 1.0)
        words = name[: unit.start()] if unit else name
        found.append([Dial(words, scale, part) for part in parts])
    return [*zip(*found, strict=True)] or [()] * shape[0]


def _range(pair: ArrayLike, name: str) -> tuple[float, float]:
    two = np.size(pair) == 2
    lo, hi = _check.array(pair, f"limits[{name!r}]").ravel() if two else (0.0, 0.0)
    if not lo < hi:
        raise InvalidInput(
            f"limits[{name!r}]: expected (low, high) with low < high, got {pair!r}"
        )
    return float(lo), float(hi)


def shapes(shape: Any, count: int) -> list[_shapes.Shape]:
    if not isinstance(shape, list):
        return [_shapes.find(shape).fitted(RADIUS)] * count
    if len(shape) != count:
        raise InvalidInput(
            f"shape: expected {count} shapes, one for each body, got {len(shape)}"
        )
    return [_shapes.find(s).fitted(RADIUS) for s in shape]
