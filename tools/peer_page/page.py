"""The page of the peers, from records and from what the programs said. The same input gives the same bytes."""
from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from string import Template

from html_parts import Cell, Detail, Html, code, table
from records import CLASSES, EXPLAINED, STYLES, beyond, is_singular, kind, singular_kind, worst
from times import times
from vectors import Vectors, details, overview

HERE = Path(__file__).resolve().parent
SOURCE = HERE.parent.parent
PROBLEMS = ["mass_matrix", "factorization", "mass_matrix_inverse", "inverse_dynamics", "forward_dynamics", "inverse_osim"]
STYLE, SCRIPT = ((SOURCE / "reports/page" / name).read_text() for name in ("style.css", "page.js"))


@dataclass
class Finding:
    title: str  # the first line of the program
    source: str
    said: str  # asked, came, exact
    reproduced: bool


@dataclass
class Peer:
    name: str
    version: str
    why_not: str = ""  # nothing was asked of it
    records: list[dict] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    ours: dict[str, str] = field(default_factory=dict)  # by command, the verdict of a plugin of ours
    shrunk: dict[str, str] = field(default_factory=dict)  # by command, the folder of the smallest case
    closed_forms: str = ""
    vectors: dict | None = None  # as kintree vectors --json has them
    outcome: str = ""  # of an earlier time, kept beside the adapter, where nothing was asked
    origin: str = ""  # the package that it comes from
    is_reader: bool = False  # of URDF

    @property
    def hangs(self) -> bool:
        """It gave no answer in the time allowed."""
        return any(r["reason"] == "timed_out" for r in self.records)

    @property
    def title(self) -> str:
        return self.version.split(" (npm ")[0] or self.name


def by(key: str, records: list[dict]) -> dict[str, list[dict]]:
    groups: dict[str, list[dict]] = {}
    for r in records:
        groups.setdefault(r[key], []).append(r)
    return groups


def link(peer: Peer) -> Html:
    return Html(f'<a href="#peer-{escape(peer.name)}">{escape(peer.title)}</a>')


def again(command: str) -> Html:
    """The command as it is typed in the folder of the repository."""
    typed = command.replace(f"--plugin-path {SOURCE}/", "--plugin-path ")
    return code(f"build/{typed}" if typed.startswith("kintree ") else typed)


def number(count: int, what: str) -> str:
    return f"{count:,} {what}" + ("" if count == 1 else "s")


def outcome(records: list[dict], ours: dict[str, str]) -> Cell:
    """Of one library and one problem, or family: how many answers are A or B, and what became of the others."""
    found = Counter(kind(r, ours) for r in records)
    judged = sum(found[c] for c in CLASSES if c not in ("ill-posed", "unsupported"))
    if not judged:
        return Cell("not judged" if found["ill-posed"] else "–", "blank")
    others = [f"{found[c]} {c}" for c in CLASSES[2:-2] if found[c]]
    worst_kind = next(c for c in reversed(CLASSES[:-2]) if found[c])
    return Cell("; ".join([f"{found['A'] + found['B']} of {judged}", *others]), f"heat {STYLES[worst_kind]}")


def matrix(peers: list[Peer], what: str) -> str:
    asked = [p for p in peers if p.records]
    if not asked:
        return ""
    solved = {r["problem"] for p in asked for r in p.records}
    problems = [p for p in PROBLEMS if p in solved]
    rows = []
    for peer in asked:
        of = by("problem", peer.records)
        rows.append([link(peer), *(outcome(of.get(problem, []), peer.ours) for problem in problems)])
    return f"<h3>{what}</h3>\n" + table(f"{what} by problems", ["peer", *problems], rows, "matrix outcomes")


def lead(peers: list[Peer]) -> str:
    kinds = Counter(kind(r, p.ours) for p in peers for r in p.records)
    judged = sum(kinds[c] for c in CLASSES[:-2])
    if not judged:
        return "Nothing was judged."
    asked = sum(bool(p.records) for p in peers)
    return (f"{asked} of {number(len(peers), 'peer')} could be asked. Of {number(judged, 'answer')} that were judged, {kinds['A'] + kinds['B']:,} are as accurate as "
            f"the problem, or a backward-stable method, allows; {judged - kinds['A'] - kinds['B']:,} are not.")


