"""The step back to the nearest rotation.

Generated from book/foundations/digits-derive.ipynb by
`python -m rotlib.codegen --write`; never edited.
"""


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
