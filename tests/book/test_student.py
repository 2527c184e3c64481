"""Students' copies differ from the solved workbooks in the blanks alone; an untouched
one fails in one way only; the checks know the usual mistakes and the known answers."""

import ast
import copy
import math
import re
from functools import cache

import nbformat
import numpy as np
import pytest
import student
from refusals import refused
from rotbook.feedback import Feedback
from student import BLANK, NotTeachable, has_tag, student_copy

PATHS = sorted(student.WORKBOOKS.glob("*.ipynb"))
EACH = pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)


def read(path):
    return nbformat.read(path, 4)


@EACH
def test_copy_and_solution_differ_in_the_blanks_alone(path):
    solved = {cell.id: cell for cell in read(path).cells}
    handed_out = {cell.id: cell for cell in student_copy(read(path)).cells}
    assert sum(has_tag(cell, "solution") for cell in handed_out.values()) >= 5
    for name, cell in solved.items():
        mine = handed_out.pop(name, None)
        if cell.cell_type == "code":
            kept = cell.source
            if has_tag(cell, "solution"):
                kept = mine.source.removesuffix(BLANK)
                assert cell.source.startswith(kept) and kept.endswith('"""\n')
                kept += BLANK
            assert mine.source == kept and not mine.outputs
        elif mine:  # without the lines from start to end
            rest = iter(cell.source.splitlines())
            assert all(line in rest for line in mine.source.splitlines())
        assert mine is None or mine.metadata == cell.metadata
    assert not handed_out


@EACH
def test_the_solved_workbook_says_right_at_every_check(path):
    checks = [cell for cell in read(path).cells if calls_a_check(cell)]
    said = [cell.outputs[0].data["text/plain"] for cell in checks]
    assert len(said) == sum(has_tag(cell, "solution") for cell in read(path).cells)
    assert all(text.startswith("right: ") for text in said), said


def calls_a_check(cell):
    return cell.cell_type == "code" and cell.source.startswith("check_")


def run_cell(source, names):
    """The value of the last line, if that is an expression, as in a notebook."""
    tree, last = ast.parse(source), None
    if isinstance(tree.body[-1], ast.Expr):
        last = ast.Expression(tree.body.pop().value)
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


# In which function, what is said of it; the right words, and the wrong ones.
MISTAKES = re.findall(
    r"^(\w+)\.(\w+) ([a-z]+):\s+(.+?)\s+=> ?(.*)$",
    r"""
foundations.exp wrong: angle / (2 * np.pi)) / 2 * v => angle / np.pi) * v
foundations.exp close:
  return np.r_[np.cos(angle / 2), np.sinc(angle / (2 * np.pi)) / 2 * v]
  => return np.r_[np.cos(angle), np.sinc(angle / np.pi) * v]
foundations.log close: if q[0] >= 0 else (-q[0], -q[1:]) =>
foundations.log close: np.arctan2(size, w) => np.arccos(w)
foundations.rate close: multiply(conjugate(q0), q1) => multiply(q1, conjugate(q0))
foundations.acceleration close: np.cross(J * omega, omega) / J
  => np.cross(omega, J * omega) / J
foundations.period close: return 2 * np.pi => return np.pi
magnus.gauss_step close: np.cross(late, early) => np.cross(early, late)
magnus.gauss_step wrong: np.sqrt(3) / 6 => np.sqrt(3) / 3
magnus.turned close: multiply(exp(step(rate, k * h, h)), q)
  => multiply(q, exp(step(rate, k * h, h)))
magnus.three_rates close: np.cross(B0, B1) => np.cross(B1, B0)
magnus.cheap_exp close: q / np.sqrt(q @ q) => q
buss.omega_dot close: N - np.cross => N + np.cross
buss.augmented close: + h**2 / 12 * np.cross(change, omega) =>
buss.omega_ddot close: np.cross(omega, change) + =>
buss.third close: + h**2 / 12 * bracket =>
buss.advance close: L, J, N, h)), q), L + h * N => L + h * N, J, N, h)), q), L + h * N
buss.least_turn close: np.cross(old, new) => np.cross(new, old)
krenk_nielsen.discrete_gradient close:
  return g + (V(x1) - V(x0) - g @ d) / square * d if square else g
  => return g
krenk_nielsen.particle_step wrong:
  while before is None or np.abs(x1 - before).max() > 4e-15
  => for _ in range(3)
krenk_nielsen.body_step wrong: rotate_back(c, l) => rotate(c, l)
krenk_nielsen.defect close: np.abs(rotate(q1, l1) - rotate(q, l)).max()
  => abs(l1 @ l1 - l @ l)
dqvi.product close: multiply(q, e) + multiply(d, r) => multiply(q, e)
dqvi.position close: multiply(d, conjugate(q)) => multiply(conjugate(q), d)
dqvi.defect close: exp([0.0, 0.0, 1.0]) => exp([0.0, 0.0, 0.0])
dqvi.step close: (f0 * J * phi - np => (f0 * J * phi + np
dqvi.momentum_map close: + np.cross(t, linear) =>
choosing.measured_order close: break => continue
choosing.distance close: abs(turn[0]) => turn[0]
choosing.drift close: np.polyfit(times, means, 1)[0]
  => (energy[-1] - energy[0]) / (t[-1] - t[0])
choosing.composed close: (outer, 1 - 2 * outer, outer) => (1 / 3, 1 / 3, 1 / 3)
choosing.break_even close: C4 * r**4 => C4
choosing.cheapest close: if error.min() <= wanted: => if True:
""",
    re.MULTILINE,
)


