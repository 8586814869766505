"""Models and states as NumPy arrays."""

from __future__ import annotations

import functools
import json
import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from . import _kintree
from ._parts import Array, Body, Constraint, Coupling, EndEffector, Joint, Placement, constant, doubles, names, path_of, reals, whole

_REQUIRED = ("q", "v", "qdd", "tau", "f_ext")
"""The arrays that each state has."""


def _check_keys(what: str, given: dict[str, Any], required: Sequence[str], optional: Sequence[str] = ()) -> None:
    if not isinstance(given, dict):
        raise _kintree.InputError(f"{what}: a {type(given).__name__}; expected a dictionary as to_dict returns it")
    for key in given:
        if key not in (*required, *optional):
            raise _kintree.InputError(f"{what}: key '{key}': unknown; expected {', '.join((*required, *optional))}")
    for key in required:
        if key not in given:
            raise _kintree.InputError(f"{what}: key '{key}' is missing")


@dataclass(slots=True)
class State:
    """A state of a model. Its arrays may be changed.

    - `q` (nq) has the positions [rad, m], and quaternions w, x, y, z of spherical and free joints.
    - `v`, `qdd` and `tau` (n) have velocities [rad/s, m/s], accelerations [rad/s^2, m/s^2] and forces [N m, N].
    - `f_ext` (N + 1, 6) has the external forces: couple [N m], then force [N], in body axes. Row 0 is that of the base.
    - `end_effectors` are frames on bodies.
    - `gamma` (r) has the acceleration that is requested of each row of the constraints [rad/s^2, m/s^2], in their order. It may be empty: zero.
    - `restitution` is that of an impact, from 0 (plastic) to 1 (elastic).
    - `H` (n, n) is the mass matrix that a function for `factorization` receives.
    - `in_double` is the same state in doubles, where the numbers are those of the field.
    """

    q: Array
    v: Array
    qdd: Array
    tau: Array
    f_ext: Array
    end_effectors: list[EndEffector] = field(default_factory=list)
    H: Array | None = None
    in_double: State | None = field(default=None, repr=False)
    gamma: Array = field(default_factory=lambda: np.zeros(0))
    restitution: Any = 0.0

    @staticmethod
    def neutral(model: Model) -> State:
        """The state in which everything is zero and quaternions are the identity."""
        return State.from_dict(json.loads(model._core.neutral_state()))

    @staticmethod
    def random(model: Model, seed: int = 1, end_effectors: int = 4) -> State:
        """A random state with at most so many end-effectors."""
        return State.from_dict(json.loads(model._core.random_state(whole("seed", seed), whole("end_effectors", end_effectors))))

    @staticmethod
    def from_dict(state: dict[str, Any], number: Callable[[Any], Array] = doubles) -> State:
        """The state of a dictionary in the format of the line protocol. `gamma` and `restitution` may be left out: zero."""
        _check_keys("state", state, (*_REQUIRED, "end_effectors"), ("gamma", "restitution"))
        for end in state["end_effectors"]:
            _check_keys("state: end-effector", end, ("body", "pose"))
        ends = [EndEffector(end["body"], Placement._read(end["pose"], number)) for end in state["end_effectors"]]
        q, v, qdd, tau, f_ext = (number(state[key]) for key in _REQUIRED)
        return State(q, v, qdd, tau, f_ext, ends, gamma=number(state.get("gamma", [])), restitution=number([state.get("restitution", 0.0)])[0])

    def to_dict(self) -> dict[str, Any]:
        """The state in the format of the line protocol, with arrays in the order of the coordinates. Files for `kintree --state` have
        an object instead, with an array for each joint by name (reference/notation.md)."""
        arrays = {key: reals(f"state: {key}", getattr(self, key)).tolist() for key in _REQUIRED}
        state = {**arrays, "end_effectors": [{"body": end.body, "pose": end.pose._json()} for end in self.end_effectors]}
        gamma, restitution = reals("state: gamma", self.gamma), float(self.restitution)
        if gamma.size:
            state["gamma"] = gamma.tolist()
        if gamma.size or restitution != 0:
            state["restitution"] = restitution
        return state

    def _text(self) -> str:
        state = self.to_dict()
        for key in (*_REQUIRED, "gamma", "restitution"):
            if not np.isfinite(state.get(key, 0.0)).all():
                raise _kintree.InputError(f"state: {key} has a number that is not finite: {getattr(self, key)}")
        return json.dumps(state)


