"""Long commands show on a terminal how far they are, to the end, and say nothing of it elsewhere: progress.py KINTREE"""
import os
import pty
import subprocess
import sys
import tempfile

kintree = sys.argv[1]
FULL = 51  # stars of a bar that is complete

with tempfile.TemporaryDirectory() as folder:
    for command in (["verify", "--plugin", "crba", "--trees", "21", "--bodies", "3"],
                    ["prove", "--plugin", "crba", "--bodies", "1"],
                    ["campaign", "--plugin", "crba", "--cases", "21", "--bodies", "3", "--store", folder + "/campaign"],
                    ["bench", "--plugin", "crba", "--family", "humanoid30", "--quick", "--min-time", "0.1", "--states", "2"],
                    ["search", "--plugin", "rnea", "--cases", "100", "--bodies", "2"]):
        ours, its = pty.openpty()
        subprocess.run([kintree, *command], stdout=subprocess.DEVNULL, stderr=its, timeout=120, check=True)
        os.close(its)
        shown = b""
        try:
            while piece := os.read(ours, 1 << 16):  # it comes in pieces
                shown += piece
        except OSError:  # the other end is closed
            pass
        os.close(ours)
        if b"0%" not in shown or shown.count(b"*") != FULL:
            sys.exit(f"progress.py: {command[0]} shows on a terminal {shown}")
        silent = command[:-1] + [folder + "/again"] if command[0] == "campaign" else command
        said = subprocess.run([kintree, *silent], capture_output=True, timeout=120, check=True).stderr
        if said:
            sys.exit(f"progress.py: {command[0]} says {said}")
