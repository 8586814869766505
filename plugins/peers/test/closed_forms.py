"""Checks the conversions of an adapter on closed forms, which share nothing with the oracle: closed_forms.py COMMAND...

Each COMMAND is a shell command that speaks the line protocol. The cases contain each joint kind whose coordinates differ from library to library:

- a pendulum in a turned frame, and two pendulums whose names are not in the order of their numbers;
- a top of Euler that turns freely, on a ball joint and as a free body, whose force and acceleration are in its own axes;
- frames on the free body, and a disc in the plane.

A reader of URDF gets the text of the cases that URDF can express. Exit code 1: an answer is off by more than 1e-12, or one that approximates by
more than half of these digits, 1e-6.
"""

import copy
import itertools
import json
import math
import subprocess
import sys

LIMIT = 1e-12


def placement(xyz=(0.0, 0.0, 0.0), rpy=(0.0, 0.0, 0.0)):
    return {"xyz": list(map(float, xyz)), "rpy": list(map(float, rpy))}


def body(name, kind, axis=(1.0, 0.0, 0.0), at=placement(), com=(0.0, 0.0, 0.0), mass=2.0, inertia=(3.0, 0.0, 0.0, 4.0, 0.0, 5.0)):
    """On the ground."""
    return {"name": name, "parent": 0,
            "joint": {"name": f"joint of {name}", "kind": kind, "placement": at, "axis": list(axis), "second_axis": [0.0, 1.0, 0.0], "pitch": 0.0},
            "inertial": {"origin": placement(com), "mass": mass, "inertia": list(inertia)}}


SIZES = {"fixed": (0, 0), "revolute": (1, 1), "planar": (3, 3), "spherical": (4, 3), "free": (7, 6)}  # positions and velocities


def question(ask, bodies, *, q, v, given, ends=(), gravity=(0.0, 0.0, 0.0), f_ext=(0.0,) * 6):
    """f_ext acts on the last body."""
    sizes = [SIZES[b["joint"]["kind"]] for b in bodies]
    first = [[1, *itertools.accumulate((size[k] for size in sizes), initial=1)] for k in range(2)]
    nq, n = (numbers.pop() - 1 for numbers in first)
    return {
        "ask": ask, "numbers": "double", "solver": 1,
        "state": {"q": q, "v": v, "qdd": given if ask == "inverse_dynamics" else [0.0] * n, "tau": given if ask.startswith("forward_dynamics") else [0.0] * n,
                  "f_ext": [[0.0] * 6] * len(bodies) + [list(f_ext)], "end_effectors": list(ends)},
        "layout": {"nq": nq, "n": n, "first_position": first[0], "first_velocity": first[1]},
        "model": {"name": "closed form", "gravity": list(gravity), "bodies": bodies},
    }


def as_file(message):
    """The same with the text of a URDF file, for readers. None if URDF cannot express it. The joints are on a root link, which is the ground, or
    the one body floats, no matter where."""
    kinds = {b["joint"]["kind"] for b in message["model"]["bodies"]}
    if kinds not in ({"revolute"}, {"free"}):
        return None
    floats = kinds == {"free"}
    message = copy.deepcopy(message)
    bodies = message["model"]["bodies"]
    if floats:
        bodies[0]["joint"]["placement"] = placement()
    links = "".join(map(link, bodies)) if floats else '<link name="base"/>' + "".join(link(b) + joint_of(b) for b in bodies)
    return {**message, "urdf": f'<robot name="closed_form">{links}</robot>', "floating_base": floats}


def origin(at):
    return '<origin xyz="{} {} {}" rpy="{} {} {}"/>'.format(*at["xyz"], *at["rpy"])


def link(b):
    inertial = b["inertial"]
    return ('<link name="{}"><inertial>{}<mass value="{}"/>'.format(b["name"], origin(inertial["origin"]), inertial["mass"])
            + '<inertia ixx="{}" ixy="{}" ixz="{}" iyy="{}" iyz="{}" izz="{}"/></inertial></link>'.format(*inertial["inertia"]))


