"""A run as a table of pandas and as a data set of xarray.

Chapter: Getting your results out.
"""

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _check

if TYPE_CHECKING:
    from pandas import DataFrame
    from xarray import Dataset


def by_body(run: Any) -> Any:
    """The table of `to_csv`, (bodies, records, columns)."""
    shape = len(run), math.prod(run.q.shape[1:-1]), len(run.columns)
    return np.asarray(run).reshape(shape).swapaxes(0, 1)


def data_frame(run: Any) -> "DataFrame":
    _check.installed("pandas", "run.to_pandas()")
    from pandas import DataFrame, concat

    time, table = run.columns[0], by_body(run)
    each = [DataFrame(rows, columns=run.columns).set_index(time) for rows in table]
    return each[0] if run.q.ndim == 2 else concat(dict(enumerate(each)), names=["body"])


def data_set(run: Any) -> "Dataset":
    _check.installed("xarray", "run.to_xarray()")
    import xarray

    axes = run.q.ndim - 2
    batch = ["body"] if axes == 1 else [f"body_{k}" for k in range(axes)]
    told = {"method": run.method, "load": "" if run.load is None else run.load.name}
    data = xarray.Dataset(coords={"t": ("t", run.t, {"units": "s"})}, attrs=told)
    for name, ends, unit, values in run._columns():
        axis = f"{name}_number" if ends[0] == "1" else "".join(ends)
        dims = ["t", *batch, axis] if axis else ["t", *batch]
        data = data.assign_coords({axis: ends}) if axis else data
        about = {"units": unit} if unit else {}
        data[name] = dims, values if axis else values[..., 0], about
    return data
