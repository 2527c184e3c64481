"""Python and SymPy for the pages that derive, in one script: python
book/_tools/derive_bundle.py

Takes Pyodide from npm and SymPy and mpmath from pip, in the versions named here, leaves
out what no derivation imports, compiles the rest and writes derive.js and LICENCES.txt
into _build/derive and, where the pages are built, beside them. A page loads the script
when a reader presses its button; it needs neither network nor server."""

import base64
import gzip
import io
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

from command import parser_of
from downloads import DERIVE, DERIVE_FOLDER

ROOT = Path(__file__).resolve().parents[2]

PYODIDE = "314.0.7"
MPMATH = "1.3.0"  # the last one that SymPy 1.14 takes
EPOCH = (1980, 1, 1, 0, 0, 0)
LEFT_OUT = re.compile(  # what `import sympy` and the derivations never open
    r"(^|/)(tests?|benchmarks)/"
    r"|^sympy/(physics/(?!units|matrices|__init__)|codegen/(?!ast|__init__))"
    r"|^sympy/(stats|vector|holonomic|crypto|diffgeom|categories|liealgebras"
    r"|sandbox|galgebra|unify|parsing/(latex|autolev|c|fortran))(/|\.py)"
    r"|^[^/]*\.(dist-info|data)/|^isympy\.py|\.(ini|lark|g4|pyi|typed)$"
    r"|^(idlelib|turtledemo|ensurepip|lib2to3|tkinter|pydoc_data|sqlite3|curses|dbm"
    r"|unittest|xmlrpc|_pyrepl|venv|wsgiref|pyodide_js)(/|\.py)"
)


def sympy_version():
    """The version with which the kernels are derived."""
    pinned = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    return re.search(r"^sympy==(\S+)$", pinned, re.MULTILINE)[1]


def fetch(folder):
    wanted = [f"sympy=={sympy_version()}", f"mpmath=={MPMATH}"]
    pip = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary"]
    npm = ["npm", "pack", f"pyodide@{PYODIDE}", "--silent"]
    run(npm, folder)
    run([*pip, ":all:", "-d", str(folder), *wanted], folder)
    with tarfile.open(next(folder.glob("pyodide-*.tgz"))) as archive:
        # Python 3.11 before its fifth release does not know the argument
        safe = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
        archive.extractall(folder, **safe)
    return folder / "package", sorted(folder.glob("*.whl"))


def run(command, folder):
    if not shutil.which(command[0]):
        sys.exit(f"{command[0]}: not found; it is needed to fetch and compile packages")
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)


# --- what goes in -------------------------------------------------------------------


def kept(archives):
    return {
        name: archive.read(name)
        for path in archives
        for archive in [zipfile.ZipFile(path)]
        for name in archive.namelist()
        if not name.endswith("/") and not LEFT_OUT.search(name)
    }


def stored(files):
    """A zip without compression, which gzip does better over the whole of it."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name, EPOCH), files[name])
    return made.getvalue()


def compiled(package, folder, name, files):
    """The same zip with bytecode in place of text, by Pyodide's own compiler."""
    source, target = folder / f"{name}.source.zip", folder / f"{name}.zip"
    source.write_bytes(stored(files))
    script = ROOT / "book" / "_tools" / "derive_compile.mjs"
    run(["node", str(script), str(package), str(source), str(target)], folder)
    with zipfile.ZipFile(target) as archive:
        return stored({n: archive.read(n) for n in archive.namelist()})


def classic(module):
    """Emscripten's module as a script that defines `createPyodideModule`.

    Browsers load no modules from a file; what it exports and where it lies are all
    that makes it one."""
    text, count = re.subn(r"export default _createPyodideModule;?\s*$", "", module)
    if count != 1:
        raise ValueError(
            "pyodide.asm.mjs: expected one `export default _createPyodideModule` at its"
            " end; look how this version of Pyodide exports"
        )
    text = text.replace("import.meta.url", '"file:///pyodide.asm.mjs"')
    return f"{text}\nself.createPyodideModule = _createPyodideModule;\n"


def parts(package, wheels, folder):
    text = (package / "pyodide.asm.mjs").read_text(encoding="utf-8")
    library = kept([package / "python_stdlib.zip"])
    return {
        "pyodide.js": (package / "pyodide.js").read_bytes(),
        "pyodide.asm.js": classic(text).encode(),
        "pyodide.asm.wasm": (package / "pyodide.asm.wasm").read_bytes(),
        "pyodide-lock.json": (package / "pyodide-lock.json").read_bytes(),
        "python_stdlib.zip": compiled(package, folder, "python_stdlib", library),
        "packages.zip": compiled(package, folder, "packages", kept(wheels)),
    }


def licences(wheels):
    lines = [
        "What derive.js carries, compressed and partly compiled to bytecode, without",
        "tests and without modules that no derivation of this book imports:",
        "",
        f"Pyodide {PYODIDE}: Mozilla Public License 2.0,"
        " https://www.mozilla.org/MPL/2.0/;",
        f"  source: https://github.com/pyodide/pyodide, tag {PYODIDE}",
        "CPython and its standard library, in Pyodide: Python Software Foundation",
        "  License 2, https://docs.python.org/3/license.html",
        f"SymPy {sympy_version()} and mpmath {MPMATH}: as follows",
    ]
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as archive:
            for name in archive.namelist():
                if re.search(r"\.dist-info/(licenses/)?LICENSE$", name):
                    lines += ["", f"--- {name} ---", "", archive.read(name).decode()]
    return "\n".join(lines) + "\n"


def script(carried):
    versions = f"Pyodide {PYODIDE}, SymPy {sympy_version()}, mpmath {MPMATH}"
    rows = [
        f'"{name}": "{base64.b64encode(gzip.compress(data, 9, mtime=0)).decode()}"'
        for name, data in carried.items()
    ]
    body = ",\n".join(rows)
    return (
        f"// {versions}; licences in LICENCES.txt. Made by"
        " python book/_tools/derive_bundle.py\n"
        f'self.deriveBundle = {{versions: "{versions}", parts: {{\n{body}\n}}}};\n'
    )


def main(arguments=None):
    parser_of(__doc__).parse_args(arguments)
    home = ROOT / "_build"
    pages = home / "html" / DERIVE_FOLDER
    folders = [home / "derive", *([pages] if (home / "html").is_dir() else [])]
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        package, wheels = fetch(work)
        files = {
            DERIVE: script(parts(package, wheels, work)),
            "LICENCES.txt": licences(wheels),
        }
    for folder in folders:
        folder.mkdir(parents=True, exist_ok=True)
        for file, text in files.items():
            (folder / file).write_text(text, encoding="utf-8")
        print(f"{folder / DERIVE}: {len(files[DERIVE]) / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
