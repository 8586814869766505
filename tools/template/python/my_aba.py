"""The articulated-body algorithm [Featherstone, RBDA 2008, table 7.1] as a program that Kintree judges:

    kintree verify --exec 'python3 my_aba.py'
"""

from kintree_protocol import *

DESCRIPTION = {
    "kintree": 1,
    "name": "my_aba",
    "citation": "Featherstone, RBDA 2008, table 7.1",
    "problems": {"forward_dynamics": {"promise": "B", "less": {"far_origin": "C", "fast": "C", "thin": "D"}}},
    "numbers": ["double", "field"],
}


def factored(D, first):
    """D = L diag(d) L^T; `first` is the coordinate of its first row."""
    k = len(D)
    L, d = [[0] * k for _ in range(k)], [0] * k
    for j in range(k):
        d[j] = D[j][j] - sum(L[j][s] * L[j][s] * d[s] for s in range(j))
        if not is_positive(d[j]):
            raise Breakdown(first + j)
        for i in range(j + 1, k):
            L[i][j] = (D[i][j] - sum(L[i][s] * L[j][s] * d[s] for s in range(j))) / d[j]
    return L, d


def solved(factors, b):
    L, d = factors
    x = list(b)
    for i in range(len(d)):
        x[i] = x[i] - sum(L[i][s] * x[s] for s in range(i))
    x = [x[i] / d[i] for i in range(len(d))]
    for i in reversed(range(len(d))):
        x[i] = x[i] - sum(L[s][i] * x[s] for s in range(i + 1, len(d)))
    return x


def solve(question):
    model, state, layout = question["model"], question["state"], question["layout"]
    N = len(model["bodies"])
    parent = [0] + [body["parent"] for body in model["bodies"]]
    X, S, v, c, IA, pA, U, D, u = ([None] * (N + 1) for _ in range(9))
    v[0] = [0] * 6
    for i in range(1, N + 1):
        joint = model["bodies"][i - 1]["joint"]
        first_q, first_v = layout["first_position"][i] - 1, layout["first_velocity"][i] - 1
        q, qd = state["q"][first_q : first_q + 7], state["v"][first_v : first_v + 6]
        R, t, S[i], c_J = moved(joint, q, qd)
        R0 = rotation_of_rpy(joint["placement"]["rpy"])
        X[i] = motion_transform(transposed(product(R0, R)), plus(joint["placement"]["xyz"], apply(R0, t)))
        v_J = [0] * 6
        for column, speed in zip(S[i], qd):
            v_J = plus(v_J, times(speed, column))
        v[i] = plus(apply(X[i], v[parent[i]]), v_J)
        c[i] = plus(c_J, cross_motion(v[i], v_J))
        IA[i] = spatial_inertia(model["bodies"][i - 1]["inertial"])
        pA[i] = plus(cross_force(v[i], apply(IA[i], v[i])), times(-1, state["f_ext"][i]))

    for i in range(N, 0, -1):
        first = layout["first_velocity"][i]
        U[i] = [apply(IA[i], column) for column in S[i]]
        D[i] = factored([[dot(column, force) for force in U[i]] for column in S[i]], first)
        u[i] = [state["tau"][first - 1 + k] - dot(column, pA[i]) for k, column in enumerate(S[i])]
        if parent[i] == 0:
            continue
        Ia, pa = IA[i], pA[i]
        rows = transposed(U[i])  # U, 6 x k; empty for a fixed joint
        if rows:
            G = [solved(D[i], row) for row in rows]  # U D^-1
            Ia = [[Ia[a][b] - dot(G[a], rows[b]) for b in range(6)] for a in range(6)]
            pa = plus(pa, apply(G, u[i]))
        pa = plus(pa, apply(Ia, c[i]))
        transpose = transposed(X[i])
        of_parent = product(product(transpose, Ia), X[i])
        IA[parent[i]] = [plus(a, b) for a, b in zip(IA[parent[i]], of_parent)]
        pA[parent[i]] = plus(pA[parent[i]], apply(transpose, pa))

    qdd = []
    a = [[0, 0, 0] + times(-1, model["gravity"])] + [None] * N
    by_joint = [[] for _ in range(N + 1)]
    for i in range(1, N + 1):
        a[i] = plus(apply(X[i], a[parent[i]]), c[i])
        by_joint[i] = solved(D[i], [u[i][k] - dot(force, a[i]) for k, force in enumerate(U[i])])
        for column, x in zip(S[i], by_joint[i]):
            a[i] = plus(a[i], times(x, column))
        qdd += by_joint[i]
    return {"qdd": qdd}


if __name__ == "__main__":
    serve(DESCRIPTION, solve)
