"""One change each: methods of rotlib in which one part is exchanged for a wrong one.

Nothing is typed a second time. `altered` takes the step of a method as it is and lets it find another function, or
another number, under one of the names it uses; what is wrong with a patient is the few lines of that function.
"""

from dataclasses import replace
from math import sqrt

from .. import methods
from .._bind import exchanged
from ..kernels.buss import buss_2, buss_3, turn_2, turn_3
from ..kernels.krenk_nielsen import middle
from ..kernels.lie_taylor import rotation_vector_3
from ..kernels.quaternion import exp, multiply, rotate, rotate_back
from ..kernels.rigid_body import omega_body, rates
from ..kernels.rigid_rates import omega_1, omega_2
from ..kernels.rivals import turn_space
from ..kernels.splitting import YOSHIDA, splitting_231
from ..methods._kick import kick, kicked
from ..methods._method import read_momentum
from ..methods.dmv import free as moser_veselov
from ..methods.lie_euler import step as step_lie_euler
from ..methods.rk4 import classical, step_naive
from ..newton import solve

ONE, FREE = (1.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0)


def altered(base, parts):
    """The method `base` with other parts in its step.

    Parameters
    ----------
    base : Method
    parts : dict
        {function or number that the step uses: what it finds in its place}. Kernels are looked up wherever the step
        calls them, directly or through other functions of rotlib.

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
    return replace(base, step=exchanged(base.step, parts), next_term=None)  # an estimate of another step


# --- the bracket of a third-order step -------------------------------------------------------------------------------

def bracket(c):
    """Buss's third-order series with c times the bracket that it should have."""

    def turn(*x):
        q, W, h = x[:4], x[4:13], x[13]
        with_minus = rotation_vector_3(*W, h)  # the series for rates in space: in the body its bracket has a minus
        with_plus = [-v for v in rotation_vector_3(*[-w for w in W], h)]
        mixed = [(1 + c) / 2 * a + (1 - c) / 2 * b for a, b in zip(with_plus, with_minus, strict=True)]
        return multiply(*q, *exp(*mixed))

    def free(*x):
        q, J, h = x[:4], x[7:10], x[10]
        w = omega_body(*x[:10])
        w1 = omega_1(*w, *J, *FREE)
        return turn(*q, *w, *w1, *omega_2(*w, *w1, *J, *FREE), h)

    return altered(methods.buss3_series, {buss_3: free, turn_3: turn})


# --- frames ----------------------------------------------------------------------------------------------------------

def left_product():
    """The turn in body components, multiplied from the left."""

    def turn(*x):
        return multiply(*turn_2(*ONE, *x[4:]), *x[:4])

    def free(*x):
        w = omega_body(*x[:10])
        return turn(*x[:4], *w, *omega_1(*w, *x[7:10], *FREE), x[10])

    return altered(methods.buss(2), {buss_2: free, turn_2: turn})


def space_as_body():
    """The rate in space, used as if it were in the body."""
    return altered(methods.rk4_naive, {turn_space: lambda *x: multiply(*x[3:], *exp(*x[:3]))})


def torque_frame():
    """Body components of the torque, added to the momentum in space."""
    return altered(methods.splitting("231"), {rotate: lambda w, x, y, z, *torque: torque})


def reported_rate():
    """The motion is right; the rate that is handed out is in space."""

    def read(y, J):
        q, w = read_momentum(y, J)
        return q, rotate(*q, *w)

    return replace(methods.buss(4), read=read)


# --- angle, inertia, gyroscopic term ---------------------------------------------------------------------------------

def half_angle():
    """Half the angle in each turn; the torque acts for the whole step."""
    return replace(methods.dmv, step=kicked(lambda y, J, h: moser_veselov(y, J, h / 2)))


def mixed_axes():
    """The first and the third moment of inertia exchanged."""
    right = methods.buss(4).step
    return replace(methods.buss(4), step=lambda t, h, y, J, load: right(t, h, y, (J[2], J[1], J[0]), load))


def no_gyroscopic_term():
    """J omega' = tau, without omega x J omega."""

    def without(*x):
        tau = [a / j for a, j in zip(x[10:], x[7:10], strict=True)]
        return rates(*x[:7], 1.0, 1.0, 1.0, *tau)  # a sphere has no such term

    return altered(methods.rk4, {rates: without})


# --- means and sums --------------------------------------------------------------------------------------------------

def product_of_means():
    """Nielsen and Krenk's free step with the mean of q and of p multiplied, instead of the mean of the products."""

    def equation(correct, a, data, scale):
        m, J = data[:3], data[3:]
        for _ in range(20):  # a fixed point: each round gains a factor of h |omega|/4
            size = 1.0 + sum([x * x for x in a])
            a = tuple([x / j / size for x, j in zip(rotate_back(*middle(*ONE, *a), *m), J, strict=True)])
        return (*a, 0.0 * scale + 1.0, 20.0 + 0.0 * scale, 0.0 * scale)

    return replace(altered(methods.krenk_nielsen(), {solve: equation}), torque=False)


def one_correction():
    """Nielsen and Krenk's step, Newton's method stopped after its first correction."""

    def once(correct, x, data, scale):
        *dx, r2, determinant = correct(*x, *data)
        return (*[a + b for a, b in zip(x, dx, strict=True)], determinant, 1.0 + 0.0 * r2, sqrt(r2))

    return altered(methods.krenk_nielsen(), {solve: once})


def wrong_weight():
    """Yoshida's three steps with a square root of two in place of the cube root."""
    return altered(methods.splitting("231", order=4), {YOSHIDA: 1 / (2 - sqrt(2))})


# --- the beginning ---------------------------------------------------------------------------------------------------

def whole_kick():
    """A whole kick before the free step, instead of half before and half after."""

    def step(t, h, y, J, load):
        if load is not None:
            y = kick(t, h, y, y, J, load)
        return (*splitting_231(*y, *J, h), *y[4:])

    return replace(methods.splitting("231"), step=step)


def slow_start():
    """A predictor-corrector that makes its first three steps with the method of first order."""
    return altered(methods.adams_bashforth_moulton, {step_naive: step_lie_euler})


def normalised_euler():
    """Euler's step on the quaternion, which the normalisation hides."""

    def euler(slope, t, h, y):
        return tuple([a + h * b for a, b in zip(y, slope(t, y), strict=True)])

    return altered(methods.rk4_quaternion, {classical: euler})
