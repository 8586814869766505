"""A program that would be right, but for the fault that its argument names: hostile.py TEMPLATES FAULT."""

import json
import os
import signal
import sys
import time

sys.path.insert(0, sys.argv[1])
import kintree_protocol
import my_aba

FAULT = sys.argv[2]
calls = 0


def sleep_forever():
    for quiet in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(quiet, signal.SIG_IGN)
    while True:
        time.sleep(1)


def leave_a_process():
    """In a session of its own, the child of nobody."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            sleep_forever()
        os._exit(0)
    os.wait()


def write(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def solve(question):
    global calls
    calls += 1
    id_of = question["id"]
    if FAULT == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    if FAULT == "hang":
        sleep_forever()
    if FAULT == "memory":
        hoard = []
        while True:
            hoard.append(bytearray(1 << 24))
    if FAULT == "exit":
        sys.exit(0)
    if FAULT == "exception":
        raise ValueError("the joint is unheard of")
    if FAULT == "forks_away":
        leave_a_process()
        os._exit(0)
    if FAULT == "leaves_a_process":  # and goes on
        leave_a_process()
    if FAULT == "closes":
        os.close(1)
        sleep_forever()
    if FAULT == "garbage":
        write('{"id":\x01\xff}]\n')
    if FAULT == "deep":
        write('{"id":%d,"qdd":%s\n' % (id_of, "[" * 5000))
    if FAULT == "endless":
        while True:
            write("x" * 4096)
    if FAULT == "flood":
        while True:
            write('{"id":%d}\n' % (id_of + 1000000))
    if FAULT == "truncated":
        write('{"id":%d,"qdd":[0.25,' % id_of)
        os._exit(0)
    if FAULT == "prints":
        print("solving", question["model"]["name"])
    if FAULT == "reports":
        return {"error": "no\nsuch joint"}
    if FAULT == "wrong_name":
        return {"accelerations": []}
    if FAULT == "mixed" and len(question["model"]["bodies"]) == 1:
        os.abort()
    qdd = my_aba.solve(question)["qdd"]
    if FAULT == "wrong_size":
        qdd.append(0.0)
    if FAULT == "nan":
        qdd[0] = float("nan")
    if FAULT == "text":
        qdd[0] = str(qdd[0])
    if FAULT == "twice":
        write(json.dumps({"id": id_of, "qdd": kintree_protocol.printed(qdd)}) + "\n")
    if FAULT == "differs":
        qdd[0] += 1e-15 * calls * abs(qdd[0])
    if FAULT == "other_id":
        question["id"] += 7
    if FAULT in ("wrong", "mixed"):
        qdd[0] = -qdd[0]
    return {"qdd": qdd}


description = {**my_aba.DESCRIPTION, "name": "hostile", "numbers": ["double"]}
if FAULT == "deaf":
    question = json.loads(sys.stdin.readline())
    if question["ask"] == "describe":
        print(json.dumps({"id": question["id"], **description}), flush=True)
    sleep_forever()
if FAULT == "wrong_in_field":
    description["numbers"].append("field")
    of_double = my_aba.solve

    def solve(question):
        qdd = of_double(question)["qdd"]
        if question["numbers"] == "field":
            qdd[0] += 1
        return {"qdd": qdd}

kintree_protocol.serve(description, solve)
