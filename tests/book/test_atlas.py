"""The atlas is whole, belongs to the code it was made with, and its numbers can be
found again."""

from itertools import product

import pytest
from atlas import PROBLEMS, absence, all_names, load
from atlas import measure as m
from atlas.contenders import BODIES, FLIGHTS, RATES, SCIPY
from atlas.table import KEYS, bare, checksums, fingerprints, path

import rotlib as rl

AGAIN = "run `python -m book.choosing.atlas --write`, or with `--only NAME` for: "
OPTIONAL = {"distance", "iterations", "absent", "note", "momentum", "turn"}


def table(name):
    return {tuple(row[key] for key in KEYS[name]): row for row in load(name)}


def test_every_method_is_measured_or_a_reason_is_given():
    names, covered = set(all_names()), table("coverage")
    assert {m.name for m in rl.methods.ALL} <= names
    assert set(covered) == set(product(names, PROBLEMS))
    for (name, problem), row in covered.items():
        said = absence(name, PROBLEMS[problem])
        assert (row["absent"] or "") == said, (name, problem)


def test_no_point_is_missing():
    def pairs(problems, names):
        each = product(problems, names)
        return {(p, n) for p, n in each if not absence(n, PROBLEMS[p])}

    def stored(name):
        return {(row["problem"], row["method"]) for row in load(name)}

    all_pairs, bodies = pairs(PROBLEMS, all_names()), [*BODIES, *FLIGHTS]
    wanted = {(p, n, x) for p, n in all_pairs for x in m.amounts(n, PROBLEMS[p])}
    assert set(table("precision")) == wanted
    assert stored("failure") == pairs(("generic", "fast top"), bodies)
    assert stored("phase") == pairs(("generic", "middle"), [*bodies, *SCIPY])
    assert {row["method"] for row in load("price")} == set(all_names())
    assert {row["problem"] for row in load("judges")} == set(PROBLEMS)


def test_no_number_is_missing_without_a_word():
    for name in KEYS.keys() - {"coverage", "judges"}:
        for row in load(name):
            empty = [k for k, value in row.items() if value is None]
            said = row.get("outcome", "done") != "done" or row.get("note")
            assert {*empty} <= OPTIONAL or said, row
            assert all(value == value for value in row.values()), f"NaN in {row}"


def test_it_was_made_with_the_code_that_is_here():
    old, new = load("made")["fingerprints"], fingerprints()
    stale = sorted(k for k in old.keys() | new.keys() if old.get(k) != new.get(k))
    assert not stale, AGAIN + ", ".join(stale)


def test_only_what_a_program_does_marks_it():
    plain = "def f(x):\n    return 2.0 * x\n"
    dressed = "def f(\n    x: float,  # a number\n) -> float:\n"
    dressed += '    """Twice x."""\n    return 2.0 * x\n'
    assert bare(plain) == bare(dressed)
    for other in ("2.5 * x", "2.0 + x", "2.0 * y"):
        assert bare(plain) != bare(plain.replace("2.0 * x", other))


def test_the_files_are_as_they_were_written():
    old, new = load("made")["checksums"], checksums()
    edited = [path(name).name for name in new if old.get(name) != new[name]]
    assert not edited, f"{', '.join(edited)}: edited by hand; {AGAIN.split(',')[0]}"


def close(new, old, floor):
    """Stored numbers have four digits."""
    if old is None or new == "":
        return old is None and new == ""
    return abs(new - old) <= 2e-3 * abs(old) + floor


MEASURED = ["generic", "fast top", "coning", "acceleration", "spring"]


@pytest.mark.day(1)
@pytest.mark.filterwarnings("ignore::rotlib.errors.LargeStep")
@pytest.mark.parametrize("problem", MEASURED)
def test_errors_and_operations_are_found_again(problem):
    stored, p = table("precision"), PROBLEMS[problem]
    names = [name for name in all_names() if not absence(name, p)]
    for name in names:
        amount = m.amounts(name, p)[2 if name in RATES or name in SCIPY else 0]
        new, old = m.precision_row(name, p, amount), stored[problem, name, amount]
        assert new["outcome"] == old["outcome"], old
        for key in ("error", "distance", "operations"):
            assert close(new[key], old[key], 1e-10), (old, new)
    assert len(names) >= 4


def test_what_becomes_of_large_steps_is_found_again():
    stored, generic = table("failure"), PROBLEMS["generic"]
    for name in BODIES:
        for turn in (m.LARGE[8], m.LARGE[20]) if not absence(name, generic) else ():
            new = m.failure_row(name, generic, turn)
            old = stored["generic", name, float(f"{turn:.4g}")]
            assert new["outcome"] == old["outcome"], (old, new)
            assert close(new["energy"], old["energy"], 1e-10), (old, new)


def test_the_beginning_of_the_long_runs_is_found_again():
    stored, generic = table("drift"), PROBLEMS["generic"]
    for name in ("lie_euler", "buss4", "rk4", "splitting_231", "np_cross_euler"):
        every = m.length_of_run(name, generic) <= 100_000  # each step was recorded
        for new in m.drift_rows(name, generic, 100):
            old = stored["generic", name, new["steps"]]
            for key in ("energy", "momentum", "norm"):
                at_least = new[key] >= 0.998 * old[key] - 1e-12
                found = close(new[key], old[key], 1e-12) if every else at_least
                assert found, (key, old, new)


def test_a_step_still_has_the_operations_it_is_said_to_have():
    for (name, problem), row in table("price").items():
        if problem == "generic" and name in BODIES:
            p = PROBLEMS[problem]
            now = sum(m.step_counts(name, p, m.TURN / p.speed).values())
            assert close(now, row["operations"], 0.0), row
        assert 0.1 < row["time"] < 1e4
    # the docstring of buss_2 speaks of 103 operations; its c0 and c1 hold two roots, a
    # sine, a cosine and a quotient
    counts = m.step_counts("buss2", PROBLEMS["generic"], 0.1)
    assert counts == {"arithmetic": 102, "root": 2, "function": 2}
