"""What `kintree bench` measured of the peers, beside plugins of this repository."""
from __future__ import annotations

from html import escape

from html_parts import Cell, table


def duration(nanoseconds: float) -> str:
    """Three digits, in the unit that fits."""
    value, unit = (nanoseconds / 1e3, "µs") if nanoseconds < 1e6 else (nanoseconds / 1e6, "ms")
    return f"{value:.{max(0, 2 - len(str(int(value))) + 1)}f} {unit}"


def name(row: dict) -> str:
    """The plugin, and the form of its answer if it is another one."""
    return row["plugin"] + (f", {row['mode'].replace('_', ' ')}" if row.get("mode", "single") != "single" else "")


def in_short(groups: dict[tuple[str, str], list[dict]]) -> str:
    """The fastest of the peers beside the fastest of ours."""
    rows = []
    for (problem, model), each in groups.items():
        timed = sorted((r for r in each if not r["skipped"]), key=lambda r: r["median"])
        peer = next((r for r in timed if r["conversions"] is not None), None)
        ours = next((r for r in timed if r["conversions"] is None), None)
        if peer and ours:
            rows.append([problem, model, name(ours), duration(ours["median"]), name(peer), duration(peer["median"]), f"{peer['median'] / ours['median']:.2f}"])
    return "<h2>In short</h2>\n<p>The fastest plugin of this repository, and the fastest peer.</p>\n" + table(
        "The fastest", ["problem", "model", "plugin", "#median", "peer", "#median", "#peer / plugin"], rows) if rows else ""


def times(bench: dict | str) -> str:
    """What kintree bench wrote, or why there is nothing."""
    if isinstance(bench, str):
        return f"<p>Nothing was timed: {escape(bench)}.</p>\n"
    context = bench["context"]
    text = ("<p>Processor time of one call, from positions in the library’s own coordinates to its own result, sines included. What an adapter takes to convert "
            f"is left out and shown apart. Medians of {context['rounds']} rounds, in which all take turns, on core {context['core']}. <em>Ratio</em>: to the fastest "
            "of the same model and problem in the same round, with its quartiles. Peers stand in bold. <em>Spread</em>: the distance between the quartiles of the times. <em>Verdict</em>: of the "
            "answers that were timed; none where the model is too large for the oracle. The libraries of npm are not timed.</p>\n"
            f'<p class="note">The machine {"<strong>was busy</strong>" if context["busy"] else "was quiet"}: {escape(context["burden"])}. '
            '<a href="bench.json">bench.json</a> has all of it.</p>\n')
    groups: dict[tuple[str, str], list[dict]] = {}
    for row in bench["kintree"]["rows"]:
        groups.setdefault((row["problem"], row["model"]), []).append(row)
    groups = dict(sorted(groups.items(), key=lambda g: g[0][0]))
    text += in_short(groups)
    for (problem, model), rows in groups.items():
        timed = sorted((r for r in rows if not r["skipped"]), key=lambda r: r["median"])
        text += f"<h2>{escape(problem)}, {escape(model)}</h2>\n" + table(
            f"Times of {problem} on {model}", ["plugin or peer", "#median", "#spread", "#ratio", "#quartiles", "verdict", "#conversions"],
            [[Cell(name(r), "" if r["conversions"] is None else "plugin-name"), duration(r["median"]), f"{100 * r['spread']:.1f} %", f"{r['ratio']:.2f}" if r["ratio"] else "",
              f"{r['ratio_low']:.2f} to {r['ratio_high']:.2f}" if r["ratio"] else "", r["verdict"] or "", duration(r["conversions"]) if r["conversions"] is not None else ""]
             for r in timed])
        skipped = [f"{escape(r['plugin'])}: {escape(r['skipped'])}" for r in rows if r["skipped"]]
        text += f"<p>Not timed: {'; '.join(skipped)}</p>\n" if skipped else ""
    return text
