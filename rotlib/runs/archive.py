"""A run as one file: its arrays as NumPy keeps them, and a text, JSON, of the rest.

Nothing in a file is run, and it takes no more memory than its own size. An object comes
back by the call that made it, if that is one of rotlib's: the name of the function or
the class, and numbers. Of other functions a file holds the names. What pickle refuses
of a run travels in this form too.
Chapter: Getting your results out.
"""

import csv
import json
import operator
import os
import pickle
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from .. import __version__
from .._remembered import Remembered, call_of
from .._types import Array
from ..errors import InvalidInput, NotAvailable, VersionMismatch
from ..loads import as_load
from ..methods import Method
from .given import InputsLike, checked_inputs

FORMAT = 1
ABOUT = "rotlib"  # the name of the text among the arrays
MAKERS = "loads", "wrenches", "couplings", "methods"  # whose functions may be called
PARTS = "body", "joints", "runs", *MAKERS
HANDED_OVER = "(a file holds no functions); give it again: load=..., or integrate again"
IMPORTED = "define it at the top level of a module that both processes import"


class Absent:
    """Stands for a function that did not come along, and says so if it is called."""

    def __init__(self, name: str, why: str) -> None:
        self.__name__ = self.__qualname__ = name
        self.why: str = why

    def __call__(self, *arguments: Any) -> Any:
        said = "this function of the run did not come along"
        raise NotAvailable(f"{self.__name__}: {said} {self.why}")


@dataclass(frozen=True)
class Sent:
    """A part of a run that pickles, if need be without its functions."""

    value: Any

    def __reduce__(self) -> Any:
        arrays: dict[str, Any] = {}
        return _decoded, (_encoded(self.value, "", arrays, _pickled), arrays)


def _pickled(function: Any) -> dict[str, Any]:
    name, _ = _absent(function)["absent"]
    try:
        return {"pickled": [name, pickle.dumps(function)]}
    except Exception as error:  # whatever the parts of it raise
        return _absent(function, f"(pickle refused it: {error}); {IMPORTED}")


def _absent(function: Any, why: str = HANDED_OVER) -> dict[str, Any]:
    known = getattr(function, "name", type(function).__qualname__)
    return {"absent": [str(getattr(function, "__qualname__", known)), why]}


def write(path: str | os.PathLike[str], value: Any) -> None:
    """Write a run so that the file is there whole or not at all."""
    arrays, target = packed(value), checked(path)
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


def packed(value: Any) -> dict[str, Any]:
    """The arrays of a file; equal values have equal ones."""
    arrays: dict[str, Any] = {}
    about = {"format": FORMAT, "version": __version__}
    about["value"] = _encoded(value, "", arrays)
    return arrays | {ABOUT: np.array(json.dumps(about))}


def same(a: Any, b: Any) -> bool:
    """Whether the same would be in a file, bit for bit."""
    one, other = packed(a), packed(b)
    return one.keys() == other.keys() and same_bits(one.values(), other.values())


def same_bits(some: Iterable[Any], others: Iterable[Any]) -> bool:
    return all(
        (x.dtype, x.shape, x.tobytes()) == (y.dtype, y.shape, y.tobytes())
        for x, y in zip(some, others, strict=False)
    )


@contextmanager
def _whole(path: Any) -> Iterator[None]:
    try:
        yield
    except Exception as error:  # whatever a byte in the wrong place brings about
        raise InvalidInput(
            "path: expected a whole file of run.save, or a table of run.to_csv, got"
            f" {os.fspath(path)!r} ({error!r}); numpy.load and numpy.genfromtxt read"
            " others"
        ) from None


def read(path: str | os.PathLike[str]) -> Any:
    with open(checked(path), "rb") as file, _whole(path):
        with np.load(file, allow_pickle=False) as stored:
            size = sum(entry.file_size for entry in stored.zip.infolist())
            if size > os.fstat(file.fileno()).st_size:
                raise ValueError("its arrays are larger than the file")
            arrays = dict(stored)
        about = json.loads(str(arrays[ABOUT]))
        if about["format"] <= FORMAT:
            return _decoded(about["value"], arrays)
    raise VersionMismatch(
        f"path: {os.fspath(path)!r} has format {about['format']}, of rotlib"
        f" {about['version']}; rotlib {__version__} reads formats up to {FORMAT}"
    )


