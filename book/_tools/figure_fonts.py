"""The letters of the figures, in rotbook/fonts: python book/_tools/figure_fonts.py

Takes the pages' sans from its pinned npm package, keeps the characters that figures
use, and gives the result a name of its own, as its licence asks of a changed font. It
needs npm."""

import shutil
import tempfile
from pathlib import Path

from vendor import install
from fontTools import subset
from rotbook.figures import FAMILY, FONTS

PACKAGE = "source-sans@3.52.0"
FACES = {"Regular": "Regular", "It": "Italic", "Semibold": "Bold"}
CHARACTERS = [
    *range(0x20, 0x7F),
    *range(0xA0, 0x180),
    *range(0x370, 0x400),  # Greek
    *range(0x2010, 0x2027),
    *range(0x2030, 0x2034),
    *range(0x2070, 0x20A0),  # superscripts and subscripts
    *range(0x2150, 0x2160),
    *range(0x2190, 0x219A),  # arrows
    *range(0x2200, 0x2300),  # mathematics
    *(0x2C6, 0x2C9, 0x2D9, 0x2DA, 0x2DC, 0x25CF, 0x25CB, 0x25E6, 0x27E8, 0x27E9),
]


def make(source, style):
    """The subset of one face under the family's new name."""
    options = subset.Options(layout_features=["kern"], name_IDs=[0, 13, 14])
    options.hinting = False
    font = subset.load_font(str(source), options)
    made = subset.Subsetter(options)
    made.populate(unicodes=CHARACTERS)
    made.subset(font)
    words = {1: FAMILY, 2: style, 4: f"{FAMILY} {style}", 6: f"RotlibSans-{style}"}
    for name, text in words.items():
        font["name"].setName(text, name, 3, 1, 0x409)
    font["OS/2"].usWeightClass = 700 if style == "Bold" else 400
    target = FONTS / f"RotlibSans-{style}.ttf"
    subset.save_font(font, str(target), options)
    return target


def main():
    with tempfile.TemporaryDirectory() as scratch:
        install(scratch, [PACKAGE])
        package = Path(scratch, "node_modules", "source-sans")
        shutil.copyfile(package / "LICENSE.md", FONTS / "LICENSE")
        for face, style in FACES.items():
            target = make(package / "TTF" / f"SourceSans3-{face}.ttf", style)
            print(f"{target.name}: {target.stat().st_size} bytes")


if __name__ == "__main__":
    main()
