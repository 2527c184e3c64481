"""What a page must know to check an exercise where it stands: `tasks(notebook)`.

The check is the notebook's own. From the cells above it everything is taken that the
check and the model solution name, and nothing else; what they ask of the whole rotlib
is computed here, once, and noted with the call that asks for it."""

import ast
import builtins
import contextlib
import copy
import gzip
import importlib.util
import inspect
import io
import json
import re
import symtable
from functools import cache
from pathlib import Path
from unittest import mock

import nbformat
import numpy as np
from directives import directives
import rotlib
from rotbook import program
from student import BLANK, has_tag, parts

LIVE = Path(__file__).resolve().parents[1] / "_live"
PAGE = LIVE / "micropython"
INTERPRETER = LIVE.parent / "_static/vendor/micropython.js"
WORKBOOKS = Path(__file__).resolve().parents[1] / "workbooks"
KERNELS = (
    *("baselines", "buss", "lie_taylor", "magnus", "quaternion", "rigid_body"),
    *("runge_kutta", "se3", "so3", "splitting", "stumpff"),
)
INSTALLED = (  # files that the page has as they are
    *("rotbook/feedback.py", "rotlib/numbers.py", "rotlib/stumpff.py"),
    "rotlib/kernels/__init__.py",
    *(f"rotlib/kernels/{name}.py" for name in KERNELS),
)
MODULES = {"numpy", "rotlib", "math"}  # which a page can import; mpmath within a check
ASKED = (  # of the whole rotlib, for calls that are known beforehand
    "rotlib.Body",
    "rotlib.integrate",
    "rotlib.exact.free_body",
    "rotlib.exact.period",
    "rotlib.magnus.gauss_legendre",
    "mpmath.agm",
)
RECORDED = ("q", "omega", "attitude", "position", "momentum")  # of a run
EXAMPLES = """
q = np.array([0.8, 0.4, -0.4, 0.2])
v, tau = np.array([0.3, -0.7, 1.1]), np.array([0.1, -0.2, 0.3])
J, L, h = np.array([1.0, 1.7, 2.4]), np.array([0.5, 1.9, 1.2]), 0.1
x = (q, np.array([0.3, -0.1, 0.2, 0.9]))


def torque_of(q, L, J):
    return tau - 0.1 * L


def torque_at(q):
    return np.array([0.3 * q[1], 0.2, -0.1])


def wrench_of(x):
    return tau, 2 * v


def flat(value):
    if callable(value):
        value = value(q, L, J, h)
    if isinstance(value, (tuple, list)):
        return sum([flat(part) for part in value], [])
    if hasattr(value, "tolist"):
        value = value.tolist()
        return flat(value) if isinstance(value, list) else [value]
    return [value]
"""  # by the names of the arguments, which mean the same in the whole program
OTHERWISE = {  # what stands for an argument, of one function or of all
    ("multiply", "p"): "x[1]",
    ("angle_between", "p"): "x[1]",
    ("dual_multiply", "y"): "(x[1], x[0])",
    ("dqvi", "p"): "v",
    ("with_torque", "torque"): "torque_of",
    ("conserving", "torque"): "torque_at",
}
ARGUMENTS = {
    **{"step": "simplest", "steps": "3", "duration": "1.0", "n": "4"},
    **{"omega": "tau", "omega_body": "v", "alpha": "v", "torque": "tau", "m": "2.0"},
    **{"wrench": "wrench_of", "name": "'mine'", "first": "tau", "second": "v"},
    "motion": "integrate(simplest, q, L, J, h, 3)",
}
CHECKERS = {"first_wrong", "trial", "try_out"}
NOT_TYPED = {
    "ex-wb-choosing-cheapest": "in its check the order of a dictionary decides a tie,"
    " and MicroPython keeps none",
    "ex-wb-dqvi-centre": "its check computes with complex numbers",
    "ex-wb-krenk-defect": "its check asks for the exact motion from any start",
}


class Missing(Exception):
    """A check names something that none of the cells above it makes."""


