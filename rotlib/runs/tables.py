"""A run as a table of pandas and as a data set of xarray."""

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _check

if TYPE_CHECKING:
    from pandas import DataFrame
    from xarray import Dataset


def data_frame(run: Any) -> "DataFrame":
    """The table of `to_csv`, by time, of a batch by body and time."""
    _check.installed("pandas", "run.to_pandas()")
    import pandas

    time, *names = run.columns
    bodies = math.prod(run.q.shape[1:-1])
    table = np.asarray(run).reshape(len(run), bodies, len(names) + 1)
    rows = table.swapaxes(0, 1).reshape(-1, len(names) + 1)
    index: Any = pandas.Index(rows[:, 0], name=time)
    if run.q.ndim > 2:
        body = np.repeat(np.arange(bodies), len(run))
        index = pandas.MultiIndex.from_arrays([body, rows[:, 0]], names=["body", time])
    return pandas.DataFrame(rows[:, 1:], index=index, columns=names)


def data_set(run: Any) -> "Dataset":
    """The quantities of the table, each with its axes and its unit."""
    _check.installed("xarray", "run.to_xarray()")
    import xarray

    axes = run.q.ndim - 2
    batch = ["body"] if axes == 1 else [f"body_{k}" for k in range(axes)]
    variables, labels = {}, {}
    for names, unit, values in run._columns():
        name, axis, told = names[0], [], {"units": unit} if unit else {}
        if len(names) == 1:
            values = values[..., 0]
        else:
            ends = [full.rpartition("_")[2] for full in names]
            name = name.rpartition("_")[0]
            axis = [f"{name}_number" if ends[0] == "1" else "".join(ends)]
            labels[axis[0]] = ends
        variables[name] = (["t", *batch, *axis], values, told)
    told = {"method": run.method, "load": "" if run.load is None else run.load.name}
    clock = {"t": ("t", run.t, {"units": "s"})}
    return xarray.Dataset(variables, coords=labels | clock, attrs=told)
