"""Functions before the judge: on random trees, and on all small trees in the finite field."""

from __future__ import annotations

import html
import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike, fspath
from typing import Any

from . import _kintree
from ._answers import Judgement, exact, judge
from ._model import Model, State, _options
from ._parts import Array, names, path_of, whole
from ._question import Answerer, Function, output_names, raised_at


class _Progress:
    """The trees that are done, on a terminal, if a check takes longer than a second."""

    def __init__(self, check: str):
        self._check, self._next, self._shown = check, time.monotonic() + 1, False

    def __enter__(self) -> _Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)

    def __call__(self, done: int, trees: int) -> None:
        if time.monotonic() >= self._next and sys.stderr.isatty():
            print(f"\r{self._check}: {done} of {trees} trees", end="", file=sys.stderr, flush=True)
            self._next, self._shown = time.monotonic() + 0.2, True


class WrongAnswer(AssertionError):
    """A check failed. The text tells the case, the worst entry, what the mistake looks like, and how to repeat the check."""


@dataclass(frozen=True)
class Family:
    """A family of random trees. Families that are not moderate are hard: a sound algorithm may lose digits there."""

    name: str
    description: str
    is_moderate: bool


def families() -> list[Family]:
    return [Family(**family) for family in json.loads(_kintree.families())]


@dataclass(frozen=True, repr=False)
class Case:
    """A random tree in a random state. Its name has its family and its seed."""

    name: str
    family: str
    seed: int
    model: Model
    state: State
    problem: str | None = None

    def exact(self, problem: str | None = None) -> dict[str, Array]:
        """The exact answer."""
        return exact(self.model, self.state, self._problem(problem))

    def judge(self, answer: Any, problem: str | None = None) -> Judgement:
        return judge(self.model, self.state, self._problem(problem), answer)

    def check(self, answer: Any, problem: str | None = None) -> None:
        """Raise WrongAnswer unless the answer is right."""
        __tracebackhide__ = True
        judgement = self.judge(answer, problem)
        if not judgement.passed:
            raise WrongAnswer(f"case {self.name}: {judgement}")

    def _problem(self, problem: str | None) -> str:
        if problem is None and self.problem is None:
            raise _kintree.InputError(f"case {self.name}: no problem; expected the name of a problem")
        return problem or self.problem or ""

    def __str__(self) -> str:
        return self.name

    __repr__ = __str__


def _choice(families: Sequence[str], trees: int, bodies: int, seed: int, joints: Sequence[str], model: str | PathLike[str] | None,
            floating_base: bool | str, independent_mimic: bool) -> Any:
    path = "" if model is None else path_of("model", model)
    if independent_mimic and not path:
        raise _kintree.InputError("independent_mimic: needs model")
    counts = (whole(key, number) for key, number in (("trees", trees), ("bodies", bodies), ("seed", seed)))
    return _kintree.CaseChoice(names(families), *counts, names(joints), path, _options(floating_base, independent_mimic, False))


def cases(problem: str | None = None, *, trees: int = 21, bodies: int = 10, seed: int = 1, families: Sequence[str] = (),
          joints: Sequence[str] = (), model: str | PathLike[str] | None = None, floating_base: bool | str = False,
          independent_mimic: bool = False) -> list[Case]:
    """Random cases, as `verify` draws them, for `pytest.mark.parametrize("case", ..., ids=str)`."""
    if problem is not None:
        output_names(problem)
    drawn = _kintree.drawn_cases(_choice(families, trees, bodies, seed, joints, model, floating_base, independent_mimic))
    return [Case(name, family, seed, Model(core), State.from_dict(json.loads(state)), problem) for name, family, seed, core, state in drawn]


