"""Arithmetic that is counted: the step is run on numbers that tally what is done to
them."""

import math
from collections import Counter

import numpy as np

from rotlib.backends.trace import Kind
from rotlib.runs.run import Run

tally = Counter()
WARM, STEPS = 4, 20  # the first steps are left out: multistep methods start with others


class Number:
    """A float that counts additions, products and quotients; signs and comparisons
    cost nothing."""

    __slots__ = ("x",)

    def __init__(self, x):
        self.x = float(x)

    def __float__(self):
        return self.x

    def __neg__(self):
        return Number(-self.x)

    def __abs__(self):
        return Number(abs(self.x))

    def __bool__(self):
        return bool(self.x)

    def __hash__(self):
        return hash(self.x)

    def __pow__(self, power):
        tally["root" if power == 0.5 else "arithmetic"] += 1
        return Number(self.x**power)

    def sqrt(
        self,
    ):  # np.sqrt, np.sin and np.cos of an array of these call the methods of that name
        return root(self)

    def sin(self):
        return function(math.sin)(self)

    def cos(self):
        return function(math.cos)(self)

    def atan2(self, other):
        return function(math.atan2)(self, other)


def counted(name, kind="arithmetic"):
    def method(self, other):
        if isinstance(other, np.ndarray):
            return NotImplemented
        if not (type(other) is int and other == 0):  # sum() begins with a zero
            tally[kind] += 1
        return Number(getattr(float, name)(self.x, float(other)))

    return method


def compared(name):
    return lambda self, other: getattr(float, name)(self.x, float(other))


for operator in ("add", "radd", "sub", "rsub", "mul", "rmul", "truediv", "rtruediv"):
    setattr(Number, f"__{operator}__", counted(f"__{operator}__"))
for operator in ("lt", "le", "gt", "ge", "eq", "ne"):
    setattr(Number, f"__{operator}__", compared(f"__{operator}__"))


def root(x):
    tally["root"] += 1
    return Number(math.sqrt(float(x)))


def function(f):
    def call(*values):
        tally["function"] += 1
        return Number(f(*map(float, values)))

    return call


def numbers(values):
    return tuple([Number(a) for a in values])


def body_step(method, problem, h, steps=STEPS):
    """Mean counts of a step of a body: {"arithmetic", "root", "function"}."""
    names = ("q0", "omega", "position", "velocity")[: 4 if method.poses else 2]
    start = {}
    for name in names:
        given = getattr(problem, name)
        start[name] = np.array((0.0, 0.0, 0.0) if given is None else given, float)
    run = Run(method, problem.body, problem.load, Kind.FLOAT, start)
    if method.layout.precompute is not None:  # once a run, so not counted
        run.y = method.layout.precompute(h, run.y, run.J)
    step, load = method.step, run.load
    y, J, h = numbers(run.y), numbers(run.J), Number(h)
    for k in range(steps + WARM):
        if k == WARM:
            tally.clear()
        y = step(Number(k * h.x), h, y, J, load)
    return {kind: tally[kind] / steps for kind in ("arithmetic", "root", "function")}


def rate_step(step, problem, h, steps=STEPS):
    """Mean counts of a step with a known rate, without those inside the rate."""
    q = numbers(problem.q0)
    tally.clear()
    for k in range(steps):
        q = step(k * h, Number(h), q, lambda t, n: numbers(problem.rate(float(t), n)))
    return {kind: tally[kind] / steps for kind in ("arithmetic", "root", "function")}
