"""What the functions that steps call become on a tape: one table for each use that is made of a program.

POLYNOMIAL has the sine and cosine of a turn without branch or library call, which compilers turn into vector code, up
to angles of 4 rad. LIBM calls the library: for a user's load, whose angles may be of any size. WHOLE leaves the Stumpff
functions as they are, for back ends that have their own.
"""

import math
from types import SimpleNamespace

import numpy as np

from . import _stumpff
from ._bind import MATH
from ._tape import demand, function, select
from .kernels.stumpff import REACH, c0_c1

STUMPFF = {name: getattr(_stumpff, name) for name in ("c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "log_factor")}
PAIRS = MATH | {math.tan: np.tan}
CALLS = {plain.__name__: function(plain.__name__) for plain in PAIRS}
LIBRARY = {f: CALLS[pair[0].__name__] for pair in PAIRS.items() for f in pair}
LIBRARY[math] = SimpleNamespace(**vars(math) | CALLS)


def _both(s):
    demand(s <= REACH)
    return c0_c1(s)


def _c1(s):
    zero = s == 0.0
    theta = CALLS["sqrt"](select(zero, 1.0, s))
    return select(zero, 1.0, CALLS["sin"](theta) / theta)


LIBM = LIBRARY | {_stumpff.c0: lambda s: CALLS["cos"](CALLS["sqrt"](s)), _stumpff.c1: _c1}
POLYNOMIAL = LIBRARY | {_stumpff.c0: lambda s: _both(s)[0], _stumpff.c1: lambda s: _both(s)[1],
                        math.cos: lambda x: _both(x * x)[0], math.sin: lambda x: x * _both(x * x)[1]}
WHOLE = LIBRARY | {plain: function(name, plain) for name, plain in STUMPFF.items()}
