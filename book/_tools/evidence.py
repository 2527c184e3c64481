"""Write down what the tests show of each formula: python book/_tools/evidence.py --write [--only PART ...]

Runs pytest once, notes which generated function runs in which test and notebook (witness/sitecustomize.py), then makes each
function wrong by a few parts in a million and runs the quickest of its tests again, to see which of them turn red. The
result is `book/appendix/evidence.json`. With `--only`, files whose path contains one of the parts are run and the rest
of the record is kept. Without `--write`, says what the record lacks.
"""

import argparse
import contextlib
import json
import os
import platform
import signal
import subprocess
import sys
import time
from collections import defaultdict
from importlib.metadata import version
from pathlib import Path

import pytest
from provenance import BOOK, cells, kernels

ROOT = BOOK.parent
RECORD = BOOK / "appendix" / "evidence.json"
DIGITS, SECOND, BATCH, MOTION, OTHER = (
    "50 digits", "second implementation", "batch = single", "orders and invariants", "other")

# What a test is evidence of. Tests that are not here count as OTHER; tests/test_evidence.py holds the names against the files.
KINDS = {
    DIGITS: {
        "test_dual_quaternion": ["exp_at_its_corners", "log_at_its_corners"],
        "test_magnus": ["to_round_off_against_fifty_digits", "truncated_exponential_at_fifty_digits"],
        "test_quaternion": ["exp_at_its_corners", "log_at_its_corners"],
        "test_rigid_body": ["a_few_ulp_of_the_formula", "lie_euler_at_every_angle"],
        "test_rounding": ["floats_agree_with_fifty_digits"],
        "test_se3": ["exp_at_its_corners", "dexp_at_its_corners", "inverse_of_dexp_at_its_corners"],
        "test_so3": ["exp_at_its_corners", "dexp_at_its_corners", "inverse_of_dexp_at_its_corners"],
        "test_stumpff": ["floats_are_right_to_two_units", "arrays_are_right_to_two_units"],
    },
    SECOND: {
        "test_adaptive": ["the_term_of_a_free_body_is_that_of_its_rates",
                          "the_term_of_the_momentum_is_what_the_next_order_adds",
                          "the_terms_of_the_free_body_are_those_of_the_series"],
        "test_free_step": ["every_kind_of_motion_is_followed_exactly", "the_axes_may_stand_in_any_order",
                           "random_bodies_with_tilted_axes_from_any_attitude"],
        "test_gravity_gradient": ["torque_is_that_of_the_attraction_of_particles",
                                  "it_is_the_torque_of_the_planet_of_a_flight", "derivatives_are_those_of_the_formula"],
        "test_dqvi": ["reference_values", "agrees_with_the_discrete_lagrangian",
                      "jacobian_against_the_complex_step_for_random_inertias"],
        "test_dual_quaternion": ["units_of_the_product", "matrices_both_ways", "axioms"],
        "test_krenk_nielsen": ["reference_states_for_every_J0", "agrees_with_the_paper_s_equations_under_a_potential",
                               "jacobian_of_three_unknowns_against_the_complex_step",
                               "jacobian_of_eight_unknowns_against_finite_differences"],
        "test_lie_taylor": ["each_order_is_the_logarithm_of_the_power_series",
                            "augmented_second_order_is_magnus_for_a_linear_rate"],
        "test_loads": ["weight_is_m_c_cross_g_in_the_body", "torque_is_what_the_potential_loses_in_a_turn"],
        "test_magnus": ["terms_equal_nested_commutators", "orders_equal_nested_commutators_about_the_middle",
                        "the_three_terms_of_the_source", "classical_coning_coefficients"],
        "test_methods": ["agrees_with_a_plain_implementation"],
        "test_polhode": ["agrees_with_the_linear_system_of_the_slides"],
        "test_quaternion": ["units", "rotate_is_the_sandwich", "matrices_both_ways", "scipy_both_ways",
                            "rates_of_the_kinematics"],
        "test_rigid_body": ["rates_are_the_slopes_of_the_closed_form", "torque_is_minus_the_slope_of_the_potential"],
        "test_se3": ["dexp_is_the_derivative_of_exp", "twist_of_a_moving_body_by_integration",
                     "a_screw_turns_about_its_axis_and_shifts_along_it"],
        "test_so3": ["dexp_is_the_derivative_of_exp", "rotation_vector_of_a_spinning_body_by_integration"],
        "test_symbolic_load": ["gravity_by_potential_and_by_torque_is_the_built_in_load",
                               "a_torque_known_in_space_by_momentum_torque_and_hand",
                               "derivatives_agree_with_the_chain_rule"],
        "test_wrenches": ["a_wrench_is_the_slope_of_its_potential", "planet_far_away_is_the_textbook_formula"],
    },
    BATCH: {
        "test_bind": ["floats_and_arrays_agree"],
        "test_dqvi": ["a_batch_has_the_bits_of_its_members"],
        "test_free_step": ["a_batch_has_a_fit_for_each_body_and_the_bits_of_each_alone",
                           "kicks_of_a_batch_have_the_bits_of_each_alone"],
        "test_integrate": ["batch_equals_single_bit_for_bit"],
        "test_krenk_nielsen": ["a_batch_has_the_bits_of_its_members"],
        "test_lie_taylor": ["batch_equals_single_and_keeps_float32"],
        "test_loads": ["arrays_and_floats_agree_bit_for_bit"],
        "test_magnus": ["batch_equals_single_bit_for_bit", "propagate_batch_equals_single"],
        "test_polhode": ["batch_equals_single_bit_for_bit"],
        "test_rigid_body": ["arrays_give_the_same_bits_as_floats"],
        "test_symbolic_load": ["batches_take_the_same_load"],
    },
    MOTION: {
        "test_buss_experiment": ["the_number_of_steps_is_the_first_that_suffices", "final_errors_of_a_long_box"],
        "test_dqvi": ["order_two_in_attitude_place_and_momentum", "symplectic_unless_there_is_drag",
                      "keeps_both_momenta_and_no_drift_of_energy", "a_step_back_undoes_a_step"],
        "test_free_step": ["kicks_have_their_order_on_the_heavy_top"],
        "test_krenk_nielsen": ["keeps_energy_and_the_momentum_about_the_axis", "order_two_under_every_kind_of_potential"],
        "test_lie_taylor": ["measured_order_for_a_rate_known_in_closed_form"],
        "test_magnus": ["local_error_has_the_order", "measured_order_for_a_general_rate"],
        "test_methods": ["measured_order_is_the_declared_one", "measured_order_with_torque",
                         "keeps_what_its_record_says_and_nothing_else", "symplectic_if_and_only_if_declared",
                         "symmetric_if_and_only_if_declared"],
        "test_polhode": ["energy_and_momentum_to_round_off_over_a_long_run", "the_order_is_kept"],
    },
}
KIND_OF = {f"{file}.py::test_{name}": kind for kind, files in KINDS.items() for file, names in files.items() for name in names}
PACKAGES = ("numpy", "sympy", "mpmath", "matplotlib", "scipy", "jupyter-book")
TRIES, ENOUGH = 2, {DIGITS: 4, SECOND: 4, MOTION: 2, OTHER: 2}  # cases of a test run again; tests of a kind to turn red
QUICK, SLOWEST, PATIENCE = 1.0, 8.0, 60  # seconds a case took: at most, in the last resort; and may take with a fault


