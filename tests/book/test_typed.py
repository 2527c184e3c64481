"""Exercises checked on the page say there what they say in the notebook."""

import ast
import importlib.util
import json
import re
import struct
import warnings
from functools import cache
from itertools import islice
from pathlib import Path

import nbformat
import numpy as np
import pytest
import typed_cells
from directives import directives
from faults import places, planted
from processes import node, python
from rotbook import program

from rotlib.kernels.buss import buss_4
from rotlib.stumpff import c2

ROOT = Path(typed_cells.__file__).resolve().parents[2]
PATHS = sorted(typed_cells.WORKBOOKS.glob("*.ipynb"))


def in_the_page(jobs, folder, run=""):
    """Answers of MicroPython to tasks with a reader's text; what `run` prints."""
    job = {"script": str(ROOT / "book/_static/vendor/micropython.js")}
    job |= {"files": typed_cells.archive(), "tasks": jobs, "run": run}
    path = folder / "job.json"
    path.write_text(json.dumps(job), encoding="utf-8")
    return json.loads(node(ROOT / "book/_tools/micropython.mjs", path).stdout)


def in_the_notebook(task, text):
    """What the check says under Python and NumPy."""
    scope = {"list_of": lambda *x: list(x), "tuple_of": lambda *x: x}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(task["setup"], scope)
        exec(text, scope)
        said = eval(task["call"], scope)
    return {"level": said.level, "message": said.message}


def wrong_answers(text, most):
    """With another operation, or two arguments swapped, but in no loop: it might not
    end."""
    each = places(text, ast.While, ast.Constant, ast.UnaryOp)
    return [planted(text, *place) for place in islice(each, most)]


@cache
def tasks():
    return {x["label"]: x for path in PATHS for x in typed_cells.tasks(path)}


def wrong(most):
    """[(label, text)]; an exercise without a sum or product returns nothing."""
    found = []
    for label, task in tasks().items():
        texts = wrong_answers(task["solution"], most)
        blank = task["template"].replace("raise NotImplementedError", "return None")
        found += [(label, text) for text in texts or [blank]]
    return found


def answers(pairs, folder):
    """What the page says to the readers' texts, and to which task."""
    jobs = [{**tasks()[label], "text": text} for label, text in pairs]
    return zip(pairs, in_the_page(jobs, folder)["answers"], strict=True)


def test_each_solution_is_right_in_the_words_of_the_notebook(tmp_path):
    pairs = [(label, task["solution"]) for label, task in tasks().items()]
    for (label, _), said in answers(pairs, tmp_path):
        assert f"{said['level']}: {said['message']}" == stored(label), label


@cache
def cells(path):
    return nbformat.read(path, 4).cells


def stored(label):
    """The output that stands in the notebook."""
    pages = [cells(path) for path in PATHS]
    (page,) = [page for page in pages if any(label in c.source for c in page)]
    (call,) = [cell for cell in page if cell.source == tasks()[label]["call"]]
    return call.outputs[0].data["text/plain"]


def test_no_template_has_started_and_each_says_so_in_the_same_words(tmp_path):
    pairs = [(label, task["template"]) for label, task in tasks().items()]
    for (label, text), said in answers(pairs, tmp_path):
        there = in_the_notebook(tasks()[label], text)
        assert said["level"] == there["level"] == "not started", label
        assert said["message"] == there["message"], label
        assert said["line"] == text.count("\n") + 1, label


@pytest.mark.night
def test_wrong_answers_are_told_in_the_same_words(tmp_path):
    levels = {}
    for (label, text), here in answers(wrong(most=4), tmp_path):
        there = in_the_notebook(tasks()[label], text)
        levels.setdefault(label, set()).add(there["level"])
        assert here["level"] == there["level"], (label, text, here, there)
        if there["level"] != "error":  # the two Pythons name their errors otherwise
            assert here["message"] == there["message"], (label, text)
    assert not [x for x in levels if levels[x] == {"right"}]


def test_the_page_does_not_hold_the_solution():
    for label, task in tasks().items():
        handed_out = json.dumps([task["setup"], task["template"]])
        body = task["solution"].splitlines()[len(task["template"].splitlines()) - 1 :]
        telling = [line.strip() for line in body if len(line.strip()) > 40]
        told = [line for line in telling if json.dumps(line)[1:-1] in handed_out]
        assert told == [], label


