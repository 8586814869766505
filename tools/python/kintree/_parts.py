"""The parts of models, and conversions of numbers."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from os import PathLike, fspath
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _kintree
from ._kintree import Field

Array = NDArray[Any]
"""An array of doubles, or of Field numbers with dtype object."""


def doubles(numbers: Any) -> Array:
    return np.array(numbers, dtype=float)


def reals(what: str, numbers: Any) -> Array:
    """An array of doubles. InputError, which names what they are, if some are not real numbers."""
    if np.ma.is_masked(numbers):
        raise _kintree.InputError(f"{what}: a masked array; expected numbers alone")
    try:
        array = np.asarray(numbers)
        if array.dtype.kind in "fiubO":
            return array.astype(float)
    except (TypeError, ValueError) as reason:
        raise _kintree.InputError(f"{what}: no array of real numbers: {reason}") from None
    raise _kintree.InputError(f"{what}: numbers of type {array.dtype}; expected real numbers")


def fields(texts: Any) -> Array:
    """The numbers of the line protocol, "a" or "a+bi", as an array of Field."""
    array = np.array(texts, dtype=object)
    return np.vectorize(Field, otypes=[object])(array) if array.size else array


def whole(what: str, number: Any) -> int:
    """The number. InputError, which names it, if it is not a whole number."""
    try:
        count = operator.index(number)
    except TypeError:
        raise _kintree.InputError(f"{what}: {number!r}; expected a whole number") from None
    if count < 0:
        raise _kintree.InputError(f"{what}: {number!r}; expected a number from 0")
    return count


def path_of(what: str, given: Any) -> str:
    """The path. InputError, which names it, if it is not the name of a file."""
    if isinstance(given, (str, PathLike)):
        return str(fspath(given))
    raise _kintree.InputError(f"{what}: a {type(given).__name__}; expected the name of a file")


def names(given: str | Iterable[str]) -> list[str]:
    """The names as a list. A single name may be given without one."""
    return [given] if isinstance(given, str) else list(given)


def constant(array: Array) -> Array:
    array.setflags(write=False)
    return array


@dataclass(frozen=True)
class Placement:
    """The pose of a frame in another: origin `xyz` [m], and roll, pitch, yaw `rpy` [rad] or a `quaternion` w, x, y, z of any length."""

    xyz: Array
    rpy: Array
    quaternion: Array | None = None

    @staticmethod
    def _read(json_object: dict[str, Any], number: Callable[[Any], Array]) -> Placement:
        zero = 0 * number(json_object["xyz"])
        quaternion = json_object.get("quaternion")
        return Placement(constant(number(json_object["xyz"])), constant(number(json_object["rpy"]) if quaternion is None else zero),
                         None if quaternion is None else constant(number(quaternion)))

    def _json(self) -> dict[str, Any]:
        rotation = {"rpy": self.rpy.tolist()} if self.quaternion is None else {"quaternion": self.quaternion.tolist()}
        return {"xyz": self.xyz.tolist(), **rotation}


@dataclass(frozen=True)
class Joint:
    """The joint between a body and its parent.

    - `placement` is the pose of the joint frame in the parent: that of the body at q = 0.
    - `axis` and `second_axis` (3) are in the joint frame and have any length. `pitch` [m/rad] is that of a helical joint.
    - `positions` and `velocities` are the slices of the joint in q, and in v, qdd and tau.
    - `armature` has a number for each of its degrees of freedom, which is added to the diagonal of H [kg m^2, kg].
    """

    name: str
    kind: str
    placement: Placement
    axis: Array
    second_axis: Array
    pitch: Any
    positions: slice
    velocities: slice
    armature: Array


@dataclass(frozen=True)
class Body:
    """A body. Bodies count from 1, and `parent` is 0 for the base.

    - `mass` is in kg. `origin` is the pose of the centre of mass and of the axes of inertia in the body.
    - `inertia` (3, 3) [kg m^2] is about the centre of mass, in these axes.
    """

    name: str
    number: int
    parent: int
    joint: Joint
    mass: Any
    origin: Placement
    inertia: Array


@dataclass(frozen=True)
class Coupling:
    """q = multiplier q' + offset [rad, m]; no velocity or acceleration depends on the offset."""

    multiplier: Any
    offset: Any


@dataclass(frozen=True)
class Constraint:
    """A contact or a loop: a frame on a body that must not move relative to another body in some of its six rows.

    - `body` and `relative_to` are numbers of bodies, 0 for the base. `pose` is that of the frame in `body`.
    - `rows` (6) is true for each row that is forbidden: three rotations, then three translations along x, y, z of the frame.

    With a `coupling`, it is one row of joints instead: the velocity of the joint of `body`, less the multiplier times that of the joint
    of `relative_to`. Then `pose` is None, and no entry of `rows` is true.
    """

    name: str
    body: int
    pose: Placement | None
    relative_to: int
    rows: Array
    coupling: Coupling | None = None


@dataclass
class EndEffector:
    """A frame that is fixed in a body, by the number of the body."""

    body: int
    pose: Placement = field(default_factory=lambda: Placement(np.zeros(3), np.zeros(3)))
