from typing import Literal

from numpy.typing import ArrayLike

class MotionEstimator:
    time: float | None
    attitude: tuple[float, float, float, float] | None
    rotation_rate: tuple[float, float, float] | None
    gravity: tuple[float, float, float] | None
    user_acceleration: tuple[float, float, float] | None
    magnetic_field: tuple[float, float, float] | None
    heading: float | None
    inclination_deviation: float | None
    heading_deviation: float | None
    bias_deviation: tuple[float, float, float] | None
    def __init__(
        self, heading: Literal["arbitrary", "corrected", "north"] = "arbitrary"
    ) -> None: ...
    def update(
        self,
        time: float,
        gyr: ArrayLike | None,
        acc: ArrayLike | None,
        mag: ArrayLike | None = None,
        /,
    ) -> tuple[float, float, float, float] | None: ...

class Path:
    _address: int
    def __init__(self, method: str | None = None, damping_rate: float = 2.0) -> None: ...
    def update(self, estimator: MotionEstimator, /) -> tuple[float, float, float] | None: ...

class Filter:
    _address: int
    _time: float
    def __init__(
        self, step: float, velocity_scale: float, largest_bias: float
    ) -> None: ...
    def update(self, gyr: ArrayLike, acc: ArrayLike, mag: ArrayLike | None = None) -> None: ...
    def updateGyr(self, gyr: ArrayLike, /) -> None: ...
    def updateAcc(self, acc: ArrayLike, /) -> None: ...
    def updateMag(self, mag: ArrayLike, /) -> None: ...
    def _read(self, record: object, /) -> None: ...
    def _restart(self) -> None: ...
