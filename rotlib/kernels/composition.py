"""Lengths of the parts of a step before the middle one, by order.

Generated from book/buss/composition-derive.ipynb by
`python -m rotlib.codegen --write`; never edited.
"""

SIX = (0.392, 0.33280256438268635, -0.7062411848854152, 0.08216641815079388)
EIGHT = (0.1303,
         0.5611644670773164,
         -0.3897171743261799,
         0.15879657964089317,
         -0.3957122427690817,
         0.184454631980546,
         0.2582951382275261,
         0.2951731868391207)
