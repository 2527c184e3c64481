"""An underwater vehicle: added mass, fins, weight, buoyancy, and a propeller
that pushes below the centre."""

import numpy as np
import rotlib as rl

rl.require("0.1")
half = np.array([0.6, 0.12, 0.12])  # half axes, m
mass = 1000.0 * 4 / 3 * np.pi * half.prod()  # of the water it displaces, kg
hull = rl.Body.ellipsoid(mass=mass, semi_axes=half)
added = (0, 1.9, 1.9, 2.1, 32.4, 32.4)  # kg m^2; kg
hull = rl.Body(hull.inertia, mass, added_mass=added)
thrust, below, above = 4.0, 0.15, 0.03  # N; m to propeller, centre of buoyancy
# from the twist to the sideways velocity of the fins
fins = np.array([[0, 0, -0.5, 0, 1, 0], [0, 0.5, 0, 0, 0, 1]])


def propeller(t: float, *motion: object) -> tuple[float, ...]:
    """Thrust along x, below the centre: its torque, then the force."""
    return (0.0, -below * thrust, 0.0, thrust, 0.0, 0.0)


drag = np.diag([0.5, 2, 2, 8, 20, 20]) + 40 * fins.T @ fins
load = (
    rl.wrenches.weight(hull)
    + rl.wrenches.constant_force((0, 0, 9.81 * mass), point=(0, 0, above))
    + rl.wrenches.linear_drag(drag)
    + rl.Load("propeller", propeller)
)


def computed(h: float) -> rl.Trajectory:
    steps = round(60 / h)
    return rl.integrate(
        "dqvi", hull, omega=(0, 0, 0), h=h, steps=steps, load=load
    )


run, finer = computed(0.1), computed(0.05)
nose = rl.quaternion.rotate(run.q[-1], [1, 0, 0])  # in space
print(
    f"at the end {run.velocity[-1, 0]:.4f} m/s ahead, nose up"
    f" {np.degrees(np.arcsin(nose[2])):.3f} degrees,",
    f"h halved: {abs(run.position[-1] - finer.position[-1]).max():.0e} m",
)
run.plot().savefig("vehicle.png")
run.to_csv("vehicle.csv")