def read_run(
    path: str | os.PathLike[str], load: Any = None, inputs: InputsLike = None
) -> Any:
    """The run in a file of `run.save`, with functions that are handed over again."""
    run = read(path)
    if not hasattr(run, "motion") or {len(a) for a in run.motion} != {len(run.t)}:
        raise InvalidInput(
            f"path: expected a run in {os.fspath(path)!r}, with as many records of all"
        )
    given: dict[str, Any] = {} if load is None else {"load": as_load(load)}
    if inputs is not None:
        known, own, stats = given.get("load", run.load), run.inputs, run.stats
        rows = len(own) if isinstance(own, np.ndarray) else stats.get("steps")
        rest = stats.get("t0", 0.0), rows, run.q.shape[1:-1]
        given["inputs"] = checked_inputs(inputs, known, *rest)
    for name, value in given.items():
        if not same(value, getattr(run, name)):
            shown = (run.load, value) if name == "load" else ("its own", "others")
            raise InvalidInput(
                f"{name}: expected that of this run, {shown[0]}, got {shown[1]}; leave"
                " it out to read the records"
            )
    return replace(run, **given)


def read_table(path: str | os.PathLike[str]) -> Array:
    with open(path, newline="", encoding="utf-8-sig") as file, _whole(path):
        names, *rows = csv.reader(file)
        if not {"t (s)", "q_w"} <= {*names}:
            raise ValueError(f"its first line is {', '.join(names):.80}")
        columns = [(name, np.float64) for name in names]
        table = np.array([tuple(map(float, row)) for row in rows], columns)
        bodies = len({*table["body"].tolist()}) if "body" in names else 0
        return table.reshape(bodies, -1).T if bodies else table


def checked(path: Any, name: str = "path") -> Path:
    if not isinstance(path, str | os.PathLike):
        raise InvalidInput(f"{name}: expected a path, got {type(path).__name__}")
    return Path(path)


def _encoded(value: Any, at: str, arrays: Any, other: Any = _absent) -> Any:
    """The value for the text; its arrays are added to `arrays`, by their places.

    other: what is written of functions that are not rotlib's
    """

    def part(x: Any, name: str) -> Any:
        return _encoded(x, name, arrays, other)

    if value is None or type(value) in (bool, int, float, str):
        return value
    if isinstance(value, np.ndarray | np.generic) and value.dtype.kind in "biuf":
        arrays[at] = np.asarray(value)
        return {"array": at}
    if type(value) in (tuple, list):
        return [part(x, f"{at}.{i}") for i, x in enumerate(value)]
    if type(value) is dict and all(isinstance(key, str) for key in value):
        at = f"{at}." if at else ""
        return {"dict": {key: part(x, at + key) for key, x in value.items()}}
    if isinstance(value, Remembered) and (call := call_of(value)) is not None:
        if (name := _name(call.func)).startswith(MAKERS):
            given = part(call.args, at), part(call.keywords, at)
            # a method cannot be made of what is absent
            if not (isinstance(value, Method) and "'absent':" in str(given)):
                return {"call": [name, *given]}
        elif "pickled" in (whole := other(value)):
            return whole
    if is_dataclass(value) and (name := _name(type(value))) and "Method" not in name:
        own = {f.name: getattr(value, f.name) for f in fields(value) if f.init}
        return {"call": [name, [], part(own, at)]}
    if callable(value) and (name := _name(value)):
        return {"function": name}
    if callable(value) or isinstance(value, Method):
        return other(value)
    raise NotAvailable(
        f"save: run.{at} is {value!r:.40}, which a file does not hold; take it out,"
        " with dataclasses.replace(run, ...), or turn it into numbers and text"
    )


def _decoded(text: Any, arrays: dict[str, Any]) -> Any:
    match text:
        case list():
            return tuple([_decoded(x, arrays) for x in text])
        case {"array": at}:
            return arrays[at][()]
        case {"dict": parts}:
            return {name: _decoded(x, arrays) for name, x in parts.items()}
        case {"call": [name, given, named]}:
            maker = _found(name)
            if not (name.startswith(MAKERS) or is_dataclass(maker)):
                raise ValueError(f"{name} makes no part of a run")
            return maker(*_decoded(given, arrays), **_decoded(named, arrays))
        case {"function": name}:
            return _found(name)
        case {"absent": [name, why]}:
            return Absent(name, why)
        case {"pickled": [name, bytes() as code]}:  # which the text of a file is not
            try:
                return pickle.loads(code)
            except Exception as error:  # whatever stands in the way: a module, a name
                return Absent(name, f"({error}); {IMPORTED}")
        case dict():
            raise ValueError(f"it holds {sorted(text)}")
    return text


def _name(value: Any) -> str:
    """loads:constant_torque, if it stands by this name among the parts of a run."""
    module = str(getattr(value, "__module__", "")).removeprefix("rotlib.")
    name = f"{module}:{getattr(value, '__qualname__', '')}"
    with suppress(AttributeError, ValueError):
        return name if _at(name) is value else ""
    return ""


@cache
def _at(name: str) -> Any:
    module, _, path = name.partition(":")
    if not module.startswith(PARTS):
        raise ValueError(f"{name} is no part of a run")
    return operator.attrgetter(path)(import_module(f"rotlib.{module}"))


def _found(name: str) -> Any:
    value = _at(name)
    if _name(value) != name:
        raise ValueError(f"{name} is no part of a run")
    return value
