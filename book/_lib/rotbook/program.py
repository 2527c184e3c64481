"""The program that the reader writes in the course: `from rotbook.program import exp`.

It stands in the chapters, in the cells tagged `program`; here they are put together in
the order of reading. `python -m rotbook.program` writes the file for download."""

import ast
import json
from functools import cache
from pathlib import Path
from types import CodeType

import yaml

BOOK = Path(__file__).resolve().parents[2]
FILE = BOOK / "own" / "program.py"
HEAD = '''"""My own integrator, as it grew in the course *Integrating Rotations*.

A quaternion q = (w, x, y, z) takes body to space components. L is the angular momentum
in space, J holds the principal moments, h is the step."""

import numpy as np
'''


def text() -> str:
    """The whole program, as one file."""
    return HEAD + "".join(f"\n\n# --- {title}\n\n{code}\n" for title, code in _parts())


def _parts() -> list[tuple[str, str]]:
    """(Title of the chapter, what the reader writes there), in the order of reading."""
    contents = yaml.safe_load((BOOK.parent / "_toc.yml").read_text(encoding="utf-8"))
    found: list[tuple[str, str]] = []
    for chapter in contents["parts"][0]["chapters"]:
        page = BOOK.parent / f"{chapter['file']}.ipynb"
        cells = json.loads(page.read_text(encoding="utf-8"))["cells"]
        mine = [
            "".join(cell["source"])
            for cell in cells
            if "program" in cell["metadata"].get("tags", [])
        ]
        if mine:
            words = "".join(cells[0]["source"]).split("\n# ")[1]
            found.append((words.split("\n")[0], "\n\n\n".join(mine)))
    return found


@cache
def _written() -> dict[str, object]:
    space: dict[str, object] = {}
    exec(_compiled(), space)
    return space


def _compiled() -> CodeType:
    source = text()
    seen: set[str] = set()
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef):
            if node.name in seen:
                raise ValueError(f"{node.name}: two chapters of the course define it")
            seen.add(node.name)
    return compile(source, "program.py", "exec")


def __getattr__(name: str) -> object:
    if name.startswith("_") or name not in _written():
        raise AttributeError(f"no chapter of the course defines {name}")
    return _written()[name]


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
