"""Steps as text: node and gcc compute the bits of the program replayed in Python."""

import json
import math
import os
import re
import shutil
import struct
import subprocess
from dataclasses import replace
from functools import cache, partial
from importlib import import_module

import kinds_of_runs
import numpy as np
import pytest
from kinds_of_runs import KINDS
from refusals import refused
from replay import run_program
from rotbook import javascript

import rotlib as rl
from rotlib.backends import printed
from rotlib.errors import InvalidInput, NotAvailable
from rotlib.kernels import quaternion as kernels
from rotlib.runs import exported

BOX = rl.Body((1.0, 2.0, 2.6), mass=1.5)
TOP = rl.Body.cone(mass=0.7, radius=0.5, height=1.0)
HEADERS = "#include <math.h>\n#include <stdbool.h>\n"
STEPS, H = 12, 0.1
WRITTEN = [x for x in KINDS if x not in ("memory", "inputs by time")]


def one_row(name):
    """The run with the first of its inputs throughout."""
    inputs = KINDS[name][2].get("inputs")
    return kinds_of_runs.ran(name, **({} if inputs is None else {"inputs": inputs[:1]}))


@cache
def written(name):
    """The run of which the step is written down, its texts, and the flat start."""
    method, body, given = KINDS[name]
    run, bound, real = one_row(name), [], exported.programs
    names = ["q0" if x == "q_raw" else x for x in run.motion_names]
    begun = dict(zip(names, [a[0] for a in run.motion], strict=True))
    more = {k: given[k] for k in ("load", "joints") if k in given}
    more |= {"inputs": run.inputs[0]} if "inputs" in given else {}
    more |= {"start": begun} if isinstance(body, list) else {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(exported, "programs", lambda x: bound.append(x) or real(x))
        how = {"name": f"s{WRITTEN.index(name)}", **more}
        texts = [
            rl.export(method, body, **how, language=x) for x in ("javascript", "c")
        ]
    return bound[0], texts, np.concatenate([*begun.values()], -1).ravel().tolist()


def bits(numbers):
    return [struct.pack("<d", x).hex() for x in numbers]


@cache
def replayed(name):
    """The motion after each step, by Python's arithmetic on the same programs."""
    run, _, start = written(name)
    of, J = exported.programs(run), [*run.J]
    p = [x for given in run.numbers[1:] for x in given.flat]

    def done(program, t, y, numbers):
        new, good = run_program(program, t, H, y, numbers)
        assert good
        return new

    y, motions = done(of["begin"], 0.0, start, J), []
    for k in range(STEPS):
        y = done(of["step"], k * H, y, [*J, *p])
        motions.append(done(of["end"], 0.0, y, J))
    return motions


NODE = """
const bits = x => Buffer.from(new Float64Array(x).buffer).toString("hex");
function fly(name, s, h, start, steps) {
    const y = new Float64Array(s.size), m = new Float64Array(s.motion);
    let status = s.begin(h, start, y);
    if (status & 255) { console.log(name, "refused", s.reasons[status & 255]); return; }
    const out = [];
    for (let k = 0; k < steps; k++) {
        status |= s.step(k * h, h, y);
        s.end(y, m);
        out.push(bits(m));
    }
    console.log(name, status, out.join(" "));
}
"""
C = """
#include <stdio.h>
#include <string.h>
static void put(const double *x, int n) {
    for (int i = 0; i < n; i++) {
        unsigned char b[8];
        memcpy(b, &x[i], 8);
        for (int k = 0; k < 8; k++) printf("%02x", b[k]);
    }
    printf(" ");
}
"""
FLY = """
static void fly_NAME(void) {
    const double start[] = {START}, h = STEP;
    double y[LARGE_SIZE], m[LARGE_MOTION];
    int status = NAME_begin(h, start, y, NAME_J);
    printf("NAME ");
    for (int k = 0; k < STEPS; k++) {
        status |= NAME(k * h, h, y, NAME_J, NAME_p);
        NAME_end(y, m, NAME_J);
        put(m, LARGE_MOTION);
    }
    const char *more = NAME_warnings[0] ? "" : " ";
    printf("%d %s%s\\n", status, NAME_reasons[status & 255], more);
}
"""


def in_node(tmp_path, text):
    """What node prints."""
    (tmp_path / "x.js").write_text(text, encoding="utf-8")
    command = ["node", tmp_path / "x.js"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def in_c(tmp_path, text, *flags):
    """What the program prints that gcc makes."""
    (tmp_path / "x.c").write_text(text, encoding="utf-8")
    command = ["gcc", *flags, tmp_path / "x.c", "-o", tmp_path / "x", "-lm"]
    built = subprocess.run(command, capture_output=True, text=True)
    assert not built.returncode, built.stderr[:3000]
    run = subprocess.run([tmp_path / "x"], capture_output=True, check=True)
    return run.stdout.decode()


STRICT = "-std=c99 -Wall -Wextra -Werror".split()


def all_in_c(tmp_path, headers, flights, names):
    level = '#pragma GCC optimize "O{}"\n'  # a quarter as users do: it takes time
    lines = []
    for i, text in enumerate(headers):
        (tmp_path / f"{i}.h").write_text(text, encoding="utf-8")
        lines += [level.format(int(i % 4 == 0)), f'#include "{i}.h"\n']
    calls = "".join(f"    fly_{name}();\n" for name in names)
    main = f"int main(void) {{\n{calls}    return 0;\n}}\n"
    text = "".join([*lines, level.format(0), C, *flights, main])
    return in_c(tmp_path, text, *STRICT, "-pedantic", "-O1", "-ffp-contract=off")


def needs(program):
    missing = shutil.which(program) is None and "CI" not in os.environ
    return pytest.mark.skipif(missing, reason=f"{program} is not installed")


@needs("node")
@needs("gcc")
@pytest.mark.parametrize(
    "names", [WRITTEN[::3], pytest.param(WRITTEN, marks=pytest.mark.night)], ids=len
)
def test_both_languages_have_the_bits_of_the_replayed_program(names, tmp_path):
    scripts, headers, starts = [NODE], [], []
    for name in names:
        _, (javascript, c), start = written(name)
        s = f"s{WRITTEN.index(name)}"
        flight = FLY.replace("START", ", ".join(map(repr, start)))
        flight = flight.replace("STEPS", str(STEPS)).replace("STEP", repr(H))
        starts.append(flight.replace("LARGE", s.upper()).replace("NAME", s))
        scripts += [javascript, f'fly("{s}", {s}, {H}, {start!r}, {STEPS});']
        headers.append(c)
    made = in_node(tmp_path, "\n".join(scripts)).splitlines()
    each = [line.split()[2:] for line in made]
    made = all_in_c(tmp_path, headers, starts, [f"s{WRITTEN.index(x)}" for x in names])
    for name, found, line in zip(names, each, made.splitlines(), strict=True):
        expected = ["".join(bits(m)) for m in replayed(name)]
        assert found == expected, f"{name}, node"
        assert line.split()[1 : 1 + STEPS] == expected, f"{name}, gcc"


@pytest.mark.parametrize("name", WRITTEN)
def test_the_motion_is_that_of_a_run(name):
    """Of several bodies one after the other; what follows is that of one."""
    end = np.concatenate([a[-1] for a in one_row(name).motion], -1).ravel()
    found = np.array(replayed(name)[-1])
    np.testing.assert_allclose(found, end, rtol=1e-11, atol=1e-12)


def fly(tmp_path, text, h, start, steps=1, J="step.J", p="step.p"):
    lines = f"""{text}
        const y = new Float64Array(step.size), m = new Float64Array(step.motion);
        let status = step.begin({h!r}, {list(start)!r}, y, {J});
        for (let k = 0; k < {steps} && !(status & 255); k++)
            status |= step.step(k * {h!r}, {h!r}, y, {J}, {p});
        step.end(y, m, {J});
        console.log(JSON.stringify([step.reasons[status & 255],
            step.warnings.filter((_, i) => status >> 8 + i & 1), [...m]]));"""
    return eval(in_node(tmp_path, lines), {"null": math.nan})


UNTURNED = (1.0, 0.0, 0.0, 0.0)


@needs("node")
def test_a_step_that_is_too_long_is_refused_with_its_reason(tmp_path):
    text = rl.export("buss4", BOX)
    reason, warnings, motion = fly(tmp_path, text, 5.0, (*UNTURNED, 0.3, 1.0, 0.8))
    assert reason.startswith("StepTooLarge: a step turns the body by more than 4 rad")
    assert warnings and warnings[0].startswith("LargeStep: the first step turns")
    assert motion[4:] == pytest.approx([0.3, 1.0, 0.8])  # the state is left alone


@needs("node")
def test_a_long_step_is_warned_of(tmp_path):
    for method, h in (("buss4", 1.2), ("krenk_nielsen", 1.75)):
        text = rl.export(method, BOX)
        reason, warnings, _ = fly(tmp_path, text, h, (*UNTURNED, 0.3, 1.0, 0.8))
        assert reason == "made" and warnings, method
        assert not fly(tmp_path, text, 0.1, (*UNTURNED, 0.3, 1.0, 0.8))[1]


@needs("node")
def test_numbers_that_are_lost_are_a_refusal(tmp_path):
    text = rl.export("rk4", BOX)
    reason, *_ = fly(tmp_path, text, 40.0, (*UNTURNED, 3.0, 1.0, 8.0), steps=60)
    assert reason.startswith("Diverged: ")
    text = rl.export("splitting_231", BOX)
    reason, *_ = fly(tmp_path, text, 0.1, (*UNTURNED, 0, -1e61, 0))
    assert reason.startswith("InvalidInput: motion: expected numbers up to 1e+60")


@needs("node")
def test_body_and_load_are_arguments(tmp_path):
    start = (*UNTURNED, 0.3, 1.0, 9.0)
    other = rl.Body.cone(mass=1.4, radius=0.3, height=0.8)
    text = rl.export("buss4", TOP, rl.loads.uniform_gravity(TOP))
    load = rl.loads.uniform_gravity(other)
    J, p = list(other.principal_moments), load.parameters.tolist()
    *_, motion = fly(tmp_path, text, 0.01, start, 20, repr(J), repr(p))
    run = rl.integrate("buss4", other, omega=start[4:], h=0.01, steps=20, load=load)
    np.testing.assert_allclose(motion, [*run.q_raw[-1], *run.omega[-1]], atol=1e-13)


@needs("node")
def test_inputs_are_parameters(tmp_path):
    text = rl.export("rk4", BOX, lambda t, q, w, u: (0.0, 0.0, u), inputs=2.0)
    assert "p: [2.0]" in text
    *_, motion = fly(tmp_path, text, 0.01, (*UNTURNED, 0, 0, 1.0), p="[2.6]")
    assert motion[6] == pytest.approx(1.01)
    with pytest.raises(InvalidInput, match="takes inputs"):
        rl.export("rk4", BOX, lambda t, q, w, u: (0.0, 0.0, u))
    with pytest.raises(InvalidInput, match=r"inputs: .*shape \(n,\), got \(1, 1\)"):
        rl.export("rk4", BOX, lambda t, q, w, u: (0.0, 0.0, u), inputs=[[2.0]])


NO_NAMES = "", "a b", "1st", "double", "class", "ω", 3, "f;", "sin", "sinf", "NaN"


def test_a_name_that_a_language_does_not_take():
    calls = [partial(rl.export, "rk4", BOX, name=name) for name in NO_NAMES]
    refused({"name: expected a name of letters": calls})


@needs("gcc")
def test_no_name_of_the_headers_is_taken():
    for options in (["-dM"], []):
        command = ["gcc", "-E", *options, "-x", "c", "-"]
        given = {"capture_output": True, "text": True, "check": True}
        told = subprocess.run(command, input=HEADERS, **given).stdout
        found = re.findall(r"#define (\w+)" if options else r"(\w+) *\(", told)
        assert len(found) > 200
        refused({"leave free": [partial(printed.named, name) for name in found]})


HOSTILE = 'a"b?\\?/c\n*/</script><!--\u2028\u0007µ\\'


@needs("node")
@needs("gcc")
def test_what_users_call_things_ends_no_comment_no_string_and_no_script(tmp_path):
    method = replace(rl.methods.rk4, name=HOSTILE, summary=HOSTILE)
    load = rl.Load(HOSTILE, lambda t, q, omega: (0.0, 0.0, 0.0))
    text = rl.export(method, BOX, load)
    assert "</" not in text and "<!--" not in text and text.isascii()
    text += "console.log(JSON.stringify(step.method))"
    assert json.loads(in_node(tmp_path, text)) == HOSTILE
    text = rl.export(method, BOX, load, language="c")
    assert text.isascii()
    text += f"#include <stdio.h>\nint main() {{ puts({printed.quoted(HOSTILE)}); }}\n"
    said = in_c(tmp_path, text, *STRICT, "-trigraphs", "-Wno-unused")
    assert said == HOSTILE + "\n"


def test_what_has_no_text():
    with pytest.raises(InvalidInput, match="language: expected"):
        rl.export("rk4", BOX, language="rust")
    with pytest.raises(NotAvailable, match="no text can be written"):
        rl.export(rl.methods.of(lambda q, omega, h, body: (q, omega)), BOX)

    def jumping(t, q, omega):
        return (0.1, 0, 0) if omega[0] > 1.0 else (0, 0, 0)

    with pytest.raises(NotAvailable, match="cannot be written down as a formula"):
        rl.export("rk4", BOX, jumping)


@needs("node")
def test_a_function_of_numbers(tmp_path):
    a, b = (0.1, 0.7, -0.3, 0.2), (0.5, -0.1, 0.4, 0.9)
    text = javascript.function(kernels.multiply, (0,) * 8, 4, name="product")
    text += javascript.function(lambda x: math.copysign(x, -0.0), (0,), 0, name="sign")
    text += f"console.log(JSON.stringify([product({str((*a, *b))[1:-1]}), sign(3)]));"
    found, sign = json.loads(in_node(tmp_path, text))
    assert found == [*kernels.multiply(*a, *b)] and sign == -3.0


def test_a_function_may_call_one_of_its_author():
    def half(x):
        return math.sin(x) / 2

    assert "Math.sin(" in javascript.function(lambda x: half(x) + 1.0, (0,), 0)


@needs("node")
def test_a_function_that_refuses_says_so(tmp_path):
    """A step of Moser and Veselov that is too long."""
    turned = import_module("rotlib.methods.splitting").turned
    short, long = [[1.0, 0, 0, 0, 0.3, 2, 2.4, 1, 2, 2.9, h] for h in (0.1, 10.0)]
    text = javascript.function(turned, (4, 3, 3, 0), 4, name="turned")
    said = f"console.log(JSON.stringify([turned(...{short}), turned(...{long})]))"
    here, refused = json.loads(in_node(tmp_path, text + said))
    assert abs(np.linalg.norm(here) - 1) < 1e-15 and refused == [None] * 4
