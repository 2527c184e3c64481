"""One change each: methods of rotlib in which one part is exchanged for a wrong one.

Nothing is typed a second time. `altered` takes the step of a method as it is and lets
it find another function, or another number, under one of the names it uses; what is
wrong with a patient is the few lines of that function.
"""

# mypy: disable-error-code="call-arg"
# A kernel is called with whole states: rates(*x[:7], 1.0, 1.0, 1.0, *tau).

from collections.abc import Mapping
from dataclasses import replace
from math import sqrt
from typing import Any

from ... import methods
from ..._types import Function, Scalar, State
from ...backends.rebind import exchanged
from ...kernels.baselines import turn_space
from ...kernels.buss import buss_2, buss_3, turn_2, turn_3
from ...kernels.krenk_nielsen import middle
from ...kernels.lie_taylor import rotation_vector_3
from ...kernels.quaternion import exp, multiply, rotate, rotate_back
from ...kernels.rigid_body import omega_body, rates
from ...kernels.rigid_rates import omega_1, omega_2
from ...kernels.splitting import splitting_231
from ...methods._kick import kick, kicked
from ...methods._method import BoundLoad, Method, read_momentum
from ...methods.composition import in_parts, palindrome
from ...methods.dmv import free as moser_veselov
from ...methods.lie_euler import step as step_lie_euler
from ...methods.newton import solve
from ...methods.rk4 import classical, step_naive

ONE, FREE = (1.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0)


def altered(base: Method, parts: Mapping[Any, Any]) -> Method:
    """The method `base` with other parts in its step.

    Parameters
    ----------
    base : Method
        The method that the fault is planted in.
    parts : dict
        {function or number that the step uses: what it finds in its place}. Kernels are
        looked up wherever the step calls them, directly or through other functions of
        rotlib.

    Returns
    -------
    Method
        With the record of `base`, which may now be untrue.

    Notes
    -----
    Chapter: The clinic.

    Examples
    --------
    A splitting whose torque is turned the wrong way:

    >>> from rotlib import methods
    >>> from rotlib.kernels.quaternion import rotate, rotate_back
    >>> ill = altered(methods.splitting("231"), {rotate: rotate_back})
    >>> ill.order, ill.step is methods.splitting("231").step
    (2, False)
    """
    step: Any = base.step
    first: Any = base.first_step
    # the next term and the flight would be those of another step
    return replace(
        base,
        step=exchanged(step, parts),
        first_step=None if first is None else exchanged(first, parts),
        next_term=None,
        flight=None,
    )


# --- the bracket of a third-order step ------------------------------------------------


def bracket(c: float) -> Method:
    """Buss's third-order series with c times the bracket that it should have."""

    def turn(*x: Scalar) -> State:
        q, W, h = x[:4], x[4:13], x[13]
        # the series for rates in space: in the body its bracket has a minus
        with_minus = rotation_vector_3(*W, h)
        with_plus = [-v for v in rotation_vector_3(*[-w for w in W], h)]
        mixed = [
            (1 + c) / 2 * a + (1 - c) / 2 * b
            for a, b in zip(with_plus, with_minus, strict=True)
        ]
        return multiply(*q, *exp(*mixed))

    def free(*x: Scalar) -> State:
        q, J, h = x[:4], x[7:10], x[10]
        w = omega_body(*x[:10])
        w1 = omega_1(*w, *J, *FREE)
        return turn(*q, *w, *w1, *omega_2(*w, *w1, *J, *FREE), h)

    return altered(methods.buss3_series, {buss_3: free, turn_3: turn})


# --- frames ---------------------------------------------------------------------------


def left_product() -> Method:
    """The turn in body components, multiplied from the left."""

    def turn(*x: Scalar) -> State:
        return multiply(*turn_2(*ONE, *x[4:]), *x[:4])

    def free(*x: Scalar) -> State:
        w = omega_body(*x[:10])
        return turn(*x[:4], *w, *omega_1(*w, *x[7:10], *FREE), x[10])

    return altered(methods.buss(2), {buss_2: free, turn_2: turn})