def missing(peers: list[Peer]) -> str:
    rows = [[link(p), p.why_not] for p in peers if p.why_not]
    return f'<section id="missing">\n<h2>Not asked</h2>\n{table("Peers that were not asked", ["peer", "why"], [[name, Cell(why, "wrap")] for name, why in rows])}</section>\n' if rows else ""


def verdicts(peer: Peer) -> str:
    rows = []
    for problem, records in by("problem", peer.records).items():
        found, largest = Counter(kind(r, peer.ours) for r in records), worst(records)
        rows.append([problem, *(Cell(found[c], "number" if found[c] else "number zero") for c in CLASSES),
                     f"{largest['alpha']:.2g}" if largest else "", largest["case"].split(":")[0] if largest else ""])
    return table(f"Answers of {peer.title} by problem", ["problem", *(f"#{c}" for c in CLASSES), "#largest α", "in case"], rows)


def families(peer: Peer) -> str:
    solved = by("problem", peer.records)
    problems = [p for p in PROBLEMS if p in solved]
    rows = []
    for family, records in by("family", peer.records).items():
        of = by("problem", records)
        rows.append([family, *(outcome(of.get(p, []), peer.ours) for p in problems)])
    return "<h2>Families of trees</h2>\n<p>How many answers are A or B, of those that were judged.</p>\n" + table("Answers by family and problem", ["family", *problems], rows, "matrix outcomes")


def cases(peer: Peer) -> str:
    """The smallest case of what is beyond the bounds, with the command that repeats it."""
    rows: list[list[object] | Detail] = []
    for r in beyond(peer.records, peer.ours):
        measured = [f"{r[key]:.2g}" if r[key] is not None else "" for key in ("error", "limit", "sigma")]
        rows.append([r["problem"], kind(r, peer.ours), r["case"], r["degrees_of_freedom"], *measured])
        said = escape(r["detail"]) + " " if r["detail"] else ""
        reduced = peer.shrunk.get(r["command"])
        drawn = Path(reduced) / "tree.svg" if reduced else None
        if drawn and drawn.is_file():
            svg = drawn.read_text()
            said += (f'<span class="soft">Reduced to the smallest case that still fails, in {escape(reduced.removeprefix(f"{SOURCE}/"))}:</span> '
                     f'<span class="drawing reduced">{svg[svg.index("<svg"):]}</span>')
        rows.append(Detail(Html(said + again(r["command"]))))
    if not rows:
        return ""
    return ("<h2>Worse than B: the smallest cases</h2>\n<p>Of each problem and kind the case of fewest degrees of freedom n. Error, the error that B allows, and σ are relative, without unit.</p>\n"
            + table("Cases worse than B", ["problem", "kind", "case", "#n", "#error", "#B allows", "#σ"], rows))


def largest(peer: Peer) -> str:
    rows: list[list[object] | Detail] = []
    for problem, records in by("problem", peer.records).items():
        if w := worst(records):
            rows += [[problem, kind(w, peer.ours), w["case"], f"{w['error']:.2g}", f"{w['sigma']:.2g}", f"{w['alpha']:.2g}"], Detail(again(w["command"]))]
    return "<h2>The largest errors</h2>\n<p>Of each problem the case of largest α, whatever became of it.</p>\n" + table(
        "Cases of largest α", ["problem", "kind", "case", "#error", "#σ", "#α"], rows) if rows else ""


def singular(peer: Peer) -> str:
    found = [r for r in peer.records if is_singular(r)]
    if not found:
        return ""
    of = Counter(r["problem"] for r in peer.records)
    counted = sorted(Counter((r["problem"], singular_kind(r)) for r in found).items())
    first = min(found, key=lambda r: (r["degrees_of_freedom"], r["case"]))
    rows = [[problem, what, n, of[problem]] for (problem, what), n in counted]
    return ("<h2>Where there is no answer</h2>\n<p>Each case is asked again at rest, with a last body that has no inertia: H is singular, and an error that names the "
            "joint would be right. It is not counted above.</p>\n" + table("Singular neighbours", ["problem", "what came instead", "#cases", "#of"], rows + [Detail(again(first["command"]))]))


