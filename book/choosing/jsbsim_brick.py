"""NASA's tumbling brick in JSBSim, with several of its integrators.

    python book/choosing/jsbsim_brick.py           run, compare with the file
    python book/choosing/jsbsim_brick.py --write   run and store

Needs the package `jsbsim`. The chapter "Others' numbers" reads the file."""

import argparse
import json
import tempfile
from pathlib import Path

import numpy as np

FILE = Path(__file__).parent / "published" / "jsbsim-brick.json"
INTEGRATORS = {  # JSBSim's numbers
    "Euler": 1,
    "Adams-Bashforth 2": 3,
    "Adams-Bashforth 4": 5,
    "Buss 1": 6,
    "Buss 2": 7,
    "local linearization": 8,
}
RUNS = (  # of the rates, of the attitude
    ("Euler", "Euler"),
    ("Adams-Bashforth 2", "Adams-Bashforth 2"),
    ("Adams-Bashforth 4", "Adams-Bashforth 4"),
    ("Adams-Bashforth 4", "Buss 1"),
    ("Adams-Bashforth 4", "Buss 2"),
    ("Adams-Bashforth 4", "local linearization"),
)
MOMENTS = (0.001894220, 0.006211019, 0.007194665)  # slug ft^2
SPINNING = 7.292115e-5  # rad/s, of the Earth
RATE = np.radians([10.0, 20.0, 30.0])  # relative to inertial space
H, STEPS = 0.01, 3000
BRICK = """<fdm_config name="brick" version="2.0">
<fileheader/>
<planet name="turning Earth"><rotation_rate>{spinning}</rotation_rate></planet>
<metrics/>
<mass_balance>
<ixx unit="SLUG*FT2">{0}</ixx><iyy unit="SLUG*FT2">{1}</iyy>
<izz unit="SLUG*FT2">{2}</izz><emptywt unit="SLUG">0.155404754</emptywt>
</mass_balance>
<ground_reactions/>
<aerodynamics/>
</fdm_config>
"""


def fly(folder, rates, attitude):
    """Rates (deg/s), angles and longitude (deg) after 30 s."""
    import jsbsim

    program = jsbsim.FGFDMExec(str(folder))
    program.set_debug_level(0)
    program.load_model("brick")
    program.set_dt(H)
    program["ic/h-sl-ft"] = 30000.0
    program["ic/lat-geod-deg"] = program["ic/long-gc-deg"] = 0.0
    relative = RATE - [SPINNING, 0.0, 0.0]
    for name, value in zip("pqr", relative, strict=True):
        program[f"ic/{name}-rad_sec"] = value
    program.run_ic()
    program["simulation/integrator/rate/rotational"] = INTEGRATORS[rates]
    program["simulation/integrator/position/rotational"] = INTEGRATORS[attitude]
    for _ in range(STEPS):
        program.run()
    angles = [
        program[f"attitude/{name}-rad"] for name in ("psi", "theta", "phi")
    ]
    return {
        "rates": rates,
        "attitude": attitude,
        "rate_deg_s": np.degrees(
            [program[f"velocities/{x}i-rad_sec"] for x in "pqr"]
        ).tolist(),
        "angles_deg": np.degrees(angles).tolist(),
        "longitude_deg": program["position/long-gc-deg"],
        "time_s": program.get_sim_time(),
    }


def run_all():
    import jsbsim

    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "aircraft" / "brick"
        place.mkdir(parents=True)
        for other in ("engine", "systems"):
            (Path(folder) / other).mkdir()
        (place / "brick.xml").write_text(
            BRICK.format(*MOMENTS, spinning=SPINNING), encoding="utf-8"
        )
        runs = [fly(folder, *pair) for pair in RUNS]
    return {
        "what": "Check case 2 of NASA/TM-2015-218675 run by the package"
        " jsbsim; states after 30 s in steps of 0.01 s. Rates are body"
        " components relative to inertial space, angles yaw, pitch, roll"
        " against north-east-down.",
        "made by": "book/choosing/jsbsim_brick.py",
        "licence": "JSBSim: LGPL 2.1 or later; the numbers: measured here",
        "version": jsbsim.__version__,
        "runs": runs,
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true")
    found = run_all()
    if parser.parse_args().write:
        FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    stored = json.loads(FILE.read_text(encoding="utf-8"))
    for new, old in zip(found["runs"], stored["runs"], strict=True):
        off = np.abs(np.subtract(new["rate_deg_s"], old["rate_deg_s"])).max()
        print(
            f"{new['rates']:20} {new['attitude']:20} rates differ by {off:.0e}"
        )


if __name__ == "__main__":
    main()
