"""Run the cells of a page, report as `python -m rotlib.codegen` does, and print what
flies.

This runs in the reader's browser, on rotlib's own files and SymPy, without NumPy. The
tests run the same lines outside."""

import contextlib
import io
import shutil
import sys
import time
from pathlib import Path
from types import ModuleType

import absent

absent.install()
HERE = Path(__file__).parent
MADE = HERE / "made"  # kernels of this run
(HERE / "book").mkdir(exist_ok=True)
(HERE / "_toc.yml").touch()  # it is like a checkout


def derive(name, cells, choice, begin=lambda words: None):
    """Run the cells of a page, and print the flight's functions as JavaScript.

    Parameters
    ----------
    name : str
        Of the notebook, from the root of the repository.
    cells : list of (number, source, whether it solves an exercise)
    choice : str
        What the reader chose, for the flight: an order, or the order of the axes.
    begin : callable
        It is told of each cell.
    """
    command = fresh("rotbook.derivations")
    given = [command.Cell(*cell) for cell in cells]
    report = command.run_cells(given, name, str(MADE), begin)
    said, done = io.StringIO(), time.perf_counter()
    with contextlib.redirect_stdout(said):
        bad = command.tell(report, "check", None)
    flight = None
    if page := fresh("flights").FLIGHTS.get(name):
        try:
            flight = fly(page, command.PACKAGE, report.made, choice)
        except Exception as error:
            said.write(f"  it does not fly: {type(error).__name__}: {error}\n")
    return {
        "seconds": report.seconds,
        "verdict": "fails" if report.faults else "differs" if bad else "current",
        "report": said.getvalue(),
        "asked": report.asked,
        "left_out": report.left_out,
        "made": report.made,
        "flight": flight,
        "printing": time.perf_counter() - done,
    }


def fresh(name):
    """A module of this name and all of ours, as in a new process."""
    shutil.rmtree(MADE, ignore_errors=True)
    MADE.mkdir()
    for known in list(sys.modules):
        if known.partition(".")[0] in ("rotlib", "rotbook", "flights"):
            del sys.modules[known]
    return __import__(name, fromlist=["*"])


def fly(page, package, made, choice):
    stored = (package / f"{page.topic}.py").read_text(encoding="utf-8")
    each = [module(page.topic, text) for text in (stored, made[page.topic])]
    return page.printed(*each, choice)


def module(topic, text):
    """A module of kernels from its text, beside the one that is imported."""
    made = ModuleType(f"rotlib.kernels.{topic}")
    exec(compile(text, f"rotlib/kernels/{topic}.py", "exec"), vars(made))
    return made
