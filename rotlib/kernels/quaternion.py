"""Quaternion algebra on components (w, x, y, z).

Generated from book/foundations/exponential-derive.ipynb by
`python -m rotlib.codegen --write`; never edited.
"""

from rotlib.stumpff import c0, c1, log_factor


def multiply(
    p_w: float, p_x: float, p_y: float, p_z: float,
    q_w: float, q_x: float, q_y: float, q_z: float,
) -> tuple[float, float, float, float]:
    """Hamilton product p q.

    Equation eq-hamilton; 28 operations (28 before sharing), 0 temporaries.
    """
    return (
        p_w*q_w - p_x*q_x - p_y*q_y - p_z*q_z,
        p_w*q_x + p_x*q_w + p_y*q_z - p_z*q_y,
        p_w*q_y + p_y*q_w + p_z*q_x - p_x*q_z,
        p_w*q_z + p_x*q_y + p_z*q_w - p_y*q_x)


def rotate(
    q_w: float, q_x: float, q_y: float, q_z: float,
    v_x: float, v_y: float, v_z: float,
) -> tuple[float, float, float]:
    """q (0, v) q* for a unit q: body components to space components.

    Equation eq-rotate; 32 operations (33 before sharing), 4 temporaries.
    """
    t0 = 2*v_z
    d_x = q_y*t0 - 2*q_z*v_y
    d_y = 2*q_z*v_x - q_x*t0
    d_z = 2*q_x*v_y - 2*q_y*v_x
    return (
        v_x + d_x*q_w + d_z*q_y - d_y*q_z,
        v_y + d_x*q_z + d_y*q_w - d_z*q_x,
        v_z + d_y*q_x + d_z*q_w - d_x*q_y)


def rotate_back(
    q_w: float, q_x: float, q_y: float, q_z: float,
    v_x: float, v_y: float, v_z: float,
) -> tuple[float, float, float]:
    """q* (0, v) q for a unit q: space components to body components.

    Equation eq-rotate; 32 operations (33 before sharing), 4 temporaries.
    """
    t0 = 2*v_z
    d_x = 2*q_z*v_y - q_y*t0
    d_y = q_x*t0 - 2*q_z*v_x
    d_z = 2*q_y*v_x - 2*q_x*v_y
    return (
        v_x + d_x*q_w + d_y*q_z - d_z*q_y,
        v_y + d_y*q_w + d_z*q_x - d_x*q_z,
        v_z + d_x*q_y + d_z*q_w - d_y*q_x)


def exp(v_x: float, v_y: float, v_z: float) -> tuple[float, float, float, float]:
    """Unit quaternion of the rotation vector v.

    Equation eq-exp-quaternion; 12 operations (19 before sharing), 3 temporaries.
    """
    s = v_x*v_x + v_y*v_y + v_z*v_z
    t0 = (1/4)*s
    t1 = (1/2)*c1(t0)
    return (c0(t0), t1*v_x, t1*v_y, t1*v_z)


def log(q_w: float, q_x: float, q_y: float, q_z: float) -> tuple[float, float, float]:
    """Rotation vector, at most pi long, of a unit quaternion.

    Equation eq-log-quaternion; 9 operations (9 before sharing), 2 temporaries.
    """
    n2 = q_x*q_x + q_y*q_y + q_z*q_z
    f = log_factor(q_w, n2)
    return (f*q_x, f*q_y, f*q_z)


def as_matrix(
    q_w: float, q_x: float, q_y: float, q_z: float,
) -> tuple[float, float, float, float, float, float, float, float, float]:
    """Rotation matrix, row by row, of a unit quaternion.

    Equation eq-rotation-matrix; 32 operations (48 before sharing), 8 temporaries.
    """
    t0 = 2*q_y*q_y
    t1 = 2*q_z*q_z - 1
    t2 = 2*q_w
    t3 = q_z*t2
    t4 = q_y*t2
    t5 = 2*q_x
    t6 = 2*q_x*q_x
    t7 = q_x*t2
    return (
        -t0 - t1,
        2*q_x*q_y - t3,
        t4 + q_z*t5,
        t3 + q_y*t5,
        -t1 - t6,
        2*q_y*q_z - t7,
        2*q_x*q_z - t4,
        t7 + 2*q_y*q_z,
        1 - t0 - t6)


def rate_body(
    q_w: float, q_x: float, q_y: float, q_z: float,
    omega_x: float, omega_y: float, omega_z: float,
) -> tuple[float, float, float, float]:
    """q' = q (0, omega_body)/2.

    Equation eq-kinematics; 25 operations (33 before sharing), 5 temporaries.
    """
    t0 = (1/2)*omega_x
    t1 = (1/2)*q_y
    t2 = (1/2)*q_z
    t3 = (1/2)*omega_y
    t4 = (1/2)*omega_z
    return (
        -omega_y*t1 - omega_z*t2 - q_x*t0,
        omega_z*t1 + q_w*t0 - omega_y*t2,
        q_w*t3 + q_z*t0 - q_x*t4,
        q_w*t4 + q_x*t3 - q_y*t0)


def rate_space(
    q_w: float, q_x: float, q_y: float, q_z: float,
    omega_x: float, omega_y: float, omega_z: float,
) -> tuple[float, float, float, float]:
    """q' = (0, omega_space) q/2.

    Equation eq-kinematics; 23 operations (33 before sharing), 3 temporaries.
    """
    t0 = (1/2)*omega_x
    t1 = (1/2)*omega_y
    t2 = (1/2)*omega_z
    return (
        -q_x*t0 - q_y*t1 - q_z*t2,
        q_w*t0 + q_z*t1 - q_y*t2,
        q_w*t1 + q_x*t2 - q_z*t0,
        q_w*t2 + q_y*t0 - q_x*t1)
