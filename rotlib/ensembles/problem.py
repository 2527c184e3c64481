"""What an ensemble is of, as JSON: to compare with, and to read it again.

No code is read back from a folder. Functions go in as a name and a fingerprint, and
come out as stand-ins that say what is missing where they are called.
"""

import hashlib
from typing import Any

import numpy as np

from .._bodies import as_body
from .._types import Array, State
from .._version import __version__
from ..body import Body
from ..errors import InvalidInput, NotAvailable
from ..loads import Load
from ..methods import Method, find
from ..runs.inputs import Given, InputsLike, checked_inputs
from ..runs.prepare import Grid, LoadLike, prepare
from ..wrenches import Wrench
from .chunk import Job
from .fingerprint import fingerprint


def described(job: Job, load: LoadLike, start: dict[str, Array]) -> dict[str, Any]:
    """The problem, with the load as it was given."""
    body = job.body
    return {
        "rotlib": __version__,
        "method": _method(job.method, stepping=job.backend != "auto"),
        "body": {
            "inertia": body.inertia.tolist(),
            "mass": np.asarray(body.mass).tolist(),
            "centre": body.centre.tolist(),
            "added mass": body.added_mass.tolist(),
        },
        "load": None if load is None else _load(job.load, load),
        **({} if job.inputs is None else {"inputs": _told(job.inputs)}),
        **job.grid._asdict(),
        "measure": _name(job.measure),
        "motions": len(start["omega"]),
        **{name: _digest(a) for name, a in start.items()},
    }


def job_of(problem: dict[str, Any], load: LoadLike, inputs: InputsLike = None) -> Job:
    """The job with the load that is handed over, or with a stand-in for it."""
    parts, motions = problem["body"].values(), problem["motions"]
    several = np.ndim(problem["body"]["mass"]) > 0
    body = (
        as_body([Body(*each) for each in zip(*parts, strict=True)])
        if several
        else Body(*parts)
    )
    name, poses = problem["method"]["name"], problem["method"]["poses"]
    method = Method(
        name,
        None,
        "known by its name alone",
        chapter="",
        equation="",
        step=_unknown_method,
        constants=_unknown_method if poses else None,
    )
    try:
        known = find(name)
    except NotAvailable:
        pass
    else:
        if problem["method"] in (_method(known, True), _method(known, False)):
            method = known
    kept = problem["load"]
    prepared: Any = kept and _stand_in(kept, poses)
    if load is not None:
        given = prepare(method, body, load)[1]
        if kept != _load(given, load):
            of = f"a load {kept['name']!r}" if kept else "no load"
            raise InvalidInput(
                f"load: expected the one of this ensemble, which has {of}, got another"
                " one; leave it out to read the arrays"
            )
        prepared = given
    grid = Grid(*(problem[name] for name in Grid._fields))
    measure = problem["measure"] and _unknown_measure
    given = None
    if inputs is not None:
        given = checked_inputs(inputs, prepared, grid.t0, grid.steps, (motions,))
        if _told(given) != problem.get("inputs"):
            raise InvalidInput(
                "inputs: expected those of this ensemble, got others; leave them out to"
                " read the arrays"
            )
    job = Job(method, body, prepared, grid, "auto", measure, False)
    return job._replace(inputs=given, motions=motions)


def _method(method: Method, stepping: bool) -> dict[str, Any]:
    form = method.stepping_form or method if stepping else method
    code = fingerprint((form.step, form.closed_form))
    return {"name": method.name, "code": code, "poses": method.poses}


def _load(load: Any, given: Any) -> dict[str, Any]:
    """What is kept of a load: whether there is a potential, say, but not which."""
    turning = getattr(load, "turning", None)
    return {
        "name": load.name,
        "code": fingerprint(given),
        "potential": load.potential is not None,
        "derivatives": len(getattr(load, "derivatives", ())),
        "turning": turning and [*map(float, turning)],
    }


def _told(inputs: Given) -> dict[str, Any]:
    """What is kept of inputs: a fingerprint."""
    return {"code": fingerprint(inputs)}


def _name(measure: Any) -> str | None:
    """What a folder keeps of a function that may be mended before it goes on."""
    return measure and str(getattr(measure, "__qualname__", "measure"))


def _digest(a: Array) -> dict[str, Any]:
    """A fingerprint of the numbers."""
    digest = hashlib.blake2b(digest_size=16)
    for first in range(0, len(a), 2**16):
        digest.update(a[first : first + 2**16].tobytes())
    return {"dtype": str(a.dtype), "digest": digest.hexdigest()}


def _stand_in(kept: dict[str, Any], poses: bool) -> Load | Wrench:
    potential = _unknown_load if kept["potential"] else None
    if poses:
        return Wrench(kept["name"], _unknown_load, potential)
    derivatives = (_unknown_load,) * kept["derivatives"]
    turning = kept["turning"]
    return Load(kept["name"], _unknown_load, potential, derivatives, turning=turning)


def _unknown_load(*state: Any) -> State:
    raise NotAvailable(
        "load: the folder keeps its name, not its code; hand it over once more:"
        " rotlib.open_ensemble(out, load=...)"
    )


def _unknown_method(*state: Any) -> State:
    raise NotAvailable(
        "method: the folder keeps its name, and this rotlib has no such method, or"
        " another one of that name; the records can be read, not continued"
    )


def _unknown_measure(run: Any) -> Any:
    raise NotAvailable("measure: the folder keeps what was measured, not the function")
