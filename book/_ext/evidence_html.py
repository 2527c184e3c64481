"""The records as HTML: small pure functions; `place` tells where things are on the built pages."""

from html import escape

MARKS = {  # state: (sign, word, what a reader who opens it is told)
    "passed": ("✓", "checked", ""),
    "failed": ("✗", "a test fails", "A test or the regeneration failed when the record was made."),
    "stale": ("○", "changed since it was checked", "The function has changed since the record was made."),
    "not run": ("○", "not yet checked", "The record does not know this function yet."),
}
ORDER = ("failed", "not run", "stale", "passed")
MOST_IN_FULL, MOST_NAMES = 3, 4


def link(target, text, **attributes):
    """A link, or the text alone if there is nothing to link to."""
    more = "".join(f' {k}="{escape(v)}"' for k, v in attributes.items())
    return f'<a class="reference internal" href="{escape(target)}"{more}>{text}</a>' if target else text


def code(text):
    return f"<code>{escape(text)}</code>"


def several(number, noun):
    return f"{number} {noun}{'' if number == 1 else 's'}"


def worst(states):
    return min(states, key=ORDER.index)


# --- under an equation and beside a cell -----------------------------------------------------------------------------

def mark(functions, place):
    """The quiet sign under an equation, which opens to show where the formula goes and what holds it."""
    state = worst([f.state for f in functions])
    sign, word, remark = MARKS[state]
    inside = full if len(functions) <= MOST_IN_FULL else brief
    items = "".join(f"<li>{inside(f, place)}</li>" for f in functions)
    said = f"<p>{remark}</p>" if remark else ""
    what = f"{several(len(functions), 'generated function')} of this equation"
    return (f'<details class="checked" data-state="{state.replace(" ", "-")}"><summary><span aria-hidden="true">{sign}</span> {word}'
            f'<span class="visually-hidden">: {what}, with tests and chapters</span></summary>{said}<ul>{items}</ul></details>')


def full(f, place):
    seen = "; ".join(escape(short(name)) for name in f.pins[:MOST_NAMES])
    more = f" and {len(f.pins) - MOST_NAMES} more" if len(f.pins) > MOST_NAMES else ""
    rows = [
        f"{link(place.source(f), code(f.full))}, from {link(place.cell(f), 'its derivation')}"
        + (f" after {several(f.asserted, 'assertion')}" if f.asserted else ""),
        f"held by {link(place.row(f), several(len(f.pins), 'test'), title='each failed when the function was made wrong')}: {seen}{more}"
        if f.pins else f"{link(place.row(f), 'evidence')}: no test was seen to fail when it was made wrong",
    ]
    if f.uses:
        rows.append("in rotlib: " + ", ".join(link(place.api(name), code(name.removeprefix("rotlib."))) for name in f.uses[:MOST_NAMES])
                    + (f" and {len(f.uses) - MOST_NAMES} more" if len(f.uses) > MOST_NAMES else ""))
    if f.notebooks:
        rows.append(f"runs in {chapters(f, place)}")
    return "<br>".join(rows)


def brief(f, place):
    tests = link(place.row(f), several(len(f.pins), "test"), title="tests that turn red if it is wrong")
    where = f"; {chapters(f, place)}" if f.notebooks else ""
    return f"{link(place.source(f), code(f.full))}, {link(place.cell(f), 'derivation')}, {tests}{where}"


def chapters(f, place):
    """chapter 2, or chapters 2 · 3."""
    word = "chapter" if len(f.notebooks) == 1 else "chapters"
    return f"{word} {numbers(f, place)}" if f.notebooks else ""


def numbers(f, place):
    return " · ".join(link(target, number, title=title) for number, title, target in map(place.chapter, sorted(f.notebooks, key=place.order)))


def short(test):
    """so3: exp at its corners."""
    file, _, name = test.partition("::")
    return f"{file.removeprefix('test_').removesuffix('.py')}: {name.removeprefix('test_').replace('_', ' ')}"


def with_equation(f, place):
    return f"{link(place.source(f), code(f.full))} {link(place.equation(f.equation), place.number(f.equation))}"


def way_back(functions, place):
    """The line under a cell in which functions are defined."""
    parts = [with_equation(f, place) for f in functions]
    if len(parts) <= MOST_IN_FULL:
        return f'<p class="checked-back">Defined here: {", ".join(parts)}</p>'
    return (f'<details class="checked-back"><summary>Defined here: {len(parts)} generated functions</summary>'
            f"<p>{', '.join(parts)}</p></details>")


def generated(functions, place):
    """The line in the entry of a public function."""
    parts = [with_equation(f, place) for f in functions[:6]]
    more = f" and {len(functions) - 6} more" if len(functions) > 6 else ""
    return f'<p class="checked-back">Calls the generated {", ".join(parts)}{more}</p>'


# --- the page of all evidence ----------------------------------------------------------------------------------------

def table(caption, head, rows):
    """Rows are (id or "", cells)."""
    heads = "".join(f'<th scope="col">{h}</th>' for h in head)
    body = "".join(f"<tr{f' id={chr(34)}{i}{chr(34)}' if i else ''}>" + "".join(f"<td>{c}</td>" for c in cells) + "</tr>" for i, cells in rows)
    return (f'<div class="pst-scrollable-table-container" tabindex="0" role="region" aria-label="{escape(caption[0])}">'
            f'<table class="table evidence"><caption>{caption[1]}</caption><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></div>')


