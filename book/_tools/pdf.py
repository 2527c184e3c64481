"""The book on paper, the course in one file and what stands behind it in another:
python book/_tools/pdf.py [--keep-tex]

Writes integrating-rotations.pdf and integrating-rotations-further.pdf into _build,
through Sphinx and XeLaTeX. Fails if TeX reports
an error, an undefined reference or a missing character, if a figure is missing, if a
number is not the one on the pages, or if something runs far off the column. --keep-tex
skips Sphinx and takes the LaTeX files of the last run."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

from command import BUILD, parser_of

ROOT = Path(__file__).resolve().parents[2]
TEX = ROOT / "_build" / "latex"
NAME = "integrating-rotations"
PDF = ROOT / "_build" / f"{NAME}.pdf"
FURTHER = PDF.with_stem(f"{NAME}-further")
PACKAGES = (
    "texlive-xetex texlive-fonts-recommended fonts-texgyre fonts-texgyre-math"
    " fonts-dejavu-core librsvg2-bin"
)
NEEDED = "fvextra.sty tcolorbox.sty titlesec.sty unicode-math.sty pzdr.tfm".split()
FONTS = "pagella-regular heros-regular pagella-math".split()
FONTS = [f"texgyre{name}.otf" for name in FONTS]
# pt that a box may stick out: listed from here, a fault from there
REPORTED, TOLERATED = 20, 60
SMALLEST = 0.5  # a formula set smaller than this can no longer be read

FAULTS = [
    (re.compile(r"^! *(.*)"), "error"),
    (
        re.compile(r"(?:[Rr]eference|Citation) [`'](.*?)' on page \S+ undefined"),
        "undefined reference",
    ),
    (re.compile(r"Label [`'](.*?)' multiply defined"), "label defined twice"),
    (re.compile(r"^Missing character: There is no (.*?) in font"), "missing character"),
    (re.compile(r"File [`'](.*?)' not found"), "missing file"),
]
OVERFULL = re.compile(r"^Overfull \\([hv])box \(([\d.]+)pt too (?:wide|high)\)(.*)")
SCALED = re.compile(r"^Paper: display scaled by ([\d.]+) on page (\S+)")
SHEET = re.compile(r"^Paper: part on sheet (\d+)")
WRITTEN = re.compile(r"^Output written on .*?\((\d+) pages")
LABEL = re.compile(r"^\\newlabel\{(.*?)\}\{\{(.*?)\}\{")
CITED = re.compile(r"\\hyperlink\{cite\.(.*?)\}")
LISTED = re.compile(r"\\bibitem\[.*?\]\{(.*?)\}")
NUMBERED = re.compile(r"\\paperdisplay\{(.+?)\}\{\\label\{(.*?)\}\}")
TOTAL = re.compile(rb"\\gdef \\@abspage@last.*")  # printed nowhere
GRAPHIC = re.compile(r"\\sphinxincludegraphics(?:\[[^]]*\])?\{\{(.*?)\}(\.\w+)\}")


# --- what the log says ------------------------------------------------------------


def faults(log):
    """Everything in TeX's log that must not be there, once each."""
    found = [
        f"{name}: {hit[1]}"
        for line in log.splitlines()
        for pattern, name in FAULTS
        if (hit := pattern.search(line))
    ]
    for points, where in overfull(log):
        if points > TOLERATED:
            found.append(f"{points:.0f} pt off the page: {where}")
    for ratio, page in scaled(log):
        if ratio < SMALLEST:
            found.append(f"formula set at {ratio:.0%} of its size, page {page}")
    if not pages(log):
        found.append("no output written")
    return list(dict.fromkeys(found))


def overfull(log):
    """Points and place of each box that sticks out by more than a reader forgives,
    the worst first."""
    hits = matches(OVERFULL, log)
    found = [(float(hit[2]), f"{hit[1]}box{hit[3].rstrip()}") for hit in hits]
    return sorted([f for f in found if f[0] > REPORTED], reverse=True)


