"""Runs that are interrupted: they answer soon, and what they have made comes out."""

import json
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from problems import BODY, OMEGA, TILTED

import rotlib as rl
from rotlib.backends import executors, llvm
from rotlib.runs.loop import Loop
from rotlib.runs.run import Run

MANY = np.array(OMEGA) * np.linspace(0.9, 1.1, 300)[:, None]
FAST = np.stack([(3.0, 100.0, 1.0), (0.1, 0.2, 0.3)])  # one turns too far for compiled


def same(one, other):
    return all(a.tobytes() == b.tobytes() for a, b in zip(one, other, strict=True))


# --- long ways between records --------------------------------------------------------


@pytest.mark.parametrize("backend", ["auto", "compiled"])
@pytest.mark.parametrize(
    "omega", [OMEGA, MANY, FAST], ids=["one", "many", "some by steps on arrays"]
)
def test_pieces_of_the_way_change_no_bit(omega, backend, monkeypatch):
    given = {"omega": omega, "h": 0.1, "steps": 2500, "every": 1100}
    runs = []
    for long, most in ((10**15, 10**6), (1, executors.FEW)):
        monkeypatch.setattr(executors, "LONG", long)
        monkeypatch.setattr(executors.Executor, "most", lambda self, most=most: most)
        runs.append(rl.integrate("buss2", BODY, backend=backend, **given))
    assert runs[0].t.tolist() == pytest.approx([0.0, 110.0, 220.0, 250.0])
    assert same(runs[0].motion, runs[1].motion)


def test_a_compiled_go_is_short_whatever_the_method():
    for method, seconds in (("buss2", 50e-9), ("dqvi", 700e-9)):
        records = started(method, omega=OMEGA, every=10**9)
        assert 0.01 < records.executor.most() * seconds < 0.5
        assert records.executor.most() % executors.FEW == 0
    wide = started("buss2", omega=np.ones((3000, 3)), every=10**9)
    assert wide.executor.most() < records.executor.most()


def started(method, omega, every):
    """The loop of a compiled run that has not begun, its loop not compiled."""
    made = []

    def stop(self, *block):
        made.append(self)
        raise KeyError("not yet")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(llvm, "compiled", lambda program, text: (None, ()))
        patch.setattr(Loop, "make", stop)
        with pytest.raises(KeyError):
            given = {"omega": omega, "h": 1e-3, "steps": every}
            rl.integrate(method, BODY, **given, every=every, backend="compiled")
    return made[0]


@pytest.mark.parametrize("backend", ["auto", "compiled"])
@pytest.mark.parametrize("omega", [OMEGA, MANY], ids=["one", "many"])
def test_the_state_on_the_way_to_a_record_is_not_lost(omega, backend, monkeypatch):
    given = {"omega": omega, "h": 0.1, "steps": 10**5, "backend": backend}
    most = executors.FEW
    monkeypatch.setattr(executors.Executor, "most", lambda self: most)
    monkeypatch.setattr(executors.Compiled, "most", lambda self: most)
    make, calls = Loop.make, []

    def interrupted(self, *block):
        calls.append(block)
        if len(calls) == 7:
            raise KeyboardInterrupt
        return make(self, *block)

    monkeypatch.setattr(Loop, "make", interrupted)
    with pytest.raises(KeyboardInterrupt) as caught:
        rl.integrate("buss2", BODY, every=1000, **given)
    run = caught.value.trajectory
    assert "after 2 of 101 records; they and the last" in caught.value.__notes__[-1]
    monkeypatch.undo()
    steps = 1000 + 2 * most
    whole = rl.integrate(
        "buss2", BODY, **given | {"steps": steps}, every=8 if backend == "auto" else 1
    )
    assert run.t.tolist() == [0.0, 1000 * 0.1, steps * 0.1]
    assert same((run.q_raw[-1], run.omega[-1]), (whole.q_raw[-1], whole.omega[-1]))


def test_shares_of_a_batch_that_have_not_begun_are_called_off(monkeypatch):
    monkeypatch.setattr(executors, "LONG", 1)
    monkeypatch.setenv("ROTLIB_THREADS", "2")
    machine = started("buss2", omega=np.ones((256 * 200, 3)), every=10).executor
    begun, ended = [], []

    def loop(first, *rest):
        begun.append(first)
        time.sleep(0.01)
        ended.append(first)
        if first == 4 * 256:
            raise KeyboardInterrupt

    machine.loop = loop
    y = np.array(machine.run.y)
    with pytest.raises(KeyboardInterrupt):
        machine.go(0, 10, 10, y, np.empty((1, *y.shape)), 10)
    assert 5 <= len(begun) < 50 and sorted(begun) == sorted(ended)
    time.sleep(0.05)
    assert sorted(begun) == sorted(ended)


