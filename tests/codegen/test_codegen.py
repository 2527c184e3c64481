"""From SymPy to text: what is generated, what is refused, what `emit` does with the
file."""

import ast
import inspect
import json
from functools import partial

import numpy as np
import pytest
import sympy as sp
from processes import python
from refusals import refused
from rotbook import derivations as command
from rotbook.algebra import cross, dot, numerator, vanish, vector
from rotbook.emit import EMITTED, emit

from rotlib.codegen import Kernel, c
from rotlib.errors import StaleKernel

x, y, z = sp.symbols("x y z", real=True)


def kernel(outputs, inputs=(x, y, z), **more):
    return Kernel("f", inputs=inputs, outputs=outputs, doc="A test.", **more)


FEW = ["foundations/exponential-derive", "magnus/derive"]  # two by day, all at night


@pytest.mark.parametrize("only", [FEW, pytest.param([], marks=pytest.mark.night)])
def test_every_generated_file_is_what_its_derivation_gives(only, capsys):
    python("-m", "rotlib.codegen", "--check", *only, PYTHONHASHSEED="1")
    assert command.check_all(only=["no-such-notebook"]) == 1
    assert "book/magnus/derive.ipynb" in capsys.readouterr().out


VALUES = [x**2, x**3, x**5, x**10, x**-1, x**-2, x**-7, (x + y) ** 4]
VALUES += [1 / (x * y), x / (y * (x + y)), -x / y, -(x + y) / z, x - (y - z)]
VALUES += [-2 * x * (y - 1), (x - y) * (y - x), sp.sqrt(x), x ** sp.Rational(3, 2)]
VALUES += [x ** sp.Rational(-3, 2), 1 / sp.sqrt(x**2 + y**2), sp.sqrt(2) * x]
VALUES += [x / sp.sqrt(3), sp.pi * x, sp.Rational(-1, 3), sp.Rational(2, 3) / x]
VALUES += [sp.exp(-x) / y, sp.log(x * y) ** 2, sp.exp(x) ** 3, sp.Integer(0)]
VALUES += [sp.Float(0.1) * x, sp.sin(-x) + sp.cos(x) ** 4, sp.atan2(y, x), c(0, x)]
VALUES += [c(2, x * y) ** 5 / c(1, x * y) ** 2, c(3, (x + y) ** 2) * (x + y) ** 2]


def test_generated_code_has_the_value_of_its_formula():
    """Together, too: sharing between formulas changes the grouping, not the value."""
    point = {x: sp.Rational(7, 5), y: sp.Rational(3, 10), z: sp.Rational(-11, 7)}
    numbers, wanted = [float(v) for v in point.values()], []
    for expr in VALUES:
        wanted.append(float(expr.subs(point).evalf(40)))
        made = kernel([expr])
        assert made.function(*numbers) == pytest.approx(wanted[-1], rel=1e-14), expr
        nodes = ast.walk(ast.parse(made.source))
        assert not [n for n in nodes if isinstance(n, ast.Pow)], expr
    assert kernel(VALUES).function(*numbers) == pytest.approx(wanted, rel=1e-14)


def test_powers_by_squaring():
    for n in range(2, 41):
        made = kernel([x**n])
        assert made.function(2.0, 0.0, 0.0) == 2.0**n
        assert made.counts["multiply"] <= 2 * np.log2(n)


def test_names_of_the_formula_are_not_taken_for_temporaries():
    t0, t1 = sp.symbols("t0 t1", real=True)
    outputs = [t0 * (x + y) ** 2 + t1 * (x + y), t0 * x * y + x * y]
    made = kernel(outputs, inputs=[t0, x, y], where=[(t1, t0 + x)])
    assert made.function(2.0, 3.0, 5.0) == (2 * 64 + 5 * 8, 45)


def test_constants_do_not_widen_float32():
    made = kernel([sp.sqrt(2) * x + sp.pi * sp.Rational(1, 3) + c(2, x * x)])
    assert made.function(np.ones(4, dtype=np.float32), 0.0, 0.0).dtype == np.float32