# --- the record ------------------------------------------------------------------------------------------------------

def load(path=RECORD):
    """The record, or an empty one."""
    empty = {"kernels": {}, "methods": {}, "notebooks": {}, "run": {}}
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else empty


def as_text(record):
    """JSON with sorted keys, one line for each test, so that a change is a line of a diff."""
    def lines(value, depth):
        if depth == 0 or not isinstance(value, dict) or not value:
            return json.dumps(value, sort_keys=True, ensure_ascii=False)
        inner = ",\n".join(f"{json.dumps(k)}: {lines(value[k], depth - 1)}" for k in sorted(value))
        return "{\n" + "\n".join(" " + line for line in inner.splitlines()) + "\n}"
    return lines(record, 4) + "\n"


def state(entry, source):
    """"passed", "failed", "stale" or "not run": what the record says of a function with that source today."""
    if entry is None or not entry["tests"] or entry["regenerated"] is None:
        return "not run"
    if entry["source"] != source:
        return "stale"
    counts = [row for rows in entry["tests"].values() for row in rows.values()]
    return "failed" if any(failed for _, failed, _ in counts) or not entry["regenerated"] else "passed"


def pins(entry):
    """Names of the tests that turned red when the function was made wrong."""
    return sorted(name for rows in entry["tests"].values() for name, (_, _, red) in rows.items() if red)