AT_RANDOM = """
import json, os, random, signal, sys, time
import numpy as np, rotlib as rl
signal.signal(signal.SIGVTALRM, signal.default_int_handler)
body, one = rl.Body((1, 2, 2.6)), (0.3, 1.0, 0.8)
many = np.tile(one, (3000, 1))
random.seed(int(sys.argv[1]))
said = []
for omega, backend, every in [(one, "compiled", 10**8), (one, "compiled", 1000),
        (many, "compiled", 10**8), (many, "compiled", 1000), (one, "auto", 10**8),
        (many, "auto", 10**8)]:
    given = {"omega": omega, "h": 1e-3, "every": every, "backend": backend}
    rl.integrate("buss2", body, steps=2, **given)
    delay = random.uniform(0.1, 0.3)
    signal.setitimer(signal.ITIMER_VIRTUAL, delay)
    try:
        steps = 10**6 if omega is many and every == 1000 else 10**8
        rl.integrate("buss2", body, steps=steps, **given)
    except KeyboardInterrupt as error:
        run, busy = error.trajectory, time.process_time()
        time.sleep(0.1)
        busy = time.process_time() - busy
        again = rl.integrate("buss2", body, **given | {"every": 10**8},
                             steps=round(run.t[-1] / 1e-3) or 1)
        same = len(run) == 1 or again.q_raw[-1].tobytes() == run.q_raw[-1].tobytes()
        early = bool(run.t[-1] < (steps - 1) * 1e-3)
        said.append([early, busy, len(run), same])
print(json.dumps(said))
"""


@pytest.mark.night
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timer signals here")
def test_ctrl_c_at_random_times_is_answered_soon_and_leaves_no_thread_at_work():
    given = {"capture_output": True, "text": True, "check": True, "timeout": 600}
    out = subprocess.run([sys.executable, "-c", AT_RANDOM, str(os.getpid())], **given)
    said = json.loads(out.stdout)
    assert len(said) == 6
    for early, busy, records, same in said:  # busy: of the processor, not the clock
        assert early and busy < 0.05 and records >= 1 and same
    assert sum(records > 1 for _, _, records, _ in said) >= 4


# --- the read-out after the last step -------------------------------------------------


@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError])
@pytest.mark.parametrize("omega", [OMEGA, MANY], ids=["one", "many"])
@pytest.mark.parametrize("method", ["buss2", "krenk_nielsen", "dqvi", "buss4"])
def test_a_finished_run_is_not_lost_while_it_is_read(method, omega, error, monkeypatch):
    given = {"omega": omega, "h": 0.1, "steps": 50}
    following = method == "buss4"  # one, in steps that choose themselves
    if following:
        given = {"omega": OMEGA, "duration": 20.0, "tolerance": 1e-6}
    body = BODY if method == "dqvi" else TILTED
    whole = rl.integrate(method, body, **given)
    monkeypatch.setattr("rotlib.runs.run.BLOCK", whole[0].q.size * 20)
    read, calls = Run.motion, []

    def broken(self, *rest):
        calls.append(rest)
        if len(calls) == (1 if following else 3):
            raise error
        return read(self, *rest)

    monkeypatch.setattr(Run, "motion", broken)
    with pytest.raises(error) as caught:
        rl.integrate(method, body, **given)
    assert len(calls) > (1 if following else 5)
    run = caught.value.trajectory
    assert len(run) == len(whole) and same(run.motion, whole.motion)
    assert len(run) > 20 if following else len(run) == 51
    assert run.stats.keys() == whole.stats.keys()
    assert np.array_equal(run.energy, whole.energy)


def test_reading_takes_little_memory_beside_states_and_result(monkeypatch):
    import tracemalloc

    given = {"omega": np.ones((2000, 3)), "h": 0.1, "steps": 100}
    monkeypatch.setattr("rotlib.runs.run.BLOCK", 2**14)
    tracemalloc.start()
    run = rl.integrate("buss2", BODY, **given)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 2.2 * (run.q.nbytes + run.omega.nbytes)
