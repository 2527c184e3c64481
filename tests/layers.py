"""What runs by day."""

import re
import subprocess
from collections import Counter
from hashlib import sha256

from problems import ROOT

import rotlib as rl

BOOK = ROOT / "book"
COURSE = (ROOT / "_toc.yml").read_text(encoding="utf-8").split("- caption:")[1]
DAY = {  # the course, and what its chapters have not: a workbook, a table of data
    *(ROOT / f"{page}.ipynb" for page in re.findall(r"file: (\S+)", COURSE)),
    BOOK / "workbooks/foundations.ipynb",
    BOOK / "own/export.ipynb",
}
RECENT = 8  # files that changed, of which all is tried
PAGES = 120  # seconds of the pages that are drawn
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


def whole(nodeid):
    """What belongs together: a page, a file about the book, the cases of a function."""
    if nodeid.startswith("tests/book/") or ".ipynb" in nodeid:
        return nodeid.split("::")[0]
    return nodeid.split("[")[0]


def drawn(items, n, seconds):
    """Of the night the items in the files that changed last, at most two days before
    the commit, and about one of n of the others, of pages no more than `PAGES` seconds:
    always the same ones of a commit."""

    def git(*words):
        said = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True)
        return said.stdout.splitlines()

    commit, made = git("show", "-s", "--format=%H %ct")[0].split()
    since = f"--since={int(made) - 2 * 86400}"
    changed = git("diff", "--name-only", "HEAD")
    changed += git("log", since, "--name-only", "--format=", "HEAD")
    paths = {item.path for item in items}
    recent = [p for x in dict.fromkeys(changed) if (p := ROOT / x) in paths][:RECENT]

    def place(name):
        return int(sha256(f"{commit} {name}".encode()).hexdigest(), 16)

    rest = {whole(i.nodeid): i.path for i in items if i.path not in recent}
    lot, left = set(), PAGES
    for name in sorted((name for name in rest if place(name) % n == 0), key=place):
        if (took := seconds.get(rest[name], 0)) <= left:
            lot.add(name)
            left -= took
    return [
        item
        for item in items
        if not item.get_closest_marker("night")
        or item.path in recent
        or whole(item.nodeid) in lot
    ]
