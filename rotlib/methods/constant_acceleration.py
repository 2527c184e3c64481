"""A step with constant angular acceleration, as the web article has it, for bodies.

The article carries attitude and rate along, here in space or body components. If the
momentum is kept instead, the step in space is `buss2_plus`, in the body `buss2_minus`.
Chapters: When the rate changes, The Magnus series at work.
"""

from .._types import Function, Quaternion, Scalar, State, Vector
from ..kernels.magnus import step_body, step_space
from ..kernels.quaternion import rotate, rotate_back
from ..kernels.rigid_body import omega_body
from ..kernels.rigid_rates import omega_1
from ._method import FREE, RATES, BoundLoad, Layout, Method, torque_at
from .taylor import stepper


def acceleration(t: Scalar, y: State, J: State, load: BoundLoad | None) -> State:
    alpha: State = omega_1(*y[4:7], *J, *torque_at(t, y[:7], load))
    return alpha


def in_space(t: Scalar, h: Scalar, y: State, J: State, load: BoundLoad | None) -> State:
    q = y[:4]
    alpha = acceleration(t, (*q, *rotate_back(*y)), J, load)
    return step_space(*y, *rotate(*q, *alpha), h)


def in_body(t: Scalar, h: Scalar, y: State, J: State, load: BoundLoad | None) -> State:
    return step_body(*y, *acceleration(t, y, J, load), h)


def turn_body(*numbers: Scalar) -> Quaternion:
    """The attitude after a step from (q, omega, alpha, h)."""
    return step_body(*numbers)[:4]


def free_body(*numbers: Scalar) -> Quaternion:
    """The attitude of a free body after a step from (q, L_space, J, h)."""
    J, h = numbers[7:10], numbers[10]
    omega = omega_body(*numbers[:10])
    return turn_body(*numbers[:4], *omega, *omega_1(*omega, *J, *FREE), h)


def keep_space(q: Quaternion, omega: Vector, J: State) -> State:
    return (*q, *rotate(*q, *omega))


def read_space(y: State, J: State) -> tuple[State, Vector]:
    return y[:4], rotate_back(*y)


def _article(name: str, where: str, step: Function, layout: Layout) -> Method:
    return Method(
        name=name,
        order=1,
        summary=f"angular acceleration constant in {where}, rate carried along",
        chapter="When the rate changes",
        equation="eq-magnus-step",
        step=step,
        layout=layout,
        conserves=("norm",),
    )


constant_acceleration: Method = _article(
    "constant_acceleration", "space", in_space, Layout(keep_space, read_space)
)
constant_acceleration_body: Method = _article(
    "constant_acceleration_body", "the body", in_body, RATES
)
buss2_minus: Method = Method(
    name="buss2_minus",
    order=2,
    summary="buss2_plus in the body: acceleration constant there, momentum kept",
    chapter="The Magnus series at work",
    equation="eq-magnus-two-minus",
    step=stepper(2, free_body, turn_body),
    conserves=("momentum", "norm"),
    properties=("series",),
)
