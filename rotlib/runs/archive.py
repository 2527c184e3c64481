"""A run as one file: its arrays as NumPy keeps them, and a text, JSON, of the rest.

Nothing in a file is run. A load or a method comes back by the call that made it, if
that call is one of rotlib's; of other functions a file holds the names, and stand-ins
take their places.
"""

import io
import json
import math
import operator
import os
import zipfile
from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass
from importlib import import_module
from inspect import isfunction
from pathlib import Path
from typing import Any

import numpy as np

from .. import couplings, loads, methods, wrenches
from .._bodies import Bodies, as_body
from .._remembered import Absent, Remembered, call_of
from .._types import Function
from .._version import __version__
from ..body import Body
from ..errors import InvalidInput, NotAvailable, VersionMismatch
from ..methods import Method

FORMAT = 1
ABOUT = "rotlib"  # the name of the text among the arrays
HEADERS = np.lib.format
NUMBERS = "biuf"  # kinds of arrays that are written
RECORDS = (
    "body",
    "loads",
    "wrenches",
    "couplings",
    "methods",
    "runs",
)  # where their classes stand
REMEDY = "give it again: rotlib.load(path, load=...)"


def _stepping_form(method: Method, _: str) -> Method | None:
    return method.stepping_form


def _makers() -> dict[str, Function]:
    """The calls that are made again, by the names that they have in a file."""
    found: dict[str, Function] = {
        "add": operator.add,
        "stepping_form": _stepping_form,
        "wrenches.sum": wrenches._total,
        "methods.with_energy_preserved": Method.with_energy_preserved,
    }
    for module in (loads, wrenches, couplings, methods):
        short = module.__name__.rpartition(".")[2]
        for name in module.__all__:
            value = getattr(module, name)
            if callable(value) and not isinstance(value, type | Method):
                found[f"{short}.{name}"] = value
    return found


MAKERS = _makers()
NAMES = {id(maker): name for name, maker in MAKERS.items()}
NAMES[id(getattr)] = "stepping_form"  # the only attribute that a call is remembered of


class Unsavable(Exception):
    """A part of a run that no file can hold: its place, and what it is."""


def write(path: str | os.PathLike[str], run: Any) -> None:
    """Write a run, a dataclass, so that the file is there whole or not at all."""
    arrays: dict[str, Any] = {}
    try:
        told = _told(run, "", arrays)
    except Unsavable as error:
        where, what = error.args
        raise NotAvailable(
            f"save: run.{where} is {what}, which a file does not hold; take it out,"
            " with dataclasses.replace(run, ...), or turn it into numbers and text"
        ) from None
    about = {"format": FORMAT, "version": __version__, "run": told}
    arrays[ABOUT] = np.array(json.dumps(about))
    target = Path(checked(path))
    scratch = target.with_name(f".{target.name}.{os.getpid()}.new")
    try:
        with open(scratch, "xb") as file:
            np.savez(file, **arrays)
            file.flush()
            os.fsync(file.fileno())
        os.replace(scratch, target)
    except BaseException:
        scratch.unlink(missing_ok=True)
        raise