def merged(old, new, files, sources):
    """The old record with what the files that ran say now; of a function that has changed nothing old is kept."""
    result = {"kernels": {}, "methods": {}, "notebooks": {**old["notebooks"], **new["notebooks"]}, "run": new["run"]}
    result["notebooks"] = {name: entry for name, entry in result["notebooks"].items() if (BOOK / f"{name}.ipynb").exists()}

    def keep(test):
        file = test.split("::")[0]
        return file not in files and (ROOT / "tests" / file).exists()

    blank = {"cell": None, "regenerated": None, "asserted": 0, "tests": {}, "notebooks": []}
    for name, source in sources.items():
        before, now = old["kernels"].get(name, blank), new["kernels"].get(name, blank)
        if before.get("source") != source:
            before = blank
        tests = {}
        for kind in {*before["tests"], *now["tests"]}:
            kept = {test: row for test, row in before["tests"].get(kind, {}).items() if keep(test)}
            tests[kind] = kept | now["tests"].get(kind, {})
        home = now if now["cell"] else before
        books = {b for b in before["notebooks"] if b not in files and b in result["notebooks"]} | set(now["notebooks"])
        result["kernels"][name] = {
            "source": source, "cell": home["cell"], "regenerated": home["regenerated"], "asserted": home["asserted"],
            "tests": {kind: rows for kind, rows in tests.items() if rows}, "notebooks": sorted(books)}
    for name in sorted({*old["methods"], *new["methods"]}):
        kept = {what: entry for what, entry in old["methods"].get(name, {}).items() if keep(entry[1])}
        if measured := kept | new["methods"].get(name, {}):
            result["methods"][name] = measured
    return result


# --- the plugin: pytest -p evidence ----------------------------------------------------------------------------------

