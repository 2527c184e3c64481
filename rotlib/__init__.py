"""rotlib."""

from ._version import __version__, require

__all__ = ["__version__", "require"]