class Report:
    """The outcome of `verify`.

    - `passed` is true if no case failed and at least one was judged.
    - `records` has a dictionary for each case, with the keys of `kintree verify --json`. `failures` are those that failed.
    - `verdicts` counts the verdicts. `worst` is the record with the largest alpha.
    - `failure` is the record of the smallest case that failed, and `case` has its model and its state. `explanation` has its wrong entries
      and the known mistakes that give them. `repeat` is the call that repeats it alone.
    - `exception` is that of the function, if it raised one.
    - `in_field` counts the results of the finite field: `proved` (equal in every entry), `wrong` and `not_askable`. Empty without `generic`.
    """

    def __init__(self, function: str, problem: str, seed: int, records: list[dict[str, Any]], generic: bool = False):
        self.function, self.problem, self.seed, self.records, self._generic = function, problem, seed, records, generic
        self.in_field = Counter(record["right"] for record in records if generic and record["right"] != "not_asked")
        self.failures = [record for record in records if not record["passed"]]
        self.verdicts = Counter(record["verdict"] for record in records if record["verdict"])
        judged = sorted((record for record in records if record["alpha"] is not None), key=lambda record: float(record["alpha"]))
        self.worst: dict[str, Any] | None = judged[-1] if judged else None
        self.passed = not self.failures and bool(self.verdicts)
        self.failure: dict[str, Any] | None = None
        self.case: Case | None = None
        self.explanation, self.repeat = "", ""
        self.exception: BaseException | None = None

    def require(self) -> None:
        """Raise WrongAnswer unless the function passed."""
        __tracebackhide__ = True
        if not self.passed:
            raise WrongAnswer(str(self)) from self.exception

    def _summary(self) -> str:
        counts = ", ".join(f"{verdict} {count}" for verdict, count in sorted(self.verdicts.items()))
        return f"{self.function} {self.problem}: {'passed' if self.passed else 'FAILED'}, {len(self.records)} cases: {counts or 'not one was judged'}"

    def __str__(self) -> str:
        lines = [self._summary()]
        if self.failure:
            record = self.failure
            error = "" if record["error"] is None else f", error {record['error']:.3g}"
            worst = f", worst at {record['worst']}" if record["worst"] else ""
            lines.append(f"  case {record['case']}: verdict {record['verdict']}{error}{worst}: {record['explanation']}")
            if self.exception and (where := raised_at(self.exception)):
                lines.append(f"  raised{where}")
            lines += [*self.explanation.splitlines(), f"  to repeat: {self.repeat}"]
        elif self.worst:
            lines.append(f"  largest alpha {self.worst['alpha']:.3g} in case {self.worst['case']}")
            if not self._generic:
                lines.append("  not checked in the finite field (generic=False)")
            if self.in_field:
                lines.append(f"  equal to the exact answer in the finite field in {self.in_field['proved']} of {self.in_field.total()} cases")
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        rows = [(record["case"], record["verdict"] or "none", record["worst"], record["explanation"]) for record in self.failures[:20]]
        head = "".join(f"<th>{title}</th>" for title in ("case", "verdict", "worst entry", "reason"))
        body = "".join("<tr>" + "".join(f"<td>{html.escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows)
        table = f"<table><tr>{head}</tr>{body}</table>" if rows else ""
        details = "\n".join(str(self).splitlines()[1:])
        return f"<p><b>{html.escape(self._summary())}</b></p>{table}<pre>{html.escape(details)}</pre>"


def verify(function: Function, problem: str, *, trees: int = 66, bodies: int = 10, seed: int = 1, families: Sequence[str] = (),
           joints: Sequence[str] = (), model: str | PathLike[str] | None = None, floating_base: bool | str = False,
           independent_mimic: bool = False, promise: str = "B", generic: bool = False, approximates: bool = False,
           fail_fast: bool = False) -> Report:
    """Check a function on random trees, or on a robot file in random states.

    - `function` is called as function(model, state).
    - `families` are families of trees. The default are those with moderate numbers.
    - `joints` are the kinds of joint to draw from. The default are all.
    - `model` is a URDF, MJCF or SDF file. `floating_base` and `independent_mimic` are those of `Model.from_file`.
    - `promise` is the least verdict that passes.
    - With `generic` the function is checked in the finite field too. It must compute with Field numbers.
    - With `approximates` it is judged by its digits alone, for finite differences and iterations. `promise` is C or D then.
    - With `fail_fast` the run stops at the first case that fails.
    """
    if promise not in ("A", "B") and not (generic or approximates):
        raise _kintree.InputError(f"promise: {promise!r}; expected 'A' or 'B': beyond the bound of B an answer that is not checked in the field is "
                                  "wrong; a function that is generic, or that approximates, may promise less")
    answerer = Answerer(function, problem)
    choice = _choice(families, trees, bodies, seed, joints, model, floating_base, independent_mimic)
    with _Progress("verify") as progress:
        text, failed = _kintree.verify(answerer.plugin(promise, generic, approximates), choice, fail_fast, progress)
    records = json.loads(text)
    report = Report(records[0]["plugin"], problem, seed, records, generic)
    if failed:
        index, core, state, report.explanation = failed
        record = report.failure = records[index]
        report.case = Case(record["case"], record["family"], record["seed"], Model(core), State.from_dict(json.loads(state)), problem)
        report.exception = answerer.exception if record["reason"] == "reports_error" else None
        where = f"model={fspath(model)!r}" if model is not None else f"families={[record['family']]!r}, bodies={bodies}"
        more = {"joints": (names(joints), []), "floating_base": (floating_base, False), "independent_mimic": (independent_mimic, False),
                "promise": (promise, "B"), "generic": (generic, False), "approximates": (approximates, False)}
        options = "".join(f", {key}={value!r}" for key, (value, default) in more.items() if value != default)
        report.repeat = f"kintree.verify({report.function}, {problem!r}, {where}, seed={record['seed']}, trees=1{options})"
    return report


@dataclass(frozen=True, repr=False)
class Proof:
    """The outcome of `prove`: so many trees, on which the answer is equal to the exact one, or is wrong, or cannot be computed."""

    function: str
    problem: str
    bodies: int
    trees: int
    proved: int
    wrong: int
    not_askable: int
    outside: int
    first_wrong: str
    exception: BaseException | None = None

    @property
    def passed(self) -> bool:
        return self.wrong == 0 and self.proved > 0

    def require(self) -> None:
        """Raise WrongAnswer unless the function passed."""
        __tracebackhide__ = True
        if not self.passed:
            raise WrongAnswer(str(self)) from self.exception

    def __str__(self) -> str:
        text = (f"{self.function} {self.problem}: {'passed' if self.passed else 'FAILED'}: equal to the exact answer in the finite field on "
                f"{self.proved} of {self.trees} trees, wrong on {self.wrong}")
        text += f", not decided on {self.not_askable}" if self.not_askable else ""
        text += f", unsupported on {self.outside}" if self.outside else ""
        text += f"\n  the smallest wrong tree (parent-joint of each body): {self.first_wrong}" if self.wrong else ""
        if self.exception:
            text += f"\n  the function raised {type(self.exception).__name__}{raised_at(self.exception)}: {self.exception}"
        return text

    __repr__ = __str__


def prove(function: Function, problem: str, *, bodies: int = 1, seed: int = 1) -> Proof:
    """Check a generic function in the finite field on all trees of up to so many bodies, and on all shapes of up to 8 bodies.

    The function must compute with Field numbers: + - * /, np.sin, np.cos and np.sqrt, and no decision by size. Each tree is drawn at one
    point. An answer that is wrong is equal there by chance with a probability of its degree / 2^60 at most. The proof ends at the first tree on
    which the function raises an exception."""
    answerer = Answerer(function, problem)
    with _Progress("prove") as progress:
        def goes_on(done: int, trees: int) -> bool:
            progress(done, trees)
            return answerer.exception is None

        (row,) = json.loads(_kintree.prove(answerer.plugin(generic=True), whole("bodies", bodies), whole("seed", seed), goes_on))
    counts = {key: row[key] for key in ("bodies", "trees", "proved", "wrong", "not_askable", "outside", "first_wrong")}
    return Proof(row["plugin"], problem, **counts, exception=answerer.exception)