def definitions(path):
    """The cells of a workbook that define or import something, pictures left out."""
    for cell in read(path).cells:
        if cell.cell_type != "code" or calls_a_check(cell):
            continue
        drawn = "figure" in cell.metadata.get("mystnb", {})
        if not drawn and ("def " in cell.source or "import " in cell.source):
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
            stem, name, level, old, new = row
            if stem == path.stem and cell.source.startswith(f"def {name}("):
                assert old in cell.source
                run_cell(cell.source.replace(old, new), names)
                said = names[f"check_{name}"](names[name])
                assert said.level == level, f"{name} with {new!r}: {said}"
                met.append(row)
        run_cell(cell.source, names)
    assert met and sorted(met) == sorted(row for row in MISTAKES if row[0] == path.stem)


# The exercise, words of its hint or solution, what the functions of the solved workbook
# say. The words end with the value, unless they are a claim, true or false.
KNOWN = re.findall(
    r"^(\S+): (.+?)\s+=> (.+)$",
    r"""
foundations-camera: part of the quaternion is $\tfrac12$ => camera_attitude()[0]
foundations-exp: `exp([0, 0, pi/2])` is $(\sqrt{1/2},0,0,\sqrt{1/2})$
  => exp([0, 0, pi / 2])
foundations-log: comes back as $(0,0,4-2\pi)$ => log(exp([0, 0, 4]))
foundations-rate: the rate is $(0,0,2)$ => rate(ONE, exp(0.2 * Z), 0.1)
foundations-euler: a sphere has no acceleration => not acceleration(ONES, M).any()
foundations-agm: the mean of 1 and $\sqrt2$ is 1.198140 => mean(1, 2**0.5)
foundations-period: the period is $2\pi$ => period(M, 1e-6 * X + Z)
magnus-two: the correction points along $-y$
  => np.allclose(one_turn(X, Z) - X - Z, -Y / 2)
magnus-gauss: the step from 0 to 1 is $(1,\tfrac12,-\tfrac1{12})$
  => gauss_step(lambda t: X + t * Y, 0, 1)
magnus-turned: in one second gives $(0,0,0,1)$
  => turned(gauss_step, lambda t: pi * Z, 1, 1)
magnus-three: the step from 0 to 1 is $(1,\tfrac12,+\tfrac1{12})$
  => three_rates(X, X + Y / 2, X + Y, 1)
magnus-cheap: stand as 3 to 5 => np.allclose(cheap_exp(2 * Z) * 34**0.5, [3, 0, 0, 5])
magnus-asked: Gauss's nodes, 0.211 => asked(bare_step)[0]
magnus-asked: and 0.789 => asked(bare_step)[1]
magnus-asked: It asks at $-0.077$ => asked(eager_step)[0]
magnus-asked: and $1.077$ => asked(eager_step)[1]
buss-lag: 0.5 for the numbers of the cell above => lag(1, 1, 0.1, 10)
buss-dot: a sphere without torque has none => not omega_dot(Q, L, ONES, 0 * N).any()
buss-dot: $(-1,1,-\tfrac13)$ => omega_dot(Q, M, M, 0 * N)
buss-augmented: $(\tfrac{11}{18},\tfrac{14}9,\tfrac23)$ => augmented(Q, M, M, 0 * N, 1)
buss-hurried: a right step does not turn the body at all
  => all(advance(first, Q, 0 * L, J, N, 1)[0] == Q)
buss-ddot: zero for a sphere => np.allclose(omega_ddot(Q, L, ONES, N), 0, atol=1e-15)
buss-ddot: $(-2,-2,2)$ => omega_ddot(Q, M, M, 0 * N)
buss-third: for a sphere with $J=(1,1,1)$ it is your `augmented`
  => np.allclose(third(Q, L, ONES, N, 1), augmented(Q, L, ONES, N, 1), 1e-14)
buss-turn: it is $(\sqrt{1/2},0,0,\sqrt{1/2})$ => least_turn(X, Y)
krenk-gradient: for a quadratic $V$ the multiple is zero
  => all(discrete_gradient(lambda x: x @ x, lambda x: 2 * x, X, Y) == X + Y)
krenk-gradient: from 0 to 1 the result is 1
  => discrete_gradient(lambda x: x[0] ** 3, lambda x: 3 * x**2, 0 * X[:1], X[:1])
krenk-particle: arrives at $(1,-\tfrac12)$
  => particle_step(0 * X, X, 1, lambda *x: Y)[0][:2]
krenk-particle: with $(1,-1)$ => particle_step(0 * X, X, 1, lambda *x: Y)[1][:2]
krenk-momentum: it is $(0,2,4,6)$ => conjugate_momentum(ONE, ONES, M)
krenk-body: the body makes half a turn and $\mathbf l$ stays
  => np.allclose(np.concatenate(body_step(ONE, 4 * Z, ONES, 1)), [*0 * X, 1, *4 * Z])
dqvi-centre: leaves the point $(1,0)$ => centre(pi, 2 * X[:2])
dqvi-product: give the shift $1+\tfrac12\varepsilon\,(\mathbf t+\mathbf s)$
  => all(product(shift(X), shift(Y)) == shift(X + Y))
dqvi-position: the position of $(1,0,0,0,\ 0,\tfrac12,0,0)$ is $(1,0,0)$
  => position([1, 0, 0, 0, 0, 0.5, 0, 0])
dqvi-defect: adds $(0,1,0)$
  => position(product(np.r_[exp(pi / 2 * Z), 0 * ONE], shift(X)))
dqvi-step: turns by 30 => np.degrees(angle_between(ONE, step(ONE, Z, ONES, 0.5)[0]))
dqvi-step: and $\mathbf l$ stays => np.allclose(step(ONE, Z, ONES, 0.5)[1], Z)
dqvi-map: the result is $(0,0,1,\ 0,1,0)$ => momentum_map(ONE, X, 0 * X, Y)
choosing-order: 0.4, 0.2, 0.1 with the errors $h^4$ give 4
  => measured_order([0.4, 0.2, 0.1], np.array([0.4, 0.2, 0.1]) ** 4)
choosing-order: the first two alone give `nan`
  => np.isnan(measured_order([0.4, 0.2], np.array([0.4, 0.2]) ** 4))
choosing-order: returns 3.7 => measured_order(STEPS, ERRORS)
choosing-distance: to $(0,0,0,1)$ it is $\pi$ => distance(START, np.eye(4)[3])
choosing-distance: from any $q$ to $-q$ it is 0 => distance(START, -START)
choosing-drift: it is 3 => [drift(M, 2 + 3 * M, windows) for windows in (2, 3)]
choosing-yoshida: one of the three steps goes backwards
  => sum(c < 0 for c in composed(lambda q, h: [*q, h])([], 1)) == 1
choosing-yoshida: c_1=1/(2-2^{1/3})=1.35 => composed(lambda q, h: [*q, h])([], 1)[0]
choosing-yoshida: c_0=-1.70 => composed(lambda q, h: [*q, h])([], 1)[1]
choosing-even: it is $1/81$ => break_even(1, 1, 3)
choosing-cheapest: is out for $10^{-7}$ => cheapest({1: RUNS}, 1e-7) is None
choosing-cheapest: for $10^{-4}$ it costs 10
  => [cheapest({1: RUNS, 2: ([c], np.array([1e-9]))}, 1e-4) for c in (9, 11)] == [2, 1]
""",
    re.MULTILINE,
)


