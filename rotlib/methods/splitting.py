"""Compositions of parts of a step, some of them backwards, whose errors cancel; kicks
between free motions, of a body that is held or flies; the splitting of the energy into
turns about the axes; the step of Moser and Veselov.

The state is (q, L), or of a body that flies (q, centre, L, p), in space: attitude of
the principal axes, centre of mass, angular momentum about it, linear momentum; states
of loads stand behind. A free body turns as its method says, and its centre goes
straight. Bodies that act on each other are kicked together, all at the same places, so
that what one gains the other loses (eq-pair-kick).
Chapters: The rivals, Bodies that act on each other, Higher order by parts of a step.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from math import inf
from typing import Any

import numpy as np
from numpy.polynomial.legendre import leggauss

from .. import _check
from .._remembered import remembered
from .._types import Flow, Function, Quaternion, Scalar, State, Vector
from .._vectors import chosen, cross, minus, plus, times
from ..body import Body
from ..errors import ConvergenceError, NotAvailable, StepTooLarge
from ..kernels.baselines import dmv_newton, turn_cayley
from ..kernels.composition import EIGHT, SIX
from ..kernels.preprocessed import renormalized
from ..kernels.quaternion import multiply, rotate, rotate_back
from ..kernels.rigid_body import momentum_space, omega_body
from ..kernels.splitting import YOSHIDA, last_turn, turn
from ..newton import solve
from ..numbers import greatest, loop, require, tape_of, total
from ._method import BoundLoad, Layout, Method, family, turned_back
from ._state import impulse_at, slope_of_body, with_poses

STRAIGHT = 3  # parts that are recorded one after the other; more of them as a loop
WORST = "residual", "turn"  # of a step: that of its worst part; of others the sum
AXES = ("123", "132", "213", "231", "312", "321")
PARTS = {4: "Yoshida's three", 6: "nine", 8: "seventeen"}
MOST = 200  # rounds of a kick that is solved for
NODES = 6  # at most


# --- parts of a step, some of them backwards, whose errors cancel ---------------------


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


# --- kicks between free motions -------------------------------------------------------


def constants(body: Body) -> State:
    """Principal moments and axes, the mass, and the centre."""
    if body.added_mass.any():
        raise NotAvailable(
            "body: expected a body whose free flight is straight, got one with an added"
            " mass; use dqvi, rkmk54 or buss4"
        )
    own, mass = body.about(body.centre), body.mass
    centre = np.moveaxis(body.centre, -1, 0)
    return (*own.principal_moments, *own.principal_axes, mass, *centre)


def to_state(
    q: Quaternion, omega: Vector, position: Vector, velocity: Vector, J: State
) -> State:
    axes, mass, c = J[3:7], J[7], J[8:11]
    turned = multiply(*q, *axes)
    L = momentum_space(*turned, *rotate_back(*axes, *omega), *J[:3])
    p = times(mass, rotate(*q, *plus(velocity, cross(omega, c))))
    return (*turned, *plus(position, rotate(*q, *c)), *L, *p)


def from_state(y: State, J: State) -> tuple[State, ...]:
    axes, mass, c = J[3:7], J[7], J[8:11]
    q = turned_back(y[:4], axes)
    omega = rotate(*axes, *omega_body(*y[:4], *y[7:10], *J[:3]))
    moving = rotate_back(*q, *[p / mass for p in y[10:13]])
    return q, omega, minus(y[4:7], rotate(*q, *c)), minus(moving, cross(omega, c))


def flying(**record: Any) -> Method:
    """The method of this record, and that for poses, which takes the same step."""
    method = Method(**record)
    return with_poses(
        method,
        chapter="Bodies that act on each other",
        equation="eq-pair-kick",
        layout=Layout(to_state, from_state, constants),
        takes=("wrench", "couplings", *[w for w in method.takes if w == "states"]),
        properties=tuple([p for p in method.properties if p != "implicit"]),
    )


def momenta(J: State) -> int:
    """Where they stand in the state; of a held body J has the moments alone."""
    return 4 if len(J) == 3 else 7


def kick(t: Scalar, h: Scalar, y: State, at: State, J: State, load: BoundLoad) -> State:
    """The state y with the impulse of what acts at the state `at` in the time h."""
    if (n := momenta(J)) == 4:
        gained = slope_of_body(t, at, J, load)[1]
    else:
        gained = impulse_at(t, J[8:11], load, *from_state(at, J), (), at[13:])
    return (*y[:n], *[a + h * b for a, b in zip(y[n:], gained, strict=True)])


def drift(turned: Function, y: State, J: State, h: Scalar) -> State:
    """The state after a free motion; turned(y, J, h) -> q, of a state (q, L)."""
    if momenta(J) == 4:
        return (*turned(y[:7], J, h), *y[4:])
    # the total momentum of bodies that act on each other is not to drift
    q = renormalized(*turned((*y[:4], *y[7:10]), J[:3], h))
    return (*q, *plus(y[4:7], times(h / J[7], y[10:13])), *y[7:])


def rests(load: BoundLoad) -> bool:
    """Whether a kick depends on the place alone: two at one place are then one."""
    return load.drive is None and load.moving is None


def predicted_kick(t: Scalar, h: Scalar, y: State, J: State, load: Any) -> State:
    return kick(t, h, y, kick(t, h, y, y, J, load), J, load)


def solved_kick(t: Scalar, h: Scalar, y: State, J: State, load: Any) -> State:
    """The kick at the rate that it leads to: a step back undoes one under drag too.

    A predicted one would leave a composed step order 3 there.
    """
    n = momenta(J)

    def again(state: State) -> tuple[State, Scalar]:
        L, before = state[:-1], state[-1]
        new = kick(t, h, y, (*y[:n], *L), J, load)[n:]
        sizes = [abs(a - b) for a, b in zip(new, L, strict=True)]
        change = total(sizes[1:], sizes[0])
        if load.over_bodies is not None:  # of bodies that act on each other
            change = load.over_bodies(change)
        # a change that is not a number ends it too
        over = (change >= before) | (change == 0.0) | (change != change)
        return (*new, change), over

    start = kick(t, h, y, y, J, load)[n:]
    return (*y[:n], *loop(again, (*start, inf), MOST, stiff)[:-1])


def stiff(*state: Scalar) -> ConvergenceError:
    return ConvergenceError(
        "the torque depends on the rate so strongly that the kick at the end of a step"
        " is not found; take a smaller step"
    )


def kicked(
    turned: Function,
    weights: Sequence[float] = (1.0,),
    whole: Function | None = None,
    straight: int = STRAIGHT,
) -> Flow:
    """The step of these parts, each half a kick, a free motion, and half a kick.

    whole: turned(y, J, h) -> q of a step in which nothing acts
    straight: parts that are recorded one after the other
    """
    second: Flow = predicted_kick if len(weights) == 1 else solved_kick

    def part(t: Scalar, h: Scalar, y: State, J: State, load: Any) -> State:
        half = kick(t, h / 2, y, y, J, load)
        return second(t + h, h / 2, drift(turned, half, J, h), J, load)

    apart = in_parts(part, weights, straight=straight)
    joined = [(a + b) / 2 for a, b in pairwise((*weights, 0.0))]
    rows = tuple(zip(weights, accumulate(weights), joined, strict=True))
    kicked_behind = flights(turned, rows, straight)

    def step(t: Scalar, h: Scalar, y: State, J: State, load: Any) -> State:
        if load is None:
            return drift(whole or turned, y, J, h)
        if not rests(load):
            return apart(t, h, y, J, load)
        start = kick(t, weights[0] * h / 2, y, y, J, load)
        return kicked_behind(t, h, start, J, load)

    return step


def kicked_at_nodes(turned: Function, n: int) -> Flow:
    """The step of kicks at Gauss's nodes between free motions."""
    x, w = leggauss(n)
    ends = *((1 + x) / 2).tolist(), 1.0
    lengths = [b - a for a, b in pairwise((0.0, *ends))]
    weights = *(w / 2).tolist(), 0.0
    return flights(turned, tuple(zip(lengths, ends, weights, strict=True)), 1)


