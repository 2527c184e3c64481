"""What runs by day."""

from collections import Counter

from problems import ROOT

import rotlib as rl

BOOK = ROOT / "book"
DAY = {  # pages that have between them each kind of cell, directive and figure
    BOOK / f"{name}.ipynb"
    for name in (
        "opening",
        "foundations/exponential-use",
        "magnus/derive",
        "buss/series-derive",
        "krenk_nielsen/box",
        "dqvi/release",
        "own/export",
        "magnus/gyroscope",
        "workbooks/foundations",
    )
}
KINDS = {"buss4", "rkmk4", "splitting4_231", "dmv", "krenk_nielsen", "dqvi"}
OTHERS = {m.name for m in rl.methods.ALL} - KINDS


def each_value_once(calls):
    """For each value of the longest parameter the call whose other values came least;
    then what brings a value that did not come yet."""
    values = [[*call.indices.items()] for call in calls]
    sizes = Counter(name for name, _ in {pair for pairs in values for pair in pairs})
    longest = max(sizes, key=sizes.__getitem__)
    came, chosen = Counter(), set()

    def choose(i):
        chosen.add(i)
        came.update(values[i])

    for value in dict.fromkeys(call.indices[longest] for call in calls):
        those = [i for i, c in enumerate(calls) if c.indices[longest] == value]
        choose(min(those, key=lambda i: sum(came[pair] for pair in values[i])))
    for i, pairs in enumerate(values):
        if not all(came[pair] for pair in pairs):
            choose(i)
    return [calls[i] for i in sorted(chosen)]


def is_of_a_kind(call):
    given = call.params.values()
    parts = [x for v in given for x in (v if isinstance(v, tuple) else (v,))]
    return not any(getattr(x, "name", x) in OTHERS for x in parts if is_name(x))


def is_name(x):
    return isinstance(getattr(x, "name", x), str)
