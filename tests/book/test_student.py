"""Students' copies differ from the solved workbooks in the blanks alone, and an
untouched copy fails in one way only."""

import ast
import copy

import nbformat
import pytest
import student
from notebooks import execute
from student import BLANK, NotTeachable, has_tag, parts, student_copy, without_solutions

from rotlib.feedback import Feedback

PATHS = sorted(student.WORKBOOKS.glob("*.ipynb"))
EACH = pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)


def read(path):
    return nbformat.read(path, 4)


@EACH
def test_copy_and_solution_differ_in_the_blanks_alone(path):
    solved = read(path)
    handed_out = {cell.id: cell for cell in student_copy(solved).cells}
    blanks, inside = 0, False
    for cell in solved.cells:
        mine = handed_out.pop(cell.id, None)
        if cell.cell_type == "markdown":
            rest, _, inside = without_solutions(cell.source, inside)
            assert (mine.source if mine else "") == rest
            assert rest == cell.source or "{solution-" in cell.source or inside
        elif has_tag(cell, "solution"):
            blanks += 1
            kept, body = parts(cell.source)
            assert mine.source.splitlines() == [*kept, BLANK] and body != [BLANK]
        else:
            assert mine.source == cell.source
        assert mine is None or (
            mine.metadata == cell.metadata and not mine.get("outputs")
        )
    assert not handed_out and blanks >= 5


@EACH
def test_solutions_put_back_give_the_solved_notebook(path):
    solved = read(path)
    originals = {cell.id: cell for cell in solved.cells}
    handed_out = student_copy(solved)
    filled = [
        originals[cell.id].source
        for cell in handed_out.cells
        if cell.cell_type == "code"
    ]
    assert filled == [cell.source for cell in solved.cells if cell.cell_type == "code"]


@EACH
def test_the_solved_workbook_says_right_at_every_check(path):
    said = [
        cell.outputs[0].data["text/plain"]
        for cell in read(path).cells
        if calls_a_check(cell)
    ]
    assert len(said) == sum(has_tag(cell, "solution") for cell in read(path).cells)
    assert all(text.startswith("right: ") for text in said), said


def calls_a_check(cell):
    return cell.cell_type == "code" and cell.source.startswith("check_")


# --- an untouched copy ----------------------------------------------------------------


def run_cell(source, names):
    """Run a cell as a notebook does; the value of its last line if that is an
    expression."""
    tree = ast.parse(source)
    last = (
        ast.Expression(tree.body.pop().value)
        if isinstance(tree.body[-1], ast.Expr)
        else None
    )
    exec(compile(tree, "cell", "exec"), names)
    return eval(compile(last, "cell", "eval"), names) if last else None


@pytest.fixture
def drawn_nowhere(monkeypatch):
    """Figures without a window, closed afterwards."""
    monkeypatch.setenv("MPLBACKEND", "Agg")
    plt = pytest.importorskip("matplotlib.pyplot")
    plt.switch_backend("Agg")
    with plt.rc_context():
        yield
    plt.close("all")


@EACH
def test_an_untouched_copy_is_not_started_and_nothing_else(path, drawn_nowhere):
    names, said = {"__name__": "__main__"}, []
    for cell in student_copy(read(path)).cells:
        if cell.cell_type != "code":
            continue
        try:
            value = run_cell(cell.source, names)
        except NotImplementedError:
            assert not calls_a_check(cell)
            continue
        if calls_a_check(cell):
            said.append(value)
            assert isinstance(value, Feedback) and value.level == "not started"
    assert len(said) >= 5


@pytest.mark.slow
@EACH
def test_an_untouched_copy_runs_in_a_kernel(path):
    handed_out = student_copy(read(path))
    for cell in handed_out.cells:
        if cell.cell_type == "code" and not calls_a_check(cell):
            cell.metadata.tags = [*cell.metadata.get("tags", []), "raises-exception"]
    execute(handed_out, path.parent, 120)
    errors = {
        o.ename
        for cell in handed_out.cells
        for o in cell.get("outputs", ())
        if o.output_type == "error"
    }
    assert errors == {"NotImplementedError"}


# --- what a checker is for: mistakes --------------------------------------------------