lam, c1 = sp.Symbol("lambda"), sp.Symbol("c1")
FAULTS = [
    (dict(inputs=[x, sp.Symbol("x")], outputs=[x]), "each name once"),
    (dict(inputs=[x], outputs=[x], where=[(x, x**2)]), "each name once"),
    (dict(inputs=[x], outputs=[y], where=[(y, x), (y, 2 * x)]), "each name once"),
    (dict(inputs=[x], outputs=[y], where=[(y, z), (z, x)]), "or names before it"),
    (dict(inputs=[x], outputs=[y]), "inputs, or names"),
    (dict(inputs=[x * y], outputs=[x]), "symbols as inputs"),
    (dict(inputs=[c1, x], outputs=[c(1, x) + c1]), "names of functions"),
    (dict(inputs=[lam], outputs=[lam]), "names of Python"),
]


UNSAYABLE = [sp.oo, sp.nan, sp.I * x, 2**x, x ** sp.Rational(1, 3), sp.Abs(x)]


def test_a_kernel_that_cannot_be_right_or_be_printed_is_refused():
    for arguments, message in FAULTS:
        refused({message: partial(kernel, **arguments)})
    for expr in (*UNSAYABLE, sp.Piecewise((x, x > 0), (y, True))):
        with pytest.raises((ValueError, TypeError)):
            _ = kernel([expr]).source


def say(mode, folder, topic="toy", kernels=None):
    given = {"doc": "Toys.", "notebook": "book/toy.ipynb"}
    emit(topic, kernels or [kernel([x + y])], mode=mode, folder=folder, **given)


def test_emit_shows_writes_and_checks(tmp_path, capsys):
    path = tmp_path / "toy.py"
    say("show", tmp_path)
    assert "+    return x + y" in capsys.readouterr().out and not path.exists()
    say("write", tmp_path)
    assert "written (1 functions)" in capsys.readouterr().out
    say("check", tmp_path)
    assert "current" in capsys.readouterr().out
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("x + y", "x - y"), encoding="utf-8")
    with pytest.raises(StaleKernel, match="return x - y"):
        say("check", tmp_path)
    say("show", tmp_path)
    assert "-    return x - y\n+    return x + y" in capsys.readouterr().out
    assert "toy" not in EMITTED and list(tmp_path.iterdir()) == [path]


def test_emit_to_a_folder_of_one_s_own_writes_and_returns_the_module(tmp_path):
    home = tmp_path / "new" / "kernels"
    given = {"doc": "Toys.", "notebook": "book/toy.ipynb", "folder": home}
    for expr, right in ((x + y, 5.0), (x - y, 1.0)):  # as it is now, not as it was
        module = emit("toy", [kernel([expr])], **given)
        assert module.f(3.0, 2.0, 0.0) == right
        text = (home / "toy.py").read_text(encoding="utf-8")
        assert module.f.__code__.co_filename == str(home / "toy.py")
        assert inspect.getsource(module.f) in text
    assert [p.name for p in home.iterdir()] == ["toy.py"] and "toy" not in EMITTED
    assert emit("toys", [kernel([x])], **given, mode="show") is None


def test_emit_refuses(tmp_path, monkeypatch):
    monkeypatch.setitem(EMITTED, "toy", "book/other.ipynb")
    twice, show = [kernel([x])] * 2, partial(say, "show", tmp_path)
    table = {
        "mode": partial(say, "wirte", tmp_path),
        "names must differ": partial(show, kernels=twice),
        "name of a module": partial(show, topic="../toy"),
        "one topic, one notebook": partial(say, "show", None),
    }
    refused(table)


HEAD = """import sympy as sp
from rotlib.codegen import Kernel
from rotbook.emit import emit
x, y = sp.symbols("x y")"""
EMITS = """made = Kernel("toy", inputs=[x, y], outputs=[x + y], doc="A toy.")
emit("{0}", [made], doc="Toys.", notebook="book/{0}/derive.ipynb")"""


def stored(cells):
    """A page of cells; what is no code begins with a fence."""
    kinds = ["markdown" if text.startswith("```") else "code" for text in cells]
    each = zip(kinds, cells, strict=True)
    return json.dumps({"cells": [{"cell_type": k, "source": [s]} for k, s in each]})