class Model:
    """A kinematic tree. Its arrays are constant; change a model through `to_dict` and `from_dict`."""

    def __init__(self, of: Any, json_object: dict[str, Any] | None = None, layout: dict[str, Any] | None = None,
                 number: Callable[[Any], Array] = doubles, in_double: Model | None = None):
        self._given = of
        self._json: dict[str, Any] = json_object or json.loads(of.json())
        self._layout: dict[str, Any] = layout or json.loads(of.layout())
        self._number = number
        self.in_double = in_double or self
        """The same model in doubles, for decisions by size where the numbers are those of the field."""

    def __setattr__(self, name: str, value: Any) -> None:
        if not name.startswith("_") and (name != "in_double" or "in_double" in self.__dict__):
            raise _kintree.InputError(f"model: {name}: a model cannot be changed; change the dictionary of to_dict and call Model.from_dict")
        super().__setattr__(name, value)

    @staticmethod
    def from_file(path: str | PathLike[str], *, floating_base: bool | str = False, independent_mimic: bool = False,
                  ignore_unknown: bool = False) -> Model:
        """Read a robot from a URDF, MJCF or SDF file, or a model from a JSON file as `to_dict` returns it.

        `floating_base` puts a free joint before the root link; a text names the joint. `independent_mimic` takes joints that follow another as
        joints of their own."""
        return _warn_model(_kintree.read_model(path_of("path", path), _options(floating_base, independent_mimic, ignore_unknown)))

    @staticmethod
    def from_urdf(text: str, name: str = "urdf", *, floating_base: bool | str = False, independent_mimic: bool = False,
                  ignore_unknown: bool = False) -> Model:
        """The robot of a URDF text, which messages call `name`."""
        if not isinstance(text, str):
            raise _kintree.InputError(f"{name}: a {type(text).__name__}; expected URDF text")
        if "<" not in text:
            raise _kintree.InputError(f"{name}: no URDF text; expected the contents of a file; from_file reads a file by its name")
        return _warn_model(_kintree.model_of_urdf(text, name, _options(floating_base, independent_mimic, ignore_unknown)))

    @staticmethod
    def from_dict(model: dict[str, Any]) -> Model:
        """The model of a dictionary in the format of the line protocol."""
        return _warn_model(_kintree.model_of_json(json.dumps(model)))

    @staticmethod
    def random(seed: int = 1, *, family: str = "recursive", bodies: int = 10, joints: Sequence[str] = ()) -> Model:
        """A random tree of a family with at most so many bodies. `joints`: the kinds to draw from."""
        choice = _kintree.CaseChoice([family], 1, whole("bodies", bodies), whole("seed", seed), names(joints), "", _kintree.UrdfOptions())
        return Model(_kintree.drawn_cases(choice)[0][3])

    @functools.cached_property
    def _core(self) -> Any:
        return self._given or _kintree.model_of_json(json.dumps(self._json))[0]

    def to_dict(self) -> dict[str, Any]:
        """The model in the format of the line protocol. `from_dict` returns the same model to the last bit."""
        return json.loads(self._core.json())

    def to_urdf(self) -> str:
        """The model as URDF, with Kintree's own joint types where they are needed."""
        return self._core.urdf()

    @property
    def name(self) -> str:
        return self._json["name"]

    @property
    def n(self) -> int:
        """Degrees of freedom."""
        return self._layout["n"]

    @property
    def nq(self) -> int:
        """Length of q."""
        return self._layout["nq"]

    @functools.cached_property
    def gravity(self) -> Array:
        """[m/s^2], in base axes."""
        return constant(self._number(self._json["gravity"]))

    @functools.cached_property
    def bodies(self) -> list[Body]:
        """Bodies 1 to N; each follows its parent."""
        return [self._body(number, body) for number, body in enumerate(self._json["bodies"], 1)]

    @functools.cached_property
    def constraints(self) -> list[Constraint]:
        """Contacts, loops and joints that follow others, in the order of their rows. Empty for an open tree."""
        return [self._constraint(c) for c in self._json.get("constraints", [])]

    def _constraint(self, c: dict[str, Any]) -> Constraint:
        if "coupling" in c:
            coupling = Coupling(*self._number([c["coupling"]["multiplier"], c["coupling"]["offset"]]))
            return Constraint(c["name"], c["body"], None, c["relative_to"], constant(np.zeros(6, dtype=bool)), coupling)
        return Constraint(c["name"], c["body"], Placement._read(c["pose"], self._number), c["relative_to"], constant(np.array(c["rows"], dtype=bool)))

    def _body(self, number: int, body: dict[str, Any]) -> Body:
        joint, inertial = body["joint"], body["inertial"]
        places = {}
        for key, end in (("position", self.nq), ("velocity", self.n)):
            first = [*self._layout[f"first_{key}"], end + 1]
            places[key] = slice(first[number] - 1, first[number + 1] - 1)
        array = self._number
        xx, xy, xz, yy, yz, zz = array(inertial["inertia"])
        return Body(body["name"], number, body["parent"],
                    Joint(joint["name"], joint["kind"], Placement._read(joint["placement"], array), constant(array(joint["axis"])),
                          constant(array(joint["second_axis"])), array([joint["pitch"]])[0], places["position"], places["velocity"],
                          constant(array(joint.get("armature", [0] * (places["velocity"].stop - places["velocity"].start))))),
                    array([inertial["mass"]])[0], Placement._read(inertial["origin"], array),
                    constant(np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])))

    @property
    def joints(self) -> list[Joint]:
        return [body.joint for body in self.bodies]

    def body(self, name: str) -> Body:
        return self._named("body", self.bodies, name)

    def joint(self, name: str) -> Joint:
        return self._named("joint", self.joints, name)

    def _named(self, what: str, items: Iterable[Any], name: str) -> Any:
        found = {item.name: item for item in items}
        if name not in found:
            raise _kintree.InputError(f"{self.name}: no {what} '{name}'; there are: {', '.join(found)}")
        return found[name]

    @property
    def coordinates(self) -> list[str]:
        """The joint of each degree of freedom."""
        return [joint.name for joint in self.joints for _ in range(joint.velocities.stop - joint.velocities.start)]

    def end_effector(self, body: str, xyz: ArrayLike = (0, 0, 0), rpy: ArrayLike = (0, 0, 0)) -> EndEffector:
        """A frame on the body of that name."""
        return EndEffector(self.body(body).number, Placement(doubles(xyz), doubles(rpy)))

    def __repr__(self) -> str:
        return f"<kintree.Model '{self.name}': {len(self._json['bodies'])} bodies, {self.n} degrees of freedom>"


