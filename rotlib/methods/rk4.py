"""Classical Runge-Kutta on the eight numbers of attitude and rate: the naive baseline.

It knows nothing of the group: the quaternion leaves the unit sphere, and energy and momentum drift. It is here so that
every other method has something honest to be compared with. It never normalises.
"""

from ..kernels.rigid_body import rates
from ._method import Method, keep_rates, read_rates

FREE = (0.0, 0.0, 0.0)


def slope(t, y, J, torque):
    """Time derivative of the state (q, omega_body)."""
    return rates(*y, *J, *(FREE if torque is None else torque(t, y[:4], y[4:])))


def step(t, h, y, J, torque):
    """One step of the state (q, omega_body)."""
    k1 = slope(t, y, J, torque)
    k2 = slope(t + h / 2, tuple([a + h / 2 * b for a, b in zip(y, k1, strict=True)]), J, torque)
    k3 = slope(t + h / 2, tuple([a + h / 2 * b for a, b in zip(y, k2, strict=True)]), J, torque)
    k4 = slope(t + h, tuple([a + h * b for a, b in zip(y, k3, strict=True)]), J, torque)
    return tuple([a + h / 6 * (b + 2 * (c + d) + e) for a, b, c, d, e in zip(y, k1, k2, k3, k4, strict=True)])


rk4 = Method(
    name="rk4", order=4, summary="classical Runge-Kutta on (q, omega), the naive baseline", chapter="The rigid body",
    equation="eq-rk4", step=step, start=keep_rates, read=read_rates,
)