def unsupported(peer: Peer) -> str:
    reasons = Counter((r["problem"], r["detail"] or r["reason"].replace("_", " ")) for r in peer.records if r["standing"] == "unsupported")
    return "<h2>Not asked, or not judged</h2>\n" + table("What was not asked", ["problem", "reason", "#cases"],
                                                          [[p, Cell(d, "wrap"), c] for (p, d), c in sorted(reasons.items())]) if reasons else ""


def findings(peer: Peer, date: str) -> str:
    text = "<h2>Findings</h2>\n<p>Each is shown by a short program against the library alone.</p>\n" if peer.findings else ""
    for f in peer.findings:
        state = "" if f.reproduced else ' <span class="chip A">not so in this version</span>'
        said = sorted((line.partition(": ") for line in f.said.splitlines()), key=lambda part: ["asked", "came", "exact", part[0]].index(part[0]))
        lines = "".join(f"<dt>{escape(word)}</dt><dd>{escape(rest)}</dd>\n" if colon else f"<dd>{escape(word)}</dd>\n" for word, colon, rest in said)
        text += (f"<h3>{escape(f.title)}{state}</h3>\n<dl class=\"run wide\">\n{lines}<dt>shown by</dt><dd>{escape(f.source)}, "
                 f"{escape(peer.title)}, {date}</dd>\n</dl>\n")
    return text


def own_page(peer: Peer, date: str, small_robots: Vectors | None) -> str:
    text = f'<article class="view" id="peer-{escape(peer.name)}" data-under="peers">\n<h1><span class="soft">Peer</span> {escape(peer.title)}</h1>\n'
    if peer.why_not:
        text += f"<p>Nothing was asked: {escape(peer.why_not)}.</p>\n"
        if peer.outcome:
            text += "<h2>What came when it was last built</h2>\n" + "".join(f"<p>{escape(line)}</p>\n" for line in peer.outcome.splitlines())
        return text + "</article>\n"
    text += f'<dl class="run">\n{f"<dt>from</dt><dd>{escape(peer.origin)}</dd>" if peer.origin else ""}\n<dt>asked again by</dt><dd>{code(f"tools/peers --peer {peer.name}")}</dd>\n'
    if peer.closed_forms:
        text += f"<dt>closed forms</dt><dd>{escape(peer.closed_forms.split(': ')[-1])}</dd>\n"
    files = [f"{peer.name}.json", *([f"{peer.name}.vectors.json"] if peer.vectors is not None else [])]
    text += "<dt>files</dt><dd>" + ", ".join(f'<a href="{escape(f)}">{escape(f)}</a>' for f in files) + "</dd>\n</dl>\n"
    text += "<h2>Answers</h2>\n" + verdicts(peer) + findings(peer, date) + cases(peer)
    if peer.vectors is not None and small_robots is not None:
        text += details(peer.title, peer.vectors, small_robots)
    return text + largest(peer) + singular(peer) + unsupported(peer) + families(peer) + "</article>\n"


def page(peers: list[Peer], date: str, bench: dict | str = "it was not asked for", vectors: Vectors | None = None) -> str:
    given = [(link(p), p.vectors) for p in peers if p.vectors is not None]
    return Template((HERE / "page.html").read_text()).substitute(
        style=STYLE, script=SCRIPT, date=date, lead=lead(peers),
        matrix=matrix([p for p in peers if not p.is_reader], "Libraries") + matrix([p for p in peers if p.is_reader], "Readers of URDF, about the robots"),
        missing=missing(peers),
        explained="\n".join(f'<dt><span class="chip {STYLES[c]}">{escape(c)}</span></dt><dd>{escape(EXPLAINED[c])}</dd>' for c in CLASSES),
        vectors=overview(given, vectors) if vectors is not None and given else "<p>None was asked.</p>",
        time=times(bench),
        list="\n".join(f'<li>{link(p)} <span class="soft">{escape(p.why_not and "not asked" or p.origin)}</span></li>' for p in peers),
        peers="".join(own_page(p, date, vectors) for p in peers))
