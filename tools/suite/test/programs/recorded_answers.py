"""A program that answers test vectors with what their file records, the right answers or those of a mistake, over the line protocol:

    recorded_answers.py TEMPLATES VECTORS.json [MISTAKE]
"""

import json
import sys
from pathlib import Path

PROBLEMS = {
    "inverse_dynamics_derivatives": ["dtau_dq", "dtau_dv"],
    "forward_dynamics_derivatives": ["dqdd_dq", "dqdd_dv", "dqdd_dtau"],
    "coriolis_matrix": ["coriolis"],
    "mass_matrix_rate": ["H_dot"],
    "centroidal_momentum": ["A_G", "A_G_dot_v"],
    "jacobian": ["J", "J_dot_v"],
    "regressor": ["Y"],
}


def each(answer, number):
    return [each(x, number) for x in answer] if isinstance(answer, list) else number(answer)


def recorded(vector, mistake=None):
    """The answers to a vector, by name. Those that a mistake does not change are right. If it leaves none, they are no numbers."""
    answers = {name: each(answer["exact"], float) for name, answer in vector["answers"].items()}
    for wrong in vector["wrong"]:
        if mistake in wrong["slips"]:
            answers.update({name: answer or each(answers[name], lambda _: None) for name, answer in wrong["answers"].items()})
    return answers


def velocities(vector):
    """As the line protocol passes them; none at rest."""
    return [x for joint in dict.fromkeys(vector["coordinates"]) for x in vector["state"]["v"].get(joint, [])]


def main():
    sys.path.insert(0, sys.argv[1])
    from kintree_protocol import serve

    vectors = json.loads(Path(sys.argv[2]).read_text())["vectors"]
    by_question = {(vector["urdf"], tuple(velocities(vector)), *vector["answers"]): vector for vector in vectors}
    assert len(by_question) == len(vectors)

    def solve(question):
        outputs = PROBLEMS[question["ask"]]
        v = [x for x in question["state"]["v"] if x != 0]
        (vector,) = [w for (urdf, w_v, *names), w in by_question.items() if (urdf, list(w_v)) == (question["urdf"], v) and outputs[0] in names]
        answers = recorded(vector, *sys.argv[3:])
        return {name: answers[name] for name in outputs}

    serve({"kintree": 1, "name": "recorded", "problems": {problem: {"promise": "B"} for problem in PROBLEMS}, "numbers": ["double"],
           "reads_urdf": True}, solve)


if __name__ == "__main__":
    main()
