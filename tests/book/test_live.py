"""The figures to move: what they load, what they show, where they stand."""

import gzip
import json
import os
import re
import time
from types import SimpleNamespace

import live
import nbformat
import numpy as np
import provenance
import pytest
import steps
from directives import directives
from problems import ROOT
from processes import node
from small_book import built

pytestmark = pytest.mark.filterwarnings("ignore::rotlib.errors.LargeStep")
PARTS = steps.names()


def test_every_part_stands_on_a_page_and_every_page_names_a_part():
    texts = [page.text for page in provenance.pages() if "{live}" in page.text]
    found = [directive for text in texts for directive in directives(text)]
    assert {d.argument for d in found if d.name == "live"} == set(PARTS)


@pytest.mark.parametrize("name", PARTS)
def test_a_part_has_numbers_to_compare_with_and_words_for_its_picture(name):
    part = steps.find(name)
    numbers = np.ravel(part.check())
    assert len(numbers) and np.isfinite(numbers).all()
    assert part.digits >= 3 and len(part.alt) > 40
    json.dumps(part.values, allow_nan=False)


def test_the_runtime_is_small():
    """What a part adds to a page the browser's gate weighs."""
    assert len(gzip.compress((live.LIVE / "live.js").read_bytes(), 9)) < 10_000


DEFINE = "const live = {define: (name, make) => { got[name] = make(); }}, got = {};\n"


def sample(function, sizes):
    """Numbers at which a function is defined, and what it gives there."""
    rng = np.random.default_rng(7)
    for _ in range(20):
        flat = rng.uniform(0.2, 1.0, sum(n or 1 for n in sizes)).tolist()
        rest = iter(flat)
        args = [tuple(next(rest) for _ in range(n)) if n else next(rest) for n in sizes]
        try:
            return flat, function(*args)
        except ValueError:  # the root of a negative number
            continue
    raise AssertionError(f"{function}: nowhere defined")


def test_functions_give_in_javascript_what_they_give_in_python():
    script, wanted = DEFINE, {}
    for name, (function, sizes, returns) in steps.FUNCTIONS.items():
        flat, made = sample(function, sizes)
        wanted[name] = list(made) if returns else [made]
        numbers, key = json.dumps(flat), json.dumps(name)
        script += f"{steps.text(name)}got[{key}] = [got[{key}](...{numbers})].flat();\n"
    script += "console.log(JSON.stringify(got));"
    found = json.loads(node("-", given=script).stdout)
    for name, numbers in wanted.items():
        np.testing.assert_allclose(found[name], numbers, 1e-12, 1e-13, err_msg=name)


def test_a_shape_keeps_its_faces():
    script = DEFINE + steps.text("t-handle")
    script += "console.log(JSON.stringify(got['t-handle']))"
    shape = json.loads(node("-", given=script).stdout)
    made = steps.SHAPES["t-handle"]()
    assert len(shape["v"]) == 3 * len(made.vertices)
    assert len(shape["f"]) == len(shape["c"]) == len(made.faces)


def test_a_name_that_is_nothing_is_refused(tmp_path):
    pages = {"index.md": "# Book\n\n```{live} nothing\nText.\n```\n"}
    said = built(tmp_path, pages, ["live"])[1]
    assert "no part 'nothing'; there are: " in said
    with pytest.raises(KeyError, match="nothing: no step.* or shape; there are"):
        steps.text("nothing")
    with pytest.raises(KeyError, match="there are .*hero"):
        steps.find("nothing")


FIGURE = ":::{live} orders\nDrag along the *curve*.\n:::\n"
NOTEBOOK = nbformat.v4.new_notebook(
    cells=[nbformat.v4.new_markdown_cell(f"# C\n\n{FIGURE}")],
    metadata={"kernelspec": {"name": "python3", "display_name": "Python"}},
)
PAGES = {
    "index.md": "# Book\n\n```{toctree}\nplain\nbelow/figure\nbelow/cells\n```\n",
    "plain.md": "# Plain\n\nNothing moves.\n",
    "below/figure.md": f"# Figure\n\n{FIGURE}",
    "below/cells.ipynb": nbformat.writes(NOTEBOOK),
}


def book(folder, builder="html"):
    """Three small pages, built in a folder."""
    static = [str(ROOT / "book" / "_static")]
    given = {"myst_enable_extensions": ["colon_fence"], "html_static_path": static}
    return built(folder, PAGES, ["live"], builder, **given)[0]


def test_a_page_shows_the_still_and_loads_what_its_figure_needs(tmp_path):
    out = book(tmp_path)
    plain = (out / "plain.html").read_text(encoding="utf-8")
    assert "_static/live" not in plain and "_static/vendor" not in plain
    for name in ("figure", "cells"):
        page = (out / "below" / f"{name}.html").read_text(encoding="utf-8")
        scripts = re.findall(r'<script defer="defer" src="\.\./_static/([^"?]*)', page)
        assert scripts == ["live/live.js"]
        asked = re.search(r'data-load="([^"]*)"', page)[1].split()
        assert [path.split("?v=")[0] for path in asked] == live.scripts(["orders"])
        assert "three.js" not in page
        loaded = *scripts, *live.scripts(["orders"])
        assert all((out / "_static" / path).is_file() for path in loaded)
        figure = page[page.index('<figure class="live"') : page.index("</figure>")]
        assert '<svg class="rot-figure live-still"' in figure and "<path" in figure
        assert "<noscript>" in figure and "<em>curve</em>" in figure


@pytest.mark.night
def test_on_paper_the_still_stands(tmp_path):
    out = book(tmp_path, "latex")
    (tex,) = out.glob("*.tex")
    assert tex.read_text(encoding="utf-8").count("{live-orders.pdf}") == 2
    assert (out / "live-orders.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.night
def test_a_page_is_made_again_when_a_figure_changes(tmp_path, monkeypatch):
    (changed := tmp_path / "figure.js").touch()
    monkeypatch.setattr(live, "sources", lambda scripts=False: [changed])
    script = book(tmp_path) / "_static" / "live" / "parts" / "orders.js"
    script.write_text("stale", encoding="utf-8")
    book(tmp_path)  # nothing changed: nothing made
    assert script.read_text(encoding="utf-8") == "stale"
    later = time.time() + 60
    os.utime(changed, (later, later))
    book(tmp_path)
    assert "live.part('orders'" in script.read_text(encoding="utf-8")


def test_what_was_made_is_kept_until_something_changes(tmp_path, monkeypatch):
    app, made = SimpleNamespace(outdir=tmp_path / "_build" / "html"), []

    def make():
        made.append(1)
        return "text"

    for state, times in ((None, 1), (None, 1), ("other", 2)):
        if state:
            monkeypatch.setattr(live, "state", lambda scripts=False: "other")
        assert live.kept(app, "steps/a.js", make) == b"text" and len(made) == times
    kept = (tmp_path / "_build" / ".live").iterdir()
    assert [path.name for path in kept] == ["other"]
