"""The pages in one file: the same bytes from the same pages, and every link that
leads nowhere is found."""

import zipfile

import pytest

pytest.importorskip("sphinx")

import downloads
import offline

SOUND = {
    "index.html": (
        b'<a href="book/a.html#x">a</a> <a href="https://example.org">elsewhere</a> <a'
        b' href="#y">here</a>'
    ),
    "book/a.html": (
        b'<link rel="canonical" href="https://example.org/a.html">'
        b'<link href="../_static/b.css?v=1"><script src="../_static/c.js"></script><img'
        b' src="data:image/gif;base64,">'
    ),
    "_static/b.css": b"@font-face { src: url(d.woff2) }",
    "_static/c.js": b"",
    "_static/d.woff2": b"\0",
}
ELSE = b"//example.org/x"
PLANTED = {
    "gone.html is not in the copy": b'<a href="gone.html">gone</a>',
    "../book/ is not in the copy": b'<a href="../book/">folder</a>',
    "loads https://example.org/x.js": b'<script src="https:%b.js"></script>' % ELSE,
    "loads //example.org/x.png": b'<img alt="x" src="%b.png">' % ELSE,
    "a module sc": b'<script type="module" src="../_static/c.js"></script>',
}


def test_a_planted_fault_is_found():
    assert list(offline.faults(SOUND)) == []
    for complaint, html in PLANTED.items():
        (found,) = offline.faults(SOUND | {"book/a.html": html})
        assert complaint in found
    missing = SOUND | {"_static/b.css": b"src: url('e.woff2')"}
    assert [*offline.faults(missing)] == ["_static/b.css: e.woff2 is not in the copy"]
    assert "no index.html to open" in list(offline.faults({}))


def test_the_same_pages_give_the_same_bytes(tmp_path):
    first, second = tmp_path / "1.zip", tmp_path / "2.zip"
    offline.pack(SOUND, first)
    offline.pack(dict(reversed(SOUND.items())), second)
    assert first.read_bytes() == second.read_bytes()
    with zipfile.ZipFile(first) as packed:
        found = [(name, packed.read(name)) for name in packed.namelist()]
    wanted = sorted(SOUND.items())
    assert found == [(f"{offline.FOLDER}/{name}", text) for name, text in wanted]


def test_the_copy_does_not_contain_itself_and_says_so(tmp_path):
    pages = tmp_path / "html"
    (pages / "_downloads").mkdir(parents=True)
    (pages / "_downloads" / downloads.COPY).write_bytes(b"an older copy")
    (pages / ".buildinfo").touch()
    line = f"<ul>{downloads.copy_item(tmp_path, '')}</ul>"
    (pages / "index.html").write_text(line, encoding="utf-8")
    said = f"<ul>{offline.THIS}</ul>".encode()
    assert offline.contents(pages) == {"index.html": said}


def test_the_lines_say_the_command_until_the_files_are_there(tmp_path):
    assert "python book/_tools/pdf.py" in downloads.pdf_item(tmp_path, "../")
    assert "python book/_tools/offline.py" in downloads.copy_item(tmp_path, "../")
    for name, pages in zip(downloads.PAPER, (250, 800), strict=True):
        (tmp_path / name).write_bytes(bytes(6_540_000))
        about = (tmp_path / name).with_suffix(".json")
        about.write_text(f'{{"pages": {pages}}}', encoding="utf-8")
    (tmp_path / downloads.COPY).write_bytes(bytes(9_000_000))
    link = 'href="../_downloads/integrating-rotations'
    on_paper = f'{link}.pdf">The course as PDF</a> (250 pages, 6.5 MB)'
    assert on_paper in downloads.pdf_item(tmp_path, "../")
    assert f"{link}-further.pdf" in downloads.pdf_item(tmp_path, "../")
    zipped = f'{link}-html.zip">Offline copy</a> (zip, 9.0 MB)'
    assert zipped in downloads.copy_item(tmp_path, "../")
