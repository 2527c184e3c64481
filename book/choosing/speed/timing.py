"""Fair turns: all contenders in each round, the medians of the rounds compared."""

import statistics
import time

ROUNDS, BEST = 5, 3  # rounds, and turns in a round of which the best counts
# s that a turn lasts; a call longer than LONG has one turn a round
AT_LEAST, LONG = (0.02, 0.1)


def rounds(contenders, number=ROUNDS, threaded=False):
    """{name: seconds of one call, the median over rounds of the best in a round}, of
    callables without arguments.

    A call on one thread is timed by the less of wall and processor time, so that other
    work on the machine counts little; one that takes more processor time than time has
    passed was not on one thread, and is refused. For threads it is the wall alone, and
    of the rounds the best."""
    calls = {name: _enough(call) for name, call in contenders.items()}
    found = {name: [] for name in contenders}
    for _ in range(number):
        for name, call in contenders.items():
            times, turns = calls[name]
            found[name].append(
                min(_timed(call, times, name, threaded) for _ in range(turns))
            )
    return {
        name: (min if threaded else statistics.median)(times)
        for name, times in found.items()
    }


def a_step(found, threaded=False):
    """{name: seconds a step} of {name: (function of a number of steps, that
    number)}."""
    times = rounds(
        {name: lambda fly=fly, n=n: fly(n) for name, (fly, n) in found.items()},
        threaded=threaded,
    )
    return {name: t / found[name][1] for name, t in times.items()}


def rounded(x, digits=4):
    """A time as it is stored: what stands behind its fourth digit is noise."""
    return float(f"{x:.{digits}g}")


def _timed(call, times, name, threaded):
    wall, processor = time.perf_counter(), time.process_time()
    for _ in range(times):
        call()
    wall, processor = time.perf_counter() - wall, time.process_time() - processor
    if not threaded and processor > 1.3 * wall + AT_LEAST / 4:
        raise AssertionError(
            f"{name}: {processor:.3g} s of processor in {wall:.3g} s: more than one"
            " thread"
        )
    return (wall if threaded else min(wall, processor)) / times


def _enough(call):
    """How often to call so that a turn lasts, and how many turns; the first call is
    not counted, it may compile."""
    call()
    one = max(_timed(call, 1, "", True), 1e-7)
    return max(1, round(AT_LEAST / one)), BEST if one < LONG else 1
