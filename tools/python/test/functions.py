"""Functions for the tests, each written for doubles and Field numbers alike."""

import numpy as np

from kintree.spatial import Tree, cross_force, cross_motion, solve_positive


def mass_matrix(model, state):
    """H = sum of J_i^T I_i J_i [Featherstone, RBDA 2008, sec. 6.2]."""
    tree = Tree(model, state)
    J, H = [np.zeros((6, tree.n), dtype=int)], np.zeros((tree.n, tree.n), dtype=int)
    for i in range(1, tree.N + 1):
        J.append(tree.X[i] @ J[tree.parent[i]])
        J[i][:, tree.dofs[i]] = tree.S[i]
        H = H + J[i].T @ tree.I[i] @ J[i]
    return H


def forward_dynamics(model, state):
    """The articulated-body algorithm [Featherstone, RBDA 2008, table 7.1]."""
    t = Tree(model, state)
    bodies = range(1, t.N + 1)
    v, c, IA, pA, U, D, u = ([None] * (t.N + 1) for _ in range(7))
    v[0] = np.zeros(6, dtype=int)
    for i in bodies:
        v_J = t.S[i] @ state.v[t.dofs[i]]
        v[i] = t.X[i] @ v[t.parent[i]] + v_J
        c[i] = t.c_J[i] + cross_motion(v[i]) @ v_J
        IA[i], pA[i] = t.I[i], cross_force(v[i]) @ t.I[i] @ v[i] - state.f_ext[i]
    for i in reversed(bodies):
        U[i] = IA[i] @ t.S[i]
        D[i] = t.S[i].T @ U[i]
        u[i] = state.tau[t.dofs[i]] - t.S[i].T @ pA[i]
        if t.parent[i] > 0:
            Ia = IA[i] - U[i] @ solve_positive(D[i], U[i].T)
            pa = pA[i] + Ia @ c[i] + U[i] @ solve_positive(D[i], u[i])
            IA[t.parent[i]] = IA[t.parent[i]] + t.X[i].T @ Ia @ t.X[i]
            pA[t.parent[i]] = pA[t.parent[i]] + t.X[i].T @ pa
    a, qdd = [np.concatenate([np.zeros(3, dtype=int), -t.gravity])], []
    for i in bodies:
        a_0 = t.X[i] @ a[t.parent[i]] + c[i]
        qdd.append(solve_positive(D[i], u[i] - U[i].T @ a_0))
        a.append(a_0 + t.S[i] @ qdd[-1])
    return np.concatenate(qdd)
