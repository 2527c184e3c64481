"""What stands around a page: description, card, neighbours, contents, foot, search,
the page for what is not there, and the first page's pictures and numbers."""

import json
import re
from xml.etree import ElementTree

import pytest

pytest.importorskip("sphinx_book_theme")

import about
import bibliography
import find
import road
import vignettes
from problems import ROOT
from processes import node
from pybtex.database import parse_file
from small_book import built

import rotlib as rl

ADDRESS = "https://example.org/book"
PAGES = {
    "index.md": (
        "# First\n\n(x)=\nToo short. A sentence of the first page that is long enough."
        "\n\n```{toctree}\n:caption: One part\nsub/opening\nsub/plain\n```\n"
        "```{toctree}\n:caption: Another\nother\n```\n"
    ),
    "sub/opening.md": (
        "(ch-opening)=\n# Clocks & *nuts*\n\nText of an opening that nobody quotes.\n\n"
        "## A section\n\nThe Poinsot ellipsoid rolls, with $\\omega_1\\times L$ at"
        " hand.\n\n$$\na = b\n$$ (eq-magnus-step)\n\n```python\nhidden_code()\n```\n"
    ),
    "sub/plain.md": (
        "# Plain\n\n```{note}\nA note is not what the page is about, however long.\n"
        "```\n\nWith $x$ in it a sentence is no description. The second one is it,"
        " plain and whole.\n"
    ),
    "other.md": (
        "---\nmyst:\n  html_meta: {}\ndescription: Said by the page itself.\n---\n\n"
        "# Other\n\nAnother sentence that would be long enough to serve.\n"
    ),
    "book/road.md": "---\norphan: true\n---\n\n# Road\n",
}


def build(folder, address):
    return built(
        folder,
        PAGES,
        ["about", "find"],
        myst_enable_extensions=["dollarmath"],
        html_theme="sphinx_book_theme",
        html_title="Small Book",
        html_static_path=[str(ROOT / "book" / "_static" / "find.js")],
        html_baseurl=address,
        numfig=True,
        math_numfig=True,
    )[0]


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    """The small book, without an address."""
    return build(tmp_path_factory.mktemp("plain"), "")


def read(out, page):
    return (out / page).read_text(encoding="utf-8")


def meta(text):
    """{name or property: content} of the head."""
    pattern = r'<meta (?:name|property)="([^"]+)" content="([^"]*)"'
    return dict(re.findall(pattern, text))


def test_a_page_is_described_by_its_sentence(plain):
    for page, said in {
        "index.html": "A sentence of the first page that is long enough.",
        "sub/opening.html": about.questions()["ch-opening"],
        "sub/plain.html": "The second one is it, plain and whole.",
        "other.html": "Said by the page itself.",
    }.items():
        found = meta(read(plain, page))
        assert found["description"] == found["og:description"] == said
        assert found["og:site_name"] == "Small Book" and found["og:title"]
    assert meta(read(plain, "sub/opening.html"))["og:title"] == "Clocks &amp; nuts"


def test_the_neighbours_come_with_their_sentences(plain):
    text = read(plain, "sub/opening.html")
    area = text[text.index('class="prev-next-area"') : text.index("bd-footer-content")]
    first, second = re.findall(r'prev-next-sentence">([^<]*)<', area)
    assert first.startswith("A sentence of the first") and "plain and whole" in second
    assert 'rel="prev" href="../index.html"' in area
    assert 'rel="next" href="plain.html"' in area


def test_the_questions_of_the_road_serve_as_they_stand():
    questions = about.questions()
    assert sum(q.endswith("?") for q in questions.values()) > 50
    assert not [q for q in questions.values() if "`" in q or "$" in q]


def test_each_page_has_one_viewport_and_no_scripts_of_the_old_search(plain):
    for page in ("index.html", "sub/plain.html", "search.html", "404.html"):
        text = read(plain, page)
        assert text.count('name="viewport"') == 1
        assert "searchtools" not in text and "searchindex" not in text
        assert text.count("find.js") == 1 and "find/names.js" not in text
    assert not (plain / "searchindex.js").exists()


def test_without_an_address_nothing_claims_one(plain):
    text = read(plain, "sub/opening.html")
    assert "canonical" not in text and "og:image" not in text
    assert not (plain / "sitemap.xml").exists()
    text = read(plain, "404.html")
    article = text[text.index("not-found") : text.index("</article>")]
    assert article.count("<a href=") == 3 and 'class="bd-search find"' in article
    assert "<base" not in text


def test_with_an_address_there_are_canonical_links_a_picture_and_a_map(tmp_path):
    placed = build(tmp_path, ADDRESS)
    text = read(placed, "sub/opening.html")
    assert f'rel="canonical" href="{ADDRESS}/sub/opening.html"' in text
    assert meta(text)["og:image"] == f"{ADDRESS}/{about.PICTURE}"
    assert (placed / about.PICTURE).read_bytes().startswith(b"\x89PNG")
    tree = ElementTree.fromstring(read(placed, "sitemap.xml"))
    places = [e.text for e in tree.iter() if e.tag.endswith("loc")]
    assert f"{ADDRESS}/sub/plain.html" in places and len(places) == len(PAGES)
    assert f'<base href="{ADDRESS}/">' in read(placed, "404.html")


