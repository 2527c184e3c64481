"""Compare generated modules with their derivation, show what differs, or write it."""

import difflib
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from fractions import Fraction
from pprint import PrettyPrinter
from types import ModuleType

import rotlib.kernels
from rotlib.codegen import WIDTH, Kernel, imports
from rotlib.errors import InvalidInput, StaleKernel

MODES = ("show", "check", "write")
COMMAND = "python -m rotlib.codegen"


def module_source(
    kernels: Sequence[Kernel],
    *,
    doc: str,
    notebook: str,
    constants: Iterable[tuple[str, object]] = (),
) -> str:
    calls = set[str]().union(*(k.calls for k in kernels))
    parts = [
        f'"""{doc}\n\nGenerated from {notebook} by\n`python -m rotlib.codegen --write`;'
        ' never edited.\n"""'
    ]
    head = imports(calls)
    if head:
        parts.append("\n".join(head))
    if constants:
        parts.append("\n".join(constant(name, value) for name, value in constants))
    text = "\n\n".join(parts)
    return text + "".join(f"\n\n\n{k.source.rstrip()}" for k in kernels) + "\n"


class Constants(PrettyPrinter):
    """Prints a fraction as a quotient, which is a number of Python."""

    def format(self, value, *where):
        if isinstance(value, Fraction):
            return f"{value.numerator}/{value.denominator}", True, False
        return super().format(value, *where)


def constant(name: str, value: object) -> str:
    """The line that gives a number, or the lines that give a nest of them, a name."""
    start = f"{name} = "  # under a line with its type, if there is one
    indent = len(start.rpartition("\n")[2])
    text = Constants(width=WIDTH - indent, sort_dicts=False).pformat(value)
    return start + text.replace("\n", "\n" + " " * indent)


def emit(
    topic: str,
    kernels: Sequence[Kernel],
    *,
    doc: str,
    notebook: str,
    constants: Iterable[tuple[str, object]] = (),
    mode: str | None = None,
    folder: str | Path | None = None,
) -> ModuleType | None:
    """Hold `rotlib/kernels/<topic>.py` against the kernels derived here.

    In a run by the command, they are written to a folder before that of the package.
    With a `folder` of one's own the module is written there, and returned.

    StaleKernel in mode "check" if the committed text differs; InvalidInput for two
    kernels of one name, and for a topic that another notebook emits too.

    kernels: its functions, in the order in which they are to appear
    doc: first line of the module's docstring
    notebook: path of the deriving notebook from the repository's root
    constants: (name, value) of numbers the derivation decides
    mode: "show" prints the verdict and a diff, "check" raises, "write" writes; by
        default "write" to a folder of one's own; else the environment variable
        ROTLIB_CODEGEN, or "show"
    folder: of the module, outside the package; made if it is not there
    """
    usual = "write" if folder else os.environ.get("ROTLIB_CODEGEN", "show")
    mode = mode or usual
    if mode not in MODES:
        raise InvalidInput(f"mode: expected one of {', '.join(MODES)}, got {mode!r}")
    if not topic.isidentifier():
        raise InvalidInput(f"topic: expected the name of a module, got {topic!r}")
    other = EMITTED.get(topic, notebook)
    if folder is None and other != notebook:
        raise InvalidInput(
            f"topic {topic!r}: both {other} and {notebook} emit it; one topic, one"
            " notebook"
        )
    names = [k.name for k in kernels]
    if len(set(names)) != len(names):
        raise InvalidInput(f"kernels: names must differ, got {names}")
    home = Path(folder or [*rotlib.kernels.__path__][0])
    path = home / f"{topic}.py"
    label = f"{home.name}/{topic}.py" if folder else f"rotlib/kernels/{topic}.py"
    new = module_source(kernels, doc=doc, notebook=notebook, constants=constants)
    old = path.read_text(encoding="utf-8") if path.exists() else ""
    fresh = f"({len(kernels) or 'no'} functions)"
    if old == new:
        verdict = f"{label}: current {fresh}"
    elif mode == "write":
        home.mkdir(parents=True, exist_ok=True)
        swap_in(path, new)
        if folder is None:  # a derivation that builds on this module reads the new one
            sys.modules.pop(f"rotlib.kernels.{topic}", None)
            vars(rotlib.kernels).pop(topic, None)
        verdict = f"{label}: written {fresh}"
    else:
        sides = old.splitlines(True), new.splitlines(True)
        diff = "".join(
            difflib.unified_diff(*sides, f"{label} (file)", f"{label} (derived)")
        )
        verdict = (
            f"{label}: differs from this derivation;"
            f" to keep the change run {COMMAND} --write\n{diff}"
        )
    if folder is None:
        EMITTED[topic] = notebook
    if mode == "check" and old != new:
        raise StaleKernel(verdict[:2000])
    print(verdict)
    return imported(path) if folder and path.exists() else None


def imported(path: Path) -> ModuleType:
    """The module of this file, as it is now, without a place among the others."""
    module = ModuleType(path.stem)
    text = path.read_text(encoding="utf-8")
    exec(compile(text, str(path), "exec"), vars(module))
    return module


def swap_in(path: Path, text: str) -> None:
    scratch = path.with_suffix(".tmp")
    scratch.write_text(text, encoding="utf-8")
    os.replace(scratch, path)


EMITTED: dict[str, str] = {}
"""The notebook that has emitted a topic, for the command line."""
