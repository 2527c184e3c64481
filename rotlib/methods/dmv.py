"""The discrete Moser-Veselov equations: a variational method for the free body, one small system a step."""

from .._bind import twin_of
from .._tape import demand
from ..errors import StepTooLarge
from ..kernels.quaternion import rotate_back
from ..kernels.rivals import dmv_newton, turn_cayley
from ..newton import solve
from ._kick import kicked
from ._method import Method, keep_momentum, read_momentum


def free(y, J, h):
    """The next attitude from the state (q, L_space)."""
    l = rotate_back(*y)
    guess = tuple([h * a / (2 * j) for a, j in zip(l, J, strict=True)])
    *x, determinant, _, _ = solve(dmv_newton, guess, (*l, *J, h), abs(h) * sum([abs(a) for a in l]))
    demand_branch(determinant, h)
    return turn_cayley(*y[:4], *x)


def demand_branch(determinant, h):
    """Past a zero of the determinant the solution is not the one that tends to no turn as h tends to 0."""
    if not determinant > 0.0:
        raise StepTooLarge(_too_large(h))


@twin_of(demand_branch)
def _demand_branch_arrays(determinant, h):
    if not (determinant > 0.0).all():
        raise StepTooLarge(_too_large(h))


@twin_of(demand_branch, "tape")
def _demand_branch_on_tape(determinant, h):
    demand(determinant > 0.0)


def _too_large(h):
    return (f"h = {float(h):.3g} s: the discrete Moser-Veselov equation has no solution on the branch of small turns; "
            "take a smaller step")


dmv = Method(
    name="dmv", order=2, summary="discrete Moser-Veselov: variational, implicit", chapter="The rivals",
    equation="eq-dmv", step=kicked(free), start=keep_momentum, read=read_momentum, implicit=True, symplectic=True,
    symmetric=True, conserves=("momentum", "energy", "norm"),
)