@pytest.fixture
def small_book(tmp_path, monkeypatch):
    """The command on a book of its own, with kernels of its own."""
    kernels = tmp_path / "kernels"
    kernels.mkdir()
    monkeypatch.setattr(command, "PACKAGE", kernels)

    def run(mode="check", experiment=None, **parts):
        (tmp_path / "_toc.yml").touch()
        for part, cells in parts.items():
            folder = tmp_path / "book" / part
            folder.mkdir(parents=True, exist_ok=True)
            cells = HEAD, *cells, EMITS.format(part)
            (folder / "derive.ipynb").write_text(stored(cells), encoding="utf-8")
        bad = command.check_all(mode, (), tmp_path, experiment)
        return bad, kernels

    return run


def test_a_page_is_run_whole_and_says_what_does_not_hold(small_book, capsys, tmp_path):
    wrong = ["z = 7\ndef half(a):\n    assert (a - 1) / 2 == z", "half(3)"]
    wrong += ["x.nothing", "``` {}\n```{solution-start} ex-a", "assert z == 8"]
    wrong += ["```{solution-end}", "if z\n    1"]
    parts = {"bad": wrong, "good": ["assert 2 > 1"]}
    (tmp_path / "kernels" / "stranger.py").write_text('"""Nobody derived me."""\n')
    bad, kernels = small_book(**parts)
    said = capsys.readouterr().out
    assert "kernels/stranger.py: no notebook emits it" in said
    (kernels / "stranger.py").unlink()
    assert bad == 4  # two that differ, one that fails, one that nobody derived
    page = "  book/bad/derive.ipynb, code cell"
    for text in (
        f"{page} 2, line 3: it does not hold: assert (a - 1) / 2 == z\n"
        "    expected 7, got 1.0",
        f"{page} 4, line 1: AttributeError: x.nothing",
        f"{page} 6, line 1: expected ':'",
        "in an exercise, which is no matter for the kernels: book/bad/derive.ipynb,"
        " code cell 5, line 1: it does not hold: assert z == 8\n    expected 8, got 7",
        "rotlib/kernels/good.py: differs in toy (new) (1 functions)\n--- ",
    ):
        assert text in said
    bad, kernels = small_book("write", **parts)
    assert bad == 2 and [path.name for path in kernels.iterdir()] == ["good.py"]
    assert "nothing of it is written; --experiment" in capsys.readouterr().out
    assert small_book(good=[])[0] == 2
    assert "rotlib/kernels/good.py: current (1 functions)" in capsys.readouterr().out
    folder = tmp_path / "tried"
    small_book(experiment=folder, **parts)
    assert {path.name for path in folder.glob("*.py")} == {"bad.py", "good.py"}
    assert not (kernels / "bad.py").exists()
    ask = "from rotlib.kernels import bad, rigid_body; print(bad.toy(1.0, 2.0))"
    assert python("-c", ask, ROTLIB_KERNELS=str(folder)).stdout == "3.0\n"
    done = python("-c", ask, ROTLIB_KERNELS="nowhere", status=1)
    assert "expected a folder" in done.stderr


TRUE = [
    (x + y) ** 2 - x**2 - 2 * x * y - y**2,
    1 / x + 1 / y - (x + y) / (x * y),
    x / (1 + 1 / (y + 1 / z)) - x * (y * z + 1) / (y * z + 1 + z),
    (x**3 - y**3) / (x - y) - x**2 - x * y - y**2,
    sp.sin(x) * (y - z) + sp.sin(x) * (z - y),
    x**-2 * y - y / (x * x),
]


@pytest.mark.parametrize("expr", TRUE, ids=range(len(TRUE)))
def test_vanish_knows_identities_from_what_is_nearly_one(expr):
    assert vanish(expr) and vanish(sp.Matrix([0, expr]), expr)
    for wrong in (expr + 1, expr + x / 7, expr - 1 / (y - 3 * z), expr + sp.sin(x)):
        assert not vanish(wrong) and not vanish(expr, wrong) and sp.simplify(wrong) != 0


def test_vanish_where_a_square_is_known():
    a, b = vector("a"), vector("b")
    unit = {a[2]: 1 - a[0] ** 2 - a[1] ** 2}
    along = a * dot(a, b)
    assert vanish(cross(a, cross(a, along - b)) - b + along, squares=unit)
    assert not vanish(cross(a, cross(a, along - b)) - b + along)
    assert not vanish(cross(a, cross(a, along + b)) - b + along, squares=unit)
    left = numerator(a[2] ** 5, unit) - a[2] * (1 - a[0] ** 2 - a[1] ** 2) ** 2
    assert sp.expand(left) == 0
