"""The free body in other libraries, as their manuals have it: {contender: what it
needs, function}.

A function takes the moments of inertia, the rate at the start and the duration T, and
returns {setting: call}. A call flies once and returns the attitude at the end, wxyz.
What is done before, compiling above all, is not timed."""

from importlib.util import find_spec

import numpy as np

from .students import slope

TOLERANCES = (1e-4, 1e-7, 1e-10, 1e-12, 1e-13)
AT_REST = (1.0, 0.0, 0.0, 0.0)  # no turn yet


def absent(*modules):
    """What is missing of these modules, in words; nothing if all are there."""
    missing = [name for name in modules if find_spec(name) is None]
    return f"{', '.join(missing)} not installed" if missing else ""


# --- SciPy ----------------------------------------------------------------------------


def _scipy(method, rates, omega, T, tolerances=TOLERANCES):
    from scipy.integrate import solve_ivp

    start = np.array([*AT_REST, *omega])

    def fly(tolerance):
        run = solve_ivp(
            rates,
            (0.0, T),
            start,
            method=method,
            rtol=max(tolerance, 1e-13),
            atol=tolerance,
        )
        return run.y[:4, -1]

    return {x: lambda x=x: fly(x) for x in tolerances}


def scipy_numpy(method, tolerances=TOLERANCES):
    return lambda J, omega, T: _scipy(
        method, lambda t, y: slope(y, J), omega, T, tolerances
    )


def scipy_njit(J, omega, T):
    from numba import njit

    write = njit(written)
    A, B, C = map(float, J)

    @njit("float64[:](float64, float64[:])")
    def rates(t, y):
        out = np.empty(7)
        write(y, out, A, B, C)
        return out

    return _scipy("DOP853", rates, omega, T)


def written(y, out, A, B, C):
    """The slope of (q, omega) number by number, for those who compile it."""
    w, x, y_, z, a, b, c = y[0], y[1], y[2], y[3], y[4], y[5], y[6]
    out[0] = 0.5 * (-x * a - y_ * b - z * c)
    out[1] = 0.5 * (w * a + y_ * c - z * b)
    out[2] = 0.5 * (w * b + z * a - x * c)
    out[3] = 0.5 * (w * c + x * b - y_ * a)
    out[4] = (B - C) / A * b * c
    out[5] = (C - A) / B * c * a
    out[6] = (A - B) / C * a * b


# --- compiled solvers -----------------------------------------------------------------


def numbalsoda(name):
    def settings(J, omega, T):
        import numbalsoda
        from numba import cfunc, njit

        write, solve = njit(written), getattr(numbalsoda, name)
        A, B, C = map(float, J)

        @cfunc(numbalsoda.lsoda_sig)
        def rates(t, y, out, p):
            write(y, out, A, B, C)

        start, times = np.array([*AT_REST, *omega]), np.array([0.0, T])

        def fly(tolerance):
            run, good = solve(
                rates.address, start, times, rtol=tolerance, atol=tolerance
            )
            return run[-1, :4] if good else np.full(4, np.nan)

        return {x: lambda x=x: fly(x) for x in TOLERANCES}

    return settings


def heyoka(J, omega, T):
    import heyoka as hy

    names = "w x y z a b c".split()
    w, x, y, z, a, b, c = variables = hy.make_vars(*names)
    slopes = [None] * 7
    written(variables, slopes, *map(float, J))
    start = np.array([*AT_REST, *omega])

    def settings(tolerance):
        solver = hy.taylor_adaptive(
            list(zip(variables, slopes, strict=True)), start, tol=tolerance
        )

        def fly():
            solver.time = 0.0
            solver.state[:] = start
            solver.propagate_until(T)
            return solver.state[:4].copy()

        return fly

    return {
        tolerance: settings(tolerance)
        for tolerance in (1e-4, 1e-7, 1e-10, 1e-12, 1e-14, 2.3e-16)
    }


