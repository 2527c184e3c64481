"""What folded code is for, in a word: setup, a check, the drawing of a figure."""

import ast

from docutils import nodes
from myst_nb.sphinx_ import HideCodeCellNode

IMPORT = (ast.Import, ast.ImportFrom)
SETUP = (*IMPORT, ast.FunctionDef, ast.ClassDef)
DRAWS = ("plt", "rl.plot", "rb.", "ax", "fig", ".animate", ".plot(")


def purpose(code):
    try:
        statements = ast.parse(code).body
    except SyntaxError:
        return "code"
    kept = [s for s in statements if not (isinstance(s, SETUP) or called(s))]
    if not kept or sum(isinstance(s, IMPORT) for s in statements) > 1:
        return "setup"
    if any(isinstance(part, ast.Assert) for s in statements for part in ast.walk(s)):
        return "checked"
    return "drawn by" if any(word in code for word in DRAWS) else "code"


def called(statement):
    """Whether it is a bare call such as rb.style()."""
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)


def name(app, doctree, docname):
    for node in doctree.findall(HideCodeCellNode):
        if not node["prompt_show"].startswith("Show code cell"):
            continue  # the cell has words of its own
        code = "\n".join(b.astext() for b in node.findall(nodes.literal_block))
        word = purpose(code)
        node["prompt_show"] = node["prompt_hide"] = word
        node["classes"].append(f"for-{word.split()[0]}")


def setup(app):
    app.connect("doctree-resolved", name)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
