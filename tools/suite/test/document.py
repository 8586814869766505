"""Runs the commands of documents and compares their output with the text: document.py BUILD REPOSITORY SCRATCH COMPILER DOCUMENT...

A document is executed from top to bottom, in an empty folder with an installation of Kintree in the PATH:
- ```console: lines that begin with "$ " are commands. The lines below are the output. A line "…" stands for any lines, and "…" in a line
  for any text. In ```console measured, numbers with a point or an exponent may differ by a factor of four: roundings depend on the
  compiler and on the library of sines. A line with "sigma" may not, since exact arithmetic computes it.
- <!-- file: NAME --> before a block writes the block to that file.
- <!-- output of: COMMAND --> … <!-- end --> contains the output of the command.
A document that contains <!-- runs in the repository --> finds the folders of the repository, and build, in its folder.

KINTREE_WRITE_DOCUMENTS=1 writes outputs that differ into the documents. The runner first checks itself. Exit code 1: an output differs.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

PART = re.compile(
    r"(?P<file><!-- file: (?P<name>\S+) -->\n+)?```(?P<info>[^\n]*)\n(?P<block>.*?)^```$"
    r"|<!-- output of: (?P<command>.+?) -->\n(?P<generated>.*?)<!-- end -->", re.S | re.M)
NUMBER = re.compile(r"(-?\d+(?:\.\d+)?(?:e[-+]?\d+)?)")
LIMIT_S = 600


def run(command: str, folder: Path, environment: dict) -> str:
    done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=LIMIT_S)
    return "".join(line.rstrip() + "\n" for line in done.stdout.splitlines())


def same_number(expected: str, found: str) -> bool:
    if not re.search(r"[.e]", expected + found):
        return expected == found
    a, b = float(expected), float(found)
    return a == b or (a * b > 0 and 0.25 <= a / b <= 4)


def same_line(expected: str, found: str, measured: bool) -> bool:
    if measured and "…" not in expected and '"sigma"' not in expected:
        expected, found = (re.sub(r" +", " ", line) for line in (expected, found))  # columns move with the digits of a number
        a, b = NUMBER.split(expected), NUMBER.split(found)
        return len(a) == len(b) and a[::2] == b[::2] and all(map(same_number, a[1::2], b[1::2]))
    return re.fullmatch(".*".join(map(re.escape, expected.split("…"))), found) is not None


def same(expected: list[str], found: list[str], measured: bool) -> bool:
    if not expected:
        return not found
    if expected[0] == "…":
        return any(same(expected[1:], found[skip:], measured) for skip in range(len(found) + 1))
    return bool(found) and same_line(expected[0], found[0], measured) and same(expected[1:], found[1:], measured)


class Document:
    def __init__(self, text: str, folder: Path, environment: dict):
        self.folder, self.environment = folder, environment
        self.wrong: list[str] = []
        self.commands = 0
        self.text = PART.sub(self.part, text)

    def output(self, command: str, expected: str, measured: bool) -> str:
        """The expected output if the command printed it, else what it printed."""
        self.commands += 1
        found = run(command, self.folder, self.environment)
        if same(expected.splitlines(), found.splitlines(), measured):
            return expected
        self.wrong.append(f"$ {command}\nexpected:\n{expected}found:\n{found}")
        return found

    def part(self, part: re.Match) -> str:
        if part["command"]:
            return replaced(part, "generated", self.output(part["command"], part["generated"], False))
        if part["file"]:
            path = self.folder / part["name"]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(part["block"])
        elif part["info"].split()[:1] == ["console"]:
            block = ""
            for command, expected in re.findall(r"^\$ ((?:.*\\\n)*.*)\n((?:(?!\$ ).*\n)*)", part["block"], re.M):
                block += f"$ {command}\n" + self.output(command, expected, "measured" in part["info"])
            return replaced(part, "block", block)
        return part[0]


def replaced(part: re.Match, group: str, text: str) -> str:
    start, end = (at - part.start() for at in part.span(group))
    return part[0][:start] + text + part[0][end:]


def check_the_runner() -> None:
    def wrong(text: str) -> int:
        with tempfile.TemporaryDirectory() as scratch:
            document = Document(text, Path(scratch), dict(os.environ))
            assert not document.wrong or not Document(document.text, Path(scratch), dict(os.environ)).wrong, document.text
            return len(document.wrong)

    def console(output: str, more: str = "") -> str:
        return f"<!-- file: a.txt -->\n```\none\ntwo 1.5e-9\n3\n```\n\n```console{more}\n$ cat \\\n  a.txt\n{output}$ true\n```\n"

    assert wrong(console("one\ntwo 1.5e-9\n3\n")) == 0 == wrong(console("one\n…\n")) == wrong(console("o…e\n…\n3\n"))
    for output in ["", "one\n", "one\ntwo 1.5e-9\n4\n", "…\n2\n", "one\ntwo 2.5e-9\n3\n"]:
        assert wrong(console(output)) == 1, output
    for output, count in [("two 2.5e-9\n3\n", 0), ("two  5.5e-9\n3\n", 0), ("two 7e-9\n3\n", 1), ("two nan\n3\n", 1), ("two 1.5e-9\n4\n", 1)]:
        assert wrong(console("one\n" + output, " measured")) == count, output
    for output, count in [('"sigma": 1.5e-9\n', 0), ('"sigma": 1.6e-9\n', 1)]:
        assert wrong(f"```console measured\n$ echo '\"sigma\": 1.5e-9'\n{output}```\n") == count, output
    for output, count in [("x\n", 0), ("y\n", 1), ("", 1)]:
        assert wrong(f"<!-- output of: echo x -->\n{output}<!-- end -->\n") == count, output


def main() -> int:
    check_the_runner()
    build, repository, scratch = (Path(argument).resolve() for argument in sys.argv[1:4])
    shutil.rmtree(scratch, ignore_errors=True)
    prefix = scratch / "prefix"
    subprocess.run(["cmake", "--install", build, "--prefix", prefix], check=True, stdout=subprocess.DEVNULL)
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("KINTREE", "CMAKE"))}
    environment |= {"PATH": f"{prefix / 'bin'}:{environment['PATH']}", "CXX": sys.argv[4], "PYTHONDONTWRITEBYTECODE": "1"}
    differ = 0
    for name in sys.argv[5:]:
        path, folder = repository / name, scratch / Path(name).stem
        folder.mkdir(parents=True)
        if "<!-- runs in the repository -->" in path.read_text():
            for entry in repository.iterdir():
                if not entry.name.startswith((".", "build")):
                    (folder / entry.name).symlink_to(entry)
            (folder / "build").symlink_to(build)
        document = Document(path.read_text(), folder, environment)
        print(*(f"{name}: {wrong}" for wrong in document.wrong), f"{name}: {document.commands} commands, {len(document.wrong)} wrong", sep="\n")
        if document.wrong and os.environ.get("KINTREE_WRITE_DOCUMENTS"):
            path.write_text(document.text)
        if document.wrong or not document.commands:
            differ += 1
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
