"""What `kintree vectors` says of the peers and of their readers of URDF, as the page has it."""
from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from html import escape
from pathlib import Path

from html_parts import Cell, Html, table

RESULTS = ["right", "fewer digits", "wrong", "refused", "unsupported"]
# The root of the unit roundoff: half of the digits of double, as of verdict C.
HALF = 2.0**-26.5


@dataclass
class Vectors:
    """The files of testdata/vectors."""
    what: dict[str, str]  # by id
    flags: dict[str, list[str]]  # by id, what it is made for
    exact: dict[tuple[str, str], list[float]]  # by id and answer, row by row
    slips: dict[str, str]  # by name, what it means

    @staticmethod
    def read(folder: Path) -> Vectors:
        found = Vectors({}, {}, {}, {})
        for path in sorted(folder.glob("*.json")):
            file = json.loads(path.read_text())
            found.slips |= file.get("slips", {})
            for vector in file.get("vectors", []):
                found.what[vector["id"]] = vector["what"]
                found.flags[vector["id"]] = vector["flags"]
                for answer, given in vector["answers"].items():
                    found.exact[vector["id"], answer] = [float(x) for row in given["exact"] for x in (row if isinstance(row, list) else [row])]
        return found


@dataclass
class Wrong:
    """Wrong answers that look like the same slips."""
    slips: tuple[str, ...]  # none: like no slip that is known
    number: int
    off: float  # the largest difference, beside the largest entry of the exact answer
    example: tuple[str, str]  # id and answer where it is so large
    made_for: list[tuple[str, int]]  # the flags that most of them have


def off(entry: dict, vectors: Vectors) -> float:
    exact = vectors.exact[entry["id"], entry["answer"]]
    return max(abs(x - y) for x, y in zip(entry["came"], exact, strict=True)) / (max(map(abs, exact)) or 1)


def result(entry: dict, vectors: Vectors) -> str:
    """A wrong answer that looks like no slip, and has half of its digits or more, has lost the others."""
    lost = entry["result"] == "wrong" and not entry.get("looks_like") and off(entry, vectors) <= HALF
    return "fewer digits" if lost else entry["result"]


def counts(outcome: dict, vectors: Vectors) -> Counter:
    return Counter(result(entry, vectors) for entry in outcome["results"])


def differing(outcome: dict, vectors: Vectors, kind: str) -> list[Wrong]:
    groups: dict[tuple[str, ...], list[tuple[float, tuple[str, str]]]] = {}
    for entry in outcome["results"]:
        if result(entry, vectors) == kind:
            groups.setdefault(tuple(entry.get("looks_like", [])), []).append((off(entry, vectors), (entry["id"], entry["answer"])))
    found = []
    for slips, each in groups.items():
        flags = Counter(flag for _, (name, _) in each for flag in vectors.flags[name])
        found.append(Wrong(slips, len(each), *max(each), sorted(flags.items(), key=lambda f: (-f[1], f[0]))[:3]))
    return sorted(found, key=lambda w: (not w.slips, -w.number, w.slips))


def not_answered(outcome: dict, kind: str) -> Counter:
    """By reason."""
    return Counter(entry.get("detail") or "no reason given" for entry in outcome["results"] if entry["result"] == kind)


def in_words(outcome: dict, vectors: Vectors) -> str:
    of = counts(outcome, vectors)
    return ", ".join(f"{of[r]} {r}" for r in RESULTS if of[r])


def overview(outcomes: list[tuple[Html, dict]], vectors: Vectors) -> str:
    """By peer, what kintree vectors --json has of it."""
    rows = []
    for name, outcome in outcomes:
        of = counts(outcome, vectors)
        rows.append([name, *(Cell(of[r], "number" if of[r] else "number zero") for r in RESULTS)])
    text = table("Test vectors by peer", ["peer", *(f"#{r}" for r in RESULTS)], rows)
    text += ('<dl class="run">\n<dt>fewer digits</dt><dd>beyond the bound of a backward-stable method, but half of the digits of double are there</dd>\n'
             "<dt>refused</dt><dd>the library gives no answer</dd>\n<dt>unsupported</dt><dd>the library, or its adapter, has no such joint or routine</dd>\n</dl>\n")
    wrong = [[name, *row[1:]] for name, outcome in outcomes for row in not_right(outcome, vectors) if row[0] == "wrong"]
    return text + ("<h2>Wrong answers</h2>\n" + table("Wrong answers", ["peer", *COLUMNS[1:]], wrong) if wrong else "")


COLUMNS = ["result", "#answers", "it looks as if", "#off by", "where it is most", "most are about"]


def not_right(outcome: dict, vectors: Vectors) -> list[list[object]]:
    rows: list[list[object]] = []
    for result_kind in ("wrong", "fewer digits"):
        for w in differing(outcome, vectors, result_kind):
            as_if = " or ".join(vectors.slips[s] for s in w.slips) if w.slips else "no slip that is known" if result_kind == "wrong" else ""
            rows.append([result_kind, w.number, Cell(as_if, "wrap"), f"{w.off:.2g}", Cell(f"{w.example[0]}, {w.example[1]}: {vectors.what[w.example[0]]}", "wrap"),
                         Cell(", ".join(f"{flag} ({n})" for flag, n in w.made_for), "wrap")])
    return rows


def details(title: str, outcome: dict, vectors: Vectors) -> str:
    """What one peer does not get right, or does not answer."""
    text = f"<h2>Test vectors</h2>\n<p>{escape(in_words(outcome, vectors))}.</p>\n"
    if rows := not_right(outcome, vectors):
        text += "<p><em>Off by</em>: the largest difference, beside the largest entry of the exact answer.</p>\n" + table(f"Vectors that {title} does not get right", COLUMNS, rows)
    silent = [[kind, n, Cell(why, "wrap")] for kind in ("refused", "unsupported") for why, n in sorted(not_answered(outcome, kind).items())]
    return text + (table(f"Vectors that {title} does not answer", ["result", "#answers", "why"], silent) if silent else "")
