"""Execute the book's notebooks and store them in one form: python
book/_tools/notebooks.py [--check | --lint] [paths]

Without an option: run each notebook in this interpreter's environment, normalise it and
write it. --check runs it too but writes nothing; it fails if the stored outputs differ
(pictures: only if missing). --lint runs nothing; it fails if a stored notebook or page
breaks one of the rules in lint.py."""

import argparse
import difflib
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import ipykernel.kernelspec
import lint
import nbformat
from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from normal import NotNormal, normalise, texts

COLOUR = re.compile(r"\x1b\[[0-9;]*m")
BOOK = Path(__file__).resolve().parents[1]


class ThisInterpreter(KernelSpecManager):
    """Whatever kernel a notebook names, run the interpreter that runs this script."""

    def get_kernel_spec(self, kernel_name):
        return KernelSpec(
            resource_dir=ipykernel.kernelspec.RESOURCES,
            **ipykernel.kernelspec.get_kernel_dict(),
        )


def execute(notebook, folder, timeout):
    """Run all cells of `notebook` in `folder`, in place."""
    manager = AsyncKernelManager(kernel_spec_manager=ThisInterpreter())
    place = {"metadata": {"path": str(folder)}}
    client = NotebookClient(notebook, km=manager, timeout=timeout, resources=place)
    # MPLBACKEND would hide the figures. The kernel's own stderr is noise; that of a
    # cell is an output.
    environment = {n: value for n, value in os.environ.items() if n != "MPLBACKEND"}
    client.execute(env=environment, stderr=subprocess.DEVNULL)
    return notebook


def as_text(notebook):
    return nbformat.writes(notebook) + "\n"


def changes(old, new):
    """What a reader would see differ between two runs of the same cells, in a few
    lines."""
    if [cell.source for cell in old.cells] != [cell.source for cell in new.cells]:
        yield "the sources of the cells are not stored in normal form"
    pairs = zip(old.cells, new.cells, strict=True)
    for number, (before, after) in enumerate(pairs, start=1):
        if before.cell_type != "code" or after.cell_type != "code":
            continue
        was, now = [texts(o) for o in before.outputs], [texts(o) for o in after.outputs]
        if [sorted(w) for w in was] != [sorted(n) for n in now]:
            yield f"cell {number}: kinds of output were {kinds(was)}, now {kinds(now)}"
        elif was != now and "nbval-ignore-output" not in before.metadata.get(
            "tags", ()
        ):
            yield f"cell {number}: output changed\n" + "\n".join(difference(was, now))


def kinds(outputs):
    return [" + ".join(sorted(output)) for output in outputs] or "none"


def difference(was, now, lines=10):
    sides = [
        "\n".join(text for output in side for text in output.values()).splitlines()
        for side in (was, now)
    ]
    found = list(difflib.unified_diff(*sides, lineterm="", n=0))[2:][:lines]
    return ["    " + line[:160] for line in found]


def run(path, check, timeout):
    """Execute one notebook; return the complaints: none if it could be stored, or is
    stored as it should be."""
    stored = path.read_text(encoding="utf-8")
    try:
        notebook = normalise(execute(nbformat.reads(stored, 4), path.parent, timeout))
    except NotNormal as error:
        return [str(error)]
    except CellExecutionError as error:
        return [COLOUR.sub("", str(error)).strip()]
    if not check:
        if as_text(notebook) != stored:
            write(path, as_text(notebook))
        return []
    old = nbformat.reads(stored, 4)
    return [*changes(old, notebook), *lint.stored_form(old, stored)]


def write(path, text):
    new = path.with_suffix(".new")
    new.write_text(text, encoding="utf-8")
    os.replace(new, path)


def files(paths, suffixes):
    """The files named, or under the folders named, without checkpoints and the
    book's private folders."""
    for path in paths:
        if path.is_file():
            yield path
            continue
        for file in sorted(path.rglob("*")):
            parts = file.relative_to(path).parts
            private = any(part.startswith((".", "_")) for part in parts)
            if file.suffix in suffixes and not private:
                yield file


def main(arguments=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    mode, yes = parser.add_mutually_exclusive_group(), {"action": "store_true"}
    mode.add_argument("--check", **yes, help="execute and compare, write nothing")
    mode.add_argument("--lint", **yes, help="check the stored files, execute nothing")
    parser.add_argument("--timeout", type=int, default=120, help="seconds for a cell")
    parser.add_argument("paths", nargs="*", type=Path, default=[BOOK])
    options = parser.parse_args(arguments)
    failed = 0
    for path in files(options.paths, (".ipynb", ".md")[: 1 + options.lint]):
        start = time.perf_counter()
        if options.lint:
            complaints = lint.check(path)
        else:
            complaints = run(path, options.check, options.timeout)
        failed += bool(complaints)
        seconds = "" if options.lint else f" {time.perf_counter() - start:5.1f} s"
        verdict = "FAILED" if complaints else "ok"
        print(f"{verdict:6}{seconds}  {os.path.relpath(path)}", flush=True)
        for complaint in complaints:
            print("   ", complaint.replace("\n", "\n    "))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
