"""Spatial vectors of a tree, for functions in NumPy that compute with doubles and with Field numbers alike.

Spatial vectors have the angular part first, body axes, about the body's origin (reference/notation.md)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._model import Model, State
from ._parts import Array, Body, Joint, Placement
from ._question import Breakdown


def skew(a: Array) -> Array:
    """The matrix of a x."""
    return np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])


def unit(axis: Array) -> Array:
    return axis / np.sqrt(axis @ axis)


def rotation_about(n: Array, angle: Any) -> Array:
    """The rotation about the unit vector n."""
    K, s, c = skew(n), np.sin(angle), np.cos(angle)
    return c * np.eye(3, dtype=int) + s * K + (1 - c) * np.outer(n, n)


def rotation_of_rpy(rpy: Array) -> Array:
    """Rz(yaw) Ry(pitch) Rx(roll)."""
    (sr, sp, sy), (cr, cp, cy) = np.sin(rpy), np.cos(rpy)
    return np.array([[cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
                     [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
                     [-sp, cp * sr, cp * cr]])


def rotation_of_quaternion(q: Array) -> Array:
    """The rotation of w, x, y, z of any length."""
    K = skew(q[1:])
    return np.eye(3, dtype=int) + 2 / (q @ q) * (q[0] * K + K @ K)


def rotation(placement: Placement) -> Array:
    """Takes coordinates of the placed frame to those of the frame in which it is placed."""
    return rotation_of_rpy(placement.rpy) if placement.quaternion is None else rotation_of_quaternion(placement.quaternion)


def solve_positive(A: Array, B: Array) -> Array:
    """The X of A X = B, by elimination. A is symmetric and positive definite; Breakdown if it is not. np.linalg has no Field numbers."""
    A, X = A.copy(), B.copy()
    for k in range(len(A)):
        if not A[k, k] > 0:
            raise Breakdown(f"pivot {k + 1} is not positive")
        for i in range(k + 1, len(A)):
            factor = A[i, k] / A[k, k]
            A[i], X[i] = A[i] - factor * A[k], X[i] - factor * X[k]
    for k in reversed(range(len(A))):
        X[k] = (X[k] - A[k, k + 1:] @ X[k + 1:]) / A[k, k]
    return X


def motion_transform(R: Array, r: Array) -> Array:
    """X from a frame to the one placed in it with rotation R and origin r: 6 x 6."""
    return np.block([[R.T, np.zeros((3, 3), dtype=int)], [-R.T @ skew(r), R.T]])


def spatial_inertia(body: Body) -> Array:
    """The inertia of a body about its origin, 6 x 6."""
    R, K = rotation(body.origin), skew(body.origin.xyz)
    return np.block([[R @ body.inertia @ R.T + body.mass * K @ K.T, body.mass * K], [body.mass * K.T, body.mass * np.eye(3, dtype=int)]])


def cross_motion(v: Array) -> Array:
    """The matrix of v x, for motions."""
    return np.block([[skew(v[:3]), np.zeros((3, 3), dtype=int)], [skew(v[3:]), skew(v[:3])]])


def cross_force(v: Array) -> Array:
    """The matrix of v x*, for forces."""
    return -cross_motion(v).T


def plane_axes(n: Array) -> tuple[Array, Array]:
    """The x and y of a planar joint: those of the joint frame under the shortest rotation that takes z to the unit vector n."""
    if n[2] == -1:
        return np.array([1, 0, 0]), np.array([0, -1, 0])
    is_downward = isinstance(n[2], float) and n[2] < 0  # where 1 + n_z would cancel; both are the same number
    k = (1 - n[2]) / (n[0] * n[0] + n[1] * n[1]) if is_downward else 1 / (1 + n[2])
    return np.array([1 - k * n[0] * n[0], -k * n[0] * n[1], -n[0]]), np.array([-k * n[0] * n[1], 1 - k * n[1] * n[1], -n[1]])


def joint_motion(joint: Joint, q: Array, v: Array) -> tuple[Array, Array, Array, Array]:
    """R and r of the child in the joint frame, S (6 x n_i), and c_J, at the joint's own positions and velocities."""
    kind, none = joint.kind, np.zeros(3, dtype=int)
    still = np.zeros(6, dtype=int)

    def columns(*motions: tuple[Array, Array]) -> Array:
        return np.array([np.concatenate(motion) for motion in motions]).T if motions else np.zeros((6, 0), dtype=int)

    if kind == "fixed":
        return np.eye(3, dtype=int), none, columns(), still
    if kind in ("spherical", "free"):
        turns, moves = [(e, none) for e in np.eye(3, dtype=int)], [(none, e) for e in np.eye(3, dtype=int)]
        if kind == "spherical":
            return rotation_of_quaternion(q), none, columns(*turns), still
        return rotation_of_quaternion(q[3:]), q[:3], columns(*turns, *moves), still
    n = unit(joint.axis)
    if kind == "revolute":
        return rotation_about(n, q[0]), none, columns((n, none)), still
    if kind == "prismatic":
        return np.eye(3, dtype=int), q[0] * n, columns((none, n)), still
    if kind == "helical":
        return rotation_about(n, q[0]), q[0] * joint.pitch * n, columns((n, joint.pitch * n)), still
    if kind == "cylindrical":
        return rotation_about(n, q[0]), q[1] * n, columns((n, none), (none, n)), still
    if kind == "universal":
        m = unit(joint.second_axis)
        second = rotation_about(m, q[1])
        first = second.T @ n
        return rotation_about(n, q[0]) @ second, none, columns((first, none), (m, none)), np.concatenate([v[0] * v[1] * np.cross(first, m), none])
    x, y = plane_axes(n)  # planar
    return rotation_about(n, q[2]), q[0] * x + q[1] * y, columns((none, x), (none, y), (n, none)), still


class Tree:
    """A model at a state. Each list has an entry for each body 0 to N; the one of the base is None.

    - `parent` is the number of the parent. `X` is the motion transform from the parent.
    - `S` is the motion subspace of the joint, and `c_J` its velocity product. `dofs` is the slice of the joint in v.
    - `I` is the spatial inertia.
    """

    def __init__(self, model: Model, state: State):
        self.N, self.n, self.gravity = len(model.bodies), model.n, model.gravity
        self.parent: list[int] = [0] + [body.parent for body in model.bodies]
        self.dofs: list[Any] = [None] + [body.joint.velocities for body in model.bodies]
        self.I: list[Any] = [None] + [spatial_inertia(body) for body in model.bodies]
        self.X: list[Any] = [None]
        self.S: list[Any] = [None]
        self.c_J: list[Any] = [None]
        for joint in model.joints:
            R, r, S, c_J = joint_motion(joint, state.q[joint.positions], state.v[joint.velocities])
            R_0 = rotation(joint.placement)
            self.X.append(motion_transform(R_0 @ R, joint.placement.xyz + R_0 @ r))
            self.S.append(S)
            self.c_J.append(c_J)
