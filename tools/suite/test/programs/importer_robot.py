"""The robot of importer.py: moving joints and links, read from URDF with the planted mistakes."""

import math
import sys
import xml.etree.ElementTree as xml

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
