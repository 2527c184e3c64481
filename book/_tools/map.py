"""The map of the package, drawn from its imports: python book/_tools/map.py [--write]

A module may import from its own floor and from those below. This fails on imports that
go up, a circle, a module without a floor, and a stored picture that is out of date."""

import ast
import sys
import textwrap
from graphlib import CycleError, TopologicalSorter
from importlib.util import resolve_name
from pathlib import Path

PICTURE = Path(__file__).resolve().parents[1] / "_static" / "map.svg"
FLOORS = """\
authors: writes kernels, imported by nobody / codegen
many motions, measures / ensembles diagnostics magnus jax __main__
the loop over the steps / runs
one step, and what is true of it / methods joints
what a student opens / quaternion so3 se3 dual_quaternion body loads wrenches \
couplings lie_taylor exact plot
one step on many targets / backends newton
generated formulas / kernels stumpff
numbers of any kind / numbers _vectors
imported by all / errors _check _remembered _types __init__"""
FLOORS = [line.split(" / ") for line in FLOORS.splitlines()]  # from the roof down
LEVEL = {unit: i for i, (_, names) in enumerate(FLOORS) for unit in names.split()}
HEAD = """<svg class="rot-map" viewBox="0 0 358 {}" role="img" aria-label="The floors \
of the package and, as lines, their imports: the next table in a picture"><style>\
.rot-map{{display:block;width:100%;max-width:32rem;margin:1.4rem auto;font:13px \
var(--rot-sans);fill:currentColor}}.rot-map .n{{font-weight:600;word-spacing:.7em}}\
.rot-map .b{{fill:var(--pst-color-surface);stroke:var(--rot-line)}}.rot-map .l{{\
stroke:var(--rot-accent);fill:none}}.rot-map .d{{fill:var(--rot-accent)}}</style>"""


def at_run_time(node):
    """The statements of a syntax tree, without what only a type checker reads."""
    if not (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)):
        yield node
        for child in ast.iter_child_nodes(node):
            if not isinstance(child, ast.expr):
                yield from at_run_time(child)


def imported(path, package, known):
    """The modules of the package that a file imports, in functions too."""
    folder = ".".join(path.relative_to(package.parent).parts[:-1])
    for node in at_run_time(ast.parse(path.read_text(encoding="utf-8"))):
        start = ""
        if isinstance(node, ast.ImportFrom):
            start = resolve_name("." * node.level + (node.module or ""), folder) + "."
        for alias in (
            node.names if isinstance(node, ast.Import | ast.ImportFrom) else ()
        ):
            top, _, name = (start + alias.name).partition(".")
            if top == package.name:
                yield name if name in known else name.rpartition(".")[0] or "__init__"


def graph(package=PICTURE.parents[2] / "rotlib"):
    """{module: the modules it imports}."""
    names = {p: p.relative_to(package).with_suffix("") for p in package.rglob("*.py")}
    files = {".".join(n.parts).removesuffix(".__init__"): p for p, n in names.items()}
    return {m: {*imported(files[m], package, files)} - {m} for m in sorted(files)}


def unit(module):
    return module if module in LEVEL else module.split(".")[0]


def faults(modules):
    for name in sorted({unit(m) for m in modules} - set(LEVEL)):
        yield f"{name} has no floor: give it one in FLOORS"
    for user, used in sorted((m, n) for m, ns in modules.items() for n in ns):
        a, b = unit(user), unit(used)
        if LEVEL.get(b, 99) < LEVEL.get(a, 0):
            yield f"{user} imports {used}, which stands above it"
        if a == "methods" and b == "backends":
            yield f"{user} imports {used}: methods know none"
    try:
        TopologicalSorter({m: sorted(ns) for m, ns in modules.items()}).prepare()
    except CycleError as error:
        yield "a circle: " + " <- ".join(error.args[1])


def drawn(modules):
    """The picture: a box a floor, a line down from it, a dot where it imports from."""
    pairs = {(LEVEL[unit(m)], LEVEL[unit(n)]) for m, ns in modules.items() for n in ns}
    y, edge, parts, lines, last = 4, 282, [], [], len(FLOORS) - 1
    for floor, (label, names) in enumerate(FLOORS):
        rows, lane = textwrap.wrap(names, 31), edge + 9 * (last - floor)
        tall = 26 + 17 * len(rows)
        parts += [f'<rect class="b" x="1" y="{y}" width="{edge}" height="{tall}"/>']
        parts += [f'<text x="9" y="{y + 17}">{label}</text>']
        for i, row in enumerate(rows):
            parts += [f'<text class="n" x="9" y="{y + 35 + 17 * i}">{row}</text>']
        below = sorted(b for a, b in pairs if a == floor < b < last)
        lines.append((y + tall / 2, lane, below))
        y += tall + 8
    for middle, lane, below in lines[: last - 1]:
        rows = [lines[b][0] for b in below]
        parts += [f'<path class="l" d="M{edge + 1} {middle}H{lane}V{rows[-1]}"/>']
        parts += [f'<circle class="d" cx="{lane}" cy="{at}" r="3.4"/>' for at in rows]
    return f"{HEAD.format(y)}{chr(10).join(parts)}\n</svg>\n"


def main(arguments):
    modules = graph()
    found = list(faults(modules))
    if arguments == ["--write"] and not found:
        PICTURE.write_text(drawn(modules), encoding="utf-8")
    if not found and PICTURE.read_text(encoding="utf-8") != drawn(modules):
        found = [f"{PICTURE.name} is out of date: python book/_tools/map.py --write"]
    print(*(found or ["every import points down, and the map is current"]), sep="\n")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
