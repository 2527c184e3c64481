"""Compare generated modules with their derivation, show the difference, or write them."""

import difflib
import os
from pathlib import Path

import rotlib.kernels

from ..errors import InvalidInput, StaleKernel
from .kernel import imports

MODES = ("show", "check", "write")


def module_source(kernels, *, doc, notebook, constants=()):
    """The text of a generated module: header, imports, constants, functions."""
    calls = set().union(*(k.calls for k in kernels)) if kernels else set()
    parts = [f'"""{doc}\n\nGenerated from {notebook} by `python -m rotlib.codegen --write`; never edited.\n"""']
    head = imports(calls)
    if head:
        parts.append("\n".join(head))
    if constants:
        parts.append("\n".join(f"{name} = {value!r}" for name, value in constants))
    text = "\n\n".join(parts)
    return text + "".join(f"\n\n\n{k.source.rstrip()}" for k in kernels) + "\n"


def emit(topic, kernels, *, doc, notebook, constants=(), mode=None):
    """Hold `rotlib/kernels/<topic>.py` against the kernels derived here.

    Parameters
    ----------
    topic : str
        Name of the generated module.
    kernels : sequence of Kernel
        Its functions, in the order in which they are to appear.
    doc, notebook : str
        First line of the module's docstring; path of the deriving notebook from the repository's root.
    constants : sequence of (name, value), optional
        Numbers the derivation decides, such as where a series ends.
    mode : {"show", "check", "write"}, optional
        "show" prints the verdict and, if the file is stale, a diff; "check" raises; "write" writes. The default is
        taken from the environment variable ROTLIB_CODEGEN, else "show".

    Raises
    ------
    StaleKernel
        In mode "check", if the committed text differs.
    """
    mode = mode or os.environ.get("ROTLIB_CODEGEN", "show")
    if mode not in MODES:
        raise InvalidInput(f"mode: expected one of {', '.join(MODES)}, got {mode!r}")
    names = [k.name for k in kernels]
    if len(set(names)) != len(names):
        raise InvalidInput(f"kernels: names must differ, got {names}")
    path = Path(rotlib.kernels.__file__).with_name(f"{topic}.py")
    label = f"rotlib/kernels/{topic}.py"
    new = module_source(kernels, doc=doc, notebook=notebook, constants=constants)
    old = path.read_text(encoding="utf-8") if path.exists() else ""
    if old == new:
        verdict = f"{label}: current ({len(kernels)} functions)"
    elif mode == "write":
        scratch = path.with_suffix(".tmp")
        scratch.write_text(new, encoding="utf-8")
        os.replace(scratch, path)
        verdict = f"{label}: written ({len(kernels)} functions)"
    else:
        sides = old.splitlines(True), new.splitlines(True)
        diff = "".join(difflib.unified_diff(*sides, f"{label} (file)", f"{label} (derived)"))
        if mode == "check":
            raise StaleKernel(f"{label} differs from its derivation: python -m rotlib.codegen --write\n{diff[:2000]}")
        verdict = f"{label}: differs from this derivation; to keep the change run python -m rotlib.codegen --write\n{diff}"
    EMITTED[topic] = verdict
    print(verdict)


EMITTED = {}  # topic: verdict, for the command line
