"""The records as HTML: small pure functions; `place` tells where things are on the
built pages."""

import re
from html import escape

FAILED = "A test or the regeneration failed when the record was made."
STALE = "The function has changed since the record was made."
MARKS = {  # state: (sign, word, what a reader who opens it is told)
    "passed": ("✓", "checked", ""),
    "failed": ("✗", "a test fails", FAILED),
    "stale": ("○", "changed since it was checked", STALE),
    "not run": ("○", "not yet checked", "The record does not know this function yet."),
}
ORDER = ("failed", "not run", "stale", "passed")
EMPTY = " <small></small>"
MOST_IN_FULL, MOST_NAMES = 3, 4


def link(target, text, title=None):
    """A link, or the text alone if there is nothing to link to."""
    more = f' title="{escape(title)}"' if title else ""
    found = f'<a class="reference internal" href="{escape(target)}"{more}>{text}</a>'
    return found if target else text


def code(text):
    return f"<code>{escape(text)}</code>"


def small(text):
    return f"<small>{escape(text)}</small>"


def several(number, noun):
    return f"{number} {noun}{'' if number == 1 else 's'}"


def first(names, most, separator):
    """The first few of the names, and how many more there are."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return separator.join(names[:most]) + more


# --- under an equation and beside a cell ----------------------------------------------


def mark(functions, place):
    """The quiet sign under an equation, which opens to show where the formula goes
    and what holds it."""
    state = min((f.state for f in functions), key=ORDER.index)
    sign, word, remark = MARKS[state]
    inside = full if len(functions) <= MOST_IN_FULL else brief
    items = "".join(f"<li>{inside(f, place)}</li>" for f in functions)
    said = f"<p>{remark}</p>" if remark else ""
    what = f"{several(len(functions), 'generated function')} of this equation"
    return (
        f'<details class="checked" data-state="{state.replace(" ", "-")}"><summary>'
        f'<span aria-hidden="true">{sign}</span> {word}<span class="visually-hidden">:'
        f" {what}, with tests and chapters</span></summary>{said}<ul>{items}</ul>"
        "</details>"
    )


def full(f, place):
    made = f"{link(place.source(f), code(f.full))}, from"
    made += f" {link(place.cell(f), 'its derivation')}"
    made += f" after {several(f.asserted, 'assertion')}" if f.asserted else ""
    if f.pins:
        title = "each failed when the function was made wrong"
        held = f"held by {link(place.row(f), several(len(f.pins), 'test'), title)}: "
        held += first([escape(short(name)) for name in f.pins], MOST_NAMES, "; ")
    else:
        held = link(place.row(f), "evidence")
        held += ": no test was seen to fail when it was made wrong"
    rows = [made, held]
    if f.uses:
        names = [(name, code(name.removeprefix("rotlib."))) for name in f.uses]
        public = [link(place.api(name), shown) for name, shown in names]
        rows.append("in rotlib: " + first(public, MOST_NAMES, ", "))
    if f.notebooks:
        rows.append(f"runs in {chapters(f, place)}")
    return "<br>".join(rows)


def brief(f, place):
    title = "tests that turn red if it is wrong"
    tests = link(place.row(f), several(len(f.pins), "test"), title)
    where = f"; {chapters(f, place)}" if f.notebooks else ""
    cell = link(place.cell(f), "derivation")
    return f"{link(place.source(f), code(f.full))}, {cell}, {tests}{where}"


def chapters(f, place):
    """chapter 2, or chapters 2 · 3."""
    word = "chapter" if len(f.notebooks) == 1 else "chapters"
    return f"{word} {numbers(f, place)}" if f.notebooks else ""


def numbers(f, place):
    found = map(place.chapter, sorted(f.notebooks, key=place.order))
    return " · ".join(link(target, number, title) for number, title, target in found)


def short(test):
    """so3: exp at its corners."""
    file, _, name = test.partition("::")
    file = file.removeprefix("test_").removesuffix(".py")
    return f"{file}: {name.removeprefix('test_').replace('_', ' ')}"


def equation(x, place):
    return link(place.equation(x.equation), place.number(x.equation))


def with_equation(f, place):
    return f"{link(place.source(f), code(f.full))} {equation(f, place)}"


def way_back(functions, place):
    """The line under a cell in which functions are defined."""
    parts = ", ".join(with_equation(f, place) for f in functions)
    if len(functions) <= MOST_IN_FULL:
        return f'<p class="checked-back">Defined here: {parts}</p>'
    return (
        f'<details class="checked-back"><summary>Defined here: {len(functions)}'
        f" generated functions</summary><p>{parts}</p></details>"
    )


def generated(functions, place):
    """The line in the entry of a public function."""
    parts = first([with_equation(f, place) for f in functions], 6, ", ")
    return f'<p class="checked-back">Calls the generated {parts}</p>'


# --- pages of generated source --------------------------------------------------------

BLOCK = re.compile(
    r'<div class="viewcode-block" id="([\w.]+)">(.*?""")(.*?)'
    r"(</span>.*?)</div>",
    re.DOTALL,
)
REVEAL = (
    "<script>(function () { function show() { var at = location.hash.length > 1 &&"
    " document.getElementById(location.hash.slice(1)), box = at && at.closest"
    '("details"); if (box && !box.open) { box.open = true; at.scrollIntoView(); } }'
    ' addEventListener("hashchange", show); show(); })();</script>'
)