MISTAKES = [
    (
        "foundations",
        "exp",
        "angle / (2 * np.pi)) / 2 * v",
        "angle / np.pi) * v",
        "wrong",
    ),
    (
        "foundations",
        "exp",
        "return np.r_[np.cos(angle / 2), np.sinc(angle / (2 * np.pi)) / 2 * v]",
        "return np.r_[np.cos(angle), np.sinc(angle / np.pi) * v]",
        "close",
    ),
    ("foundations", "log", " if q[0] >= 0 else (-q[0], -q[1:])", "", "close"),
    ("foundations", "log", "np.arctan2(size, w)", "np.arccos(w)", "close"),
    (
        "foundations",
        "rate",
        "multiply(conjugate(q0), q1)",
        "multiply(q1, conjugate(q0))",
        "close",
    ),
    (
        "foundations",
        "acceleration",
        "np.cross(J * omega, omega) / J",
        "np.cross(omega, J * omega) / J",
        "close",
    ),
    ("foundations", "period", "return 2 * np.pi", "return np.pi", "close"),
    ("magnus", "gauss_step", "np.cross(late, early)", "np.cross(early, late)", "close"),
    ("magnus", "gauss_step", "np.sqrt(3) / 6", "np.sqrt(3) / 3", "wrong"),
    (
        "magnus",
        "turned",
        "multiply(exp(step(rate, k * h, h)), q)",
        "multiply(q, exp(step(rate, k * h, h)))",
        "close",
    ),
    ("magnus", "three_rates", "np.cross(B0, B1)", "np.cross(B1, B0)", "close"),
    ("magnus", "cheap_exp", "q / np.sqrt(q @ q)", "q", "close"),
    ("buss", "omega_dot", "N - np.cross", "N + np.cross", "close"),
    ("buss", "augmented", " + h**2 / 12 * np.cross(change, omega)", "", "close"),
    ("buss", "omega_ddot", "np.cross(omega, change) + ", "", "close"),
    ("buss", "third", " + h**2 / 12 * bracket", "", "close"),
    (
        "buss",
        "advance",
        "L, J, N, h)), q), L + h * N",
        "L + h * N, J, N, h)), q), L + h * N",
        "close",
    ),
    ("buss", "least_turn", "np.cross(old, new)", "np.cross(new, old)", "close"),
    (
        "krenk_nielsen",
        "discrete_gradient",
        "return g + (V(x1) - V(x0) - g @ d) / square * d if square else g",
        "return g",
        "close",
    ),
    (
        "krenk_nielsen",
        "particle_step",
        "while before is None or np.abs(x1 - before).max() > 4e-15",
        "for _ in range(3)",
        "wrong",
    ),
    ("krenk_nielsen", "body_step", "rotate_back(c, l)", "rotate(c, l)", "wrong"),
    (
        "krenk_nielsen",
        "defect",
        "np.abs(rotate(q1, l1) - rotate(q, l)).max()",
        "abs(l1 @ l1 - l @ l)",
        "close",
    ),
    ("dqvi", "product", "multiply(q, e) + multiply(d, r)", "multiply(q, e)", "close"),
    (
        "dqvi",
        "position",
        "multiply(d, conjugate(q))",
        "multiply(conjugate(q), d)",
        "close",
    ),
    ("dqvi", "defect", "exp([0.0, 0.0, 1.0])", "exp([0.0, 0.0, 0.0])", "close"),
    ("dqvi", "step", "(f0 * J * phi - np", "(f0 * J * phi + np", "close"),
    ("dqvi", "momentum_map", " + np.cross(t, linear)", "", "close"),
    ("choosing", "measured_order", "break", "continue", "close"),
    ("choosing", "distance", "abs(turn[0])", "turn[0]", "close"),
    (
        "choosing",
        "drift",
        "np.polyfit(times, means, 1)[0]",
        "(energy[-1] - energy[0]) / (t[-1] - t[0])",
        "close",
    ),
    (
        "choosing",
        "composed",
        "(outer, 1 - 2 * outer, outer)",
        "(1 / 3, 1 / 3, 1 / 3)",
        "close",
    ),
    ("choosing", "break_even", "C4 * r**4", "C4", "close"),
    ("choosing", "cheapest", "if error.min() <= wanted:", "if True:", "close"),
]


