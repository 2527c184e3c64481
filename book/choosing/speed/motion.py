"""A free box followed for a hundred seconds, to a given accuracy: the time of a
whole run against its error."""

from functools import cache

import numpy as np

import rotlib as rl

from . import libraries, native, reference
from .timing import rounded, rounds

BOX, T = rl.Body.box(mass=1.0, sides=(1, 4, 18)), 100.0
# directions of the rate, of 1 rad/s
STARTS = {"generic": (0.3, 1.0, 0.8), "middle": (0.01, 1.0, 0.01)}
STEPS = (800, 3200, 12800, 51200)
ROUNDS = 3


def rate(start):
    return np.array(STARTS[start]) / np.linalg.norm(STARTS[start])


def moments():
    return np.array(BOX.principal_moments)


# --- rotlib, and C by hand ------------------------------------------------------------


def fixed(method, backend, all_steps=STEPS):
    def settings(J, omega, T):
        def fly(steps):
            return rl.integrate(
                method,
                BOX,
                omega=omega,
                h=T / steps,
                steps=steps,
                every=steps,
                backend=backend,
            ).q[-1]

        return {steps: lambda steps=steps: fly(steps) for steps in all_steps}

    return settings


def closed(J, omega, T):
    return {"": lambda: rl.exact.free_body(BOX, omega, T)[0]}


def hand(name):
    def settings(J, omega, T):
        lib, start = native.library(0), np.array([*libraries.AT_REST, *(J * omega)])

        def fly(steps):
            y = start.copy()
            native.one(lib, name, T / steps, J, y)(steps)
            return y[:4]

        return {steps: lambda steps=steps: fly(steps) for steps in STEPS}

    return settings


def exactly(backend):
    def settings(J, omega, T):
        spin = tuple(omega.tolist())

        def stepped(steps):
            fly = rl.stepper("exact", BOX, h=T / steps, steps=steps, backend=backend)
            return lambda: np.array(fly(libraries.AT_REST, spin)[0])

        return {steps: stepped(steps) for steps in (110, 160, 400)}

    return settings


OWN = {
    "rotlib buss4, compiled": (("llvmlite",), fixed("buss4", "compiled")),
    "rotlib splitting4, compiled": (("llvmlite",), fixed("splitting4_231", "compiled")),
    "rotlib buss4, floats": ((), fixed("buss4", "python", STEPS[:3])),
    "rotlib splitting4, floats": ((), fixed("splitting4_231", "python", STEPS[:3])),
    "rotlib exact, compiled": (("llvmlite",), exactly("compiled")),
    "rotlib exact, floats": ((), exactly("auto")),
    "rotlib closed form, NumPy": ((), closed),
}
C = {"C by hand, buss4": hand("buss4"), "C by hand, splitting4": hand("splitting4")}


# --- the table ------------------------------------------------------------------------


def contenders(start):
    """({(contender, setting): call}, {contender: why it is not there})."""
    found, missing = {}, {}
    every = OWN | {name: ((), settings) for name, settings in C.items()} | libraries.ALL
    for name, (modules, settings) in every.items():
        why = (
            "no C compiler"
            if name in C and not native.compiler()
            else libraries.absent(*modules)
        )
        if why:
            missing[name] = why
        else:
            found |= {
                (name, setting): call
                for setting, call in settings(moments(), rate(start), T).items()
            }
    return found, missing


@cache
def right(start):
    return reference.attitude(moments(), rate(start), T)


def error(q, start):
    """Angle to the attitude at the end, rad."""
    return float(rl.quaternion.angle_between(q / np.linalg.norm(q), right(start)))


def table():
    rows = []
    for start in STARTS:
        calls, missing = contenders(start)
        errors = {key: error(call(), start) for key, call in calls.items()}
        rows += [
            {
                "start": start,
                "contender": name,
                "setting": setting,
                "error": rounded(errors[name, setting], 2),
                "ms": rounded(1e3 * t),
            }
            for (name, setting), t in rounds(calls, ROUNDS).items()
        ]
        rows += [
            {"start": start, "contender": name, "absent": why}
            for name, why in missing.items()
        ]
    return rows
