"""Execute the book's notebooks and store them in one form: python
book/_tools/notebooks.py [--lint] [paths]

Without --lint: run each notebook in this interpreter's environment, normalise it and
write it; `pytest` says whether the stored outputs still come. --lint runs nothing; it
fails if a stored notebook or page breaks one of the rules in lint.py."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path

import ipykernel.kernelspec
import lint
import nbformat
from command import parser_of
from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from normal import NotNormal, normalise

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


def run(path, timeout):
    """Execute one notebook and store it; complaints if that could not be done."""
    stored = path.read_text(encoding="utf-8")
    try:
        notebook = normalise(execute(nbformat.reads(stored, 4), path.parent, timeout))
    except NotNormal as error:
        return [str(error)]
    except CellExecutionError as error:
        return [COLOUR.sub("", str(error)).strip()]
    if as_text(notebook) != stored:
        new = path.with_suffix(".new")
        new.write_text(as_text(notebook), encoding="utf-8")
        os.replace(new, path)
    return []


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
    parser = parser_of(__doc__)
    words = "check the stored files, execute nothing"
    parser.add_argument("--lint", action="store_true", help=words)
    parser.add_argument("--timeout", type=int, default=120, help="seconds for a cell")
    parser.add_argument("paths", nargs="*", type=Path, default=[BOOK])
    options = parser.parse_args(arguments)
    failed = 0
    for path in files(options.paths, (".ipynb", ".md")[: 1 + options.lint]):
        start = time.perf_counter()
        complaints = lint.check(path) if options.lint else run(path, options.timeout)
        failed += bool(complaints)
        seconds = "" if options.lint else f" {time.perf_counter() - start:5.1f} s"
        verdict = "FAILED" if complaints else "ok"
        print(f"{verdict:6}{seconds}  {os.path.relpath(path)}", flush=True)
        for complaint in complaints:
            print("   ", complaint.replace("\n", "\n    "))
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