def joint_of(b):
    joint = b["joint"]
    return ('<joint name="{}" type="continuous">{}<axis xyz="{} {} {}"/>'.format(joint["name"], origin(joint["placement"]), *joint["axis"])
            + '<parent link="base"/><child link="{}"/></joint>'.format(b["name"]))


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def forms():
    """(name, ask, the answer's key, question, exact answer)"""
    # A pendulum that hangs from an axis along y of a frame turned about y: theta'' = (tau - m g l sin(theta)) / I.
    g, mass = 10.0, 2.0

    def pendulum(name, axis, length, theta, tau):
        # With the body's x down at q = 0 (the frame is turned by 90 degrees about y).
        hung = body(name, "revolute", axis, placement((1.0, 2.0, 3.0), (0.0, math.pi / 2, 0.0)), com=(length, 0.0, 0.0), mass=mass)
        return hung, (tau - mass * g * length * math.sin(theta)) / (4.0 + mass * length * length)

    # Names of the second pair in the other order than numbers: readers sort by name.
    one, swings = pendulum("body", (0.0, 2.0, 0.0), 0.5, 0.3, 1.25)
    left, left_swings = pendulum("z", (0.0, 1.0, 0.0), 0.5, 0.3, 1.25)
    right, right_swings = pendulum("a", (0.0, 1.0, 0.0), 0.75, -1.1, -0.5)
    for name, bodies, q, v, tau, qdd in (("pendulum", [one], [0.3], [0.7], [1.25], [swings]),
                                         ("two pendulums", [left, right], [0.3, -1.1], [0.7, -0.2], [1.25, -0.5], [left_swings, right_swings])):
        hangs = dict(bodies=bodies, q=q, v=v, gravity=(0.0, 0.0, -g))
        yield name, "forward_dynamics", "qdd", question("forward_dynamics", **hangs, given=tau), qdd
        yield name, "inverse_dynamics", "tau", question("inverse_dynamics", **hangs, given=qdd), tau
        inertias = [4.0 + mass * b["inertial"]["origin"]["xyz"][0] ** 2 for b in bodies]
        diagonal = [inertias[i] * (i == j) for i in range(len(bodies)) for j in range(len(bodies))]
        yield name, "mass_matrix", "H", question("mass_matrix", **hangs, given=[]), diagonal
        weights = [-mass * g * b["inertial"]["origin"]["xyz"][0] * math.cos(angle) for b, angle in zip(bodies, q)]
        by_q = [weights[i] / inertias[i] * (i == j) for i in range(len(bodies)) for j in range(len(bodies))]
        by_tau = [(i == j) / inertias[i] for i in range(len(bodies)) for j in range(len(bodies))]
        for key, exact in (("dqdd_dq", by_q), ("dqdd_dv", [0.0] * len(by_q)), ("dqdd_dtau", by_tau)):
            yield name, "forward_dynamics_derivatives", key, question("forward_dynamics_derivatives", **hangs, given=tau), exact
    # Euler's top: I w' + w x I w = couple in its own axes, in any orientation. The quaternion may have any length.
    I, w, couple = [3.0, 4.0, 5.0], [0.4, -0.9, 1.3], [0.2, 0.5, -0.7]
    gyro = cross(w, [I[k] * w[k] for k in range(3)])
    spin = [(couple[k] - gyro[k]) / I[k] for k in range(3)]
    q = [0.8, -0.4, 1.0, 0.6]
    tilted = placement((0.1, 0.2, 0.3), (0.5, -0.6, 0.7))
    top = dict(bodies=[body("top", "spherical", at=tilted)], q=q, v=w)
    yield "top on a ball", "forward_dynamics", "qdd", question("forward_dynamics", **top, given=couple), spin
    yield "top on a ball", "inverse_dynamics", "tau", question("inverse_dynamics", **top, given=spin), couple
    pushed = question("forward_dynamics", **top, given=[0.0] * 3, f_ext=couple + [0.0] * 3)
    yield "top, couple from outside", "forward_dynamics", "qdd", pushed, spin
    # A free body: the force in its own axes is m (v' + w x v), about its centre of mass.
    v, force = [1.1, -0.3, 0.6], [2.0, 1.0, -3.0]
    turning = cross(w, v)
    lin = [force[k] / mass - turning[k] for k in range(3)]
    free = dict(bodies=[body("top", "free", at=tilted)], q=[0.5, 0.25, -1.0, *q], v=[*w, *v])
    yield "free top", "forward_dynamics", "qdd", question("forward_dynamics", **free, given=[*couple, *force]), spin + lin
    yield "free top", "inverse_dynamics", "tau", question("inverse_dynamics", **free, given=spin + lin), couple + force
    pushed = question("forward_dynamics", **free, given=[0.0] * 6, f_ext=couple + force)
    yield "free top, wrench from outside", "forward_dynamics", "qdd", pushed, spin + lin
    # Frames on that body, off its centre, one turned by a quarter about z and one about x: J H^-1 J^T, of omega and of v + omega x r. For both frames,
    # the off-diagonal blocks are not symmetric.
    def jacobian(r, turned):
        of_omega = [[-y for y in row] for row in ([0, -r[2], r[1]], [r[2], 0, -r[0]], [-r[1], r[0], 0])]
        J = [[float(i == j) for j in range(6)] for i in range(3)] + [[*of_omega[i], *[float(i == j) for j in range(3)]] for i in range(3)]
        return [[sum(turned[c][i % 3] * J[3 * (i // 3) + c][j] for c in range(3)) for j in range(6)] for i in range(6)]

    weights = [1 / x for x in I] + [1 / mass] * 3
    frames = [([0.5, -0.25, 1.5], [[0, -1, 0], [1, 0, 0], [0, 0, 1]], (0.0, 0.0, math.pi / 2)),
              ([-1.0, 0.75, 0.5], [[1, 0, 0], [0, 0, -1], [0, 1, 0]], (math.pi / 2, 0.0, 0.0))]
    for name, count in (("frame on a free top", 1), ("two frames on a free top", 2)):
        J = [row for r, turned, _ in frames[:count] for row in jacobian(r, turned)]
        spread = [sum(a * w * b for a, w, b in zip(x, weights, y)) for x in J for y in J]
        ends = [{"body": 1, "pose": placement(r, rpy)} for r, _, rpy in frames[:count]]
        yield name, "inverse_osim", "lambda_inv", question("inverse_osim", **free, given=[0.0] * 6, ends=ends), spread
        # At constant velocities in its own axes, the twists there are constant too.
        for key, exact in (("J", [x for row in J for x in row]), ("J_dot_v", [0.0] * len(J))):
            yield name, "jacobian", key, question("jacobian", **free, given=[0.0] * 6, ends=ends), exact
    # A disc on a plane: in axes that turn with it, m (v' + w x v) = force.
    angle, rates, push = 0.9, [0.6, -0.8, 1.7], [1.0, 2.0, 0.5]
    slide = [push[0] / mass + rates[2] * rates[1], push[1] / mass - rates[2] * rates[0], push[2] / 5.0]
    disc = dict(bodies=[body("disc", "planar", (0.0, 0.0, 1.0), tilted)], q=[0.3, -0.2, angle], v=rates)
    yield "disc", "forward_dynamics", "qdd", question("forward_dynamics", **disc, given=push), slide
    yield "disc", "inverse_dynamics", "tau", question("inverse_dynamics", **disc, given=slide), push


def main():
    cases = list(forms())
    wrong = 0
    for command in sys.argv[1:]:
        process = subprocess.Popen(command, shell=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

        def ask(message, process=process, command=command):
            process.stdin.write(json.dumps({"kintree": 1, "id": 1, **message}) + "\n")
            process.stdin.flush()
            line = process.stdout.readline()
            if not line:
                sys.exit(f"closed forms: WRONG: {command} ends before it answers")
            return json.loads(line)

        said = ask({"ask": "describe"})
        asked, worst = 0, 0.0
        limit = math.sqrt(LIMIT) if said.get("approximates") else LIMIT
        for number, (name, problem, key, message, exact) in enumerate(cases):
            if problem not in said["problems"]:
                continue
            if not all(b["joint"]["kind"] in said["domain"]["joints"] for b in message["model"]["bodies"]):
                continue
            if said.get("reads_urdf"):
                message = as_file(message)
                if message is None:
                    continue
            answer = ask({**message, "solver": number})
            if "unsupported" in answer:
                continue
            asked += 1
            came = [x for entry in answer.get(key, []) for x in (entry if isinstance(entry, list) else [entry])]
            off = max(abs(x - y) if x is not None else math.inf for x, y in zip(came, exact)) if len(came) == len(exact) else math.inf
            worst = max(worst, off)
            if not off <= limit:
                wrong += 1
                print(f"WRONG {said['name']} {problem} of the {name}: {answer.get(key, answer)} for {exact}")
        process.stdin.close()
        process.wait()
        if not asked:
            wrong += 1
        print(f"closed forms: {said['citation']}: {asked} asked, the largest difference {worst:.1e}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
