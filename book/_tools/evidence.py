"""Write down what the tests show of each formula: python book/_tools/evidence.py
--write [--only PART ...]

Runs pytest once, notes which generated function runs in which test and notebook
(instrumentation/sitecustomize.py), then makes each function wrong by a few parts in a
million and runs the quickest of its tests again, to see which of them turn red. The
result is `book/appendix/evidence.json`. What a test is evidence of is said at the test:
`@pytest.mark.evidence("50 digits")`. With `--only`, files whose path contains one of
the parts are run and the rest of the record is kept. Without `--write`, says what the
record lacks."""

import contextlib
import io
import json
import os
import platform
import signal
import subprocess
import sys
import tempfile
from collections import defaultdict
from importlib.metadata import version
from pathlib import Path

import pytest
from command import parser_of
from provenance import BOOK, cells, kernels

ROOT = BOOK.parent
RECORD = BOOK / "appendix" / "evidence.json"
KINDS = DIGITS, SECOND, BATCH, MOTION = (
    "50 digits",
    "second implementation",
    "batch = single",
    "orders and invariants",
)
OTHER = "other"  # of a test without the mark
PACKAGES = ("numpy", "sympy", "mpmath", "matplotlib", "scipy", "jupyter-book")
TRIES = 2  # cases of a test that are run again
ENOUGH = {DIGITS: 4, SECOND: 4, MOTION: 2, OTHER: 2}  # tests of a kind to turn red
QUICK, SLOWEST = 1.0, 8.0  # seconds a case took: at most, and in the last resort
PATIENCE = 60  # seconds a case may take with a fault


# --- the record -----------------------------------------------------------------------


def load(path=RECORD):
    empty = {"kernels": {}, "methods": {}, "notebooks": {}, "run": {}}
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else empty


def as_text(record):
    """JSON with sorted keys, one line for each test, so that a change is a line of a
    diff."""

    def lines(value, depth):
        if depth == 0 or not isinstance(value, dict) or not value:
            return json.dumps(value, sort_keys=True, ensure_ascii=False)
        inner = ",\n".join(
            f"{json.dumps(k)}: {lines(value[k], depth - 1)}" for k in sorted(value)
        )
        return "{\n" + "\n".join(" " + line for line in inner.splitlines()) + "\n}"

    return lines(record, 4) + "\n"


def state(entry, source):
    if entry is None or not entry["tests"] or entry["regenerated"] is None:
        return "not run"
    if entry["source"] != source:
        return "stale"
    failed = any(row[1] for rows in entry["tests"].values() for row in rows.values())
    return "failed" if failed or not entry["regenerated"] else "passed"


def pins(entry):
    rows = [item for found in entry["tests"].values() for item in found.items()]
    return sorted(test for test, (_, _, red) in rows if red)


def blank():
    """What is known of a function before anything has run."""
    empty = {"cell": None, "regenerated": None, "asserted": 0}
    return empty | {"tests": {}, "notebooks": []}


def merged(old, new, files, sources):
    """The old record with what the files that ran say now; of a function that has
    changed nothing old is kept."""
    there = {path.name for path in (ROOT / "tests").rglob("test_*.py")} - files
    books = (old["notebooks"] | new["notebooks"]).items()
    books = {n: book for n, book in books if (BOOK / f"{n}.ipynb").exists()}
    result = {"kernels": {}, "methods": {}, "notebooks": books, "run": new["run"]}
    for name, source in sources.items():
        before = old["kernels"].get(name, blank())
        before = before if before.get("source") == source else blank()
        now, tests = new["kernels"].get(name, blank()), {}
        for kind in {**before["tests"], **now["tests"]}:
            rows = before["tests"].get(kind, {}).items()
            rows = {test: row for test, row in rows if test.split("::")[0] in there}
            if rows := rows | now["tests"].get(kind, {}):
                tests[kind] = rows
        kept = {b for b in before["notebooks"] if b in books and b not in files}
        result["kernels"][name] = (now if now["cell"] else before) | {
            "source": source,
            "tests": tests,
            "notebooks": sorted(kept | set(now["notebooks"])),
        }
    for name in {**old["methods"], **new["methods"]}:
        rows = old["methods"].get(name, {}).items()
        rows = {what: row for what, row in rows if row[1].split("::")[0] in there}
        if rows := rows | new["methods"].get(name, {}):
            result["methods"][name] = rows
    return result


# --- the plugin: pytest -p evidence ---------------------------------------------------


class TooLong(BaseException):
    """A test with a planted fault took too long."""


