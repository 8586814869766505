"""The line protocol of Kintree (reference/protocol.md) for programs in Python: numbers, the loop, and joints.

An algorithm written with + - * /, sqrt() and sincos() below runs in double and in the finite field alike.
"""

import json
import math
import sys


class Field:
    """A number a + b i of GF(p^2), p = 2^61 - 1, i^2 = -1. Whole numbers and floats mix with it."""

    p = 2**61 - 1
    scale = 1  # of angles, as the question says
    without_root = False  # a root was taken that does not exist
    __slots__ = ("a", "b")

    def __init__(self, a, b=0):
        self.a, self.b = a % Field.p, b % Field.p

    @staticmethod
    def read(text):
        a, _, b = text.partition("+")
        return Field(int(a), int(b[:-1] or 0))

    def __str__(self):
        return f"{self.a}+{self.b}i" if self.b else str(self.a)

    def __eq__(self, other):
        other = field(other)
        return self.a == other.a and self.b == other.b

    def __add__(self, other):
        other = field(other)
        return Field(self.a + other.a, self.b + other.b)

    def __neg__(self):
        return Field(-self.a, -self.b)

    def __sub__(self, other):
        return self + -field(other)

    def __rsub__(self, other):
        return field(other) - self

    def __mul__(self, other):
        other = field(other)
        return Field(self.a * other.a - self.b * other.b, self.a * other.b + self.b * other.a)

    def __truediv__(self, other):
        other = field(other)
        reciprocal = pow(other.a * other.a + other.b * other.b, -1, Field.p)
        return self * Field(other.a * reciprocal, -other.b * reciprocal)

    def __rtruediv__(self, other):
        return field(other) / self

    __radd__, __rmul__ = __add__, __mul__

    def sqrt(self):
        """The root of a number of GF(p): a number in 1..(p-1)/2, or i times that. Half of the other numbers have no root."""
        if self.b:
            Field.without_root = True
        for square, unit in ((self.a, 1), (-self.a, 0)):
            root = pow(square, (Field.p + 1) // 4, Field.p)
            if (root * root - square) % Field.p == 0:
                root = min(root, Field.p - root)
                return Field(root) if unit else Field(0, root)

    def sincos(self):
        """An angle is the point of the circle with t = tan(angle / 2) = scale times the number."""
        t = Field.scale * self
        return 2 * t / (1 + t * t), (1 - t * t) / (1 + t * t)


def field(x):
    """The number x of the field. A float keeps its value, so that 0.5 is 1/2."""
    if isinstance(x, float):
        numerator, denominator = x.as_integer_ratio()
        return Field(numerator) / denominator
    return x if isinstance(x, Field) else Field(x)


def sqrt(x):
    return x.sqrt() if isinstance(x, Field) else math.sqrt(x)


def sincos(x):
    """(sine, cosine)"""
    return x.sincos() if isinstance(x, Field) else (math.sin(x), math.cos(x))


def is_positive(pivot):
    """True if the pivot is positive, or not zero for a number of the field, which has no order."""
    return pivot != 0 if isinstance(pivot, Field) else pivot > 0


class Breakdown(Exception):
    """The pivot of this coordinate (from 1) is not positive."""

    def __init__(self, coordinate):
        self.coordinate = coordinate


def numbers(json_value, number):
    """Lists of numbers, lists of lists."""
    return [numbers(x, number) for x in json_value] if isinstance(json_value, list) else number(json_value)


def read_placement(place, number):
    place["xyz"], place["rpy"] = numbers(place["xyz"], number), numbers(place["rpy"], number)


def read_body(body, number):
    """The body with its numbers in the arithmetic of the request."""
    joint, inertial = body["joint"], body["inertial"]
    read_placement(joint["placement"], number)
    read_placement(inertial["origin"], number)
    for key in ("axis", "second_axis", "pitch"):
        joint[key] = numbers(joint[key], number)
    if "armature" in joint:
        joint["armature"] = numbers(joint["armature"], number)
    for key in ("mass", "inertia"):
        inertial[key] = numbers(inertial[key], number)
    return body


def printed(values):
    if isinstance(values, (list, tuple)):
        return [printed(x) for x in values]
    return str(values) if isinstance(values, Field) else values


def serve(description, solve):
    """Answers requests until the input ends. solve(question) returns the fields of the answer, such as {"qdd": [...]}."""
    for line in sys.stdin:
        question = json.loads(line)
        if question["ask"] == "describe":
            answer = description
        else:
            number = float
            if question["numbers"] == "field":
                number = Field.read
                Field.scale = Field.read(question["scale"])
                Field.without_root = False
            model, state = question["model"], question["state"]
            model["gravity"] = numbers(model["gravity"], number)
            model["bodies"] = [read_body(body, number) for body in model["bodies"]]
            state.setdefault("gamma", [])  # and no restitution, without constraints
            state.setdefault("restitution", "0" if question["numbers"] == "field" else 0.0)
            for key in ("q", "v", "qdd", "tau", "f_ext", "gamma", "restitution"):
                state[key] = numbers(state[key], number)
            for constraint in model.setdefault("constraints", []):
                if "coupling" in constraint:
                    constraint["coupling"] = {key: numbers(value, number) for key, value in constraint["coupling"].items()}
                else:
                    read_placement(constraint["pose"], number)
            for end_effector in state["end_effectors"]:
                read_placement(end_effector["pose"], number)
            if "H" in question:
                question["H"] = numbers(question["H"], number)
            try:
                answer = {key: printed(value) for key, value in solve(question).items()}
            except Breakdown as breakdown:
                answer = {"breakdown": breakdown.coordinate}
            if Field.without_root:
                answer = {"without_root": True}
        print(json.dumps({"id": question["id"], **answer}), flush=True)


# --- vectors, rotations and joints; reference/notation.md ---


def zeros(rows, columns=None):
    return [0] * rows if columns is None else [[0] * columns for _ in range(rows)]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def times(scalar, a):
    return [scalar * x for x in a]


def plus(a, b):
    return [x + y for x, y in zip(a, b)]


def apply(matrix, a):
    return [dot(row, a) for row in matrix]


def transposed(matrix):
    return [list(column) for column in zip(*matrix)]


def product(left, right):
    columns = transposed(right)
    return [[dot(row, column) for column in columns] for row in left]


def skew(a):
    return [[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]]


IDENTITY = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]


