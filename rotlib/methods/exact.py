"""The free body in closed form, as a method: every time in one evaluation, no step, no accumulated error."""

from ..exact import free_body
from ._method import Method

exact = Method(
    name="exact", order=None, summary="closed form of the free body (Jacobi elliptic functions)",
    chapter="The rigid body", equation="eq-exact", whole=free_body, symplectic=True, symmetric=True,
    conserves=("momentum", "energy", "norm"), torque=False,
)