def kind(f, name, must_see=True):
    """How a kind of evidence stands: ✓ and the number of cases, in brackets if a planted fault went by."""
    rows = f.tests.get(name, {})
    passed, failed = sum(r[0] for r in rows.values()), sum(r[1] for r in rows.values())
    if failed:
        return f"✗ {failed}"
    if not passed:
        return '<span aria-label="none">–</span>'
    return f"✓ {passed}" if not must_see or any(r[2] for r in rows.values()) else f"({passed})"


def formulas(topic, notebook, functions, place, kinds):
    digits, second, batch, motion = kinds
    head = ["function", "equation", "asserted before", digits, second, motion, batch, "byte for byte", "turns red if wrong", "chapters"]
    rows = []
    for f in functions:
        sign, word, _ = MARKS[f.state]
        names = "".join(f"<li>{code(name)}</li>" for name in f.pins)
        red = f"<details><summary>{several(len(f.pins), 'test')}</summary><ul>{names}</ul></details>" if f.pins else "–"
        state = "" if f.state == "passed" else f"<br><small>{sign} {word}</small>"
        rows.append((f"rotlib.kernels.{f.full}", [
            link(place.source(f), code(f.name)) + state, link(place.equation(f.equation), place.number(f.equation)),
            link(place.cell(f), str(f.asserted)), kind(f, digits), kind(f, second), kind(f, motion), kind(f, batch, must_see=False),
            {True: "✓", False: "✗", None: "–"}[f.regenerated], red, numbers(f, place) or "–"]))
    caption = f"{code(f'rotlib/kernels/{topic}.py')}, from {link(*notebook)}"
    return table((f"Evidence of rotlib/kernels/{topic}.py", caption), head, rows)


def methods(records, found, place):
    head = ["method", "equation", "order: declared", "measured", "largest change, 10⁵ free steps", "symplecticity defect", "there and back"]
    rows = []
    for m in records:
        entry = found.get(m.name, {})

        def values(start, entry=entry):
            pairs = [(what.removeprefix(start).strip(", "), value) for what, (value, _) in sorted(entry.items()) if what.startswith(start)]
            return "<br>".join(f"{escape(value)}{f' <small>{escape(what)}</small>' if what else ''}" for what, value in pairs) or "–"

        changes = "<br>".join(f"{value} <small>{what.split(',')[0]}</small>" for what, (value, _) in sorted(entry.items())
                              if what.endswith("largest change")) or "–"
        rows.append((f"evidence-method-{m.name}", [
            code(m.name), link(place.equation(m.equation), place.number(m.equation)), str(m.order or "exact"),
            values("order"), changes, values("symplecticity defect"), values("step there and back")]))
    return table(("What was measured of each method", "What was measured of each method"), head, rows)


def summary(functions, record, kinds):
    digits, second, batch, _ = kinds
    seen = [f for f in functions if f.pins]
    count = {state: sum(f.state == state for f in functions) for state in MARKS}
    rows = [
        ("generated functions", len(functions)),
        ("all their tests pass, and their text is what the derivation gives", count["passed"]),
        *((word[1], count[state]) for state, word in MARKS.items() if state != "passed" and count[state]),
        ("a fault of a few parts in a million turns a test red", len(seen)),
        ("of them, in a second implementation", sum(any(r[2] for r in f.tests.get(second, {}).values()) for f in functions)),
        ("compared at 50 digits", sum(digits in f.tests for f in functions)),
        ("arrays give the bits of single calls", sum(batch in f.tests for f in functions)),
        ("run in at least one chapter", sum(bool(f.notebooks) for f in functions)),
        ("methods with a measured order or a measured change", len(record["methods"])),
        ("cells of notebooks that passed", sum(b["cells"] - b["failed"] for b in record["notebooks"].values())),
    ]
    return table(("Summary", "What the record holds"), ["what", "number"], [("", [what, str(n)]) for what, n in rows])


def run_times(record, place):
    """Seconds of each notebook, by chapter, and how many cells passed."""
    rows = []
    for path, entry in sorted(record["notebooks"].items(), key=lambda item: place.order(item[0])):
        number, title, target = place.chapter(path)
        name = link(target, title if number == escape(title) else f"{number} {escape(title)}")
        passed = str(entry["cells"]) if not entry["failed"] else f"{entry['cells'] - entry['failed']} of {entry['cells']}"
        rows.append(("", [name, passed, str(entry["seconds"])]))
    total = sum(entry["seconds"] for entry in record["notebooks"].values())
    rows.append(("", ["together", str(sum(e["cells"] for e in record["notebooks"].values())), str(total)]))
    return table(("Run times", "Notebooks: cells that passed, and seconds"), ["chapter", "cells passed", "seconds"], rows)


def versions(record):
    run = [("", [escape(name), escape(value)]) for name, value in sorted(record["run"].items())]
    return table(("Versions", "The record was made with"), ["package", "version"], run)


def gaps(functions, place, kinds):
    """What is not covered, in lists."""
    def listed(chosen):
        return ", ".join(link(place.row(f), code(f.full)) for f in chosen) + "." if chosen else "None."

    def shown(words, test):
        chosen = [f for f in functions if test(f)]
        return f"<dt>{words}: {len(chosen)}</dt><dd>{listed(chosen)}</dd>"

    second = kinds[1]
    return '<dl class="evidence-gaps">' + "".join([
        shown("No test turned red when the function was made wrong", lambda f: not f.pins),
        shown("No second implementation that would see a fault", lambda f: not any(r[2] for r in f.tests.get(second, {}).values())),
        shown("Not compared at 50 digits", lambda f: kinds[0] not in f.tests),
        shown("No chapter runs it", lambda f: not f.notebooks),
        shown("No public function calls it", lambda f: not f.uses),
    ]) + "</dl>"
