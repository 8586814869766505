"""A program that answers with the numbers of a JSON file, so that Kintree checks them:

    kintree verify --model robot.urdf --state state.json --exec 'python3 answer_from_file.py answers.json'

The file has an answer for each problem in the format of the protocol, such as {"mass_matrix": {"H": [[1.5]]}}. The numbers need all
digits of a double. A number printed with 17 digits has them.
"""

import json
import sys

with open(sys.argv[1]) as file:
    answers = json.load(file)

for line in sys.stdin:
    question = json.loads(line)
    if question["ask"] == "describe":
        answer = {"kintree": 1, "name": "from_file", "problems": dict.fromkeys(answers, "A")}
    else:
        answer = answers[question["ask"]]
    print(json.dumps({"id": question["id"], **answer}), flush=True)
