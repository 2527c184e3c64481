"""The benchmark: contenders arrive at the right place, turns are taken, the record
is whole. No time is judged."""

import json
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest
from reference_free_body import taylor
from refusals import refused
from speed import __main__ as command
from speed import (
    batches,
    fallback_cost,
    libraries,
    machine,
    motion,
    native,
    reference,
    steps,
    stored,
    targets,
    timing,
)

import rotlib as rl
from rotlib import stumpff
from rotlib.backends import trace

RECORDS = stored.load()
RESULTS = stored.newest(RECORDS)
WHOLE = [record for record in RECORDS if command.TABLES.keys() <= record.keys()]
C = pytest.mark.skipif(native.compiler() is None, reason="no C compiler")


def ends(method, n, omega=steps.OMEGA):
    given = {"omega": omega, "h": steps.H, "steps": n, "every": n}
    return rl.integrate(steps.METHODS[method], steps.BOX, **given).q[-1]


def alike(found, wanted, name=""):
    np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-12, err_msg=name)


@pytest.mark.parametrize("method", steps.METHODS)
def test_a_step_of_one_body_is_the_same_by_all(method):
    right, found = ends(method, 60), steps.contenders(method)
    assert "rotlib, floats" in found
    for name, (fly, _) in found.items():
        alike(np.array(fly(60))[:4], right, name)


@pytest.fixture
def few(monkeypatch):
    """A small batch of bodies that all move differently; no whole number of tiles."""
    monkeypatch.setattr(batches, "LANES", 700)
    rates = np.array(steps.OMEGA) * np.linspace(0.5, 1.5, 700)[:, None]
    still = np.tile([1.0, 0, 0, 0], (700, 1))
    y = np.concatenate([still, steps.moments() * rates], 1).T.copy()
    monkeypatch.setattr(batches, "states", y.copy)
    return rates


def samples(names, quick):
    """What compiles for seconds is left to the slow tests, but for these."""
    for name in names:
        marks = () if name in quick else pytest.mark.night
        yield pytest.param(name, marks=marks)


@pytest.mark.parametrize("method", samples(steps.METHODS, {"buss2"}))
def test_a_batch_is_stepped_by_all_to_the_same_place(method, few):
    at_end, same = ends(method, 30, few[-1]), ends(method, 30)
    for name, (fly, _) in batches.contenders(method).items():
        # that one makes its own states, all alike
        alike(fly(30)[:4], same if name == "rotlib, NumPy" else at_end, name)


@C
@pytest.mark.parametrize("bits", native.widths())
def test_c_moves_each_lane_of_its_share_and_no_other(bits, few):
    y, code = batches.states(), native.library(bits)
    native.many(code, "buss4", steps.H, steps.moments(), y, 256, 700)(20)
    alike(y[:4, 256:], ends("buss4", 20, few).T[:, 256:])
    np.testing.assert_array_equal(y[:, :256], batches.states()[:, :256])


def test_threads_share_all_lanes_in_whole_tiles():
    for threads in (1, 2, 3):
        parts = []
        share = lambda *part, into=parts: into.append(part)  # noqa: E731
        batches.shared(share, threads, batches.LANES)
        parts.sort()
        assert len(parts) == threads and all(a % 256 == 0 for a, _ in parts)
        assert [a for a, _ in parts] == [0, *(b for _, b in parts[:-1])]
        assert parts[-1][1] == batches.LANES


def test_a_contender_at_the_wrong_place_is_refused():
    good = rl.integrate("buss2", steps.BOX, omega=steps.OMEGA, h=steps.H, steps=5).q[-1]
    steps.require_agreement(good, "buss2", 5)
    with pytest.raises(AssertionError, match="buss2"):
        steps.require_agreement(good + 1e-10, "buss2", 5)
    with pytest.raises(AssertionError):
        batches.require_near(good + 1e-3, 5)


OWN = motion.OWN | {name: ((), settings) for name, settings in motion.C.items()}
NEAR = {"splitting4": 1e-9, "MuJoCo": 1e-10, "Pinocchio": 1e-9, "RK45": 1e-5}
NEAR |= {"LSODA": 1e-9}
EVERYBODY = {*OWN, *libraries.ALL}
COMPILED = {name for name in EVERYBODY if "compiled" in name or "numba" in name}


