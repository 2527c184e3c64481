"""The pages in one file, to read without network or server: python
book/_tools/offline.py [--built] [--without-derive]

Builds the pages, packs them into _build/integrating-rotations-html.zip and checks what
is packed: every link and file that a page names must be in it, and nothing may need a
server. Unpack it anywhere and open index.html. The same pages give the same bytes.
--built packs _build/html as it is; --without-derive leaves out the Python and SymPy
with which pages derive, which are larger than the rest."""

import hashlib
import html
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urlsplit

from command import BUILD, parser_of
from downloads import COPY, COPY_ITEM, DERIVE_FOLDER, DERIVE_ITEM, NO_DERIVE, copy_item

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / "_build" / "html"
FOLDER = "integrating-rotations"

THIS = '<li class="offline-copy">You are reading the offline copy.</li>'
EPOCH = (1980, 1, 1, 0, 0, 0)
LEFT_OUT = re.compile(  # what builds and developers need, and the copy itself
    rf"(^|/)(\.buildinfo(\.bak)?|\.doctrees|objects\.inv|locales|[^/]*webpack-macros\.html|[^/]*\.map|404\.html|sitemap\.xml|{re.escape(COPY)})(/|$)"
)
NAMED = re.compile(
    r"""<(?:a|link|script|img|source|iframe)\b[^>]*?\b(?:href|src)=(["'])(.*?)\1""",
    re.DOTALL,
)
NAMED_IN_STYLE = re.compile(r"""url\((["']?)([^)"']+)\1\)""")
CANONICAL = 'rel="canonical"'  # names the book's own address and loads nothing
# browsers refuse modules from file://
MODULE = re.compile(r"""<script\b[^>]*\btype=["']?module""")


# --- what goes in -------------------------------------------------------------------


def contents(pages, derive=True):
    """Name and bytes of each file of the copy, sorted. Only the line about the copy
    itself is another one, and that about the script that derives if it is left out."""
    files = {}
    for path in sorted(pages.rglob("*")):
        name = path.relative_to(pages).as_posix()
        no_derive = not derive and name.startswith(f"{DERIVE_FOLDER}/")
        if path.is_file() and not (LEFT_OUT.search(name) or no_derive):
            data = path.read_bytes()
            if name.endswith(".html"):
                text = COPY_ITEM.sub(THIS, data.decode())
                data = (text if derive else DERIVE_ITEM.sub(NO_DERIVE, text)).encode()
            files[name] = data
    return files


def pack(files, target):
    """Write the zip: sorted names, one fixed time, so that the same files give the
    same bytes."""
    new = target.with_suffix(".new")
    with zipfile.ZipFile(new, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(f"{FOLDER}/{name}", EPOCH)
            entry.compress_type, entry.create_system = zipfile.ZIP_DEFLATED, 3
            entry.external_attr = 0o100644 << 16
            archive.writestr(entry, files[name])
    os.replace(new, target)


# --- does it stand alone? -------------------------------------------------------------


def faults(files):
    if "index.html" not in files:
        yield "no index.html to open"
    for name, data in files.items():
        if name.endswith(".html"):
            text = data.decode()
            if MODULE.search(text):
                yield f"{name}: a module script, which browsers do not load from a file"
            for tag in NAMED.finditer(text):
                loads = not tag[0].startswith("<a") and CANONICAL not in tag[0]
                yield from missing(files, name, html.unescape(tag[2]), loads)
        elif name.endswith(".css"):
            for hit in NAMED_IN_STYLE.finditer(data.decode(errors="replace")):
                yield from missing(files, name, hit[2], loads=True)


def missing(files, page, link, loads):
    """A complaint if `link` on `page` leads to no file of the copy, or loads
    something from elsewhere."""
    parts = urlsplit(link)
    if parts.scheme in ("data", "mailto", "javascript", "about"):
        return
    if parts.scheme or parts.netloc:
        if loads and "rel=" not in link:
            yield f"{page}: loads {link}"
        return
    if not parts.path:
        return
    target = os.path.normpath(str(PurePosixPath(page).parent / unquote(parts.path)))
    if parts.path.endswith("/") or target not in files:
        yield f"{page}: {link} is not in the copy"


# --- the run ----------------------------------------------------------------------


def main(arguments=None):
    parser = parser_of(__doc__)
    yes = {"action": "store_true"}
    parser.add_argument("--built", **yes, help="pack what is in _build/html")
    parser.add_argument("--without-derive", **yes, help="leave Python and SymPy out")
    options = parser.parse_args(arguments)
    if not options.built:
        if subprocess.run(BUILD, cwd=ROOT).returncode:
            return 1
    if not (PAGES / "index.html").is_file():
        sys.exit("no pages in _build/html; run without --built")
    target = PAGES.parent / COPY
    files = contents(PAGES, derive=not options.without_derive)
    pack(files, target)
    found = sorted(set(faults(files)))
    announce(target)
    digest = hashlib.sha256(target.read_bytes()).hexdigest()
    print(
        f"{target.relative_to(ROOT)}: {len(files)} files,"
        f" {target.stat().st_size / 1e6:.1f} MB, SHA-256 {digest}"
    )
    for fault in found:
        print("FAULT", fault)
    return int(bool(found))


def announce(target):
    for page in PAGES.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        up = "../" * (len(page.relative_to(PAGES).parts) - 1)
        now = COPY_ITEM.sub(copy_item(PAGES.parent, up), text)
        if now != text:
            page.write_text(now, encoding="utf-8")
    beside = PAGES / "_downloads" / COPY
    beside.parent.mkdir(exist_ok=True)
    beside.write_bytes(target.read_bytes())


if __name__ == "__main__":
    sys.exit(main())
