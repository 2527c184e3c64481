"""A method bound to a body, a load and a back end: the state `y`, the function that advances it, and what it means."""

from types import FunctionType

import numpy as np

from . import quaternion
from ._bind import bind
from .errors import InvalidInput
from .kernels.quaternion import multiply, rotate, rotate_back
from .methods._method import Applied, AppliedWrench
from .methods._potential import demand_potential, demand_slope
from .trajectory import PoseTrajectory, Trajectory

UNTURNED = (1.0, 0.0, 0.0, 0.0)
ELSE = (0.7, -1.3, 2.1), (-1.7, 0.9, 3.3)  # rates, to see whether a wrench depends on them


class _Run:
    """What both kinds share: a subclass has `kind`, `J`, `load` and `y`."""

    def __init__(self, method, body, load, backend):
        self.method, self.body, self.given = method, body, load
        self.kind = "numpy" if backend == "numpy" else "float"
        self.step = bind(method.step, self.kind)

    def advance(self, t, h):
        self.y = self.step(t, h, self.y, self.J, self.load)

    def parts(self, *arrays):
        """Arrays (..., n) as flat tuples of n arrays, or of n Python floats."""
        if self.kind == "numpy":
            return [tuple(np.moveaxis(a, -1, 0)) for a in arrays]
        return [tuple(a.tolist()) for a in arrays]

    def parts_of(self, records):
        """What the method reads in recorded states (records, size, ...), components last."""
        read = bind(self.method.read, "numpy")(tuple(np.moveaxis(records, 1, 0)), self.J)
        return [np.stack(a, -1) for a in read]

    def statistics(self, records):
        """What the method says of the step before each record, {name: array}."""
        names = self.method.statistics
        return {name: records[:, i - len(names)] for i, name in enumerate(names)}


class RotationRun(_Run):
    """The rotation about the reference point, in principal axes."""

    def __init__(self, method, body, load, backend, q, omega, derivatives=None):
        super().__init__(method, body, load, backend)
        self.J, self.axes = body.principal_moments, body.principal_axes
        self.load = None
        if load is not None:
            known = method.derivatives_for(load) if derivatives is None else derivatives
            self.derivatives = known
            self.load = self.load_on(self.kind)
            _try(load, self.load, method, *self.principal(q, omega))
        self.begin(q, omega)

    def load_on(self, kind):
        """The load as a step bound to that kind of numbers takes it."""
        return self.given and _applied(self.given, self.derivatives, self.axes, kind)

    def begin(self, q, omega):
        """Take the state with these values, body axes."""
        self.y = bind(self.method.start, self.kind)(*self.principal(q, omega), self.J)

    def principal(self, q, omega):
        """q and omega in principal axes, in parts."""
        if self.axes == UNTURNED:
            return self.parts(q.astype(omega.dtype), omega)
        q, w = quaternion.multiply(q, self.axes), quaternion.rotate_back(self.axes, omega)
        return self.parts(q.astype(omega.dtype), w.astype(omega.dtype))

    def read(self, records):
        """(q, omega) in body axes."""
        return _to_body(*self.parts_of(records), self.axes)

    def trajectory(self, t, records, stats):
        q, w = self.read(records)
        stats = stats | self.statistics(records)
        return Trajectory(t, q, w, self.body, self.method.name, self.given, stats, self.method)


class PoseRun(_Run):
    """Attitude and place, in body axes."""

    def __init__(self, method, body, load, backend, q, omega, position, velocity):
        super().__init__(method, body, load, backend)
        self.J = method.constants(body)
        self.load = None
        if load is not None:
            _try_wrench(load, self.kind, *self.parts(q, position, omega, velocity))
            self.load = self.load_on(self.kind)
        self.begin(q, omega, position, velocity)

    def load_on(self, kind):
        """The load as a step bound to that kind of numbers takes it."""
        return self.given and _applied_wrench(self.given, kind)

    def begin(self, q, omega, position, velocity):
        """Take the state with these values."""
        self.y = bind(self.method.start, self.kind)(*self.parts(q, position, omega, velocity), self.J)

    def read(self, records):
        """(q, omega, position, velocity)."""
        return self.parts_of(records)

    def trajectory(self, t, records, stats):
        q, w, x, v = self.read(records)
        stats = stats | self.statistics(records)
        return PoseTrajectory(t, q, w, self.body, self.method.name, self.given, stats, self.method, x, v)