def folded(body):
    """A page of generated source as the list of its functions, each of which opens."""

    def block(found):
        name, head, summary, rest = found.groups()
        return (
            f'<details class="viewcode-block"><summary><code>{name}</code> {summary}'
            f'</summary><div id="{name}">{head}{summary}{rest.rstrip()}</div></details>'
        )

    close = re.sub(r"\s*(</?details[^>]*>)\s*", r"\1", BLOCK.sub(block, body))
    return close + REVEAL


# --- the page of all evidence ---------------------------------------------------------


def table(label, caption, head, rows):
    """Rows are (id or "", cells)."""
    heads = "".join(f'<th scope="col">{h}</th>' for h in head)
    body = ""
    for name, cells in rows:
        body += f'<tr id="{name}">' if name else "<tr>"
        body += "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"
    return (
        '<div class="pst-scrollable-table-container" tabindex="0" role="region"'
        f' aria-label="{escape(label)}"><table class="table evidence">'
        f"<caption>{caption}</caption><thead><tr>{heads}</tr></thead>"
        f"<tbody>{body}</tbody></table></div>"
    )


def kind(f, name, must_see=True):
    """How a kind of evidence stands: ✓ and the number of cases, in brackets if a
    planted fault went by."""
    rows = f.tests.get(name, {}).values()
    passed, failed = sum(r[0] for r in rows), sum(r[1] for r in rows)
    if failed:
        return f"✗ {failed}"
    if not passed:
        return '<span aria-label="none">–</span>'
    return f"✓ {passed}" if not must_see or seen(f, name) else f"({passed})"


def seen(f, name):
    """Whether a test of that kind turned red when the function was made wrong."""
    return any(row[2] for row in f.tests.get(name, {}).values())


def formulas(topic, notebook, functions, place, kinds):
    digits, second, batch, motion = kinds
    head = ["function", "equation", "asserted before", digits, second, motion, batch]
    head += ["byte for byte", "turns red if wrong", "chapters"]
    rows = []
    for f in functions:
        sign, word, _ = MARKS[f.state]
        state = "" if f.state == "passed" else f"<br><small>{sign} {word}</small>"
        pins = several(len(f.pins), "test")
        names = "".join(f"<li>{code(name)}</li>" for name in f.pins)
        red = f"<details><summary>{pins}</summary><ul>{names}</ul></details>"
        cells = [
            link(place.source(f), code(f.name)) + state,
            equation(f, place),
            link(place.cell(f), str(f.asserted)),
            *(kind(f, name) for name in (digits, second, motion)),
            kind(f, batch, must_see=False),
            {True: "✓", False: "✗", None: "–"}[f.regenerated],
            red if f.pins else "–",
            numbers(f, place) or "–",
        ]
        rows.append((f"rotlib.kernels.{f.full}", cells))
    file = f"rotlib/kernels/{topic}.py"
    caption = f"{code(file)}, from {link(*notebook)}"
    return table(f"Evidence of {file}", caption, head, rows)


