"""The Jacobian of a function of numbers, from a recording of it.

The recording is differentiated by series of first order [eq-jets] and recorded again:
what two derivatives share is computed once, on any kind of numbers.
"""

from functools import cache

from ._types import Function, Scalar, State
from .backends.derived import Formula, along
from .backends.trace import Kind, record_function, replayed


def with_jacobian(function: Function, n: int, by: int) -> Function:
    """The n numbers that a function returns, then their Jacobian, row by row.

    function: of numbers alone, on which it may not branch; the Jacobian is by the first
    `by` of them

    >>> with_jacobian(lambda x, y, a: (a * x * y, x / y), 2, by=2)(3.0, 2.0, 5.0)
    (30.0, 1.5, 10.0, 15.0, 0.5, -0.75)
    """

    @cache
    def recorded(size: int) -> Formula:
        given = Kind.TRACE_LOAD, (0,) * size
        program = record_function(function, *given, n)

        def both(*numbers: Scalar) -> State:
            units = [[None] * j + [1.0] for j in range(by)]
            columns = [along(program, numbers, way) for way in units]
            rows = [x for row in zip(*columns, strict=True) for x in row]
            return (*replayed(program, numbers), *rows)

        return Formula(record_function(both, *given, n + n * by))

    return lambda *numbers: recorded(len(numbers))(*numbers)