def _applied_wrench(load, kind):
    """The wrench as a step sees it: what depends on the rates apart from what does not."""
    bound = [(_bound(part.wrench, kind), part.rates) for part in load.summands]
    still = [f for f, rates in bound if not rates]
    moving = [f for f, rates in bound if rates]
    rest = (0.0, 0.0, 0.0)
    return AppliedWrench(lambda t, q, x: _total([f(t, q, x, rest, rest) for f in still]),
                         (lambda t, q, x, w, v: _total([f(t, q, x, w, v) for f in moving])) if moving else None)


def _try_wrench(load, kind, q, x, w, v):
    """Call each part of a wrench once: six finite numbers, of what they say they depend on, that fit the potential."""
    for part in load.summands:
        function = _bound(part.wrench, kind)
        try:
            six = function(0.0, q, x, w, v)
            finite = len(six) == 6 and np.isfinite([np.sum(a) for a in six]).all()
        except (TypeError, ValueError) as error:
            raise InvalidInput(f"load {part.name!r}: expected wrench(t, q, position, omega, velocity) to return six "
                               f"numbers, torque then force; at the start: {error}") from error
        if not finite:
            raise InvalidInput(f"load {part.name!r}: expected six finite numbers, torque then force, got {six}")
        if not part.rates and any(np.any(a != b) for a, b in zip(six, function(0.0, q, x, *ELSE), strict=True)):
            raise InvalidInput(f"load {part.name!r}: it depends on omega or velocity; say so, Wrench(..., rates=True)")
        if part.potential is not None:
            resting = function(0.0, q, x, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
            demand_slope(part, resting, _bound(part.potential, kind), q, x)


def _total(wrenches):
    return tuple([sum(components) for components in zip(*wrenches, strict=True)]) or (0.0,) * 6


def into_principal(q, omega, axes):
    """Attitude and rates of body axes in principal axes, as flat tuples of any kind of numbers."""
    return (q, omega) if axes == UNTURNED else (multiply(*q, *axes), rotate_back(*axes, *omega))


def out_of_principal(q, omega, axes):
    """The way back."""
    back = (axes[0], -axes[1], -axes[2], -axes[3])
    return (q, omega) if axes == UNTURNED else (multiply(*q, *back), rotate(*axes, *omega))


def _to_body(q, w, axes):
    """From principal axes to body axes."""
    if axes == UNTURNED:
        return q, w
    q_body, w_body = quaternion.multiply(q, quaternion.conjugate(axes)), quaternion.rotate(axes, w)
    return q_body.astype(q.dtype), w_body.astype(w.dtype)


def _applied(load, derivatives, axes, kind):
    """The load as a step sees it: in principal axes, bound to the back end."""
    turned = axes != UNTURNED
    given = [load.torque, *load.derivatives[:max(1, derivatives)]]
    given = [_in_principal_axes(_bound(f, kind), axes, kind) if turned else _bound(f, kind) for f in given]
    potential = load.potential and _bound(load.potential, kind)
    if potential and turned:
        potential = _potential_in_principal_axes(potential, axes, kind)
    return Applied(tuple(given), load.impulse, potential, load.linear, load.axis)


def _try(load, applied, method, q, w):
    """Call the torque once: three finite numbers, that fit the potential if the method relies on one."""
    try:
        x, y, z = applied.torque[0](0.0, q, w)
        finite = np.isfinite([np.sum(x), np.sum(y), np.sum(z)]).all()
    except (TypeError, ValueError) as error:
        raise InvalidInput(
            f"load {load.name!r}: expected torque(t, q, omega) to return three numbers (x, y, z); at the start: {error}"
        ) from error
    if not finite:
        raise InvalidInput(f"load {load.name!r}: the torque is not finite at the start: {(x, y, z)}")
    if method.needs_potential:
        demand_potential(load, applied.torque[0], applied.potential, q, w)


def _bound(function, kind):
    return bind(function, kind) if isinstance(function, FunctionType) else function


def _in_principal_axes(given, axes, kind):
    back = (axes[0], -axes[1], -axes[2], -axes[3])

    def torque(t, q, *rates):
        return rotate_back(*axes, *given(t, multiply(*q, *back), *[rotate(*axes, *w) for w in rates]))

    return bind(torque, kind)


def _potential_in_principal_axes(given, axes, kind):
    back = (axes[0], -axes[1], -axes[2], -axes[3])
    return bind(lambda q: given(multiply(*q, *back)), kind)


