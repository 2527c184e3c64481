"""A hundred thousand bodies: nanoseconds a step and body, on one thread and on two."""

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from unittest.mock import patch

import numpy as np

import rotlib as rl
from rotlib.backends.trace import Kind
from rotlib.backends import executors, llvm
from rotlib.runs.run import Run

from . import libraries, native, students
from .steps import (
    BOX,
    H,
    METHODS,
    OMEGA,
    require_agreement,
    moments,
    program,
    run,
    start,
)
from .timing import a_step, rounded

LANES = 391 * 256  # states of a batch: a hundred thousand in whole tiles
TOGETHER, LONGER = 20, 40  # steps of a call, and of one that threads share
CALL, FEW = 20_000, 10  # bodies and steps of a short call


def states():
    return np.repeat(start()[:, None], LANES, 1)


# --- contenders: steps -> the last state of the batch, which goes on from call to call


def on_arrays(method, whole=False):
    """NumPy in chunks, as `integrate` does it; or all lanes at once."""
    q, w = np.tile([1.0, 0, 0, 0], (LANES, 1)), np.tile(OMEGA, (LANES, 1))
    given, out = {"q0": q, "omega": w}, np.empty((1, 7, LANES))
    arrays = Run(run(method).method, BOX, None, Kind.NUMPY, given)
    machine = (
        executors.Executor(arrays, 0.0, H)
        if whole
        else executors.select_executor(arrays, "auto", 0.0, H, 10**6)
    )

    def fly(steps):
        machine.advance(0, steps, out)
        return out[0, :, -1]

    return fly


def student(method):
    step, y = getattr(students, method), states()
    state = {"q": y[:4].T.copy()}

    def fly(steps):
        for _ in range(steps):
            state["q"] = step(state["q"], y[4:].T, moments(), H)
        return state["q"][-1]

    return fly


def compiled(method, threads=1, bodies=None):
    bodies = min(bodies or LANES, LANES)
    loop, constants = llvm.compiled(program(method), one=False)
    p, good = np.array([*BOX.principal_moments, *constants]), np.empty((2, bodies))
    y = np.ascontiguousarray(states()[:, :bodies])

    def fly(steps):
        shared(
            lambda a, b: loop(
                *(a, b, bodies, 0, steps, steps + 1, steps + 1),
                *(0.0, H, y, p, None, good, None),
            ),
            threads,
            bodies,
        )
        return y[:, -1]

    return fly


def by_hand(method, bits, threads=1):
    y, lib = states(), native.library(bits)

    def fly(steps):
        shared(
            lambda a, b: native.many(lib, method, H, moments(), y, a, b)(steps),
            threads,
            LANES,
        )
        return y[:, -1]

    return fly


def jax(method):
    """The same operations as the compiled loop has, under vmap and scan."""
    import jax

    from rotlib.jax import run_program

    jax.config.update("jax_enable_x64", True)
    written = program(method)
    # without demands
    straight = replace(
        written, block=[item for item in written.block if isinstance(item, int)]
    )
    many = jax.vmap(lambda y: run_program(straight, 0.0, H, y, BOX.principal_moments))
    advance = jax.jit(
        lambda y, n: jax.lax.scan(lambda y, _: (many(y), None), y, length=n)[0],
        static_argnums=1,
    )
    state = {"y": tuple(map(jax.numpy.asarray, states()))}

    def fly(steps):
        state["y"] = jax.block_until_ready(advance(state["y"], steps))
        return np.array([a[-1] for a in state["y"]])

    return fly


def mujoco(bodies=1000):
    """Runge-Kutta of fourth order, a rollout of a thousand bodies."""
    from mujoco import mjtState, mj_getState, mj_stateSize, rollout

    model, data = libraries.mujoco_model(BOX.principal_moments, H)
    data.qvel[3:] = OMEGA
    first = np.empty(mj_stateSize(model, mjtState.mjSTATE_FULLPHYSICS))
    mj_getState(model, data, first, mjtState.mjSTATE_FULLPHYSICS)
    first = np.tile(first, (bodies, 1))
    return lambda steps: rollout.rollout(model, data, first, nstep=steps)[0][
        -1, -1, 4:8
    ]


