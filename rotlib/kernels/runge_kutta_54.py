"""The pair of Dormand and Prince for rotation vectors.

Generated from book/runge_kutta/embedded-derive.ipynb by
`python -m rotlib.codegen --write`; never edited.
"""

from rotlib.stumpff import c1, c2, c3

DORMAND_PRINCE = ((0.0, (), ()),
                  (0.2, (0.2,), ((0.2,),)),
                  (0.3, (0.075, 0.225), ((0.075, 0.225),)),
                  (0.8,
                   (0.9777777777777777, -3.7333333333333334, 3.5555555555555554),
                   ((0.9777777777777777, -3.7333333333333334, 3.5555555555555554),)),
                  (0.8888888888888888,
                   (2.9525986892242035,
                    -11.595793324188385,
                    9.822892851699436,
                    -0.2908093278463649),
                   ((2.9525986892242035,
                     -11.595793324188385,
                     9.822892851699436,
                     -0.2908093278463649),)),
                  (1.0,
                   (2.8462752525252526,
                    -10.757575757575758,
                    8.906422717743473,
                    0.2784090909090909,
                    -0.2735313036020583),
                   ((2.8462752525252526,
                     -10.757575757575758,
                     8.906422717743473,
                     0.2784090909090909,
                     -0.2735313036020583),)),
                  (1.0,
                   (0.09114583333333333,
                    0.0,
                    0.44923629829290207,
                    0.6510416666666666,
                    -0.322376179245283,
                    0.13095238095238096),
                   ((0.09114583333333333,
                     0.0,
                     0.44923629829290207,
                     0.6510416666666666,
                     -0.322376179245283,
                     0.13095238095238096),)))
DIFFERENCE = (0.0012326388888888888,
              0.0,
              -0.0042527702905061394,
              0.03697916666666667,
              -0.05086379716981132,
              0.0419047619047619,
              -0.025)


def rotation_vector_rate(
    v_x: float, v_y: float, v_z: float,
    omega_x: float, omega_y: float, omega_z: float,
) -> tuple[float, float, float]:
    """Rate of the rotation vector v of a step; omega in the body.

    Equation eq-embedded-rkmk; 50 operations (83 before sharing), 10 temporaries.
    """
    t0 = omega_y*v_z
    t1 = omega_x*v_y
    t2 = omega_y*v_x - t1
    t3 = omega_x*v_z
    t4 = omega_z*v_x
    t5 = t3 - t4
    s = v_x*v_x + v_y*v_y + v_z*v_z
    t6 = (1/4)*s
    t7 = (1/4)*(c2(t6) - c3(t6))/c1(t6)
    t8 = omega_z*v_y - t0
    return (
        omega_x + (1/2)*omega_z*v_y + t7*(t2*v_y - t5*v_z) - (1/2)*t0,
        omega_y + (1/2)*t3 + t7*(t8*v_z - t2*v_x) - (1/2)*t4,
        omega_z + (1/2)*omega_y*v_x + t7*(t5*v_x - t8*v_y) - (1/2)*t1)


def weights_between(
    theta: float,
) -> tuple[float, float, float, float, float, float, float]:
    """Weights of the seven slopes at the part theta of a step.

    Equation eq-embedded-dense; 33 operations (55 before sharing), 1 temporaries.
    """
    t0 = theta*theta
    return (
        theta*(1 + theta*(theta*((8663915743/2820520608) -
        (12715105075/11282082432)*theta) - (8048581381/2820520608))),
        0,
        t0*((131558114200/32700410799) + theta*((87487479700/32700410799)*theta -
        (68118460800/10900136933))),
        t0*(theta*((14199869525/1410260304) - (10690763975/1880347072)*theta) -
        (1754552775/470086768)),
        t0*((127303824393/49829197408) + theta*((701980252875/199316789632)*theta -
        (318862633887/49829197408))),
        t0*(theta*((2019193451/616988883) - (1453857185/822651844)*theta) -
        (282668133/205662961)),
        t0*((40617522/29380423) + theta*((69997945/29380423)*theta -
        (110615467/29380423))))
