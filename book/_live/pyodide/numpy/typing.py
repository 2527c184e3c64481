"""The names of `numpy.typing` that rotlib uses in hints."""

from . import ArrayLike, NDArray

__all__ = ["ArrayLike", "NDArray"]
