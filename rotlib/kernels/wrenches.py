"""Potentials of a body in space, and their wrenches about its reference point.

Generated from book/dqvi/derive.ipynb by
`python -m rotlib.codegen --write`; never edited.
"""

from rotlib.numbers import sqrt


def weight_potential(
    q_w: float, q_x: float, q_y: float, q_z: float,
    t_x: float, t_y: float, t_z: float,
    m: float,
    c_x: float, c_y: float, c_z: float,
    g_x: float, g_y: float, g_z: float,
) -> float:
    """Potential of the weight.

    Equation eq-dqvi-4-25; 50 operations (94 before sharing), 4 temporaries.
    """
    t0 = c_x*q_w + c_z*q_y - c_y*q_z
    t1 = c_y*q_x + c_z*q_w - c_x*q_y
    t2 = c_x*q_z + c_y*q_w - c_z*q_x
    t3 = -c_x*q_x - c_y*q_y - c_z*q_z
    return (
        -m*(g_x*(t_x + q_w*t0 + q_y*t1 - q_x*t3 - q_z*t2) + g_y*(t_y + q_w*t2 + q_z*t0
        - q_x*t1 - q_y*t3) + g_z*(t_z + q_w*t1 + q_x*t2 - q_y*t0 - q_z*t3)))


def weight_wrench(
    q_w: float, q_x: float, q_y: float, q_z: float,
    t_x: float, t_y: float, t_z: float,
    m: float,
    c_x: float, c_y: float, c_z: float,
    g_x: float, g_y: float, g_z: float,
) -> tuple[float, float, float, float, float, float]:
    """Torque and force, body components, of the weight.

    Equation eq-dqvi-4-25; 117 operations (510 before sharing), 24 temporaries.
    """
    t0 = 2*q_x
    t1 = 2*q_y
    t2 = 2*c_z
    t3 = c_x*t0 + c_y*t1 + q_z*t2
    t4 = c_y*t0 + q_w*t2 - 2*c_x*q_y
    t5 = 2*c_x
    t6 = 2*c_y*q_w + q_z*t5 - c_z*t0
    t7 = g_x*t3 + g_z*t6 - g_y*t4
    t8 = (1/2)*m
    t9 = q_w*t8
    t10 = c_z*t1 + q_w*t5 - 2*c_y*q_z
    t11 = g_x*t10 + g_y*t6 + g_z*t4
    t12 = q_x*t8
    t13 = g_y*t10 + g_z*t3 - g_x*t6
    t14 = q_y*t8
    t15 = g_x*t4 + g_y*t3 - g_z*t10
    t16 = q_z*t8
    t17 = g_x*m
    t18 = g_y*m
    t19 = g_z*m
    t20 = q_x*t17 + q_y*t18 + q_z*t19
    t21 = q_w*t17 + q_z*t18 - q_y*t19
    t22 = q_w*t18 + q_x*t19 - q_z*t17
    t23 = q_w*t19 + q_y*t17 - q_x*t18
    return (
        t15*t16 + t7*t9 - t11*t12 - t13*t14,
        t12*t13 + t15*t9 - t11*t14 - t16*t7,
        t13*t9 + t14*t7 - t11*t16 - t12*t15,
        q_w*t21 + q_x*t20 + q_z*t22 - q_y*t23,
        q_w*t22 + q_x*t23 + q_y*t20 - q_z*t21,
        q_w*t23 + q_y*t21 + q_z*t20 - q_x*t22)


def spring_potential(
    q_w: float, q_x: float, q_y: float, q_z: float,
    t_x: float, t_y: float, t_z: float,
    k: float,
    a_x: float, a_y: float, a_z: float,
    b_x: float, b_y: float, b_z: float,
) -> float:
    """Potential of the spring.

    Equation eq-dqvi-4-25; 54 operations (97 before sharing), 7 temporaries.
    """
    t0 = a_x*q_z + a_y*q_w - a_z*q_x
    t1 = a_x*q_w + a_z*q_y - a_y*q_z
    t2 = a_y*q_x + a_z*q_w - a_x*q_y
    t3 = -a_x*q_x - a_y*q_y - a_z*q_z
    t4 = t_x + q_w*t1 + q_y*t2 - b_x - q_x*t3 - q_z*t0
    t5 = t_y + q_w*t0 + q_z*t1 - b_y - q_x*t2 - q_y*t3
    t6 = t_z + q_w*t2 + q_x*t0 - b_z - q_y*t1 - q_z*t3
    return (1/2)*k*(t4*t4 + t5*t5 + t6*t6)


