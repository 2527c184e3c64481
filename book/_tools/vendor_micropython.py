"""The Python that runs on a page: MicroPython as the text of a worker, in one classic
script. `vendor.py` calls it."""

import json

import npm

PACKAGE = "@micropython/micropython-webassembly-pyscript"
VERSION = "1.27.0"
FILES = ("micropython.js", "LICENSE-micropython")
ENTRY = f"""\
import {{ loadMicroPython }} from "{PACKAGE}/micropython.mjs";
import wasm from "{PACKAGE}/micropython.wasm";
globalThis.startMicroPython = options => {{
  const url = URL.createObjectURL(new Blob([wasm], {{ type: "application/wasm" }}));
  return loadMicroPython({{ ...options, url }}).finally(() => URL.revokeObjectURL(url));
}};
"""
OPTIONS = (
    "--bundle --minify --format=iife --target=es2022 --loader:.wasm=binary"
    " --define:process=undefined --define:import.meta.url=location.href"
    " --external:module --external:path --external:url --log-level=error"
)
# The package names its licence, MIT, and leaves the text to its repository.
LICENCE = """\
The MIT License (MIT)

Copyright (c) 2013-2026 Damien P. George

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in
all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN
THE SOFTWARE.
"""


def bundle(scratch, folder):
    """Write FILES into `folder`; the packages lie in `scratch`/node_modules.

    The script holds a text and runs nothing: a page opened from a disk can neither
    fetch a file nor start a worker from one, but it can start one from a text.
    """
    made = npm.bundled(scratch, "micropython-entry.js", ENTRY, *OPTIONS.split())
    (folder / "micropython.js").write_text(
        f"// {PACKAGE} {VERSION}, MIT; see LICENSE-micropython\n"
        f"globalThis.micropythonText = {json.dumps(made)};\n",
        encoding="utf-8",
    )
    (folder / "LICENSE-micropython").write_text(LICENCE, encoding="utf-8")
