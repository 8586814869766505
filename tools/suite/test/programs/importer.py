"""An importer of URDF, with mass matrix, inverse and forward dynamics, into which slips can be planted:

    importer.py TEMPLATES SLIP... NAME=NUMBER...                 speaks the line protocol
    importer.py TEMPLATES --answer OUT VECTORS.json... SLIP...   answers test vectors by itself

Each slip is made here as somebody would make it who writes an importer; nothing of Kintree's catalogue is used but its names.
"""

import json
import math
import struct
import sys
from pathlib import Path

sys.path.insert(0, sys.argv[1])
from importer_robot import ANGLES, NUMBERS, SLIPS, load, planted, slip  # noqa: E402
from kintree_protocol import *  # noqa: E402


def inverse_dynamics(joints, gravity, q, v, a, forces):
    """tau, by joint [Featherstone, RBDA 2008, table 5.1]. `forces`: by joint, about the link's origin."""
    if slip("gravity_missing"):
        gravity = [0.0] * 3
    if slip("gravity_reversed"):
        gravity = times(-1, gravity)
    velocity, acceleration, force, S_of, pose_of, to_child_of = [], [], [], [], [], []
    for k, joint in enumerate(joints):
        # Along an axis that is not normalized a coordinate means so much more.
        position = times(joint.length, q[k]) if joint.length != 1 else q[k]
        if slip("degrees"):
            position = [math.radians(x) if i in ANGLES.get(joint.kind, ()) else x for i, x in enumerate(position)]
        if joint.kind == "revolute":
            position = times(planted("angles_scaled", 1), position)
        if slip("limits_enforced") and joint.limits:
            position = [min(max(position[0], joint.limits[0]), joint.limits[1])]
        if slip("quaternion_xyzw") and joint.kind in ("spherical", "free"):
            position = position[:-4] + position[-1:] + position[-4:-1]
        R, t, S, c = moved(vars(joint), position, v[k])
        S = [times(joint.length, column) for column in S]
        c = times(1 - planted("joint_bias_missing", 0), c)
        E, r = transposed(product(joint.R, R)), plus(joint.p, apply(joint.R, t))

        def to_child(m, E=E, r=r):
            return apply(E, m[:3]) + apply(E, plus(m[3:], cross(m[:3], r)))

        def parent(passed, k=k, right=joint.parent):
            return k - 1 if planted("previous_body", "") == passed and right is not None else right

        above_v = velocity[parent("velocities")] if joint.parent is not None else [0.0] * 6
        above_a = acceleration[parent("accelerations")] if joint.parent is not None else [0.0] * 3 + times(-1, gravity)
        v_J, a_J = [0.0] * 6, c
        for column, speed, rate in zip(S, v[k], a[k]):
            v_J, a_J = plus(v_J, times(speed, column)), plus(a_J, times(rate, column))
        v_i = plus(to_child(above_v), v_J)
        product_of_v = times(1 - planted("joint_velocity_product", 0), cross_motion(v_i, v_J))
        a_i = plus(plus(to_child(above_a), a_J), product_of_v)
        link = joint.link

        def of(m, link=link):
            return plus(apply(link.I, m[:3]), cross(link.mc, m[3:])) + plus(times(link.m, m[3:]), cross(m[:3], link.mc))

        gyroscopic = cross_motion if planted("gyroscopic_by_motion", 0) else cross_force
        f = plus(plus(of(a_i), times(1 - planted("gyroscopic_force", 0), gyroscopic(v_i, of(v_i)))), times(-1, forces[k]))
        velocity.append(v_i), acceleration.append(a_i), force.append(f), S_of.append(S), pose_of.append((E, r)), to_child_of.append(to_child)
    tau = [None] * len(joints)
    for k in reversed(range(len(joints))):
        joint, (E, r), f = joints[k], pose_of[k], force[k]
        tau[k] = [dot(column, f) for column in S_of[k]]
        if slip("damping_added"):
            tau[k] = [x + joint.damping * speed for x, speed in zip(tau[k], v[k])]
        if slip("friction_added"):
            tau[k] = [x + math.copysign(joint.friction, speed) for x, speed in zip(tau[k], v[k])]
        for i, speed in enumerate(v[k]):
            where = joint.kind != "free"
            tau[k][i] += planted("armature", 0) * a[k][i] + planted("armature_at_joints", 0) * where * a[k][i]
            tau[k][i] += planted("damping", 0) * speed + planted("damping_at_joints", 0) * where * speed
            tau[k][i] += planted("quadratic_damping", 0) * abs(speed) * speed + planted("friction", 0) * (speed > 0) - planted("friction", 0) * (speed < 0)
        if joint.parent is not None:
            back = transposed(E)
            linear = apply(back, f[3:])
            above = k - 1 if planted("previous_body", "") == "forces" else joint.parent
            passed = plus(apply(back, f[:3]), cross(r, linear)) + linear
            if planted("force_not_transposed", 0):
                passed = to_child_of[k](f)
            force[above] = passed if planted("last_child_replaces", 0) else plus(force[above], passed)
    return tau


