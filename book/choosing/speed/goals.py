"""What was aimed at, as ratios of two times of one run; what was reached; and what a ratio that fell short is bound by."""

import math
from functools import partial
from typing import NamedTuple

STEPPED = ("buss2", "buss4", "splitting4")


class Goal(NamedTuple):
    """`reached` should be at least or at most `wanted`; it is None where something was not measured."""

    what: str
    least: bool
    wanted: float
    reached: float | None
    bound: str

    @property
    def met(self):
        return self.reached is not None and (self.reached >= self.wanted if self.least else self.reached <= self.wanted)


def goals(results):
    """All goals, in order."""
    return [*motion(results), *one_body(results), *batch(results), *on_arrays(results), *fresh(results)]


# --- reading the tables ----------------------------------------------------------------------------------------------

def ns(results, table, method, contender, **more):
    """Nanoseconds of a row, or None if there is no such row."""
    wanted = {"method": method, "contender": contender} | more
    return next((row["ns"] for row in results[table] if all(row.get(k) == v for k, v in wanted.items())), None)


def ratio(a, b):
    return a / b if a and b else None


def points(results, start, contender):
    """[(error, ms, setting)] from the slowest run to the fastest."""
    rows = [r for r in results["motion"] if (r["start"], r["contender"]) == (start, contender) and "ms" in r]
    return sorted(((r["error"], r["ms"], r["setting"]) for r in rows), key=lambda p: -p[1])


def time_to(results, start, contender, wanted):
    """ms in which a contender comes within `wanted` rad, between two runs by logarithms; infinity if it never does."""
    good = None
    for error, ms, _ in points(results, start, contender):
        if error > wanted:
            if good is None:
                return math.inf
            share = math.log(wanted / good[0]) / math.log(error / good[0])
            return math.exp(math.log(good[1]) + share * math.log(ms / good[1])) if ms < good[1] else good[1]
        good = max(error, 1e-16), ms
    return good[1] if good else math.inf


def fastest(results, start, wanted, endings):
    """(ms, contender) of rotlib's quickest way with one of these endings of its name."""
    names = {r["contender"] for r in results["motion"] if r["contender"].startswith("rotlib") and r["contender"].endswith(endings)}
    return min(((time_to(results, start, name, wanted), name) for name in sorted(names)), default=(math.inf, "rotlib"))


# --- the goals -------------------------------------------------------------------------------------------------------

def motion(results, start="generic", wanted=1e-10):
    for endings, rivals in (("numba", (("heyoka, Taylor", 10), ("numbalsoda dop853", 20))),
                            (("floats", "NumPy"), (("SciPy DOP853, NumPy", 500), ("SciPy DOP853, njit", 40)))):
        ms, own = fastest(results, start, wanted, endings)
        for rival, times in rivals:
            other = time_to(results, start, rival, wanted)
            reached = other / ms if points(results, start, rival) and math.isfinite(ms) else None
            yield Goal(f"free body to 1e-10 rad: {rival}, over {own}", True, times, reached, _of_steps(results, start, own))
    for start, most in (("generic", 5e-13), ("middle", 3e-12)):
        best = min((p for name in {r["contender"] for r in results["motion"]} if name.startswith("rotlib exact")
                    for p in points(results, start, name)), default=None)
        yield Goal(f"error of exact steps, rad, {start} start", False, most, best and best[0], "")


def _of_steps(results, start, contender):
    found = [p for p in points(results, start, contender) if isinstance(p[2], int)]
    return f"the longest run: {found[0][2]} steps of {1e6 * found[0][1] / found[0][2]:.0f} ns" if found else ""


def one_body(results):
    of = partial(ns, results, "one")
    asks, latency, price = results["roof"]["steps"], results["roof"].get("a multiply-add that waits, ns"), \
        results["roof"]["an operation on Python floats, ns"]
    for m in STEPPED:
        waits = f"{asks[m]['longest chain']} operations in a row of {latency:.1f} ns each are " \
                f"{asks[m]['longest chain'] * latency:.0f} of {of(m, 'rotlib, numba') or math.nan:.0f} ns" if latency else ""
        yield Goal(f"{m}, one body: numba, over C by hand", False, 1.05, ratio(of(m, "rotlib, numba"), of(m, "C by hand")), waits)
    for m in STEPPED:
        arithmetic = asks[m]["operations on floats"] * price
        spent = f"{asks[m]['operations on floats']} operations of {price:.0f} ns each are {arithmetic:.0f} of {of(m, 'rotlib, floats'):.0f} ns"
        yield Goal(f"{m}, one body: floats, over C by hand", False, 35, ratio(of(m, "rotlib, floats"), of(m, "C by hand")), spent)
        if m in ("buss2", "buss4"):
            yield Goal(f"{m}, one body: np.cross, over floats", True, 75 if m == "buss2" else 200,
                       ratio(of(m, "np.cross"), of(m, "rotlib, floats")), spent)