def spring_wrench(
    q_w: float, q_x: float, q_y: float, q_z: float,
    t_x: float, t_y: float, t_z: float,
    k: float,
    a_x: float, a_y: float, a_z: float,
    b_x: float, b_y: float, b_z: float,
) -> tuple[float, float, float, float, float, float]:
    """Torque and force, body components, of the spring.

    Equation eq-dqvi-4-25; 219 operations (2925 before sharing), 45 temporaries.
    """
    t0 = a_x*q_x
    t1 = a_y*q_y
    t2 = a_z*q_z
    t3 = 4*t0 + 4*t1 + 4*t2
    t4 = a_x*q_z
    t5 = a_y*q_w
    t6 = a_z*q_x
    t7 = t4 + t5 - t6
    t8 = q_z*t7
    t9 = a_x*q_w
    t10 = a_z*q_y
    t11 = t10 + t9 - a_y*q_z
    t12 = a_y*q_x
    t13 = a_z*q_w
    t14 = t12 + t13 - a_x*q_y
    t15 = -t0 - t1 - t2
    t16 = q_x*t15
    t17 = t_x + q_w*t11 + q_y*t14 - b_x - t16 - t8
    t18 = 4*t12 + 4*t13 - 4*a_x*q_y
    t19 = q_x*t14
    t20 = q_y*t15
    t21 = t_y + q_w*t7 + q_z*t11 - b_y - t19 - t20
    t22 = 4*t4 + 4*t5 - 4*t6
    t23 = q_y*t11
    t24 = q_z*t15
    t25 = t_z + q_w*t14 + q_x*t7 - b_z - t23 - t24
    t26 = t17*t3 + t22*t25 - t18*t21
    t27 = (1/4)*k
    t28 = q_w*t27
    t29 = 4*t10 + 4*t9 - 4*a_y*q_z
    t30 = t17*t29 + t18*t25 + t21*t22
    t31 = t21*t29 + t25*t3 - t17*t22
    t32 = t17*t18 + t21*t3 - t25*t29
    t33 = 2*t_x + 2*q_w*t11 + 2*q_y*t14 - 2*b_x - 2*t16 - 2*t8
    t34 = (1/2)*k
    t35 = t33*t34
    t36 = 2*t_z + 2*q_w*t14 + 2*q_x*t7 - 2*b_z - 2*t23 - 2*t24
    t37 = 2*t_y + 2*q_w*t7 + 2*q_z*t11 - 2*b_y - 2*t19 - 2*t20
    t38 = q_z*t34
    t39 = (1/2)*k*q_y*t36 - q_w*t35 - t37*t38
    t40 = q_y*t34
    t41 = -q_x*t35 - t36*t38 - t37*t40
    t42 = t34*t36
    t43 = (1/2)*k*q_z*t33 - q_x*t42 - q_w*t34*t37
    t44 = (1/2)*k*q_x*t37 - q_w*t42 - t33*t40
    return (
        (1/4)*k*q_x*t30 + (1/4)*k*q_y*t31 - t26*t28 - q_z*t27*t32,
        (1/4)*k*q_y*t30 + (1/4)*k*q_z*t26 - t28*t32 - q_x*t27*t31,
        (1/4)*k*q_x*t32 + (1/4)*k*q_z*t30 - t28*t31 - q_y*t26*t27,
        q_w*t39 + q_x*t41 + q_z*t43 - q_y*t44,
        q_w*t43 + q_x*t44 + q_y*t41 - q_z*t39,
        q_w*t44 + q_y*t39 + q_z*t41 - q_x*t43)


