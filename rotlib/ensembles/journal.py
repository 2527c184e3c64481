"""What an ensemble on a disk is of, and which of its parts are made.

The problem is a JSON file that is made once, by one process. A line of JSON is added
for each part after its numbers are safe; a part without its line counts as not begun.
"""

import json
import os
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import InvalidInput
from .storage import write_all


class Made(NamedTuple):
    """A part that is made: its motions, on which back end, and those that failed."""

    first: int
    stop: int
    backend: str | None
    failed: dict[int, str]


class Journal:
    """The problem and the list of parts, opened for reading."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.problem: dict[str, Any] = _problem(path)
        self._lock: Any = None
        self._read()

    def _read(self) -> None:
        """Take the lines up to one that was cut off when its writer ended."""
        self.parts: list[Made] = []
        self.length: int = 0  # bytes of whole lines
        file = _list_at(self.path)
        text = file.read_bytes() if file.exists() else b""
        for line in text.splitlines(keepends=True):
            try:
                first, stop, backend, failed = json.loads(line)
            except ValueError:
                return
            if not line.endswith(b"\n"):
                return
            failed = {int(i): why for i, why in failed.items()}
            self.parts.append(Made(first, stop, backend, failed))
            self.length += len(line)

    @property
    def motions(self) -> int:
        """How many are in the parts that are made."""
        return sum(part.stop - part.first for part in self.parts)

    def write_on(self) -> None:
        """Prepare for more lines; InvalidInput while another process writes."""
        self._lock = _locked(_problem_at(self.path))
        self._read()  # again: another may have written until now

    def add(self, parts: list[Made]) -> None:
        """Note that these parts are made; their numbers must be safe by now."""
        text = "".join(json.dumps(part) + "\n" for part in parts).encode()
        with open(_list_at(self.path), "ab", buffering=0) as file:
            file.truncate(self.length)  # what was cut off goes
            try:
                write_all(file, text)
                os.fsync(file.fileno())
            except BaseException:
                file.truncate(self.length)
                raise
        self.parts += parts
        self.length += len(text)

    def close(self) -> None:
        """Let other processes write on."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def discard(self) -> None:
        """Remove it, and its folder if that is empty then."""
        _list_at(self.path).unlink(missing_ok=True)
        _problem_at(self.path).unlink()
        _remove_empty(self.path)


def begun(path: Path, problem: dict[str, Any]) -> Journal:
    """The journal of a new ensemble. One process can make it; any other is refused."""
    taken = InvalidInput(
        f"out: {str(path)!r} exists, and nothing is overwritten; give another name,"
        " remove it, or go on with the ensemble in it: resume=True"
    )
    try:
        path.mkdir(parents=True, exist_ok=True)
        if any(path.iterdir()):
            raise taken
        file = open(_problem_at(path), "x", encoding="utf-8")
    except (FileExistsError, NotADirectoryError):
        raise taken from None
    try:
        with file:
            json.dump(_wrapped(path, problem), file, indent=1)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        _problem_at(path).unlink()
        _remove_empty(path)
        raise
    journal = Journal(path)
    journal.write_on()
    return journal


def resumed(path: Path, problem: dict[str, Any]) -> Journal:
    """The journal of an ensemble begun before, which must be of the same problem."""
    journal = Journal(path)
    if changed := _differences(journal.problem, json.loads(json.dumps(problem))):
        raise InvalidInput(
            f"resume: expected the problem that {str(path)!r} was begun with, got"
            f" {'; '.join(changed)}; give it another out, or read what is there with"
            " rotlib.open_ensemble"
        )
    if journal.motions < problem["motions"]:
        journal.write_on()
    return journal


def _differences(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    """What is not the same, in words."""
    found = []
    for name in sorted({*old, *new}):
        one, other = old.get(name), new.get(name)
        if one != other:
            one, other = _in_short(one), _in_short(other)
            values = "" if one == other else f" ({other!r}, it was {one!r})"
            found.append(f"another {name}{values}")
    return found


def _in_short(value: Any) -> Any:
    """A number or a name; None of what has neither."""
    return value.get("name") if isinstance(value, dict) else value


def _problem(path: Path) -> dict[str, Any]:
    """The problem that was written there."""
    try:
        text = json.loads(_problem_at(path).read_text(encoding="utf-8"))
        problem: dict[str, Any] = text["attributes"]["rotlib"] if path.suffix else text
        problem["motions"]
    except (OSError, ValueError, KeyError, TypeError):
        raise InvalidInput(
            f"out: expected an ensemble in {str(path)!r}, got none that rotlib can read"
            f" ({_problem_at(path).name} says of what it is)"
        ) from None
    return problem


def _wrapped(path: Path, problem: dict[str, Any]) -> dict[str, Any]:
    """The problem as its file has it: of Zarr's, it is an attribute of the group."""
    if not path.suffix:
        return problem
    return {"zarr_format": 3, "node_type": "group", "attributes": {"rotlib": problem}}


def _problem_at(path: Path) -> Path:
    return path / ("zarr.json" if path.suffix else "ensemble.json")


def _list_at(path: Path) -> Path:
    """Zarr knows no other files beside its arrays; within one, it does not look."""
    return (path / "steps_completed" if path.suffix else path) / "made.jsonl"


def _remove_empty(folder: Path) -> None:
    """Remove a folder that holds nothing."""
    if folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()


def _locked(path: Path) -> Any:
    """The file, locked until it is closed; None where the system has no such locks."""
    try:
        import fcntl
    except ImportError:
        return None
    file = open(path, "r+b")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise InvalidInput(
            f"out: another process is writing {str(path.parent)!r}; wait for it, or end"
            " it, and resume then"
        ) from None
    except OSError:  # a file system without locks
        pass
    return file
