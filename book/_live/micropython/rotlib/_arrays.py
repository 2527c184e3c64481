"""Generated functions on arrays: for one motion, or row by row."""

import numpy as np

from .errors import InvalidInput


def arrays(kernel, sizes, check=()):
    """The kernel on vectors of these sizes; those named in `check` must be units."""

    def call(*vectors):
        vectors = [np.asarray(v, float) for v in vectors]
        for v, size in zip(vectors, sizes):
            if v.shape[-1:] != (size,):
                raise InvalidInput(
                    f"{kernel.__name__}: expected shape (..., {size}), got {v.shape};"
                    " put the components on the last axis"
                )
            if not np.isfinite(v).all():
                raise InvalidInput(
                    "expected finite numbers, got NaN or infinity;"
                    " look for a division by zero"
                )
        for k in check:
            _require_unit(vectors[k])
        return _rows(vectors)

    def _rows(vectors):
        long = [len(v) for v in vectors if v.ndim == 2]
        if long:
            rows = [v if v.ndim == 2 else [v] * long[0] for v in vectors]
            return np.array([_rows(row) for row in zip(*rows)])
        made = kernel(*[x for v in vectors for x in v])
        return np.array(made) if isinstance(made, tuple) else made

    return call


def _require_unit(q):
    for row in q if q.ndim == 2 else [q]:
        off = abs(np.linalg.norm(row) - 1.0)
        if off > 1e-6:
            raise InvalidInput(
                "q: expected unit quaternions (w, x, y, z), got one with"
                f" | |q| - 1 | = {off:.2g}; use rotlib.quaternion.normalize if the"
                " direction is what you mean"
            )
