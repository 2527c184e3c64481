"""Compositions: parts of a step, some of them backwards, whose errors cancel.

Chapter: Higher order by parts of a step.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Any

from .. import _check
from .._remembered import remembered
from .._types import Flow, Function, Scalar, State
from .._vectors import chosen
from ..errors import ConvergenceError, NotAvailable, StepTooLarge
from ..kernels.composition import EIGHT, SIX
from ..kernels.splitting import YOSHIDA
from ..numbers import greatest, loop, tape_of, total
from ._method import Method

STRAIGHT = 3  # parts that are recorded one after the other; more of them as a loop
WORST = "residual", "turn"  # of a step: that of its worst part; of others the sum


def palindrome(half: Sequence[float]) -> tuple[float, ...]:
    """The lengths of all parts from those before the middle one; they add up to 1."""
    return (*half, 1 - 2 * total(half), *half[::-1])


HIGHER = {"equation": "eq-composition", "chapter": "Higher order by parts of a step"}
YOSHIDAS = {"equation": "eq-yoshida", "chapter": "Splitting and discrete mechanics"}
SOURCES = {4: YOSHIDAS, 6: HIGHER, 8: HIGHER}
WEIGHTS = {order: palindrome(w) for order, w in ((4, (YOSHIDA,)), (6, SIX), (8, EIGHT))}


def in_turn(
    stage: Function,
    h: Scalar,
    y: State,
    rows: Sequence[tuple[float, ...]],
    straight: int = STRAIGHT,
) -> State:
    """The state after the stages(y, *row), parts of a step of h; row[0] is a length.

    Recorded, many rows are a loop: the stage is then written down once.
    """
    n = len(rows)
    if n <= straight or tape_of(*y) is None:
        for k, row in enumerate(rows):
            try:
                y = stage(y, *row)
            except (StepTooLarge, ConvergenceError) as error:
                if n > 1:
                    error.args = (
                        f"{error}. This h is that of part {k + 1} of {n} of a step of h"
                        f" = {h:.3g} s, {abs(row[0]):.3g} times as long",
                    )
                raise
        return y

    def body(state: State) -> tuple[State, Scalar]:
        *y, i = state
        row: State = rows[-1]
        for k in reversed(range(n - 1)):
            row = chosen(i <= float(k), rows[k], row)
        return (*stage(tuple(y), *row), i + 1.0), i >= n - 1.0

    return tuple(loop(body, (*y, 0.0), n)[:-1])


def in_parts(
    step: Function,
    weights: Sequence[float],
    statistics: Sequence[str] = (),
    straight: int = STRAIGHT,
) -> Flow:
    """The step made of these parts of its length, in order, each at its own time.

    statistics: names of what is said of a step at the end of the state
    """
    rows = tuple(zip(weights, accumulate((0.0, *weights[:-1])), strict=True))

    def steps(t: Scalar, h: Scalar, y: State, J: State, load: Any) -> State:
        n = len(y) - len(statistics)

        def part(y: State, w: Scalar, before: Scalar) -> State:
            new: State = step(t + before * h, w * h, y, J, load)
            pairs = zip(statistics, y[n:], new[n:], strict=True)
            told = [greatest((a, b)) if s in WORST else a + b for s, a, b in pairs]
            return (*new[:n], *told)

        return in_turn(part, h, (*y[:n], *[0.0 * a for a in y[n:]]), rows, straight)

    return steps


def of_order(method: Method, order: int, **record: Any) -> Method:
    """The method composed; `record` says what else is true of it, or its own step."""
    step = in_parts(method.step, WEIGHTS[order], method.layout.statistics)
    told = {"step": step, "order": order, "estimate": None, **SOURCES[order], **record}
    flight = method.flight and of_order(method.flight, order, **record)
    return replace(method, flight=flight, **told)


@remembered
def composed(method: Method, order: int = 4) -> Method:
    """A symmetric method of order two, composed to order four, six or eight.

    A step is 3, 9 or 17 steps of `method`, one, two or five of them backwards. It keeps
    what `method` keeps; its statistics are the sum of all `iterations`, the greatest
    `residual` and `turn`. At order 4 a torque is asked for at times up to 0.36 h before
    and after the step; one that depends on the rate leaves order 3 where the last kick
    is predicted, as in `dmv`. NotAvailable for other methods.

    >>> import rotlib as rl
    >>> rl.methods.composed(rl.methods.dmv, order=6).conserves
    ('momentum', 'energy', 'norm')
    """
    expected, got = "a Method, such as rotlib.methods.dmv", type(method).__name__
    _check.require(isinstance(method, Method), "method", expected, got)
    _check.one_of(order, tuple(WEIGHTS), "order")
    symmetric = "symmetric" in method.properties
    if method.order != 2 or not symmetric:
        raise NotAvailable(
            f"method: expected a symmetric one of order 2; {method.name} is of order"
            f" {method.order} and {'' if symmetric else 'not '}symmetric; take"
            " splitting_231, dmv, krenk_nielsen or dqvi"
        )
    if unknown := {*method.layout.statistics} - {"iterations", *WORST}:
        raise NotAvailable(
            f"method: {method.name} counts {min(unknown)}, of which nothing is known"
            " in a composed step; take dqvi"
        )
    return of_order(
        method,
        order,
        name=f"composed({method.name}, order={order})",
        summary=f"{method.summary}; {len(WEIGHTS[order])} such parts a step",
    )
