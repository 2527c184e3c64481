"""The times of a recording: are they in order, are there gaps, are the units right?"""

import math
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from .. import _check
from .._types import Array, ArrayLike
from ..errors import BridgedGap, DoubtfulUnits, InvalidInput, warn

Mask: TypeAlias = NDArray[np.bool_]

EVEN = 5.0  # intervals are alike if none is longer than another by more than this
LONG = 5.0  # s, from sample to sample
FASTEST = math.radians(4000.0)  # rad/s: where the gyroscopes that one buys end
ROUNDING = 4.0  # distances of floats by which equal intervals may differ


def spacing(
    dt: float | None,
    t: ArrayLike | None,
    intervals: int,
    max_gap: float | None,
    bridge: bool,
) -> tuple[float | Array, Mask]:
    """The interval, if all are equal, or the intervals; and which of them are gaps."""
    if (dt is None) == (t is None):
        given = "neither" if dt is None else "both"
        raise InvalidInput(
            f"dt, t: expected one of them, got {given}; dt is the interval of equally"
            " spaced samples, t the times of samples as they came"
        )
    if t is None:
        interval = _check.real(dt, "dt")
        if interval == 0:
            raise InvalidInput("dt: expected a non-zero sampling interval, got 0")
        return interval, np.zeros(0, bool)
    times = in_order(t, intervals + 1)
    lengths = np.diff(times)
    gaps = found_gaps(lengths, times, max_gap, bridge)
    if np.ptp(lengths) <= ROUNDING * np.spacing(np.abs(times).max()):
        return float((times[-1] - times[0]) / intervals), np.zeros(0, bool)
    return lengths, gaps


def in_order(t: ArrayLike, stamps: int) -> Array:
    finite_rows(t, "t")
    stored = np.asarray(t)
    if stored.dtype.kind in "Mm" or hasattr(next(stored.flat, 0), "timestamp"):
        raise InvalidInput(
            "t: expected times in seconds, got dates or durations; give"
            ' (t - t[0]) / np.timedelta64(1, "s")'
        )
    if stored.dtype.kind in "iu" and stored.size:  # nanoseconds have more digits
        t = stored - stored.flat[0]
    times = _check.array(t, "t").astype(np.float64)
    if times.shape != (stamps,):
        raise InvalidInput(
            f"t: expected shape ({stamps},), got {times.shape}; rates take one time for"
            " each sample, increments the times at which they begin and end"
        )
    if stamps < 2:
        raise InvalidInput("t: expected at least two times, got 1")
    bad = np.flatnonzero(np.diff(times) <= 0)
    if bad.size:
        k = int(bad[0]) + 1
        before, now = _check.told(times[k - 1], times[k])
        raise InvalidInput(
            f"t: expected strictly increasing times, got t[{k}] = {now} after"
            f" t[{k - 1}] = {before}; sort the samples by time and leave"
            " repeated ones out"
        )
    return times


def finite_rows(value: ArrayLike, name: str) -> None:
    """Raise InvalidInput with the index of the first row that is not finite."""
    try:
        values = np.asarray(value)
    except ValueError:
        return  # what is wrong with it is said by those who know its shape
    if _check.masked(value) or values.dtype.kind != "f" or values.ndim == 0:
        return
    bad = np.argwhere(~np.isfinite(values))
    if bad.size:
        at = ", ".join(
            str(int(i)) for i in (bad[0][:-1] if values.ndim > 1 else bad[0])
        )
        raise InvalidInput(
            f"{name}: expected finite numbers, got {values[tuple(bad[0])]} in"
            f" {name}[{at}]; leave such samples out and give the times of the others,"
            " t=..."
        )


def found_gaps(lengths: Array, t: Array, max_gap: float | None, bridge: bool) -> Mask:
    typical = float(np.median(lengths))
    if typical >= LONG:
        warn(
            f"t: the samples are {typical:.4g} s apart; are these milliseconds, or"
            " ticks of a clock?",
            DoubtfulUnits,
        )
    limit = EVEN * typical if max_gap is None else _check.real(max_gap, "max_gap")
    if limit <= 0:
        raise InvalidInput(f"max_gap: expected a positive time in s, got {limit}")
    gaps: Mask = lengths > limit
    if gaps.any():
        k, longest = int(np.argmax(gaps)), int(np.argmax(lengths))
        if not bridge:
            more = f", and {gaps.sum() - 1} more" if gaps.sum() > 1 else ""
            raise InvalidInput(
                f"t: a gap of {lengths[k]:.4g} s after t[{k}] = {t[k]:.15g}{more},"
                f" where the intervals are {typical:.3g} s and max_gap is {limit:.3g}"
                ' s; bridge it with gaps="bridge", allow it by max_gap=..., or split'
                " the recording there"
            )
        warn(
            f"t: {gaps.sum()} gap(s) bridged, {lengths[gaps].sum():.4g} s of"
            f" {lengths.sum():.4g} s, the longest {lengths[longest]:.4g} s after"
            f" t[{longest}] = {t[longest]:.15g}; nobody knows how the body turned"
            " there",
            BridgedGap,
        )
    return gaps


def require_plausible(samples: Array, h: float | Array, rates: bool) -> None:
    """Refuse what samples cannot resolve, warn of degrees; h is NaN in a gap."""
    with np.errstate(over="ignore"):
        size = np.sqrt((samples.astype(np.float64) ** 2).sum(-1))
    if rates:
        turn = np.abs(h) * np.maximum(size[..., 1:], size[..., :-1])
    else:
        turn = size + 0 * np.abs(h)
    most = float(np.nanmax(turn, initial=0.0))
    fastest = float(size.max(initial=0.0)) if rates else 0.0
    ask = (
        "look at the units: are these degrees (np.radians converts them), or the times"
        " milliseconds?"
    )
    if most > math.pi:
        k = int(np.unravel_index(np.nanargmax(turn), turn.shape)[-1])
        raise InvalidInput(
            f"samples: expected at most pi rad from sample to sample, got {most:.3g}"
            f" after samples[..., {k}, :]; {ask} If they are right, sample faster"
        )
    if most > 1.0 or fastest > FASTEST:
        what = f"up to {most:.3g} rad from sample to sample" + (
            f", {fastest:.4g} rad/s" if rates else ""
        )
        warn(f"samples: {what}: {ask}", DoubtfulUnits)
