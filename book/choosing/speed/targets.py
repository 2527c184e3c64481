"""What was aimed at, as ratios of two times of one run; what was reached; and what
the rest is bound by."""

import math
from functools import partial
from typing import NamedTuple

STEPPED = ("buss2", "buss4", "splitting4")
USUAL = {"buss2": 75, "buss4": 200}  # written with np.cross too; the aim for one body


class Goal(NamedTuple):
    """`reached` should be at least or at most `wanted`; it is None where something
    was not measured."""

    what: str
    least: bool
    wanted: float
    reached: float | None
    bound: str

    @property
    def met(self):
        return self.reached is not None and (
            self.reached >= self.wanted if self.least else self.reached <= self.wanted
        )


TABLES = {"roof": {}, "one": [], "many": [], "threads": [], "motion": [], "start": []}


def goals(record):
    """All goals, in order, for the machine of the record; they have the same names for
    each machine. A table that is not there was not measured."""
    results = TABLES | record
    return [
        *motion(results),
        *one_body(results),
        *batch(results),
        *on_arrays(results),
        *calls(results),
        *fresh(results),
    ]


# --- reading the tables ---------------------------------------------------------------


def time_of(results, table, method, contender, **more):
    """Nanoseconds of a row, or None if there is no such row."""
    wanted = {"method": method, "contender": contender} | more
    return next(
        (row["ns"] for row in results[table] if wanted.items() <= row.items()), None
    )


def counted(results, method, what):
    """So many operations of this kind has a step, or None if they were not counted."""
    return results["roof"].get("steps", {}).get(method, {}).get(what)


def by_hand(results):
    """C by hand with the widest vectors that the machine has."""
    bits = results["machine"]["vectors"]
    return f"C by hand, {bits} bits" if bits else "C by hand, no vectors"


def ratio(a, b):
    return a / b if a and b else None


def points(results, start, contender):
    """[(error, ms, setting)] from the slowest run to the fastest."""
    wanted = {"start": start, "contender": contender}
    rows = [
        row
        for row in results["motion"]
        if wanted.items() <= row.items() and "ms" in row
    ]
    return sorted(
        ((row["error"], row["ms"], row["setting"]) for row in rows),
        key=lambda point: -point[1],
    )


def time_to(results, start, contender, wanted):
    """ms in which a contender comes within `wanted` rad, between two runs by
    logarithms; infinity if it never does."""
    good = None
    for error, ms, _ in points(results, start, contender):
        if error > wanted:
            if good is None:
                return math.inf
            share = math.log(wanted / good[0]) / math.log(error / good[0])
            return (
                math.exp(math.log(good[1]) + share * math.log(ms / good[1]))
                if ms < good[1]
                else good[1]
            )
        good = max(error, 1e-16), ms
    return good[1] if good else math.inf


def fastest(results, start, wanted, endings):
    """(ms, contender) of rotlib's quickest way with one of these endings of its
    name."""
    names = {row["contender"] for row in results["motion"]}
    own = sorted(
        name for name in names if name.startswith("rotlib") and name.endswith(endings)
    )
    return min(
        ((time_to(results, start, name, wanted), name) for name in own),
        default=(math.inf, "rotlib"),
    )


def spent(count, price, of):
    """What operations of that price make of a time, in words."""
    return (
        f"{count} operations of {price:.2g} ns each are {count * price:.0f} of"
        f" {of:.0f} ns"
        if count and price and of
        else ""
    )


def beside(text, value):
    """The text with a value in it; nothing without one."""
    return "" if value is None else text.format(value)


# --- the goals ------------------------------------------------------------------------


def motion(results, start="generic", wanted=1e-10):
    for own, endings, rivals in (
        ("compiled", "compiled", (("heyoka, Taylor", 10), ("numbalsoda dop853", 20))),
        (
            "not compiled",
            ("floats", "NumPy"),
            (("SciPy DOP853, NumPy", 500), ("SciPy DOP853, njit", 40)),
        ),
    ):
        ms, way = fastest(results, start, wanted, endings)
        for rival, times in rivals:
            known = points(results, start, rival) and math.isfinite(ms)
            reached = time_to(results, start, rival, wanted) / ms if known else None
            what = f"free body to 1e-10 rad: {rival}, over rotlib {own}"
            yield Goal(what, True, times, reached, _steps(results, start, way))
    for start, most in (("generic", 5e-13), ("middle", 3e-12)):
        exact = {
            row["contender"]
            for row in results["motion"]
            if row["contender"].startswith("rotlib exact")
        }
        best = min(
            (point for name in exact for point in points(results, start, name)),
            default=None,
        )
        yield Goal(
            f"error of exact steps, rad, {start} start",
            False,
            most,
            best and best[0],
            "",
        )


def _steps(results, start, contender):
    """What the shortest and the longest run of a contender take, if it makes steps."""
    found = sorted(
        (point[2], point[1])
        for point in points(results, start, contender)
        if isinstance(point[2], int)
    )
    return (
        "{}: {} steps take {:.3g} ms, {} take {:.3g} ms".format(
            contender, *found[0], *found[-1]
        )
        if found
        else ""
    )