def test_the_root_page_leads_on_and_says_where():
    text = about.HEAD.root_page("A <b>", "One & all.", "book/index.html", f"{ADDRESS}/")
    assert "<title>A &lt;b&gt;</title>" in text
    assert f'<link rel="canonical" href="{ADDRESS}/book/index.html">' in text
    assert 'content="0; url=book/index.html"' in text
    assert '<a href="book/index.html">' in text
    assert meta(text)["description"] == "One &amp; all."


def test_the_foot_names_version_licences_and_citation(plain):
    text = read(plain, "sub/plain.html")
    foot = text[text.index('class="colophon"') :]
    assert f"rotlib {rl.__version__}" in foot and "How to cite" in foot
    for name, copy in about.LICENCES.items():
        assert f'href="../_static/{copy}"' in foot
        assert (plain / "_static" / copy).read_bytes() == (ROOT / name).read_bytes()
    declared = about.colophon()["repository"]
    assert (declared in foot) if declared else ("repository" not in foot)


def test_each_part_of_the_contents_is_a_fold(plain):
    text = read(plain, "sub/plain.html")
    side = text[text.index("bd-docs-nav") : text.index('id="main-content"')]
    fold = re.compile(r'<details class="part"( open)?>(.*?)</details>', re.DOTALL)
    (opened, one), (shut, another) = fold.findall(side)
    assert opened and not shut
    assert "One part" in one and "Another" in another
    assert 'class="current' in one and "current" not in another
    assert 'class="caption"' not in side


def index(out, kind):
    text = read(out, f"{find.FOLDER}/{kind}.js")
    head = f'bookFind.take("{kind}",'
    assert text.startswith(head) and text.endswith(");\n")
    return json.loads(text[len(head) : -3])


def test_the_index_has_pages_sections_and_equations_with_numbers(plain):
    names = index(plain, "names")
    pages = {page: (title, said) for page, title, said in names["pages"]}
    assert pages["other"] == ("Other", "Said by the page itself.")
    entries = {(kind, name): (k, anchor) for kind, name, _, k, anchor in names["names"]}
    k, anchor = entries["section", "A section"]
    assert names["pages"][k][0] == "sub/opening" and anchor == "a-section"
    assert entries["equation", "(1) magnus step"][1] == "equation-eq-magnus-step"
    methods = {name for kind, name in entries if kind == "method"}
    derived = [m.name for m in rl.methods.ALL if m.equation == "eq-magnus-step"]
    assert methods == set(derived)


def test_the_text_has_words_and_no_code_contents_or_markup(plain):
    (section,) = [t for t in index(plain, "texts") if "Poinsot" in t[3]]
    assert section[2] == "A section" and re.search("ω_1 ?× ?L", section[3])
    everything = json.dumps(index(plain, "texts"))
    for foreign in ("hidden_code", "Contents", "<", "a = b", "\\\\omega"):
        assert foreign not in everything


def test_a_formula_is_said_or_left_out():
    assert find.said(r"\boldsymbol\omega") == "ω"
    assert find.said(r"q\to\tfrac{\Omega}{\weird}") == "…"
    assert find.said("x" * 50) == "…"


ASK = """
const fs = require('fs'), vm = require('vm');
const [folder, ...asked] = process.argv.slice(2);
const load = f => vm.runInThisContext(fs.readFileSync(f, 'utf8'));
load(process.env.FIND);
for (const kind of ['names', 'texts']) load(`${folder}/${kind}.js`);
console.log(JSON.stringify(asked.map(q => vm.runInThisContext('bookFind').search(q))));
"""


def test_the_search_finds_names_first_and_quotes_the_text(plain, tmp_path):
    (tmp_path / "ask.cjs").write_text(ASK, encoding="utf-8")
    asked = tmp_path / "ask.cjs", plain / find.FOLDER, "poinsot", "(1)", "qqxzq"
    done = node(*asked, FIND=str(ROOT / "book" / "_static" / "find.js"))
    word, number, nothing = json.loads(done.stdout)
    before, hit, after = word["texts"][0]["quote"]
    assert (before, hit) == ("The ", "Poinsot") and after.startswith(" ellipsoid")
    assert number["names"][0][0] == "equation"
    assert nothing == {"names": [], "texts": []}


@pytest.mark.parametrize("part", dict.fromkeys(part for part, _ in road.toc()))
def test_every_part_has_a_picture_in_the_colours_of_the_page(part):
    picture = ElementTree.fromstring(vignettes.of(part))
    _, _, *size = map(float, picture.get("viewBox").split())
    shapes = [e for e in picture.iter() if e is not picture]
    assert len(shapes) > 2
    css = (ROOT / "book" / "_static" / "landing.css").read_text(encoding="utf-8")
    lines = "\n".join(line for line in css.splitlines() if ".vignette" in line)
    known = set(re.findall(r"\.(\w+)\b", lines))
    for shape in shapes:
        assert shape.get("class") in known
        assert not {"fill", "stroke", "style"} & set(shape.keys())
        if shape.tag.endswith("path"):
            numbers = list(map(float, re.findall(r"-?[\d.]+", shape.get("d"))))
            for k in (0, 1):
                assert 0 <= min(numbers[k::2]) and max(numbers[k::2]) <= size[k]


def test_labels_of_the_literature_are_names_and_years():
    entries = parse_file(ROOT / "book" / "references.bib").entries
    labels = list(bibliography.AsCited().format_labels(entries.values()))
    assert len(set(labels)) == len(entries)
    assert "Alnæs et al., 2014" in labels and "Simo and Wong, 1991" in labels
    assert not [x for x in labels if re.search(r"[{}\\\[\]+]", x)]