def eliminated(H, b):
    """x with H x = b, by elimination with pivoting."""
    n, A = len(b), [row[:] + [x] for row, x in zip(H, b)]
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(A[i][k]))
        if A[pivot][k] == 0:
            raise Breakdown(k + 1)
        A[k], A[pivot] = A[pivot], A[k]
        for i in range(k + 1, n):
            factor = A[i][k] / A[k][k]
            A[i] = [x - factor * y for x, y in zip(A[i], A[k])]
    x = [0.0] * n
    for k in reversed(range(n)):
        x[k] = (A[k][n] - sum(A[k][i] * x[i] for i in range(k + 1, n))) / A[k][k]
    return x


def flat(by_joint):
    return [x for part in by_joint for x in part]


def answers(joints, gravity, q, v, qdd, tau, forces, wanted):
    """q, v, qdd, tau: by joint."""
    still = [[0.0] * len(part) for part in v]
    none = [[0.0] * 6 for _ in joints]

    def split(values):
        values = iter(values)
        return [[next(values) for _ in part] for part in v]

    gravity = [0.0, 0.0, -NUMBERS["gravity_constant"]] if "gravity_constant" in NUMBERS else gravity
    gravity = times(planted("gravity_scaled", 1), gravity)
    result = {}
    if "tau" in wanted:
        result["tau"] = flat(inverse_dynamics(joints, gravity, q, v, qdd, forces))
    if "H" in wanted or "qdd" in wanted:
        n = len(flat(v))
        columns = []
        for k in range(n):
            unit_rate = split([1.0 if i == k else 0.0 for i in range(n)])
            column = flat(inverse_dynamics(joints, [0.0] * 3, q, still, unit_rate, none))
            if slip("friction_added"):  # nothing moves
                column = [x - joint.friction * 1 for x, joint in zip(column, [j for j, p in zip(joints, v) for _ in p])]
            columns.append(column)
        result["H"] = transposed(columns)
    if "qdd" in wanted:
        bias = flat(inverse_dynamics(joints, gravity, q, v, still, forces))
        result["qdd"] = eliminated(result["H"], [t - c for t, c in zip(flat(tau), bias)])
    return {key: rounded(in_order(result[key])) for key in wanted}


def in_order(answer):
    """Rows, and columns, of the answer as they are written."""
    order = list(range(len(answer)))
    if planted("rows_reversed", 0):
        order.reverse()
    if planted("rows_rotated", 0):
        order = order[1:] + order[:1]
    if not isinstance(answer[0], list):
        return [answer[i] for i in order]
    return [[answer[i][k] for k in order] for i in order]