def batch(results):
    of, asks = partial(ns, results, "many"), results["roof"]["steps"]
    bits = max((int(name.split()[1]) for name in results["roof"] if name.startswith("Gflop/s")), default=0)
    by_hand, peak = f"C by hand, {bits} bits", results["roof"].get(f"Gflop/s, {bits} bits")
    bare = {r["method"]: r["ns"] for r in results["misses"] if (r["kind"], r["what"]) == ("batch", "numba: nothing left out")}
    for m in STEPPED:
        kept = f"without the watch for steps that fail {bare[m]:.1f} of {of(m, 'rotlib, numba'):.1f} ns" if m in bare else ""
        yield Goal(f"{m}, batch: numba, over C of {bits} bits", False, 1.05, ratio(of(m, "rotlib, numba"), of(m, by_hand)), kept)
    for m in STEPPED[:2]:
        share = [peak and t and asks[m]["operations"] / t / peak for t in (of(m, "rotlib, numba"), of(m, by_hand))]
        limits = f"a sum or product alone is half of a multiply-add; C by hand reaches {share[1]:.2f}" if share[1] else ""
        yield Goal(f"{m}, batch: share of the peak of {bits} bits", True, 0.45, share[0], limits)
    for m in STEPPED:
        yield Goal(f"{m}, batch: jax, over numba", True, 4, ratio(of(m, "jax"), of(m, "rotlib, numba")),
                   f"C by hand: {ratio(of(m, 'jax'), of(m, by_hand)) or math.nan:.1f}")
    yield Goal("batch: a step of MuJoCo RK4, over buss4 with numba", True, 600,
               ratio(of("buss4", "MuJoCo RK4, rollout"), of("buss4", "rotlib, numba")),
               f"C by hand: {ratio(of('buss4', 'MuJoCo RK4, rollout'), of('buss4', by_hand)) or math.nan:.0f}")
    for m in STEPPED:
        gain = [ratio(*(ns(results, "threads", m, name, threads=n) for n in (1, 2))) for name in ("rotlib, numba", "C by hand")]
        yield Goal(f"{m}, batch: one thread, over two", True, 1.9, gain[0], f"C by hand gains {gain[1]:.2f}" if gain[1] else "")


def on_arrays(results):
    of, asks, price = partial(ns, results, "many"), results["roof"]["steps"], results["roof"]["an operation on an array, ns"]
    by_hand = max((r["contender"] for r in results["many"] if r["contender"].endswith("bits")), default="")
    for m in STEPPED:
        mine = of(m, "rotlib, NumPy")
        spent = f"{asks[m]['operations on floats']} operations of {price:.2f} ns each are " \
                f"{asks[m]['operations on floats'] * price:.0f} of {mine:.0f} ns"
        if m in ("buss2", "buss4"):
            yield Goal(f"{m}, batch: np.cross on (N, 3), over NumPy", True, 10, ratio(of(m, "np.cross on (N, 3)"), mine), spent)
        yield Goal(f"{m}, batch: NumPy, over {by_hand}", False, 25, ratio(mine, of(m, by_hand)), spent)


def fresh(results):
    ms = {r["what"]: r.get("ms") for r in results["start"]}
    loaded = next(r["packages"] for r in results["start"] if "packages" in r)
    yield Goal("start: import rotlib, over import numpy", False, 1.1, ratio(ms["import rotlib"], ms["import numpy"]), "")
    yield Goal("start: packages that import rotlib loads besides", False, 0, len(loaded), ", ".join(loaded))
    first = ms.get("a first compiled run, found on the disk")
    of_it = f"import numba and numpy are {ms['import numba']:.0f} of it" if ms.get("import numba") else ""
    yield Goal("start: a first compiled run, ms", False, 500, first, of_it)