def space_as_body() -> Method:
    """The rate in space, used as if it were in the body."""
    return altered(
        methods.rk4_naive, {turn_space: lambda *x: multiply(*x[3:], *exp(*x[:3]))}
    )


def torque_frame() -> Method:
    """Body components of the torque, added to the momentum in space."""
    return altered(
        methods.splitting("231"), {rotate: lambda w, x, y, z, *torque: torque}
    )


def reported_rate() -> Method:
    """The motion is right; the rate that is handed out is in space."""

    def read(y: State, J: State) -> tuple[State, State]:
        q, w = read_momentum(y, J)
        return q, rotate(*q, *w)

    return replace(methods.buss(4), from_state=read)


# --- angle, inertia, gyroscopic term --------------------------------------------------


def half_angle() -> Method:
    """Half the angle in each turn; the torque acts for the whole step."""
    return replace(methods.dmv, step=kicked(lambda y, J, h: moser_veselov(y, J, h / 2)))


def mixed_axes() -> Method:
    """The first and the third moment of inertia exchanged."""
    buss4 = methods.buss(4)
    right: Any = buss4.step
    return replace(
        buss4, step=lambda t, h, y, J, load: right(t, h, y, (J[2], J[1], J[0]), load)
    )


def no_gyroscopic_term() -> Method:
    """J omega' = tau, without omega x J omega."""

    def without(*x: Scalar) -> State:
        tau = [a / j for a, j in zip(x[10:], x[7:10], strict=True)]
        return rates(*x[:7], 1.0, 1.0, 1.0, *tau)  # a sphere has no such term

    return altered(methods.rk4, {rates: without})


# --- means and sums -------------------------------------------------------------------


def product_of_means() -> Method:
    """Nielsen and Krenk's free step with the product of the means of q and of p.

    The mean of the products would be right.
    """

    def equation(correct: Function, a: State, data: State, scale: Scalar) -> State:
        m, J = data[:3], data[3:]
        for _ in range(20):  # a fixed point: each round gains a factor of h |omega|/4
            size = 1.0 + sum([x * x for x in a])
            mean = rotate_back(*middle(*ONE, *a), *m)
            a = tuple([x / j / size for x, j in zip(mean, J, strict=True)])
        return (*a, 0.0 * scale + 1.0, 20.0 + 0.0 * scale, 0.0 * scale)

    return replace(altered(methods.krenk_nielsen(), {solve: equation}), torque=False)


def one_correction() -> Method:
    """Nielsen and Krenk's step, Newton's method stopped after its first correction."""

    def once(correct: Function, x: State, data: State, scale: Scalar) -> State:
        *dx, r2, determinant = correct(*x, *data)
        better = [a + b for a, b in zip(x, dx, strict=True)]
        return (*better, determinant, 1.0 + 0.0 * r2, sqrt(r2))

    return altered(methods.krenk_nielsen(), {solve: once})


def wrong_weight() -> Method:
    """Yoshida's three steps with a square root of two in place of the cube root."""
    part = methods.splitting("231").require_step()
    weights = palindrome((1 / (2 - sqrt(2)),))
    return replace(methods.splitting("231", order=4), step=in_parts(part, weights))


# --- the beginning --------------------------------------------------------------------


def whole_kick() -> Method:
    """A whole kick before the free step, instead of half before and half after."""

    def step(t: Scalar, h: Scalar, y: State, J: State, load: BoundLoad | None) -> State:
        if load is not None:
            y = kick(t, h, y, y, J, load)
        return (*splitting_231(*y, *J, h), *y[4:])

    return replace(methods.splitting("231"), step=step)


def slow_start() -> Method:
    """A predictor-corrector whose first three steps are of first order."""
    return altered(methods.adams_bashforth_moulton, {step_naive: step_lie_euler})


def normalised_euler() -> Method:
    """Euler's step on the quaternion, which the normalisation hides."""

    def euler(slope: Function, t: Scalar, h: Scalar, y: State) -> State:
        return tuple([a + h * b for a, b in zip(y, slope(t, y), strict=True)])

    return altered(methods.rk4_quaternion, {classical: euler})
