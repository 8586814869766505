"""Problems, plugins, and their answers to one state."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import numpy as np

from . import _kintree
from ._model import Model, State, check_types
from ._parts import Array
from ._question import Answerer, described_problems, output_names


@dataclass(frozen=True)
class Quantity:
    """An input or output of a problem. `shape` is in n degrees of freedom, nq coordinates, N bodies and m end-effectors."""

    name: str
    symbol: str
    shape: str


@dataclass(frozen=True)
class Problem:
    name: str
    title: str
    definition: str
    inputs: tuple[Quantity, ...]
    outputs: tuple[Quantity, ...]


def problems() -> dict[str, Problem]:
    """The problems by name."""
    result = {}
    for name, described in described_problems().items():
        inputs, outputs = (tuple(Quantity(**quantity) for quantity in described[key]) for key in ("inputs", "outputs"))
        result[name] = Problem(name, described["title"], described["definition"], inputs, outputs)
    return result


@dataclass(frozen=True)
class Plugin:
    """The claims of a plugin about one problem. `less` lists the families of trees on which it promises a lesser verdict."""

    plugin: str
    problem: str
    citation: str
    domain: str
    promise: str
    less: str
    cost: str


def plugins(problem: str | None = None, *, folders: tuple[str, ...] = ()) -> list[Plugin]:
    """The plugins with their problems; those of one problem alone if it is given. `folders` are searched instead of the installed plugins."""
    if problem is not None:
        output_names(problem)
    rows = [Plugin(**row) for row in json.loads(_kintree.plugins(list(folders)))]
    return [row for row in rows if problem in (None, row.problem)]


def _arrays(model: Model, state: State, problem: str, text: str, digits: int | None) -> dict[str, Array]:
    """The outputs of the problem. A zero extent leaves no rows, so the shape is that of the problem."""
    answers, shapes = json.loads(text), _kintree.shapes(model._core, len(state.end_effectors), problem)
    return {name: np.array(answers[name], dtype=str if digits else float).reshape(shape) for name, shape in zip(output_names(problem), shapes)}


def solve(model: Model, state: State, problem: str, *, plugin: str, digits: int | None = None, folders: tuple[str, ...] = ()) -> dict[str, Array]:
    """A plugin's answer: an array for each output. With `digits` the plugin computes in so many digits, and the arrays hold decimal texts."""
    check_types(model, state)
    answer = _kintree.solve(model._core, state._text(), problem, plugin, _checked(digits), list(folders))
    return _arrays(model, state, problem, answer, digits)


def exact(model: Model, state: State, problem: str, *, digits: int | None = None) -> dict[str, Array]:
    """The exact answer: an array of the nearest doubles for each output. With `digits` the arrays hold decimal texts of so many digits, each
    proved by interval arithmetic."""
    check_types(model, state)
    return _arrays(model, state, problem, _kintree.exact(model._core, state._text(), problem, _checked(digits)), digits)


def _checked(digits: int | None) -> int:
    if digits is not None and not 1 <= digits <= 1000:
        raise _kintree.InputError(f"digits: {digits}; expected a number from 1 to 1000")
    return digits or 0


class Judgement:
    """The findings of the judge about one answer.

    - `verdict` is A to D, or F for a wrong answer. It is None where the problem has no answer.
    - `passed` is true if the verdict is B or better, or None.
    - `error` is in the unit-free norm of the problem, `sigma` is the inherent uncertainty, and `alpha` error / unavoidable error.
    - `limit` is the error that the verdict's bound allows.
    - `worst` names the entry that contributes most to the error, by joint.
    - `reason` tells why the verdict is less than B, or why there is none.
    """

    def __init__(self, record: dict[str, Any], explain: Any):
        self.verdict: str | None = record["verdict"]
        self.passed: bool = record["passed"]
        self.error, self.sigma, self.alpha, self.limit = (
            float("nan") if record[key] is None else float(record[key]) for key in ("error", "sigma", "alpha", "limit"))
        self.worst: str = record["worst"]
        self.reason: str = record["explanation"]
        self.problem: str = record["problem"]
        self._explain = explain

    @property
    def explanation(self) -> str:
        """The wrong entries, and the known mistakes that give this answer. Empty for a right answer, and without a verdict."""
        return "" if self.passed or self.verdict is None else self._explain()

    def __str__(self) -> str:
        if self.verdict is None:
            return f"{self.problem}: no verdict: {self.reason}"
        text = f"{self.problem}: verdict {self.verdict}, error {self.error:.3g}, sigma {self.sigma:.3g}, alpha {self.alpha:.3g}"
        text += f", worst at {self.worst}" if self.worst else ""
        return "\n".join([text + (f": {self.reason}" if self.reason else ""), *self.explanation.splitlines()])

    __repr__ = __str__


def judge(model: Model, state: State, problem: str, answer: Any) -> Judgement:
    """Judge an answer: an array, a tuple of the outputs, or a dictionary by name. The formula cannot be checked in the field, so an error
    beyond the bound of B is a wrong answer."""
    check_types(model, state)
    answerer = Answerer(lambda model, state: answer, problem)
    plugin, text = answerer.plugin(), state._text()
    record = json.loads(_kintree.judge(plugin, model._core, text))
    if answerer.exception is not None:
        raise _kintree.InputError(f"answer: {answerer.exception}")
    return Judgement(record, lambda: _kintree.explain(plugin, model._core, text))
