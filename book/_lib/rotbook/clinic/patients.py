"""The patients: methods of rotlib in which one part is exchanged for a wrong one.

Nothing is typed a second time. `altered` takes the step of a method as it is and lets
it find another function, or another number, under one of the names it uses; what is
wrong with a patient is the few lines of that function. Which letter has which fault is
scrambled, so that the list can be read without being told.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from rotlib import methods
from rotlib.backends.user_function import exchanged
from rotlib.errors import InvalidInput
from rotlib.kernels.baselines import turn_space
from rotlib.kernels.krenk_nielsen import middle
from rotlib.kernels.quaternion import exp, multiply, rotate, rotate_back
from rotlib.kernels.rigid_body import rates
from rotlib.lie_taylor import of_body
from rotlib.methods import Method
from rotlib.methods.splitting import drift, kick, kicked
from rotlib.methods._method import Layout, keep_momentum, read_momentum
from rotlib.methods.splitting import in_parts, palindrome
from rotlib.newton import solve
from rotlib.methods.runge_kutta import classical
from rotlib.methods.splitting import by_turns, moser_veselov
from rotlib.methods.taylor import stepper, turned_by
from rotlib.numbers import sqrt

ONE = (1.0, 0.0, 0.0, 0.0)


def altered(base: Method, parts: Mapping[Any, Any]) -> Method:
    """The method `base` with other parts in its step; its record may be untrue then.

    parts: {function or number that the step uses: what it finds in its place}; kernels
        are looked up wherever the step calls them, through other functions too

    >>> from rotlib.kernels.quaternion import rotate, rotate_back
    >>> altered(methods.splitting("231"), {rotate: rotate_back}).order
    2
    """
    # the estimate and the flight would be those of another step
    return replace(base, step=exchanged(base.step, parts), estimate=None, flight=None)


# --- the bracket of a third-order step ------------------------------------------------


def bracket(c):
    """Buss's third-order series with c times the bracket that it should have."""

    def turn(rates):
        right = of_body(rates)
        # the series for rates in space: there every bracket has the other sign
        wrong = [-v for v in of_body([[-x for x in w] for w in rates])]
        return [
            (1 + c) / 2 * a + (1 - c) / 2 * b for a, b in zip(right, wrong, strict=True)
        ]

    return altered(methods.buss3_series, {of_body: turn})


# --- frames ---------------------------------------------------------------------------


def left_product():
    def turn(q, rates, slides):
        return multiply(*exp(*of_body(rates)), *q)

    series = replace(methods.buss(2), step=stepper(2))
    return altered(series, {turned_by: turn})


def space_rate():
    return altered(
        methods.rk4_naive, {turn_space: lambda *x: multiply(*x[3:], *exp(*x[:3]))}
    )


def torque_frame():
    return altered(
        methods.splitting("231"), {rotate: lambda w, x, y, z, *torque: torque}
    )


def reported_rate():
    def read(y, J):
        q, w = read_momentum(y, J)
        return q, rotate(*q, *w)

    return replace(methods.buss(4), layout=Layout(keep_momentum, read))


# --- angle, inertia, gyroscopic term --------------------------------------------------


def half_angle():
    """Half the angle in each turn; the torque acts for the whole step."""
    return replace(methods.dmv, step=kicked(lambda y, J, h: moser_veselov(y, J, h / 2)))


def mixed_axes():
    buss4 = methods.buss(4)
    right = buss4.step
    return replace(
        buss4, step=lambda t, h, y, J, load: right(t, h, y, (J[2], J[1], J[0]), load)
    )


def no_gyroscopic_term():
    def without(*x):
        tau = [a / j for a, j in zip(x[10:], x[7:10], strict=True)]
        return rates(*x[:7], 1.0, 1.0, 1.0, *tau)  # a sphere has no such term

    return altered(methods.rk4, {rates: without})


# --- means and sums -------------------------------------------------------------------


def product_of_means():
    """Nielsen and Krenk's free step, with the means of q and of p."""

    def equation(correct, a, data, scale):
        m, J = data[:3], data[3:]
        for _ in range(20):  # a fixed point: each round gains a factor of h |omega|/4
            size = 1.0 + sum([x * x for x in a])
            mean = rotate_back(*middle(*ONE, *a), *m)
            a = tuple([x / j / size for x, j in zip(mean, J, strict=True)])
        return (*a, 0.0 * scale + 1.0, 20.0 + 0.0 * scale, 0.0 * scale)

    return replace(altered(methods.krenk_nielsen(), {solve: equation}), takes=())


