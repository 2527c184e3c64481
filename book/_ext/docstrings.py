"""Docstrings say |q| for a length; the markup they are read as takes that for a
substitution."""

import re

CODE = re.compile(r"(``.*?``)")


def keep_bars(app, what, name, obj, options, lines):
    """Escape bars outside literals and doctests, in place."""
    in_doctest = False
    for i, line in enumerate(lines):
        in_doctest = bool(line.strip()) and (
            in_doctest or line.lstrip().startswith(">>>")
        )
        if not in_doctest and "|" in line:
            parts = CODE.split(line)
            lines[i] = "".join(
                p if p.startswith("``") else p.replace("|", r"\|") for p in parts
            )


def setup(app):
    app.connect("autodoc-process-docstring", keep_bars, priority=900)
    return {"parallel_read_safe": True}
