"""Classical Runge-Kutta, four ways of which three are here; what it is applied to decides what it is worth.

`rk4` takes the eight numbers of attitude and rate as if they were a vector: the quaternion leaves the unit sphere, and
energy and momentum drift; it never normalises. `rk4_quaternion` keeps the momentum, applies the formula to the four
numbers of the quaternion, and normalises them after each step, which is part of the method. `rk4_naive` averages four
rates in space and turns by the average, which forgets that turns do not commute.
"""

from math import sqrt

from ..kernels.quaternion import rate_body
from ..kernels.rigid_body import omega_body, rates
from ..kernels.rivals import omega_space, turn_space
from ._method import Method, keep_momentum, keep_rates, read_momentum, read_rates

FREE = (0.0, 0.0, 0.0)


def classical(slope, t, h, y):
    """One step of the vector y with the slope(t, y)."""
    k1 = slope(t, y)
    k2 = slope(t + h / 2, tuple([a + h / 2 * b for a, b in zip(y, k1, strict=True)]))
    k3 = slope(t + h / 2, tuple([a + h / 2 * b for a, b in zip(y, k2, strict=True)]))
    k4 = slope(t + h, tuple([a + h * b for a, b in zip(y, k3, strict=True)]))
    return tuple([a + h / 6 * (b + 2 * (c + d) + e) for a, b, c, d, e in zip(y, k1, k2, k3, k4, strict=True)])


def step_rates(t, h, y, J, load):
    """One step of the state (q, omega_body)."""

    def slope(t, y):
        return rates(*y, *J, *(FREE if load is None else load.torque[0](t, y[:4], y[4:])))

    return classical(slope, t, h, y)


def step_quaternion(t, h, y, J, load):
    """One step of the state (q, L_space), free body."""
    L = y[4:]

    def slope(t, q):  # stages are off the unit sphere; the rate belongs to the attitude, which is the direction of q
        return rate_body(*q, *omega_body(*unit(*q), *L, *J))

    return (*unit(*classical(slope, t, h, y[:4])), *L)


def unit(w, x, y, z):
    """The quaternion divided by its length."""
    size = sqrt(w * w + x * x + y * y + z * z)
    return (w / size, x / size, y / size, z / size)


def step_naive(t, h, y, J, load):
    """One step of the state (q, L_space), free body."""
    q, L = y[:4], y[4:7]
    k1 = omega_space(*q, *L, *J)
    k2 = omega_space(*turn_space(*[h / 2 * a for a in k1], *q), *L, *J)
    k3 = omega_space(*turn_space(*[h / 2 * a for a in k2], *q), *L, *J)
    k4 = omega_space(*turn_space(*[h * a for a in k3], *q), *L, *J)
    mean = [h / 6 * (a + 2 * (b + c) + d) for a, b, c, d in zip(k1, k2, k3, k4, strict=True)]
    return (*turn_space(*mean, *q), *y[4:])


rk4 = Method(
    name="rk4", order=4, summary="classical Runge-Kutta on (q, omega), the naive baseline", chapter="The rigid body",
    equation="eq-rk4", step=step_rates, start=keep_rates, read=read_rates,
)
rk4_quaternion = Method(
    name="rk4_quaternion", order=4, summary="Runge-Kutta on the quaternion, normalised each step", chapter="The rivals",
    equation="eq-rk4-quaternion", step=step_quaternion, start=keep_momentum, read=read_momentum,
    conserves=("momentum", "norm"), torque=False,
)
rk4_naive = Method(
    name="rk4_naive", order=2, summary="one turn by the Runge-Kutta mean of four rates", chapter="The rivals",
    equation="eq-rk4-naive", step=step_naive, start=keep_momentum, read=read_momentum, conserves=("momentum", "norm"),
    torque=False,
)