def scaled(log):
    """Ratio and page of each formula that was set smaller to fit, the smallest
    first."""
    return sorted((float(hit[1]), hit[2]) for hit in matches(SCALED, log))


def pages(log):
    return next((int(hit[1]) for hit in matches(WRITTEN, log)), 0)


def sheets(log):
    """The sheets of the course, and those of what stands behind it: first and last."""
    starts = [int(hit[1]) for hit in matches(SHEET, log)]
    return (1, starts[1] - 1), (starts[1], pages(log))


def matches(pattern, text):
    """Of the lines that begin so."""
    return [hit for line in text.splitlines() if (hit := pattern.match(line))]


# --- what was printed ------------------------------------------------------------


def wrong_numbers(aux, expected):
    """Labels that are missing on paper or have another number there than on the
    pages."""
    printed = dict(hit.groups() for hit in matches(LABEL, aux))
    for label, number in sorted(expected.items()):
        if label not in printed:
            yield f"not printed: {label}, {number} on the pages"
        elif printed[label] != number:
            shown = printed[label] or "without number"
            yield f"{label} is {shown} on paper and {number} on the pages"


def missing_pictures(tex, folder):
    names = {name + end for name, end in GRAPHIC.findall(tex)}
    return sorted(name for name in names if not (folder / name).is_file())


def unlisted_sources(tex):
    return sorted(set(CITED.findall(tex)) - set(LISTED.findall(tex)))


def whiten(picture, paper):
    """Pictures are drawn on the colour of the pages; on white paper that would be a
    slab. In place, once."""
    import numpy as np
    from PIL import Image

    image = Image.open(picture).convert("RGB")
    if image.getpixel((0, 0)) != paper:
        return
    values = np.minimum(255, np.asarray(image, float) * 255 / np.array(paper))
    Image.fromarray(values.round().astype(np.uint8)).save(picture, optimize=True)


# --- the run --------------------------------------------------------------------


def complain_if_missing():
    programs = ("xelatex", "makeindex", "kpsewhich", "rsvg-convert")
    absent = [name for name in programs if not shutil.which(name)]
    if not absent:
        known = said(["kpsewhich", *NEEDED])
        fonts = said(["fc-list", ":", "file"]) if shutil.which("fc-list") else ""
        absent = [name for name in NEEDED if name not in known]
        absent += [name for name in FONTS if fonts and name not in fonts]
    if absent:
        sys.exit(
            f"missing: {', '.join(absent)}. On Debian or Ubuntu:\n"
            f"    apt-get install --no-install-recommends {PACKAGES}"
        )


def said(command):
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout


def environment():
    """No line breaks in the log; the date of the last commit in the file, so that
    two runs give the same bytes."""
    commit = said(["git", "log", "-1", "--format=%ct"]).strip()
    return os.environ | {
        "max_print_line": "10000",
        "error_line": "254",
        "half_error_line": "238",
        "SOURCE_DATE_EPOCH": os.environ.get("SOURCE_DATE_EPOCH", commit or "0"),
        "FORCE_SOURCE_DATE": "1",
        "FONTCONFIG_FILE": str(letters_of_figures()),
    }


def letters_of_figures():
    path = ROOT / "_build" / "fonts.conf"
    path.parent.mkdir(exist_ok=True)
    path.write_text(
        '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>'
        '<include ignore_missing="yes">/etc/fonts/fonts.conf</include>'
        f"<dir>{ROOT / 'book/_lib/rotbook/fonts'}</dir></fontconfig>\n"
    )
    return path


def sphinx():
    command = [*BUILD, *"--builder latex -W -n --keep-going".split()]
    if subprocess.run(command, cwd=ROOT, env=environment()).returncode:
        sys.exit("Sphinx did not write the LaTeX file; see above")


