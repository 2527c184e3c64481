"""The libraries that formulas, moving figures and cells to type into use, as classic
scripts in book/_static/vendor: python book/_tools/vendor.py --write | --check

--write fetches the pinned npm packages, makes one script of each and states versions,
weights and hashes; it needs npm. --check needs nothing: it compares what is there with
what was stated."""

import gzip
import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from command import parser_of

VENDOR = Path(__file__).resolve().parents[1] / "_static" / "vendor"
ENTRIES = Path(__file__).with_name("entries")
LIST = "bundles.json"


class Library(NamedTuple):
    """A package of npm, what its one script is made of, and how."""

    package: str
    version: str
    entry: str = ""  # a file in ENTRIES; without one the package has its script
    options: str = ""
    head: str = ""
    tail: str = ""


LIBRARIES = {
    "three": Library(
        *("three", "0.180.0", "three.js"),
        "--global-name=THREE --target=es2020 --legal-comments=eof --log-level=warning",
    ),
    "uplot": Library("uplot", "1.6.32"),
    # A script of its own instead of MathJax's loader: no menu, no explorer, no package
    # on demand; classes are read as its own compiler reads them.
    "mathjax": Library(
        *("mathjax-full", "3.2.2", "mathjax.ts"),
        "--target=es2020 --charset=utf8 --legal-comments=none --log-level=error"
        ' --tsconfig-raw={"compilerOptions":{"useDefineForClassFields":false}}',
        head="// mathjax-full 3.2.2, Apache License 2.0; see LICENSE-mathjax\n",
    ),
    # The text of a worker: a page opened from a disk can neither fetch a file nor start
    # a worker from one, but it can start one from a text.
    "micropython": Library(
        *("@micropython/micropython-webassembly-pyscript", "1.27.0", "micropython.js"),
        "--target=es2022 --loader:.wasm=binary --define:process=undefined"
        " --define:import.meta.url=location.href --external:module --external:path"
        " --external:url --log-level=error",
        head="// @micropython/micropython-webassembly-pyscript 1.27.0, MIT; see"
        " LICENSE-micropython\nglobalThis.micropythonText = ",
        tail=";\n",
    ),
}
BUNDLER = ("esbuild", "0.28.2")
QUIET = "--no-audit --no-fund --no-package-lock --loglevel=error".split()
FILES = (
    *("three.js", "uplot.js", "uplot.css", "LICENSE-three", "LICENSE-uplot"),
    *("mathjax.js", "LICENSE-mathjax", "micropython.js", "LICENSE-micropython"),
)


def install(scratch, packages):
    """Put pinned packages, such as "three@0.180.0", into `scratch`/node_modules."""
    subprocess.run(["npm", "install", *QUIET, *packages], cwd=scratch, check=True)


def write(folder):
    with tempfile.TemporaryDirectory() as scratch:
        pinned = [(library.package, library.version) for library in LIBRARIES.values()]
        install(scratch, [f"{n}@{v}" for n, v in (*pinned, BUNDLER)])
        for name, library in LIBRARIES.items():
            if library.entry:
                made = bundled(scratch, library)
                made = json.dumps(made) if library.tail else made
                (folder / f"{name}.js").write_text(
                    library.head + made + library.tail, encoding="utf-8"
                )
            licence = Path(scratch, "node_modules", library.package, "LICENSE")
            if licence.is_file():
                shutil.copyfile(licence, folder / f"LICENSE-{name}")
        own = Path(scratch, "node_modules/uplot/dist")
        shutil.copyfile(own / "uPlot.iife.min.js", folder / "uplot.js")
        shutil.copyfile(own / "uPlot.min.css", folder / "uplot.css")
    stated_now = json.dumps(stated(folder), indent=1) + "\n"
    (folder / LIST).write_text(stated_now, encoding="utf-8")


def bundled(scratch, library):
    shutil.copy(ENTRIES / library.entry, scratch)
    command = ["node_modules/.bin/esbuild", library.entry, "--bundle", "--minify"]
    command += ["--format=iife", *library.options.split()]
    made = subprocess.run(command, cwd=scratch, check=True, stdout=-1, text=True)
    return made.stdout


def stated(folder):
    return {
        name: {
            "package": " ".join(LIBRARIES[library][:2]),
            "bytes": len(data),
            "gzipped": len(gzip.compress(data, 9, mtime=0)),
            "sha256": hashlib.sha256(data).hexdigest(),
        }
        for name in FILES
        for library in [name.removeprefix("LICENSE-").split(".")[0]]
        for data in [(folder / name).read_bytes()]
    }


def faults(folder):
    """Whatever is not as it was made."""
    wanted = json.loads((folder / LIST).read_text(encoding="utf-8"))
    expected = {*FILES, LIST, "README.md"}
    there = {path.name for path in folder.iterdir()}
    yield from (f"{name}: missing" for name in sorted(expected - there))
    yield from (f"{name}: nothing made it" for name in sorted(there - expected))
    for name in sorted(set(FILES) & there):
        data = (folder / name).read_bytes()
        if hashlib.sha256(data).hexdigest() != wanted[name]["sha256"]:
            yield (
                f"{name}: {len(data)} bytes that are not the {wanted[name]['bytes']}"
                " that were made; run book/_tools/vendor.py --write"
            )


def main(arguments=None):
    parser = parser_of(__doc__)
    mode = parser.add_mutually_exclusive_group(required=True)
    mode.add_argument("--write", action="store_true", help="make them anew")
    mode.add_argument("--check", action="store_true", help="compare with the list")
    if parser.parse_args(arguments).write:
        write(VENDOR)
    found = list(faults(VENDOR))
    print("\n".join(found) or "the bundles are as they were made")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