def flights(turned: Function, rows: Sequence[tuple[float, ...]], straight: int) -> Flow:
    """Free motions with a kick behind each: (length, time of the kick, its weight)."""

    def step(t: Scalar, h: Scalar, y: State, J: State, load: Any) -> State:
        if load is None:
            return drift(turned, y, J, h)

        def stage(y: State, length: float, at: float, weight: float) -> State:
            y = drift(turned, y, J, length * h)
            now, part = t + at * h, weight * h
            halfway = y if rests(load) else kick(now, part / 2, y, y, J, load)
            return kick(now, part, y, halfway, J, load)

        return in_turn(stage, h, y, rows, straight)

    return step


def require_nodes(nodes: int | None, order: int, what: str) -> int | None:
    if nodes is None:
        return None
    good = isinstance(nodes, int) and 1 <= nodes <= NODES and order == 2
    got = f"nodes={nodes!r} and {what}={order!r}"
    _check.require(good, "nodes", f"1 to {NODES} with {what} 2", got)
    return int(nodes)


# --- turns about the axes -------------------------------------------------------------


def by_turns(axes: str, weights: Sequence[float] = (1.0,)) -> Function:
    """turned(y, J, h) -> q by rounds of turns, one for each part of the step.

    Where two parts meet, the last turn of one and the first of the next are one.
    weights: of the parts, a palindrome
    """
    a, b, c = [int(axis) - 1 for axis in axes]
    rows = tuple([(u, u / 4, (u + v) / 4) for u, v in pairwise(weights)])

    def turned(y: State, J: State, h: Scalar) -> Quaternion:
        def inner(y: State, quarter: Scalar) -> State:
            share = quarter / J[b]
            y = about(c, about(b, y, share), 2 * quarter / J[c])
            return about(b, y, share)

        def part(y: State, _: Scalar, quarter: Scalar, joined: Scalar) -> State:
            return about(a, inner(y, quarter * h), joined * h / J[a])

        quarter = weights[0] / 4 * h
        share = quarter / J[a]
        first = about(a, (*y[:4], *rotate_back(*y)), share)
        y = inner(in_turn(part, h, first, rows), quarter)
        i, j = (a + 1) % 3, (a + 2) % 3
        w, *q = last_turn(y[0], y[1 + a], y[1 + i], y[1 + j], y[4 + a], share)
        return w, q[-a], q[1 - a], q[2 - a]

    return turned


