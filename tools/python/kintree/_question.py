"""Questions of the line protocol (reference/protocol.md), answered by a function of a model and a state."""

from __future__ import annotations

import difflib
import functools
import json
import os
import sysconfig
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from . import _kintree
from ._kintree import Field
from ._model import Model, State
from ._parts import constant, doubles, fields, reals

Function = Callable[[Model, State], Any]
"""Returns the output of a problem as an array; several outputs as a tuple in their order, or as a dictionary by name."""


class Breakdown(Exception):
    """Raised by a function that meets a pivot that is not positive. np.linalg.LinAlgError means the same."""


class DependentRow(Exception):
    """Raised by a function for the J-bar where a row of the Jacobian, counted from 1, depends on others."""

    def __init__(self, row: int):
        super().__init__(f"row {row} depends on others")
        self.row = row


@functools.lru_cache(maxsize=None)
def described_problems() -> dict[str, dict[str, Any]]:
    return {problem["name"]: problem for problem in json.loads(_kintree.problems())}


def output_names(problem: str) -> list[str]:
    known = described_problems()
    if not isinstance(problem, str):
        raise _kintree.InputError(f"problem: a {type(problem).__name__}; expected the name of a problem, such as 'mass_matrix'")
    if problem not in known:
        near = "".join(f"; the nearest known name is '{name}'" for name in difflib.get_close_matches(problem, known, 1))
        raise _kintree.InputError(f"unknown problem '{problem}'{near}; there are: {', '.join(known)}")
    return [output["name"] for output in known[problem]["outputs"]]


@functools.lru_cache(maxsize=8)
def _model(model: str, layout: str, in_double: str) -> Model:
    """A model of a question. Questions about several states repeat it."""
    if not in_double:
        return Model(None, json.loads(model), json.loads(layout))
    return Model(None, json.loads(model), json.loads(layout), fields, _model(in_double, layout, ""))


def model_of(question: dict[str, Any]) -> Model:
    in_double = question.get("model_in_double")
    return _model(json.dumps(question["model"]), json.dumps(question["layout"]), json.dumps(in_double) if in_double else "")


def state_of(question: dict[str, Any]) -> State:
    in_field = question["numbers"] == "field"
    number = fields if in_field else doubles
    state = State.from_dict(question["state"], number)
    state.in_double = State.from_dict(question["state_in_double"]) if in_field else state
    if "H" in question:
        state.H = number(question["H"])
    for array in (state.q, state.v, state.qdd, state.tau, state.f_ext, state.gamma):
        constant(array)
    return state


def outputs(problem: str, result: Any) -> dict[str, Any]:
    """The outputs by name."""
    names = output_names(problem)
    if isinstance(result, dict):
        missing = [name for name in names if name not in result]
        if missing:
            raise ValueError(f"the answer has no '{missing[0]}'; expected {', '.join(names)}")
        values = tuple(result[name] for name in names)
    else:
        values = result if isinstance(result, tuple) else (result,)
    if any(value is None for value in values):
        expected = " and ".join(f"{output['name']} ({output['shape']})" for output in described_problems()[problem]["outputs"])
        raise ValueError(f"the answer is None; expected {expected}; a function without 'return' returns None")
    if len(values) != len(names):
        raise ValueError(f"the answer has {len(values)} outputs; expected {len(names)}: {', '.join(names)}")
    return dict(zip(names, values))


def as_json(name: str, shape: str, value: Any, in_field: bool) -> Any:
    """The lists of an output. `shape` is that of the problem, such as n x n."""
    array = np.atleast_1d(np.asarray(value, dtype=object) if in_field else reals(name, value))
    if array.size and array.ndim != shape.count(" x ") + 1:
        raise ValueError(f"{name} has the shape {array.shape}; expected {shape}, an array of {shape.count(' x ') + 1} dimensions")
    return np.vectorize(lambda x: str(Field(x)), otypes=[object])(array).tolist() if in_field and array.size else array.tolist()


def raised_at(exception: BaseException) -> str:
    """The innermost line of the user's code that raised the exception: ` at FILE:LINE`. Empty if there is none, as in a conversion of an answer."""
    frames = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(exception.__traceback__)]
    called = [(file, line) for file, line in frames if Path(file).parent != Path(__file__).parent]
    libraries = tuple(os.path.join(folder, "") for folder in (sysconfig.get_path("stdlib"), os.path.dirname(np.__file__)))
    own = [(file, line) for file, line in called if not file.startswith((*libraries, "<__array_function__", "<frozen "))] or called[:1]
    return f" at {own[-1][0]}:{own[-1][1]}" if own else ""


# numpy reports these as wrong types.
_FIELD_HINT = ("; numbers of the field need arrays with dtype=state.q.dtype, "
               "and kintree.spatial.solve_positive in place of np.linalg")


class Answerer:
    """A callable from the text of a question to that of its answer. `exception` is the last one that the function raised."""

    def __init__(self, function: Function, problem: str):
        if not callable(function):
            raise _kintree.InputError(f"function: a {type(function).__name__}; expected a function of a model and a state")
        output_names(problem)
        self.function, self.problem = function, problem
        self.exception: BaseException | None = None

    def __call__(self, line: str) -> str:
        return json.dumps({"id": 0, **self.answer(json.loads(line))})

    def answer(self, question: dict[str, Any]) -> dict[str, Any]:
        try:
            result = self.function(model_of(question), state_of(question))
            shapes = (output["shape"] for output in described_problems()[self.problem]["outputs"])
            return {name: as_json(name, shape, value, question["numbers"] == "field")
                    for shape, (name, value) in zip(shapes, outputs(self.problem, result).items())}
        except (Breakdown, np.linalg.LinAlgError):
            return {"breakdown": 0}
        except DependentRow as status:
            return {"dependent_row": status.row}
        except NotImplementedError as status:
            return {"unsupported": str(status) or "not implemented"}
        except (Exception, SystemExit) as exception:
            self.exception = exception
            hint = _FIELD_HINT if question["numbers"] == "field" and isinstance(exception, TypeError) else ""
            return {"error": f"{type(exception).__name__}: {exception}{hint}"}

    def plugin(self, promise: str = "B", generic: bool = False, approximates: bool = False) -> Any:
        """The function as a plugin. `generic`: it also computes with Field numbers. `approximates`: its digits alone are judged."""
        description = {"kintree": 1, "name": getattr(self.function, "__name__", type(self.function).__name__),
                       "problems": {self.problem: promise}, "numbers": ["double", "field"] if generic else ["double"],
                       "domain": {"quaternions": True, "armature": True}, "pivots": False, "approximates": approximates}
        return _kintree.FunctionPlugin(json.dumps(description), self)
