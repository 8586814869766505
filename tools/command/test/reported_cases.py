"""Solves the cases of testdata/reported and compares exit codes, messages and answers: reported_cases.py KINTREE FOLDER [CASE...]

The format of a case: testdata/reported/README.md."""
import json
import pathlib
import re
import shlex
import subprocess
import sys
from decimal import Decimal, localcontext

DIGITS = 30
TOLERANCE = Decimal("1e-28")  # of an entry's scale: DIGITS proved digits, with one to spare
VECTORS = {"C", "tau", "qdd"}  # an entry for each degree of freedom
MATRICES = {"H", "H_inverse"}  # a row and a column for each degree of freedom
END_EFFECTOR_MATRICES = {"lambda_inv"}  # six rows and columns for each end-effector


def number(text):
    value = Decimal(text)
    if not value.is_finite():
        raise ValueError(f"{text} is not finite")
    return value


def permutation(expected, found):
    """Returns for each expected degree of freedom the index of the same one in Kintree's answer, by joint name."""
    if set(expected) != set(found):
        raise ValueError(f"joints are {sorted(found)}, expected {sorted(expected)}")
    place = {}
    for joint, at in expected.items():
        if len(at) != len(found[joint]):
            raise ValueError(f"joint {joint!r} has {len(found[joint])} degrees of freedom, expected {len(at)}")
        place.update(zip(at, found[joint]))
    if sorted(place) != list(range(len(place))):
        raise ValueError("'dofs' of the expected answer do not count from 0")
    return [place[k] for k in range(len(place))]


def compare_entry(what, found, expected, scale):
    difference = abs(number(found) - number(expected))
    if not difference <= TOLERANCE * scale:
        raise ValueError(f"{what} is {found}, expected {expected} (difference {difference:.1e}, scale {scale:.1e})")


def compare_vector(name, found, expected, order):
    if len(found) != len(expected) or len(expected) != len(order):
        raise ValueError(f"{name} has {len(found)} entries, expected {len(expected)}")
    scale = max((abs(number(entry)) for entry in expected), default=Decimal(0))
    for i, entry in enumerate(expected):
        compare_entry(f"{name}[{i}]", found[order[i]], entry, scale)


def compare_matrix(name, found, expected, order):
    """The scale of an entry of a symmetric matrix is the geometric mean of its two diagonal entries."""
    if len(found) != len(expected) or len(expected) != len(order):
        raise ValueError(f"{name} has {len(found)} rows, expected {len(expected)}")
    for i, row in enumerate(expected):
        if len(row) != len(order) or len(found[order[i]]) != len(order):
            raise ValueError(f"row {i} of {name} has {len(found[order[i]])} entries, expected {len(row)}")
        for j, entry in enumerate(row):
            scale = (abs(number(expected[i][i])) * abs(number(expected[j][j]))).sqrt()
            compare_entry(f"{name}[{i}][{j}]", found[order[i]][order[j]], entry, scale)


def compare_answers(output, expected):
    answers = json.loads(output, parse_float=Decimal)
    compared = set(expected) - {"order", "dofs"}
    unknown = compared - VECTORS - MATRICES - END_EFFECTOR_MATRICES
    if not compared or unknown:
        raise ValueError(f"'answers' has no answer that is known: {sorted(unknown)}")
    order = permutation(expected["dofs"], answers["dofs"]) if compared - END_EFFECTOR_MATRICES else []
    for name in sorted(compared):
        if name not in answers:
            raise ValueError(f"{name} is missing")
        found = answers[name]
        if expected[name] is None or found is None:
            if found is not None or expected[name] is not None:
                raise ValueError(f"{name} is {found}, expected {expected[name]}")
        elif name in VECTORS:
            compare_vector(name, found, expected[name], order)
        else:
            rows = order if name in MATRICES else range(len(expected[name]))
            compare_matrix(name, found, expected[name], rows)


def check_messages(stderr, exit_code, expressions):
    """Every expression matches a line, and every line is matched. A line that is no warning is the error."""
    lines = stderr.splitlines()
    errors = [line for line in lines if not line.startswith("kintree: warning: ")]
    if len(errors) != (1 if exit_code == 2 else 0):
        raise ValueError(f"{len(errors)} lines of standard error are no warnings: {errors}")
    for expression in expressions:
        if not any(re.search(expression, line) for line in lines):
            raise ValueError(f"no line of standard error matches {expression!r}: {lines}")
    for line in lines:
        if not any(re.search(expression, line) for expression in expressions):
            raise ValueError(f"unexpected line of standard error: {line}")


def run(kintree, case):
    expected = json.loads((case / "expected.json").read_text(encoding="utf-8"))
    unknown = set(expected) - {"source", "exit", "stderr", "answers"}
    if unknown or not expected.get("source") or expected.get("exit") not in (0, 2):
        raise ValueError(f"expected.json: 'source', or 'exit' 0 or 2 is missing, or unknown keys: {sorted(unknown)}")
    if (expected["exit"] == 0) != ("answers" in expected):
        raise ValueError("expected.json: 'answers' are needed if 'exit' is 0, and only then")
    args = case / "args"
    command = [kintree, "solve", "--model", "robot.urdf", "--state", "state.json", "--digits", str(DIGITS)]
    command += shlex.split(args.read_text(encoding="utf-8")) if args.exists() else []
    done = subprocess.run(command, cwd=case, capture_output=True, timeout=120, check=False, stdin=subprocess.DEVNULL)
    stdout, stderr = done.stdout.decode(), done.stderr.decode(errors="backslashreplace")
    if done.returncode != expected["exit"]:
        raise ValueError(f"exit code {done.returncode}, expected {expected['exit']}: {stderr}")
    check_messages(stderr, expected["exit"], expected.get("stderr", []))
    if expected["exit"] == 0:
        compare_answers(stdout, expected["answers"])
    elif stdout:
        raise ValueError(f"standard output is not empty: {stdout[:200]}")


def main():
    kintree, folder, *names = sys.argv[1:]
    kintree = str(pathlib.Path(kintree).resolve())
    cases = sorted(path for path in pathlib.Path(folder).iterdir() if path.is_dir() and (not names or path.name in names))
    failures = 0
    for case in cases:
        try:
            with localcontext() as context:
                context.prec = 100
                run(kintree, case)
        except Exception as error:  # whatever is wrong with a case fails it, and the next one runs
            failures += 1
            print(f"{case.name}: {type(error).__name__}: {error}")
    print(f"{len(cases)} reported cases, {failures} failed")
    if not cases or failures:
        sys.exit(1)


main()
