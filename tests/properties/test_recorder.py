"""Random steps, recorded: the program has the bits of the plain step, on floats and on
arrays; and choose, require, warn and repeat mean the same everywhere."""

import math
import struct
import warnings

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from replay import done

from rotlib.backends import printed, trace
from rotlib.backends.rows import side_by_side
from rotlib.backends.trace import FUNCTIONS, OPERATORS, Kind
from rotlib.backends.user_function import of_any_number
from rotlib.numbers import loop, operation, require, select, warn_if

# {a}, {b}: numbers, {k}: a number or a constant, {p}, {q}: truths. What keeps the
# arguments away from poles and roots of negative numbers is made of operations too.
TEXTS = {
    "add": "{a} + {k}",
    "sub": "{a} - {k}",
    "mul": "{a} * {k}",
    "div": "{a} / (abs({k}) + 0.5)",
    "pow": "(abs({a}) + 0.5) ** copysign(1.5, {k})",
    "neg": "-{a}",
    "abs": "abs({a})",
    "lt": "{a} < {k}",
    "le": "{a} <= {k}",
    "gt": "{a} > {k}",
    "ge": "{a} >= {k}",
    "eq": "{a} == {k}",
    "ne": "{a} != {k}",
    "and": "{p} & {q}",
    "not": "{p} | {q}",  # recorded as not (not p and not q)
    "select": "select({p}, {a}, {k})",
    "atan2": "math.atan2({a}, {k})",
    "sqrt": "sqrt(abs({a}))",
    "sin": "sin({a})",
    "cos": "math.cos({a})",
    "tan": "tan({a})",
    "exp": "exp(-abs({a}))",
    "log": "math.log(abs({a}) + 0.5)",
    "copysign": "copysign({a}, {k})",
    "hypot": "math.hypot({a}, {k})",
    "asin": "math.asin({a} / (abs({a}) + 1.0))",
    "acos": "math.acos({a} / (abs({a}) + 1.0))",
    "atan": "math.atan({a})",
    "sinh": "math.sinh({a} / (abs({a}) + 1.0))",
    "cosh": "math.cosh({a} / (abs({a}) + 1.0))",
    "tanh": "math.tanh({a})",
    "expm1": "math.expm1(-abs({a}))",
    "log1p": "math.log1p(abs({a}))",
    "log10": "math.log10(abs({a}) + 0.5)",
}
TRUTHS = {name for name, op in OPERATORS.items() if op.truth}
EVERYWHERE_ALIKE = {"sqrt", "copysign"}  # of the rest NumPy has its own
LIBRARY = {*FUNCTIONS, "pow"} - EVERYWHERE_ALIKE
EXACT = [name for name in TEXTS if name not in LIBRARY]
INPUTS = ["t", "h", "y[0]", "y[1]", "y[2]", "J[0]", "J[1]"]
CONSTANTS = ["0.0", "-0.0", "1.0", "-2", "0.1"]
NAMES = {name: getattr(math, name) for name in "sqrt sin tan exp copysign".split()}
NAMES |= {"math": math, "select": select, "__name__": __name__}


def written(lines, results):
    """The step with these lines, which returns these numbers."""
    text = ["def step(t, h, y, J, load):", *lines, f"return {', '.join(results)},"]
    scope = dict(NAMES)
    exec("\n    ".join(text), scope)
    return scope["step"]