def shift(t):
    """The pose, a dual quaternion, that is moved by t and not turned."""
    return np.r_[1, 0, 0, 0, 0, np.asarray(t) / 2]


X, Y, Z = np.eye(3)
GIVEN = {"X": X, "Y": Y, "Z": Z, "M": X + 2 * Y + 3 * Z, "ONES": np.ones(3), "np": np}
GIVEN |= {"ONE": np.eye(4)[0], "pi": np.pi, "shift": shift}
GIVEN["RUNS"] = np.array([1.0, 100.0]), np.array([1e-2, 1e-6])


@cache
def solved(path):
    """The names of a solved workbook, and all that it says of each exercise."""
    names = {"__name__": "__main__"}
    for cell in definitions(path):
        run_cell(cell.source, names)
    text = "\n".join(c.source for c in read(path).cells if c.cell_type == "markdown")
    pieces = text.split(":label: ex-wb-")[1:]
    return names, {x.split()[0]: x.split("{solution-end}")[0] for x in pieces}


def value(words):
    """The last formula or number in the words, and half a unit of its last digit."""
    formula, number = re.findall(r"\$(.+?)\$|(-?[\d.]*\d)", words)[-1]
    text = re.sub(r"\\tfrac(\d|{\d+})(\d|{\d+})", r"(\1/\2)", formula or number)
    text = re.sub(r"(\d)\\pi", r"\1*pi", text).replace("^", "**")
    text = text.translate(str.maketrans("{}", "()", "\\"))
    digits = len(re.sub(r".*\.", "", text)) if "." in text else 9
    return eval(text, vars(math)), 0.5 * 10.0**-digits


