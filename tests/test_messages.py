"""What rotlib says to a wrong name, and where a package that it can do without is
missing."""

import sys

import numpy as np
import pytest
from refusals import refused

import rotlib as rl
from rotlib import errors

BODY = rl.Body((1.0, 2.0, 2.6))
GIVEN = {"omega": (0.3, 1.0, 0.8), "h": 0.1, "steps": 3}
RUN = rl.integrate("rk4", BODY, **GIVEN)
MACHINE = {"backend": "compiled"}
MANY = GIVEN | {"omega": np.ones((2, 3))}


# --- wrong names ----------------------------------------------------------------------


WRONG = [
    (lambda: rl.integrate("bus4_ep", BODY, **GIVEN), "buss4_ep"),
    (lambda: rl.methods.find("Krenk_Nielson"), "krenk_nielsen"),
    (lambda: rl.methods.find("RK4"), "rk4"),
    (lambda: rl.methods.find("eulr"), "lie_euler"),
    (lambda: rl.integrate("rk4", BODY, **GIVEN, backend="compield"), "compiled"),
    (lambda: rl.integrat, "integrate"),
    (lambda: rl.quaternions, "quaternion"),
    (lambda: rl.methods.rk44, "rk4"),
]


def test_a_wrong_name_gets_the_near_ones():
    for call, name in WRONG:
        with pytest.raises((errors.RotlibError, AttributeError)) as caught:
            call()
        assert repr(name) in str(caught.value).partition("did you mean")[2]
        assert len(str(caught.value)) < 200


def test_a_wrong_method_is_not_told_all_forty_and_no_near_ones():
    for wrong in ("tangent_space", 7, None, ("rk4",), b"rk4"):
        with pytest.raises(errors.NotAvailable) as caught:
            rl.methods.find(wrong)
        assert str(caught.value) == (
            f"method: expected a Method or its name, got {wrong!r};"
            " rotlib.methods.ALL lists all"
        )


# --- packages that are missing --------------------------------------------------------


@pytest.mark.parametrize(
    "package, what, call",
    [
        ("matplotlib", "plot", RUN.plot),
        ("matplotlib", "plot", lambda: rl.plot.orientation((1, 0, 0, 0))),
        ("scipy", "scipy", RUN.as_scipy),
        ("scipy", "scipy", lambda: rl.couplings.contact(0.03, 300.0)),
        ("llvmlite", "fast", lambda: rl.integrate("rk4", BODY, **GIVEN, **MACHINE)),
        ("llvmlite", "fast", lambda: rl.stepper("rk4", BODY, h=0.1, **MACHINE)),
        ("jax", "jax", lambda: rl.jax.step("rk4", BODY)),
        ("sympy", "codegen", lambda: rl.codegen),
        ("tqdm", "progress", lambda: rl.integrate("rk4", BODY, **GIVEN, progress=True)),
        ("distributed", "dask", lambda: rl.ensemble("rk4", BODY, **MANY, client=1)),
    ],
)
def test_a_missing_package_is_named_with_what_installs_it(
    package, what, call, monkeypatch
):
    for name in [n for n in sys.modules if n.startswith(f"{package}.")]:
        monkeypatch.delitem(sys.modules, name)
    if package == "sympy":  # what imports it comes anew
        monkeypatch.delitem(vars(rl), "codegen", raising=False)
        for name in [n for n in sys.modules if n.startswith("rotlib.codegen")]:
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(errors.NotAvailable) as caught:
        call()
    assert isinstance(caught.value, ImportError)
    wanted = "pip install scipy" if what == "scipy" else f"pip install rotlib[{what}]"
    assert str(caught.value).endswith(wanted)
    assert package in str(caught.value) and "not installed" in str(caught.value)


def test_a_package_that_is_there_and_broken_is_not_missing(monkeypatch, tmp_path):
    (tmp_path / "scipy").mkdir()
    broken = tmp_path / "scipy" / "__init__.py"
    broken.write_text("import no_such_part", encoding="utf-8")
    for name in [n for n in sys.modules if n.partition(".")[0] == "scipy"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="no_such_part"):
        RUN.as_scipy()


def test_without_matplotlib_a_scene_still_moves(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    shown = RUN.animate(label="a turning box")._repr_mimebundle_()
    assert shown.keys() == {"text/plain", "text/html"}


def test_no_bar_is_shown_where_there_is_none_and_nobody_insists(monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm", None)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setattr("rotlib.runs.loop.Loop.long", 2)
    assert rl.integrate("rk4", BODY, **GIVEN) == RUN


# --- arguments in another order -------------------------------------------------------


def wrench(t, q, position, omega, velocity):
    return (0.0,) * 6


def commanded(t, q, place, omega, velocity, u):
    return (0.0,) * 6


def coupled(pull, energy=None):
    load = rl.Load("band", pull, energy, pairs=[(0, 1)])
    two = {"omega": np.zeros((2, 3)), "position": [(0, 0, 0), (0, 0, 1)]}
    return rl.integrate("rk4", BODY, **GIVEN | two, load=load)


def turning(**given):
    return lambda: rl.integrate("rk4", BODY, **GIVEN, **given)


def flying(**given):
    return turning(velocity=(1, 0, 0), **given)


SWAPPED = {
    "wrench": [
        flying(load=wrench),
        lambda: rl.stepper("rk4", BODY, h=0.1, load=rl.Load("w", wrench)),
        flying(load=commanded, inputs=1.0),
    ],
    "torque": [turning(load=lambda t, w, q: w), turning(load=lambda q, t, w: w)],
    "event": [
        turning(events=[lambda q, t, w: 1]),
        flying(events=[lambda t, q, v, w, x: 1]),
        flying(events=[lambda t, q, p, w, v: 1]),
    ],
    "law": lambda: coupled(lambda t, b, a: (0.0,) * 6),
    "potential": lambda: coupled(lambda t, a, b: (0.0,) * 6, lambda b, a: 0.0),
    "callback": flying(callback=lambda n, t, q, x, w, v: 0),
}


def test_a_swapped_order_of_arguments_is_noticed():
    table = SWAPPED.items()
    refused({rf"expected {what}\(.*other order": calls for what, calls in table})


def test_names_that_only_look_odd_are_no_swapped_order():
    for torque in (lambda t, q, v: -v, lambda a, b, c: -c, lambda t, x, w: -w):
        rl.integrate("rk4", BODY, **GIVEN, load=torque)


def test_a_chapter_of_this_version_runs_and_of_another_one_is_stopped():
    for wanted in ("0.1", "0.1.0"):
        rl.require(wanted)
    for wanted in ("0.2", "0.0.9", "0.1.9", "1", "x", None):
        said = f"{wanted!s}.*0.1|such as '0.1'"
        with pytest.raises(errors.VersionMismatch, match=said):
            rl.require(wanted)