def unit(axis):
    return times(1 / sqrt(dot(axis, axis)), axis)


def rotation(n, angle):
    """About the unit vector n."""
    s, c = sincos(angle)
    K = skew(n)
    return [[c * IDENTITY[i][j] + s * K[i][j] + (1 - c) * n[i] * n[j] for j in range(3)] for i in range(3)]


def rotation_of_rpy(rpy):
    """Rz(yaw) Ry(pitch) Rx(roll)"""
    (sr, cr), (sp, cp), (sy, cy) = map(sincos, rpy)
    return [
        [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
        [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
        [-sp, cp * sr, cp * cr],
    ]


def rotation_of_quaternion(q):
    """w, x, y, z of any length"""
    w, K = q[0], skew(q[1:])
    K2, factor = product(K, K), 2 / dot(q, q)
    return [[IDENTITY[i][j] + factor * (w * K[i][j] + K2[i][j]) for j in range(3)] for i in range(3)]


def in_plane(n):
    """The joint frame's x and y, turned by the shortest rotation that takes z to n."""
    if n[2] == -1:
        return [1, 0, 0], [0, -1, 0]
    downward = isinstance(n[2], float) and n[2] < 0  # where 1 + n_z would cancel; both are the same number
    k = (1 - n[2]) / (n[0] * n[0] + n[1] * n[1]) if downward else 1 / (1 + n[2])
    return [1 - k * n[0] * n[0], -k * n[0] * n[1], -n[0]], [-k * n[0] * n[1], 1 - k * n[1] * n[1], -n[1]]


def moved(joint, q, v):
    """Rotation and translation of the child in the joint frame, the columns of S, and c_J."""
    kind, none, no_motion = joint["kind"], [0, 0, 0], [0] * 6
    n = unit(joint["axis"]) if kind not in ("fixed", "spherical", "free") else none
    if kind == "fixed":
        return IDENTITY, none, [], no_motion
    if kind == "revolute":
        return rotation(n, q[0]), none, [n + none], no_motion
    if kind == "prismatic":
        return IDENTITY, times(q[0], n), [none + n], no_motion
    if kind == "helical":
        along = times(joint["pitch"], n)
        return rotation(n, q[0]), times(q[0], along), [n + along], no_motion
    if kind == "cylindrical":
        return rotation(n, q[0]), times(q[1], n), [n + none, none + n], no_motion
    if kind == "universal":
        m = unit(joint["second_axis"])
        second = rotation(m, q[1])
        first_axis = apply(transposed(second), n)
        c = times(v[0] * v[1], cross(first_axis, m))
        return product(rotation(n, q[0]), second), none, [first_axis + none, m + none], c + none
    if kind == "planar":
        x, y = in_plane(n)
        t = plus(times(q[0], x), times(q[1], y))
        return rotation(n, q[2]), t, [none + x, none + y, n + none], no_motion
    if kind == "spherical":
        return rotation_of_quaternion(q[:4]), none, [axis + none for axis in IDENTITY], no_motion
    columns = [axis + none for axis in IDENTITY] + [none + axis for axis in IDENTITY]
    return rotation_of_quaternion(q[3:7]), q[:3], columns, no_motion


# --- spatial vectors: angular part first, about the body's origin ---


def motion_transform(E, r):
    """X from the parent's frame to the child's: E turns coordinates, r is the child's origin in the parent's frame."""
    lower = [times(-1, row) for row in product(E, skew(r))]
    return [row + [0, 0, 0] for row in E] + [low + row for low, row in zip(lower, E)]


def spatial_inertia(inertial):
    """About the body's origin, in its axes."""
    xx, xy, xz, yy, yz, zz = inertial["inertia"]
    R, m, c = rotation_of_rpy(inertial["origin"]["rpy"]), inertial["mass"], inertial["origin"]["xyz"]
    I = product(product(R, [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]), transposed(R))
    mc = [times(m, row) for row in skew(c)]
    mcc = product(mc, transposed(skew(c)))
    mass = [times(m, row) for row in IDENTITY]
    return [plus(I[k], mcc[k]) + mc[k] for k in range(3)] + [times(-1, mc[k]) + mass[k] for k in range(3)]


def cross_motion(v, m):
    return cross(v[:3], m[:3]) + plus(cross(v[:3], m[3:]), cross(v[3:], m[:3]))


def cross_force(v, f):
    return plus(cross(v[:3], f[:3]), cross(v[3:], f[3:])) + cross(v[:3], f[3:])


class Tree:
    """The bodies at the state of a question. Lists by body have entries 0..N, of which 0 is the base.

    - `N` bodies, `n` degrees of freedom, `nq` positions, `m` end-effectors, `r` rows of constraints.
    - `parent[i]`: the number of the parent. `first[i]`: the first coordinate of joint i, from 0.
    - `X[i]`: 6 x 6, from motion coordinates of the parent to those of body i. Forces move back by its transpose.
    - `S[i]`: the columns of the motion subspace. `c_J[i]`: the acceleration of joint i at qdd = 0, from axes that move in the body.
    - `I[i]`: 6 x 6 spatial inertia about the origin of body i. `gravity` in base axes. `f_ext[i]`: couple and force, in body axes.
    """

    def __init__(self, question):
        model, state, layout = question["model"], question["state"], question["layout"]
        bodies = model["bodies"]
        self.N, self.nq, self.n, self.m = len(bodies), layout["nq"], layout["n"], len(state["end_effectors"])
        self.r = sum(sum(constraint.get("rows", [1])) for constraint in model["constraints"])  # a coupling is one row
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