def planet_potential(
    q_w: float, q_x: float, q_y: float, q_z: float,
    t_x: float, t_y: float, t_z: float,
    GM: float, m: float,
    c_x: float, c_y: float, c_z: float,
    I_11: float, I_12: float, I_13: float, I_22: float, I_23: float, I_33: float,
) -> float:
    """Potential of the planet.

    Equation eq-dqvi-4-25; 127 operations (4814 before sharing), 16 temporaries.
    """
    t0 = c_x*q_w + c_z*q_y - c_y*q_z
    t1 = c_y*q_x + c_z*q_w - c_x*q_y
    t2 = c_x*q_z + c_y*q_w - c_z*q_x
    t3 = -c_x*q_x - c_y*q_y - c_z*q_z
    t4 = t_x + q_w*t0 + q_y*t1 - q_x*t3 - q_z*t2
    t5 = t_z + q_w*t1 + q_x*t2 - q_y*t0 - q_z*t3
    t6 = t_y + q_w*t2 + q_z*t0 - q_x*t1 - q_y*t3
    t7 = t4*t4 + t5*t5 + t6*t6
    t8 = q_x*t4 + q_y*t6 + q_z*t5
    t9 = q_w*t4 + q_z*t6 - q_y*t5
    t10 = q_w*t6 + q_x*t5 - q_z*t4
    t11 = q_w*t5 + q_y*t4 - q_x*t6
    t12 = q_w*t9 + q_x*t8 + q_z*t10 - q_y*t11
    t13 = q_w*t10 + q_x*t11 + q_y*t8 - q_z*t9
    t14 = q_w*t11 + q_y*t9 + q_z*t8 - q_x*t10
    t15 = sqrt(t7)
    return (
        -GM*m/sqrt(t7) - (1/2)*GM*(I_11 + I_22 + I_33 - (3*t12*(I_11*t12 + I_12*t13 +
        I_13*t14) + 3*t13*(I_12*t12 + I_22*t13 + I_23*t14) + 3*t14*(I_13*t12 + I_23*t13
        + I_33*t14))/t7)/(t15*t15*t15))


