"""A step of one body: nanoseconds, by those who make the same step."""

import numpy as np

import rotlib as rl
from rotlib.backends import executors, llvm, trace
from rotlib.backends.trace import Kind
from rotlib.runs.run import Run

from . import libraries, native, students
from .timing import a_step, rounded

BOX, OMEGA, H = rl.Body.box(mass=1.0, sides=(1, 4, 18)), (0.3, 1.0, 0.8), 0.01
METHODS = {"buss2": "buss2", "buss4": "buss4", "splitting4": "splitting4_231"}


def moments():
    return np.array(BOX.principal_moments)


def start():
    """The state (q, L), momentum in space."""
    return np.array([1.0, 0.0, 0.0, 0.0, *(moments() * OMEGA)])


def run(method):
    """A run of rotlib on Python floats that has made no step yet."""
    given = {"q0": np.array([1.0, 0, 0, 0]), "omega": np.array(OMEGA)}
    return Run(rl.methods.find(METHODS[method]), BOX, None, Kind.FLOAT, given)


def program(method, kind=Kind.TRACE):
    """The operations of a step, as compiled loops get them; Kind.TRACE_FLOAT: as
    Python floats meet them."""
    return executors._program(run(method), kind)


def operations(method, kind=Kind.TRACE):
    return trace.count(program(method, kind))


def require_agreement(found, method, steps):
    """Before it is timed, a contender must have come to the right place."""
    right = rl.integrate(
        METHODS[method], BOX, omega=OMEGA, h=H, steps=steps, every=steps
    ).q[-1]
    if not np.abs(found[:4] - right).max() < 1e-11:
        raise AssertionError(f"{method}: {found[:4]} is not {right}")


# --- contenders: steps -> state at the end --------------------------------------------


def called(method, y0):
    """The step itself, a function of tuples, called again and again."""
    step, J = run(method).step, BOX.principal_moments

    def fly(steps):
        y = y0
        for k in range(steps):
            y = step(k * H, H, y, J, None)
        return y

    return fly


CALL = 100  # steps of a short call


def integrated(method):
    """A whole call of `integrate` on floats, again and again."""
    given = {"omega": OMEGA, "h": H}

    def fly(steps):
        run = rl.integrate(METHODS[method], BOX, **given, steps=min(steps, CALL))
        for _ in range(CALL, steps, CALL):
            run = rl.integrate(METHODS[method], BOX, **given, steps=CALL)
        return run.q[-1]

    return fly


def floats(method):
    """The steps that `integrate` makes in Python for one body, without records."""
    written = program(method, Kind.TRACE_FLOAT)
    machine = executors.Executor(run(method), 0.0, H, written)
    y, out = machine.run.y, np.empty((1, 7))

    def fly(steps):
        machine.run.y = y
        machine.advance(0, steps, out)
        return out[0]

    return fly


def compiled(method):
    """The loop that `integrate(backend="compiled")` calls, and nothing around it."""
    loop, constants = llvm.compiled(program(method), one=True)
    return _through(loop, np.array([*BOX.principal_moments, *constants]))


def _through(loop, p):
    made = np.empty((1, 1))

    def fly(steps):
        y, never = start(), steps + 1
        loop(0, 1, 1, 0, steps, never, never, 0.0, H, y, p, None, made, None)
        return y

    return fly


def by_hand(method):
    def fly(steps):
        y = start()
        native.one(native.library(0), method, H, moments(), y)(steps)
        return y

    return fly


def student(method):
    step = getattr(students, method)

    def fly(steps):
        y = start()
        for _ in range(steps):
            y[:4] = step(y[:4], y[4:], moments(), H)
        return y

    return fly


def contenders(method):
    """{contender: (function of a number of steps, that number)}."""
    found = {
        "rotlib, floats": (floats(method), 400),
        "steps called one by one": (called(method, tuple(start().tolist())), CALL),
        "integrate, 100 steps on floats": (integrated(method), CALL),
    }
    if not libraries.absent("llvmlite"):
        found["rotlib, compiled"] = compiled(method), 20_000
    if native.compiler():
        found["C by hand"] = by_hand(method), 20_000
    if hasattr(students, method):
        found["np.cross"] = student(method), 20
    return found


def table():
    rows = []
    for method in METHODS:
        found = contenders(method)
        for fly, _ in found.values():
            require_agreement(np.array(fly(100)), method, 100)
        rows += [
            {"method": method, "contender": name, "ns": rounded(1e9 * t)}
            for name, t in a_step(found).items()
        ]
    return rows
