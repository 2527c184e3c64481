"""Two spheres that touch: overlap, its rate, and what one feels.

Generated from book/several/contact-derive.ipynb by
`python -m rotlib.codegen --write`; never edited.
"""

from rotlib.numbers import sqrt


def push_of(s: float, rate: float, k: float, c: float) -> float:
    """Force of spring and damper, before it is kept from pulling.

    Equation eq-contact-push; 3 operations (3 before sharing), 0 temporaries.
    """
    return c*rate + k*s


def stored(s: float, k: float) -> float:
    """Energy of the spring, of an overlap that is not negative.

    Equation eq-contact-push; 3 operations (3 before sharing), 0 temporaries.
    """
    return (1/2)*k*s*s


def overlap(
    x_a_x: float, x_a_y: float, x_a_z: float,
    x_b_x: float, x_b_y: float, x_b_z: float,
    R_a: float, R_b: float, side: float,
) -> float:
    """How far two spheres are within each other; negative apart.

    Equation eq-contact-overlap; 12 operations (13 before sharing), 3 temporaries.
    """
    t0 = x_b_x - x_a_x
    t1 = x_b_y - x_a_y
    t2 = x_b_z - x_a_z
    return R_a + R_b - side*sqrt(t0*t0 + t1*t1 + t2*t2)


def closing(
    q_a_w: float, q_a_x: float, q_a_y: float, q_a_z: float,
    x_a_x: float, x_a_y: float, x_a_z: float,
    v_a_x: float, v_a_y: float, v_a_z: float,
    q_b_w: float, q_b_x: float, q_b_y: float, q_b_z: float,
    x_b_x: float, x_b_y: float, x_b_z: float,
    v_b_x: float, v_b_y: float, v_b_z: float,
    side: float,
) -> float:
    """Rate of the overlap of two spheres.

    Equation eq-contact-overlap; 103 operations (216 before sharing), 12 temporaries.
    """
    t0 = x_b_x - x_a_x
    t1 = q_a_w*v_a_x + q_a_y*v_a_z - q_a_z*v_a_y
    t2 = q_a_w*v_a_z + q_a_x*v_a_y - q_a_y*v_a_x
    t3 = q_b_w*v_b_y + q_b_z*v_b_x - q_b_x*v_b_z
    t4 = q_a_w*v_a_y + q_a_z*v_a_x - q_a_x*v_a_z
    t5 = q_b_w*v_b_x + q_b_y*v_b_z - q_b_z*v_b_y
    t6 = q_b_w*v_b_z + q_b_x*v_b_y - q_b_y*v_b_x
    t7 = -q_b_x*v_b_x - q_b_y*v_b_y - q_b_z*v_b_z
    t8 = -q_a_x*v_a_x - q_a_y*v_a_y - q_a_z*v_a_z
    t9 = x_b_y - x_a_y
    t10 = x_b_z - x_a_z
    t11 = side/sqrt(t0*t0 + t10*t10 + t9*t9)
    return (
        -t0*t11*(q_a_x*t8 + q_a_z*t4 + q_b_w*t5 + q_b_y*t6 - q_a_w*t1 - q_a_y*t2 -
        q_b_x*t7 - q_b_z*t3) - t10*t11*(q_a_y*t1 + q_a_z*t8 + q_b_w*t6 + q_b_x*t3 -
        q_a_w*t2 - q_a_x*t4 - q_b_y*t5 - q_b_z*t7) - t11*t9*(q_a_x*t2 + q_a_y*t8 +
        q_b_w*t3 + q_b_z*t5 - q_a_w*t4 - q_a_z*t1 - q_b_x*t6 - q_b_y*t7))


def press(
    x_a_x: float, x_a_y: float, x_a_z: float,
    x_b_x: float, x_b_y: float, x_b_z: float,
    side: float, push: float,
) -> tuple[float, float, float]:
    """Force on the first of two smooth spheres, space components.

    Equation eq-contact-pull; 14 operations (45 before sharing), 4 temporaries.
    """
    t0 = x_b_x - x_a_x
    t1 = x_b_y - x_a_y
    t2 = x_b_z - x_a_z
    t3 = push*side/sqrt(t0*t0 + t1*t1 + t2*t2)
    return (-t0*t3, -t1*t3, -t2*t3)