def about(k: int, y: State, share: Scalar) -> State:
    """Attitude, and momentum l in the body, after the flow of l_k^2 / 2 J_k; share:
    time / 2 J_k
    """
    i, j = (k + 1) % 3, (k + 2) % 3
    q, l, new = y[1:4], y[4:7], [*y]
    made = turn(y[0], q[k], q[i], q[j], l[k], l[i], l[j], share)
    for place, x in zip((0, 1 + k, 1 + i, 1 + j, 4 + i, 4 + j), made, strict=True):
        new[place] = x
    return new


@family
def splitting(axes: str = "231", order: int = 2) -> Method:
    """Symplectic splitting into turns about the principal axes.

    axes: a permutation of "123"; the last one is taken once, the others before and
        after it; take the axis of least moment first
    order: 2, 4, 6 or 8, by 1, 3, 9 or 17 rounds of turns a step, some of them backwards

    Above 2 a drag costs the order if its rate of decay times the longest part of a step
    is 2 or more. Under JAX `grad` does not pass through orders above 4, nor order 4
    under a torque that depends on the rate; `jacfwd` does.

    >>> splitting("312", order=4).name
    'splitting4_312'
    """
    order = int(_check.one_of(order, (2, *PARTS), "order"))
    turned = by_turns(_check.one_of(axes, AXES, "axes"))
    summary = f"turns about the principal axes {'-'.join(axes)} and back"
    if order > 2:
        return of_order(
            splitting(axes),
            order,
            name=f"splitting{order}_{axes}",
            summary=f"{summary}, {PARTS[order]} times a step",
            step=kicked(turned, WEIGHTS[order], by_turns(axes, WEIGHTS[order])),
        )
    return flying(
        name=f"splitting_{axes}",
        order=2,
        summary=summary,
        chapter="The rivals",
        equation="eq-splitting",
        step=kicked(turned),
        takes=("torque", "states"),
        properties=("symplectic", "symmetric"),
        conserves=("momentum", "norm"),
    )


# --- Moser and Veselov ----------------------------------------------------------------


def small_turn(
    newton: Function, guess: State, data: State, scale: Scalar, h: Scalar, what: str
) -> State:
    """The root of the equation that tends to no turn as h tends to 0."""
    *x, determinant, _, _ = solve(newton, guess, data, scale)
    said = f"the {what} has no solution at small turns; take a smaller step"
    # past a zero of the determinant the solution is of another branch
    require(determinant > 0.0, StepTooLarge, lambda h: f"h = {h:.3g} s: {said}", h)
    return tuple(x)


def turned(q: State, l: State, J: State, h: Scalar) -> Quaternion:
    guess = tuple([h * a / (2 * j) for a, j in zip(l, J, strict=True)])
    scale, what = abs(h) * total([abs(a) for a in l]), "discrete Moser-Veselov equation"
    return turn_cayley(*q, *small_turn(dmv_newton, guess, (*l, *J, h), scale, h, what))


def moser_veselov(y: State, J: State, h: Scalar) -> Quaternion:
    return turned(y[:4], rotate_back(*y), J, h)


dmv: Method = flying(
    name="dmv",
    order=2,
    summary="discrete Moser-Veselov: variational, implicit",
    chapter="The rivals",
    equation="eq-dmv",
    step=kicked(moser_veselov),
    properties=("implicit", "symplectic", "symmetric"),
    conserves=("momentum", "energy", "norm"),
    longest_turn=inf,
)
