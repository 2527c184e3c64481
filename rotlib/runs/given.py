"""What a run is given besides body and load: inputs u, load(t, q, omega, u), and what
belongs to each motion of a batch, its body, inputs and parameters of a load.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any, TypeAlias

import numpy as np

from .. import _check
from .._remembered import call_of
from .._types import Array, ArrayLike, Function, State
from ..backends.user_function import takes_inputs
from ..body import Body, broadcast
from ..errors import InvalidInput, NotAvailable
from ..loads import Load

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
    if wanted and inputs is None:
        raise InvalidInput(
            f"inputs: the load {wanted!r} takes inputs, its last argument u, and"
            f" got none; give {HELD}"
        )
    if inputs is None:
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
                f" (n,), got {now.shape}; give numbers for each motion as rows, shape"
                " (steps, motions, n)"
            )
        return inputs
    rows: Array = np.atleast_1d(_check.array(inputs, "inputs")).astype(np.float64)
    n = len(rows)
    if rows.ndim > 2:
        shape = (n, *batch, rows.shape[-1])
        spread = _spread(rows, shape) if rows.ndim == len(shape) else None
        if spread is None:
            axes = ", ".join(map(str, ("steps", *batch, "n")))
            raise InvalidInput(
                f"inputs: expected shape (steps,), (steps, n) or ({axes}), got"
                f" {rows.shape}"
            )
        rows = spread
    if n != 1 and steps is None:
        raise NotAvailable(
            f"inputs: rows are held over equal steps, and these are not, got"
            f" {rows.shape}; give a function of time, such as lambda t: np.interp(t,"
            " times, values), or use integrate"
        )
    if n not in (1, steps):
        raise InvalidInput(
            f"inputs: expected {steps} rows, one for each step, or one row for all, got"
            f" shape {rows.shape}; {n} numbers that stay are one row, shape (1, {n})"
        )
    return rows


def _spread(numbers: Array, shape: tuple[int, ...]) -> Array | None:
    """Broadcast to that shape, if they do."""
    with suppress(ValueError):
        return np.broadcast_to(numbers, shape)
    return None


def wanting(load: Any) -> str | None:
    """The name of the first part of the load that takes inputs."""
    for part in () if load is None else load.summands:
        z, usual = bool(part.start), 5 if part.flies else 3
        each = (part.law, usual + z), (part.motors, 4 + z), (part.rate, usual + 1)
        if part.parameters is None and any(f and takes_inputs(f, n) for f, n in each):
            return str(part.name)
    return None


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


# --- of each motion of a batch --------------------------------------------------------


def fitting(part: Any, batch: tuple[int, ...]) -> Array:
    """The parameters of a load for a batch with these axes, (n,) or (*batch, n)."""
    numbers: Array = np.asarray(part.parameters)
    if numbers.ndim == 1:
        return numbers
    spread = _spread(numbers, (*batch, numbers.shape[-1]))
    if spread is None:
        raise InvalidInput(
            f"load {part.name!r}: expected parameters for a batch of {batch},"
            f" got {numbers.shape}; its axes are those of omega, then its own"
        )
    return spread


def axes_of(load: Any) -> list[tuple[int, ...]]:
    """The axes of a batch that parts of a load have parameters for; not of pairs."""
    parts = () if load is None else load.summands
    own = [p for p in parts if p.parameters is not None and p.pairs is None]
    return [np.shape(p.parameters)[:-1] for p in own]


def body_of(body: Body, batch: tuple[int, ...]) -> Body:
    return broadcast(body, batch) if body.shape else body


def picked_body(body: Body, key: tuple[Any, ...]) -> Body:
    return body[key] if body.shape else body


def picked_load(load: Any, batch: tuple[int, ...], key: tuple[Any, ...]) -> Any:
    if load is None or not load.by_lane:
        return load

    def picked(value: Any) -> Any:
        if isinstance(value, Load):
            return picked_load(value, batch, key)
        if isinstance(value, Body):
            return picked_body(body_of(value, batch), key)
        return value

    call = call_of(load)
    if call is not None:
        named = {name: picked(value) for name, value in call.keywords.items()}
        return call.func(*map(picked, call.args), **named)
    parts = tuple([picked(part) for part in load.parts])
    own = load.parameters
    if np.ndim(own) > 1 and load.pairs is None:
        own = fitting(load, batch)[key]
    return replace(load, parts=parts, parameters=own)


def picked_inputs(inputs: Any, batch: tuple[int, ...], key: tuple[Any, ...]) -> Any:
    axes = len(batch)
    if not isinstance(inputs, np.ndarray) or not axes or inputs.ndim < 2 + axes:
        return inputs
    return np.moveaxis(np.moveaxis(inputs, 0, -1)[key], -1, 0)