class Recorder:
    """Notes what ran where; `summary` makes the record of it."""

    def __init__(self, witness, folder):
        self.witness, self.folder = witness, folder
        self.items, self.ran, self.outcome, self.seconds, self.measured = {}, {}, {}, {}, {}
        self.books = defaultdict(lambda: {"passed": 0, "failed": 0, "seconds": 0.0})
        self.red = {}

    def notes_of(self, notebook):
        path = self.folder / (notebook.replace("/", "--") + ".jsonl")
        return path, [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item):
        self.witness.SEEN.clear()
        os.environ.pop("ROTLIB_WITNESS", None)
        if book := notebook_of(item):
            os.environ["ROTLIB_WITNESS"] = str(self.notes_of(book)[0])
        yield
        os.environ.pop("ROTLIB_WITNESS", None)
        if not book:
            self.items[item.nodeid], self.ran[item.nodeid] = item, frozenset(self.witness.SEEN)

    def pytest_runtest_logreport(self, report):
        name = report.nodeid
        if report.when == "call" or not report.passed:
            if self.outcome.get(name) != "failed":
                self.outcome[name] = report.outcome
        self.seconds[name] = self.seconds.get(name, 0.0) + report.duration
        if report.when == "call":
            self.measured[name] = report.user_properties

    def pytest_collection_finish(self, session):
        self.cell_items = {item.nodeid: (notebook_of(item), item.cell_num) for item in session.items if notebook_of(item)}

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtestloop(self):
        yield
        self.write()  # should the rest be interrupted
        self.spoil()
        self.write()

    def write(self):
        files = {book for name, (book, _) in self.cell_items.items() if name in self.outcome}
        files |= {short(name).split("::")[0] for name in self.ran}
        RECORD.write_text(as_text(merged(load(), self.summary(), files, sources())), encoding="utf-8")

    def spoil(self):
        """Make each function wrong in turn and run its quickest tests again, until enough of a kind have turned red."""
        by_kernel = defaultdict(lambda: defaultdict(list))
        for name, ran in self.ran.items():
            if self.outcome.get(name) == "passed" and is_test(name) and self.seconds[name] < SLOWEST:
                for kernel in ran:
                    by_kernel[kernel][short(name)].append(name)
        start = time.monotonic()
        for number, (kernel, tests) in enumerate(sorted(by_kernel.items()), start=1):
            quickest = {test: sorted(names, key=self.seconds.get)[:TRIES] for test, names in tests.items()}
            order = sorted(tests, key=lambda t: self.seconds[quickest[t][0]])
            found = 0
            for kind in (DIGITS, SECOND, MOTION):
                quick = [t for t in order if KIND_OF.get(t) == kind and self.seconds[quickest[t][0]] < QUICK]
                found += self.try_out(kernel, quick, quickest, ENOUGH[kind])
            if not found:
                rest = [t for t in order if (kernel, t) not in self.red and KIND_OF.get(t) != BATCH]
                self.try_out(kernel, sorted(rest, key=lambda t: t not in KIND_OF)[:12], quickest, ENOUGH[OTHER])
            print(f"\rmade wrong: {number} of {len(by_kernel)} functions, {time.monotonic() - start:.0f} s", end="", file=sys.stderr)

    def try_out(self, kernel, tests, quickest, enough):
        """Number of tests, at most `enough`, that turn red; what was found is kept in `red`."""
        found = 0
        for test in tests:
            if found < enough:
                self.red[kernel, test] = any(self.turns_red(kernel, name) for name in quickest[test])
                found += self.red[kernel, test]
        return found

    def turns_red(self, kernel, name):
        """Whether a test fails while a function is wrong; not known, so no, if it takes too long."""
        before = signal.signal(signal.SIGALRM, out_of_patience)
        self.witness.FAULT = kernel
        signal.alarm(PATIENCE)
        try:
            with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere):
                return fails(self.items[name])
        except OutOfPatience:
            return False
        finally:
            signal.alarm(0)
            signal.signal(signal.SIGALRM, before)
            self.witness.FAULT = None

    def summary(self):
        found = defaultdict(lambda: {"cell": None, "regenerated": None, "asserted": 0, "tests": {}, "notebooks": []})
        for name, ran in self.ran.items():
            outcome = self.outcome.get(name)
            if not is_test(name) or outcome not in ("passed", "failed"):
                continue
            test = short(name)
            for kernel in ran:
                kind = KIND_OF.get(test, OTHER)
                if kind == OTHER and (kernel, test) not in self.red and outcome == "passed":
                    continue
                row = found[kernel]["tests"].setdefault(kind, {}).setdefault(test, [0, 0, self.red.get((kernel, test))])
                row[outcome == "failed"] += 1
        for kernel in found.values():  # of the many tests that merely pass by, only those that would see a fault
            rows = kernel["tests"].pop(OTHER, {})
            if rows := {t: row for t, row in rows.items() if row[1] or row[2]}:
                kernel["tests"][OTHER] = rows
        methods = defaultdict(dict)
        for name, properties in self.measured.items():
            for key, value in properties:
                if ": " in key:
                    method, what = key.split(": ", 1)
                    methods[method][what] = [str(value), short(name)]
        books = self.notebooks(found)
        python = ".".join(platform.python_version_tuple()[:2])
        return {"kernels": found, "methods": methods, "notebooks": books,
                "run": {"python": python, **{p: version(p) for p in PACKAGES}}}

    def notebooks(self, found):
        """Outcome of each notebook, and what its notes say of the functions."""
        books, good = {}, defaultdict(dict)
        for name, (book, number) in self.cell_items.items():
            if name in self.outcome:
                entry = books.setdefault(book, {"cells": 0, "failed": 0, "seconds": 0.0})
                entry["cells"] += 1
                entry["failed"] += self.outcome[name] == "failed"
                entry["seconds"] += self.seconds[name]
                good[book][number] = self.outcome[name] == "passed"
        for book, entry in books.items():
            entry["seconds"] = max(1, round(entry["seconds"]))
            code = cells(BOOK / f"{book}.ipynb")
            _, notes = self.notes_of(book)
            for note in notes:
                if "ran" in note and book != "appendix/status":
                    found[note["ran"]]["notebooks"].append(book)
                elif note.get("emitted"):
                    emitter = next(i for i, c in enumerate(code) if c.emits(note["emitted"].split(".")[0]))
                    ok = all(good[book].get(i, False) for i in range(emitter + 1))
                    home = next((c for c in code if c.source == (note["cell"] or "").strip()), code[emitter])
                    found[note["emitted"]] |= {
                        "cell": home.id, "regenerated": ok, "asserted": sum(c.assertions for c in code[:emitter + 1])}
        return books


