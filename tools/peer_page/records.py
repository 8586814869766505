"""Records of `kintree verify`, as the page of the peers counts them."""
from __future__ import annotations

from collections import Counter

# In the order of the page. "singular": the answer to the case is A or B, and the singular neighbour of it is answered as if it were none.
CLASSES = ["A", "B", "as ours", "beyond", "no number", "breakdown", "fault", "ill-posed", "unsupported"]
EXPLAINED = {
    "A": "as accurate as the problem itself allows",
    "B": "within the bound of a backward-stable method",
    "as ours": "beyond that bound where an algorithm of ours, proved right, is beyond it too: the case takes the digits",
    "beyond": "beyond that bound where ours is within it; in double alone a wrong formula cannot be told from lost digits",
    "no number": "NaN or infinity",
    "breakdown": "the library says that it cannot go on",
    "fault": "a crash, no answer in time, or an exception",
    "ill-posed": "not judged: the answer hangs on the last digit of the input, or any sound method may lose half of the digits",
    "unsupported": "not asked: the library, or its adapter, has no such joint, routine or inertia",
}
# The colour of each, as that of a verdict in reports/page/style.css.
STYLES = {"A": "A", "B": "B", "as ours": "C", "beyond": "D", "no number": "D", "breakdown": "D", "fault": "D", "ill-posed": "none", "unsupported": "none"}
CRASHES = {"crashed", "exits", "leaves_processes", "out_of_memory", "timed_out", "endless_output", "truncated", "stray_output", "garbled",
           "reports_error", "wrong_size", "not_repeatable", "not_solved"}


def is_singular(record: dict) -> bool:
    """The answer is sound, and that to the neighbour with a body without inertia is not."""
    return record["reason"] == "wrong_breakdown"


def singular_kind(record: dict) -> str:
    """What came where there is no answer."""
    if record["detail"].startswith("no breakdown, but NaN"):
        return "NaN or infinity, and no error"
    if record["detail"].startswith("no breakdown"):
        return "numbers that look like an answer, and no error"
    if record["detail"].startswith("a breakdown"):
        return "an error that names another pivot"
    return "a crash, an exception or no answer in time"


def kind(record: dict, ours: dict[str, str]) -> str:
    """One of CLASSES. `ours`: by command the verdict of our own plugin, where it was asked."""
    reason = record["reason"]
    if record["standing"] == "unsupported":
        return "unsupported" if reason in ("outside_domain", "not_built") else "ill-posed"
    if reason in CRASHES:
        return "fault"
    if reason == "not_finite":
        return "no number"
    if record["standing"] == "breakdown":
        return "breakdown"
    if record["verdict"] in ("A", "B"):
        return record["verdict"]
    return "as ours" if ours.get(record["command"], "") in ("C", "D") else "beyond"


def lesser(records: list[dict]) -> list[dict]:
    """Answers worse than B."""
    return [r for r in records if kind(r, {}) in ("beyond", "no number", "breakdown")]


def beyond(records: list[dict], ours: dict[str, str]) -> list[dict]:
    """Of each problem and class that needs a cause, the case with the fewest degrees of freedom."""
    smallest: dict[tuple[str, str], dict] = {}
    for r in records:
        key = (r["problem"], kind(r, ours))
        if key[1] in ("beyond", "no number", "breakdown", "fault"):
            other = smallest.get(key)
            if other is None or (r["degrees_of_freedom"], r["case"]) < (other["degrees_of_freedom"], other["case"]):
                smallest[key] = r
    return list(smallest.values())


def grouped(records: list[dict], ours: dict[str, str]) -> str:
    counts = Counter(kind(r, ours) for r in records)
    text = ", ".join(f"{counts[c]} {c}" for c in CLASSES if counts[c])
    singular = sum(map(is_singular, records))
    return text + (f"; {singular} singular neighbours answered as if they were none" if singular else "")


def worst(records: list[dict]) -> dict | None:
    """The judged record with the largest error beside what the problem allows."""
    judged = [r for r in records if r["alpha"] is not None and r["standing"] == "judged"]
    return max(judged, key=lambda r: (r["alpha"], r["case"]), default=None)