def tex():
    """One pass; the log. Stops at the first error."""
    command = "xelatex -no-pdf -interaction=nonstopmode -halt-on-error".split()
    done = in_tex(*command, f"{NAME}.tex", check=False, capture_output=True)
    log = (TEX / f"{NAME}.log").read_text(encoding="utf-8", errors="replace")
    if done.returncode:
        print(done.stdout.decode(errors="replace")[-1500:])
        found = [f for f in faults(log) if f.startswith(("error", "missing"))]
        sys.exit(f"XeLaTeX stopped: {'; '.join(found)}")
    return log


def in_tex(*command, **more):
    return subprocess.run(command, cwd=TEX, env=environment(), **{"check": True} | more)


def passes(known):
    """Run TeX until the references have settled; the last log. The first pass knows
    the numbers already, so that its lines break where they will."""
    for end in ("toc", "out", "idx", "log"):
        (TEX / f"{NAME}.{end}").unlink(missing_ok=True)
    labels = [
        rf"\newlabel{{{a}}}{{{{{n}}}{{1}}{{}}{{}}{{}}}}" for a, n in known.items()
    ]
    (TEX / f"{NAME}.aux").write_text("\n".join(["\\relax", *labels, ""]))
    index = r"\begin{sphinxtheindex}\item .\end{sphinxtheindex}"
    (TEX / f"{NAME}.ind").write_text(index)
    tex()
    for _ in range(4):
        in_tex("makeindex", "-q", "-s", "python.ist", f"{NAME}.idx")
        before = settled()
        log = tex()
        if settled() == before:
            for path, (first, last) in zip((PDF, FURTHER), sheets(log), strict=True):
                part = "-s", f"{first}-{last}", "-o", path
                in_tex("xdvipdfmx", "-q", *part, f"{NAME}.xdv")
            return log
    sys.exit("the references do not settle")


def settled():
    ends = ("aux", "toc", "out")
    return [TOTAL.sub(b"", (TEX / f"{NAME}.{end}").read_bytes()) for end in ends]


def main(arguments=None):
    parser = parser_of(__doc__)
    words = "take the LaTeX files of the last run"
    parser.add_argument("--keep-tex", action="store_true", help=words)
    options = parser.parse_args(arguments)
    complain_if_missing()
    start = time.perf_counter()
    if not options.keep_tex:
        sphinx()
    source = (TEX / f"{NAME}.tex").read_text(encoding="utf-8")
    for picture in TEX.glob("*.png"):
        whiten(picture, (253, 252, 248))
    numbers = json.loads((TEX / "numbers.json").read_text(encoding="utf-8"))
    log = passes(numbers | {a: n for n, a in NUMBERED.findall(source)})
    found = faults(log)
    found += [f"missing picture: {name}" for name in missing_pictures(source, TEX)]
    found += [f"cited, not listed: {key}" for key in unlisted_sources(source)]
    aux = (TEX / f"{NAME}.aux").read_text(encoding="utf-8")
    found += wrong_numbers(aux, numbers)
    for path, (first, last) in zip((PDF, FURTHER), sheets(log), strict=True):
        about = json.dumps({"pages": last - first + 1}) + "\n"  # for the landing page
        path.with_suffix(".json").write_text(about, encoding="utf-8")
    for points, where in overfull(log)[:10]:
        print(f"{points:.0f} pt too big: {where}")
    for ratio, page in scaled(log):
        print(f"page {page}: a formula at {ratio:.0%} of its size")
    for path, (first, last) in zip((PDF, FURTHER), sheets(log), strict=True):
        size = f"{last - first + 1} pages, {path.stat().st_size / 1e6:.1f} MB"
        print(f"{path.relative_to(ROOT)}: {size}")
    print(
        f"{len(overfull(log))} boxes stick out by"
        f" more than {REPORTED} pt, {len(scaled(log))} formulas set smaller,"
        f" {time.perf_counter() - start:.0f} s"
    )
    for fault in found:
        print("FAULT", fault)
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
