"""The sizes in the tables of testdata are those of its trees, robots and golden answers: sizes_test.py REPOSITORY.

First small tables are checked that are stale. Exit code 1: a size is wrong.
"""

import json
import re
import sys
import tempfile
from pathlib import Path

FREEDOMS = {"fixed": 0, "revolute": 1, "prismatic": 1, "helical": 1, "cylindrical": 2, "universal": 2, "planar": 3, "spherical": 3, "free": 6}


def sizes_of_topology(file: Path, base: str) -> list[str]:
    """N, n, D1 and D2: the sums of d - 1 and of d (d - 1) / 2 over the depths d of the degrees of freedom."""
    tree = json.loads(file.read_text())
    ends, depths = [0], []
    for parent, joint in zip(tree["parent"], tree["joints"]):
        ends.append(ends[parent] + FREEDOMS[joint])
        depths += range(ends[parent] + 1, ends[-1] + 1)
    facts = {"n": len(depths), "D1": sum(d - 1 for d in depths), "D2": sum(d * (d - 1) // 2 for d in depths)}
    stated = tree["facts"]
    return [str(len(tree["parent"])), *(str(facts[name]) if stated[name] == facts[name] else f"{stated[name]} in the file" for name in facts)]


def sizes_of_robot(file: Path, base: str) -> list[str]:
    """The hinges, n and the mass."""
    text = re.sub(r"<!--.*?-->", "", file.read_text(), flags=re.S)
    hinges = len(re.findall(r'<joint [^>]*type="(?:revolute|continuous)"', text))
    mass = sum(float(value) for value in re.findall(r'<mass value="([^"]*)"', text))
    return [str(hinges), str(hinges + 6 * (base == "free")), f"{mass:.4g}"]


def sizes_of_golden(file: Path, base: str) -> list[str]:
    return [str(len(json.loads((file / "s0.golden.json").read_text())["H"]))]


# Tables of testdata: the document, the heading, the columns of the sizes, the folder and the ending of the files, and their sizes.
TABLES = [
    ("README.md", "| file | tree | N | n | D1 | D2 |", slice(2, 6), "topologies", ".json", sizes_of_topology),
    ("README.md", "| file | robot | base | hinges | n | mass [kg] | end-effector frames |", slice(3, 6), "robots", ".urdf", sizes_of_robot),
    ("golden/README.md", "| folder | tree | n |", slice(2, 3), "golden", "", sizes_of_golden),
]


def check_tables(repository: Path) -> tuple[int, list[str]]:
    """The number of rows that were checked, and the errors in them."""
    looked_at, wrong = 0, []
    for document, heading, columns, folder, ending, sizes in TABLES:
        text = (repository / "testdata" / document).read_text()
        found = re.search(rf"^{re.escape(heading)}\n\|[-| ]+\|\n((?:\|.*\n)+)", text, re.MULTILINE)
        rows = [[cell.strip(" `") for cell in row.strip("|").split("|")] for row in found[1].splitlines()] if found else []
        files = {row[0].removesuffix(ending): row for row in rows}
        there = (repository / "testdata" / folder).iterdir()
        if set(files) != {file.stem for file in there if file.suffix == ending and (ending or file.is_dir())}:
            wrong.append(f"testdata/{document}: the table '{heading}' does not list the files of testdata/{folder}")
            continue
        for name, row in files.items():
            looked_at += 1
            if row[columns] != (actual := sizes(repository / "testdata" / folder / (name + ending), row[2])):
                wrong.append(f"testdata/{document}: {name} has {', '.join(row[columns])}; expected {', '.join(actual)}")
    return looked_at, wrong


def check_the_tables_check() -> None:
    with tempfile.TemporaryDirectory() as scratch:
        testdata = Path(scratch) / "testdata"
        for folder in ["topologies", "robots", "golden/hand"]:
            (testdata / folder).mkdir(parents=True)
        tree = {"parent": [0, 1, 1], "joints": ["universal", "revolute", "fixed"], "facts": {"n": 3, "D1": 3, "D2": 4}}
        (testdata / "topologies/fork.json").write_text(json.dumps(tree))
        (testdata / "robots/arm.urdf").write_text(
            '<!-- <mass value="9"/> --><mass value="1.5"/><joint name="a" type="revolute"/><joint name="b" type="fixed"/><mass value="2"/>')
        (testdata / "golden/hand/s0.golden.json").write_text('{"H": [["1", "0"], ["0", "1"]]}')
        lines = "|---|\n".join
        sound = lines(["| file | tree | N | n | D1 | D2 |\n", "| `fork` | a fork | 3 | 3 | 3 | 4 |\n\n"]) + lines(
            [TABLES[1][1] + "\n", "| `arm.urdf` | arm | free | 1 | 7 | 3.5 | |\n"])
        golden = lines(["| folder | tree | n |\n", "| `hand` | a hand | 2 |\n"])
        (testdata / "golden/README.md").write_text(golden)
        (testdata / "README.md").write_text(sound)
        assert check_tables(Path(scratch)) == (3, []), check_tables(Path(scratch))
        stale = [("3 | 4", "3 | 5"), ("| 3 | 3 | 3", "| 4 | 3 | 3"), ("3.5", "3.6"), ("free", "fixed"), ("| 1 | 7", "| 2 | 7"), ("fork`", "spoon`")]
        for right, wrong in stale:
            (testdata / "README.md").write_text(sound.replace(right, wrong))
            assert len(check_tables(Path(scratch))[1]) == 1, (wrong, check_tables(Path(scratch)))
        (testdata / "README.md").write_text(sound)
        (testdata / "golden/README.md").write_text(golden.replace("2 |", "3 |"))
        assert len(check_tables(Path(scratch))[1]) == 1, check_tables(Path(scratch))
        (testdata / "golden/README.md").write_text(golden)
        (testdata / "topologies/fork.json").write_text(json.dumps({**tree, "facts": {"n": 3, "D1": 3, "D2": 5}}))
        assert len(check_tables(Path(scratch))[1]) == 1, check_tables(Path(scratch))


def main() -> int:
    check_the_tables_check()
    rows, wrong = check_tables(Path(sys.argv[1]))
    print(*wrong, f"{rows} rows of sizes, {len(wrong)} wrong", sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