def test_the_markup_is_one_script_that_ends_where_it_should():
    path = ROOT / "book/_ext/typed.py"
    spec = importlib.util.spec_from_file_location("typed_extension", path)
    extension = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(extension)
    task = {**tasks()["ex-wb-buss-lag"], "setup": "x = '</script>'"}
    written = extension.markup(task)
    assert written.count("</") == 2 and written.endswith("</script></div>")
    known = json.loads(re.search(r"json\">(.*)</script>", written)[1])
    assert known["setup"] == task["setup"] and "solution" not in known


def test_each_exercise_of_the_workbooks_is_typed_or_the_reader_is_told():
    texts = [c.source for p in PATHS for c in cells(p) if c.cell_type == "markdown"]
    found = [directive for text in texts for directive in directives(text)]
    labels = [d.options["label"] for d in found if d.name == "exercise"]
    assert sorted(labels) == sorted([*tasks(), *typed_cells.NOT_TYPED])
    told = (ROOT / "book/how-to-use.md").read_text(encoding="utf-8")
    assert f"loads {typed_cells.weight()}" in told
    assert all(f"{{ref}}`{label}`" in told for label in typed_cells.NOT_TYPED)
    limit = re.search(r"SECONDS = (\d+)", typed_cells.files()["typed.js"])[1]
    assert f"{limit} seconds" in told


def test_what_is_ready_for_use_is_named_and_what_nobody_makes_is_missed():
    names = tasks()["ex-wb-buss-dot"]["names"]
    assert {"np", "rl", "rotate", "J", "solve_inertia"} <= set(names)
    assert not {"trial", "check_omega_dot", "omega_dot"} & set(names)
    with pytest.raises(typed_cells.Missing, match="nothing above makes unknown"):
        typed_cells._setup("check_f(f)", "f", "def f(): pass", ["check_f = unknown"])


def test_generated_functions_import_where_there_is_no_numpy():
    names = [f"rotlib.kernels.{name}" for name in typed_cells.KERNELS]
    code = f"import sys; sys.modules['numpy'] = None\nfor name in {names}:\n"
    code += "    __import__(name)\nimport rotlib.stumpff\n"
    code += "print(rotlib.stumpff.c2(1.0))"
    assert python("-c", code).stdout.strip() == str(c2(1.0))


BITS = """
state, L, J = (1.0, 0.0, 0.0, 0.0), (0.3, 2.0, 2.08), (1.0, 2.0, 2.6)
for n in range(2000):
    state = buss_4(*state, *L, *J, 0.01)[:4]
"""


def test_two_thousand_steps_have_the_bits_of_python(tmp_path):
    printed = "print([list(struct.pack('>d', x)) for x in state])"
    run = "import struct\nfrom rotlib.kernels.buss import buss_4\n" + BITS + printed
    scope = {"buss_4": buss_4}
    exec(BITS, scope)
    bits = [list(struct.pack(">d", x)) for x in scope["state"]]
    assert in_the_page([], tmp_path, run)["printed"] == [str(bits)]


def test_every_module_of_the_archive_can_be_imported(tmp_path):
    files = [re.sub(r"(/__init__)?\.py$", "", x) for x in typed_cells.archive()]
    names = [name.replace("/", ".") for name in files]
    run = f"for name in {names}: __import__(name)\nprint('all', numpy.pi)"
    printed = in_the_page([], tmp_path, "import page, numpy\n" + run)["printed"]
    assert printed == [f"all {np.pi}"]


TEXTS = {
    "def lag(N, J, h, T):\n    x = 1\n    return x.y": ("error", "AttributeError", 3),
    "def lag(N, J, h, T)\n    return 1": ("error", "SyntaxError: invalid syntax", 1),
    "x = 1 / 0\ndef lag(N, J, h, T):\n    return 1": ("error", "ZeroDivision", 1),
    "def leg(N, J, h, T):\n    return 1": ("not started", "`lag` is not defined", None),
    "def lag(N, J, h, T):\n    return rl.integrate(1)": ("error", "whole rotlib", 2),
    "def lag(N, J, h, T):\n    return np.fft": ("error", "small NumPy", 2),
    "print('hello')\ndef lag(N, J, h, T):\n    return 7.0": ("wrong", "came out", None),
}