def tasks(path):
    """[{label, name, template, setup, call, given, solution}] of a workbook."""
    found, before, label = [], [], None
    for cell in nbformat.read(path, 4).cells:
        if cell.cell_type == "markdown":
            for directive in directives(cell.source):
                if directive.name == "exercise":
                    label = directive.options["label"]
            continue
        if has_tag(cell, "solution"):
            kept, _ = parts(cell.source)
            name = ast.parse(cell.source).body[0].name
            solution, template = cell.source, "\n".join([*kept, BLANK])
        elif label and re.fullmatch(r"check_\w+\(\w+\)", cell.source):
            if label not in NOT_TYPED:
                made = label, name, template, solution, cell.source
                found.append(_task(*made, before))
            label = None
        before.append(cell.source)
    return found


def program_tasks(page):
    """Those of a chapter of the course: what the reader adds to the program there, cell
    by cell. The check compares with the chapter's own functions on `EXAMPLES`."""
    found, above = [], ""
    for piece in program.pieces():
        if piece.page == page:
            found.append(_piece_task(piece, f"{page}-{len(found)}", above))
        above += f"\n\n{piece.code}\n"
    return found


def _piece_task(piece, label, above):
    heads = []
    for node in ast.parse(piece.code).body:
        lines = piece.code.splitlines()[node.lineno - 1 : node.body[0].lineno - 1]
        heads.append("\n".join([*lines, BLANK]))
    scope = {"np": np, "list_of": lambda *x: list(x), "tuple_of": lambda *x: x}
    exec(f"{above}\n{piece.code}\n{EXAMPLES}", scope)
    trials = []
    for name in piece.names:
        given = inspect.signature(scope[name]).parameters
        call = f"{name}({', '.join(_argument(name, x) for x in given)})"
        try:
            right = scope["flat"](eval(call, scope))
        except NameError as error:
            raise Missing(f"{call}: give an example in ARGUMENTS; {error}") from error
        options = f"right={right!r}, tolerance=1e-9, what='the result of `{name}`'"
        trials.append(f"        trial(lambda: flat({call}), {options}),\n")
    praise = f"{' and '.join(piece.names)} as in the book, to rounding."
    said = f"first_wrong([\n{''.join(trials)}    ], {praise!r})"
    check = f"def check_piece(_):\n    return {said}\n"
    imports = "import numpy as np\nfrom rotbook.feedback import first_wrong, trial\n"
    setup = _all_lowered(f"{imports}\n{above}")
    made = {"label": label, "name": piece.names[-1], "template": "\n\n\n".join(heads)}
    ready = [x for x in _ready(setup) if x not in ("first_wrong", "trial")]
    made |= {
        "setup": setup,
        "names": ready,
        "after": _all_lowered(f"{EXAMPLES}\n{check}"),
    }
    return made | {"call": "check_piece(None)", "given": {}, "solution": piece.code}


def _argument(name, argument):
    return OTHERWISE.get((name, argument), ARGUMENTS.get(argument, argument))


def _all_lowered(source):
    return "\n".join(lowered(source, node) for node in ast.parse(source).body)


def _task(label, name, template, solution, call, before):
    setup = _setup(call, name, solution, before)
    found = {"label": label, "name": name, "template": template, "setup": setup}
    found |= {"names": _ready(setup), "call": call}
    return found | {"given": noted(setup, solution, call), "solution": solution}


def _setup(call, name, solution, before):
    """The statements above that the check and the solution need, in their order."""
    above = [(source, node) for source in before for node in ast.parse(source).body]
    needed, have = [], {*dir(builtins), name}
    wanted = _asks(call) | _asks(solution)
    for source, node in reversed(above):
        binds = _binds(node)
        if name not in binds and (binds & wanted or _imports(node) & MODULES):
            needed.append((source, node))
            have |= binds
            if not _imports(node):
                wanted |= _asks(ast.get_source_segment(source, node))
    if lost := wanted - have:
        raise Missing(f"{name}: nothing above makes {', '.join(sorted(lost))}")
    return "\n".join(lowered(*statement) for statement in reversed(needed))


def _imports(node):
    modules = [x.name for x in node.names] if isinstance(node, ast.Import) else []
    modules += [node.module] if isinstance(node, ast.ImportFrom) else []
    return {module.split(".")[0] for module in modules}