def read(path: str | os.PathLike[str]) -> Any:
    """The run that a file holds."""
    name = f"{os.fspath(checked(path))!r}"
    if not zipfile.is_zipfile(path):
        with open(path, "rb") as file:
            cut_off = file.read(2) == b"PK"
        raise InvalidInput(
            f"path: expected a file of run.save, got {name}, which"
            + (
                " ends too early; copy it again, or save the run again"
                if cut_off
                else " is another kind of file; rotlib.read_csv reads tables"
            )
        )
    about: dict[str, Any] = {}
    try:
        arrays = _arrays(path)
        if ABOUT not in arrays:
            raise _NoRun([*arrays])
        about = json.loads(str(arrays.pop(ABOUT)))
        if about["format"] > FORMAT:
            raise _Newer
        run = _made(about["run"], arrays)
        if not is_dataclass(run):
            raise ValueError("no run in it")
        return run
    except _NoRun as error:
        raise InvalidInput(
            f"path: expected a file of run.save, got {name}, which holds"
            f" {', '.join(error.args[0]) or 'nothing'}, but no run; numpy.load reads it"
        ) from None
    except _Newer:
        raise VersionMismatch(
            f"path: {name} has format {about['format']}, written by rotlib"
            f" {about.get('version')}; rotlib {__version__} reads formats up to"
            f" {FORMAT}: pip install --upgrade rotlib"
        ) from None
    except OSError:
        raise
    except Exception as error:  # whatever a byte in the wrong place brings about
        by = f", written by rotlib {about['version']}," if "version" in about else ""
        raise InvalidInput(
            f"path: {name}{by} cannot be read by rotlib {__version__} ({error!r});"
            " copy it again, or save the run again"
        ) from None


def _arrays(path: str | os.PathLike[str]) -> dict[str, Any]:
    """The arrays of a file, which take no more memory than it has bytes."""
    with zipfile.ZipFile(path) as file:
        parts = file.infolist()
        if sum(part.file_size for part in parts) > os.path.getsize(path):
            raise ValueError("it is compressed, as run.save does not write it")
        return {
            part.filename.removesuffix(".npy"): _array(file, part) for part in parts
        }


def _array(file: zipfile.ZipFile, part: zipfile.ZipInfo) -> Any:
    stored = io.BytesIO(file.read(part))
    read = getattr(
        HEADERS, "read_array_header_{}_{}".format(*HEADERS.read_magic(stored))
    )
    shape, _, dtype = read(stored)
    if math.prod(shape) * dtype.itemsize != part.file_size - stored.tell():
        raise ValueError(f"{part.filename} has another size than it says")
    stored.seek(0)
    return HEADERS.read_array(stored, allow_pickle=False)


def checked(path: Any) -> str | os.PathLike[str]:
    """Return `path` if it is one."""
    if not isinstance(path, str | os.PathLike):
        raise InvalidInput(f"path: expected a path, got {type(path).__name__}")
    return path


class _NoRun(Exception):
    """Arrays, but of somebody else."""


class _Newer(Exception):
    """A format of the future."""


def _told(value: Any, where: str, arrays: dict[str, Any]) -> Any:
    """`value` for the text; its arrays are added to `arrays`, by their places."""
    if value is None or type(value) in (bool, int, float, str):
        return value
    if isinstance(value, np.ndarray | np.generic):
        if value.dtype.kind not in NUMBERS or np.ma.isMaskedArray(value):
            raise Unsavable(where, f"an array of {value.dtype}")
        arrays[where] = np.asarray(value)
        return {"array": where, "number": isinstance(value, np.generic)}
    if isinstance(value, tuple) and any(isinstance(x, Body) for x in value):
        value = as_body(value)
    if isinstance(value, Bodies):
        stacked = [(f.name, getattr(value, f.name)) for f in fields(Body)]
        return {"bodies": _parts(stacked, where, arrays)}
    if type(value) in (tuple, list):
        each = [_told(x, f"{where}.{i}", arrays) for i, x in enumerate(value)]
        return {type(value).__name__: each}
    if type(value) is dict and all(isinstance(key, str) for key in value):
        return {"dict": _parts(value.items(), where, arrays)}
    if isinstance(value, Remembered) and (call := call_of(value)) is not None:
        known = _call_told(call, where, arrays)
        if known and not (isinstance(value, Method) and _has_absent(known)):
            return known
    if isinstance(value, Method):
        why = f"{value.name} is none of rotlib.methods"
        return {"absent": value.name, "why": why, "remedy": "integrate again"}
    module, name = _place(type(value))
    if is_dataclass(value) and module:
        given = [(f.name, getattr(value, f.name)) for f in fields(value) if f.init]
        return {"record": [module, name], "fields": _parts(given, where, arrays)}
    if isinstance(value, Absent):
        absent, _, why, remedy = value.given
        return {"absent": absent, "why": why, "remedy": remedy}
    module, name = _place(value)
    if module and isfunction(value):
        return {"function": [module, name]}
    if callable(value):
        absent = getattr(value, "__qualname__", type(value).__qualname__)
        why, loaded = "a file holds no functions", where.startswith("load")
        remedy = REMEDY if loaded else f"it was run.{where}: integrate again"
        return {"absent": absent, "why": why, "remedy": remedy}
    raise Unsavable(where, f"of type {type(value).__name__}")


