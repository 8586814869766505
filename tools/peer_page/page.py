"""The page of the peers, from records and from what the programs said. The same input gives the same bytes."""
from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from html import escape

from records import CLASSES, EXPLAINED, beyond, is_singular, kind, singular_kind, worst
from vectors import Vectors, section


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


STYLE = """body{font:15px/1.45 sans-serif;max-width:62em;margin:2em auto;padding:0 1em}table{border-collapse:collapse;margin:.6em 0}
td,th{border:1px solid #bbb;padding:.15em .5em;text-align:right}td:first-child,th:first-child{text-align:left}code,pre{background:#f3f3f3}
pre{padding:.5em;overflow-x:auto}.note{color:#555}"""


def table(head: list[str], rows: list[list[object]]) -> str:
    def row(cells: list[object], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{escape(str(c))}</{tag}>" for c in cells) + "</tr>\n"
    return "<table>\n" + row(list(head), "th") + "".join(row(r, "td") for r in rows) + "</table>\n"


def counts(records: list[dict], ours: dict[str, str]) -> list[object]:
    found = Counter(kind(r, ours) for r in records)
    return [found[c] or "" for c in CLASSES]


def by(key: str, records: list[dict]) -> dict[str, list[dict]]:
    groups: dict[str, list[dict]] = {}
    for r in records:
        groups.setdefault(r[key], []).append(r)
    return groups


def verdicts(peer: Peer) -> str:
    rows = []
    for problem, records in by("problem", peer.records).items():
        largest = worst(records)
        rows.append([problem, *counts(records, peer.ours), f"{largest['alpha']:.3g}" if largest else "", largest["case"].split(":")[0] if largest else ""])
    text = table(["problem", *CLASSES, "largest α", "in case"], rows)
    text += table(["family", *CLASSES], [[family, *counts(records, peer.ours)] for family, records in by("family", peer.records).items()])
    return text


def examples(peer: Peer) -> str:
    """The smallest case of what is beyond the bounds, the largest errors, and singular neighbours, with commands."""
    text = ""
    for r in beyond(peer.records, peer.ours):
        text += f"<p>{escape(r['problem'])}, {kind(r, peer.ours)}: {escape(r['reason'])} {escape(r['detail'])}, case {escape(r['case'])}"
        if r["error"] is not None:
            text += f", error {r['error']:.2g}, allowed {r['limit']:.2g}, by one rounding of the input {r['sigma']:.2g}"
        text += f"<pre>{escape(r['command'])}</pre>"
        if peer.shrunk.get(r["command"]):
            text += f"<p class=note>Reduced to the smallest case that still fails: {escape(peer.shrunk[r['command']])}"
    commands = [f"# {problem}, α {w['alpha']:.3g}\n{w['command']}" for problem, records in by("problem", peer.records).items() if (w := worst(records))]
    if commands:
        text += f"<p>The largest errors again:<pre>{escape(chr(10).join(commands))}</pre>"
    singular = [r for r in peer.records if is_singular(r)]
    if singular:
        text += "<p>Each case is asked again at rest, with a last body that has no inertia, so that H is singular and there is no answer."
        for detail, number in sorted(Counter((r["problem"], singular_kind(r)) for r in singular).items()):
            text += f"<br>{escape(detail[0])}: {escape(detail[1])} in {number} of {sum(r['problem'] == detail[0] for r in peer.records)} cases."
        first = min(singular, key=lambda r: (r["degrees_of_freedom"], r["case"]))
        text += f"<pre>{escape(first['command'])}</pre>"
    reasons = Counter((r["problem"], r["detail"] or r["reason"]) for r in peer.records if r["standing"] == "unsupported")
    if reasons:
        text += "<p>Not asked, or not judged:" + table(["problem", "reason", "cases"], [[p, d, c] for (p, d), c in sorted(reasons.items())])
    return text


def findings(peer: Peer, date: str) -> str:
    text = ""
    for f in peer.findings:
        state = "" if f.reproduced else " <b>Not so in this version.</b>"
        text += f"<p>{escape(f.title)} ({escape(peer.version)}, {date}){state}<pre>{escape(f.said)}</pre><p class=note>by the library alone: {escape(f.source)}"
    return text


def duration(nanoseconds: float) -> str:
    return f"{nanoseconds / 1e3:.3g} µs" if nanoseconds < 1e6 else f"{nanoseconds / 1e6:.3g} ms"


def times(bench: dict | str) -> str:
    """What kintree bench wrote, or why there is nothing."""
    text = "<h2>Time</h2>\n"
    if isinstance(bench, str):
        return text + f"<p>Nothing was timed: {escape(bench)}\n"
    context = bench["context"]
    text += ("<p>Processor time of a call, from positions in the library's own coordinates to its own result, sines included; what an adapter takes to convert "
             f"is left out and shown apart. {context['rounds']} rounds, in which all plugins take turns, on core {context['core']}; medians. Ratio: to the fastest "
             "of the same model and problem in the same round, with its quartiles. Of libraries the clock runs on the wall, and the median of the calls of a round "
             f"counts. The machine {'<b>was busy</b>' if context['busy'] else 'was quiet'}: {escape(context['burden'])}.\n")
    groups: dict[tuple[str, str], list[dict]] = {}
    for row in bench["kintree"]["rows"]:
        groups.setdefault((row["problem"], row["model"]), []).append(row)
    for (problem, model), rows in sorted(groups.items(), key=lambda g: g[0][0]):
        timed = sorted((r for r in rows if not r["skipped"]), key=lambda r: r["median"])
        text += f"<h3>{escape(problem)}, {escape(model)}</h3>\n" + table(
            ["plugin", "median", "spread", "ratio", "quartiles", "verdict", "conversions"],
            [[r["plugin"], duration(r["median"]), f"{100 * r['spread']:.1f} %", f"{r['ratio']:.2f}" if r["ratio"] else "",
              f"{r['ratio_low']:.2f} to {r['ratio_high']:.2f}" if r["ratio"] else "", r["verdict"] or "", duration(r["conversions"]) if r["conversions"] is not None else ""]
             for r in timed])
        skipped = [f"{escape(r['plugin'])}: {escape(r['skipped'])}" for r in rows if r["skipped"]]
        text += f"<p class=note>Not timed: {'; '.join(skipped)}\n" if skipped else ""
    return text


def page(peers: list[Peer], date: str, bench: dict | str = "it was not asked for", vectors: Vectors | None = None) -> str:
    text = f"<!doctype html><html lang=en><meta charset=utf-8><title>Kintree: the peers</title><style>{STYLE}</style>\n<h1>The peers</h1>\n"
    text += ("<p>Libraries that others wrote, each by its Debian package, asked in double and in a process of its own, with an adapter that converts "
             "coordinates. What came is compared with the exact answer, and its error with what the problem itself allows. α is the error in units of "
             f"what one rounding of every input does. {date}.\n")
    text += "<table><tr><th>peer<th>version<th>answers" + "".join(f"<th>{c}" for c in CLASSES) + "</tr>\n"
    for peer in peers:
        cells = [peer.name, peer.version or "–", len(peer.records) if not peer.why_not else peer.why_not, *counts(peer.records, peer.ours)]
        text += "<tr>" + "".join(f"<td>{escape(str(c))}" for c in cells) + "</tr>\n"
    text += "</table>\n<dl>" + "".join(f"<dt>{c}<dd>{escape(EXPLAINED[c])}" for c in CLASSES) + "</dl>\n"
    if vectors is not None:
        text += section([(peer.version or peer.name, peer.vectors) for peer in peers if peer.vectors is not None], vectors)
    text += times(bench)
    for peer in peers:
        text += f"<h2>{escape(peer.version or peer.name)}</h2>\n"
        if peer.why_not:
            text += f"<p>Nothing was asked: {escape(peer.why_not)}\n"
            text += f"<p>What came when it was last built:<pre>{escape(peer.outcome)}</pre>\n" if peer.outcome else ""
            continue
        text += "<p class=note>" + (f"{escape(peer.closed_forms)}. " if peer.closed_forms else "") + f"Again: <code>tools/peers --peer {escape(peer.name)}</code>\n"
        text += verdicts(peer) + "<h3>Cases</h3>\n" + examples(peer)
        if peer.findings:
            text += "<h3>Findings</h3>\n" + findings(peer, date)
    return text + "</html>\n"
