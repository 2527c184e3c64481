"""The floors of the package: imports point down, and the map shows them as they are."""

import re

import map as house
import pytest


@pytest.fixture(scope="module")
def modules():
    return house.graph()


def test_every_import_points_down_and_the_map_is_current(capsys):
    assert house.main(["--check"]) == 0, capsys.readouterr().out


WRONG = """
methods/exact: from ..runs import run => methods.exact imports runs.run, which
quaternion: from .methods import find => imports methods, which stands
kernels/so3: import rotlib.codegen => kernels.so3 imports codegen, which
runs/run: from rotlib import ensembles => imports ensembles, which
methods/rivals: def late(): from ..backends.trace import Kind
  => methods.rivals imports backends.trace: methods know none
methods/splitting: from .. import backends
  => methods.splitting imports backends: methods know none
methods/runge_kutta: def late(): from .rivals import catto
  => methods.rivals <- methods.runge_kutta <- methods.rivals
novelty: pass => novelty has no floor: give it one in FLOORS
"""


def test_what_is_wrong_is_said(modules, tmp_path):
    rows = re.findall(r"^(\S+): (.+?)\s+=> (.+)$", WRONG, re.MULTILINE)
    assert len(rows) == WRONG.count("=>")
    for k, (file, text, message) in enumerate(rows):
        name, folder = file.replace("/", "."), tmp_path / str(k)
        imported = modules.get(name, set()) | read(file, text, modules, folder)
        found = house.faults(modules | {name: imported})
        assert any(message in fault for fault in found), message
    hint = "if TYPE_CHECKING:\n    from .runs.run import Run"  # is no import
    assert read("body", hint, modules, tmp_path / "hint") == set()


def read(file, text, modules, folder):
    """What a module of that text imports."""
    path = folder / "rotlib" / f"{file}.py"
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    return set(house.imported(path, folder / "rotlib", modules))