class Recorder:
    """Notes what ran where; `summary` makes the record of it."""

    def __init__(self, instrument, folder):
        self.instrument, self.folder = instrument, folder
        self.items = {}  # name of a test's case or of a cell: what pytest runs
        self.ran = {}  # the same names: the functions that ran in it
        self.outcome, self.seconds, self.measured = {}, defaultdict(float), {}
        self.red = {}  # (function, test): whether it failed with the function wrong

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item):
        self.instrument.SEEN.clear()
        if book := notebook_of(item):
            os.environ["ROTLIB_INSTRUMENT"] = str(self.notes_of(book))
        yield
        os.environ.pop("ROTLIB_INSTRUMENT", None)
        self.items[item.nodeid] = item
        self.ran[item.nodeid] = frozenset(self.instrument.SEEN)

    def pytest_runtest_logreport(self, report):
        name = report.nodeid
        if report.when == "call" or not report.passed:
            if self.outcome.get(name) != "failed":
                self.outcome[name] = report.outcome
        self.seconds[name] += report.duration
        if report.when == "call":
            self.measured[name] = report.user_properties

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtestloop(self):
        yield
        self.write()  # should the rest be interrupted
        for number, (function, tests) in enumerate(sorted(self.cases().items()), 1):
            self.spoil(function, tests)
            print(f"\rmade wrong: {number} functions", end="", file=sys.stderr)
        self.write()

    def write(self):
        items = self.items.items()
        files = {notebook_of(item) or short(n).split("::")[0] for n, item in items}
        record = merged(load(), self.summary(), files, sources())
        RECORD.write_text(as_text(record), encoding="utf-8")

    def cases(self):
        """{function: {test: its cases that ran it, and passed or failed}}."""
        found = defaultdict(lambda: defaultdict(list))
        for name, ran in self.ran.items():
            judged = self.outcome.get(name) in ("passed", "failed")
            for function in ran if judged and name.startswith("tests/") else ():
                found[function][short(name)].append(name)
        return found

    def kind(self, name):
        mark = self.items[name].get_closest_marker("evidence")
        return mark.args[0] if mark else OTHER

    def spoil(self, function, tests):
        """Make a function wrong and run its quickest tests again, until enough of a
        kind have turned red."""
        quickest = {}
        for test, names in tests.items():
            passed = [name for name in names if self.outcome[name] == "passed"]
            if good := [name for name in passed if self.seconds[name] < SLOWEST]:
                quickest[test] = sorted(good, key=self.seconds.get)[:TRIES]
        seconds = {test: self.seconds[names[0]] for test, names in quickest.items()}
        kinds = {test: self.kind(names[0]) for test, names in quickest.items()}

        def try_out(chosen, enough):
            for test in chosen:
                if enough:
                    red = any(self.turns_red(function, n) for n in quickest[test])
                    self.red[function, test] = red
                    enough -= red

        order = sorted(quickest, key=seconds.get)
        for kind in (DIGITS, SECOND, MOTION):
            quick = [t for t in order if kinds[t] == kind and seconds[t] < QUICK]
            try_out(quick, ENOUGH[kind])
        if not any(self.red.get((function, test)) for test in order):
            rest = [t for t in order if (function, t) not in self.red]
            rest = [t for t in rest if kinds[t] != BATCH]
            marked_first = sorted(rest, key=lambda t: kinds[t] == OTHER)
            try_out(marked_first[:12], ENOUGH[OTHER])

    def turns_red(self, function, name):
        """Whether a case fails while a function is wrong; not known, so no, if it
        takes too long."""

        def stop(*_):
            raise TooLong

        item = self.items[name]
        setup = item.session._setupstate
        before = signal.signal(signal.SIGALRM, stop)
        self.instrument.FAULT = function
        signal.alarm(PATIENCE)
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                item._initrequest()
                setup.setup(item)
                item.runtest()
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # pytest.fail and pytest.skip are no Exceptions
            return not isinstance(error, TooLong | pytest.skip.Exception)
        else:
            return False
        finally:
            signal.alarm(0)
            signal.signal(signal.SIGALRM, before)
            with contextlib.suppress(Exception):
                setup.teardown_exact(None)
            self.instrument.FAULT = None

    def summary(self):
        found, methods = defaultdict(blank), defaultdict(dict)
        for function, tests in self.cases().items():
            for test, names in tests.items():
                kind, red = self.kind(names[0]), self.red.get((function, test))
                failed = sum(self.outcome[name] == "failed" for name in names)
                if kind != OTHER or failed or red:  # many tests merely pass by
                    row = [len(names) - failed, failed, red]
                    found[function]["tests"].setdefault(kind, {})[test] = row
        for name, properties in self.measured.items():
            for key, value in properties:
                if ": " in key:
                    method, what = key.split(": ", 1)
                    methods[method][what] = [str(value), short(name)]
        python = ".".join(platform.python_version_tuple()[:2])
        return {
            "notebooks": self.notebooks(found),
            "kernels": found,
            "methods": methods,
            "run": {"python": python, **{p: version(p) for p in PACKAGES}},
        }

    def notebooks(self, found):
        """Outcome of each notebook; what its notes say of the functions goes into
        `found`."""
        books, good = {}, defaultdict(dict)
        for name, item in self.items.items():
            if (book := notebook_of(item)) and name in self.outcome:
                entry = books.setdefault(book, dict(cells=0, failed=0, seconds=0.0))
                entry["cells"] += 1
                entry["failed"] += self.outcome[name] == "failed"
                entry["seconds"] += self.seconds[name]
                good[book][item.cell_num] = self.outcome[name] == "passed"
        for book, entry in books.items():
            entry["seconds"] = max(1, round(entry["seconds"]))
            path = self.notes_of(book)
            code = cells(BOOK / f"{book}.ipynb")
            text = path.read_text(encoding="utf-8") if path.exists() else ""
            for line in text.splitlines():
                note = json.loads(line)
                if "ran" in note and book != "appendix/status":
                    found[note["ran"]]["notebooks"].append(book)
                elif "emitted" in note:
                    found[note["emitted"]] |= derivation(code, good[book], **note)
        return books

    def notes_of(self, book):
        return self.folder / (book.replace("/", "--") + ".jsonl")