def _parts(
    given: Iterable[tuple[str, Any]], where: str, arrays: dict[str, Any]
) -> dict[str, Any]:
    place = f"{where}." if where else ""
    return {name: _told(x, place + name, arrays) for name, x in given}


def _call_told(call: Any, where: str, arrays: dict[str, Any]) -> Any:
    """The call, unless it is none of rotlib's, or is given what a file cannot hold."""
    if (maker := NAMES.get(id(call.function))) is None:
        return None
    own: dict[str, Any] = {}
    try:
        given = [_told(x, f"{where}.{i}", own) for i, x in enumerate(call.arguments)]
        named = _parts(call.named, where, own)
    except Unsavable:
        return None
    arrays.update(own)
    return {"call": maker, "arguments": given, "named": named}


def _has_absent(told: Any) -> bool:
    if isinstance(told, dict):
        return "absent" in told or any(map(_has_absent, told.values()))
    return isinstance(told, list) and any(map(_has_absent, told))


def _place(value: Any) -> tuple[str, str]:
    """Module and name, if it stands by this name in a module of a run's parts."""
    package, _, module = str(getattr(value, "__module__", "")).partition(".")
    name = getattr(value, "__qualname__", "")
    if package != "rotlib" or module.partition(".")[0] not in RECORDS:
        return "", ""
    found = getattr(import_module(f"rotlib.{module}"), name, None)
    return (module, name) if found is value else ("", "")


def _found(module: str, name: str, kind: Callable[[Any], bool]) -> Any:
    """A class or a function of rotlib, by the name that a file gives."""
    value = None
    if module.partition(".")[0] in RECORDS and module.replace(".", "").isidentifier():
        value = getattr(import_module(f"rotlib.{module}"), name, None)
    if not kind(value) or _place(value) != (module, name):
        raise ValueError(f"it names {module}.{name}, which is not in rotlib")
    return value


def _is_record(value: Any) -> bool:
    return isinstance(value, type) and is_dataclass(value)


def _made(told: Any, file: dict[str, Any]) -> Any:
    """What `_told` has told; it needs each array once."""
    if not isinstance(told, dict):
        return told
    match told:
        case {"array": where, "number": number}:
            return file.pop(where)[()] if number else file.pop(where)
        case {"bodies": parts}:
            return Bodies.from_arrays(**{k: _made(x, file) for k, x in parts.items()})
        case {"tuple": each}:
            return tuple([_made(x, file) for x in each])
        case {"list": each}:
            return [_made(x, file) for x in each]
        case {"dict": parts}:
            return {name: _made(x, file) for name, x in parts.items()}
        case {"call": maker, "arguments": given, "named": named}:
            parts = {name: _made(x, file) for name, x in named.items()}
            return MAKERS[maker](*[_made(x, file) for x in given], **parts)
        case {"record": [module, name], "fields": parts}:
            made = {key: _made(x, file) for key, x in parts.items()}
            return _found(module, name, _is_record)(**made)
        case {"function": [module, name]}:
            return _found(module, name, isfunction)
        case {"absent": name, "why": why, "remedy": remedy}:
            return Absent(name, None, why, remedy)
    raise ValueError(f"it holds {sorted(told)}")