class OutOfPatience(Exception):
    """A test with a planted fault took too long."""


def out_of_patience(*_):
    raise OutOfPatience


def fails(item):
    """Run a test once more, without report, and say whether it fails."""
    setup = item.session._setupstate
    if hasattr(item, "_initrequest"):
        item._initrequest()
    try:
        setup.setup(item)
        item.runtest()
    except (OutOfPatience, KeyboardInterrupt):
        raise
    except BaseException as error:  # pytest.fail and pytest.skip are no Exceptions
        return not isinstance(error, pytest.skip.Exception)
    finally:
        with contextlib.suppress(Exception):
            setup.teardown_exact(None)
    return False


def notebook_of(item):
    """Path of the item's notebook in the book, without its ending, if it is a cell of one."""
    return item.path.relative_to(BOOK).with_suffix("").as_posix() if item.path.suffix == ".ipynb" else None


def is_test(name):
    return name.startswith("tests/")


def short(nodeid):
    """test_so3.py::test_exp_at_its_corners: without folder and case."""
    return nodeid.partition("[")[0].removeprefix("tests/")


def sources():
    return {f"{topic}.{f.name}": f.source for topic, (_, functions) in kernels().items() for f in functions}


def pytest_configure(config):
    witness = sys.modules.get("sitecustomize")
    if os.environ.get("ROTLIB_WITNESS") == "memory" and hasattr(witness, "SEEN"):
        os.environ.pop("ROTLIB_WITNESS")
        config.pluginmanager.register(Recorder(witness, Path(os.environ["ROTLIB_NOTES"])), "evidence-recorder")


# --- the command -----------------------------------------------------------------------------------------------------

def missing(record):
    """What the record lacks, in sentences."""
    import rotlib.methods

    for name, source in sources().items():
        entry = record["kernels"].get(name)
        if (now := state(entry, source)) != "passed":
            yield f"{name}: {now}"
    for method in rotlib.methods.ALL:
        if method.name not in record["methods"]:
            yield f"method {method.name}: nothing measured"


def write(only):
    import tempfile

    from notebooks import files

    paths = []
    if only:
        everything = [*(ROOT / "tests").glob("test_*.py"), *files([BOOK], (".ipynb",))]
        paths = [str(p.relative_to(ROOT)) for p in sorted(everything) if any(part in str(p.relative_to(ROOT)) for part in only)]
        if not paths:
            return f"no test file or notebook has {' or '.join(only)} in its path"
    with tempfile.TemporaryDirectory() as notes:
        tools = Path(__file__).parent
        path = os.pathsep.join(filter(None, [str(tools / "witness"), str(tools), str(ROOT), os.environ.get("PYTHONPATH")]))
        environment = os.environ | {"PYTHONPATH": path, "ROTLIB_WITNESS": "memory", "ROTLIB_NOTES": notes}
        command = [sys.executable, "-m", "pytest", "-n0", "-p", "evidence", "-p", "no:cacheprovider", "-q", *paths]
        return subprocess.run(command, cwd=ROOT, env=environment).returncode


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="run the tests and write the record")
    parser.add_argument("--only", nargs="+", default=[], metavar="PART", help="only files with a part in their path")
    options = parser.parse_args(arguments)
    status = write(options.only) if options.write else 0
    gaps = list(missing(load()))
    print(*(gaps or ["every function and every method has its evidence"]), sep="\n")
    return status or int(bool(gaps))


if __name__ == "__main__":
    sys.exit(main())
