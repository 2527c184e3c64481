"""The exponential of SO(3) and its derivative.

Generated from book/foundations/exponential-derive.ipynb by
`python -m rotlib.codegen --write`; never edited.
"""

from rotlib.stumpff import c1, c2, c3


def exp(
    v_x: float, v_y: float, v_z: float,
) -> tuple[float, float, float, float, float, float, float, float, float]:
    """Rotation matrix, row by row, of the rotation vector v.

    Equation eq-rodrigues; 31 operations (65 before sharing), 15 temporaries.
    """
    t0 = v_y*v_y
    t1 = v_x*v_x
    t2 = v_z*v_z
    s = t0 + t1 + t2
    t3 = c2(s)
    t4 = t0*t3
    t5 = t2*t3 - 1
    t6 = c1(s)
    t7 = t6*v_z
    t8 = t3*v_x
    t9 = t8*v_y
    t10 = t6*v_y
    t11 = t8*v_z
    t12 = t1*t3
    t13 = t6*v_x
    return (
        -t4 - t5,
        t9 - t7,
        t10 + t11,
        t7 + t9,
        -t12 - t5,
        t3*v_y*v_z - t13,
        t11 - t10,
        t13 + t3*v_y*v_z,
        1 - t12 - t4)


def dexp_space(
    v_x: float, v_y: float, v_z: float,
) -> tuple[float, float, float, float, float, float, float, float, float]:
    """omega_space = dexp_space(v) v': matrix, row by row.

    Equation eq-dexp-space; 31 operations (65 before sharing), 15 temporaries.
    """
    t0 = v_y*v_y
    t1 = v_x*v_x
    t2 = v_z*v_z
    s = t0 + t1 + t2
    t3 = c3(s)
    t4 = t0*t3
    t5 = t2*t3 - 1
    t6 = c2(s)
    t7 = t6*v_z
    t8 = t3*v_x
    t9 = t8*v_y
    t10 = t6*v_y
    t11 = t8*v_z
    t12 = t1*t3
    t13 = t6*v_x
    return (
        -t4 - t5,
        t9 - t7,
        t10 + t11,
        t7 + t9,
        -t12 - t5,
        t3*v_y*v_z - t13,
        t11 - t10,
        t13 + t3*v_y*v_z,
        1 - t12 - t4)


def dexp_body(
    v_x: float, v_y: float, v_z: float,
) -> tuple[float, float, float, float, float, float, float, float, float]:
    """omega_body = dexp_body(v) v': matrix, row by row.

    Equation eq-dexp-body; 31 operations (65 before sharing), 15 temporaries.
    """
    t0 = v_y*v_y
    t1 = v_x*v_x
    t2 = v_z*v_z
    s = t0 + t1 + t2
    t3 = c3(s)
    t4 = t0*t3
    t5 = t2*t3 - 1
    t6 = c2(s)
    t7 = t6*v_z
    t8 = t3*v_x
    t9 = t8*v_y
    t10 = t6*v_y
    t11 = t8*v_z
    t12 = t1*t3
    t13 = t6*v_x
    return (
        -t4 - t5,
        t7 + t9,
        t11 - t10,
        t9 - t7,
        -t12 - t5,
        t13 + t3*v_y*v_z,
        t10 + t11,
        t3*v_y*v_z - t13,
        1 - t12 - t4)