@st.composite
def steps(draw, operations, most=9):
    """A step of random lines."""
    numbers, truths, lines = list(INPUTS), [], []
    for i in range(draw(st.integers(most // 3, most))):
        usable = [x for x in operations if truths or "{p}" not in TEXTS[x]]
        name = draw(st.sampled_from(usable))
        parts = {key: draw(st.sampled_from(numbers)) for key in "ab"}
        parts["k"] = draw(st.sampled_from(numbers + CONSTANTS))
        if truths:
            parts |= {key: draw(st.sampled_from(truths)) for key in "pq"}
        lines.append(f"x{i} = {TEXTS[name].format(**parts)}")
        (truths if name in TRUTHS else numbers).append(f"x{i}")
    results = [draw(st.sampled_from(numbers[-6:] + INPUTS)) for _ in range(2)]
    last = f"select({truths[-1]}, {results[0]}, t)" if truths else numbers[-1]
    results.insert(draw(st.integers(0, 2)), last)
    return written(lines, results)


VALUES = st.sampled_from([0.0, -0.0, 1.0, -1.0, 1e-9]) | st.floats(-4, 4)
STATES = st.tuples(VALUES, VALUES, VALUES)


def recorded(step, J, y=3):
    return trace.record(of_any_number(step), y, J)


def on_arrays(name):
    """As a step does it: what is the same for all is a float."""
    return operation(name, *OPERATORS[name][:2])


def moved(program, t, h, columns, J):
    """The states after a step on arrays."""
    made = printed.on_arrays(program)(t, h, *columns, *J)
    return [np.broadcast_to(x, columns[0].shape) for x in made]


def bits(numbers):
    return [struct.pack("d", x) for x in numbers]


def plainly(step, *arguments):
    """The results of the plain step; examples beyond the range of floats are left."""
    try:
        results = step(*arguments, None)
    except (OverflowError, ValueError):
        assume(False)
    assume(all(map(math.isfinite, results)))
    return results


@settings(max_examples=8)
@given(STATES)
def test_each_operation_alone_has_the_bits_of_the_step(y):
    assert TEXTS.keys() == OPERATORS.keys()
    for name, text in TEXTS.items():
        line = text.format(a="y[1]", k="y[0]", p="p", q="(y[2] <= y[1])")
        result = "select(x, h, t)" if name in TRUTHS else "x"
        step = written(["p = y[0] < y[2]", f"x = {line}"], [result])
        found = done(recorded(step, 0), 7.0, 0.5, y, ())[0]
        assert bits(found) == bits(step(7.0, 0.5, y, (), None)), name


@given(steps(list(TEXTS)), STATES, STATES)
def test_a_recorded_step_has_the_bits_of_the_step(step, y, rest):
    t, h, J = rest[0], rest[1], (rest[2], 2.0)
    program = recorded(step, 2)
    for now, state in ((t, y), (t + 1.0, y[::-1])):
        wanted = plainly(step, now, h, state, J)
        assert bits(done(program, now, h, state, J)[0]) == bits(wanted)
    assert trace.pruned(program).block == program.block
    work = {(program.ops[i].name, program.ops[i].args) for i in program.block}
    assert len(work) == len(program.block)  # nothing is computed twice
    read = {place for _, args in work for place in args}
    assert set(program.block) <= read.union(program.outputs)  # nor in vain
    assert trace.count(program) == sum(name not in trace.FREE for name, _ in work)


@given(steps(list(TEXTS), 24), st.lists(STATES, min_size=1, max_size=2), STATES)
def test_a_program_on_arrays_has_the_bits_of_its_operations(step, lanes, rest):
    t, h, J = rest[0], rest[1], (rest[2], 2.0)
    program = recorded(step, 2)
    found = state = [np.array(column) for column in zip(*lanes, strict=True)]
    for k in range(3):
        with np.errstate(all="ignore"):
            results = done(program, t + k, h, state, J, on_arrays)[0]
            state = [np.broadcast_to(x, len(lanes)).copy() for x in results]
            found = moved(program, t + k, h, found, J)
        assume(np.isfinite(state).all())
        assert [x.tobytes() for x in found] == [x.tobytes() for x in state]


@given(steps(EXACT), st.lists(STATES, min_size=1, max_size=3), STATES)
def test_arrays_have_the_bits_of_floats(step, lanes, rest):
    t, h, J = rest[0] + 0.0, rest[1], (rest[2], 2.0)  # a run has no time -0.0
    wanted = [plainly(step, t, h, y, J) for y in lanes]
    program = recorded(step, 2)
    columns = [np.array(column) for column in zip(*lanes, strict=True)]
    bound = of_any_number(step)(t, h, columns, J, None)
    texts = moved(program, t, h, columns, J)
    for found in (texts, [np.broadcast_to(x, len(lanes)) for x in bound]):
        for i, lane in enumerate(wanted):
            assert bits([x[i] for x in found]) == bits(lane)


@given(st.permutations(["0.0", "-0.0", "1.0", "0", "-1.0"]), VALUES)
def test_constants_keep_their_sign(constants, y):
    texts = ["copysign(y[0], {})".format, "y[0] * {}".format]
    step = written([], [text(x) for text in texts for x in constants])
    results = done(recorded(step, 0, y=1), 0.0, 0.1, (y,), ())[0]
    assert bits(results) == bits(step(0.0, 0.1, (y,), (), None))


QUESTIONS = ["if {a} < {k}:", "while {a} != {k}:", "if {a}:", "if not {a}:"]
QUESTIONS += ["if {a} < {k} and {k} < 3.0:", "if float({a}):", "if max({a}, {k}):"]


@given(
    st.sampled_from(QUESTIONS),
    st.sampled_from(INPUTS),
    st.sampled_from([*INPUTS, "0.0", "2.5"]),
    st.sampled_from(["{a}", "{a} + 1.0", "sqrt(abs({a})) * h", "-{a}"]),
)
def test_a_branch_on_what_comes_in_is_refused(question, a, k, around):
    text = question.format(a="x", k=k)
    step = written([f"x = {around.format(a=a)}", f"{text} return t, h, h"], ["t"] * 3)
    with pytest.raises(trace.DataDependentBranch):
        recorded(step, 2)


@pytest.mark.parametrize(
    "asked",
    [lambda x: x > 0.0 and x, math.floor, lambda x: x % 2.0, lambda x: {x: 1.0}[x]]
    + [lambda x: x.is_integer(), round, lambda x: [1.0, 2.0][x], lambda x: x + None],
)
def test_a_refusal_that_is_caught_is_one(asked):
    def careful(x):
        try:
            return (asked(x),)
        except Exception:
            return (1.0,)

    with pytest.raises(trace.DataDependentBranch):
        trace.record_function(careful, Kind.TRACE_WHOLE, (0,), 1)


@pytest.mark.parametrize(
    ("numbers", "reason"),
    [(lambda x, y: [x, y], "step to step"), (lambda x, y: [0.0, 1.0], "body to body")],
)
def test_a_branch_on_numbers_of_bodies_says_why(numbers, reason):
    def careful(x, y):
        (each,) = side_by_side(np.array(numbers(x, y), object), 2)
        return (x, y) if each else (y, x)

    with pytest.raises(trace.DataDependentBranch, match=reason):
        trace.record_function(careful, Kind.TRACE_WHOLE, (0, 0), 2)


class Refused(Exception):
    """A motion that the step cannot go on with."""


class Noticed(UserWarning):
    """A motion of which the step says something."""


def outcome(call):
    """What a call returns, or the text of its error; and the warnings it gives."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        try:
            result = call()
        except Refused as error:
            result = str(error)
    return result, [str(w.message) for w in said if w.category is Noticed]


@given(
    lanes=st.lists(st.floats(-4, 4), min_size=1, max_size=4),
    ratio=st.floats(0.1, 0.9),
    limit=st.sampled_from([0.1, 0.5, 3.0]),
    most=st.integers(1, 8),
)
def test_a_loop_means_the_same_everywhere(lanes, ratio, limit, most):
    def step(t, h, y, J, load):
        def shorter(state):
            x, n, last = state
            following = ratio * x + 0.01
            return (following, n + 1.0, x), abs(following) < limit

        def unfinished(*state):
            return Refused("unfinished")

        x, n, last = loop(shorter, (y[0], 0.0, y[0]), most, unfinished)
        return x + last, n, x

    alone = [outcome(lambda x=x: step(0.0, 1.0, (x,), (), None))[0] for x in lanes]
    arrays = of_any_number(step)
    together = outcome(lambda: arrays(0.0, 1.0, (np.array(lanes),), (), None))[0]
    if "unfinished" in alone:
        assert together == "unfinished"
    else:
        lanewise = np.array([np.broadcast_to(x, len(lanes)) for x in together]).T
        assert [bits(x) for x in alone] == [bits(x) for x in lanewise]
    program = recorded(step, 0, y=1)
    for x, wanted in zip(lanes, alone, strict=True):
        found, good, _ = done(program, 0.0, 1.0, (x,), ())
        assert good == (wanted != "unfinished")
        assert not good or bits(found) == bits(wanted)


def test_a_program_with_a_loop_is_written_on_another_tape():
    def halved(x):
        def once(state):
            x, n = state
            return (x / 2.0, n + 1.0), abs(x) < 1.0

        return loop(once, (x * x, 0.0), 9)

    kind = Kind.TRACE_LOAD
    program = trace.record_function(of_any_number(halved), kind, (0,), 2)
    again = trace.record_function(
        lambda x: trace.replayed(program, (x,)), kind, (0,), 2
    )
    assert list(map(type, again.block)) == list(map(type, program.block))
    for x in (0.1, 3.0, -7.0):
        expected = tuple(halved(x))
        assert printed.on_floats(program)(x) == expected
        assert printed.on_floats(again)(x) == expected
    with pytest.raises(ValueError):  # it does not come to an end
        printed.on_floats(again)(1e9)


@given(st.lists(VALUES, min_size=1, max_size=4), VALUES, VALUES)
def test_choices_demands_and_warnings_mean_the_same_everywhere(lanes, low, high):
    def step(t, h, y, J, load):
        x = y[0]
        require(x >= low, Refused, lambda v: f"{v!r} is low", x)
        warn_if(x > high, Noticed, lambda v=None: f"{v!r} is high", x)
        return (select(x < high, x * 2.0, select(x > 1.0, -x, 0.0)),)

    alone = [outcome(lambda x=x: step(0.0, 1.0, (x,), (), None)) for x in lanes]
    arrays = of_any_number(step)
    together = outcome(lambda: arrays(0.0, 1.0, (np.array(lanes),), (), None))
    errors = [result for result, _ in alone if isinstance(result, str)]
    if errors:  # the first motion that fails is named
        assert together == (errors[0], [])
    else:
        assert bits(together[0][0]) == bits([result[0] for result, _ in alone])
        assert together[1] == [text for _, said in alone for text in said][:1]
    program = recorded(step, 0, y=1)
    ((place, category, text),) = program.warnings
    assert category is Noticed and text == "None is high"
    for x, (wanted, said) in zip(lanes, alone, strict=True):
        found, good, at = done(program, 0.0, 1.0, (x,), ())
        assert good == (not isinstance(wanted, str))
        assert not good or (bits(found) == bits(wanted) and at[place] == bool(said))