def check_types(model: Any, state: Any) -> None:
    """InputError unless a model and a state are given in this order."""
    for name, given, expected in (("model", model, Model), ("state", state, State)):
        if not isinstance(given, expected):
            raise _kintree.InputError(f"{name}: a {type(given).__name__}; expected a kintree.{expected.__name__}")


def _options(floating_base: bool | str, independent_mimic: bool, ignore_unknown: bool) -> Any:
    return _kintree.UrdfOptions(bool(floating_base), floating_base if isinstance(floating_base, str) else "", independent_mimic, ignore_unknown)


def _warn_model(read: tuple[Any, list[str]]) -> Model:
    for warning in read[1]:
        warnings.warn(warning, stacklevel=3)
    return Model(read[0])


def read_robot(model: str | PathLike[str], state: str | PathLike[str], *, floating_base: bool | str = False, independent_mimic: bool = False,
               ignore_unknown: bool = False) -> tuple[Model, State]:
    """A model and a state of it, from the files that the command takes as `--model` and `--state`.

    The state may add a floating base and change the gravity, so both are read at once. The options are those of `Model.from_file`."""
    options = _options(floating_base, independent_mimic, ignore_unknown)
    core, text, warned = _kintree.read_robot(path_of("model", model), path_of("state", state), options)
    return _warn_model((core, warned)), State.from_dict(json.loads(text))
