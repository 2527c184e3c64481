"""The Taylor methods for a body in flight: pose and momenta under a wrench.

The state is that of `rkmk54`: (q, centre of mass, L about it, p), space components. A
step expands twist, momenta and wrench in powers of the step, in body components, each
coefficient from the lower ones, equation eq-taylor-flight. Then one turn, and three
integrals of vectors carried by the body: of the velocity, the force and the torque
about the place where the centre was, eq-taylor-flight-step. The wrench comes as a power
series, eq-jets, so that nobody has to differentiate it. Chapter: Turning with torque.
"""

from itertools import chain
from math import factorial

from .._types import Function, Scalar, State
from ..kernels import rigid_rates as _rates
from ..kernels.quaternion import rotate_back
from ._method import BoundWrench, PoseMethod
from .rkmk54 import _cross, _minus, _plus, _product, constants, from_state, to_state

Vectors = list[State]


def flight(
    name: str, order: int, summary: str, turn: Function, rates: int
) -> PoseMethod:
    """The method of that name for poses: `turn` takes so many rates."""
    return PoseMethod(
        name=name,
        order=order,
        summary=f"{summary}; poses, from the power series of the wrench",
        chapter="Turning with torque",
        equation="eq-taylor-flight",
        step=_stepper(turn, rates, order),
        to_state=to_state,
        from_state=from_state,
        constants=constants,
        conserves=("momentum", "norm"),
        longest_turn=2.0 if order > 5 else 1.0,
        wrench_series=True,
        couples=True,
    )


def _stepper(turn: Function, rates: int, order: int) -> Function:
    gain = getattr(_rates, f"impulse_{order}")
    count = max(rates, order)

    def step(
        t: Scalar, h: Scalar, y: State, J: State, load: BoundWrench | None
    ) -> State:
        motion = Expansion(t, h, y, J, load)
        for _ in range(count):
            motion.go_on()
        scale = [h * factorial(k) for k in range(count)]  # to derivatives, for a step 1
        w = _scaled(motion.rates, scale)
        q = turn(*y[:4], *chain.from_iterable(w[:rates]), 1.0)
        w = w[: order - 1]

        def gained(vectors: Vectors) -> State:
            known = chain.from_iterable([*w, *_scaled(vectors[:order], scale)])
            made: State = gain(*y[:4], *known, 1.0)
            return made

        way = gained(motion.velocities)
        p, L = y[10:13], y[7:10]
        if load is not None:
            p = _plus(p, gained(motion.forces))
            L = _plus(L, gained(motion.torques))
        L = _minus(L, _cross(way, p))  # about where the centre is now
        return (*q, *_plus(y[4:7], way), *L, *p)

    return step


class Expansion:
    """Coefficients of a motion in powers of the time in steps, body components.

    `rates` and `velocities` are those of the body and of its centre, `torques` are
    about the place where the centre was at the start.

    Equation eq-taylor-flight. Chapter: Turning with torque.
    """

    def __init__(
        self, t: Scalar, h: Scalar, y: State, J: State, load: BoundWrench | None
    ) -> None:
        self.h, self.J = h, J
        self.times = [t, h]
        self.wrench: Function | None = None
        if load is not None:
            assert load.series is not None  # this method has asked for it
            self.wrench = load.series()
        self.rates: Vectors = []
        self.velocities: Vectors = []
        self.forces: Vectors = []
        self.torques: Vectors = []
        self.seen: Vectors = []  # velocities of the reference point
        self.turned: Vectors = []  # these, with q / 2 in front
        q, c = y[:4], J[72:75]
        place = from_state(y, J)[2]
        zero = 0.0 * h
        self.q: Vectors = [q]
        self.place: Vectors = [place]
        self.way: Vectors = [(zero, zero, zero)]  # of the centre since the start
        self.centre = c
        self.Pi: Vectors = [_back(q, y[7:10])]
        self.P: Vectors = [_back(q, y[10:13])]

    def go_on(self) -> None:
        """The next coefficient of everything."""
        k, h = len(self.rates), self.h
        V = _product(self.J[:36], (*self.Pi[k], *self.P[k]))
        omega, velocity = V[:3], V[3:]
        self.rates.append(omega)
        self.seen.append(velocity)
        self.velocities.append(_plus(velocity, _cross(omega, self.centre)))
        size = h / (k + 1)
        spin = _crossed(self.Pi, self.rates, k)
        drift = _crossed(self.P, self.velocities, k)
        push = _crossed(self.P, self.rates, k)
        Pi, P = _plus(spin, drift), push
        way = _plus(self.velocities[k], _crossed(self.way, self.rates, k))
        self.way.append(_times(size, way))
        if self.wrench is not None:
            self.turned.append(_turning(self.q, self.seen, k))
            moving = _returned(self.turned, self.q, k)
            self.place.append(_times(size, moving))
            self.q.append(_times(size, _turning(self.q, self.rates, k)))
            time = self.times[k] if k < 2 else None
            W = self.wrench((time, *self.q[k], *self.place[k], *omega, *velocity))
            force = W[3:]
            torque = _minus(W[:3], _cross(self.centre, force))
            Pi, P = _plus(Pi, torque), _plus(P, force)
            self.forces.append(force)
            self.torques.append(_plus(torque, _crossed(self.way, self.forces, k)))
        self.Pi.append(_times(size, Pi))
        self.P.append(_times(size, P))


def _turning(q: Vectors, omega: Vectors, k: int) -> State:
    """Coefficient k of q omega / 2."""
    total: State = (0.0, 0.0, 0.0, 0.0)
    for j in range(k + 1):
        (w, x, y, z), (a, b, c) = q[j], omega[k - j]
        total = _plus(
            total,
            (
                -x * a - y * b - z * c,
                w * a + y * c - z * b,
                w * b + z * a - x * c,
                w * c + x * b - y * a,
            ),
        )
    return _times(0.5, total)


def _returned(qv: Vectors, q: Vectors, k: int) -> State:
    """Coefficient k of q v q*, from those of q v / 2."""
    total: State = (0.0, 0.0, 0.0)
    for j in range(k + 1):
        (a, b, c, d), (w, x, y, z) = qv[j], q[k - j]
        total = _plus(
            total,
            (
                b * w - a * x - c * z + d * y,
                c * w - a * y - d * x + b * z,
                d * w - a * z - b * y + c * x,
            ),
        )
    return _times(2.0, total)


def _back(q: State, v: State) -> State:
    """Space components as body components."""
    made: State = rotate_back(*q, *v)
    return made


def _crossed(a: Vectors, b: Vectors, k: int) -> State:
    """Coefficient k of a x b."""
    total = _cross(a[0], b[k])
    for j in range(1, k + 1):
        total = _plus(total, _cross(a[j], b[k - j]))
    return total


def _scaled(vectors: Vectors, scale: list[Scalar]) -> Vectors:
    return [_times(s, v) for s, v in zip(scale, vectors, strict=False)]


def _times(x: Scalar, v: State) -> State:
    return tuple([x * a for a in v])