def rounded(answer):
    if isinstance(answer, list):
        return [rounded(x) for x in answer]
    if planted("single_precision", 0):
        return struct.unpack("f", struct.pack("f", answer))[0]
    if "few_digits" in NUMBERS:
        return float(f"{answer:.{int(NUMBERS['few_digits'])}g}")
    if "few_places" in NUMBERS:
        return round(answer, int(NUMBERS["few_places"]))
    return answer


def answers_that_exist(*question):
    """The same by one question each: what breaks down is left as no numbers."""
    *given, wanted = question
    result = {}
    for key in wanted:
        try:
            result.update(answers(*given, [key]))
        except Breakdown:
            result[key] = [None] * len(flat(given[3]))
    return result


# --- the line protocol ---


def solve(question):
    joints = load(question["urdf"], question["floating_base"])
    layout, state = question["layout"], question["state"]
    bodies = {body["name"]: i + 1 for i, body in enumerate(question["model"]["bodies"])}
    n_q = {"revolute": 1, "prismatic": 1, "helical": 1, "cylindrical": 2, "universal": 2, "planar": 3, "spherical": 4, "free": 7}
    n_v = {**n_q, "spherical": 3, "free": 6}

    def parts(values, first, size):
        begin = [layout[first][bodies[joint.body]] - 1 for joint in joints]
        return [values[b : b + size[joint.kind]] for b, joint in zip(begin, joints)]

    q = parts(state["q"], "first_position", n_q)
    v, qdd, tau = (parts(state[key], "first_velocity", n_v) for key in ("v", "qdd", "tau"))
    forces = [joint.force_on(lambda name: state["f_ext"][bodies[name]]) for joint in joints]
    key = {"mass_matrix": "H", "inverse_dynamics": "tau", "forward_dynamics": "qdd"}[question["ask"]]
    return answers(joints, question["model"]["gravity"], q, v, qdd, tau, forces, [key])


# --- vectors ---


def answered(vector):
    state = vector["state"]
    joints = load(vector["urdf"], state.get("floating_base", False))

    def parts(key, size, neutral):
        return [state.get(key, {}).get(joint.name, neutral(joint.kind)) for joint in joints]

    n_v = {"cylindrical": 2, "universal": 2, "planar": 3, "spherical": 3, "free": 6}
    identity = {"spherical": [1.0, 0.0, 0.0, 0.0], "free": [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]}
    q = parts("q", n_v, lambda kind: identity.get(kind, [0.0] * n_v.get(kind, 1)))
    v, qdd, tau = (parts(key, n_v, lambda kind: [0.0] * n_v.get(kind, 1)) for key in ("v", "qdd", "tau"))
    forces = [joint.force_on(lambda name: state.get("f_ext", {}).get(name, [0.0] * 6)) for joint in joints]
    wanted = [key for key in ("H", "tau", "qdd") if key in vector["answers"]]
    return answers_that_exist(joints, state["gravity"], q, v, qdd, tau, forces, wanted)


def plant(arguments):
    for name, _, number in (argument.partition("=") for argument in arguments):
        if number:
            NUMBERS[name] = number if number.isalpha() else float(number)
        else:
            SLIPS.add(name)


def main():
    arguments = sys.argv[2:]
    if arguments[:1] == ["--answer"]:
        files = [argument for argument in arguments[2:] if argument.endswith(".json")]
        plant(argument for argument in arguments[2:] if not argument.endswith(".json"))
        vectors = [vector for file in files for vector in json.loads(Path(file).read_text()).get("vectors", [])]
        Path(arguments[1]).write_text(json.dumps({v["id"]: answered(v) for v in vectors if "<mimic" not in v["urdf"]}))
        return
    plant(arguments)
    serve(
        {
            "kintree": 1,
            "name": "importer",
            "problems": {problem: {"promise": "C"} for problem in ("mass_matrix", "inverse_dynamics", "forward_dynamics")},
            "numbers": ["double"],
            "reads_urdf": True,
        },
        solve,
    )


main()
