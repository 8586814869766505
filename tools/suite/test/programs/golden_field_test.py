"""The lines that `kintree golden --field` writes are requests and answers of the line protocol: golden_field_test.py KINTREE TEMPLATES

The examples in Python and JavaScript give these answers, text by text, in every case; one that is changed is not equal. Exit code 1: it
is not so.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

KINTREE, TEMPLATES = sys.argv[1], Path(sys.argv[2])
PARTS = {"mass_matrix": "H", "inverse_dynamics": "tau", "forward_dynamics": "qdd"}
P = 2**61 - 1
CASES = 7


def golden(folder: str) -> list[dict]:
    subprocess.run([KINTREE, "golden", "--field", "--trees", str(CASES), "--bodies", "4", "--out", folder], check=True, stdout=subprocess.DEVNULL)
    return [json.loads(file.read_text()) for file in sorted(Path(folder).glob("*.field.json"))]


def questions(cases: list[dict], problem: str) -> list[dict]:
    kept = ("scale", "model", "state", "layout", "model_in_double", "state_in_double")
    result = []
    for solver, case in enumerate(cases):
        question = {"id": len(result), "ask": problem, "numbers": "field", "solver": solver}
        result.append({**question, **{key: case[key] for key in kept}})
    return result


def answers_of(program: list[str], asked: list[dict]) -> list[dict]:
    text = "".join(json.dumps(question) + "\n" for question in asked)
    printed = subprocess.run(program, input=text, capture_output=True, text=True, check=True).stdout
    return sorted((json.loads(line) for line in printed.splitlines()), key=lambda answer: answer["id"])


def differences(cases: list[dict], asked: list[dict], answers: list[dict]) -> list[str]:
    wrong = [] if len(answers) == len(asked) == CASES else ["an answer is missing"]
    for question, answer in zip(asked, answers):
        case, part = cases[question["solver"]], PARTS[question["ask"]]
        if answer[part] != case["answers"][part]:
            wrong.append(f"{case['case']}: {question['ask']}")
    return wrong


def wrong_shapes(case: dict) -> list[str]:
    n, rows = case["layout"]["n"], 6 * len(case["state"]["end_effectors"])
    shapes = {"H": (n, n), "H_inverse": (n, n), "lambda_inv": (rows, rows), "J_bar": (n, rows)}
    answers = case["answers"]
    return [
        f"{case['case']}: the shape of {part}"
        for part, (height, width) in shapes.items()
        if part in answers and (len(answers[part]) != height or any(len(row) != width for row in answers[part]))
    ]


def programs(folder: str) -> list[tuple[str, list[str]]]:
    """Each with the problem that it solves; of the mass matrix those that `kintree new-plugin` writes."""
    for language in ("python", "node"):
        command = [KINTREE, "new-plugin", "mine", "--language", language, "--out", f"{folder}/{language}"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return [
        ("mass_matrix", [sys.executable, f"{folder}/python/mine.py"]),
        ("mass_matrix", ["node", f"{folder}/node/mine.mjs"]),
        ("forward_dynamics", [sys.executable, str(TEMPLATES / "python/my_aba.py")]),
        ("inverse_dynamics", [sys.executable, str(Path(__file__).parent / "bias_force.py"), str(TEMPLATES / "python")]),
    ]


def off_by_one(value):
    """The same with another last number."""
    if isinstance(value, list):
        return [*value[:-1], off_by_one(value[-1])]
    return str((int(value.partition("+")[0]) + 1) % P)


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        cases = golden(f"{folder}/cases")
        wrong = [said for case in cases for said in wrong_shapes(case)]
        for problem, program in programs(folder):
            asked = questions(cases, problem)
            answers = answers_of(program, asked)
            found = differences(cases, asked, answers)
            wrong += [f"{program}: {said}" for said in found]
            part = PARTS[problem]
            answers[2][part] = off_by_one(answers[2][part])
            if len(differences(cases, asked, answers)) != len(found) + 1:
                wrong.append(f"{program}: an answer that is off by one is equal")
    print("\n".join(wrong) or f"{CASES} answers of each program are equal")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