def one_correction():
    def once(correct, x, data, scale):
        *dx, r2, determinant = correct(*x, *data)
        better = [a + b for a, b in zip(x, dx, strict=True)]
        return (*better, determinant, 1.0 + 0.0 * r2, sqrt(r2))

    return altered(methods.krenk_nielsen(), {solve: once})


def wrong_weight():
    """Yoshida's three steps with a square root of two in place of the cube root."""
    part = methods.splitting("231").step
    weights = palindrome((1 / (2 - sqrt(2)),))
    return replace(methods.splitting("231", order=4), step=in_parts(part, weights))


# --- the beginning --------------------------------------------------------------------


def whole_kick():
    def step(t, h, y, J, load):
        if load is not None:
            y = kick(t, h, y, y, J, load)
        return drift(by_turns("231"), y, J, h)

    return replace(methods.splitting("231"), step=step)


def slow_start():
    first = {methods.rk4_naive.step: methods.lie_euler.step}
    return altered(methods.adams_bashforth_moulton, first)


def normalised_euler():
    def euler(slope, t, h, y):
        q = [a + h * b for a, b in zip(y, slope(t, y), strict=False)]
        return (*q, *y[4:])

    return altered(methods.rk4_quaternion, {classical: euler})


# --- letters --------------------------------------------------------------------------

MAKERS = {
    "missing bracket": lambda: bracket(0.0),
    "bracket sign": lambda: bracket(-1.0),
    "bracket size": lambda: bracket(0.5),
    "left product": left_product,
    "space rate": space_rate,
    "torque frame": torque_frame,
    "reported rate": reported_rate,
    "half angle": half_angle,
    "mixed axes": mixed_axes,
    "gyroscopic term": no_gyroscopic_term,
    "product of means": product_of_means,
    "one correction": one_correction,
    "composition weight": wrong_weight,
    "whole kick": whole_kick,
    "slow start": slow_start,
    "Euler's step": normalised_euler,
    "healthy": methods.krenk_nielsen,
    "healthy, order 1": lambda: methods.lie_euler,
    "healthy, order 4": lambda: methods.buss(4),
}
PATIENTS = dict(
    zip(
        "ABCDEFGHIJKLMNOPQRS",
        """
        f4de194d12f5 0b2e565fc534 5cbcc04347ee 09e3ca052069 8650955e2b8c a37194981960
        01eec6462ff8 619602d4af76 19c5a2d0a3c4 225f9fe2b0af f523289f29f9 401859acb879
        eb7644cac539 51e09603217b 37df8fa6a104 05d5be161c96 4d71f0482024 2e98fc1eb5a4
        352f7876e422
        """.split(),
        strict=True,
    )
)


@cache
def patient(letter: str) -> Method:
    """A method with at most one fault, under a letter of `LETTERS`.

    Its order and what it keeps are what its author says. Name, summary and text say
    nothing else; the source names the faults in clear.

    >>> patient("A")
    <rotlib method patient A: said to have order 2 and to keep momentum, norm>
    """
    if letter not in PATIENTS:
        raise InvalidInput(
            f"letter: expected one of {', '.join(PATIENTS)}, got {letter!r}"
        )
    made = {_scrambled(letter, fault): make for fault, make in MAKERS.items()}[
        PATIENTS[letter]
    ]()
    return replace(
        made,
        name=f"patient {letter}",
        summary=f"said to have order {made.order} and to keep"
        f" {', '.join(made.conserves) or 'nothing'}",
        chapter="The clinic",
        equation="eq-clinic-order",
        step=_covered(made.step),
        layout=_told_nothing(made.layout),
        estimate=None,
        flight=None,
    )


def _told_nothing(layout: Layout) -> Layout:
    """The statistics of a step stay in its state, without their names."""
    begin, told = layout.to_state, len(layout.statistics)

    def to_state(*motion):
        y = begin(*motion)
        return (*y, *[0.0 * y[0]] * told)

    return Layout(to_state, _covered(layout.from_state))


def _scrambled(letter, fault):
    return hashlib.sha256(f"{letter}: {fault}".encode()).hexdigest()[:12]


def _covered(covered):
    def step(*arguments):
        return covered(*arguments)

    return step