def planet_wrench(
    q_w: float, q_x: float, q_y: float, q_z: float,
    t_x: float, t_y: float, t_z: float,
    GM: float, m: float,
    c_x: float, c_y: float, c_z: float,
    I_11: float, I_12: float, I_13: float, I_22: float, I_23: float, I_33: float,
) -> tuple[float, float, float, float, float, float]:
    """Torque and force, body components, of the planet.

    Equation eq-dqvi-4-25; 824 operations (734754 before sharing), 157 temporaries.
    """
    t0 = c_x*q_w
    t1 = c_y*q_z
    t2 = c_z*q_y
    t3 = 4*t0 + 4*t2 - 4*t1
    t4 = t0 + t2 - t1
    t5 = q_w*t4
    t6 = c_y*q_x
    t7 = c_z*q_w
    t8 = c_x*q_y
    t9 = t6 + t7 - t8
    t10 = q_y*t9
    t11 = c_x*q_z
    t12 = c_y*q_w
    t13 = c_z*q_x
    t14 = t11 + t12 - t13
    t15 = c_x*q_x
    t16 = c_y*q_y
    t17 = c_z*q_z
    t18 = -t15 - t16 - t17
    t19 = t10 + t5 + t_x - q_x*t18 - q_z*t14
    t20 = t19*t3
    t21 = 4*t6 + 4*t7 - 4*t8
    t22 = q_w*t9
    t23 = q_x*t14
    t24 = q_y*t4
    t25 = q_z*t18
    t26 = t22 + t23 + t_z - t24 - t25
    t27 = t21*t26
    t28 = 4*t11 + 4*t12 - 4*t13
    t29 = q_w*t14
    t30 = q_z*t4
    t31 = t29 + t30 + t_y - q_x*t9 - q_y*t18
    t32 = t28*t31
    t33 = t19*t19 + t26*t26 + t31*t31
    t34 = sqrt(t33)
    t35 = GM/(t34*t34*t34)
    t36 = m*t35
    t37 = 1/t33
    t38 = q_x*t19 + q_y*t31 + q_z*t26
    t39 = q_w*t19
    t40 = q_z*t31
    t41 = q_y*t26
    t42 = t39 + t40 - t41
    t43 = q_w*t31
    t44 = q_x*t26
    t45 = q_z*t19
    t46 = t43 + t44 - t45
    t47 = q_w*t26
    t48 = q_y*t19
    t49 = q_x*t31
    t50 = t47 + t48 - t49
    t51 = q_w*t42 + q_x*t38 + q_z*t46 - q_y*t50
    t52 = q_w*t46 + q_x*t50 + q_y*t38 - q_z*t42
    t53 = q_w*t50 + q_y*t42 + q_z*t38 - q_x*t46
    t54 = 3*I_11*t51 + 3*I_12*t52 + 3*I_13*t53
    t55 = 3*I_12*t51 + 3*I_22*t52 + 3*I_23*t53
    t56 = 3*I_13*t51 + 3*I_23*t52 + 3*I_33*t53
    t57 = t51*t54 + t52*t55 + t53*t56
    t58 = t34*t34
    t59 = t34*t58*t58
    t60 = (1/2)*GM*(I_11 + I_22 + I_33 - t37*t57)/t59
    t61 = t57/(t33*t33)
    t62 = 2*t0 + 2*t2 - 2*t1
    t63 = 2*t6 + 2*t7 - 2*t8
    t64 = q_y*t63
    t65 = 2*t11 + 2*t12 - 2*t13
    t66 = t19 + q_z*t65
    t67 = t66 + q_w*t62 - t64
    t68 = q_x*t62
    t69 = q_y*t65
    t70 = q_z*t63
    t71 = t68 + t69 + t70
    t72 = q_z*t62
    t73 = t31 + q_x*t63
    t74 = t73 + q_w*t65 - t72
    t75 = q_w*t63
    t76 = q_x*t65
    t77 = t26 + q_y*t62
    t78 = t75 + t77 - t76
    t79 = t42 + q_w*t67 + q_x*t71 + q_z*t74 - q_y*t78
    t80 = t46 + q_w*t74 + q_x*t78 + q_y*t71 - q_z*t67
    t81 = t50 + q_w*t78 + q_y*t67 + q_z*t71 - q_x*t74
    t82 = 3*t51
    t83 = 3*t52
    t84 = 3*t53
    t85 = (1/2)*t35
    t86 = (
        -t36*(-(1/2)*t20 - (1/2)*t27 - (1/2)*t32) - t60*(-(3/2)*t20 - (3/2)*t27 -
        (3/2)*t32) - t85*(-t37*(t54*t79 + t55*t80 + t56*t81 + t82*(I_11*t79 + I_12*t80
        + I_13*t81) + t83*(I_12*t79 + I_22*t80 + I_23*t81) + t84*(I_13*t79 + I_23*t80 +
        I_33*t81)) - t61*(-t20 - t27 - t32)))
    t87 = 4*t15 + 4*t16 + 4*t17
    t88 = t19*t87
    t89 = -t21*t31
    t90 = t26*t28
    t91 = 2*t15 + 2*t16 + 2*t17
    t92 = q_w*t91
    t93 = t92 - t69 - q_z*t63
    t94 = q_x*t91
    t95 = t66 + t94 - q_y*t63
    t96 = q_z*t91
    t97 = t26 + t76 - t96 - q_w*t63
    t98 = q_y*t91
    t99 = t31 - t98
    t100 = q_w*t65 + q_x*t63 - t99
    t101 = t38 + q_w*t93 + q_x*t95 + q_z*t97 - q_y*t100
    t102 = t50 + q_w*t97 + q_x*t100 + q_y*t95 - q_z*t93
    t103 = t45 + q_w*t100 + q_y*t93 + q_z*t95 - t43 - t44 - q_x*t97
    t104 = (
        -t36*(-(1/2)*t88 - (1/2)*t89 - (1/2)*t90) - t60*(-(3/2)*t88 - (3/2)*t89 -
        (3/2)*t90) - t85*(-t37*(t101*t54 + t102*t55 + t103*t56 + t82*(I_11*t101 +
        I_12*t102 + I_13*t103) + t83*(I_12*t101 + I_22*t102 + I_23*t103) +
        t84*(I_13*t101 + I_23*t102 + I_33*t103)) - t61*(-t88 - t89 - t90)))
    t105 = (1/2)*t104
    t106 = t3*t31
    t107 = t26*t87
    t108 = -t19*t28
    t109 = t92 - t68 - q_y*t65
    t110 = t72 + t99 - q_w*t65
    t111 = t77 + t96 - q_x*t65
    t112 = t19 - t94
    t113 = q_w*t62 + q_z*t65 - t112
    t114 = t38 + q_w*t109 + q_y*t110 + q_z*t111 - q_x*t113
    t115 = t46 + q_w*t110 + q_x*t111 + q_z*t113 - q_y*t109
    t116 = t41 + q_w*t113 + q_x*t109 + q_y*t111 - t39 - t40 - q_z*t110
    t117 = (
        -t36*(-(1/2)*t106 - (1/2)*t107 - (1/2)*t108) - t60*(-(3/2)*t106 - (3/2)*t107 -
        (3/2)*t108) - t85*(-t37*(t114*t56 + t115*t54 + t116*t55 + t82*(I_11*t115 +
        I_12*t116 + I_13*t114) + t83*(I_12*t115 + I_22*t116 + I_23*t114) +
        t84*(I_13*t115 + I_23*t116 + I_33*t114)) - t61*(-t106 - t107 - t108)))
    t118 = -t26*t3
    t119 = t31*t87
    t120 = t19*t21
    t121 = t92 - t70 - q_x*t62
    t122 = t112 + t64 - q_w*t62
    t123 = t73 + t98 - q_z*t62
    t124 = t24 + t25 + t75 + t96 + q_y*t62 - t22 - t23 - t_z
    t125 = t38 + q_w*t121 + q_x*t122 + q_y*t123 - q_z*t124
    t126 = t42 + q_w*t122 + q_y*t124 + q_z*t123 - q_x*t121
    t127 = t49 + q_w*t124 + q_x*t123 + q_z*t121 - t47 - t48 - q_y*t122
    t128 = (
        -t36*(-(1/2)*t118 - (1/2)*t119 - (1/2)*t120) - t60*(-(3/2)*t118 - (3/2)*t119 -
        (3/2)*t120) - t85*(-t37*(t125*t55 + t126*t56 + t127*t54 + t82*(I_11*t127 +
        I_12*t125 + I_13*t126) + t83*(I_12*t127 + I_22*t125 + I_23*t126) +
        t84*(I_13*t127 + I_23*t125 + I_33*t126)) - t61*(-t118 - t119 - t120)))
    t129 = (1/2)*t128
    t130 = (1/2)*t117
    t131 = 2*q_w
    t132 = q_z*t131
    t133 = 2*q_x*q_y - t132
    t134 = q_y*t131
    t135 = 2*q_x
    t136 = t134 + q_z*t135
    t137 = q_x*q_x
    t138 = q_y*q_y
    t139 = q_w*q_w
    t140 = q_z*q_z
    t141 = t139 - t140
    t142 = t137 + t141 - t138
    t143 = (
        t60*(3*q_x*t18 + 3*q_z*t14 - 3*t10 - 3*t5 - 3*t_x) + t85*(-t37*(t133*t55 +
        t136*t56 + t142*t54 + t82*(I_11*t142 + I_12*t133 + I_13*t136) + t83*(I_12*t142
        + I_22*t133 + I_23*t136) + t84*(I_13*t142 + I_23*t133 + I_33*t136)) -
        t61*(2*q_x*t18 + 2*q_z*t14 - 2*t10 - 2*t5 - 2*t_x)) - t19*t36)
    t144 = t132 + q_y*t135
    t145 = q_x*t131
    t146 = 2*q_y*q_z - t145
    t147 = t138 + t141 - t137
    t148 = (
        t60*(3*q_x*t9 + 3*q_y*t18 - 3*t29 - 3*t30 - 3*t_y) + t85*(-t37*(t144*t54 +
        t146*t56 + t147*t55 + t82*(I_11*t144 + I_12*t147 + I_13*t146) + t83*(I_12*t144
        + I_22*t147 + I_23*t146) + t84*(I_13*t144 + I_23*t147 + I_33*t146)) -
        t61*(2*q_x*t9 + 2*q_y*t18 - 2*t29 - 2*t30 - 2*t_y)) - t31*t36)
    t149 = 2*q_x*q_z - t134
    t150 = t145 + 2*q_y*q_z
    t151 = t139 + t140 - t137 - t138
    t152 = (
        t60*(3*q_y*t4 + 3*q_z*t18 - 3*t22 - 3*t23 - 3*t_z) + t85*(-t37*(t149*t54 +
        t150*t55 + t151*t56 + t82*(I_11*t149 + I_12*t150 + I_13*t151) + t83*(I_12*t149
        + I_22*t150 + I_23*t151) + t84*(I_13*t149 + I_23*t150 + I_33*t151)) -
        t61*(2*q_y*t4 + 2*q_z*t18 - 2*t22 - 2*t23 - 2*t_z)) - t26*t36)
    t153 = q_x*t143 + q_y*t148 + q_z*t152
    t154 = q_w*t143 + q_z*t148 - q_y*t152
    t155 = q_w*t148 + q_x*t152 - q_z*t143
    t156 = q_w*t152 + q_y*t143 - q_x*t148
    return (
        (1/2)*q_x*t86 + (1/2)*q_y*t117 - q_w*t105 - q_z*t129,
        (1/2)*q_y*t86 + (1/2)*q_z*t104 - q_w*t129 - q_x*t130,
        (1/2)*q_x*t128 + (1/2)*q_z*t86 - q_w*t130 - q_y*t105,
        q_w*t154 + q_x*t153 + q_z*t155 - q_y*t156,
        q_w*t155 + q_x*t156 + q_y*t153 - q_z*t154,
        q_w*t156 + q_y*t154 + q_z*t153 - q_x*t155)
