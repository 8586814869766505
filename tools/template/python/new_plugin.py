"""What it computes, by which method, with the paper's section.

    kintree verify --exec 'python3 new_plugin.py'
"""

from kintree_protocol import *

# On trees that are hard for most algorithms less is promised.
LESS = {"far_origin": "C", "fast": "D", "thin": "D"}
DESCRIPTION = {
    "kintree": 1,
    "name": "new_plugin",
    "citation": "author, year, equation",
    "problems": {
        # @if mass_matrix
        "mass_matrix": {"promise": "B", "less": LESS},
        # @end
        # @if mass_matrix_inverse
        "mass_matrix_inverse": {"promise": "B", "less": LESS},
        # @end
        # @if inverse_dynamics
        "inverse_dynamics": {"promise": "B", "less": LESS},
        # @end
        # @if forward_dynamics
        "forward_dynamics": {"promise": "B", "less": LESS},
        # @end
    },
    "numbers": ["double", "field"],
}


class Tree:
    """The bodies, 0..N, at the state of a question."""

    def __init__(self, question):
        model, state, layout = question["model"], question["state"], question["layout"]
        bodies = model["bodies"]
        self.N, self.n = len(bodies), layout["n"]
        self.gravity, self.f_ext = model["gravity"], state["f_ext"]
        self.parent = [0] + [body["parent"] for body in bodies]
        self.first = [first - 1 for first in layout["first_velocity"]]  # of the coordinates of joint i, from 0
        self.I = [None] + [spatial_inertia(body["inertial"]) for body in bodies]
        self.X, self.S, self.c_J = ([None] * (self.N + 1) for _ in range(3))
        for i in range(1, self.N + 1):
            joint, at = bodies[i - 1]["joint"], layout["first_position"][i] - 1
            q, v = state["q"][at : at + 7], state["v"][self.first[i] : self.first[i] + 6]
            R, t, self.S[i], self.c_J[i] = moved(joint, q, v)  # S_i by columns
            R0 = rotation_of_rpy(joint["placement"]["rpy"])
            r = plus(joint["placement"]["xyz"], apply(R0, t))
            self.X[i] = motion_transform(transposed(product(R0, R)), r)  # from the parent's coordinates


# @if filled
# This example is the definition: the bodies' Jacobians and Newton's and Euler's equations, with no use of the tree.


def joint_motion(S, first, rates):
    """S_i times the rates of joint i."""
    motion = [0] * 6
    for k, column in enumerate(S):
        motion = plus(motion, times(rates[first + k], column))
    return motion


def jacobians(tree):
    """J_i by columns: the velocity of body i, in its own coordinates, when coordinate k has unit velocity."""
    J = [[[0] * 6 for _ in range(tree.n)]]
    for i in range(1, tree.N + 1):
        J.append([apply(tree.X[i], column) for column in J[tree.parent[i]]])
        for k, column in enumerate(tree.S[i]):
            J[i][tree.first[i] + k] = plus(J[i][tree.first[i] + k], column)
    return J


# @if mass_matrix mass_matrix_inverse forward_dynamics
def inertia_matrix(tree, J):
    """H = sum of J_i^T I_i J_i [Featherstone, RBDA 2008, sec. 6.2]"""
    H = [[0] * tree.n for _ in range(tree.n)]
    for i in range(1, tree.N + 1):
        for a in range(tree.n):
            momentum = apply(tree.I[i], J[i][a])
            H[a] = [h + dot(column, momentum) for h, column in zip(H[a], J[i])]
    return H