def one_body(results):
    ns, roof = partial(time_of, results, "one"), results["roof"]
    for m in STEPPED:
        mine, wait = (
            ns(m, "rotlib, compiled"),
            roof.get("a multiply-add that waits, ns"),
        )
        waits = beside(
            "one after the other, {}",
            spent(counted(results, m, "longest chain"), wait, mine) or None,
        )
        yield Goal(
            f"{m}, one body: compiled, over C by hand",
            False,
            1.05,
            ratio(mine, ns(m, "C by hand")),
            waits,
        )
    for m in STEPPED:
        floats = ns(m, "rotlib, floats")
        why = spent(
            counted(results, m, "operations on floats"),
            roof.get("an operation on Python floats, ns"),
            floats,
        )
        yield Goal(
            f"{m}, one body: floats, over C by hand",
            False,
            35,
            ratio(floats, ns(m, "C by hand")),
            why,
        )
        if m in USUAL:
            yield Goal(
                f"{m}, one body: np.cross, over floats",
                True,
                USUAL[m],
                ratio(ns(m, "np.cross"), floats),
                why,
            )


def calls(results):
    """What `integrate` takes besides its steps, where they are few."""
    for m in STEPPED:
        for table, call, steps, most in (
            ("one", "integrate, 100 steps on floats", "steps called one by one", 1.3),
            (
                "many",
                "integrate, 20 000 bodies, 10 steps",
                "loop of 20 000 bodies, 10 steps",
                1.5,
            ),
        ):
            whole, alone = (time_of(results, table, m, x) for x in (call, steps))
            each = 100 if table == "one" else 200_000
            besides = whole - alone if whole and alone else None
            yield Goal(
                f"{m}: {call}, over its steps",
                False,
                most,
                ratio(whole, alone),
                beside("{:.2g} ms besides", besides and besides * each / 1e6),
            )


def batch(results):
    ns, roof = partial(time_of, results, "many"), results["roof"]
    hand = by_hand(results)
    peak = roof.get(f"Gflop/s, {results['machine']['vectors']} bits")
    for m in STEPPED:
        yield Goal(
            f"{m}, batch: compiled, over C by hand",
            False,
            1.05,
            ratio(ns(m, "rotlib, compiled"), ns(m, hand)),
            "",
        )
    for m in USUAL:
        mine, theirs = (
            ratio(counted(results, m, "operations"), t and t * peak if peak else None)
            for t in (ns(m, "rotlib, compiled"), ns(m, hand))
        )
        halves = beside(
            "a sum or product alone is half of a multiply-add; C by hand reaches"
            " {:.2f}",
            theirs,
        )
        yield Goal(f"{m}, batch: share of the peak", True, 0.45, mine, halves)
    rivals = [*((m, "jax", 4) for m in STEPPED), ("buss4", "MuJoCo RK4, rollout", 600)]
    for m, rival, times in rivals:
        theirs = ns(m, rival)
        limit = beside("over C by hand {:.3g}", ratio(theirs, ns(m, hand)))
        yield Goal(
            f"{m}, batch: {rival}, over the compiled loop",
            True,
            times,
            ratio(theirs, ns(m, "rotlib, compiled")),
            limit,
        )
    for m in STEPPED:
        mine, theirs = (
            ratio(*(time_of(results, "threads", m, name, threads=n) for n in (1, 2)))
            for name in ("rotlib, compiled", "C by hand")
        )
        yield Goal(
            f"{m}, batch: one thread, over two",
            True,
            1.9,
            mine,
            beside("C by hand gains {:.2f}", theirs),
        )


def on_arrays(results):
    ns, roof = partial(time_of, results, "many"), results["roof"]
    for m in STEPPED:
        arrays = ns(m, "rotlib, NumPy")
        why = spent(
            counted(results, m, "operations on floats"),
            roof.get("an operation on an array, ns"),
            arrays,
        )
        if m in USUAL:
            usual = ratio(ns(m, "np.cross on (N, 3)"), arrays)
            yield Goal(
                f"{m}, batch: np.cross on (N, 3), over NumPy", True, 10, usual, why
            )
        yield Goal(
            f"{m}, batch: NumPy, over C by hand",
            False,
            25,
            ratio(arrays, ns(m, by_hand(results))),
            why,
        )


def fresh(results):
    ms = {row["what"]: row.get("ms") for row in results["start"]}
    loaded = next(
        (row["packages"] for row in results["start"] if "packages" in row), None
    )
    light = ratio(ms.get("import rotlib"), ms.get("import numpy"))
    yield Goal("start: import rotlib, over import numpy", False, 1.1, light, "")
    yield Goal(
        "start: slow packages that import rotlib loads",
        False,
        0,
        None if loaded is None else len(loaded),
        ", ".join(loaded or ()),
    )
    of_it = beside("import numpy is {:.0f} of it", ms.get("import numpy"))
    what = "a first compiled run"
    yield Goal(f"start: {what}, ms", False, 300, ms.get(what), of_it)
