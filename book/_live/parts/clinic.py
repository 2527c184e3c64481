"""The clinic: a patient, a step, the order and what is kept, and a guess."""

import math

import formulas_conserving
import steps

import rotlib as rl
from rotbook import clinic
from rotbook.clinic.diagnosis import matching
from rotbook.clinic.examination import ROWS

OMEGA, T, LONG, H = (0.7, 1.0, -0.8), 2.0, 20.0, 0.05
Q = rl.quaternion.exp([0.5, -0.8, 0.3])
LETTERS, KEYS = clinic.LETTERS, list(clinic.FAULTS)


def end(method, heavy, count):
    """The attitude after two seconds in so many steps."""
    body, load = (
        (formulas_conserving.HEAVY, formulas_conserving.WEIGHT)
        if heavy
        else (formulas_conserving.WARD, None)
    )
    h = T / count
    run = rl.integrate(method, body, omega=OMEGA, q0=Q, h=h, steps=count, load=load)
    return run.q[-1]


TRUTH = [
    rl.exact.free_body(formulas_conserving.WARD, OMEGA, T, Q)[0],
    end("buss8", True, 400),
]


def told(letter):
    """What the author says, what the sheet says, and the diagnosis, covered up."""
    patient = clinic.patient(letter)
    sheet = clinic.examine(patient)
    (fault,) = matching(sheet)
    covered = (KEYS.index(fault) + 5 * LETTERS.index(letter) + 3) % len(KEYS)
    keeps = [x for x in ("energy", "momentum") if x in patient.conserves]
    lines = [sheet.words(row) for row in ROWS]
    return [patient.order, keeps, bool(patient.takes), lines, covered]


VALUES = {
    "J": list(formulas_conserving.WARD.principal_moments),
    "start": [*Q.tolist(), *OMEGA],
    "truth": [q.tolist() for q in TRUTH],
    "T": T,
    "long": LONG,
    "h": H,
    "rows": list(ROWS.values()),
    "faults": clinic.FAULTS,
    "patients": {letter: told(letter) for letter in LETTERS},
    "letter": "C",
}


def error(letter, count, heavy=False):
    q = end(clinic.patient(letter), heavy, count)
    return float(rl.quaternion.angle_between(q, TRUTH[heavy]))


def still():
    """Error against step of four patients."""
    import matplotlib.pyplot as plt

    figure, ax = plt.subplots(figsize=(6, 3.6))
    counts = [10 * 2**k for k in range(7)]
    for letter in "CDEF":
        found = [error(letter, n) for n in counts]
        ax.loglog([T / n for n in counts], found, "o-", ms=4, label=letter)
    ax.set(xlabel="step (s)", ylabel="error (rad)")
    ax.legend(loc="lower right", ncols=2)
    return figure


def check():
    """Errors of all patients, free and heavy, with forty steps."""
    return [
        math.log10(error(letter, round(T / H), heavy))
        for letter in LETTERS
        for heavy in (False, True)[: 1 + len(clinic.patient(letter).takes)]
    ]


PART = steps.Part(
    alt=(
        "Error against step of four patients, on logarithmic scales. The error of D"
        " falls with the step; those of C, E and F stay level, however short the step."
    ),
    still=still,
    check=check,
    uses=(
        "energy",
        "momentum",
        "moved",
        "apart",
        *(name for name in steps.STEPS if name.startswith("patient_")),
    ),
    needs=("uplot",),
    values=VALUES,
    digits=8,
)
