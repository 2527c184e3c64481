"""The exponential of SO(3) and its derivative.

Generated from book/foundations/bracket-derive.ipynb by
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
