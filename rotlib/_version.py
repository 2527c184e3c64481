"""The version, and the check that a chapter and the installed package agree."""

from .errors import VersionMismatch

__version__ = "0.1.0"
"""The version of the installed package."""


def require(version: str) -> None:
    """Raise VersionMismatch unless this rotlib fits a chapter written for `version`.

    Before 1.0 the minor number must be equal, afterwards the major number; the
    installed version must not be older.
    """
    have, want = _numbers(__version__), _numbers(version)
    same = have[:1] == want[:1] if have[0] else have[:2] == want[:2]
    if not same or have < want:
        raise VersionMismatch(
            f"this chapter was written for rotlib {version},"
            f" installed is {__version__}: run `pip install -r requirements.txt`"
            " in the checkout the chapter belongs to, then restart the kernel"
        )


def _numbers(version: str) -> tuple[int, ...]:
    try:
        parts = tuple(int(part) for part in version.split("."))
    except (AttributeError, ValueError):
        raise VersionMismatch(
            f"version: expected a text such as '0.1', got {version!r}"
        ) from None
    return (parts + (0, 0))[:3]
