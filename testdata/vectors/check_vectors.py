"""Compares your answers with test vectors, and prints which mistake explains wrong ones:

    check_vectors.py ANSWERS.json VECTORS.json...

ANSWERS.json is like `{"inertia-001": {"H": [[0.26]], "tau": [1.5], ...}, ...}`, with any answers of any vectors.
Exit code 1 if an answer is wrong.
"""

import json
import math
import sys


def entries(answer):
    """(row, column, number)"""
    rows = [row if isinstance(row, list) else [row] for row in answer]
    return [(i, k, math.nan if x is None else float(x)) for i, row in enumerate(rows) for k, x in enumerate(row)]


def close(answer, other, allowed):
    """True if |difference| <= allowed(row, column, number), everywhere. NaN is never close."""
    own, others = entries(answer), entries(other)
    return [e[:2] for e in own] == [e[:2] for e in others] and all(
        abs(y[2] - x[2]) <= allowed(*x) for y, x in zip(own, others))


def right(answer, given):
    """The schema explains `rows` and `columns`."""
    return close(answer, given["exact"], lambda i, k, x: given["rows"][i] * given.get("columns", [1.0])[k])


def same(answer, wrong, exact):
    """Equal to half of the digits of double. For small numbers three quarters of the digits of the largest are enough."""
    largest = max(abs(x) for _, _, x in entries(wrong) + entries(exact))
    return close(answer, wrong, lambda i, k, x: max(2.0**-26.5 * abs(x), 2.0**-39.75 * largest))


answers = json.load(open(sys.argv[1]))
files = [file for file in (json.load(open(path)) for path in sys.argv[2:]) if "vectors" in file]  # not the schema
slips = {slip: what for file in files for slip, what in file["slips"].items()}
count, wrong_count, fitting = 0, 0, set(slips)
for vector in (vector for file in files for vector in file["vectors"]):
    for name in set(vector["answers"]) & set(answers.get(vector["id"], {})):
        answer = answers[vector["id"]][name]
        changes = {slip: w["answers"][name] for w in vector["wrong"] if name in w["answers"] for slip in w["slips"]}
        count += 1
        # An implementation with one slip gives its answer wherever it changes one, and is right elsewhere.
        if right(answer, vector["answers"][name]):
            fitting -= set(changes)
            continue
        wrong_count += 1
        given = {slip for slip, wrong in changes.items() if wrong is None or same(answer, wrong, vector["answers"][name]["exact"])}
        fitting &= given
        print(f"{vector['id']} {name}: {vector['what']}: wrong, as of {', or '.join(sorted(given)) or 'no known slip'}")
print(f"{count} answers, {wrong_count} are wrong")
if wrong_count:
    print("\n".join(f"it looks as if {slips[s]} ({s})" for s in sorted(fitting)) or "no slip that is known explains all of it")
sys.exit(1 if wrong_count or not count else 0)