@pytest.mark.day(4)
@pytest.mark.parametrize("name", samples((*OWN, *libraries.ALL), EVERYBODY - COMPILED))
def test_everybody_flies_the_same_motion(name):
    modules, settings = (OWN | libraries.ALL)[name]
    no_compiler = name in motion.C and not native.compiler()
    if why := "no C compiler" if no_compiler else libraries.absent(*modules):
        pytest.skip(why)
    omega = motion.rate("generic")
    q = list(settings(motion.moments(), omega, 3.0).values())[-1]()
    most = next((x for part, x in NEAR.items() if part in name), 1e-11)
    right = rl.exact.free_body(motion.BOX, omega, 3.0)[0]
    assert rl.quaternion.angle_between(q / np.linalg.norm(q), right) < most


def test_mujoco_moves_many_bodies():
    if why := libraries.absent("mujoco"):
        pytest.skip(why)
    batches.require_near(batches.mujoco(bodies=3)(10), 10)


def test_the_judge_agrees_with_another_reference(monkeypatch):
    J, omega = tuple(motion.moments().tolist()), tuple(motion.rate("middle").tolist())
    attitudes, _ = taylor(J, omega, [4.0])
    monkeypatch.setattr(reference, "STEPS", 20)
    assert np.abs(reference.attitude(J, omega, 4.0) - attitudes[0]).max() < 3e-16


def test_what_is_not_installed_is_left_out_with_a_word(monkeypatch):
    def right(start):
        return rl.exact.free_body(motion.BOX, motion.rate(start), motion.T)[0]

    missing = "no_such_peer not installed"
    assert libraries.absent("numpy", "json") == ""
    monkeypatch.setattr(libraries, "ALL", {"nobody": (("no_such_peer",), None)})
    monkeypatch.setattr(motion, "OWN", {"closed": ((), motion.closed)})
    monkeypatch.setattr(native, "compiler", lambda: None)
    monkeypatch.setattr(motion, "right", right)
    rows = motion.table()
    absent = {row["contender"]: row["absent"] for row in rows if "absent" in row}
    assert absent == {"nobody": missing} | dict.fromkeys(motion.C, "no C compiler")
    assert {row["contender"] for row in rows if "ms" in row} == {"closed"}


def test_without_llvm_jax_and_a_compiler_the_rest_is_measured(monkeypatch, few):
    monkeypatch.setattr(libraries, "find_spec", lambda name: None)
    monkeypatch.setattr(native, "compiler", lambda: None)
    one = {"rotlib, floats", "steps called one by one", "np.cross"}
    assert set(steps.contenders("buss4")) == one | {"integrate, 100 steps on floats"}
    assert set(batches.contenders("buss4")) == {"rotlib, NumPy", "np.cross on (N, 3)"}
    left = [what for _, _, what in fallback_cost.contenders()]
    assert left and not any("numba" in what for what in left)
    assert batches.table_threads() == []


@pytest.fixture
def scripted(monkeypatch):
    """Calls that take scripted times, one after the other, on wall and processor; and
    the order in which they were asked."""
    now, order = SimpleNamespace(wall=0.0, processor=0.0), []
    clocks = {"perf_counter": lambda: now.wall, "process_time": lambda: now.processor}
    monkeypatch.setattr(timing, "time", SimpleNamespace(**clocks))

    def call(name, *times):
        each = iter(times)

        def one():
            order.append(name)
            wall, processor = next(each)
            now.wall += wall
            now.processor += processor

        return {name: one}

    return call, order


def test_all_take_turns_and_the_median_of_the_best_counts(scripted, monkeypatch):
    call, order = scripted
    a, b = ((9, 1, 5, 2, 3, 7, 8, 9), (9, 1, 6, 6, 6, 6, 6, 6))
    both = call("a", *zip(a, a, strict=True)) | call("b", *zip(b, b, strict=True))
    monkeypatch.setattr(timing, "LONG", 10.0)
    monkeypatch.setattr(timing, "BEST", 2)
    # of 2, 3, 8 and 6, 6, 6
    assert timing.rounds(both, number=3) == {"a": 3, "b": 6}
    assert "".join(order) == "aabb" + 3 * "aabb"


def test_the_shorter_clock_counts_and_for_threads_the_wall(scripted):
    one = scripted[0]("a", (1, 1), (1, 1), (5, 2), (3, 2.5), (4, 1))
    assert timing.rounds(one, number=3) == {"a": 2}
    two = (1, 1), (1, 2), (1, 2), (3, 6), (2, 4)
    with pytest.raises(AssertionError, match="more than one thread"):
        timing.rounds(scripted[0]("a", *two), number=3)
    found = timing.rounds(scripted[0]("a", *two), number=3, threaded=True)
    assert found == {"a": 1}


