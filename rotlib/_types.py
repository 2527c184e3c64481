"""The types that hints name."""

from collections.abc import Callable, Sequence
from typing import Any, Literal, Protocol, TypeAlias

import numpy as np
from numpy.typing import ArrayLike as ArrayLike
from numpy.typing import NDArray

Array: TypeAlias = NDArray[np.floating[Any]]
Steps: TypeAlias = NDArray[np.integer[Any]]
Scalar: TypeAlias = Any  # a float, an array, or a number that is recorded
Vector: TypeAlias = tuple[Scalar, Scalar, Scalar]
Quaternion: TypeAlias = tuple[Scalar, Scalar, Scalar, Scalar]
State: TypeAlias = Sequence[Scalar]
Function: TypeAlias = Callable[..., Any]
Flow: TypeAlias = Callable[..., State]  # a step, a torque: what returns numbers
Torque: TypeAlias = Callable[..., ArrayLike]  # of a user


class Rotation(Protocol):
    """What a `scipy.spatial.transform.Rotation` has, and nothing else."""

    def as_quat(self) -> Any: ...


class Transform(Protocol):
    """What a `scipy.spatial.transform.RigidTransform` has, and nothing else."""

    def as_components(self) -> Any: ...


Attitude: TypeAlias = ArrayLike | Rotation
Pose: TypeAlias = Attitude | Transform
Frame: TypeAlias = Literal["body", "space"]
Tolerance: TypeAlias = float | tuple[float, float]
Backend: TypeAlias = Literal["auto", "compiled"]
