"""The libraries that formulas, moving figures and cells to type into use, as classic
scripts in book/_static/vendor: python book/_tools/vendor.py --write | --check

--write fetches the pinned npm packages, makes one script of each and states versions,
weights and hashes; it needs npm. --check needs nothing: it compares what is there with
what was stated."""

import argparse
import gzip
import hashlib
import json
import shutil
import sys
import tempfile
from pathlib import Path

import npm
import vendor_mathjax
import vendor_micropython

VENDOR = Path(__file__).resolve().parents[1] / "_static" / "vendor"
LIST = "bundles.json"
PACKAGES = {"three": "0.180.0", "uplot": "1.6.32"}
OTHERS = {"mathjax": vendor_mathjax, "micropython": vendor_micropython}
SOURCES = PACKAGES | {made.PACKAGE: made.VERSION for made in OTHERS.values()}
NAMES = {n: n for n in PACKAGES} | {n: made.PACKAGE for n, made in OTHERS.items()}
BUNDLER = ("esbuild", "0.28.2")
FILES = (
    *("three.js", "uplot.js", "uplot.css", "LICENSE-three", "LICENSE-uplot"),
    *(name for made in OTHERS.values() for name in made.FILES),
)
OPTIONS = (
    "--bundle --minify --format=iife --global-name=THREE --target=es2020"
    " --legal-comments=eof --log-level=warning"
)
THREE = """\
export {
  BackSide, BufferGeometry, Color, ConeGeometry, CylinderGeometry, DirectionalLight,
  DoubleSide, Float32BufferAttribute, FrontSide, Group, HemisphereLight, Matrix4, Mesh,
  MeshBasicMaterial, MeshStandardMaterial, PerspectiveCamera, Plane, Quaternion,
  Raycaster, Scene, Sphere, SphereGeometry, Vector2, Vector3, WebGLRenderer,
} from "three";
export { Line2 } from "three/examples/jsm/lines/Line2.js";
export { LineGeometry } from "three/examples/jsm/lines/LineGeometry.js";
export { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
export { toCreasedNormals } from "three/examples/jsm/utils/BufferGeometryUtils.js";
"""
README = """\
# Bundled libraries

Made by `python book/_tools/vendor.py --write` from npm packages; not to be edited.

| file | package | gzipped |
|---|---|---|
{rows}

`three.js` holds the parts of three.js that `book/_live/scene.js` uses, bundled with
{bundler} as one classic script with the global `THREE`, because browsers refuse ES
modules to pages opened from a disk. `uplot.js` is the package's own script.
`mathjax.js` holds the parts of MathJax that the book uses and sets the formulas of a
page before it is painted; it is under the Apache License 2.0.
`micropython.js` holds the interpreter as the text of a worker; a page loads it when a
reader first types. All others are under the MIT licence; the licences lie beside them.
"""


def write(folder):
    """Make the bundles in `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        npm.install(scratch, [f"{n}@{v}" for n, v in (*SOURCES.items(), BUNDLER)])
        made = npm.bundled(scratch, "three-entry.js", THREE, *OPTIONS.split())
        (folder / "three.js").write_text(made, encoding="utf-8")
        modules = Path(scratch, "node_modules")
        taken = {
            "uplot.js": modules / "uplot/dist/uPlot.iife.min.js",
            "uplot.css": modules / "uplot/dist/uPlot.min.css",
            "LICENSE-three": modules / "three/LICENSE",
            "LICENSE-uplot": modules / "uplot/LICENSE",
        }
        for name, source in taken.items():
            shutil.copyfile(source, folder / name)
        for made in OTHERS.values():
            made.bundle(scratch, folder)
    (folder / LIST).write_text(
        json.dumps(stated(folder), indent=1) + "\n", encoding="utf-8"
    )
    (folder / "README.md").write_text(readme(folder), encoding="utf-8")


def stated(folder):
    """Size, gzipped size and hash of each file."""
    return {
        name: {
            "bytes": len(data),
            "gzipped": len(gzip.compress(data, 9, mtime=0)),
            "sha256": hashlib.sha256(data).hexdigest(),
        }
        for name in FILES
        for data in [(folder / name).read_bytes()]
    }


def readme(folder):
    found = json.loads((folder / LIST).read_text(encoding="utf-8"))
    rows = [
        f"| `{name}` | {package} {SOURCES[package]} | {size / 1000:.0f} kB |"
        for name in FILES
        if not name.startswith("LICENSE")
        for package in [NAMES[name.split(".")[0]]]
        for size in [found[name]["gzipped"]]
    ]
    return README.format(rows="\n".join(rows), bundler=" ".join(BUNDLER))


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
    if "README.md" in there and (folder / "README.md").read_text(
        encoding="utf-8"
    ) != readme(folder):
        yield "README.md: not what vendor.py writes"


def main(arguments=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
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