def test_errors_name_the_line_of_the_reader(tmp_path):
    jobs = [{**tasks()["ex-wb-buss-lag"], "text": text} for text in TEXTS]
    answers = in_the_page(jobs, tmp_path)["answers"]
    for (level, words, line), said in zip(TEXTS.values(), answers, strict=True):
        assert (said["level"], said.get("line")) == (level, line), said
        assert words in said["message"]
    assert answers[-1]["printed"] == ["hello"]
    assert "no {**a}" in answers[1]["message"]


def test_each_piece_of_the_readers_program_is_judged_in_its_chapter(tmp_path):
    pages = dict.fromkeys(piece.page for piece in program.pieces())
    pieces = [task for page in pages for task in typed_cells.program_tasks(page)]
    jobs = [{**x, "text": x["solution"] + "\n"} for x in pieces]
    jobs += [{**x, "text": x["template"] + "\n"} for x in pieces]
    for task in pieces:  # a first guess may be any; what it leads to may not
        wrong = wrong_answers(task["solution"], most=8)
        jobs += [{**task, "text": f"{text}\n"} for text in wrong]
    said = [answer["level"] for answer in in_the_page(jobs, tmp_path)["answers"]]
    n = len(pieces)
    assert n > 5 and said[:n] == ["right"] * n
    assert said[n : 2 * n] == ["not started"] * n
    for task in pieces:
        judged = zip(jobs[2 * n :], said[2 * n :], strict=True)
        levels = [level for job, level in judged if job["label"] == task["label"]]
        assert levels.count("right") <= len(levels) / 2, task["label"]


STARS = """\
def f(a, *b):
    'no [*a] in a word'  # nor [*b] here
    return a, *b
x, y = [1, *(2, 3)], [[*v, 2 * w[0]] for v in ((1,), (2,))]
z = np.array([0.0, *(np.array(v) * 2)])
def g(*a):
    return [*a, *f(
        1, 2)]
"""


def test_a_star_in_a_list_or_behind_return_is_taken_apart(tmp_path):
    told = "[f(1, 2), x, y, z.tolist(), g(5)]"
    given = f"import numpy as np\nv, w = (1.0, 2.0, 3.0), [4]\n{STARS}"
    scope = {}
    exec(given, scope)
    run = f"import numpy, page\nexec(page.lowered({given!r}))\nprint({told})"
    (printed,) = in_the_page([], tmp_path, run)["printed"]
    assert printed == str(eval(told, scope))


EXPRESSIONS = """\
np.cross(v, w); np.array(v) @ np.array(w); np.eye(3) @ np.array(v); np.outer(v, w)
np.r_[0.0, np.array(v) * w]; np.array([v, w])[:, 1]; np.array([v, w])[1, :2]
np.array([v, w]).sum(0); np.array([v, w]) * np.array(v); np.array(v)[np.array(v) > 0]
np.array(v)[[2, 0]]; np.array(v)[::-1]; np.linalg.norm(v); np.argsort(v)
np.sinc(np.array([0.0, 0.25])); np.concatenate(np.array_split(np.arange(7), 3))
np.roll(v, -1); np.roll(v, 1); np.delete(v, 1); np.where(np.array(v) > 0, v, w)
np.interp(0.7, [0.0, 1.0, 2.0], [1.0, 3.0, -1.0]); np.arctan2(0.3, -1.0)
np.polyfit([0.0, 1.0, 2.0], [1.0, 3.0, 4.0], 1); np.abs(np.array(v) - w).max()
2.0 ** np.arange(4); 1 / np.array([2.0, 0.0, -4.0]); -np.array(v) - 1
np.linalg.solve(np.array([v, w, [0.0, 1.0, 2.0]]), v); np.stack([v, w], -1)"""


def test_the_small_numpy_computes_what_numpy_does():
    small = typed_cells._page_module("numpy")
    v, w = [0.3, -0.5, 0.9], [1.0, 0.4, -0.2]
    for expression in EXPRESSIONS.replace("\n", "; ").split("; "):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            right = np.asarray(eval(expression, {"np": np, "v": v, "w": w}))
        mine = small.asarray(eval(expression, {"np": small, "v": v, "w": w}))
        assert mine.shape == right.shape, expression
        np.testing.assert_allclose(mine.tolist(), right, rtol=1e-13, err_msg=expression)
    with pytest.raises(AttributeError, match="small NumPy of this page has no fft"):
        _ = small.fft
