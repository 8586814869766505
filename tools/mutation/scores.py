"""The results of the mutants of a plugin or of a module: verdicts, counts, the table."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field

from operators import Mutant

FIELD = ("not equal", "crashed", "timed out")  # in the finite field: a wrong answer, or none
KILLED = (*FIELD, "verify", "test")
# Other verdicts: "survived"; "equal" in the field, and no test fails either; "identical" object code; "equivalent" by the list, with
# its reason; "stillborn".
KEPT = ("survived", "equal", "equivalent", "test")  # in the file, which has only the counts of the others


@dataclass
class Result:
    file: str
    line: int
    operator: str
    old: str
    new: str
    verdict: str
    by: str = ""  # the first failure, the reason why it is equivalent, or the number of answers
    typical: str = ""  # the verdict of the typical test (killed, survived); empty if it did not run

    @staticmethod
    def of(mutant: Mutant, verdict: str, by: str = "") -> Result:
        return Result(mutant.file, mutant.line, mutant.operator, mutant.old, mutant.new, verdict, by)


@dataclass
class Score:
    name: str
    seed: int
    against: str = ""  # of the typical test: robot and partner
    tolerance: float | None = None
    results: list[Result] = field(default_factory=list)

    def count(self, *verdicts: str) -> int:
        return sum(r.verdict in verdicts for r in self.results)

    def alive(self) -> int:
        """The number of mutants that count: they compile, and are another algorithm."""
        return self.count("survived", *KILLED)

    def asked(self) -> int:
        """The number of mutants for which the typical test ran."""
        return sum(bool(r.typical) for r in self.results)

    def as_json(self) -> dict[str, object]:
        typical = {"against": self.against, "tolerance": self.tolerance, "asked": self.asked(),
                   "killed": sum(r.typical == "killed" for r in self.results)}
        return {"plugin": self.name, "seed": self.seed, "mutants": self.alive(), "field": self.count(*FIELD),
                "verify": self.count("verify"), "test": self.count("test"), "survived": self.count("survived"),
                "equal": self.count("equal"), "equivalent": self.count("equivalent", "identical"),
                "stillborn": self.count("stillborn"), "typical": typical,
                "results": [asdict(r) for r in self.results if r.verdict in KEPT]}


COUNTS = ["mutants", "field", "verify", "test", "survived", "equal", "equivalent", "stillborn"]


def percent(part: int, whole: int) -> str:
    return "-" if whole == 0 else f"{100 * part // whole} %"


def row(cells: Sequence[object]) -> str:
    return (f"{cells[0]!s:<32}" + "".join(f"{c!s:>12}" for c in cells[1:])).rstrip()


def table(scores: Sequence[dict]) -> str:
    lines = [row(["", *COUNTS, "killed", "typical"])]
    for s in scores:
        lines.append(row([s["plugin"], *(s[c] for c in COUNTS), percent(s["mutants"] - s["survived"], s["mutants"]),
                          percent(s["typical"]["killed"], s["typical"]["asked"])]))
    return "\n".join(lines)


def survivors(score: dict) -> str:
    return "".join(f"survived: {score['plugin']}: {r['file']}:{r['line']}: {r['operator']}\n"
                   f"  - {r['old']}\n  + {r['new']}\n" for r in score["results"] if r["verdict"] == "survived")
