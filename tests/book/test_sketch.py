"""Diagrams: what is drawn stands where it was said, and a wrong word is refused."""

import numpy as np
import pytest
import rotbook as rb
from matplotlib import pyplot as plt
from refusals import refused

VIEW = (0.0, 0.0)  # the eye on the x axis: right is y, up is z


@pytest.fixture
def board():
    yield rb.sketch(view=VIEW)
    plt.close("all")


def test_points_of_space_are_seen_from_the_eye(board):
    assert np.allclose(board.seen([[5.0, 2.0, 3.0]]), [[2.0, 3.0]])
    assert np.array_equal(board.seen([2.0, 3.0]), [2.0, 3.0])


def test_letters_stand_on_the_side_that_was_asked_for(board):
    board.label((1.0, 2.0), "here", "above left", "momentum")
    (text,) = board.ax.texts
    assert (text.get_ha(), text.get_va()) == ("right", "bottom")
    assert text.get_color() == rb.COLOURS["momentum"]
    assert tuple(text.xy) == (1.0, 2.0)
    for bend in (-0.4, 0.0, 0.4):  # of a bent arrow beside it
        board.arrow((0, 0), (2, 0), "force", at=0.5, bend=bend)
        assert np.allclose(board.ax.texts[-1].xy, (1, bend))


def test_an_arc_goes_the_shorter_way_and_from_radius_to_radius(board):
    board.arc((1, 1), (1, 0), (0, 2), head=False)
    path = np.array(board.ax.lines[0].get_data()).T - 1
    assert np.allclose(path[[0, -1]], [(1, 0), (0, 2)])
    assert (np.diff(np.hypot(*path.T)) > 0).all()
    assert (np.diff(np.arctan2(path[:, 1], path[:, 0])) > 0).all()


def test_a_curve_on_a_ball_is_faint_behind(board):
    turn = np.linspace(0, 2 * np.pi, 80)
    board.curve(np.array([np.cos(turn), np.sin(turn), 0 * turn]).T)
    faint = [line for line in board.ax.lines if line.get_alpha() < 1]
    bright = [line for line in board.ax.lines if line.get_alpha() == 1]
    assert len(faint) == 1 and len(bright) == 2


def test_a_wrong_word_is_refused(board):
    table = {
        "shape": lambda: board.line([[1.0, 2.0, 3.0, 4.0]]),
        "side": lambda: board.label((0, 0), "x", "beside"),
        "zero vector": lambda: board.arc((0, 0), (0, 0), (1, 0)),
        "on one line": lambda: board.arc((0, 0), (1, 0), (-2, 0)),
    }
    refused(table)


def test_what_is_drawn_lies_inside_the_drawing(board):
    board.arrow((0, 0), (7, 1), "far")
    board.label((0, -5), "deep")
    low, high = np.array([board.ax.get_xlim(), board.ax.get_ylim()]).T
    assert (low < (0, -5)).all() and (high > (7, 1)).all()
