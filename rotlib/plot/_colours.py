"""Colours that stay apart for colour-blind readers (Okabe and Ito)."""

PAPER, INK = "#fdfcf8", "#22252a"  # the ground; lines and letters
CYCLE = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", INK, "#E69F00", "#56B4E9")
COLOURS = {
    "x": "#D55E00",
    "y": "#009E73",
    "z": "#0072B2",
    "momentum": "#8B5E00",
    "energy": "#CC79A7",
    "exact": INK,
    "trail": "#9A4B7C",  # the path of a point of the body
}
