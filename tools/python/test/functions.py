"""Functions for the tests, each written for doubles and Field numbers alike."""

import numpy as np

import kintree
from kintree.spatial import Tree, cross_force, cross_motion, motion_transform, rotation, solve_positive


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


def constraint_jacobian(model, state):
    """The rows of X_f J_body - X J_other of each constraint, and their rates [Featherstone, RBDA 2008, ch. 8]."""
    t = Tree(model, state)
    pose, J = [np.eye(6, dtype=int)], [np.zeros((6, t.n), dtype=int)]  # motion transforms from the base
    v, a = ([np.zeros(6, dtype=int)] for _ in range(2))  # accelerations at rest of the coordinates, without gravity
    for i in range(1, t.N + 1):
        p, v_J = t.parent[i], t.S[i] @ state.v[t.dofs[i]]
        pose.append(t.X[i] @ pose[p])
        J.append(t.X[i] @ J[p])
        J[i][:, t.dofs[i]] = t.S[i]
        v.append(t.X[i] @ v[p] + v_J)
        a.append(t.X[i] @ a[p] + t.c_J[i] + cross_motion(v[i]) @ v_J)
    K, rates = [np.zeros((0, t.n), dtype=int)], [np.zeros(0, dtype=int)]
    for c in model.constraints:
        if c.coupling:
            row = np.zeros((1, t.n), dtype=int) + 0 * c.coupling.multiplier
            row[0, t.dofs[c.body]] = 1
            if c.relative_to:
                row[0, t.dofs[c.relative_to]] = -c.coupling.multiplier
            K.append(row)
            rates.append(np.zeros(1, dtype=int))
            continue
        X = motion_transform(rotation(c.pose), c.pose.xyz)
        X_other = X @ pose[c.body] @ inverse(pose[c.relative_to])
        K.append((X @ J[c.body] - X_other @ J[c.relative_to])[c.rows])
        rates.append((X @ a[c.body] - X_other @ a[c.relative_to] + cross_motion(X @ v[c.body]) @ X_other @ v[c.relative_to])[c.rows])
    return np.concatenate(K), np.concatenate(rates)


def inverse(X):
    """The inverse of a motion transform."""
    R = X[:3, :3].T
    return np.block([[R, np.zeros((3, 3), dtype=int)], [X[3:, :3].T, R]])


def solve_rows(A, b):
    """The solution of A x = b, with the pivots in order. Raises DependentRow at the first row of A that depends on those before it."""
    A, b = A.copy(), b.copy()
    for k in range(len(A)):
        if not A[k, k] > 0:
            raise kintree.DependentRow(k + 1)
        for i in range(k + 1, len(A)):
            factor = A[i, k] / A[k, k]
            A[i], b[i] = A[i] - factor * A[k], b[i] - factor * b[k]
    return solve_positive(np.triu(A), b)


def constrained_forward_dynamics(model, state):
    """By Delassus' matrix K H^-1 K^T [Delassus 1917]."""
    H, (K, rates) = mass_matrix(model, state), constraint_jacobian(model, state)
    free, Y = forward_dynamics(model, state), solve_positive(H, K.T)
    force = solve_rows(K @ Y, state.gamma - rates - K @ free)
    return free + Y @ force, force


def contact_impulse(model, state):
    H, (K, _) = mass_matrix(model, state), constraint_jacobian(model, state)
    Y = solve_positive(H, K.T)
    impulse = solve_rows(K @ Y, -(1 + state.restitution) * (K @ state.v))
    return state.v + Y @ impulse, impulse
