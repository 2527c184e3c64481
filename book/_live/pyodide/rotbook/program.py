"""The reader's program computes with arrays, and a page has none."""

from absent import refuse


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    refuse(f"rotbook.program.{name}")
