"""Derive kernels from the statements of notebooks, and print what flies with them.

This runs in the reader's browser, on rotlib's own files and SymPy, without NumPy. The
tests run the same lines outside."""

import contextlib
import difflib
import io
import os
import sys
import time
from pathlib import Path
from types import ModuleType

import flights

HERE = Path(__file__).parent
KERNELS = HERE / "rotlib" / "kernels"
LONGEST = 400  # lines of a diff that are shown


def derive(name, stages, committed, choice):
    """Run the stages, compare, and print the flight's functions as JavaScript.

    Parameters
    ----------
    name : str
        Of the flight, one of `flights.FLIGHTS`.
    stages : list of (topic, text)
        Statements, run one after the other; each ends by emitting its topic.
    committed : {topic: text}
        The kernels as they stand in the package.
    choice : str
        What the reader chose: an order, or the order of the axes.
    """
    restore(committed)
    start, said, seconds = time.perf_counter(), io.StringIO(), []
    for topic, text in stages:
        seconds.append(time.perf_counter())
        with contextlib.redirect_stdout(said):
            exec(compile(text, f"<{topic}>", "exec"), {"__name__": "__main__"})
    derived = {topic: read(topic) for topic, _ in stages}
    done = time.perf_counter()
    flight = flights.FLIGHTS[name]
    last = stages[-1][0]
    old, new = module(last, committed[last]), module(last, derived[last])
    return {
        "seconds": done - start,
        "kernels": [compared(t, committed[t], derived[t]) for t, _ in stages],
        "flight": flight.printed(old, new, choice),
        "printing": time.perf_counter() - done,
        "said": said.getvalue(),
    }


def restore(committed):
    """Put the package's kernels back, and forget those of another derivation."""
    from rotbook.emit import EMITTED

    EMITTED.clear()
    os.environ["ROTLIB_CODEGEN"] = "write"
    for topic, text in committed.items():
        (KERNELS / f"{topic}.py").write_text(text, encoding="utf-8")
        sys.modules.pop(f"rotlib.kernels.{topic}", None)


def read(topic):
    return (KERNELS / f"{topic}.py").read_text(encoding="utf-8")


def compared(topic, old, new):
    """The derived text beside the committed one."""
    sides = old.splitlines(True), new.splitlines(True)
    path = f"rotlib/kernels/{topic}.py"
    diff = list(difflib.unified_diff(*sides, f"{path} (file)", f"{path} (derived)"))
    signs = [line[:1] for line in diff[2:]]
    return {
        "path": path,
        "text": new,
        "same": old == new,
        "added": signs.count("+"),
        "removed": signs.count("-"),
        "diff": "".join(diff[:LONGEST]),
        "more": max(0, len(diff) - LONGEST),
    }


def module(topic, text):
    """A module of kernels from its text, beside the one that is imported."""
    made = ModuleType(f"rotlib.kernels.{topic}")
    exec(compile(text, f"rotlib/kernels/{topic}.py", "exec"), vars(made))
    return made
