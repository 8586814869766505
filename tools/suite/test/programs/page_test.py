"""The transcript of reference/protocol.md is what the example answers: page_test.py REPOSITORY."""

import json
import re
import subprocess
import sys
from pathlib import Path

repository = Path(sys.argv[1])
lines = [json.loads(line) for line in re.findall(r"^    (\{.*\})$", (repository / "reference/protocol.md").read_text(), re.MULTILINE)]
questions = [line for line in lines if "ask" in line]
expected = {line["id"]: line for line in lines if "ask" not in line}
program = repository / "tools/template/python/my_aba.py"
printed = subprocess.run([sys.executable, program], input="".join(json.dumps(q) + "\n" for q in questions), capture_output=True, text=True, check=True)
answers = [json.loads(line) for line in printed.stdout.splitlines()]
assert len(questions) == len(answers) == len(expected) == 2, (questions, answers)
for answer in answers:
    said = expected[answer["id"]]
    if "problems" in said:  # the page shows the short form of a promise
        answer["problems"] = {problem: claim["promise"] for problem, claim in answer["problems"].items()}
    assert answer == said, (answer, said)

# The page contains every reason for which a program can be failed.
finding = (repository / "reference/model/include/kintree/model/finding.hpp").read_text()
reasons = re.search(r"There is no answer to judge\.(.*?)The answer is wrong", finding, re.DOTALL).group(1)
page = (repository / "reference/protocol.md").read_text()
names = [name for name in re.findall(r"^  (\w+),", reasons, re.MULTILINE) if name != "not_solved"]
assert len(names) >= 10 and all(f"`{name}`" in page for name in names), names
print(f"{len(answers)} answers, {len(names)} reasons")
