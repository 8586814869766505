"""The conversions of an adapter on closed forms, which share nothing with the oracle: closed_forms.py COMMAND..., each a shell command that speaks the line protocol

A pendulum hung askew, a top of Euler that turns freely (on a ball joint, and as a free body, whose force and acceleration are those of
its own axes), frames on it, and a disc in the plane: each joint kind whose coordinates differ from library to library. Exit code 1: an answer is off by
more than 1e-12.
"""

import json
import math
import subprocess
import sys

LIMIT = 1e-12


def placement(xyz=(0.0, 0.0, 0.0), rpy=(0.0, 0.0, 0.0)):
    return {"xyz": list(map(float, xyz)), "rpy": list(map(float, rpy))}


def question(ask, kind, nq, n, *, ends=(), axis=(1.0, 0.0, 0.0), at=placement(), com=(0.0, 0.0, 0.0), mass=2.0, inertia=(3.0, 0.0, 0.0, 4.0, 0.0, 5.0),
             gravity=(0.0, 0.0, 0.0), q, v, given, f_ext=(0.0,) * 6):
    return {
        "ask": ask, "numbers": "double", "solver": 1,
        "state": {"q": q, "v": v, "qdd": given if ask == "inverse_dynamics" else [0.0] * n, "tau": given if ask == "forward_dynamics" else [0.0] * n,
                  "f_ext": [[0.0] * 6, list(f_ext)], "end_effectors": list(ends)},
        "layout": {"nq": nq, "n": n, "first_position": [1, 1], "first_velocity": [1, 1]},
        "model": {"name": "closed form", "gravity": list(gravity), "bodies": [
            {"name": "body", "parent": 0,
             "joint": {"name": "joint", "kind": kind, "placement": at, "axis": list(axis), "second_axis": [0.0, 1.0, 0.0], "pitch": 0.0},
             "inertial": {"origin": placement(com), "mass": mass, "inertia": list(inertia)}}]},
    }


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def forms():
    """(name, ask, the answer's key, question, exact answer)"""
    # A pendulum that hangs from an axis along y of a frame turned about y: theta'' = (tau - m g l sin(theta)) / I.
    m, length, g, theta, tau = 2.0, 0.5, 10.0, 0.3, 1.25
    about_hinge = 4.0 + m * length * length
    # With the body's x down at q = 0 (the frame is turned by 90 degrees about y).
    pendulum = dict(axis=(0.0, 2.0, 0.0), at=placement((1.0, 2.0, 3.0), (0.0, math.pi / 2, 0.0)), com=(length, 0.0, 0.0), gravity=(0.0, 0.0, -g),
                    q=[theta], v=[0.7])
    swings = (tau - m * g * length * math.sin(theta)) / about_hinge
    yield "pendulum", "forward_dynamics", "qdd", question("forward_dynamics", "revolute", 1, 1, **pendulum, given=[tau]), [swings]
    yield "pendulum", "inverse_dynamics", "tau", question("inverse_dynamics", "revolute", 1, 1, **pendulum, given=[swings]), [tau]
    # Euler's top: I w' + w x I w = couple, in its own axes, however it stands; a quaternion of any length.
    I, w, couple = [3.0, 4.0, 5.0], [0.4, -0.9, 1.3], [0.2, 0.5, -0.7]
    gyro = cross(w, [I[k] * w[k] for k in range(3)])
    spin = [(couple[k] - gyro[k]) / I[k] for k in range(3)]
    q = [0.8, -0.4, 1.0, 0.6]
    tilted = placement((0.1, 0.2, 0.3), (0.5, -0.6, 0.7))
    top = dict(at=tilted, q=q, v=w)
    yield "top on a ball", "forward_dynamics", "qdd", question("forward_dynamics", "spherical", 4, 3, **top, given=couple), spin
    yield "top on a ball", "inverse_dynamics", "tau", question("inverse_dynamics", "spherical", 4, 3, **top, given=spin), couple
    pushed = question("forward_dynamics", "spherical", 4, 3, **top, given=[0.0] * 3, f_ext=couple + [0.0] * 3)
    yield "top, couple from outside", "forward_dynamics", "qdd", pushed, spin
    # A free body: the force in its own axes is m (v' + w x v), about its centre of mass.
    v, force = [1.1, -0.3, 0.6], [2.0, 1.0, -3.0]
    turning = cross(w, v)
    lin = [force[k] / m - turning[k] for k in range(3)]
    free = dict(at=tilted, q=[0.5, 0.25, -1.0, *q], v=[*w, *v])
    yield "free top", "forward_dynamics", "qdd", question("forward_dynamics", "free", 7, 6, **free, given=[*couple, *force]), spin + lin
    yield "free top", "inverse_dynamics", "tau", question("inverse_dynamics", "free", 7, 6, **free, given=spin + lin), couple + force
    # Frames on that body, off its centre, one turned by a quarter about z and one about x: J H^-1 J^T, of omega and of v + omega x r. Of both, the
    # blocks beside the diagonal are not symmetric.
    def jacobian(r, turned):
        of_omega = [[-y for y in row] for row in ([0, -r[2], r[1]], [r[2], 0, -r[0]], [-r[1], r[0], 0])]
        J = [[float(i == j) for j in range(6)] for i in range(3)] + [[*of_omega[i], *[float(i == j) for j in range(3)]] for i in range(3)]
        return [[sum(turned[c][i % 3] * J[3 * (i // 3) + c][j] for c in range(3)) for j in range(6)] for i in range(6)]

    weights = [1 / x for x in I] + [1 / m] * 3
    frames = [([0.5, -0.25, 1.5], [[0, -1, 0], [1, 0, 0], [0, 0, 1]], (0.0, 0.0, math.pi / 2)),
              ([-1.0, 0.75, 0.5], [[1, 0, 0], [0, 0, -1], [0, 1, 0]], (math.pi / 2, 0.0, 0.0))]
    for name, count in (("frame on a free top", 1), ("two frames on a free top", 2)):
        J = [row for r, turned, _ in frames[:count] for row in jacobian(r, turned)]
        spread = [sum(a * w * b for a, w, b in zip(x, weights, y)) for x in J for y in J]
        ends = [{"body": 1, "pose": placement(r, rpy)} for r, _, rpy in frames[:count]]
        yield name, "inverse_osim", "lambda_inv", question("inverse_osim", "free", 7, 6, **free, given=[0.0] * 6, ends=ends), spread
    # A disc on a plane: in axes that turn with it, m (v' + w x v) = force.
    angle, rates, push = 0.9, [0.6, -0.8, 1.7], [1.0, 2.0, 0.5]
    slide = [push[0] / m + rates[2] * rates[1], push[1] / m - rates[2] * rates[0], push[2] / 5.0]
    disc = dict(at=tilted, axis=(0.0, 0.0, 1.0), q=[0.3, -0.2, angle], v=rates)
    yield "disc", "forward_dynamics", "qdd", question("forward_dynamics", "planar", 3, 3, **disc, given=push), slide
    yield "disc", "inverse_dynamics", "tau", question("inverse_dynamics", "planar", 3, 3, **disc, given=slide), push


def main():
    cases = list(forms())
    wrong = 0
    for command in sys.argv[1:]:
        process = subprocess.Popen(command, shell=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

        def ask(message, process=process):
            process.stdin.write(json.dumps({"kintree": 1, "id": 1, **message}) + "\n")
            process.stdin.flush()
            return json.loads(process.stdout.readline())

        said = ask({"ask": "describe"})
        asked, worst = 0, 0.0
        for number, (name, problem, key, message, exact) in enumerate(cases):
            if problem not in said["problems"]:
                continue
            answer = ask({**message, "solver": number})
            if "unsupported" in answer:
                continue
            asked += 1
            came = [x for entry in answer[key] for x in (entry if isinstance(entry, list) else [entry])]
            off = max(abs(x - y) if x is not None else math.inf for x, y in zip(came, exact, strict=True))
            worst = max(worst, off)
            if not off <= LIMIT:
                wrong += 1
                print(f"WRONG {said['name']} {problem} of the {name}: {answer[key]} for {exact}")
        process.stdin.close()
        process.wait()
        if not asked:
            wrong += 1
        print(f"closed forms: {said['citation']}: {asked} asked, the largest difference {worst:.1e}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