def definitions(path):
    """The cells of a workbook that define or import something, pictures left out, as
    far as a solved copy needs them."""
    for cell in read(path).cells:
        if (
            cell.cell_type == "code"
            and "figure" not in cell.metadata.get("mystnb", {})
            and not calls_a_check(cell)
            and ("def " in cell.source or "import " in cell.source)
        ):
            yield cell


@EACH
def test_usual_mistakes_are_recognised(path, drawn_nowhere):
    """Each mistake is planted into its solution, and the check is asked."""
    names, met = {"__name__": "__main__"}, []
    for cell in definitions(path):
        run_cell(cell.source, names)
        if not has_tag(cell, "solution"):
            continue
        for row in MISTAKES:
            stem, name, old, new, level = row
            if stem == path.stem and cell.source.startswith(f"def {name}("):
                assert old in cell.source
                run_cell(cell.source.replace(old, new), names)
                said = names[f"check_{name}"](names[name])
                assert said.level == level, f"{name} with {new!r}: {said}"
                met.append(row)
        run_cell(cell.source, names)
    assert met and sorted(met) == sorted(row for row in MISTAKES if row[0] == path.stem)


# --- the tool -------------------------------------------------------------------------

BODY = "    return 2 * np.cross(omega, momentum)"
SOLVED = f'def twice(x):\n    """Twice of it."""\n{BODY}'
TEXT = (
    "Before.\n\n```{solution-start} ex-toy\n:class: dropdown\n```\n\nThe factor is two,"
    " because of symmetry."
)


def toy(
    source=SOLVED,
    tags=("solution",),
    text=TEXT,
    after="```{solution-end}\n```\n\nAfter.",
    more=(),
):
    new = nbformat.v4
    return new.new_notebook(
        cells=[
            new.new_markdown_cell(text),
            new.new_code_cell(source, metadata={"tags": list(tags)}),
            new.new_markdown_cell(after),
            *[new.new_code_cell(s, metadata={"tags": t}) for s, t in more],
        ]
    )


def test_a_blank_keeps_the_docstring_and_the_text_around_the_solution():
    solved = toy()
    before = copy.deepcopy(solved)
    handed_out = student_copy(solved)
    assert [cell.source for cell in handed_out.cells] == [
        "Before.",
        'def twice(x):\n    """Twice of it."""\n    raise NotImplementedError',
        "After.",
    ]
    assert solved == before


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"more": [(f"def again(x):\n{BODY}", [])]}, "stands elsewhere"),
        (
            {
                "after": (
                    "```{solution-end}\n```\n\nThe factor is two, because of symmetry."
                    " So it is."
                )
            },
            "stands elsewhere",
        ),
        ({"after": "After."}, "no {solution-end}"),
        ({"tags": ()}, "has not the tag"),
        ({"source": f"import numpy as np\n{SOLVED}"}, "is one function"),
        ({"source": f"def twice(x):\n{BODY}"}, "a docstring says"),
        ({"source": f"{SOLVED}\n    # and that is all"}, "follows the last line"),
    ],
)
def test_a_leak_is_found(changes, message):
    with pytest.raises(NotTeachable, match=message):
        student_copy(toy(**changes))


def test_a_solution_in_other_words_is_beyond_a_comparison_of_lines():
    assert student_copy(
        toy(after="```{solution-end}\n```\n\nRemember: by symmetry the factor is two.")
    )


def test_a_faulty_program_may_share_lines_with_its_cure():
    shared = toy(
        source=f"{SOLVED}.sum()", more=[(f"def faulty(x):\n{BODY}.sum()", ["fault"])]
    )
    assert student_copy(shared)


def test_the_command_writes_copies(tmp_path, capsys):
    assert student.main(["--write", str(tmp_path), str(PATHS[0])]) == 0
    assert nbformat.read(tmp_path / PATHS[0].name, 4) == student_copy(read(PATHS[0]))
    nbformat.write(toy(tags=()), tmp_path / "bad.ipynb")
    assert student.main([str(tmp_path / "bad.ipynb")]) == 1
    assert "FAILED  bad.ipynb" in capsys.readouterr().out
