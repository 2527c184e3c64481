"""Pictures of rotations: plots of a run, drawn orientations, moving scenes.

Quaternions are wxyz, body to space, times in s; a view is the azimuth and elevation of
the eye in rad. A shape is "box", "t-handle", "wing-nut", "top", three sides of a box,
or a `Shape`; its faces towards the body's +x, +y and +z are vermilion, green and blue.
InvalidInput for a batch where one motion is shown, or the other way round. Matplotlib
is imported when a function needs it. Chapter: Getting your results out.
"""

from typing import Any

from ._curves import attitude, bands, trajectory
from ._draw import orientation
from ._scene import Scene, scene
from ._shapes import Shape

__all__ = ["Scene", "Shape", "attitude", "bands", "orientation", "scene", "trajectory"]
__dir__: Any = __all__.copy