@pytest.mark.parametrize(("label", "words", "call"), KNOWN)
def test_a_known_answer_is_what_the_solution_says(label, words, call, drawn_nowhere):
    (path,) = (path for path in PATHS if path.stem.startswith(label.split("-")[0]))
    names, texts = solved(path)
    assert re.search(re.escape(words) + r"(?![\d.]*\d)", texts[label])
    said = eval(call, names | GIVEN)
    if isinstance(said, bool | np.bool_):
        assert said
    else:
        right, accuracy = value(words)
        np.testing.assert_allclose(said, right, rtol=0, atol=accuracy)


def test_each_known_answer_is_compared(drawn_nowhere):
    for label, text in [pair for path in PATHS for pair in solved(path)[1].items()]:
        known = text.partition("Known answer")[2].partition("```")[0]
        assert not known or any(x == label and words in known for x, words, _ in KNOWN)


BODY = "    return 2 * np.cross(omega, momentum)"
SOLVED = f'def twice(x):\n    """Twice of it."""\n{BODY}'
START = "```{solution-start} ex-toy\n:class: dropdown\n```"
END = "```{solution-end}\n```"
TEXT = f"Before.\n\n{START}\n\nThe factor is two, because of symmetry."


def toy(source=SOLVED, tags=("solution",), after=f"{END}\n\nAfter.", more=()):
    new = nbformat.v4
    code = [(source, tags), *more]
    made = [new.new_code_cell(s, metadata={"tags": list(t)}) for s, t in code]
    text, after = new.new_markdown_cell(TEXT), new.new_markdown_cell(after)
    return new.new_notebook(cells=[text, made[0], after, *made[1:]])


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


def test_a_leak_is_found():
    def copied(**changes):
        return lambda: student_copy(toy(**changes))

    shared = f"{END}\n\nThe factor is two, because of symmetry. So it is."
    again = copied(more=[(f"def again(x):\n{BODY}", [])])
    leaks = {
        "stands elsewhere": [again, copied(after=shared)],
        "no {solution-end}": copied(after="After."),
        "has not the tag": copied(tags=()),
        "is one function": copied(source=f"import numpy as np\n{SOLVED}"),
        "a docstring says": copied(source=f"def twice(x):\n{BODY}"),
        "follows the last line": copied(source=f"{SOLVED}\n    # and that is all"),
    }
    refused(leaks, NotTeachable)


def test_what_is_no_leak():
    """Other words are beyond a comparison of lines; a fault may share its cure's."""
    words = f"{END}\n\nRemember: by symmetry the factor is two."
    assert student_copy(toy(after=words))
    faulty = [(f"def faulty(x):\n{BODY}.sum()", ["fault"])]
    assert student_copy(toy(source=f"{SOLVED}.sum()", more=faulty))


def test_the_command_writes_copies(tmp_path, capsys):
    assert student.main(["--write", str(tmp_path), str(PATHS[0])]) == 0
    assert nbformat.read(tmp_path / PATHS[0].name, 4) == student_copy(read(PATHS[0]))
    nbformat.write(toy(tags=()), tmp_path / "bad.ipynb")
    assert student.main([str(tmp_path / "bad.ipynb")]) == 1
    assert "FAILED  bad.ipynb" in capsys.readouterr().out