def integrated(method):
    """A whole call of `integrate` with few steps, on one thread."""
    rates = (states()[4:, :CALL] / moments()[:, None]).T  # q is the identity
    given = {"omega": rates, "h": H, "backend": "compiled"}

    def fly(steps):
        with patch.dict(os.environ, ROTLIB_THREADS="1"):
            run = rl.integrate(METHODS[method], BOX, **given, steps=steps, every=steps)
        return run.q[-1, -1]

    return fly


def shared(work, threads, bodies):
    """work(first, last) on equal shares, each in a thread."""
    if threads == 1:
        return work(0, bodies)
    share = -(-LANES // (256 * threads)) * 256
    parts = [
        pool(threads).submit(work, a, min(a + share, LANES))
        for a in range(0, LANES, share)
    ]
    return [part.result() for part in parts]


@cache
def pool(threads):
    return ThreadPoolExecutor(threads)


def on_one_core(make):
    """make(), with all threads it starts on one core."""
    if not hasattr(os, "sched_setaffinity"):
        return make()
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    try:
        return make()
    finally:
        os.sched_setaffinity(0, cores)


# --- tables ---------------------------------------------------------------------------


def contenders(method):
    """{contender: (function of a number of steps, that number)}."""
    found = {"rotlib, NumPy": (on_arrays(method), 4)}
    if not libraries.absent("llvmlite"):
        found["rotlib, compiled"] = compiled(method), TOGETHER
        found["loop of 20 000 bodies, 10 steps"] = compiled(method, bodies=CALL), FEW
        found["integrate, 20 000 bodies, 10 steps"] = integrated(method), FEW
    for bits in native.widths() if native.compiler() else ():
        found[f"C by hand, {bits} bits" if bits else "C by hand, no vectors"] = (
            by_hand(method, bits),
            TOGETHER,
        )
    if not libraries.absent("jax"):
        found["jax"] = on_one_core(lambda: jax(method)), TOGETHER
    if hasattr(students, method):
        found["np.cross on (N, 3)"] = student(method), 1
    return found


def table():
    rows = []
    for method in METHODS:
        found = contenders(method)
        for fly, _ in found.values():
            require_agreement(fly(10), method, 10)
        if method == "buss4" and not libraries.absent("mujoco"):
            found["MuJoCo RK4, rollout"] = mujoco(), TOGETHER
            require_near(mujoco()(10), 10)
        rows += timed(method, found)
    return rows


def require_near(q, steps):
    """For a method that rotlib does not have: close to the closed form."""
    right = rl.exact.free_body(BOX, OMEGA, H * steps)[0]
    if not np.abs(q - right).max() < 1e-7:
        raise AssertionError(f"{q} is not {right}")


def table_threads():
    """The two fastest again, on one thread and on two, in the same rounds."""
    rows = []
    for method in METHODS if (os.cpu_count() or 1) > 1 else ():
        found = {}
        for threads in (1, 2):
            if not libraries.absent("llvmlite"):
                found["rotlib, compiled", threads] = compiled(method, threads), LONGER
            if native.compiler():
                found["C by hand", threads] = (
                    by_hand(method, native.widths()[-1], threads),
                    LONGER,
                )
        for fly, _ in found.values():
            require_agreement(fly(10), method, 10)
        for row in timed(method, found, threaded=True):
            name, threads = row.pop("contender")
            rows.append({"contender": name, "threads": threads} | row)
    return rows


def bodies(name):
    """How many a contender moves."""
    return 1000 if "MuJoCo" in name else CALL if "20 000" in name else LANES


def timed(method, found, threaded=False):
    return [
        {"method": method, "contender": name, "ns": rounded(1e9 * t / bodies(name))}
        for name, t in a_step(found, threaded).items()
    ]
