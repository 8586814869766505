"""An importer of URDF, with mass matrix, inverse and forward dynamics, into which slips can be planted:

    importer.py TEMPLATES SLIP... NAME=NUMBER...                 speaks the line protocol
    importer.py TEMPLATES --answer OUT VECTORS.json... SLIP...   answers test vectors by itself

Each slip is made here as somebody would make it who writes an importer; nothing of Kintree's catalogue is used but its names.
"""

import json
import math
import struct
import sys
import xml.etree.ElementTree as xml
from pathlib import Path

sys.path.insert(0, sys.argv[1])
from kintree_protocol import *  # noqa: E402

SLIPS, NUMBERS = set(), {}  # planted
ANGLES = {"revolute": [0], "helical": [0], "cylindrical": [0], "universal": [0, 1], "planar": [2]}  # among its positions
TYPES = {"continuous": "revolute", "floating": "free"}


def slip(name):
    return name in SLIPS


def planted(name, default):
    """The number of a mistake that has one, or which of several it is."""
    return NUMBERS.get(name, default)


def triple(element, key, default=(0, 0, 0)):
    text = element.get(key) if element is not None else None
    return [float(x) for x in text.split()] if text else list(default)


def rotation_of(rpy):
    rpy = times(planted("rpy_scaled", 1), rpy)
    if slip("rpy_in_degrees"):
        rpy = [math.radians(x) for x in rpy]
    if slip("rpy_in_other_order"):
        turns = [rotation_of_rpy([rpy[0], 0, 0]), rotation_of_rpy([0, rpy[1], 0]), rotation_of_rpy([0, 0, rpy[2]])]
        return product(product(turns[0], turns[1]), turns[2])
    return rotation_of_rpy(rpy)


def pose(element):
    origin = element.find("origin")
    return triple(origin, "xyz"), rotation_of(triple(origin, "rpy"))


class Link:
    """Mass, m c, and inertia about the link's origin, in its axes."""

    def __init__(self, element=None):
        self.m, self.mc, self.I, self.c = 0.0, [0.0] * 3, [[0.0] * 3 for _ in range(3)], [0.0] * 3
        inertial = element.find("inertial") if element is not None else None
        if inertial is None:
            if slip("unit_inertial_by_default") and element is not None:
                self.m, self.I = 1.0, [list(map(float, row)) for row in IDENTITY]
            return
        self.m = float(inertial.find("mass").get("value"))
        c, R = pose(inertial)
        c = times(planted("lengths_scaled", 1), c)
        self.m *= planted("masses_scaled", 1) * planted("masses_alone_scaled", 1)
        if slip("visual_for_inertial") and element.find("visual") is not None:
            c = triple(element.find("visual").find("origin"), "xyz")
        if slip("centre_of_mass_turned"):
            c = apply(R, c)
        if slip("centre_of_mass_ignored"):
            c = [0.0] * 3
        get = inertial.find("inertia").get
        sign = -1 if slip("products_of_inertia_negated") else 1
        xy, xz, yz = (sign * float(get(key)) for key in ("ixy", "ixz", "iyz"))
        I = [[float(get("ixx")), xy, xz], [xy, float(get("iyy")), yz], [xz, yz, float(get("izz"))]]
        I = [times(planted("masses_scaled", 1) * planted("inertias_scaled", 1), row) for row in I]
        if slip("inertial_rotation_transposed"):
            R = transposed(R)
        if slip("inertia_turned_once"):
            I = product(R, I)
            I = [[(I[i][k] + I[k][i]) / 2 for k in range(3)] for i in range(3)]
        elif not slip("inertial_rotation_ignored"):
            I = product(product(R, I), transposed(R))
        self.c, self.mc = c, times(self.m, c)
        self.I = I if slip("inertia_about_link_origin") else added(I, self.shifted(c))

    def shifted(self, c):
        """m (|c|^2 1 - c c^T)"""
        square = dot(c, c)
        return [[self.m * ((square if i == k else 0) - c[i] * c[k]) for k in range(3)] for i in range(3)]

    def attach(self, other, p, R):
        """Adds what is fixed to this link at this pose."""
        about_centre = added(other.I, [times(-1, row) for row in other.shifted(other.mc_over_m())])
        turned = R
        if slip("fixed_inertia_not_turned"):
            turned = IDENTITY
        if slip("fixed_inertia_turned_back"):
            turned = transposed(R)
        about_centre = product(product(turned, about_centre), transposed(turned))
        c = plus(p, apply(R, other.mc_over_m()))
        moved = Link()
        moved.m = other.m
        self.I = added(added(self.I, about_centre), moved.shifted(c))
        self.m, self.mc = self.m + other.m, plus(self.mc, times(other.m, c))

    def mc_over_m(self):
        return times(1 / self.m, self.mc) if self.m else [0.0] * 3


