"""What MuJoCo and Bullet themselves do with a free body: states after some
steps of their own integrators, for the page that compares them with rotlib.

    pip install mujoco pybullet            in an environment of its own
    python book/choosing/engines_run.py    runs, prints what is there
    python book/choosing/engines_run.py --write   stores it in engines_run.json

Each version of an engine that is found replaces its own entry, so that the file
can hold several versions. Nothing here needs rotlib, and nothing is timed."""

import argparse
import importlib.metadata
import json
import re
from pathlib import Path

FILE = Path(__file__).with_suffix(".json")

# Principal moments in kg m^2, or the six entries xx yy zz xy xz yz; rates in
# rad/s, body components; h in s; torque in N m, body components.
CASES = {
    "generic": {
        "inertia": [1.0, 2.0, 2.5],
        "omega": [0.3, 1.0, 0.2],
        "h": 0.025,
        "records": [1, 10, 100, 400, 800],
    },
    "tilted": {
        "inertia": [1.9, 2.1, 1.6, 0.2, -0.3, 0.1],
        "omega": [1.0, -0.7, 0.4],
        "h": 1 / 60,
        "records": [1, 10, 100],
    },
    "torque": {
        "inertia": [1.0, 2.0, 2.5],
        "omega": [0.3, 1.0, 0.2],
        "h": 0.025,
        "records": [1, 10, 100],
        "torque": [0.2, -0.1, 0.3],
    },
    "thin": {
        "inertia": [0.9695, 0.0328, 1.0],
        "omega": [59.46, -4.74, -6.24],
        "h": 1 / 60,
        "records": [1, 2],
    },
}
INTEGRATORS = ("Euler", "implicit", "implicitfast", "RK4")


def run_mujoco(case, integrator):
    import mujoco
    import numpy as np

    inertia, h = case["inertia"], case["h"]
    kind = "diaginertia" if len(inertia) == 3 else "fullinertia"
    numbers = " ".join(map(repr, inertia))
    model = mujoco.MjModel.from_xml_string(
        f"""<mujoco><option gravity="0 0 0" timestep="{h!r}"
        integrator="{integrator}"/><worldbody><body><freejoint/>
        <inertial pos="0 0 0" mass="1" {kind}="{numbers}"/>
        </body></worldbody></mujoco>"""
    )
    data = mujoco.MjData(model)
    data.qvel[3:] = case["omega"]
    data.qfrc_applied[3:] = case.get("torque", (0.0, 0.0, 0.0))
    states = {}
    for k in range(1, case["records"][-1] + 1):
        mujoco.mj_step(model, data)
        if k in case["records"]:
            states[k] = np.concatenate([data.qpos[3:], data.qvel[3:]]).tolist()
    return states


def run_bullet(case, maximal):
    """`maximal`: a btRigidBody; else a btMultiBody of one link."""
    import pybullet

    engine = pybullet.connect(pybullet.DIRECT)
    pybullet.setTimeStep(case["h"])
    box = pybullet.createCollisionShape(
        pybullet.GEOM_BOX, halfExtents=[0.5, 0.5, 0.5]
    )
    body = pybullet.createMultiBody(
        1.0, box, useMaximalCoordinates=int(maximal)
    )
    pybullet.changeDynamics(
        body,
        -1,
        localInertiaDiagonal=case["inertia"],
        linearDamping=0,
        angularDamping=0,
    )
    pybullet.resetBaseVelocity(body, [0, 0, 0], case["omega"])
    states = {}
    for k in range(1, case["records"][-1] + 1):
        pybullet.stepSimulation()
        if k in case["records"]:
            x, y, z, w = pybullet.getBasePositionAndOrientation(body)[1]
            rate = pybullet.getBaseVelocity(body)[1]
            states[k] = [w, x, y, z, *turned_back((w, x, y, z), rate)]
    pybullet.disconnect(engine)
    return states


def turned_back(q, v):
    """Body components of a vector in space."""
    w, *r = q

    def cross(a, b):
        return [
            a[1] * b[2] - a[2] * b[1],
            a[2] * b[0] - a[0] * b[2],
            a[0] * b[1] - a[1] * b[0],
        ]

    t = [2 * x for x in cross(r, v)]
    return [a - w * b + c for a, b, c in zip(v, t, cross(r, t), strict=True)]


def found():
    """{engine and version: {step: {case: {number of steps: state}}}}."""
    engines = {}
    if version := installed("mujoco"):
        engines[f"MuJoCo {version}"] = {
            name: {c: run_mujoco(CASES[c], name) for c in CASES}
            for name in INTEGRATORS
        }
    if version := installed("pybullet"):
        # the module sets a diagonal inertia, and the engine limits fast turns
        engines[f"PyBullet {version}"] = {
            name: {
                "generic": run_bullet(CASES["generic"], name == "btRigidBody")
            }
            for name in ("btRigidBody", "btMultiBody")
        }
    return engines


def installed(name):
    """Its version, or None."""
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


def load():
    """The stored file: `cases`, and `engines` with states (q, omega_body)."""
    return json.loads(FILE.read_text(encoding="utf-8"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true")
    here = found()
    for engine, steps in here.items():
        print(engine, ":", ", ".join(steps))
    if parser.parse_args().write:
        old = load()["engines"] if FILE.exists() else {}
        engines = dict(sorted((old | here).items()))
        text = json.dumps({"cases": CASES, "engines": engines}, indent=1)
        text = re.sub(r"\[[^\[\]]*\]", lambda m: " ".join(m[0].split()), text)
        FILE.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