def methods(records, found, place):
    head = ["method", "equation", "order: declared", "measured"]
    head += ["largest change, 10⁵ free steps", "symplecticity defect", "there and back"]
    rows = []
    for m in records:
        measured = sorted(found.get(m.name, {}).items())

        def values(start, measured=measured):
            lines = []
            for what, (value, _) in measured:
                if what.startswith(start):
                    more = what.removeprefix(start).strip(", ")
                    lines.append(f"{escape(value)} {small(more)}".removesuffix(EMPTY))
            return "<br>".join(lines) or "–"

        changes = [
            f"{value} <small>{what.split(',')[0]}</small>"
            for what, (value, _) in measured
            if what.endswith("largest change")
        ]
        cells = [code(m.name), equation(m, place), str(m.order or "exact")]
        cells += [values("order"), "<br>".join(changes) or "–"]
        cells += [values("symplecticity defect"), values("step there and back")]
        rows.append((f"evidence-method-{m.name}", cells))
    title = "What was measured of each method"
    return table(title, title, head, rows)


def summary(functions, record, kinds):
    digits, second, batch, _ = kinds
    states = [f.state for f in functions]
    books = record["notebooks"].values()
    rows = {"generated functions": len(functions)}
    passed = "all their tests pass, and their text is what the derivation gives"
    rows[passed] = states.count("passed")
    for state, (_, word, _) in MARKS.items():
        if state != "passed" and state in states:
            rows[word] = states.count(state)
    of_functions = {
        "a fault of a few parts in a million turns a test red": lambda f: f.pins,
        "of them, in a second implementation": lambda f: seen(f, second),
        "compared at 50 digits": lambda f: digits in f.tests,
        "arrays give the bits of single calls": lambda f: batch in f.tests,
        "run in at least one chapter": lambda f: f.notebooks,
    }
    for words, holds in of_functions.items():
        rows[words] = sum(bool(holds(f)) for f in functions)
    rows |= {
        "methods with a measured order or a measured change": len(record["methods"]),
        "cells of notebooks that passed": sum(b["cells"] - b["failed"] for b in books),
    }
    cells = [("", [what, str(number)]) for what, number in rows.items()]
    return table("Summary", "What the record holds", ["what", "number"], cells)


def run_times(record, place):
    """Seconds of each notebook, by chapter, and how many cells passed."""
    books, rows = record["notebooks"], []
    for path in sorted(books, key=place.order):
        number, title, target = place.chapter(path)
        named = title if number == escape(title) else f"{number} {escape(title)}"
        count, failed = books[path]["cells"], books[path]["failed"]
        passed = f"{count - failed} of {count}" if failed else str(count)
        rows.append([link(target, named), passed, str(books[path]["seconds"])])
    total = [sum(b[what] for b in books.values()) for what in ("cells", "seconds")]
    rows.append(["together", *map(str, total)])
    caption = "Notebooks: cells that passed, and seconds"
    head = ["chapter", "cells passed", "seconds"]
    return table("Run times", caption, head, [("", cells) for cells in rows])


def versions(record):
    run = sorted(record["run"].items())
    rows = [("", [escape(name), escape(value)]) for name, value in run]
    return table("Versions", "The record was made with", ["package", "version"], rows)


def gaps(functions, place, kinds):
    """What is not covered, in lists."""
    digits, second, *_ = kinds
    lacking = {
        "No test turned red when the function was made wrong": lambda f: not f.pins,
        "No second implementation that would see a fault": lambda f: (
            not seen(f, second)
        ),
        "Not compared at 50 digits": lambda f: digits not in f.tests,
        "No chapter runs it": lambda f: not f.notebooks,
        "No public function calls it": lambda f: not f.uses,
    }
    shown = ""
    for words, lacks in lacking.items():
        chosen = [link(place.row(f), code(f.full)) for f in functions if lacks(f)]
        listed = ", ".join(chosen) or "None"
        shown += f"<dt>{words}: {len(chosen)}</dt><dd>{listed}.</dd>"
    return f'<dl class="evidence-gaps">{shown}</dl>'
