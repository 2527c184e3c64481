"""The atlas answers: its own tables, cut to what a choice of a method asks."""

import csv
import json
import math
import re
from functools import cache
from pathlib import Path

import numpy as np
import steps

import rotlib as rl

BOOK = Path(__file__).resolve().parents[2]
TABLES = BOOK / "choosing" / "atlas"
WANTED = [10.0**-k for k in range(1, 11)]  # errors in rad
KEPT, LEVEL = 1e-11, 0.1  # largest change that is rounding; slope of what does not grow
# where the long runs and the long steps of a kind of problem were measured
LONG = {"free": "generic", "top": "fast top", "torque": "fast top", "flight": "spring"}
PRICED = LONG | {"rate": "acceleration"}
KINDS = {
    **dict.fromkeys(("generic", "middle", "stick"), "free"),
    **dict.fromkeys(("fast top", "slow top"), "top"),
    **dict.fromkeys(("satellite", "drag"), "torque"),
    **dict.fromkeys(("coning", "acceleration"), "rate"),
    **dict.fromkeys(("spring", "vehicle"), "flight"),
}


@cache
def table(name):
    with (TABLES / f"{name}.csv").open(encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


@cache
def sorted_rows(name):
    """{(problem, method): rows} of a table, which is asked for each pair of them."""
    found = {}
    for row in table(name):
        found.setdefault((row["problem"], row["method"]), []).append(row)
    return found


def rows(name, problem, method):
    return sorted_rows(name).get((problem, method), [])


def judged():
    """How far two judges of a problem are apart."""
    return {r["problem"]: float(r["apart"]) for r in table("judges")}


def reaching(problem, method):
    """Steps and operations from which on the error stays below each that is wanted;
    for SciPy the tolerance, too."""
    done = [r for r in rows("precision", problem, method) if r["outcome"] == "done"]
    apart = judged()[problem]
    error = np.array([max(float(r["error"]), apart) for r in done])
    found = []
    for key in ("steps", "operations"):
        values = np.array([float(r[key] or math.nan) for r in done])
        found.append([first(error, values, wanted) for wanted in WANTED])
    if method.startswith("scipy"):
        found.append([tolerance(done, error, wanted) for wanted in WANTED])
    return found


def tolerance(done, error, wanted):
    """The loosest from which on the error stays below the wanted."""
    good = len(done) - len(np.trim_zeros(error <= wanted, "f"))
    while good < len(done) and (error[good:] > wanted).any():
        good += 1
    return float(done[good]["asked"]) if good < len(done) else None


def turned(problem):
    """The whole turn of the motion in rad."""
    found = next(r for r in table("precision") if r["problem"] == problem)
    return digits(float(found["turn"]) * float(found["steps"]))


def first(error, values, wanted):
    """As `atlas.reading.work`: on the straight line between two logarithms."""
    bad = np.flatnonzero(error > wanted)
    if len(error) == 0 or (len(bad) and bad[-1] + 1 == len(error)):
        return None
    if len(bad) == 0:
        return digits(values[0])
    last = slice(bad[-1], bad[-1] + 2)
    x, y = -np.log(error[last]), np.log(values[last])
    return digits(np.exp(np.interp(-np.log(wanted), x, y)))


def digits(x, n=3):
    """A number short enough to be sent; None for what is no number."""
    return float(f"{x:.{n}g}") if np.isfinite(x) else None


def drift(kind, method):
    """Changes of energy and momentum in the longest run, whether the energy grows."""
    found = rows("drift", LONG.get(kind), method)
    done = [r for r in found if r["outcome"] == "done"]
    if not done or done[-1] is not found[-1]:
        return None
    end, before = done[-1], done[-5:][0]
    change = [float(end[key] or math.nan) for key in ("energy", "momentum")]
    growth = math.nan
    if float(before["energy"] or 0) > 0 < change[0] and before is not end:
        more = float(end["steps"]) / float(before["steps"])
        growth = math.log(change[0] / float(before["energy"])) / math.log(more)
    return [digits(change[0], 2), digits(change[1], 2), digits(growth, 2)]


def largest(kind, method):
    """The last turn of a step in rad before the first that is not right."""
    found = rows("failure", LONG.get(kind), method)
    turns = [(float(r["turn"]), r["outcome"] == "right") for r in found]
    for (turn, _), (_, good) in zip(turns, turns[1:], strict=False):
        if not good:
            return digits(turn, 2)
    return digits(turns[-1][0], 2) if turns else None


def prices(kind, method):
    """Time of a step, that of lie_euler being one."""
    for problem in (PRICED[kind], "generic"):
        if found := rows("price", problem, method):
            return float(found[0]["time"])
    return None


# --- what a method is, and where it is explained --------------------------------------


LABEL = r"\$\$ \((eq-[\w-]+)\)|^:label: (eq-[\w-]+)"


@cache
def equations():
    """{equation: page} of the book."""
    found = {}
    for path in sorted(BOOK.rglob("*.ipynb")):
        if "_build" in path.relative_to(BOOK).parts:
            continue
        page = path.relative_to(BOOK).with_suffix(".html").as_posix()
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            if cell["cell_type"] == "markdown":
                text = "".join(cell["source"])
                for names in re.findall(LABEL, text, re.MULTILINE):
                    found.setdefault("".join(names), page)
    return found


@cache
def record(method):
    """The method of that name, in flight too; None if it is not rotlib's."""
    name = {"exact_steps": "exact"}.get(method, method.removesuffix("_flight"))
    try:
        return rl.methods.find(name)
    except rl.errors.RotlibError:
        return None


# what competes and is no method of rotlib: the equation that explains it
ELSEWHERE = {
    "gauss_legendre_4": "eq-magnus-four",
    "gauss_legendre_6": "eq-magnus-six",
    "midpoint": "eq-magnus-midpoint",
    "magnus": "eq-magnus-step",
    "lie": "eq-taylor-rotation-vector",
}


def link(method):
    """Where a method is derived, seen from the page about choosing; "" if nowhere."""
    known, family = record(method), method.split("_", maxsplit=1)[0]
    other = ELSEWHERE.get(method, ELSEWHERE.get(family, ""))
    equation = known.equation if known else other
    page = equations().get(equation)
    return f"../{page}#equation-{equation}" if page else ""


def line(method, kind):
    """How it is called; $h and $n stand for step and number, $e for a tolerance."""
    if method.startswith("scipy"):
        name = {"scipy_rk45": "RK45", "scipy_dop853": "DOP853"}[method]
        return f'solve_ivp(slope, (0, T), start, method="{name}", rtol=$e, atol=$e)'
    if kind == "rate":
        family, order = method.rsplit("_", 1) if "_" in method else (method, "")
        return {
            "gauss_legendre": f"rl.magnus.attitude(rate, t, steps=$n, order={order})",
            "lie_taylor": f"rl.lie_taylor.rotation_vector(W, $h, order={order})",
            "magnus_order": f"rl.magnus.step(q, omega, alpha, h=$h, order={order})",
            "magnus_terms": f"rl.magnus.step(q, omega, alpha, h=$h, terms={order})",
        }.get(family, "")
    if record(method) is None:
        return ""
    name = method.removesuffix("_flight")
    more = ", position=x, velocity=v" if kind == "flight" else ""
    more += "" if kind == "free" else ", load=load"
    return f'rl.integrate("{name}", body, omega=omega{more}, h=$h, steps=$n)'


def explicit(method):
    known = record(method)
    return known is None or "implicit" not in known.properties


def symplectic(method):
    known = record(method)
    return known is not None and "symplectic" in known.properties


def contenders(problem):
    """Who was measured on a problem. Left out: what students write, in the shadow of
    rk4; exact steps, since the closed form of the free body needs none."""
    found = (r for r in table("coverage") if r["problem"] == problem)
    return [
        r["method"]
        for r in found
        if not r["absent"] and r["kind"] != "classroom" and r["method"] != "exact_steps"
    ]


def cut():
    """The tables as the page takes them."""
    methods, kinds = {}, {}
    problems = []
    for judge in table("judges"):
        problem, kind = judge["problem"], KINDS[judge["problem"]]
        measured = {m: reaching(problem, m) for m in contenders(problem)}
        problems.append([problem, judge["title"], kind, turned(problem), measured])
        for method in measured:
            methods[method] = [link(method), int(explicit(method))]
            methods[method].append(int(symplectic(method)))
            if f"{kind} {method}" not in kinds:
                row = [line(method, kind), prices(kind, method), drift(kind, method)]
                kinds[f"{kind} {method}"] = [*row, largest(kind, method)]
    long = {k: judge_title(problem) for k, problem in LONG.items()}
    return {
        "problems": problems,
        "methods": methods,
        "kinds": kinds,
        "long": long,
        "all": len({r["method"] for r in table("coverage")}),
        "slow": sorted({r["problem"] for r in table("failure")}),
        "wanted": WANTED,
        "kept": KEPT,
        "level": LEVEL,
        "exact": {"time": prices("free", "exact"), "link": link("exact")},
    }


def judge_title(problem):
    return next(r["title"] for r in table("judges") if r["problem"] == problem)


VALUES = cut()
START = ("fast top", 1e-6)


def short(problem, wanted):
    """Who needs the fewest operations, and how many."""
    measured = next(p[4] for p in VALUES["problems"] if p[0] == problem)
    place = WANTED.index(wanted)
    able = [(ops[place], m) for m, (_, ops, *_) in measured.items() if ops[place]]
    return sorted(able)


def still():
    """Work against the error that is wanted, of the five first."""
    import matplotlib.pyplot as plt

    figure, ax = plt.subplots(figsize=(6, 3.6))
    measured = next(p[4] for p in VALUES["problems"] if p[0] == START[0])
    for _, method in short(*START)[:5]:
        work = [np.nan if x is None else x for x in measured[method][1]]
        ax.loglog(WANTED, work, "o-", ms=4, label=method)
    ax.invert_xaxis()
    ax.set(xlabel="error wanted (rad)", ylabel="operations", title="fast heavy top")
    ax.legend()
    return figure


def check():
    """What the first five of the list cost at the start, and how many are in it."""
    found = short(*START)
    return [len(found), *(math.log10(work) for work, _ in found[:5])]


PART = steps.Part(
    alt=(
        "Operations against the error that is wanted, for the five methods that need"
        " the fewest for a millionth of a radian on the fast heavy top: SciPy's DOP853"
        " is lowest, methods of high order follow."
    ),
    still=still,
    check=check,
    needs=("uplot",),
    values=VALUES,
    digits=9,
)
