"""The public robots: robots.py KINTREE FOLDER.

The table of FOLDER/README.md lists each file with its licence, base, bodies, degrees of freedom and mass. Each file begins with its licence and
the source of its figures. Some plugins must pass on each robot. A robot with a singular mass matrix is checked only for problems that do not
divide by it. KINTREE_WRITE_DOCUMENTS=1 writes the numbers. Exit code 1: it is not so.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

KINTREE, FOLDER = sys.argv[1], Path(sys.argv[2])
README = FOLDER / "README.md"
ROW = re.compile(r"^\| `(?P<name>\w+)` \| (?P<kind>[^|]*) \| (?P<base>fixed|free) \| (?P<bodies>\d+) \| (?P<n>\d+) \| (?P<mass>[\d.]+) \| (?P<licence>[^|]*) \|$", re.M)
PLUGINS = ["crba", "rnea", "aba", "ltdl"]
SINGULAR = {"romeo", "romeo_hand"}  # the fingers have no mass, nor has the joint that they mimic
CONSTRAINED = {"minitaur_leg", "pr2_gripper", "pr2"}  # by a loop, and by joints with mimic


def check(row: dict[str, str]) -> tuple[list[str], tuple[str, str, str]]:
    """The faults of a robot, and its bodies, degrees of freedom and mass."""
    file = FOLDER / f"{row['name']}.urdf"
    text = file.read_text()
    wrong = [f"no line '{word}' at its head" for word in ("Licence ", "Figures ", "Upstream ") if word not in text.partition("-->")[0]]
    if f"Licence  {row['licence']}" not in text:
        wrong.append(f"its licence is not {row['licence']}")
    plugins = PLUGINS[: 2 if row["name"] in SINGULAR else 4] + (["coordinate_partitioning", "delassus"] if row["name"] in CONSTRAINED else [])
    options = ["--trees", "1", "--jobs", "1", "--json", "-", *(f"--plugin={name}" for name in plugins)]
    if row["base"] == "free":
        options.append("--floating-base")
    done = subprocess.run([KINTREE, "verify", "--model", file, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        return [*wrong, f"exit code {done.returncode}: {done.stderr}{done.stdout}"], ("0", "0", "0")
    records = json.loads(done.stdout)
    if {record["plugin"] for record in records if record["verdict"]} != set(plugins):
        wrong.append("not every plugin was judged")
    mass = sum(float(value) for value in re.findall(r'<mass value="([^"]*)"', text))
    return wrong, (str(records[0]["bodies"]), str(records[0]["degrees_of_freedom"]), f"{mass:.4g}")


def main() -> int:
    text = README.read_text()
    rows = [match.groupdict() for match in ROW.finditer(text)]
    wrong = [] if {row["name"] for row in rows} == {file.stem for file in FOLDER.glob("*.urdf")} else ["README.md does not list the files of the folder"]
    for row in rows:
        found, numbers = check(row)
        wrong += [f"{row['name']}.urdf: {each}" for each in found]
        if numbers != (row["bodies"], row["n"], row["mass"]):
            wrong.append(f"README.md: {row['name']}: N, n and mass are {', '.join(numbers)}")
            line = f"| {row['base']} | {row['bodies']} | {row['n']} | {row['mass']} |"
            text = re.sub(rf"(`{row['name']}` .*){re.escape(line)}", rf"\1| {row['base']} | {' | '.join(numbers)} |", text)
    if os.environ.get("KINTREE_WRITE_DOCUMENTS"):
        README.write_text(text)
    print(*wrong, f"{len(rows)} robots, {len(wrong)} findings", sep="\n")
    return 1 if wrong or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
