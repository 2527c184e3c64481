"""What stands in for a function on arrays, and while it is recorded.

A step is written once, on floats. Most of what it calls serves every back end as it is;
a function that branches says here what to take instead, and `bind` finds it.
"""

from collections.abc import Callable
from enum import StrEnum

from .._types import Function


class Kind(StrEnum):
    """The numbers that a bound function takes."""

    FLOAT = "float"
    NUMPY = "numpy"
    TRACE = "trace"  # recorded; sines and cosines of a turn by polynomials
    TRACE_WHOLE = "trace whole"  # recorded; each Stumpff function is one operation
    TRACE_FLOAT = "trace float"  # recorded; c0 and c1 as on floats, with one root
    TRACE_LOAD = (  # recorded; the library's sines and cosines, for angles of any size
        "trace load"
    )


IMPLEMENTATIONS: dict[Kind, dict[Function, Function]] = {
    Kind.NUMPY: {},
    Kind.TRACE: {},  # for all that is recorded
    Kind.TRACE_WHOLE: {},  # besides, for JAX: what has derivatives
}


def implements(
    function: Function, kind: Kind = Kind.NUMPY
) -> Callable[[Function], Function]:
    """Decorator: what is called in place of `function` for numbers of that kind."""

    def register(implementation: Function) -> Function:
        IMPLEMENTATIONS[kind][function] = implementation
        return implementation

    return register
