"""An ensemble on a cluster: the same bits, a worker that is lost, and what is
refused or cancelled."""

import contextlib
import json
import os
import re
import signal
import threading
import time

import numpy as np
import pytest
import rotbook as rb
from problems import BOX, ROOT
from watched import OMEGA, after_each_part, assert_same

import rotlib as rl
from rotlib.errors import InvalidInput

# the loads here that fail do so by a branch
pytestmark = pytest.mark.filterwarnings("ignore::rotlib.errors.SlowLoad")

distributed = pytest.importorskip("distributed")
dask_config = pytest.importorskip("dask.config")

RUN = {"omega": OMEGA, "h": 0.05, "steps": 40, "every": 9}


@pytest.fixture(scope="module")
def client():
    size = {"n_workers": 2, "threads_per_worker": 1}
    with distributed.LocalCluster(**size, dashboard_address=None) as cluster:
        with distributed.Client(cluster) as client:
            yield client


def workers(client):
    return set(client.run(os.getpid).values())


def is_that_of_one_process(client, method, body=BOX, part=7, **given):
    """Bit for bit, and the parts come in their order."""
    seen = []
    with after_each_part(lambda *made: seen.append(made[:2])):
        there = rl.ensemble(method, body, part=part, client=client, **given)
    assert seen == [(i, min(i + part, 60)) for i in range(0, 60, part)]
    assert_same(there, rl.ensemble(method, body, **given))
    return there


def made_here():
    """A load and a measurement that no worker can import."""
    gain = 0.3

    def brake(t, q, omega):
        return tuple([-gain * w for w in omega])

    return {"load": brake, "measure": lambda run: {"last": run.kinetic_energy[-1]}}


UNFIT = OMEGA.copy()
UNFIT[[5, 33]] *= 300
BODIES = [rl.Body((1, 2, 2 + i / 100)) for i in range(60)]
CASES = [
    ("buss4", {}),
    ("dqvi", {}),
    (rl.methods.dqvi(0.7), {}),
    ("splitting_231_ep", {}),
    ("rk4", made_here()),
    ("dmv", {"omega": UNFIT}),  # two fail
    ("rk4", {"body": BODIES, "load": rl.loads.uniform_gravity(BODIES)}),
]


@pytest.mark.parametrize("method, given", CASES)
def test_the_bits_are_those_of_one_process(client, method, given):
    there = is_that_of_one_process(client, method, **RUN | given)
    assert [*there.failed] == ([5, 33] if method == "dmv" else [])


def test_workers_compile(client):
    pytest.importorskip("llvmlite")
    there = is_that_of_one_process(client, "lie_euler", **RUN, backend="compiled")
    assert there.stats["backend"] == "compiled"


def test_a_worker_is_lost(client):
    before, killed = workers(client), []

    def kill(first, stop, kept):
        if not killed:
            killed.append(next(iter(before)))
            os.kill(killed[0], signal.SIGKILL)

    given = RUN | {"steps": 1500, "every": None, "backend": "auto"}
    with after_each_part(kill):
        is_that_of_one_process(client, "lie_euler", part=4, **given)
    client.wait_for_workers(2)
    assert killed[0] not in workers(client)


def stop(first, last, kept):
    raise KeyboardInterrupt


def test_what_stops_one_part_cancels_the_others(client):
    with pytest.raises(KeyboardInterrupt) as caught, after_each_part(stop):
        rl.ensemble("dmv", BOX, part=4, client=client, **RUN)
    assert caught.value.ensemble.steps_completed.tolist() == [40] * 4 + [-1] * 56
    until = time.monotonic() + 300
    while client.run_on_scheduler(lambda dask_scheduler: len(dask_scheduler.tasks)):
        # `caught` holds the frames, and with them what they asked for
        assert time.monotonic() < until, "tasks are left"
        time.sleep(0.1)


