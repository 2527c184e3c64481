"""What a page derives, outside a browser: its files alone, and no NumPy but its own."""

import json
import subprocess
import sys
from pathlib import Path

import derive
import mpmath
import sympy

RUN = """
import json, sys
sys.dont_write_bytecode = True
sys.path[:0] = {paths}
import derive_here
given = json.load(open("given.json"))
answer = derive_here.derive(**given)
assert "numpy" not in sys.modules or "derive" in sys.modules["numpy"].__file__
json.dump(answer, open("answer.json", "w"))
"""


def page(name, choice, folder):
    """The answer of a page to a reader's choice."""
    given = derive.contents(name)
    home = folder / "derive"
    for path, text in given["files"].items():
        (home / path).parent.mkdir(parents=True, exist_ok=True)
        (home / path).write_text(text, encoding="utf-8")
    packages = folder / "packages"
    packages.mkdir(exist_ok=True)
    for module in (sympy, mpmath):
        link = packages / module.__name__
        if not link.exists():
            link.symlink_to(Path(module.__file__).parent, target_is_directory=True)
    texts = [list(stage) for stage in given["stages"]]
    if given["variable"]:
        texts[0][1] = chosen(texts[0][1], given["variable"], choice)
    job = {
        "name": name,
        "stages": texts,
        "committed": given["committed"],
        "choice": choice,
    }
    (folder / "given.json").write_text(json.dumps(job), encoding="utf-8")
    code = RUN.format(paths=[str(home), str(packages)])
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code],
        cwd=folder,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return json.loads((folder / "answer.json").read_text(encoding="utf-8"))


def chosen(text, variable, value):
    """The statements with another value for one name, as the page changes them."""
    lines = text.split("\n")
    (at,) = [i for i, x in enumerate(lines) if x.startswith(f"{variable} = ")]
    lines[at] = f"{variable} = {value}"
    return "\n".join(lines)
