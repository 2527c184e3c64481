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

import numpy as np
import pytest
from layers import KINDS
from refusals import refused
from replay import run_program
from rotbook import javascript

import rotlib as rl
from rotlib.backends import printed
from rotlib.errors import InvalidInput, NotAvailable
from rotlib.kernels import quaternion as kernels
from rotlib.runs import exported
from rotlib.runs.prepare import bound_run, prepare, start_of

BOX = rl.Body((1.0, 2.0, 2.6), mass=1.5)
TILTED = BOX.rotated(rl.quaternion.exp([0.3, -0.2, 0.5]))
TOP = rl.Body.cone(mass=0.7, radius=0.5, height=1.0)
STEPS = 12
HEADERS = "#include <math.h>\n#include <stdbool.h>\n"
EXTRA = [
    rl.methods.kicks(2),
    rl.methods.kicks(4),
    rl.methods.kicks(nodes=3),
    rl.methods.preprocessed(6, nodes=2),
    rl.methods.find("buss3_ep"),
    rl.methods.find("splitting_231_ep"),
    rl.methods.rattle(),
]
STEPPED = [*rl.methods.ALL, *EXTRA]


def brake(t, q, omega):
    return (-0.3 * omega[0], -0.2 * omega[1] * t, 0.1 - 0.1 * omega[2])


def nothing(body):
    return None


LOADS = {
    "free": (BOX, nothing),
    "free, turned axes": (TILTED, nothing),
    "gravity": (TOP, rl.loads.uniform_gravity),
    "gradient": (BOX, lambda body: rl.loads.gravity_gradient(body, 1.0, 1.5)),
    "torque": (BOX, lambda body: rl.loads.constant_torque((0.1, 0.0, -0.2))),
    "a function": (TILTED, lambda body: brake),
}
FLIGHTS = {
    "free": (BOX, nothing),
    "weight": (TOP, rl.wrenches.weight),
    "spring": (BOX, lambda body: rl.wrenches.spring(3.0, (0.1, 0, 0.2), (0, 0, 1.0))),
    "drag": (BOX, lambda body: rl.wrenches.linear_drag([0.1] * 6)),
}
CASES = [
    (method, load)
    for method in STEPPED
    for load in (FLIGHTS if method.poses else LOADS)
]