def pull(
    q_a_w: float, q_a_x: float, q_a_y: float, q_a_z: float,
    omega_a_x: float, omega_a_y: float, omega_a_z: float,
    x_a_x: float, x_a_y: float, x_a_z: float,
    v_a_x: float, v_a_y: float, v_a_z: float,
    q_b_w: float, q_b_x: float, q_b_y: float, q_b_z: float,
    omega_b_x: float, omega_b_y: float, omega_b_z: float,
    x_b_x: float, x_b_y: float, x_b_z: float,
    v_b_x: float, v_b_y: float, v_b_z: float,
    R_a: float, R_b: float, side: float, push: float, drag: float,
) -> tuple[float, float, float, float, float, float]:
    """Torque and force on the first of two spheres, space components.

    Equation eq-contact-pull; 286 operations (5085 before sharing), 55 temporaries.
    """
    t0 = (1/2)*R_b
    t1 = x_b_z - x_a_z
    t2 = x_b_x - x_a_x
    t3 = x_b_y - x_a_y
    t4 = sqrt(t1*t1 + t2*t2 + t3*t3)
    t5 = (1/2)*side*t4
    t6 = (1/2)*R_a + t5 - t0
    t7 = 1/t4
    t8 = side*t7
    t9 = t3*t8
    t10 = t6*t9
    t11 = t1*t8
    t12 = q_a_w*v_a_x + q_a_y*v_a_z - q_a_z*v_a_y
    t13 = q_b_w*v_b_z + q_b_x*v_b_y - q_b_y*v_b_x
    t14 = q_b_w*v_b_y + q_b_z*v_b_x - q_b_x*v_b_z
    t15 = q_a_w*v_a_z + q_a_x*v_a_y - q_a_y*v_a_x
    t16 = q_a_w*t15
    t17 = q_a_w*v_a_y + q_a_z*v_a_x - q_a_x*v_a_z
    t18 = q_a_x*t17
    t19 = q_b_w*v_b_x + q_b_y*v_b_z - q_b_z*v_b_y
    t20 = q_b_y*t19
    t21 = -q_a_x*v_a_x - q_a_y*v_a_y - q_a_z*v_a_z
    t22 = -q_b_x*v_b_x - q_b_y*v_b_y - q_b_z*v_b_z
    t23 = q_b_z*t22
    t24 = omega_a_x*q_a_z + omega_a_y*q_a_w - omega_a_z*q_a_x
    t25 = omega_a_x*q_a_w + omega_a_z*q_a_y - omega_a_y*q_a_z
    t26 = omega_a_y*q_a_x + omega_a_z*q_a_w - omega_a_x*q_a_y
    t27 = -omega_a_x*q_a_x - omega_a_y*q_a_y - omega_a_z*q_a_z
    t28 = q_a_w*t24 + q_a_z*t25 - q_a_x*t26 - q_a_y*t27
    t29 = t2*t8
    t30 = t29*t6
    t31 = (1/2)*R_a - t0 - t5
    t32 = omega_b_x*q_b_w + omega_b_z*q_b_y - omega_b_y*q_b_z
    t33 = omega_b_y*q_b_x + omega_b_z*q_b_w - omega_b_x*q_b_y
    t34 = omega_b_x*q_b_z + omega_b_y*q_b_w - omega_b_z*q_b_x
    t35 = -omega_b_x*q_b_x - omega_b_y*q_b_y - omega_b_z*q_b_z
    t36 = t31*(q_b_w*t32 + q_b_y*t33 - q_b_x*t35 - q_b_z*t34)
    t37 = q_b_w*t34 + q_b_z*t32 - q_b_x*t33 - q_b_y*t35
    t38 = t29*t31
    t39 = q_a_w*t25 + q_a_y*t26 - q_a_x*t27 - q_a_z*t24
    t40 = q_a_w*t12
    t41 = q_a_y*t15
    t42 = q_b_z*t14
    t43 = q_b_x*t22
    t44 = q_a_w*t17
    t45 = q_a_z*t12
    t46 = q_b_x*t13
    t47 = q_b_y*t22
    t48 = (
        -t11*(q_a_y*t12 + q_a_z*t21 + q_b_w*t13 + q_b_x*t14 - t16 - t18 - t20 - t23) -
        t29*(q_a_x*t21 + q_a_z*t17 + q_b_w*t19 + q_b_y*t13 - t40 - t41 - t42 - t43) -
        t9*(q_a_x*t15 + q_a_y*t21 + q_b_w*t14 + q_b_z*t19 - t44 - t45 - t46 - t47))
    t49 = (
        drag*(q_a_y*t12 + q_a_z*t21 + q_b_w*t13 + q_b_x*t14 + t11*t48 + t28*t30 +
        t36*t9 - t16 - t18 - t20 - t23 - t10*t39 - t37*t38) - push*t11)
    t50 = t11*t6
    t51 = q_b_w*t33 + q_b_x*t34 - q_b_y*t32 - q_b_z*t35
    t52 = q_a_w*t26 + q_a_x*t24 - q_a_y*t25 - q_a_z*t27
    t53 = (
        drag*(q_a_x*t15 + q_a_y*t21 + q_b_w*t14 + q_b_z*t19 + t38*t51 + t39*t50 +
        t48*t9 - t44 - t45 - t46 - t47 - t11*t36 - t30*t52) - push*t9)
    t54 = (
        drag*(q_a_x*t21 + q_a_z*t17 + q_b_w*t19 + q_b_y*t13 + t10*t52 + t29*t48 +
        t11*t31*t37 - t40 - t41 - t42 - t43 - t28*t50 - t31*t51*t9) - push*t29)
    return (
        t10*t49 - t50*t53,
        side*t1*t54*t6*t7 - t30*t49,
        t30*t53 - t10*t54,
        t54,
        t53,
        t49)
