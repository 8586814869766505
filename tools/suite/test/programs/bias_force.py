"""A program that solves inverse dynamics and the bias force: Newton's and Euler's equations
[Featherstone, RBDA 2008, sec. 5.3].

    bias_force.py TEMPLATES [without_gravity]
"""

import sys

sys.path.insert(0, sys.argv[1])
from kintree_protocol import *  # noqa: E402

PROMISE = {"promise": "B", "less": {"far_origin": "C", "fast": "D", "thin": "D"}}
DESCRIPTION = {
    "kintree": 1,
    "name": "bias",
    "problems": {"bias_force": PROMISE, "inverse_dynamics": PROMISE},
    "numbers": ["double", "field"],
}


def newton_euler(tree, rates, accelerations):
    v, a, f = ([[0] * 6 for _ in range(tree.N + 1)] for _ in range(3))
    a[0] = [0, 0, 0] + times(-0.5, times(2, tree.gravity))  # a float has its exact value in the field
    tau = zeros(tree.n)
    for i in range(1, tree.N + 1):
        v_J, a_J = zeros(6), tree.c_J[i]
        for k, column in enumerate(tree.S[i], tree.first[i]):
            v_J, a_J = plus(v_J, times(rates[k], column)), plus(a_J, times(accelerations[k], column))
        v[i] = plus(apply(tree.X[i], v[tree.parent[i]]), v_J)
        a[i] = plus(apply(tree.X[i], a[tree.parent[i]]), plus(a_J, cross_motion(v[i], v_J)))
        f[i] = plus(apply(tree.I[i], a[i]), cross_force(v[i], apply(tree.I[i], v[i])))
        f[i] = plus(f[i], times(-1, tree.f_ext[i]))
    for i in range(tree.N, 0, -1):
        for k, column in enumerate(tree.S[i], tree.first[i]):
            tau[k] = dot(column, f[i])
        f[tree.parent[i]] = plus(f[tree.parent[i]], apply(transposed(tree.X[i]), f[i]))
    return tau


def solve(question):
    if "without_gravity" in sys.argv:
        question["model"]["gravity"] = [0, 0, 0]
    tree, state = Tree(question), question["state"]
    if question["ask"] == "bias_force":
        return {"C": tuple(newton_euler(tree, state["v"], zeros(tree.n)))}
    return {"tau": newton_euler(tree, state["v"], state["qdd"])}


if __name__ == "__main__":
    serve(DESCRIPTION, solve)