def added(A, B):
    return [plus(a, b) for a, b in zip(A, B)]


class Joint:
    def __init__(self):
        self.carried = []  # links that are fixed to its own: name, position, rotation

    def force_on(self, of):
        """About the origin of its link; `of` gives the force on a link by its name."""
        total = of(self.body)
        for name, p, R in self.carried:
            couple, force = of(name)[:3], apply(R, of(name)[3:])
            total = plus(total, plus(apply(R, couple), cross(p, force)) + force)
        return total


def load(text, floating_base):
    """The moving joints in the order of their coordinates."""
    robot = xml.fromstring(text)
    links = {element.get("name"): element for element in robot.iter("link")}
    below, children = {}, set()
    for element in robot.findall("joint"):
        below.setdefault(element.find("parent").get("link"), []).append(element)
        children.add(element.find("child").get("link"))
    root = next(name for name in links if name not in children)
    found, is_fixed = {}, {}

    def visit(name, parent, p, R, carrier):
        """The link is at (p, R) in its carrier, a moving joint or None, whose link is `parent`."""
        for element in below.get(name, []):
            joint, child = Joint(), element.find("child").get("link")
            joint.name, kind = element.get("name"), element.get("type")
            joint.kind = TYPES.get(kind, kind)
            origin = element.find("origin")
            xyz, rpy = times(planted("lengths_scaled", 1), triple(origin, "xyz")), rotation_of(triple(origin, "rpy"))
            if slip("joint_rotation_ignored"):
                rpy = IDENTITY
            if slip("joint_rotation_transposed"):
                rpy = transposed(rpy)
            if slip("joint_offset_turned"):
                xyz = apply(rpy, xyz)
            if slip("fixed_placement_ignored") and joint.kind == "fixed":
                xyz, rpy = [0.0] * 3, IDENTITY
            joint.p, joint.R = plus(p, apply(R, xyz)), product(R, rpy)
            above = parent
            is_fixed[child] = joint.kind == "fixed"
            if slip("children_of_fixed_on_base") and is_fixed.get(name):
                joint.p, joint.R, above = xyz, rpy, None
            if joint.kind == "fixed":
                at = (joint.p, joint.R)
                owner = carrier if above == parent else None
                if owner is not None:
                    owner.carried.append((child, *at))
                    if not slip("mass_of_fixed_lost"):
                        owner.link.attach(Link(links[child]), *at)
                visit(child, above, *at, owner)
                continue
            axis = element.find("axis")
            joint.axis = triple(axis, "xyz", (0, 0, 1) if slip("axis_default_z") else (1, 0, 0))
            second = element.find("axis2")
            joint.second_axis = triple(second, "xyz", (0, 1, 0))
            if slip("axis_in_parent_axes"):
                joint.axis, joint.second_axis = (apply(transposed(rpy), a) for a in (joint.axis, joint.second_axis))
            joint.pitch = float(element.find("pitch").get("value")) if element.find("pitch") is not None else 0.0
            limit, dynamics = element.find("limit"), element.find("dynamics")
            joint.limits = [float(limit.get("lower")), float(limit.get("upper"))] if limit is not None else None
            joint.damping = float(dynamics.get("damping", 0)) if dynamics is not None else 0.0
            joint.friction = float(dynamics.get("friction", 0)) if dynamics is not None else 0.0
            joint.parent, joint.link, joint.body = above, Link(links[child]), child
            found[child] = joint
            visit(child, child, [0.0] * 3, IDENTITY, joint)

    if floating_base:
        joint = Joint()
        joint.name, joint.kind, joint.p, joint.R, joint.parent, joint.body = "floating_base", "free", [0.0] * 3, IDENTITY, None, root
        joint.axis, joint.second_axis, joint.pitch, joint.damping, joint.friction, joint.limits = [1, 0, 0], [0, 1, 0], 0, 0, 0, None
        joint.link = Link(links[root])
        found[root] = joint
        visit(root, root, [0.0] * 3, IDENTITY, joint)
    else:
        visit(root, None, [0.0] * 3, IDENTITY, None)
    names = list(links) if robot.get("numbering") == "file" else list(found)
    ordered = [found[name] for name in names if name in found]
    number = {joint.body: k for k, joint in enumerate(ordered)}
    for joint in ordered:
        joint.parent = None if joint.parent is None else number[joint.parent]
        if slip("axis_not_normalized") and joint.kind in ("revolute", "prismatic"):
            joint.length = math.sqrt(dot(joint.axis, joint.axis))
        else:
            joint.length = 1.0
    return ordered


def cross_motion(v, m):
    return cross(v[:3], m[:3]) + plus(cross(v[:3], m[3:]), cross(v[3:], m[:3]))


def cross_force(v, f):
    return plus(cross(v[:3], f[:3]), cross(v[3:], f[3:])) + cross(v[:3], f[3:])


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
