"""Torques on a body, as functions of time, attitude and rate, with their potential where there is one.

A torque has one signature, `torque(t, q, omega) -> (x, y, z)`: q = (w, x, y, z) takes body to space, omega and the
result are body components, all given and returned as tuples. Written with plain arithmetic and functions that take
arrays too, the same torque serves one body and a batch.
"""

from collections.abc import Callable
from dataclasses import dataclass

from . import _check
from .errors import InvalidInput
from .kernels.quaternion import rotate_back
from .kernels.rigid_body import gravity_potential, gravity_torque


@dataclass(frozen=True)
class Load:
    """A torque and, if it is conservative, its potential.

    Parameters
    ----------
    name : str
        What a message or a legend calls it.
    torque : callable
        torque(t, q, omega) -> (x, y, z), body components about the reference point, N m.
    potential : callable, optional
        potential(q) -> joules. Without it the trajectory's energy is the kinetic energy alone.

    Examples
    --------
    >>> spin_brake = Load("brake", lambda t, q, omega: tuple(-0.1 * w for w in omega))
    >>> spin_brake.torque(0.0, (1.0, 0.0, 0.0, 0.0), (0.0, 0.0, 2.0))
    (-0.0, -0.0, -0.2)
    """

    name: str
    torque: Callable
    potential: Callable | None = None


def uniform_gravity(body, g=(0.0, 0.0, -9.81)):
    """Weight of a body held at its reference point.

    Parameters
    ----------
    body : Body
        Its mass and centre are used; a centre at the reference point feels no torque.
    g : array_like, shape (3,)
        Acceleration of gravity, space components, m/s^2.

    Returns
    -------
    Load
        Torque m c x R^T g and potential -m g.R c.

    Notes
    -----
    Chapter: The rigid body (the heavy top).

    Examples
    --------
    >>> from rotlib import Body
    >>> top = Body.cone(mass=2.0, radius=0.1, height=0.4)
    >>> round(uniform_gravity(top).potential((1.0, 0.0, 0.0, 0.0)), 6)
    5.886
    """
    g = tuple(_vector(g, "g"))
    m_c = tuple((body.mass * body.centre).tolist())

    def torque(t, q, omega):
        return gravity_torque(*q, *m_c, *g)

    def potential(q):
        return gravity_potential(*q, *m_c, *g)

    return Load("uniform gravity", torque, potential)


def constant_torque(torque, frame="body"):
    """A torque with constant components.

    Parameters
    ----------
    torque : array_like, shape (3,)
        N m.
    frame : {"body", "space"}
        The frame in which the components are constant.

    Returns
    -------
    Load

    Notes
    -----
    Neither has a potential: the work done depends on the way taken. Chapter: The rigid body.

    Examples
    --------
    >>> constant_torque((0, 0, 1.5)).torque(0.0, (1.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    (0.0, 0.0, 1.5)
    """
    given = tuple(_vector(torque, "torque"))
    if _check.one_of(frame, ("body", "space"), "frame") == "body":
        return Load("constant torque (body)", lambda t, q, omega: given)
    return Load("constant torque (space)", lambda t, q, omega: rotate_back(*q, *given))


def as_load(load):
    """Return None, a Load, or a plain torque callable as a Load or None."""
    if load is None or isinstance(load, Load):
        return load
    if callable(load):
        return Load(getattr(load, "__name__", type(load).__name__), load)
    raise InvalidInput(
        f"load: expected a Load, a callable torque(t, q, omega) -> (x, y, z), or None, got {type(load).__name__}"
    )


def _vector(value, name):
    v = _check.trailing(value, 3, name)
    if v.ndim != 1:
        raise InvalidInput(f"{name}: expected shape (3,), got {v.shape}")
    return v.tolist()