OF_A_KIND = [case for case in CASES if case[0].name in KINDS]
DAY = [case for i, case in enumerate(OF_A_KIND) if (i + i // 6) % 3 == 0]


def given(method, load):
    """The body, its load, the step and where it starts."""
    body, make = (FLIGHTS if method.poses else LOADS)[load]
    q = rl.quaternion.exp([0.3, 0.1, -0.2]).tolist()
    fast = 20.0 if body is TOP else 0.8
    flight = (0.1, 0.2, 0.3, 1.0, 0.0, -0.5) if method.poses else ()
    h = 2e-3 if body is TOP else 0.02
    return body, make(body), h, [*q, 0.3, 1.0, fast, *flight]


def bits(numbers):
    return [struct.pack("<d", x).hex() for x in numbers]


@cache
def replayed(case):
    """The motion after each step, by Python's arithmetic on the same programs."""
    body, load, h, start = given(*case)
    method, load = prepare(case[0], body, load, stepping=True)
    rest = start_of(method, body, load, np.zeros(3))
    run = bound_run(method, body, load, rest, h=1e-3)
    of, J = exported.programs(run), [*run.J]
    p = [x for given in run.numbers[1:] for x in given.flat]

    def done(program, t, y, numbers):
        new, good = run_program(program, t, h, y, numbers)
        return new if good else None

    y, motions = done(of["begin"], 0.0, start, J), []
    for k in range(STEPS):
        y = done(of["step"], k * h, y, [*J, *p])
        motions.append(done(of["end"], 0.0, y, J))
    return motions


def texts(cases):
    """{case: (JavaScript, C)} of all that can be written down, and why others not."""
    made, refused = {}, {}
    for case in cases:
        body, load, _, _ = given(*case)
        name = f"s{CASES.index(case)}"
        try:
            text = partial(rl.export, case[0], body, load, name=name)
            made[case] = text(), text(language="c")
        except NotAvailable as reason:
            refused[case] = str(reason)
    return made, refused


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
    ("cases", "least"),
    [
        pytest.param(DAY, 9, id="kinds"),
        pytest.param(CASES, 200, id="all", marks=pytest.mark.night),
    ],
)
def test_both_languages_have_the_bits_of_the_replayed_program(cases, least, tmp_path):
    made, refused = texts(cases)
    starts = {case: given(*case)[2:] for case in made}
    name = {case: f"s{CASES.index(case)}" for case in made}
    flights = [
        f'fly("{name[c]}", {name[c]}, {h!r}, {start!r}, {STEPS});'
        for c, (h, start) in starts.items()
    ]
    scripts = [javascript for javascript, _ in made.values()]
    answers = in_node(tmp_path, "\n".join([NODE, *scripts, *flights]))
    javascript = {line.split()[0]: line.split()[2:] for line in answers.splitlines()}
    flights = [
        FLY.replace("START", ", ".join(map(repr, start)))
        .replace("STEPS", str(STEPS))
        .replace("STEP", repr(h))
        .replace("LARGE", name[c].upper())
        .replace("NAME", name[c])
        for c, (h, start) in starts.items()
    ]
    headers = [c for _, c in made.values()]
    answers = all_in_c(tmp_path, headers, flights, [name[c] for c in made])
    c = {line.split()[0]: line.split()[1 : 1 + STEPS] for line in answers.splitlines()}
    wrong = []
    for case in made:
        expected = ["".join(bits(m)) for m in replayed(case)]
        for language, found in (("node", javascript), ("gcc", c)):
            steps = zip(found[name[case]], expected, strict=False)
            differ = [k for k, (a, b) in enumerate(steps) if a != b]
            if differ or len(found[name[case]]) != len(expected):
                wrong.append(f"{case[0].name}, {case[1]}, {language}: {differ[:1]}")
    assert not wrong
    assert len(made) > least
    for (method, load), reason in refused.items():
        assert "free" not in load and "use " in reason, (method.name, load, reason)


@pytest.mark.kinds
@pytest.mark.parametrize("case", CASES, ids=lambda x: f"{x[0].name}, {x[1]}")
def test_the_motion_is_that_of_a_run(case):
    method, _ = case
    body, load, h, start = given(*case)
    try:
        end = replayed(case)[-1]
    except NotAvailable:
        pytest.skip("the method does not take this load")
    flight = {"position": start[7:10], "velocity": start[10:]} if method.poses else {}
    motion = {"q0": start[:4], "omega": start[4:7]} | flight
    told = {"h": h, "steps": STEPS, "every": STEPS, "load": load}
    run = rl.integrate(method, body, **motion, **told)
    assert rl.quaternion.angle_between(end[:4], run.q[-1]) < 1e-12
    np.testing.assert_allclose(end[4:7], run.omega[-1], rtol=1e-11, atol=1e-12)
    if method.poses:
        np.testing.assert_allclose(end[7:10], run.position[-1], rtol=1e-11, atol=1e-12)


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
def test_a_system_of_bodies_is_one_text(tmp_path):
    """Its motion is that of its bodies, one after the other; joints are shut in it."""
    rods = [rl.Body.sphere(radius=0.1), rl.Body.sphere(radius=0.2)]
    chain = [
        rl.joints.ball(0, rl.joints.WORLD, (0, 0, 0.5)),
        rl.joints.ball(0, 1, (0, 0, -0.5), (0, 0, 0.5)),
    ]
    start = rl.joints.consistent(rods, chain, omega=[(1.0, 0, 0), (0, 0.5, 0)])
    band = rl.couplings.spring(0, 1, 2.0, 0.3, (0.1, 0, 0))
    names = "q0", "omega", "position", "velocity"
    flat = np.concatenate([start[name] for name in names], 1).ravel().tolist()
    for method, more in (("kicks2", {}), ("rattle", {"joints": chain})):
        begun = {"start": start} if more else {}
        text = rl.export(method, rods, band, **more, **begun)
        *said, motion = fly(tmp_path, text, 0.01, flat, 20)
        run = rl.integrate(method, rods, **start, load=band, h=0.01, steps=20, **more)
        found = np.concatenate([a[-1] for a in (run.q_raw, *run.motion[1:])], 1)
        assert said == ["made", []]
        np.testing.assert_allclose(motion, found.ravel(), atol=1e-13)


@needs("node")
@pytest.mark.parametrize("flies", [False, True])
def test_rotors_and_states_of_loads_are_part_of_a_motion(flies, tmp_path):
    def lag(t, q, omega, z):
        return (z[0], 0.0, 0.1, *[0.0] * (3 * flies))

    def rate(t, q, omega, z):
        return (omega[0] - z[0],)

    both = [lag, rate]
    if flies:
        both = [lambda t, q, w, x, v, z, f=f: f(t, q, w, z) for f in both]
    wheel = TILTED.with_rotors([(0, 0.6, 0.8), (1, 0, 0)], [0.1, 0.3])
    turning = rl.Load("motors", motors=lambda t, q, omega, speeds: -0.1 * speeds)
    load = turning + rl.Load("lag", both[0], start=0.2, rate=both[1])
    place = {"position": (0.1, 0, 0), "velocity": (0, 0.2, 0)} if flies else {}
    start = {"omega": (0.3, 1.0, 0.8), **place, "rotor_speeds": (5.0, -3.0)}
    flat = [*UNTURNED, *np.concatenate([*start.values(), (0.2,)]).tolist()]
    text = rl.export("rkmk4", wheel, load)
    assert "speeds of rotors in rad/s, states of loads" in text
    *said, motion = fly(tmp_path, text, 0.01, flat, 20)
    run = rl.integrate("rkmk4", wheel, **start, load=load, h=0.01, steps=20)
    assert said == ["made", []]
    found = np.concatenate([a[-1] for a in (run.q_raw, *run.motion[1:])])
    np.testing.assert_allclose(motion, found, rtol=1e-13, atol=1e-14)


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