def diffrax(name):
    def settings(J, omega, T):
        import diffrax
        import jax

        jax.config.update("jax_enable_x64", True)
        import jax.numpy as jnp

        def rates(t, y, args):
            out = [None] * 7
            written(y, out, *map(float, J))
            return jnp.stack(out)

        term, solver = diffrax.ODETerm(rates), getattr(diffrax, name)()

        @jax.jit
        def flown(tolerance, start):
            control = diffrax.PIDController(rtol=tolerance, atol=tolerance)
            run = diffrax.diffeqsolve(
                term,
                solver,
                0.0,
                T,
                None,
                start,
                stepsize_controller=control,
                max_steps=10**6,
                saveat=diffrax.SaveAt(t1=True),
                adjoint=diffrax.ForwardMode(),
            )
            return run.ys[0, :4]

        start = jnp.array([*AT_REST, *omega])
        return {x: lambda x=x: np.asarray(flown(x, start)) for x in TOLERANCES}

    return settings


# --- simulators -----------------------------------------------------------------------

BODY = """<mujoco>
<option integrator="RK4" gravity="0 0 0">
<flag contact="disable" constraint="disable"/>
</option>
<worldbody><body>
<freejoint/><inertial pos="0 0 0" mass="1" diaginertia="{} {} {}"/>
</body></worldbody>
</mujoco>"""


def mujoco_model(J, h):
    """A free body in a model of its own, and its data."""
    import mujoco

    model = mujoco.MjModel.from_xml_string(BODY.format(*J))
    model.opt.timestep = h
    return model, mujoco.MjData(model)


def mujoco(J, omega, T):
    import mujoco

    def settings(steps):
        model, data = mujoco_model(J, T / steps)

        def fly():
            data.qpos[3:], data.qvel[3:] = AT_REST, omega
            mujoco.mj_step(model, data, steps)
            return data.qpos[3:].copy()

        return fly

    return {steps: settings(steps) for steps in (800, 3200, 12800, 51200)}


def pinocchio(J, omega, T):
    import pinocchio as pin

    model = pin.Model()
    joint = model.addJoint(0, pin.JointModelSpherical(), pin.SE3.Identity(), "free")
    model.appendBodyToJoint(
        joint, pin.Inertia(1.0, np.zeros(3), np.diag(J)), pin.SE3.Identity()
    )
    model.gravity.setZero()
    data, none = model.createData(), np.zeros(3)

    def fly(steps):
        q, w, h = np.array([0.0, 0.0, 0.0, 1.0]), np.array(omega), T / steps
        for _ in range(steps):
            a1 = pin.aba(model, data, q, w, none).copy()
            w2 = w + h / 2 * a1
            a2 = pin.aba(model, data, q, w2, none).copy()
            w3 = w + h / 2 * a2
            a3 = pin.aba(model, data, q, w3, none).copy()
            w4 = w + h * a3
            a4 = pin.aba(model, data, q, w4, none)
            # Munthe-Kaas
            turn = h / 6 * (w + 2 * w2 + 2 * w3 + w4) + h * h / 12 * (pin.skew(w) @ w4)
            q, w = (
                pin.integrate(model, q, turn),
                w + h / 6 * (a1 + 2 * a2 + 2 * a3 + a4),
            )
        return q[[3, 0, 1, 2]]

    return {steps: lambda steps=steps: fly(steps) for steps in (800, 3200, 12800)}


ALL = {
    "heyoka, Taylor": (("heyoka",), heyoka),
    "numbalsoda dop853": (("numbalsoda", "numba"), numbalsoda("dop853")),
    "numbalsoda lsoda": (("numbalsoda", "numba"), numbalsoda("lsoda")),
    "diffrax Tsit5": (("diffrax",), diffrax("Tsit5")),
    "diffrax Dopri8": (("diffrax",), diffrax("Dopri8")),
    "MuJoCo RK4": (("mujoco",), mujoco),
    "Pinocchio RK4": (("pinocchio",), pinocchio),
    "SciPy DOP853, njit": (("scipy", "numba"), scipy_njit),
    "SciPy DOP853, NumPy": (("scipy",), scipy_numpy("DOP853")),
    "SciPy LSODA, NumPy": (("scipy",), scipy_numpy("LSODA")),
    "SciPy RK45, NumPy": (("scipy",), scipy_numpy("RK45", TOLERANCES[:2])),
}
