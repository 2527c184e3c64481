"""What a method is: a pure step function and a record of what is true of it."""

from collections.abc import Callable
from dataclasses import dataclass

from ..errors import NotAvailable
from ..kernels.rigid_body import momentum_space, omega_body


@dataclass(frozen=True, eq=False)
class Method:
    """A way to advance a rotating body.

    The state `y` is a flat tuple of scalars, floats or arrays alike. `step(t, h, y, J, torque)` returns the next one;
    it names the kernels it calls as globals, so that it can be bound to any back end. `start` and `read` translate
    between (q, omega_body) and the state the method keeps. All in principal axes.

    Attributes
    ----------
    name : str
        As in `rotlib.methods`.
    order : int or None
        Measured order of the attitude error; None for a closed form.
    step : callable or None
        The pure step function.
    whole : callable or None
        Closed form for all times at once, instead of steps: whole(body, omega, t, q0) -> (q, omega), in body axes.
    start, read : callable
        (q, omega, J) -> y and (y, J) -> (q, omega).
    implicit, symplectic, symmetric : bool
        Whether a step solves equations; preserves the symplectic form; is undone by a step with -h.
    conserves : tuple of str
        What a free body keeps to round-off: any of "momentum", "energy", "norm".
    torque : bool
        Whether it accepts a load.
    chapter, equation : str
        Where it is derived.
    """

    name: str
    order: int | None
    summary: str
    chapter: str
    equation: str
    step: Callable | None = None
    whole: Callable | None = None
    start: Callable | None = None
    read: Callable | None = None
    implicit: bool = False
    symplectic: bool = False
    symmetric: bool = False
    conserves: tuple = ()
    torque: bool = True

    def __repr__(self):
        return f"<rotlib method {self.name}: {self.summary}>"

    def demand_load(self, load, others):
        """Raise NotAvailable if this method cannot take `load`, naming the `others` that can."""
        if load is not None and not self.torque:
            names = ", ".join(m.name for m in others if m.torque)
            raise NotAvailable(f"{self.name} takes the free body only, got the load {load.name!r}; use {names}")


def keep_momentum(q, omega, J):
    """The state (q, L_space)."""
    return (*q, *momentum_space(*q, *omega, *J))


def read_momentum(y, J):
    """(q, omega_body) of the state (q, L_space)."""
    return y[:4], omega_body(*y, *J)


def keep_rates(q, omega, J):
    """The state (q, omega_body)."""
    return (*q, *omega)


def read_rates(y, J):
    """(q, omega_body) of the state (q, omega_body)."""
    return y[:4], y[4:]