def test_the_longest_chain_counts_a_product_and_a_sum_once():
    for longest, step in (
        (1, lambda t, h, y, J, load: (y[0] * J[0] + h, y[1])),
        (2, lambda t, h, y, J, load: ((y[0] * y[1] + h) * y[0], y[1])),
        # the longer product is fused
        (2, lambda t, h, y, J, load: (y[0] * y[1] + y[1] * y[0] * y[0], y[1])),
        # the same in every step: no wait
        (1, lambda t, h, y, J, load: (y[0] + h / J[0] * 3.0, -y[1])),
    ):
        program = trace.record(step, 2, 1)
        assert machine.longest_chain(program) == longest


@pytest.mark.parametrize("method", steps.METHODS)
def test_the_text_that_things_are_left_out_of_is_the_step(method):
    scope = {"c0": stumpff.c0, "c1": stumpff.c1, "cos": np.cos, "sin": np.sin}
    exec(fallback_cost.text(method), scope)
    run = steps.run(method)
    y, J = run.y, steps.BOX.principal_moments
    run.advance(0.0, steps.H)
    found = scope["step"](*y, *J, steps.H)
    np.testing.assert_allclose(found, run.y, rtol=0, atol=1e-15)


@pytest.mark.night
def test_a_step_with_something_left_out_is_still_the_step(monkeypatch):
    pytest.importorskip("numba")
    monkeypatch.setattr(batches, "LANES", 512)
    left_out = fallback_cost.COMPILED["a branch for large angles"]
    for fly in fallback_cost.loops("buss2", **left_out):
        steps.require_agreement(fly(10), "buss2", 10)


def test_each_machine_describes_itself_and_says_when_each_table_was_made():
    for record in RECORDS:
        assert record.keys() - {"machine", "made"} == record["made"].keys()
        assert record["made"].keys() <= command.TABLES.keys()
        known, bits = record["machine"], record["machine"]["vectors"]
        described = {"processor", "compiled by", "cores", "python", "compiler"}
        assert {*described, *machine.PACKAGES} <= known.keys()
        assert known["processor"].endswith(f", vectors of {bits or 'unknown'} bits")
        # nobody shall take these for times of the code that is here
        assert known["compiled by"] == "LLVM" or "earlier rotlib" in known["note"]
    machines = [record["machine"] for record in WHOLE]
    found = {(known["vectors"], known["compiled by"]) for known in machines}
    assert found >= {(256, "numba"), (512, "LLVM")}
    assert RESULTS in WHOLE and RESULTS["machine"]["compiled by"] == "LLVM"


def test_the_motion_has_all_contenders_or_a_word_from_both_starts():
    """A row that another table lacks fails the page, which names each contender."""
    either = {"absent"}, {"setting", "error", "ms"}
    for rows in [record["motion"] for record in WHOLE]:
        for where in motion.STARTS:
            there = {row["contender"] for row in rows if row["start"] == where}
            assert there == {*OWN, *libraries.ALL}
        for row in rows:
            assert row.keys() - {"start", "contender"} in either
            assert row.get("absent", "x") and row.get("ms", 1) > 0
            assert 0 <= row.get("error", 0) < 4


def test_the_contenders_are_those_that_are_measured_now():
    one = {row["contender"] for row in RESULTS["one"]}
    assert one >= {"rotlib, floats", "rotlib, compiled", "np.cross"}
    left_out = {row["what"] for row in RESULTS["misses"] if "numba" in row["what"]}
    assert left_out == {f"numba: {what}" for what in fallback_cost.COMPILED}
    again = "run python -m book.choosing.speed --write --only roof"
    for method in steps.METHODS:  # the code that is here does no more than was timed
        asked, program = RESULTS["roof"]["steps"][method], steps.program(method)
        assert asked["operations"] >= steps.operations(method), again
        assert asked["longest chain"] >= machine.longest_chain(program), again
    for method, found in machine.lengths().items():
        assert 0 < found["operations on floats"] < found["operations"], method
        assert 0 < found["longest chain"] < found["operations"], method


def record(name, day, **tables):
    known = {"processor": name, "compiled by": "LLVM", "vectors": 256}
    return {"machine": known, "made": dict.fromkeys(tables, day)} | tables