def derivation(code, good, emitted, cell):
    """What is recorded of an emitted function: the cell that made its kernel, and how
    the cells up to the one that emits its topic went."""
    last = next(i for i, c in enumerate(code) if c.emits(emitted.split(".")[0]))
    return {
        "cell": {c.source: c.id for c in code}.get(cell, code[last].id),
        "regenerated": all(good.get(i, False) for i in range(last + 1)),
        "asserted": sum(c.assertions for c in code[: last + 1]),
    }


def notebook_of(item):
    """magnus/use of a cell of that notebook."""
    if item.path.suffix == ".ipynb":
        return item.path.relative_to(BOOK).with_suffix("").as_posix()


def short(nodeid):
    """test_so3.py::test_exp_at_its_corners: without folders and case."""
    return nodeid.partition("[")[0].rpartition("/")[2]


def sources():
    topics = kernels().items()
    return {f"{t}.{f.name}": f.source for t, (_, made) in topics for f in made}


def pytest_configure(config):
    if os.environ.pop("ROTLIB_INSTRUMENT", "") == "memory":
        folder = Path(os.environ["ROTLIB_NOTES"])
        recorder = Recorder(sys.modules["sitecustomize"], folder)
        config.pluginmanager.register(recorder, "evidence-recorder")


# --- the command ----------------------------------------------------------------------


def missing(record):
    import rotlib.methods

    for name, source in sources().items():
        if (now := state(record["kernels"].get(name), source)) != "passed":
            yield f"{name}: {now}"
    for method in rotlib.methods.ALL:
        if method.name not in record["methods"]:
            yield f"method {method.name}: nothing measured"


def write(only):
    from notebooks import files

    everything = [*(ROOT / "tests").rglob("test_*.py"), *files([BOOK], (".ipynb",))]
    names = sorted(str(path.relative_to(ROOT)) for path in everything)
    chosen = [name for name in names if any(part in name for part in only)]
    if only and not chosen:
        return f"no test file or notebook has {' or '.join(only)} in its path"
    tools = Path(__file__).parent
    path = [tools / "instrumentation", tools, ROOT, os.environ.get("PYTHONPATH")]
    with tempfile.TemporaryDirectory() as notes:
        environment = os.environ | {
            "PYTHONPATH": os.pathsep.join(str(p) for p in path if p),
            "ROTLIB_INSTRUMENT": "memory",
            "ROTLIB_NOTES": notes,
        }
        options = ["-n0", "-p", "evidence", "-p", "no:cacheprovider", "-q"]
        every = ["-m", "night or not night"]
        command = [sys.executable, "-m", "pytest", *options, *every, *chosen]
        return subprocess.run(command, cwd=ROOT, env=environment).returncode


def main(arguments=None):
    parser = parser_of(__doc__)
    parser.add_argument("--write", action="store_true", help="run, write the record")
    parser.add_argument("--only", nargs="+", default=[], metavar="PART")
    options = parser.parse_args(arguments)
    status = write(options.only) if options.write else 0
    gaps = list(missing(load()))
    print(*(gaps or ["every function and every method has its evidence"]), sep="\n")
    return status or int(bool(gaps))


if __name__ == "__main__":
    sys.exit(main())
