"""What the pages of the book share: how figures look, tables, derivations, answers.

What a page asks for is imported then: a derivation in a browser has no NumPy.
"""

from importlib import import_module

_HOME = {
    **dict.fromkeys(("COLOURS", "CYCLE", "INK", "PAPER"), "figures"),
    **dict.fromkeys(("label_lines", "look", "style"), "figures"),
    **dict.fromkeys(("Sketch", "sketch"), "sketches"),
    **dict.fromkeys(("Table", "table"), "tables"),
}
__all__ = sorted(_HOME)


def __getattr__(name):
    if name not in _HOME:
        raise AttributeError(f"module 'rotbook' has no attribute {name!r}")
    return getattr(import_module(f".{_HOME[name]}", __name__), name)