def test_what_is_measured_replaces_its_tables_of_its_machine_alone():
    old = record("a", "2001-01-01", one=[1], many=[2])
    other, new = record("b", "2001-01-02", one=[3]), record("a", "2001-02-03", many=[4])
    made = {"one": "2001-01-01", "many": "2001-02-03"}
    whole = old | {"many": [4], "made": made}
    assert stored.merged([old, other], new) == [whole, other]
    assert stored.merged([other], new) == [other, new]
    again = other | {"machine": other["machine"] | {"compiled by": "numba"}}
    assert stored.merged([other], again) == [other, again]
    # the newest is the last of those that are whole
    assert stored.newest([old, new]) is old
    assert stored.newest([whole, old]) is stored.newest([old, whole]) is whole


def test_the_command_measures_tells_and_stores_if_asked(monkeypatch, tmp_path, capsys):
    path, here = tmp_path / "results.json", RESULTS["machine"] | {"processor": "mine"}
    times = {"numpy": 1, "rotlib": 2}
    rows = [{"what": f"import {what}", "ms": ms} for what, ms in times.items()]
    monkeypatch.setitem(command.TABLES, "start", lambda: rows)
    monkeypatch.setattr(command, "load", lambda: stored.load(path))
    monkeypatch.setattr(command, "store", lambda records: stored.store(records, path))
    monkeypatch.setattr(command.machine, "described", lambda: here)
    command.main(["--only", "start"])
    told = capsys.readouterr().out
    assert "import rotlib, over import numpy: 2, at most 1.1" in told
    assert "not measured: buss2, one body: compiled, over C by hand" in told
    assert stored.load(path) == []
    command.main(["--write", "--only", "start"])
    (new,) = stored.load(path)
    assert new["machine"] == here and new["start"] == rows and new["made"]["start"]


def test_a_record_that_does_not_name_its_machine_or_one_twice_is_refused(
    tmp_path, monkeypatch
):
    path, old = tmp_path / "other.json", tmp_path / "old.json"
    old.write_text(json.dumps([{"machine": {}, "made": {}}]), encoding="utf-8")
    monkeypatch.setitem(command.TABLES, "start", lambda: pytest.fail("measured"))
    here = RESULTS["machine"] | {"compiled by": ""}
    monkeypatch.setattr(command.machine, "described", lambda: here)
    nameless = [partial(stored.store, [RESULTS | {"machine": here}], path)]
    nameless += [partial(command.main, ["--only", "start"]), partial(stored.load, old)]
    twice = partial(stored.store, [*RECORDS, RESULTS], path)
    refused({"must name its machine": nameless, "one machine": twice}, ValueError)
    assert not path.exists()


def test_what_is_stored_is_found_again(tmp_path):
    stored.store(RECORDS, path := tmp_path / "results.json")
    assert stored.load(path) == RECORDS
    assert path.read_bytes() == stored.RESULTS.read_bytes()


def test_the_time_to_an_accuracy_lies_between_two_runs():
    runs = ((1, 1e-2, 1.0), (2, 1e-4, 10.0), (3, 1e-8, 100.0))
    rows = [
        {"start": "s", "contender": "c", "setting": n, "error": e, "ms": ms}
        for n, e, ms in runs
    ]
    found = {"motion": [*rows, {"start": "s", "contender": "d", "absent": "not here"}]}
    for who, error, ms in (
        ("c", 1e-3, 10**0.5),
        ("c", 1e-7, 10**1.75),
        ("c", 0.1, 1.0),
        ("c", 1e-9, np.inf),
        ("d", 1, np.inf),
    ):
        assert targets.time_to(found, "s", who, error) == pytest.approx(ms)


def test_each_machine_is_judged_by_the_same_goals_whatever_was_measured():
    for least, x, met in ((1, 3.0, 1), (0, 3.0, 0), (1, None, 0), (0, None, 0)):
        assert targets.Goal("", least, 2.0, x, "").met == met
    whole = targets.goals(RESULTS)
    wanted = [goal[:3] for goal in whole]  # what, whether at least, how much
    bare = {"machine": RESULTS["machine"], "made": {}}
    for known in (*RECORDS, bare):
        assert [goal[:3] for goal in targets.goals(known)] == wanted
    assert all(goal.reached is None for goal in targets.goals(bare))
    for name in targets.TABLES:
        rest = targets.goals({key: RESULTS[key] for key in RESULTS if key != name})
        lost = [new.what for new in rest if new.reached is None]
        assert 0 < len(lost) < len(whole), name
        for new, old in zip(rest, whole, strict=True):
            assert new.reached in (None, old.reached), name
