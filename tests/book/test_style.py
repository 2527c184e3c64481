"""One look: a method has the same colour everywhere, and labels stand beside their
lines without covering one another."""

import re
from itertools import pairwise

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib import font_manager, rc_context
from matplotlib.textpath import TextPath
from refusals import refused
from rotbook import COLOURS, figures, label_lines, look, style

import rotlib as rl


@pytest.fixture
def axes():
    with rc_context():
        style()
        figure, ax = plt.subplots()
        yield ax
        plt.close(figure)


def test_every_method_has_a_colour_of_its_kind_and_dashes_of_its_order():
    kinds = {m.name: look(m.name)["color"] for m in rl.methods.ALL}
    assert kinds["buss2"] == kinds["buss8"] != kinds["dqvi"] == kinds["dqvi6"]
    assert kinds["exact"] == COLOURS["exact"]
    assert set(kinds.values()) == {*figures.KINDS.values()}
    assert look("buss2_ep") == look("buss2")
    # dashes tell the order in the name
    dashes = [look(name)["linestyle"] for name in ("buss2", "buss3", "dqvi")]
    assert dashes == ["--", "-.", "-"]
    assert look("buss4")["linestyle"] == look("exact")["linestyle"] == "-"


def test_figures_have_the_letters_that_come_with_rotbook(axes):
    found = font_manager.findfont(font_manager.FontProperties())
    assert "RotlibSans-Regular" in found
    axes.set_title("$\\omega_x$ $J_1$ ω 10⁻³")
    assert re.search("Rotlib", axes.title.get_fontname())


def heights(ax):
    ax.figure.draw_without_rendering()
    boxes = {t.get_text(): t.get_window_extent() for t in ax.texts}
    return {name: (box.y0 + box.y1) / 2 for name, box in boxes.items()}, boxes


def test_labels_stand_at_the_ends_in_the_colours_of_their_lines(axes):
    axes.plot([0, 1], [0, 1], label="up", color="C0")
    axes.plot([0, 1], [1, 0], label="down", color="C1")
    axes.plot([0, 1], [0.5, 0.5])  # has no label
    axes.set_xlim(0, 1)
    label_lines(axes)
    at, boxes = heights(axes)
    assert at["up"] > at["down"] and len(axes.texts) == 2
    assert all(box.x0 > axes.bbox.x1 for box in boxes.values())
    assert [t.get_color() for t in axes.texts] == ["C1", "C0"]


def test_labels_do_not_cover_one_another(axes):
    for k in range(5):
        axes.plot([0, 1], [0, 1 + 0.001 * k], label=f"line {k}")
    axes.plot([0, 1], [0, 0], label="apart")
    label_lines(axes)
    at, _ = heights(axes)  # the boxes are higher than the letters, by Matplotlib 3.11
    letters = TextPath((0, 0), "jÅg", size=plt.rcParams["font.size"])
    height = letters.get_extents().height * axes.figure.dpi / 72
    order = sorted(at, key=at.get)
    assert order == ["apart", *(f"line {k}" for k in range(5))]
    for low, high in pairwise(order):
        assert at[high] - at[low] >= height > 10


def test_a_line_ends_where_it_leaves_the_axes(axes):
    x = np.linspace(0.01, 1.0, 100)
    axes.semilogy(x, 10 ** (20 * x), label="leaves")
    axes.set_ylim(1, 1e3)
    label_lines(axes, labels={"leaves": "left"})
    assert axes.texts[0].get_text() == "left"
    assert axes.bbox.y0 <= heights(axes)[0]["left"] <= axes.bbox.y1 + 1


def test_a_method_and_a_side_that_are_none_are_refused(axes):
    refused(
        {"bus4": lambda: look("bus4"), "side": lambda: label_lines(axes, side="top")}
    )