# @end
# @if inverse_dynamics forward_dynamics
def newton_euler(tree, J, qd, qdd):
    """tau = sum of J_i^T f_i, f_i = I_i a_i + v_i x* I_i v_i - f_ext [sec. 5.3]"""
    tau = [0] * tree.n
    v, a = [[0] * 6], [[0, 0, 0] + times(-1, tree.gravity)]
    for i in range(1, tree.N + 1):
        v_J = joint_motion(tree.S[i], tree.first[i], qd)
        v.append(plus(apply(tree.X[i], v[tree.parent[i]]), v_J))
        c = plus(tree.c_J[i], cross_motion(v[i], v_J))
        a.append(plus(plus(apply(tree.X[i], a[tree.parent[i]]), joint_motion(tree.S[i], tree.first[i], qdd)), c))
        f = plus(apply(tree.I[i], a[i]), cross_force(v[i], apply(tree.I[i], v[i])))
        f = plus(f, times(-1, tree.f_ext[i]))
        tau = [t + dot(column, f) for t, column in zip(tau, J[i])]
    return tau


# @end
# @if mass_matrix_inverse forward_dynamics
def factorize(H):
    """H = L D L^T, in its place."""
    n = len(H)
    for j in range(n):
        for k in range(j):
            H[j][j] = H[j][j] - H[j][k] * H[j][k] * H[k][k]
        if not is_positive(H[j][j]):
            raise Breakdown(j + 1)
        for i in range(j + 1, n):
            for k in range(j):
                H[i][j] = H[i][j] - H[i][k] * H[j][k] * H[k][k]
            H[i][j] = H[i][j] / H[j][j]


def solved(H, b):
    """H^-1 b, with the factors of H"""
    n, x = len(H), list(b)
    for i in range(n):
        x[i] = x[i] - dot(H[i][:i], x[:i])
    x = [x[i] / H[i][i] for i in range(n)]
    for i in reversed(range(n)):
        x[i] = x[i] - sum(H[k][i] * x[k] for k in range(i + 1, n))
    return x


# @end
# @end
# @if mass_matrix
def mass_matrix(question):
    tree = Tree(question)
    # @if filled
    return {"H": inertia_matrix(tree, jacobians(tree))}
    # @end
    # @if empty
    return {"H": [[0] * tree.n for _ in range(tree.n)]}
    # @end


# @end
# @if mass_matrix_inverse
def mass_matrix_inverse(question):
    tree = Tree(question)
    # @if filled
    H = inertia_matrix(tree, jacobians(tree))
    factorize(H)
    inverse = [solved(H, [int(a == b) for a in range(tree.n)]) for b in range(tree.n)]
    return {"H_inverse": [[inverse[max(a, b)][min(a, b)] for b in range(tree.n)] for a in range(tree.n)]}
    # @end
    # @if empty
    return {"H_inverse": [[0] * tree.n for _ in range(tree.n)]}
    # @end


# @end
# @if inverse_dynamics
def inverse_dynamics(question):
    tree, state = Tree(question), question["state"]
    # @if filled
    return {"tau": newton_euler(tree, jacobians(tree), state["v"], state["qdd"])}
    # @end
    # @if empty
    return {"tau": [0] * tree.n}  # from state["v"], state["qdd"], state["f_ext"]
    # @end


# @end
# @if forward_dynamics
def forward_dynamics(question):
    tree, state = Tree(question), question["state"]
    # @if filled
    J = jacobians(tree)
    C = newton_euler(tree, J, state["v"], [0] * tree.n)
    H = inertia_matrix(tree, J)
    factorize(H)
    return {"qdd": solved(H, [tau - c for tau, c in zip(state["tau"], C)])}
    # @end
    # @if empty
    return {"qdd": [0] * tree.n}  # from state["v"], state["tau"], state["f_ext"]
    # @end


# @end
def solve(question):
    # @if mass_matrix
    if question["ask"] == "mass_matrix":
        return mass_matrix(question)
    # @end
    # @if mass_matrix_inverse
    if question["ask"] == "mass_matrix_inverse":
        return mass_matrix_inverse(question)
    # @end
    # @if inverse_dynamics
    if question["ask"] == "inverse_dynamics":
        return inverse_dynamics(question)
    # @end
    # @if forward_dynamics
    if question["ask"] == "forward_dynamics":
        return forward_dynamics(question)
    # @end
    return {"unsupported": True}


if __name__ == "__main__":
    serve(DESCRIPTION, solve)