def test_what_stops_on_a_cluster_goes_on_anywhere(client, tmp_path):
    given = RUN | {"backend": "auto", "out": tmp_path / "cloud"}
    with pytest.raises(KeyboardInterrupt), after_each_part(stop):
        rl.ensemble("dmv", BOX, part=8, client=client, **given)
    given["resume"] = True
    with pytest.raises(KeyboardInterrupt), after_each_part(stop):
        rl.ensemble("dmv", BOX, part=10, **given)
    assert rl.open(tmp_path / "cloud").made.sum() == 18
    there = rl.ensemble("dmv", BOX, part=7, client=client, **given)
    del given["out"], given["resume"]
    assert_same(there, rl.ensemble("dmv", BOX, **given))


def test_a_scheduler_is_lost(tmp_path):
    given = RUN | {"backend": "auto", "out": tmp_path / "cloud"}

    def lose(first, last, kept):
        if first == 8:
            cluster.sync(cluster.scheduler.close)

    size = {"n_workers": 1, "processes": False, "dashboard_address": None}
    with dask_config.set({"distributed.comm.timeouts.connect": "0.3s"}):
        cluster = distributed.LocalCluster(**size)
        client = distributed.Client(cluster)
        with pytest.raises(Exception) as caught, after_each_part(lose):
            rl.ensemble("dmv", BOX, part=4, client=client, **given)
        for end in (client, cluster):
            with contextlib.suppress(TimeoutError):  # it waits for its scheduler
                end.close(timeout=0.1)
    assert caught.value.ensemble.made.sum() == 12
    assert "resume=True" in caught.value.__notes__[-1]
    done = rl.ensemble("dmv", BOX, resume=True, **given)
    del given["out"]
    assert_same(done, rl.ensemble("dmv", BOX, **given))


def test_few_parts_are_under_way(client, monkeypatch):
    submitted, ahead, plain = [], [], distributed.Client.submit

    def submit(*given, **options):
        submitted.append(1)
        return plain(*given, **options)

    def see(first, stop, kept):
        ahead.append(len(submitted) - first // 3)

    monkeypatch.setattr(distributed.Client, "submit", submit)
    with after_each_part(see):
        rl.ensemble("lie_euler", BOX, part=3, client=client, **RUN)
    assert len(submitted) == 20 and max(ahead) == 4


def test_what_cannot_be_sent(client):
    lock = threading.Lock()

    def guarded(t, q, omega):
        with lock:
            return (0.0, 0.0, 0.0)

    given = RUN | {"backend": "auto", "client": client}
    for own in {"load": guarded}, {"measure": lambda run: (lock, run.t)[1]}:
        with pytest.raises(TypeError, match="pickle.*lock"):
            rl.ensemble("rk4", BOX, **given, **own)


def test_the_listing_of_the_chapter(client, monkeypatch):
    """As printed, but for fewer copies, fewer steps and a back end that need not
    compile."""
    chapter = ROOT / "book" / "choosing" / "ensembles.ipynb"
    cells = json.loads(chapter.read_text(encoding="utf-8"))["cells"]
    code, text = (
        ["".join(c["source"]) for c in cells if c["cell_type"] == kind]
        for kind in ("code", "markdown")
    )
    listing = re.search(r"```python\n(from dask.*?)```", "".join(text), re.DOTALL)[1]
    monkeypatch.setattr(rl, "require", lambda version: None)
    monkeypatch.setattr(rb, "style", lambda: None)
    name = {"__name__": "chapter"}
    exec("\n".join(code[:3]), name)
    fly, copies = name["fly"], name["copies"]
    name["copies"] = lambda q, size, n: copies(q, size, n // 100)
    name["fly"] = lambda *given, **options: fly(*given, **options, steps=10, part=6)
    exec(code[3].splitlines()[0], name)
    name["rng"] = np.random.default_rng(1)
    exec(listing, name)
    there = name["cloud"].measured
    name["rng"] = np.random.default_rng(1)
    start = name["SPIN"], name["copies"](name["LIE"], 1e-4, 2000), 20
    here = name["fly"](*start, every=1, measure=name["long_axis"])
    assert there.shape == (20, 21, 3) and there.tobytes() == here.measured.tobytes()


def test_what_is_no_client():
    with pytest.raises(InvalidInput, match="client: .*dask.distributed.Client"):
        rl.ensemble("lie_euler", BOX, client="tcp://127.0.0.1:8786", **RUN)