def _binds(node):
    """Names that a statement at the top gives a value."""
    if isinstance(node, ast.FunctionDef):
        return {node.name}
    if isinstance(node, ast.Import | ast.ImportFrom):
        return {(x.asname or x.name).split(".")[0] for x in node.names}
    if isinstance(node, ast.Assign | ast.AugAssign | ast.For):
        names = [x for x in ast.walk(node) if isinstance(x, ast.Name)]
        return {x.id for x in names if isinstance(x.ctx, ast.Store)}
    return set()


def _asks(source):
    tables = [symtable.symtable(source, "cell", "exec")]
    found = set()
    for table in tables:
        top = table.get_type() == "module"
        found |= {
            x.get_name()
            for x in table.get_symbols()
            if x.is_referenced() and (top or x.is_global())
        }
        tables += table.get_children()
    return found


def _ready(setup):
    names = {x: None for node in ast.parse(setup).body for x in sorted(_binds(node))}
    return [x for x in names if x not in CHECKERS and not x.startswith("check_")]


class _Lowering(ast.NodeTransformer):
    """[*a, b] becomes list_of(*a, b), which MicroPython can read."""

    used = False

    def _listed(self, node, function):
        self.generic_visit(node)
        starred = any(isinstance(x, ast.Starred) for x in node.elts)
        if not (starred and isinstance(node.ctx, ast.Load)):
            return node
        self.used = True
        return ast.Call(ast.Name(function, ast.Load()), node.elts, [])

    def visit_List(self, node):
        return self._listed(node, "list_of")

    def visit_Tuple(self, node):
        return self._listed(node, "tuple_of")


def lowered(source, node):
    """The statement as it stands, or anew where MicroPython could not read it."""
    lowering = _Lowering()
    made = ast.fix_missing_locations(lowering.visit(copy.deepcopy(node)))
    return ast.unparse(made) if lowering.used else ast.get_source_segment(source, node)


def _page_module(name):
    spec = importlib.util.spec_from_file_location(name, PAGE / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def noted(setup, solution, call):
    numbers, given = {}, _page_module("given")
    with contextlib.ExitStack() as stack:
        for name in ASKED:
            place, _, attribute = name.rpartition(".")
            owner = __import__(place, fromlist=["_"])
            whole = getattr(owner, attribute)
            noting = _noting(whole, name.removeprefix("rotlib."), numbers, given)
            stack.enter_context(mock.patch.object(owner, attribute, noting))
        scope = {"list_of": lambda *x: list(x), "tuple_of": lambda *x: x}
        with contextlib.redirect_stdout(io.StringIO()):
            exec(setup, scope)
            exec(solution, scope)
            said = eval(call, scope)
    assert said.level == "right", said
    return numbers


def _noting(whole, name, numbers, given):
    def function(*arguments, **options):
        call = given.key(name, arguments, options)
        value = whole(*arguments, **options)
        if name == "Body":
            object.__setattr__(value, "given_as", call)
        else:
            numbers[call] = _plain(value)
        return value

    return function


def _plain(value):
    if isinstance(value, tuple):
        return {"pair": [_plain(v) for v in value]}
    if hasattr(value, "omega"):
        kept = [name for name in RECORDED if hasattr(value, name)]
        return {name: np.asarray(getattr(value, name)).tolist() for name in kept}
    return np.asarray(value, float).tolist()


def _places():
    home = {"rotlib": Path(rotlib.__file__).parents[1], "rotbook": LIVE.parent / "_lib"}
    ours = {p.relative_to(PAGE).as_posix(): p for p in sorted(PAGE.rglob("*.py"))}
    return ours | {name: home[name.split("/")[0]] / name for name in INSTALLED}


def archive():
    return {name: path.read_text(encoding="utf-8") for name, path in _places().items()}


def sources():
    """The files that a cell depends on, besides its notebook."""
    return [Path(__file__), INTERPRETER, *_places().values()]


@cache
def files():
    own = [LIVE / name for name in ("typed.js", "typed.css")]
    texts = {path.name: path.read_text(encoding="utf-8") for path in own}
    return texts | {"rotlib.js": f"globalThis.rotlibFiles = {json.dumps(archive())};\n"}


@cache
def weight():
    """What the first check loads, gzipped, in words."""
    texts = (files()["rotlib.js"], INTERPRETER.read_text(encoding="utf-8"))
    size = sum(len(gzip.compress(text.encode(), 9, mtime=0)) for text in texts)
    return f"{size / 1e6:.1f} MB"
