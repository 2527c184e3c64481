"""What belongs to each motion of a batch: its body, inputs, parameters of a load."""

from dataclasses import replace
from typing import Any

import numpy as np

from .._remembered import call_of
from .._types import Array
from ..body import Body, broadcast
from ..errors import InvalidInput
from ..loads import Load


def fitting(part: Any, batch: tuple[int, ...]) -> Array:
    """The parameters of a load for a batch with these axes, (n,) or (*batch, n)."""
    numbers: Array = np.asarray(part.parameters)
    if numbers.ndim == 1:
        return numbers
    try:
        return np.broadcast_to(numbers, (*batch, numbers.shape[-1]))
    except ValueError:
        raise InvalidInput(
            f"load {part.name!r}: expected parameters for a batch of {batch},"
            f" got {numbers.shape}; its axes are those of omega, then its own"
        ) from None


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
