"""What `kintree vectors` says of the peers and of their readers of URDF, as the page has it."""
from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from html import escape
from pathlib import Path

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


def section(outcomes: list[tuple[str, dict]], vectors: Vectors) -> str:
    """`outcomes`: by peer, as kintree vectors --json has them."""
    text = ("<h2>Test vectors</h2>\n<p>Tiny robots of testdata/vectors, each made for one thing that readers of URDF or algorithms get wrong, with exact answers and "
            "with the wrong ones that known slips give. Readers of URDF get the text of the file, the others the tree. Off: the largest difference, beside the largest "
            "entry of the exact answer. Fewer digits: beyond the bound of a backward-stable method, but half of the digits of double are there. What looks like a slip is what the "
            "slip gives, to the digits of double.\n")
    text += "<table><tr><th>" + "".join(f"<th>{r}" for r in RESULTS) + "</tr>\n"
    for name, outcome in outcomes:
        of = counts(outcome, vectors)
        text += f"<tr><td>{escape(name)}" + "".join(f"<td>{of[r] or ''}" for r in RESULTS) + "</tr>\n"
    text += "</table>\n"
    for name, outcome in outcomes:
        rows = []
        for kind in ("wrong", "fewer digits"):
            for w in differing(outcome, vectors, kind):
                as_if = "as if " + escape(" or ".join(vectors.slips[s] for s in w.slips)) if w.slips else "like no slip that is known" if kind == "wrong" else ""
                rows.append(f"{w.number} {kind} {as_if}".rstrip() + f", off by up to {w.off:.2g}: {w.example[0]}, {w.example[1]}: {escape(vectors.what[w.example[0]])}"
                            + " (most are of " + ", ".join(f"{flag}: {number}" for flag, number in w.made_for) + ")")
        for kind in ("refused", "unsupported"):
            rows += [f"{number} {kind}: {escape(why)}" for why, number in sorted(not_answered(outcome, kind).items())]
        if rows:
            text += f"<h3>{escape(name)}</h3>\n<ul>" + "".join(f"<li>{row}\n" for row in rows) + "</ul>\n"
    return text
