"""Inputs of a run: what a load is told from outside, u in load(t, q, omega, u)."""

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from .. import _check
from .._types import Array, ArrayLike, Function, State
from ..backends.one_body import takes_inputs
from ..errors import InvalidInput, NotAvailable

Given: TypeAlias = Array | Callable[[float], Any] | None
InputsLike: TypeAlias = ArrayLike | Callable[[float], Any] | None
HELD = (
    "a row for each step, shape (steps, n), or one row for all, shape (1, n); a number"
    " for each step, shape (steps,), or one number; or a function of time"
)


def checked_inputs(
    inputs: InputsLike,
    load: Any,
    t0: float,
    steps: int | None,
    batch: tuple[int, ...] = (),
) -> Given:
    """A function of time, or rows held over steps; at most one row without `steps`."""
    wanted = wanting(load)
    if inputs is None:
        if wanted:
            raise InvalidInput(
                f"inputs: the load {wanted!r} takes inputs, its last argument u, and"
                f" got none; give {HELD}"
            )
        return None
    if not wanted:
        raise InvalidInput(
            "inputs: there is no load that takes them; write it as load(t, q, omega,"
            " u), in flight as load(t, q, omega, position, velocity, u)"
        )
    if callable(inputs):
        now = _check.array(inputs(t0), f"inputs: at t = {t0:.15g} s")
        if now.ndim > 1:
            raise InvalidInput(
                "inputs: expected a function of time that returns a number or shape"
                f" (n,), got {now.shape}; numbers for each motion can be held over"
                " the steps, shape (steps, motions, n)"
            )
        return inputs
    given = np.atleast_1d(_check.array(inputs, "inputs")).astype(np.float64)
    rows = _for_batch(given, batch)
    if len(rows) == 1:
        return rows
    if steps is None:
        raise NotAvailable(
            f"inputs: rows are held over equal steps, and these are not, got"
            f" {rows.shape}; give a function of time, such as lambda t: np.interp(t,"
            " times, values), or use integrate"
        )
    if len(rows) != steps:
        n = len(rows)
        still = f"; {n} numbers that stay are one row, shape (1, {n})"
        raise InvalidInput(
            f"inputs: expected {steps} rows, one for each step, or one row for all, got"
            f" shape {rows.shape}{still if rows.ndim == 1 else ''}"
        )
    return rows


def _for_batch(rows: Array, batch: tuple[int, ...]) -> Array:
    if rows.ndim < 3:
        return rows
    try:
        if rows.ndim != 2 + len(batch):
            raise ValueError
        return np.broadcast_to(rows, (len(rows), *batch, rows.shape[-1]))
    except ValueError:
        axes = ", ".join(map(str, ("steps", *batch, "n")))
        each = f", or with numbers for each motion ({axes})" if batch else ""
        raise InvalidInput(
            f"inputs: expected shape (steps,) or (steps, n){each}, got {rows.shape}"
        ) from None


def wanting(load: Any) -> str | None:
    """The name of the first part of the load that takes inputs."""
    for part in () if load is None else load.summands:
        if part.parameters is None and any(
            takes_inputs(f, n) for f, n in _functions(part)
        ):
            return str(part.name)
    return None


def _functions(part: Any) -> list[tuple[Function, int]]:
    z, usual = bool(part.start), 5 if part.flies else 3
    known = (part.law, usual + z), (part.motors, 4 + z), (part.rate, usual + 1)
    return [(f, usual) for f, usual in known if f is not None]


def table_of(rows: Array) -> tuple[Array, bool]:
    """Rows as `backends.inputs.Inputs` takes them, (rows, n, ...), and if n is none."""
    return (
        (rows[:, None], True) if rows.ndim == 1 else (np.moveaxis(rows, -1, 1), False)
    )


def fed(function: Function, inputs: Callable[[float], Any]) -> Function:
    def at_time(t: float, *motion: State) -> State:
        now = inputs(t)
        if isinstance(now, (tuple, list)):
            now = np.array(now)
        made: State = function(t, *motion, now)
        return made

    # a user's function, as the one that it calls
    at_time.__module__ = getattr(function, "__module__", None) or "__main__"
    return at_time