def dexp_space_inverse(
    v_x: float, v_y: float, v_z: float,
) -> tuple[float, float, float, float, float, float, float, float, float]:
    """v' = dexp_space_inverse(v) omega_space.

    Equation eq-dexp-inverse; 39 operations (155 before sharing), 17 temporaries.
    """
    t0 = v_y*v_y
    t1 = v_x*v_x
    t2 = v_z*v_z
    s = t0 + t1 + t2
    t3 = (1/4)*s
    t4 = 1/c1(t3)
    t5 = c2(t3) - c3(t3)
    t6 = (1/4)*t4*t5
    t7 = t0*t6
    t8 = t2*t6 - 1
    t9 = (1/2)*v_z
    t10 = t6*v_x
    t11 = t10*v_y
    t12 = (1/2)*v_y
    t13 = t10*v_z
    t14 = t1*t6
    t15 = (1/2)*v_x
    return (
        -t7 - t8,
        t11 + t9,
        t13 - t12,
        t11 - t9,
        -t14 - t8,
        t15 + t6*v_y*v_z,
        t12 + t13,
        (1/4)*t4*t5*v_y*v_z - t15,
        1 - t14 - t7)


def dexp_body_inverse(
    v_x: float, v_y: float, v_z: float,
) -> tuple[float, float, float, float, float, float, float, float, float]:
    """v' = dexp_body_inverse(v) omega_body.

    Equation eq-dexp-inverse; 39 operations (155 before sharing), 17 temporaries.
    """
    t0 = v_y*v_y
    t1 = v_x*v_x
    t2 = v_z*v_z
    s = t0 + t1 + t2
    t3 = (1/4)*s
    t4 = 1/c1(t3)
    t5 = c2(t3) - c3(t3)
    t6 = (1/4)*t4*t5
    t7 = t0*t6
    t8 = t2*t6 - 1
    t9 = (1/2)*v_z
    t10 = t6*v_x
    t11 = t10*v_y
    t12 = (1/2)*v_y
    t13 = t10*v_z
    t14 = t1*t6
    t15 = (1/2)*v_x
    return (
        -t7 - t8,
        t11 - t9,
        t12 + t13,
        t11 + t9,
        -t14 - t8,
        (1/4)*t4*t5*v_y*v_z - t15,
        t13 - t12,
        t15 + t6*v_y*v_z,
        1 - t14 - t7)


def orthonormalize_step(
    M_xx: float, M_xy: float, M_xz: float, M_yx: float, M_yy: float, M_yz: float,
    M_zx: float, M_zy: float, M_zz: float,
) -> tuple[float, float, float, float, float, float, float, float, float]:
    """M (3 - M^T M)/2: one Newton step to the nearest rotation.

    Equation eq-orthonormalise; 93 operations (96 before sharing), 12 temporaries.
    """
    E_00 = 1 - M_xx*M_xx - M_yx*M_yx - M_zx*M_zx
    G_00 = (1/2)*E_00
    E_01 = -M_xx*M_xy - M_yx*M_yy - M_zx*M_zy
    G_01 = (1/2)*E_01
    E_02 = -M_xx*M_xz - M_yx*M_yz - M_zx*M_zz
    G_02 = (1/2)*E_02
    E_11 = 1 - M_xy*M_xy - M_yy*M_yy - M_zy*M_zy
    G_11 = (1/2)*E_11
    E_12 = -M_xy*M_xz - M_yy*M_yz - M_zy*M_zz
    G_12 = (1/2)*E_12
    E_22 = 1 - M_xz*M_xz - M_yz*M_yz - M_zz*M_zz
    G_22 = (1/2)*E_22
    return (
        M_xx + G_00*M_xx + G_01*M_xy + G_02*M_xz,
        M_xy + G_01*M_xx + G_11*M_xy + G_12*M_xz,
        M_xz + G_02*M_xx + G_12*M_xy + G_22*M_xz,
        M_yx + G_00*M_yx + G_01*M_yy + G_02*M_yz,
        M_yy + G_01*M_yx + G_11*M_yy + G_12*M_yz,
        M_yz + G_02*M_yx + G_12*M_yy + G_22*M_yz,
        M_zx + G_00*M_zx + G_01*M_zy + G_02*M_zz,
        M_zy + G_01*M_zx + G_11*M_zy + G_12*M_zz,
        M_zz + G_02*M_zx + G_12*M_zy + G_22*M_zz)
