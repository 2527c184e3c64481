"""`python -m rotlib`: what it prints, and that it fails when something is wrong."""

import dataclasses
import os
import re
import subprocess
import sys
import time

import numpy as np
import pytest
from problems import ROOT

import rotlib as rl
from rotlib import __main__ as main
from rotlib import methods, selfcheck


def run(*arguments, code=None, folder=ROOT):
    command = ["-c", code] if code else ["-m", "rotlib", *arguments]
    return subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "80"},
    )


def test_all_of_it(tmp_path):
    start = time.perf_counter()
    done = run(folder=tmp_path)
    said, seconds = done.stdout, time.perf_counter() - start
    assert 0 < float(re.search(r"failed, in ([\d.]+) s", said)[1]) < seconds
    assert done.returncode == 0 and done.stderr == "" and ", 0 failed, in " in said
    assert (
        f"rotlib {rl.__version__}, Python {sys.version.split()[0]}, NumPy"
        f" {np.__version__}" in said
    )
    for method in methods.ALL:
        assert f"\n  ok     {method.name} " in said and f"\n  {method.name} " in said
    assert len([line for line in said.splitlines() if line.startswith("  ok ")]) == len(
        methods.ALL
    )
    assert all(f"\n  {name} " in said for name in main.OPTIONAL)
    assert "\n  python      yes\n  numpy       yes\n  compiled    " in said
    assert list(tmp_path.iterdir()) == []


@pytest.mark.night
def test_switches():
    assert run("--version").stdout == f"rotlib {rl.__version__}\n"
    listed = run("--methods")
    assert (
        listed.returncode == 0
        and "order 4.0" not in listed.stdout
        and "  krenk_nielsen  " in listed.stdout
    )
    assert run("--nonsense").returncode == 2


def test_a_reader_who_has_read_enough_may_leave():
    """As `python -m rotlib | head -1` does."""
    with subprocess.Popen(
        [sys.executable, "-m", "rotlib", "--methods"],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1


def test_the_table_is_that_of_the_methods_and_fits_a_terminal():
    text = main.listing(80)
    assert max(map(len, text.splitlines())) <= 80
    for row in methods.table().splitlines()[2:]:
        cells = [cell.strip(" `") for cell in row.strip("|").split("|")]
        assert all(cell in " ".join(text.split()) for cell in cells), row


@pytest.mark.night
def test_every_method_is_checked():
    verdicts = [v for _, found in selfcheck.check_all() for v in found]
    assert len(verdicts) == 3 * len(methods.ALL) and all(v.passed for v in verdicts)


@pytest.mark.night
def test_numpy_is_all_it_loads():
    code = (
        "import sys; from rotlib.__main__ import main; main([]); raise"
        " SystemExit(str([n for n in ('scipy', 'matplotlib', 'sympy', 'tqdm') if n in"
        " sys.modules] or ''))"
    )
    assert run(code=code).stderr.strip() == ""


# --- it can fail ----------------------------------------------------------------------

PLANTED = """
import sys
import rotlib.kernels.{topic} as kernels
def wrong(*given, right=kernels.{kernel}):
    out = list(right(*given))
    out[{entry}] = out[{entry}] * (1 + 1e-3)
    return tuple(out)
kernels.{kernel} = wrong
from rotlib.__main__ import main
sys.exit(main(["--check"]))
"""


@pytest.mark.day(1)
@pytest.mark.parametrize(
    "topic, kernel, entry, wrong",
    [
        ("buss", "buss_4", 1, {"buss4"}),  # a turn a little too long
        (
            "dqvi",  # a translation
            "momentum_after",
            3,
            {"dqvi", "dqvi4", "dqvi6", "dqvi_published"},
        ),
        (
            "rigid_body",
            "omega_body",
            0,
            None,
        ),  # what many methods read their rates with
    ],
)
def test_a_planted_fault_is_named(topic, kernel, entry, wrong):
    done = run(code=PLANTED.format(topic=topic, kernel=kernel, entry=entry))
    failed = {
        line.split()[1]
        for line in done.stdout.splitlines()
        if line.startswith("  FAILED")
    }
    assert done.returncode == 1 and "but NOT" in done.stdout, done.stdout + done.stderr
    assert failed == wrong if wrong else len(failed) > 3
    assert ", 0 failed" not in done.stdout


def off(y, size=1e-6):
    return (y[0], y[1] + size, *y[2:])


def late(step):
    """Steps of another length than asked for: the order goes, nothing else."""
    return lambda t, h, y, J, load: step(t, 1.01 * h, y, J, load)


def noisy(step):
    """The third component of the momentum a little less each step."""
    return lambda t, h, y, J, load: (*step(t, h, y, J, load)[:6], y[6] * (1 - 1e-9))


def unlike(step):
    """Other numbers for arrays than for floats."""
    return lambda t, h, y, J, load: off(
        step(t, h, y, J, load),
        0.0 if isinstance(h, float) and isinstance(y[0], float) else 1e-15,
    )


def broken(step):
    def fails(t, h, y, J, load):
        raise ZeroDivisionError("planted")

    return fails


@pytest.mark.parametrize(
    "fault, check",
    [(late, "order"), (noisy, "keeps"), (unlike, "batch"), (broken, "order")],
)
@pytest.mark.parametrize(
    "method", [methods.find("buss4"), methods.splitting("231")], ids=lambda m: m.name
)
def test_each_check_can_fail(method, fault, check, capsys):
    found = selfcheck.check(dataclasses.replace(method, step=fault(method.step)))
    assert check in {v.check for v in found if not v.passed}
    assert (
        main.report([(method, found)]) == 1
        and f"FAILED {method.name}" in capsys.readouterr().out
    )


def test_a_closed_form_that_is_off_is_seen(monkeypatch):
    right = rl.exact.free_body
    monkeypatch.setattr(
        selfcheck.exact,
        "free_body",
        lambda body, omega, t: right(body, omega, 1.0000001 * t),
    )
    assert [v.check for v in selfcheck.check(methods.exact) if not v.passed] == [
        "closed form"
    ]


def test_what_is_missing_is_said():
    assert (
        main._version("no_such_package") == "not found"
        and main._version("numpy") == np.__version__
    )
    for name in ("python", "numpy", "compiled"):
        try:
            rl.integrate(
                "rk4", rl.Body((1, 2, 3)), omega=(0, 0, 1), h=0.1, steps=1, backend=name
            )
            assert main._backend(name) == "yes"
        except rl.errors.NotAvailable:
            assert main._backend(name).startswith("no: ")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("importlib.util.find_spec", lambda name: None)
        assert main._backend("compiled") == "no: pip install rotlib[fast]"
